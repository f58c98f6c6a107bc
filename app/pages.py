# SPDX-License-Identifier: Apache-2.0
"""The window's parts and pages: lists at the left, the run in the centre, the selected block at the right."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.clock import Beat
from app.commands import Commands
from app.feed import Feed
from app.fleet.view import FleetScreen
from app.history.view import HistoryScreen
from app.inspector.transcripts import Wanted
from app.inspector.view import Inspector
from app.labels import has_focus_within, let_go_of_focus
from app.layout import Memory
from app.library.view import LibraryScreen
from app.models.runs import Project
from app.needs.home import HomeScreen
from app.panels import SidePanel, TopBar
from app.run.view import RunView
from app.search.view import SearchScreen
from app.selection import Selection
from app.serve import ServedWindow
from app.sides import MainParts
from app.statusbar import StatusBar
from app.tasks import Tasks
from app.translate import QT_TR_NOOP, tr
from app.widgets import EmptyState
from engine.projections import HoldView, Summary
from engine.projections.search import Hit

_FIRST_STEPS = QT_TR_NOOP(
    "A run takes a workflow and drives agents through it on one branch of a git repository. "
    "You see what they do, and decide where a person should. To watch one first, try “pilothouse demo” in a terminal."
)


class PagedWindow(ServedWindow):
    """Holds the parts, and brings what is asked for to the front. What is done in it is for others."""

    def __init__(self, stop: asyncio.Event, data_dir: Path) -> None:
        super().__init__(stop)
        self.setObjectName("monitor")
        self.setAccessibleName("Pilothouse")
        self.setWindowTitle("Pilothouse")
        self.resize(1280, 800)
        self._data_dir = data_dir
        self._page = "run"
        self.tasks = Tasks()
        self.selection = Selection(self)
        self.commands = Commands(data_dir, self.tasks, self)
        self.memory = Memory(data_dir)
        self.memory.dress()  # before there is anything to dress: that takes its time
        self.feed = Feed(data_dir, self.selection, self)
        self.beat = Beat(self)
        self._make_parts()
        self._connect_parts()

    @property
    def page(self) -> str:
        """What the centre shows: a page of `app.panels.PAGES`."""
        return self._page

    def restore_state(self) -> None:
        """Look as the last window did: sizes, open tabs."""
        self._splitters: dict[str, QSplitter] = {"home": self.home.parts, "library": self.library.parts}
        self._tabs: dict[str, QTabWidget] = {"inspector": self.inspector.tabs}
        self.memory.restore(self, self._splitters, self._tabs)
        self._main.chosen = self.memory.numbers("main/sizes")
        self.run_view.parts.show_pane(self.memory.word("run/pane", "blocks"))
        self.run_view.parts.tree_width = next(iter(self.memory.numbers("run/treeWidth")), None)

    def keep_state(self) -> None:
        """Keep what the next window shall know: the run that is looked at, sizes, open tabs."""
        self.memory.run = self.selection.run
        self.memory.set_word("run/pane", self.run_view.parts.pane)
        width = self.run_view.parts.tree_width
        self.memory.set_numbers("run/treeWidth", [] if width is None else [width])
        self.memory.set_numbers("main/sizes", self._main.chosen)
        self.memory.keep(self, self._splitters, self._tabs)

    def showEvent(self, event: QShowEvent) -> None:
        """A large window has room for longer names at the side, unless somebody chose otherwise."""
        self._main.share()
        super().showEvent(event)

    # --------------------------------------------------------------------------------------------------------- showing

    def selected(self) -> Summary | None:
        """The run that is looked at."""
        return self.feed.summary(self.selection.run)

    def open_home(self) -> None:
        """Shows everything that waits for a person, with the keyboard in it unless somebody types."""
        self._open_page("home")
        focused = self.focusWidget()
        if not isinstance(focused, (QLineEdit, QPlainTextEdit)):
            self.home.queue.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_run(self) -> None:
        """Shows the selected run."""
        self._open_page("run")

    def open_pane(self, name: str) -> None:
        """Shows a pane of the selected run, by its name."""
        self.open_run()
        self.run_view.open_pane(name)

    def open_fleet(self) -> None:
        """Shows every agent of every run."""
        self._open_page("fleet")

    def open_history(self) -> None:
        """Shows how the runs of a workflow went, at first of the selected run's."""
        summary = self.selected()
        self._open_page("history")
        if summary is not None:
            self.history.choose_workflow(summary.workflow)

    def open_library(self) -> None:
        """Shows the workflows that there are."""
        self._open_page("library")

    def new_workflow(self) -> None:
        """Asks what a new workflow is to be."""
        self.open_library()
        self.library.new()

    def open_node(self, run: str, node: str | None) -> None:
        """Shows a run, and a block of it."""
        self.selection.choose_run(run)
        if node is not None:
            self.selection.choose_node(node)
        self.open_run()

    def open_attempt(self, run: str, node: str, attempt: int) -> None:
        """Shows one attempt of a run."""
        self.selection.choose_run(run)
        self.selection.choose_node(node, attempt)
        self.open_run()

    def open_hold(self, hold: HoldView) -> None:
        """Shows what waits, and its run."""
        self.selection.choose_hold(hold.run, hold.id, hold.node)
        self.open_run()

    def open_search(self, text: str = "") -> None:
        """Shows the search over all transcripts, with the keyboard in its field."""
        self._open_page("search")
        self.search.open_with(text)

    def _open_hit(self, hit: Hit) -> None:
        self.open_attempt(hit.run, hit.node, hit.attempt)
        self.inspector.show_message_of(hit.run, hit.node, hit.attempt, Wanted(entry=hit.entry))

    def _on_page_asked(self, page: str) -> None:
        {
            "home": self.open_home,
            "fleet": self.open_fleet,
            "history": self.open_history,
            "library": self.open_library,
        }.get(page, self.open_run)()

    def _on_list_clicked(self, index: QModelIndex) -> None:
        """A click on what is selected already chooses nothing, and means it all the same."""
        if not isinstance(index.data(Qt.ItemDataRole.UserRole), Project):
            self.open_run()

    def _open_page(self, page: str) -> None:
        self._page = page
        self.side.show_page(page)
        self.show_centre()

    def show_centre(self) -> None:
        """Shows the page that was asked for, as far as there is anything to show."""
        chosen = self.selection.run is not None
        shown = chosen and self._page == "run"
        page = self._pages.get(self._page, self.run_view if chosen else self.empty)
        left = self._centre.currentWidget()
        if left is not None and left is not page:
            let_go_of_focus(left)
        self._centre.setCurrentWidget(page)
        if not self._main.narrow:
            self.inspector.setVisible(shown and not self.run_view.spread)
        if chosen or not self.feed.loaded:
            return
        if self.feed.summaries:
            self.empty.set_text(tr("No run selected"), tr("Choose one at the left, or launch another."))
        else:
            self.empty.set_text(tr("No run yet"), tr(_FIRST_STEPS))

    def _on_narrow(self, narrow: bool) -> None:
        """In a narrow window the inspector is a tab of the run; it keeps the keyboard where it is seen."""
        focused = self.focusWidget() if has_focus_within(self.inspector) else None
        if narrow:
            self.run_view.parts.take_in(self.inspector, tr("Attempt"), front=focused is not None)
        else:
            self.run_view.parts.let_out(self.inspector)
            self._main.give_back(self.inspector)
            self.show_centre()
        if focused is not None and focused.isVisible():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_parts(self) -> None:
        self.top = TopBar(self)
        self.side = SidePanel(self.selection, self.beat, self)
        self.run_view = RunView(self._data_dir, self.selection, self.commands, self.tasks, self.beat, self)
        self.inspector = Inspector(self._data_dir, self.selection, self.commands, self.tasks, self)
        self.status = StatusBar(self._data_dir, self)
        self.empty = EmptyState("pilothouse", tr("Reading the runs…"), "", tr("Launch a run"), self)
        self._centre = QStackedWidget(self)
        self._centre.addWidget(self.empty)
        self._centre.addWidget(self.run_view)
        self.home = HomeScreen(self._data_dir, self.commands, self.tasks, self.beat, self)
        self.side.needs_model.snoozed = self.home.snoozed
        self.run_view.banner.unsent = self.home.unsent
        self.fleet = FleetScreen(self._data_dir, self.tasks, self)
        self.history = HistoryScreen(self._data_dir, self.tasks, self)
        self.search = SearchScreen(self._data_dir, self.selection, self.tasks, self)
        self.library = LibraryScreen(self._data_dir, self.memory, self.tasks, self)
        self._pages: dict[str, QWidget] = {"home": self.home, "fleet": self.fleet, "history": self.history}
        self._pages["library"] = self.library
        self._pages["search"] = self.search
        for page in self._pages.values():
            page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # hidden, they widen nothing
            self._centre.addWidget(page)
        self._main = MainParts(self.side, self._centre, self.inspector, self)
        whole = QWidget(self)
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self._main, 1)
        self.setCentralWidget(whole)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()  # nothing is about to be typed or pressed
        self.setStatusBar(self.status)

    def _connect_parts(self) -> None:
        self.feed.failed.connect(self.status.notice)
        self.side.pages.asked.connect(self._on_page_asked)
        self.side.runs.clicked.connect(self._on_list_clicked)
        self.side.needs.clicked.connect(self._on_list_clicked)
        self.side.needs.opened.connect(self.open_hold)
        self.home.opened.connect(self.open_hold)
        self.home.failed.connect(self.status.notice)
        self.fleet.attempt_asked.connect(self.open_attempt)
        self.history.node_asked.connect(self.open_node)
        self.inspector.transcript.noticed.connect(self.status.notice)
        self.run_view.shown.connect(self.inspector.show_picture)
        self.run_view.failed.connect(self.status.notice)
        self.run_view.went.connect(self.inspector.go_back_to)
        self.run_view.spread_changed.connect(self.show_centre)
        self.inspector.compare_asked.connect(self.run_view.open_compare)
        self.inspector.review_asked.connect(self.run_view.open_review)
        self.inspector.diff.note_made.connect(self.run_view.take_note)
        self.run_view.journal.message_asked.connect(self.inspector.show_event)
        self.inspector.event_asked.connect(self.run_view.show_event)
        self.inspector.line_asked.connect(self.run_view.show_line)
        self.search.hit_asked.connect(self._open_hit)
        self.inspector.wanted.connect(partial(self.run_view.parts.bring, self.inspector))
        self._main.narrow_changed.connect(self._on_narrow)

    def close_asked(self) -> None:
        """As if the window was closed by its frame."""
        self.close()
