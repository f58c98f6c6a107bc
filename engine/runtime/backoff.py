# SPDX-License-Identifier: Apache-2.0
"""The shared back-off: a provider that refuses one turn holds back every run of the data directory on that account.

One small file, `fleet/backoff.json`, replaced as a whole under a lock. It is courtesy, not truth: where it cannot be
read or written, this process keeps its own. A refusal of what began before the account was held back says nothing new;
a success of what began after it ends the wait, and lets the number of turns at a time grow again, one by one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated
from uuid import uuid4

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from engine.agents.provider import PATIENCE, Permit, Wait
from engine.errors import JournalLocked
from engine.journal import OwnerLock
from engine.policy.failures import FailureClass

log = logging.getLogger("pilothouse.fleet")

LOOK = 0.5
"""Seconds between looks whether another process ended or lengthened a wait."""
FIRST = {"overloaded": 5.0, "rate_limited": 15.0}
"""Seconds of the first wait where the provider names none; doubled with every refusal in a row."""
LONGEST = 15 * 60.0
"""Seconds beyond which a wait of ours does not grow."""
LONGEST_HINT = 8 * 86_400.0
"""Seconds of a provider's own wait that are believed: its longest limits are weekly."""
SPREAD = (1.0, 60.0)
"""Seconds over which the restarts are spread: a quarter of the wait, within these."""

Time = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Held:
    """How one account stands. `until` in the past: the wait is over, and the number of turns is still small."""

    until: Time
    since: Time
    failure: FailureClass
    refusals: Annotated[int, Field(ge=0)]
    spread: Time
    turns: Annotated[int, Field(ge=1)] | None = None
    """Turns at a time that the account takes; None: nobody counted."""
    turns_before: int = 0

    def start_of(self, seed: str) -> float:
        """When the asker that `seed` names may start: its place in the spread follows from its name."""
        if not self.refusals:
            return self.until
        drawn = int.from_bytes(sha256(f"{seed}\n{self.refusals}".encode()).digest()[:8])
        return self.until + self.spread * drawn / 2**64


_File = TypeAdapter(dict[str, Held])


