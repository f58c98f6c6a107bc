# SPDX-License-Identifier: Apache-2.0
"""A diff as rows of equal height, cut where it is too long, with a row that says so. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from app.diff.parse import FileDiff
from app.figures import numeral
from app.text import clean
from app.translate import tr

FILE_LINES = 5_000
"""How many lines of one file are shown."""

ALL_LINES = 100_000
"""How many lines of one diff are shown."""

LINE_CHARS = 2_000
"""How many characters of one line are shown."""

RowKind = Literal["file", "context", "added", "removed", "hunk", "note", "cut", "under"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `text` is clean and has no line break."""

    kind: RowKind
    text: str
    file: int
    old: int | None = None
    new: int | None = None
    line: int = -1
    """Its place among the lines of its file; -1 for what is none of them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands beside each other: a line as it was, and as it is; None where there is none."""

    left: Row | None
    right: Row | None


def spoken(row: Row) -> str:
    """A row for screen readers: what became of the line, its number, and the line."""
    number = row.new if row.new is not None else row.old
    if number is None:
        return row.text
    said = {
        "added": tr("added, line {n}: {text}"),
        "removed": tr("removed, line {n}: {text}"),
    }.get(row.kind, tr("line {n}: {text}"))
    return said.format(n=numeral(number), text=row.text)


def pairs_of(rows: Sequence[Row]) -> list[Row | Pair]:
    """The same rows side by side: what was removed beside what was added in its place."""
    found: list[Row | Pair] = []
    gone: list[Row] = []
    come: list[Row] = []

    def flush() -> None:
        found.extend(Pair(left, right) for left, right in zip_longest(gone, come))
        gone.clear()
        come.clear()

    for row in rows:
        if row.kind == "removed":
            if come:
                flush()
            gone.append(row)
        elif row.kind == "added":
            come.append(row)
        else:
            flush()
            found.append(Pair(row, row) if row.kind == "context" else row)
    flush()
    return found


def rows_of(files: Sequence[FileDiff], *, cut: bool = False) -> list[Row]:
    """The rows of a diff; `cut` says that the diff itself was cut before it came here."""
    rows: list[Row] = []
    for number, file in enumerate(files):
        if len(rows) >= ALL_LINES:
            rows.append(Row("cut", tr("{n} more files are not shown").format(n=numeral(len(files) - number)), number))
            break
        rows.append(Row("file", name_line(file), number))
        rows.append(Row("under", "", number))  # the head of a file is two rows high
        shown = file.lines[:FILE_LINES]
        rows.extend(
            Row(line.kind, line_text(line.text), number, line.old, line.new, at) for at, line in enumerate(shown)
        )
        if len(file.lines) > len(shown):
            rows.append(
                Row(
                    "cut",
                    tr("{n} more lines of this file are not shown").format(n=numeral(len(file.lines) - len(shown))),
                    number,
                )
            )
        if not file.lines:
            rows.append(Row("note", tr("No change of content"), number))
    if cut:
        rows.append(Row("cut", tr("The diff goes on; the rest is not shown"), max(0, len(files) - 1)))
    return rows


def line_text(text: str) -> str:
    """A line as it is shown: clean, tabs as spaces, cut with a sign that says so."""
    shown = clean(text[:LINE_CHARS].removesuffix("\r")).replace("\n", "⏎").expandtabs(4)
    return (
        tr("{shown} … {n} more characters").format(shown=shown, n=numeral(len(text) - LINE_CHARS))
        if len(text) > LINE_CHARS
        else shown
    )


def name_line(file: FileDiff) -> str:
    """The name of a file as plain text, both names if it was moved."""
    if file.status in {"renamed", "copied"} and file.old != file.new:
        return f"{shown_name(file.old)} → {shown_name(file.new)}"
    return shown_name(file.name)


def shown_name(name: str) -> str:
    """A file name as plain text on one line, whatever is in it."""
    return clean(name).replace("\n", "⏎").replace("\t", "⇥")
