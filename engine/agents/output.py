# SPDX-License-Identifier: Apache-2.0
"""Turns an agent's standard output into transcript entries, as it comes: plain text, or one JSON event a line.

Nothing in it is believed: an event is the agent's talk. What the engine may use (usage, stop reason, error class, last
message) is collected as claims. Lines have any length and any bytes.
"""

from __future__ import annotations

import codecs
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.agents.edits import edit_call
from engine.agents.protocol import BudgetKind, Request
from engine.agents.transcript import TranscriptWriter
from engine.agents.usage import UsageMeter
from engine.kernel.requests import KINDS
from engine.policy.failures import FailureClass, as_failure_class

LINE_LIMIT = 8 << 20
"""Bytes of a line that are kept; the rest is dropped, and the entry says so."""
LAST_MESSAGE = 1 << 20
_MAX_REQUESTS = 100
_MAX_WAIT_S = 7 * 86_400


@dataclass(frozen=True, slots=True)
class ErrorSaid:
    """The last error that the agent reported."""

    failure: FailureClass
    message: str
    retry_after_ms: int | None


class Output(Protocol):
    """Takes one turn's standard output; for one thread at a time."""

    stop: str | None
    """The stop reason that counts: the first that is not ``end_turn``, else ``end_turn`` if it was said."""
    error: ErrorSaid | None
    """The last error, unless the agent ended its turn well after it."""
    requests: list[Request]
    short: BudgetKind | None
    """The budget that the turn has used up, so that it is to be stopped."""

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None:
        """The output has ended; a last line without its end counts like any other."""
        ...

    @property
    def last_message(self) -> str: ...


class Lines:
    """Cuts bytes into lines of any length. Keeps at most `limit` bytes of each, and says how many were dropped."""

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self._limit = limit
        self._partial = bytearray()
        self._dropped = 0

    def feed(self, chunk: bytes) -> Iterator[tuple[bytes, int]]:
        """Every line that ended in this chunk, without its line feed, and how many of its bytes were dropped."""
        begin = 0
        while (end := chunk.find(b"\n", begin)) >= 0:
            self._keep(chunk[begin:end])
            yield self._take()
            begin = end + 1
        self._keep(chunk[begin:])

    def finish(self) -> Iterator[tuple[bytes, int]]:
        """The last line, where it had no end."""
        if self._partial or self._dropped:
            yield self._take()

    def _keep(self, part: bytes) -> None:
        room = max(0, self._limit - len(self._partial))
        self._partial += part[:room]
        self._dropped += max(0, len(part) - room)

    def _take(self) -> tuple[bytes, int]:
        line, dropped = bytes(self._partial), self._dropped
        self._partial, self._dropped = bytearray(), 0
        return line, dropped


def decode(line: bytes, dropped: int = 0) -> str:
    """A line as text: invalid bytes become replacement signs, a cut is marked and leaves no half character."""
    if not dropped:
        return line.decode("utf-8", "replace")
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(line)
    return f"{text} [{dropped:,} more bytes of this line were dropped]"


class TextOutput:
    """Plain text: what arrives together is one message."""

    def __init__(self, writer: TranscriptWriter) -> None:
        self.stop: str | None = None
        self.error: ErrorSaid | None = None
        self.requests: list[Request] = []
        self.short: BudgetKind | None = None
        self._writer = writer
        self._lines = Lines()
        self._last: deque[str] = deque()
        self._last_chars = 0

    def feed(self, chunk: bytes) -> None:
        """Only what ends a pending line, or begins one, is looked at line by line: a flood is decoded in one piece."""
        self._writer.raw(chunk)
        first, ended, rest = chunk.partition(b"\n")
        lines = [decode(*line) for line in self._lines.feed(first + ended)]
        whole, more, begun = rest.rpartition(b"\n")
        if more:
            lines.append(decode(whole))
        list(self._lines.feed(begun))
        self._message("\n".join(lines))

    def finish(self) -> None:
        self._message("\n".join(decode(*line) for line in self._lines.finish()))

    @property
    def last_message(self) -> str:
        """All that was said, or the end of it."""
        return "\n".join(self._last)[-LAST_MESSAGE:]

    def _message(self, text: str) -> None:
        if not text.strip():
            return
        self._writer.add("message", text)
        self._last.append(text)
        self._last_chars += len(text)
        while self._last_chars - len(self._last[0]) > LAST_MESSAGE:
            self._last_chars -= len(self._last.popleft())


