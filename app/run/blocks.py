# SPDX-License-Identifier: Apache-2.0
"""The block tree: what was done, what goes on, what is planned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from app.clock import Beat
from app.lines import draw_text
from app.models.blocks import ATTEMPTS, COLUMNS, NAME, STATE, TIME, BlocksModel, text_of
from app.models.folding import Folding
from app.paint import draw_ground, draw_ring
from app.selection import Selection
from app.theme import theme
from app.tokens import status_look
from app.translate import tr
from engine.projections import NodeView

_ICON = 16
_MARK = 20
_MOST_STATE = 190
"""The most that a column takes for its words, in pixels at the normal text size."""


class BlockDelegate(QStyledItemDelegate):
    """Glyph, name and marks; state; attempts; time."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, int(theme().metrics("body").height()) + 13)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        node = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(node, NodeView):
            return
        painter.save()
        rect = QRectF(option.rect)
        self._draw_ground(painter, option, index)
        if index.column() == NAME:
            self._draw_name(painter, rect.adjusted(8, 0, -4, 0), node)
        elif index.column() == STATE:
            self._draw_state(painter, rect.adjusted(6, 0, -6, 0), node)
        else:
            text = text_of(node, index.column())
            token = "brass" if index.column() == ATTEMPTS else "muted"
            draw_text(painter, rect.adjusted(4, 0, -12, 0), text, "small", token, end=True)
        painter.restore()

    def _draw_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One ground over all columns: each cell draws it wider than itself and is clipped to its part."""
        painter.setClipRect(option.rect)
        whole = QStyleOptionViewItem(option)
        view = option.widget
        if isinstance(view, QTreeView):
            width = view.viewport().width()
            whole.rect = option.rect.adjusted(-option.rect.left(), 0, width - option.rect.right() - 1, 0)
            whole.state &= ~QStyle.StateFlag.State_HasFocus  # the row shows it, not a cell
        draw_ground(painter, whole)

    def _draw_name(self, painter: QPainter, rect: QRectF, node: NodeView) -> None:
        look = status_look(node.state)
        middle = rect.center().y()
        painter.drawPixmap(int(rect.left()), int(middle - _ICON / 2), theme().pixmap(look.icon, look.tone, _ICON))
        rect = rect.adjusted(_ICON + 8, 0, 0, 0)
        if node.claimed_only:
            mark = theme().pixmap("claimed", "plum", 14)
            painter.drawPixmap(int(rect.right() - 14), int(middle - 7), mark)
            rect = rect.adjusted(0, 0, -20, 0)
        planned = node.state in ("pending", "skipped")
        draw_text(painter, rect, node.name, "body", "muted" if planned else "text")

    def _draw_state(self, painter: QPainter, rect: QRectF, node: NodeView) -> None:
        look = status_look(node.state)
        draw_text(painter, rect, text_of(node, STATE), "small", "muted" if node.state == "pending" else look.tone)


class BlockTree(QTreeView):
    """All blocks of the selected run, in the order of its workflow."""

    folded = Signal()  # after a block was folded or unfolded here

    def __init__(
        self, model: BlocksModel, selection: Selection, folding: Folding, beat: Beat, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("blockTree")
        self.setAccessibleName(tr("Blocks of this run"))
        self._blocks = model
        self._selection = selection
        self._folding = folding
        self._folded: frozenset[str] = frozenset()
        self._showing = False
        self.setModel(model)
        self.setItemDelegate(BlockDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(18)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._names = 0
        self._set_columns()
        theme().changed.connect(self._measure)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.expanded.connect(self._on_folded)
        self.collapsed.connect(self._on_folded)
        selection.node_changed.connect(self._on_node)
        beat.struck.connect(self.viewport().update)

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """A row with one frame around all of it, where the keyboard's focus is."""
        super().drawRow(painter, option, index)
        if self.hasFocus() and index == self.currentIndex().siblingAtColumn(NAME):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            row = QRectF(0, option.rect.top(), self.viewport().width(), option.rect.height())
            draw_ring(painter, row.adjusted(4, 1, -4, -1))
            painter.restore()

    def show_nodes(self, nodes: Sequence[NodeView]) -> None:
        """Show this tree; what is unfolded and selected stays."""
        self._showing = True
        if self._blocks.show(nodes):
            self.expandAll()
            self._folded = frozenset()
            self.setRootIsDecorated(any(node.parent for node in nodes))
            self._measure()
        self._widen()
        self._fold(self._folding.folded(nodes))
        self._showing = False
        self._on_node()

    def fold_as_wanted(self) -> None:
        """Fold what was folded elsewhere, and unfold what was unfolded."""
        self._showing = True
        self._fold(self._folding.folded(self._blocks.nodes()))
        self._showing = False

    def _fold(self, folded: frozenset[str]) -> None:
        for id_ in folded ^ self._folded:
            self.setExpanded(self._blocks.index_of(id_), id_ not in folded)
        self._folded = folded

    def _on_folded(self, index: QModelIndex) -> None:
        node = self._blocks.node(index)
        if node is not None and not self._showing:
            self._folding.fold(node.id, not self.isExpanded(index))
            self._folded = self._folding.folded(self._blocks.nodes())
            self.folded.emit()

    def wanted_width(self) -> int:
        """The width in which nothing is cut, in pixels."""
        header = self.header()
        columns = sum(header.sectionSize(column) for column in range(1, len(COLUMNS)))
        return self._names + columns + self.verticalScrollBar().sizeHint().width()

    def _set_columns(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        for column in range(1, len(COLUMNS)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._measure()

    def _measure(self) -> None:
        """The names of a tree stay; what its other columns say grows."""
        metrics, step, depth = theme().metrics("body"), self.indentation(), {"": 0}
        names = 0.0
        for node in self._blocks.nodes():
            depth[node.id] = depth.get(node.parent or "", 0) + 1
            mark = _MARK if node.claimed_only else 0
            names = max(names, depth[node.id] * step + _ICON + 24 + mark + metrics.horizontalAdvance(node.name))
        self._names = int(names)
        self.setColumnHidden(ATTEMPTS, False)  # a hidden one has no size
        for column in (STATE, ATTEMPTS, TIME):
            self.header().resizeSection(column, self.header().sectionSizeHint(column))
        time = theme().metrics("small").horizontalAdvance("88 min 88 s")
        self.header().resizeSection(TIME, int(time) + 20)
        self._widen()

    def _widen(self) -> None:
        """Room for what the blocks are at; a column that has grown does not shrink, or it would never stand still."""
        nodes, header = self._blocks.nodes(), self.header()
        self.setColumnHidden(ATTEMPTS, not any(len(node.attempts) > 1 for node in nodes))
        metrics = theme().metrics("small")
        widest = max((metrics.horizontalAdvance(text) for text in {text_of(node, STATE) for node in nodes}), default=0)
        wanted = min(int(widest) + 16, round(_MOST_STATE * theme().text_scale))
        if wanted > header.sectionSize(STATE):
            header.resizeSection(STATE, wanted)

    def _on_current(self, current: QModelIndex) -> None:
        node = self._blocks.node(current)
        if node is not None and not self._showing and node.id != self._selection.node:
            self._selection.choose_node(node.id)

    def _on_node(self) -> None:
        index = self._blocks.index_of(self._selection.node)
        if not index.isValid():
            self.selectionModel().clear()
        elif index != self.currentIndex().siblingAtColumn(0):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self._showing = True
            self.selectionModel().setCurrentIndex(index, flags)
            self._showing = False
