# SPDX-License-Identifier: Apache-2.0
"""`Fleet`: all runs of a data directory, read as they grow. Plain and blocking: call it from one thread at a time.

Most runs of a long list ended long ago. Their summaries are kept in a cache beside the runs, good for one size and time
of the journal, and may be deleted at any moment; a journal is folded only when the cache does not know it.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from engine.journal.follower import Broken, Follower, Restarted
from engine.journal.lock import holder
from engine.journal.record import parse_record
from engine.journal.store import RunFolder
from engine.journal.undriven import why_undriven
from engine.kernel.events import TYPES, Event
from engine.projections.run import RunProjection, to_event
from engine.projections.snapshots import LEAST, Snapshot, Snapshots
from engine.projections.summaries import SummaryCache
from engine.projections.tree import cut_off, still
from engine.projections.views import GateView, JournalRow, NodeView, Summary

log = logging.getLogger("pilothouse.projections")

LIST_EVERY_S = 0.5
"""How often the folder of runs is listed anew, in seconds; runs that have not ended are looked at by every sweep."""

_DRIVER_EVERY_S = 1.0
_CACHE_EVERY_S = 10.0
"""How often the summary of a run that still moves is written to the cache, in seconds."""
_ROWS_AT_ONCE = 20_000
CONTRADICTS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a journal whose lines are each valid may raise together; its run is told as unreadable, and spoils no other."""
_WHILE_BEHIND_S = 1.0
_SHARE = 9
"""While a run is still being read, so much longer is read than drawing it took."""
_SMALL = 500_000
"""Bytes of a journal for which nobody looks for a snapshot."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The run that is looked at, and its node and attempt; `rows` journal rows of it are known already."""

    run: str
    node: str | None = None
    attempt: int | None = None
    rows: int = 0


@dataclass(frozen=True, slots=True)
class RunPicture:
    """The focused run. `rows` follow the `first` rows that are known; with `first` 0 the journal starts again."""

    summary: Summary
    nodes: tuple[NodeView, ...]
    node: str | None
    gates: tuple[GateView, ...]
    rows: tuple[JournalRow, ...]
    first: int
    driver: int | None
    driven: bool
    why: str = ""
    """Why nobody drives it, where somebody tried and could not."""


@dataclass(frozen=True, slots=True)
class FleetChange:
    """What one poll found. None: nothing new. `more`: the time was up before everything was read."""

    summaries: tuple[Summary, ...] | None
    picture: RunPicture | None
    driven: frozenset[str]
    more: bool
    troubles: tuple[str, ...] = ()
    """What keeps drivers from their work now, a sentence each."""
    undriven: Mapping[str, str] = field(default_factory=dict)
    """Why a run is not driven, by its id, where somebody tried and could not."""


@dataclass(slots=True)
class _Entry:
    folder: RunFolder
    run: str
    journal: str
    stamp: tuple[int, int] = (-1, -1)
    summary: Summary | None = None
    projection: RunProjection | None = None
    follower: Follower[Event] | None = None
    fault: str = ""
    version: int = 0
    kept: int = 0
    """Records that its snapshot holds."""
    driver: int | None = None
    driven: bool = False
    trouble: str = ""
    why: str = ""
    """Why nobody drives it, where somebody tried."""
    driver_seen: float = -1e9
    cached: float = -1e9

    @classmethod
    def of(cls, folder: RunFolder) -> _Entry:
        return cls(folder, folder.id, str(folder.journal))

    @property
    def ended(self) -> bool:
        return self.summary is not None and self.summary.ended


