# SPDX-License-Identifier: Apache-2.0
"""Arguments of the command line that name a value: NAME=VALUE."""

from __future__ import annotations

import os
import shlex
from math import isfinite
from pathlib import Path

from pydantic import JsonValue

from engine.definition.words import milliseconds
from engine.errors import UsageError
from engine.runtime.operator import RAISABLE


def pairs(given: list[str], option: str) -> dict[str, JsonValue]:
    """`NAME=VALUE` arguments as a map. Raises UsageError."""
    found: dict[str, JsonValue] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise UsageError(f"{option} takes NAME=VALUE; {text!r} is not of that form")
        found[name] = value
    return found


def parse_budgets(given: list[str]) -> dict[str, float | None]:
    """`turns=20,wall_clock=2h,cost=5` as caps; clocks in milliseconds, `none` for no limit. Raises UsageError."""
    budgets: dict[str, float | None] = {}
    for part in (part for text in given for part in text.split(",") if part):
        kind, _, value = part.partition("=")
        if kind not in RAISABLE or "." in kind:
            raise UsageError(f"--budget knows {', '.join(k for k in RAISABLE if '.' not in k)}; not {kind!r}")
        try:
            cap = None if value == "none" else milliseconds(value) if kind == "wall_clock" else float(value)
            if cap is not None and not isfinite(cap):
                raise ValueError(value)
            budgets[kind] = cap
        except ValueError as error:
            wanted = "a duration such as 90s, 30m or 2h" if kind == "wall_clock" else "a number"
            raise UsageError(f"--budget {part!r}: {kind} takes {wanted}, or none") from error
    return budgets


def program(text: str) -> tuple[str, ...]:
    """A program and its arguments, quoted as in a shell; no shell runs it. A path is as seen from here, made absolute.

    Raises:
        UsageError: there is none, a quote is left open, or its bytes are no text.
    """
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise UsageError(f"--argv {text!r}: its bytes are no text; write it as UTF-8")
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise UsageError(f"--argv {text!r}: {error}; close it") from error
    if not words:
        raise UsageError("--argv names no program; write NAME='PROGRAM ARGUMENTS'")
    first = words[0]
    is_path = "/" in first or os.sep in first
    return (str(Path(first).absolute()) if is_path else first, *words[1:])
