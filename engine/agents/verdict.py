# SPDX-License-Identifier: Apache-2.0
"""What an agent concluded: its verdict file, read without trusting anything about it, and older ones moved away.

Read only after the turn's processes are gone: until then a file may be half written.
"""

from __future__ import annotations

import json
import math
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

from pydantic import JsonValue

from engine.agents.files import lies_inside, read_inside, set_aside
from engine.errors import VerdictUnmovable

VERDICT = "verdict.json"
ARTIFACTS = "artifacts"
HISTORY = "history"
LIMIT = 1 << 20
"""Bytes of a verdict or an artifact."""

Result = Literal["done", "revise", "blocked"]
_RESULTS = get_args(Result)
_KEYS = ("result", "summary", "detail")
_FENCE = re.compile(r"(`{3,}|~{3,})[\w+-]*\s*")


@dataclass(frozen=True, slots=True)
class VerdictFacts:
    """What was found at a turn's end. `result`, `summary` and `detail` are the agent's claims."""

    state: Literal["missing", "malformed", "read"]
    result: Result | None = None
    summary: str = ""
    detail: str = ""
    problem: str = ""
    """Why there is no result, with the position where it is malformed."""

    def as_facts(self) -> dict[str, JsonValue]:
        """For the journal; empty fields are left out."""
        told = {key: getattr(self, key) for key in ("state", *_KEYS, "problem")}
        return {key: value for key, value in told.items() if value}


def read_verdict(attempt_dir: Path) -> VerdictFacts:
    """The verdict in an attempt's folder. Never raises for what an agent left there, and changes nothing."""
    try:
        content = read_inside(attempt_dir, VERDICT, LIMIT)
    except OSError as error:
        return VerdictFacts("malformed", problem=str(error))
    if content is None:
        return VerdictFacts("missing", problem="no verdict was written")
    try:
        return _checked(parse_json(content))
    except ValueError as error:
        return VerdictFacts("malformed", problem=str(error))


def archive(attempt_dir: Path, *, fresh: bool = False) -> None:
    """Move any verdict away into `history/` before a prompt is sent; nothing is overwritten.

    Args:
        fresh: the attempt has not begun, so what lies among its artifacts was put there by somebody else.

    Raises:
        VerdictUnmovable: it cannot be moved. The prompt must not be sent.
    """
    try:
        set_aside(attempt_dir, VERDICT, HISTORY)
        if lies_inside(attempt_dir, VERDICT):
            raise OSError("it is still there")
        if fresh and not _empty_folder(attempt_dir / ARTIFACTS):
            set_aside(attempt_dir, ARTIFACTS, HISTORY)
        (attempt_dir / ARTIFACTS).mkdir(exist_ok=True)
    except OSError as error:
        raise VerdictUnmovable(
            f"an older verdict in {str(attempt_dir)!r} cannot be moved to {HISTORY!r}: {error}. Move it, then retry."
        ) from error


def parse_json(content: bytes) -> Any:
    """Exactly one JSON value, a fence around it accepted, a UTF-8 byte-order mark ignored.

    Raises:
        ValueError: anything else, with position and reason. Of two candidates, neither is taken.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start}: {error.reason}") from error
    if not text.strip():
        raise ValueError("the file is empty")
    start, end = _within_fence(text)
    begin = end - len(text[start:end].lstrip())
    decoder = json.JSONDecoder(
        object_pairs_hook=_unique, parse_float=_finite, parse_constant=_refuse_constant, strict=False
    )
    try:
        value, stop = decoder.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON at {_position(text, error.pos)}: {error.msg}") from error
    except _Refused as error:
        at = max(begin, text.rfind(error.token, begin, end))
        raise ValueError(f"{error} at {_position(text, at)}") from error
    except RecursionError as error:
        raise ValueError(f"nested too deeply after {_position(text, begin)}") from error
    if rest := text[stop:end].lstrip():
        what = "a second candidate" if "{" in rest else "something"
        raise ValueError(f"{what} follows the value at {_position(text, end - len(rest))}")
    return value


def _within_fence(text: str) -> tuple[int, int]:
    """Where the content of a fence begins and ends, if the whole text is one; else where the text does."""
    body = text.strip()
    first, _, rest = body.partition("\n")
    inner, _, last = rest.rpartition("\n")
    fence = _FENCE.fullmatch(first)
    if fence is None or last.strip() != fence[1]:
        return 0, len(text)
    start = text.index(body) + len(first) + 1
    return start, start + len(inner)


class _Refused(ValueError):
    def __init__(self, message: str, token: str) -> None:
        super().__init__(message)
        self.token = token


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise _Refused(f"the key {key[:60]!r} is there twice", json.dumps(key))
        value[key] = item
    return value


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _Refused(f"{text[:60]} is beyond all bounds", text)
    return number


def _refuse_constant(name: str) -> float:
    raise _Refused(f"{name} is not JSON", name)


def _checked(value: Any) -> VerdictFacts:
    problem = ""
    if not isinstance(value, dict):
        problem = f"an object is expected, not {_kind(value)}"
    elif unknown := [key for key in value if key not in _KEYS]:
        problem = f"unknown key {unknown[0][:60]!r}; the keys are result, summary, detail"
    elif "result" not in value:
        problem = "the key 'result' is missing"
    elif value["result"] not in _RESULTS:
        problem = f"result is {str(value['result'])[:60]!r}; it must be one of done, revise, blocked"
    elif wrong := [key for key in _KEYS if not isinstance(value.get(key, ""), str)]:
        problem = f"{wrong[0]} must be text, not {_kind(value[wrong[0]])}"
    elif any(not _encodable(text) for text in value.values()):
        problem = "it holds half of a surrogate pair, which is no character"
    if problem:
        raise ValueError(problem)
    return VerdictFacts("read", cast(Result, value["result"]), value.get("summary", ""), value.get("detail", ""))


def _empty_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not os.listdir(path)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _position(text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}"
