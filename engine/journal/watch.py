# SPDX-License-Identifier: Apache-2.0
"""Waiting for a change of a file or folder: notified where the system can, and polling in any case.

Watched are folders, so a file that is replaced, or made later, is noticed too.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SLOW, FAST = 1.0, 0.25
"""Seconds between polls, with and without notifications."""


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
        await asyncio.shield(asyncio.to_thread(_unwatch, changed))


def limit_notice() -> str | None:
    """What to tell a person once the system's limit of watches was reached, else None."""
    from engine.journal.notify import HUB

    return HUB.notice


def _watch(paths: tuple[Path, ...], changed: Changed) -> bool:
    from engine.journal.notify import HUB  # watchdog is slow to import, and most commands need it not at all

    folders = {folder for path in paths for folder in _folders(path)}
    outcomes = [HUB.add(folder, name, changed) for folder, name in folders]
    return all(outcomes)


def _unwatch(changed: Changed) -> None:
    from engine.journal.notify import HUB

    HUB.remove(changed)


def _folders(path: Path) -> list[tuple[str, str | None]]:
    """The folders to watch, each with the file name that counts; None for any."""
    path = path.absolute()
    if path.is_dir():
        return [(str(path), None)]
    real = path.resolve()
    return list({(str(path.parent.resolve()), path.name), (str(real.parent), real.name)})
