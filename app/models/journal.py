# SPDX-License-Identifier: Apache-2.0
"""The journal of one run in plain words, filtered here: a proxy model would be slow under a growing list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.clock import date_and_time, time_of_day
from app.labels import tip
from app.models.sync import TOP, Index
from engine.projections import JournalRow

COLUMNS = ("Time", "Block", "What happened", "Fact")
TIME, NODE, SENTENCE, LABEL = range(4)

QUIET = frozenset({"heartbeat", "measuring_started", "securing_started", "landing_started", "integration_started"})
"""Kinds that tell little: hidden unless everything is asked for."""

BY_PERSON = frozenset({"run_created", "answered", "raised", "pause_requested", "cancel_requested"})
"""Kinds that record what a person did."""


class JournalModel(QAbstractTableModel):
    """Rows in the order of the journal. `everything` shows the quiet kinds as well."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[JournalRow] = []
        self._visible: list[int] = []
        self._words: list[str] = []
        self._node: str | None = None
        self._everything = False

    def begin(self) -> None:
        """Start on another journal."""
        self.beginResetModel()
        self.rows, self._visible = [], []
        self.endResetModel()

    def append(self, rows: Sequence[JournalRow]) -> None:
        """Add what has come."""
        start = len(self.rows)
        self.rows.extend(rows)
        passed = [start + at for at, row in enumerate(rows) if self._passes(row)]
        if passed:
            first = len(self._visible)
            self.beginInsertRows(TOP, first, first + len(passed) - 1)
            self._visible.extend(passed)
            self.endInsertRows()

    def set_filter(self, text: str, node: str | None, everything: bool) -> None:
        """Show only rows that hold every word of `text`, of one node if given; quiet kinds if `everything`."""
        wanted = (text.casefold().split(), node, everything)
        if wanted == (self._words, self._node, self._everything):
            return
        self._words, self._node, self._everything = wanted
        self.beginResetModel()
        self._visible = [at for at, row in enumerate(self.rows) if self._passes(row)]
        self.endResetModel()

    def row(self, index: Index) -> JournalRow | None:
        """The journal row at an index."""
        return self.rows[self._visible[index.row()]] if index.isValid() else None

    def index_of(self, seq: int | None) -> QModelIndex:
        """Where a line stands; invalid if it is not shown."""
        if seq is None:
            return QModelIndex()
        at = next((at for at, place in enumerate(self._visible) if self.rows[place].seq == seq), -1)
        return self.index(at, 0) if at >= 0 else QModelIndex()

    def _passes(self, row: JournalRow) -> bool:
        if row.type in QUIET and not self._everything:
            return False
        if self._node is not None and row.node != self._node:
            return False
        if not self._words:
            return True
        text = f"{row.node} {row.sentence} {row.label} {row.type}".casefold()
        return all(word in text for word in self._words)

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._visible)

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (time_of_day(row.at), row.node, row.sentence, row.label)[index.column()]
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{row.sentence}\n\n{row.type}, line {row.seq}, {date_and_time(row.at)}\n{_origin(row)}")
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == SENTENCE:
                return f"{time_of_day(row.at)} {row.node} {row.sentence} ({_origin(row)})"
        return None


def _origin(row: JournalRow) -> str:
    if row.label != "decided":
        return row.label
    return "decided by a person" if row.type in BY_PERSON else "decided by the engine"
