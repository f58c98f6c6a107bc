# SPDX-License-Identifier: Apache-2.0
"""The engine host: one process a data directory that drives all its live runs, and outlives the window."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import psutil

from engine.errors import HostFailed, HostRunning, JournalDamaged, JournalLocked, JournalReadOnly, PilothouseError
from engine.journal import OwnerLock, RunFolder, RunStore, holder, keep_why
from engine.runtime.drive import drive, driving
from engine.runtime.driver import Driver
from engine.runtime.fleet import FleetLimits
from engine.runtime.follow import has_ended, was_launched
from engine.runtime.service import ToolService, tool_service

log = logging.getLogger("pilothouse.host")

SCAN = 0.5
"""Seconds between looks for runs to drive."""
RETRY = 30.0
"""Seconds until a run that could not be driven for a reason that may pass is tried again."""
LONGEST_RETRY = 3_600.0
"""The same, after faults of our own: twice as long each time, up to this."""
_DOUBLED = 20
IDLE = 600.0
"""Seconds without a live run after which the host ends by itself."""
DESCRIPTORS = (65_536, 10_240)
"""Open files that a host asks for, the first that it gets: a run at work takes about 15, one that rests 5; macOS gives
no more than the second."""
_STARTS = 600
"""Looks, 50 ms apart, for a host that was started: a busy machine takes its time."""
Stamp = tuple[int, int, int]

_LOCK = "host.lock"
_NOTE = "host.json"


class Host:
    """Drives every run of a data directory that nobody else drives, until stopped or idle."""

    def __init__(self, store: RunStore, *, idle: float = IDLE) -> None:
        self.store = store
        self._idle = idle
        self._stop = asyncio.Event()
        self._drivers: dict[str, Driver | None] = {}
        self._done: set[str] = set()
        self._damaged: dict[str, Stamp | None] = {}
        self._faults: Counter[str] = Counter()
        self._tools: ToolService | None = None
        self._fleet = FleetLimits(store.data_dir)

    def stop(self) -> None:
        """End in good order: agents' processes end, and the next host goes on from the journals."""
        self._stop.set()
        for driver in self._drivers.values():
            if driver is not None:
                driver.stop()

    async def serve(self) -> None:
        """Take the data directory and drive.

        Raises:
            HostRunning: another host has it.
        """
        await asyncio.to_thread(self.store.prepare)
        lock = _take_lock(self.store.data_dir)
        try:
            _write_note(self.store.data_dir)
            async with tool_service() as self._tools, asyncio.TaskGroup() as group:
                await self._scan(group)
        finally:
            if self._stop.is_set():  # else the note stays, and tells that nobody asked for this end
                with suppress(OSError):
                    (self.store.data_dir / _NOTE).unlink()
            lock.release()

    async def _scan(self, group: asyncio.TaskGroup) -> None:
        clock = asyncio.get_running_loop().time
        busy = clock()
        while not self._stop.is_set():
            for folder in await asyncio.to_thread(self._folders):
                if folder.id not in self._drivers:
                    self._drivers[folder.id] = None
                    group.create_task(self._drive(folder), name=f"drive {folder.id}")
            if any(self._drivers.values()):
                busy = clock()
            elif clock() - busy > self._idle:
                return self.stop()
            await self._pause(SCAN)

    def _folders(self) -> list[RunFolder]:
        """The runs that may go on; none while they cannot be looked at: those that are driven go on."""
        try:
            runs = [folder for folder in self.store.runs() if folder.id not in self._done]
        except OSError as error:
            log.error("no new run is driven: %s", error)
            return []
        damaged = self._damaged
        return [folder for folder in runs if folder.id not in damaged or damaged[folder.id] != _stamp(folder.journal)]

    async def _pause(self, seconds: float) -> None:
        """Wait, but not beyond a stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stop.wait()

    async def _leave(self, folder: RunFolder, why: str, seconds: float) -> None:
        """Nobody drives the run for so long, or until a person has answered; everybody may read why."""
        await asyncio.to_thread(keep_why, folder, why)
        self._drivers[folder.id] = None
        clock = asyncio.get_running_loop().time
        until, left = clock() + seconds, await asyncio.to_thread(_stamp, folder.journal)
        while not self._stop.is_set() and clock() < until and await asyncio.to_thread(_stamp, folder.journal) == left:
            await self._pause(min(SCAN, seconds))

    async def _drive(self, folder: RunFolder) -> None:
        """Drive one run to its end; a run that cannot be driven is left alone, and the log says why."""
        found = await asyncio.to_thread(_stamp, folder.journal)
        try:
            if not await asyncio.to_thread(was_launched, folder):
                return await self._pause(SCAN)  # it is being launched, or its launch was cut
            if await asyncio.to_thread(has_ended, folder):
                self._done.add(folder.id)
                return
            async with driving(folder, self.store.data_dir, tools=self._tools, fleet=self._fleet) as driver:
                self._drivers[folder.id] = driver
                if not driver.state.ended and not self._stop.is_set():
                    await drive(driver, folder, stay=True)
                if driver.state.ended:
                    self._done.add(folder.id)
        except JournalLocked:
            await self._pause(SCAN)  # its driver may end, or pause and go: look again
        except (JournalDamaged, JournalReadOnly) as error:  # that does not pass, unless somebody repairs it
            log.error("run %s is not driven: %s", folder.id, error.message)
            self._damaged[folder.id] = found
            await asyncio.to_thread(keep_why, folder, error.message)
        except PilothouseError as error:
            log.error("run %s is not driven now, and tried again in %g s: %s", folder.id, RETRY, error.message)
            await self._leave(folder, error.message, RETRY)
        except Exception as error:
            self._faults[folder.id] += 1
            again = min(LONGEST_RETRY, RETRY * 2 ** min(self._faults[folder.id], _DOUBLED))
            log.exception("run %s is not driven now, and tried again in %g s", folder.id, again)
            await self._leave(folder, _own_fault(error), again)
        finally:
            self._drivers.pop(folder.id, None)


def _own_fault(error: Exception) -> str:
    return (
        f"the engine met a fault of its own ({type(error).__name__}: {error}); nothing of the run is lost, it is tried "
        "again by and by, and host.log in the data directory has the details for a report"
    )


def _stamp(path: Path) -> Stamp | None:
    """What changes where a file is written or replaced; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def run_host(store: RunStore, *, idle: float = IDLE) -> None:
    """Serve until SIGTERM, SIGINT or idleness. Raises HostRunning."""

    async def serve() -> None:
        _raise_descriptors()
        host = Host(store, idle=idle)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows: its default handler ends the process, which is safe
                loop.add_signal_handler(number, host.stop)
        await host.serve()

    asyncio.run(serve())


