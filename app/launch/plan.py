# SPDX-License-Identifier: Apache-2.0
"""The plan before launch: every block, who works on it, and what proves that it is done."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from app.graph.view import kind_icon
from app.labels import tip
from app.lines import draw_text
from app.theme import theme
from app.translate import tr
from app.words import block_word, done_when
from engine.definition import Plan

_ICON = 16
_BESIDE = _ICON + 8 + 18
"""What a line of text has not of a row's width: the icon, and room at both sides."""

_CLAIMED = 20
_MOST_LINES = 6
"""So much of what proves a block is shown; the tool tip has it all."""

_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class PlanPreview(QTreeView):
    """Draws the outline of a workflow; nothing in it has happened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("planPreview")
        self.setAccessibleName(tr("The plan of this workflow"))
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.setItemDelegate(_PlanDelegate(self))
        self.setHeaderHidden(True)
        self.setIndentation(18)
        self.setItemsExpandable(False)
        self.setRootIsDecorated(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def show_plan(self, plan: Plan | None) -> None:
        """Show a plan; None: none."""
        self._model.clear()
        for child in plan.children if plan is not None else ():
            self._model.appendRow(_item(child))
        self.expandAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width, what proves a block takes more or fewer lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def room(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """How wide the row of a block is, in pixels."""
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        return self.viewport().width() - depth * self.indentation()

    def ids(self) -> list[str]:
        """The ids of the blocks shown, in order."""
        found: list[str] = []
        stack = [self._model.item(row) for row in range(self._model.rowCount() - 1, -1, -1)]
        while stack:
            item = stack.pop()
            found.append(item.data(Qt.ItemDataRole.UserRole).id)
            stack += [item.child(row) for row in range(item.rowCount() - 1, -1, -1)]
        return found


def proof(plan: Plan) -> str:
    """What clears the block, and its bounds, in one line."""
    parts = [done_when(plan.gates)] if plan.gates else []
    return " · ".join([*parts, *plan.bounds])


def _item(plan: Plan) -> QStandardItem:
    item = QStandardItem(plan.title)
    item.setData(plan, Qt.ItemDataRole.UserRole)
    told = f"{plan.title} ({block_word(plan.kind)} {plan.id})\n{proof(plan)}"
    if plan.claimed_only:
        told += "\n" + tr("claimed only: nothing but the agent's own word proves it")
    item.setToolTip(tip(told))
    item.setData(told.replace("\n", ", "), Qt.ItemDataRole.AccessibleTextRole)
    for child in plan.children:
        item.appendRow(_item(child))
    return item


class _PlanDelegate(QStyledItemDelegate):
    """Title and role in one line; below it, on as many as it takes, what proves the block."""

    def __init__(self, view: PlanPreview) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        plan = index.data(Qt.ItemDataRole.UserRole)
        below = _height(plan, self._view.room(index) - _BESIDE) if isinstance(plan, Plan) else 0.0
        return QSize(200, ceil(theme().metrics("body").height() + below) + 16)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        plan = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(plan, Plan):
            return
        look = theme()
        painter.save()
        rect = QRectF(option.rect).adjusted(6, 7, -12, -7)
        first = look.metrics("body").height()
        painter.drawPixmap(
            int(rect.left()), int(rect.top() + (first - _ICON) / 2), look.pixmap(kind_icon(plan.kind), "muted", _ICON)
        )
        text = rect.adjusted(_ICON + 8, 0, 0, 0)
        upper = QRectF(text.left(), text.top(), text.width(), first)
        note = draw_text(painter, upper, plan.role or block_word(plan.kind), "small", "muted", end=True)
        draw_text(painter, upper.adjusted(0, 0, -note - 10, 0), plan.title, "body", "text")
        lower = text.adjusted(0, first + 2, 0, 0)
        if plan.claimed_only:
            painter.drawPixmap(int(lower.left()), int(lower.top()), look.pixmap("claimed", "plum", 14))
            lower = lower.adjusted(_CLAIMED, 0, 0, 0)
        painter.setFont(look.font("small"))
        painter.setPen(look.colour("plum" if plan.claimed_only else "muted"))
        painter.setClipRect(lower)
        painter.drawText(lower, _WRAPPED, proof(plan))
        painter.restore()


def _height(plan: Plan, width: int) -> float:
    """How high what proves a block is in this width, in pixels."""
    metrics = theme().metrics("small")
    room = QRectF(0, 0, max(1, width - (_CLAIMED if plan.claimed_only else 0)), 10_000)
    whole = metrics.boundingRect(room, _WRAPPED, proof(plan)).height()
    return min(max(whole, metrics.height()), _MOST_LINES * metrics.lineSpacing())
