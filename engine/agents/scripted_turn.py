# SPDX-License-Identifier: Apache-2.0
"""A turn of the scripted agent that asks for permission: its lines as always, and the answers to its questions."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from engine.agents.output import JsonlOutput
from engine.agents.process_turn import Dialogue
from engine.agents.protocol import Permission, PermissionAnswer, Watcher
from engine.agents.transcript import TranscriptWriter
from engine.agents.usage import UsageMeter
from engine.placement import Control


class ScriptedTurn(Dialogue):
    """`feed` and `finish` on the process's thread, everything else on the loop."""

    def __init__(self, writer: TranscriptWriter, meter: UsageMeter) -> None:
        super().__init__()
        self._writer = writer
        self._lines = _Lines(writer, meter, self._ask)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._control: Control | None = None
        self._asked: asyncio.Queue[Permission] = asyncio.Queue()
        self._answered: deque[tuple[Permission, PermissionAnswer]] = deque()

    @property
    def last_message(self) -> str:
        return self._lines.last_message

    async def talk(self, control: Control, watcher: Watcher) -> None:
        self._loop, self._control = asyncio.get_running_loop(), control
        while True:
            asked = await self._asked.get()
            with control.clocks_stop():
                given = await watcher.permission(asked)
            self._answered.append((asked, given))
            control.write(json.dumps({"allow": given.allow, "note": given.note}).encode() + b"\n")

    def interrupt(self) -> None:
        assert self._control is not None
        self._control.interrupt()

    def feed(self, chunk: bytes) -> None:
        self._tell_answers()
        self._lines.feed(chunk)
        self._look()

    def finish(self) -> None:
        self._tell_answers()
        self._lines.finish()
        self._look()

    def _look(self) -> None:
        self.stop, self.error, self.requests = self._lines.stop, self._lines.error, self._lines.requests

    def _ask(self, asked: Permission) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop was closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._asked.put_nowait, asked)

    def _tell_answers(self) -> None:
        """What was answered since; the agent says nothing more before it knows."""
        while self._answered:
            asked, given = self._answered.popleft()
            meta = {"id": asked.id, "name": asked.tool, "outcome": "allowed" if given.allow else "denied"}
            self._writer.add("permission", given.note, meta=meta)


class _Lines(JsonlOutput):
    """One event a line, a question among them."""

    def __init__(self, writer: TranscriptWriter, meter: UsageMeter, ask: Callable[[Permission], None]) -> None:
        super().__init__(writer, meter, requests=True)
        self._ask = ask

    def _take(self, event: Mapping[str, Any]) -> bool:
        match event:
            case {"type": "permission", "id": str(key), "tool": str(tool), "input": dict(given)}:
                self._ask(Permission(key, tool, given))
                return True
        return super()._take(event)
