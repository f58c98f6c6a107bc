# SPDX-License-Identifier: Apache-2.0
"""The tool service: one listening socket an engine process, opened for each attempt while a turn of it runs.

The socket is there as soon as an agent is told of it; what serves it is loaded when somebody first connects.
"""

from __future__ import annotations

import asyncio
import hmac
import importlib
import itertools
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress

from pydantic import JsonValue

from engine.agents.tools import Reply, Toolbox
from engine.kernel.events import Requested, RequestJudged, TurnStarted
from engine.runtime.effects import Call

log = logging.getLogger("pilothouse.tools")

HOST = "127.0.0.1"
URL, TOKEN = "PILOTHOUSE_MCP_URL", "PILOTHOUSE_MCP_TOKEN"
_PATH = "/mcp"
_BACKLOG = 128


class ToolService:
    """The service of one engine process; see `tool_service`."""

    def __init__(self) -> None:
        self._open: dict[str, Toolbox] = {}
        self._socket: socket.socket | None = None
        self._serving: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()

    @contextmanager
    def opened(self, box: Toolbox, token: str, env: Mapping[str, str]) -> Iterator[dict[str, str]]:
        """Let `token` open these tools; gives `env` with what tells the agent so. Left, the token is worth nothing.

        Where no port can be had the agent goes without, and `env` says nothing of tools.
        """
        try:
            port = self._listen()
        except OSError as error:
            log.error("no port for the tool service (%s); %s goes without tools", error, box.attempt_dir)
            yield dict(env)
            return
        self._open[token] = box
        try:
            yield {
                **env,
                URL: f"http://{HOST}:{port}{_PATH}",
                TOKEN: token,
                **dict.fromkeys(("no_proxy", "NO_PROXY"), _never_by_proxy(env)),
            }
        finally:
            del self._open[token]
            box.close()

    async def close(self) -> None:
        """Stop serving and let go of the socket; soon over, and done to its end even where it is cancelled."""
        self._stop.set()
        cancelled: asyncio.CancelledError | None = None
        while self._serving is not None and not self._serving.done():
            try:
                await asyncio.wait([self._serving])
            except asyncio.CancelledError as error:
                cancelled = error
        if self._socket is not None:
            self._unwatch()
            self._socket.close()
        if cancelled is not None:
            raise cancelled

    def _find(self, token: str) -> Toolbox | None:
        """The toolbox of a token, in a time that tells nothing of the tokens there are."""
        given, found = token.encode(), None
        for known, box in self._open.items():
            if hmac.compare_digest(given, known.encode()):
                found = box
        return found

    def _listen(self) -> int:
        if self._socket is None or self._socket.fileno() < 0:  # not begun, or ended by a fault
            listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                listening.bind((HOST, 0))
                listening.listen(_BACKLOG)
                listening.setblocking(False)
            except OSError:
                listening.close()
                raise
            self._socket = listening
            try:
                asyncio.get_running_loop().add_reader(listening.fileno(), self._begin)
            except NotImplementedError:  # Windows: this loop cannot watch a socket
                self._begin()
        port: int = self._socket.getsockname()[1]
        return port

    def _unwatch(self) -> None:
        assert self._socket is not None
        if self._socket.fileno() >= 0:
            with suppress(NotImplementedError):
                asyncio.get_running_loop().remove_reader(self._socket.fileno())

    def _begin(self) -> None:
        """Somebody connects."""
        self._unwatch()
        self._serving = asyncio.ensure_future(self._serve())

    async def _serve(self) -> None:
        """Serve until stopped. A fault of the service ends no run: an agent can do without, and is refused."""
        assert self._socket is not None
        try:
            server = await asyncio.to_thread(importlib.import_module, "engine.agents.mcp_server")
            await server.serve(self._socket, self._find, self._stop)
        except Exception:
            log.exception("the tool service has ended; agents write their verdict themselves, and can ask for nothing")
        finally:
            self._socket.close()


@asynccontextmanager
async def tool_service() -> AsyncIterator[ToolService]:
    """A service for every run that this process drives; nothing is listening before an agent needs it."""
    service = ToolService()
    try:
        yield service
    finally:
        await service.close()


def _never_by_proxy(env: Mapping[str, str]) -> str:
    """What `no_proxy` says already, and that what is ours is not for any proxy: it would see the token."""
    names = ("no_proxy", "NO_PROXY")
    known = next((there[name] for there in (env, os.environ) for name in names if there.get(name)), "")
    return ",".join(filter(None, (known, HOST, "localhost")))


# ------------------------------------------------------------------------------------------------------------ requests


class Requests:
    """The requests of one turn: each is an observation that counts once, and its reply is what the kernel decided."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._numbers = itertools.count(1)

    def claim(self, kind: str, data: dict[str, JsonValue], *, live: bool = False, key: str = "") -> Requested:
        """What the agent asks, as an observation. A `key` of its own names it for the whole attempt."""
        turn: TurnStarted = self._call.decision
        named = f"{turn.node}/{turn.attempt}@{key}" if key else ""
        return Requested(
            node=turn.node,
            attempt=turn.attempt,
            turn=turn.turn,
            request=named or f"{turn.node}/{turn.attempt}/{turn.turn}#{next(self._numbers)}",
            kind=kind,
            data=data,
            live=live,
            keyed=bool(key),
        )

    async def ask(self, kind: str, data: dict[str, JsonValue], key: str = "") -> Reply:
        """Put a request before the kernel; the reply comes when the decision is on disk.

        The same `key` again, in whatever turn of the attempt, is the same request and gets the same reply.
        """
        claim = self.claim(kind, data, live=True, key=key)
        events = await self._call.ask(claim)
        judged = (event.body for event in events if isinstance(event.body, RequestJudged))
        found = next((body for body in judged if body.request == claim.request), None)
        if found is None and claim.request in self._call.state.judged:
            asked, found = self._call.state.judged[claim.request]
            if (found.kind, asked) != (kind, data):
                return Reply("Denied: this key names another request of yours; give each request its own.", True)
        if found is None:
            return Reply("Denied: the run is over.", True)
        given: dict[str, JsonValue] = {"granted": found.granted, **found.given}
        if not found.granted:
            return Reply(f"Denied: {found.reason}.", True, given | {"reason": found.reason})
        return Reply(_granted(found), given=given)


def _granted(judged: RequestJudged) -> str:
    child = judged.given.get("child")
    match judged.kind:
        case "ask" | "escalate":
            return "Your question is on record. End your turn now; the answer comes as your next prompt."
        case "spawn" | "run_workflow":
            return f"Granted: {judged.node}/{child} does it. You are prompted when it settles, or asks something."
        case "answer":
            return f"Granted: {child} goes on with your answer."
        case "skip_child":
            return f"Granted: {child} is given up."
        case "retry_child":
            return f"Granted: {child} tries again."
    return "Granted: nothing of the stage is open. Give your verdict and end your turn; the engine checks the gate."
