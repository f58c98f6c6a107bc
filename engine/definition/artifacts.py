# SPDX-License-Identifier: Apache-2.0
"""JSON Schemas of typed artifacts: read from files beside the workflow, and judged before any artifact is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MAX_BYTES = 256 * 1024
MAX_DEPTH = 40


def confined(path: str, directory: Path | None) -> Path:
    """The file at `path` inside `directory`. Raises ValueError if it lies elsewhere, also by a link."""
    if directory is None:
        raise ValueError(f"{path!r:.80} is relative to a file, and there is none; write the content in place")
    if not path or Path(path).is_absolute() or not _inside(directory / path, directory):
        raise ValueError(f"{path!r:.80} lies outside the workflow's folder; keep it beside the workflow file")
    return directory / path


def _inside(file: Path, directory: Path) -> bool:
    try:
        return file.resolve().is_relative_to(directory.resolve())
    except (OSError, RuntimeError):  # a ring of links
        return False


def read_bounded(file: Path, shown: str) -> bytes:
    """What a regular file holds, up to MAX_BYTES. Raises ValueError: what is wrong, `; `, what to do."""
    try:
        if file.exists() and not file.is_file():
            raise ValueError(f"{shown!r:.80} is no file; give the path of one")
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ValueError(f"there is no file {shown!r:.80}; create it, or correct the path") from error
    except OSError as error:
        raise ValueError(
            f"{shown!r:.80} cannot be read: {error.strerror}; correct the path or its permissions"
        ) from error
    if len(data) > MAX_BYTES:
        raise ValueError(f"{shown!r:.80} has more than {MAX_BYTES:,} bytes; make it smaller")
    return data


def schema_file(path: str, directory: Path | None) -> dict[str, Any]:
    """The JSON Schema in a file, not yet judged. Raises ValueError: what is wrong, `; `, what to do."""
    data = read_bounded(confined(path, directory), path)
    try:
        schema = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        reason = "it nests too deep" if isinstance(error, RecursionError) else str(error)
        raise ValueError(f"{path!r:.80} is not JSON: {reason}; mend it") from error
    if not isinstance(schema, dict):
        raise ValueError(f'{path!r:.80} is no JSON Schema; write an object such as {{"type": "object"}}')
    return schema


def schema_fault(schema: dict[str, Any]) -> str | None:
    """Why this is no JSON Schema that an artifact can be checked against, None if it is one."""
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import Draft202012Validator, validator_for

    for part, depth in _walk(schema):
        if depth > MAX_DEPTH:
            return f"it nests deeper than {MAX_DEPTH}"
        for key in ("$ref", "$dynamicRef"):
            reference = part.get(key, "#")
            if isinstance(reference, str) and not reference.startswith("#"):
                return f"it refers to {reference!r:.80}; only parts of itself ('#/...') are looked up"
    try:
        validator_for(schema, default=Draft202012Validator).check_schema(schema)
    except SchemaError as error:
        at = "/".join(map(str, error.absolute_path))
        return f"{error.message:.200}" + (f" (at {at})" if at else "")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        return f"it cannot be understood ({type(error).__name__})"
    return None


def _walk(value: Any) -> Iterator[tuple[dict[str, Any], int]]:
    waiting = [(value, 1)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, dict):
            yield part, depth
        if isinstance(part, (dict, list)):
            waiting += [(inner, depth + 1) for inner in (part.values() if isinstance(part, dict) else part)]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
