# SPDX-License-Identifier: Apache-2.0
"""A definition as the text of a workflow file, in the words that people write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from engine.definition.model import (
    AllGate,
    AnyGate,
    ArtifactGate,
    ExpressionGate,
    FileGate,
    Gate,
    Model,
    NotGate,
    ParallelBlock,
    SequenceBlock,
    Workflow,
)
from engine.definition.source import resolve
from engine.definition.surface import BARE
from engine.definition.words import duration

_DURATIONS = ("timeout", "wall_clock", "idle")
_GATES = ("gate", "until", "require")
_LINE = 100
_LONG_KEY = 500
"""A key of more than 1,024 characters has to be announced."""

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./ +-]*", re.ASCII)
_BLOCK_TEXT = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]*")


def written(workflow: Workflow) -> str:
    """The workflow as YAML: every value that is not empty, so that defaults of another version change nothing."""
    return "".join(f"{line}\n" for line in _lines(surface(workflow)))


def surface(model: Model) -> dict[str, Any]:
    """A part of a definition as plain data in the form that files have."""
    fields = {field.alias or name: (getattr(model, name), field) for name, field in type(model).model_fields.items()}
    data: dict[str, Any] = {}
    kind = fields.pop("kind", None)
    if kind is not None:
        data[kind[0]] = fields.pop("id")[0]
    for name, (value, field) in fields.items():
        shown = _value(name, value)
        # An empty value says nothing, unless it is the default that would say something.
        if shown not in (None, [], {}) or value != field.get_default(call_default_factory=True):
            data["pilothouse" if name == "format" else name] = shown
    if isinstance(model, ParallelBlock) and isinstance(model.join, int):
        data["join"] = {"at_least": model.join}
    return data


def _value(name: str, value: Any) -> Any:
    if name in _GATES:
        return [_gate(gate) for gate in value]
    if name in _DURATIONS and isinstance(value, int):
        return duration(value)
    if isinstance(value, SequenceBlock) and value.id is None:
        return [_value("do", block) for block in value.do]
    if isinstance(value, Model):
        return surface(value)
    if isinstance(value, tuple):
        return [_value("", inner) for inner in value]
    if isinstance(value, dict):
        return {key: _value("", inner) for key, inner in value.items()}
    return value


def _gate(gate: Gate) -> Any:
    match gate:
        case NotGate():
            return {"not": _gate(gate.of)}
        case AllGate() | AnyGate():
            return {gate.kind: [_gate(part) for part in gate.of]}
        case FileGate(matches=None, empty=None):
            return {"file": gate.path}
        case ArtifactGate():
            return {"artifact": gate.name}
        case ExpressionGate():
            return {"expression": gate.cel}
    settings = {name: getattr(gate, name) for name in type(gate).model_fields if name != "kind"}
    settings = {name: value for name, value in settings.items() if value is not None and value != ()}
    if not settings and gate.kind in BARE:
        return gate.kind
    if "of" in settings and gate.kind == "at_least":
        settings["of"] = [_gate(part) for part in settings["of"]]
        return {gate.kind: settings}
    return {gate.kind: {name: _value(name, value) for name, value in settings.items()}}


# ----------------------------------------------------------------------------------------------------------------- YAML


def _lines(value: Any) -> Iterator[str]:
    """Block style for maps and lists, each scalar such that reading gives it back."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            name = _scalar(key)
            if len(name) > _LONG_KEY:
                yield f"? {name}"
                yield from _entry(":", inner)
            else:
                yield from _entry(f"{name}:", inner)
    elif isinstance(value, list) and value:
        for inner in value:
            if isinstance(inner, (dict, list)) and _flow(inner) is None:
                lines = list(_lines(inner))
                yield f"- {lines[0]}"
                yield from (f"  {line}" if line else "" for line in lines[1:])
            else:
                yield from _entry("-", inner)
    else:
        yield _scalar(value)


def _entry(head: str, value: Any) -> Iterator[str]:
    flow = _flow(value)
    if flow is not None:
        yield f"{head} {flow}"
    elif isinstance(value, (dict, list)):
        yield head
        yield from (f"  {line}" if line else "" for line in _lines(value))
    else:
        yield f"{head} |2{'' if value.endswith(chr(10)) else '-'}"
        yield from (f"  {line}" if line else "" for line in value.removesuffix("\n").split("\n"))


def _flow(value: Any) -> str | None:
    """A scalar, or a short list of scalars, on one line; None for what takes more."""
    if isinstance(value, list) and not any(isinstance(inner, (dict, list)) and inner for inner in value):
        line = f"[{', '.join(map(_scalar, value))}]"
        return line if len(line) <= _LINE or not value else None
    if (isinstance(value, dict) and value) or isinstance(value, list):
        return None
    return None if isinstance(value, str) and _fits_block(value) else _scalar(value)


def _fits_block(text: str) -> bool:
    """Whether a literal block gives this text back: printable lines, and at most one line feed at its end."""
    return (
        "\n" in text[:-1]
        and not text.endswith("\n\n")
        and not text.startswith("\n")
        and _BLOCK_TEXT.fullmatch(text) is not None
    )


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and not value.endswith(" ") and len(value) < 200:
        try:
            if resolve(value) is value and not value.startswith("---") and not value.startswith("..."):
                return value
        except ValueError:
            pass
    if isinstance(value, str):
        return _UNPRINTABLE.sub(_escaped, json.dumps(value, ensure_ascii=False))
    return json.dumps(value, ensure_ascii=False)


_UNPRINTABLE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
