# SPDX-License-Identifier: Apache-2.0
"""Start and stop of the monitor: one application, one loop, one window, one orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from app.faults import Faults, FaultsHandler
from app.focusring import FocusRing
from app.garbage import Garbage, collected_here
from app.loop import AppLoop
from app.theme import Scheme, install_theme
from app.translate import install_language

EXIT_OK, EXIT_FAULT = 0, 1
STOP_LIMIT_S = 10.0
"""How long the window's own work may take to end after it was cancelled, in seconds."""

_SETTLED_AFTER_S = 5.0
"""When what the start made counts as permanent, in seconds."""

_root_logger = logging.getLogger("pilothouse")
_qt_logger = logging.getLogger("pilothouse.qt")


class ServedWindow(QMainWindow):
    """
    A window whose closing is asked for, never done by Qt.

    Attributes:
        stop: set it to end the application; `closeEvent` does, unless `may_close` says no.
    """

    def __init__(self, stop: asyncio.Event, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = stop

    async def work(self) -> None:
        """What the window does as long as it lives; cancelled at the end. Returning ends the application."""
        await asyncio.Event().wait()

    def may_close(self) -> bool:
        """Whether closing may go on at once. To ask a question first, open it, return False, and set `stop` later."""
        return True

    def know_faults(self, faults: Faults) -> None:
        """What went wrong in the application; a window may show it."""

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        if self.may_close():
            self.stop.set()


def run_app(
    make_window: Callable[[asyncio.Event], ServedWindow],
    *,
    crash_file: Path | None = None,
    quit_after: float | None = None,
    scheme: Scheme = "system",
    language: str = "",
) -> int:
    """
    Shows the window that `make_window(stop)` returns until `stop` is set; the exit code is 0, or 1 after any fault.

    `crash_file` receives the stacks of a hard crash. `quit_after` sets `stop` after so many seconds. `language` as in
    `de`; empty for the system's.
    """
    with _crash_file(crash_file):
        app = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(app, QApplication)
        app.setApplicationName("pilothouse")
        app.setApplicationDisplayName("Pilothouse")
        app.setDesktopFileName("pilothouse")
        app.setQuitOnLastWindowClosed(False)
        app.setWindowIcon(install_theme(app, scheme).app_icon)
        install_language(app, language)
        faults = Faults(app)
        with (
            _hooks(faults),
            contextlib.closing(FocusRing(app)),
            collected_here() as garbage,
            asyncio.Runner(loop_factory=lambda: AppLoop(app)) as runner,
        ):
            return runner.run(_serve(make_window, faults, garbage, quit_after))


async def _serve(
    make_window: Callable[[asyncio.Event], ServedWindow], faults: Faults, garbage: Garbage, quit_after: float | None
) -> int:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    _on_signals(loop, stop)

    def on_exception(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        faults.note(context.get("message") or "Unhandled error in the loop", context.get("exception"))

    loop.set_exception_handler(on_exception)
    if quit_after is not None:
        loop.call_later(quit_after, stop.set)
    window = make_window(stop)
    window.know_faults(faults)
    window.show()
    work = asyncio.create_task(window.work(), name="window")
    work.add_done_callback(lambda _: stop.set())
    # A full collection walks every object: without those of the start it is a matter of a millisecond, not of fifty.
    loop.call_later(_SETTLED_AFTER_S, gc.freeze)
    collecting = asyncio.create_task(garbage.work(), name="collect garbage")
    try:
        await stop.wait()
    finally:
        collecting.cancel()
        await _end(work, faults)
        window.hide()
        window.deleteLater()
    return EXIT_FAULT if faults.count else EXIT_OK


async def _end(work: asyncio.Task[None], faults: Faults) -> None:
    work.cancel()
    _, late = await asyncio.wait([work], timeout=STOP_LIMIT_S)
    if late:
        faults.note(f"The window's work did not end within {STOP_LIMIT_S:.0f} s of being cancelled", None)
    elif not work.cancelled() and (error := work.exception()) is not None:
        faults.note("The window's work failed", error)


def _on_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Each ends the window and asks nothing: the engine host, and so every run, goes on."""
    hangup = getattr(signal, "SIGHUP", None)  # its terminal was closed
    for number in (signal.SIGINT, signal.SIGTERM, *([hangup] if hangup is not None else [])):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: the loop wakes often enough for Python to see the signal
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


@contextlib.contextmanager
def _crash_file(path: Path | None) -> Iterator[None]:
    if path is None:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        faulthandler.enable(stream)
        try:
            yield
        finally:
            faulthandler.disable()


@contextlib.contextmanager
def _hooks(faults: Faults) -> Iterator[None]:
    """Errors in plain slots and Qt's own messages go to the log while the application runs."""

    def on_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        faults.note("Unhandled error in a slot", error.with_traceback(trace))

    old_hook = sys.excepthook
    sys.excepthook = on_error
    old_handler = qInstallMessageHandler(log_qt_message)
    handler = FaultsHandler(faults)
    _root_logger.addHandler(handler)
    try:
        yield
    finally:
        _root_logger.removeHandler(handler)
        qInstallMessageHandler(old_handler)
        sys.excepthook = old_hook


_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Puts a message of Qt into the log `pilothouse.qt`; known harmless ones only at debug level."""
    level = logging.DEBUG if message.startswith("This plugin does not support") else _LEVELS.get(kind, logging.WARNING)
    _qt_logger.log(level, "%s", message)
