# SPDX-License-Identifier: Apache-2.0
"""Sums over the heights of very many rows, in blocks: appending is free, everything else costs a few µs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

_BLOCK = 512


class Heights:
    """
    A row of heights in whole pixels, with its running sums.

    The rows are summed in blocks of 512. For 100,000 rows a sum is then an addition of two short runs in C, which
    is faster here than a tree of sums walked in Python.
    """

    def __init__(self, count: int = 0, height: int = 0) -> None:
        self._rows = array("i", [height]) * count
        self._blocks: list[int] = []
        self._sum_blocks(0)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, i: int) -> int:
        return self._rows[i]

    def __setitem__(self, i: int, height: int) -> None:
        self._blocks[i // _BLOCK] += height - self._rows[i]
        self._rows[i] = height

    def total(self) -> int:
        """The height of all rows."""
        return sum(self._blocks)

    def above(self, i: int) -> int:
        """The height of all rows before row `i`."""
        block = i // _BLOCK
        return sum(self._blocks[:block]) + sum(self._rows[block * _BLOCK : i])

    def find(self, y: int) -> tuple[int, int]:
        """The row at height `y` and how far `y` is below its top; the nearest row if `y` is outside."""
        if not self._rows or y <= 0:
            return 0, 0
        if y >= self.total():
            return len(self._rows) - 1, self._rows[-1]
        i = 0
        for height in self._blocks:
            if y < height:
                break
            y -= height
            i += _BLOCK
        while y >= self._rows[i]:
            y -= self._rows[i]
            i += 1
        return i, y

    def replace(self, start: int, heights: Sequence[int]) -> None:
        """Sets the rows from `start` on."""
        end = start + len(heights)
        self._rows[start:end] = array("i", heights)
        for block in range(start // _BLOCK, (end + _BLOCK - 1) // _BLOCK):
            self._blocks[block] = sum(self._rows[block * _BLOCK : (block + 1) * _BLOCK])

    def extend(self, heights: Sequence[int]) -> None:
        """Adds rows at the end."""
        start = len(self._rows)
        self._rows.extend(heights)
        self._sum_blocks(start // _BLOCK)

    def insert_front(self, heights: Sequence[int]) -> None:
        """Adds rows before the first."""
        self._rows[:0] = array("i", heights)
        self._sum_blocks(0)

    def remove_front(self, count: int) -> None:
        """Takes the first rows away."""
        del self._rows[:count]
        self._sum_blocks(0)

    def _sum_blocks(self, first: int) -> None:
        rows = self._rows
        del self._blocks[first:]
        self._blocks.extend(sum(rows[at : at + _BLOCK]) for at in range(first * _BLOCK, len(rows), _BLOCK))
