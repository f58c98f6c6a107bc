# SPDX-License-Identifier: Apache-2.0
"""Reads moments of the past of the selected run, in a thread; while one is read only the newest wish is kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.tasks import Tasks
from app.translate import tr
from engine.projections import GateView, Past, RunPicture

T = TypeVar("T")

Wish = tuple[str, int, str | None, int | None]
"""A run, a line of its journal, and the block and attempt whose gates are looked at."""


class PastReader(QObject):
    """
    Gives the run as it stood at a moment.

    Attributes:
        busy: whether a moment is being read.
    """

    found = Signal(object)  # the RunPicture that was wished for last
    failed = Signal(str)  # a sentence, after the journal could not be read

    def __init__(self, data_dir: Path, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data_dir = data_dir
        self._tasks = tasks
        self._past: Past | None = None
        self._lock = threading.Lock()
        self._wish: Wish | None = None
        self.busy = False

    def ask(self, wish: Wish | None) -> None:
        """Read this moment; None: nothing is wished for any more."""
        self._wish = wish
        if wish is not None and not self.busy:
            self.busy = self._tasks.spawn(self._read(), "read the past") is not None

    def evidence(self, run: str, seq: int, node: str, attempt: int) -> tuple[GateView, ...]:
        """The gates of an attempt up to line `seq`. Blocks: call it in a thread. Raises OSError."""
        return self._with(run, lambda past: past.evidence(seq, node, attempt))

    def _with(self, run: str, do: Callable[[Past], T]) -> T:
        with self._lock:
            if self._past is None or self._past.run != run:
                self._past = Past(self._data_dir, run)
            return do(self._past)

    def _picture(self, wish: Wish) -> RunPicture | None:
        return self._with(wish[0], lambda past: past.picture(*wish[1:]))

    async def _read(self) -> None:
        try:
            while (wish := self._wish) is not None:
                try:
                    picture = await asyncio.to_thread(self._picture, wish)
                except OSError as error:
                    picture = None
                    if isValid(self):
                        self.failed.emit(
                            tr("The past of this run cannot be read: {why}").format(why=error.strerror or error)
                        )
                if not isValid(self):
                    return
                if self._wish == wish:
                    self._wish = None
                    if picture is not None:
                        self.found.emit(picture)
        finally:
            self.busy = False
