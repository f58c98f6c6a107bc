# SPDX-License-Identifier: Apache-2.0
"""The answers of holds as buttons: what they are called, what they do, how they look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtWidgets import QWidget

from app.asking import Choice, ask
from app.translate import QT_TR_NOOP, tr
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
    "accept": AnswerLook(
        QT_TR_NOOP("Accept"), QT_TR_NOOP("Let this step count, on the commit shown"), "check", "primary"
    ),
    "refine": AnswerLook(
        QT_TR_NOOP("Refine"), QT_TR_NOOP("Send the note to the same session, one more cycle"), "message", note="needed"
    ),
    "restart_from": AnswerLook(
        QT_TR_NOOP("Restart from…"), QT_TR_NOOP("Go back to an earlier block and do it afresh"), "refresh"
    ),
    "jump_to": AnswerLook(
        QT_TR_NOOP("Jump to…"),
        QT_TR_NOOP("Go on at a later block; the gates between are recorded as skipped"),
        "chevron-right",
    ),
    "retry": AnswerLook(
        QT_TR_NOOP("Retry"), QT_TR_NOOP("A new attempt from the fork point, with your note"), "refresh"
    ),
    "continue": AnswerLook(
        QT_TR_NOOP("Continue"), QT_TR_NOOP("Tell the same session what still blocks, with your note"), "message"
    ),
    "override": AnswerLook(
        QT_TR_NOOP("Override"),
        QT_TR_NOOP("Let it count although the gate is blocked; recorded as your decision"),
        "decided",
    ),
    "edit": AnswerLook(
        QT_TR_NOOP("Edit and retry"),
        QT_TR_NOOP("A new attempt whose instructions are your note"),
        "prompt",
        note="needed",
    ),
    "wait": AnswerLook(QT_TR_NOOP("Wait"), QT_TR_NOOP("Try again when the provider allows it"), "clock"),
    "raise": AnswerLook(
        QT_TR_NOOP("Raise and continue"),
        QT_TR_NOOP("Add to the budget and go on where it stands"),
        "plus",
        "primary",
        note="",
    ),
    "stop": AnswerLook(QT_TR_NOOP("Stop here"), QT_TR_NOOP("Settle this block as it is"), "stop"),
    "answer": AnswerLook(
        QT_TR_NOOP("Send answer"), QT_TR_NOOP("Send the note to the agent"), "message", "primary", note="needed"
    ),
    "allow": AnswerLook(QT_TR_NOOP("Allow once"), QT_TR_NOOP("Grant this one call"), "check"),
    "allow_attempt": AnswerLook(
        QT_TR_NOOP("Allow for this attempt"), QT_TR_NOOP("Grant this tool until the attempt ends"), "check"
    ),
    "deny": AnswerLook(QT_TR_NOOP("Deny"), QT_TR_NOOP("Refuse the call and tell the agent"), "close"),
    "resolve": AnswerLook(
        QT_TR_NOOP("Resolve with an agent"),
        QT_TR_NOOP("An agent brings both sides together; its work is measured"),
        "agent",
    ),
    "resolved": AnswerLook(
        QT_TR_NOOP("I resolved it"), QT_TR_NOOP("Count what you committed: no marker left, a clean tree"), "check"
    ),
    "drop": AnswerLook(
        QT_TR_NOOP("Drop that branch"), QT_TR_NOOP("Go on without it; its work stays on a ref"), "close", "danger"
    ),
    "adopt": AnswerLook(QT_TR_NOOP("Adopt"), QT_TR_NOOP("Take what is there now as the run's"), "check"),
    "redo": AnswerLook(QT_TR_NOOP("Redo"), QT_TR_NOOP("Do it once more, from what the journal recorded"), "refresh"),
    "discard": AnswerLook(
        QT_TR_NOOP("Discard"), QT_TR_NOOP("Leave aside what is there; it stays on a ref"), "close", "danger", apart=True
    ),
    "resume": AnswerLook(QT_TR_NOOP("Resume"), QT_TR_NOOP("Go on where it stands"), "launch", "primary", note=""),
    "quit": AnswerLook(
        QT_TR_NOOP("Quit run"),
        QT_TR_NOOP("End the run as abandoned; everything it made is kept"),
        "quit",
        "danger",
        apart=True,
    ),
}


def answer_look(answer: str) -> AnswerLook:
    """How an answer's button looks; one that is not known has its own words and nothing else."""
    look = LOOKS.get(answer) or AnswerLook(answer_words(answer).capitalize(), "")
    return replace(look, text=tr(look.text), tip=tr(look.tip) if look.tip else "")


def always_wait() -> AnswerLook:
    """The switch of a run for its provider's limits, as a button beside the answers to one."""
    tip = tr("The run waits until its provider takes requests again and goes on by itself, now and each time")
    return AnswerLook(tr("Always wait"), tip, "clock", note="")


def ask_to_quit(title: str, quit_run: Callable[[], None], parent: QWidget) -> None:
    """Asks first, as *Cancel run* does: the run ends for good."""
    sentence = tr("{title}\n\nIt ends for good. Its branch, commits, transcripts and journal are kept.").format(
        title=title
    )
    quits = Choice("quit:run", tr("Quit run"), quit_run, "", "danger")
    ask("quitQuestion", tr("Quit run"), sentence, (quits, Choice("quit:keep", tr("Let it be"), None)), parent)
