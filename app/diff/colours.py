# SPDX-License-Identifier: Apache-2.0
"""Syntax colours of a diff, by the names of its files. Slow and bounded: call it in a thread. No Qt in here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from app.diff.parse import FileDiff, Line
from app.diff.rows import FILE_LINES, line_text

Span = tuple[int, int, str]
"""Where it begins in the shown line, how long it is, and its colour token."""
Colours = dict[tuple[int, int], tuple[Span, ...]]
"""The spans of a line, by file and line of the diff; lines without colours are absent."""

LINE_CHARS = 400
"""Longer lines stay plain: nobody reads their colours, and a lexer may take long over them."""

ALL_LINES = 20_000
"""How many lines of one diff are coloured."""

BUDGET_S = 2.0
"""How long it may take; what is not coloured by then stays plain."""

_TOKENS = {
    "Comment": "muted",
    "String": "green",
    "Number": "teal",
    "Keyword": "violet",
    "Name.Function": "blue",
    "Name.Class": "blue",
    "Name.Decorator": "plum",
    "Name.Tag": "blue",
    "Name.Attribute": "teal",
    "Name.Builtin": "teal",
    "Generic.Heading": "blue",
}


def colours_of(files: Sequence[FileDiff], budget_s: float = BUDGET_S) -> Colours:
    """The colours of the first lines of a diff."""
    found: Colours = {}
    end, left = time.monotonic() + budget_s, ALL_LINES
    for number, file in enumerate(files):
        lexer = _lexer(file.name)
        lines = file.lines[: min(FILE_LINES, left)]
        left -= len(lines)
        if lexer is None or not lines:
            continue
        for hunk in _hunks(lines):
            for side in ("removed", "added"):
                picked = [(at, text) for at, line in hunk if line.kind in (side, "context") and (text := _plain(line))]
                for at, spans in _lexed(lexer, picked, end):
                    found[number, at] = spans
            if time.monotonic() > end:
                return found
    return found


def _lexer(name: str) -> object | None:
    kind = _lexer_class(name.rsplit("/", 1)[-1])
    return kind(stripnl=False, ensurenl=False) if kind is not None else None


@lru_cache(256)
def _lexer_class(name: str) -> Callable[..., object] | None:
    """Looking through all that there are takes some milliseconds."""
    from pygments.lexers import find_lexer_class_for_filename  # takes long to import: only who shows a diff needs it

    try:
        return find_lexer_class_for_filename(name)
    except ValueError:
        return None


def _hunks(lines: Sequence[Line]) -> Iterator[list[tuple[int, Line]]]:
    hunk: list[tuple[int, Line]] = []
    for at, line in enumerate(lines):
        if line.kind == "hunk":
            yield hunk
            hunk = []
        elif line.kind != "note":
            hunk.append((at, line))
    yield hunk


def _plain(line: Line) -> str:
    """The line as it is shown, with something in it, so that line numbers hold."""
    text = line_text(line.text)
    return text if text and len(text) <= LINE_CHARS else " "


def _lexed(lexer: object, lines: list[tuple[int, str]], end: float) -> Iterator[tuple[int, tuple[Span, ...]]]:
    """The spans of lines that follow each other; a lexer that fails or takes too long leaves the rest plain."""
    text = "\n".join(line for _, line in lines)
    row, column = 0, 0
    spans: list[Span] = []
    try:
        for _, kind, value in lexer.get_tokens_unprocessed(text):  # type: ignore[attr-defined]
            token = _token(str(kind))
            for n, part in enumerate(value.split("\n")):
                if n:
                    if spans:
                        yield lines[row][0], tuple(spans)
                    row, column, spans = row + 1, 0, []
                if token and part.strip():
                    spans.append((column, len(part), token))
                column += len(part)
            if time.monotonic() > end:
                return
    except Exception:  # noqa: BLE001 - a lexer of a hundred others may raise anything on hostile text
        return
    if spans and row < len(lines):
        yield lines[row][0], tuple(spans)


def _token(kind: str) -> str:
    name = kind.removeprefix("Token.").removeprefix("Literal.")
    while name:
        if name in _TOKENS:
            return _TOKENS[name]
        name = name.rpartition(".")[0]
    return ""
