# SPDX-License-Identifier: Apache-2.0
"""The process's one observer of folders, which runs while somebody waits for a change."""

from __future__ import annotations

import errno
import logging
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

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
    from watchdog.observers.api import BaseObserver, ObservedWatch

# Reading a file must not count as a change of it: the reader would wake itself for ever.
_EVENTS: list[type[FileSystemEvent]] = [
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]

_log = logging.getLogger("pilothouse.watch")


class Waiter(Protocol):
    """Who waits for a change; `over` once it waits no more."""

    over: bool

    def notify(self) -> None:
        """There was one. Called from any thread."""


class _Folder(FileSystemEventHandler):
    """Hands the events of one folder to those who wait for its files."""

    def __init__(self) -> None:
        self.watch: ObservedWatch | None = None
        self.waiting: list[tuple[str | None, Waiter]] = []

    def on_any_event(self, event: FileSystemEvent) -> None:
        names = {os.path.basename(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path}
        for name, changed in list(self.waiting):
            if name is None or name in names:
                changed.notify()


class Hub:
    """Folders and who waits for them. Any thread may call; what a person must know once is in `notice`."""

    def __init__(self) -> None:
        self.notice: str | None = None
        self._guard = threading.Lock()
        self._observer: BaseObserver | None = None
        self._folders: dict[str, _Folder] = {}

    def add(self, path: str, name: str | None, changed: Waiter) -> bool:
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

    def remove(self, changed: Waiter) -> None:
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


HUB = Hub()