class Fleet:
    """All runs under `<data_dir>/runs`. Runs that appear or vanish by themselves are noticed."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._runs = data_dir / "runs"
        self._cache = SummaryCache(data_dir / "cache" / "summaries")
        self._snapshots = Snapshots(data_dir / "cache" / "snapshots")
        self._entries: dict[str, _Entry] = {}
        self._listed = -1e9
        self._shown: tuple[str, int] | None = None
        self._again = -1e9
        self._moved = False

    def poll(self, focus: Focus | None = None, budget_s: float = 0.05, *, sweep: bool = True) -> FleetChange:
        """Read what has come, the focused run first, the newest next, for about `budget_s` seconds. Raises OSError.

        Without `sweep` only the focused run is looked at, if it was seen before, and summaries are given only if that
        waits for something else now, or stands elsewhere: the next sweep gives them anyway.
        """
        end = time.monotonic() + budget_s
        sweep |= focus is not None and focus.run not in self._entries
        listed = self._list() if sweep else False
        more = urgent = False
        before = self._drivers()
        for entry in self._in_order(focus):
            if not sweep and (focus is None or entry.run != focus.run):
                break
            kept = focus is not None and entry.run == focus.run
            if entry.ended and not kept and not listed:
                continue
            if time.monotonic() > end and entry.summary is None and not kept:
                more = True
                continue
            before_it = entry.summary
            self._moved |= self._refresh(entry, kept=kept)
            urgent |= kept and _turned(before_it, entry.summary)
            more |= entry.follower is not None and entry.follower.behind
        driven = frozenset(entry.run for entry in self._entries.values() if entry.driven)
        moved = (sweep or urgent) and self._moved
        self._moved &= not moved
        return FleetChange(
            summaries=self.summaries() if moved else None,
            picture=self._picture(
                focus, anew=before != [(one.run, one.driven, one.why) for one in self._entries.values()]
            ),
            driven=driven,
            more=more,
            troubles=tuple(sorted({entry.trouble for entry in self._entries.values() if entry.trouble})),
            undriven={entry.run: entry.why for entry in self._entries.values() if entry.why},
        )

    def read_all(self) -> tuple[Summary, ...]:
        """Every run, however long it takes."""
        while self.poll(budget_s=3600).more:
            pass
        return self.summaries()

    def summaries(self) -> tuple[Summary, ...]:
        """What is known so far, newest run first."""
        known = [entry.summary for entry in self._entries.values() if entry.summary is not None]
        return tuple(sorted(known, key=lambda summary: (summary.created_at, summary.run), reverse=True))

    def _drivers(self) -> list[tuple[str, bool, str]]:
        return [(entry.run, entry.driven, entry.why) for entry in self._entries.values()]

    def _list(self) -> bool:
        """Look which runs there are, if it is time: whether it was."""
        now = time.monotonic()
        if now - self._listed < LIST_EVERY_S:
            return False
        self._listed = now
        found: set[str] = set()
        with suppress(FileNotFoundError), os.scandir(self._runs) as entries:
            found = {entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)}
        gone = self._entries.keys() - found
        for run in gone:
            del self._entries[run]
        for run in found - self._entries.keys():
            self._entries[run] = _Entry.of(RunFolder(self._runs / run))
        self._moved |= bool(gone)
        return True

    def _in_order(self, focus: Focus | None) -> Iterable[_Entry]:
        first = self._entries.get(focus.run) if focus is not None else None
        if first is not None:
            yield first
        for run in sorted(self._entries, reverse=True):
            if first is None or run != first.run:
                yield self._entries[run]

    def _refresh(self, entry: _Entry, *, kept: bool) -> bool:
        """Look at one run; True if its summary changed. `kept`: its projection is wanted now."""
        self._look_for_driver(entry)
        stamp = _stamp(entry.journal)
        if stamp is None:
            return False
        if kept and entry.projection is not None and not entry.projection.tells:
            entry.projection = None  # what was read for the list alone is read again with every word
        if stamp == entry.stamp and not (kept and entry.projection is None) and not _behind(entry):
            return False
        if entry.summary is None and not kept:
            entry.summary = self._cache.get(entry.run, stamp)
            if entry.summary is not None:
                entry.stamp = stamp
                return True
        entry.stamp = stamp
        self._follow(entry, tells=kept)
        summary = self._summarise(entry)
        changed = summary != entry.summary
        entry.summary = summary
        if not _behind(entry) and not entry.fault and (changed or summary.ended):
            self._keep(entry, stamp, summary)
        if summary.ended and not kept:
            entry.projection = entry.follower = None
        return changed

    def _keep(self, entry: _Entry, stamp: tuple[int, int], summary: Summary) -> None:
        """Write the summary to the cache: once it rests, and seldom while it moves, for each write costs a rename."""
        now = time.monotonic()
        if summary.state != "running" or now - entry.cached >= _CACHE_EVERY_S:
            entry.cached = now
            self._cache.put(entry.run, stamp, summary)

    def _look_for_driver(self, entry: _Entry) -> None:
        if entry.ended:
            entry.driver, entry.driven, entry.trouble, entry.why = None, False, "", ""
            return
        now = time.monotonic()
        if now - entry.driver_seen < _DRIVER_EVERY_S:
            return
        entry.driver_seen = now
        held = None
        with suppress(OSError):
            held = holder(entry.folder.lock)
        entry.driven, entry.driver = held is not None, held.pid if held is not None else None
        entry.trouble = held.trouble if held is not None else ""
        entry.why = why_undriven(entry.folder) if held is None else ""

    def _follow(self, entry: _Entry, *, tells: bool) -> None:
        """Fold what the journal holds beyond what was folded; a line that cannot be read stops it."""
        if entry.follower is None or entry.projection is None:
            self._begin(entry, tells=tells)
        assert entry.follower is not None
        assert entry.projection is not None
        try:
            found = entry.follower.poll()
        except OSError as error:
            entry.fault = f"its journal cannot be read: {error.strerror or error}"
            return
        for item in found:
            if isinstance(item, Restarted):
                entry.projection, entry.fault = RunProjection(tells=entry.projection.tells), ""
            elif entry.fault:
                continue
            elif isinstance(item, Broken):
                entry.fault = f"its journal is damaged after line {len(entry.projection.times)}: {item.why}"
            elif item.seq != (due := len(entry.projection.times) + 1):
                wrong = f"record {item.seq} stands where {due} should"
                entry.fault = f"its journal is damaged after line {due - 1}: {wrong}"
            else:
                try:
                    entry.projection.apply([item])
                except CONTRADICTS as error:
                    _contradicted(entry, error, f" at line {item.seq}")
        entry.version += 1
        self._take_snapshot(entry)

    def _begin(self, entry: _Entry, *, tells: bool) -> None:
        """From its snapshot, if one fits, else from the first line; a long run with every word, for its snapshot."""
        entry.follower = Follower(entry.folder.journal, _parse)
        entry.projection, entry.fault, entry.kept = RunProjection(tells=tells), "", 0
        with suppress(OSError):
            if entry.folder.journal.stat().st_size < _SMALL:
                return
        entry.projection.tells = True
        kept = self._snapshots.get(entry.run)
        if kept is not None and entry.follower.go_on_from(kept.offset, kept.mark):
            entry.projection, entry.kept = kept.projection, len(kept.projection.rows)

    def _take_snapshot(self, entry: _Entry) -> None:
        """A long run that was read to its end is kept for the next time."""
        follower, projection = entry.follower, entry.projection
        if follower is None or projection is None or follower.behind or entry.fault or not follower.mark:
            return
        if projection.tells and len(projection.rows) - entry.kept >= LEAST:
            self._snapshots.put(entry.run, Snapshot(follower.offset, follower.mark, projection))
            entry.kept = len(projection.rows)

    def _summarise(self, entry: _Entry) -> Summary:
        assert entry.projection is not None
        known = Summary(entry.run, entry.run, "", "", "", "", None, "", "", "", 0)
        try:
            known = entry.projection.summary()
        except CONTRADICTS as error:
            _contradicted(entry, error)
        if not entry.fault and entry.projection.times:
            return known
        return Summary(
            run=entry.run,
            title=known.title or entry.run,
            workflow=known.workflow,
            repository=known.repository,
            branch=known.branch,
            base=known.base,
            state=None,
            cause=entry.fault or "its journal is empty",
            created_at=known.created_at,
            last_at=entry.projection.times[-1] if entry.projection.times else "",
            last_seq=known.last_seq,
        )

    def _picture(self, focus: Focus | None, *, anew: bool) -> RunPicture | None:
        entry = self._entries.get(focus.run) if focus is not None else None
        if focus is None or entry is None or entry.projection is None or entry.summary is None:
            self._shown = None
            return None
        rows = entry.projection.rows
        first = focus.rows if focus.rows <= len(rows) else 0
        shown = (f"{focus.run}\n{focus.node}\n{focus.attempt}", entry.version)
        if shown == self._shown and first == len(rows) and not anew:
            return None
        began, same = time.monotonic(), self._shown is not None and self._shown[0] == shown[0]
        if same and began < self._again and _behind(entry):
            return None  # a long run is still being read: drawing it anew all the time would take longer than reading
        self._shown = shown
        nodes: tuple[NodeView, ...] = ()
        gates: tuple[GateView, ...] = ()
        try:
            nodes = entry.projection.tree()
            if entry.fault:
                nodes = cut_off(nodes)
            elif not entry.driven:
                nodes = still(nodes)
            gates = entry.projection.evidence(focus.node, focus.attempt) if focus.node else ()
        except CONTRADICTS as error:
            _contradicted(entry, error)
            entry.summary = self._summarise(entry)
            self._moved = True
        picture = RunPicture(
            summary=entry.summary,
            nodes=nodes,
            node=focus.node,
            gates=gates,
            rows=tuple(rows[first : first + _ROWS_AT_ONCE]),
            first=first,
            driver=entry.driver,
            driven=entry.driven,
            why=entry.why,
        )
        now = time.monotonic()
        self._again = now + max(_WHILE_BEHIND_S, _SHARE * (now - began))
        return picture

    def projection(self, run: str) -> RunProjection | None:
        """One run, read to its end; None if there is none. Its own object: it does not follow on."""
        entry = _Entry.of(RunFolder(self._runs / run))
        if _stamp(entry.journal) is None:
            return None
        self._follow(entry, tells=True)
        while _behind(entry):
            self._follow(entry, tells=True)
        return entry.projection


def _turned(before: Summary | None, now: Summary | None) -> bool:
    """Whether a run waits for something else than before, or stands elsewhere: people see that at once."""
    return before is not None and now is not None and (before.holds, before.state) != (now.holds, now.state)


def _contradicted(entry: _Entry, error: Exception, where: str = "") -> None:
    """Its lines are valid and do not fit together, or our reading of them is at fault: the log has the details."""
    if not entry.fault:
        log.warning("run %s cannot be read any further", entry.run, exc_info=error)
        entry.fault = f"its journal contradicts itself{where}: {error!r}; the log has the details"


def _behind(entry: _Entry) -> bool:
    return entry.follower is not None and entry.follower.behind


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _parse(line: bytes) -> Event:
    record = parse_record(line)
    if record.type not in TYPES:
        raise ValueError(f"its kind {record.type!r} is of a newer version; update Pilothouse to read on")
    return to_event(record)


def raw_line(data_dir: Path, run: str, seq: int) -> str:
    """Line `seq` of a run's journal as it stands; empty if there is none. Reads the file up to it."""
    with suppress(OSError), RunFolder(data_dir / "runs" / run).journal.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if number == seq:
                return line.decode("utf-8", "replace").rstrip("\n")
    return ""
