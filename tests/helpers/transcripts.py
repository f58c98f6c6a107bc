# SPDX-License-Identifier: Apache-2.0
"""Transcripts of any size for tests: entries that look like an agent's, in memory or in a file."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from app.transcript import Entry

_PHRASE = (
    "the discount is applied before rounding so a line of three items totals more than it should I will read the "
    "tests first and then change the order of the two steps in invoice py keeping the sum of all lines as it was"
)
_WORDS = _PHRASE.split()
_KINDS = ("message", "thought", "tool_call", "tool_result", "message", "usage")


def sample_entries(count: int, mean_chars: int = 500, seed: int = 1) -> Iterator[Entry]:
    """`count` entries of mixed kinds, `mean_chars` long on average, the same for the same seed."""
    dice = random.Random(seed)
    prose = " ".join(dice.choice(_WORDS) for _ in range(40_000))
    for i in range(count):
        length = max(20, int(dice.expovariate(1 / mean_chars)))
        start = dice.randrange(len(prose) - 10)
        text = (prose[start:] + prose)[:length]
        text = "\n".join(text[at : at + 160] for at in range(0, length, 160))
        kind = _KINDS[i % len(_KINDS)]
        meta = {"name": "Bash", "argument": text[:60], "outcome": "ok", "duration_ms": i % 4000}
        yield Entry(
            kind,  # type: ignore[arg-type]
            text,
            at_ms=1_764_496_800_000 + 700 * i,
            turn=1 + i // 5000,
            meta=meta if kind == "tool_call" else {},
        )


class FileSource:
    """Entries in a file of JSON lines, of which only the offsets and sizes are in memory."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("rb")
        index = path.with_suffix(".index").read_bytes()
        self._index = array("q")
        self._index.frombytes(index)

    def __len__(self) -> int:
        return len(self._index) // 4

    def entry(self, i: int) -> Entry:
        self._file.seek(self._index[4 * i])
        raw = json.loads(self._file.read(self._index[4 * i + 1]))
        return Entry(**raw)

    def size_hint(self, i: int) -> tuple[int, int]:
        return self._index[4 * i + 2], self._index[4 * i + 3]

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def write_transcript(path: Path, entries: Iterator[Entry]) -> int:
    """Writes entries and their index; returns the bytes of text."""
    index = array("q")
    offset = text_bytes = 0
    with path.open("wb") as file:
        for entry in entries:
            line = json.dumps(
                {
                    "kind": entry.kind,
                    "text": entry.text,
                    "at_ms": entry.at_ms,
                    "turn": entry.turn,
                    "meta": dict(entry.meta),
                }
            ).encode()
            index.extend((offset, len(line), len(entry.text), entry.text.count("\n") + 1))
            file.write(line + b"\n")
            offset += len(line) + 1
            text_bytes += len(entry.text)
    path.with_suffix(".index").write_bytes(index.tobytes())
    return text_bytes
