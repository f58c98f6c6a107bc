# SPDX-License-Identifier: Apache-2.0
"""Comments on lines of a diff, gathered to go back as one note. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.diff.parse import FileDiff
from app.diff.rows import Row, shown_name

QUOTED_CHARS = 160
"""How much of a commented line is quoted in the note."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What a person says of a line; `at` is its file and line in the diff."""

    at: tuple[int, int]
    place: str
    quoted: str
    text: str


def place_of(file: FileDiff, row: Row) -> str:
    """`src/total.py:12`, or `src/total.py:9 (removed)` for a line that is gone."""
    number = row.new if row.new is not None else row.old
    gone = " (removed)" if row.kind == "removed" else ""
    return f"{shown_name(file.name)}:{number}{gone}" if number is not None else shown_name(file.name)


def note_of(comments: Iterable[Comment]) -> str:
    """The note that an agent is given: each comment under its place and line."""
    return "\n\n".join(
        f"{comment.place}\n> {comment.quoted.strip()[:QUOTED_CHARS]}\n{comment.text.strip()}"
        for comment in sorted(comments, key=lambda one: one.at)
    )
