# SPDX-License-Identifier: Apache-2.0
"""What a step costs does not grow with the run: counted in calls, so that no clock and no other work matters."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from engine.definition.model import Budgets, ForEach, LoopBlock, ParallelBlock, SequenceBlock, VerdictGate
from engine.kernel import RunState, evolve
from tests.engine.kernel.test_control_flow import step, workflow
from tests.engine.kernel.world import Script, World

PLENTY = Budgets(turns=10_000)
REVISE = {"verdict": {"state": "read", "result": "revise"}}


def chain(count: int) -> World:
    return World(workflow(SequenceBlock(id="q", do=tuple(step(f"s{n}") for n in range(count))), budgets=PLENTY))


def fan_out(count: int) -> World:
    return World(
        workflow(ParallelBlock(id="p", integrate="none", do=tuple(step(f"s{n}") for n in range(count))), budgets=PLENTY)
    )


def branches(count: int) -> World:
    each = ForEach(list="inputs.items", key="item")
    block = ParallelBlock(id="p", integrate="none", for_each=each, do=(step("s"),))
    return World(workflow(block, budgets=PLENTY), items=[f"item-{n}" for n in range(count)])


def iterations(count: int) -> World:
    facts = {(f"l[{n}]/s", 1, 1): REVISE for n in range(1, count)}
    block = LoopBlock(id="l", max=count, until=(VerdictGate(of="s"),), do=(step("s"),))
    return World(workflow(block, budgets=PLENTY), Script(facts=facts))


def calls_of(function: Any, *args: Any) -> int:
    """How many Python functions it called."""
    calls = 0

    def count(frame: FrameType, what: str, _: Any) -> None:
        nonlocal calls
        calls += what == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function(*args)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("shape", [chain, fan_out, branches])
def test_driving_four_times_the_steps_costs_about_four_times_as_much(shape: Any) -> None:
    def drive(count: int) -> None:
        assert shape(count).run().state.status == "succeeded"

    drive(2)  # what is done once is done
    assert calls_of(drive, 120) < 5 * calls_of(drive, 30)


@pytest.mark.parametrize("shape", [chain, fan_out, branches, iterations])
def test_folding_four_times_the_events_costs_about_four_times_as_much(shape: Any) -> None:
    def fold_all(world: World) -> None:
        state = RunState()
        for event in world.events:
            evolve(state, event)

    few, many = shape(30).run(), shape(120).run()
    assert calls_of(fold_all, many) < 5 * calls_of(fold_all, few)
