# SPDX-License-Identifier: Apache-2.0
"""Steps, commands and sequences: re-prompt once, retry, hold, approve, pause. No process, no repository, no sleep."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition.model import (
    AllGate,
    ApprovalGate,
    AttemptBudget,
    Budgets,
    CommandGate,
    LoopBlock,
    ParallelBlock,
    Role,
    RunBlock,
    SequenceBlock,
    StepBlock,
    VerdictGate,
    Workflow,
)
from engine.kernel import decide, fold, replay
from engine.kernel import events as ev
from tests.engine.kernel.world import BASE, Script, World

MISSING: dict[str, Any] = {"verdict": {"state": "missing", "reason": "no verdict was written"}}


def step(id_: str, *gates: Any, **more: Any) -> StepBlock:
    return StepBlock(id=id_, role="a", goal="g", gate=gates or (VerdictGate(),), **more)


def workflow(*blocks: Any, **more: Any) -> Workflow:
    return Workflow(name="w", roles={"a": Role(agent="command", argv=("x",))}, do=blocks, **more)


def facts_for(node: str, attempt: int, *turns: int, **facts: Any) -> dict[tuple[str, int, int], Any]:
    return {(node, attempt, turn): facts or MISSING for turn in turns}


def holds(world: World) -> list[str]:
    return [hold.kind for hold in world.state.open_holds]


def test_what_no_agent_can_mend_costs_no_turn() -> None:
    """A program that is not installed on the machine is asked about at once."""
    absent = {"0": {"problem": "the tool bats is missing", "cause": "missing_tool", "fault_of": "machine"}}
    gate = CommandGate(argv=("bats", "tests"))
    world = World(workflow(step("s", gate, reprompts=3)), Script(facts=facts_for("s", 1, 1, **absent))).run()
    assert holds(world) == ["gate"]
    assert len(world.bodies(ev.TurnStarted)) == 1
    nested = step("s", AllGate(of=(VerdictGate(), gate)), reprompts=3)
    world = World(workflow(nested), Script(facts=facts_for("s", 1, 1, **{"0.1": absent["0"]}))).run()
    assert len(world.bodies(ev.TurnStarted)) == 1


def test_steps_follow_each_other_from_the_tip_that_the_one_before_left() -> None:
    world = World(workflow(step("one"), step("two"))).run()

    assert world.state.status == "succeeded"
    first, second = world.bodies(ev.AttemptOpened)
    assert first.fork_point == BASE
    assert second.fork_point == world.state.nodes["one"].head
    assert [landing.new for landing in world.bodies(ev.LandingStarted)] == [
        world.state.nodes["one"].head,
        world.state.nodes["two"].head,
    ]


def test_a_blocked_gate_reprompts_the_same_session_once_then_holds() -> None:
    world = World(workflow(step("s")), Script(facts=facts_for("s", 1, 1, 2))).run()

    assert [turn.kind for turn in world.bodies(ev.TurnStarted)] == ["goal", "reprompt"]
    assert len(world.bodies(ev.AttemptOpened)) == 1
    assert "verdict" in world.bodies(ev.TurnStarted)[1].reasons[0]
    assert (world.state.status, holds(world)) == ("paused", ["gate"])


def test_a_reprompt_that_clears_goes_on() -> None:
    assert World(workflow(step("s")), Script(facts=facts_for("s", 1, 1))).run().state.status == "succeeded"


@pytest.mark.parametrize(
    ("answer", "kinds", "attempts"),
    [("retry", ["goal", "goal"], 2), ("continue", ["goal", "continue"], 1), ("edit", ["goal", "goal"], 2)],
)
def test_a_gate_hold_is_answered(answer: str, kinds: list[str], attempts: int) -> None:
    world = World(workflow(step("s", reprompts=0)), Script(facts=facts_for("s", 1, 1))).run()

    world.answer(answer, note="look again")

    assert [turn.kind for turn in world.bodies(ev.TurnStarted)] == kinds
    assert world.bodies(ev.TurnStarted)[-1].feedback == "look again"
    assert len(world.bodies(ev.AttemptOpened)) == attempts
    assert world.state.status == "succeeded"


def test_an_override_is_audited_on_the_gate_itself() -> None:
    world = World(workflow(step("s", reprompts=0)), Script(facts=facts_for("s", 1, 1))).run()

    world.answer("override", note="known flake")

    [gate] = world.bodies(ev.GatesJudged)[-1].outcomes
    assert (gate.outcome, gate.label) == ("cleared", "decided")
    assert "known flake" in gate.reason
    assert "overridden" in gate.reason
    assert world.state.status == "succeeded"


def test_quit_abandons() -> None:
    world = World(workflow(step("s", reprompts=0)), Script(facts=facts_for("s", 1, 1))).run().answer("quit")

    assert world.state.status == "abandoned"


def test_a_crashed_agent_is_retried_in_a_new_attempt_then_held() -> None:
    crash = {"reason": "failed", "failure": "crashed", "message": "exit 139", "exit_code": 139}
    world = World(workflow(step("s")), Script(turns={("s", n, 1): crash for n in (1, 2)})).run()

    assert [a.cause for a in world.bodies(ev.AttemptOpened)] == ["first", "retry"]
    assert next(a.session for a in world.bodies(ev.AttemptOpened)) != world.bodies(ev.AttemptOpened)[1].session
    assert holds(world) == ["failure"]
    assert world.answer("retry").state.status == "succeeded"


def test_a_timed_out_attempt_is_never_continued_by_itself() -> None:
    late = {"reason": "timed_out", "failure": "timed_out", "message": "over its wall clock"}
    world = World(workflow(step("s")), Script(turns={("s", 1, 1): late})).run()

    assert holds(world) == ["failure"]
    assert len(world.bodies(ev.TurnStarted)) == 1
    assert world.bodies(ev.MeasuringStarted) == []


def test_a_failed_turn_is_never_judged() -> None:
    crash = {"reason": "failed", "failure": "crashed", "exit_code": 1}
    world = World(workflow(step("s", retries=0)), Script(turns={("s", 1, 1): crash})).run()

    assert world.bodies(ev.GatesJudged) == []


def test_approval_is_asked_only_after_every_mechanical_gate_cleared() -> None:
    flow = workflow(step("s", VerdictGate(), ApprovalGate(), reprompts=0))
    world = World(flow, Script(facts=facts_for("s", 1, 1))).run()
    assert holds(world) == ["gate"]

    world = World(flow).run()
    assert holds(world) == ["approval"]
    assert world.answer("accept").state.status == "succeeded"


def test_three_refines_are_allowed_and_the_fourth_is_not_offered() -> None:
    world = World(workflow(step("s", VerdictGate(), ApprovalGate(cycles=3)))).run()
    for n in range(3):
        assert "refine" in world.state.open_holds[0].answers
        world.answer("refine", note=f"again {n}")

    [hold] = world.state.open_holds
    assert hold.kind == "approval"
    assert "refine" not in hold.answers
    assert "3 of 3" in hold.sentence
    assert [turn.kind for turn in world.bodies(ev.TurnStarted)] == ["goal", "refine", "refine", "refine"]


def test_after_a_refine_every_gate_is_measured_again_before_anybody_is_asked() -> None:
    world = World(
        workflow(step("s", VerdictGate(), ApprovalGate(), reprompts=0)), Script(facts=facts_for("s", 1, 2))
    ).run()
    world.answer("refine", note="shorter")

    assert holds(world) == ["gate"]


def test_restart_from_an_earlier_sibling_forks_from_where_it_began_and_keeps_attempts() -> None:
    world = World(workflow(step("one"), step("two", VerdictGate(), ApprovalGate()), step("three"))).run()
    world.answer("restart_from", to="one")

    opened = world.bodies(ev.AttemptOpened)
    assert [(a.node, a.attempt, a.cause) for a in opened] == [
        ("one", 1, "first"),
        ("two", 1, "first"),
        ("one", 2, "restart"),
        ("two", 2, "restart"),
    ]
    assert opened[2].fork_point == BASE
    assert world.state.nodes["two"].attempts[0].outcome == "superseded"
    assert world.answer("accept").state.status == "succeeded"


def test_a_jump_skips_and_is_counted() -> None:
    world = World(workflow(step("one", VerdictGate(), ApprovalGate()), step("two"), step("three"))).run()
    world.answer("jump_to", to="three")

    assert world.state.status == "succeeded"
    assert world.state.unsafe_jumps == 1
    assert [world.state.nodes[id_].outcome for id_ in ("one", "two", "three")] == ["skipped", "skipped", "cleared"]
    assert world.bodies(ev.AttemptOpened)[-1].fork_point == world.state.nodes["one"].attempts[0].head


def test_a_command_that_fails_blocks_and_is_not_reprompted() -> None:
    flow = workflow(RunBlock(id="lint", argv=("ruff",)), step("s"))
    world = World(flow, Script(turns={("lint", 1, 1): {"exit_code": 1}})).run()

    assert holds(world) == ["gate"]
    assert "exited 1" in world.state.open_holds[0].sentence
    assert world.state.meters["turns"].spent == 0
    assert world.answer("retry").state.status == "succeeded"


def test_n_turns_permit_exactly_n_and_the_next_pauses_until_raised() -> None:
    flow = workflow(step("one"), step("two"), step("three"), budgets=Budgets(turns=2))
    world = World(flow).run()

    assert (world.state.meters["turns"].spent, holds(world)) == (2, ["budget"])
    assert "turns" in world.state.open_holds[0].sentence
    world.observe(ev.Raised(kind="turns", amount=1))
    world.run()
    assert world.state.status == "succeeded"
    assert (world.state.meters["turns"].cap, world.state.meters["turns"].spent) == (3, 3)


def test_a_reprompt_needs_room_in_the_budget_too() -> None:
    world = World(workflow(step("s"), budgets=Budgets(turns=1)), Script(facts=facts_for("s", 1, 1))).run()

    assert holds(world) == ["budget"]
    assert len(world.bodies(ev.TurnStarted)) == 1


def test_unknown_usage_under_a_cap_pauses_and_says_so() -> None:
    world = World(workflow(step("one"), step("two"), budgets=Budgets(tokens=1000))).run()

    [hold] = world.state.open_holds
    assert hold.kind == "budget"
    assert "unknown" in hold.sentence
    assert world.state.meters["tokens"].at_least


def test_attempt_turns_are_bounded() -> None:
    world = World(
        workflow(step("s", reprompts=9), budgets=Budgets(attempt=AttemptBudget(turns=2))),
        Script(facts=facts_for("s", 1, *range(1, 9))),
    ).run()

    assert (len(world.bodies(ev.TurnStarted)), holds(world)) == (2, ["budget"])
    world.observe(ev.Raised(kind="attempt.turns", amount=1))
    world.run()
    assert (len(world.bodies(ev.TurnStarted)), holds(world)) == (3, ["budget"])


def test_the_wall_clock_of_the_run_interrupts_keeps_the_work_and_pauses() -> None:
    world = World(workflow(step("s"), budgets=Budgets(wall_clock=5000)))
    turn = world.waiting.popleft()
    world.driven = 5000
    world.observe(ev.DeadlinePassed(key="wall_clock"))
    assert [i.cause for i in world.bodies(ev.TurnInterrupted)] == ["budget"]
    world.observe(ev.TurnEnded(node="s", attempt=1, turn=1, reason="interrupted", duration=5000))
    world.run()

    assert turn.type == "turn_started"
    assert holds(world) == ["budget"]
    assert len(world.bodies(ev.WorkSecured)) == 1
    assert world.bodies(ev.GatesJudged) == []
    world.observe(ev.Raised(kind="wall_clock", amount=60_000))
    world.run()
    assert [t.kind for t in world.bodies(ev.TurnStarted)] == ["goal", "continue"]
    assert len(world.bodies(ev.AttemptOpened)) == 1
    assert world.state.status == "succeeded"


def test_pause_at_the_next_safe_boundary_and_resume() -> None:
    world = World(workflow(step("one"), step("two")))
    world.observe(ev.PauseRequested())
    assert world.bodies(ev.TurnInterrupted) == []
    world.run()

    assert (holds(world), world.state.status) == (["pause"], "paused")
    assert world.answer("resume").state.status == "succeeded"


def test_pause_now_interrupts_and_goes_on_in_the_same_session() -> None:
    world = World(workflow(step("s")))
    world.waiting.popleft()
    world.observe(ev.PauseRequested(now=True))
    world.observe(ev.TurnEnded(node="s", attempt=1, turn=1, reason="interrupted"))
    world.run()
    assert holds(world) == ["pause"]

    assert world.answer("resume").state.status == "succeeded"
    assert [t.kind for t in world.bodies(ev.TurnStarted)] == ["goal", "continue"]


def test_cancel_interrupts_keeps_the_work_and_ends() -> None:
    world = World(workflow(step("s"), step("t")))
    world.waiting.popleft()
    world.observe(ev.CancelRequested())
    world.observe(ev.TurnEnded(node="s", attempt=1, turn=1, reason="interrupted"))
    world.run()

    assert world.state.status == "cancelled"
    assert len(world.bodies(ev.WorkSecured)) == 1


def test_cancel_of_a_paused_run_ends_it_at_once() -> None:
    world = World(workflow(step("s", VerdictGate(), ApprovalGate()))).run()
    world.observe(ev.CancelRequested())

    assert world.state.status == "cancelled"


def test_a_lost_turn_is_not_judged_and_uses_no_retry() -> None:
    world = World(workflow(step("s", retries=0)))
    world.waiting.popleft()
    world.observe(ev.TurnLost(node="s", attempt=1, turn=1))
    world.run()

    assert [a.cause for a in world.bodies(ev.AttemptOpened)] == ["first", "lost"]
    assert world.state.nodes["s"].attempts[0].outcome == "lost"
    assert world.state.status == "succeeded"


def test_the_single_continuation_of_a_session_is_used_once() -> None:
    world = World(workflow(step("s", retries=0)))
    for turn in (1, 2):
        world.waiting.clear()
        world.observe(ev.TurnLost(node="s", attempt=1, turn=turn, resumable=True))
        while world.waiting[0].type != "turn_started":
            for body in world.react(world.waiting.popleft()):
                world.observe(body)
    kinds = [(t.attempt, t.kind) for t in world.bodies(ev.TurnStarted)]

    assert kinds == [(1, "goal"), (1, "recovery"), (2, "goal")]


def test_a_crash_gives_an_attempt_no_more_time_than_it_had() -> None:
    world = World(workflow(step("s"), budgets=Budgets(attempt=AttemptBudget(wall_clock=60_000))))
    world.waiting.clear()
    world.driven = 45_000
    world.observe(ev.TurnLost(node="s", attempt=1, turn=1, resumable=True))
    while world.waiting[0].type != "turn_started":
        for body in world.react(world.waiting.popleft()):
            world.observe(body)

    assert [turn.wall for turn in world.bodies(ev.TurnStarted)] == [60_000, 15_000]


def moved(found: str) -> Any:
    def land(decision: ev.LandingStarted) -> ev.Observation:
        if decision.old == found:
            return ev.Landed(node=decision.node, new=decision.new)
        return ev.LandingMoved(node=decision.node, expected=decision.old, found=found)

    return land


def test_a_branch_that_moved_is_shown_with_both_sides_and_never_overwritten_unasked() -> None:
    world = World(workflow(step("s")), Script(landing=moved("f" * 40))).run()

    [hold] = world.state.open_holds
    assert hold.kind == "reconcile"
    assert (hold.evidence["recorded"], hold.evidence["observed"]) == (None, "f" * 40)
    world.answer("discard")
    assert world.state.status == "succeeded"


def test_adopt_starts_again_from_what_was_found() -> None:
    world = World(workflow(step("s")), Script(landing=moved("f" * 40))).run().answer("adopt")

    assert world.bodies(ev.AttemptOpened)[-1].fork_point == "f" * 40
    assert world.state.status == "succeeded"


@pytest.mark.parametrize(
    ("answer", "follows", "attempts"),
    [("adopt", "securing_started", 1), ("redo", "measuring_started", 1), ("discard", "", 2)],
)
def test_a_checkout_that_is_not_what_was_secured_is_a_hold_with_both_sides(
    answer: str, follows: str, attempts: int
) -> None:
    world = World(workflow(step("s")))
    for _ in range(2):
        world.observe(world.react(world.waiting.popleft())[0])
    assert world.waiting.popleft().type == "measuring_started"
    key, sides = "measuring_started:s:1:1", {"recorded": "a" * 40, "observed": "b" * 40}
    world.observe(ev.EffectFailed(node="s", key=key, code="state-diverged", message="It moved.", **sides))
    [hold] = world.state.open_holds
    assert (hold.kind, hold.evidence) == ("reconcile", sides)

    before = world.state.published
    world.answer(answer)
    assert world.state.published != "b" * 40
    assert before is None
    assert len(world.bodies(ev.AttemptOpened)) == attempts
    if follows:
        assert [body.type for body in world.bodies(ev.Body)].count(follows) == 2
    assert world.state.status == "succeeded"


def test_an_environment_problem_is_held_and_the_effect_done_again_on_retry() -> None:
    world = World(workflow(step("s")))
    world.observe(world.react(world.waiting.popleft())[0])
    securing = world.waiting.popleft()
    world.observe(
        ev.EffectFailed(node="s", key="securing_started:s:1:1", code="repository-locked", message="index.lock is held")
    )
    assert securing.type == "securing_started"
    assert holds(world) == ["failure"]
    assert "index.lock" in world.state.open_holds[0].sentence

    world.answer("retry")
    assert len(world.bodies(ev.AttemptOpened)) == 1
    assert world.state.status == "succeeded"


def test_an_effect_that_cannot_start_the_agent_is_retried_as_a_new_attempt_after_an_answer() -> None:
    world = World(workflow(step("s")))
    world.waiting.clear()
    world.observe(ev.EffectFailed(node="s", key="turn_started:s:1:1", code="spawn", message="no such agent"))
    assert holds(world) == ["failure"]

    assert world.answer("retry").state.status == "succeeded"
    assert len(world.bodies(ev.AttemptOpened)) == 2


# -------------------------------------------------------------------------------------------------------- properties


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A random flow, with random outcomes and random answers, driven until it ends or 12 answers are given."""

    def block(depth: int, n: int) -> Any:
        kind = draw(st.sampled_from(["step", "run", "sequence"] if depth else ["step", "run"]))
        if kind == "run":
            return RunBlock(id=f"r{n}", argv=("x",))
        if kind == "sequence":
            return SequenceBlock(id=f"q{n}", do=tuple(block(depth - 1, i) for i in range(draw(st.integers(0, 3)))))
        gates = draw(
            st.sampled_from([(VerdictGate(),), (VerdictGate(), ApprovalGate(cycles=1)), (CommandGate(argv=("x",)),)])
        )
        return step(f"s{n}", *gates, retries=draw(st.integers(0, 2)), reprompts=draw(st.integers(0, 2)))

    flow = workflow(
        *(block(2, n) for n in range(draw(st.integers(1, 4)))),
        budgets=Budgets(turns=draw(st.integers(1, 12)), wall_clock=draw(st.sampled_from([None, 9000]))),
    )
    world = World(flow)
    for _ in range(60):
        if world.state.ended:
            break
        if world.waiting:
            decision = world.waiting.popleft()
            if isinstance(decision, ev.TurnStarted) and draw(st.integers(0, 4)) == 0:
                world.driven += 500
                world.observe(
                    draw(
                        st.sampled_from(
                            [
                                ev.TurnLost(
                                    node=decision.node, attempt=decision.attempt, turn=decision.turn, resumable=True
                                ),
                                ev.TurnEnded(
                                    node=decision.node,
                                    attempt=decision.attempt,
                                    turn=decision.turn,
                                    reason="failed",
                                    failure=draw(st.sampled_from(["crashed", "refusal", "incomplete", "rate_limited"])),
                                ),
                            ]
                        )
                    )
                )
                continue
            if isinstance(decision, ev.MeasuringStarted) and draw(st.integers(0, 2)) == 0:
                world.script.facts[(decision.node, decision.attempt, decision.turn)] = MISSING | {"0": {"exit_code": 1}}
            for body in world.react(decision):
                world.observe(body)
            continue
        [hold] = world.state.open_holds
        answer = draw(st.sampled_from([a for a in hold.answers if a not in ("jump_to",)]))
        if answer == "raise":
            kind = str(hold.evidence["budget"])
            world.observe(ev.Raised(kind=kind, amount=draw(st.integers(1, 5)) * (1 if "turns" in kind else 1000)))
        else:
            to = hold.node if answer == "restart_from" else None
            world.observe(ev.Answered(hold=hold.id, answer=answer, note="n", to=to, expect=hold.seq, node=hold.node))
    return world


