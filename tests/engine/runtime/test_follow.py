# SPDX-License-Identifier: Apache-2.0
"""Looking at a run from outside: without a lock, whatever stands in its journal."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.errors import JournalDamaged, JournalReadOnly
from engine.journal import Draft, Journal, RunFolder
from engine.kernel import Event
from engine.kernel import events as ev
from engine.runtime import follow
from engine.runtime.ledger import Ledger
from tests.engine.runtime.fakes import ATTACHED, Fake, created, make_folder, open_driver


@pytest.fixture
def folder(data_dir: Path) -> RunFolder:
    return make_folder()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "ROUND", 0.02)


async def begin(folder: RunFolder) -> Ledger:
    ledger = await Ledger.open(folder.journal)
    ledger.observe(created())
    await ledger.durable()
    return ledger


async def test_a_run_counts_as_launched_when_its_first_event_is_whole(folder: RunFolder) -> None:
    assert not follow.was_launched(folder)
    folder.journal.touch()
    assert not follow.was_launched(folder)
    folder.journal.write_bytes(b'{"v":1,"seq":1')
    assert not follow.was_launched(folder)
    folder.journal.unlink()
    await (await begin(folder)).close()
    assert follow.was_launched(folder)


async def test_a_run_counts_as_ended_by_its_last_lines_and_by_no_text_of_an_agent(folder: RunFolder) -> None:
    ledger = await begin(folder)
    ledger.observe(
        ev.TurnEnded(node="one", attempt=1, turn=1, reason="failed", failure="refusal", message='"type":"run_ended"')
    )
    await ledger.durable()
    assert not follow.has_ended(folder)
    ledger.observe(ev.CancelRequested())
    ledger.observe(ev.WorkSecured(node="one", attempt=1, turn=1, head="c" * 40))
    ledger.observe(ev.DriverDetached(cause="cancelled"))
    await ledger.close()
    assert ledger.state.outcome == "cancelled"
    assert follow.has_ended(folder)


async def test_a_follower_is_told_what_comes_and_ends_when_the_run_rests(folder: RunFolder) -> None:
    driver = await open_driver(folder.journal, Fake())
    told: list[Event] = []
    following = asyncio.create_task(follow.until_rest(folder, lambda _, event: told.append(event)))
    await asyncio.sleep(0.1)
    await driver.drive(ATTACHED)
    state = await following
    await driver.ledger.close()
    assert state.status == "paused"
    assert told[0].body.type == "driver_attached", "what was on record before is not told"
    assert follow.rests(state)


async def test_a_follower_notices_that_nobody_drives_any_more(folder: RunFolder) -> None:
    ledger = await begin(folder)
    following = asyncio.create_task(follow.until_rest(folder, lambda *_: None))
    await asyncio.sleep(0.3)
    assert not following.done()
    await ledger.close()
    async with asyncio.timeout(20):
        assert not follow.rests(await following)


async def test_a_follower_of_a_newer_driver_says_so(folder: RunFolder) -> None:
    await (await begin(folder)).close()
    async with await Journal.open(folder.journal) as journal:
        journal.append([Draft("from_the_future", {})])
        await journal.sync()
        with pytest.raises(JournalReadOnly, match="from_the_future"):
            await follow.until_rest(folder, lambda *_: None)


async def test_a_line_that_is_no_record_is_told_and_not_passed_over(folder: RunFolder) -> None:
    await (await begin(folder)).close()
    with folder.journal.open("ab") as file:
        file.write(b"nonsense\n")
    lines: list[follow.Line] = []
    with pytest.raises(JournalDamaged):
        await follow.lines(folder, lines.append, follow=False)
    assert [record.seq for record, _, _ in lines] == [1, 2, 3, 4, 5]
