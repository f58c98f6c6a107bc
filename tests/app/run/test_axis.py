# SPDX-License-Identifier: Apache-2.0
"""The time axis: as wide as there is room, gaps folded, never stretched by what has not happened."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.run.axis import GAP_PX, Axis

HOUR = 3_600_000.0
spans = st.lists(st.tuples(st.floats(0, 1e9), st.floats(0, 1e9)), min_size=1, max_size=12)


@given(spans, st.floats(50, 2000))
def test_every_moment_has_its_place_in_order_within_the_width(spans: list[tuple[float, float]], width: float) -> None:
    axis = Axis(spans, width)
    moments = sorted({moment for span in spans for moment in span})

    places = [axis.x(moment) for moment in moments]

    assert places == sorted(places)
    assert all(-1e-6 <= place <= width + 1e-6 for place in places)


def test_a_pause_of_hours_does_not_squeeze_the_minutes_of_work() -> None:
    axis = Axis([(0, 60_000), (9 * HOUR, 9 * HOUR + 60_000)], 630)

    folded = [stretch for stretch in axis.stretches if stretch.folded]
    assert [stretch.right - stretch.left for stretch in folded] == [GAP_PX]
    assert axis.x(60_000) == 300
    assert axis.x(9 * HOUR) == 330


def test_short_gaps_stay_as_they_are() -> None:
    axis = Axis([(0, 60_000), (65_000, 120_000)], 120)

    assert not any(stretch.folded for stretch in axis.stretches)
    assert axis.x(60_000) == 60


def test_ticks_are_round_and_never_crowded() -> None:
    ticks = Axis([(0, 300_000)], 600).ticks()

    assert [ms for ms, _ in ticks] == [0, 60_000, 120_000, 180_000, 240_000, 300_000]
    assert Axis([], 600).ticks() == []
    assert Axis([(5, 5)], 600).ticks() != []