@settings(max_examples=300, deadline=None)
@given(worlds())
def test_any_prefix_of_any_journal_gives_the_same_next_decisions(world: World) -> None:
    for cut in range(1, len(world.events) + 1):
        state = fold(world.events[:cut])
        decision = decide(state)
        following = world.events[cut].body if cut < len(world.events) else None
        assert decision == (following if isinstance(following, ev.Decision) else None)


@settings(max_examples=150, deadline=None)
@given(worlds())
def test_every_run_moves_waits_for_a_person_or_has_ended_and_replays_the_same(world: World) -> None:
    assert replay(world.events).difference is None
    state = world.state
    assert state.ended or state.outstanding or state.open_holds
    settled = [body.node for body in world.bodies(ev.NodeSettled)]
    restarts = sum(len(body.nodes) for body in world.bodies(ev.NodesReset))
    assert len(settled) <= len(set(settled)) + restarts * len(state.nodes)
    for meter in state.meters.values():
        if meter.cap is not None and meter is state.meters["turns"]:
            assert meter.spent <= meter.cap


@settings(max_examples=100, deadline=None)
@given(worlds())
def test_every_event_survives_its_way_through_the_journal(world: World) -> None:
    for event in world.events:
        body = event.body
        again = ev.to_body(body.type, body.node, body.attempt, ev.to_data(body))
        assert again == body
        assert json.loads(ev.to_json(body)) == json.loads(json.dumps(ev.to_data(body)))


