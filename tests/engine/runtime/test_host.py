# SPDX-License-Identifier: Apache-2.0
"""The engine host: drives every run that nobody else drives, and leaves alone what is not its own."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.errors import HostRunning
from engine.journal import RunFolder, RunStore, why_undriven
from engine.runtime import host as host_module
from engine.runtime.client import send
from engine.runtime.drive import drive
from engine.runtime.driver import Driver
from engine.runtime.host import Host, ensure_host, host_pid, host_version, other_version
from engine.runtime.launch import Request, launch
from engine.runtime.ledger import Ledger
from tests.helpers.runs import assert_nothing_left, kinds, make_repository, make_script, make_workflow, state


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "SCAN", 0.05)
    monkeypatch.setattr(host_module, "RETRY", 0.1)


@pytest.fixture
def store(data_dir: Path) -> RunStore:
    return RunStore()


@pytest.fixture
def request_of(tmp_path: Path) -> Callable[[str], Request]:
    """A run of one step that asks for approval, in a repository of its own."""
    agent = make_script(tmp_path / "agent.sh", "cat > /dev/null; echo done > done.txt")
    step = "{step: one, role: worker, goal: g, gate: [{file: done.txt}, approval]}"
    workflow = make_workflow(tmp_path / "w.yaml", [step], agent)

    def request(run: str) -> Request:
        return Request(str(workflow), make_repository(tmp_path / f"repo-{run}"), run_id=run)

    return request


@asynccontextmanager
async def serving(host: Host) -> AsyncIterator[None]:
    serving = asyncio.create_task(host.serve())
    try:
        yield
    finally:
        host.stop()
        await serving


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


class Blind(RunStore):
    """One whose runs cannot be listed at first, as where too many files are open."""

    looks = 0

    def runs(self) -> list[RunFolder]:
        self.looks += 1
        if self.looks < 3:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), str(self.runs_dir))
        return super().runs()


async def test_a_host_that_cannot_list_the_runs_for_a_while_looks_again(
    store: RunStore, request_of: Callable[[str], Request]
) -> None:
    folder = await launch(request_of("a"), store)
    async with serving(Host(Blind())):
        await until(lambda: asks(folder))


def asks(folder: RunFolder) -> bool:
    return "run_paused" in kinds(folder)


async def test_it_drives_all_runs_to_their_holds_and_on_when_they_are_answered(
    store: RunStore, request_of: Callable[[str], Request]
) -> None:
    folders = [await launch(request_of(run), store) for run in ("a", "b")]
    async with serving(Host(store)):
        folders.append(await launch(request_of("c"), store))
        for folder in folders:
            await until(lambda folder=folder: asks(folder))  # type: ignore[misc]
            reply = await send(folder, {"command": "answer", "hold": "h1", "answer": "accept"})
            assert reply.driven
        for folder in folders:
            await until(lambda folder=folder: "run_ended" in kinds(folder))  # type: ignore[misc]
    for folder in folders:
        assert state(folder).outcome == "succeeded"
        assert_nothing_left(folder)


async def test_a_run_that_has_ended_is_not_opened_again(store: RunStore, request_of: Callable[[str], Request]) -> None:
    folder = await launch(request_of("a"), store)
    await send(folder, {"command": "cancel"})
    async with serving(Host(store)):
        await until(lambda: "run_ended" in kinds(folder))
    ended = folder.journal.read_bytes()
    async with serving(Host(store)):
        await asyncio.sleep(0.4)
    assert folder.journal.read_bytes() == ended


async def test_a_run_that_another_process_drives_is_left_alone_until_that_has_gone(
    store: RunStore, request_of: Callable[[str], Request]
) -> None:
    folder = await launch(request_of("a"), store)
    other = await Ledger.open(folder.journal)
    async with serving(Host(store)):
        await asyncio.sleep(0.4)
        assert "driver_attached" not in kinds(folder)
        await other.close()
        await until(lambda: asks(folder))


async def test_a_run_that_is_being_launched_is_left_alone(
    store: RunStore, request_of: Callable[[str], Request]
) -> None:
    """Whoever looks in at that moment must neither take its lock nor give it up for good."""
    folder = store.create("early", {})
    async with serving(Host(store)):
        await asyncio.sleep(0.3)
        assert not folder.journal.exists()
        assert folder.holder() is None
        folder = await launch(request_of("early"), store)
        await until(lambda: asks(folder))


async def test_a_run_that_cannot_be_driven_keeps_no_other_from_it(
    store: RunStore, request_of: Callable[[str], Request]
) -> None:
    damaged = await launch(request_of("a"), store)
    raw = damaged.journal.read_bytes()
    damaged.journal.write_bytes(raw.replace(b"node_entered", b"node_enteret", 1))
    sound = await launch(request_of("b"), store)
    async with serving(Host(store)):
        await until(lambda: asks(sound))
    assert damaged.journal.read_bytes() == raw.replace(b"node_entered", b"node_enteret", 1)


async def test_a_damaged_run_is_driven_once_it_is_repaired(
    store: RunStore, request_of: Callable[[str], Request], caplog: pytest.LogCaptureFixture
) -> None:
    folder = await launch(request_of("a"), store)
    raw = folder.journal.read_bytes()
    folder.journal.write_bytes(raw.replace(b"node_entered", b"node_enteret", 1))
    async with serving(Host(store)):
        await until(lambda: "damaged" in why_undriven(folder))
        folder.journal.write_bytes(raw)
        await until(lambda: asks(folder))
    assert why_undriven(folder) == ""
    assert caplog.text.count("is not driven") == 1


async def test_a_fault_of_the_engine_itself_is_told_and_the_run_tried_again(
    store: RunStore, request_of: Callable[[str], Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to read a log to learn why a run stands still."""
    tried: list[str] = []

    async def fails_at_first(driver: Driver, folder: RunFolder, *, stay: bool = False) -> None:
        tried.append(why_undriven(folder))
        if len(tried) < 3:
            raise ZeroDivisionError("seven by nothing")
        await drive(driver, folder, stay=stay)

    monkeypatch.setattr(host_module, "drive", fails_at_first)
    monkeypatch.setattr(host_module, "LONGEST_RETRY", 0.1)
    folder = await launch(request_of("a"), store)
    host = Host(store)
    host._faults[folder.id] = 5_000  # as after half a year
    async with serving(host):
        await until(lambda: "seven by nothing" in why_undriven(folder))
        await until(lambda: asks(folder))
    assert len(tried) == 3
    assert why_undriven(folder) == ""


