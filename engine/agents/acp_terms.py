# SPDX-License-Identifier: Apache-2.0
"""The terms of the Agent Client Protocol in our words: errors, figures, and the servers that a session is given."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from engine.agents.protocol import Turn
from engine.policy.failures import FailureClass, classify

if TYPE_CHECKING:
    from acp import RequestError

AUTH_REQUIRED = -32000
_ENGINE = "engine"
"""What the engine's own tools are called where an agent lists them."""


def refused(error: RequestError) -> tuple[FailureClass, str]:
    """The class and the words of an error answer."""
    words = str(error)
    if error.data:
        with contextlib.suppress(ValueError, TypeError):
            words = f"{words} {json.dumps(error.data, ensure_ascii=False)[:2_000]}"
    if error.code == AUTH_REQUIRED:
        return "authentication", f"it is not logged in: {words}"
    return classify(words) or "unknown", words


def figures_of(result: object) -> dict[str, Any]:
    """What an answer says of the turn's usage, in our words; empty where it says nothing."""
    if not isinstance(result, dict):
        return {}
    usage, quota = result.get("usage"), (result.get("_meta") or {}).get("quota")
    quota = quota if isinstance(quota, dict) else {}
    counts = usage if isinstance(usage, dict) else quota.get("token_count")
    if not isinstance(counts, dict):
        return {}
    event = {
        ours: next((counts[name] for name in names if isinstance(counts.get(name), int)), None)
        for ours, names in _COUNTS.items()
    }
    cached = (event["cache_read"] or 0) + (event["cache_write"] or 0)
    if cached and counts.get("totalTokens") == (event["input"] or 0) + (event["output"] or 0):
        event["input"] = max(0, (event["input"] or 0) - cached)  # here the input counts what came from the cache
    models = [m.get("model") for m in quota.get("model_usage") or [] if isinstance(m, dict)]
    return {name: value for name, value in event.items() if value is not None} | (
        {"model": models[0]} if len(models) == 1 and isinstance(models[0], str) else {}
    )


_COUNTS = {
    "input": ("inputTokens", "input_tokens"),
    "output": ("outputTokens", "output_tokens"),
    "cache_read": ("cachedReadTokens", "cachedInputTokens"),
    "cache_write": ("cachedWriteTokens", "cacheWriteInputTokens"),
}


def mcp_servers(turn: Turn, *, http: bool) -> list[Any]:
    """The engine's tools, and the servers that the role names."""
    from acp.schema import EnvVariable, HttpHeader, HttpMcpServer, McpServerStdio

    servers: list[Any] = []
    url, token = turn.env.get("PILOTHOUSE_MCP_URL"), turn.env.get("PILOTHOUSE_MCP_TOKEN")
    if http and url and token:
        bearer = HttpHeader(name="Authorization", value=f"Bearer {token}")
        servers.append(HttpMcpServer(type="http", name=_ENGINE, url=url, headers=[bearer]))
    for name, data in turn.role.mcp_servers.items():
        told: Mapping[str, JsonValue] = data if isinstance(data, dict) else {}
        if "url" in told:
            headers = [HttpHeader(name=key, value=value) for key, value in _pairs(told.get("headers"))]
            servers.append(HttpMcpServer(type="http", name=name, url=str(told["url"]), headers=headers))
        elif "command" in told:
            args = told.get("args")
            servers.append(
                McpServerStdio(
                    name=name,
                    command=str(told["command"]),
                    args=[str(arg) for arg in args] if isinstance(args, list) else [],
                    env=[EnvVariable(name=key, value=value) for key, value in _pairs(told.get("env"))],
                )
            )
    return servers


def _pairs(value: object) -> list[tuple[str, str]]:
    return [(str(key), str(item)) for key, item in value.items()] if isinstance(value, dict) else []
