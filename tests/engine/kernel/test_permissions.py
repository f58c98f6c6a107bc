# SPDX-License-Identifier: Apache-2.0
"""Permissions: a hold while the turn runs on, its answers, its end with the turn, and what it does to the clock."""

from __future__ import annotations

from typing import Any

from engine.definition.model import ParallelBlock, Role, StepBlock, VerdictGate, Workflow
from engine.kernel import decide, fold, replay
from engine.kernel import events as ev
from tests.engine.kernel.world import World

ROLES = {"a": Role(agent="command", argv=("x",))}
WHERE: dict[str, Any] = {"node": "one", "attempt": 1, "turn": 1}


def step(id_: str) -> StepBlock:
    return StepBlock(id=id_, role="a", goal="g", gate=(VerdictGate(),))


def alone() -> World:
    world = World(Workflow(name="w", roles=ROLES, do=(step("one"),)))
    world.waiting.clear()  # its turn runs until the test ends it
    return world


def ask(world: World, id_: str = "t1", tool: str = "Bash", **where: Any) -> None:
    world.observe(ev.PermissionAsked(**(WHERE | where), ask=id_, tool=tool, input={"command": "rm x"}))


def answer(world: World, answer: str, note: str = "", which: int = 0) -> None:
    hold = world.state.open_holds[which]
    world.observe(ev.Answered(hold=hold.id, answer=answer, note=note, expect=hold.seq, node=hold.node))


def end(world: World, **more: Any) -> None:
    world.observe(ev.TurnEnded(**{**WHERE, "reason": "end_turn", "exit_code": 0, **more}))
    world.run()


def status(world: World) -> str:
    return world.state.status


def answered(world: World) -> list[tuple[str, bool, str, bool]]:
    return [(body.ask, body.allow, body.note, body.standing) for body in world.bodies(ev.PermissionAnswered)]


def consistent(world: World) -> None:
    assert replay(world.events).difference is None
    for cut in range(1, len(world.events)):
        computed, following = decide(fold(world.events[:cut])), world.events[cut].body
        assert computed == (following if isinstance(following, ev.Decision) else None)


def test_a_permission_is_a_hold_that_shows_what_would_be_done_and_leaves_the_turn_running() -> None:
    world = alone()
    ask(world)

    [hold] = world.state.open_holds
    assert (hold.kind, hold.node, hold.answers) == ("permission", "one", ("allow", "allow_attempt", "deny"))
    assert "Bash" in hold.sentence
    assert "rm x" in hold.sentence
    assert hold.evidence["input"] == {"command": "rm x"}
    assert world.state.nodes["one"].hold is None
    assert world.state.nodes["one"].waits_for == hold.id
    assert world.state.nodes["one"].attempts[0].turns[0].ended_seq is None


def test_each_answer_reaches_the_session_and_the_step_then_goes_its_way() -> None:
    world = alone()
    ask(world)
    answer(world, "allow")
    ask(world, "t2")
    answer(world, "deny", "not that one")
    end(world)

    assert answered(world) == [("t1", True, "", False), ("t2", False, "not that one", False)]
    assert world.state.nodes["one"].waits_for is None
    assert status(world) == "succeeded"
    consistent(world)


def test_a_standing_permission_is_for_the_tool_and_the_attempt_alone() -> None:
    world = alone()
    ask(world)
    ask(world, "t2")
    answer(world, "allow_attempt")
    ask(world, "t3")
    ask(world, "t4", "Edit")

    assert answered(world) == [("t1", True, "", True), ("t2", True, "", False), ("t3", True, "", False)]
    assert [hold.evidence["ask"] for hold in world.state.open_holds] == ["t4"]
    world.observe(ev.TurnEnded(**WHERE, reason="failed", failure="crashed"))
    while not any(turn.attempt == 2 for turn in world.bodies(ev.TurnStarted)):
        for body in world.react(world.waiting.popleft()):
            world.observe(body)
    ask(world, "t5", attempt=2)
    assert [hold.evidence["ask"] for hold in world.state.open_holds] == ["t5"]
    consistent(world)


def test_waiting_for_a_person_pauses_the_run_where_nothing_else_moves_and_costs_no_time() -> None:
    world = alone()
    ask(world)

    assert (status(world), world.state.cause) == ("paused", "permission")
    answer(world, "allow")
    assert status(world) == "running"
    assert [body.type for body in world.bodies(ev.Decision)][-2:] == ["run_resumed", "permission_answered"]


def test_siblings_go_on_and_the_run_pauses_only_when_they_are_done() -> None:
    both = ParallelBlock(id="both", do=(step("one"), step("two")), join="all")
    world = World(Workflow(name="w", roles=ROLES, do=(both,)))
    first = next(decision for decision in world.waiting if decision.node == "both/one")
    world.waiting.remove(first)
    ask(world, node="both/one")

    assert status(world) == "running"
    world.run()
    assert world.state.nodes["both/two"].outcome == "cleared"
    assert status(world) == "paused"
    answer(world, "deny")
    world.waiting = type(world.waiting)([first])
    assert world.run().state.status == "succeeded"
    consistent(world)


def test_the_same_question_counts_once() -> None:
    world = alone()
    ask(world)
    ask(world)

    assert len(world.state.open_holds) == 1


def test_a_lost_turn_takes_its_holds_with_it() -> None:
    world = alone()
    ask(world)
    world.observe(ev.TurnLost(**WHERE, resumable=True))

    assert not world.state.open_holds
    assert len(world.bodies(ev.HoldWithdrawn)) == 1
    world.run()
    assert [turn.kind for turn in world.bodies(ev.TurnStarted)] == ["goal", "recovery"]
    assert not answered(world)
    consistent(world)


def test_an_agent_that_no_longer_waits_leaves_nothing_to_answer() -> None:
    world = alone()
    ask(world)
    world.observe(ev.PermissionDropped(**WHERE, ask="t1"))

    assert not world.state.open_holds
    assert status(world) == "running"
    end(world)
    assert status(world) == "succeeded"
    consistent(world)


def test_a_turn_that_is_told_to_stop_has_nothing_more_to_ask() -> None:
    world = alone()
    ask(world)
    world.observe(ev.PauseRequested(now=True))
    ask(world, "t2")

    assert not world.state.open_holds
    end(world, reason="interrupted")
    assert [hold.kind for hold in world.state.open_holds] == ["pause"]
    consistent(world)


def test_an_answer_that_was_journaled_before_a_crash_tells_nobody_and_the_turn_is_lost() -> None:
    world = alone()
    ask(world)
    answer(world, "allow")

    assert list(world.state.outstanding) == ["turn_started:one:1:1"]
    world.observe(ev.TurnLost(**WHERE, resumable=True))
    world.run()
    assert status(world) == "succeeded"
