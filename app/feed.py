# SPDX-License-Identifier: Apache-2.0
"""Follows the data directory in a thread, and hands frozen pictures to the window at most once a frame."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.selection import Selection
from app.translate import tr
from engine.projections import Fleet, FleetChange, Focus, RunPicture, Summary

FRAME_S = 0.033
"""The shortest time between two updates of the window, in seconds."""

FAILED_S = 2.0
"""How long nothing is tried after the folder of runs could not be read, in seconds."""

SWEEP_S = 0.2
"""The shortest time between two looks at all runs, in seconds; the selected one is looked at each frame."""

IDLE_S = 0.25
"""The longest time between two looks at the files while nothing moves."""


class Feed(QObject):
    """
    What the screens show, as of the last look.

    Attributes:
        summaries: every run, newest first.
        picture: the selected run, once it is read.
        driven: the runs that some process drives now.
        undriven: why a run is not driven, by its id, where somebody tried and could not.
        troubles: what keeps drivers from their work now, a sentence each.
        loaded: whether every run was read at least once.
    """

    fleet_changed = Signal()  # after `summaries`, `driven`, `troubles` or `loaded` changed
    failed = Signal(str)  # a sentence, after the data directory could not be read
    run_changed = Signal(object)  # after the selected run moved; the RunPicture, whose rows are the new ones only

    def __init__(self, data_dir: Path, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.summaries: tuple[Summary, ...] = ()
        self.picture: RunPicture | None = None
        self.driven: frozenset[str] = frozenset()
        self.undriven: Mapping[str, str] = {}
        self.troubles: tuple[str, ...] = ()
        self.loaded = False
        self._fleet = Fleet(data_dir)
        self._selection = selection
        self._rows = 0
        self._anew = False
        self._nudged = asyncio.Event()
        selection.run_changed.connect(self._on_run_changed)
        selection.node_changed.connect(self.nudge)

    async def follow(self) -> None:
        """Looks at the files for ever; cancel it to stop."""
        wait, swept = 0.0, -SWEEP_S
        while True:
            focus = self._focus()
            now = time.monotonic()
            sweep = self._anew or not self.loaded or now - swept >= SWEEP_S
            if sweep:
                self._anew, swept = False, now
            try:
                change = await asyncio.to_thread(self._fleet.poll, focus, sweep=sweep)
            except OSError as error:
                self.failed.emit(tr("The runs cannot be listed: {error}").format(error=error))
                await asyncio.sleep(FAILED_S)
                continue
            moved = self._apply(change, focus, sweep=sweep)
            wait = FRAME_S if moved or change.more else min(IDLE_S, max(FRAME_S, wait * 1.5))
            await self._rest(wait)

    def nudge(self) -> None:
        """Look soon, at all runs: something was selected, or a command was given."""
        self._anew = True
        self._nudged.set()

    def summary(self, run: str | None) -> Summary | None:
        """A run's summary, by its id."""
        return next((summary for summary in self.summaries if summary.run == run), None)

    def _focus(self) -> Focus | None:
        chosen = self._selection
        return Focus(chosen.run, chosen.node, chosen.attempt, self._rows) if chosen.run is not None else None

    def _apply(self, change: FleetChange, focus: Focus | None, *, sweep: bool) -> bool:
        loaded = not change.more if sweep else self.loaded
        now = (change.driven, change.undriven, change.troubles, loaded)
        before = (self.driven, self.undriven, self.troubles, self.loaded)
        fleet_moved = change.summaries is not None or now != before
        if change.summaries is not None:
            self.summaries = change.summaries
        self.driven, self.undriven, self.troubles, self.loaded = now
        if fleet_moved:
            self.fleet_changed.emit()
        picture = change.picture
        if picture is not None and focus == self._focus():
            self._rows = picture.first + len(picture.rows)
            self.picture = picture
            self.run_changed.emit(picture)
            return True
        return fleet_moved

    async def _rest(self, seconds: float) -> None:
        await asyncio.sleep(FRAME_S)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds - FRAME_S)):
                await self._nudged.wait()
        self._nudged.clear()

    def _on_run_changed(self) -> None:
        self._rows, self.picture = 0, None
        self.nudge()
