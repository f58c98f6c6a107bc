# SPDX-License-Identifier: Apache-2.0
"""A damaged journal is told apart, kept aside whole, and cut: at whatever call of the disk the process dies."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import JournalDamaged, JournalHealthy, JournalLocked, JournalReadOnly
from engine.journal import OwnerLock, cut, examine, verify
from engine.journal.record import ORIGIN, Draft, encode, hash_of
from tests.engine.journal.faulty import AT, FaultyDisk, Killed


def lines(count: int) -> list[bytes]:
    """So many records, each chained to the one before."""
    found, prev = [], ORIGIN
    for seq in range(1, count + 1):
        line = encode(Draft("event", {"number": seq}), seq, AT, prev)
        prev = hash_of(line)
        found.append(line + b"\n")
    return found


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Nine records, of which the sixth is a hole of zeros: what a power cut leaves where later pages came to disk."""
    written = lines(9)
    written[5] = bytes(len(written[5]) - 1) + b"\n"
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(written))
    return path


def test_it_says_where_the_damage_is_and_which_records_stand_behind_it(journal: Path) -> None:
    damage = examine(journal)

    assert (damage.kept, damage.offset) == (5, len(b"".join(lines(5))))
    assert damage.behind == len(b"".join(lines(9)[5:]))
    assert damage.faults[0].line == 6
    assert [record.seq for record in damage.lost] == [7, 8, 9]


@pytest.mark.parametrize("trouble", ["kill before", "kill after"])
def test_wherever_it_is_killed_the_journal_is_the_old_one_or_the_cut_one(journal: Path, trouble: str) -> None:
    damaged, whole, lock = journal.read_bytes(), b"".join(lines(5)), journal.with_name("engine.lock")
    calls = FaultyDisk(lambda k, call: None)
    cut(journal, lock, storage=calls)
    for at in range(1, len(calls.calls) + 1):
        for left in journal.parent.iterdir():
            left.unlink()
        journal.write_bytes(damaged)
        disk = FaultyDisk(lambda k, call: trouble if k == at else None)  # type: ignore[arg-type, return-value] # noqa: B023
        with suppress(Killed):  # looking for a file that is not there ends before it could be killed behind that
            cut(journal, lock, storage=disk)
        if journal.read_bytes() == whole:
            assert [path.read_bytes() for path in journal.parent.glob("journal.damaged-*")] == [damaged]
            continue
        assert journal.read_bytes() == damaged
        _, aside = cut(journal, lock)
        assert (aside.read_bytes(), aside.name) == (damaged, "journal.damaged-1")
        assert verify(journal).intact


def test_what_was_kept_by_an_earlier_repair_stays(journal: Path) -> None:
    journal.with_name("journal.damaged-1").write_bytes(b"of another time")

    damage, aside = cut(journal, journal.with_name("engine.lock"))

    assert (aside.name, damage.kept, verify(journal).records) == ("journal.damaged-2", 5, 5)
    assert journal.with_name("journal.damaged-1").read_bytes() == b"of another time"


@pytest.mark.parametrize("tail", [b"", b'{"seq":6,"at'])
def test_a_healthy_journal_is_left_alone(journal: Path, tail: bytes) -> None:
    journal.write_bytes(b"".join(lines(5)) + tail)
    before = sorted(journal.parent.iterdir())

    with pytest.raises(JournalHealthy):
        cut(journal, journal.with_name("engine.lock"))

    assert journal.read_bytes() == b"".join(lines(5)) + tail
    assert {*before} <= {*journal.parent.iterdir()} <= {*before, journal.with_name("engine.lock")}


def test_a_journal_without_a_good_record_and_one_of_a_newer_format_are_left_alone(journal: Path) -> None:
    lock = journal.with_name("engine.lock")
    for raw, error in ((b"\0\n" + lines(2)[1], JournalDamaged), (b'{"v":2,"seq":1}\n\0\n', JournalReadOnly)):
        journal.write_bytes(raw)
        with pytest.raises(error):
            cut(journal, lock)
        assert journal.read_bytes() == raw


def test_the_journal_of_a_run_that_is_driven_is_left_alone(journal: Path) -> None:
    before, driver = journal.read_bytes(), OwnerLock.take(journal.with_name("engine.lock"))
    try:
        with pytest.raises(JournalLocked):
            cut(journal, driver.path)
    finally:
        driver.release()
    assert journal.read_bytes() == before
