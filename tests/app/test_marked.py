# SPDX-License-Identifier: Apache-2.0
"""Every literal of the monitor that reads like words goes through `tr`, `counted` or, in tables, `QT_TR_NOOP`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import app

ROOT = Path(str(app.__file__)).parent

MARKS = {"tr", "counted", "QT_TR_NOOP"}
"""The one way. What they are given must be literal, or lupdate does not see it."""

NEVER_SHOWN = {
    # Names of tasks, and faults of our own: they go into reports, which stay English.
    *("spawn", "Loader", "create_task", "note"),
    *("debug", "info", "warning", "error", "exception", "log"),
    *("setStyleSheet", "QKeySequence", "listFromString", "metrics", "horizontalAdvance", "toString"),
    # What is looked for in a text.
    *("startswith", "endswith", "partition", "rpartition", "split", "replace", "len", "compile", "glob"),
    # Bugs, not words for people.
    *("KeyError", "RuntimeError", "TypeError", "ValueError", "AssertionError"),
}
"""Calls whose arguments nobody reads on a screen."""

FILES = {
    "details.py": "a report, which stays English",
    "library/templates.py": "a workflow file, whose language is English",
    "main.py": "the command line, which is English",
    "notify/desktop.py": "names of the desktop's interface",
    "faults.py": "faults of our own: they go into reports",
    "tasks.py": "faults of our own: they go into reports",
    "stylesheet.py": "a style sheet",
    "theme.py": "names of fonts and styles",
}
"""Files that are left out, and why."""

TEXTS = {
    "Pilothouse": "the product",
    "({}) Pilothouse": "the product",
    '<div style="white-space: pre-wrap">{}</div>': "markup",
    "Inhibit": "a name of the desktop's interface",
    "PowerManagement": "a name of the desktop's interface",
    "Windows": "a system",
    "pilothouse repair {}": "a command",
    "dry run": "stands for an input where none is given",
    "no limit": "is understood in every language",
    "    {}": "is put further in",
    " (removed)": "is told to an agent, in English",
}
"""Texts that are left out, and why."""

KEYS = re.compile(r"((Ctrl|Alt|Shift|Return|Enter|Esc|Home|End|F\d+)\+?[^ ]*([;,] )?)+")
STYLE = re.compile(r"\{ *[a-z-]+: |^[a-z-]+: .*;$")
WORD = re.compile(r"[^\W\d_]{2,}")
NAME = re.compile(r"[\w.:{}/\[\]#*|-]*")
"""An identifier, a key or a path, perhaps with places in it."""


def reads_like_words(text: str) -> bool:
    """Whether a person would read it: words with spaces between, or one with a capital."""
    if text in TEXTS or KEYS.fullmatch(text) or STYLE.search(text) or WORD.search(text.replace("{}", "")) is None:
        return False
    if NAME.fullmatch(text):
        return re.fullmatch(r"[A-Z][a-z]+", text) is not None
    return re.search(r"[^\W\d_]{2,}[^\w\"'<>=/]*( |…|$)|(^|[ ,;])[^\W\d_]{2,}( |$)", text) is not None


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def unmarked(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every literal below that reads like words and is not marked."""
    body = getattr(node, "body", None)
    documented = body if isinstance(body, list) else []
    docs = {id(one.value) for one in documented if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)}
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and id(child.value) in docs:
            continue
        yield from _unmarked_in(child, node)


