# SPDX-License-Identifier: Apache-2.0
"""Journals of older formats as this version writes them, by a table of steps. Pure: it changes no file.

There is one format so far, so `STEPS` is empty. A step from format n to n+1 is a function over one record's fields, as
the line has them but for `v`, `prev` and `crc`, which are made anew. Who only reads gets the bytes so; the next driver
puts them in the old one's place, and keeps that beside it (see `JournalFile.open`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.errors import JournalDamaged, JournalReadOnly, RecordInvalid
from engine.journal.record import FORMAT, ORIGIN, Draft, encode, hash_of, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: dict[int, Step] = {}
"""By the format that a step leads away from."""


def format_of(raw: bytes) -> int | None:
    """The format that the first line of a journal names; None where it names none."""
    try:
        first = json.loads(raw[: max(raw.find(b"\n"), 0)])
    except (ValueError, RecursionError):
        return None
    mark = first.get("v") if isinstance(first, dict) else None
    return mark if type(mark) is int else None


def upgraded(raw: bytes) -> bytes:
    """A journal's bytes in our format; a cut last line stays as it is. What is of our format, or none, is given back.

    Raises:
        JournalDamaged: a line of the old one is not whole, or not in its place.
        JournalReadOnly: no step leads from its format to ours.
    """
    found = format_of(raw)
    if found is None or found >= FORMAT:
        return raw
    missing = next((number for number in range(found, FORMAT) if number not in STEPS), None)
    if missing is not None:
        raise JournalReadOnly(f"its format is {found}, and this version knows no way from {missing} to {missing + 1}")
    *lines, tail = raw.split(b"\n")
    made: list[bytes] = []
    old, new = None, ORIGIN
    for number, line in enumerate(lines, 1):
        fields = _fields(line, number, old)
        try:
            for step in range(found, FORMAT):
                fields = STEPS[step](fields)
            made.append(_line(fields, new))
        except (LookupError, TypeError, ValueError, RecordInvalid) as error:
            raise _damaged(number, f"it is no record of that format ({error!r})") from error
        old = hash_of(line)
        new = hash_of(made[-1])
    return b"\n".join([*made, tail])


def _fields(line: bytes, number: int, prev: str | None) -> dict[str, Any]:
    """A record's fields. What the first line chains from is its format's own affair."""
    try:
        fields = json.loads(line) if whole(line) else None
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or fields.get("seq") != number or prev not in (None, fields.get("prev")):
        raise _damaged(number, "it is not whole, or not in its place")
    return {name: value for name, value in fields.items() if name not in ("v", "prev", "crc")}


def _damaged(number: int, what: str) -> JournalDamaged:
    return JournalDamaged(f"line {number} of a journal of an older format: {what}", line=number, what=what)


def _line(fields: dict[str, Any], prev: str) -> bytes:
    draft = Draft(fields["type"], fields["data"], fields.get("node"), fields.get("attempt"), fields["driven"])
    return encode(draft, fields["seq"], fields["at"], prev)
