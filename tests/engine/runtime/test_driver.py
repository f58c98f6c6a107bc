# SPDX-License-Identifier: Apache-2.0
"""The driver: durable before it begins, once, in order; and what it does when an effect, or the disk, fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.errors import JournalDamaged, JournalUnwritable, RepositoryLocked
from engine.journal import DISK, Storage, read, verify
from engine.kernel import events as ev
from engine.kernel import replay
from engine.runtime import driver as driver_module
from engine.runtime.driver import Driver
from engine.runtime.effects import Call
from engine.runtime.ledger import events_of
from tests.engine.journal.faulty import FaultyDisk, Trouble, no_space
from tests.engine.runtime.fakes import ATTACHED, Fake, open_driver


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


@pytest.fixture
def fake() -> Fake:
    return Fake()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the driver does from time to time, it does at once here."""
    monkeypatch.setattr(driver_module, "MEND", (0.01, 0.05))
    monkeypatch.setattr(driver_module, "TICK", 0.02)


@asynccontextmanager
async def opened(path: Path, fake: Fake, storage: Storage = DISK) -> AsyncIterator[Driver]:
    driver = await open_driver(path, fake, storage)
    try:
        yield driver
    finally:
        await driver.ledger.close()


def kinds(path: Path) -> list[str]:
    return [record.type for record in read(path).records]


def answer(driver: Driver, given: str) -> ev.Answered:
    [hold] = driver.state.open_holds
    return ev.Answered(hold=hold.id, answer=given, expect=hold.seq, node=hold.node)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


async def test_a_run_is_driven_to_its_hold_and_from_the_answer_to_its_end(path: Path, fake: Fake) -> None:
    async with opened(path, fake) as driver:
        await driver.drive(ATTACHED)
        assert (driver.state.status, driver.state.cause) == ("paused", "approval")
        assert kinds(path)[-2:] == ["run_paused", "driver_detached"]

        driver.report(answer(driver, "accept"))
        await driver.drive(ATTACHED)
        assert driver.state.outcome == "succeeded"
        assert kinds(path)[-2:] == ["run_ended", "driver_detached"]
    assert verify(path).intact
    assert replay(events_of(read(path).records)).difference is None
    assert {how for how, what in fake.calls[1:]} == {"perform"}


async def test_a_decision_is_on_disk_before_its_effect_begins(path: Path, fake: Fake) -> None:
    seen: list[bool] = []

    async def look(call: Call) -> None:
        seen.append(call.decision.type in kinds(path) and kinds(path)[-1] == call.decision.type)
        call.report(ev.TurnEnded(node=call.decision.node, attempt=1, turn=1, reason="end_turn"))

    fake.instead["turn_started"] = look
    async with opened(path, fake) as driver:
        await driver.drive(ATTACHED)
    assert seen == [False, True], "the first was reconciled: the driver attached after it"


async def test_what_is_outstanding_after_a_crash_is_reconciled_and_never_performed_anew(path: Path, fake: Fake) -> None:
    async def never_ends(call: Call) -> None:
        await asyncio.sleep(3600)

    for kind in ("turn_started", "securing_started", "measuring_started", "landing_started"):
        fake.instead = {kind: never_ends}
        async with opened(path, fake) as driver:
            driving = asyncio.create_task(driver.drive(ATTACHED, stay=True))
            await until(lambda kind=kind: kind in [what for _, what in fake.calls])  # type: ignore[misc]
            driver.stop()
            await driving
        fake.calls.clear()
        fake.instead = {}
        async with opened(path, fake) as driver:
            driving = asyncio.create_task(driver.drive(ATTACHED))
            await driving
        assert fake.calls[0] == ("reconcile", kind)
        assert [what for how, what in fake.calls if how == "perform"].count(kind) <= 1
        path.unlink()
        fake.calls.clear()


async def test_what_an_inbox_observes_while_the_driver_recovers_starts_once(path: Path, fake: Fake) -> None:
    async with opened(path, fake) as driver:
        driver.ledger.observe(ev.PauseRequested())
        await driver.drive(ATTACHED)
        [pause] = driver.state.open_holds
        assert pause.kind == "pause"
        fake.calls.clear()

        driver.report(ev.Answered(hold=pause.id, answer="resume", expect=pause.seq))
        await driver.drive(ATTACHED)
        assert fake.calls.count(("perform", "turn_started")) == 1


async def test_an_effect_that_fails_becomes_a_hold_and_is_tried_again_when_asked(path: Path, fake: Fake) -> None:
    async def locked(call: Call) -> None:
        raise RepositoryLocked("the repository is locked by something")

    fake.instead["securing_started"] = locked
    async with opened(path, fake) as driver:
        await driver.drive(ATTACHED)
        [hold] = driver.state.open_holds
        assert hold.kind == "failure"
        assert "the repository is locked by something" in hold.sentence

        del fake.instead["securing_started"]
        driver.report(answer(driver, "retry"))
        await driver.drive(ATTACHED)
        assert [hold.kind for hold in driver.state.open_holds] == ["approval"]


async def test_an_effect_with_a_fault_of_ours_becomes_a_hold_and_ends_no_driver(path: Path, fake: Fake) -> None:
    async def faulty(call: Call) -> None:
        raise KeyError("a fault of ours")

    fake.instead["measuring_started"] = faulty
    async with opened(path, fake) as driver:
        await driver.drive(ATTACHED)
        [hold] = driver.state.open_holds
        assert (hold.kind, "a fault of ours" in hold.sentence) == ("failure", True)


