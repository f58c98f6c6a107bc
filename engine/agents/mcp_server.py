# SPDX-License-Identifier: Apache-2.0
"""The tools over the Model Context Protocol: streamable HTTP, each message by itself, behind a token.

Importing this takes a second or two; it is imported when an agent first connects.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from importlib.metadata import version

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent
from mcp.types import Tool as ToolInfo
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from engine.agents import serving
from engine.agents.mcp_messages import key_in
from engine.agents.tools import Toolbox

log = logging.getLogger("pilothouse.tools")

PATH = "/mcp"
LARGEST = 1 << 20
"""Bytes of a message."""
_BOX = "pilothouse.toolbox"

Find = Callable[[str], Toolbox | None]
"""The toolbox that a token opens now."""


async def serve(listening: socket.socket, find: Find, stop: asyncio.Event) -> None:
    """Serve on a socket that listens already, until `stop`; the socket is closed then."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # what a client does wrong is told to the client
    host, port = listening.getsockname()[:2]
    manager = StreamableHTTPSessionManager(
        _server(),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(allowed_hosts=[f"{host}:{port}", f"localhost:{port}"]),
        max_request_body_size=LARGEST,
    )
    async with manager.run():
        await serving.serve(_Guarded(manager.handle_request, find), listening, stop)


class _Guarded:
    """Lets in who has the token of an attempt whose turn runs; nothing of any other message is read."""

    def __init__(self, app: ASGIApp, find: Find) -> None:
        self._app = app
        self._find = find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal, box = self._check(Request(scope))
        if box is None:
            return await refusal(scope, receive, send)
        box.at_once += 1
        try:
            await self._app({**scope, _BOX: box}, receive, send)
        except Exception:
            log.exception("a message of an agent could not be answered")
            raise
        finally:
            box.at_once -= 1

    def _check(self, request: Request) -> tuple[PlainTextResponse, Toolbox | None]:
        if request.url.path != PATH:
            return PlainTextResponse(f"There is nothing here but {PATH}.", 404), None
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        box = self._find(token.strip()) if scheme.lower() == "bearer" else None
        if box is None:
            told = "The token is missing, wrong, or of a turn that is over."
            return PlainTextResponse(told, 401, {"WWW-Authenticate": "Bearer"}), None
        if request.method != "POST":
            return PlainTextResponse("Each message is a POST.", 405, {"Allow": "POST"}), None
        if not box.admit():
            return PlainTextResponse("Too many messages in one turn, or at once.", 429), None
        return PlainTextResponse(""), box


def _server() -> Server[dict[str, object]]:
    return Server(
        "pilothouse",
        version=version("pilothouse"),
        title="Pilothouse",
        instructions="What you ask for is granted or denied by the engine; a denial says why.",
        on_list_tools=_list,
        on_call_tool=_call,
    )


def _box(context: ServerRequestContext[dict[str, object]]) -> Toolbox:
    assert context.request is not None, "every message comes over HTTP"
    box: Toolbox = context.request.scope[_BOX]
    return box


async def _list(
    context: ServerRequestContext[dict[str, object]], params: PaginatedRequestParams | None
) -> ListToolsResult:
    return ListToolsResult(
        tools=[
            ToolInfo(name=tool.name, description=tool.purpose(), input_schema=tool.schema_for_agents())
            for tool in _box(context).tools
        ]
    )


async def _call(context: ServerRequestContext[dict[str, object]], params: CallToolRequestParams) -> CallToolResult:
    try:
        reply = await _box(context).use(params.name, params.arguments or {}, key_in(params.meta))
    except Exception:
        log.exception("the tool %.60r has failed", params.name)
        raise
    return CallToolResult(
        content=[TextContent(text=reply.text)],
        structured_content=dict(reply.given) or None,
        is_error=reply.refused,
    )
