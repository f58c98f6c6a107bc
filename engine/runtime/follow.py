# SPDX-License-Identifier: Apache-2.0
"""Looks at a run's journal from outside: whether it was launched, has ended, line by line, or until the run rests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from engine.errors import JournalDamaged, JournalReadOnly
from engine.journal import Broken, Follower, Record, Restarted, RunFolder, parse_record, read
from engine.kernel import TYPES, Event, RunState, evolve
from engine.runtime.ledger import event_of

ROUND = 0.2
"""Seconds between looks at the file."""
_UNDRIVEN = 5
"""Looks in a row that find no driver, until it counts as gone."""

Line = tuple[Record, Event | None, str]
"""A record, its event (None for a kind that only a newer version knows), and the line as it stands."""


def was_launched(folder: RunFolder) -> bool:
    """Whether the run's first event is on record; without it no run ever was, and its launch can be repeated."""
    try:
        with open(folder.journal, "rb") as file:
            return file.readline().endswith(b"\n")
    except OSError:
        return False


def has_ended(folder: RunFolder) -> bool:
    """A quick look at the journal's last lines: nothing follows a run's end but the driver's leave."""
    try:
        with open(folder.journal, "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 4096))
            return b'"type":"run_ended"' in file.read()  # inside a text its quotes would be escaped
    except OSError:
        return False


async def lines(
    folder: RunFolder, on_line: Callable[[Line], None], *, follow: bool, stop: Callable[[], bool] = lambda: False
) -> None:
    """Give each line; with `follow`, those to come too, until the run's end or `stop`.

    Raises:
        JournalDamaged: a complete line is no record, or the file was replaced.
    """
    follower = Follower(folder.journal, _line)
    while True:
        for item in await asyncio.to_thread(follower.poll):
            if isinstance(item, Broken):
                raise JournalDamaged(f"the journal of run {folder.id!r} has a line that is no record: {item.why}")
            if isinstance(item, Restarted):
                raise JournalDamaged(f"the journal of run {folder.id!r} was replaced while it was followed")
            on_line(item)
            if follow and item[0].type == "run_ended":
                return
        if follower.behind:
            continue
        if not follow or stop():
            return
        await asyncio.sleep(ROUND)


def _line(raw: bytes) -> Line:
    record = parse_record(raw)
    return record, event_of(record) if record.type in TYPES else None, raw.decode()


async def until_rest(folder: RunFolder, on_event: Callable[[RunState, Event], None]) -> RunState:
    """Follow until the run has ended, waits for a person, or is driven by nobody; gives its state.

    What is on record already is not told; what comes is, with the state that it led to.

    Raises:
        JournalDamaged: see `lines`.
        JournalReadOnly: its driver is of a newer version.
    """
    state = RunState()
    known = len((await asyncio.to_thread(read, folder.journal)).records)
    undriven = 0

    def seen(line: Line) -> None:
        record, event, _ = line
        if event is None:
            raise JournalReadOnly(f"run {folder.id!r} is driven by a newer version: {record.type!r} is unknown here")
        evolve(state, event)
        state.dirty.clear()  # nobody decides here
        if event.seq > known:
            on_event(state, event)

    def stop() -> bool:
        nonlocal undriven
        undriven = undriven + 1 if folder.holder() is None else 0
        return rests(state) or undriven >= _UNDRIVEN

    await lines(folder, seen, follow=True, stop=stop)
    return state


def rests(state: RunState) -> bool:
    """True when nothing moves until a person acts, or ever."""
    return state.ended or (state.status == "paused" and not state.outstanding)
