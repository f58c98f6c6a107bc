# SPDX-License-Identifier: Apache-2.0
"""Follows the transcript of the selected attempt in a thread and tells the view what has come."""

from __future__ import annotations

import asyncio
import importlib
import threading
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from shiboken6 import isValid

from app.figures import amount, numeral
from app.tasks import Tasks
from app.transcript import Entry, Kind, Place, TranscriptView
from app.translate import QT_TR_NOOP, tr
from engine.agents.transcript import Entry as Recorded
from engine.agents.transcript import TranscriptReader

FRAME_S = 0.066
"""The shortest time between two looks, in seconds: each that finds something paints the whole view."""

IDLE_S = 0.5
"""The longest time between two looks while nothing comes, in seconds."""

_KEPT = 512
_KEPT_CHARS = 4_000_000
_KINDS = frozenset(get_args(Kind))
_STAND_INS: dict[str, tuple[Kind, str]] = {
    "plan": ("notice", QT_TR_NOOP("Plan")),
    "permission": ("notice", QT_TR_NOOP("Permission")),
}
_STOPS = {
    "end_turn": QT_TR_NOOP("The turn ended."),
    "max_tokens": QT_TR_NOOP("Cut off: no tokens were left."),
    "refusal": QT_TR_NOOP("The model declined."),
}
_USAGE = (
    ("input", QT_TR_NOOP("{n} tokens in")),
    ("output", QT_TR_NOOP("{n} out")),
    ("cache_read", QT_TR_NOOP("{n} read from the cache")),
    ("cache_write", QT_TR_NOOP("{n} written to the cache")),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    An entry that shall be shown: by its number, as a turn's first or last, or as the last one at a time.

    Attributes:
        seq: a note of this line of the journal comes before all that.
        opened: whether it is unfolded too.
    """

    entry: int | None = None
    turn: int | None = None
    end: Literal["", "first", "last"] = ""
    at_ms: int | None = None
    opened: bool = True
    seq: int | None = None


class FileSource:
    """The entries of a transcript file as the view wants them, and between them notes of what happened meanwhile.

    A thread adds to it while the window reads. Notes stand where their time puts them, but never before what the
    window has seen already: nothing that is shown ever moves.
    """

    def __init__(self, path: Path) -> None:
        self._reader = TranscriptReader(path)
        self._found: list[tuple[int, Entry]] = []  # how many entries stand before each note, and the note
        self._notes: tuple[tuple[int, Entry], ...] = ()  # those that the view was told of
        self._lock = threading.Lock()
        self._count = 0
        self._kept: OrderedDict[int, Entry] = OrderedDict()
        self._kept_chars = 0

    def __len__(self) -> int:
        return self._count + len(self._notes)

    def entry(self, i: int) -> Entry:
        """Entry `i` as it is shown; kept, so that a repaint reads nothing."""
        if not 0 <= i < len(self):
            raise IndexError(i)
        before = self._notes_before(i)
        if before and self._notes[before - 1][0] + before - 1 == i:
            return self._notes[before - 1][1]
        i -= before
        known = self._kept.get(i)
        if known is not None:
            self._kept.move_to_end(i)
            return known
        with self._lock:
            entry = shown(self._reader.entry(i))
        self._kept[i] = entry
        self._kept_chars += len(entry.text)
        while len(self._kept) > 1 and (len(self._kept) > _KEPT or self._kept_chars > _KEPT_CHARS):
            _, old = self._kept.popitem(last=False)
            self._kept_chars -= len(old.text)
        return entry

    def size_hint(self, i: int) -> tuple[int, int]:
        """A guess of its characters and lines; nothing is read."""
        before = self._notes_before(i)
        if before and self._notes[before - 1][0] + before - 1 == i:
            text = self._notes[before - 1][1].text
            return len(text), text.count("\n") + 1
        return self._reader.size_hint(i - before)

    def _notes_before(self, i: int) -> int:
        """How many notes there are up to number `i`, itself included."""
        return bisect_right(range(len(self._notes)), i, key=lambda at: self._notes[at][0] + at)

    def find(self, wanted: Wanted) -> int:
        """From a thread: the number of an entry; -1 where there is none like it."""
        for number, (before, note) in enumerate(self._notes):
            if wanted.seq is not None and seq_of(note) == wanted.seq:
                return before + number
        at = self._find(wanted)
        return at if at < 0 else at + sum(before <= at for before, _ in self._notes)

    def _find(self, wanted: Wanted) -> int:
        with self._lock:
            reader = self._reader
            entries = range(len(reader))
            if wanted.entry is not None:
                return wanted.entry if wanted.entry in entries else -1
            if wanted.turn is not None and wanted.end == "first":
                at = bisect_left(entries, wanted.turn, key=lambda i: reader.entry(i).turn)
                return at if at in entries else len(entries) - 1
            if wanted.turn is not None and wanted.end == "last":
                return bisect_right(entries, wanted.turn, key=lambda i: reader.entry(i).turn) - 1
            at_ms = wanted.at_ms if wanted.at_ms is not None else 0
            return max(0, bisect_right(entries, at_ms, key=lambda i: reader.entry(i).at_ms or 0) - 1) if entries else -1

    def look(self, notes: Sequence[Entry] = ()) -> int:
        """From a thread: find what has come. How many entries, or -1 where the file is another one now.

        `notes` are all that there are, each of a line of the journal; those that are known already are passed over.
        """
        with self._lock:
            found = self._reader.refresh()
            entries = range(len(self._reader))
            known = {seq_of(note) for _, note in self._found}
            new = [note for note in notes if seq_of(note) not in known]
            for note in new:
                at = bisect_right(entries, note.at_ms or 0, key=lambda i: self._reader.entry(i).at_ms or 0)
                self._found.append((max(at, self._count, self._found[-1][0] if self._found else 0), note))
            return found if found < 0 else found + len(new)

    def reveal(self) -> int:
        """In the window: let the view see what `look` found; gives how many entries are new."""
        before = len(self)
        with self._lock:
            self._count, self._notes = len(self._reader), tuple(self._found)
        return len(self) - before

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._reader.close()


class TranscriptFollower:
    """Shows one file after another in a view. Each reader's place is kept for when it comes back."""

    def __init__(self, view: TranscriptView, tasks: Tasks) -> None:
        self._view = view
        self._tasks = tasks
        self._task: asyncio.Task[None] | None = None
        self._path: Path | None = None
        self._places: dict[Path, Place] = {}
        self._wanted: Wanted | None = None
        self._notes: Sequence[Entry] = ()
        self._nudged = asyncio.Event()

    def reveal(self, wanted: Wanted) -> None:
        """Bring an entry of the file that is shown into view, as soon as it is read."""
        self._wanted = wanted
        self._nudged.set()

    def show(self, path: Path | None, notes: Sequence[Entry] = ()) -> None:
        """Follow this file from now on; None: none. `notes`, oldest first, stand between its entries."""
        if path != self._path or len(notes) > len(self._notes):
            self._nudged.set()
        self._notes = notes
        if path == self._path:
            return
        self._keep_place()
        self._wanted = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._path = path
        self._view.clear()
        if path is not None:
            self._task = self._tasks.spawn(self._follow(path), "follow a transcript")

    def _keep_place(self) -> None:
        if self._path is not None and len(self._places) < 1_000:
            self._places[self._path] = self._view.place()

    async def _follow(self, path: Path) -> None:
        source = FileSource(path)
        await asyncio.to_thread(importlib.import_module, "pygments.lexers")  # the view colours with it once it is there
        try:
            await self._open(source, self._places.get(path))
            wait = FRAME_S
            while True:
                await self._go_to_wanted(source)
                await self._rest(wait)
                found = await asyncio.to_thread(source.look, self._notes)
                if not isValid(self._view):
                    return
                if found < 0:
                    source.close()
                    source = FileSource(path)
                    await self._open(source, None)
                elif found:
                    self._view.appended(source.reveal())
                wait = FRAME_S if found else min(IDLE_S, wait * 1.5)
        finally:
            source.close()

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._nudged.wait()
        self._nudged.clear()

    async def _go_to_wanted(self, source: FileSource) -> None:
        if (wanted := self._wanted) is None:
            return
        entry = await asyncio.to_thread(source.find, wanted)
        if self._wanted is wanted and isValid(self._view) and 0 <= entry < len(source):
            self._wanted = None
            if wanted.opened:
                self._view.set_open(entry, True)
            self._view.reveal(entry)

    async def _open(self, source: FileSource, place: Place | None) -> None:
        await asyncio.to_thread(source.look, self._notes)
        if isValid(self._view):
            source.reveal()
            self._view.set_source(source, place)


def seq_of(note: Entry) -> int:
    """The line of the journal that a note is of; 0 of an entry that is none."""
    seq = note.meta.get("seq")
    return seq if isinstance(seq, int) else 0


def shown(entry: Recorded) -> Entry:
    """A recorded entry as the view shows it."""
    kind, title, text = str(entry.kind), entry.title, entry.text
    if kind not in _KINDS:
        stand_in, named = _STAND_INS.get(kind, ("raw", kind))
        kind, title = stand_in, title or (tr(named) if kind in _STAND_INS else named)
    if entry.kind == "permission":
        text = _permission_words(entry)
    elif kind == "notice" and title:
        text = f"{title[:1].upper()}{title[1:]}:{chr(10) if entry.kind == 'plan' else ' '}{text}"
    if kind == "stop":
        text = tr(_STOPS[text]) if text in _STOPS else text.replace("_", " ")
    if kind == "usage" and not text:
        text = usage_words(entry.meta)
    return Entry(
        kind=cast(Kind, kind),
        text=text,
        title=title,
        at_ms=entry.at_ms,
        turn=entry.turn,
        is_error=entry.is_error,
        meta=entry.meta,
    )


def _permission_words(entry: Recorded) -> str:
    """What was asked for, and what became of it."""
    name = str(entry.meta.get("name") or tr("a tool"))
    allowed = entry.meta.get("allowed")
    words = tr("Asked for permission") if allowed is None else tr("Allowed") if allowed is True else tr("Denied")
    return f"{words}: {name}" + (f" ({entry.text})" if entry.text else "")


def usage_words(meta: object) -> str:
    """The figures of a usage entry in words; what is not told is left out."""
    if not isinstance(meta, dict):
        return tr("usage unknown")
    parts = [
        tr(words).format(n=numeral(meta[key]))
        for key, words in _USAGE
        if isinstance(meta.get(key), int) and meta.get(key) is not None
    ]
    cost = meta.get("cost")
    if isinstance(cost, (int, float)):
        parts.append(amount("cost", cost))
    told = ", ".join(parts) or tr("usage unknown")
    return tr("whole turn: {usage}").format(usage=told) if meta.get("total") is True else told
