# SPDX-License-Identifier: Apache-2.0
"""How each kind of entry looks, and the words of its head. No Qt in here."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from app.tokens import FontRole
from app.transcript.source import Entry, Kind
from app.transcript.text import clean, one_line

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

    word: str
    icon: str
    token: str
    font: FontRole = "body"
    ink: str = "text"
    head: bool = True
    folds: bool = False
    frame: Frame = "none"


LOOKS: dict[Kind, Look] = {
    "prompt": Look("Prompt", "prompt", "accent", frame="card"),
    "message": Look("Message", "message", "accent", head=False),
    "thought": Look("Thought", "thought", "violet", ink="muted", folds=True),
    "tool_call": Look("Tool", "tool-call", "teal", "mono", folds=True),
    "tool_result": Look("Result", "tool-result", "muted", "mono", folds=True),
    "usage": Look("Usage", "usage", "muted", "small", ink="muted", head=False),
    "error": Look("Error", "error", "red", frame="alarm"),
    "stop": Look("Stop", "stop", "muted", ink="muted", head=False),
    "raw": Look("Raw output", "raw", "muted", "mono-small", ink="muted", folds=True),
    "notice": Look("Notice", "notice", "brass", ink="muted", head=False),
}

OUTCOMES: dict[str, tuple[str, str, str]] = {
    "running": ("running", "blue", "running"),
    "ok": ("check", "green", ""),
    "error": ("failed", "red", "failed"),
    "unknown": ("unknown", "muted", "no result"),
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
    return f"{word} · turn {entry.turn}" if entry.kind == "prompt" and entry.turn else word


def head_preview(entry: Entry) -> str:
    """What a folded entry shows of its content: a tool call's first argument, else the first words."""
    argument = entry.meta.get("argument")
    if isinstance(argument, str) and argument:
        return one_line(argument)
    return one_line(entry.text) or ("no output" if entry.kind == "tool_result" else "")


def outcome(entry: Entry) -> tuple[str, str, str] | None:
    """Icon, colour and word of the outcome, where one is known."""
    if entry.is_error:
        return OUTCOMES["error"] if entry.kind in {"tool_call", "tool_result"} else None
    return OUTCOMES.get(str(entry.meta.get("outcome")))


def duration(entry: Entry) -> str:
    """How long it took, or nothing where that is unknown."""
    took = entry.meta.get("duration_ms")
    if not isinstance(took, (int, float)) or isinstance(took, bool) or took < 0:
        return ""
    if took < 1000:
        return f"{took:.0f} ms"
    if took < 60_000:
        return f"{took / 1000:.1f} s"
    return f"{int(took) // 60_000} min {int(took) % 60_000 // 1000:02d} s"


def clock(entry: Entry) -> str:
    """The wall-clock time of day, or nothing where it is unknown or out of range."""
    return _strftime(entry, "%H:%M:%S")


def full_time(entry: Entry) -> str:
    """Date and time, for a tool tip."""
    return _strftime(entry, "%A %d %B %Y, %H:%M:%S %Z")


def _strftime(entry: Entry, form: str) -> str:
    if entry.at_ms is None:
        return ""
    try:
        return time.strftime(form, time.localtime(entry.at_ms / 1000))
    except (OverflowError, ValueError, OSError):
        return ""


def head_line(entry: Entry) -> str:
    """The head as one line of text: for copying and for screen readers."""
    parts = [head_name(entry)]
    if folds(entry):
        parts.append(head_preview(entry))
    if known := outcome(entry):
        parts.append(known[2] or "ok")
    parts.append(duration(entry))
    return " · ".join(part for part in parts if part)


def spoken(entry: Entry, i: int, count: int) -> str:
    """What a screen reader says of an entry."""
    head = head_line(entry) if LOOKS[entry.kind].head else LOOKS[entry.kind].word
    place = f"{i + 1} of {count}" + (f", {at}" if (at := clock(entry)) else "")
    return f"{head}, {place}: {clean(entry.text[:500])}"
