# SPDX-License-Identifier: Apache-2.0
"""`RunProjection`: what a run looks like, from its events alone."""

from __future__ import annotations

from typing import Any

from engine.definition.model import Workflow
from engine.kernel import events as ev
from engine.projections.run import RunProjection
from tests.helpers import stories
from tests.helpers.stories import Story


def projected(story: Story) -> RunProjection:
    projection = RunProjection()
    projection.apply(story.events)
    return projection


def test_events_applied_one_by_one_give_what_all_at_once_give() -> None:
    story = stories.finished_story()
    slowly = RunProjection()
    for event in story.events:
        slowly.apply([event])
        slowly.summary()
        slowly.tree()

    at_once = projected(story)

    assert slowly.summary() == at_once.summary()
    assert slowly.tree() == at_once.tree()
    assert slowly.rows == at_once.rows


def test_rows_stand_at_their_sequence_numbers() -> None:
    projection = projected(stories.approval_story())

    assert [row.seq for row in projection.rows] == list(range(1, len(projection.rows) + 1))


def test_the_tree_shows_entered_and_planned_blocks_in_the_order_of_the_workflow() -> None:
    tree = projected(stories.running_story()).tree()

    assert [(node.id, node.state) for node in tree] == [
        ("reproduce", "cleared"),
        ("fix", "running"),
        ("check", "pending"),
        ("note", "pending"),
        ("hand-over", "pending"),
    ]
    assert tree[1].activity == "the agent works"


def test_a_step_that_rests_on_the_verdict_alone_is_marked_claimed_only() -> None:
    tree = projected(stories.running_story()).tree()

    assert [node.id for node in tree if node.claimed_only] == ["note"]


def test_time_is_split_into_work_and_waiting_for_a_person() -> None:
    story = stories.approval_story()
    worked = story.driven
    story.add(ev.Answered(hold="h1", answer="accept", expect=1), after=120_000, driving=False)

    times = projected(story).summary().times

    assert times.working == worked
    assert times.person == 120_000
    assert times.provider == 0


def test_waiting_for_a_provider_is_counted_apart() -> None:
    story = stories.running_story()
    before = story.driven
    waits = ev.TurnWaits(node="fix", attempt=1, turn=1, account="codex", until="2026-05-04T14:20:00.000Z")
    story.add(waits).add(ev.Heartbeat(), after=60_000, driving=False)

    summary = projected(story).summary()
    assert summary.times.provider == 60_000
    assert summary.times.working == story.driven >= before
    assert summary.waits[0].until == waits.until
    assert summary.activity.startswith("waiting for provider until ")
    shown: Any = projected(story).show()
    assert [wait["account"] for wait in shown["provider_waits"]] == ["codex"]
    assert [node["attempts"][0]["waits_until"] for node in shown["nodes"] if node["id"] == "fix"] == [waits.until]
    assert projected(story).holds_json()["provider_waits"] == shown["provider_waits"]

    story.add(ev.DriverAttached(pid=1, engine="0"), after=3_600_000, driving=False)  # nobody drove it for an hour
    assert projected(story).summary().times.provider == 60_000


def test_unknown_usage_is_unknown_and_never_zero() -> None:
    story = stories.running_story(workflow=stories.fix_workflow(budgets={"tokens": 100}))
    first = Story("r-2")
    first.enter("reproduce", 0).open("reproduce").turn("reproduce").end("reproduce", tokens=0)

    unknown: Any = projected(first).show()["budgets"]
    known: Any = projected(story).show()["budgets"]
    assert unknown["cost"] == {
        "spent": None,
        "at_least": True,
        "reserved": 0,
        "cap": 2.5,
    }
    assert known["tokens"]["spent"] == 4200


def test_the_title_is_the_first_line_of_what_was_asked() -> None:
    summary = projected(stories.running_story(report="Cart breaks\nwhen empty")).summary()

    assert (summary.title, summary.project) == ("Cart breaks", "webshop")


def test_what_the_workflow_gives_by_default_tells_no_run_from_another() -> None:
    projection = projected(stories.running_story(report="users"))
    workflow = projection.state.workflow
    assert workflow is not None
    given = workflow.inputs["report"].model_copy(update={"default": "users"})
    projection.state.workflow = workflow.model_copy(update={"inputs": {"report": given}})

    assert projection.summary().title == workflow.title


def test_show_has_the_stable_shape() -> None:
    shown: Any = projected(stories.approval_story()).show()

    assert list(shown) == ["run", "state", "cause", "branch", "base", "budgets", "nodes", "holds"]
    nodes = {node["id"]: node for node in shown["nodes"]}
    fix = nodes["fix"]
    assert (fix["kind"], fix["state"]) == ("step", "cleared")
    assert list(fix["attempts"][0]) == [
        "n",
        "state",
        "session",
        "fork_point",
        "head",
        "isolation",
        "network",
        "pid",
        "usage",
    ]
    assert fix["attempts"][0]["usage"]["input"] == 12075
    assert shown["holds"][0]["seq"] == shown_seq(stories.approval_story())


