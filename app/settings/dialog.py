# SPDX-License-Identifier: Apache-2.0
"""The settings dialog. Every change holds at once; there is nothing to confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPushButton, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from app.labels import ElidedLabel
from app.layout import Memory
from app.settings.agents import AgentsPage, find_agents
from app.settings.keys import KeysPage
from app.settings.limits import LimitsPage
from app.settings.looks import LooksPage
from app.settings.notices import NoticesPage
from app.settings.prices import PricesPage
from app.settings.store import Store
from app.tasks import Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M
from app.translate import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.notify.outside import Outside
    from engine.agents import BackendStatus
    from engine.projections import Summary

LOOK_EVERY_MS = 2_000
"""How often the file and the figures of today are looked at while the dialog is open."""

Page = Literal["limits", "prices", "look", "notices", "agents", "keys"]


class SettingsDialog(QDialog):
    """Limits, prices, look and agents."""

    def __init__(
        self,
        data_dir: Path,
        memory: Memory,
        tasks: Tasks,
        parent: QWidget,
        *,
        page: Page = "limits",
        find: Callable[[], Sequence[BackendStatus]] | None = None,
        outside: Outside | None = None,
        runs: Callable[[], Sequence[Summary]] = tuple,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("settingsDialog")
        self.setAccessibleName(tr("Settings"))
        self.setWindowTitle(tr("Settings"))
        self.store = Store(data_dir, tasks, self)
        self.limits = LimitsPage(self.store, memory.recent("repositories"))
        self.prices = PricesPage(self.store)
        self.looks = LooksPage(memory)
        self.agents = AgentsPage(tasks, find or partial(find_agents, data_dir), runs)
        self.keys = KeysPage(tasks)
        self.keys.changed.connect(self.agents.look)
        self.notices = NoticesPage(outside) if outside is not None else None
        self.agents.found.connect(self.limits.know_backends)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("settingsTabs")
        self.tabs.setAccessibleName(tr("Parts of the settings"))
        self.tabs.tabBar().setAccessibleName(tr("Parts of the settings"))
        self.tabs.setDocumentMode(True)
        self._pages: dict[Page, QWidget] = {
            "limits": _scrolled(self.limits, tr(_TITLES["limits"])),
            "prices": self.prices,
            "look": _scrolled(self.looks, tr(_TITLES["look"])),
            "agents": _scrolled(self.agents, tr(_TITLES["agents"])),
            "keys": _scrolled(self.keys, tr(_TITLES["keys"])),
        }
        if self.notices is not None:
            self._pages["notices"] = _scrolled(self.notices, tr(_TITLES["notices"]))
        for name, widget in self._pages.items():
            self.tabs.addTab(widget, tr(_TITLES[name]))
        self.tabs.setCurrentWidget(self._pages[page])
        self.tabs.currentChanged.connect(self._on_page)
        self._on_page()
        self._lay_out(data_dir, parent)
        timer = QTimer(self)
        timer.setInterval(LOOK_EVERY_MS)
        timer.timeout.connect(self.store.look)
        timer.start()
        self.store.look()
        self.agents.look()

    def _on_page(self) -> None:
        if self.tabs.currentWidget() is self._pages["keys"]:
            self.keys.look()

    def help_page(self) -> str:
        """The page of the help for the part that is shown."""
        shown = self.tabs.currentWidget()
        return next((page for name, page in _HELP.items() if self._pages.get(name) is shown), "budgets")

    def _lay_out(self, data_dir: Path, parent: QWidget) -> None:
        foot = QFrame(self)
        row = QHBoxLayout(foot)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        row.addWidget(
            ElidedLabel(
                tr("Limits and prices are kept in {file}").format(file=data_dir / "settings.yaml"),
                "small",
                "muted",
            ),
            1,
        )
        close = QPushButton(tr("Close"), self)
        close.setObjectName("settingsClose")
        close.setAccessibleName(tr("Close the settings"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(foot)
        scale = theme().text_scale
        self.resize(min(int(940 * scale), parent.width() - 60), min(int(640 * scale), parent.height() - 60))


_TITLES: dict[Page, str] = {
    "limits": QT_TR_NOOP("Limits"),
    "prices": QT_TR_NOOP("Prices"),
    "look": QT_TR_NOOP("Look"),
    "notices": QT_TR_NOOP("Notices"),
    "agents": QT_TR_NOOP("Agents"),
    "keys": QT_TR_NOOP("Provider keys"),
}

_HELP: dict[Page, str] = {"agents": "agents", "keys": "agents", "notices": "out-of-the-window", "look": "keyboard"}


def _scrolled(page: QWidget, title: str) -> QScrollArea:
    area = QScrollArea()
    area.setAccessibleName(title)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the keyboard, and scroll into view by themselves
    area.setWidget(page)
    return area
