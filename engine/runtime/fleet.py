# SPDX-License-Identifier: Apache-2.0
"""Limits over all runs of a data directory: how many turns run at the same time, and what a day may use.

Every engine process has one `FleetLimits`; they agree through the folder `fleet`: a lock for the moment of admission,
one locked file for each turn that runs (gone with its process), and the figures of the day. Turns of agents count;
commands only wait while the fleet is paused. A turn whose provider is held back (`backoff`) waits too, or is refused,
as its run says. Tokens and cost are known when a turn ends, so the turns that run when a
day's limit is reached may go beyond it; the count of turns never does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.agents.pointing import provider_of
from engine.agents.provider import Wait
from engine.definition.model import Role
from engine.errors import FleetUnrecorded, JournalLocked
from engine.journal import OwnerLock
from engine.kernel.events import OnLimit, Usage
from engine.policy.failures import FailureClass, as_failure_class, follow_up
from engine.policy.prices import PriceTable
from engine.runtime.backoff import Backoff
from engine.runtime.running import Running, RunningTurns, unusable
from engine.runtime.settings import Limits, Settings, SettingsFile, SignaturesFile
from engine.runtime.usage import ALL, Day, Entry, Key, Used, ended, rebuild, today

log = logging.getLogger("pilothouse.fleet")

LOOK = 0.5
"""Seconds between looks for a place that another process left, and for changed settings."""
_BUSY = 0.05
"""Seconds until another process that admits a turn right now is done."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """No turn is started: the limit of the settings that is reached, and a sentence for people."""

    limit: str
    sentence: str
    wait: Wait | None = None
    """Set where the provider has no room, and no limit of ours stands in the way."""


OnWait = Callable[[Wait | None], None]
"""Told what a turn waits for, and None when that is over."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose turn wants a place. `account` is what its provider limits, `project` the repository of its run."""

    key: Key
    backend: str | None
    account: str
    project: str = ""
    on_limit: OnLimit = "continue"

    @property
    def seed(self) -> str:
        """Names the turn, so that its share of jitter is its own."""
        return ":".join(str(part) for part in self.key)


