# SPDX-License-Identifier: Apache-2.0
"""One record and its line: fixed key order, the hash of the line before, and a checksum over the line itself.

    {"v":1,"seq":1,"at":"…","driven":0,"type":"…","node":"…","attempt":1,"data":{…},"prev":"…","crc":"…"}

`v`, the format, stands in the first line only; absent `node` and `attempt` are left out. `prev` ties each line to the
one before, `crc` tells a line that is wrong by itself from one that is in the wrong place, the last one included.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from zlib import crc32

from engine.errors import RecordInvalid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FORMAT = 1
"""The newest format that this build writes and reads."""

HASH_LENGTH = 32
ORIGIN = sha256(b"pilothouse journal 1").hexdigest()[:HASH_LENGTH]
"""What the first line chains from."""

_CRC_LENGTH = len(',"crc":"00000000"}')
_LONGEST_NUMBER = sys.int_info.default_max_str_digits
_AT_LENGTH = len("2026-01-01T00:00:00.000Z")
_KEYS = frozenset({"v", "seq", "at", "driven", "type", "node", "attempt", "data", "prev", "crc"})


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_scan = json.JSONDecoder(parse_constant=_no_constant).raw_decode
_plain = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_ascii = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be recorded; the journal adds `seq` and `at`. `driven` is milliseconds of driving time.

    `data` in bytes is one JSON object already, compact and in UTF-8; of it only the numbers are looked at again.
    """

    type: str
    data: Mapping[str, Any] | bytes = field(default_factory=dict)
    node: str | None = None
    attempt: int | None = None
    driven: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """One line: `seq` from 1 without gaps, `at` UTC as ISO 8601 with milliseconds and `Z`, `driven` in milliseconds."""

    seq: int
    at: str
    driven: int
    type: str
    node: str | None
    attempt: int | None
    data: dict[str, Any]


class LineFault(ValueError):
    """A line that is not a record; the message says why. Stays inside this package."""


def hash_of(line: bytes) -> str:
    """The `prev` of the line after `line` (given without its line feed)."""
    return sha256(line).hexdigest()[:HASH_LENGTH]


def encode(draft: Draft, seq: int, at: str, prev: str) -> bytes:
    """The line of `draft`, without line feed. Raises RecordInvalid for what a reader would not read again."""
    try:
        try:
            body = _body(draft, seq, at, prev, _plain).encode()
        except UnicodeEncodeError:  # a lone surrogate, from bytes that were no text: only an escape can hold it
            body = _body(draft, seq, at, prev, _ascii).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise _invalid(draft.type, error) from error
    return body + _checksum(body)


def check(type_: str, data: Mapping[str, Any] | bytes) -> None:
    """Raises RecordInvalid for the data of a record that a reader would not read again, as `encode` does."""
    try:
        _data(data, _ascii)
    except (TypeError, ValueError, RecursionError) as error:
        raise _invalid(type_, error) from error


def _invalid(type_: str, error: Exception) -> RecordInvalid:
    return RecordInvalid(
        f"a record of type {type_!r} cannot be written as JSON: {error}; this is a fault of its sender"
    )


def _body(draft: Draft, seq: int, at: str, prev: str, text: Callable[[Any], str]) -> str:
    """The line up to its checksum."""
    mark = f'"v":{FORMAT},' if seq == 1 else ""
    node = f',"node":{text(draft.node)}' if draft.node is not None else ""
    attempt = f',"attempt":{draft.attempt}' if draft.attempt is not None else ""
    return (
        f'{{{mark}"seq":{seq},"at":"{at}","driven":{draft.driven},"type":{text(draft.type)}{node}{attempt}'
        f',"data":{_data(draft.data, text)},"prev":"{prev}"'
    )


def _data(data: Mapping[str, Any] | bytes, text: Callable[[Any], str]) -> str:
    """The data as JSON that a reader will take: what could be refused is read once, here."""
    if isinstance(data, bytes):
        ready = data.decode()
        if len(data) < _LONGEST_NUMBER and b"NaN" not in data and b"Infinity" not in data:
            return ready
    else:
        ready = text(data)
    _scan(ready)
    return ready


def whole(line: bytes) -> bool:
    """Whether the line's own checksum holds."""
    return line.endswith(_checksum(line[:-_CRC_LENGTH]))


def _checksum(body: bytes) -> bytes:
    return b',"crc":"%08x"}' % crc32(body)


def decode(line: bytes) -> tuple[Record, str]:
    """The record of a line (without line feed) and the hash it chains from. Raises LineFault."""
    if not whole(line):
        raise LineFault("its checksum does not hold")
    try:
        text = line.decode()
        fields, end = _scan(text)
    except (ValueError, RecursionError) as error:
        raise LineFault(f"it is not JSON ({error})") from error
    if end != len(text) or not isinstance(fields, dict) or not fields.keys() <= _KEYS:
        raise LineFault("it is not a record")
    get = fields.get
    seq, at, driven, kind, node, attempt = (
        get("seq"),
        get("at"),
        get("driven"),
        get("type"),
        get("node"),
        get("attempt"),
    )
    data, prev = get("data"), get("prev")
    if (
        type(seq) is not int
        or type(at) is not str
        or len(at) != _AT_LENGTH
        or type(driven) is not int
        or type(kind) is not str
        or not (node is None or type(node) is str)
        or not (attempt is None or type(attempt) is int)
        or type(data) is not dict
        or type(prev) is not str
    ):
        raise LineFault("a field is missing or of the wrong type")
    if seq < 1 or (seq == 1) != ("v" in fields) or get("v", FORMAT) != FORMAT:
        raise LineFault(f"its format mark {get('v')!r} does not fit record {seq}")
    return Record(seq, at, driven, kind, node, attempt, data), prev


def parse_record(line: bytes) -> Record:
    """The record of one line, judged by itself; for a Follower. Raises ValueError."""
    return decode(line)[0]
