# SPDX-License-Identifier: Apache-2.0
"""Searches the transcripts of all runs, as they stand: no index to build, to keep, or to be wrong.

The bytes are looked through for the longest plain word of what is asked; only a line that has it is read as an entry.
Small and capital letters are alike. Memory is bounded whatever the transcripts hold.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.agents.files import open_to_read
from engine.agents.transcript import TRANSCRIPT, Entry, parse_entry
from engine.errors import UsageError
from engine.journal.store import RunFolder, node_of

_CHUNK = 1 << 20
_LONGEST_LINE = 32 << 20
"""A longer line is no entry of ours; it is passed over."""
_PLAIN = re.compile(r"[a-z0-9!#-\[\]-~]+")
"""What stands in a line of JSON as it is, in small letters."""
_ENOUGH = 2
_AROUND = 60
_Find = Callable[[bytes, int], int]


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry that holds what was asked for."""

    run: str
    node: str
    attempt: int
    entry: int
    """Its number in the transcript, counted from 0: `TranscriptReader.entry`."""
    kind: str
    turn: int
    at_ms: int | None
    excerpt: str
    """The first place, on one line, with some words around it."""
    begin: int
    end: int
    """Where in the excerpt it stands."""


def search(
    data_dir: Path, text: str, run: str | None = None, *, wanted: Callable[[], bool] = lambda: True
) -> Iterator[Hit]:
    """Every entry of every attempt whose text, title or tool holds `text`; one run after the other. Blocks.

    It ends at once, from a mebibyte to the next, when it is not `wanted` any more.

    Raises:
        UsageError: there is nothing to look for.
    """
    asked = " ".join(text.encode("utf-8", "replace").decode().split()).casefold()
    if not asked:
        raise UsageError("there is nothing to search for; give some words.")
    runs = data_dir / "runs"
    names = sorted(_names(runs), reverse=True) if run is None else [run]
    find = _finder(asked)
    for name in names:
        yield from _in_run(RunFolder(runs / name), asked, find, wanted)


def _in_run(folder: RunFolder, asked: str, find: _Find, wanted: Callable[[], bool]) -> Iterator[Hit]:
    for node in sorted(_names(folder.attempts)):
        try:
            node_id = node_of(folder.attempts / node)
        except OSError:
            continue
        attempts = (name for name in _names(folder.attempts / node) if name.isdecimal())
        for attempt in sorted(attempts, key=int):
            path = folder.attempts / node / attempt / TRANSCRIPT
            for number, entry, place in _in_file(path, asked, find, wanted):
                excerpt, begin = _excerpt(place[0], place[1], len(asked))
                yield Hit(
                    run=folder.id,
                    node=node_id,
                    attempt=int(attempt),
                    entry=number,
                    kind=entry.kind,
                    turn=entry.turn,
                    at_ms=entry.at_ms,
                    excerpt=excerpt,
                    begin=begin,
                    end=min(len(excerpt), begin + len(asked)),
                )


def _in_file(
    path: Path, asked: str, find: _Find, wanted: Callable[[], bool]
) -> Iterator[tuple[int, Entry, tuple[str, int]]]:
    """The entries that hold it, with their number, and the text and place where it stands."""
    for first, lines in _blocks(path) if wanted() else ():
        if not wanted():
            return
        lowered, begin, number = lines.lower(), 0, first
        while (at := find(lowered, begin)) >= 0:
            start = lines.rfind(b"\n", 0, at) + 1
            end = lines.find(b"\n", at)
            number += lines.count(b"\n", begin, start)
            entry = parse_entry(lines[start:end])
            if (place := _place(entry, asked)) is not None:
                yield number, entry, place
            begin, number = end + 1, number + 1


def _finder(asked: str) -> _Find:
    """Finds, in bytes whose ASCII letters are small, where `asked` may stand, from a position on; -1: nowhere."""
    piece = max(_PLAIN.findall(asked), key=len, default="").encode()
    if len(piece) >= _ENOUGH:
        return lambda lowered, begin: lowered.find(piece, begin)
    longest = max(re.split(r'[ "\\\x00-\x1f]', asked), key=len)
    if not longest:  # every line may
        return lambda lowered, begin: begin if begin < len(lowered) else -1
    variants = ({form.encode() for form in (c, c.lower(), c.upper(), c.title())} for c in longest)
    pattern = re.compile(b"".join(b"(?:" + b"|".join(map(re.escape, forms)) + b")" for forms in variants))

    def find(lowered: bytes, begin: int) -> int:
        found = pattern.search(lowered, begin)
        return found.start() if found else -1

    return find


def _blocks(path: Path) -> Iterator[tuple[int, bytes]]:
    """Whole lines, about a mebibyte at a time, and the number of the first; a line without its end is not there yet."""
    try:
        fd = open_to_read(path)
    except OSError:
        return
    with open(fd, "rb", buffering=0) as file:
        number, rest = 0, b""
        while chunk := file.read(_CHUNK):
            end = chunk.rfind(b"\n") + 1
            if not end:
                rest = (rest + chunk)[: _LONGEST_LINE + 1]
                continue
            lines, rest = rest + chunk[:end], chunk[end:]
            if len(lines) > _LONGEST_LINE:
                lines = b"\n" + lines[lines.find(b"\n") + 1 :]
            yield number, lines
            number += lines.count(b"\n")


def _place(entry: Entry, asked: str) -> tuple[str, int] | None:
    for text in (entry.text, entry.title, str(entry.meta.get("argument", "")), str(entry.meta.get("name", ""))):
        folded = text.casefold()
        if (at := folded.find(asked)) >= 0:
            return (text, at) if len(folded) == len(text) else (folded, at)
        if "\n" in text and (at := (joined := " ".join(folded.split())).find(asked)) >= 0:
            return joined, at
    return None


def _excerpt(text: str, at: int, length: int) -> tuple[str, int]:
    begin, end = max(0, at - _AROUND), at + length + _AROUND
    before = "…" * (begin > 0) + " ".join(text[begin:at].split())
    if before and text[at - 1].isspace():
        before += " "
    after = " ".join(text[at:end].split()) + "…" * (end < len(text))
    return before + after, len(before)


def _names(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