class Place:
    """The place of one running turn. Leave it with `leave`, or as an async context manager; gone with its process."""

    def __init__(self, fleet: FleetLimits, asker: Asker, lock: OwnerLock | None) -> None:
        self._fleet, self._asker, self._lock = fleet, asker, lock
        self._since = fleet.backoff.clock()

    async def used(self, model: str | None, usage: Usage | None) -> None:
        """Tell what the turn used; None: nobody knows."""
        if self._asker.backend is not None:
            await self._fleet.ended(self._asker.key, self._asker.backend, model, usage, self._asker.project)

    async def answered(self, failure: str | None, retry_after_ms: int | None = None) -> None:
        """Tell how the provider took the turn: it failed so, or (None) it ended well."""
        if failure is None:
            await asyncio.to_thread(self._fleet.backoff.succeeded, self._asker.account, begun=self._since)
        elif follow_up(failure) == "wait":
            known = as_failure_class(failure)
            await asyncio.to_thread(self._fleet.limited, self._asker.account, known, retry_after_ms, self._since)

    async def leave(self) -> None:
        """Let another turn have it. May be called again."""
        await asyncio.shield(asyncio.to_thread(self.leave_now))
        self._fleet.wake()

    def leave_now(self) -> None:
        """The same, from a thread."""
        if self._lock is not None:
            self._lock.release()
            with suppress(OSError):
                self._lock.path.unlink(missing_ok=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()


class FleetLimits:
    """Admits turns. Used by one event loop; processes with the same data directory share the limits.

    `rest` as in `rebuild`: for a window, which only looks.
    """

    def __init__(self, data_dir: Path, *, rest: float = 0.0) -> None:
        self.data_dir = data_dir
        self._rest = rest
        self.settings = SettingsFile(data_dir)
        self.signatures = SignaturesFile(data_dir)
        self.backoff = Backoff(data_dir)
        self._folder = data_dir / "fleet"
        self._running = RunningTurns(self._folder / "running")
        self._day: Day | None = None
        self._first: defaultdict[tuple[str | None, str, str], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._admission = asyncio.Lock()
        self._awake = asyncio.Event()
        self._figures = threading.Lock()

    def account_of(self, role: Role) -> str:
        """What the provider of a role limits: the account that the settings name, else the program. Blocks."""
        own = self.settings.current().fleet.backends.get(role.agent)
        if own is not None and own.account is not None:
            return own.account
        if role.network == "model" and (provider := provider_of(role)) is not None:  # through the gateway
            return provider
        program = os.path.basename(role.argv[0]) if role.argv else ""
        return f"{role.agent}:{program}" if program else role.agent

    async def admit(
        self,
        key: Key,
        backend: str | None,
        *,
        account: str | None = None,
        project: str = "",
        on_limit: OnLimit = "continue",
        on_wait: OnWait = lambda _: None,
    ) -> Place | Refusal:
        """Wait for a place for a turn of this backend (None: a command), in order of asking within backend and project.

        `account` is what its provider limits; the backend where None. While it is held back the turn waits, and
        `on_wait` is told; with `on_limit` "pause" it is refused instead, with "now" it starts all the same.
        Cancelled, it leaves nothing behind.

        Raises:
            FleetUnrecorded: today's figures cannot be read or written.
        """
        asker = Asker(key, backend, account or backend or "", project, on_limit)
        while True:
            refusal = await self._past_limit(asker, on_wait)
            if refusal is not None:
                return refusal
            async with self._first[backend, asker.account, project]:
                found = await self._in_turn(asker)
            if found is not None:
                return found

    async def _past_limit(self, asker: Asker, on_wait: OnWait) -> Refusal | None:
        """Wait until the account takes requests; each turn has a moment of its own to go on in."""
        if asker.backend is None:
            return None
        provider = self.backoff.provider(asker.account, asker.seed, on_wait)
        patience = {"pause": 0.0, "now": None}.get(asker.on_limit, float("inf"))
        found = None if patience is None else await provider.ready(patience)
        return Refusal("provider", _held_back(found), found) if isinstance(found, Wait) else None

    async def _in_turn(self, asker: Asker) -> Place | Refusal | None:
        """The first of those who wait looks again and again; None: the account is held back meanwhile."""
        while True:
            awake = self._awake
            found = await self._try_in_thread(asker)
            if not isinstance(found, float):
                return found
            with suppress(TimeoutError):
                async with asyncio.timeout(found):
                    await awake.wait()

    async def ended(self, key: Key, backend: str, model: str | None, usage: Usage | None, project: str = "") -> None:
        """Count what a turn used; None: nobody knows. What cannot be written here is in the journals all the same."""
        try:
            await asyncio.to_thread(self._add, ended(key, backend, model, usage, project))
        except FleetUnrecorded as error:
            log.error("%s", error.message)

    def wake(self) -> None:
        """Somebody left a place: those who wait look again."""
        awake, self._awake = self._awake, asyncio.Event()
        awake.set()

    def prices(self) -> PriceTable:
        """The prices that hold now. Blocks."""
        return self.settings.current().price_table

    def used(self) -> dict[str, Used]:
        """What every backend, and `ALL` together, used today. Blocks. Raises FleetUnrecorded."""
        with self._figures:
            return self._today().used(self.settings.current().price_table)

    def running(self) -> Counter[str]:
        """How many turns run now by backend, and by `ALL` together, in whatever process. Blocks; only looks."""
        found: Counter[str] = Counter()
        with suppress(FleetUnrecorded):
            found.update(one.backend_name for one in self._running.all(tidy=False))
        found[ALL] = found.total()
        return found

    def used_by_project(self) -> dict[str, Used]:
        """What the runs of every repository used today. Blocks. Raises FleetUnrecorded."""
        with self._figures:
            return self._today().by_project(self.settings.current().price_table)

    def limited(self, account: str, failure: FailureClass, retry_after_ms: int | None, begun: float) -> None:
        """The provider of this account refused a turn that began at `begun` (Unix seconds). Blocks."""
        running: int | None = None
        with suppress(FleetUnrecorded):
            running = sum(one.account == Running.of("", account, "").account for one in self._running.all())
        self.backoff.limited(account, failure, retry_after_ms, begun=begun, running=running)

    def _add(self, entry: Entry) -> None:
        with self._figures:
            self._today().add(entry)

    # ------------------------------------------------------------------------------------ one look, in a thread

    async def _try_in_thread(self, asker: Asker) -> Place | Refusal | float | None:
        async with self._admission:
            looking = asyncio.ensure_future(asyncio.to_thread(self._try, asker))
            try:
                return await asyncio.shield(looking)
            except asyncio.CancelledError:
                with suppress(Exception):
                    found = await looking
                    if isinstance(found, Place):
                        found.leave_now()
                raise

    def _try(self, asker: Asker) -> Place | Refusal | float | None:
        """A place, a refusal, how long to wait before the next look, or None: the account is held back."""
        settings = self.settings.current()
        if settings.fleet.paused:
            return LOOK
        if asker.backend is None:
            return Place(self, asker, None)
        if asker.on_limit != "now" and self.backoff.wait_of(asker.account, asker.seed) is not None:
            return None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = OwnerLock.take(self._folder / "lock")
        except JournalLocked:
            return _BUSY
        except OSError as error:
            raise unusable(self._folder, error) from error
        try:
            with self._figures:
                return self._take(settings, asker, asker.backend)
        finally:
            lock.release()

    def _take(self, settings: Settings, asker: Asker, backend: str) -> Place | Refusal | float:
        day, prices = self._today(), settings.price_table
        refusal = _spent(settings, day.used(prices), day.by_project(prices), backend, asker.project)
        if refusal is not None and not day.began(asker.key):  # a turn that a crash cut before it began has its count
            return refusal
        turn = Running.of(backend, asker.account, asker.project)
        if not self._has_room(settings, asker, backend, turn):
            return LOOK
        place = Place(self, asker, self._running.take(turn))
        try:
            day.add(Entry("began", *asker.key, backend, project=asker.project))
        except FleetUnrecorded:
            place.leave_now()
            raise
        return place

    def _today(self) -> Day:
        """The figures of today; where nobody wrote any yet, those that the journals show."""
        date = today()
        if self._day is None or self._day.date != date:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._day = Day(self._folder, date)
        if not self._day.path.exists():
            self._day = Day(self._folder, date)
            self._day.add(*rebuild(self.data_dir, date, rest=self._rest))
        return self._day

    def _has_room(self, settings: Settings, asker: Asker, backend: str, turn: Running) -> bool:
        fleet = settings.fleet
        project = fleet.project(asker.project)
        own = fleet.backends.get(backend)
        limits: list[tuple[int | None, Callable[[Running], bool]]] = [
            (fleet.concurrent, lambda one: True),
            (None if own is None else own.concurrent, lambda one: one.backend == turn.backend),
            (None if project is None else project[1].concurrent, lambda one: one.project == turn.project),
            (self.backoff.turns_of(asker.account), lambda one: one.account == turn.account),
        ]
        set_ = [(limit, counts) for limit, counts in limits if limit is not None]
        running = self._running.all() if set_ else []
        return all(sum(map(counts, running)) < limit for limit, counts in set_)


def _held_back(wait: Wait | None) -> str:
    """Why a turn does not begin, for people."""
    if wait is None:
        return ""
    until = datetime.fromtimestamp(wait.until, UTC)
    why = "limits the rate" if wait.failure == "rate_limited" else "is overloaded"
    return f"The provider of {wait.account} {why}: it takes no requests until {until:%Y-%m-%d %H:%M:%S} UTC."


def _spent(
    settings: Settings, used: dict[str, Used], projects: dict[str, Used], backend: str, project: str
) -> Refusal | None:
    """The first limit of the day that forbids another turn of this backend for this project."""
    own, of_project = settings.fleet.backends.get(backend), settings.fleet.project(project)
    scopes: list[tuple[str, str, Limits, Used | None]] = [
        ("fleet.per_day", "The fleet's", settings.fleet, used.get(ALL))
    ]
    if own is not None:
        scopes.append((f"fleet.backends.{backend}.per_day", f"{backend}'s", own, used.get(backend)))
    if of_project is not None:
        name, limits = of_project
        scopes.append((f"fleet.projects.{name}.per_day", f"Project {name}'s", limits, projects.get(project)))
    for name, whose, limits, so_far in scopes:
        for kind in ("turns", "tokens", "cost"):
            cap = getattr(limits.per_day, kind)
            found = None if cap is None else _reached(f"{name}.{kind}", whose, kind, cap, so_far or Used(), limits)
            if found is not None:
                return found
    return None


def _reached(name: str, whose: str, kind: str, cap: float, used: Used, limits: Limits) -> Refusal | None:
    spent = getattr(used, kind)
    if spent >= cap:
        told = f"{_amount(kind, spent)} of {_amount(kind, cap)}"
        word = "are" if kind != "cost" else "is"
        return Refusal(
            name, f"{whose} {kind} of today {word} spent: {told}. Raise {name}, or try again tomorrow (UTC)."
        )
    if kind in used.at_least and not limits.per_day.accept_unknown:
        prices = "Give its model a price under prices, lift" if kind == "cost" else "Lift"
        accept = f"{name.rpartition('.')[0]}.accept_unknown=true"
        return Refusal(
            name,
            f"{whose} limit on {kind} of a day is {_amount(kind, cap)}, and what an agent used today is unknown: "
            f"at least {_amount(kind, spent)} is spent. {prices} {name}, or set {accept}.",
        )
    return None


def _amount(kind: str, value: float) -> str:
    return f"${value:.2f}" if kind == "cost" else f"{value:,.0f}"
