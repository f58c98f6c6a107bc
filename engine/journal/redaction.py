# SPDX-License-Identifier: Apache-2.0
"""Takes secrets out of text that leaves the machine: known shapes of keys and tokens, and values that are told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Protocol

from engine.journal.reader import Loaded
from engine.journal.record import ORIGIN, Draft, encode, hash_of

REPLACED = b"[redacted]"

_SHAPES = (
    rb"sk-[A-Za-z0-9_-]{20,400}",  # Anthropic, OpenAI and others of their kind
    rb"gh[pousr]_[A-Za-z0-9]{20,255}",
    rb"github_pat_[A-Za-z0-9_]{20,255}",
    rb"glpat-[A-Za-z0-9_-]{20,64}",
    rb"xox[abeprs]-[A-Za-z0-9-]{10,250}",
    rb"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    rb"AIza[A-Za-z0-9_-]{35}",
    rb"npm_[A-Za-z0-9]{36}",
    rb"pypi-[A-Za-z0-9_-]{50,400}",
    rb"\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}",  # a JSON web token
    rb"(?<=[Bb]earer )[A-Za-z0-9._~+/=-]{16,2000}",
    rb"(?<=://)[^\s/:@\"'\\]{1,100}:[^\s/@\"'\\]{1,200}(?=@)",  # credentials in an address
    rb"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^\"]{0,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----",
)
_SHORTEST = 8
"""Bytes below which a told value is no secret: it would be found everywhere."""
_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL", re.IGNORECASE)


class Readable(Protocol):
    """What a pattern can search: bytes, or a file mapped into memory."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: slice, /) -> bytes: ...


class Writable(Protocol):
    """What takes bytes."""

    def write(self, data: bytes, /) -> int: ...


class Redactor:
    """Finds secrets by shape and by value."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        told = {value.encode("utf-8", "surrogateescape") for value in values}
        literal = [re.escape(value) for value in sorted(told, key=len, reverse=True) if len(value) >= _SHORTEST]
        self._pattern = re.compile(b"|".join([*literal, *_SHAPES]))

    def text(self, data: bytes) -> tuple[bytes, int]:
        """The bytes without secrets, and how many were taken out."""
        return self._pattern.subn(REPLACED, data)

    def copy(self, source: Readable, target: Writable) -> int:
        """Write `source` to `target` without secrets; gives how many were taken out."""
        at = found = 0
        for match in self._pattern.finditer(source):  # type: ignore[call-overload]
            _pour(source, at, match.start(), target)
            target.write(REPLACED)
            at, found = match.end(), found + 1
        _pour(source, at, len(source), target)
        return found


def secret_values(variables: dict[str, str]) -> list[str]:
    """The values of variables whose names say that they are secret."""
    return [value for name, value in variables.items() if _NAME.search(name)]


def _pour(source: Readable, start: int, end: int, target: Writable, piece: int = 1 << 20) -> None:
    while start < end:
        target.write(source[start : min(end, start + piece)])
        start += piece


def rechained(loaded: Loaded, change: Callable[[bytes], tuple[bytes, int]]) -> tuple[bytes, int]:
    """A journal's lines with the data of each record changed, and how often; the very same lines where nothing was."""
    lines, changed, prev = [], 0, ORIGIN
    for record in loaded.records:
        data, found = change(json.dumps(record.data, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        changed += found
        kept = json.loads(data.decode("utf-8", "surrogatepass")) if found else record.data
        draft = Draft(record.type, kept, record.node, record.attempt, record.driven)
        line = encode(draft, record.seq, record.at, prev)
        prev = hash_of(line)
        lines.append(line + b"\n")
    return b"".join(lines), changed
