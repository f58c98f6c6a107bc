# SPDX-License-Identifier: Apache-2.0
"""The effects of one run: take a turn, secure what it left, measure the gate, land the branch."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from engine.agents import backend, verdict
from engine.agents.artifact import read_artifact
from engine.agents.pointing import provider_of
from engine.agents.protocol import Allowance, Session, Turn, TurnResult
from engine.agents.protocol import Usage as AgentUsage
from engine.agents.provider import Wait
from engine.agents.tools import Toolbox
from engine.agents.transcript import TRANSCRIPT, TranscriptReader
from engine.definition.model import OrchestrateBlock, Profile, Role, RunBlock
from engine.errors import BranchCheckedOut, StateDiverged, UsageError
from engine.gates import measure
from engine.gates.context import MeasureContext, Places
from engine.journal import DISK, RunFolder, folder_name
from engine.kernel import Decision
from engine.kernel.budgets import scopes_of
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
    TurnEnded,
    TurnInterrupted,
    TurnLost,
    TurnReason,
    TurnRefused,
    TurnStarted,
    TurnWaits,
    Usage,
    WorkSecured,
)
from engine.kernel.judging import leaves
from engine.kernel.places import AGENTED, WORKERS, workflow_of
from engine.kernel.scopes import until_gates
from engine.kernel.state import MAIN, Attempt, Node, RunState
from engine.placement import (
    Control,
    ProcessResult,
    ProcessSpec,
    attempt_token,
    environment,
    isolation_for,
)
from engine.policy.prices import PriceTable
from engine.runtime.backoff import utc
from engine.runtime.commands import command_of, run_and_record
from engine.runtime.effects import Call, Effect, Effects
from engine.runtime.facts import work_facts
from engine.runtime.failing import printed, understood
from engine.runtime.fleet import FleetLimits, Place, Refusal
from engine.runtime.integrate import Integrate
from engine.runtime.prompts import Tools, compose
from engine.runtime.service import TOKEN, Requests, ToolService
from engine.runtime.settings import access_of
from engine.runtime.threads import to_the_end
from engine.runtime.watching import Asking, PassOn, TellAnswer, Watch, tell_started
from engine.runtime.ways import ways_of
from engine.workspace import CheckedOut, Moved, RunRepository, Secured

P = ParamSpec("P")
T = TypeVar("T")

GIT_AT_ONCE = max(2, os.cpu_count() or 1)
"""Git operations of one run at a time; each keeps a processor busy."""


@dataclass
class World:
    """What the effects of one run work on."""

    folder: RunFolder
    repository: RunRepository
    data_dir: Path
    tools: ToolService
    fleet: FleetLimits
    lines: dict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    laying_out: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(GIT_AT_ONCE))
    git: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(GIT_AT_ONCE))
    sessions: dict[tuple[str, int], Session] = field(default_factory=dict)
    controls: dict[tuple[str, int], Control] = field(default_factory=dict)
    waits: dict[tuple[str, int], asyncio.Future[Place | Refusal]] = field(default_factory=dict)
    secured: dict[tuple[str, int], Secured] = field(default_factory=dict)
    last_messages: dict[tuple[str, int], str] = field(default_factory=dict)
    asking: Asking = field(default_factory=dict)
    _tokens: dict[tuple[str, int], str] = field(default_factory=dict)

    @cached_property
    def places(self) -> Places:
        """Where gates measure, out of every agent's reach."""
        return Places(self.folder.path / "scratch")

    def token(self, node: str, attempt: int) -> str:
        """The secret that opens the tools of an attempt while a turn of it runs. Kept in memory alone."""
        return self._tokens.setdefault((node, attempt), secrets.token_urlsafe(32))

    def private(self, node: str, attempt: int) -> Path:
        """The folder for what a backend keeps of an attempt, out of every agent's reach. Blocks."""
        folder = self.folder.path / "sessions" / folder_name(node) / str(attempt)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    async def prepare(self, line: str, start: str) -> Path:
        """A clean checkout, off the loop. Others that are to be laid out wait; what is done by an agent does not."""
        async with self.lines[line], self.laying_out:
            return await to_the_end(self.repository.prepare, line, start)

    async def on(self, line: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a git operation off the loop: one at a time for a line, and a few for the run."""
        async with self.lines[line], self.git:
            return await to_the_end(function, *args, **kwargs)


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


def _at(call: Call) -> tuple[Node, Attempt]:
    node = call.state.nodes[call.decision.node]
    return node, node.attempts[call.decision.attempt - 1]


def _profile(state: RunState, node: Node) -> Profile:
    profile = workflow_of(state, node).profile
    return profile if isinstance(profile, Profile) else Profile()


# --------------------------------------------------------------------------------------------------------------- turns


class TakeTurn:
    """Prompt the agent, or run the block's command, and tell how it ended."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        if await asyncio.to_thread(self._begun(call.decision).exists):  # and the record of it was cut off: see `repair`
            return await self._lost(call)
        admitted = await self._admitted(call)
        if isinstance(admitted, Refusal):
            return call.report(_refused(call.decision, admitted))
        async with admitted:
            await self._perform(call, admitted)

    async def _admitted(self, call: Call) -> Place | Refusal:
        """Wait until the fleet has a place for the turn; an interrupt ends the wait."""
        node, attempt = _at(call)
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
        node, attempt = _at(call)
        repository = self.world.repository
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
            if _is_interrupted(attempt, decision):
                return call.report(_never_began(decision))
            earlier = await asyncio.to_thread(printed, folder)
            watch = Watch(call, turn.role, self.world.asking)
            try:
                async with ways_of(turn) as ways:
                    result = await session.prompt(ways.turn, watch)
                result = ways.judged(result)  # when nothing is on its way any more
            except UsageError as error:
                result = TurnResult("failed", "tool_missing", error.message)
            result = await asyncio.to_thread(understood, result, folder, earlier, self.world.fleet.signatures)
        self.world.last_messages[(node.id, attempt.n)] = result.last_message
        for asked in result.requests:
            call.report(requests.claim(asked.kind, dict(asked.data)))
        prices = await asyncio.to_thread(self.world.fleet.prices)
        ended = _ended(decision, result, _usage(result.usage, attempt.model, prices))
        await place.used(_model_of(result.usage, attempt.model), ended.usage)
        if result.reason in ("end_turn", "failed"):
            await place.answered(result.failure, result.retry_after_ms)
        call.report(ended)

    async def reconcile(self, call: Call) -> None:
        """A turn that never began is begun; one that did is lost: it is not on record how it ended."""
        decision: TurnStarted = call.decision
        _, attempt = _at(call)
        if not await asyncio.to_thread(self._begun(decision).exists):
            waits = attempt.turns[-1].waits
            if waits is not None:  # whether it still does is asked anew
                _Waiting(call, waits.account, begun=False)(None)
            return await self.perform(call)
        await self._lost(call)

    async def _lost(self, call: Call) -> None:
        decision: TurnStarted = call.decision
        node, attempt = _at(call)
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
        block, env = node.block, _profile(call.state, node).env
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
        block, profile = node.block, _profile(call.state, node)
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
            return call.report(_never_began(decision))
        control = self.world.controls[key] = Control(partial(tell_started, call, "run"))
        try:
            result = await run_and_record(spec, folder, decision.turn, control)
        finally:
            del self.world.controls[key]
        call.report(_command_ended(decision, result))


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


def _never_began(decision: TurnStarted) -> TurnEnded:
    return TurnEnded(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        reason="interrupted",
        message="interrupted before it began; nothing was started",
    )


def _mark(path: Path) -> None:
    """On disk before the process starts: after a crash it tells a turn that began from one that did not."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with open(path, "xb") as file:
        os.fsync(file.fileno())
    for folder in (path.parent, path.parent.parent):
        DISK.sync_dir(folder)


def _command_ended(decision: TurnStarted, result: ProcessResult) -> TurnEnded:
    reasons: dict[str, TurnReason] = {"timed_out": "timed_out", "interrupted": "interrupted"}
    reason = reasons.get(result.ended, "end_turn")
    return TurnEnded(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        reason=reason,
        failure="timed_out" if reason == "timed_out" else None,
        message=result.detail or ("" if result.ended == "exited" else result.ended.replace("_", " ")),
        exit_code=result.exit_code,
        signal=result.signal,
        duration=result.duration_ms,
        isolation=result.isolation,
    )


_GIVEN_UP = Refusal("", "")
"""The turn was interrupted while it waited for a place."""


def _refused(decision: TurnStarted, refusal: Refusal) -> TurnRefused:
    return TurnRefused(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        limit=refusal.limit,
        sentence=refusal.sentence,
        failure=None if refusal.wait is None else refusal.wait.failure,
        until=None if refusal.wait is None else utc(refusal.wait.until),
    )


def _role(state: RunState, node: Node) -> Role | None:
    block = node.block
    return workflow_of(state, node).roles[block.role] if isinstance(block, AGENTED) else None


def _model_of(told: AgentUsage | None, wanted: str | None) -> str | None:
    """The one model that the figures are of: what the agent names, else what it was asked to use."""
    models = told.models if told is not None else ()
    return wanted if not models else models[0] if len(models) == 1 else None


def _usage(told: AgentUsage | None, model: str | None, prices: PriceTable) -> Usage | None:
    """What the agent told, with a cost where the price table has one. What was cut short is not priced."""
    if told is None:
        return None
    priced = None if told.cost is not None or told.at_least else prices.cost(_model_of(told, model), told)
    return Usage(
        requests=told.requests,
        input=told.input,
        output=told.output,
        cache_read=told.cache_read,
        cache_write=told.cache_write,
        cost=told.cost if priced is None else priced.dollars,
        priced=None if priced is None else priced.date,
    )


def _ended(decision: TurnStarted, result: TurnResult, usage: Usage | None) -> TurnEnded:
    return TurnEnded(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        reason=result.reason,
        version=result.version,
        failure=result.failure,
        short=result.short,
        message=result.message[:2000],
        exit_code=result.exit_code,
        signal=result.signal,
        usage=usage,
        duration=result.duration_ms,
        retry_after=result.retry_after_ms,
        isolation=None if result.isolation is None else str(result.isolation),
    )


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


# ----------------------------------------------------------------------------------------- securing, measuring, landing


class Secure:
    """Commit what the turn left, or keep it aside; fetch and pin it."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        decision: SecuringStarted = call.decision
        node, attempt = _at(call)
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
        node, attempt = _at(call)
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
            profile=_profile(state, node),
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
