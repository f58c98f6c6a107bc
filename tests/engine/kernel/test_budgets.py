# SPDX-License-Identifier: Apache-2.0
"""Budgets pause, never overspend and never end a run: every kind in every block, raised and finished."""

from __future__ import annotations

from typing import Any

import pytest

from engine.definition.model import (
    Arm,
    AttemptBudget,
    Budgets,
    CallBlock,
    ChooseBlock,
    LoopBlock,
    ParallelBlock,
    Role,
    SequenceBlock,
    StepBudget,
    VerdictGate,
    Workflow,
)
from engine.kernel import events as ev
from engine.kernel import replay
from tests.engine.kernel.test_control_flow import holds, step, workflow
from tests.engine.kernel.world import Script, World

USAGE = {"usage": ev.Usage(requests=1, input=60, output=40, cost=1.0), "usage_known": True}
CAPS: dict[str, tuple[float, float]] = {
    "turns": (2, 2),
    "wall_clock": (2000, 60_000),
    "requests": (2, 2),
    "tokens": (200, 200),
    "cost": (2.0, 2.0),
}


class Spending(dict[Any, Any]):
    """Every turn costs the same."""

    def get(self, key: Any, default: Any = None) -> Any:
        return USAGE


def steps(*ids: str, **more: Any) -> tuple[Any, ...]:
    return tuple(step(id_, **more) for id_ in ids)


def inner() -> Workflow:
    return Workflow(name="inner", roles={"a": Role(agent="command", argv=("x",))}, do=steps("a", "b", "c", "d"))


BLOCKS: dict[str, Any] = {
    "sequence": SequenceBlock(id="q", do=steps("a", "b", "c", "d")),
    "parallel": ParallelBlock(id="p", max_concurrent=1, do=steps("a", "b", "c", "d")),
    "loop": LoopBlock(id="l", max=4, until=(VerdictGate(of="b"),), do=steps("a", "b", "c", "d")),
    "choose": ChooseBlock(id="c", when=(Arm(if_="true", do=steps("a", "b", "c", "d")),)),
    "call": CallBlock(id="k", workflow="inner", body=inner()),
}
REVISE = {"verdict": {"state": "read", "result": "revise"}}


def spent_of(world: World, kind: str) -> float:
    return float(world.state.meters[kind].spent)


def status(world: World) -> str:
    return world.state.status


@pytest.mark.parametrize("kind", CAPS)
@pytest.mark.parametrize("block", BLOCKS)
def test_each_budget_in_each_block_pauses_is_raised_and_finishes(kind: str, block: str) -> None:
    cap, more = CAPS[kind]
    script = Script(facts={("l[1]/b", 1, 1): REVISE})
    script.turns = Spending()
    world = World(workflow(BLOCKS[block], budgets=Budgets(**{kind: cap})), script).run()

    assert status(world) == "paused"
    assert set(holds(world)) == {"budget"}
    if kind != "wall_clock":
        assert spent_of(world, kind) == cap
    turns = len(world.bodies(ev.TurnStarted))
    world.observe(ev.Raised(kind=kind, amount=more * 10))
    world.run()
    assert status(world) == "succeeded"
    assert len(world.bodies(ev.TurnStarted)) > turns
    assert replay(world.events).difference is None


@pytest.mark.parametrize("kind", [kind for kind in CAPS if kind != "wall_clock"])
@pytest.mark.parametrize("block", ["parallel", "loop", "call"])
def test_a_block_has_budgets_of_its_own(kind: str, block: str) -> None:
    cap, more = CAPS[kind]
    own = BLOCKS[block].model_copy(update={"budget": StepBudget(**{kind: cap})})
    script = Script(facts={("l[1]/b", 1, 1): REVISE})
    script.turns = Spending()
    world = World(workflow(own), script).run()

    assert set(holds(world)) == {"budget"}
    [name] = {hold.evidence["budget"] for hold in world.state.open_holds}
    assert name == f"{own.id}:{kind}"
    world.observe(ev.Raised(kind=str(name), amount=more * 10))
    assert world.run().state.status == "succeeded"


SHORT = {"reason": "failed", "failure": "budget", "message": "It may need 900 tokens, and 300 are left."}


def test_a_request_that_does_not_fit_holds_until_there_is_more_and_goes_on_in_the_same_session() -> None:
    short = SHORT | {"short": "tokens", "usage": ev.Usage(requests=7, input=400, output=300, cost=0)}
    script = Script(turns={("one", 1, 1): short, ("one", 1, 2): short | {"usage": ev.Usage(requests=0, input=0)}})
    world = World(workflow(step("one"), budgets=Budgets(tokens=1_000)), script).run()

    (hold,) = world.state.open_holds
    assert (hold.kind, hold.evidence["budget"]) == ("budget", "tokens")
    assert "300 of 1000 left" in hold.sentence
    assert len(world.bodies(ev.TurnStarted)) == 1
    world.observe(ev.Raised(kind="turns", amount=5))
    assert world.run().state.open_holds == [hold]  # more of another kind is no help

    world.observe(ev.Raised(kind="tokens", amount=100))
    world.run()
    (hold,) = world.state.open_holds
    assert "400 of 1100 left" in hold.sentence  # it was tried again, and is short again
    world.observe(ev.Raised(kind="tokens", amount=1_000))
    assert world.run().state.status == "succeeded"
    turns = world.bodies(ev.TurnStarted)
    assert [(turn.attempt, turn.turn, turn.kind) for turn in turns] == [
        (1, 1, "goal"),
        (1, 2, "continue"),
        (1, 3, "continue"),
    ]
    assert turns[2].reserved == {"tokens": 1_400}


