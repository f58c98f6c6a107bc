# SPDX-License-Identifier: Apache-2.0
"""What an agent is told: its goal, what came in, whom it leads and what it may still ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.definition.model import (
    ChildrenSpec,
    ComposeSpec,
    OrchestrateBlock,
    Role,
    StepBlock,
    VerdictGate,
    Workflow,
)
from engine.kernel import RunState
from engine.kernel import events as ev
from engine.kernel.state import Hold, Node
from engine.runtime.prompts import Tools, compose

PATHS = {name: Path("/attempt") / name for name in ("verdict", "artifacts", "blackboard")}
ROLES = {"a": Role(agent="command", argv=("x",)), "lead": Role(agent="command", argv=("y",))}


def lead(**more: Any) -> tuple[RunState, Node]:
    """A run at its lead, with as many children granted as `spawned` names."""
    spec: dict[str, Any] = {"id": "crew", "role": "lead", "goal": "Lead {{ inputs.what }}.", "gate": (VerdictGate(),)}
    spec |= {"children": ChildrenSpec(roles=("a",), max=3, max_concurrent=2)} | more
    return state_of(OrchestrateBlock(**spec))


def state_of(block: StepBlock | OrchestrateBlock) -> tuple[RunState, Node]:
    state = RunState(run="r", branch="b", base="c" * 40, inputs={"what": "them"})
    state.workflow = Workflow(name="w", roles=ROLES, do=(block,))
    state.nodes[""] = Node(id="", parent=None, place=0, block=None, base="c" * 40)
    node = state.nodes[block.id] = Node(id=block.id, parent="", place=0, block=block, base="c" * 40)
    return state, node


def child(state: RunState, node: Node, name: str, **fields: Any) -> Node:
    node.spawned.append({"name": name, "kind": "child", "role": "a", "goal": "g"})
    made = Node(id=f"{node.id}/{name}", parent=node.id, place=0, block=None, base="c" * 40)
    for field, value in fields.items():
        setattr(made, field, value)
    state.nodes[made.id] = made
    return made


def prompt(state: RunState, node: Node, kind: str, *, tools: Tools = "none", **more: Any) -> str:
    turn = ev.TurnStarted.model_validate({"node": node.id, "attempt": 1, "turn": 1, "kind": kind, **more})
    return compose(state, node, turn, PATHS, tools=tools)


def test_a_lead_is_told_what_it_may_ask_for_and_how_much_of_it_is_left() -> None:
    compose_ = ComposeSpec(workflows=("review",), max_runs=2)
    state, node = lead(compose=compose_)
    child(state, node, "child-1", outcome="cleared")

    told = prompt(state, node, "goal")

    assert "Lead them." in told
    assert "- `spawn_child`: 2 of 3 left, 2 at a time; each in its own checkout; of the roles `a`" in told
    assert "- `run_workflow`: 2 of 2 left; of `review`" in told
    assert "`stage_done`" in told
    assert "`escalate`" in told


def test_a_lead_without_sub_workflows_or_children_is_not_told_of_them() -> None:
    told = prompt(*lead(children=ChildrenSpec()), "goal")

    assert "spawn_child" not in told
    assert "run_workflow" not in told


def test_a_lead_is_told_how_each_child_stands() -> None:
    state, node = lead()
    child(state, node, "child-1", outcome="failed", reason="crashed twice")
    child(state, node, "child-2", question="Which\nport?")
    child(state, node, "child-3", phase="measure")
    child(state, node, "child-4", phase="enter")
    state.holds["h1"] = Hold("h1", "gate", "crew/child-5", 1, "It is blocked.", (), {}, None, 1, "")
    child(state, node, "child-5", hold="h1")
    node.spawned.append({"name": "child-6", "kind": "child"})

    told = prompt(state, node, "inbox").splitlines()

    assert [line for line in told if line.startswith("- `crew/")] == [
        "- `crew/child-1`: failed (crashed twice)",
        "- `crew/child-2`: asks: Which port?",
        "- `crew/child-3`: is at work",
        "- `crew/child-4`: waits for its turn",
        "- `crew/child-5`: is held (gate): It is blocked.",
        "- `crew/child-6`: waits for its turn",
    ]


def test_what_came_in_is_one_line_each_and_the_goal_is_said_again() -> None:
    told = prompt(*lead(), "inbox", reasons=("crew/child-1 asks: one\n# two", "crew/child-2 settled: cleared."))

    assert "- crew/child-1 asks: one # two\n- crew/child-2 settled: cleared.\n" in told
    assert "The goal of the step:\n\nLead them." in told


def test_a_program_that_starts_anew_for_each_turn_is_told_the_goal_each_time() -> None:
    state, node = state_of(StepBlock(id="s", role="a", goal="Mend {{ inputs.what }}.", gate=(VerdictGate(),)))
    remembers = ROLES | {"a": Role(agent="claude-code")}

    assert "Mend them." in prompt(state, node, "reprompt", reasons=("tests: exit 1",))
    assert state.workflow is not None
    state.workflow = state.workflow.model_copy(update={"roles": remembers})
    assert "Mend them." not in prompt(state, node, "reprompt", reasons=("tests: exit 1",))


def test_an_answer_is_plain_text_and_no_template() -> None:
    state, node = state_of(StepBlock(id="s", role="a", goal="Do it.", gate=(VerdictGate(),)))

    told = prompt(state, node, "answer", feedback="Use {{ inputs.what }},\nport 8080.")

    assert told.startswith(
        "The answer to your question:\n\nUse {{ inputs.what }},\nport 8080.\n\nThe goal of the step:"
    )
    assert "Whom you lead" not in told


def test_tools_are_named_where_they_are_in_reach_and_never_their_token() -> None:
    state, node = state_of(StepBlock(id="s", role="a", goal="Do it.", gate=(VerdictGate(),)))

    assert "$PILOTHOUSE_MCP_URL" in prompt(state, node, "goal", tools="http")
    assert "`report_verdict`" in prompt(state, node, "goal", tools="in-band")
    assert "MCP" not in prompt(state, node, "goal", tools="in-band")
    assert "MCP" not in prompt(state, node, "goal")
