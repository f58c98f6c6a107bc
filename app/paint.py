# SPDX-License-Identifier: Apache-2.0
"""What item delegates draw with: rows of our lists have two lines, a glyph before them and a word after them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.lines import draw_text
from app.theme import theme
from app.tokens import RADIUS_M

ICON = 16
_PAD_X, _GAP = 12, 10


@dataclass(frozen=True, slots=True)
class Row:
    """What a two-line row shows. `note` stands at the right of the first line, `tail` of the second."""

    icon: str
    token: str
    first: str
    second: str
    note: str = ""
    tail: str = ""
    second_token: str = "muted"
    strong: bool = False


class RowDelegate(QStyledItemDelegate):
    """Draws two-line rows; a subclass says what is in them by `row`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)

    def row(self, index: QModelIndex | QPersistentModelIndex) -> Row | None:
        """What stands at an index; None draws nothing."""
        raise NotImplementedError

    def height(self) -> int:
        """The height of every row, in pixels."""
        look = theme()
        return int(look.metrics("body").height() + look.metrics("small").height()) + 17

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, self.height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = self.row(index)
        if row is None:
            return
        rect: QRect = option.rect
        painter.save()
        draw_ground(painter, option)
        draw_row(painter, rect, row)
        painter.restore()


def draw_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """The ground of a row: selected, under the mouse, with the keyboard's focus, or plain."""
    state = option.state
    rect = QRectF(option.rect).adjusted(4, 1, -4, -1)
    look = theme()
    ground = None
    if state & QStyle.StateFlag.State_Selected:
        ground = "accent_soft"
    elif state & QStyle.StateFlag.State_MouseOver:
        ground = "sunken"
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if ground is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour(ground))
        painter.drawRoundedRect(rect, RADIUS_M, RADIUS_M)
    if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected:
        draw_ring(painter, rect)


def draw_ring(painter: QPainter, rect: QRectF) -> None:
    """The frame of what has the keyboard's focus."""
    painter.setPen(QPen(theme().colour("accent"), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_M, RADIUS_M)


_TAIL_SHARE = 0.4
"""What of the second line its tail may always take."""


def draw_row(painter: QPainter, rect: QRect, row: Row) -> None:
    """Glyph, two lines, and what stands at their right ends."""
    look = theme()
    top = float(rect.top() + 8)
    left, right = float(rect.left() + _PAD_X), float(rect.right() - _PAD_X)
    first_height, second_height = look.metrics("body").height(), look.metrics("small").height()
    painter.drawPixmap(int(left), int(top + (first_height - ICON) / 2), look.pixmap(row.icon, row.token, ICON))
    left += ICON + _GAP
    note = draw_text(painter, QRectF(left, top, right - left, first_height), row.note, "small", "muted", end=True)
    room = right - left - (note + _GAP if note else 0)
    draw_text(painter, QRectF(left, top, room, first_height), row.first, "strong" if row.strong else "body", "text")
    top += first_height + 2
    width = right - left
    most = max(width * _TAIL_SHARE, width - look.metrics("small").horizontalAdvance(row.second) - _GAP)
    corner = QRectF(right - most, top, most, second_height)  # a tail without end leaves the line what it is about
    tail = draw_text(painter, corner, row.tail, "small", "muted", end=True)
    room = right - left - (tail + _GAP if tail else 0)
    draw_text(painter, QRectF(left, top, room, second_height), row.second, "small", row.second_token)
