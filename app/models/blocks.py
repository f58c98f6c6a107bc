# SPDX-License-Identifier: Apache-2.0
"""The block tree of one run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from app.clock import ms_since
from app.figures import counted, duration
from app.labels import tip
from app.models.sync import TOP, Index
from app.sentences import activity_words
from app.tokens import status_look
from app.translate import QT_TR_NOOP, tr
from app.words import mark_word
from engine.projections import STANDS_STILL, NodeView
from engine.projections.words import ms_between, one_line

COLUMNS = (QT_TR_NOOP("Block"), QT_TR_NOOP("State"), QT_TR_NOOP("Attempts"), QT_TR_NOOP("Time"))
NAME, STATE, ATTEMPTS, TIME = range(4)


class BlocksModel(QAbstractItemModel):
    """Blocks in the order of the workflow. Rows keep their place while the same blocks are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: list[NodeView] = []
        self._children: dict[int, list[int]] = {}
        self._parents: list[int] = []
        self._rows: list[int] = []
        self._at: dict[str, int] = {}

    def show(self, nodes: Sequence[NodeView]) -> bool:
        """Show this tree; True if its shape is another one, so that views must expand it anew."""
        if [(n.id, n.parent) for n in nodes] == [(n.id, n.parent) for n in self._nodes]:
            for place, node in enumerate(nodes):
                if node != self._nodes[place]:
                    self._nodes[place] = node
                    index = self._index(place)
                    self.dataChanged.emit(index, index.siblingAtColumn(len(COLUMNS) - 1))
            return False
        self.beginResetModel()
        self._nodes = list(nodes)
        self._at = {node.id: place for place, node in enumerate(nodes)}
        self._parents = [self._at.get(node.parent or "", -1) for node in nodes]
        self._children = {}
        self._rows = []
        for place, parent in enumerate(self._parents):
            siblings = self._children.setdefault(parent, [])
            self._rows.append(len(siblings))
            siblings.append(place)
        self.endResetModel()
        return True

    def node(self, index: Index) -> NodeView | None:
        """The block at an index."""
        return self._nodes[index.internalId()] if index.isValid() else None

    def nodes(self) -> Sequence[NodeView]:
        """The blocks shown, parents before children."""
        return self._nodes

    def find(self, id_: str | None) -> NodeView | None:
        """The block with an id."""
        return self._nodes[self._at[id_]] if id_ in self._at else None

    def index_of(self, id_: str | None) -> QModelIndex:
        """Where a block stands; invalid if nowhere."""
        return self._index(self._at[id_]) if id_ in self._at else QModelIndex()

    def _index(self, place: int) -> QModelIndex:
        return self.createIndex(self._rows[place], 0, place)

    def index(self, row: int, column: int, parent: Index = TOP) -> QModelIndex:
        siblings = self._children.get(parent.internalId() if parent.isValid() else -1, [])
        if 0 <= row < len(siblings) and 0 <= column < len(COLUMNS):
            return self.createIndex(row, column, siblings[row])
        return QModelIndex()

    def parent(self, index: Index = TOP) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or self._parents[index.internalId()] < 0:
            return QModelIndex()
        return self._index(self._parents[index.internalId()])

    def rowCount(self, parent: Index = TOP) -> int:
        if parent.isValid() and parent.column() != 0:
            return 0
        return len(self._children.get(parent.internalId() if parent.isValid() else -1, []))

    def columnCount(self, parent: Index = TOP) -> int:
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (ATTEMPTS, TIME):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return tr(COLUMNS[section]) if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index)
        if node is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text_of(node, index.column())
            case Qt.ItemDataRole.UserRole:
                return node
            case Qt.ItemDataRole.ToolTipRole:
                return tip(told(node))
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == NAME:
                return told(node).replace("\n", ", ")
        return None


def text_of(node: NodeView, column: int) -> str:
    """What a column says of a block."""
    match column:
        case 0:
            return node.name
        case 1:
            return state_words(node)
        case 2:
            return f"×{len(node.attempts)}" if len(node.attempts) > 1 else ""
    ms = time_of(node)
    return "" if ms is None else duration(ms)


def state_words(node: NodeView) -> str:
    """Where a block stands: what goes on, how far it is, and what its fan-out made of it."""
    word = (
        activity_words(node.activity or (node.progress if node.state == "running" else ""))
        or status_look(node.state).word
    )
    if node.settled and node.kind == "loop" and node.progress:
        word = tr("{state}, round {n}").format(state=word, n=_round(node.progress))
    return f"{mark_word(node.mark)} · {word}" if node.mark else word


def _round(progress: str) -> str:
    """Of `round 2 of 4`, the number of the round."""
    return progress.partition(" of ")[0].rpartition(" ")[2]


def time_of(node: NodeView) -> int | None:
    """How long its turns took, in ms, the running one up to now; None before the first, and where it is unknown."""
    if not any(attempt.turns for attempt in node.attempts):
        return None
    spent = sum(attempt.spent for attempt in node.attempts)
    if node.state == "unknown" and not spent:
        return None
    turns = node.attempts[-1].turns
    if turns and turns[-1].ended_at is None and node.state == "running" and node.activity != STANDS_STILL:
        spent += ms_since(turns[-1].started_at) or 0
    return spent


def attempt_ms(opened_at: str, ended_at: str | None) -> int:
    """Wall time of an attempt in ms, up to now where it has not ended."""
    return (ms_since(opened_at) or 0) if ended_at is None else ms_between(opened_at, ended_at)


def told(node: NodeView) -> str:
    """All of it, for tool tips and screen readers."""
    lines = [f"{node.name} ({node.kind})" if node.name == node.id else f"{node.name} ({node.kind} {node.id})"]
    lines.append(state_words(node))
    if node.reason:
        lines.append(one_line(node.reason))
    if node.progress:
        lines.append(activity_words(node.progress))
    if node.role:
        lines.append(tr("role {role}").format(role=node.role))
    if node.attempts:
        lines.append(counted("{n} attempts", "{n} attempt", len(node.attempts)))
    if node.claimed_only:
        lines.append(tr("claimed only: nothing but the agent's own word proves it"))
    return "\n".join(lines)