def shown_seq(story: Story) -> int:
    return next(event.seq for event in story.events if isinstance(event.body, ev.HoldOpened))


def test_evidence_tells_gate_outcome_reason_facts_label_attempt_and_seq() -> None:
    story = stories.approval_story()
    gates: Any = projected(story).evidence_json("fix")["gates"]
    judged = [e.seq for e in story.events if isinstance(e.body, ev.GatesJudged) and e.body.node == "fix"][-1]

    assert gates[2] == {
        "gate": "tests",
        "outcome": "cleared",
        "reason": "14 tests passed in 1.8 s",
        "facts": {"exit_code": 0, "tests": 14, "failed": 0, "duration_ms": 1840},
        "label": "measured",
        "attempt": 1,
        "seq": judged,
    }


def test_gates_that_are_being_measured_are_waiting() -> None:
    story = stories.running_story().end("fix").secure("fix")
    story.add(ev.MeasuringStarted(node="fix", attempt=1, turn=1, keys=("verdict", "tests")))

    gates = projected(story).evidence("fix")

    assert [(gate.gate, gate.outcome) for gate in gates] == [("verdict", "waiting"), ("tests", "waiting")]


def test_gates_of_an_attempt_that_ended_before_they_were_judged_do_not_wait() -> None:
    story = stories.running_story().end("fix").secure("fix")
    story.add(ev.MeasuringStarted(node="fix", attempt=1, turn=1, keys=("verdict", "tests")))
    story.add(ev.AttemptEnded(node="fix", attempt=1, outcome="superseded"))

    gates = projected(story).evidence("fix")

    assert [(gate.gate, gate.outcome) for gate in gates] == [("verdict", "not_checked"), ("tests", "not_checked")]
    assert {gate.reason for gate in gates} == {"the attempt ended before it was measured"}


def test_an_answered_hold_waits_no_more() -> None:
    projection = projected(stories.approval_story())
    assert [hold.id for hold in projection.holds()] == ["h1"]

    projection = projected(stories.finished_story())
    assert projection.holds() == ()
    assert projection.summary().state == "succeeded"


def test_nothing_needs_a_person_or_is_to_come_in_a_run_that_was_cancelled() -> None:
    story = stories.failed_story()
    assert [node.state for node in projected(story).tree()[:3]] == ["cleared", "waiting", "pending"]

    story.add(ev.CancelRequested(by=stories.HUMAN), ev.RunEnded(outcome="cancelled"))

    tree = projected(story).tree()
    assert [node.state for node in tree[:3]] == ["cleared", "withdrawn", "skipped"]
    assert [attempt.state for attempt in tree[1].attempts] == ["failed", "withdrawn"]
    assert tree[1].hold is None
    shown: Any = projected(story).show()["nodes"]
    assert [node["state"] for node in shown] == ["cleared", "withdrawn"]


def test_attempts_know_when_they_ran() -> None:
    fix = projected(stories.failed_story()).tree()[1]

    first, second = fix.attempts
    assert (first.state, second.state) == ("failed", "waiting")
    assert first.ended_at is not None
    assert first.opened_at < first.ended_at <= second.opened_at
    assert second.ended_at is None
    assert [turn.reason for turn in first.turns] == ["failed"]


def nested() -> Workflow:
    step = {"kind": "step", "role": "fixer", "goal": "g", "gate": [{"kind": "verdict"}]}
    fan_out = {
        "kind": "parallel",
        "id": "ways",
        "for_each": {"list": "[1]", "as": "item"},
        "do": [{**step, "id": "try"}],
    }
    loop = {"kind": "loop", "id": "polish", "max": 3, "until": [{"kind": "verdict", "of": "review"}]}
    return stories.fix_workflow(do=[fan_out, {**loop, "do": [{**step, "id": "review"}]}])


def test_loops_and_fan_outs_show_their_body_before_they_begin_and_their_rounds_after() -> None:
    story = Story(workflow=nested())
    before = projected(story).tree()
    story.add(
        ev.NodeEntered(node="ways", parent="", place=0, base=stories.BASE),
        ev.ChildrenPlanned(node="ways", keys=("small", "big"), items=("small", "big")),
        ev.NodeEntered(node="ways[small]", parent="ways", place=0, base=stories.BASE),
        ev.NodeEntered(node="ways[small]/try", parent="ways[small]", place=0, base=stories.BASE),
    )

    after = projected(story).tree()

    assert [(node.id, node.depth) for node in before] == [
        ("ways", 0),
        ("ways[*]/try", 1),
        ("polish", 0),
        ("polish[*]/review", 1),
    ]
    assert [(node.id, node.name, node.kind, node.depth) for node in after[:3]] == [
        ("ways", "ways", "parallel", 0),
        ("ways[small]", "small", "branch", 1),
        ("ways[small]/try", "try", "step", 2),
    ]
