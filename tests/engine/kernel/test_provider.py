# SPDX-License-Identifier: Apache-2.0
"""A provider that takes no requests: the run waits and goes on by itself, or a person decides; no retry is used up."""

from __future__ import annotations

from typing import Any

import pytest

from engine.definition.model import Budgets, LoopBlock, ParallelBlock, VerdictGate, Workflow
from engine.kernel import events as ev
from engine.kernel import replay
from engine.projections.run import RunProjection
from tests.engine.kernel.test_control_flow import holds, step, workflow
from tests.engine.kernel.world import Script, World

UNTIL = "2026-01-01T14:20:00.000Z"
LIMITED: dict[str, Any] = {"reason": "failed", "failure": "rate_limited", "message": "429", "retry_after": 5000}


def waits(started: ev.TurnStarted, until: str | None = UNTIL) -> ev.TurnWaits:
    return ev.TurnWaits(
        node=started.node, attempt=started.attempt, turn=started.turn, account="codex", until=until, refusals=1
    )


def refusal(started: ev.TurnStarted) -> ev.TurnRefused:
    return ev.TurnRefused(
        node=started.node,
        attempt=started.attempt,
        turn=started.turn,
        limit="provider",
        sentence="The provider of codex limits the rate.",
        failure="rate_limited",
        until=UNTIL,
    )


def only_waits(world: World) -> bool:
    return world.state.only_waits


class HeldBack(World):
    """A world whose provider is held back for the n-th, m-th… start of a turn that does not insist."""

    def __init__(self, flow: Workflow, *refused: int, script: Script | None = None) -> None:
        self.refused, self.starts = refused, 0
        super().__init__(flow, script)

    def react(self, decision: Any) -> list[ev.Observation]:
        if isinstance(decision, ev.TurnStarted):
            self.starts += 1
            if self.starts in self.refused and decision.on_limit == "pause":
                return [refusal(decision)]
        return super().react(decision)


def consistent(world: World) -> World:
    assert replay(world.events).difference is None
    RunProjection().apply(world.events)
    return world


def asking(*blocks: Any, **budgets: Any) -> Workflow:
    return workflow(*blocks, budgets=Budgets(**budgets)).model_copy(update={"on_provider_limit": "pause"})


@pytest.mark.parametrize("failure", ["rate_limited", "overloaded"])
def test_br_059_a_limited_turn_is_continued_in_its_session_and_uses_no_retry(failure: str) -> None:
    limited = LIMITED | {"failure": failure}
    script = Script(turns={("s", 1, turn): limited for turn in (1, 2, 3)})
    world = consistent(World(workflow(step("s", retries=0)), script).run())

    assert world.state.status == "succeeded"
    assert len(world.bodies(ev.AttemptOpened)) == 1
    assert [turn.kind for turn in world.bodies(ev.TurnStarted)] == ["goal", "continue", "continue", "continue"]
    assert world.state.nodes["s"].retries == 0
    assert not world.bodies(ev.HoldOpened)


def test_br_059_waiting_is_no_turn_of_a_loop_and_no_attempt() -> None:
    body = step("b")
    flow = workflow(LoopBlock(id="l", max=1, until=(VerdictGate(of="b"),), do=(body,)))
    script = Script(turns={("l[1]/b", 1, 1): LIMITED, ("l[1]/b", 1, 2): LIMITED})
    world = consistent(World(flow, script).run())

    assert world.state.status == "succeeded"
    assert len(world.state.nodes["l"].children) == 1
    assert len(world.state.nodes["l[1]/b"].attempts) == 1


def test_br_059_finished_branches_are_kept_while_others_wait() -> None:
    flow = workflow(ParallelBlock(id="p", do=tuple(step(name) for name in "abcdef")))
    script = Script(turns={(f"p/{name}", 1, 1): LIMITED for name in "bdef"})
    world = consistent(World(flow, script).run())

    assert world.state.status == "succeeded"
    assert all(len(world.state.nodes[f"p/{name}"].attempts) == 1 for name in "abcdef")
    assert len(world.bodies(ev.Integrated)) == 1


def test_a_provider_that_never_takes_requests_again_comes_to_a_budget_and_not_to_an_endless_run() -> None:
    script = Script(turns={("s", 1, turn): LIMITED for turn in range(1, 100)})
    world = consistent(World(workflow(step("s"), budgets=Budgets(turns=5)), script).run())

    assert holds(world) == ["budget"]
    assert world.state.meters["turns"].spent == 5


def test_while_only_a_provider_is_waited_for_the_state_says_so() -> None:
    world = World(workflow(step("s")))
    started = world.waiting.popleft()
    assert isinstance(started, ev.TurnStarted)
    assert not only_waits(world)
    world.observe(waits(started))

    assert only_waits(world)
    assert world.state.status == "running"
    [(node, wait)] = world.state.provider_waits
    assert (node, wait.account, wait.until) == ("s", "codex", UNTIL)
    projection = RunProjection()
    projection.apply(world.events)
    assert projection.summary().activity.startswith("waiting for provider until ")
    [shown] = [view for view in projection.tree() if view.id == "s"]
    assert shown.attempts[0].waits_until == UNTIL
    assert shown.activity.startswith("waiting for provider until ")

    world.observe(waits(started, None))
    assert not only_waits(world)
    world.waiting.append(started)
    assert consistent(world.run()).state.status == "succeeded"


