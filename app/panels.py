# SPDX-License-Identifier: Apache-2.0
"""The bar at the top and the lists at the left."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.clock import Beat
from app.models.runs import RunsModel
from app.needs.groups import groups_of
from app.needs.model import NeedsModel
from app.needs.view import NeedsList
from app.runs.view import RunsTree
from app.selection import Selection
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import QT_TR_NOOP, tr
from app.widgets import SectionHeader, plain_label
from engine.projections import Summary

_FILTER_AFTER_MS = 150
_FILTER_FROM = 6
"""From so many runs on, the filter above them is shown."""


class TopBar(QFrame):
    """The mark, the way into the palette, the look, and the button that launches."""

    launch_asked = Signal()  # after "Launch a run" was clicked
    palette_asked = Signal()  # after the search button was clicked
    scheme_asked = Signal()  # after the button for light and dark was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        mark = QLabel(self)
        mark.setPixmap(theme().app_icon.pixmap(24, 24))
        self._palette = QPushButton(tr("Search runs and commands     Ctrl+K"), self)
        self._palette.setObjectName("paletteButton")
        self._palette.setAccessibleName(tr("Open the command palette"))
        self._palette.setMinimumWidth(320)
        self._palette.setAutoDefault(False)
        self._palette.clicked.connect(self.palette_asked)
        self._scheme = QToolButton(self)
        self._scheme.setObjectName("schemeButton")
        self._scheme.setAccessibleName(tr("Change between light, dark and the system's look"))
        self._scheme.clicked.connect(self.scheme_asked)
        self._more = QToolButton(self)
        self._more.setObjectName("menuButton")
        self._more.setAccessibleName(tr("Menu"))
        self._more.setToolTip(tr("Settings, pages, and what concerns all runs"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self._more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = QMenu(self)
        self.menu.setObjectName("mainMenu")
        self._more.setMenu(self.menu)
        self.launch = QPushButton(tr("Launch a run"), self)
        self.launch.setObjectName("launchButton")
        self.launch.setAccessibleName(tr("Launch a run"))
        self.launch.setProperty("kind", "primary")
        self.launch.setAutoDefault(False)
        self.launch.clicked.connect(self.launch_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        row.setSpacing(SPACE_S)
        row.addWidget(mark)
        row.addWidget(plain_label("Pilothouse", "title"))
        row.addStretch(1)
        row.addWidget(self._palette)
        row.addStretch(1)
        row.addWidget(self._scheme)
        row.addWidget(self._more)
        row.addWidget(self.launch)
        theme().changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        look = theme()
        self._palette.setIcon(look.icon("search", "muted"))
        self._scheme.setIcon(look.icon(look.scheme, "muted"))
        self._scheme.setToolTip(
            {"light": tr("Always light"), "dark": tr("Always dark")}.get(look.scheme, tr("Follows the system"))
        )
        self._more.setIcon(look.icon("more", "muted"))
        self.launch.setIcon(look.icon("launch", "on_accent"))


PAGES: dict[str, tuple[str, str, str]] = {
    "home": (QT_TR_NOOP("Home"), "inbox", QT_TR_NOOP("Everything that needs you")),
    "run": (QT_TR_NOOP("Run"), "tree", QT_TR_NOOP("The selected run")),
    "fleet": (QT_TR_NOOP("Fleet"), "agent", QT_TR_NOOP("Every agent of every run")),
    "history": (QT_TR_NOOP("History"), "history", QT_TR_NOOP("How runs of one workflow went")),
    "library": (QT_TR_NOOP("Workflows"), "workflow", QT_TR_NOOP("What can be run: read it, write it, try it")),
}
"""What the centre can show: a title, an icon and a sentence for each."""


_ICONS_FROM = 84
"""From so many pixels a page on, at the normal text size, there is room for an icon beside its title."""

_AROUND = 8
"""What a title takes beside its letters, in pixels; where there is less room, the icons alone are shown."""


class PageBar(QWidget):
    """The way from one page of the centre to another."""

    asked = Signal(str)  # a page of PAGES, after it was asked for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages"))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_XS, 0, SPACE_XS, SPACE_S)
        row.setSpacing(0)
        self._buttons: dict[str, QToolButton] = {}
        for page, (title, _, sentence) in PAGES.items():
            button = QToolButton(self)
            button.setObjectName(f"page:{page}")
            button.setText(tr(title))
            button.setAccessibleName(f"{tr(title)}: {tr(sentence)}")
            button.setToolTip(tr(sentence))
            button.setStyleSheet("padding: 4px 0;")
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setCheckable(True)
            button.clicked.connect(self._on_clicked)
            self._buttons[page] = button
            row.addWidget(button)
        theme().changed.connect(self._tint)
        self.show_page("run")

    def show_page(self, page: str) -> None:
        """Mark the page that is shown."""
        for name, button in self._buttons.items():
            button.setChecked(name == page)
        self._tint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._tint()
        super().resizeEvent(event)

    def _on_clicked(self) -> None:
        page = self.sender().objectName().removeprefix("page:")
        self._buttons[page].setChecked(True)
        self.asked.emit(page)

    def _tint(self) -> None:
        titles = sum(button.fontMetrics().horizontalAdvance(button.text()) for button in self._buttons.values())
        cramped = 0 < self.width() < titles + _AROUND * len(PAGES)
        for page, button in self._buttons.items():
            button.setIcon(theme().icon(PAGES[page][1], "accent" if button.isChecked() else "muted"))
            narrow = self.width() / len(PAGES) < _ICONS_FROM * theme().text_scale
            style = Qt.ToolButtonStyle.ToolButtonTextOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly if cramped else style)


class SidePanel(QWidget):
    """The pages, what needs you, and all runs."""

    together_asked = Signal()  # after the button that answers several was clicked
    pause_all_asked = Signal()  # after the button that pauses every run was clicked
    resume_all_asked = Signal()  # after the button that undoes every pause was clicked

    def __init__(self, selection: Selection, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setMinimumWidth(220)
        self.pages = PageBar(self)
        self.needs_model = NeedsModel(self)
        self.runs_model = RunsModel(self)
        self.needs = NeedsList(self.needs_model, selection, beat, self)
        self.runs = RunsTree(self.runs_model, selection, beat, self)
        self._needs_head = SectionHeader(tr("NEEDS YOU"), self)
        self._runs_head = SectionHeader(tr("RUNS"), self)
        self._together = _tool("togetherButton", tr("Answer several at once"))
        self._together.clicked.connect(self.together_asked)
        self._needs_head.add_widget(self._together)
        self._pause_all = _tool("pauseAllButton", tr("Pause every run at its next safe boundary"))
        self._pause_all.clicked.connect(self.pause_all_asked)
        self._resume_all = _tool("resumeAllButton", tr("Resume every run that you paused"))
        self._resume_all.clicked.connect(self.resume_all_asked)
        for button in (self._resume_all, self._pause_all):
            self._runs_head.add_widget(button)
        theme().changed.connect(self._tint)
        self._tint()
        self._calm = plain_label(tr("Nothing needs you."), "muted")
        self._calm.setContentsMargins(SPACE_M, 0, SPACE_M, SPACE_S)
        self._none = plain_label(tr("No run yet."), "muted")
        self._none.setContentsMargins(SPACE_M, 0, SPACE_M, SPACE_S)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("runsFilter")
        self.filter.setAccessibleName(tr("Filter the runs"))
        self.filter.setPlaceholderText(tr("Filter the runs"))
        self.filter.setClearButtonEnabled(True)
        self._filter_soon = QTimer(self)
        self._filter_soon.setSingleShot(True)
        self._filter_soon.setInterval(_FILTER_AFTER_MS)
        self._filter_soon.timeout.connect(self._apply_filter)
        self.filter.textChanged.connect(self._filter_soon.start)
        self._at_home = False
        self._lay_out()
        self.show_runs((), frozenset())

    def show_runs(
        self, summaries: tuple[Summary, ...], driven: frozenset[str], undriven: Mapping[str, str] | None = None
    ) -> None:
        """Show these runs and what waits in them."""
        self.needs_model.show(summaries)
        self.runs_model.show(summaries, driven, undriven or {})
        waiting = self.needs_model.rowCount()
        self._needs_head.set_count(waiting or None)
        self._runs_head.set_count(len(summaries) or None)
        self._show_calm()
        self._none.setVisible(not summaries)
        self.runs.setVisible(bool(summaries))
        self._together.setVisible(bool(groups_of(self.needs_model.needs())))
        self._pause_all.setVisible(any(run.state == "running" and run.run in driven for run in summaries))
        self._resume_all.setVisible(any(hold.kind == "pause" for run in summaries for hold in run.holds))
        wanted = len(summaries) >= _FILTER_FROM or bool(self.filter.text()) or self.filter.hasFocus()
        self.filter.setVisible(wanted)

    def show_page(self, page: str) -> None:
        """A page is open: home shows what needs you itself, and the lists leave that to it."""
        self.pages.show_page(page)
        self._at_home = page == "home"
        self.needs.set_wanted(not self._at_home)
        self._show_calm()

    def _show_calm(self) -> None:
        self._calm.setVisible(self.needs_model.rowCount() == 0 and not self._at_home)

    def _tint(self) -> None:
        look = theme()
        self._together.setIcon(look.icon("inbox", "muted"))
        self._pause_all.setIcon(look.icon("pause", "muted"))
        self._resume_all.setIcon(look.icon("launch", "muted"))

    def _apply_filter(self) -> None:
        self.runs_model.set_filter(self.filter.text())

    def _lay_out(self) -> None:
        filter_row = QHBoxLayout()
        filter_row.setContentsMargins(SPACE_M, 0, SPACE_M, SPACE_S)
        filter_row.addWidget(self.filter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_S, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pages)
        layout.addWidget(self._needs_head)
        layout.addWidget(self._calm)
        layout.addWidget(self.needs)
        layout.addSpacing(SPACE_S)
        layout.addWidget(self._runs_head)
        layout.addLayout(filter_row)
        layout.addWidget(self._none, 1)
        layout.addWidget(self.runs, 1)
        heads = (self._together, self.needs, self._pause_all, self._resume_all, self.filter, self.runs)
        for before, after in pairwise((*self.pages.findChildren(QToolButton)[-1:], *heads)):
            QWidget.setTabOrder(before, after)  # as they stand below each other


def _tool(name: str, title: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setAccessibleName(title)
    button.setToolTip(title)
    button.setProperty("kind", "quiet")
    button.setStyleSheet("padding: 0; min-height: 0;")
    button.setFixedSize(24, 20)
    return button
