# SPDX-License-Identifier: Apache-2.0
"""Which entries are on screen, and where: the position is (entry, pixel), so nothing above can move the text."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from app.text import SHOWN_CHARS, SHOWN_LINES
from app.theme import Theme
from app.transcript.block import PAD, Block, Columns, lay_out, line_pitch
from app.transcript.heights import Heights
from app.transcript.looks import opens_at_first
from app.transcript.source import Entry, ListSource, TranscriptSource

KEPT_BLOCKS = 300
"""How many laid-out entries are kept."""

KEPT_CHARS = 1_000_000
"""How much text the laid-out entries that are kept hold together."""

_FIRST_GUESS = 56


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reader is: the first visible entry, the pixels of it that are above the edge, at the end or not."""

    entry: int = 0
    offset: int = 0
    following: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry on screen, its top `y` pixels below the upper edge."""

    index: int
    y: int
    block: Block


class Scroll:
    """
    The reader's place in a transcript, and the entries that are laid out around it.

    Heights are guesses until an entry is first shown; they only serve the scroll bar. Call `place` after any change;
    it fills `shown`.

    Attributes:
        top, offset: the first visible entry, and how many of its pixels are above the edge.
        following: at the end, and staying there.
        shown: what is on screen, from the top down.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.source: TranscriptSource = ListSource()
        self.columns = Columns.at(600, theme)
        self.view_height = 400
        self.top = 0
        self.offset = 0
        self.following = True
        self.shown: list[Shown] = []
        self._toggled: set[int] = set()
        self._blocks: OrderedDict[int, Block] = OrderedDict()
        self._kept_chars = 0
        self._guess_from = 0
        self._reset_heights(0)

    # What there is.

    @property
    def count(self) -> int:
        """How many entries there are, as far as the view was told."""
        return len(self.heights)

    def set_source(self, source: TranscriptSource, place: Place | None = None) -> None:
        """Starts on another transcript, at `place` or at its end."""
        self.source = source
        self._toggled.clear()
        self._drop_blocks()
        self._reset_heights(len(source))
        place = place or Place()
        self.following = place.following
        self.top, self.offset = min(place.entry, max(0, self.count - 1)), place.offset

    def appended(self, n: int) -> None:
        """`n` entries were added at the end."""
        first = self.count
        self.heights.extend([_FIRST_GUESS] * n)
        if n <= 256:
            self.heights.replace(first, [self._guess(i) for i in range(first, first + n)])
            if self._guess_from == first:
                self._guess_from = first + n
        else:
            self._guess_from = min(self._guess_from, first)

    def prepended(self, n: int) -> None:
        """`n` older entries were added before the first; what is on screen stays."""
        self.heights.insert_front([_FIRST_GUESS] * n)
        self._shift(n)
        self._guess_from = 0

    def trimmed(self, n: int) -> None:
        """The first `n` entries are gone; what is on screen stays, as far as it still exists."""
        n = min(n, self.count)
        self.heights.remove_front(n)
        if n > self.top:
            self.offset = 0
        self._shift(-n)
        self._guess_from = max(0, self._guess_from - n)

    def changed(self, i: int) -> None:
        """Entry `i` is another now."""
        if 0 <= i < self.count:
            self._forget(i)
            self.heights[i] = self._guess(i)

    def is_open(self, i: int, entry: Entry) -> bool:
        """Whether the text of an entry is shown, or its head only."""
        return opens_at_first(entry) != (i in self._toggled)

    def toggle(self, i: int) -> None:
        """Folds an entry or opens it; its head stays where it is."""
        self._toggled ^= {i}
        self._forget(i)
        if i == self.top and self.offset > 0 and not self.following:
            self.offset = min(self.offset, max(0, self.block(i).height - 1))

    # Where the reader is.

    def set_size(self, width: int, height: int) -> None:
        """Takes the size of the viewport; a new width breaks all lines anew and keeps the first visible one."""
        self.view_height = height
        if width == self.columns.width:
            return
        held = self._first_position()
        self.columns = Columns.at(width, self._theme)
        self._relayout(held)

    def restyle(self) -> None:
        """Fonts or colours changed."""
        held = self._first_position()
        self.columns = Columns.at(self.columns.width, self._theme)
        self._relayout(held)

    def scroll_by(self, pixels: int) -> None:
        """Moves the text up by so many pixels (down if negative)."""
        if not self.count:
            return
        if self.following:
            self.following = pixels >= 0
        self.offset += pixels
        self.place()
        all_fits = self.top == self.offset == 0
        self.following = self.at_end and (pixels >= 0 or all_fits)

    def scroll_to(self, y: int) -> None:
        """Goes to a place of the scroll bar; its ends are the exact ends."""
        if y >= self.heights.total() - self.view_height:
            self.go_to_end()
        else:
            self.top, self.offset = self.heights.find(y)
            self.following = False
            self.place()

    def go_to_end(self) -> None:
        """Shows the end and stays there."""
        self.following = True
        self.place()

    def reveal(self, i: int, position: int | None = None, *, covered: int = 0) -> None:
        """
        Brings an entry into view, or the line of a position in it; leaves everything where it is if it is seen.

        `covered` is how many pixels at the upper edge lie under something.
        """
        y = 0.0 if position is None else self.block(i).y_of(position)
        extent = min(self.block(i).height, 80) if position is None else max(24, round(self.block(i).pitch))
        seen = next((s for s in self.shown if s.index == i), None)
        if seen is not None and seen.y + y >= covered and seen.y + y + extent <= self.view_height:
            return
        self.following = False
        self.top, self.offset = i, round(y) - self.view_height // 3
        self.place()

    @property
    def at_end(self) -> bool:
        """Whether the end of the last entry is on screen."""
        if not self.shown:
            return True
        last = self.shown[-1]
        return last.index == self.count - 1 and last.y + last.block.height <= self.view_height + 1

    def here(self) -> Place:
        """Where the reader is, to come back to."""
        return Place(self.top, self.offset, self.following)

    def bar(self) -> tuple[int, int]:
        """Value and maximum of the scroll bar, in pixels."""
        most = max(0, self.heights.total() - self.view_height)
        if self.following or not self.count:
            return most, most
        return max(0, min(most, self.heights.above(self.top) + self.offset)), most

    def place(self) -> None:
        """Lays out what is on screen."""
        if not self.count:
            self.shown = []
            self.top = self.offset = 0
        elif self.following:
            self._place_from_end()
        else:
            self._place_from_top()

    def _place_from_top(self) -> None:
        self.top = min(self.top, self.count - 1)
        while self.offset < 0 and self.top > 0:
            self.top -= 1
            self.offset += self.block(self.top).height
        self.offset = max(0, self.offset)
        while self.offset >= (height := self.block(self.top).height) and self.top < self.count - 1:
            self.offset -= height
            self.top += 1
        self.shown = []
        i, y = self.top, -self.offset
        while i < self.count and y < self.view_height:
            block = self.block(i)
            self.shown.append(Shown(i, y, block))
            y += block.height
            i += 1
        if y < self.view_height and (self.top > 0 or self.offset > 0):
            self._place_from_end()

    def _place_from_end(self) -> None:
        i, y = self.count, self.view_height
        rows: list[Shown] = []
        while i > 0 and y > 0:
            i -= 1
            block = self.block(i)
            y -= block.height
            rows.append(Shown(i, y, block))
        rows.reverse()
        if y > 0:  # all of it fits
            rows = [Shown(row.index, row.y - y, row.block) for row in rows]
            y = 0
        self.shown = rows
        self.top, self.offset = i, -y

    # Laid-out entries.

    def block(self, i: int) -> Block:
        """Entry `i`, laid out; its height is exact from now on."""
        block = self._blocks.get(i)
        if block is not None:
            self._blocks.move_to_end(i)
            return block
        entry = self.source.entry(i)
        block = lay_out(entry, self.columns, self._theme, opened=self.is_open(i, entry))
        self._blocks[i] = block
        self._kept_chars += len(block.body)
        while len(self._blocks) > 8 and (len(self._blocks) > KEPT_BLOCKS or self._kept_chars > KEPT_CHARS):
            self._kept_chars -= len(self._blocks.popitem(last=False)[1].body)
        if self.heights[i] != block.height:
            self.heights[i] = block.height
        return block

    def refine(self, rows: int) -> bool:
        """Guesses the heights of some more rows; says whether more are left."""
        start, end = self._guess_from, min(self._guess_from + rows, self.count)
        if start < end:
            blocks = self._blocks
            self.heights.replace(
                start, [blocks[i].height if i in blocks else self._guess(i) for i in range(start, end)]
            )
        self._guess_from = end
        return end < self.count

    def _guess(self, i: int) -> int:
        chars, lines = self.source.size_hint(i)
        rows = max(min(lines, SHOWN_LINES), min(chars, SHOWN_CHARS) // self._chars_a_row)
        return round(max(1, rows) * self._pitch) + 2 * PAD + 2

    def _reset_heights(self, count: int) -> None:
        self.heights = Heights(count, _FIRST_GUESS)
        self._guess_from = 0
        self._measure()

    def _measure(self) -> None:
        self._pitch = line_pitch("body", self._theme)
        width = self.columns.right - self.columns.text
        self._chars_a_row = max(10, int(width / self._theme.metrics("body").averageCharWidth()))

    def _forget(self, i: int) -> None:
        block = self._blocks.pop(i, None)
        if block is not None:
            self._kept_chars -= len(block.body)

    def _drop_blocks(self) -> None:
        self._blocks.clear()
        self._kept_chars = 0
        self.shown = []

    def _shift(self, n: int) -> None:
        self.top = max(0, self.top + n)
        self._toggled = {i + n for i in self._toggled if i + n >= 0}
        self._blocks = OrderedDict((i + n, block) for i, block in self._blocks.items() if i + n >= 0)
        self._kept_chars = sum(len(block.body) for block in self._blocks.values())
        self.shown = []

    def _first_position(self) -> tuple[int, float] | None:
        """The text position of the first visible line and how far it is above the edge."""
        if not self.count or self.top not in self._blocks:
            return None
        block = self._blocks[self.top]
        position = block.top_position(self.offset)
        return None if position is None else (position, self.offset - block.y_of(position))

    def _relayout(self, held: tuple[int, float] | None) -> None:
        self._drop_blocks()
        self._measure()
        self._guess_from = 0
        if held is not None and self.top < self.count:
            position, rest = held
            self.offset = round(self.block(self.top).y_of(position) + rest)
