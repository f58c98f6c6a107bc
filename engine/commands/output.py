# SPDX-License-Identifier: Apache-2.0
"""What commands print: plain words with every control character escaped, or one JSON document."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Any

OK, INTERNAL, USAGE, PAUSED, ENDED_OTHERWISE, REFUSED, QUEUED = range(7)
"""Exit codes."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_KEPT = "\n\t"


def plain(text: str) -> str:
    """`text` with control, format and private characters escaped, but line feeds and tabs: safe on a terminal."""
    return "".join(
        char
        if char in _KEPT or unicodedata.category(char) not in _HIDDEN
        else char.encode("unicode_escape", "surrogatepass").decode("ascii")
        for char in text
    )


def say(text: str = "") -> None:
    """Print to standard output, escaped."""
    _print(plain(text), sys.stdout)


def tell(text: str) -> None:
    """Print a message to standard error, escaped."""
    _print(plain(text), sys.stderr)


def raw(line: str) -> None:
    """Print a line of a file as it stands; JSON keeps control characters escaped."""
    _print(line, sys.stdout)


def document(value: Any) -> None:
    """Print one JSON document to standard output."""
    _print(json.dumps(value, ensure_ascii=True, indent=2), sys.stdout)


def _print(text: str, stream: Any) -> None:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream, flush=True)


def exit_code(status: str) -> int:
    """The exit code that a run's state gives."""
    return {"succeeded": OK, "paused": PAUSED, "pending": PAUSED, "running": PAUSED}.get(status, ENDED_OTHERWISE)
