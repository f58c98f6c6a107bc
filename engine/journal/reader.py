# SPDX-License-Identifier: Apache-2.0
"""Reading a journal: the longest valid beginning, a torn tail told apart from damage, every fault found."""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from engine.errors import JournalDamaged, JournalReadOnly
from engine.journal.record import FORMAT, ORIGIN, LineFault, Record, decode, hash_of, whole
from engine.journal.storage import DISK, Storage
from engine.journal.upgrade import format_of, upgraded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_START = re.compile(rb'\{"seq":[0-9]+,')
_MOST_STARTS = 64  # of a hostile tail; each is a checksum over the rest of it


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line; `line` counts from 1."""

    line: int
    what: str


@dataclass(slots=True)
class Loaded:
    """What a journal holds.

    `torn` are the bytes after the last whole record: of a write that was cut, or, where somebody is writing, of one
    under way. `format` above FORMAT means a newer version wrote it; then `records` is empty. `size` is the length of
    the valid beginning in bytes, `tip` the hash that the next line chains from.
    """

    records: list[Record] = field(default_factory=list)
    torn: bytes | None = None
    format: int = FORMAT
    size: int = 0
    tip: str = ORIGIN
    faults: list[Fault] = field(default_factory=list)

    @property
    def last_seq(self) -> int:
        """The number of the last record, 0 if there is none."""
        return self.records[-1].seq if self.records else 0


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found: `intact` if every line is right and in its place. `torn` counts bytes of a cut last line."""

    records: int
    torn: int
    format: int
    faults: tuple[Fault, ...]

    @property
    def intact(self) -> bool:
        """A cut last line is no damage: the next driver puts it aside and says so."""
        return not self.faults and self.format == FORMAT


def scan(raw: bytes) -> Loaded:
    """Judge the bytes of a journal. Never raises; `faults` holds all that is wrong before the end.

    One of an older format is judged as it will be in ours.
    """
    found = format_of(raw)
    if found is not None and found > FORMAT:
        return Loaded(format=found)
    try:
        raw = upgraded(raw) if found != FORMAT else raw
    except JournalDamaged as error:
        return Loaded(faults=[Fault(error.line, error.what)])
    except JournalReadOnly as error:
        return Loaded(faults=[Fault(1, error.message)])
    lines = raw.split(b"\n")
    tail = lines.pop()
    with _no_collection():
        loaded = _beginning(lines)
    rest = lines[len(loaded.records) :]
    if any(map(_holds_record, rest)) or (rest and whole(tail)) or _hides_record(tail):
        loaded.faults = _faults(lines, len(loaded.records), loaded.tip)
    elif rest or tail:
        loaded.torn = raw[loaded.size :]
    return loaded


def _beginning(lines: list[bytes]) -> Loaded:
    """The records up to the first line that is not the next one."""
    found = Loaded()
    records, prev, size = found.records, ORIGIN, 0
    for number, line in enumerate(lines, 1):
        try:
            record, chained = decode(line)
        except LineFault:
            break
        if record.seq != number or chained != prev:
            break
        records.append(record)
        prev = hash_of(line)
        size += len(line) + 1
    found.size, found.tip = size, prev
    return found


@contextmanager
def _no_collection() -> Iterator[None]:
    """Records are no rubbish: looking for some among a hundred thousand of them takes as long as reading them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read(path: Path, *, storage: Storage = DISK) -> Loaded:
    """Read without the lock. Raises FileNotFoundError, OSError, and JournalDamaged naming the first wrong line."""
    loaded = scan(storage.read(path))
    refuse_damage(path, loaded)
    return loaded


def refuse_damage(path: Path, loaded: Loaded) -> None:
    """Raises JournalDamaged if anything before the end is wrong."""
    if loaded.faults:
        first, more = loaded.faults[0], len(loaded.faults) - 1
        raise JournalDamaged(
            f"{str(path)!r} is damaged at line {first.line}: {first.what}"
            f"{f' (and {more} more faults)' if more else ''}; nothing was changed; "
            f"`pilothouse repair {path.parent.name}` tells what stands behind it, and is the way out",
            line=first.line,
            what=first.what,
        )


def verify(path: Path, *, storage: Storage = DISK) -> Verification:
    """Every fault of a journal. Raises FileNotFoundError and OSError."""
    loaded = scan(storage.read(path))
    return Verification(len(loaded.records), len(loaded.torn or b""), loaded.format, tuple(loaded.faults))


def classify(loaded: Loaded, known_types: frozenset[str] | None = None) -> str | None:
    """Why this journal may only be read, with both versions named; None if it may be written.

    `known_types` are the event kinds that this version can act on; None stands for any.
    """
    ours = _our_version()
    if loaded.format > FORMAT:
        return (
            f"its format is {loaded.format} and this version, {ours}, knows formats up to {FORMAT}; "
            "update Pilothouse to go on with it"
        )
    for record in loaded.records if known_types is not None else ():
        if known_types is not None and record.type not in known_types:
            theirs = loaded.records[0].data.get("engine", "unknown")
            return (
                f"record {record.seq} is of the kind {record.type!r}, which this version, {ours}, does not know; "
                f"the run was created by version {theirs}; update Pilothouse to go on with it"
            )
    return None


def _our_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom needed

    try:
        return version("pilothouse")
    except PackageNotFoundError:
        return "unknown"


def _holds_record(line: bytes) -> bool:
    return whole(line) or _hides_record(line)


def _hides_record(line: bytes) -> bool:
    """Whether a whole record ends the line, as where a damaged line feed joined it to the one before."""
    starts = islice(_START.finditer(line, 1), _MOST_STARTS)
    return any(whole(line[start.start() :]) for start in starts)


def _faults(lines: list[bytes], start: int, prev: str) -> list[Fault]:
    """Every fault from line `start` on, each judged against the line that really stands before it."""
    faults: list[Fault] = []
    expected = start + 1
    for number, line in enumerate(lines[start:], start + 1):
        try:
            record, chained = decode(line)
        except LineFault as fault:
            faults.append(Fault(number, str(fault)))
        else:
            if record.seq < expected:
                faults.append(Fault(number, f"record {record.seq} stands where {expected} should: a duplicate"))
            elif record.seq > expected:
                faults.append(Fault(number, f"record {record.seq} stands where {expected} should: a gap"))
            if chained != prev:
                faults.append(Fault(number, f"record {record.seq} does not chain from the line before it"))
            expected = record.seq
        expected += 1
        prev = hash_of(line)
    return faults
