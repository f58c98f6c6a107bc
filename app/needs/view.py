# SPDX-License-Identifier: Apache-2.0
"""The list of everything that waits for a person. Choosing a row shows it; it never answers anything."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.actions import Act, add_shortcuts
from app.clock import Beat, age_of
from app.kinds import KIND_ICONS, UNREADABLE
from app.labels import let_go_of_focus
from app.needs.model import Need, NeedsModel
from app.paint import Row, RowDelegate
from app.selection import Selection
from app.theme import theme
from app.translate import tr

MOST_ROWS_SHOWN = 5
"""Up to so many rows the list grows with what waits; beyond it scrolls."""


class NeedsDelegate(RowDelegate):
    """Kind and node, how long it waits, and which run it belongs to."""

    def row(self, index: QModelIndex | QPersistentModelIndex) -> Row | None:
        need = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(need, Need):
            return None
        return Row(
            icon=KIND_ICONS.get(need.hold.kind, "waiting"),
            token="brass" if need.hold.kind != UNREADABLE else "red",
            first=need.headline,
            second=need.title,
            note=age_of(need.hold.opened_at) if need.hold.kind != UNREADABLE else "",
            tail=need.project,
            strong=True,
        )


class NeedsList(QListView):
    """All holds of all runs that were not put aside, what can be decided at once first."""

    opened = Signal(object)  # a HoldView, after it was opened by a key

    def __init__(self, model: NeedsModel, selection: Selection, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("needsYouList")
        self.setAccessibleName(tr("Needs you: what waits for a person, what can be decided at once first"))
        self._needs = model
        self._selection = selection
        self._by_itself = False
        self._delegate = NeedsDelegate(self)
        self._wanted = True
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.clicked.connect(self._on_current)
        model.rowsInserted.connect(self._on_rows)
        model.rowsRemoved.connect(self._on_rows)
        selection.hold_changed.connect(self._on_hold)
        beat.struck.connect(self.viewport().update)
        theme().changed.connect(self._on_rows)
        acts = [
            Act("side-next", tr("Next"), partial(self._step, 1), "J", repeats=True),
            Act("side-previous", tr("Previous"), partial(self._step, -1), "K", repeats=True),
            Act("side-open", tr("Open its run"), self._open, "Return; Enter"),
        ]
        add_shortcuts(self, acts, Qt.ShortcutContext.WidgetShortcut)
        self._on_rows()

    def set_wanted(self, wanted: bool) -> None:
        """Whether it is shown where there is something in it."""
        self._wanted = wanted
        self._show()

    def _show(self) -> None:
        shown = self._wanted and self._needs.rowCount() > 0
        if not shown:
            let_go_of_focus(self)
        self.setVisible(shown)

    def _step(self, by: int) -> None:
        row = min(max(0, self.currentIndex().row() + by), self._needs.rowCount() - 1)
        self.setCurrentIndex(self._needs.index(row))

    def _open(self) -> None:
        need = self.currentIndex().data(Qt.ItemDataRole.UserRole)
        if isinstance(need, Need):
            self.opened.emit(need.hold)

    def sizeHint(self) -> QSize:
        rows = min(MOST_ROWS_SHOWN, max(1, self._needs.rowCount()))
        return QSize(240, rows * self._delegate.height() + 4)

    def _on_rows(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self._show()
        self._on_hold()

    def rowsAboutToBeRemoved(self, parent: QModelIndex | QPersistentModelIndex, start: int, end: int) -> None:
        """Qt makes a neighbour the current row then: nobody has chosen it."""
        self._by_itself = True
        super().rowsAboutToBeRemoved(parent, start, end)
        self._by_itself = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt makes the first row the current one where there is none: whoever only comes by has chosen nothing."""
        self._by_itself = True
        super().focusInEvent(event)
        self._by_itself = False

    def _on_current(self, current: QModelIndex) -> None:
        need = current.data(Qt.ItemDataRole.UserRole)
        if isinstance(need, Need) and not self._by_itself:
            self._selection.choose_hold(need.hold.run, need.hold.id, need.hold.node)

    def _on_hold(self) -> None:
        """Show what is selected elsewhere, without choosing anything."""
        row = self._needs.row_of(self._selection.run, self._selection.hold)
        chosen = self.selectionModel()
        if row < 0:
            chosen.clear()
        elif chosen.currentIndex().row() != row:
            chosen.setCurrentIndex(self._needs.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)
