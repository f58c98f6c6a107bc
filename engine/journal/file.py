# SPDX-License-Identifier: Apache-2.0
"""The file under the writer: opened, mended, appended to. Runs in the writer's thread; knows of no loop.

`end` is how far the file is known to be on disk. Anything behind it that is not ours is cut off, and kept aside first.
"""

from __future__ import annotations

import errno
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.errors import JournalDamaged, JournalReadOnly
from engine.journal.reader import Loaded, classify, refuse_damage, scan
from engine.journal.record import hash_of
from engine.journal.storage import Storage, write_all, write_atomic, write_new
from engine.journal.upgrade import format_of, upgraded

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Torn:
    """A cut tail: `size` bytes behind record `after`, kept in the file `kept`."""

    size: int
    kept: Path
    after: int


class JournalFile:
    """An open journal whose descriptor is given up at the first error, and opened again by `reopen` only."""

    def __init__(self, path: Path, storage: Storage, loaded: Loaded) -> None:
        self.path = path
        self.loaded = loaded
        self.torn: Torn | None = None
        self._storage = storage
        self._handle: int | None = None
        self._end = loaded.size
        self._tip = loaded.tip

    @classmethod
    def open(cls, path: Path, known_types: frozenset[str] | None, storage: Storage) -> Self:
        """Verify, cut a torn tail aside, and sync: what a killed process wrote may not be on disk yet.

        One of an older format is first put in ours, whole or not at all, and kept as `journal.jsonl.v<format>`.

        Raises JournalReadOnly, JournalDamaged (nothing is changed by then) and OSError.
        """
        try:
            raw = storage.read(path)
        except FileNotFoundError:
            raw = b""
        loaded = scan(raw)
        reason = classify(loaded, known_types)
        if reason is not None:
            raise JournalReadOnly(f"{str(path)!r} can only be read: {reason}")
        refuse_damage(path, loaded)
        if (ours := upgraded(raw)) is not raw:
            write_atomic(storage, path.with_name(f"{path.name}.v{format_of(raw)}"), raw)
            write_atomic(storage, path, ours)
        file = cls(path, storage, loaded)
        if loaded.torn is not None:
            file.torn = file._keep(loaded.torn, after=loaded.last_seq)
        file._settle(b"", cut=loaded.torn is not None)
        storage.sync_dir(path.parent)
        return file

    def append(self, data: bytes) -> None:
        """Whole lines, on disk when this returns. Raises OSError; then only `reopen` helps."""
        if self._handle is None:
            raise OSError(errno.EBADF, "not open after an earlier failure", str(self.path))
        try:
            self._expect(self._handle, self._end)
            write_all(self._storage, self._handle, data)
            self._storage.sync(self._handle)
            self._expect(self._handle, self._end + len(data))
        except BaseException:
            self.close()
            raise
        self._advance(data)

    def reopen(self, data: bytes, after: int) -> Torn | None:
        """Open anew, cut to what was durable (record `after`), append `data`, which may be there in part already.

        Gives back what was cut, if it was not ours. Raises JournalDamaged if the durable part has changed; OSError.
        """
        raw = self._storage.read(self.path)
        durable = scan(raw[: self._end])
        if (durable.size, durable.tip) != (self._end, self._tip):
            refuse_damage(self.path, durable)
            what = f"its first {self._end} bytes are no longer what was written and synced"
            raise JournalDamaged(
                f"{str(self.path)!r} was changed while in use: {what}; nothing further was written",
                line=len(durable.records) + 1,
                what=what,
            )
        foreign = raw[self._end :]
        torn = self._keep(foreign, after=after) if not data.startswith(foreign) else None
        self._settle(data, cut=bool(foreign))
        self._advance(data)
        return torn

    def close(self) -> None:
        """Give the descriptor up."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            with suppress(OSError):
                self._storage.close(handle)

    def _settle(self, data: bytes, *, cut: bool) -> None:
        """Open, cut to `_end`, append, sync."""
        self._handle = handle = self._storage.open_append(self.path)
        try:
            if cut:
                self._storage.truncate(handle, self._end)
            self._expect(handle, self._end)
            write_all(self._storage, handle, data)
            self._storage.sync(handle)
        except BaseException:
            self.close()
            raise

    def _advance(self, data: bytes) -> None:
        self._end += len(data)
        if data:
            self._tip = hash_of(data[data.rfind(b"\n", 0, -1) + 1 : -1])

    def _expect(self, handle: int, size: int) -> None:
        found = self._storage.size(handle, self.path)
        if found != size:
            raise OSError(
                errno.EIO, f"is {found} bytes long where {size} were expected: written by another", str(self.path)
            )

    def _keep(self, tail: bytes, *, after: int) -> Torn:
        number = 1
        while True:
            kept = self.path.with_name(f"{self.path.stem}.torn-{number}")
            try:
                write_new(self._storage, kept, tail)
            except FileExistsError:
                number += 1
            else:
                return Torn(len(tail), kept, after)
