# SPDX-License-Identifier: Apache-2.0
"""Commands from any process: journaled by whoever holds the lock, once, or told that they wait."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.errors import CommandFailed, JournalDamaged, JournalReadOnly
from engine.journal import Draft, Journal, RunFolder, inbox, read
from engine.runtime import client
from engine.runtime.client import send
from engine.runtime.inbox import serve_inbox
from engine.runtime.ledger import Ledger
from tests.engine.runtime.fakes import ATTACHED, Fake, make_folder, open_driver


@pytest.fixture
async def folder(data_dir: Path) -> RunFolder:
    """A run that asks for approval, and that nobody drives."""
    folder = make_folder()
    driver = await open_driver(folder.journal, Fake())
    await driver.drive(ATTACHED)
    await driver.ledger.close()
    return folder


def waiting(folder: RunFolder) -> int:
    return len(list(folder.inbox.glob("*.json")))


def answer(given: str = "accept", **more: Any) -> dict[str, Any]:
    return {"command": "answer", "hold": "h1", "answer": given, **more}


def answers(folder: RunFolder) -> list[str]:
    return [record.data["answer"] for record in read(folder.journal).records if record.type == "answered"]


async def test_where_nobody_drives_the_command_is_journaled_here(folder: RunFolder) -> None:
    reply = await send(folder, answer())
    assert (reply.state, reply.driven) == ("journaled", False)
    assert answers(folder) == ["accept"]
    assert read(folder.journal).records[int(reply.seq or 0) - 1].type == "answered"
    assert folder.holder() is None
    assert waiting(folder) == 0


async def test_a_live_driver_takes_it(folder: RunFolder) -> None:
    fake = Fake()
    driver = await open_driver(folder.journal, fake)

    async def serve() -> None:
        while True:
            await serve_inbox(folder, driver.ledger, driver.observe)
            await asyncio.sleep(0.01)

    driving = asyncio.create_task(driver.drive(ATTACHED, stay=True, beside=serve))
    reply = await send(folder, answer())
    await driving
    await driver.ledger.close()
    assert (reply.state, reply.driven) == ("journaled", True)
    assert driver.state.outcome == "succeeded"


async def test_a_driver_that_does_not_take_it_in_time_leaves_it_queued_and_it_counts_later(folder: RunFolder) -> None:
    ledger = await Ledger.open(folder.journal)
    try:
        reply = await send(folder, answer(), patience=0.3)
        assert (reply.state, reply.driven, reply.seq) == ("queued", True, None)
        assert waiting(folder) == 1
        await serve_inbox(folder, ledger)
    finally:
        await ledger.close()
    assert answers(folder) == ["accept"]


async def test_of_two_answers_at_once_exactly_one_is_journaled(folder: RunFolder) -> None:
    results = await asyncio.gather(send(folder, answer("accept")), send(folder, answer("quit")), return_exceptions=True)
    refused = [result for result in results if isinstance(result, CommandFailed)]
    assert [error.exit_code for error in refused] == [5]
    assert len(answers(folder)) == 1


@pytest.mark.parametrize(
    ("given", "code"), [(answer(expect=1), 5), (answer("override"), 2), ({"command": "resume"}, 5)]
)
async def test_a_refusal_has_the_exit_code_of_its_reason(folder: RunFolder, given: dict[str, Any], code: int) -> None:
    with pytest.raises(CommandFailed) as refused:
        await send(folder, given)
    assert refused.value.exit_code == code
    assert answers(folder) == []


async def test_a_journal_that_cannot_be_written_takes_nothing_and_the_command_is_taken_back(folder: RunFolder) -> None:
    raw = folder.journal.read_bytes()
    folder.journal.write_bytes(raw.replace(b"turn_started", b"turn_startet", 1))
    with pytest.raises(JournalDamaged):
        await send(folder, answer())
    assert waiting(folder) == 0

    folder.journal.write_bytes(raw)
    journal = await Journal.open(folder.journal)
    journal.append([Draft("from_the_future", {})])
    await journal.close()
    with pytest.raises(JournalReadOnly):
        await send(folder, answer())
    assert waiting(folder) == 0
    assert inbox.take(folder.inbox) == []


def test_the_patience_with_a_driver_is_ten_seconds() -> None:
    assert client.PATIENCE == 10.0
