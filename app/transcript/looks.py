# SPDX-License-Identifier: Apache-2.0
"""How each kind of entry looks, and the words of its head. No Qt in here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from typing import Literal

from app.figures import date_and_time, numeral, time_of_day
from app.text import clean, one_line
from app.tokens import FontRole
from app.transcript.source import Entry, Kind
from app.translate import QT_TR_NOOP, tr

Frame = Literal["none", "card", "alarm"]


@dataclass(frozen=True, slots=True)
class Look:
    """
    Attributes:
        word: what the entry is called where it has no title.
        token: colour of the icon; `ink` is that of the text.
        head: whether a line with the name stands above the text.
        folds: whether it can always be folded to its head, and is at first.
    """

    named: str
    icon: str
    token: str
    font: FontRole = "body"
    ink: str = "text"
    head: bool = True
    folds: bool = False
    frame: Frame = "none"

    @property
    def word(self) -> str:
        """What an entry of this kind is called, in the person's language."""
        return tr(self.named)


LOOKS: dict[Kind, Look] = {
    "prompt": Look(QT_TR_NOOP("Prompt"), "prompt", "accent", frame="card"),
    "message": Look(QT_TR_NOOP("Message"), "message", "accent", head=False),
    "thought": Look(QT_TR_NOOP("Thought"), "thought", "violet", ink="muted", folds=True),
    "tool_call": Look(QT_TR_NOOP("Tool"), "tool-call", "teal", "mono", folds=True),
    "tool_result": Look(QT_TR_NOOP("Result"), "tool-result", "muted", "mono", folds=True),
    "usage": Look(QT_TR_NOOP("Usage"), "usage", "muted", "small", ink="muted", head=False),
    "error": Look(QT_TR_NOOP("Error"), "error", "red", frame="alarm"),
    "stop": Look(QT_TR_NOOP("Stop"), "stop", "muted", ink="muted", head=False),
    "raw": Look(QT_TR_NOOP("Raw output"), "raw", "muted", "mono-small", ink="muted", folds=True),
    "notice": Look(QT_TR_NOOP("Notice"), "notice", "brass", ink="muted", head=False),
}

OUTCOMES: dict[str, tuple[str, str, str]] = {
    "running": ("running", "blue", QT_TR_NOOP("running")),
    "ok": ("check", "green", ""),
    "error": ("failed", "red", QT_TR_NOOP("failed")),
    "unknown": ("unknown", "muted", QT_TR_NOOP("no result")),
}
"""Icon, colour and word of a tool call's outcome."""


_LONG_PROMPT_LINES = 10
_LONG_PROMPT_CHARS = 2_400


def folds(entry: Entry) -> bool:
    """Whether an entry can be folded to its head."""
    return LOOKS[entry.kind].folds or (entry.kind == "prompt" and _is_long(entry))


def opens_at_first(entry: Entry) -> bool:
    """Whether the text of an entry is shown before anybody asked for it."""
    return not folds(entry)


def _is_long(entry: Entry) -> bool:
    return len(entry.text) > _LONG_PROMPT_CHARS or entry.text.count("\n") > _LONG_PROMPT_LINES


def head_name(entry: Entry) -> str:
    """The name in the head of an entry."""
    name = entry.meta.get("name")
    if entry.kind == "tool_call" and isinstance(name, str) and name:
        return one_line(name, 80)
    if entry.title:
        return one_line(entry.title, 120)
    word = LOOKS[entry.kind].word
    return (
        tr("{word} · turn {turn}").format(word=word, turn=entry.turn) if entry.kind == "prompt" and entry.turn else word
    )


def head_preview(entry: Entry) -> str:
    """What a folded entry shows of its content: a tool call's first argument, else the first words."""
    argument = entry.meta.get("argument")
    if isinstance(argument, str) and argument:
        return one_line(argument)
    return one_line(entry.text) or (tr("no output") if entry.kind == "tool_result" else "")


def outcome(entry: Entry) -> tuple[str, str, str] | None:
    """Icon, colour and word of the outcome, where one is known."""
    if entry.is_error:
        found = OUTCOMES["error"] if entry.kind in {"tool_call", "tool_result"} else None
    else:
        found = OUTCOMES.get(str(entry.meta.get("outcome")))
    if found is None:
        return None
    icon, token, word = found
    return icon, token, tr(word) if word else ""


def duration(entry: Entry) -> str:
    """How long it took, or nothing where that is unknown."""
    took = entry.meta.get("duration_ms")
    if not isinstance(took, (int, float)) or isinstance(took, bool) or not 0 <= took < inf:
        return ""
    if took < 1000:
        return tr("{n} ms").format(n=numeral(round(took)))
    if took < 60_000:
        return tr("{n} s").format(n=numeral(took / 1000, 1))
    return tr("{n} min {s} s").format(n=numeral(int(took) // 60_000), s=f"{int(took) % 60_000 // 1000:02d}")


def clock(entry: Entry) -> str:
    """The wall-clock time of day, or nothing where it is unknown or out of range."""
    return _written(entry, time_of_day)


def full_time(entry: Entry) -> str:
    """Date and time, for a tool tip."""
    return _written(entry, date_and_time)


def _written(entry: Entry, write: Callable[[datetime], str]) -> str:
    if entry.at_ms is None:
        return ""
    try:
        return write(datetime.fromtimestamp(entry.at_ms / 1000, UTC))
    except (OverflowError, ValueError, OSError):
        return ""


def head_line(entry: Entry) -> str:
    """The head as one line of text: for copying and for screen readers."""
    parts = [head_name(entry)]
    if folds(entry):
        parts.append(head_preview(entry))
    if known := outcome(entry):
        parts.append(known[2] or tr("ok"))
    parts.append(duration(entry))
    return " · ".join(part for part in parts if part)


def spoken(entry: Entry, i: int, count: int) -> str:
    """What a screen reader says of an entry."""
    head = head_line(entry) if LOOKS[entry.kind].head else LOOKS[entry.kind].word
    place = tr("{n} of {all}").format(n=numeral(i + 1), all=numeral(count))
    if at := clock(entry):
        place = f"{place}, {at}"
    return f"{head}, {place}: {clean(entry.text[:500])}"
