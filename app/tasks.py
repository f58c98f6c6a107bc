# SPDX-License-Identifier: Apache-2.0
"""Work off the GUI thread that belongs to somebody: named, ended with the window, its late results dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

T = TypeVar("T")

PAINTED_MS = 120
"""After so many milliseconds a page that was opened is on screen."""


class Tasks:
    """All tasks of the window. A fault in one reaches the loop's exception handler and ends no other."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any] | None:
        """Start `work`; None, and nothing started, once the window has closed or its loop has stopped."""
        loop = asyncio._get_running_loop()
        if self._closed or loop is None:  # Qt may deliver a timer between the loop's end and the window's
            work.close()
            return None
        task = loop.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._on_done)
        return task

    async def close(self) -> None:
        """End everything that still runs, and wait for it."""
        self._closed = True
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            context = {"message": f"The task {task.get_name()!r} failed", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)


class Loader:
    """
    Fetches something for one view in a thread. Only the newest request counts, and only while its view exists.

    A file that has gone, or a folder that is no repository, is an answer too: `OSError` and our own errors go to
    `failed`, if given.
    """

    def __init__(self, tasks: Tasks, owner: QObject, name: str) -> None:
        self._tasks = tasks
        self._owner = owner
        self._name = name
        self._task: asyncio.Task[Any] | None = None

    def load(
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
        expected: tuple[type[Exception], ...] = (OSError,),
    ) -> bool:
        """Run `work` in a thread, then `then` here with what it gives, or `failed` with an `expected` error.

        False: it was not begun, as the window has closed or its loop does not run.
        """
        self.stop()
        self._task = self._tasks.spawn(self._run(work, then, failed, expected), self._name)
        return self._task is not None

    def stop(self) -> None:
        """Forget what is under way."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[Exception], None] | None,
        expected: tuple[type[Exception], ...],
    ) -> None:
        try:
            found = await asyncio.to_thread(work)
        except expected as error:
            if failed is not None and isValid(self._owner):
                failed(error)
            return
        if isValid(self._owner):
            then(found)


def once_painted(widget: QWidget, do: Callable[[], None]) -> None:
    """Do something once a page that was opened now is on screen, if it still is.

    A thread that begins at once would share the interpreter with the page's first picture, and hold it up.
    """

    def if_shown() -> None:
        if widget.isVisible():
            do()

    QTimer.singleShot(PAINTED_MS, widget, if_shown)
