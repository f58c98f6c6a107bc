# SPDX-License-Identifier: Apache-2.0
"""The journal of one run in plain words, filtered here: a proxy model would be slow under a growing list."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.clock import date_and_time, time_of_day
from app.labels import tip
from app.models.sync import TOP, Index
from app.sentences import event_words, is_translated
from app.tokens import status_look
from app.translate import QT_TR_NOOP, tr
from engine.projections import JournalRow, Topic
from engine.projections.words import parse_at

COLUMNS = (QT_TR_NOOP("Time"), QT_TR_NOOP("Block"), QT_TR_NOOP("What happened"), QT_TR_NOOP("Fact"))
TIME, NODE, SENTENCE, LABEL = range(4)

QUIET = frozenset({"heartbeat", "measuring_started", "securing_started", "landing_started", "integration_started"})
"""Kinds that tell little: hidden unless everything is asked for."""

BY_PERSON = frozenset({"run_created", "answered", "raised", "pause_requested", "cancel_requested", "message_given"})
"""Kinds that record what a person did."""


class JournalModel(QAbstractTableModel):
    """
    Rows in the order of the journal. `everything` shows the quiet kinds as well.

    Attributes:
        rows: every line; `rows[seq - 1]` is line `seq`.
        stops: the lines at which *next failure* stops, in order.
        moment: the lines after this one are yet to come; None: none is.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[JournalRow] = []
        self._visible: list[int] = []
        self._words: list[str] = []
        self._node: str | None = None
        self._everything = False
        self._topics: frozenset[Topic] = frozenset()
        self.stops: list[int] = []
        self.moment: int | None = None

    def begin(self) -> None:
        """Start on another journal."""
        self.beginResetModel()
        self.rows, self._visible, self.stops = [], [], []
        self.endResetModel()

    def append(self, rows: Sequence[JournalRow]) -> None:
        """Add what has come."""
        start = len(self.rows)
        self.rows.extend(rows)
        self.stops.extend(row.seq for row in rows if row.stop)
        passed = [start + at for at, row in enumerate(rows) if self._passes(row)]
        if passed:
            first = len(self._visible)
            self.beginInsertRows(TOP, first, first + len(passed) - 1)
            self._visible.extend(passed)
            self.endInsertRows()

    def set_filter(self, text: str, node: str | None, everything: bool, topics: frozenset[Topic] = frozenset()) -> None:
        """Show only rows that hold every word of `text`, of one node if given, about any of `topics` if there are.

        `everything`: the quiet kinds too.
        """
        wanted = (text.casefold().split(), node, everything, topics)
        if wanted == (self._words, self._node, self._everything, self._topics):
            return
        self._words, self._node, self._everything, self._topics = wanted
        self.beginResetModel()
        self._visible = [at for at, row in enumerate(self.rows) if self._passes(row)]
        self.endResetModel()

    def row(self, index: Index) -> JournalRow | None:
        """The journal row at an index."""
        return self.rows[self._visible[index.row()]] if index.isValid() else None

    def index_of(self, seq: int | None) -> QModelIndex:
        """Where a line stands; invalid if it is not shown."""
        at = bisect_left(self._visible, seq - 1) if seq is not None else -1
        shown = 0 <= at < len(self._visible) and self._visible[at] + 1 == seq
        return self.index(at, 0) if shown else QModelIndex()

    def at_or_before(self, seq: int) -> QModelIndex:
        """The last shown line up to `seq`; invalid if there is none."""
        at = bisect_right(self._visible, seq - 1) - 1
        return self.index(at, 0) if at >= 0 else QModelIndex()

    def event_of(self, node: str, attempt: int, turn: int, kind: str, at_ms: int | None) -> int | None:
        """The line that an entry of a transcript belongs to: its turn's start or end, else the last line before it."""
        rows = [row for row in self.rows if row.node == node and row.attempt == attempt]
        wanted = {"prompt": "turn_started", "stop": "turn_ended", "usage": "turn_ended"}.get(kind)
        for row in rows:
            if row.type == wanted and row.turn == turn:
                return row.seq
        before = [row.seq for row in rows if at_ms is not None and (_ms(row.at) or 0) <= at_ms]
        if before:
            return before[-1]
        return next((row.seq for row in rows if row.turn == turn), rows[0].seq if rows else None)

    def _passes(self, row: JournalRow) -> bool:
        if row.type in QUIET and not self._everything:
            return False
        if self._node is not None and row.node != self._node:
            return False
        if self._topics and self._topics.isdisjoint(row.topics):
            return False
        if not self._words:
            return True
        said = f" {event_words(row.type, row.sentence)}" if is_translated() else ""
        text = f"{row.node} {row.sentence}{said} {row.label} {row.type}".casefold()
        return all(word in text for word in self._words)

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._visible)

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (
                    time_of_day(row.at),
                    row.node,
                    event_words(row.type, row.sentence),
                    status_look(row.label).word,
                )[index.column()]
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.ToolTipRole:
                where = tr("{type}, line {seq}, {time}").format(type=row.type, seq=row.seq, time=date_and_time(row.at))
                return tip(f"{event_words(row.type, row.sentence)}\n\n{where}\n{_origin(row)}")
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == SENTENCE:
                return f"{time_of_day(row.at)} {row.node} {event_words(row.type, row.sentence)} ({_origin(row)})"
        return None


def _ms(at: str) -> int | None:
    moment = parse_at(at)
    return None if moment is None else int(moment.timestamp() * 1000)


def _origin(row: JournalRow) -> str:
    if row.label != "decided":
        return status_look(row.label).word
    return tr("decided by a person") if row.type in BY_PERSON else tr("decided by the engine")
