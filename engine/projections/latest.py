# SPDX-License-Identifier: Apache-2.0
"""What an agent did last, in words: from the end of its transcript, however long that is."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.agents.transcript import Entry, parse_entry
from engine.projections.words import one_line

TAIL = 16_384
"""How much of a transcript's end is read, in bytes; of an entry that is longer only its kind is told."""

_WORDS = 160
_SAYS = {
    "prompt": "was given its task",
    "message": "says",
    "thought": "thinks",
    "tool_call": "uses",
    "tool_result": "got a result",
    "plan": "plans",
    "permission": "asks for permission",
    "error": "met an error",
    "notice": "",
    "raw": "",
}
_TOLD_BY_KIND = frozenset({"usage", "stop"})


@dataclass(frozen=True, slots=True)
class Latest:
    """The last entry of a transcript: its words, its time in ms since 1970, and how large the file was, in bytes."""

    words: str
    at_ms: int | None
    size: int


def latest_update(path: Path | str, known: Latest | None = None) -> Latest | None:
    """What the transcript at `path` ends with; `known` where the file has not grown since. None: nothing is there yet.

    A last line without its end is not there yet.
    """
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            size = os.fstat(handle).st_size
            if known is not None and known.size == size:
                return known
            start = max(0, size - TAIL)
            os.lseek(handle, start, os.SEEK_SET)
            lines = os.read(handle, TAIL).split(b"\n")[:-1]
        finally:
            os.close(handle)
        whole = lines if start == 0 else lines[1:]
        for line in reversed(whole):
            entry = parse_entry(line)
            if entry.kind not in _TOLD_BY_KIND:
                return Latest(words_of(entry), entry.at_ms, size)
        return Latest("writes a long entry", None, size) if start and not whole else None
    return None


def words_of(entry: Entry) -> str:
    """An entry in one short line."""
    verb = _SAYS.get(entry.kind, entry.kind.replace("_", " "))
    name = entry.title or str(entry.meta.get("name") or "")
    argument = str(entry.meta.get("argument") or "")
    text = " ".join(part for part in (name, argument or entry.text[:2_000]) if part)
    if entry.kind == "prompt":
        text = ""
    if entry.kind == "tool_result" and entry.is_error:
        verb = "got an error"
    return one_line(f"{verb}: {text}" if verb and text else verb or text, _WORDS)
