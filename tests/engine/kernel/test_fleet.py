# SPDX-License-Identifier: Apache-2.0
"""A turn that the fleet has no room for: it never began, a person says when to try again, and nothing was spent."""

from __future__ import annotations

from typing import Any

import pytest

from engine.definition.model import Budgets, ParallelBlock, Workflow
from engine.kernel import events as ev
from engine.kernel import replay
from engine.projections.run import RunProjection
from tests.engine.kernel.test_budgets import BLOCKS
from tests.engine.kernel.test_control_flow import MISSING, holds, step, workflow
from tests.engine.kernel.test_orchestrate import Lead, crew, spawn
from tests.engine.kernel.world import Script, World

LIMIT = "fleet.per_day.cost"
SENTENCE = "The fleet's cost of today is spent: $5.00 of $5.00."
USED = {"usage": ev.Usage(requests=1, input=60, output=40, cost=1.0)}


class Refusing(World):
    """A world without room for the n-th, m-th… start of a turn."""

    def __init__(self, flow: Workflow, *refused: int, script: Script | None = None) -> None:
        self.refused, self.starts = refused, 0
        super().__init__(flow, script)

    def react(self, decision: Any) -> list[ev.Observation]:
        if isinstance(decision, ev.TurnStarted):
            self.starts += 1
            if self.starts in self.refused:
                return [refusal(decision)]
        return super().react(decision)


class RefusingLead(Lead):
    """The same, for the first turn that tells a lead what came in."""

    def react(self, decision: Any) -> list[ev.Observation]:
        told = isinstance(decision, ev.TurnStarted) and decision.kind == "inbox"
        if told and not self.bodies(ev.TurnRefused):
            return [refusal(decision)]
        return super().react(decision)


def refusal(started: ev.TurnStarted, limit: str = LIMIT, sentence: str = SENTENCE) -> ev.TurnRefused:
    return ev.TurnRefused(node=started.node, attempt=started.attempt, turn=started.turn, limit=limit, sentence=sentence)


def consistent(world: World) -> World:
    assert replay(world.events).difference is None
    RunProjection().apply(world.events)
    return world


def spent(world: World) -> dict[str, tuple[float, float, bool]]:
    return {kind: (meter.spent, meter.reserved, meter.at_least) for kind, meter in world.state.meters.items()}


def test_a_refused_turn_is_held_with_its_reason_and_costs_nothing() -> None:
    world = consistent(Refusing(workflow(step("s"), budgets=Budgets(turns=1, tokens=100, cost=1.0)), 1).run())

    [hold] = world.state.open_holds
    assert (hold.kind, hold.sentence, hold.answers) == ("budget", SENTENCE, ("retry", "stop", "quit"))
    assert hold.evidence["limit"] == LIMIT
    assert world.state.status == "paused"
    [attempt] = world.state.nodes["s"].attempts
    assert (attempt.turns, attempt.outcome) == ([], None)
    meters = spent(world)
    assert all(meters[kind] == (0, 0, False) for kind in ("turns", "requests", "tokens", "cost"))


def test_after_retry_the_same_turn_is_started_again_within_the_same_attempt() -> None:
    script = Script(turns={("s", 1, 1): USED})
    world = Refusing(workflow(step("s"), budgets=Budgets(turns=1)), 1, 2, script=script).run()
    consistent(world.answer("retry"))
    assert holds(world) == ["budget"]
    consistent(world.answer("retry"))

    assert world.state.status == "succeeded"
    assert len(world.bodies(ev.AttemptOpened)) == 1
    assert [(turn.turn, turn.kind) for turn in world.bodies(ev.TurnStarted)] == [(1, "goal")] * 3
    assert spent(world)["turns"][0] == 1
    assert spent(world)["cost"][0] == 1.0


def test_a_raised_budget_of_the_run_does_not_lift_what_the_fleet_refused() -> None:
    world = Refusing(workflow(step("s"), budgets=Budgets(turns=1)), 1).run()
    world.observe(ev.Raised(kind="turns", amount=5))

    assert holds(consistent(world)) == ["budget"]


