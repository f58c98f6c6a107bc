# SPDX-License-Identifier: Apache-2.0
"""What stands around the screens of the window: help, tour, its own faults, and the ways out of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog

from app.actions import Act
from app.faults import Faults
from app.notify.outside import Outside
from app.pages import PagedWindow
from app.translate import tr

if TYPE_CHECKING:
    from app.help.pages import HelpPage
    from app.help.view import HelpWindow

_PAGES = {
    "needs": "what-waits-for-you",
    "fleet": "budgets",
    "history": "gates-and-evidence",
    "library": "workflows",
}
"""The page of the help for a page of the window."""


TOUR_AFTER_MS = 800
"""How long after the first run is shown the tour begins, in milliseconds."""


class Around(QObject):
    """
    Made by the window, for it.

    Attributes:
        outside: the tray, notices, and a computer that stays awake.
    """

    settings_asked = Signal(str)  # the page of the settings that was asked for

    def __init__(self, window: PagedWindow) -> None:
        super().__init__(window)
        self._window = window
        self._faults: Faults | None = None
        self.outside = Outside(window, window.feed, window.memory, self._looked_at)
        self.outside.run_asked.connect(self._open_run)
        self.outside.hold_asked.connect(self._open_hold)
        window.status.faults_asked.connect(self.open_faults)

    async def work(self) -> None:
        """What goes on until the window ends."""
        await self.outside.work()

    def acts(self) -> list[Act]:
        """What can be done here, for menu, keys and palette."""
        return [
            Act("help", tr("Help"), self.open_help, "F1", "info"),
            Act("help-keyboard", tr("Help: the keyboard"), self.open_keyboard, "", "info"),
            Act("tour", tr("Take the tour of this window"), self.start_tour, "", "pilothouse", self._has_run),
            Act("faults", tr("Faults of this window…"), self.open_faults, "", "error", self._has_faults),
            Act("settings-notices", tr("Notices, quiet hours, sleep…"), self._open_settings, "", "message"),
        ]

    # ------------------------------------------------------------------------------------------------------------ help

    def open_help(self) -> None:
        """Opens the help at the page of what is looked at."""
        self.open_help_at(self._page())

    def open_keyboard(self) -> None:
        """Opens the page of the keys."""
        self.open_help_at("keyboard")

    def open_help_at(self, page: str) -> HelpWindow:
        """Opens the help at a page, by its id."""
        from app.help.view import open_help  # nobody needs it at the start

        return open_help(self.pages, self._window, page)

    def pages(self) -> list[HelpPage]:
        """All pages of the help, with the keys as they are bound now."""
        from app.help.pages import read_pages

        everywhere = self._window.findChildren(QAction)
        own = [action for action in everywhere if action.parent() is self._window]  # those of one screen come after
        acts = [action.data() for action in dict.fromkeys([*own, *everywhere]) if isinstance(action.data(), Act)]
        return read_pages(acts=acts)

    def _page(self) -> str:
        if self._window.page == "run":
            return "what-waits-for-you" if self._window.selection.hold else "first-steps"
        return _PAGES.get(self._window.page, "first-steps")

    def add_help_key(self, dialog: QDialog, page: Callable[[], str]) -> None:
        """F1 in a dialog opens a page of the help beside it."""
        from app.help.view import add_help_key

        add_help_key(dialog, self.pages, page)

    # ------------------------------------------------------------------------------------------------------------ tour

    def start_tour(self) -> None:
        """Points at what the window consists of, unless that is being done."""
        from app.tour import Tour, demo_stops

        if self._window.findChild(Tour) is None:
            self._window.open_run()
            Tour(demo_stops(), self._window).start()
            self._window.memory.set_flag("tour", True)

    def tour_when_ready(self) -> None:
        """The same once the first run is shown, unless this data directory has seen it."""
        if not self._window.memory.flag("tour", False):
            self._window.feed.run_changed.connect(self._on_first_picture, Qt.ConnectionType.SingleShotConnection)

    def _on_first_picture(self) -> None:
        QTimer.singleShot(TOUR_AFTER_MS, self, self.start_tour)

    # ---------------------------------------------------------------------------------------------------------- faults

    def know_faults(self, faults: Faults) -> None:
        """Show the faults of the application from now on."""
        self._faults = faults
        faults.changed.connect(self._on_faults)
        self._on_faults()

    def open_faults(self) -> None:
        """Opens the panel of faults, unless it is open."""
        from app.faultspanel import FaultsPanel

        if self._faults is not None and self._window.findChild(FaultsPanel) is None:
            FaultsPanel(self._faults, self._window).show()

    def _on_faults(self) -> None:
        if self._faults is not None:
            self._window.status.show_faults(len(self._faults.all()))

    def _has_faults(self) -> bool:
        return self._faults is not None and bool(self._faults.all())

    # --------------------------------------------------------------------------------------------------------- outside

    def _looked_at(self) -> str | None:
        if self._window.page == "run" and self._window.isActiveWindow():
            return self._window.selection.run
        return None

    def _open_hold(self, run: str, hold: str) -> None:
        summary = self._window.feed.summary(run)
        found = next((one for one in summary.holds if one.id == hold), None) if summary is not None else None
        if found is None:  # answered meanwhile: its run shows what became of it
            self._open_run(run)
        else:
            self._window.open_hold(found)

    def _open_run(self, run: str) -> None:
        self._window.open_node(run, None)

    def _open_settings(self) -> None:
        self.settings_asked.emit("notices")

    def _has_run(self) -> bool:
        return self._window.selection.run is not None
