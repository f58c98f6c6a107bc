# SPDX-License-Identifier: Apache-2.0
"""Follows a run's journal from outside: line by line, or until the run rests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engine.errors import JournalDamaged
from engine.journal import Broken, Follower, Restarted, RunFolder, parse_record
from engine.kernel import Event, RunState, evolve
from engine.runtime.ledger import event_of

ROUND = 0.2
"""Seconds between looks at the file."""


def _line(raw: bytes) -> tuple[Event, str]:
    return event_of(parse_record(raw)), raw.decode()


async def lines(
    folder: RunFolder, on_line: Callable[[Event, str], None], *, follow: bool, stop: Callable[[], bool] = lambda: False
) -> None:
    """Give each event with its line as it stands; with `follow`, those to come too, until the run's end or `stop`.

    Raises:
        JournalDamaged: a complete line is no record.
    """
    follower = Follower(folder.journal, _line)
    while True:
        for item in await asyncio.to_thread(follower.poll):
            if isinstance(item, Broken):
                raise JournalDamaged(f"the journal of run {folder.id!r} has a line that is no record: {item}")
            if isinstance(item, Restarted):
                raise JournalDamaged(f"the journal of run {folder.id!r} was replaced while it was followed")
            on_line(*item)
            if follow and item[0].body.type == "run_ended":
                return
        if not follow or stop():
            return
        await asyncio.sleep(ROUND)


async def until_rest(folder: RunFolder, on_event: Callable[[Event], None]) -> RunState:
    """Follow until the run has ended or waits for a person; gives its state. What is on record already is not told."""
    state = RunState()
    known = 0

    def seen(event: Event, _: str) -> None:
        evolve(state, event)
        if event.seq > known:
            on_event(event)

    def rests() -> bool:
        return state.ended or (state.status == "paused" and not state.outstanding)

    known = await asyncio.to_thread(_last_seq, folder)
    await lines(folder, seen, follow=True, stop=rests)
    return state


def _last_seq(folder: RunFolder) -> int:
    from engine.journal import read

    return len(read(folder.journal).records)
