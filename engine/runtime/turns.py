# SPDX-License-Identifier: Apache-2.0
"""Takes the turns of agents and commands, and interrupts them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.agents import backend
from engine.agents.pointing import provider_of
from engine.agents.protocol import Allowance, Session, Turn, TurnResult
from engine.agents.provider import Wait
from engine.agents.tools import Toolbox
from engine.definition.model import OrchestrateBlock, Role, RunBlock
from engine.errors import UsageError
from engine.journal import DISK, folder_name
from engine.kernel.budgets import scopes_of
from engine.kernel.events import TurnLost, TurnStarted, TurnWaits
from engine.kernel.places import AGENTED, workflow_of
from engine.kernel.state import Attempt, Node, RunState
from engine.placement import Control, ProcessSpec, attempt_token, environment, isolation_for
from engine.runtime.backoff import utc
from engine.runtime.commands import command_of, run_and_record
from engine.runtime.effects import Call
from engine.runtime.ends import command_ended, model_of, never_began, refused, turn_ended, usage_of
from engine.runtime.failing import printed, understood
from engine.runtime.fleet import Place, Refusal
from engine.runtime.prompts import Tools, compose
from engine.runtime.service import TOKEN, Requests
from engine.runtime.settings import access_of
from engine.runtime.watching import Watch, tell_started
from engine.runtime.ways import ways_of
from engine.runtime.world import World, node_of, profile_of


class TakeTurn:
    """Prompt the agent, or run the block's command, and tell how it ended."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        if await asyncio.to_thread(self._begun(call.decision).exists):  # and the record of it was cut off: see `repair`
            return await self._lost(call)
        admitted = await self._admitted(call)
        if isinstance(admitted, Refusal):
            return call.report(refused(call.decision, admitted))
        async with admitted:
            await self._perform(call, admitted)

    async def _admitted(self, call: Call) -> Place | Refusal:
        """Wait until the fleet has a place for the turn; an interrupt ends the wait."""
        node, attempt = node_of(call)
        if _is_interrupted(attempt, call.decision):
            return _GIVEN_UP
        waits, at, fleet = self.world.waits, (node.id, attempt.n), self.world.fleet
        key, role = (call.state.run, *at, call.decision.turn), _role(call.state, node)
        account = await asyncio.to_thread(fleet.account_of, role) if role is not None else None
        admission = fleet.admit(
            key,
            None if role is None else role.agent,
            account=account,
            project=call.state.repository,
            on_limit=call.decision.on_limit,
            on_wait=_Waiting(call, account or "", begun=False),
        )
        waits[at] = asyncio.ensure_future(admission)
        try:
            return await waits[at]
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return _GIVEN_UP
        finally:
            del waits[at]

    async def _perform(self, call: Call, place: Place) -> None:
        decision: TurnStarted = call.decision
        node, attempt = node_of(call)
        repository = self.world.repository
        self.world.forget(call.state)
        start = attempt.fork_point if decision.turn == 1 else decision.start
        if start is not None:
            checkout = await self.world.prepare(node.line, start)
        else:
            checkout = repository.checkout(node.line)
        folder = await asyncio.to_thread(self.world.folder.make_attempt, node.id, attempt.n)
        begun = self._begun(decision)
        if isinstance(node.block, RunBlock):
            await asyncio.to_thread(_mark, begun)
            return await self._command(call, node, attempt, checkout, folder)
        requests = Requests(call)
        with self._tools(call, node, attempt, folder, requests) as (env, box):
            tools: Tools = "in-band" if box is not None else "http" if TOKEN in env else "none"
            turn = await self._turn(call, node, attempt, checkout, folder, env, tools)
            turn = replace(turn, tools=box)
            session = await self._session(node, attempt, turn)
            await asyncio.to_thread(_mark, begun)
            earlier = await asyncio.to_thread(printed, folder)
            watch = Watch(call, turn.role, self.world.asking)
            try:
                async with ways_of(turn) as ways:
                    if _is_interrupted(attempt, decision):  # asked last: from here on the session hears of it itself
                        return call.report(never_began(decision))
                    result = await session.prompt(ways.turn, watch)
                result = ways.judged(result)  # when nothing is on its way any more
            except UsageError as error:
                result = TurnResult("failed", "tool_missing", error.message)
            result = await asyncio.to_thread(understood, result, folder, earlier, self.world.fleet.signatures)
        self.world.last_messages[(node.id, attempt.n)] = result.last_message
        for asked in result.requests:
            call.report(requests.claim(asked.kind, dict(asked.data)))
        prices = await asyncio.to_thread(self.world.fleet.prices)
        ended = turn_ended(decision, result, usage_of(result.usage, attempt.model, prices))
        await place.used(model_of(result.usage, attempt.model), ended.usage)
        if result.reason in ("end_turn", "failed"):
            await place.answered(result.failure, result.retry_after_ms)
        call.report(ended)

    async def reconcile(self, call: Call) -> None:
        """A turn that never began is begun; one that did is lost: it is not on record how it ended."""
        decision: TurnStarted = call.decision
        _, attempt = node_of(call)
        if not await asyncio.to_thread(self._begun(decision).exists):
            waits = attempt.turns[-1].waits
            if waits is not None:  # whether it still does is asked anew
                _Waiting(call, waits.account, begun=False)(None)
            return await self.perform(call)
        await self._lost(call)

    async def _lost(self, call: Call) -> None:
        decision: TurnStarted = call.decision
        node, attempt = node_of(call)
        resumable = False
        if isinstance(node.block, AGENTED):
            role = workflow_of(call.state, node).roles[node.block.role]
            resumable = backend(role).capabilities.resume
            key = (call.state.run, node.id, attempt.n, decision.turn)
            await self.world.fleet.ended(key, role.agent, attempt.model, None, call.state.repository)
        call.report(
            TurnLost(
                node=node.id,
                attempt=attempt.n,
                turn=decision.turn,
                resumable=resumable,
                note="the engine ended while this turn ran; how it ended is not on record",
            )
        )

    def _begun(self, decision: TurnStarted) -> Path:
        name = f"{folder_name(decision.node)}.{decision.attempt}.{decision.turn}"
        return self.world.folder.path / "begun" / name

    async def _session(self, node: Node, attempt: Attempt, turn: Turn) -> Session:
        key = (node.id, attempt.n)
        session = self.world.sessions.get(key)
        if session is None:
            kind = backend(turn.role)
            again = turn.turn > 1 and kind.capabilities.resume
            session = await (kind.resume(attempt.session) if again else kind.start(attempt.session))
            self.world.sessions[key] = session
        return session

    @contextmanager
    def _tools(
        self, call: Call, node: Node, attempt: Attempt, folder: Path, requests: Requests
    ) -> Iterator[tuple[Mapping[str, str], Toolbox | None]]:
        """The agent's own variables, with the way to the engine's tools over HTTP; or the tools for it in-band."""
        block, env = node.block, profile_of(call.state, node).env
        assert isinstance(block, AGENTED)
        box = Toolbox(folder, block.produces, leads=isinstance(block, OrchestrateBlock), ask=requests.ask)
        match backend(workflow_of(call.state, node).roles[block.role]).capabilities.tools:
            case "http":
                with self.world.tools.opened(box, self.world.token(node.id, attempt.n), env) as told:
                    yield told, None
            case "in-band":
                try:
                    yield env, box
                finally:
                    box.close()
            case "none":
                yield env, None

    async def _turn(
        self,
        call: Call,
        node: Node,
        attempt: Attempt,
        checkout: Path,
        folder: Path,
        env: Mapping[str, str],
        tools: Tools,
    ) -> Turn:
        decision: TurnStarted = call.decision
        block, state = node.block, call.state
        assert isinstance(block, AGENTED)
        blackboard = self.world.folder.blackboard
        paths = {"verdict": folder / "verdict.json", "artifacts": folder / "artifacts", "blackboard": blackboard}
        role, fleet = workflow_of(state, node).roles[block.role], self.world.fleet
        settings = await asyncio.to_thread(fleet.settings.current)
        access = access_of(settings, provider_of(role) or role.agent if role.network == "model" else role.agent)
        account = await asyncio.to_thread(fleet.account_of, role)
        seed = f"{state.run}:{node.id}:{attempt.n}:{decision.turn}"
        return Turn(
            run=state.run,
            node=node.id,
            attempt=attempt.n,
            session=attempt.session,
            turn=decision.turn,
            prompt=compose(state, node, decision, paths, tools=tools),
            checkout=checkout,
            attempt_dir=folder,
            blackboard=blackboard,
            role=role.model_copy(update={"model": (attempt.model,)}) if attempt.model else role,
            token=attempt_token(self.world.folder.path, node.id, attempt.n),
            env=env,
            wall_ms=decision.wall,
            idle_ms=decision.idle,
            readable=await asyncio.to_thread(self.world.repository.readable_by_agents),
            hidden=(self.world.data_dir,),
            allowance=_allowance(state, node, decision, access.prices.price(attempt.model or "") is not None),
            access=access,
            private=await asyncio.to_thread(self.world.private, node.id, attempt.n),
            provider=fleet.backoff.provider(account, seed, _Waiting(call, account, begun=True)),
        )

    async def _command(self, call: Call, node: Node, attempt: Attempt, checkout: Path, folder: Path) -> None:
        """Run the block's argv in the checkout; whatever its exit status, it is the gate that judges it."""
        decision: TurnStarted = call.decision
        block, profile = node.block, profile_of(call.state, node)
        assert isinstance(block, RunBlock)
        key = (node.id, attempt.n)
        spec = ProcessSpec(
            argv=command_of(block, profile),
            cwd=checkout,
            env=environment(profile.env),
            token=attempt_token(self.world.folder.path, node.id, attempt.n),
            isolation=isolation_for(None),
            writable=(checkout,),
            readable=await asyncio.to_thread(self.world.repository.readable_by_agents),
            hidden=(self.world.data_dir,),
            wall_ms=decision.wall,
        )
        if _is_interrupted(attempt, decision):
            return call.report(never_began(decision))
        control = self.world.controls[key] = Control(partial(tell_started, call, "run"))
        try:
            result = await run_and_record(spec, folder, decision.turn, control)
        finally:
            del self.world.controls[key]
        call.report(command_ended(decision, result))