def test_where_a_sibling_works_the_run_does_not_only_wait() -> None:
    world = World(workflow(ParallelBlock(id="p", do=(step("a"), step("b")))))
    first = world.waiting[0]
    assert isinstance(first, ev.TurnStarted)
    world.observe(waits(first))

    assert len(world.state.provider_waits) == 1
    assert not world.state.only_waits


@pytest.mark.parametrize("answer", ["wait", "retry"])
def test_a_run_that_asks_is_held_before_the_turn_and_goes_on_with_the_same_turn(answer: str) -> None:
    world = consistent(HeldBack(asking(step("s", retries=0)), 1, 2).run())
    [hold] = world.state.open_holds
    assert (hold.kind, hold.answers) == ("failure", ("retry", "wait", "quit"))
    assert (hold.evidence["failure"], hold.evidence["until"]) == ("rate_limited", UNTIL)
    assert world.state.nodes["s"].attempts[0].turns == []
    consistent(world.answer(answer))

    assert world.state.status == "succeeded"
    assert [turn.on_limit for turn in world.bodies(ev.TurnStarted)] == ["pause", "wait" if answer == "wait" else "now"]
    assert len(world.bodies(ev.AttemptOpened)) == 1


def test_a_run_that_asks_is_held_after_a_limited_turn_and_may_be_told_to_wait() -> None:
    script = Script(turns={("s", 1, 1): LIMITED})
    world = consistent(World(asking(step("s", retries=0)), script).run())
    assert holds(world) == ["failure"]
    consistent(world.answer("wait"))

    assert world.state.status == "succeeded"
    assert len(world.bodies(ev.AttemptOpened)) == 1
    assert [(turn.kind, turn.on_limit) for turn in world.bodies(ev.TurnStarted)] == [
        ("goal", "pause"),
        ("continue", "wait"),
    ]


def test_a_person_who_says_retry_is_not_asked_again_because_of_the_same_limit() -> None:
    script = Script(turns={("s", 1, 1): LIMITED})
    world = consistent(World(asking(step("s", retries=0)), script).run().answer("retry"))

    assert world.state.status == "succeeded"
    assert len(world.bodies(ev.AttemptOpened)) == 2
    assert world.bodies(ev.TurnStarted)[-1].on_limit == "now"


def test_switching_it_on_lets_a_held_run_go_on_by_itself() -> None:
    world = HeldBack(asking(step("s")), 1).run()
    assert holds(world) == ["failure"]
    world.observe(ev.ContinuationSet(on_provider_limit="continue"))

    assert consistent(world.run()).state.status == "succeeded"
    assert len(world.bodies(ev.HoldWithdrawn)) == 1


def test_switching_it_on_lets_a_run_go_on_that_was_held_after_a_limited_turn() -> None:
    world = World(asking(step("s", retries=0)), Script(turns={("s", 1, 1): LIMITED})).run()
    world.observe(ev.ContinuationSet(on_provider_limit="continue"))

    assert consistent(world.run()).state.status == "succeeded"
    assert len(world.bodies(ev.AttemptOpened)) == 1


def test_switching_it_off_turns_the_wait_into_a_hold() -> None:
    world = HeldBack(workflow(step("s")), 2)
    world.starts = 1
    started = world.waiting.popleft()
    assert isinstance(started, ev.TurnStarted)
    world.observe(waits(started))
    world.observe(ev.ContinuationSet(on_provider_limit="pause"))
    assert [one.cause for one in world.bodies(ev.TurnInterrupted)] == ["limit"]
    world.observe(
        ev.TurnRefused(node=started.node, attempt=started.attempt, turn=started.turn)
    )  # the wait was given up
    world.run()

    assert holds(consistent(world)) == ["failure"]
    consistent(world.answer("wait"))
    assert world.state.status == "succeeded"


def test_a_wait_that_a_person_chose_is_not_given_up_by_the_switch() -> None:
    world = HeldBack(asking(step("s")), 1).run()
    [hold] = world.state.open_holds
    world.observe(ev.Answered(hold=hold.id, answer="wait", expect=hold.seq, node=hold.node))
    started = world.waiting[-1]
    assert isinstance(started, ev.TurnStarted)
    world.observe(waits(started))
    world.observe(ev.ContinuationSet(on_provider_limit="pause"))

    assert not world.bodies(ev.TurnInterrupted)
    assert consistent(world.run()).state.status == "succeeded"


def test_an_ordinary_pause_does_not_wait_for_the_provider_first() -> None:
    world = World(workflow(step("s"), budgets=Budgets(turns=1)))
    started = world.waiting.popleft()
    assert isinstance(started, ev.TurnStarted)
    world.observe(waits(started))
    world.observe(ev.PauseRequested())
    assert [one.cause for one in world.bodies(ev.TurnInterrupted)] == ["pause"]
    world.observe(ev.TurnRefused(node=started.node, attempt=started.attempt, turn=started.turn))
    world.run()
    assert holds(world) == ["pause"]

    assert consistent(world.answer("resume")).state.status == "succeeded"


def test_a_wait_in_the_middle_of_a_turn_is_left_to_an_ordinary_pause() -> None:
    world = World(workflow(step("s")))
    started = world.waiting[0]
    assert isinstance(started, ev.TurnStarted)
    world.observe(waits(started).model_copy(update={"begun": True}))
    world.observe(ev.PauseRequested())

    assert not world.bodies(ev.TurnInterrupted)