class JsonLines:
    """Reads one JSON object a line and hands each to `take`; what is none, or what `take` leaves, is recorded raw.

    `before` is called ahead of every line, also of one that is recorded raw.
    """

    def __init__(
        self,
        writer: TranscriptWriter,
        take: Callable[[dict[str, Any]], bool],
        before: Callable[[], None] = lambda: None,
    ) -> None:
        self._writer = writer
        self._take = take
        self._before = before
        self._lines = Lines()

    def feed(self, chunk: bytes) -> None:
        """Bytes as they came, of any length."""
        self._writer.raw(chunk)
        for line in self._lines.feed(chunk):
            self._line(*line)

    def finish(self) -> None:
        """The last line, where it had no end."""
        for line in self._lines.finish():
            self._line(*line)

    def _line(self, line: bytes, dropped: int) -> None:
        self._before()
        if not line.strip():
            return
        event = None if dropped else _event(line)
        if event is None or not self._take(event):
            self._writer.add("raw", decode(line, dropped))


class JsonlOutput:
    """One event a line. A line that is no known event is kept and shown raw.

    Args:
        requests: whether `request` events are requests to the engine; only of an agent that is ours.
    """

    def __init__(self, writer: TranscriptWriter, meter: UsageMeter, *, requests: bool = False) -> None:
        self.stop: str | None = None
        self.error: ErrorSaid | None = None
        self.requests: list[Request] = []
        self.short: BudgetKind | None = None
        self.last_message = ""
        self._writer = writer
        self._meter = meter
        self._takes_requests = requests
        self._json = JsonLines(writer, self._take)
        self._calls: dict[str, str] = {}

    def feed(self, chunk: bytes) -> None:
        self._json.feed(chunk)

    def finish(self) -> None:
        self._json.finish()

    def _take(self, event: Mapping[str, Any]) -> bool:
        """Whether the event was understood."""
        match event:
            case {"type": "message" | "thought" as kind, "text": str(text)}:
                self._writer.add(kind, text)
                if kind == "message":
                    self.last_message = text[-LAST_MESSAGE:]
            case {"type": "tool_call", "name": str(name)}:
                self._tool_call(name, event)
            case {"type": "tool_result"}:
                self._tool_result(event)
            case {"type": "usage"}:
                self._usage(event)
            case {"type": "error"}:
                self._error(event)
            case {"type": "stop", "reason": str(reason)}:
                self._writer.add("stop", reason[:200], is_error=reason != "end_turn")
                self._stopped(reason[:200])
            case {"type": "request", "kind": str(what), "data": dict(data)} if self._takes_requests and what in KINDS:
                if len(self.requests) < _MAX_REQUESTS:
                    self.requests.append(Request(what, data))
                self._writer.add("tool_call", shown(data), meta={"name": what, "argument": argument_of(data)})
            case _:
                return False
        return True

    def _tool_call(self, name: str, event: Mapping[str, Any]) -> None:
        given = event.get("input")
        key = str(event.get("id", ""))[:200]
        if len(self._calls) < 10_000:
            self._calls[key] = name[:200]
        text, more = edit_call(name, given) or (shown(given), {})
        meta = {"id": key, "name": name[:200], "argument": argument_of(given), **more}
        self._writer.add("tool_call", text, meta=meta)

    def _tool_result(self, event: Mapping[str, Any]) -> None:
        key, failed = str(event.get("id", ""))[:200], event.get("is_error") is True
        meta = {"id": key, "name": self._calls.pop(key, ""), "outcome": "error" if failed else "ok"}
        self._writer.add("tool_result", shown(event.get("output")), is_error=failed, meta=meta)

    def _usage(self, event: Mapping[str, Any]) -> None:
        figures = self._meter.take(event)
        told: dict[str, object] = {key: event[key][:200] for key in ("id", "model") if isinstance(event.get(key), str)}
        if event.get("total") is True:
            told["total"] = True
        self._writer.add("usage", meta=told | figures)

    def _error(self, event: Mapping[str, Any]) -> None:
        message = str(event.get("message", ""))[:4_000]
        wait = event.get("retry_after_s")
        if isinstance(wait, bool) or not isinstance(wait, int | float) or not 0 <= wait <= _MAX_WAIT_S:
            wait = None
        retry_after_ms = None if wait is None else round(wait * 1000)
        self.error = ErrorSaid(as_failure_class(event.get("class")), message, retry_after_ms)
        self._writer.add("error", message, title=self.error.failure, is_error=True)

    def _stopped(self, reason: str) -> None:
        if self.stop is None or self.stop == "end_turn":
            self.stop = reason
        if reason == "end_turn":
            self.error = None


def _event(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def shown(value: object) -> str:
    """A JSON value as text for people: a string as it is, anything else indented."""
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return json.dumps(value, ensure_ascii=False, indent=1)
    except RecursionError:
        return "[nested too deeply to be shown]"


def argument_of(given: object) -> str:
    """The first argument of a tool call on one line: enough to tell it from the others."""
    first = next(iter(given.values()), "") if isinstance(given, dict) else given
    if isinstance(first, list):
        first = " ".join(str(item) for item in first[:20])
    return " ".join(str("" if first is None else first)[:400].split())[:200]
