# SPDX-License-Identifier: Apache-2.0
"""BR-040: a gate that was rejected is approved by an explicit decision for it, and by nothing else."""

from __future__ import annotations

import pytest

from engine.definition.model import ApprovalGate, VerdictGate
from engine.kernel import events as ev
from engine.kernel import fold, replay
from tests.engine.kernel.test_control_flow import holds, step, workflow
from tests.engine.kernel.world import World

FLOW = workflow(step("draft", VerdictGate(), ApprovalGate(cycles=3)), step("publish"))


def rejected() -> World:
    """The draft was refused once, made anew, and waits for approval again."""
    return World(FLOW).run().answer("refine", "Not like this.")


def publishes(world: World) -> bool:
    return "publish" in world.state.nodes


def test_br_040_a_rejected_gate_is_pending_again_with_a_hold_of_its_own() -> None:
    world = rejected()
    first, second = world.bodies(ev.HoldOpened)

    assert holds(world) == ["approval"]
    assert first.hold != second.hold
    assert not publishes(world)


@pytest.mark.parametrize(
    "happens",
    [
        [ev.DriverAttached(pid=2, engine="0")],
        [ev.DriverDetached(), ev.DriverAttached(pid=3, engine="0"), ev.Heartbeat()],
        [ev.Raised(kind="turns", amount=5)],
        [ev.DeadlinePassed(key="wall_clock")],
        [ev.ContinuationSet(on_provider_limit="continue")],
    ],
    ids=["start", "restart", "raise", "time-out", "switch"],
)
def test_br_040_no_start_restart_raise_or_time_out_approves(happens: list[ev.Observation]) -> None:
    world = rejected()
    for body in happens:
        world.observe(body)
    world.run()

    assert holds(world) == ["approval"]
    assert not publishes(world)
    assert replay(world.events).difference is None


def test_br_040_an_operators_pause_and_resume_approve_nothing() -> None:
    world = rejected()
    world.observe(ev.PauseRequested())
    world.run()
    pause = next(hold for hold in world.state.open_holds if hold.kind == "pause")
    world.observe(ev.Answered(hold=pause.id, answer="resume", expect=pause.seq))
    world.run()

    assert holds(world) == ["approval"]
    assert not publishes(world)


def test_br_040_the_answer_to_the_first_asking_is_none_to_the_second_after_a_restart_either() -> None:
    world = rejected()
    state = fold(world.events)
    [waiting] = state.open_holds
    old = next(hold for hold in state.holds.values() if hold.id != waiting.id)

    assert (old.answer, waiting.answer) == ("refine", None)
    assert waiting.seq > old.seq


def test_br_040_an_explicit_decision_for_this_very_gate_does_approve() -> None:
    world = rejected().answer("accept")

    assert publishes(world)
    assert world.state.status == "succeeded"
