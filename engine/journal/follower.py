# SPDX-License-Identifier: Apache-2.0
"""Follows a file of lines that grows, is replaced or cut; never eats half a line, never drops a broken one."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

from engine.journal.watch import watching

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

T = TypeVar("T")

CHUNK = 1 << 20
LONGEST_LINE = 64 << 20
_MARK = 256
_SHOWN = 4096
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Broken:
    """A complete line that could not be read: where it starts, its bytes (the first of them, if too long), and why."""

    offset: int
    raw: bytes
    why: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """The file was replaced, cut or made anew: forget what came before, what follows is from its start."""


def json_line(line: bytes) -> dict[str, Any]:
    """The object on a line of JSON. Raises ValueError."""
    value = json.loads(line)
    if not isinstance(value, dict):
        raise ValueError("is no JSON object")
    return value


class Follower(Generic[T]):
    """Gives each line of a file once, as `parse` reads it (ValueError makes it Broken).

    `offset` is where the next line starts; a new Follower may start there. `behind` is true if more can be read at
    once. A missing file has no lines; if it comes back, it starts over.
    """

    def __init__(
        self,
        path: Path,
        parse: Callable[[bytes], T],
        *,
        offset: int = 0,
        chunk: int = CHUNK,
        longest_line: int = LONGEST_LINE,
    ) -> None:
        self.path = path
        self.offset = offset
        self.behind = False
        self._parse = parse
        self._chunk = chunk
        self._longest = longest_line
        self._pending = bytearray()
        self._skipping = False
        self._file: tuple[int, int] | None = None
        self._mark = b""

    def poll(self) -> list[T | Broken | Restarted]:
        """What has come since, at most `chunk` bytes of it. Blocks on the disk only. Raises OSError."""
        try:
            handle = os.open(self.path, _OPEN)
        except (FileNotFoundError, NotADirectoryError):
            return self._gone()
        with open(handle, "rb", buffering=0) as file:
            now = os.fstat(handle)
            if not stat.S_ISREG(now.st_mode):
                return self._gone()
            found: list[T | Broken | Restarted] = []
            if self._is_other(file, now):
                self._forget()
                found.append(Restarted())
            self._file = (now.st_dev, now.st_ino)
            file.seek(self._read_to)
            data = file.read(self._chunk)
        self.behind = self._read_to + len(data) < now.st_size
        self._mark = (self._mark + data)[-_MARK:]
        found.extend(self._lines(data))
        return found

    @property
    def mark(self) -> bytes:
        """The last bytes before what was read; only where no line is half read does it belong to `offset`."""
        return self._mark if not self._pending else b""

    def go_on_from(self, offset: int, mark: bytes) -> bool:
        """Begin at `offset` instead of the start, if the file still has these bytes before it; False: it does not."""
        try:
            with self.path.open("rb") as file:
                now = os.fstat(file.fileno())
                file.seek(offset - len(mark))
                if not mark or file.read(len(mark)) != mark:
                    return False
        except (OSError, ValueError):
            return False
        self.offset, self._mark, self._file = offset, mark, (now.st_dev, now.st_ino)
        return True

    @property
    def _read_to(self) -> int:
        return self.offset + len(self._pending)

    def _gone(self) -> list[T | Broken | Restarted]:
        self.behind = False
        if self._read_to == 0:
            return []
        self._forget()
        return [Restarted()]

    def _forget(self) -> None:
        self.offset = 0
        self._pending.clear()
        self._skipping = False
        self._file = None
        self._mark = b""

    def _is_other(self, file: BinaryIO, now: os.stat_result) -> bool:
        """Whether this is not the file that was read so far; a new one may have got the old one's number."""
        if now.st_size < self._read_to:
            return True
        if self._file is None:
            return False
        if self._file != (now.st_dev, now.st_ino):
            return True
        file.seek(self._read_to - len(self._mark))
        return file.read(len(self._mark)) != self._mark

    def _lines(self, data: bytes) -> list[T | Broken]:
        found: list[T | Broken] = []
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            line = bytes(self._pending) + data[start:end] if self._pending else data[start:end]
            self._pending.clear()
            if not self._skipping:
                found.append(self._read(line))
            self._skipping = False
            self.offset += len(line) + 1
            start = end + 1
        self._pending += data[start:]
        if len(self._pending) > self._longest or self._skipping:
            if not self._skipping:
                why = f"longer than {self._longest} bytes"
                found.append(Broken(self.offset, bytes(self._pending[:_SHOWN]), why))
            self._skipping = True
            self.offset += len(self._pending)
            self._pending.clear()
        return found

    def _read(self, line: bytes) -> T | Broken:
        try:
            return self._parse(line)
        except (ValueError, RecursionError) as error:
            return Broken(self.offset, line, str(error))


@asynccontextmanager
async def following(follower: Follower[T]) -> AsyncIterator[AsyncIterator[list[T | Broken | Restarted]]]:
    """Batches of a follower, as they come, for ever: `async with following(f) as batches: async for items in batches`.

    Reads in a thread; notified of changes where the system can, polling at least every second anyway.
    """
    async with watching(follower.path) as changed:

        async def batches() -> AsyncIterator[list[T | Broken | Restarted]]:
            while True:
                items = await asyncio.to_thread(follower.poll)
                if items:
                    yield items
                if not follower.behind:
                    await changed.wait()

        yield batches()
