# SPDX-License-Identifier: Apache-2.0
"""The effects of one run: turns, securing what they left, measuring the gate, joining, landing the branch."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.agents import verdict
from engine.agents.artifact import read_artifact
from engine.agents.transcript import TRANSCRIPT, TranscriptReader
from engine.errors import BranchCheckedOut, StateDiverged
from engine.gates import measure
from engine.gates.context import MeasureContext
from engine.kernel import Decision
from engine.kernel.events import (
    FactMeasured,
    IntegrationStarted,
    Landed,
    LandingMoved,
    LandingStarted,
    MeasuringStarted,
    MessageSent,
    PermissionAnswered,
    SecuringStarted,
    TurnInterrupted,
    TurnStarted,
    WorkSecured,
)
from engine.kernel.judging import leaves
from engine.kernel.places import AGENTED, WORKERS, workflow_of
from engine.kernel.scopes import until_gates
from engine.kernel.state import MAIN, Attempt, Node
from engine.placement import attempt_token
from engine.runtime.effects import Call, Effect, Effects
from engine.runtime.facts import work_facts
from engine.runtime.integrate import Integrate
from engine.runtime.turns import Interrupt, TakeTurn
from engine.runtime.watching import PassOn, TellAnswer
from engine.runtime.world import World, node_of, profile_of
from engine.workspace import CheckedOut, Moved, Secured


def effects_of(world: World) -> Effects:
    """The effects of a run's decisions."""
    table: dict[type[Decision], Effect] = {
        TurnStarted: TakeTurn(world),
        TurnInterrupted: Interrupt(world),
        PermissionAnswered: TellAnswer(world.asking),
        MessageSent: PassOn(world.sessions),
        SecuringStarted: Secure(world),
        MeasuringStarted: Measure(world),
        IntegrationStarted: Integrate(world),
        LandingStarted: Land(world),
    }
    return table


class Secure:
    """Commit what the turn left, or keep it aside; fetch and pin it."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        decision: SecuringStarted = call.decision
        node, attempt = node_of(call)
        secured = await secure(self.world, node, attempt)
        call.report(
            WorkSecured(
                node=node.id,
                attempt=attempt.n,
                turn=decision.turn,
                head=secured.head,
                facts=work_facts(secured),
            )
        )

    async def reconcile(self, call: Call) -> None:
        """Securing again finds what is there: it is safe to repeat."""
        await self.perform(call)


async def secure(world: World, node: Node, attempt: Attempt) -> Secured:
    """Commit (or keep aside) what the latest turn left, fetch and pin it."""
    block = node.block
    assert isinstance(block, WORKERS)
    secured = await world.on(
        node.line,
        world.repository.secure,
        node.line,
        node=node.id,
        attempt=attempt.n,
        fork_point=attempt.fork_point,
        commit=block.commit if isinstance(block, AGENTED) else "engine",
        message=f"{block.title or block.id}\n\nLeft by attempt {attempt.n} of {node.id}, committed by the engine.",
    )
    world.secured[(node.id, attempt.n)] = secured
    return secured


class Measure:
    """Measure every subject of the gate that has no facts yet."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        decision: MeasuringStarted = call.decision
        node, attempt = node_of(call)
        block = node.block
        assert isinstance(block, WORKERS)
        gates = dict(leaves(block.gate)) | {f"until:{key}": gate for key, gate in until_gates(call.state, node).items()}
        context = await self._context(call, node, attempt)
        for key in decision.keys:
            if key in attempt.facts:
                continue
            if key == "verdict":
                facts = (await asyncio.to_thread(verdict.read_verdict, context.attempt_dir)).as_facts()
            elif key.startswith("artifact:"):
                name = key.removeprefix("artifact:")
                said = await self._last_message(node, attempt, context.attempt_dir)
                found = await asyncio.to_thread(read_artifact, context.attempt_dir, name, block.produces[name], said)
                facts = found.as_facts()
            else:
                facts = dict(await measure(gates[key], key, context))
            call.report(FactMeasured(node=node.id, attempt=attempt.n, turn=decision.turn, key=key, facts=facts))

    async def reconcile(self, call: Call) -> None:
        """A measurement changes nothing: what has no facts on record is measured again."""
        await self.perform(call)

    async def _context(self, call: Call, node: Node, attempt: Attempt) -> MeasureContext:
        world, state = self.world, call.state
        secured = world.secured.get((node.id, attempt.n)) or await secure(world, node, attempt)
        if secured.head != attempt.head:
            del world.secured[(node.id, attempt.n)]  # looked at again once a person has decided
            recorded = attempt.head or ""
            raise StateDiverged(
                f"The checkout of {node.id} is at {secured.head[:12]}, and the journal has it at {recorded[:12]}: "
                "something changed it since.",
                recorded=recorded,
                observed=secured.head,
            )
        return MeasureContext(
            repository=world.repository,
            secured=secured,
            node=node.id,
            attempt=attempt.n,
            turn=call.decision.turn,
            attempt_dir=world.folder.attempt(node.id, attempt.n),
            places=world.places,
            token=attempt_token(world.folder.path, node.id, attempt.n),
            profile=profile_of(state, node),
            profiles=workflow_of(state, node).profiles,
            gates=node.block.gate if isinstance(node.block, WORKERS) else (),
            checkout=world.repository.checkout(node.line),
            scope=node.block.scope if isinstance(node.block, AGENTED) else None,
            isolation="sandboxed" if attempt.isolation == "sandboxed" else "open",
            network="open" if attempt.network in (None, "open") else "closed",
            readable=await asyncio.to_thread(world.repository.readable_by_agents),
            hidden=(world.data_dir,),
        )

    async def _last_message(self, node: Node, attempt: Attempt, folder: Path) -> str:
        said = self.world.last_messages.get((node.id, attempt.n))
        return said if said is not None else await asyncio.to_thread(_last_message, folder)


def _last_message(folder: Path) -> str:
    """What the agent said last, from its transcript."""
    with TranscriptReader(folder / TRANSCRIPT) as reader:
        reader.refresh()
        said = [*reader.of_kind("message")]
        return reader.entry(said[-1]).text if said else ""


class Land:
    """Bring the run's branch into the person's repository by compare-and-swap."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        decision: LandingStarted = call.decision
        landing = await self.world.on(MAIN, self.world.repository.land, decision.new, decision.old)
        match landing:
            case Moved(expected=expected, found=found):
                call.report(LandingMoved(node=decision.node, expected=expected, found=found))
            case CheckedOut(worktree=worktree):
                raise BranchCheckedOut(
                    f"the run's branch is checked out in {str(worktree)!r}, so it was not moved; "
                    "switch that worktree to another branch, then retry"
                )
            case _:
                call.report(Landed(node=decision.node, new=decision.new))

    async def reconcile(self, call: Call) -> None:
        """A landing that happened is told so by `land` itself; one that did not happens now."""
        await self.perform(call)
