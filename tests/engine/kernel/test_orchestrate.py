# SPDX-License-Identifier: Apache-2.0
"""The orchestrator: a lead asks, the kernel grants or denies, and only what was granted happens."""

from __future__ import annotations

from typing import Any

from engine.definition.model import (
    Budgets,
    ChildrenSpec,
    ComposeSpec,
    OrchestrateBlock,
    Role,
    VerdictGate,
    Workflow,
)
from engine.kernel import decide, fold, replay
from engine.kernel import events as ev
from tests.engine.kernel.test_control_flow import holds, step
from tests.engine.kernel.world import BASE, Script, World

ROLES = {"a": Role(agent="command", argv=("x",)), "lead": Role(agent="command", argv=("y",))}


def crew(**more: Any) -> Workflow:
    spec = {"id": "crew", "role": "lead", "goal": "g", "gate": (VerdictGate(),)}
    spec |= {"children": ChildrenSpec(roles=("a",), max=3, max_concurrent=2)} | more
    return Workflow(name="w", roles=ROLES, do=(OrchestrateBlock(**spec),))


class Lead(World):
    """A world whose agents ask for things: requests by (node, attempt, turn)."""

    def __init__(self, workflow: Workflow, asks: dict[tuple[str, int, int], list[dict[str, Any]]], **more: Any) -> None:
        self.asks = asks
        super().__init__(workflow, Script(**more))

    def react(self, decision: Any) -> list[ev.Observation]:
        if not isinstance(decision, ev.TurnStarted):
            return super().react(decision)
        key = (decision.node, decision.attempt, decision.turn)
        asked: list[ev.Observation] = [
            ev.Requested(
                node=decision.node,
                attempt=decision.attempt,
                turn=decision.turn,
                request=f"{'/'.join(map(str, key))}#{n}",
                kind=ask["kind"],
                data={k: v for k, v in ask.items() if k != "kind"},
            )
            for n, ask in enumerate(self.asks.get(key, []))
        ]
        return [*asked, *super().react(decision)]


def spawn(goal: str = "do it", role: str = "a") -> dict[str, Any]:
    return {"kind": "spawn", "role": role, "goal": goal}


def consistent(world: World) -> World:
    assert replay(world.events).difference is None
    for cut in range(1, len(world.events)):
        computed, following = decide(fold(world.events[:cut])), world.events[cut].body
        assert computed == (following if isinstance(following, ev.Decision) else None)
    return world


def turns(world: World, node: str) -> list[str]:
    return [turn.kind for turn in world.bodies(ev.TurnStarted) if turn.node == node]


def judged(world: World) -> list[tuple[str, bool]]:
    return [(judged.kind, judged.granted) for judged in world.bodies(ev.RequestJudged)]


def test_a_lead_that_spawns_nothing_is_a_step() -> None:
    world = consistent(Lead(crew(), {}).run())

    assert turns(world, "crew") == ["goal"]
    assert world.state.status == "succeeded"


def test_children_are_entered_when_granted_and_the_lead_is_prompted_when_they_settle() -> None:
    world = consistent(Lead(crew(), {("crew", 1, 1): [spawn("one"), spawn("two")]}).run())

    assert judged(world) == [("spawn", True), ("spawn", True)]
    assert world.state.nodes["crew/child-1"].outcome == "cleared"
    assert turns(world, "crew")[0] == "goal"
    assert set(turns(world, "crew")[1:]) == {"inbox"}
    last = [turn for turn in world.bodies(ev.TurnStarted) if turn.node == "crew"][-1]
    assert "Every child has settled" in last.reasons[-1]
    assert world.state.status == "succeeded"


def test_the_stage_is_not_over_while_a_child_is_open() -> None:
    world = Lead(crew(), {("crew", 1, 1): [spawn()]})
    for _ in range(3):
        for body in world.react(world.waiting.popleft()):
            world.observe(body)
        if world.state.nodes["crew"].phase == "land":
            break

    assert world.state.nodes["crew"].outcome is None


