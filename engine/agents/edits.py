# SPDX-License-Identifier: Apache-2.0
"""What a call of a tool changes in files, as one unified diff: each agent has its own way of saying it.

All of it is the agent's own word. Where a call gives a piece of a file and not its place, the line numbers in the heads
of the hunks count from the piece's first line.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_COMPARED = 2_000
"""Lines of a change that are compared, which is quadratic at its worst; more are told as taken out and put in."""
_PATH = 1_000
_MOST = 200
"""Changes of one call that are told."""
_PATHS = ("file_path", "filePath", "path", "notebook_path", "target_file")
_BEFORE = ("old_string", "oldString", "old_str")
_AFTER = ("new_string", "newString", "new_str")
_WHOLE = ("content", "file_text", "contents", "new_source")
_WRITERS = re.compile(r"(multi)?_?(edit|write|create|replace|patch|str_replace|apply)", re.IGNORECASE)
_PATCH = re.compile(r"^\*\*\* Begin Patch\n(.*?)^\*\*\* End Patch\b", re.DOTALL | re.MULTILINE)
_SECTION = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.*)$", re.MULTILINE)
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")


def edit_call(name: str, given: object) -> tuple[str, dict[str, object]] | None:
    """How a call that edits files is told: its text, which ends in a diff, and what is known of it besides.

    None: it edits nothing, or does not say what. `name` is the tool's.
    """
    if isinstance(given, Mapping) and _WRITERS.search(name) and (diff := unified(_changes(given))):
        rest = _rest(given)
    elif diff := _of_files(given):
        rest = ""
    else:
        diff, rest = _of_patch(given)
    if not diff:
        return None
    path = diff.split("\n", 1)[0].rpartition(" b/")[2]
    return "\n".join(filter(None, (rest, diff))), {"diff": True, "argument": " ".join(path.split())[:200]}


def unified(changes: Iterable[tuple[str, str, str]]) -> str:
    """Path, text before and text after of each change, as one diff; empty where nothing differs."""
    parts: dict[str, list[str]] = {}
    for path, before, after in changes:
        if before != after:
            parts.setdefault(path, []).extend(_hunks(_lines(before), _lines(after)))
    return "\n".join(line for path, hunks in parts.items() if hunks for line in (*file_head(path), *hunks))


def file_head(path: str, to: str | None = None) -> tuple[str, str, str]:
    """The lines ahead of the hunks of one file, which is called `to` afterwards."""
    old, new = (_plain(name) for name in (path, path if to is None else to))
    return f"diff --git a/{old} b/{new}", f"--- a/{old}", f"+++ b/{new}"


def _plain(path: str) -> str:
    """A name that stays on its line, whatever is in it."""
    return "".join(c if c.isprintable() else "\ufffd" for c in path[:_PATH])


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if not lines[-1] else lines


def _hunks(before: list[str], after: list[str]) -> list[str]:
    if before and after and len(before) + len(after) <= _COMPARED:
        return list(difflib.unified_diff(before, after, lineterm=""))[2:]
    return [_hunk_head(before, after), *(f"-{line}" for line in before), *(f"+{line}" for line in after)]


def _hunk_head(before: list[str], after: list[str]) -> str:
    return f"@@ -{1 if before else 0},{len(before)} +{1 if after else 0},{len(after)} @@"


# ---------------------------------------------------------------------------------------------------- what a call gives


def _changes(given: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The changes of a call whose arguments name a file, and what stands in it before and afterwards."""
    path = _text(given, _PATHS)
    if path is None:
        return
    edits = given.get("edits")
    for edit in edits[:_MOST] if isinstance(edits, list) else (given,):
        if isinstance(edit, Mapping) and (after := _text(edit, _AFTER)) is not None:
            yield path, _text(edit, _BEFORE) or "", after
        elif isinstance(edit, Mapping) and (before := _text(edit, _BEFORE)) is not None:
            yield path, before, ""
    if (whole := _text(given, (*_WHOLE, "insert_text"))) is not None and _text(given, _AFTER) is None:
        yield path, "", whole


def _rest(given: Mapping[str, Any]) -> str:
    """What else the call says, as far as it says anything."""
    known = {*_PATHS, *_BEFORE, *_AFTER, *_WHOLE, "edits", "insert_text", "command"}
    rest = {key: value for key, value in given.items() if key not in known and value not in (None, False, "", [], {})}
    try:
        return json.dumps(rest, ensure_ascii=False, indent=1) if rest else ""
    except (RecursionError, TypeError):
        return ""


def _text(given: Mapping[str, Any], names: Iterable[str]) -> str | None:
    return next((value for name in names if isinstance(value := given.get(name), str)), None)


# -------------------------------------------------------------------------------------------------------------- patches


def _of_files(given: object) -> str:
    """The diff of a call that lists the files it changes."""
    match given:
        case {"changes": Mapping() as changes}:
            told = list(changes.items())[:_MOST]
        case {"changes": list(changes)}:
            told = [(one.get("path"), one) for one in changes[:_MOST] if isinstance(one, Mapping)]
        case _:
            return ""
    return "\n".join(filter(None, (_file_change(path, how) for path, how in told)))


def _file_change(path: object, how: object) -> str:
    """One file of a list of changes: with a diff of its own, or as a whole."""
    if not isinstance(path, str) or not isinstance(how, Mapping):
        return ""
    if len(how) == 1 and isinstance(inner := next(iter(how.values())), Mapping):  # {"update": {…}}
        kind, how = next(iter(how)), inner
    else:
        kind = how.get("type") or how.get("kind")
    diff = _text(how, ("unified_diff", "diff"))
    if diff is not None and (begin := _HUNK.search(diff)) is not None:
        moved = how.get("move_path")
        return "\n".join((*file_head(path, moved if isinstance(moved, str) else None), *_lines(diff[begin.start() :])))
    text = _text(how, ("content",))
    if text is None:
        return ""
    return unified([(path, text, "")] if kind == "delete" else [(path, "", text)])


def _of_patch(given: object) -> tuple[str, str]:
    """The diff of a patch in codex' own form, and what stands around it: a command is never left out."""
    match given:
        case {"input": str(text)} | {"patch": str(text)} | {"command": str(text) | [*_, str(text)]} | str(text):
            found = _PATCH.search(text)
        case _:
            found = None
    if found is None:
        return "", ""
    body = found[1]
    sections = list(_SECTION.finditer(body))[:_MOST]
    parts: list[str] = []
    for at, section in enumerate(sections):
        end = sections[at + 1].start() if at + 1 < len(sections) else len(body)
        parts += _section(section[2].strip(), _lines(body[section.end() + 1 : end]))
    around = f"{found.string[: found.start()].rstrip()} {found.string[found.end() :].lstrip()}".strip()
    return "\n".join(parts), around


def _section(path: str, lines: list[str]) -> list[str]:
    to = next((line.partition(": ")[2].strip() for line in lines[:1] if line.startswith("*** Move to: ")), None)
    hunks: list[list[str]] = [[]]
    for line in lines:
        if line.startswith("@@"):
            hunks.append([])
        elif line[:1] in ("+", "-", " ", ""):
            hunks[-1].append(line or " ")
    told = [(hunk, [x for x in hunk if x[0] != "+"], [x for x in hunk if x[0] != "-"]) for hunk in hunks if hunk]
    return [*file_head(path, to), *(line for hunk, old, new in told for line in (_hunk_head(old, new), *hunk))]