def test_a_branch_that_was_to_begin_anew_is_not_waited_for_once_another_has_cleared() -> None:
    world = World(workflow(ParallelBlock(id="p", join="any", max_concurrent=1, do=(step("a"), step("b")))))
    for node in ("p/a", "p/b"):
        world.waiting.clear()
        world.observe(ev.TurnRefused(node=node, attempt=1, turn=1, limit="fleet", sentence="No more today."))
    for hold in world.state.open_holds:
        world.observe(ev.Answered(hold=hold.id, answer="stop", expect=hold.seq, node=hold.node))
    world.answer("retry")

    assert [node.phase for node in world.state.nodes.values() if node.outcome is None] == ["enter"]
    assert world.state.status == "succeeded"
    assert replay(world.events).difference is None


def test_what_a_loop_skips_asks_for_nobody_any_more() -> None:
    both = ParallelBlock(id="p", do=(step("a", reprompts=0), step("b")))
    loop = LoopBlock(id="l", max=2, until=(VerdictGate(of="b"),), do=(both,))
    world = World(workflow(loop), Script(facts=facts_for("l[1]/p/a", 1, 1)))
    while ours := [decision for decision in world.waiting if decision.node == "l[1]/p/a"]:
        world.waiting.remove(ours[0])
        for body in world.react(ours[0]):
            world.observe(body)
    assert holds(world) == ["gate"]

    world.run()
    assert world.state.nodes["l[1]/p/a"].outcome == "skipped"
    assert (world.state.status, holds(world)) == ("succeeded", [])
    assert replay(world.events).difference is None
