# SPDX-License-Identifier: Apache-2.0
"""The text of an entry as it is drawn: as it stands, or with its diff as lines taken out and put in. No Qt in here."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from app.diff.parse import FileDiff, parse_diff
from app.figures import numeral
from app.text import shown_part
from app.transcript.source import Entry
from app.translate import tr

PEEK_CHARS = 2_400
"""How many characters of an entry that is folded to its first lines are shown."""
COLOURED_S = 0.003
"""How long the syntax colours of one entry may take; what has none by then stays plain."""
_DIFF = re.compile(r"^diff --git ", re.MULTILINE)
_EDIT_LINES, _OUTPUT_LINES, _ERROR_LINES, _PROMPT_LINES = 16, 6, 12, 8
_SPARED = 2
"""So many lines are shown rather than left out: the line that says so takes room as well."""

RowKind = Literal["added", "removed", "name", "note"]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a diff: from and to where it stands in the text, and what it is."""

    start: int
    end: int
    kind: RowKind


@dataclass(frozen=True, slots=True)
class Span:
    """A part in a colour of its own."""

    start: int
    end: int
    token: str


@dataclass(frozen=True, slots=True)
class Body:
    """
    Attributes:
        cut: the text is longer than what is ever laid out.
        left: how many lines, or characters of one line, are folded away.
    """

    text: str
    rows: tuple[Row, ...] = ()
    spans: tuple[Span, ...] = ()
    cut: bool = False
    left: str = ""


def peek_lines(entry: Entry) -> int:
    """How many lines of an entry are shown while it is folded; 0: its head alone."""
    if entry.kind == "prompt":
        return _PROMPT_LINES
    if entry.kind == "tool_call":
        return _EDIT_LINES if entry.meta.get("diff") is True else 0
    if entry.kind != "tool_result" or (entry.meta.get("diff") == "again" and not entry.is_error):
        return 0
    return _EDIT_LINES if entry.meta.get("diff") is True else _ERROR_LINES if entry.is_error else _OUTPUT_LINES


def body_of(entry: Entry, *, opened: bool = True) -> Body:
    """The text of an entry; unless `opened`, the first lines of one that shows some while it is folded."""
    text, cut = shown_part(entry.text)
    files: list[FileDiff] = []
    if entry.meta.get("diff") and entry.kind in ("tool_call", "tool_result") and (begin := _DIFF.search(text)):
        files = parse_diff(text[begin.start() :])
    if not files:
        body = Body(text, cut=cut)
    else:
        before = text[: begin.start()] if begin is not None else ""
        body = _diff_body(before, files, named=entry.kind == "tool_result" or len(files) > 1, cut=cut, opened=opened)
    return body if opened else _first_lines(body, peek_lines(entry))


def _diff_body(before: str, files: list[FileDiff], *, named: bool, cut: bool, opened: bool) -> Body:
    """All of a diff; unless `opened`, with the colours of its first lines alone, as no others are drawn."""
    parts, rows, spans = [before], list[Row](), list[Span]()
    at = len(before)
    colours = _colours(files if opened else [replace(file, lines=file.lines[: 2 * _EDIT_LINES]) for file in files[:2]])
    for number, file in enumerate(files):
        for line, (kind, text) in _lines(file, named=named):
            if kind is not None:
                rows.append(Row(at, at + len(text), kind))
            spans += (
                Span(at + 2 + begin, at + 2 + begin + length, token)
                for begin, length, token in colours.get((number, line), ())
            )
            parts.append(text + "\n")
            at += len(text) + 1
    return Body("".join(parts).rstrip("\n"), tuple(rows), tuple(spans), cut)


def _lines(file: FileDiff, *, named: bool) -> Iterator[tuple[int, tuple[RowKind | None, str]]]:
    """The lines of a file with their numbers; -1 for what is no line of it. A sign begins each that was changed."""
    if named:
        yield -1, ("name", file.new if file.new == file.old else f"{file.old} → {file.new}")
    begun = False
    for at, line in enumerate(file.lines):
        text = line.text.expandtabs(4)
        match line.kind:
            case "added":
                yield at, ("added", f"+ {text}")
            case "removed":
                yield at, ("removed", f"- {text}")
            case "context":
                yield at, (None, f"  {text}")
            case "hunk" if begun:
                yield -1, ("note", "  ⋯")
            case "note":
                yield -1, ("note", f"  ({text})")
        begun = True
    if not file.lines:
        yield -1, ("note", "  " + tr("(no lines are given)"))


def _colours(files: list[FileDiff]) -> dict[tuple[int, int], tuple[tuple[int, int, str], ...]]:
    if "pygments.lexers" not in sys.modules:  # takes long to import: whoever follows a file does it, in a thread
        return {}
    from app.diff.colours import colours_of

    return colours_of(files, COLOURED_S)


def _first_lines(body: Body, lines: int) -> Body:
    """The first lines of a text; all of them where few would be left out."""
    all_lines = body.text.split("\n")
    few = len(all_lines) <= lines + _SPARED
    text = body.text if few else "\n".join(all_lines[:lines])
    left = "" if few else tr("{n} more lines").format(n=numeral(len(all_lines) - lines))
    if len(text) > PEEK_CHARS:
        text, left = text[:PEEK_CHARS], left or tr("{n} more characters").format(n=numeral(len(body.text) - PEEK_CHARS))
    if not left:
        return body
    end = len(text)
    return Body(
        text,
        tuple(Row(row.start, min(row.end, end), row.kind) for row in body.rows if row.start < end),
        tuple(Span(span.start, min(span.end, end), span.token) for span in body.spans if span.start < end),
        left=left,
    )
