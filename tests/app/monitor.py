# SPDX-License-Identifier: Apache-2.0
"""A monitor on a data directory, for as long as a test needs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QPushButton, QWidget

from app.window import MonitorWindow

W = TypeVar("W", bound=QWidget)


@asynccontextmanager
async def monitor(data_dir: Path, *, run: str | None = None) -> AsyncIterator[MonitorWindow]:
    """The window, shown and following; no engine host is started by itself. Fails on any fault of the loop."""
    loop = asyncio.get_running_loop()
    faults: list[object] = []
    loop.set_exception_handler(lambda _, context: faults.append(context.get("exception") or context["message"]))
    window = MonitorWindow(asyncio.Event(), data_dir, run=run, auto_drive=False)
    window.show()
    work = asyncio.create_task(window.work(), name="window")
    try:
        yield window
    finally:
        work.cancel()
        await asyncio.wait([work])
        window.hide()
        window.deleteLater()
        await asyncio.sleep(0)
    assert faults == [], faults


async def until(true: Callable[[], object], seconds: float = 40.0) -> None:
    """Return once `true()` holds; fails after so many seconds."""
    async with asyncio.timeout(seconds):
        while not true():  # what is waited for is on screen: there is no event of it
            await asyncio.sleep(0.01)


def find(window: QWidget, kind: type[W], name: str) -> W:
    """The one visible-or-not widget of that name; fails if there is none."""
    found = [widget for widget in window.findChildren(kind) if widget.objectName() == name]
    assert found, f"no {kind.__name__} is called {name!r}"
    return found[0]


def answer_button(window: QWidget, answer: str) -> QPushButton:
    """The button of an answer."""
    return find(window, QPushButton, f"answer:{answer}")
