# SPDX-License-Identifier: Apache-2.0
"""What the processes of agents use, and what each agent did last; looked at in a thread. No Qt in here."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from engine.projections.files import transcript_path
from engine.projections.latest import Latest, latest_update
from engine.projections.words import parse_at

Key = tuple[str, str, int]
"""Run, node, attempt."""

_REUSED_AFTER_S = 10.0
"""A process that began so much later than it was told of is another one with its number."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One agent to look at; `pid` None where it has no process now, `since` is when that was seen to run, UTC."""

    key: Key
    pid: int | None
    since: str


@dataclass(frozen=True, slots=True)
class Live:
    """
    What was seen of one agent.

    Attributes:
        doing: its last entry in words; empty where it has said nothing.
        cpu: per cent of one processor over the last look, for it and all its children; None where it is not known yet.
        memory: bytes that they hold; what several of them share counts for each.
        processes: how many they are; 0 where none was found.
    """

    doing: str = ""
    cpu: float | None = None
    memory: int | None = None
    processes: int = 0


@dataclass(slots=True)
class _Seen:
    at: float
    seconds: float


class Sampler:
    """Looks at agents again and again. For one thread at a time."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._latest: dict[Key, Latest] = {}
        self._paths: dict[Key, str] = {}
        self._seen: dict[Key, _Seen] = {}

    def look(self, wanted: Sequence[Wanted]) -> dict[Key, Live]:
        """What every one of these does now. Blocks for some ms."""
        keys = {one.key for one in wanted}
        for kept in (self._latest, self._paths, self._seen):
            for key in kept.keys() - keys:
                del kept[key]
        children = _children() if any(one.pid is not None for one in wanted) else {}
        return {one.key: self._look(one, children) for one in wanted}

    def _look(self, one: Wanted, children: Mapping[int, list[int]]) -> Live:
        path = self._paths.get(one.key)
        if path is None:
            path = self._paths[one.key] = str(transcript_path(self._data_dir, *one.key))
        latest = latest_update(path, self._latest.get(one.key))
        if latest is not None:
            self._latest[one.key] = latest
        doing = latest.words if latest is not None else ""
        if one.pid is None:
            self._seen.pop(one.key, None)
            return Live(doing)
        return self._measure(one, one.pid, children, doing)

    def _measure(self, one: Wanted, pid: int, children: Mapping[int, list[int]], doing: str) -> Live:
        now, memory = time.monotonic(), 0
        seconds, processes = 0.0, 0
        for process in _tree(pid, one.since, children):
            try:
                with process.oneshot():
                    times = process.cpu_times()
                    memory += process.memory_info().rss
                    # what its ended children took stands with it: tools of a second would never be seen else
                    seconds += times.user + times.system + times.children_user + times.children_system
                    processes += 1
            except psutil.Error:
                continue  # it ended just now, or is not ours to look at
        before = self._seen.get(one.key)
        self._seen[one.key] = _Seen(now, seconds)
        if not processes:
            return Live(doing)
        cpu = None
        if before is not None and now > before.at:
            cpu = max(0.0, 100 * (seconds - before.seconds) / (now - before.at))
        return Live(doing, cpu, memory, processes)


def _children() -> dict[int, list[int]]:
    """The children of every process, looked up once for all agents."""
    found: dict[int, list[int]] = defaultdict(list)
    for process in psutil.process_iter(["ppid"]):
        parent = process.info["ppid"]
        if parent is not None:
            found[parent].append(process.pid)
    return found


def _tree(pid: int, since: str, children: Mapping[int, list[int]]) -> Iterable[psutil.Process]:
    """A turn's process and all below it; none where the number belongs to another process by now."""
    try:
        root = psutil.Process(pid)
        began = parse_at(since)
        if began is not None and root.create_time() > began.timestamp() + _REUSED_AFTER_S:
            return
        yield root
    except psutil.Error:
        return
    waiting = list(children.get(pid, ()))
    while waiting:
        below = waiting.pop()
        waiting += children.get(below, ())
        try:
            yield psutil.Process(below)
        except psutil.Error:
            continue
