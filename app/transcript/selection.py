# SPDX-License-Identifier: Apache-2.0
"""What is selected, across entries, and the text of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.text import clean, utf16_length, utf16_slice
from app.transcript.body import peek_lines
from app.transcript.looks import LOOKS, head_line
from app.transcript.scroll import Scroll

COPIED_CHARS = 5_000_000
"""The most that is copied at once."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A position in the text of an entry, by Qt's count."""

    entry: int
    position: int


@dataclass(slots=True)
class Selection:
    """From where the mouse went down to where it is; empty if both are the same."""

    anchor: Spot | None = None
    cursor: Spot | None = None

    def clear(self) -> None:
        """Selects nothing."""
        self.anchor = self.cursor = None

    def set(self, anchor: Spot, cursor: Spot) -> None:
        """Selects from one spot to another, in either order."""
        self.anchor, self.cursor = anchor, cursor

    def span(self) -> tuple[Spot, Spot] | None:
        """First and last spot, or None if nothing is selected."""
        if self.anchor is None or self.cursor is None or self.anchor == self.cursor:
            return None
        return min(self.anchor, self.cursor), max(self.anchor, self.cursor)

    def part(self, entry: int, length: int) -> tuple[int, int] | None:
        """Which positions of an entry are selected."""
        span = self.span()
        if span is None or not span[0].entry <= entry <= span[1].entry:
            return None
        start = span[0].position if entry == span[0].entry else 0
        end = span[1].position if entry == span[1].entry else length
        return (start, end) if start < end else None

    def shift(self, n: int) -> None:
        """Entries were added (or, if negative, taken away) before the first."""
        for name in ("anchor", "cursor"):
            spot = getattr(self, name)
            if spot is not None:
                moved = spot.entry + n
                setattr(self, name, Spot(moved, spot.position) if moved >= 0 else Spot(0, 0))


def copied_text(scroll: Scroll, selection: Selection) -> tuple[str, bool]:
    """
    The selected text and whether it was cut at `COPIED_CHARS`.

    Folded entries give their head. An open one that is selected as a whole gives all of its text, also what is not
    shown for its length.
    """
    span = selection.span()
    if span is None:
        return "", False
    parts: list[str] = []
    room = COPIED_CHARS
    for i in range(span[0].entry, min(span[1].entry, scroll.count - 1) + 1):
        part = _copied(scroll, i, span)
        parts.append(part[:room])
        room -= len(part) + 1
        if room <= 0:
            return "\n".join(parts), True
    return "\n".join(parts), False


def _copied(scroll: Scroll, i: int, span: tuple[Spot, Spot]) -> str:
    entry = scroll.source.entry(i)
    look = LOOKS[entry.kind]
    if not scroll.is_open(i, entry) and not peek_lines(entry):
        return head_line(entry)
    ends = {spot.entry for spot in span}
    if i not in ends:
        text = clean(entry.text).rstrip("\n")
        return f"{head_line(entry)}\n{text}" if look.head else text
    body = scroll.block(i).body
    start = span[0].position if i == span[0].entry else 0
    end = span[1].position if i == span[1].entry else utf16_length(body)
    return utf16_slice(body, start, end)
