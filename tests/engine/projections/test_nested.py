# SPDX-License-Identifier: Apache-2.0
"""What screens are shown of nested blocks."""

from __future__ import annotations

from typing import Any

from engine.definition.model import Workflow
from engine.kernel import RunState
from engine.kernel import events as ev
from engine.projections import HoldView, NodeView, RunProjection, describe_event
from engine.runtime.simulate import Deed
from tests.helpers.nested import nested_deed, nested_story, nested_workflow, step, story_of
from tests.helpers.stories import Story

VERDICT_OF_B = [{"kind": "verdict", "of": "b"}]
USAGE = ev.Usage(requests=1, input=10, output=1)


def shown(story: Story, upto: int | None = None) -> dict[str, NodeView]:
    projection = RunProjection()
    projection.apply(story.events[:upto])
    return {node.id: node for node in projection.tree()}


def after(story: Story, body: type[ev.Body], node: str) -> int:
    return next(event.seq for event in story.events if isinstance(event.body, body) and event.body.node == node)


def budget_hold(workflow: Workflow) -> HoldView:
    projection = RunProjection()
    projection.apply(story_of(workflow).events)
    hold = projection.holds()[0]
    assert hold.kind == "budget"
    return hold


def test_the_winner_of_a_race_is_marked_and_the_others_say_why_they_stopped() -> None:
    nodes = shown(nested_story())

    assert nodes["approaches[minimal]"].mark == "winner"
    assert {nodes[f"approaches[{key}]"].state for key in ("refactor", "rewrite")} == {"withdrawn"}
    assert nodes["approaches[refactor]"].reason == "Another branch was chosen."


def test_containers_tell_how_far_they_are() -> None:
    nodes = shown(nested_story())

    assert nodes["polish"].progress == "round 3 of 4"
    assert nodes["approaches"].progress == "3 of 3 done"
    assert nodes["crew"].progress == "2 of 2 children done"


def test_planned_branches_and_granted_children_stand_there_before_they_are_entered() -> None:
    told = nested_story()
    nodes = shown(told, after(told, ev.ChildrenPlanned, "approaches"))

    assert [nodes[f"approaches[{key}]/fix"].state for key in ("minimal", "refactor", "rewrite")] == ["pending"] * 3
    assert nodes["approaches"].progress == "0 of 3 done"


def test_a_step_that_was_passed_over_is_skipped_not_pending() -> None:
    assert shown(nested_story())["polish[3]/mend"].state == "skipped"


def test_containers_in_which_everything_waits_wait_too() -> None:
    blocks = [{"kind": "parallel", "id": "p", "do": [step("one", gate=[{"kind": "approval"}])]}]
    nodes = shown(story_of(nested_workflow(do=blocks)))

    assert (nodes["p"].state, nodes["p"].activity) == ("waiting", "needs you inside")
    assert nodes["p/one"].state == "waiting"


def test_a_blocks_own_budget_is_shown_by_the_name_that_raises_it() -> None:
    [meter] = shown(nested_story())["reproduce"].meters

    assert (meter.kind, meter.spent, meter.cap) == ("reproduce:turns", 1, 4)


def test_a_clock_of_a_block_counts_from_when_it_was_entered() -> None:
    blocks = [step("first"), step("second", budget={"wall_clock": 600_000})]
    [meter] = shown(story_of(nested_workflow(do=blocks), lambda *_: Deed(usage=USAGE, takes=5_000)))["second"].meters

    assert (meter.kind, meter.spent, meter.cap) == ("second:wall_clock", 5_000, 600_000)


def test_a_budget_hold_tells_how_its_budget_stands_whose_ever_it_is() -> None:
    own = budget_hold(
        nested_workflow(
            do=[
                {
                    "kind": "loop",
                    "id": "s",
                    "max": 2,
                    "budget": {"turns": 1},
                    "until": VERDICT_OF_B,
                    "do": [step("a"), step("b")],
                }
            ]
        )
    )
    runs = budget_hold(nested_workflow(budgets={"turns": 1}))

    assert own.meter is not None
    assert (own.meter.kind, own.meter.spent, own.meter.cap) == ("s:turns", 1, 1)
    assert runs.meter is not None
    assert (runs.meter.kind, runs.meter.spent, runs.meter.cap) == ("turns", 1, 1)


def test_every_event_of_a_nested_run_has_a_sentence() -> None:
    def asks(state: RunState, turn: ev.TurnStarted) -> Deed:
        if turn.node == "reproduce" and turn.turn == 1:
            return Deed(usage=USAGE, requests=[("ask", {"question": "Which one?"})])
        return nested_deed(state, turn)

    def person(state: RunState, hold: Any) -> tuple[str, str] | None:
        return ("answer", "The first.") if hold.kind == "question" else None

    told = story_of(nested_workflow(), asks, person=person)

    sentences = [describe_event(event) for event in told.events]
    kinds = {event.body.kind for event in told.events if isinstance(event.body, ev.TurnStarted)}
    assert {"inbox", "answer"} <= kinds
    assert all(sentences)
