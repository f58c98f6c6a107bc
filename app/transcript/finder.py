# SPDX-License-Identifier: Apache-2.0
"""Finding in a transcript: the bar, the search in slices, and what matches are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.figures import numeral, percent
from app.text import utf16_index
from app.transcript.findbar import FindBar
from app.transcript.scroll import Scroll
from app.transcript.search import Hit, Search, pattern_of
from app.translate import tr

_SLICE_S = 0.005
_MATCHES_DRAWN = 200


class Finder(QObject):
    """
    Runs one search at a time over the entries of a `Scroll`.

    Attributes:
        bar: where one types; a child of the view.
        needle: what was asked for last.
    """

    found = Signal(Hit)  # after a hit; the view shows it
    failed = Signal(str)  # after the whole transcript was searched in vain, with a sentence
    marks_changed = Signal()  # after other matches are to be drawn

    def __init__(self, scroll: Scroll, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = FindBar(parent)
        self.needle = ""
        self._scroll = scroll
        self._search: Search | None = None
        self._last: Hit | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_slice)
        self.bar.asked.connect(self.find)
        self.bar.closed.connect(self.stop)

    def find(self, needle: str, forward: bool = True) -> None:
        """Searches on from the last hit, or from the reader's place."""
        if needle != self.needle:
            self.needle = needle
            self._last = None
            self.marks_changed.emit()
        self._search = None
        if needle:
            start = self._start(forward)
            self._search = Search(self._scroll.source, self._scroll.count, needle, start, forward=forward)
            self._timer.start()

    def _start(self, forward: bool) -> tuple[int, int]:
        """From where to search on: behind the last hit, or before it."""
        hit = self._last
        if hit is None:
            return self._scroll.top, 0
        if hit.where == "body":
            return hit.entry, hit.end if forward else hit.start
        return hit.entry, 1 if forward else 0

    def again(self, forward: bool) -> None:
        """Searches for the same text once more."""
        self.find(self.needle, forward)

    def stop(self) -> None:
        """Forgets the search that runs."""
        self._search = None
        self.marks_changed.emit()

    def reset(self) -> None:
        """Another transcript is shown."""
        self._search = None
        self._last = None
        self.bar.tell("")

    def shift(self, n: int) -> None:
        """Entries were added or taken away before the first."""
        self._search = None
        if self._last is not None:
            moved = self._last.entry + n
            self._last = replace(self._last, entry=moved) if moved >= 0 else None

    def marks(self, body: str) -> Iterator[tuple[int, int, str]]:
        """The matches in a text, as marks for painting; only while the bar is open."""
        if not self.needle or not body or self.bar.isHidden():
            return
        where = partial(utf16_index, body)
        for n, match in enumerate(pattern_of(self.needle).finditer(body)):
            if n == _MATCHES_DRAWN:
                break
            yield where(match.start()), where(match.end()), "match"

    def _on_slice(self) -> None:
        search = self._search
        if search is None:
            return
        hit = search.step(_SLICE_S)
        if hit is None and not search.done:
            self.bar.tell(
                tr("{share} searched").format(share=percent(100 * search.looked_at // max(1, self._scroll.count)))
            )
            self._timer.start()
            return
        self._search = None
        self._last = hit
        if hit is None:
            self.bar.tell(tr("No match"))
            self.failed.emit(tr("No match in this transcript"))
            return
        words = tr("Entry {n}, in the part not shown") if hit.where == "hidden" else tr("Entry {n}")
        self.bar.tell(words.format(n=numeral(hit.entry + 1)))
        self.found.emit(hit)
