# SPDX-License-Identifier: Apache-2.0
"""The fleet as a table: one agent a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, QPersistentModelIndex, Qt

from app.clock import ms_since
from app.figures import age, amount, counted, percent, size
from app.fleet.sampling import Key, Live
from app.labels import tip
from app.models.sync import TOP, Index, sync_rows
from app.sentences import activity_words
from app.tokens import status_look
from app.translate import QT_TR_NOOP, tr
from engine.projections import AgentView, Summary

COLUMNS = (
    QT_TR_NOOP("Step"),
    QT_TR_NOOP("Run"),
    QT_TR_NOOP("Project"),
    QT_TR_NOOP("Agent"),
    QT_TR_NOOP("Doing"),
    QT_TR_NOOP("For"),
    QT_TR_NOOP("Cost"),
    QT_TR_NOOP("CPU"),
    QT_TR_NOOP("Memory"),
)
STEP, RUN, PROJECT, AGENT, DOING, FOR, COST, CPU, MEMORY = range(9)
RIGHT = frozenset({FOR, COST, CPU, MEMORY})
_STATES = {"working": "running", "waiting": "waiting", "measuring": "measured"}


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One agent with its run, and what was seen of it."""

    run: str
    title: str
    project: str
    view: AgentView
    driven: bool
    live: Live
    paused: bool = False
    """Its whole run stands still and needs a person, be it about another agent."""

    @property
    def key(self) -> Key:
        """What makes it the same agent from one look to the next."""
        return self.run, self.view.node, self.view.attempt

    @property
    def status(self) -> str:
        """The status to draw: an agent whose run nobody drives does not look alive."""
        if self.view.state == "waiting":
            return _STATES["waiting"]
        if self.paused:
            return "paused"
        return _STATES[self.view.state] if self.driven else "interrupted"

    @property
    def doing(self) -> str:
        """What it does, in words: its own last ones while it works."""
        if self.status == "interrupted":
            return tr("nobody drives its run")
        if self.status == "paused":
            return tr("stands still with its run")
        if self.view.state == "working" and self.live.doing:
            return self.live.doing
        return activity_words(self.view.doing)

    @property
    def who(self) -> str:
        """Its role, then its model, which tells more than the backend that runs it."""
        view = self.view
        parts = dict.fromkeys(part for part in (view.role, view.model, view.backend) if part)
        return " · ".join(parts)


def rows_of(summaries: Iterable[Summary], driven: frozenset[str], live: Mapping[Key, Live]) -> list[AgentRow]:
    """Every open agent of these runs."""
    return [
        AgentRow(
            one.run,
            one.title,
            one.project,
            view,
            one.run in driven,
            live.get((one.run, view.node, view.attempt), Live()),
            one.state == "paused",
        )
        for one in summaries
        for view in one.agents
    ]


class FleetModel(QAbstractTableModel):
    """Agents in the order of a column; rows keep their place under the selection while the same agents are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[AgentRow] = []
        self._column, self._descending = -1, False

    def show(self, rows: list[AgentRow]) -> None:
        """Show these."""
        rows = self._arranged(rows)
        before, after = [row.key for row in self.rows], [row.key for row in rows]
        if not before:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
        elif before == after:
            changed = [at for at, row in enumerate(rows) if row != self.rows[at]]
            self.rows = rows
            for at in changed:
                self.dataChanged.emit(self.index(at, 0), self.index(at, len(COLUMNS) - 1))
            if rows:  # time goes on for all
                self.dataChanged.emit(self.index(0, FOR), self.index(len(rows) - 1, FOR))
        elif len(before) == len(after) and set(before) == set(after):
            self._reorder(rows)
        else:
            sync_rows(self, TOP, self.rows, rows, lambda row: row.key)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._descending = column, order == Qt.SortOrder.DescendingOrder
        self._reorder(self._arranged(self.rows))

    def _arranged(self, rows: list[AgentRow]) -> list[AgentRow]:
        if self._column < 0:
            return rows
        return sorted(rows, key=lambda row: _rank(row, self._column), reverse=self._descending)

    def _reorder(self, rows: list[AgentRow]) -> None:
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        keys = [self.rows[index.row()].key for index in old]
        self.rows = rows
        at = {row.key: place for place, row in enumerate(rows)}
        new = [self.index(at[key], index.column()) for key, index in zip(keys, old, strict=True)]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def row(self, index: Index | QPersistentModelIndex) -> AgentRow | None:
        """The agent at an index."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = TOP) -> int:
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return tr(COLUMNS[section]) if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        column = index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text_of(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(told(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return (
                    told(row).replace("\n", ", ")
                    if column == STEP
                    else f"{tr(COLUMNS[column])}: {text_of(row, column)}"
                )
            case Qt.ItemDataRole.UserRole:
                return row
        return None


def text_of(row: AgentRow, column: int) -> str:
    """What a column says of an agent; what is not known is left empty, but for the cost."""
    view, live = row.view, row.live
    match column:
        case 0:
            return (
                tr("{node} · attempt {attempt}").format(node=view.node, attempt=view.attempt)
                if view.attempt > 1
                else view.node
            )
        case 1:
            return row.title
        case 2:
            return row.project
        case 3:
            return row.who
        case 4:
            return row.doing
        case 5:
            return "" if (ms := ms_since(view.since)) is None else age(ms)
        case 6:
            return amount("cost", view.cost) if view.cost is not None else tr("unknown") if view.spent else ""
        case 7:
            return "" if live.cpu is None else percent(live.cpu)
    return "" if live.memory is None else size(live.memory)


def told(row: AgentRow) -> str:
    """All of it, for tool tips and screen readers."""
    view, live = row.view, row.live
    lines = [
        f"{text_of(row, STEP)}, {status_look(row.status).word}",
        f"{row.title} ({row.project})",
        row.who,
        row.doing,
    ]
    if live.processes:
        used = [counted("{n} processes", "{n} process", live.processes), text_of(row, MEMORY)]
        if live.cpu is not None:
            used.append(tr("{share} of one processor").format(share=percent(live.cpu)))
        lines.append(", ".join(used))
    if view.isolation:
        lines.append(view.isolation)
    cost = tr("cost of its ended turns: {amount}").format(amount=amount("cost", view.cost))
    lines.append(cost if view.spent else tr("no turn of it has ended yet"))
    return "\n".join(line for line in lines if line)


def _rank(row: AgentRow, column: int) -> Any:
    match column:
        case 5:
            return ms_since(row.view.since) or 0
        case 6:
            return row.view.cost if row.view.cost is not None else -1.0
        case 7:
            return row.live.cpu if row.live.cpu is not None else -1.0
        case 8:
            return row.live.memory or 0
    return text_of(row, column).casefold()


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignVCenter | (
        Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
    )
