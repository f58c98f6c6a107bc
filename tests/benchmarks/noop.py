# SPDX-License-Identifier: Apache-2.0
"""Runs whose steps do nothing, in a process of its own: what is left is the engine.

In it: the kernel, the ledger, the driver with one task an effect, and the journal with its lock, hash chain and
barriers on a real disk. Every step is a real one, of an agent and with a gate, and leaves the records that a real one
leaves: 12, from `node_entered` to `node_settled`, or 14 where it lands a commit. Not in it: the effects themselves,
which report at once that the agent started and ended its turn, that its work is secured and that its verdict says
`done`. So no agent's process, no git, no gate measured, no inbox, no fleet, no fold for a screen.

    python -m tests.benchmarks.noop chain|landed|fan-out|until-killed|resume N FOLDER

`chain` drives N steps in sequence that change nothing; those of `landed` each leave a commit, which the run's branch
is moved to; `fan-out` N steps at once, joined. Each prints seconds, from the first record of the run to its last, and
barriers. `until-killed` drives N steps and is killed by SIGKILL in the next one; `resume` goes on from there, prints
the monotonic time at which that step began again, and stops.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.definition.model import ParallelBlock, Role, StepBlock, VerdictGate, Workflow
from engine.journal import DISK, Storage
from engine.kernel import Observation
from engine.kernel import events as ev
from engine.runtime.driver import Driver
from engine.runtime.effects import Call, Effects
from engine.runtime.ledger import Ledger

BASE = "b" * 40
DONE: dict[str, Any] = {"state": "read", "result": "done", "summary": "", "detail": ""}
ROLES = {"worker": Role(agent="command", argv=("agent",))}
KINDS = (ev.TurnStarted, ev.SecuringStarted, ev.MeasuringStarted, ev.LandingStarted)


def steps(count: int) -> tuple[StepBlock, ...]:
    return tuple(StepBlock(id=f"step-{n}", role="worker", goal="Nothing.", gate=(VerdictGate(),)) for n in range(count))


def chain(count: int) -> Workflow:
    """So many steps, one after another."""
    return Workflow(name="chain", roles=ROLES, budgets={"turns": 2 * count}, do=steps(count))


def fan_out(count: int) -> Workflow:
    """So many steps at once, all of them waited for."""
    return Workflow(
        name="fan-out", roles=ROLES, budgets={"turns": 2 * count}, do=(ParallelBlock(id="all", do=steps(count)),)
    )


def created(workflow: Workflow) -> ev.RunCreated:
    return ev.RunCreated(run="r", workflow=workflow, repository="/repo", base=BASE, branch="work", engine="0")


class AtOnce:
    """Effects that report at once. `on_step` is told of each turn before it begins; `killed`: one had begun before."""

    def __init__(
        self, *, commits: bool = False, killed: bool = False, on_step: Callable[[str], None] = lambda _: None
    ) -> None:
        self.commits = commits
        self.killed = killed
        self.on_step = on_step

    async def perform(self, call: Call) -> None:
        for body in self._answers(call):
            call.report(body)

    async def reconcile(self, call: Call) -> None:
        decision = call.decision
        if self.killed and isinstance(decision, ev.TurnStarted):
            return call.report(ev.TurnLost(node=decision.node, attempt=decision.attempt, turn=decision.turn))
        await self.perform(call)

    def _answers(self, call: Call) -> list[Observation]:
        match call.decision:
            case ev.TurnStarted(node=node, attempt=n, turn=turn):
                self.on_step(node)
                return [
                    ev.AgentStarted(node=node, attempt=n, turn=turn, pid=1, isolation="open", backend="command"),
                    ev.TurnEnded(node=node, attempt=n, turn=turn, reason="end_turn", exit_code=0),
                ]
            case ev.SecuringStarted(node=node, attempt=n, turn=turn):
                head = node.encode().hex().ljust(40, "0")[-40:] if self.commits else BASE
                return [ev.WorkSecured(node=node, attempt=n, turn=turn, head=head)]
            case ev.MeasuringStarted(node=node, attempt=n, turn=turn, keys=keys):
                return [ev.FactMeasured(node=node, attempt=n, turn=turn, key=key, facts=DONE) for key in keys]
            case ev.LandingStarted(node=node, new=new):
                return [ev.Landed(node=node, new=new)]
        raise AssertionError(f"no step here leads to {call.decision.type}")

    def table(self) -> Effects:
        return dict.fromkeys(KINDS, self)


async def drive(
    path: Path, workflow: Workflow | None, effects: AtOnce, *, storage: Storage = DISK
) -> tuple[float, int]:
    """Drive a new run, or (None) the one at `path`, to its end; gives seconds and barriers."""
    ledger = await Ledger.open(path, storage=storage)
    barriers = ledger.journal.syncs
    first = created(workflow) if workflow is not None else None  # as the others' graphs are made before they are run
    began = time.perf_counter()
    if first is not None:
        ledger.observe(first)
    driver = Driver(ledger, effects.table())
    await driver.drive(ev.DriverAttached(pid=os.getpid(), engine="0"))
    took = time.perf_counter() - began
    assert ledger.state.outcome == "succeeded", ledger.state.open_holds
    barriers = ledger.journal.syncs - barriers
    await ledger.close()
    return took, barriers


def kill_in(step: str) -> Callable[[str], None]:
    def told(node: str) -> None:
        if node == step:
            os.kill(os.getpid(), signal.SIGKILL)

    return told


def say_and_stop(node: str) -> None:
    say({"at": time.monotonic(), "step": node})
    os._exit(0)


def say(figures: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(figures)}\n")
    sys.stdout.flush()


def main(what: str, count: int, folder: Path) -> None:
    path = folder / "journal.jsonl"
    match what:
        case "until-killed":
            asyncio.run(drive(path, chain(count + 2), AtOnce(on_step=kill_in(f"step-{count}"))))
        case "resume":
            asyncio.run(drive(path, None, AtOnce(killed=True, on_step=say_and_stop)))
        case _:
            workflow = fan_out(count) if what == "fan-out" else chain(count)
            took, barriers = asyncio.run(drive(path, workflow, AtOnce(commits=what == "landed")))
            say({"seconds": took, "barriers": barriers, "bytes": path.stat().st_size})


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
