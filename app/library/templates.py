# SPDX-License-Identifier: Apache-2.0
"""What a new workflow begins as: a skeleton, or another workflow under a new name. No Qt in here."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from engine.definition.artifacts import confined, read_bounded
from engine.definition.source import Node, parse
from engine.errors import Fault, UsageError

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""What a workflow may be called."""

BLANK = """\
pilothouse: 1
name: new-workflow
title: A new workflow
inputs:
  task: {type: text, title: What is to be done, required: true}
roles:
  worker: {agent: claude-code, shape: open-ended}
budgets: {turns: 20, wall_clock: 1h, attempt: {turns: 6, wall_clock: 20m, idle: 5m}}
do:
  - step: work
    role: worker
    title: Do the work
    goal: |
      {{ inputs.task }}
    gate: [verdict, commit]

  - step: hand-over
    role: worker
    title: Hand over
    goal: Write NOTES.md for the person who decides what was changed, and how it was checked.
    gate:
      - file: NOTES.md
      - approval: {by: human, cycles: 3}
"""


@dataclass(frozen=True, slots=True)
class Template:
    """What to begin with. `path` None: the skeleton."""

    title: str
    path: Path | None
    name: str


def files_of(template: Template, name: str, title: str) -> dict[str, bytes]:
    """
    The files of a new workflow by their names, with what the template needs beside it. Blocks.

    Raises:
        UsageError: the template cannot be read or copied.
    """
    if not NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot be the name of a workflow; use lower-case letters, digits and dashes")
    try:
        data = BLANK.encode() if template.path is None else read_bounded(template.path, template.path.name)
    except ValueError as error:
        raise UsageError(f"the template cannot be used: {error}") from error
    faults: list[Fault] = []
    root = parse(data, "template", faults)
    if root is None or not isinstance(root.value, dict):
        raise UsageError(f"the template is no workflow: {faults[0] if faults else 'it is empty'}")
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    files = {f"{name}.yaml": renamed(text, root, {"name": name, "title": title}).encode()}
    for path in _schemas(root) if template.path is not None else ():
        assert template.path is not None
        try:
            files[path] = read_bounded(confined(path, template.path.parent), path)
        except ValueError as error:
            raise UsageError(f"the template needs a file that cannot be copied: {error}") from error
    return files


def renamed(text: str, root: Node, values: dict[str, str]) -> str:
    """The text with other plain values for some keys at its top; a key that is not there, or empty, is left alone."""
    lines = text.split("\n")
    for key, value in values.items():
        node = root.value.get(key) if isinstance(root.value, dict) else None
        place = root.keys.get(key)
        if not value or node is None or place is None or node.line != place[0] or not isinstance(node.value, str):
            continue
        line = lines[node.line - 1]
        head, tail = line[: node.column - 1], line[node.column - 1 :]
        if tail.split(" #")[0].strip().strip("'\"") != node.value.replace("\n", " "):
            continue  # it is more than a word or a phrase on a line of its own
        lines[node.line - 1] = head + (value if NAME.fullmatch(value) else json.dumps(value, ensure_ascii=False))
    return "\n".join(lines)


def _schemas(root: Node) -> list[str]:
    """The schema files that a workflow names."""
    found: dict[str, None] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, list):
            waiting += node.value
        elif isinstance(node.value, dict):
            waiting += node.value.values()
            produces = node.value.get("produces")
            if produces is not None and isinstance(produces.value, dict):
                found.update({one.value: None for one in produces.value.values() if isinstance(one.value, str)})
    return list(found)