def _raise_descriptors() -> None:
    """As many open files as the system lets us have, up to DESCRIPTORS: many runs need more than its default."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in DESCRIPTORS:
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if soft == resource.RLIM_INFINITY or wanted <= soft:
            return
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return


def host_pid(data_dir: Path) -> int | None:
    """The process of the live engine host, None where there is none. The lock decides; the note only names it."""
    found = holder(data_dir / _LOCK)
    return None if found is None else (found.pid or -1)


def host_died(data_dir: Path) -> bool:
    """Whether the last engine host ended without having been asked to: its note is there, and no process holds it."""
    return (data_dir / _NOTE).exists() and host_pid(data_dir) is None


def host_version(data_dir: Path) -> str | None:
    """The version of the live engine host; None where none is live, or it has not said so yet."""
    pid = host_pid(data_dir)
    with suppress(OSError, ValueError, TypeError):
        note = json.loads((data_dir / _NOTE).read_bytes())
        if pid is not None and isinstance(note, dict) and note.get("pid") == pid:
            return str(note.get("engine"))
    return None


def other_version(data_dir: Path) -> str | None:
    """The version of the live engine host where it is not ours: its runs are driven by that code."""
    theirs = host_version(data_dir)
    return theirs if theirs is not None and theirs != version("pilothouse") else None


def ensure_host(data_dir: Path) -> int:
    """Start the engine host unless one is live; gives its process id. Blocks up to 30 s.

    One of another version is left alone (see `other_version`): ending it is a person's choice.

    Raises:
        PilothouseError: it did not start; the message names its log.
    """
    pid = host_pid(data_dir)
    if pid is not None:
        return pid
    RunStore(data_dir).prepare()
    path = data_dir / "host.log"
    with open(path, "ab") as output:
        child = subprocess.Popen(
            [sys.executable, "-m", "engine.cli", "engine"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=os.environ | {"PILOTHOUSE_DATA_DIR": str(data_dir)},
            cwd=data_dir,
            start_new_session=True,
        )
    threading.Thread(target=child.wait, name="reap the engine host", daemon=True).start()  # it may end before us
    for _ in range(_STARTS):
        pid = host_pid(data_dir)
        if pid is not None:
            return pid
        with suppress(subprocess.TimeoutExpired):
            child.wait(0.05)
            if (pid := host_pid(data_dir)) is not None:  # another one was started at the same time, and won
                return pid
            break
    raise HostFailed(f"the engine host did not start; {str(path)!r} has its last words")


def stop_host(data_dir: Path, patience: float = 15.0) -> bool:
    """Ask the live host to end and wait for it; False where none is live. Blocks up to `patience` seconds.

    Raises:
        PilothouseError: it is still there.
    """
    pid = host_pid(data_dir)
    if pid is None:
        return False
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        process.terminate()
        with suppress(psutil.TimeoutExpired):
            process.wait(patience)
            return True
    if host_pid(data_dir) is None:
        return True
    raise HostFailed(f"the engine host (pid {pid}) is still there after {patience:g} s")


def _take_lock(data_dir: Path) -> OwnerLock:
    try:
        return OwnerLock.take(data_dir / _LOCK)
    except JournalLocked as error:
        theirs = other_version(data_dir)
        what = f"an engine host of version {theirs}" if theirs else "an engine host"
        raise HostRunning(f"{what} already serves {str(data_dir)!r}: {error.message}") from error


def _write_note(data_dir: Path) -> None:
    note = {"pid": os.getpid(), "engine": version("pilothouse")}
    (data_dir / _NOTE).write_text(json.dumps(note), encoding="utf-8")
