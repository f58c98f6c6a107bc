# SPDX-License-Identifier: Apache-2.0
"""Effects that touch nothing: each answers its decision at once, unless a test says otherwise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from engine.definition.model import ApprovalGate, Role, StepBlock, VerdictGate, Workflow
from engine.journal import DISK, RunFolder, RunStore, Storage
from engine.kernel import Decision, Observation
from engine.kernel import events as ev
from engine.runtime.driver import Driver
from engine.runtime.effects import Call, Effects
from engine.runtime.ledger import Ledger

BASE = "b" * 40
ATTACHED = ev.DriverAttached(pid=1, engine="0")
EFFECTS = (ev.TurnStarted, ev.TurnInterrupted, ev.SecuringStarted, ev.MeasuringStarted, ev.LandingStarted)


def two_steps(**changes: Any) -> Workflow:
    """A step that rests on its verdict, and one that asks."""
    return Workflow(
        name="w",
        roles={"a": Role(agent="command", argv=("agent",))},
        do=(
            StepBlock(id="one", role="a", goal="g", gate=(VerdictGate(),)),
            StepBlock(id="two", role="a", goal="g", gate=(VerdictGate(), ApprovalGate())),
        ),
        **changes,
    )


def created(workflow: Workflow | None = None) -> ev.RunCreated:
    """The first event of the run."""
    return ev.RunCreated(
        run="r", workflow=workflow or two_steps(), repository="/repo", base=BASE, branch="work", engine="0"
    )


def make_folder() -> RunFolder:
    """A run's folder in the data directory of this test, with no event yet."""
    return RunStore().create("r", {})


def answers(decision: Any) -> list[Observation]:
    """What the world says to a decision when all goes well."""
    match decision:
        case ev.TurnStarted(node=node, attempt=attempt, turn=turn):
            return [ev.TurnEnded(node=node, attempt=attempt, turn=turn, reason="end_turn", exit_code=0)]
        case ev.SecuringStarted(node=node, attempt=attempt, turn=turn):
            return [ev.WorkSecured(node=node, attempt=attempt, turn=turn, head=node.encode().hex().ljust(40, "0"))]
        case ev.MeasuringStarted(node=node, attempt=attempt, turn=turn, keys=keys):
            facts: dict[str, Any] = {"state": "read", "result": "done"}
            return [ev.FactMeasured(node=node, attempt=attempt, turn=turn, key=key, facts=facts) for key in keys]
        case ev.LandingStarted(node=node, new=new):
            return [ev.Landed(node=node, new=new)]
    return []


class Fake:
    """An effect that writes down how it was called; `instead` replaces what it does for a kind of decision."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self.instead: dict[str, Callable[[Call], Awaitable[None]]] = {}

    async def perform(self, call: Call) -> None:
        await self._do("perform", call)

    async def reconcile(self, call: Call) -> None:
        await self._do("reconcile", call)

    async def _do(self, how: str, call: Call) -> None:
        decision: Decision = call.decision
        self.calls.append((how, decision.type))
        instead = self.instead.get(decision.type)
        if instead is not None:
            return await instead(call)
        for body in answers(decision):
            call.report(body)

    def effects(self) -> Effects:
        return dict.fromkeys(EFFECTS, self)


async def open_driver(path: Path, fake: Fake, storage: Storage = DISK) -> Driver:
    """A driver of the journal at `path`, which begins the run if nothing is there; close `driver.ledger` afterwards."""
    ledger = await Ledger.open(path, storage=storage)
    if not ledger.state.run:
        ledger.observe(created())
        await ledger.durable()
    return Driver(ledger, fake.effects())
