# SPDX-License-Identifier: Apache-2.0
"""Sums over heights agree with adding them up one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.transcript.heights import Heights

_heights = st.lists(st.integers(1, 400), max_size=1600)


def _check(heights: Heights, rows: list[int], y: int) -> None:
    assert len(heights) == len(rows)
    assert heights.total() == sum(rows)
    for i in {0, len(rows) // 2, max(0, len(rows) - 1)}:
        if rows:
            assert heights[i] == rows[i]
            assert heights.above(i) == sum(rows[:i])
    if not rows:
        assert heights.find(y) == (0, 0)
        return
    i, rest = heights.find(y)
    assert sum(rows[:i]) + rest == min(max(0, y), sum(rows))


@given(_heights, _heights, _heights, st.integers(0, 400), st.integers(-5, 300_000), st.data())
def test_sums_hold_through_any_change(
    first: list[int], added: list[int], older: list[int], gone: int, y: int, data: st.DataObject
) -> None:
    heights, rows = Heights(), []
    heights.extend(first)
    rows = list(first)
    _check(heights, rows, y)
    heights.extend(added)
    rows += added
    _check(heights, rows, y)
    heights.insert_front(older)
    rows = older + rows
    _check(heights, rows, y)
    gone = min(gone, len(rows))
    heights.remove_front(gone)
    rows = rows[gone:]
    _check(heights, rows, y)
    if rows:
        i = data.draw(st.integers(0, len(rows) - 1))
        heights[i] = rows[i] = 777
        _check(heights, rows, y)
        part = data.draw(st.lists(st.integers(1, 50), max_size=len(rows) - i))
        heights.replace(i, part)
        rows[i : i + len(part)] = part
        _check(heights, rows, y)


def test_the_row_at_a_height_begins_at_its_top() -> None:
    heights = Heights(1000, 10)

    assert heights.find(0) == (0, 0)
    assert heights.find(9) == (0, 9)
    assert heights.find(10) == (1, 0)
    assert heights.find(5_125) == (512, 5)
    assert heights.find(10_000) == (999, 10)
