# SPDX-License-Identifier: Apache-2.0
"""The one writer: numbering, batches, barriers, and what opening does to a torn journal."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from pathlib import Path

import pytest

from engine.errors import JournalLocked, JournalUnwritable, RecordInvalid
from engine.journal import Draft, Journal, OwnerLock, holder, read, verify
from engine.journal import writer as writer_module
from tests.engine.journal.faulty import FaultyDisk, append, journal_lines

LINES = journal_lines(40)


def drafts(*kinds: str) -> list[Draft]:
    return [Draft(kind, {"k": kind}) for kind in kinds]


async def test_what_is_synced_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    async with await Journal.open(path) as journal:
        records = append(journal, drafts("a", "b"))
        await journal.sync()

        assert [record.seq for record in records] == [1, 2]
        assert read(path).records == records
        assert journal.durable_seq == journal.last_seq == 2
    assert verify(path).intact


async def test_at_comes_from_the_given_clock_and_is_utc_with_milliseconds(tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "one", clock=lambda: "2030-01-01T00:00:00.000Z") as journal:
        assert journal.append(drafts("a"))[0].at == "2030-01-01T00:00:00.000Z"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", writer_module.utc_now())


async def test_what_is_recorded_does_not_change_with_what_was_given(tmp_path: Path) -> None:
    data = {"files": ("a", "b"), "more": {"x": 1}}
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        (record,) = append(journal, [Draft("noted", data)])
        data["more"] = {}
        await journal.sync()

    assert record.data == {"files": ["a", "b"], "more": {"x": 1}}
    assert read(journal.path).records == [record]


async def test_a_batch_with_one_faulty_draft_leaves_nothing(tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        with pytest.raises(RecordInvalid):
            journal.append([Draft("a"), Draft("b", {"x": object()})])
        records = append(journal, drafts("c"))
        await journal.sync()

    assert records[0].seq == 1
    assert read(journal.path).records == records


async def test_all_who_wait_share_one_barrier(tmp_path: Path) -> None:
    disk = FaultyDisk(lambda k, name: None)
    async with await Journal.open(tmp_path / "journal.jsonl", storage=disk) as journal:
        del disk.calls[:]

        async def step(n: int) -> None:
            (record,) = append(journal, [Draft("noted", {"n": n})])
            await journal.sync(record.seq)
            assert journal.durable_seq >= record.seq

        async with asyncio.TaskGroup() as group:
            for n in range(50):
                group.create_task(step(n))

        assert disk.calls.count("sync") == disk.calls.count("write") == journal.syncs == 1
        await journal.sync()
        assert journal.syncs == 1


async def test_a_record_that_nobody_waits_for_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "LINGER", 0.0)
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        journal.append(drafts("a"))
        async with asyncio.timeout(20):
            while journal.durable_seq < 1:
                await asyncio.sleep(0.001)

        assert len(read(journal.path).records) == 1


async def test_close_writes_what_is_queued_and_gives_the_lock_back(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    others = set(threading.enumerate())
    journal = await Journal.open(path)
    journal.append(drafts("a", "b", "c"))
    await journal.close()
    await journal.close()

    assert len(read(path).records) == 3
    assert holder(tmp_path / "engine.lock") is None
    with pytest.raises(JournalUnwritable):
        journal.append(drafts("d"))
    for thread in set(threading.enumerate()) - others:
        if thread.name.startswith("journal"):
            await asyncio.to_thread(thread.join, 20)
            assert not thread.is_alive()


async def test_a_journal_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for n in range(4):
        async with await Journal.open(path) as journal:
            assert [record.seq for record in journal.loaded.records] == list(range(1, 2 * n + 1))
            journal.append(drafts("a", "b"))
    assert verify(path).records == 8
    assert verify(path).intact


async def test_disk_work_never_runs_on_the_loop(tmp_path: Path) -> None:
    threads: set[int] = set()

    def note(k: int, name: str) -> None:
        threads.add(threading.get_ident())

    async with await Journal.open(tmp_path / "journal.jsonl", storage=FaultyDisk(note)) as journal:
        journal.append(drafts("a"))
        await journal.sync()

    assert len(threads) == 1
    assert threading.get_ident() not in threads


async def test_a_new_journals_name_is_durable_before_anything_is_appended(tmp_path: Path) -> None:
    disk = FaultyDisk(lambda k, name: None)
    async with await Journal.open(tmp_path / "journal.jsonl", storage=disk) as journal:
        assert "sync_dir" in disk.calls
        journal.append(drafts("a"))


async def test_what_a_killed_process_left_is_synced_before_it_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(LINES))
    disk = FaultyDisk(lambda k, name: None)

    async with await Journal.open(path, storage=disk):
        assert "sync" in disk.calls
        assert "write" not in disk.calls


async def test_br_028_a_torn_record_is_kept_aside_told_and_its_number_used_again(tmp_path: Path) -> None:
    head, last = b"".join(LINES[:39]), LINES[39]
    for cut in range(1, len(last)):
        folder = tmp_path / str(cut)
        folder.mkdir()
        path = folder / "journal.jsonl"
        path.write_bytes(head + last[:cut])

        async with await Journal.open(path) as journal:
            torn = journal.torn
            (record,) = append(journal, drafts("resumed"))

        assert torn is not None
        assert (torn.size, torn.after, torn.kept) == (cut, 39, folder / "journal.torn-1")
        assert torn.kept.read_bytes() == last[:cut]
        assert record.seq == 40
        assert path.read_bytes().startswith(head)
        assert verify(path).intact


async def test_br_028_each_torn_tail_is_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for tail in (b"one", b"two\n", b"three"):
        with path.open("ab") as file:
            file.write(tail)
        async with await Journal.open(path) as journal:
            journal.append(drafts("resumed"))

    kept = [(tmp_path / f"journal.torn-{n}").read_bytes() for n in (1, 2, 3)]
    assert kept == [b"one", b"two\n", b"three"]
    assert verify(path).intact


async def test_br_034_the_second_writer_is_refused_and_told_who_drives(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    async with await Journal.open(path) as journal:
        journal.append(drafts("a"))
        with pytest.raises(JournalLocked, match=str(os.getpid())) as caught:
            await Journal.open(path)
        await journal.sync()

        assert caught.value.pid == os.getpid()
        assert read(path).records
    async with await Journal.open(path):
        pass


async def test_an_opening_that_is_cancelled_keeps_no_lock(tmp_path: Path) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def wait_in_read(k: int, name: str) -> None:
        reached.set()
        go_on.wait(20)

    task = asyncio.create_task(Journal.open(tmp_path / "journal.jsonl", storage=FaultyDisk(wait_in_read)))
    await asyncio.to_thread(reached.wait, 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert holder(tmp_path / "engine.lock") is not None
    go_on.set()

    async with asyncio.timeout(20):
        while holder(tmp_path / "engine.lock") is not None:
            await asyncio.sleep(0.001)
    OwnerLock.take(tmp_path / "engine.lock").release()


async def test_a_waiter_that_is_cancelled_costs_no_record(tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        journal.append(drafts("a"))
        task = asyncio.create_task(journal.sync())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        journal.append(drafts("b"))
        await journal.sync()

    assert verify(journal.path).records == 2


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalUnwritable, match="cannot be opened"):
        await Journal.open(tmp_path / "nowhere" / "journal.jsonl")


async def test_a_link_in_the_journals_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"")
    (tmp_path / "journal.jsonl").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(JournalUnwritable):
        await Journal.open(tmp_path / "journal.jsonl")
