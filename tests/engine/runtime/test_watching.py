# SPDX-License-Identifier: Apache-2.0
"""An agent's question for permission, through the driver: who answers it, when the agent is told, and what it costs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from pydantic import JsonValue

from engine.agents.protocol import Permission, PermissionAnswer
from engine.definition.model import Role
from engine.journal import read
from engine.kernel import events as ev
from engine.placement import IsolationInForce
from engine.runtime.driver import Driver
from engine.runtime.effects import Call
from engine.runtime.ledger import Ledger
from engine.runtime.watching import LARGEST, MOST_AT_ONCE, Asking, TellAnswer, Watch
from tests.engine.runtime.fakes import ATTACHED, Fake, answers, created

RM = Permission("t1", "Bash", {"command": "rm -r build"})


class Agents(Fake):
    """Agents that ask once a turn, and remember what they were told."""

    def __init__(self, role: Role, isolation: IsolationInForce = "open") -> None:
        super().__init__()
        self.asking: Asking = {}
        self.told: list[PermissionAnswer] = []
        self.role, self.isolation, self.asks = role, isolation, RM
        self.instead["turn_started"] = self.turn

    async def turn(self, call: Call) -> None:
        watch = Watch(call, self.role, self.asking)
        watch.started(1, self.isolation)
        self.told.append(await watch.permission(self.asks))
        for body in answers(call.decision):
            call.report(body)


async def open_driver(path: Path, fake: Agents) -> Driver:
    ledger = await Ledger.open(path)
    if not ledger.state.run:
        ledger.observe(created())
        await ledger.durable()
    return Driver(ledger, {**fake.effects(), ev.PermissionAnswered: TellAnswer(fake.asking)})


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


def answer(driver: Driver, given: str, note: str = "") -> None:
    [hold] = driver.state.open_holds
    driver.observe(ev.Answered(hold=hold.id, answer=given, note=note, expect=hold.seq, node=hold.node))


def role(permissions: str | None = None) -> Role:
    return Role.model_validate({"agent": "x", "permissions": permissions})


async def test_the_agent_is_told_once_the_answer_is_on_disk_and_waiting_takes_no_driving_time(tmp_path: Path) -> None:
    path, fake = tmp_path / "journal.jsonl", Agents(role())
    driver = await open_driver(path, fake)
    driving = asyncio.create_task(driver.drive(ATTACHED))
    for n, given in enumerate(("allow", "deny"), start=1):
        await until(lambda: bool(driver.state.open_holds))
        assert driver.state.status == "paused"
        driven = driver.ledger.driven
        await asyncio.sleep(0.05)
        assert driver.ledger.driven == driven
        assert not driving.done(), "the turn runs on, so the driver does"
        answer(driver, given, "as you like")
        await until(lambda n=n: len(fake.told) == n)  # type: ignore[misc]
        assert "permission_answered" in [record.type for record in read(path).records]
    await driving
    await driver.ledger.close()
    assert fake.told == [PermissionAnswer(True, "as you like"), PermissionAnswer(False, "as you like")]


async def test_a_role_and_a_sandbox_answer_by_themselves(tmp_path: Path) -> None:
    for number, (fake, allowed) in enumerate(
        [
            (Agents(role(), "sandboxed"), True),
            (Agents(role("allow"), "open"), True),
            (Agents(role("deny"), "sandboxed"), False),
        ]
    ):
        driver = await open_driver(tmp_path / f"{number}.jsonl", fake)
        await driver.drive(ATTACHED)
        await driver.ledger.close()
        assert [told.allow for told in fake.told] == [allowed, allowed]


async def test_a_question_that_no_hold_could_quote_is_denied_and_stops_nothing(tmp_path: Path) -> None:
    deep: JsonValue = 1
    for _ in range(252):  # a record takes it; the hold that quotes it would be too deep
        deep = [deep]
    for number, given in enumerate((deep, float("inf"), "x" * LARGEST)):
        fake = Agents(role())
        fake.asks = Permission("t1", "Bash", {"command": given})
        driver = await open_driver(tmp_path / f"{number}.jsonl", fake)
        await driver.drive(ATTACHED)
        await driver.ledger.close()
        assert [(told.allow, "on record" in told.note) for told in fake.told] == [(False, True)] * 2


async def test_questions_without_end_are_denied_and_none_takes_the_place_of_another(tmp_path: Path) -> None:
    fake = Agents(role())

    async def floods(call: Call) -> None:
        watch = Watch(call, fake.role, fake.asking)
        ids = ["t0", *(f"t{n}" for n in range(MOST_AT_ONCE + 2))]
        waiting = [asyncio.ensure_future(watch.permission(Permission(id_, "Bash", {}))) for id_ in ids]
        over, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        fake.told += [done.result() for done in over]
        for asking in waiting:
            asking.cancel()
        await asyncio.wait(waiting)
        for body in answers(call.decision):
            call.report(body)

    fake.instead["turn_started"] = floods
    driver = await open_driver(tmp_path / "journal.jsonl", fake)
    await driver.drive(ATTACHED)
    await driver.ledger.close()
    assert [told.allow for told in fake.told] == [False, False, False] * 2
    assert not fake.asking
    asked = [record.type for record in read(tmp_path / "journal.jsonl").records].count("permission_asked")
    assert asked == 2 * MOST_AT_ONCE


async def test_a_hold_dies_with_the_driver_that_had_the_turn(tmp_path: Path) -> None:
    path, fake = tmp_path / "journal.jsonl", Agents(role())
    driver = await open_driver(path, fake)
    driving = asyncio.create_task(driver.drive(ATTACHED))
    await until(lambda: bool(driver.state.open_holds))
    driver.stop()
    await driving
    await driver.ledger.close()
    assert not fake.asking

    again = Fake()

    async def lost(call: Call) -> None:
        turn = call.decision
        call.report(ev.TurnLost(node=turn.node, attempt=turn.attempt, turn=turn.turn, resumable=True))

    again.instead["turn_started"] = lost
    ledger = await Ledger.open(path)
    assert [hold.kind for hold in ledger.state.open_holds] == ["permission"]
    await Driver(ledger, again.effects()).drive(ATTACHED)
    await ledger.close()
    assert not [hold for hold in ledger.state.open_holds if hold.kind == "permission"]
    assert not fake.told
