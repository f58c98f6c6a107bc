# SPDX-License-Identifier: Apache-2.0
"""The engine's tools for an agent that carries the Model Context Protocol in its own channel: message and answer."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from engine.agents.tools import Toolbox

PROTOCOL = "2025-11-25"
_CALL_ID = ("toolUseId", "tool_use_id", "toolCallId")
_TOO_MANY, _NO_METHOD, _BAD_PARAMS = -32000, -32601, -32602


async def answer(box: Toolbox, message: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one message; to a notification an empty one. Never raises for what an agent gives."""
    if "id" not in message:
        return {"jsonrpc": "2.0", "result": {}}
    if not box.admit():
        return _error(message, _TOO_MANY, "Too many messages in one turn, or at once.")
    box.at_once += 1
    try:
        return await _answer(box, message)
    finally:
        box.at_once -= 1


async def _answer(box: Toolbox, message: Mapping[str, Any]) -> dict[str, Any]:
    match message:
        case {"method": "initialize"}:
            params = message.get("params")
            wanted = params.get("protocolVersion") if isinstance(params, dict) else None
            return _result(
                message,
                {
                    "protocolVersion": wanted if isinstance(wanted, str) else PROTOCOL,
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "pilothouse", "version": version("pilothouse")},
                },
            )
        case {"method": "ping"}:
            return _result(message, {})
        case {"method": "tools/list"}:
            tools = [
                {"name": tool.name, "description": tool.purpose(), "inputSchema": tool.schema_for_agents()}
                for tool in box.tools
            ]
            return _result(message, {"tools": tools})
        case {"method": "tools/call", "params": {"name": str(name)} as called}:
            given = called.get("arguments")
            reply = await box.use(name, given if isinstance(given, dict) else {}, key_in(called.get("_meta")))
            told: dict[str, Any] = {"content": [{"type": "text", "text": reply.text}], "isError": reply.refused}
            return _result(message, told | ({"structuredContent": dict(reply.given)} if reply.given else {}))
        case {"method": "tools/call"}:
            return _error(message, _BAD_PARAMS, "tools/call needs a name")
    return _error(message, _NO_METHOD, f"there is no method {str(message.get('method'))[:60]!r}")


def key_in(meta: object) -> str:
    """What the agent's program calls this call of a tool, where its metadata say so; the same when it is repeated."""
    given = meta if isinstance(meta, Mapping) else {}
    found = (value for name, value in given.items() if isinstance(name, str) and name.endswith(_CALL_ID))
    return next((value for value in found if isinstance(value, str)), "")


def _result(message: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message["id"], "result": dict(result)}


def _error(message: Mapping[str, Any], code: int, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message["id"], "error": {"code": code, "message": text}}