async def test_what_no_journal_can_hold_is_refused_to_whoever_reports_it_and_ends_no_driver(
    path: Path, fake: Fake
) -> None:
    async def endless(call: Call) -> None:
        node, attempt = call.decision.node, call.decision.attempt
        call.report(ev.FactMeasured(node=node, attempt=attempt, turn=1, key="verdict", facts={"n": float("inf")}))

    fake.instead["measuring_started"] = endless
    async with opened(path, fake) as driver:
        await driver.drive(ATTACHED)
        [hold] = driver.state.open_holds
        assert (hold.kind, "cannot be written as JSON" in hold.sentence) == ("failure", True)
    assert kinds(path)[-1] == "driver_detached"


async def test_a_decision_that_nothing_carries_out_becomes_a_hold(path: Path, fake: Fake) -> None:
    async with opened(path, fake) as driver:
        driver._effects = {}
        await driver.drive(ATTACHED)
        assert [hold.kind for hold in driver.state.open_holds] == ["failure"]


async def test_a_stopped_driver_ends_its_effects_and_leaves_in_good_order(path: Path, fake: Fake) -> None:
    ended: list[bool] = []

    async def works(call: Call) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append("driver_detached" in kinds(path))

    fake.instead["turn_started"] = works
    async with opened(path, fake) as driver:
        driving = asyncio.create_task(driver.drive(ATTACHED))
        await until(lambda: bool(fake.calls))
        driver.stop()
        await driving
        assert driver.state.status == "running"
    assert kinds(path)[-1] == "driver_detached"
    assert ended == [False], "its processes end before it lets go"


async def test_what_runs_beside_is_ended_before_the_driver_lets_go(path: Path, fake: Fake) -> None:
    ended: list[str] = []

    async def serve() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append(driver.ledger.state.status)

    async with opened(path, fake) as driver:
        await driver.drive(ATTACHED, beside=serve)
    assert ended == ["paused"]


async def test_the_wall_clock_of_a_run_interrupts_a_turn_and_pauses(path: Path, fake: Fake) -> None:
    interrupted = asyncio.Event()

    async def works(call: Call) -> None:
        await interrupted.wait()
        call.report(ev.TurnEnded(node="one", attempt=1, turn=1, reason="interrupted"))

    async def interrupt(call: Call) -> None:
        interrupted.set()

    fake.instead |= {"turn_started": works, "turn_interrupted": interrupt}
    async with opened(path, fake) as driver:
        driver.state.meters["wall_clock"].cap = 50
        async with asyncio.timeout(20):
            await driver.drive(ATTACHED)
        assert [hold.kind for hold in driver.state.open_holds] == ["budget"]
    assert "deadline_passed" in kinds(path)


# -------------------------------------------------------------------------------------------------- a disk that refuses


class Full:
    """A plan for a disk that is full while `is_so`."""

    def __init__(self) -> None:
        self.is_so = False

    def __call__(self, number: int, name: str) -> Trouble:
        return no_space() if self.is_so and name == "write" else None


async def test_br_030_nothing_starts_while_the_journal_cannot_be_written_and_it_goes_on_without_a_gap(
    path: Path, fake: Fake
) -> None:
    full = Full()
    told: list[str] = []

    async def filled(call: Call) -> None:
        full.is_so = True
        call.report(ev.TurnEnded(node="one", attempt=1, turn=1, reason="end_turn"))

    fake.instead["turn_started"] = filled
    async with opened(path, fake, FaultyDisk(full)) as driver:
        driver.on_trouble = told.append
        driving = asyncio.create_task(driver.drive(ATTACHED))
        await until(lambda: bool(told))
        await until(lambda: driver.state.nodes["one"].phase == "land")
        del fake.instead["turn_started"]
        on_disk = kinds(path)
        await asyncio.sleep(0.2)
        assert ("perform", "landing_started") not in fake.calls, "its decision is not on disk"
        assert kinds(path) == on_disk
        assert "turn_ended" not in on_disk

        full.is_so = False
        await driving
        assert told[0].startswith("The journal of run r cannot be written; nothing is started")
        assert told[-1] == ""
        assert [hold.kind for hold in driver.state.open_holds] == ["approval"]
    records = read(path).records
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    assert replay(events_of(records)).difference is None


async def test_br_030_a_driver_told_to_stop_while_the_disk_is_full_says_so_soon(path: Path, fake: Fake) -> None:
    full = Full()

    async def filled(call: Call) -> None:
        full.is_so = True
        call.report(ev.TurnEnded(node="one", attempt=1, turn=1, reason="end_turn"))

    fake.instead["turn_started"] = filled
    driver = await open_driver(path, fake, FaultyDisk(full))
    driving = asyncio.create_task(driver.drive(ATTACHED))
    await until(lambda: driver.ledger.journal.state == "failed")
    driver.stop()
    with pytest.raises(JournalUnwritable):
        async with asyncio.timeout(20):
            await driving
    with pytest.raises(JournalUnwritable):
        await driver.ledger.close()


async def test_a_journal_that_was_changed_by_another_hand_ends_the_driver_with_its_cause(
    path: Path, fake: Fake
) -> None:
    async def tampers(call: Call) -> None:
        path.write_bytes(path.read_bytes().replace(b"work", b"XXXX") + b"more\n")
        call.report(ev.TurnEnded(node="one", attempt=1, turn=1, reason="end_turn"))

    fake.instead["turn_started"] = tampers
    driver = await open_driver(path, fake)
    with pytest.raises(JournalDamaged):
        async with asyncio.timeout(20):
            await driver.drive(ATTACHED)
    with pytest.raises(JournalUnwritable):
        await driver.ledger.close()