def test_a_refused_reprompt_is_not_one_of_its_reprompts_and_keeps_its_reasons() -> None:
    script = Script(facts={("s", 1, 1): MISSING})
    world = Refusing(workflow(step("s", reprompts=1)), 2, script=script).run()
    assert world.state.nodes["s"].attempts[0].reprompts == 0
    consistent(world.answer("retry"))

    first, second = (turn for turn in world.bodies(ev.TurnStarted) if turn.kind == "reprompt")
    assert (first.reasons, first.turn) == (second.reasons, second.turn)
    assert first.reasons
    assert world.state.nodes["s"].attempts[0].reprompts == 1
    assert world.state.status == "succeeded"


def test_a_refused_recovery_can_still_happen() -> None:
    script = Script(turns={("s", 1, 1): {"reason": "failed", "failure": "incomplete", "message": "cut"}})
    world = Refusing(workflow(step("s")), 2, script=script).run()
    assert not world.state.nodes["s"].attempts[0].continued
    consistent(world.answer("retry"))

    assert [turn.kind for turn in world.bodies(ev.TurnStarted)] == ["goal", "recovery", "recovery"]
    assert world.state.status == "succeeded"


@pytest.mark.parametrize(("answer", "status"), [("stop", "failed"), ("quit", "abandoned")])
def test_a_person_may_also_end_it(answer: str, status: str) -> None:
    world = consistent(Refusing(workflow(step("s")), 1).run().answer(answer))

    assert world.state.status == status


def test_siblings_go_on_while_one_is_refused() -> None:
    flow = workflow(ParallelBlock(id="p", do=(step("a"), step("b"), step("c"))))
    world = consistent(Refusing(flow, 2).run())

    outcomes = {id_: world.state.nodes[id_].outcome for id_ in ("p/a", "p/b", "p/c")}
    assert outcomes == {"p/a": "cleared", "p/b": None, "p/c": "cleared"}
    consistent(world.answer("retry"))
    assert world.state.status == "succeeded"


@pytest.mark.parametrize("block", BLOCKS)
def test_a_refusal_in_any_block_pauses_is_tried_again_and_finishes(block: str) -> None:
    script = Script(facts={("l[1]/b", 1, 1): {"verdict": {"state": "read", "result": "revise"}}})
    world = Refusing(workflow(BLOCKS[block]), 2, 4, script=script).run()
    while world.state.open_holds and len(world.events) < 500:
        hold = world.state.open_holds[0]
        world.observe(ev.Answered(hold=hold.id, answer="retry", expect=hold.seq, node=hold.node))
        world.run()

    assert consistent(world).state.status == "succeeded"
    assert len(world.bodies(ev.HoldOpened)) == 2


def test_what_a_lead_was_to_be_told_is_told_later_with_what_came_in_meanwhile() -> None:
    asks = {("crew", 1, 1): [spawn("one"), spawn("two")]}
    world = RefusingLead(crew(), asks).run()
    world.answer("retry")

    told = [turn for turn in world.bodies(ev.TurnStarted) if turn.kind == "inbox"]
    assert set(told[0].reasons) <= set(told[1].reasons)
    everything = [line for turn in told[1:] for line in turn.reasons]
    assert sum("crew/child-1 settled" in line for line in everything) == 1
    assert sum("crew/child-2 settled" in line for line in everything) == 1
    assert sum("Finish the stage" in line for line in everything) == 1
    assert consistent(world).state.status == "succeeded"


def _waiting() -> tuple[World, ev.TurnStarted]:
    world = World(workflow(step("s"), budgets=Budgets(turns=1)))
    started = world.waiting.popleft()
    assert isinstance(started, ev.TurnStarted)
    return world, started


def test_a_wait_interrupted_by_a_pause_is_no_turn_and_goes_on_after_it() -> None:
    world, started = _waiting()
    world.observe(ev.PauseRequested(now=True))
    world.observe(refusal(started, "", ""))
    world.run()
    assert holds(world) == ["pause"]
    assert spent(world)["turns"][0] == 0
    consistent(world.answer("resume"))

    assert world.state.status == "succeeded"


def test_a_wait_interrupted_by_a_cancel_ends_the_run() -> None:
    world, started = _waiting()
    world.observe(ev.CancelRequested())
    world.observe(refusal(started, "", ""))

    assert consistent(world.run()).state.status == "cancelled"
