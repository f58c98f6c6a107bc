# SPDX-License-Identifier: Apache-2.0
"""Plain data against the model: pydantic finds what does not fit, and this says it in words, with its place.

What is faulty is told, left out or stood in for, and the rest judged again, so that a file with one slip still becomes
a tree whose names and gates can be checked: every fault is reported at once.
"""

from __future__ import annotations

import copy
import json
import typing
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.definition.model import Model
from engine.definition.parts import LIMITS
from engine.definition.surface import Path_, Surface
from engine.definition.words import did_you_mean

_M = TypeVar("_M", bound=Model)
_ROUNDS = 12
_STAND_INS: dict[str, Any] = {
    **dict.fromkeys(("id", "name", "workflow", "path"), "unnamed"),
    "gate": [{"kind": "verdict"}],
    "until": [{"kind": "verdict"}],
    **dict.fromkeys(("role", "goal", "agent"), ""),
    **dict.fromkeys(("max", "k"), 1),
    **dict.fromkeys(("if", "cel"), "true"),
    "do": [],
    "argv": ["unnamed"],
    "list": "[]",
}
_WANTED = {
    "id": "a name: small letters, digits and '-'",
    "gate": "what proves that it is done, such as [verdict, commit, tests]; there is no default gate",
    "until": "the gates that end the loop",
    "max": "how many rounds are allowed",
    "role": "one of the roles",
    "goal": "what the agent is to do",
    "agent": "a backend: claude-code, codex, anthropic, acp, command or scripted",
    "do": "the blocks",
    "argv": "the command as a list of words",
}


def shaped(data: dict[str, Any], surface: Surface, model: type[_M]) -> _M | None:
    """The data as `model`, with stand-ins for what was faulty and told to `surface`. None if nothing is left."""
    for _ in range(_ROUNDS):
        try:
            return model.model_validate_json(_json(data), strict=True, by_alias=True, by_name=False)
        except ValidationError as error:
            details = [detail for detail in error.errors(include_url=False) if not _beside(detail)]
            found = [(detail, _path(detail, data)) for detail in details]
            for detail, path in found:
                if detail["type"] == "too_short" and any(path == other[: len(path)] != other for _, other in found):
                    continue  # it counts only what is sound
                if detail["type"] in ("json_invalid", "recursion_loop") or not path:
                    surface.tell((), "this nests too deep", "make it flatter")
                    return None
                _take(detail, path, data, surface, model)
    return None


def _beside(detail: ErrorDetails) -> bool:
    """Whether this only says that a profile written in place is not the name of one."""
    return detail["loc"][-1:] == ("str",) and isinstance(detail["input"], dict)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _take(detail: ErrorDetails, path: Path_, data: dict[str, Any], surface: Surface, model: type[Model]) -> None:
    """Tell one fault, and make the data such that it does not show again."""
    missing = detail["type"] == "missing"
    if path not in surface.doubtful:
        what, todo, at_key = _words(detail, path, data, model)
        surface.tell(path[:-1] if missing else path, what, todo, key=at_key)
        surface.doubtful.add(path)
    while isinstance(path[-1], int):
        path = path[:-1]
        surface.doubtful.add(path)
    parent = _at(data, path[:-1])
    if isinstance(parent, dict) and missing:
        parent[path[-1]] = copy.deepcopy(_STAND_INS.get(str(path[-1])))
    elif isinstance(parent, dict):
        parent.pop(path[-1], None)


def _at(data: Any, path: Path_) -> Any:
    """What is at `path`; None if an earlier fault took it away."""
    for key in path:
        if isinstance(data, dict):
            data = data.get(str(key))
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def _path(detail: ErrorDetails, data: dict[str, Any]) -> Path_:
    """Where in the data an error is: its location without the names of union members that pydantic puts in."""
    path: Path_ = ()
    here: Any = data
    tagged: Any = None
    for key in detail["loc"]:
        if isinstance(here, dict) and here is not tagged and here.get("kind") == key:
            tagged = here
        elif isinstance(here, (dict, list)) and _at(here, (key,)) is not None:
            path = (*path, key)
            here = _at(here, (key,))
        elif isinstance(here, dict) and (key in here or (detail["type"] == "missing" and key == detail["loc"][-1])):
            path = (*path, key)
            here = None
    return path


