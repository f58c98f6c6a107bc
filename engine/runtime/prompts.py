# SPDX-License-Identifier: Apache-2.0
"""The prompt of a turn, in a fixed order: task, place, goal, what went before, where to write, when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.definition import describe
from engine.definition.model import StepBlock
from engine.definition.templates import render
from engine.kernel.events import TurnStarted

_AGAIN = {
    "reprompt": "The gate of this step is still blocked. Go on from where you are and put this right:",
    "continue": "Your last turn was interrupted or left the gate blocked. Go on from where you are.",
    "recovery": (
        "Your last turn was cut off before its end. Look at what is there (git status, git diff, the files) before you "
        "do anything, then finish the step; do not repeat what is done."
    ),
    "refine": "A person looked at your work and asks for a change:",
}


def compose(block: StepBlock, turn: TurnStarted, context: dict[str, Any], paths: dict[str, Path]) -> str:
    """The whole prompt. `paths` has `verdict`, `artifacts` and `blackboard`.

    Raises:
        TemplateError: the goal names something that is not there.
    """
    return "\n\n".join(part.strip() for part in _parts(block, turn, context, paths)) + "\n"


def _parts(block: StepBlock, turn: TurnStarted, context: dict[str, Any], paths: dict[str, Path]) -> Iterator[str]:
    run = context["run"]
    if turn.kind == "goal":
        yield f"# {block.title or block.id}"
        yield f"You do the step `{turn.node}` of workflow `{run['workflow']}`: run {run['id']}, attempt {turn.attempt}."
        yield render(block.goal, context)
        if turn.feedback:
            yield f"Before this attempt:\n\n{turn.feedback}"
    else:
        yield _AGAIN[turn.kind]
        yield "\n".join(f"- {reason}" for reason in turn.reasons)
        yield turn.feedback
        if turn.kind in ("recovery", "continue"):  # the turn before may have ended before its prompt was read
            yield f"The goal of the step:\n\n{render(block.goal, context)}"
    yield _contract(block, paths)


def _contract(block: StepBlock, paths: dict[str, Path]) -> str:
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
