# SPDX-License-Identifier: Apache-2.0
"""The plan before launch: every block, who works on it, and what proves that it is done."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from app.graph.view import kind_icon
from app.labels import tip
from app.lines import draw_text
from app.theme import theme
from app.translate import tr
from app.words import block_word, done_when
from engine.definition import Plan

_ICON = 16


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
        self.setUniformRowHeights(True)
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
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        look = theme()
        return QSize(200, int(look.metrics("body").height() + look.metrics("small").height()) + 16)

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
        lower = QRectF(text.left(), text.top() + first + 2, text.width(), look.metrics("small").height())
        if plan.claimed_only:
            painter.drawPixmap(int(lower.left()), int(lower.top()), look.pixmap("claimed", "plum", 14))
            lower = lower.adjusted(20, 0, 0, 0)
        draw_text(painter, lower, proof(plan), "small", "plum" if plan.claimed_only else "muted")
        painter.restore()