def _allowance(state: RunState, node: Node, decision: TurnStarted, priced: bool) -> Allowance:
    """What the turn reserved, and may use; where nobody knows a price, and a person accepted that, cost is no limit."""
    reserved = decision.reserved
    accepted = all(
        meters["cost"].unknown_accepted
        for _, meters in scopes_of(state, node)
        if "cost" in meters and meters["cost"].cap is not None
    )
    return Allowance(
        requests=_whole(reserved.get("requests")),
        tokens=_whole(reserved.get("tokens")),
        cost=None if accepted and not priced else reserved.get("cost"),
    )


def _whole(amount: float | None) -> int | None:
    return None if amount is None else int(amount)


class _Waiting:
    """Tells the journal that the turn waits for its provider, and that it does not any more."""

    def __init__(self, call: Call, account: str, *, begun: bool) -> None:
        self.call, self.account, self.begun = call, account, begun

    def __call__(self, wait: Wait | None) -> None:
        turn: TurnStarted = self.call.decision
        where = {"node": turn.node, "attempt": turn.attempt, "turn": turn.turn}
        given = {} if wait is None else {"failure": wait.failure, "until": utc(wait.until), "refusals": wait.refusals}
        self.call.report(TurnWaits.model_validate({**where, "account": self.account, "begun": self.begun, **given}))


def _is_interrupted(attempt: Attempt, decision: TurnStarted) -> bool:
    """Whether the turn was to be interrupted before its process was there to be told."""
    return attempt.turns[decision.turn - 1].interrupt is not None


def _mark(path: Path) -> None:
    """On disk before the process starts: after a crash it tells a turn that began from one that did not."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with open(path, "xb") as file:
        os.fsync(file.fileno())
    for folder in (path.parent, path.parent.parent):
        DISK.sync_dir(folder)


_GIVEN_UP = Refusal("", "")
"""The turn was interrupted while it waited for a place."""


def _role(state: RunState, node: Node) -> Role | None:
    block = node.block
    return workflow_of(state, node).roles[block.role] if isinstance(block, AGENTED) else None


class Interrupt:
    """Interrupt a running turn; its end is reported by the turn itself."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        key = (call.decision.node, call.decision.attempt)
        session, control = self.world.sessions.get(key), self.world.controls.get(key)
        waiting = self.world.waits.get(key)
        if waiting is not None:
            waiting.cancel()
        if session is not None:
            await session.interrupt()
        if control is not None:
            control.interrupt()

    async def reconcile(self, call: Call) -> None:
        """Nothing of the turn is alive any more; the turn itself is told lost."""
