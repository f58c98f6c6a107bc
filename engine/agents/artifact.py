# SPDX-License-Identifier: Apache-2.0
"""Typed artifacts: `artifacts/<name>.json`, or a result block in the last message, against the step's schema."""

from __future__ import annotations

import datetime
import io
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from jsonschema.exceptions import SchemaError, best_match
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from pydantic import JsonValue
from referencing import Registry
from referencing.exceptions import Unresolvable
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent

from engine.agents.bounds import unfit
from engine.agents.files import read_inside
from engine.agents.verdict import ARTIFACTS, LIMIT, parse_json

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_END = "---END---"
_BLOCK_LIMIT = 1 << 16
_BLOCK_DEPTH = 50


@dataclass(frozen=True, slots=True)
class ArtifactFacts:
    """What was found of one artifact at a turn's end. `value` is the agent's claim; that it is valid is measured."""

    found: bool
    valid: bool
    source: Literal["file", "message"] | None = None
    value: JsonValue = None
    problem: str = ""

    def as_facts(self) -> dict[str, JsonValue]:
        """For the journal. `value` is there only where it is valid."""
        facts: dict[str, JsonValue] = {"found": self.found, "valid": self.valid}
        if self.source is not None:
            facts["source"] = self.source
        if self.valid:
            facts["value"] = self.value
        if self.problem:
            facts["problem"] = self.problem
        return facts


def read_artifact(attempt_dir: Path, name: str, schema: Mapping[str, Any], last_message: str = "") -> ArtifactFacts:
    """One artifact of an attempt. Where a file is there, it decides; else a result block in the last message does.

    Never raises for what an agent left there, nor for a faulty schema: that is a problem like another.
    """
    try:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name[:60]!r} is no name of an artifact")
        content = read_inside(attempt_dir, f"{ARTIFACTS}/{name}.json", LIMIT)
    except (OSError, ValueError) as error:
        return ArtifactFacts(found=True, valid=False, source="file", problem=str(error))
    source: Literal["file", "message"] = "file" if content is not None else "message"
    try:
        if content is not None:
            value = parse_json(content)
        else:
            block = result_block(last_message, name)
            if block is None:
                return ArtifactFacts(found=False, valid=False, problem=f"no {ARTIFACTS}/{name}.json was written")
            value = _parse_yaml(block)
        problem = mismatch(value, schema)
    except ValueError as error:
        return ArtifactFacts(found=True, valid=False, source=source, problem=str(error))
    return ArtifactFacts(True, not problem, source, value, problem)


def result_block(message: str, name: str) -> str | None:
    """What stands between `---NAME RESULT---` and `---END---`, each alone on its line; None: no such block.

    Raises:
        ValueError: there is more than one, or it has no end.
    """
    head = f"---{name.upper()} RESULT---"
    lines = message.splitlines()
    heads = [number for number, line in enumerate(lines) if line.strip() == head]
    if not heads:
        return None
    if len(heads) > 1:
        raise ValueError(f"{head} is there {len(heads)} times; which is meant cannot be told")
    rest = lines[heads[0] + 1 :]
    end = next((number for number, line in enumerate(rest) if line.strip() == _END), None)
    if end is None:
        raise ValueError(f"{head} has no {_END} after it")
    return "\n".join(rest[:end])


def _parse_yaml(text: str) -> JsonValue:
    """YAML that means the same as JSON: no aliases, which could blow it up, no types that JSON has not."""
    if len(text) > _BLOCK_LIMIT:
        raise ValueError(f"the result block is longer than {_BLOCK_LIMIT:,} characters; write a file instead")
    yaml = YAML(typ="safe", pure=True)
    depth = 0
    try:
        for event in yaml.parse(io.StringIO(text)):  # event by event: depth costs its square, so it is refused early
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            if depth > _BLOCK_DEPTH:
                raise ValueError("the result block is nested too deeply")
            if isinstance(event, AliasEvent):
                raise ValueError("the result block uses an alias (*name); write the value out")
        return _as_json(yaml.load(text))
    except YAMLError as error:
        raise ValueError(f"the result block is not YAML: {' '.join(str(error).split())[:300]}") from error


def _as_json(value: object) -> JsonValue:
    match value:
        case None | bool() | int() | str():
            return value
        case float() if math.isfinite(value):
            return value
        case datetime.date():
            return value.isoformat()
        case list():
            return [_as_json(item) for item in value]
        case dict() if all(isinstance(key, str) for key in value):
            return {key: _as_json(item) for key, item in value.items()}
        case dict():
            odd = next(key for key in value if not isinstance(key, str))
            raise ValueError(f"the key {str(odd)[:60]!r} is not text; put it in quotes")
    raise ValueError(f"{str(value)[:60]!r} has no meaning in JSON")


def mismatch(value: JsonValue, schema: Mapping[str, Any]) -> str:
    """Why the value does not fit, in a sentence; empty where it does. No reference outside the schema is followed."""
    if problem := unfit(value):
        return problem
    try:
        json.dumps(value, ensure_ascii=False).encode()
        kind: type[Validator] = validator_for(schema)
        kind.check_schema(dict(schema))
        worst = best_match(kind(schema, registry=Registry()).iter_errors(value))
    except UnicodeEncodeError:
        return "it holds half of a surrogate pair, which is no character"
    except SchemaError as error:
        return f"the schema itself is faulty at {error.json_path}: {error.message[:300]}"
    except Unresolvable as error:
        return f"the schema refers to something that is not in it: {str(error)[:300]}"
    except RecursionError:
        return "nested too deeply"
    except ArithmeticError:  # a whole number that no float can hold, beside one
        return "it holds a number that is too large to be checked"
    return "" if worst is None else f"{worst.json_path}: {worst.message[:300]}"
