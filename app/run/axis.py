# SPDX-License-Identifier: Apache-2.0
"""The time axis of the timeline: as wide as there is room, with long idle gaps folded. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

FOLD_MS = 20_000
"""Gaps shorter than this, in ms, are never folded."""

FOLD_SHARE = 0.15
"""Gaps shorter than this share of all the time that something happened are not folded either."""

GAP_PX = 30.0
"""How wide a folded gap is drawn."""

_LEAST_MS = 1e-3
"""A shorter time, in ms, is none: stretched to the width it would leave the numbers."""

_STEPS = tuple(n * unit for unit in (1_000, 60_000, 3_600_000) for n in (1, 2, 5, 10, 15, 30))


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time, in ms, and where it is drawn, in pixels. `folded`: nothing happened in it."""

    start: float
    end: float
    left: float
    right: float
    folded: bool


class Axis:
    """Maps moments (ms) to places (px), from 0 to `width`."""

    def __init__(self, spans: Iterable[tuple[float, float]], width: float) -> None:
        self.width = max(1.0, width)
        merged = _merged(spans)
        self.stretches = self._lay_out(merged)

    def x(self, moment: float) -> float:
        """Where a moment is; moments outside are at the ends."""
        for stretch in self.stretches:
            if moment <= stretch.end:
                if moment <= stretch.start or stretch.end <= stretch.start:
                    return stretch.left
                share = (moment - stretch.start) / (stretch.end - stretch.start)
                return stretch.left + share * (stretch.right - stretch.left)
        return self.stretches[-1].right if self.stretches else 0.0

    def ticks(self, spacing: float = 90.0) -> list[tuple[float, float]]:
        """Round moments about `spacing` pixels apart: (ms since the start, x)."""
        open_ = [stretch for stretch in self.stretches if not stretch.folded]
        if not open_:
            return []
        start = open_[0].start
        time = sum(stretch.end - stretch.start for stretch in open_)
        room = sum(stretch.right - stretch.left for stretch in open_)
        wanted = time / max(1.0, room) * spacing
        step = next((step for step in _STEPS if step >= wanted), 24 * 3_600_000)
        found: list[tuple[float, float]] = []
        for stretch in open_:
            moment = start + -(-(stretch.start - start) // step) * step
            while moment <= stretch.end and len(found) < 1_000:
                x = self.x(moment)
                if not found or x - found[-1][1] >= spacing * 0.6:
                    found.append((moment - start, x))
                moment += step
        return found

    def _lay_out(self, merged: list[tuple[float, float]]) -> list[Stretch]:
        if not merged:
            return []
        busy = sum(end - start for start, end in merged)
        fold = max(FOLD_MS, FOLD_SHARE * busy)
        parts: list[tuple[float, float, bool]] = []
        for start, end in merged:
            if parts and start - parts[-1][1] > fold:
                parts.append((parts[-1][1], start, True))
                parts.append((start, end, False))
            elif parts:
                parts[-1] = (parts[-1][0], end, False)
            else:
                parts.append((start, end, False))
        folded = sum(1 for *_, fold_ in parts if fold_)
        shown = sum(end - start for start, end, fold_ in parts if not fold_)
        gap = min(GAP_PX, self.width / (2 * folded)) if folded else 0.0
        scale = (self.width - folded * gap) / shown if shown > _LEAST_MS else 0.0
        stretches, left = [], 0.0
        for start, end, fold_ in parts:
            right = left + (gap if fold_ else (end - start) * scale)
            stretches.append(Stretch(start, end, left, right, fold_))
            left = right
        return stretches


def _merged(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start, end in sorted((start, max(start, end)) for start, end in spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
