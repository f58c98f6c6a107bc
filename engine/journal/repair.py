# SPDX-License-Identifier: Apache-2.0
"""A way out of a damaged journal: what is wrong with it and what a cut would lose; the cut, with everything kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import JournalDamaged, JournalHealthy, JournalReadOnly
from engine.journal.lock import OwnerLock
from engine.journal.reader import Fault, Loaded, classify, scan
from engine.journal.record import LineFault, Record, decode
from engine.journal.storage import DISK, Storage, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

_MOST = 10_000
"""Names tried for what is kept aside."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a journal stops to be one, and what stands behind that.

    `good` are the records that are whole and in their places; `offset` is the byte behind them, from 0; `behind` counts
    the bytes from there on, and `lost` are those records in them that are whole by themselves.
    """

    good: tuple[Record, ...]
    offset: int
    behind: int
    faults: tuple[Fault, ...]
    lost: tuple[Record, ...]

    @property
    def kept(self) -> int:
        """The number of the last good record, 0 if there is none."""
        return self.good[-1].seq if self.good else 0


def examine(path: Path, *, storage: Storage = DISK) -> Damage:
    """What is wrong with a journal. Changes nothing, and needs no lock.

    Raises:
        JournalHealthy: nothing that a driver would not mend by itself.
        JournalReadOnly: of a newer version, which alone can judge it.
        FileNotFoundError, OSError.
    """
    return _damage(path, storage.read(path))


def cut(path: Path, lock: Path, *, storage: Storage = DISK) -> tuple[Damage, Path]:
    """Keep the whole journal aside, then cut it behind its last good record; gives the file that has the original.

    Whole or not at all, wherever it is interrupted, and durable when this returns.

    Raises:
        JournalLocked: the run is driven.
        JournalDamaged: not even its first record is good.
        As `examine`; and OSError, by which nothing is changed.
    """
    held = OwnerLock.take(lock)
    try:
        raw = storage.read(path)
        damage = _damage(path, raw)
        if not damage.kept:
            raise JournalDamaged(
                f"{str(path)!r} has no good record to cut behind, not even its first: there is no run in it to go on "
                "with; take it in anew from an export"
            )
        aside = _keep(path, raw, storage)
        write_atomic(storage, path, raw[: damage.offset])
        return damage, aside
    finally:
        held.release()


def _damage(path: Path, raw: bytes) -> Damage:
    loaded: Loaded = scan(raw)
    if (reason := classify(loaded)) is not None:
        raise JournalReadOnly(f"{str(path)!r} cannot be repaired here: {reason}")
    if not loaded.faults:
        torn = "; its cut last line is no damage: `resume` puts it aside" if loaded.torn else ""
        raise JournalHealthy(f"{str(path)!r} needs no repair: {len(loaded.records)} records, each in its place{torn}")
    behind = raw[loaded.size :]
    return Damage(tuple(loaded.records), loaded.size, len(behind), tuple(loaded.faults), tuple(_whole(behind)))


def _whole(data: bytes) -> list[Record]:
    found = []
    for line in data.split(b"\n"):
        try:
            found.append(decode(line)[0])
        except LineFault:
            continue
    return found


def _keep(path: Path, raw: bytes, storage: Storage) -> Path:
    """Under a name of its own; one that was kept by a repair that was cut counts."""
    for number in range(1, _MOST):
        aside = path.with_name(f"{path.stem}.damaged-{number}")
        try:
            if storage.read(aside) == raw:
                return aside
        except FileNotFoundError:
            write_atomic(storage, aside, raw)
            return aside
    raise FileExistsError(f"{str(path)!r} was repaired {_MOST} times")
