# SPDX-License-Identifier: Apache-2.0
"""The prompt of a turn, in a fixed order: task, place, goal, what went before, whom it leads, where to write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from engine.definition import describe
from engine.definition.model import OrchestrateBlock, StepBlock
from engine.definition.templates import render
from engine.kernel.context import context_of
from engine.kernel.events import TurnStarted
from engine.kernel.places import AGENTED, workflow_of
from engine.kernel.state import Node, RunState

_AGAIN = {
    "reprompt": "The gate of this step is still blocked. Go on from where you are and put this right:",
    "continue": "Your last turn was interrupted or left the gate blocked. Go on from where you are.",
    "recovery": (
        "Your last turn was cut off before its end. Look at what is there (git status, git diff, the files) before you "
        "do anything, then finish the step; do not repeat what is done."
    ),
    "refine": "A person looked at your work and asks for a change:",
    "inbox": "This came in while you were away; work that was brought in is in your checkout:",
    "answer": "The answer to your question:",
    "message": "A person has this to say to you:",
}
_WITH_GOAL = ("recovery", "continue", "inbox", "answer", "message")
"""Kinds of turn that repeat the goal: the turn before may be long ago, or have ended before its prompt was read."""
_FORGETFUL = ("command",)
"""Agents that may know nothing of the turn before: a new process for each turn, of a program of yours."""
_LINE = 4000


Tools = Literal["http", "in-band", "none"]


def compose(state: RunState, node: Node, turn: TurnStarted, paths: dict[str, Path], *, tools: Tools) -> str:
    """The whole prompt. `paths` has `verdict`, `artifacts` and `blackboard`; `tools`: how the engine's are in reach.

    Raises:
        TemplateError: the goal names something that is not there.
    """
    parts = (part.strip() for part in _parts(state, node, turn, paths, tools))
    return "\n\n".join(part for part in parts if part) + "\n"


def _parts(state: RunState, node: Node, turn: TurnStarted, paths: dict[str, Path], tools: Tools) -> Iterator[str]:
    block, context = node.block, context_of(state, node)
    assert isinstance(block, AGENTED)
    run = context["run"]
    if turn.kind == "goal":
        yield f"# {block.title or block.id}"
        yield f"You do the step `{turn.node}` of workflow `{run['workflow']}`: run {run['id']}, attempt {turn.attempt}."
        yield render(block.goal, context)
        if turn.feedback:
            yield f"Before this attempt:\n\n{turn.feedback}"
    else:
        yield _AGAIN[turn.kind]
        yield "\n".join(f"- {' '.join(reason.split())[:_LINE]}" for reason in turn.reasons)
        yield turn.feedback
        if turn.kind in _WITH_GOAL or workflow_of(state, node).roles[block.role].agent in _FORGETFUL:
            yield f"The goal of the step:\n\n{render(block.goal, context)}"
    if isinstance(block, OrchestrateBlock):
        yield _crew(state, node, block)
    yield _contract(block, paths)
    yield _TOOLS.get(tools, "")


def _contract(block: StepBlock | OrchestrateBlock, paths: dict[str, Path]) -> str:
    lines = [
        "## When it is done",
        "",
        "The engine checks this itself, on the commit; what you say about it decides nothing:",
        *(f"- {describe(gate)}" for gate in block.gate),
        "",
        "## Where to write",
        "",
        f"- Your verdict, as the last thing: `{paths['verdict']}`, one JSON object "
        '`{"result": "done" | "revise" | "blocked", "summary": "…", "detail": "…"}`, no other keys.',
        f"- Notes for the steps after you: the folder `{paths['blackboard']}`.",
        *(
            f"- The artifact `{name}`: `{paths['artifacts'] / (name + '.json')}`, against its JSON Schema."
            for name in block.produces
        ),
        "- Commit your work to the current branch yourself."
        if block.commit == "agent"
        else "- Leave your changes in the working tree; the engine commits them.",
        "- Do not push, switch branches or rewrite commits that were there before.",
    ]
    return "\n".join(lines)


_ASK = "Its tool `ask` puts a question that you cannot decide to whoever can; end your turn then."
_TOOLS: dict[str, str] = {
    "http": f"""\
## Tools of the engine

The same and more as tools: an MCP server (streamable HTTP) at `$PILOTHOUSE_MCP_URL`, with the bearer token
`$PILOTHOUSE_MCP_TOKEN`. {_ASK}""",
    "in-band": f"""\
## Tools of the engine

The same and more as tools that you have: `report_verdict` and others of the engine's. {_ASK}""",
}


# --------------------------------------------------------------------------------------------------------------- leads


def _crew(state: RunState, node: Node, block: OrchestrateBlock) -> str:
    """Whom this agent leads: what it may still ask for, and how its children stand."""
    lines = ["## Whom you lead", "", "You ask, and the engine grants or denies:", *_allowed(node, block)]
    children = [f"{node.id}/{spec['name']}" for spec in node.spawned]
    if children:
        lines += ["", "Your children:", *(f"- `{id_}`: {_standing(state, id_)}" for id_ in children)]
    lines += ["", "End your turn when there is nothing to ask for: you are prompted when something comes in."]
    return "\n".join(lines)


def _allowed(node: Node, block: OrchestrateBlock) -> Iterator[str]:
    children, compose_ = block.children, block.compose
    used = {kind: sum(1 for spec in node.spawned if spec["kind"] == kind) for kind in ("child", "workflow")}
    if children.max:
        at_once = f", {children.max_concurrent} at a time" if children.max_concurrent is not None else ""
        left = f"{children.max - used['child']} of {children.max} left{at_once}"
        where = "in your checkout, one after the other" if block.workspace == "shared" else "each in its own checkout"
        yield f"- `spawn_child`: {left}; {where}; of the roles {', '.join(f'`{role}`' for role in children.roles)}"
        yield f"  What proves a child's work: {'; '.join(describe(gate) for gate in children.gate)}."
    if compose_.max_runs:
        names = ", ".join(f"`{name}`" for name in compose_.workflows)
        yield f"- `run_workflow`: {compose_.max_runs - used['workflow']} of {compose_.max_runs} left; of {names}"
    yield "- `answer` a child's question, `skip_child`, `retry_child` one that failed or is held"
    yield "- `stage_done` when everything has settled, `escalate` to ask a person"


def _standing(state: RunState, id_: str) -> str:
    """How a child stands, on one line."""
    child = state.nodes.get(id_)
    if child is None or child.phase == "enter":
        return "waits for its turn"
    hold = state.holds[child.hold] if child.hold is not None else None
    if child.outcome is not None:
        told = child.outcome + (f" ({child.reason})" if child.reason else "")
    elif child.question is not None:
        told = f"asks: {child.question}"
    elif hold is not None and hold.closed_seq is None:
        told = f"is held ({hold.kind}): {hold.sentence}"
    else:
        told = "is at work"
    return " ".join(told.split())[:_LINE]
