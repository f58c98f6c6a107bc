# SPDX-License-Identifier: Apache-2.0
"""Many runs at work at once when their one host is killed: the next host brings each to its end, nothing doubled."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from engine.journal import RunStore
from engine.kernel.events import AttemptOpened
from engine.runtime.follow import has_ended
from engine.runtime.host import host_pid
from engine.runtime.launch import Request, launch
from tests.crash.driven import BRANCH
from tests.crash.reference import Reference, step
from tests.crash.world import World
from tests.helpers.command_line import CommandLine, Running
from tests.helpers.runs import events, eventually

RUNS = int(os.environ.get("PILOTHOUSE_TEST_RUNS", "6"))
"""How many runs are at work at once; `make crash` says 100, and has the host killed at more moments."""
PATIENCE = 60.0 + 3 * RUNS

pytestmark = pytest.mark.slow


@dataclass
class Seen:
    """The most that a host ever took: MiB of its own, open descriptors, and processes below it."""

    mib: float = 0.0
    fds: int = 0
    processes: int = 0

    def look(self, host: psutil.Process) -> None:
        """Look at it now."""
        with suppress(psutil.Error):
            self.mib = max(self.mib, host.memory_info().rss / 2**20)
            self.fds = max(self.fds, host.num_fds())
            self.processes = max(self.processes, len(host.children(recursive=True)))


@pytest.fixture(autouse=True)
def _no_host_left(pilothouse: CommandLine) -> Iterator[None]:
    yield
    pilothouse("engine", "--stop")


def new_world(home: Path, run: str, go: Path) -> World:
    """A run whose first agent commits, once the file `go` is there, and whose second leaves that to the engine."""
    waits = f"one) while [ ! -e '{go}' ]; do sleep {RUNS / 100}; done; write one; git add -A; "
    commits = "git diff --cached --quiet || git commit -q -m one ;;"
    blocks = (step("one", "[verdict, commit]"), step("two"))
    (home / run).mkdir()
    return World(home / run, Reference("many", blocks, waits + commits), run)


async def launch_all(worlds: list[World]) -> None:
    """As the window does it: launched here, driven by the host."""
    places = asyncio.Semaphore(4)

    async def one(world: World) -> None:
        async with places:
            request = Request(str(world.workflow), world.repository, branch=BRANCH, run_id=world.run, via="test")
            await launch(request, RunStore())

    async with asyncio.TaskGroup() as group:
        for world in worlds:
            group.create_task(one(world))


def started(pilothouse: CommandLine) -> tuple[Running, psutil.Process]:
    """A host that is live."""
    host = pilothouse.start("engine")
    eventually(lambda: host_pid(RunStore().data_dir) == host.pid, "the host")
    return host, psutil.Process(host.pid)


@pytest.mark.parametrize("seed", range(1 if RUNS < 100 else 3))
def test_runs_at_work_when_their_host_is_killed_end_as_if_nothing_had_been(
    seed: int, pilothouse: CommandLine, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    calm = new_world(tmp_path, "calm", tmp_path)
    pilothouse("run", calm.workflow, "--repo", calm.repository, "--id", "calm", "--branch", BRANCH).ended(0)
    undisturbed, whole = calm.left(), len(events(calm.folder))

    go, seen, begun = tmp_path / "go", Seen(), time.monotonic()
    worlds = [new_world(tmp_path, f"run-{number}", go) for number in range(RUNS)]
    host, process = started(pilothouse)
    asyncio.run(launch_all(worlds))
    eventually(lambda: all(world.effects.stat().st_size for world in worlds), "the first agents", PATIENCE)
    seen.look(process)
    at_work = time.monotonic() - begun

    go.touch()
    share = chance.uniform(0.35, 0.8)
    eventually(lambda: records(worlds, seen, process) >= share * whole * RUNS, "some of the work", PATIENCE)
    below = process.children(recursive=True) if seed % 2 else []
    host.kill()
    for other in below:
        with suppress(psutil.Error):
            other.kill()
    journals = [world.journal() for world in worlds]
    ended = sum(has_ended(world.folder) for world in worlds)

    killed, (_, process) = time.monotonic(), started(pilothouse)
    eventually(lambda: records(worlds, seen, process) > 0 and all_ended(worlds), "the end of all runs", PATIENCE)
    took = time.monotonic() - killed
    pilothouse("engine", "--stop").ended(0)

    for world, journal in zip(worlds, journals, strict=True):
        world.assert_kept(journal, {})
        assert world.left() == undisturbed
        opened = [body for event in events(world.folder) if isinstance(body := event.body, AttemptOpened)]
        assert [(body.node, body.attempt) for body in opened] == [("one", 1), ("two", 1)]
    sys.stdout.write(
        f"{RUNS} runs at work after {at_work:.1f} s; host killed at {share:.0%} of their records with {ended} ended, "
        f"{'and' if below else 'not'} what it had started; the rest ended in {took:.1f} s; at most {seen.mib:.0f} MiB, "
        f"{seen.fds} descriptors and {seen.processes} processes of a host\n"
    )


def records(worlds: list[World], seen: Seen, host: psutil.Process) -> int:
    """How many there are by now; looks at the host as well."""
    seen.look(host)
    time.sleep(RUNS / 1000)
    return sum(world.journal().count(b"\n") for world in worlds)


def all_ended(worlds: list[World]) -> bool:
    """Whether each run is over."""
    return all(has_ended(world.folder) for world in worlds)
