# SPDX-License-Identifier: Apache-2.0
"""Limits over all runs of a data directory: how many turns run at the same time, and what a day may use.

Every engine process has one `FleetLimits`; they agree through the folder `fleet`: a lock for the moment of admission,
one locked file for each turn that runs (gone with its process), and the figures of the day. Turns of agents count;
commands only wait while the fleet is paused. Tokens and cost are known when a turn ends, so the turns that run when a
day's limit is reached may go beyond it; the count of turns never does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

from engine.errors import FleetUnrecorded, JournalLocked
from engine.journal import OwnerLock, folder_name, holder, node_of
from engine.kernel.events import Usage
from engine.policy.prices import PriceTable
from engine.runtime.settings import Limits, Settings, SettingsFile
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


class Place:
    """The place of one running turn. Leave it with `leave`, or as an async context manager; gone with its process."""

    def __init__(self, fleet: FleetLimits, key: Key, backend: str | None, lock: OwnerLock | None) -> None:
        self._fleet, self._key, self._backend, self._lock = fleet, key, backend, lock

    async def used(self, model: str | None, usage: Usage | None) -> None:
        """Tell what the turn used; None: nobody knows."""
        if self._backend is not None:
            await self._fleet.ended(self._key, self._backend, model, usage)

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
    """Admits turns. Used by one event loop; processes with the same data directory share the limits."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.settings = SettingsFile(data_dir)
        self._folder = data_dir / "fleet"
        self._running = self._folder / "running"
        self._day: Day | None = None
        self._first: defaultdict[str | None, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._admission = asyncio.Lock()
        self._awake = asyncio.Event()
        self._figures = threading.Lock()

    async def admit(self, key: Key, backend: str | None) -> Place | Refusal:
        """Wait for a place for a turn of this backend (None: a command); in order of asking, within a backend.

        Cancelled, it leaves nothing behind.

        Raises:
            FleetUnrecorded: today's figures cannot be read or written.
        """
        async with self._first[backend]:
            while True:
                awake = self._awake
                found = await self._try_in_thread(key, backend)
                if isinstance(found, (Place, Refusal)):
                    return found
                with suppress(TimeoutError):
                    async with asyncio.timeout(found):
                        await awake.wait()

    async def ended(self, key: Key, backend: str, model: str | None, usage: Usage | None) -> None:
        """Count what a turn used; None: nobody knows. What cannot be written here is in the journals all the same."""
        try:
            await asyncio.to_thread(self._add, ended(key, backend, model, usage))
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
        with suppress(OSError), os.scandir(self._running) as places:
            for place in places:
                with suppress(OSError):
                    if holder(Path(place.path)) is not None:
                        found[node_of(Path(place.name.rpartition(".")[0]))] += 1
        found[ALL] = found.total()
        return found

    def _add(self, entry: Entry) -> None:
        with self._figures:
            self._today().add(entry)

    # ------------------------------------------------------------------------------------ one look, in a thread

    async def _try_in_thread(self, key: Key, backend: str | None) -> Place | Refusal | float:
        async with self._admission:
            looking = asyncio.ensure_future(asyncio.to_thread(self._try, key, backend))
            try:
                return await asyncio.shield(looking)
            except asyncio.CancelledError:
                with suppress(Exception):
                    found = await looking
                    if isinstance(found, Place):
                        found.leave_now()
                raise

    def _try(self, key: Key, backend: str | None) -> Place | Refusal | float:
        """A place, a refusal, or how long to wait before the next look."""
        settings = self.settings.current()
        if settings.fleet.paused:
            return LOOK
        if backend is None:
            return Place(self, key, None, None)
        try:
            self._running.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = OwnerLock.take(self._folder / "lock")
        except JournalLocked:
            return _BUSY
        except OSError as error:
            raise _unusable(self._folder, error) from error
        try:
            with self._figures:
                day = self._today()
                refusal = _spent(settings, day.used(settings.price_table), backend)
                if refusal is not None and not day.began(key):  # a turn that a crash cut before it began has its count
                    return refusal
                if not self._has_room(settings, backend):
                    return LOOK
                place = Place(self, key, backend, self._take(backend))
                try:
                    day.add(Entry("began", *key, backend))
                except FleetUnrecorded:
                    place.leave_now()
                    raise
                return place
        finally:
            lock.release()

    def _today(self) -> Day:
        """The figures of today; where nobody wrote any yet, those that the journals show."""
        date = today()
        if self._day is None or self._day.date != date:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._day = Day(self._folder, date)
        if not self._day.path.exists():
            self._day = Day(self._folder, date)
            self._day.add(*rebuild(self.data_dir, date))
        return self._day

    def _has_room(self, settings: Settings, backend: str) -> bool:
        own = settings.fleet.backends.get(backend, Limits()).concurrent
        limit = settings.fleet.concurrent
        running = self._count() if own is not None or limit is not None else []
        return (limit is None or len(running) < limit) and (own is None or running.count(folder_name(backend)) < own)

    def _count(self) -> list[str]:
        """The backend of each turn that runs; what a process that is gone left behind is cleared away."""
        found = []
        for name in os.listdir(self._running):
            path = self._running / name
            if holder(path) is not None:
                found.append(name.rpartition(".")[0])
            else:
                path.unlink(missing_ok=True)
        return found

    def _take(self, backend: str) -> OwnerLock:
        try:
            return OwnerLock.take(self._running / f"{folder_name(backend)}.{uuid4().hex}")
        except OSError as error:
            raise _unusable(self._running, error) from error


def _unusable(path: Path, error: OSError) -> FleetUnrecorded:
    return FleetUnrecorded(
        f"running turns cannot be counted in {str(path)!r} ({error.strerror}); make it writable, then retry"
    )


def _spent(settings: Settings, used: dict[str, Used], backend: str) -> Refusal | None:
    """The first limit of the day that forbids another turn of this backend."""
    own = settings.fleet.backends.get(backend)
    scopes: list[tuple[str, str, Limits, Used | None]] = [
        ("fleet.per_day", "The fleet's", settings.fleet, used.get(ALL))
    ]
    if own is not None:
        scopes.append((f"fleet.backends.{backend}.per_day", f"{backend}'s", own, used.get(backend)))
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
