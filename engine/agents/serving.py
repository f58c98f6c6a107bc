# SPDX-License-Identifier: Apache-2.0
"""Serves an ASGI application of ours on a socket that listens already, inside the engine's own loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_BACKLOG = 128
_ROUNDS = 5
"""Turns of the loop in which a connection that was just accepted shows up."""


async def serve(app: ASGIApp, listening: socket.socket, stop: asyncio.Event) -> None:
    """Serve until `stop`; the socket is closed then, and every answer that is under way is cancelled."""
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what a client does wrong is told to the client
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
    )
    await _Uvicorn(config, stop).serve([listening])


@asynccontextmanager
async def served(app: ASGIApp, path: Path) -> AsyncIterator[None]:
    """Serve on a socket of this path (at most 100 bytes long), until left."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(_BACKLOG)
        stop = asyncio.Event()
        serving = asyncio.ensure_future(serve(app, listening, stop))
        try:
            yield
        finally:
            stop.set()
            await serving


class _Uvicorn(uvicorn.Server):
    """Leaves signals to the engine, and ends when it is told."""

    def __init__(self, config: uvicorn.Config, stop: asyncio.Event) -> None:
        super().__init__(config)
        self._stop = stop

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        await self._stop.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """At once: no turn runs any more, so nobody waits for an answer."""
        for server in self.servers:
            server.close()
        for _ in range(_ROUNDS):
            answering = list(self.server_state.tasks)
            for task in answering:
                task.cancel()
            for connection in list(self.server_state.connections):
                connection.transport.abort()
            await asyncio.wait([asyncio.ensure_future(asyncio.sleep(0)), *answering])
