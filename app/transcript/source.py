# SPDX-License-Identifier: Apache-2.0
"""What a transcript is to the view: a numbered row of entries. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypedDict

Kind = Literal["prompt", "message", "thought", "tool_call", "tool_result", "usage", "error", "stop", "raw", "notice"]


class EntryMeta(TypedDict, total=False):
    """
    Keys of `Entry.meta` that the view shows; whatever is absent is not drawn.

    For a tool call: its name, first argument, and once its result is known the outcome and how long it took.
    """

    name: str
    argument: str
    outcome: Literal["running", "ok", "error", "unknown"]
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One entry as it is shown; never changed, only replaced.

    Attributes:
        text: the body, exactly as the agent gave it. It is shown as text, whatever it contains.
        title: a few words for the entry's head; empty for the kind's own word.
        at_ms: wall-clock time in ms since 1970, or None where it is unknown.
        turn: counts from 1; 0 before the first turn.
        meta: see `EntryMeta`; unknown keys are ignored.
    """

    kind: Kind
    text: str
    title: str = ""
    at_ms: int | None = None
    turn: int = 0
    is_error: bool = False
    meta: Mapping[str, object] = field(default_factory=dict)


class TranscriptSource(Protocol):
    """
    Where the view reads entries from, on the GUI thread: each call must be quick (well below a millisecond).

    The owner tells the view of changes: `view.appended(n)`, `view.changed(i)`, `view.prepended(n)`, `view.trimmed(n)`.
    """

    def __len__(self) -> int: ...

    def entry(self, i: int) -> Entry:
        """Entry `i`, counted from 0; raises IndexError beyond the end."""
        ...

    def size_hint(self, i: int) -> tuple[int, int]:
        """Characters and lines of the text of entry `i`, or a guess; asked often, so it must not read the text."""
        ...


class ListSource:
    """Entries held in memory."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = list(entries)

    def __len__(self) -> int:
        return len(self.entries)

    def entry(self, i: int) -> Entry:
        return self.entries[i]

    def size_hint(self, i: int) -> tuple[int, int]:
        text = self.entries[i].text
        return len(text), text.count("\n") + 1
