# SPDX-License-Identifier: Apache-2.0
"""Drives one run: observations into the ledger, decisions out as effects, until it ends or waits for a person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from engine.errors import JournalUnwritable, PilothouseError, StateDiverged
from engine.kernel import Decision, Event, Observation, RunState
from engine.kernel.budgets import next_deadline
from engine.kernel.events import (
    DeadlinePassed,
    DriverAttached,
    DriverDetached,
    EffectFailed,
    Heartbeat,
)
from engine.kernel.state import effect_key
from engine.runtime.effects import Call, Effects
from engine.runtime.ledger import Data, Ledger, data_of

log = logging.getLogger("pilothouse.driver")

HEARTBEAT = 10.0
"""Seconds between heartbeats while the run is driven."""
TICK = 0.5
"""Seconds within which a reached limit on driving time is noticed."""
MEND = (0.5, 15.0)
"""Seconds between attempts to write a journal that refused: the first pause, doubled up to the longest."""


class Driver:
    """The driver of one run. `on_trouble` is told when the journal cannot be written, and "" when it can again."""

    def __init__(self, ledger: Ledger, effects: Effects) -> None:
        self.ledger = ledger
        self.on_trouble: Callable[[str], None] = lambda _: None
        self._effects = effects
        self._observations: asyncio.Queue[tuple[Observation, Data] | None] = asyncio.Queue()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._group: asyncio.TaskGroup | None = None
        self._mending: asyncio.Task[None] | None = None
        self._pending: list[Event] = []
        self._stop = asyncio.Event()

    @property
    def state(self) -> RunState:
        """The run as it stands; read only."""
        return self.ledger.state

    @property
    def at_rest(self) -> bool:
        """True when nothing moves: the run has ended, or waits for a person."""
        return (
            self.state.status not in ("pending", "running")
            and not (self._tasks or self._pending)
            and self._observations.empty()
        )

    def report(self, body: Observation) -> None:
        """Take an observation; it is journaled, with what follows from it, in the order of reports.

        Raises:
            RecordInvalid: no journal can hold it. Said here, to whoever reports it: later it would end the driver.
        """
        self._observations.put_nowait((body, data_of(body)))

    def observe(self, body: Observation) -> list[Event]:
        """Journal an observation at once, with what follows from it; effects start. Only while `drive` runs."""
        assert self._group is not None, "before it drives, an effect would start twice: recovery starts what is left"
        events = self._take(body)
        self._pending += events
        self._observations.put_nowait(None)
        return events

    async def ask(self, body: Observation) -> list[Event]:
        """`observe`, and wait until it and what follows from it are on disk."""
        events = self.observe(body)
        await self._durable(events[-1].seq)
        return events

    def mend(self) -> None:
        """The journal refused a write: begin to mend it, if that is not under way."""
        if self.ledger.journal.state == "failed":
            self._mend()

    def stop(self) -> None:
        """Leave the run as a crash would, but in good order: processes end, the next driver goes on."""
        self._stop.set()
        self._observations.put_nowait(None)

    async def drive(
        self,
        attached: DriverAttached,
        *,
        stay: bool = False,
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Drive until the run ends or pauses; with `stay`, a pause is waited out until `stop` or the end.

        `beside` runs meanwhile and is cancelled before the driver lets go: it may call `observe`.

        Raises:
            JournalUnwritable, JournalDamaged: the journal could not be mended; nothing more was started.
        """
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                companions = [group.create_task(self._keep_time(), name=f"clock of {self.state.run}")]
                if beside is not None:
                    companions.append(group.create_task(beside(), name=f"beside {self.state.run}"))
                try:
                    await self._recover(attached, group)
                    await self._loop(group, stay)
                finally:
                    ending = [*companions, *self._tasks.values()]
                    for task in ending:
                        task.cancel()
                await asyncio.wait(ending)
                await self._let_go()
        except BaseExceptionGroup as errors:
            raise _cause_of(errors) from errors
        finally:
            self._group = None

    async def _let_go(self) -> None:
        self._take(DriverDetached(cause="stopped" if self._stop.is_set() else self.state.status))
        self.ledger.run_clock(False)
        await self._durable(None)

    # ------------------------------------------------------------------------------------------------------------ loop

    async def _loop(self, group: asyncio.TaskGroup, stay: bool) -> None:
        while not self._stop.is_set():
            if self.at_rest and (self.state.ended or not stay):
                return
            told = await self._observations.get()
            events = self._take(*told) if told is not None else []
            pending, self._pending = self._pending, []
            self._start(pending + events, group)

    def _take(self, body: Observation, data: Data | None = None) -> list[Event]:
        events = self.ledger.observe(body, data)
        self.ledger.run_clock(self.state.status == "running" and not self.state.only_waits)
        if self.ledger.journal.state == "failed":
            self._mend()
        return events

    def _start(self, events: list[Event], group: asyncio.TaskGroup) -> None:
        for event in events:
            if isinstance(event.body, Decision) and event.body.effect:
                self._spawn(event.body, event.seq if event.body.barrier else None, group, again=False)

    def _spawn(self, decision: Decision, barrier: int | None, group: asyncio.TaskGroup, *, again: bool) -> None:
        key = effect_key(decision)
        task = group.create_task(self._carry_out(key, decision, barrier, again), name=key)
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._tasks.pop(key, None) if self._tasks.get(key) is done else None)

    async def _carry_out(self, key: str, decision: Decision, barrier: int | None, again: bool) -> None:
        call = Call(decision, self.state, self.report, self.ask)
        try:
            effect = self._effects[type(decision)]
            if barrier is not None:
                await self._durable(barrier)
            await (effect.reconcile(call) if again else effect.perform(call))
        except StateDiverged as error:
            log.warning("effect %s is not carried out: %s", key, error.message)
            self._failed(key, decision, error.code, error.message, recorded=error.recorded, observed=error.observed)
        except PilothouseError as error:
            log.warning("effect %s failed: %s", key, error.message)
            self._failed(key, decision, error.code, error.message)
        except Exception as error:
            log.exception("effect %s failed", key)
            self._failed(key, decision, "internal", f"{type(error).__name__}: {error} (the log has the details)")
        finally:
            self._tasks.pop(key, None)
            self._observations.put_nowait(None)

    def _failed(self, key: str, decision: Any, code: str, message: str, **sides: str) -> None:
        self.report(EffectFailed(node=decision.node, key=key, code=code, message=message[:2000], **sides))

    # -------------------------------------------------------------------------------------------------------- recovery

    async def _recover(self, attached: DriverAttached, group: asyncio.TaskGroup) -> None:
        """Complete what a crash tore, then reconcile each decision whose observation is not on record."""
        left = [entry.decision for entry in self.state.outstanding.values()]
        fresh = self.ledger.settle()
        events = self._take(attached)
        await self._durable(None)
        for decision in left:
            self._spawn(decision, None, group, again=True)
        self._start(fresh, group)
        self._start(events, group)

    # ---------------------------------------------------------------------------------------------------- journal, time

    async def _durable(self, seq: int | None) -> None:
        while True:
            try:
                return await self.ledger.durable(seq)
            except JournalUnwritable:
                await asyncio.shield(self._mend())

    def _mend(self) -> asyncio.Task[None]:
        assert self._group is not None, "only while it drives"
        if self._mending is None or self._mending.done():
            self._mending = self._group.create_task(self._recover_journal(), name="mend the journal")
        return self._mending

    async def _recover_journal(self) -> None:
        """Try until the disk takes it. Raises JournalUnwritable once the driver is to stop, and JournalDamaged."""
        self.on_trouble(f"The journal of run {self.state.run} cannot be written; nothing is started until it can.")
        pause, longest = MEND
        while self.ledger.journal.state == "failed":
            try:
                await self.ledger.journal.recover(delays=(0.0,))
            except JournalUnwritable as error:
                log.error("%s", error.message)
                if self._stop.is_set():
                    raise
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._stop.wait()
                pause = min(2 * pause, longest)
        self.on_trouble("")

    async def _keep_time(self) -> None:
        told: int | None = None
        beat = 0.0
        while True:
            await asyncio.sleep(TICK)
            if self.state.status != "running" or self.ledger.journal.state != "open":
                continue
            beat += TICK
            if beat >= HEARTBEAT:
                beat = 0.0
                self.report(Heartbeat())
            due = next_deadline(self.state)
            if due is not None and due != told and self.ledger.driven >= due:
                told = due
                self.report(DeadlinePassed(key="wall_clock"))


def _cause_of(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error of a group: what went wrong, without the wrapping of structured concurrency."""
    first = errors.exceptions[0]
    return _cause_of(first) if isinstance(first, BaseExceptionGroup) else first
