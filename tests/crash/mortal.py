# SPDX-License-Identifier: Apache-2.0
"""What is done to a driver's process before it begins: to die at a point of its work, or to find the disk full."""

from __future__ import annotations

import errno
import itertools
import json
import os
import signal
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from engine.journal import inbox
from engine.journal.file import JournalFile
from engine.journal.storage import Disk
from engine.kernel import Decision, Observation
from engine.runtime import drive, turns, work
from engine.runtime.effects import Call, Effect
from engine.runtime.world import World
from engine.workspace import sandbox
from engine.workspace.calls import Git


class Points:
    """The points of a process's work, as it comes by them. It is killed at the first that nobody died at before."""

    def __init__(self, dies_at: Callable[[str], bool]) -> None:
        self._dies_at = dies_at
        self._lock = threading.Lock()

    def reached(self, name: str) -> None:
        """The process is at a point; perhaps it goes no further."""
        with self._lock:
            if self._dies_at(name):
                os.kill(os.getpid(), signal.SIGKILL)


def new_points(seen: Path, part: int, parts: int) -> Callable[[str], bool]:
    """Dies at each point of one part of all, once: those that were died at stand in the file `seen`."""
    known = set(seen.read_text().splitlines())

    def dies_at(name: str) -> bool:
        if name in known or zlib.crc32(name.encode()) % parts != part:
            return False
        with seen.open("a") as file:
            file.write(f"{name}\n")
        return True

    return dies_at


def all_points(seen: Path) -> Callable[[str], bool]:
    """Dies nowhere, and writes down what it came by."""

    def dies_at(name: str) -> bool:
        with seen.open("a") as file:
            file.write(f"{name}\n")
        return False

    return dies_at


def watch_points(points: Points, *, git: bool) -> None:
    """Tell `points` of every record, of the boundaries of every effect, and with `git` of the calls of git instead."""
    if git:
        return _git(points)
    _records(points)
    _effects(points)
    _inbox(points)


def _records(points: Points) -> None:
    """Each record is written by itself, and is a point once it is on disk."""
    append = JournalFile.append

    def one_by_one(file: JournalFile, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            append(file, line)
            record = json.loads(line)
            if record["type"] != "heartbeat":  # whether there is one is a matter of how busy the machine is
                points.reached(f"record {record['type']} of {record.get('node', 'the run')}")

    setattr(JournalFile, "append", one_by_one)  # noqa: B010 - or it would have to be a method


def _effects(points: Points) -> None:
    """Before an effect, before each of its reports, and after it; and where a turn's process may start."""
    made, mark = work.effects_of, turns._mark

    def mortal(world: World) -> dict[type[Decision], Effect]:
        return {decision: _Mortal(points, effect) for decision, effect in made(world).items()}

    def marked(path: Path) -> None:
        mark(path)
        points.reached(f"turn begun of {path.name.split('.')[0]}")

    setattr(drive, "effects_of", mortal)  # noqa: B010 - `drive` has it from there
    turns._mark = marked


class _Mortal:
    def __init__(self, points: Points, effect: Effect) -> None:
        self.points = points
        self.effect = effect

    async def perform(self, call: Call) -> None:
        await self._do("perform", self.effect.perform, call)

    async def reconcile(self, call: Call) -> None:
        await self._do("reconcile", self.effect.reconcile, call)

    async def _do(self, name: str, method: Callable[[Call], Any], call: Call) -> None:
        what = f"{name} {call.decision.type} of {call.decision.node}"

        def report(body: Observation) -> None:
            self.points.reached(f"{what}: {body.type} is known")
            call.report(body)

        self.points.reached(f"before {what}")
        await method(replace(call, report=report))
        self.points.reached(f"after {what}, which is not on disk")


def _inbox(points: Points) -> None:
    """A command is on record, and not put away yet."""
    finish = inbox.finish

    def finished(command: inbox.Command, reply: Any) -> None:
        points.reached(f"command {command.body.get('command')} {command.body.get('hold')} not put away")
        finish(command, reply)

    setattr(inbox, "finish", finished)  # noqa: B010


def _git(points: Points) -> None:
    """Each kind of call of git: when it has started, and when it has ended."""
    started = Git._started

    @contextmanager
    def watched(git: Git, args: tuple[str, ...], stdin: bytes | IO[bytes], into: IO[bytes] | None) -> Iterator[Any]:
        with started(git, args, stdin, into) as process:
            points.reached(f"git {args[0]} started")
            yield process
        points.reached(f"git {args[0]} ended")

    setattr(Git, "_started", watched)  # noqa: B010 - or it would have to be a method


def die_after(records: str) -> None:
    """Write each record by itself, and be killed right after so many."""
    numbers = itertools.count(1)
    _records(Points(lambda _: next(numbers) == int(records)))


def no_space(flag: str) -> None:
    """While the file `flag` is there, the disk takes nothing that is written through the storage seam."""
    write = Disk.write

    def refuse(disk: Disk, handle: int, data: bytes) -> int:
        if Path(flag).exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(disk, handle, data)

    Disk.write = refuse  # type: ignore[method-assign, assignment]


def without_bubblewrap(_: str) -> None:
    """As on a machine where it is not there."""
    setattr(sandbox, "bubblewrap", lambda: None)  # noqa: B010
