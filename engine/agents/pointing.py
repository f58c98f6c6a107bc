# SPDX-License-Identifier: Apache-2.0
"""How an agent is pointed at the model gateway: the provider it speaks to, and what it reads the address from.

Each way was measured with the real program. An agent that is not known gets the variables of the Messages API.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.agents.acp_profiles import profile_of
from engine.definition.model import Role

PORT = 8901
"""Of the loopback in the sandbox."""
URL = f"http://127.0.0.1:{PORT}"
NO_KEY = "pilothouse"
"""What an agent has for a key."""

_UNKNOWN = "anthropic"
_SPEAKS = {"codex-acp": "openai", "claude-agent-acp": "anthropic", "gemini": "google"}
"""By the name of a profile: its provider."""
_PACKAGES = {"anthropic": URL + "/v1", "openai": URL + "/v1", "google": URL + "/v1beta"}
"""By provider: the address that OpenCode's packages take."""
_OPENCODE = "OpenCode takes its provider from its model: name one, as `model: anthropic/claude-sonnet-5-5`; " + (
    f"the gateway leads to {', '.join(_PACKAGES)}"
)


def provider_of(role: Role) -> str | None:
    """The provider that the gateway leads a role's agent to; None: it cannot be led to any, `refusal` says why."""
    if role.agent == "codex":
        return "openai"
    if role.agent != "acp" or not role.argv:
        return _UNKNOWN
    name = profile_of(role.argv).name
    if name == "opencode":
        provider = role.model[0].partition("/")[0] if role.model and "/" in role.model[0] else ""
        return provider if provider in _PACKAGES else None
    return None if name == "goose" else _SPEAKS.get(name, _UNKNOWN)


def refusal(role: Role) -> str | None:
    """Why a role cannot have `network: model`, and what to do; None: it can, or does not ask for it."""
    if role.network != "model" or provider_of(role) is not None:
        return None
    if role.argv and profile_of(role.argv).name == "opencode":
        return f"it has `network: model`. {_OPENCODE}"
    return (
        "it has `network: model`, and how Goose is led to another address was never tried here: "
        "write `network: open`, or take another agent"
    )


def pointed(role: Role) -> dict[str, str]:
    """The environment variables that lead the role's agent to the gateway."""
    if role.agent == "codex":
        return {"OPENAI_API_KEY": NO_KEY}
    name = profile_of(role.argv).name if role.agent == "acp" and role.argv else ""
    match name:
        case "codex-acp":
            provider = codex_provider()
            told = {"model_provider": _CODEX, "model_providers": {_CODEX: provider}, **_CODEX_MORE}
            model = {"model": role.model[0]} if role.model else {}
            return {"OPENAI_API_KEY": NO_KEY, "CODEX_CONFIG": json.dumps(told | model)}
        case "gemini":
            return {"GOOGLE_GEMINI_BASE_URL": URL, "GEMINI_API_KEY": NO_KEY}
        case "opencode":
            return {"OPENCODE_CONFIG_CONTENT": json.dumps(_opencode(role.model[0]))}
    return {"ANTHROPIC_BASE_URL": URL, "ANTHROPIC_API_KEY": NO_KEY}


_CODEX = "pilothouse"
_CODEX_MORE = {"web_search": "disabled"}
"""A search at the provider would reach beyond the model."""


def codex_provider() -> Mapping[str, str]:
    """The gateway as a provider in the settings of Codex."""
    return {"name": _CODEX, "base_url": URL + "/v1", "env_key": "OPENAI_API_KEY", "wire_api": "responses"}


def codex_settings() -> dict[str, str]:
    """The settings of Codex that lead it to the gateway, by their dotted names."""
    provider = {f"model_providers.{_CODEX}.{name}": value for name, value in codex_provider().items()}
    return provider | {"model_provider": _CODEX} | _CODEX_MORE


def _opencode(model: str) -> dict[str, Any]:
    provider, _, name = model.partition("/")
    options = {"baseURL": _PACKAGES[provider], "apiKey": NO_KEY}
    return {
        "model": model,
        "small_model": model,
        "autoupdate": False,
        "enabled_providers": [provider],
        "provider": {provider: {"options": options, "models": {name: {}}}},
    }