def test_counts_hold_over_any_number_of_turns_and_a_denial_reaches_the_lead_with_its_reason() -> None:
    world = consistent(Lead(crew(), {("crew", 1, n): [spawn(), spawn()] for n in range(1, 9)}).run())

    assert sum(granted for kind, granted in judged(world) if kind == "spawn") == 3
    denials = [r.reason for r in world.bodies(ev.RequestJudged) if not r.granted]
    assert denials
    assert all("3 children are used up" in reason for reason in denials)
    told = [reason for t in world.bodies(ev.TurnStarted) if t.node == "crew" for reason in t.reasons]
    assert any(reason.startswith("Denied: spawn") for reason in told)


def test_never_more_children_at_once_than_allowed() -> None:
    world = Lead(crew(), {("crew", 1, 1): [spawn(), spawn(), spawn()]})
    while world.waiting:
        live = sum(1 for d in world.waiting if d.type == "turn_started" and str(d.node).startswith("crew/"))
        assert live <= 2
        for body in world.react(world.waiting.popleft()):
            world.observe(body)

    assert world.state.status == "succeeded"


def test_a_role_that_is_not_listed_and_a_request_of_a_child_are_denied() -> None:
    asks = {("crew", 1, 1): [spawn(role="lead"), spawn()], ("crew/child-1", 1, 1): [spawn()]}
    world = consistent(Lead(crew(), asks).run())

    assert judged(world) == [("spawn", False), ("spawn", True), ("spawn", False)]
    assert "lead of an orchestrate block" in world.bodies(ev.RequestJudged)[-1].reason


def test_what_a_lead_writes_is_data_and_never_a_template() -> None:
    world = Lead(crew(), {("crew", 1, 1): [spawn("{{ inputs.secret }}")]}).run()

    child = world.state.nodes["crew/child-1"]
    assert child.block is not None
    assert getattr(child.block, "goal") == "{{ item.goal }}"  # noqa: B009
    assert child.item == {"goal": "{{ inputs.secret }}"}


def test_a_childs_question_goes_to_the_lead_and_the_answer_back_into_its_session() -> None:
    asks = {
        ("crew", 1, 1): [spawn()],
        ("crew/child-1", 1, 1): [{"kind": "ask", "question": "Which port?"}],
        ("crew", 1, 2): [{"kind": "answer", "child": "child-1", "text": "8080"}],
    }
    world = consistent(Lead(crew(), asks).run())

    assert turns(world, "crew/child-1") == ["goal", "answer"]
    answered = next(t for t in world.bodies(ev.TurnStarted) if t.kind == "answer")
    assert answered.feedback == "8080"
    assert holds(world) == []
    assert world.state.status == "succeeded"


def test_a_question_without_a_lead_is_a_hold() -> None:
    flow = Workflow(name="w", roles=ROLES, do=(step("s"),))
    world = Lead(flow, {("s", 1, 1): [{"kind": "ask", "question": "Which port?"}]}).run()

    [hold] = world.state.open_holds
    assert (hold.kind, hold.answers) == ("question", ("answer", "quit"))
    assert "Which port?" in hold.sentence
    consistent(world.answer("answer", note="8080"))
    assert turns(world, "s") == ["goal", "answer"]
    assert world.state.status == "succeeded"


def test_a_lead_escalates_to_a_person() -> None:
    world = Lead(crew(), {("crew", 1, 1): [{"kind": "escalate", "text": "May I delete it?"}]}).run()

    assert holds(world) == ["question"]
    consistent(world.answer("answer", note="no"))
    assert turns(world, "crew") == ["goal", "answer"]
    assert world.state.status == "succeeded"


def test_a_lead_may_retry_a_held_child_with_guidance_or_skip_it() -> None:
    missing = {"verdict": {"state": "missing"}}
    retry = {"kind": "retry_child", "child": "child-1", "guidance": "write the verdict"}
    asks = {("crew", 1, 1): [spawn("one"), spawn("two")], ("crew", 1, 2): [retry], ("crew", 1, 3): [retry]}
    facts = {("crew/child-1", 1, turn): missing for turn in (1, 2)}
    world = consistent(Lead(crew(), asks, facts=facts).run())

    child = world.state.nodes["crew/child-1"]
    assert [attempt.outcome for attempt in child.attempts] == ["superseded", "cleared"]
    again = [t for t in world.bodies(ev.TurnStarted) if t.node == "crew/child-1"][-1]
    assert again.feedback == "write the verdict"
    assert [w.reason for w in world.bodies(ev.HoldWithdrawn)] == ["The lead has it try again."]
    assert world.state.open_holds == []
    assert world.state.status == "succeeded"

    asks[("crew", 1, 2)] = asks[("crew", 1, 3)] = [{"kind": "skip_child", "child": "child-1"}]
    world = consistent(Lead(crew(), asks, facts=facts).run())
    assert world.state.nodes["crew/child-1"].outcome == "withdrawn"
    assert world.state.status == "succeeded"


