# SPDX-License-Identifier: Apache-2.0
"""All that leaves the window: the tray, notices, a computer that stays awake. The feed tells it, a click comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from app.announce import announce
from app.feed import Feed
from app.layout import Memory
from app.needs.order import waiting_in
from app.notify.awake import Awake
from app.notify.buckets import Sorter
from app.notify.desktop import QUIET, DesktopNotices
from app.notify.notices import News, Notice, joined, still_due
from app.notify.prefs import Prefs
from app.notify.tray import Tray
from app.translate import tr

BURST_MS = 1_500
"""How long news is gathered before it is told, in milliseconds: what comes together is told together."""


class Outside(QObject):
    """
    Lives as long as the window.

    Attributes:
        prefs: what the person chose.
        tray: the icon and its menu.
        desktop: the desktop's own service for notices.
        told: the last notice that went out; None before the first.
    """

    hold_asked = Signal(str, str)  # ids of a run and a hold, after a notice or a line of the tray was clicked
    run_asked = Signal(str)  # a run's id, after the same

    def __init__(self, window: QWidget, feed: Feed, memory: Memory, looked_at: Callable[[], str | None]) -> None:
        """`looked_at()`: the run that the person has in front of them now, if any."""
        super().__init__(window)
        self._window = window
        self._feed = feed
        self._looked_at = looked_at
        self.prefs = Prefs(memory)
        self.told: Notice | None = None
        self._news, self._sorter, self._awake = News(), Sorter(), Awake()
        self._due: list[Notice] = []
        self._clickable: Notice | None = None
        self._moved = asyncio.Event()
        self.desktop = DesktopNotices(self._on_acted)
        self.tray = Tray(window)
        self.tray.window_asked.connect(self.come_forward)
        self.tray.run_asked.connect(self._open_run)
        self.tray.hold_asked.connect(self._open_hold)
        self.tray.quiet_asked.connect(self._be_quiet)
        self.tray.quit_asked.connect(window.close)
        if self.tray.icon is not None:
            self.tray.icon.messageClicked.connect(self._on_message_clicked)
        self._burst = QTimer(self)
        self._burst.setSingleShot(True)
        self._burst.setInterval(BURST_MS)
        self._burst.timeout.connect(self._moved.set)
        feed.fleet_changed.connect(self._on_fleet)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.applicationStateChanged.connect(self._on_fleet)

    async def work(self) -> None:
        """Talks to the desktop until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.desktop.serve(), name="notices of the desktop")
                group.create_task(self._tell(), name="tell what is due")
                group.create_task(self._keep_awake(), name="keep the computer awake")
        finally:
            self.tray.hide()
            await asyncio.to_thread(self._awake.release)

    def ways(self) -> str:
        """How notices reach the person here, a sentence for the settings."""
        if self.desktop.said:
            return tr("Notices are shown by the desktop: {who}.").format(who=self.desktop.said)
        if self._has_messages():
            return tr("Notices are shown by the tray; they have no buttons there.")
        return tr("This desktop shows no notices and has no tray. What waits is counted in the window's title.")

    def awake_said(self) -> str:
        """Whether something keeps the computer awake now, a sentence for the settings."""
        if self._awake.said:
            return tr("Kept awake now by {who}.").format(who=self._awake.said)
        return tr("Nothing keeps this computer awake now.")

    def come_forward(self) -> None:
        """Brings the window to the front; only ever after a click of the person."""
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    # ---------------------------------------------------------------------------------------------------- what is told

    def _on_fleet(self) -> None:
        if not self._feed.loaded:
            return
        summaries, active = self._feed.summaries, self._window.isActiveWindow()
        self.tray.show_buckets(self._sorter.sort(summaries, self._feed.driven, looking=active))
        news = [one for one in self._news.take(summaries) if one.kind != "ended" or self.prefs.ends]
        if news:
            self._due += news
            self._burst.start()
        self._moved.set()

    async def _tell(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            open_ = {(hold.run, hold.id) for summary in self._feed.summaries for hold in waiting_in(summary)}
            await self.desktop.withdraw(open_)
            if self._due and not self._burst.isActive():
                due, self._due = self._due, []
                self._announce(due)
                notice = joined(still_due(due, self._feed.summaries, self._looked_at()))
                if notice is not None and not self.prefs.is_quiet(datetime.now().astimezone()):
                    await self._show(notice)

    def _announce(self, due: Sequence[Notice]) -> None:
        """Said in the window that a person works in, be it of the run in front of them; elsewhere the desktop tells."""
        news = joined(still_due(due, self._feed.summaries, None))
        if news is not None and self._window.isActiveWindow():
            announce(self._window, f"{news.title}. {news.body}")

    async def _show(self, notice: Notice) -> None:
        self.told = notice
        if not await self.desktop.show(notice) and self._has_messages() and self.tray.icon is not None:
            self._clickable = notice
            self.tray.icon.showMessage(notice.title, notice.body)

    def _has_messages(self) -> bool:
        return self.tray.icon is not None and QSystemTrayIcon.supportsMessages()

    # -------------------------------------------------------------------------------------------------- what is clicked

    def _on_acted(self, notice: Notice, action: str) -> None:
        if action == QUIET:
            self._be_quiet()
        elif notice.hold:
            self._open_hold(notice.run, notice.hold)
        else:
            self._open_run(notice.run)

    def _on_message_clicked(self) -> None:
        if self._clickable is not None:
            self._on_acted(self._clickable, "")

    def _open_hold(self, run: str, hold: str) -> None:
        self.come_forward()
        self.hold_asked.emit(run, hold)

    def _open_run(self, run: str) -> None:
        self.come_forward()
        self.run_asked.emit(run)

    def _be_quiet(self) -> None:
        self.prefs.be_quiet(datetime.now().astimezone())

    # ---------------------------------------------------------------------------------------------------------- awake

    async def _keep_awake(self) -> None:
        """A short look now and then: whoever asks the system at every change asks it too often."""
        held = False
        while True:
            wanted = self.prefs.awake and any(
                summary.state == "running" and summary.run in self._feed.driven for summary in self._feed.summaries
            )
            if wanted != held:
                held = wanted
                await asyncio.to_thread(self._awake.hold if wanted else self._awake.release)
            await asyncio.sleep(AWAKE_EVERY_S)


AWAKE_EVERY_S = 5.0
"""How often it is looked whether agents work, in seconds."""
