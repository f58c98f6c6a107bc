# SPDX-License-Identifier: Apache-2.0
"""Notes typed for a hold and not sent, kept in the data directory until a person drops them. No Qt in here."""

from __future__ import annotations

import json
import os
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "unsent-notes.json"

MOST = 200
"""So many notes are kept; the oldest go first."""


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
    """A small file, or nothing but memory; what it does not hold, or holds wrongly, is as if it were new."""

    def __init__(self, data_dir: Path | None = None) -> None:
        self._path = data_dir / NAME if data_dir is not None else None
        self._notes: dict[tuple[str, str], UnsentNote] = {}
        kept: object = []
        with suppress(OSError, ValueError):
            kept = json.loads(self._path.read_bytes()) if self._path is not None else []
        for entry in kept if isinstance(kept, list) else []:
            if (note := _note_of(entry)) is not None:
                self._notes[note.key] = note

    def text(self, key: tuple[str, str]) -> str:
        """What was typed for a hold; empty for nothing."""
        note = self._notes.get(key)
        return note.text if note is not None else ""

    def put(self, note: UnsentNote) -> None:
        """Keep a note in place of the one before; an empty one forgets it. Raises OSError, and keeps it in memory."""
        if note.text == self.text(note.key):
            return
        self._notes.pop(note.key, None)
        if note.text.strip():
            self._notes[note.key] = note
        while len(self._notes) > MOST:
            self._notes.pop(next(iter(self._notes)))
        self._write()

    def drop(self, key: tuple[str, str]) -> None:
        """Forget a note: it was sent, or nobody wants it. Raises OSError."""
        if self._notes.pop(key, None) is not None:
            self._write()

    def orphans(self, waiting: Container[tuple[str, str]]) -> list[UnsentNote]:
        """Notes whose hold is not among those that wait, the newest first."""
        return [note for note in reversed(self._notes.values()) if note.key not in waiting]

    def _write(self) -> None:
        if self._path is None:
            return
        part = self._path.with_name(f"{NAME}.{os.getpid()}.part")
        part.write_text(json.dumps([asdict(note) for note in self._notes.values()], indent=1), encoding="utf-8")
        os.replace(part, self._path)


def _note_of(entry: object) -> UnsentNote | None:
    if not isinstance(entry, Mapping):
        return None
    parts = [part for name in _PARTS if isinstance(part := entry.get(name), str)]
    return UnsentNote(*parts) if len(parts) == len(_PARTS) else None
