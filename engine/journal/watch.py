# SPDX-License-Identifier: Apache-2.0
"""Waiting for a change of a file or folder: notified where the system can, and polling in any case.

One observer serves the whole process. Watched are folders, so a file that is replaced, or made later, is noticed too.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import threading
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from watchdog.events import (
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from watchdog.observers.api import BaseObserver, ObservedWatch

SLOW, FAST = 1.0, 0.25
"""Seconds between polls, with and without notifications."""

# Reading a file must not count as a change of it: the reader would wake itself for ever.
_EVENTS: list[type[FileSystemEvent]] = [
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]

_log = logging.getLogger("pilothouse.watch")


class Changed:
    """Wakes one waiting task. `notified` tells whether notifications work; without them it only polls."""

    def __init__(self) -> None:
        self.notified = False
        self.over = False
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def wait(self) -> None:
        """Return soon after a change, or after SLOW or FAST seconds: look, whichever it was."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SLOW if self.notified else FAST):
                await self._event.wait()
        self._event.clear()

    def notify(self) -> None:
        """From any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._event.set)


@asynccontextmanager
async def watching(*paths: Path) -> AsyncIterator[Changed]:
    """Watch files (which may not be there yet) and, where a path is a folder, the files in it."""
    changed = Changed()
    try:
        changed.notified = await asyncio.to_thread(_watch, paths, changed)
        yield changed
    finally:
        await asyncio.shield(asyncio.to_thread(_hub.remove, changed))


def limit_notice() -> str | None:
    """What to tell a person once the system's limit of watches was reached, else None."""
    return _hub.notice


def _watch(paths: tuple[Path, ...], changed: Changed) -> bool:
    folders = {folder for path in paths for folder in _folders(path)}
    return all([_hub.add(folder, name, changed) for folder, name in folders])


def _folders(path: Path) -> list[tuple[str, str | None]]:
    """The folders to watch, each with the file name that counts; None for any."""
    path = path.absolute()
    if path.is_dir():
        return [(str(path), None)]
    real = path.resolve()
    return list({(str(path.parent.resolve()), path.name), (str(real.parent), real.name)})


class _Folder(FileSystemEventHandler):
    """Hands the events of one folder to those who wait for its files."""

    def __init__(self) -> None:
        self.watch: ObservedWatch | None = None
        self.waiting: list[tuple[str | None, Changed]] = []

    def on_any_event(self, event: FileSystemEvent) -> None:
        names = {os.path.basename(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path}
        for name, changed in list(self.waiting):
            if name is None or name in names:
                changed.notify()


class _Hub:
    """The process's one observer; it runs while somebody waits."""

    def __init__(self) -> None:
        self.notice: str | None = None
        self._guard = threading.Lock()
        self._observer: BaseObserver | None = None
        self._folders: dict[str, _Folder] = {}

    def add(self, path: str, name: str | None, changed: Changed) -> bool:
        """Whether notifications work there."""
        with self._guard:
            if changed.over:  # cancelled on its way here
                return False
            folder = self._folders.get(path)
            if folder is None:
                folder = _Folder()
                try:
                    if self._observer is None:
                        observer = Observer()
                        observer.start()
                        self._observer = observer
                    folder.watch = self._observer.schedule(folder, path, event_filter=_EVENTS)
                except OSError as error:
                    self._say(error)
                    self._stop_if_idle()
                    return False
                self._folders[path] = folder
            folder.waiting.append((name, changed))
            return True

    def remove(self, changed: Changed) -> None:
        with self._guard:
            changed.over = True
            for path, folder in list(self._folders.items()):
                folder.waiting = [entry for entry in folder.waiting if entry[1] is not changed]
                if not folder.waiting:
                    del self._folders[path]
                    if self._observer is not None and folder.watch is not None:
                        with suppress(OSError, KeyError):
                            self._observer.unschedule(folder.watch)
            self._stop_if_idle()

    def _stop_if_idle(self) -> None:
        if self._observer is not None and not self._folders:
            observer, self._observer = self._observer, None
            observer.stop()
            observer.join()

    def _say(self, error: OSError) -> None:
        """Once: later ones are of the same kind."""
        if error.errno in (errno.ENOSPC, errno.EMFILE) and self.notice is None:
            self.notice = (
                f"the system's limit of watched folders is reached ({error.strerror}), so changes are found by looking "
                "every now and then; on Linux raise fs.inotify.max_user_watches and fs.inotify.max_user_instances"
            )
            _log.warning("%s", self.notice)


_hub = _Hub()
