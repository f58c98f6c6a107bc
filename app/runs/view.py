# SPDX-License-Identifier: Apache-2.0
"""The tree of runs by project."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget

from app.clock import Beat, age_of
from app.figures import counted
from app.lines import draw_text
from app.models.runs import Project, RunRow, RunsModel
from app.paint import Row, RowDelegate
from app.selection import Selection
from app.theme import theme
from app.tokens import status_look
from app.translate import tr


class RunsDelegate(RowDelegate):
    """A run's title and what goes on in it; a project's name and where it is."""

    def row(self, index: QModelIndex | QPersistentModelIndex) -> Row | None:
        item = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(item, RunRow):
            return None
        look = status_look(item.status)
        return Row(
            icon=look.icon,
            token=look.tone,
            first=item.summary.title,
            second=f"{look.word} · {item.line}" if item.line else look.word,
            note=age_of(item.summary.last_at),
            second_token=look.tone if item.status in ("waiting", "failed", "unreadable") else "muted",
        )

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(item, Project):
            painter.save()
            self._draw_project(painter, option, item)
            painter.restore()
        else:
            super().paint(painter, option, index)

    def _draw_project(self, painter: QPainter, option: QStyleOptionViewItem, project: Project) -> None:
        look = theme()
        rect = QRectF(option.rect).adjusted(12, 12, -12, -4)
        painter.drawPixmap(int(rect.left()), int(rect.center().y() - 8), look.pixmap("folder", "muted", 16))
        text = rect.adjusted(26, 0, 0, 0)
        note = draw_text(painter, text, counted("{n} runs", "{n} run", len(project.runs)), "small", "muted", end=True)
        draw_text(painter, text.adjusted(0, 0, -note - 10, 0), project.name, "strong", "text")


class RunsTree(QTreeView):
    """Every run of the data directory."""

    def __init__(self, model: RunsModel, selection: Selection, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runsTree")
        self.setAccessibleName(tr("Runs, by project"))
        self._runs = model
        self._selection = selection
        self._by_itself = False
        self.setModel(model)
        self.setItemDelegate(RunsDelegate(self))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.clicked.connect(self._on_clicked)
        model.rowsInserted.connect(self._on_rows)
        selection.run_changed.connect(self._on_run)
        beat.struck.connect(self.viewport().update)

    def _on_rows(self, parent: QModelIndex, first: int, last: int) -> None:
        if not parent.isValid():
            for row in range(first, last + 1):
                self.expand(self._runs.index(row, 0))
        self._on_run()

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
        item = current.data(Qt.ItemDataRole.UserRole)
        if isinstance(item, RunRow) and not self._by_itself:
            self._selection.choose_run(item.summary.run)

    def _on_clicked(self, index: QModelIndex) -> None:
        if isinstance(index.data(Qt.ItemDataRole.UserRole), Project):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._on_current(index)

    def _on_run(self) -> None:
        index = self._runs.run_index(self._selection.run)
        if index.isValid() and index != self.currentIndex():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
