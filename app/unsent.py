# SPDX-License-Identifier: Apache-2.0
"""Notes typed for a hold and not sent, kept in the data directory until a person drops them. No Qt in here."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "unsent-notes.json"

MOST = 200
"""So many notes are kept; the oldest go first."""

MOST_BYTES = 64 << 20
"""A file that is larger was not made here."""


_PARTS = ("run", "hold", "node", "title", "text")


@dataclass(frozen=True, slots=True)
class UnsentNote:
    """A note, and the hold that it was typed for: its run by id and title, and its block."""

    run: str
    hold: str
    node: str
    title: str
    text: str

    @property
    def key(self) -> tuple[str, str]:
        """The hold that it was typed for."""
        return self.run, self.hold


class Unsent:
    """A small file that all windows share, or nothing but memory; what it holds wrongly is as if it were not there."""

    def __init__(self, data_dir: Path | None = None) -> None:
        self._path = data_dir / NAME if data_dir is not None else None
        self._stamp: tuple[int, int] | None = None
        self._notes: dict[tuple[str, str], UnsentNote] = {}
        self._unwritten: dict[tuple[str, str], UnsentNote] = {}
        self._refresh()

    def text(self, key: tuple[str, str]) -> str:
        """What was typed for a hold; empty for nothing."""
        self._refresh()
        note = self._notes.get(key)
        return note.text if note is not None else ""

    def put(self, note: UnsentNote) -> None:
        """Keep a note in place of the one before; an empty one forgets it. Raises OSError, and keeps it in memory."""
        if note.text == self.text(note.key):
            return
        self._notes.pop(note.key, None)
        self._unwritten.pop(note.key, None)
        if note.text.strip():
            self._notes[note.key] = self._unwritten[note.key] = note
        while len(self._notes) > MOST:
            self._notes.pop(next(iter(self._notes)))
        self._write()

    def drop(self, key: tuple[str, str]) -> None:
        """Forget a note: nobody wants it. Raises OSError."""
        self._refresh()
        self._unwritten.pop(key, None)
        if self._notes.pop(key, None) is not None:
            self._write()

    def sent(self, key: tuple[str, str], note: str) -> None:
        """A hold was answered with `note`: what was typed for it is forgotten, unless it says more. Raises OSError."""
        if is_in(self.text(key), note):
            self.drop(key)

    def orphans(self, waiting: Container[tuple[str, str]]) -> list[UnsentNote]:
        """Notes whose hold is not among those that wait, the newest first."""
        self._refresh()
        return [note for note in reversed(self._notes.values()) if note.key not in waiting]

    def _refresh(self) -> None:
        """Read the file if it is not as it was left: another window wrote it. What was not written stays."""
        stamp = self._stamp_now()
        if self._path is None or stamp is None or stamp == self._stamp:
            return
        self._stamp = stamp
        kept: object = None
        if stamp[1] <= MOST_BYTES:
            with suppress(OSError, ValueError, RecursionError):
                kept = json.loads(self._path.read_bytes())
        notes = [note for entry in kept if (note := _note_of(entry)) is not None] if isinstance(kept, list) else []
        self._notes = {note.key: note for note in notes} | self._unwritten

    def _stamp_now(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = self._path.stat() if self._path is not None else None
            if found is not None and stat.S_ISREG(found.st_mode):
                return found.st_mtime_ns, found.st_size
        return None

    def _write(self) -> None:
        if self._path is None:
            return
        part = self._path.with_name(f"{NAME}.{os.getpid()}.part")
        part.write_text(json.dumps([asdict(note) for note in self._notes.values()], indent=1), encoding="utf-8")
        os.replace(part, self._path)
        self._unwritten.clear()
        self._stamp = self._stamp_now()


def is_in(text: str, sent: str) -> bool:
    """Whether all that stands in a field is in the note that was sent; spaces and lines do not count."""
    return " ".join(sent.split()).startswith(" ".join(text.split()))


def _note_of(entry: object) -> UnsentNote | None:
    if not isinstance(entry, Mapping):
        return None
    parts = [part for name in _PARTS if isinstance(part := entry.get(name), str)]
    return UnsentNote(*parts) if len(parts) == len(_PARTS) else None
