# SPDX-License-Identifier: Apache-2.0
"""The ledger: an observation and what follows from it stand together, and the clock of driving time is exact."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import JournalDamaged, JournalLocked, RecordInvalid
from engine.journal import Draft, Journal, read
from engine.kernel import decide, replay
from engine.kernel import events as ev
from engine.runtime.ledger import Ledger, events_of
from tests.engine.runtime.fakes import created


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


async def test_an_observation_is_followed_at_once_by_its_decisions_to_the_fixpoint(path: Path) -> None:
    ledger = await Ledger.open(path)
    told: list[str] = []
    ledger.on_event = lambda event: told.append(event.body.type)

    events = ledger.observe(created())
    await ledger.close()

    assert decide(ledger.state) is None
    assert told == [event.body.type for event in events]
    assert told == ["run_created", "node_entered", "node_entered", "attempt_opened", "turn_started"]
    assert [record.type for record in read(path).records] == told
    assert replay(events_of(read(path).records)).difference is None


async def test_a_ledger_opened_again_stands_where_the_other_stood(path: Path) -> None:
    first = await Ledger.open(path)
    first.observe(created())
    first.observe(ev.TurnEnded(node="one", attempt=1, turn=1, reason="end_turn", exit_code=0))
    await first.close()

    second = await Ledger.open(path)
    second.state.dirty.clear()
    first.state.dirty.clear()
    assert second.state == first.state
    assert second.settle() == []
    await second.close()


async def test_a_batch_that_a_crash_tore_completes_itself(path: Path) -> None:
    whole = await Ledger.open(path)
    whole.observe(created())
    await whole.close()
    lines = path.read_bytes().splitlines(keepends=True)

    for kept in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:kept]))
        torn = await Ledger.open(path)
        fresh = torn.settle()
        await torn.close()
        assert [record.type for record in read(path).records] == [event.body.type for event in whole_events(lines)]
        assert len(fresh) == len(lines) - kept


def whole_events(lines: list[bytes]) -> list[ev.Event]:
    from engine.journal import parse_record

    return events_of(parse_record(line.rstrip(b"\n")) for line in lines)


async def test_driving_time_counts_while_the_clock_runs_and_loses_nothing_to_rounding(path: Path) -> None:
    now = 0.0
    ledger = await Ledger.open(path, clock=lambda: now)
    ledger.observe(created())
    ledger.run_clock(True)
    for _ in range(1000):
        now += 2**-9  # 1.953125 ms, exactly
        ledger.run_clock(True)
    assert ledger.driven == 1953

    ledger.run_clock(False)
    now += 3600
    assert ledger.driven == 1953
    ledger.run_clock(True)
    now += 1
    [event, *_] = ledger.observe(ev.Heartbeat())
    assert event.driven == 2953
    await ledger.close()

    again = await Ledger.open(path, clock=lambda: now)
    assert again.driven == 2953
    await again.close()


async def test_the_second_ledger_of_a_run_is_refused(path: Path) -> None:
    ledger = await Ledger.open(path)
    with pytest.raises(JournalLocked):
        await Ledger.open(path)
    await ledger.close()


async def test_a_record_that_does_not_fit_its_kind_is_named_and_the_lock_let_go(path: Path) -> None:
    journal = await Journal.open(path)
    journal.append([Draft("run_created", {"run": 7})])
    await journal.close()

    for _ in range(2):  # the first refusal must not keep the lock
        with pytest.raises(JournalDamaged, match="record 1 of type 'run_created'"):
            await Ledger.open(path)


async def test_a_reader_sees_a_run_up_to_the_first_kind_of_a_newer_version(path: Path) -> None:
    ledger = await Ledger.open(path)
    ledger.observe(created())
    await ledger.close()
    journal = await Journal.open(path)
    journal.append([Draft("from_the_future", {}), Draft("heartbeat", {})])
    await journal.close()

    assert [event.seq for event in events_of(read(path).records)] == [1, 2, 3, 4, 5]


async def test_a_text_that_is_none_in_unicode_is_recorded_all_the_same(path: Path) -> None:
    ledger = await Ledger.open(path)
    ledger.observe(created())
    odd = "bytes of a name: \udcff"
    told: list[ev.Observation] = [
        ev.PermissionDropped(node="one", attempt=1, turn=1, ask=odd),
        ev.PermissionAsked(node="one", attempt=1, turn=2, ask=odd, tool="t", input={odd: 1}),
    ]
    for body in told:
        ledger.observe(body)
    await ledger.close()

    assert [event.body for event in events_of(read(path).records)[-2:]] == told


async def test_a_number_that_is_none_is_refused_and_changes_nothing(path: Path) -> None:
    ledger = await Ledger.open(path)
    ledger.observe(created())
    for amount in (float("inf"), float("nan")):
        with pytest.raises(RecordInvalid, match="'raised'"):
            ledger.observe(ev.Raised(kind="turns", amount=amount))
    assert ledger.state.last_seq == ledger.journal.last_seq == 5
    await ledger.close()