def test_short_of_what_others_reserved_it_waits_for_them() -> None:
    short = SHORT | {"short": "tokens", "usage": ev.Usage(requests=1, input=100, output=0, cost=0)}
    own = {"usage": ev.Usage(requests=1, input=10, output=10, cost=0)}
    script = Script(turns={("p/a", 1, 1): short, ("p/b", 1, 1): own})
    both = ParallelBlock(
        id="p", do=(*steps("a", budget=StepBudget(tokens=500)), *steps("b", budget=StepBudget(tokens=500)))
    )
    world = World(workflow(both, budgets=Budgets(tokens=1_000)), script).run()

    assert all(hold.evidence["budget"] == "p/a:tokens" for hold in world.state.open_holds)


def test_a_backend_that_stops_at_a_limit_of_its_own_is_a_failure() -> None:
    world = World(
        workflow(step("one"), budgets=Budgets(tokens=1_000)), Script(turns={("one", 1, 1): dict(SHORT)})
    ).run()

    assert set(holds(world)) == {"failure"}


def test_br_022_five_children_started_at_once_with_room_for_one_start_one() -> None:
    five = ParallelBlock(id="p", do=steps("a", "b", "c", "d", "e"))
    script = Script()
    script.turns = Spending()
    world = World(workflow(five, budgets=Budgets(cost=0.5)), script)

    assert len([d for d in world.waiting if d.type == "turn_started"]) == 1
    world.run()
    assert len(world.bodies(ev.TurnStarted)) == 1
    assert world.state.status == "paused"


def test_children_with_budgets_of_their_own_run_together_within_the_cap() -> None:
    five = ParallelBlock(id="p", do=steps("a", "b", "c", "d", "e", budget=StepBudget(cost=2.0)))
    script = Script()
    script.turns = Spending()
    world = World(workflow(five, budgets=Budgets(cost=5.0)), script)

    assert len([d for d in world.waiting if d.type == "turn_started"]) == 2
    assert world.state.meters["cost"].reserved == 4.0
    world.run()
    assert world.state.meters["cost"].reserved == 0
    assert world.state.meters["cost"].spent <= 5.0


def test_br_023_an_unpriced_model_under_a_money_cap_pauses_and_says_unknown() -> None:
    script = Script()
    script.turns = {("one", 1, 1): {"usage": ev.Usage(input=10, output=5)}}
    world = World(workflow(step("one"), step("two"), budgets=Budgets(cost=1.0)), script).run()

    [hold] = world.state.open_holds
    assert (hold.kind, hold.evidence["budget"]) == ("budget", "cost")
    assert "unknown" in hold.sentence
    world.observe(ev.Raised(kind="cost", amount=1.0))
    assert world.run().state.status == "succeeded"


def test_br_027_raising_adds_to_what_was_spent_and_survives_a_restart() -> None:
    script = Script()
    script.turns = Spending()
    world = World(workflow(*steps("a", "b", "c", "d"), budgets=Budgets(cost=1.0)), script).run()
    world.observe(ev.Raised(kind="cost", amount=1.0))
    world.run()

    again = replay(world.events).state
    assert (again.meters["cost"].spent, again.meters["cost"].cap) == (2.0, 2.0)
    assert holds(world) == ["budget"]


def test_the_clock_of_a_block_interrupts_and_pauses() -> None:
    loop = LoopBlock(id="l", max=2, until=(VerdictGate(of="a"),), do=steps("a"), budget=StepBudget(wall_clock=3000))
    world = World(workflow(loop))
    world.waiting.popleft()
    world.driven = 3000
    world.observe(ev.DeadlinePassed(key="wall_clock"))
    assert [i.cause for i in world.bodies(ev.TurnInterrupted)] == ["budget"]
    world.observe(ev.TurnEnded(node="l[1]/a", attempt=1, turn=1, reason="interrupted"))
    world.run()

    assert holds(world) == ["budget"]
    world.observe(ev.Raised(kind="l:wall_clock", amount=60_000))
    assert world.run().state.status == "succeeded"


def test_stop_here_ends_the_run_as_failed_and_keeps_everything() -> None:
    world = World(workflow(step("one"), step("two"), budgets=Budgets(turns=1))).run().answer("stop")

    assert world.state.status == "failed"
    assert world.state.nodes["one"].outcome == "cleared"


def test_a_spent_attempt_is_held_whatever_others_reserve_meanwhile() -> None:
    budgets = Budgets(turns=10, cost=10, attempt=AttemptBudget(turns=1))
    blocked = {("p/a", 1, 1): {"verdict": {"state": "missing"}}}
    script = Script(turns=Spending(), facts=blocked)
    world = World(workflow(ParallelBlock(id="p", do=steps("a", "b")), budgets=budgets), script)

    while ours := [decision for decision in world.waiting if decision.node == "p/a"]:
        world.waiting.remove(ours[0])
        for body in world.react(ours[0]):
            world.observe(body)
    assert world.state.meters["cost"].reserved == 9, "b takes its turn"
    assert [hold.evidence["budget"] for hold in world.state.open_holds] == ["attempt.turns"]

    world.observe(ev.DriverAttached(pid=1, engine="0"))
    assert "hold_withdrawn" not in world.types(), "nobody has raised anything"
    assert replay(world.events).difference is None
