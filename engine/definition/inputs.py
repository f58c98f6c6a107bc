# SPDX-License-Identifier: Apache-2.0
"""Inputs given at launch, checked against what the workflow asks for."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping

from pydantic import JsonValue

from engine.definition.model import Input
from engine.definition.words import did_you_mean
from engine.errors import InputFaults

MAX_TEXT = 1024 * 1024
"""Characters of one input."""
_DEEPEST = 100
"""Levels of a list."""

_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
_EMPTY: dict[str, JsonValue] = {"int": None, "number": None, "bool": False}


def coerce(spec: Mapping[str, Input], given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A value of the right type for every input of `spec`, from text (as typed on a command line) or JSON values.

    A list comes as a JSON array or comma separated. What is not given, or blank, is the default, else empty: `""`,
    `[]`, False, or None for numbers. Raises InputFaults with every fault at once.
    """
    faults = {
        name: f"this workflow has no such input; {did_you_mean(name, spec, 'it has')}"
        for name in given
        if name not in spec
    }
    values: dict[str, JsonValue] = {}
    for name, input_ in spec.items():
        value = given.get(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            value = input_.default
            if value is None and input_.required:
                faults[name] = f"a value is required: {input_.title or input_.description or input_.type}"
        try:
            values[name] = empty(input_) if value is None else convert(input_, value)
        except ValueError as error:
            faults[name] = str(error)
    if faults:
        raise InputFaults(faults)
    return values


def empty(input_: Input) -> JsonValue:
    """What an input is when nothing was given and it has no default."""
    return [] if input_.type == "list" else _EMPTY.get(input_.type, "")


def convert(input_: Input, value: JsonValue) -> JsonValue:
    """`value` as the input's type. Raises ValueError, which says what was expected."""
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise ValueError(f"{len(value)} characters are too many; {MAX_TEXT} are allowed")
    if input_.type == "choice":
        text = _string(value)
        if text not in input_.choices:
            raise ValueError(f"{text!r} is not a choice; {did_you_mean(text, input_.choices, 'choose', 'or')}")
        return text
    return _CONVERTERS[input_.type](value)


def _string(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text, not {value!r:.60}")
    if "\0" in value:
        raise ValueError("text may not contain the character NUL")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError("expected text that is valid Unicode") from error
    return value


def _int(value: JsonValue) -> int:
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?[0-9]{1,18}\s*", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63:
        return value
    raise ValueError(f"expected a whole number such as 3, not {value!r:.60}")


def _number(value: JsonValue) -> int | float:
    if isinstance(value, str):
        try:
            return _int(value)
        except ValueError:
            pass
    try:
        number = None if isinstance(value, bool) or not isinstance(value, (int, float, str)) else float(value)
    except (ValueError, OverflowError):
        number = None
    if number is None or not math.isfinite(number):
        raise ValueError(f"expected a number such as 2.5, not {value!r:.60}")
    return value if isinstance(value, (int, float)) else number


def _bool(value: JsonValue) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in (*_TRUE, *_FALSE):
        return value.strip().lower() in _TRUE
    raise ValueError(f"expected true or false, not {value!r:.60}")


def _list(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, list):
        return _recordable(value)
    text = _string(value)
    if not text.lstrip().startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    try:
        parsed = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected a JSON array or values separated by commas: {error}") from error
    assert isinstance(parsed, list)
    return _recordable(parsed)


def _recordable(value: list[JsonValue]) -> list[JsonValue]:
    """The value; what an agent gave may end up here. Raises ValueError for what no journal could hold."""
    level: list[JsonValue] = [value]
    for _ in range(_DEEPEST):
        level = [inner for part in level for inner in _inside(part)]
        if not level:
            json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
            return value
    raise ValueError(f"it nests deeper than {_DEEPEST} levels")


def _inside(part: JsonValue) -> Iterable[JsonValue]:
    return part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


_CONVERTERS: dict[str, Callable[[JsonValue], JsonValue]] = {
    "text": _string,
    "string": lambda value: _string(value).strip(),
    "path": lambda value: _string(value).strip(),
    "int": _int,
    "number": _number,
    "bool": _bool,
    "list": _list,
}