def _words(detail: ErrorDetails, path: Path_, data: dict[str, Any], model: type[Model]) -> tuple[str, str, bool]:
    """What is wrong and what to do, in words; whether the fault is the key's."""
    name, context = path[-1], detail.get("ctx", {})
    limit = next((context[key] for key in ("ge", "le", "gt", "lt", "max_length", "min_length") if key in context), "")
    match detail["type"]:
        case "extra_forbidden":
            known = _known(path[:-1], data, model)
            return f"there is no setting {name!r:.60} {_where(path[:-1], data)}", did_you_mean(str(name), known), True
        case "missing":
            return f"{_owner(path[:-1], data)} has no {name!r}", f"add {_WANTED.get(str(name), f'{name!r}')}", False
        case "literal_error":
            choices = [part.strip("'") for part in str(context.get("expected", "")).replace(" or ", ", ").split(", ")]
            wanted = did_you_mean(str(detail["input"]), choices, "write", "or")
            return f"{name!r} cannot be {_value(detail)}", wanted, False
        case "string_pattern_mismatch":
            if name == "base_url":
                return f"{_value(detail)} is no address of a server", "write one such as http://127.0.0.1:11434", False
            return f"{name!r} cannot be {_value(detail)}", "use small letters, digits and '-'", False
        case "string_too_long":
            return f"this {name!r} is longer than {limit} characters", "shorten it", False
        case "too_short":
            return (
                f"{name!r} of {_owner(path[:-1], data)} is empty",
                f"give {_WANTED.get(str(name), 'at least one')}",
                False,
            )
        case "greater_than_equal" | "greater_than":
            least = "a positive number" if name in LIMITS else f"{limit:g} or more"
            return f"{name!r} is {_value(detail)}", f"write {least}", False
        case "less_than_equal" | "less_than":
            return f"{name!r} is {_value(detail)}", f"write {limit:g} or less", False
    expected = _EXPECTED.get(detail["type"].removesuffix("_type").removesuffix("_parsing"))
    if expected is None:
        return f"{name!r}: {detail['msg'][:1].lower()}{detail['msg'][1:]}", "correct it", False
    return (
        f"{name!r} cannot be {_value(detail)}" if isinstance(name, str) else f"{_value(detail)} does not fit",
        expected,
        False,
    )


_NAMED: dict[str | int, str] = {"roles": "role", "inputs": "input", "profiles": "profile", "commands": "command"}
_EXPECTED = {
    "string": "write a text, in quotes if it looks like something else",
    "int": "write a whole number",
    "int_from_float": "write a whole number",
    "float": "write a number",
    "bool": "write true or false",
    **dict.fromkeys(("list", "tuple"), "write a list: [a, b]"),
    **dict.fromkeys(("dict", "model", "model_attributes"), "write names with values: {name: value}"),
}


def _value(detail: ErrorDetails) -> str:
    value = detail["input"]
    shown = value if isinstance(value, str) else _json(value)
    return repr(shown if len(shown) <= 40 else shown[:39] + "…") if isinstance(value, str) else shown[:40]


def _owner(path: Path_, data: Any) -> str:
    """What a person calls the thing at `path`."""
    here = _at(data, path)
    if isinstance(here, dict) and "kind" in here:
        id_ = here.get("id")
        gate = len(path) > 1 and any(key in ("gate", "until", "require", "of") for key in path[-2:])
        return (
            f"the gate {here['kind']!r}" if gate else f"the {here['kind']} {id_!r}" if id_ else f"this {here['kind']}"
        )
    named = next((key for key in reversed(path) if isinstance(key, str)), None)
    kind = _NAMED.get(path[-2]) if len(path) > 1 else None
    return f"the {kind} {named!r}" if kind else f"{named!r}" if named else "the workflow"


def _where(path: Path_, data: Any) -> str:
    owner = _owner(path, data)
    return "at the top" if not path else f"in {owner}"


# -------------------------------------------------------------------------------------------------- what there could be


def _known(path: Path_, data: Any, root: type[BaseModel]) -> list[str]:
    """The settings that exist at `path`, as a file names them."""
    models: list[type[BaseModel]] = [root]
    here: Any = data
    for key in path:
        here = here[key]
        models = [inner for model in models for inner in _below(model, key)] if isinstance(key, str) else models
        kind = here.get("kind") if isinstance(here, dict) else None
        if kind is not None:
            models = [model for model in models if _kind(model) == kind]
    names = [field.alias or name for model in models for name, field in model.model_fields.items()]
    hidden = {"kind", "format", "body", "bodies", *(["id"] if isinstance(here, dict) and "kind" in here else [])}
    return [name for name in names if name not in hidden]


def _kind(model: type[BaseModel]) -> Any:
    field = model.model_fields.get("kind")
    return field.default if field else None


@cache
def _below(model: type[BaseModel], key: str) -> tuple[type[BaseModel], ...]:
    """The models that the setting `key` of `model` can hold; of a map with free names, itself."""
    for name, field in model.model_fields.items():
        if key in (name, field.alias):
            hints = typing.get_type_hints(model, include_extras=True)  # a field's annotation may still be a name
            return tuple(_models(hints[name]))
    return (model,)


def _models(annotation: Any) -> Iterable[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for inner in typing.get_args(annotation):
        yield from _models(inner)
