# SPDX-License-Identifier: Apache-2.0
"""The real agents of `make test-agents`: how each is started and pointed at a provider of ours, and what it can."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CACHE = "PILOTHOUSE_TEST_AGENTS"
"""Names the folder of installed agents; without it nothing here is collected."""


@dataclass(frozen=True)
class Agent:
    """One row of the table."""

    row: str
    package: str
    """What `packaging/agents/install.py` calls it; empty: a part of Pilothouse."""
    role: Callable[[Path], dict[str, Any]]
    """The role of a workflow, given the folder of its programs."""
    env: Callable[[str], Mapping[str, str]]
    """What our own process gets, given the provider's URL."""
    settings: Callable[[str], str] = lambda url: ""
    """What stands in settings.yaml, given the provider's URL."""
    cannot: Mapping[str, str] = field(default_factory=dict)
    """Scenarios that it does not offer, and why."""
    steers: bool = True
    """Takes a message while a turn runs; else it is kept for the next one."""
    overshoot: int = 0
    """Requests beyond its budget, at most."""
    gateway: Mapping[str, Any] = field(default_factory=dict)
    """What its role says otherwise there."""

    def behind(self, programs: Path) -> dict[str, Any]:
        """Its role behind the model gateway: nothing in it leads to a provider."""
        return self.role(programs) | dict(self.gateway)

    @property
    def programs(self) -> Path:
        """The folder that npm links programs in."""
        if not self.package:
            return Path()
        folder: Path = _installer().folder_of(Path(os.environ[CACHE]), self.package)
        return folder / "node_modules" / ".bin"


def _installer() -> Any:
    path = Path(__file__).parents[2] / "packaging" / "agents" / "install.py"
    spec = importlib.util.spec_from_file_location("install_agents", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KEY = "of-the-tests"


def _codex_provider(url: str) -> dict[str, Any]:
    return {
        "name": "of-the-tests",
        "base_url": f"{url}/v1",
        "env_key": "OPENAI_API_KEY",
        "wire_api": "responses",
        "request_max_retries": 1,
        "stream_max_retries": 1,
    }


def _codex_argv(bin_: Path) -> list[str]:
    """Codex takes its provider as TOML on the command line; the URL is in the environment by then, if there is one."""
    if "OPENAI_BASE_URL" not in os.environ:
        return [str(bin_ / "codex")]
    told = _codex_provider(os.environ["OPENAI_BASE_URL"])
    settings = [f"model_providers.tests.{key}={json.dumps(value)}" for key, value in told.items()]
    words = (word for text in (*settings, 'model_provider="tests"', 'model="gpt-5.5"') for word in ("-c", text))
    return [str(bin_ / "codex"), *words]


def _codex_config(url: str) -> str:
    return json.dumps(
        {"model": "gpt-5.5", "model_provider": "tests", "model_providers": {"tests": _codex_provider(url)}}
    )


def _opencode_config(url: str) -> str:
    model = "claude-sonnet-5-5"
    options = {"baseURL": f"{url}/v1", "apiKey": KEY}
    named = dict.fromkeys(("model", "small_model"), f"anthropic/{model}")
    return json.dumps(
        {**named, "autoupdate": False, "provider": {"anthropic": {"options": options, "models": {model: {}}}}}
    )


AGENTS = [
    Agent(
        row="anthropic",
        package="",
        role=lambda bin_: {"agent": "anthropic", "model": "claude-sonnet-5-5"},
        env=lambda url: {"ANTHROPIC_API_KEY": KEY, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"},
        settings=lambda url: f"providers: {{anthropic: {{base_url: '{url}'}}}}\n",
        cannot={
            "permission_prompt": "never asks: its tools act in the sandbox alone",
            **dict.fromkeys(
                ("work_behind_the_gateway", "budget_behind_the_gateway"), "the engine itself calls the model"
            ),
        },
        steers=False,
    ),
    Agent(
        row="claude-code",
        package="claude-code",
        role=lambda bin_: {"agent": "claude-code", "argv": [str(bin_ / "claude")], "model": "claude-sonnet-5-5"},
        env=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "sk-of-the-tests"},
    ),
    Agent(
        row="codex",
        package="codex",
        role=lambda bin_: {"agent": "codex", "argv": _codex_argv(bin_)},
        env=lambda url: {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": KEY},
        cannot={"permission_prompt": "cannot ask"},
        steers=False,
        overshoot=1,
        gateway={"model": "gpt-5.5"},
    ),
    Agent(
        row="acp: codex-acp",
        package="codex-acp",
        role=lambda bin_: {"agent": "acp", "argv": [str(bin_ / "codex-acp")]},
        env=lambda url: {"CODEX_CONFIG": _codex_config(url), "OPENAI_API_KEY": KEY},
        steers=False,
        overshoot=1,
        gateway={"model": "gpt-5.5"},
    ),
    Agent(
        row="acp: claude-agent-acp",
        package="claude-agent-acp",
        role=lambda bin_: {"agent": "acp", "argv": [str(bin_ / "claude-agent-acp")], "model": "claude-sonnet-5-5"},
        env=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY},
        steers=False,
        overshoot=1,
    ),
    Agent(
        row="acp: gemini",
        package="gemini",
        role=lambda bin_: {"agent": "acp", "argv": [str(bin_ / "gemini"), "--acp"], "model": "gemini-2.5-pro"},
        env=lambda url: {"GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": KEY},
        steers=False,
        overshoot=1,
    ),
    Agent(
        row="acp: opencode",
        package="opencode",
        role=lambda bin_: {"agent": "acp", "argv": [str(bin_ / "opencode"), "acp"]},
        env=lambda url: {"OPENCODE_CONFIG_CONTENT": _opencode_config(url)},
        steers=False,
        overshoot=1,
        gateway={"model": "anthropic/claude-sonnet-5-5"},
    ),
]