def test_late_results_of_a_superseded_attempt_decide_nothing() -> None:
    world = Lead(crew(), {("crew", 1, 1): [spawn()]})
    for body in world.react(world.waiting.popleft()):
        world.observe(body)
    late = next(d for d in world.waiting if d.node == "crew/child-1")
    world.waiting.remove(late)
    world.observe(ev.TurnLost(node="crew/child-1", attempt=1, turn=1))
    world.run()
    before = world.state.nodes["crew/child-1"].outcome
    world.observe(
        ev.Requested(node="crew/child-1", attempt=1, turn=1, request="late", kind="ask", data={"question": "?"})
    )

    assert before == "cleared"
    assert world.bodies(ev.RequestJudged)[-1].granted is False or world.state.ended


def test_a_sub_workflow_is_run_bounded_in_count() -> None:
    body = Workflow(name="inner", roles=ROLES, do=(step("look"),))
    flow = crew(compose=ComposeSpec(workflows=("inner",), max_runs=1, bodies={"inner": body}))
    ask = {"kind": "run_workflow", "workflow": "inner", "with": {}}
    world = consistent(Lead(flow, {("crew", 1, 1): [ask, ask, {**ask, "workflow": "other"}]}).run())

    assert [granted for _, granted in judged(world)] == [True, False, False]
    assert world.state.nodes["crew/run-1/look"].outcome == "cleared"
    assert world.state.status == "succeeded"


def test_stage_done_is_denied_while_something_is_open() -> None:
    world = Lead(crew(), {("crew", 1, 1): [spawn(), {"kind": "stage_done"}]}).run()

    assert judged(world) == [("spawn", True), ("stage_done", False)]
    assert world.state.status == "succeeded"


def test_a_request_counts_once() -> None:
    world = Lead(crew(), {})
    asked = ev.Requested(node="crew", attempt=1, turn=1, request="x", kind="spawn", data={"role": "a", "goal": "g"})
    world.observe(asked)
    world.observe(asked)

    assert judged(world) == [("spawn", True)]


def test_the_work_of_children_is_merged_into_the_leads_line_before_it_is_prompted() -> None:
    world = consistent(Lead(crew(), {("crew", 1, 1): [spawn()]}).run())

    [merge] = world.bodies(ev.IntegrationStarted)
    assert merge.children == ("crew/child-1",)
    inbox = next(t for t in world.bodies(ev.TurnStarted) if t.kind == "inbox")
    assert inbox.start == "m" * 40


def test_a_question_that_the_lead_leaves_open_goes_to_a_person() -> None:
    asks = {("crew", 1, 1): [spawn()], ("crew/child-1", 1, 1): [{"kind": "ask", "question": "Which port?"}]}
    world = consistent(Lead(crew(), asks).run())

    assert holds(world) == ["question"]
    assert world.state.open_holds[0].node == "crew/child-1"
    told = [turn for turn in world.bodies(ev.TurnStarted) if turn.node == "crew"][-1]
    assert "crew/child-1 waits (question)" in told.reasons[0]
    consistent(world.answer("answer", note="8080"))
    assert turns(world, "crew/child-1") == ["goal", "answer"]
    assert world.state.status == "succeeded"


def test_a_lead_that_answers_late_takes_the_question_back_from_the_person() -> None:
    asks = {
        ("crew", 1, 1): [spawn()],
        ("crew/child-1", 1, 1): [{"kind": "ask", "question": "Which port?"}],
        ("crew", 1, 3): [{"kind": "answer", "child": "child-1", "text": "8080"}],
    }
    world = consistent(Lead(crew(), asks).run())

    assert world.bodies(ev.HoldWithdrawn)[0].reason == "The lead answered."
    assert turns(world, "crew/child-1") == ["goal", "answer"]
    assert world.state.status == "succeeded"