class Backoff:
    """The back-off of a data directory. Safe from any thread; methods that are not `async` block a moment."""

    def __init__(self, data_dir: Path, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._folder = data_dir / "fleet"
        self._path = self._folder / "backoff.json"
        self._stamp: object = ""
        self._held: dict[str, Held] = {}
        self._guard = threading.Lock()

    def provider(
        self, account: str, seed: str = "", on_wait: Callable[[Wait | None], None] | None = None
    ) -> AccountProvider:
        """The account as one turn sees it; `seed` names the turn. `on_wait` is told of waits, and None when over."""
        return AccountProvider(self, account, seed, on_wait or (lambda _: None))

    def waits(self) -> dict[str, Wait]:
        """The accounts that are held back now."""
        now = self.clock()
        return {
            name: Wait(name, held.until, held.failure, held.refusals)
            for name, held in self._read().items()
            if held.until > now
        }

    def wait_of(self, account: str, seed: str = "") -> Wait | None:
        """What the asker that `seed` names has to wait for; None: it may start."""
        held = self._read().get(account)
        start = held.start_of(seed) if held is not None else 0.0
        if held is None or start <= self.clock():
            return None
        return Wait(account, start, held.failure, held.refusals)

    def turns_of(self, account: str) -> int | None:
        """How many turns at a time the account takes since it refused; None: no limit is known."""
        held = self._read().get(account)
        return None if held is None else held.turns

    def limited(
        self,
        account: str,
        failure: FailureClass,
        retry_after_ms: int | None = None,
        *,
        begun: float,
        running: int | None = None,
    ) -> Held:
        """The provider refused what began at `begun`, while so many turns of the account ran."""

        def refused(held: Held | None, now: float) -> Held:
            hint = None if retry_after_ms is None else min(max(0.0, retry_after_ms / 1000), LONGEST_HINT)
            if held is not None and held.refusals and begun <= held.since:
                return held if hint is None else replace(held, until=max(held.until, now + hint))
            refusals = (held.refusals if held is not None else 0) + 1
            grown = min(LONGEST, (FIRST.get(failure, 15.0) if hint is None else 1.0) * 2.0 ** min(refusals - 1, 16))
            seconds = grown if hint is None else max(hint, grown if refusals > 1 else 0.0)
            at_once = running if held is None or held.turns is None else min(held.turns, running or held.turns)
            before = max(running or 0, 0 if held is None else held.turns_before)
            return Held(
                until=now + seconds,
                since=now,
                failure=failure,
                refusals=refusals,
                spread=min(max(seconds / 4, SPREAD[0]), SPREAD[1]),
                turns=None if at_once is None else max(1, at_once // 2),
                turns_before=before,
            )

        changed = self._change(account, refused)
        assert changed is not None
        return changed

    def succeeded(self, account: str, *, begun: float) -> None:
        """The provider answered what began at `begun`."""
        seen = self._read().get(account)
        if seen is None or begun <= seen.since:
            return

        def answered(held: Held | None, now: float) -> Held | None:
            if held is None or begun <= held.since:
                return held
            turns = None if held.turns is None else held.turns + 1
            if turns is None or turns >= held.turns_before:
                return None
            return replace(held, until=min(held.until, now), refusals=0, turns=turns)

        self._change(account, answered)

    def forget(self, account: str) -> bool:
        """A person says that the account takes requests again; False: it was not held back."""
        there = account in self._read()
        self._change(account, lambda held, now: None)
        return there

    # ------------------------------------------------------------------------------------------------------- the file

    def _read(self) -> dict[str, Held]:
        with self._guard:
            self._look()
            return self._held

    def _look(self) -> None:
        try:
            found = os.stat(self._path)
            stamp: object = (found.st_mtime_ns, found.st_size, found.st_ino)
            if stamp != self._stamp:
                self._held = _File.validate_json(self._path.read_bytes())
        except FileNotFoundError:
            stamp = None
            self._held = {} if self._stamp not in ("", None) else self._held
        except (OSError, ValidationError) as error:
            stamp = "bad"
            if self._stamp != stamp:
                log.error("the back-off of %s cannot be read, so this process keeps its own: %s", self._path, error)
        self._stamp = stamp

    def _change(self, account: str, change: Callable[[Held | None, float], Held | None]) -> Held | None:
        lock = self._take_lock()
        try:
            with self._guard:
                self._look()
                now = self.clock()
                kept = {name: held for name, held in self._held.items() if not _is_stale(held, now)}
                changed = change(kept.pop(account, None), now)
                self._held = kept if changed is None else {**kept, account: changed}
                self._write()
                return changed
        finally:
            if lock is not None:
                lock.release()

    def _take_lock(self) -> OwnerLock | None:
        """The lock of the file; None where it cannot be had: what is lost then is one hint."""
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for _ in range(100):
                try:
                    return OwnerLock.take(self._folder / "backoff.lock")
                except JournalLocked:
                    time.sleep(0.01)
        return None

    def _write(self) -> None:
        beside = self._folder / f".backoff.{uuid4().hex}"
        try:
            beside.write_bytes(_File.dump_json(self._held))
            os.replace(beside, self._path)
            found = os.stat(self._path)
            self._stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
        except OSError as error:
            log.error("the back-off of %s cannot be written; other processes do not know of it: %s", self._path, error)
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def utc(moment: float) -> str:
    """Unix seconds as the journal writes a time."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _is_stale(held: Held, now: float) -> bool:
    """Whether nobody asked for so long that what was learnt is worth nothing any more."""
    return now > held.until + 2 * LONGEST


class AccountProvider:
    """One account, as one turn sees it; see `engine.agents.provider.Provider`."""

    def __init__(self, backoff: Backoff, account: str, seed: str, on_wait: Callable[[Wait | None], None]) -> None:
        self.account = account
        self._backoff, self._seed, self._on_wait = backoff, seed, on_wait

    async def ready(self, patience_s: float = PATIENCE) -> Permit | Wait:
        """Wait until a request may be sent; a `Wait` where that takes longer than `patience_s`."""
        backoff, told = self._backoff, False
        try:
            while (wait := await asyncio.to_thread(backoff.wait_of, self.account, self._seed)) is not None:
                left = wait.until - backoff.clock()
                if left > patience_s:
                    return wait
                if not told:
                    self._on_wait(wait)
                    told = True
                await asyncio.sleep(min(max(left, 0.0), LOOK))
        finally:
            if told:
                self._on_wait(None)
        return _Sent(backoff, self.account, self._seed, backoff.clock())


class _Sent:
    """One request."""

    def __init__(self, backoff: Backoff, account: str, seed: str, begun: float) -> None:
        self._backoff, self._account, self._seed, self._begun = backoff, account, seed, begun

    async def succeeded(self) -> None:
        await asyncio.to_thread(self._backoff.succeeded, self._account, begun=self._begun)

    async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait:
        held = await asyncio.to_thread(self._backoff.limited, self._account, failure, retry_after_ms, begun=self._begun)
        return Wait(self._account, held.start_of(self._seed), held.failure, held.refusals)
