# SPDX-License-Identifier: Apache-2.0
"""The answers of holds as buttons: what they are called, what they do, how they look. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.projections import answer_words


@dataclass(frozen=True, slots=True)
class AnswerLook:
    """
    One answer's button.

    Attributes:
        note: whether the answer makes use of the note, and whether it needs one.
        apart: stands at the right, away from the others: it ends or throws away something.
    """

    text: str
    tip: str
    icon: str = ""
    kind: Literal["", "primary", "danger"] = ""
    note: Literal["", "optional", "needed"] = "optional"
    apart: bool = False


LOOKS: dict[str, AnswerLook] = {
    "accept": AnswerLook("Accept", "Let this step count, on the commit shown", "check", "primary"),
    "refine": AnswerLook("Refine", "Send the note to the same session, one more cycle", "message", note="needed"),
    "restart_from": AnswerLook("Restart from…", "Go back to an earlier block and do it afresh", "refresh"),
    "jump_to": AnswerLook(
        "Jump to…", "Go on at a later block; the gates between are recorded as skipped", "chevron-right"
    ),
    "retry": AnswerLook("Retry", "A new attempt from the fork point, with your note", "refresh"),
    "continue": AnswerLook("Continue", "Tell the same session what still blocks, with your note", "message"),
    "override": AnswerLook(
        "Override", "Let it count although the gate is blocked; recorded as your decision", "decided"
    ),
    "edit": AnswerLook("Edit and retry", "A new attempt whose instructions are your note", "prompt", note="needed"),
    "wait": AnswerLook("Wait", "Try again when the provider allows it", "clock"),
    "raise": AnswerLook(
        "Raise and continue", "Add to the budget and go on where it stands", "plus", "primary", note=""
    ),
    "stop": AnswerLook("Stop here", "Settle this block as it is", "stop"),
    "answer": AnswerLook("Send answer", "Send the note to the agent", "message", "primary", note="needed"),
    "allow": AnswerLook("Allow once", "Grant this one call", "check"),
    "allow_attempt": AnswerLook("Allow for this attempt", "Grant this tool until the attempt ends", "check"),
    "deny": AnswerLook("Deny", "Refuse the call and tell the agent", "close"),
    "resolve": AnswerLook(
        "Resolve with an agent", "An agent brings both sides together; its work is measured", "agent"
    ),
    "resolved": AnswerLook("I resolved it", "Count what you committed: no marker left, a clean tree", "check"),
    "drop": AnswerLook("Drop that branch", "Go on without it; its work stays on a ref", "close", "danger"),
    "adopt": AnswerLook("Adopt", "Take what is there now as the run's", "check"),
    "redo": AnswerLook("Redo", "Do it once more, from what the journal recorded", "refresh"),
    "discard": AnswerLook("Discard", "Leave aside what is there; it stays on a ref", "close", "danger", apart=True),
    "resume": AnswerLook("Resume", "Go on where it stands", "launch", "primary", note=""),
    "quit": AnswerLook(
        "Quit run", "End the run as abandoned; everything it made is kept", "quit", "danger", apart=True
    ),
}


def answer_look(answer: str) -> AnswerLook:
    """How an answer's button looks; one that is not known has its own words and nothing else."""
    return LOOKS.get(answer) or AnswerLook(answer_words(answer).capitalize(), "")