def test_an_answer_that_comes_while_the_asking_turn_still_runs_is_the_next_prompt() -> None:
    world = Lead(
        crew(), {("crew", 1, 1): [spawn()], ("crew", 1, 2): [{"kind": "answer", "child": "child-1", "text": "8080"}]}
    )
    for body in world.react(world.waiting.popleft()):
        world.observe(body)
    asking = next(d for d in world.waiting if d.node == "crew/child-1")
    world.waiting.remove(asking)
    world.observe(
        ev.Requested(node="crew/child-1", attempt=1, turn=1, request="q", kind="ask", data={"question": "?"}, live=True)
    )
    while world.waiting:  # the lead is told and answers
        for body in world.react(world.waiting.popleft()):
            world.observe(body)
    assert turns(world, "crew/child-1") == ["goal"]

    world.waiting.append(asking)
    consistent(world.run())
    assert turns(world, "crew/child-1") == ["goal", "answer"]
    assert world.state.status == "succeeded"


def test_one_question_at_a_time() -> None:
    flow = Workflow(name="w", roles=ROLES, do=(step("s"),))
    world = Lead(flow, {("s", 1, 1): [{"kind": "ask", "question": "one?"}, {"kind": "ask", "question": "two?"}]}).run()

    assert judged(world) == [("ask", True), ("ask", False)]
    assert "one?" in world.state.open_holds[0].sentence


def test_a_question_does_not_outlive_its_attempt() -> None:
    flow = Workflow(name="w", roles=ROLES, do=(step("s"),))
    crashed = {("s", 1, 1): {"reason": "failed", "failure": "crashed"}}
    world = consistent(Lead(flow, {("s", 1, 1): [{"kind": "ask", "question": "?"}]}, turns=crashed).run())

    assert len(world.state.nodes["s"].attempts) == 2
    assert world.state.status == "succeeded"


def test_a_denial_that_the_agent_was_waiting_for_is_not_told_twice() -> None:
    world = Lead(crew(), {})
    world.observe(
        ev.Requested(node="crew", attempt=1, turn=1, request="x", kind="spawn", data={"role": "no"}, live=True)
    )
    consistent(world.run())

    assert judged(world) == [("spawn", False)]
    assert turns(world, "crew") == ["goal"]


def test_what_a_lead_adds_after_a_merge_stays_in_its_line() -> None:
    asks = {("crew", 1, 1): [spawn()], ("crew", 1, 2): [spawn()]}
    world = consistent(Lead(crew(), asks).run())

    first, second = world.bodies(ev.IntegrationStarted)
    added = next(s.head for s in world.bodies(ev.WorkSecured) if (s.node, s.turn) == ("crew", 2))
    assert (first.children, second.children) == (("crew/child-1",), ("crew/child-2",))
    assert second.base == added


def test_a_fresh_attempt_of_a_lead_begins_with_what_its_children_made() -> None:
    crashed = {("crew", 1, 2): {"reason": "failed", "failure": "crashed"}}
    world = consistent(Lead(crew(), {("crew", 1, 1): [spawn()]}, turns=crashed).run())

    opened = [a for a in world.bodies(ev.AttemptOpened) if a.node == "crew"]
    assert [attempt.fork_point for attempt in opened] == [BASE, "m" * 40]
    assert world.state.status == "succeeded"


def test_children_that_conflict_are_a_hold_and_dropping_one_goes_on() -> None:
    rounds: list[tuple[str, ...]] = []

    def conflict(started: ev.IntegrationStarted) -> ev.Observation:
        rounds.append(started.children)
        if "crew/child-2" in started.children:
            return ev.Conflicted(
                node="crew", child="crew/child-2", head=started.heads[-1], merged="c" * 40, paths=("a.txt",)
            )
        return ev.Integrated(node="crew", head="m" * 40)

    world = Lead(crew(), {("crew", 1, 1): [spawn(), spawn()]}, integration=conflict).run()
    [hold] = world.state.open_holds
    assert (hold.kind, hold.node) == ("conflict", "crew")

    consistent(world.answer("drop"))
    assert rounds[-1] == ("crew/child-1",) or "crew/child-1" in rounds[0]
    assert world.state.nodes["crew"].dropped == ("crew/child-2",)
    assert world.state.status == "succeeded"


