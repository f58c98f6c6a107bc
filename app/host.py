# SPDX-License-Identifier: Apache-2.0
"""Watches the engine host: tells which one is live, and starts another where one died while runs were live."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.commands import Commands
from app.figures import numeral
from app.translate import tr
from app.warmup import warm_up
from engine.errors import PilothouseError

EVERY_S = 1.0
"""How often it is looked whether the engine host is live, in seconds."""

WARM_UP_AFTER_S = 0.3
"""How long after the window is up the engine's machinery is imported, in seconds."""

FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 60.0
"""How long after a start the next is tried, in seconds: twice as long each time, up to the longest."""

CALM_S = 120.0
"""A host that lived so long has nothing to do with those that died before it, in seconds."""


@dataclass(frozen=True, slots=True)
class HostLook:
    """
    What was found.

    Attributes:
        pid: the process of the live engine host; None where none is live.
        other: its version, where it is another than ours.
        died: the last one ended without having been asked to.
    """

    pid: int | None = None
    other: str | None = None
    died: bool = False


class Restarts:
    """When a host that died is started again: at once, then ever later, so that one that cannot live does no harm."""

    def __init__(self) -> None:
        self._tried = 0
        self._not_before = 0.0
        self._alive_since: float | None = None

    def seen_alive(self, now: float) -> None:
        """A host is live, at `now` seconds of a monotonic clock."""
        if self._alive_since is None:
            self._alive_since = now
        elif now - self._alive_since >= CALM_S:
            self._tried, self._not_before = 0, 0.0

    def wait(self, now: float) -> float:
        """None is live: seconds until the next is started; 0.0 counts as a start."""
        self._alive_since = None
        if now < self._not_before:
            return self._not_before - now
        self._not_before = now + min(LONGEST_WAIT_S, FIRST_WAIT_S * 2**self._tried)
        self._tried += 1
        return 0.0


class HostWatch(QObject):
    """
    Looks once a second, off the GUI thread.

    Attributes:
        look: what the last look found.
        told: what is to be told of it beyond that, a sentence; empty for nothing.
    """

    changed = Signal()  # after `look` or `told` changed
    replaced = Signal(str)  # a sentence, after a host that died was replaced

    def __init__(
        self, data_dir: Path, commands: Commands, live: Callable[[], bool], *, keeps: bool, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.look = HostLook()
        self.told = ""
        self._data_dir = data_dir
        self._commands = commands
        self._live = live
        self._keeps = keeps
        self._restarts = Restarts()

    async def work(self) -> None:
        """Looks until cancelled."""
        await asyncio.sleep(WARM_UP_AFTER_S)
        await asyncio.to_thread(warm_up)
        while True:
            look = await asyncio.to_thread(look_at_host, self._data_dir)
            told = await self._keep(look)
            if (look, told) != (self.look, self.told):
                self.look, self.told = look, told
                self.changed.emit()
            await asyncio.sleep(EVERY_S)

    async def _keep(self, look: HostLook) -> str:
        """Start another where one died; gives what is to be told meanwhile."""
        now = time.monotonic()
        if look.pid is not None:
            self._restarts.seen_alive(now)
            return ""
        if not look.died or not self._keeps or not self._live():
            return ""
        wait = self._restarts.wait(now)
        if wait > 0:
            return tr("Engine host: it died; the next is started in {n} s").format(n=numeral(round(wait)))
        try:
            pid = await self._commands.replace_host()
        except (PilothouseError, OSError) as error:
            words = error.message if isinstance(error, PilothouseError) else str(error)
            return tr("Engine host: it died, and the next did not start: {words}").format(words=words)
        self.replaced.emit(
            tr("The engine host had died; process {pid} takes its place, and the runs go on").format(pid=pid)
        )
        return ""


def look_at_host(data_dir: Path) -> HostLook:
    """What there is now. Blocks: call it in a thread."""
    from engine.runtime.host import host_died, host_pid, other_version

    pid = host_pid(data_dir)
    if pid is None:
        return HostLook(died=host_died(data_dir))
    return HostLook(pid, other_version(data_dir))
