# SPDX-License-Identifier: Apache-2.0
"""The workflows page: what there is at the left, the chosen one at the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.asking import Choice, ask
from app.labels import plain_label
from app.layout import Memory
from app.library.desk import Desk
from app.library.detail import Detail
from app.library.newdialog import NewDialog
from app.library.shelflist import ShelfList, ShelfModel, found_words
from app.tasks import Loader, Tasks, once_painted
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import tr
from app.widgets import ElidedLabel, EmptyState
from engine.definition import Entry, Shelf
from engine.projections import Summary

LOOK_EVERY_MS = 2_000
"""How often the folders and the open file are looked at while the page is shown."""

_MOST_REPOSITORIES = 40


class LibraryScreen(QWidget):
    """Looks at folders only while it is shown, in a thread."""

    launch_asked = Signal(str)  # the name or path of a workflow, after its launch was asked for

    def __init__(self, data_dir: Path, memory: Memory, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("libraryScreen")
        self.setAccessibleName(tr("Workflows"))
        self._data_dir, self._memory, self._tasks = data_dir, memory, tasks
        self._shelf = Shelf(data_dir)
        self._looker = Loader(tasks, self, "look at the workflows")
        self._looking = self._again = False
        self._repositories: list[str] = []
        self._entries: tuple[Entry, ...] = ()
        self._wanted: Path | None = None
        self._edits = False
        self.desk = Desk(tasks, self)
        self.model = ShelfModel(self)
        self.list = ShelfList(self.model, self)
        self.detail = Detail(self.desk, tasks, self)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look_around)
        self._make_head()
        self._lay_out()
        self.list.chosen.connect(self._on_chosen)
        self.list.entered.connect(self._on_entered)
        self.detail.launch_asked.connect(self._on_launch)
        self.detail.duplicate_asked.connect(self.begin_with)
        self.desk.unsaved_changed.connect(self._show)
        theme().changed.connect(self._tint)
        self._tint()

    def show_runs(self, summaries: tuple[Summary, ...]) -> None:
        """The runs there are: their repositories may keep workflows."""
        known = [*self._memory.recent("repositories"), *(one.repository for one in summaries if one.repository)]
        self._repositories = list(dict.fromkeys(known))[:_MOST_REPOSITORIES]

    def choose(self, path: Path) -> None:
        """Show this file as soon as it is found."""
        self._wanted = path
        self.search.clear()
        self._look()

    def begin_with(self, path: Path | None = None) -> None:
        """Ask what a new workflow is to be; it begins with `path`, if given."""
        if self.findChild(NewDialog) is None:
            dialog = NewDialog(self._data_dir, self._entries, self._repositories, self._tasks, self, begin_with=path)
            dialog.made.connect(self._on_made)
            dialog.open()

    def new(self) -> None:
        """Ask what a new workflow is to be."""
        self.begin_with()

    def may_close(self, close: Callable[[], object]) -> bool:
        """Whether the window may close; if something is not saved, ask first, and `close` then."""
        if not self.desk.drafts:
            return True
        if self.window().findChild(QWidget, "unsavedQuestion") is None:
            ask(
                "unsavedQuestion",
                tr("Workflows are not saved"),
                tr("What you typed into these files is not on disk yet."),
                (
                    Choice("unsaved:save", tr("Save all"), partial(self.desk.save_all, close)),
                    Choice("unsaved:discard", tr("Close without saving"), partial(self._discard, close), "", "danger"),
                    Choice("unsaved:stay", tr("Stay here"), None, tr("Close nothing, change nothing")),
                ),
                self.window(),
                [str(path) for path in self.desk.drafts],
            )
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        once_painted(self, self._look)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    # --------------------------------------------------------------------------------------------------------- looking

    def _look_around(self) -> None:
        self._look()
        self.desk.look()

    def _look(self) -> None:
        if self._looking:
            self._again = True
            return
        work = partial(self._shelf.look, list(self._repositories))
        self._looking = self._looker.load(work, self._on_found, self._on_not_found)

    def _on_found(self, entries: tuple[Entry, ...]) -> None:
        self._looking = False
        self._entries = entries
        self._show()
        if self._again:
            self._again = False
            self._look()

    def _on_not_found(self, error: Exception) -> None:
        self._looking = False
        self._count.set_text(tr("The folders cannot be read: {error}").format(error=error))

    def _show(self) -> None:
        moved = self.model.show(self._entries, self.desk.drafts, self.search.text())
        shown = self.detail.path
        wanted = self._wanted if self._wanted is not None else shown
        index = self.model.index_of(wanted)
        if self._wanted is not None and index.isValid():
            self._wanted = None
        if not index.isValid() and shown is None and self.model.first().isValid():
            index = self.model.first()
        entry = self.model.entry(index)
        if entry is not None:
            if moved or self.list.currentIndex() != index:
                self.list.mark(entry.path)
                self.list.scrollTo(index)
            self._open(entry)
        elif moved:
            self.list.mark(None)
        self._count.set_text(found_words(self.model.count(), len(self._entries), self.search.text()))
        nothing = self.model.count() == 0 and bool(self.search.text())
        self._nothing.setVisible(nothing)
        self._stack.setCurrentIndex(1 if self.detail.path is not None else 0)

    def _open(self, entry: Entry) -> None:
        self.detail.show_entry(entry)
        self._stack.setCurrentIndex(1)
        if self._edits:
            self._edits = False
            self.detail.edit()

    # ------------------------------------------------------------------------------------------------------------- acts

    def _on_chosen(self, entry: Entry) -> None:
        self._open(entry)

    def _on_entered(self) -> None:
        shown = self.detail.source if self.detail.source.isVisible() else self.detail.graph
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_launch(self, path: Path) -> None:
        entry = next((one for one in self._entries if one.path == path), None)
        self.launch_asked.emit(path.stem if entry is not None and entry.origin == "bundled" else str(path))

    def _on_made(self, path: Path) -> None:
        self._edits = True
        self.choose(path)

    def _discard(self, close: Callable[[], object]) -> None:
        self.desk.discard_all()
        close()

    # ------------------------------------------------------------------------------------------------------------ parts

    def _make_head(self) -> None:
        self._count = ElidedLabel(tr("Looking…"), "small", "muted")
        self._count.setObjectName("libraryCount")
        self.search = QLineEdit(self)
        self.search.setObjectName("workflowSearch")
        self.search.setAccessibleName(tr("Search workflows by name, title and goals"))
        self.search.setPlaceholderText(tr("Search names, titles, goals"))
        self.search.setClearButtonEnabled(True)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(150)
        self._soon.timeout.connect(self._show)
        self.search.textChanged.connect(self._soon.start)
        self.search.returnPressed.connect(self._on_search_entered)
        self._new = QPushButton(tr("New…"), self)
        self._new.setObjectName("workflowNew")
        self._new.setAccessibleName(tr("New workflow from a template"))
        self._new.setAutoDefault(False)
        self._new.clicked.connect(self.new)
        self._nothing = plain_label(tr("Nothing of that is in a name, a title or a goal."), "muted", wrap=True)
        self._nothing.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        self._nothing.hide()

    def _on_search_entered(self) -> None:
        self._show()
        first = self.model.entry(self.model.first())
        if first is not None:
            self.list.mark(first.path)
            self._open(first)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tint(self) -> None:
        self._new.setIcon(theme().icon("plus", "text"))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACE_S)
        top.addWidget(plain_label(tr("Workflows"), "title"))
        top.addStretch(1)
        top.addWidget(self._new)
        head = QFrame(self)
        head.setProperty("role", "bar")
        column = QVBoxLayout(head)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_XS)
        column.addLayout(top)
        column.addWidget(self.search)
        column.addWidget(self._count)
        left = QWidget(self)
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(head)
        side.addWidget(self._nothing)
        side.addWidget(self.list, 1)
        left.setMinimumWidth(200)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(EmptyState("workflow", tr("No workflow chosen"), tr("Choose one at the left.")))
        self._stack.addWidget(self.detail)
        self.parts = QSplitter(Qt.Orientation.Horizontal, self)
        self.parts.setObjectName("libraryParts")
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(left)
        self.parts.addWidget(self._stack)
        self.parts.setStretchFactor(0, 1)
        self.parts.setStretchFactor(1, 4)
        self.parts.setSizes([290, 720])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.parts)
