# SPDX-License-Identifier: Apache-2.0
"""The ways out of an agent's closed network while a turn runs: to the model gateway, and to the engine's own tools."""

from __future__ import annotations

import asyncio
import importlib
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine.agents import backend, keys
from engine.agents.pointing import PORT, URL, pointed, provider_of, refusal
from engine.agents.protocol import Turn, TurnResult
from engine.errors import UsageError
from engine.placement import Relay
from engine.runtime.service import URL as TOOLS

if TYPE_CHECKING:
    from engine.agents.gateway import Gateway

_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Ways:
    """The turn with its ways, and what was measured on them."""

    turn: Turn
    gateway: Gateway | None = None

    def judged(self, result: TurnResult) -> TurnResult:
        """The turn's result with what was measured, where anything was."""
        return result if self.gateway is None else self.gateway.judged(result)


@asynccontextmanager
async def ways_of(turn: Turn) -> AsyncIterator[Ways]:
    """What the turn's network takes: nothing for an open one. Left, no way is left.

    Raises:
        UsageError: the agent's backend cannot use the gateway, or there is no key for it.
    """
    network = turn.role.network
    if network == "open" or backend(turn.role).capabilities.calls_model:
        yield Ways(turn)
        return
    async with AsyncExitStack() as stack:
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="ph-ways-"))  # a socket's path has to be short
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        relays: list[Relay] = []
        if (url := turn.env.get(TOOLS)) is not None:
            port = urlsplit(url).port or 80
            await stack.enter_async_context(_forwarded(folder / "tools", port))
            relays.append(Relay(port, folder / "tools"))
        if network == "model":
            found = await _model_gateway(stack, turn, folder / "model", relays)
            yield found
        else:
            yield Ways(replace(turn, relays=tuple(relays)))


async def _model_gateway(stack: AsyncExitStack, turn: Turn, path: Path, relays: list[Relay]) -> Ways:
    if (refused := refusal(turn.role)) is not None or (provider := provider_of(turn.role)) is None:
        raise UsageError(f"the role cannot work: {refused}.")
    key = await asyncio.to_thread(keys.key_of, provider)
    if key is None and turn.access.base_url is None:
        raise UsageError(keys.missing(provider))
    module = await asyncio.to_thread(importlib.import_module, "engine.agents.gateway")
    serving = await asyncio.to_thread(importlib.import_module, "engine.agents.serving")
    made = module.gateway(provider, key, turn.access, turn.allowance, turn.provider)
    gateway: Gateway = await stack.enter_async_context(made)
    await stack.enter_async_context(serving.served(gateway, path))
    env, inside = {**turn.env, **pointed(turn.role)}, replace(turn.access, base_url=URL)
    return Ways(replace(turn, env=env, access=inside, relays=(*relays, Relay(PORT, path))), gateway)


@asynccontextmanager
async def _forwarded(path: Path, port: int) -> AsyncIterator[None]:
    """A socket that leads to a port of this machine's loopback."""
    open_: set[asyncio.Task[None]] = set()

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there = await asyncio.open_connection("127.0.0.1", port)
            async with asyncio.TaskGroup() as group:
                group.create_task(_pour(reader, there[1]))
                group.create_task(_pour(there[0], writer))

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(join(reader, writer))
        open_.add(task)
        task.add_done_callback(open_.discard)

    server = await asyncio.start_unix_server(begin, path)
    try:
        yield
    finally:
        server.close()
        for task in open_:
            task.cancel()
        await asyncio.gather(*open_, return_exceptions=True)


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
