# SPDX-License-Identifier: Apache-2.0
"""A follower gives each line once: whole, in order, and whatever becomes of the file."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.journal import Broken, Draft, Follower, Journal, Restarted, following, json_line, parse_record, read, watch
from tests.engine.journal.faulty import journal_lines

TEXT = "日本語 ✓ naïve 🚀"


def event(n: int) -> bytes:
    return json.dumps({"n": n, "text": TEXT}, ensure_ascii=False).encode() + b"\n"


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_br_069_a_line_written_in_two_parts_appears_once_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    follower = Follower(path, json_line)
    for n in range(200):
        whole = event(n)
        cut = whole.index("語".encode()) + 1 + n % 2 if n % 3 else 1 + n % (len(whole) - 1)
        append(path, whole[:cut])
        assert follower.poll() == []
        append(path, whole[cut:])
        assert follower.poll() == [{"n": n, "text": TEXT}]
        assert follower.poll() == []
    assert follower.offset == path.stat().st_size


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(cuts=st.lists(st.integers(0, 300), max_size=12), chunk=st.integers(1, 80))
def test_br_069_lines_do_not_depend_on_how_they_were_cut(
    cuts: list[int], chunk: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("follow") / "events.jsonl"
    data = b"".join(event(n) for n in range(5)) + b"not json\n" + event(5)
    follower = Follower(path, json_line, chunk=chunk)
    found: list[Any] = []
    written = 0
    for cut in [*sorted(cuts), len(data)]:
        append(path, data[written:cut])
        written = max(written, cut)
        while True:
            found += follower.poll()
            if not follower.behind:
                break

    assert [item["n"] for item in found if isinstance(item, dict)] == [0, 1, 2, 3, 4, 5]
    assert [item.raw for item in found if isinstance(item, Broken)] == [b"not json"]
    assert not [item for item in found if isinstance(item, Restarted)]


@pytest.mark.parametrize("line", [b"not json", b"\xff\xfe", b"[1]", b"", b'{"a":', b"[" * 100_000], ids=range(6))
def test_br_069_a_complete_but_broken_line_is_given_as_broken(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(event(0) + line + b"\n" + event(1))

    first, broken, last = Follower(path, json_line).poll()

    assert (first["n"], last["n"]) == (0, 1)  # type: ignore[index]
    assert isinstance(broken, Broken)
    assert (broken.offset, broken.raw) == (len(event(0)), line)
    assert broken.why


def test_a_line_beyond_all_measure_is_told_once_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(event(0) + b"x" * 5000 + b"\n" + event(1))
    follower = Follower(path, json_line, chunk=700, longest_line=1000)
    found: list[Any] = []
    while True:
        found += follower.poll()
        if not follower.behind:
            break

    assert [item["n"] for item in found if isinstance(item, dict)] == [0, 1]
    (broken,) = [item for item in found if isinstance(item, Broken)]
    assert broken.offset == len(event(0))
    assert "longer than 1000" in broken.why


def test_a_follower_goes_on_from_an_offset(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(event(0) + event(1))

    assert Follower(path, json_line, offset=len(event(0))).poll() == [{"n": 1, "text": TEXT}]


def test_a_missing_file_has_no_lines_until_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "later" / "events.jsonl"
    follower = Follower(path, json_line)
    assert follower.poll() == []
    path.parent.mkdir()
    assert follower.poll() == []
    append(path, event(0))
    assert follower.poll() == [{"n": 0, "text": TEXT}]


def _rename(path: Path, data: bytes) -> None:
    aside = path.with_name("aside")
    aside.write_bytes(data)
    aside.replace(path)


def _delete_and_create(path: Path, data: bytes) -> None:
    path.unlink()
    path.write_bytes(data)


def _in_place(path: Path, data: bytes) -> None:
    path.write_bytes(data)


SAVES: list[Callable[[Path, bytes], None]] = [_rename, _delete_and_create, _in_place]


@pytest.mark.parametrize("save", SAVES)
def test_br_067_a_replaced_file_starts_over_the_tenth_time_like_the_first(
    save: Callable[[Path, bytes], None], tmp_path: Path
) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(event(99))
    follower = Follower(path, json_line)
    follower.poll()
    for n in range(10):
        save(path, event(n) + event(n + 1) + b"half")  # as long as the one before, or longer
        assert follower.poll() == [Restarted(), {"n": n, "text": TEXT}, {"n": n + 1, "text": TEXT}]
        assert follower.poll() == []


def test_br_067_a_removed_file_is_told_and_its_successor_read(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(event(0) + b"half")
    follower = Follower(path, json_line)
    follower.poll()
    path.unlink()
    assert follower.poll() == [Restarted()]
    assert follower.poll() == []
    path.write_bytes(event(0))
    assert follower.poll() == [{"n": 0, "text": TEXT}]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_a_pipe_in_the_files_place_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "events.jsonl")

    assert Follower(tmp_path / "events.jsonl", json_line).poll() == []


def test_a_journals_records_are_followed_and_damage_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    lines = journal_lines(3)
    path.write_bytes(lines[0] + lines[1].replace(b"noted", b"noteD") + lines[2])

    first, broken, last = Follower(path, parse_record).poll()

    assert isinstance(broken, Broken)
    assert [getattr(item, "seq", None) for item in (first, last)] == [1, 3]


async def _collect(follower: Follower[dict[str, Any]], until: Callable[[list[Any]], bool]) -> list[Any]:
    found: list[Any] = []
    async with asyncio.timeout(30), following(follower) as batches:
        async for items in batches:
            found += items
            if until(found):
                return found
    raise AssertionError


async def test_a_live_journal_is_followed_to_its_last_record(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    seen: list[Any] = []

    async def follow() -> None:
        async with following(Follower(path, parse_record)) as batches:
            async for items in batches:
                seen.extend(items)
                if len(seen) >= 60:
                    return

    async with asyncio.timeout(30), asyncio.TaskGroup() as group, await Journal.open(path) as journal:
        group.create_task(follow())
        for n in range(20):
            journal.append([Draft("noted", {"n": n}) for _ in range(3)])
            await journal.sync()

    assert seen == read(path).records


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("save", SAVES)
async def test_br_067_every_save_is_noticed_by_notification_alone(
    save: Callable[[Path, bytes], None], linked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "SLOW", 3600.0)
    monkeypatch.setattr(watch, "FAST", 3600.0)
    path = tmp_path / "real" / "events.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"")
    shown = path
    if linked:
        shown = tmp_path / "link" / "events.jsonl"
        shown.parent.mkdir()
        shown.symlink_to(path)
    seen: asyncio.Queue[int] = asyncio.Queue()

    async def follow() -> None:
        async with following(Follower(shown, json_line)) as batches:
            seen.put_nowait(-1)
            async for items in batches:
                for item in items:
                    if isinstance(item, dict):
                        seen.put_nowait(item["n"])

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        task = group.create_task(follow())
        assert await seen.get() == -1
        for n in range(10):
            await asyncio.to_thread(save, path, event(n))
            assert await seen.get() == n
        task.cancel()


async def test_a_change_is_found_by_polling_where_there_is_no_folder_to_watch(tmp_path: Path) -> None:
    path = tmp_path / "later" / "events.jsonl"

    async def make() -> None:
        path.parent.mkdir()
        path.write_bytes(event(7))

    async with asyncio.TaskGroup() as group:
        collecting = group.create_task(_collect(Follower(path, json_line), bool))
        await asyncio.sleep(0)
        group.create_task(make())

    assert collecting.result() == [{"n": 7, "text": TEXT}]
