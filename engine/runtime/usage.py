# SPDX-License-Identifier: Apache-2.0
"""What the fleet used on one day (UTC): a projection of the journals, kept as lines that only grow."""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from engine.errors import FleetUnrecorded, PilothouseError
from engine.journal import RunStore, read
from engine.kernel import Event, RunState, evolve
from engine.kernel.events import AgentStarted, TurnEnded, TurnLost, Usage
from engine.policy.prices import PriceTable
from engine.runtime.ledger import events_of

Key = tuple[str, str, int, int]
"""Run, node, attempt, turn."""

ALL = ""
"""Stands for every backend together."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: a turn of an agent began, or ended with what it used. None is unknown, never zero."""

    what: Literal["began", "ended"]
    run: str
    node: str
    attempt: int
    turn: int
    backend: str
    model: str | None = None
    input: int | None = None
    output: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    cost: float | None = None
    project: str = ""
    """The repository, as the run names it; empty in lines of before there were limits on it."""

    @property
    def key(self) -> Key:
        """What makes it count once."""
        return self.run, self.node, self.attempt, self.turn

    @property
    def tokens(self) -> int | None:
        """All tokens that are known; None if none is."""
        known = [n for n in (self.input, self.output, self.cache_read, self.cache_write) if n is not None]
        return sum(known) if known else None


@dataclass(slots=True)
class Used:
    """What was used so far; `at_least` names the figures of which a part is unknown."""

    turns: int = 0
    tokens: int = 0
    cost: float = 0.0
    at_least: set[str] = field(default_factory=set)


class Day:
    """The figures of one day, read on as its file grows. Blocking; one thread at a time."""

    def __init__(self, folder: Path, date: str) -> None:
        self.date = date
        self.path = folder / f"{date}.jsonl"
        self._forget()

    def _forget(self) -> None:
        self._read = 0
        self._began: dict[Key, Entry] = {}
        self._ended: dict[Key, Entry] = {}
        self._damaged = False

    def add(self, *entries: Entry) -> None:
        """Write what happened. Raises FleetUnrecorded."""
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
            try:
                size = os.fstat(handle).st_size
                os.lseek(handle, max(0, size - 1), os.SEEK_SET)
                torn = os.read(handle, 1) not in (b"", b"\n")
                lines = "".join(
                    json.dumps({k: v for k, v in asdict(e).items() if v is not None}) + "\n" for e in entries
                )
                os.write(handle, (b"\n" if torn else b"") + lines.encode())
            finally:
                os.close(handle)
        except OSError as error:
            raise FleetUnrecorded(
                f"what the fleet uses today cannot be written to {str(self.path)!r} ({error.strerror}); "
                "make room, then retry"
            ) from error

    def began(self, key: Key) -> bool:
        """Whether this very turn was counted already; as of the last look at `used`."""
        return key in self._began

    def used(self, prices: PriceTable) -> dict[str, Used]:
        """What was used by each backend, and by all together. Raises FleetUnrecorded."""
        return self._summed(prices, lambda entry: (entry.backend, ALL))

    def by_project(self, prices: PriceTable) -> dict[str, Used]:
        """What was used by the runs of each repository. Raises FleetUnrecorded."""
        return self._summed(prices, lambda entry: (entry.project,))

    def _summed(self, prices: PriceTable, names_of: Callable[[Entry], tuple[str, ...]]) -> dict[str, Used]:
        self._catch_up()
        found: dict[str, Used] = defaultdict(Used)
        for entry in self._began.values():
            for name in names_of(entry):
                found[name].turns += 1
        for entry in self._ended.values():
            cost = entry.cost
            if cost is None and (priced := prices.cost(entry.model, entry)) is not None:
                cost = priced.dollars
            for name in names_of(entry):
                used = found[name]
                used.tokens += entry.tokens or 0
                used.cost += cost or 0.0
                used.at_least |= {kind for kind, known in (("tokens", entry.tokens), ("cost", cost)) if known is None}
        if self._damaged:
            for used in (found[ALL], *found.values()):
                used.at_least |= {"tokens", "cost"}
        return found

    def _catch_up(self) -> None:
        try:
            with open(self.path, "rb") as file:
                if os.fstat(file.fileno()).st_size < self._read:  # it was written anew
                    self._forget()
                file.seek(self._read)
                data = file.read()
        except FileNotFoundError:
            return
        except OSError as error:
            raise FleetUnrecorded(
                f"what the fleet used today cannot be read from {str(self.path)!r} ({error.strerror}); "
                "make it readable, or delete it to have it made anew from the journals"
            ) from error
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            try:
                entry = Entry(**json.loads(line))
            except (ValueError, TypeError):
                self._damaged |= bool(line.strip())
                continue
            if entry.what == "began":
                self._began[entry.key] = entry
            else:
                self._ended[entry.key] = entry


def today() -> str:
    """The date that the fleet's limits count for, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%d")


_REST_EVERY = 64
"""Events between two rests of who reads for a window."""


def rebuild(data_dir: Path, date: str, *, rest: float = 0.0) -> list[Entry]:
    """The entries of a day, from the journals of all runs that changed on it or later. Blocks.

    A turn counts on the day its process was first seen, or its end was told. Runs that cannot be read count nothing.
    `rest` seconds are waited now and then: beside a window, which draws meanwhile.
    """
    begins = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    entries: list[Entry] = []
    for folder in RunStore(data_dir).runs():
        with suppress(OSError, PilothouseError):
            if folder.journal.stat().st_mtime >= begins:
                entries += entries_of(_resting(events_of(read(folder.journal).records), rest), date)
    return entries


def _resting(events: Iterable[Event], rest: float) -> Iterable[Event]:
    for n, event in enumerate(events):
        if rest and n % _REST_EVERY == 0:
            time.sleep(rest)
        yield event


def entries_of(events: Iterable[Event], date: str) -> list[Entry]:
    """What a run's events tell of the turns of its agents on a day."""
    state, entries, seen = RunState(), [], set[Key]()
    for event in events:
        evolve(state, event)
        body = event.body
        if not isinstance(body, (AgentStarted, TurnEnded, TurnLost)):
            continue
        attempt = state.nodes[body.node].attempts[body.attempt - 1]
        turn = attempt.turns[body.turn - 1]
        if turn.kind == "command":
            continue
        key = (state.run, body.node, body.attempt, body.turn)
        today_ = event.at[:10] == date
        backend = attempt.backend or "unknown"
        if key not in seen and today_:
            entries.append(Entry("began", *key, backend, project=state.repository))
        seen.add(key)
        if today_ and not isinstance(body, AgentStarted):
            usage = body.usage if isinstance(body, TurnEnded) else None
            entries.append(ended(key, backend, attempt.model, usage, state.repository))
    return entries


def ended(key: Key, backend: str, model: str | None, usage: Usage | None, project: str = "") -> Entry:
    """The entry of a turn's end; `usage` None: nothing is known."""
    told = usage or Usage()
    return Entry(
        "ended",
        *key,
        backend,
        model,
        input=told.input,
        output=told.output,
        cache_read=told.cache_read,
        cache_write=told.cache_write,
        cost=told.cost,
        project=project,
    )
