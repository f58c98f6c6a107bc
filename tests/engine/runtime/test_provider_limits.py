# SPDX-License-Identifier: Apache-2.0
"""Runs whose provider limits them, for real: they wait together, say so, go on by themselves, or ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.journal import RunFolder, RunStore
from engine.kernel import RunState
from engine.kernel.events import (
    Answered,
    AttemptOpened,
    ContinuationSet,
    PauseRequested,
    TurnEnded,
    TurnStarted,
    TurnWaits,
)
from engine.projections.run import RunProjection
from engine.runtime.backoff import Backoff
from engine.runtime.drive import drive, driving
from engine.runtime.driver import Driver
from engine.runtime.launch import Request, launch
from tests.helpers.runs import assert_sound, events, make_repository, make_script, make_workflow

STEP = "{step: one, role: worker, retries: 0, goal: Do it., gate: [{file: done.txt}]}"
LIMITED = '{"type":"error","class":"rate_limited","message":"later","retry_after_s":HINT}'


@pytest.fixture
def home() -> Path:
    return RunStore().data_dir


async def launched(tmp_path: Path, run: str, hint: str = "0.2", text: str = "", **more: Any) -> RunFolder:
    """A run whose agent is limited once, and does its work the next time."""
    said = f"echo '{text}' >&2; exit 1" if text else f"echo '{LIMITED.replace('HINT', hint)}'; exit 1"
    agent = f"cat > /dev/null; [ -e tried ] || {{ echo > tried; {said}; }}; echo > done.txt"
    repository = make_repository(tmp_path / run / "repo")
    script = make_script(tmp_path / "bin" / "agent.sh", agent)
    flow = make_workflow(tmp_path / run / "w.yaml", [STEP], script, role="isolation: open, output: jsonl", **more)
    return await launch(Request(str(flow), repository, run_id=run), RunStore())


async def driven(folder: RunFolder, do: Callable[[Driver], Any] = lambda _: None) -> RunState:
    async with asyncio.timeout(90), driving(folder, RunStore().data_dir) as driver:
        going = asyncio.create_task(drive(driver, folder))
        while not (driver.state.provider_waits or going.done()):
            await asyncio.sleep(0.01)
        if driver.state.provider_waits:
            do(driver)
        await going
        return driver.state


def bodies(folder: RunFolder, kind: type[Any]) -> list[Any]:
    return [event.body for event in events(folder) if isinstance(event.body, kind)]


async def test_br_059_runs_wait_for_the_provider_together_and_go_on_by_themselves(tmp_path: Path, home: Path) -> None:
    folders = [await launched(tmp_path, run, "1.5") for run in ("first", "second")]
    states = await asyncio.gather(*(driven(folder) for folder in folders))

    assert [state.status for state in states] == ["succeeded", "succeeded"]
    waits, provider = list[TurnWaits](), 0
    for folder in folders:
        assert_sound(folder)
        assert len(bodies(folder, AttemptOpened)) == 1
        projection = RunProjection()
        projection.apply(events(folder))
        assert projection.summary().failures == {"rate_limited": 1}
        provider += projection.summary().times.provider
        waits += bodies(folder, TurnWaits)
    assert {wait.account for wait in waits} == {"command:agent.sh"}
    assert waits[-1].until is None
    assert provider > 0
    assert Backoff(home).waits() == {}


async def test_a_limit_that_one_run_met_keeps_another_from_starting(tmp_path: Path, home: Path) -> None:
    backoff = Backoff(home)
    backoff.limited("command:agent.sh", "rate_limited", 3_600_000, begun=backoff.clock())
    folder = await launched(tmp_path, "late")
    state = await driven(folder, lambda driver: Backoff(home).forget("command:agent.sh"))

    assert state.status == "succeeded"
    first = bodies(folder, TurnWaits)[0]
    assert (first.until is not None, first.begun) == (True, False)
    assert [event.body.type for event in events(folder)].index("turn_waits") < [
        event.body.type for event in events(folder)
    ].index("agent_started")


async def test_waiting_is_no_driving_time_and_survives_its_driver(tmp_path: Path, home: Path) -> None:
    backoff = Backoff(home)
    backoff.limited("command:agent.sh", "overloaded", 3_600_000, begun=backoff.clock())
    folder = await launched(tmp_path, "r")
    stopped = await driven(folder, lambda driver: driver.stop())
    assert stopped.status == "running"
    [(_, wait)] = stopped.provider_waits
    assert wait.failure == "overloaded"
    before = stopped.driven
    async with asyncio.timeout(90), driving(folder, home) as driver:
        going = asyncio.create_task(drive(driver, folder))
        while len(bodies(folder, TurnWaits)) < 3:  # the first, that it is asked anew, and that it still waits
            await asyncio.sleep(0.02)
        held = driver.ledger.driven
        await asyncio.sleep(0.2)
        assert driver.ledger.driven == held
        Backoff(home).forget("command:agent.sh")
        await going
        assert driver.state.status == "succeeded"
    assert held - before < 5_000
    assert len(bodies(folder, TurnStarted)) == 2  # the one that waited, and the one after the agent's own limit
    assert_sound(folder)


async def test_a_run_that_asks_is_held_and_what_waits_pauses_at_once(tmp_path: Path, home: Path) -> None:
    folder = await launched(tmp_path, "asks", "3600", top="on_provider_limit: pause")
    held = await driven(folder)
    [hold] = held.open_holds
    assert (hold.kind, hold.evidence["retry_after"]) == ("failure", 3_600_000)

    async with asyncio.timeout(90), driving(folder, home) as driver:
        driver.report(Answered(hold=hold.id, answer="wait", expect=hold.seq, node=hold.node))
        going = asyncio.create_task(drive(driver, folder))
        while not driver.state.provider_waits:
            await asyncio.sleep(0.01)
        driver.report(PauseRequested())
        await going
        assert [hold.kind for hold in driver.state.open_holds] == ["pause"]


async def test_the_switch_of_a_live_run_turns_its_wait_into_a_hold(tmp_path: Path) -> None:
    folder = await launched(tmp_path, "switched", "3600")
    state = await driven(folder, lambda driver: driver.report(ContinuationSet(on_provider_limit="pause")))

    [hold] = state.open_holds
    assert (hold.kind, hold.evidence["begun"]) == ("failure", False)
    assert "takes no requests until" in hold.sentence
    assert_sound(folder)


async def test_an_own_signature_makes_a_wait_of_what_nobody_knew(tmp_path: Path, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "failures.yaml").write_text("signatures:\n  - {pattern: the llama sleeps, class: overloaded}\n")
    folder = await launched(tmp_path, "llama", text="The llama sleeps, try again in 200ms")
    state = await driven(folder)

    assert state.status == "succeeded"
    [limited, _] = bodies(folder, TurnEnded)
    assert (limited.failure, limited.retry_after) == ("overloaded", 200)
