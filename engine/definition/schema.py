# SPDX-License-Identifier: Apache-2.0
"""The published JSON Schema of workflow files, made from the model so that the two never part."""

from __future__ import annotations

from typing import Any

from engine.definition.model import Workflow
from engine.definition.parts import LIMITS
from engine.definition.surface import BARE, KINDS, ONE_TEXT, SETTINGS

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_TEXT = {"type": ["string", "number", "boolean"]}
_TEXTS = {"type": "array", "items": _TEXT}
_DURATION = {
    "description": "A number and its unit: 90s, 15m, 2h, 500ms. null: no limit.",
    "anyOf": [{"type": "string", "pattern": "^([0-9]+(ms|s|m|h|d))+$"}, {"type": "null"}],
}
_GATES = {"$ref": "#/$defs/Gates"}
_SOME_GATES = {"type": "array", "items": {"$ref": "#/$defs/Gate"}, "minItems": 1}
_BLOCKS = {"$ref": "#/$defs/Blocks"}
_SCHEMA = {
    "description": "A JSON Schema, or the path of one, relative to the workflow file.",
    "type": ["string", "object"],
}
_JOIN = {
    "anyOf": [
        {"enum": ["all", "any"]},
        {
            "type": "object",
            "properties": {"at_least": {"type": "integer", "minimum": 1}},
            "required": ["at_least"],
            "additionalProperties": False,
        },
    ],
}
_AS_WRITTEN: dict[str, Any] = {
    **dict.fromkeys(("gate", "until", "require"), _GATES),
    **dict.fromkeys(("if", "list"), _TEXT),
    **dict.fromkeys(("do", "otherwise"), _BLOCKS),
    **dict.fromkeys(("timeout", "wall_clock", "idle"), _DURATION),
    "produces": {"type": "object", "additionalProperties": _SCHEMA},
    "join": _JOIN,
}
"""Settings that files write in another form than the model holds them, wherever they stand."""


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a workflow file as it is written, for editors."""
    models: dict[str, dict[str, Any]] = Workflow.model_json_schema(by_alias=True)["$defs"]
    by_kind = {
        definition["properties"]["kind"]["const"]: name for name, definition in models.items() if _kind(definition)
    }
    defs = {name: _written(definition) for name, definition in models.items()}
    workflow = defs["Workflow"]
    workflow["properties"] = {"pilothouse": {"const": 1}, **_without(workflow["properties"], "format")}
    gates = {kind: defs.pop(by_kind[kind]) for kind in SETTINGS}
    for kind in KINDS:
        defs[by_kind[kind]] = _headed(kind, defs[by_kind[kind]])
    blocks = [{"$ref": f"#/$defs/{by_kind[kind]}"} for kind in KINDS]
    return {
        "$schema": DRAFT,
        "title": "Pilothouse workflow",
        "$ref": "#/$defs/Workflow",
        "required": ["pilothouse"],
        "$defs": {
            **{name: definition for name, definition in defs.items() if name not in ("Gate", "Block")},
            "Gates": {
                "description": "What must clear; a list means all of it.",
                "anyOf": [{"$ref": "#/$defs/Gate"}, {"type": "array", "items": {"$ref": "#/$defs/Gate"}}],
            },
            "Gate": {"anyOf": [{"enum": list(BARE)}, *(_gate(kind, gates[kind]) for kind in SETTINGS), _SOME_GATES]},
            "Blocks": {"description": "Blocks in order.", **_list("Block")},
            "Block": {"anyOf": [*blocks, _list("Block")]},
        },
    }


def _kind(definition: dict[str, Any]) -> bool:
    return "const" in definition.get("properties", {}).get("kind", {})


def _list(name: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}


def _written(definition: dict[str, Any]) -> dict[str, Any]:
    """A model's schema with its settings in the form of files, without the titles that only repeat names."""
    shown = {key: value for key, value in definition.items() if key != "title"}
    if "properties" in shown:
        shown["properties"] = {
            name: {**_AS_WRITTEN[name], **_only(value, "minItems")} if name in _AS_WRITTEN else _setting(name, value)
            for name, value in shown["properties"].items()
        }
    return shown


def _setting(name: str, value: Any) -> Any:
    """One setting: lists of texts take numbers as well, and most a single text; a limit is never 0."""
    shown = _untitled(value)
    if isinstance(shown.get("default"), (dict, list)):
        shown = _without(shown, "default")  # in the form of the model, not of files
    if name in LIMITS:
        numbers = [{**_without(option, "minimum"), "exclusiveMinimum": 0} for option in shown["anyOf"][:-1]]
        return {**shown, "anyOf": [*numbers, {"type": "null"}]}
    options = shown.get("anyOf", [shown])
    options = [
        {**option, "items": _TEXT} if option.get("items") == {"type": "string"} else option for option in options
    ]
    texts = any(option.get("items") == _TEXT for option in options)
    if texts and name != "argv":
        options = [*options, _TEXT]
    return {**_without(shown, "anyOf", "type", "items", "minItems"), "anyOf": options} if texts else shown


def _untitled(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _untitled(inner) for key, inner in value.items() if not (key == "title" and isinstance(inner, str))
        }
    return [_untitled(inner) for inner in value] if isinstance(value, list) else value


def _headed(kind: str, definition: dict[str, Any]) -> dict[str, Any]:
    """A block as it is written: its kind is the key of its id."""
    properties = definition["properties"]
    id_ = properties["id"] if kind == "sequence" else {**properties["id"], "type": ["string", "integer"]}
    required = [kind, *(name for name in definition.get("required", []) if name != "id")]
    properties = {kind: _without(id_, "default"), **_without(properties, "kind", "id")}
    return {**definition, "properties": properties, "required": required}


def _gate(kind: str, definition: dict[str, Any]) -> dict[str, Any]:
    """A gate as it is written: its name with its settings, or what they can be shortened to."""
    settings = {**_without(definition, "description"), "properties": _without(definition["properties"], "kind")}
    options = [settings]
    if kind in ("all", "any"):
        options = [_SOME_GATES]
    elif kind == "not":
        options = [{"$ref": "#/$defs/Gate"}]
    elif kind == "at_least":
        settings["properties"]["of"] = _SOME_GATES
    if kind in ONE_TEXT:
        options.append(_TEXT)
    if kind in BARE:
        options.append({"type": "null"})
    return {
        "description": definition.get("description", ""),
        "type": "object",
        "properties": {kind: {"anyOf": options}},
        "required": [kind],
        "additionalProperties": False,
    }


def _without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in names}


def _only(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key in names}
