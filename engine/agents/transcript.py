# SPDX-License-Identifier: Apache-2.0
"""The transcript of an attempt: one JSON line an entry, written while the agent works, followed by whoever looks.

The kinds are those of the Agent Client Protocol's updates. `at_ms` is wall-clock time in ms since 1970. Beside it stand
the raw output (`raw.jsonl` or `raw.log`) and `stderr.log`. Each file is bounded; what was dropped is said in a notice.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self, cast, get_args

from engine.agents.files import open_to_append, open_to_read, replace_inside
from engine.errors import TranscriptUnwritable

TRANSCRIPT = "transcript.jsonl"
STDERR = "stderr.log"

Kind = Literal[
    "prompt",
    "message",
    "thought",
    "tool_call",
    "tool_result",
    "plan",
    "usage",
    "permission",
    "error",
    "stop",
    "raw",
    "notice",
]
_KINDS = frozenset(get_args(Kind))
_CONTROL = frozenset(("usage", "stop", "error", "notice", "permission"))
_BUFFER = 1 << 16
"""Bytes that wait for a flush, a file. Hundreds of attempts are at work at once, each with three files."""
"""Kinds that are still written, within a reserve, when a transcript is full."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes that the files of one attempt may take, and characters of one entry's text."""

    entry_chars: int = 1 << 20
    transcript: int = 64 << 20
    raw: int = 64 << 20
    stderr: int = 8 << 20
    reserve: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; never changed. `text` is what the agent gave, to be shown as text whatever it holds."""

    kind: Kind
    text: str
    title: str = ""
    at_ms: int | None = None
    turn: int = 0
    is_error: bool = False
    meta: Mapping[str, object] = field(default_factory=dict)


def prompt_name(turn: int) -> str:
    """The file that holds the prompt of a turn."""
    return "prompt.md" if turn == 1 else f"prompt-{turn}.md"


class TranscriptWriter:
    """Writes what one turn adds. For one thread at a time, and never the event loop's.

    Everything raises `TranscriptUnwritable` where it cannot be written.
    """

    def __init__(
        self,
        attempt_dir: Path,
        turn: int,
        raw_name: Literal["raw.jsonl", "raw.log"],
        limits: Limits | None = None,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        limits = limits or Limits()
        self._turn = turn
        self._raw_name = raw_name
        self._entry_chars = limits.entry_chars
        self._now_ms = now_ms
        self._attempt_dir = attempt_dir
        with contextlib.ExitStack() as opened:
            self._raw = opened.enter_context(_Bounded(attempt_dir, raw_name, limits.raw))
            self._stderr = opened.enter_context(_Bounded(attempt_dir, STDERR, limits.stderr))
            self._entries = opened.enter_context(_Bounded(attempt_dir, TRANSCRIPT, limits.transcript, limits.reserve))
            self._entries.end_torn_line()
            opened.pop_all()
        self._files = (self._raw, self._stderr, self._entries)

    def prompt(self, text: str) -> None:
        """Keep the prompt of the turn: as a file of its own, and as an entry."""
        try:
            replace_inside(self._attempt_dir, prompt_name(self._turn), text.encode("utf-8", "replace"))
        except OSError as error:
            raise _unwritable(self._attempt_dir, error) from error
        self.add("prompt", text)

    def add(
        self,
        kind: Kind,
        text: str = "",
        *,
        title: str = "",
        is_error: bool = False,
        meta: Mapping[str, object] | None = None,
    ) -> None:
        """One entry. A text beyond the limit is cut, with a mark that says by how much."""
        if self._entries.full and kind not in _CONTROL:
            self._entries.dropped += len(text)
            return
        if (surplus := len(text) - self._entry_chars) > 0:
            text = f"{text[: self._entry_chars]}\n[{surplus:,} more characters; see {self._raw_name}]"
        line: dict[str, object] = {"kind": kind, "turn": self._turn, "at_ms": self._now_ms()}
        if title:
            line["title"] = title
        if is_error:
            line["is_error"] = True
        if meta:
            line["meta"] = meta
        line["text"] = text
        # Half of a surrogate pair, which JSON can spell, is no character: it becomes a question mark.
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        self._entries.append_whole(data, urgent=kind in _CONTROL)

    def raw(self, chunk: bytes) -> None:
        """Output as it came."""
        self._raw.append(chunk)

    def stderr(self, chunk: bytes) -> None:
        """Diagnostics as they came."""
        self._stderr.append(chunk)

    def flush(self) -> None:
        """Let those who follow see what was added."""
        for file in self._files:
            file.flush()

    def close(self) -> None:
        """Say what was dropped, and close. May be called again."""
        with contextlib.ExitStack() as closing:
            for file in self._files:
                closing.callback(file.close)
            self._tell_drops()

    def _tell_drops(self) -> None:
        for file in self._files:
            if file.dropped and not file.closed:
                self.add(
                    "notice", f"At least {file.dropped:,} bytes were dropped: {file.name} holds at most {file.limit:,}."
                )


class _Bounded:
    """A file that only grows, up to its limit."""

    def __init__(self, folder: Path, name: str, limit: int, reserve: int = 0) -> None:
        self.name = name
        self.limit = limit
        self.dropped = 0
        self.full = False
        """Something was refused; what comes later may not slip in behind the gap."""
        self._folder = folder
        self._reserve = reserve
        try:
            self._file = io.BufferedWriter(io.FileIO(open_to_append(folder, name), "a"), _BUFFER)
            self._size = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise _unwritable(folder / name, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def closed(self) -> bool:
        return self._file.closed

    def append(self, data: bytes) -> None:
        """As much as there is room for."""
        kept = data[: max(0, self.limit - self._size)]
        self.dropped += len(data) - len(kept)
        self._write(kept)

    def append_whole(self, data: bytes, *, urgent: bool = False) -> None:
        """All or nothing."""
        if self._size + len(data) <= self.limit + (self._reserve if urgent else 0):
            self._write(data)
        else:
            self.dropped += len(data)
            self.full = True

    def end_torn_line(self) -> None:
        """What a crash cut off stands on a line of its own, and the next entry on the next."""
        try:
            fd = open_to_read(self._folder / self.name)
            try:
                torn = self._size > 0 and os.pread(fd, 1, self._size - 1) != b"\n"
            finally:
                os.close(fd)
        except OSError as error:
            raise _unwritable(self._folder / self.name, error) from error
        if torn:
            self._write(b"\n")

    def _write(self, data: bytes) -> None:
        self._size += len(data)
        try:
            self._file.write(data)
        except OSError as error:
            raise _unwritable(self._folder / self.name, error) from error

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError as error:
            raise _unwritable(self._folder / self.name, error) from error

    def close(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise _unwritable(self._folder / self.name, error) from error


def _unwritable(path: Path, error: OSError) -> TranscriptUnwritable:
    return TranscriptUnwritable(f"the transcript file {str(path)!r} cannot be written: {error}")


class TranscriptReader:
    """A transcript as a numbered row of entries, growing while it is read. Opens in a moment: nothing is parsed ahead.

    A line without its end is not there yet; a broken one is shown as broken. Not for several threads at once.
    """

    _CHUNK = 1 << 20

    def __init__(self, path: Path) -> None:
        """`path` need not exist yet. Call `refresh` to look."""
        self._path = path
        self._fd: int | None = None
        self._reset()

    def _reset(self) -> None:
        self.close()
        self._scanned = 0
        self._pending_breaks = 0
        self._ends = array("Q")
        self._breaks = array("L")

    def __enter__(self) -> TranscriptReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; `refresh` opens it again."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def refresh(self) -> int:
        """How many entries were added since the last look. A file that was replaced or cut is read anew: then -1.

        After -1 everything is new, and `len` says how much.
        """
        anew = self._replaced()
        if anew:
            self._reset()
        if self._fd is None:
            try:
                self._fd = open_to_read(self._path)
            except OSError:  # not there yet, or something that no transcript is
                return -1 if anew else 0
        before = len(self._ends)
        while chunk := os.pread(self._fd, self._CHUNK, self._scanned):
            self._index(chunk)
        return -1 if anew else len(self._ends) - before

    def _replaced(self) -> bool:
        if self._fd is None:
            return self._scanned > 0 and not self._path.exists()
        ours = os.fstat(self._fd)
        try:
            theirs = os.stat(self._path, follow_symlinks=False)
        except OSError:
            return True
        return (ours.st_dev, ours.st_ino) != (theirs.st_dev, theirs.st_ino) or theirs.st_size < self._scanned

    def _index(self, chunk: bytes) -> None:
        find, count, base = chunk.find, chunk.count, self._scanned + 1
        begin, pending = 0, self._pending_breaks
        while (end := find(b"\n", begin)) >= 0:
            self._ends.append(base + end)
            self._breaks.append(pending + count(b"\\n", begin, end))
            begin, pending = end + 1, 0
        self._pending_breaks = pending + count(b"\\n", begin)
        self._scanned += len(chunk)

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[Entry]:
        return (self.entry(i) for i in range(len(self)))

    def entry(self, i: int) -> Entry:
        """Entry `i`, counted from 0.

        Raises:
            IndexError: there is no such entry.
        """
        if not 0 <= i < len(self._ends):
            raise IndexError(i)
        start, end = self._start(i), self._ends[i] - 1
        line = b"" if self._fd is None else os.pread(self._fd, end - start, start)
        return parse_entry(line)

    def of_kind(self, kind: Kind) -> Iterator[int]:
        """The numbers of the entries of one kind; reads a few bytes of each entry."""
        mark = _head(kind)
        for i in range(len(self._ends)):
            if self._fd is not None and os.pread(self._fd, len(mark), self._start(i)) == mark:
                yield i

    def size_hint(self, i: int) -> tuple[int, int]:
        """Characters and lines of the text of entry `i`, a little too many; nothing is read."""
        if not 0 <= i < len(self._ends):
            raise IndexError(i)
        return max(0, self._ends[i] - self._start(i) - _AROUND_TEXT), self._breaks[i] + 1

    def _start(self, i: int) -> int:
        return self._ends[i - 1] if i else 0


def _head(kind: Kind) -> bytes:
    """What the line of an entry begins with, as `TranscriptWriter.add` writes it."""
    return f'{{"kind":"{kind}",'.encode()


_AROUND_TEXT = len('{"kind":"message","turn":1,"at_ms":1700000000000,"text":""}\n')


def parse_entry(line: bytes) -> Entry:
    """The entry of a line as `TranscriptWriter.add` writes it; a broken one as `raw`, with what it holds."""
    try:
        data = json.loads(line)
        kind, text = data["kind"], data["text"]
        if kind not in _KINDS or not isinstance(text, str):
            raise ValueError(kind)
    except (ValueError, KeyError, TypeError, RecursionError):
        shown = line.decode("utf-8", "replace")
        return Entry("raw", shown, title="broken line", is_error=True)
    return Entry(
        kind=cast(Kind, kind),
        text=text,
        title=str(data.get("title", "")),
        at_ms=_whole(data.get("at_ms")),
        turn=_whole(data.get("turn")) or 0,
        is_error=data.get("is_error") is True,
        meta=data["meta"] if isinstance(data.get("meta"), dict) else {},
    )


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def printable(text: str) -> str:
    """Text of an agent, fit for a terminal: what could act on one (escapes, returns, direction marks) is spelt out."""
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode("ascii") for c in text)
