# SPDX-License-Identifier: Apache-2.0
"""Runs across, blocks down: a cell is what became of a block in a run, as a shape, a colour and a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.clock import date_and_time
from app.figures import counted, day, duration, numeral, time_of_day
from app.labels import tip
from app.lines import draw_text
from app.models.sync import TOP, Index
from app.paint import draw_ground
from app.theme import theme
from app.tokens import SPACE_L, status_look
from app.translate import QT_TR_NOOP, tr
from app.words import block_word
from engine.projections.history import Cell, RunFacts, blocks_of
from engine.projections.words import parse_at

WHOLE_RUN = QT_TR_NOOP("the whole run")
_ICON = 16
_COLUMN, _NAMES = 58, 210
_MOST_NAMES = 0.45
"""The most of the width that the names of blocks take, where they ask for more than they have at the least."""


class GridModel(QAbstractTableModel):
    """The first row is the run itself; the newest run stands first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runs: tuple[RunFacts, ...] = ()
        self._blocks: tuple[Cell, ...] = ()
        self._cells: list[dict[str, Cell]] = []

    def show(self, runs: Sequence[RunFacts]) -> None:
        """Show these runs; what is selected stays as long as the same are shown."""
        shape = ([run.run for run in self.runs], [cell.block for cell in self._blocks])
        new, blocks = tuple(runs), blocks_of(runs)
        same = shape == ([run.run for run in new], [cell.block for cell in blocks])
        if not same:
            self.beginResetModel()
        self.runs, self._blocks = new, blocks
        self._cells = [{cell.block: cell for cell in run.cells} for run in new]
        if not same:
            self.endResetModel()
        elif new:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(new) - 1))

    def cell(self, index: Index) -> Cell | None:
        """The block of a run at an index; None for the run itself, and where the run has no such block."""
        if not index.isValid() or index.row() == 0:
            return None
        return self._cells[index.column()].get(self._blocks[index.row() - 1].block)

    def run(self, index: Index) -> RunFacts | None:
        """The run of a column."""
        return self.runs[index.column()] if index.isValid() and index.column() < len(self.runs) else None

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() or not self.runs else len(self._blocks) + 1

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.runs)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal:
            run = self.runs[section] if section < len(self.runs) else None
            if run is None:
                return None
            if role == Qt.ItemDataRole.ToolTipRole:
                return tip(f"{run.title}\n{date_and_time(run.created_at)}\n{run.run}")
            return _when(run.created_at) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        block = self._blocks[section - 1] if 0 < section <= len(self._blocks) else None
        if role == Qt.ItemDataRole.ToolTipRole and block is not None:
            return tip(f"{block.name}\n{block_word(block.kind)} {block.block}")
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return tr("Run") if block is None else "    " * block.depth + block.name

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        run = self.run(index)
        if run is None:
            return None
        if role == Qt.ItemDataRole.UserRole:
            return self.look(index)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            text = self._told(index, run)
            return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text.replace("\n", ", ")
        return None

    def look(self, index: Index) -> tuple[str, str] | None:
        """The status to draw and a few characters beside it; None where there is nothing."""
        run, cell = self.run(index), self.cell(index)
        if run is None or (cell is None and index.row() > 0):
            return None
        if cell is None:
            return run.state or "unreadable", ""
        if cell.times > 1:
            return cell.state, f"{cell.cleared}/{cell.times}"
        return cell.state, f"×{cell.attempts}" if cell.attempts > 1 else ""

    def _told(self, index: Index, run: RunFacts) -> str:
        cell = self.cell(index)
        where = f"{run.title}, {_when(run.created_at)}"
        if index.row() == 0:
            return f"{tr(WHOLE_RUN)}: {status_look(run.state or 'unreadable').word}\n{where}"
        if cell is None:
            return tr("{name}: this run has no such block\n{where}").format(
                name=self._blocks[index.row() - 1].name, where=where
            )
        lines = [f"{cell.name}: {status_look(cell.state).word}"]
        if cell.times > 1:
            lines.append(
                counted(
                    "cleared {n} of {times} times",
                    "cleared {n} of {times} times",
                    cell.cleared,
                    times=numeral(cell.times),
                )
            )
        if cell.attempts:
            lines.append(
                counted("{n} attempts, {time}", "{n} attempt, {time}", cell.attempts, time=duration(cell.spent))
            )
        return "\n".join([*lines, where])


class CellDelegate(QStyledItemDelegate):
    """A glyph in the middle, and beside it how often."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        draw_ground(painter, option)
        found = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(found, tuple):
            state, beside = found
            look, rect = status_look(state), QRectF(option.rect)
            room = theme().metrics("small").horizontalAdvance(beside) + 3 if beside else 0.0
            left = rect.center().x() - (_ICON + room) / 2
            icon = theme().pixmap(look.icon, look.tone, _ICON)
            painter.drawPixmap(int(left), int(rect.center().y() - _ICON / 2), icon)
            if beside:
                area = QRectF(left + _ICON + 3, rect.top(), room + 8, rect.height())
                draw_text(painter, area, beside, "small", look.tone)
        painter.restore()


class HistoryGrid(QTableView):
    """Enter or a double click goes to the block of that run."""

    chosen = Signal(str, object)  # run, and the node id of a block or None, after a cell was asked for

    def __init__(self, model: GridModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("historyGrid")
        self.setAccessibleName(tr("Runs across, blocks down"))
        self._grid = model
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        across, down = self.horizontalHeader(), self.verticalHeader()
        for header in (across, down):
            header.setHighlightSections(False)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setTextElideMode(Qt.TextElideMode.ElideRight)
        down.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setStyleSheet("QHeaderView::section:vertical { padding-left: 12px; border: none; }")
        model.modelReset.connect(self._fit_names)
        self.doubleClicked.connect(self._on_chosen)
        theme().changed.connect(self._set_sizes)
        self._set_sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_names()
        super().resizeEvent(event)

    def _fit_names(self) -> None:
        """Names of blocks are read whole where there is room beside the runs."""
        metrics, rows = theme().metrics("strong"), range(self._grid.rowCount())
        names = [self._grid.headerData(row, Qt.Orientation.Vertical) for row in rows]
        widest = max((metrics.horizontalAdvance(name) for name in names), default=0) + 2 * SPACE_L
        self.verticalHeader().setFixedWidth(int(max(_NAMES, min(widest, self.width() * _MOST_NAMES))))

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return ((tr("Enter"), tr("Go to the block of that run")),)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._on_chosen(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _on_chosen(self, index: QModelIndex) -> None:
        run, cell = self._grid.run(index), self._grid.cell(index)
        if run is not None:
            self.chosen.emit(run.run, cell.node if cell is not None else None)

    def _set_sizes(self) -> None:
        text = theme().metrics("small")
        self._fit_names()
        self.verticalHeader().setDefaultSectionSize(int(theme().metrics("body").height()) + 12)
        self.horizontalHeader().setDefaultSectionSize(max(_COLUMN, int(text.horizontalAdvance("00 Mmm")) + 18))
        self.horizontalHeader().setFixedHeight(int(text.height()) * 2 + 14)


def _when(at: str) -> str:
    """Day and time of a run, on two lines."""
    moment = parse_at(at)
    return "?" if moment is None else f"{day(moment)}\n{time_of_day(moment, seconds=False)}"