async def test_what_a_person_says_meanwhile_makes_it_be_tried_at_once(
    store: RunStore, request_of: Callable[[str], Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(driver: Driver, folder: RunFolder, *, stay: bool = False) -> None:
        monkeypatch.setattr(host_module, "drive", drive)
        raise ZeroDivisionError("seven by nothing")

    monkeypatch.setattr(host_module, "drive", fails)
    monkeypatch.setattr(host_module, "RETRY", 3_600.0)
    folder = await launch(request_of("a"), store)
    async with serving(Host(store)):
        await until(lambda: why_undriven(folder) != "")
        await send(folder, {"command": "cancel"})
        await until(lambda: state(folder).ended)


async def test_a_trouble_that_passes_is_tried_again(store: RunStore, request_of: Callable[[str], Request]) -> None:
    request = request_of("a")
    folder = await launch(request, store)
    away = request.repository.rename(request.repository.with_name("away"))
    async with serving(Host(store)):
        await asyncio.sleep(0.3)
        assert "driver_attached" not in kinds(folder)
        away.rename(request.repository)
        await until(lambda: asks(folder))


async def test_the_second_host_of_a_data_directory_is_refused(store: RunStore) -> None:
    async with serving(Host(store)):
        await until(lambda: host_pid(store.data_dir) is not None)
        with pytest.raises(HostRunning):
            await Host(store).serve()
    assert host_pid(store.data_dir) is None


async def test_a_host_of_another_version_is_told_from_ours_and_left_alone(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(host_module, "version", lambda _: "0.0.7")
        host = Host(store)
        serving_ = asyncio.create_task(host.serve())
        await until(lambda: host_version(store.data_dir) is not None)
        assert other_version(store.data_dir) is None
    try:
        assert (host_version(store.data_dir), other_version(store.data_dir)) == ("0.0.7", "0.0.7")
        with pytest.raises(HostRunning, match=r"of version 0\.0\.7"):
            await Host(store).serve()
        assert ensure_host(store.data_dir) == os.getpid()
    finally:
        host.stop()
        await serving_
    assert host_version(store.data_dir) is None


async def test_a_host_with_nothing_to_drive_ends_by_itself(store: RunStore) -> None:
    async with asyncio.timeout(20):
        await Host(store, idle=0.2).serve()
