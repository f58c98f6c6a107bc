# SPDX-License-Identifier: Apache-2.0
"""Paints the fleet's cells: some hundreds of them are painted again each second."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.fleet.model import DOING, RIGHT, STEP, AgentRow, text_of
from app.lines import draw_text
from app.theme import theme
from app.tokens import status_look

PAD, ICON, GAP = 8, 16, 6
"""Room before and after a cell's text, its icon, and what is between them, in pixels."""


class FleetDelegate(QStyledItemDelegate):
    """Draws a cell from its row, without asking the model and the style for each of its properties."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(row, AgentRow):
            return
        rect, column = QRectF(option.rect), index.column()
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        cell = rect.adjusted(PAD, 0, -PAD, 0)
        look = status_look(row.status)
        if column == STEP:
            place = int(cell.left()), int(cell.center().y() - ICON / 2)
            painter.drawPixmap(*place, theme().pixmap(look.icon, look.tone, ICON))
            cell.adjust(ICON + GAP, 0, 0, 0)
        token = "text" if column in (STEP, DOING) else "muted"
        if column == DOING and row.status == "waiting":
            token = look.tone
        draw_text(painter, cell, text_of(row, column), "body", token, end=column in RIGHT)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme().colour("accent"))
            painter.drawRect(rect.adjusted(0.5, 0.5, -1.5, -1.5))
