# SPDX-License-Identifier: Apache-2.0
"""Searching a transcript of any length in short slices. No Qt in here."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.transcript.body import body_of
from app.transcript.looks import LOOKS, head_line
from app.transcript.source import TranscriptSource


@dataclass(frozen=True, slots=True)
class Hit:
    """
    Where the text was found.

    Attributes:
        start, end: positions in the shown text of the entry; 0 where the hit is not in it.
        where: in the text, in the head, or in the part that is not shown for its length.
    """

    entry: int
    start: int
    end: int
    where: Literal["body", "head", "hidden"]


def pattern_of(needle: str) -> re.Pattern[str]:
    """The pattern that finds `needle` as it stands, in upper or lower case."""
    return re.compile(re.escape(needle), re.IGNORECASE)


class Search:
    """
    A search from a place on, round the whole transcript once, forward or backward.

    Call `step` until it gives a hit or `done` is true. Entries added meanwhile are not looked at.
    """

    def __init__(
        self, source: TranscriptSource, count: int, needle: str, start: tuple[int, int], *, forward: bool = True
    ) -> None:
        self.done = count == 0 or not needle
        self.looked_at = 0
        self._source = source
        self._pattern = pattern_of(needle)
        self._start = start
        self.forward = forward
        self._order = self._entries(count)

    def step(self, seconds: float) -> Hit | None:
        """Searches for about so long; a single entry is never cut short."""
        end = time.monotonic() + seconds
        while not self.done:
            at = next(self._order, None)
            if at is None:
                self.done = True
                break
            self.looked_at += 1
            if (hit := self._look(*at)) is not None:
                self.done = True
                return hit
            if time.monotonic() > end:
                break
        return None

    def _entries(self, count: int) -> Iterator[tuple[int, int, int]]:
        """Entries in order, each with the positions between which a hit counts."""
        first, position = min(self._start[0], count - 1), self._start[1]
        far = 1 << 60
        step = 1 if self.forward else -1
        yield (first, position, far) if self.forward else (first, 0, position)
        for n in range(1, count):
            yield (first + step * n) % count, 0, far
        yield (first, 0, position) if self.forward else (first, position, far)

    def _look(self, i: int, low: int, high: int) -> Hit | None:
        entry = self._source.entry(i)
        if self._pattern.search(entry.text) is not None:
            body = body_of(entry).text
            spans = [m.span() for m in self._pattern.finditer(body) if m.start() >= low and m.end() <= high]
            if spans:
                start, end = spans[0 if self.forward else -1]
                return Hit(i, start, end, "body")
            if low == 0 < high and self._pattern.search(body) is None:
                return Hit(i, 0, 0, "hidden")
        if low == 0 < high and LOOKS[entry.kind].head and self._pattern.search(head_line(entry)) is not None:
            return Hit(i, 0, 0, "head")
        return None
