# SPDX-License-Identifier: Apache-2.0
"""YAML text as a tree of plain values that know their line and column.

The scanner and parser are ruamel.yaml's; the tree is built here, from its events and without recursion, because the
text may be hostile: sizes, depth and the expansion of aliases are bounded, duplicate keys and tags are faults, and
scalars mean exactly what YAML 1.2's core schema says (no dates, no `yes`, no merge keys).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.errors import Fault

MAX_BYTES = 256 * 1024
MAX_DEPTH = 60
MAX_NODES = 50_000
"""Values of a file, aliases expanded."""

Scalar = str | int | float | bool | None
Tell = Callable[[int, int, str, str], None]
"""Takes note of a fault: line, column, what is wrong, what to do."""

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_LIBRARY_FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


@dataclass(slots=True)
class Node:
    """One value. `value` is a scalar, a list of nodes, or a map from key to node; lines and columns count from 1."""

    value: Scalar | list[Node] | dict[str, Node]
    line: int
    column: int
    text: str = ""
    """A scalar as it is written, without quotes."""
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where each key of a map stands."""
    size: int = 1
    depth: int = 1
    open: bool = False


class _Stop(Exception):
    """No more can be read; the reason has been told."""


def parse(data: bytes | str, file: str, faults: list[Fault], *, limit: int = MAX_BYTES) -> Node | None:
    """The one document of a YAML text; its faults are added to `faults`. None if there is nothing to go on with."""

    def tell(line: int, column: int, what: str, todo: str) -> None:
        faults.append(Fault(file, line, column, what, todo))

    try:
        return _Builder(tell).build(_decoded(data, limit, tell))
    except _Stop:
        return None


def resolve(text: str) -> Scalar:
    """What an unquoted scalar means. Raises ValueError for numbers that JSON cannot hold."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        number = int(text, 0) if text[:2] in ("0o", "0x") else int(text) if len(text) < 40 else 2**64
        if abs(number) >= 2**63:
            raise ValueError("this number needs more than 64 bits")
        return number
    if _FLOAT.fullmatch(text):
        real = float(text)
        if math.isinf(real):
            raise ValueError("this number is too large")
        return real
    if _NO_NUMBER.fullmatch(text):
        raise ValueError("infinite and undefined numbers mean nothing here")
    return text


def _decoded(data: bytes | str, limit: int, tell: Tell) -> str:
    if len(data) > limit:
        tell(0, 0, f"the file has {len(data):,} bytes", f"keep it under {limit:,}")
        raise _Stop
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        tell(before.count(b"\n") + 1, column, "these bytes are not UTF-8", "save the file as UTF-8")
        raise _Stop from error


class _Builder:
    """Makes the tree from the parser's events."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.anchors: dict[str, Node] = {}
        self.stack: list[Node] = []
        self.keys: list[Node | None] = []
        self.root: Node | None = None
        self.nodes = 0

    def build(self, text: str) -> Node | None:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        documents = 0
        try:
            for event in YAML(typ="safe", pure=True).parse(text):
                documents += type(event).__name__ == "DocumentStartEvent"
                if documents > 1:
                    self._stop(event, "a second document begins here", "keep one workflow in a file")
                self._take(event)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            what = " ".join(str(error.problem or error.context or "it cannot be read").split())
            self.tell(mark.line + 1 if mark else 1, mark.column + 1 if mark else 1, f"this is not YAML: {what}", "")
        except YAMLError as error:
            place = getattr(error, "position", 0)
            before = text[: place if isinstance(place, int) else 0]
            line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
            self.tell(line, column, "this character may not stand in YAML", "remove it, or write it as \\u… in quotes")
        except _LIBRARY_FAILURES as error:
            line = self.stack[-1].line if self.stack else 1
            self.tell(line, 1, f"the YAML after this line cannot be read ({type(error).__name__})", "write it plainly")
        return self.root

    def _stop(self, event: Any, what: str, todo: str) -> None:
        self.tell(event.start_mark.line + 1, event.start_mark.column + 1, what, todo)
        raise _Stop

    def _take(self, event: Any) -> None:
        kind = type(event).__name__
        if kind in ("SequenceEndEvent", "MappingEndEvent"):
            done = self.stack.pop()
            self.keys.pop()
            done.open = False
            self._add(done)
            return
        if kind not in ("ScalarEvent", "AliasEvent", "SequenceStartEvent", "MappingStartEvent"):
            return
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        fault = partial(self.tell, line, column)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._stop(event, f"the file holds more than {MAX_NODES:,} values", "make it smaller")
        if kind == "AliasEvent":
            self._add(self._aliased(event))
            return
        if event.ctag and str(event.ctag) != "!":
            fault(f"the tag {str(event.ctag)[:60]!r} is not allowed", "write the plain value")
        if kind == "ScalarEvent":
            node = Node(self._scalar(event, fault), line, column, event.value)
        else:
            node = Node([] if kind == "SequenceStartEvent" else {}, line, column, open=True)
            if len(self.stack) >= MAX_DEPTH:
                self._stop(event, f"the file nests deeper than {MAX_DEPTH}", "make it flatter")
            self.stack.append(node)
            self.keys.append(None)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        if not node.open:
            self._add(node)

    def _scalar(self, event: Any, fault: Callable[[str, str], None]) -> Scalar:
        text: str = event.value
        if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
            fault("a text holds the character NUL or half a character", "remove it")
            return "?"
        if event.style is not None or event.ctag:
            return text
        try:
            return resolve(text)
        except ValueError as error:
            fault(f"{text[:40]}: {error}", "write another number, or put it in quotes if it is a text")
            return None

    def _aliased(self, event: Any) -> Node:
        target = self.anchors.get(event.anchor)
        if target is None:
            self._stop(
                event, f"the alias *{event.anchor} names nothing before it", "name an anchor, or write the value"
            )
        elif target.open:
            self._stop(event, f"the alias *{event.anchor} stands inside what it names", "write the value")
        elif len(self.stack) + target.depth > MAX_DEPTH:
            self._stop(event, f"the file nests deeper than {MAX_DEPTH}", "make it flatter")
        assert target is not None
        self.nodes += target.size - 1
        if self.nodes > MAX_NODES:
            self._stop(event, f"with its aliases the file holds more than {MAX_NODES:,} values", "write them out")
        return target

    def _add(self, node: Node) -> None:
        """Put a finished node into the innermost open one: as an item, a key, or the value of the last key."""
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        key = self.keys[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif key is None and isinstance(parent.value, dict):
            self.keys[-1] = node
            return
        elif isinstance(parent.value, dict) and key is not None:
            self.keys[-1] = None
            if isinstance(key.value, (list, dict)):
                self.tell(key.line, key.column, "a list or a map cannot be a key", "write a name")
            elif key.text in parent.value:
                first = parent.keys[key.text][0]
                self.tell(
                    key.line, key.column, f"{key.text[:60]!r} stands here twice, first in line {first}", "keep one"
                )
            else:
                parent.value[key.text] = node
                parent.keys[key.text] = (key.line, key.column)
        parent.size += node.size
        parent.depth = max(parent.depth, node.depth + 1)
