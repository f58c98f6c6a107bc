# SPDX-License-Identifier: Apache-2.0
"""Launches several runs, one after another in their order; each is launched whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.commands import Commands, Report
from app.figures import counted
from app.tasks import Tasks
from engine.errors import PilothouseError
from engine.journal import RunStore
from engine.runtime.launch import Request, launch


class Batch(QObject):
    """What is under way goes on when the dialog closes; the status bar tells the end."""

    moved = Signal(int, int)  # how many are done, and how many there are
    ended = Signal(list)  # pairs of a place in the requests and why that one made no run

    def __init__(self, data_dir: Path, commands: Commands, tasks: Tasks) -> None:
        super().__init__(commands)
        self._store = RunStore(data_dir)
        self._commands = commands
        self._tasks = tasks

    def start(self, requests: Sequence[Request]) -> None:
        """Launch these."""
        self._tasks.spawn(self._launch_all(list(requests)), "launch several runs")

    async def _launch_all(self, requests: list[Request]) -> None:
        failed: list[tuple[int, str]] = []
        for place, request in enumerate(requests):
            try:
                run = await asyncio.to_thread(_launched, request, self._store)
            except (PilothouseError, OSError) as error:
                failed.append((place, error.message if isinstance(error, PilothouseError) else str(error)))
            else:
                if place == len(failed):  # the first that could be launched
                    self._commands.launched.emit(run)
                self._commands.drive()
            self.moved.emit(place + 1, len(requests))
        done = len(requests) - len(failed)
        told = counted("Launched {n} runs", "Launched {n} run", done)
        if failed:
            told = counted("{told}; {n} tickets made none", "{told}; {n} ticket made none", len(failed), told=told)
        self._commands.reported.emit(Report("failed" if failed else "done", told))
        self.ended.emit(failed)


def _launched(request: Request, store: RunStore) -> str:
    return asyncio.run(launch(request, store)).id