def _unmarked_in(child: ast.AST, parent: ast.AST) -> Iterator[tuple[int, str]]:
    match child:
        case ast.Call() if called(child) in MARKS | NEVER_SHOWN:
            if called(child) in MARKS:
                yield from ((child.lineno, "not literal: " + ast.unparse(child)) for _ in _computed(child))
            if isinstance(child.func, ast.Attribute):
                yield from _unmarked_in(child.func.value, child)
            for one in child.args[1:] if called(child) == "counted" else ():
                yield from _unmarked_in(one, child) if not isinstance(one, ast.Constant) else ()
            for keyword in child.keywords if called(child) in MARKS else ():
                yield from _unmarked_in(keyword.value, child)
        case ast.Subscript(slice=index) if not isinstance(index, ast.Constant):
            yield from unmarked(child)
        case ast.Subscript():
            yield from _unmarked_in(child.value, child)  # a key of a table
        case ast.AnnAssign(value=value):
            if value is not None and not (isinstance(child.target, ast.Name) and child.target.id == "__all__"):
                yield from _unmarked_in(value, child)
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.MatchValue() | ast.arg() | ast.ImportFrom():
            return
        case ast.JoinedStr(values=values):
            text = "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values)
            if reads_like_words(text):
                yield child.lineno, text
            for one in values:
                if isinstance(one, ast.FormattedValue):
                    yield from _unmarked_in(one.value, child)
                    yield from ((child.lineno, "in an f-string: " + ast.unparse(call)) for call in _marks_in(one))
        case ast.Constant(value=str(text)):
            if reads_like_words(text):
                yield child.lineno, text
        case ast.Dict(keys=keys, values=values):
            for one in (*values, *(key for key in keys if key is not None and not isinstance(key, ast.Constant))):
                yield from _unmarked_in(one, child)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            child.returns = None
            yield from unmarked(child)
        case _:
            yield from unmarked(child)


def _marks_in(node: ast.AST) -> Iterator[ast.Call]:
    """Marks of literals in an f-string: lupdate does not look in there."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and called(one) in MARKS and one.args and isinstance(one.args[0], ast.Constant):
            yield one


def _computed(call: ast.Call) -> Iterator[ast.expr]:
    """First arguments of marks that hold an f-string or are put together: lupdate cannot read them."""
    first = call.args[:2] if called(call) == "counted" else call.args[:1]
    for one in first:
        literal = isinstance(one, ast.Constant) and isinstance(one.value, str)
        if isinstance(one, (ast.JoinedStr, ast.BinOp, ast.IfExp)) or (called(call) != "tr" and not literal):
            yield one


def test_what_people_read_goes_through_the_translator() -> None:
    found = {}
    for path in ROOT.rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        if name not in FILES and (faults := list(unmarked(ast.parse(path.read_text(encoding="utf-8"))))):
            found[name] = faults

    assert found == {}, "tr(…), counted(…), or in tables QT_TR_NOOP(…); with named places instead of pieces"


def at_import(node: ast.AST) -> Iterator[int]:
    """The lines of what is translated before the language is known: as a module, a class or a default is made."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from at_import(child.args)
        elif not isinstance(child, ast.Lambda):
            if isinstance(child, ast.Call) and called(child) in MARKS - {"QT_TR_NOOP"}:
                yield child.lineno
            yield from at_import(child)


def test_nothing_is_translated_before_the_language_is_known() -> None:
    found = {path.name: list(at_import(ast.parse(path.read_text(encoding="utf-8")))) for path in ROOT.rglob("*.py")}

    assert {name: lines for name, lines in found.items() if lines} == {}, "QT_TR_NOOP(…) there, tr(…) where it is shown"


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('"""A module."""\nx = tr("Launch a run")', 0),
        ('button.setText("Launch a run")', 1),
        ('button.setText(f"Launch {n} runs")', 1),
        ('button.setText(tr(f"Launch {n} runs"))', 1),
        ('label = tr("{a} of {b}").format(a="one of them", b=2)', 1),
        ('button.setObjectName(f"answer:{answer}")', 0),
        ('parts.append("at least " + figure)', 1),
        ("""text = f"{told} · {tr('not saved')}" """, 1),
        ('text = counted("{n} files", "{n} file", n, name=f"from {name}")', 1),
        ('act = Act("need-open", tr("Open"), go, "Return; Enter")', 0),
        ('TITLES = {"one": "Light", "two": QT_TR_NOOP("Dark")}', 1),
        ('tasks.spawn(work, "read the history")', 0),
    ],
)
def test_the_walk_finds_what_is_not_marked(source: str, faults: int) -> None:
    assert len(list(unmarked(ast.parse(source)))) == faults


def test_no_exception_is_left_over() -> None:
    sources = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}

    assert set(FILES) <= set(sources)
    assert [name for name in FILES if not list(unmarked(ast.parse(sources[name])))] == []
