# SPDX-License-Identifier: Apache-2.0
"""Follows the transcript of the selected attempt in a thread and tells the view what has come."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from pathlib import Path
from typing import cast, get_args

from shiboken6 import isValid

from app.tasks import Tasks
from app.transcript import Entry, Kind, Place, TranscriptView
from engine.agents.transcript import Entry as Recorded
from engine.agents.transcript import TranscriptReader
from engine.projections.words import amount

FRAME_S = 0.066
"""The shortest time between two looks, in seconds: each that finds something paints the whole view."""

IDLE_S = 0.5
"""The longest time between two looks while nothing comes, in seconds."""

_KEPT = 512
_KEPT_CHARS = 4_000_000
_KINDS = frozenset(get_args(Kind))
_STAND_INS: dict[str, tuple[Kind, str]] = {"plan": ("notice", "Plan"), "permission": ("notice", "Permission")}
_STOPS = {
    "end_turn": "The turn ended.",
    "max_tokens": "Cut off: no tokens were left.",
    "refusal": "The model declined.",
}
_USAGE = (
    ("input", "tokens in"),
    ("output", "out"),
    ("cache_read", "read from the cache"),
    ("cache_write", "written to the cache"),
)


class FileSource:
    """The entries of a transcript file as the view wants them. A thread adds to it while the window reads."""

    def __init__(self, path: Path) -> None:
        self._reader = TranscriptReader(path)
        self._lock = threading.Lock()
        self._count = 0
        self._kept: OrderedDict[int, Entry] = OrderedDict()
        self._kept_chars = 0

    def __len__(self) -> int:
        return self._count

    def entry(self, i: int) -> Entry:
        """Entry `i` as it is shown; kept, so that a repaint reads nothing."""
        if not 0 <= i < self._count:
            raise IndexError(i)
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
        return self._reader.size_hint(i)

    def look(self) -> int:
        """From a thread: find what has come. How many entries, or -1 where the file is another one now."""
        with self._lock:
            return self._reader.refresh()

    def reveal(self) -> int:
        """In the window: let the view see what `look` found; gives how many entries are new."""
        with self._lock:
            found = len(self._reader)
        new, self._count = found - self._count, found
        return new

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

    def show(self, path: Path | None) -> None:
        """Follow this file from now on; None: none."""
        if path == self._path:
            return
        self._keep_place()
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
        try:
            await self._open(source, self._places.get(path))
            wait = FRAME_S
            while True:
                await asyncio.sleep(wait)
                found = await asyncio.to_thread(source.look)
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

    async def _open(self, source: FileSource, place: Place | None) -> None:
        await asyncio.to_thread(source.look)
        if isValid(self._view):
            source.reveal()
            self._view.set_source(source, place)


def shown(entry: Recorded) -> Entry:
    """A recorded entry as the view shows it."""
    kind, title, text = str(entry.kind), entry.title, entry.text
    if kind not in _KINDS:
        kind, title = _STAND_INS.get(kind, ("raw", kind))[0], title or _STAND_INS.get(kind, ("raw", kind))[1]
    if kind == "stop":
        text = _STOPS.get(text, text.replace("_", " "))
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


def usage_words(meta: object) -> str:
    """The figures of a usage entry in words; what is not told is left out."""
    if not isinstance(meta, dict):
        return "usage unknown"
    parts = [
        f"{meta[key]:,} {words}"
        for key, words in _USAGE
        if isinstance(meta.get(key), int) and meta.get(key) is not None
    ]
    cost = meta.get("cost")
    if isinstance(cost, (int, float)):
        parts.append(amount("cost", float(cost)))
    whole = "whole turn: " if meta.get("total") is True else ""
    return whole + (", ".join(parts) or "usage unknown")
