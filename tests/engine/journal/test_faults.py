# SPDX-License-Identifier: Apache-2.0
"""Kills, power cuts, full and failing disks, foreign hands: what was promised stays, in order, without a gap."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from typing import cast

import pytest

from engine.errors import JournalDamaged, JournalUnwritable
from engine.journal import DISK, Draft, Journal, Record, Storage, holder, read, verify
from tests.engine.journal.faulty import (
    FaultyDisk,
    ForgetfulDisk,
    Killed,
    Trouble,
    append,
    broken_disk,
    journal_lines,
    lines_of,
    no_space,
    read_only,
    stale_handle,
)

PAST = b"".join(journal_lines(3)) + b'{"seq":4,"at":'
BATCHES = (1, 3, 2, 1)


async def no_wait(seconds: float) -> None:
    """Stands in for sleep."""


def at(k: int, trouble: Trouble, forever: bool = False) -> Callable[[int, str], Trouble]:
    return lambda now, name: trouble if now == k or (forever and now > k) else None


async def work(path: Path, storage: Storage) -> tuple[list[Record], int, bool]:
    """Open a torn journal and append batches, each with a barrier: what was appended, promised, whether all went."""
    appended: list[Record] = []
    promised = 3
    try:
        journal = await Journal.open(path, storage=storage)
    except (JournalUnwritable, Killed):
        return appended, promised, False
    try:
        for size in BATCHES:
            appended += append(journal, [Draft("noted", {"n": n, "text": "x" * 50}) for n in range(size)])
            await journal.sync()
            promised = journal.durable_seq
        return appended, promised, True
    except JournalUnwritable:
        return appended, promised, False
    finally:
        with suppress(JournalUnwritable, Killed):
            await journal.close()


def check(path: Path, storage: Storage, appended: list[Record], promised: int) -> None:
    """What is there is a beginning of what was appended, and holds all that was promised."""
    loaded = read(path, storage=storage)

    assert loaded.faults == []
    assert loaded.last_seq >= promised
    assert loaded.records[3:] == appended[: max(0, loaded.last_seq - 3)]
    assert loaded.torn is None or loaded.last_seq - 3 <= len(appended)


def calls() -> int:
    """More than any scenario here makes; each loop ends by itself where nothing went wrong any more."""
    return 200


@pytest.mark.parametrize("trouble", ["kill before", "kill after", "tear"])
async def test_br_031_a_kill_at_any_call_loses_nothing_that_was_promised(trouble: Trouble, tmp_path: Path) -> None:
    for k in range(1, calls()):
        path = tmp_path / str(k) / "journal.jsonl"
        path.parent.mkdir()
        path.write_bytes(PAST)

        appended, promised, finished = await work(path, FaultyDisk(at(k, trouble)))

        check(path, DISK, appended, promised)
        again, promised, _ = await work(path, DISK)  # whoever comes next goes on with the next number
        assert promised == again[-1].seq
        assert verify(path).intact
        if finished:
            assert k > 10
            return
    pytest.fail("never ran through")


@pytest.mark.parametrize("survives", [0.0, 0.4, 1.0])
async def test_only_synced_bytes_and_names_survive_a_power_cut(survives: float, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"  # the lock is a real file, the rest is in memory
    for k in range(1, calls()):
        disk = ForgetfulDisk()
        disk.power_fails_at = k

        appended, promised, finished = [], 0, False
        with suppress(JournalUnwritable, Killed):
            journal = await Journal.open(path, storage=cast(Storage, disk))
            try:
                for size in BATCHES:
                    appended += append(journal, [Draft("noted", {"n": n}) for n in range(size)])
                    await journal.sync()
                    promised = journal.durable_seq
                finished = True
            finally:
                with suppress(JournalUnwritable, Killed):
                    await journal.close()

        left = disk.after_power_cut(survives)
        if promised or finished:
            loaded = read(path, storage=cast(Storage, left))
            assert loaded.faults == []
            assert loaded.last_seq >= promised
            assert loaded.records == appended[: loaded.last_seq]
        async with await Journal.open(path, storage=cast(Storage, left)) as journal:
            (record,) = append(journal, [Draft("resumed")])
            assert record.seq > promised
        if finished:
            return
    pytest.fail("never ran through")


@pytest.mark.parametrize("make", [no_space, broken_disk, read_only, stale_handle])
@pytest.mark.parametrize("forever", [False, True])
async def test_br_030_an_error_at_any_call_stops_everything_until_recovered_without_a_gap(
    make: Callable[[], OSError], forever: bool, tmp_path: Path
) -> None:
    for k in range(1, calls()):
        path = tmp_path / str(k) / "journal.jsonl"
        path.parent.mkdir()
        path.write_bytes(PAST)
        disk = FaultyDisk(at(k, make(), forever))

        try:
            journal = await Journal.open(path, storage=disk)
        except JournalUnwritable:
            check(path, DISK, [], 3)
            continue
        appended: list[Record] = []
        failures = 0
        for size in BATCHES:
            appended += append(journal, [Draft("noted", {"n": n, "text": "y" * 50}) for n in range(size)])
            try:
                await journal.sync()
            except JournalUnwritable:
                failures += 1
                assert journal.state == "failed"
                assert isinstance(journal.cause, OSError)
        if failures:
            if forever:
                with pytest.raises(JournalUnwritable):
                    await journal.recover([0, 0, 0], sleep=no_wait)
                assert failures >= 1
                disk.plan = lambda k, name: None  # space is back
            await journal.recover([0, 0, 0], sleep=no_wait)
        assert journal.state == "open"
        assert journal.durable_seq == appended[-1].seq
        await journal.close()

        assert read(path).records[3:] == appended
        assert verify(path).intact
        if not failures:
            return
    pytest.fail("never ran through")


async def test_after_a_failed_sync_its_descriptor_is_not_used_again(tmp_path: Path) -> None:
    handles: list[tuple[str, int]] = []

    class Noting(FaultyDisk):
        def write(self, handle: int, data: bytes) -> int:
            handles.append(("write", handle))
            return super().write(handle, data)

        def sync(self, handle: int) -> None:
            handles.append(("sync", handle))
            super().sync(handle)

        def close(self, handle: int) -> None:
            handles.append(("close", handle))
            super().close(handle)

    disk = Noting(lambda k, name: None)
    async with await Journal.open(tmp_path / "journal.jsonl", storage=disk) as journal:
        del handles[:]
        disk.plan = lambda k, name: broken_disk() if name == "sync" else None
        journal.append([Draft("a")])
        with pytest.raises(JournalUnwritable):
            await journal.sync()
        for _ in range(3):
            journal.append([Draft("b")])
            with pytest.raises(JournalUnwritable):
                await journal.sync()
        failed = handles[:]
        disk.plan = lambda k, name: None
        await journal.recover([0], sleep=no_wait)

    assert [name for name, _ in failed] == ["write", "sync", "close"]
    assert [record.type for record in read(journal.path).records] == ["a", "b", "b", "b"]


async def test_br_030_while_nothing_can_be_written_whoever_looks_is_told_why(tmp_path: Path) -> None:
    path = tmp_path / "r" / "journal.jsonl"
    path.parent.mkdir()
    disk = FaultyDisk(lambda k, name: None)

    async def told(trouble: str) -> None:
        async with asyncio.timeout(20):
            while (found := holder(path.with_name("engine.lock"))) is None or found.trouble != trouble:
                await asyncio.sleep(0.01)

    async with await Journal.open(path, storage=disk) as journal:
        await told("")
        disk.plan = lambda k, name: no_space() if name == "write" else None
        journal.append([Draft("a")])  # nobody waits for it
        await told("The journal of run r cannot be written (No space left on device); nothing starts until it can.")
        with pytest.raises(JournalUnwritable):
            await journal.recover([0], sleep=no_wait)
        disk.plan = lambda k, name: None
        await journal.recover([0], sleep=no_wait)
        await told("")
    assert [record.type for record in read(path).records] == ["a"]


@pytest.mark.parametrize("block", [512, 4096])
async def test_br_028_a_tail_whose_parts_reached_the_disk_in_another_order_is_never_taken_for_whole(
    block: int, tmp_path: Path
) -> None:
    """What was promised stays; the rest is a torn tail, or damage that is refused with its line: nothing is guessed."""
    lines = lines_of([Draft("noted", {"n": n, "text": "x" * 1500}) for n in range(6)])
    promised = b"".join(lines[:3])
    whole = promised + b"".join(lines[3:])
    for lost in range(len(promised) // block, -(-len(whole) // block)):
        start = max(len(promised), lost * block)
        end = min((lost + 1) * block, len(whole))
        raw = whole[:start] + bytes(end - start) + whole[end:]
        path = tmp_path / str(lost) / "journal.jsonl"
        path.parent.mkdir()
        path.write_bytes(raw)
        if verify(path).faults:
            with pytest.raises(JournalDamaged) as refused:
                await Journal.open(path)
            assert refused.value.line > 3
            assert path.read_bytes() == raw
        else:
            async with await Journal.open(path) as journal:
                assert 3 <= journal.last_seq < 6


async def test_a_wall_clock_that_jumps_changes_no_order_and_no_number(tmp_path: Path) -> None:
    times = iter(["2026-05-01T12:00:00.000Z", "2026-05-02T12:00:00.000Z", "2026-05-01T11:00:00.000Z"] * 3)
    path = tmp_path / "journal.jsonl"
    for _ in range(3):
        async with await Journal.open(path, clock=lambda: next(times)) as journal:
            for _ in range(3):
                journal.append([Draft("noted")])
                await journal.sync()
    records = read(path).records
    assert [record.seq for record in records] == list(range(1, 10))
    assert verify(path).intact
    assert records[0].at == records[3].at


async def test_a_file_system_without_locks_drives_no_run_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    fcntl = pytest.importorskip("fcntl")
    (tmp_path / "engine.lock").touch()
    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(JournalUnwritable, match="No locks available"):
        await Journal.open(tmp_path / "journal.jsonl")
    assert not (tmp_path / "journal.jsonl").exists()
    assert holder(tmp_path / "engine.lock") is None


async def test_short_writes_are_completed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(PAST)

    appended, promised, finished = await work(path, FaultyDisk(lambda k, name: "short" if name == "write" else None))

    assert finished
    assert promised == appended[-1].seq
    assert read(path).records[3:] == appended


async def test_no_waiter_is_left_hanging_by_a_failure(tmp_path: Path) -> None:
    disk = FaultyDisk(lambda k, name: None)
    journal = await Journal.open(tmp_path / "journal.jsonl", storage=disk)
    disk.plan = lambda k, name: no_space() if name == "write" else None

    async def one() -> None:
        journal.append([Draft("a")])
        await journal.sync()

    async with asyncio.timeout(20):
        outcomes = await asyncio.gather(*[one() for _ in range(20)], return_exceptions=True)
        with pytest.raises(JournalUnwritable):
            await journal.close()

    assert all(isinstance(outcome, JournalUnwritable) for outcome in outcomes)
    assert len({id(outcome) for outcome in outcomes}) == 20


async def test_a_recovery_that_was_cancelled_writes_nothing_twice(tmp_path: Path) -> None:
    disk = FaultyDisk(lambda k, name: None)
    async with await Journal.open(tmp_path / "journal.jsonl", storage=disk) as journal:
        disk.plan = lambda k, name: no_space() if name == "write" else None
        appended = append(journal, [Draft("a"), Draft("b")])
        with pytest.raises(JournalUnwritable):
            await journal.sync()
        disk.plan = lambda k, name: None
        recovering = asyncio.create_task(journal.recover([0, 0], sleep=no_wait))
        await asyncio.sleep(0)
        recovering.cancel()
        with suppress(asyncio.CancelledError):
            await recovering
        await journal.recover([0, 0], sleep=no_wait)
        appended += append(journal, [Draft("c")])

    assert read(journal.path).records == appended


async def test_a_forged_line_is_cut_out_and_kept_while_the_run_goes_on(tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        appended = append(journal, [Draft("a")])
        await journal.sync()
        with journal.path.open("ab") as file:
            file.write(b'{"seq": 999, "type": "gate_judged", "data": {"cleared": true}}\n')
        appended += append(journal, [Draft("b")])
        with pytest.raises(JournalUnwritable, match="written by another"):
            await journal.sync()
        await journal.recover([0], sleep=no_wait)
        torn = journal.torn

    assert torn is not None
    assert b"999" in torn.kept.read_bytes()
    assert torn.after == 1
    assert read(journal.path).records == appended


async def test_a_line_forged_between_the_look_and_the_write_is_cut_out_as_well(tmp_path: Path) -> None:
    def forge(k: int, name: str) -> None:
        if name == "write":
            with journal.path.open("ab") as file:
                file.write(b'{"seq": 999}\n')

    disk = FaultyDisk(lambda k, name: None)
    async with await Journal.open(tmp_path / "journal.jsonl", storage=disk) as journal:
        disk.plan = forge
        appended = append(journal, [Draft("a")])
        with pytest.raises(JournalUnwritable, match="written by another"):
            await journal.sync()
        disk.plan = lambda k, name: None
        await journal.recover([0], sleep=no_wait)

        assert journal.torn is not None
        assert journal.torn.kept.read_bytes().startswith(b'{"seq": 999}\n')
    assert read(journal.path).records == appended


async def test_a_tail_is_safe_aside_before_it_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for k in range(1, calls()):
        disk = ForgetfulDisk()
        handle = disk.open_append(path)
        disk.write(handle, PAST)
        disk.sync(handle)
        disk.sync_dir(tmp_path)
        del disk.calls[:]
        disk.power_fails_at = k

        finished = False
        with suppress(JournalUnwritable, Killed):
            await (await Journal.open(path, storage=cast(Storage, disk))).close()
            finished = True

        left = disk.after_power_cut(0)
        cut = left.read(path)
        assert PAST.startswith(cut)
        assert cut == PAST or cut + left.read(tmp_path / "journal.torn-1") == PAST
        if finished:
            assert cut != PAST
            return
    pytest.fail("never ran through")


async def test_a_journal_changed_in_its_durable_part_is_not_written_any_more(tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        journal.append([Draft("a"), Draft("b")])
        await journal.sync()
        other = journal.path.read_bytes().replace(b'"a"', b'"z"')
        journal.path.write_bytes(other + b"more")
        journal.append([Draft("c")])
        with pytest.raises(JournalUnwritable):
            await journal.sync()
        for _ in range(2):
            with pytest.raises(JournalDamaged, match="line 1"):
                await journal.recover([0, 0], sleep=no_wait)
        with pytest.raises(JournalUnwritable):
            await journal.close()

    assert journal.path.read_bytes() == other + b"more"


@pytest.mark.parametrize("way", ["removed", "replaced by the same", "replaced by another"])
async def test_a_journal_taken_away_under_its_writer_is_noticed(way: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = await Journal.open(path)
    appended = append(journal, [Draft("a")])
    await journal.sync()
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes() if way == "replaced by the same" else b"")
    path.unlink() if way == "removed" else copy.replace(path)
    appended += append(journal, [Draft("b")])

    with pytest.raises(JournalUnwritable) as caught:
        await journal.sync()

    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.ESTALE
    if way == "replaced by the same":
        await journal.recover([0], sleep=no_wait)
        await journal.close()
        assert read(path).records == appended
    else:
        with pytest.raises((JournalUnwritable, JournalDamaged)):
            await journal.recover([0], sleep=no_wait)
        with pytest.raises(JournalUnwritable):
            await journal.close()
        assert way == "removed" or path.read_bytes() == b""
        assert path.exists() == (way != "removed")


CHILD = dedent(
    """
    import asyncio, os, signal, sys
    from pathlib import Path
    from engine.journal import Draft, Journal
    from engine.journal.storage import Disk

    fatal, after = int(sys.argv[2]), sys.argv[3] == "after"

    class Deadly(Disk):
        writes = 0

        def write(self, handle, data):
            self.writes += 1
            if self.writes == fatal:
                os.write(handle, data if after else data[: len(data) // 3])
                os.kill(os.getpid(), signal.SIGKILL)
            return super().write(handle, data)

    async def main():
        async with await Journal.open(Path(sys.argv[1]), storage=Deadly()) as journal:
            for n in range(6):
                journal.append([Draft("noted", {"n": n}), Draft("noted", {"n": n})])
                await journal.sync()
                print(journal.durable_seq, flush=True)

    asyncio.run(main())
    """
)


def _kills() -> Iterator[tuple[int, str]]:
    for fatal in (1, 2, 4, 6):
        yield from ((fatal, "half"), (fatal, "after"))


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
async def test_br_031_a_real_kill_at_a_write_loses_nothing_that_was_promised(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    before = 0
    for fatal, when in _kills():
        command = [sys.executable, "-c", CHILD, str(path), str(fatal), when]
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, timeout=60, cwd=os.getcwd(), check=False
        )

        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        promised = int(done.stdout.split()[-1]) if done.stdout else before
        loaded = read(path)
        assert promised == before + 2 * (fatal - 1)
        assert loaded.last_seq == promised + (2 if when == "after" else 0)
        assert (loaded.torn is None) == (when == "after")
        async with await Journal.open(path) as journal:  # the dead process holds no lock
            journal.append([Draft("resumed")])
        before = loaded.last_seq + 1
    assert verify(path).intact


FULL = dedent(
    """
    import asyncio, resource, signal, sys
    from pathlib import Path
    from engine.errors import JournalUnwritable
    from engine.journal import Draft, Journal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    async def main():
        async with await Journal.open(Path(sys.argv[1])) as journal:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
            failures = 0
            for n in range(20):
                journal.append([Draft("noted", {"n": n})])
                try:
                    await journal.sync()
                except JournalUnwritable:
                    failures += 1
            try:
                await journal.recover([0, 0])
            except JournalUnwritable as error:
                print("still full:", error.__cause__)
            print("durable", journal.durable_seq, "failures", failures, flush=True)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await journal.recover([0])

    asyncio.run(main())
    """
)


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit of file sizes")
async def test_br_030_a_file_system_that_really_takes_no_more_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", FULL, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=os.getcwd(),
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "still full" in done.stdout
    *_, durable, _, failures = done.stdout.split()
    assert 0 < int(durable) < 20
    assert int(failures) == 20 - int(durable)
    assert [record.data["n"] for record in read(path).records] == list(range(20))
    assert verify(path).intact
    assert sorted(os.listdir(tmp_path)) == ["engine.lock", "journal.jsonl"]
