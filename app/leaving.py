# SPDX-License-Identifier: Apache-2.0
"""Every way out of the window. A person is asked what becomes of the runs; all other ends leave them running."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QWidget

from app.asking import Choice, ask
from app.models.runs import RunRow
from app.pages import PagedWindow
from app.tokens import status_look
from app.translate import QT_TR_NOOP, tr
from engine.projections import Summary

SESSION_ENDS_S = 60.0
"""For so long after the desktop said that the session ends, nothing is asked, in seconds: it may be called off."""

_STOP_TIP = QT_TR_NOOP(
    "End the engine host and its agents now; the runs go on from their journals when Pilothouse opens again"
)


class Leaving(QObject):
    """Made by the window, for it."""

    def __init__(self, window: PagedWindow) -> None:
        super().__init__(window)
        self._window = window
        self._session_ended = -SESSION_ENDS_S
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self.on_session_end, Qt.ConnectionType.DirectConnection)

    def on_session_end(self, manager: QSessionManager | None = None) -> None:
        """The session ends: keep what the window remembers, and stand in nobody's way. The engine host goes on."""
        self._session_ended = time.monotonic()
        self._window.keep_state()
        if manager is not None:
            manager.setRestartHint(QSessionManager.RestartHint.RestartNever)

    def live_runs(self) -> list[Summary]:
        """Every run that a process drives now and that has not ended, whatever is selected or filtered."""
        feed = self._window.feed
        return [summary for summary in feed.summaries if summary.live and summary.run in feed.driven]

    def may_close(self) -> bool:
        """Ask what becomes of the runs, if a process drives one: one that waits for a person may have a live agent."""
        if time.monotonic() - self._session_ended < SESSION_ENDS_S:
            return True
        if not self._window.library.may_close(self._window.close):
            return False
        live = self.live_runs()
        if not live:
            return True
        if self._window.findChild(QWidget, "closeQuestion") is None:
            self._ask(live)
        return False

    def _ask(self, live: list[Summary]) -> None:
        working = [summary for summary in live if summary.state != "paused"]
        lines = [f"{s.project} · {s.title} · {status_look(RunRow(s, True).status).word}" for s in live]
        keep = Choice("close:keep", tr("Keep running"), self._window.stop.set, tr("Close the window; the runs go on"))
        pause = Choice("close:pause", tr("Pause"), self._pause_and_close, tr("Pause each at its next safe boundary"))
        stop = Choice("close:stop", tr("Stop"), self._stop_and_close, tr(_STOP_TIP), "danger")
        cancel = Choice("close:cancel", tr("Cancel"), None, tr("Close nothing, change nothing"))
        if working:
            title = tr("Runs are at work") if len(working) > 1 else tr("A run is at work")
            text = tr("The engine drives what is listed here with or without this window. What shall become of it?")
            choices = [keep, pause, stop, cancel]
        else:  # there is nothing to pause
            title = tr("Runs wait for you")
            text = tr("They wait with or without this window. Stop ends the agents that are kept ready meanwhile.")
            keep = replace(keep, text=tr("Keep waiting"), tip=tr("Close the window; the runs wait on"))
            choices = [keep, stop, cancel]
        ask("closeQuestion", title, text, choices, self._window, lines)

    def _pause_and_close(self) -> None:
        runs = [summary.run for summary in self.live_runs() if summary.state != "paused"]

        async def pause() -> None:
            await self._window.commands.pause_all(runs)
            self._window.stop.set()

        self._window.tasks.spawn(pause(), "pause all and close")

    def _stop_and_close(self) -> None:
        async def stop() -> None:
            await self._window.commands.stop_host()
            self._window.stop.set()

        self._window.tasks.spawn(stop(), "stop the engine host and close")
