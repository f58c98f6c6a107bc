# SPDX-License-Identifier: Apache-2.0
"""A run's journal and its state, kept in step: every observation is followed at once by its decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from engine.errors import JournalDamaged
from engine.journal import DISK, Draft, Journal, Record, Storage, check
from engine.kernel import TYPES, Body, Event, Observation, RunState, decide, evolve, to_body, to_data, to_json


def event_of(record: Record) -> Event:
    """The event of a journal record.

    Raises:
        JournalDamaged: its data does not fit its type.
    """
    try:
        body = to_body(record.type, record.node, record.attempt, record.data)
    except ValidationError as error:
        raise JournalDamaged(
            f"record {record.seq} of type {record.type!r} does not fit its type: {error.errors()[0]['msg']}; "
            "the journal was changed by other means, or by another version"
        ) from error
    return Event(record.seq, record.at, record.driven, body)


def events_of(records: Iterable[Record]) -> list[Event]:
    """The events of journal records, in order, up to the first of a kind that only a newer version knows.

    Whoever writes has refused such a journal before; a reader sees how things stood until then.

    Raises:
        JournalDamaged: see `event_of`.
    """
    return [event_of(record) for record in takewhile(lambda record: record.type in TYPES, records)]


Data = Mapping[str, Any] | bytes
"""What a record holds of a body."""


def data_of(body: Body) -> Data:
    """What a record will hold of a body.

    Raises:
        RecordInvalid: no journal can hold it.
    """
    data = _data(body)
    check(body.type, data)
    return data


def _data(body: Body) -> Data:
    try:
        return to_json(body)
    except ValueError:  # a lone surrogate: the journal knows how to escape it
        return to_data(body)


class Ledger:
    """The one writer of a run: appends, folds and decides. Used by one loop; `events` are those appended here."""

    def __init__(self, journal: Journal, clock: Callable[[], float] = time.monotonic) -> None:
        self.journal = journal
        self.state = RunState()
        self.on_event: Callable[[Event], None] = lambda _: None
        self._clock = clock
        self._since: float | None = None
        self._driven = 0.0
        for record in journal.loaded.records:
            evolve(self.state, event_of(record))
        self._driven = self.state.driven
        journal.loaded.records.clear()

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], float] = time.monotonic, *, storage: Storage = DISK) -> Self:
        """Take the run's lock and fold its journal.

        Raises:
            JournalLocked, JournalDamaged, JournalReadOnly, JournalUnwritable: see `Journal.open`.
        """
        journal = await Journal.open(path, known_types=TYPES, storage=storage)
        try:
            return cls(journal, clock)
        except BaseException:
            await journal.close()
            raise

    @property
    def driven(self) -> int:
        """Driving time of the run so far, in ms."""
        return int(self._driven + self._unbooked())

    def run_clock(self, running: bool) -> None:
        """Start or stop the clock of driving time: a paused run costs nothing."""
        if running == (self._since is not None):
            return
        self._driven += self._unbooked()
        self._since = self._clock() if running else None

    def _unbooked(self) -> float:
        return 0.0 if self._since is None else (self._clock() - self._since) * 1000

    def observe(self, body: Observation, data: Data | None = None) -> list[Event]:
        """Append an observation and its decisions, to the fixpoint. Not yet on disk: see `durable`.

        `data` is its `data_of`, where that is known already. Raises RecordInvalid, and has changed nothing.
        """
        return [self._append(body, data), *self.settle()]

    def settle(self) -> list[Event]:
        """Take every decision that follows from the state: completes a batch torn by a crash."""
        events: list[Event] = []
        while (decision := decide(self.state)) is not None:
            events.append(self._append(decision))
        return events

    async def durable(self, seq: int | None = None) -> None:
        """Wait until event `seq` (None: all) is on disk. Raises JournalUnwritable."""
        await self.journal.sync(seq)

    async def close(self) -> None:
        """Write what is queued and let go of the lock."""
        await self.journal.close()

    def _append(self, body: Body, data: Data | None = None) -> Event:
        driven = self.driven
        data = _data(body) if data is None else data
        [(seq, at)] = self.journal.append([Draft(body.type, data, body.node, body.attempt, driven)])
        event = Event(seq, at, driven, body)
        evolve(self.state, event)
        self.on_event(event)
        return event
