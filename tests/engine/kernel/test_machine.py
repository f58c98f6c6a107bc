# SPDX-License-Identifier: Apache-2.0
"""The kernel as a machine: whatever comes in, in any order, the invariants hold and nothing comes to a dead end."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from engine.kernel import decide, fold, replay
from engine.kernel import events as ev
from tests.engine.kernel.machine import drive, flows

EXAMPLES = int(os.environ.get("PILOTHOUSE_TEST_EXAMPLES", "500"))
LANES = 4
"""Tests that share the examples, so that they run side by side."""


@pytest.mark.slow
@pytest.mark.timeout(max(300, EXAMPLES))
@pytest.mark.parametrize("lane", range(LANES))
def test_a_random_run_keeps_every_invariant_and_always_moves_waits_or_ends(lane: int) -> None:
    @settings(
        max_examples=EXAMPLES // LANES,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking such a run takes longer than reading it
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.data())
    def machine(data: st.DataObject) -> None:
        world = drive(data.draw, data.draw(flows(3), label="flow"), 60)
        state = world.state

        assert state.ended or state.outstanding or state.open_holds
        assert replay(world.events).difference is None
        cut = data.draw(st.integers(1, len(world.events)), label="cut")
        computed = decide(fold(world.events[:cut]))
        following = world.events[cut].body if cut < len(world.events) else None
        assert computed == (following if isinstance(following, ev.Decision) else None)

    # The suite tries the same runs each time, a lane its own; what looks further is random.
    (seed(lane)(machine) if EXAMPLES <= 500 else machine)()
