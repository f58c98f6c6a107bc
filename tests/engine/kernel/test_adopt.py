# SPDX-License-Identifier: Apache-2.0
"""A branch that moved while a fan-out was integrated: what stands there may be adopted, and the winners go on top."""

from __future__ import annotations

import pytest

from engine.definition.model import ParallelBlock
from engine.kernel import events as ev
from engine.kernel import replay
from tests.engine.kernel.test_control_flow import step, workflow
from tests.engine.kernel.world import Script, World

FOUND, MERGED, ONTO = "f" * 40, "m" * 40, "e" * 40


def moved(join: str = "all") -> World:
    """Two branches are brought together, and the run's branch is not where the journal last saw it."""

    def land(started: ev.LandingStarted) -> ev.Observation:
        if started.old == FOUND:
            return ev.Landed(node=started.node, new=started.new)
        return ev.LandingMoved(node=started.node, expected=started.old, found=FOUND)

    def integrate(started: ev.IntegrationStarted) -> ev.Observation:
        return ev.Integrated(node=started.node, head=ONTO if started.base == FOUND else MERGED)

    block = ParallelBlock.model_validate({"id": "p", "join": join, "do": [step("a"), step("b")]})
    return World(workflow(block), Script(landing=land, integration=integrate)).run()


@pytest.mark.parametrize("join", ["all", "any"])
def test_adopting_a_branch_that_moved_brings_the_winners_onto_it(join: str) -> None:
    world = moved(join)
    [hold] = world.state.open_holds
    assert (hold.kind, hold.answers) == ("reconcile", ("adopt", "redo", "discard"))
    world.answer("adopt")

    assert world.state.status == "succeeded"
    assert world.bodies(ev.IntegrationStarted)[-1].base == FOUND
    last = world.bodies(ev.LandingStarted)[-1]
    assert (last.old, last.new) == (FOUND, ONTO)
    assert world.state.nodes["p"].head == ONTO
    assert replay(world.events).difference is None


def test_discarding_it_lands_what_was_integrated() -> None:
    world = moved().answer("discard")

    last = world.bodies(ev.LandingStarted)[-1]
    assert (last.old, last.new) == (FOUND, MERGED)
    assert world.state.status == "succeeded"
