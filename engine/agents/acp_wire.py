# SPDX-License-Identifier: Apache-2.0
"""The connection between the protocol's SDK and a supervised process: whole messages, each line kept as it came.

Updates never reach the SDK, whose handlers run concurrently and refuse what they do not know: they are taken here, on
the process's own thread, in order. So a flood of them costs the event loop nothing. Requests and answers go to the SDK.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from engine.agents.acp_updates import Updates, is_content
from engine.agents.output import Lines, decode
from engine.agents.transcript import TranscriptWriter
from engine.placement import Control

LINE_LIMIT = 16 << 20
"""Bytes of a message; a longer one is kept raw, in part, and otherwise unread."""
_MOST_WAITING = 1_000
"""Messages that the loop has not taken yet. An agent that asks more than that at once is ended."""

Message = dict[str, Any]


class Wire:
    """A `Transport` of the SDK, fed from the process's thread and read on the loop."""

    def __init__(self, writer: TranscriptWriter, updates: Updates, control: Control) -> None:
        """Made on the loop that reads it."""
        self.answer: Message | None = None
        """What came back for the prompt."""
        self.flooded = False
        self.replayed = 0
        """Updates of earlier turns, which the agent told again."""
        self.on_update: Callable[[], None] | None = None
        """Called on the process's thread after an update was taken."""
        self._writer = writer
        self._updates = updates
        self._control = control
        self._loop = asyncio.get_running_loop()
        self._lines = Lines(LINE_LIMIT)
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._waiting = 0
        self._prompted: int | None = None

    # ----------------------------------------------------------------------------------------------- for the SDK

    async def send(self, message: Message) -> None:
        """One message to the agent."""
        if message.get("method") == "session/prompt":
            self._prompted = message["id"]
        self._control.write(json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n")

    def notify(self, method: str, params: Message) -> None:
        """A notification to the agent, at once; from any thread."""
        line = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}, separators=(",", ":"))
        self._control.write(line.encode() + b"\n")

    async def receive(self) -> Message | None:
        """The next message that is not an update; None: there will be no more."""
        message = await self._messages.get()
        self._waiting -= 1
        return message

    async def close(self) -> None:
        """The process is ended by whoever runs it."""

    # ------------------------------------------------------------------------------------ on the process's thread

    def feed(self, chunk: bytes) -> None:
        """What the process wrote."""
        for line, dropped in self._lines.feed(chunk):
            self._line(line, dropped)

    def finish(self) -> None:
        """The process writes no more."""
        for line, dropped in self._lines.finish():
            self._line(line, dropped)
        self._pass(None)

    def _line(self, line: bytes, dropped: int) -> None:
        if not line.strip():
            return
        message = None if dropped else _message(line)
        if message is not None and message.get("method") == "session/update":
            return self._update(line, message)
        self._writer.raw(line + b"\n")
        if message is None:
            self._updates.flush()
            self._writer.add("raw", decode(line, dropped))
        elif isinstance(message.get("method"), str):
            if "id" in message:  # a notification of any other kind is in the raw transcript, and asks for nothing
                self._ask(message)
        elif isinstance(message.get("id"), int):
            if message["id"] == self._prompted:
                self.answer = message
            self._pass(message)

    def _update(self, line: bytes, message: Message) -> None:
        params = message.get("params")
        update = params.get("update") if isinstance(params, dict) else params
        if self._prompted is None:
            self.replayed += is_content(update)
            return
        self._writer.raw(line + b"\n")
        self._updates.take(update)
        if self.on_update is not None:
            self.on_update()

    def _ask(self, message: Message) -> None:
        if message["method"] == "session/request_permission" and isinstance(params := message.get("params"), dict):
            call = self._updates.tool(params["toolCall"]) if isinstance(params.get("toolCall"), dict) else None
            if call is not None:
                self._updates.tell(call)
        self._pass(message)

    def _pass(self, message: Message | None) -> None:
        if self._waiting > _MOST_WAITING:
            if not self.flooded:
                self.flooded = True
                self._control.kill()
            return
        self._waiting += 1
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)


def _message(line: bytes) -> Message | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