def test_a_merge_that_our_surroundings_prevent_is_tried_again_when_asked() -> None:
    tries: list[ev.IntegrationStarted] = []

    def locked(started: ev.IntegrationStarted) -> ev.Observation:
        tries.append(started)
        if len(tries) == 1:
            key = "integration_started:crew:None:"
            return ev.EffectFailed(node="crew", key=key, code="repository-locked", message="locked")
        return ev.Integrated(node="crew", head="m" * 40)

    world = Lead(crew(), {("crew", 1, 1): [spawn()]}, integration=locked).run()
    assert holds(world) == ["failure"]

    consistent(world.answer("retry"))
    assert tries[0] == tries[1]
    assert len(world.state.nodes["crew"].attempts) == 1
    assert world.state.status == "succeeded"


def test_the_gate_of_a_lead_is_measured_once_nothing_is_left_to_wait_for_or_to_tell() -> None:
    asks = {
        ("crew", 1, 1): [spawn(), spawn()],
        ("crew/child-1", 1, 1): [{"kind": "ask", "question": "Which port?"}],
        ("crew", 1, 2): [{"kind": "answer", "child": "child-1", "text": "8080"}],
    }
    world = consistent(Lead(crew(), asks).run())

    measured = [m for m in world.bodies(ev.MeasuringStarted) if m.node == "crew"]
    assert [m.turn for m in measured] == [len(turns(world, "crew"))]
    assert len(turns(world, "crew")) > 2


def test_a_lead_waits_for_room_and_is_told_when_a_child_leaves_some() -> None:
    asks = {("crew", 1, 1): [spawn()], ("crew/child-1", 1, 1): [{"kind": "ask", "question": "?"}]}
    flow = crew().model_copy(update={"budgets": Budgets(cost=5.0)})
    costs = {"usage": ev.Usage(cost=1.0)}  # before it is known, a turn has reserved all that is left
    spent = {(node, 1, turn): costs for node in ("crew", "crew/child-1") for turn in (1, 2, 3)}
    world = consistent(Lead(flow, asks, turns=spent).run())

    assert turns(world, "crew") == ["goal", "inbox", "inbox"]
    assert holds(world) == ["question"]


def test_what_resolves_a_conflict_of_children_asks_a_person() -> None:
    def conflict(started: ev.IntegrationStarted) -> ev.Observation:
        return ev.Conflicted(
            node="crew",
            child="crew/child-1",
            head=started.heads[0],
            merged="c" * 40,
            paths=("a.txt",),
            snapshot="d" * 40,
            marked=("a.txt",),
        )

    asks = {("crew", 1, 1): [spawn()], ("crew/resolve.1", 1, 1): [{"kind": "ask", "question": "Which side?"}]}
    world = Lead(crew(), asks, integration=conflict).run()
    consistent(world.answer("resolve"))

    assert holds(world) == ["question"]
    assert world.state.open_holds[0].node == "crew/resolve.1"


def test_a_lead_that_is_stopped_leaves_nobody_at_work() -> None:
    flow = crew().model_copy(update={"budgets": Budgets(turns=2)})
    asks = {("crew", 1, 1): [spawn("one"), spawn("two")], ("crew/child-1", 1, 1): [{"kind": "ask", "question": "?"}]}
    world = Lead(flow, asks).run()
    assert {"crew/child-1", "crew/child-2"} <= {id_ for id_, node in world.state.nodes.items() if node.outcome is None}

    lead = next(hold for hold in world.state.open_holds if hold.node == "crew")
    world.observe(ev.Answered(hold=lead.id, answer="stop", expect=lead.seq, node="crew"))
    consistent(world.run())
    assert world.state.outcome == "failed"
    assert {node.outcome for node in world.state.nodes.values()} <= {"failed", "withdrawn"}
