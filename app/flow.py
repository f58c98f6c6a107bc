# SPDX-License-Identifier: Apache-2.0
"""A box that puts widgets in a row and goes on in the next where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QWidget

from app.tokens import TIGHTER


class FlowBox(QWidget):
    """
    Rows from left to right; what is added with `end` stands at the right end of its row. Buttons that fit into one row
    with less around their words, or without their icons, have less, rather than a second row.

    With `even` True the widgets of a row share its width, in columns where there are several rows; else each has at
    least what it needs. It is no QLayout: those own items that Python cannot.
    """

    def __init__(self, gap: int, parent: QWidget | None = None, *, even: bool = False) -> None:
        super().__init__(parent)
        self._gap = gap
        self._even = even
        self._widgets: list[QWidget] = []
        self._ends: set[QWidget] = set()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget, *, end: bool = False) -> None:
        """Add a widget after the others."""
        widget.setParent(self)
        self._widgets.append(widget)
        if end:
            self._ends.add(widget)
        widget.show()
        self._refit()

    def clear(self) -> list[QWidget]:
        """Take all widgets out; they are hidden, and the caller's."""
        taken, self._widgets, self._ends = self._widgets, [], set()
        for widget in taken:
            widget.hide()
        self._refit()
        return taken

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(width, move=False)

    def sizeHint(self) -> QSize:
        sizes = [widget.sizeHint() for widget in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, self._arrange(self.width() or width, move=False))

    def minimumSizeHint(self) -> QSize:
        width = max((self._width(widget) for widget in self._shown()), default=0)
        return QSize(width, self._arrange(max(width, self.width()), move=False))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._refit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange(self.width(), move=True)
        super().resizeEvent(event)

    def _refit(self) -> None:
        self.updateGeometry()
        self._arrange(self.width(), move=True)

    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._widgets if not widget.isHidden()]

    def _width(self, widget: QWidget, tight: int = 0) -> int:
        if self._even:
            return widget.minimumWidth()
        return widget.sizeHint().width() + _given_up(widget, _tightness(widget)) - _given_up(widget, tight)

    def _tight(self, width: int) -> int:
        """How much buttons give up to fit into one row: nothing, some padding, their icons too; nothing if in vain."""
        shown = self._shown()
        gaps = self._gap * max(0, len(shown) - 1)
        fitting = (level for level in range(3) if gaps + sum(self._width(one, level) for one in shown) <= width)
        return next(fitting, 0)

    def _rows(self, width: int) -> list[list[QWidget]]:
        rows: list[list[QWidget]] = []
        used, tight = 0, self._tight(width)
        for widget in self._shown():
            wide = self._width(widget, tight)
            if not rows or used + self._gap + wide > width:
                rows.append([])
                used = wide
            else:
                used += self._gap + wide
            rows[-1].append(widget)
        if len(rows) > 1 and len(rows[-2]) > 2 and self._ends.issuperset(rows[-1]):
            rows[-1].insert(0, rows[-2].pop())  # nothing stands in a row of its own
        return rows

    def _arrange(self, width: int, *, move: bool) -> int:
        if move:
            self._dress(self._tight(width))
        rows = self._rows(width)
        most = max((len(row) for row in rows), default=1)
        y = 0
        for number, row in enumerate(rows):
            y += self._gap if number else 0
            height = max(widget.sizeHint().height() for widget in row)
            if move:
                self._place(row, QRect(0, y, width, height), most if len(rows) > 1 else 0)
            y += height
        return y

    def _dress(self, tight: int) -> None:
        for widget in self._shown():
            if isinstance(widget, QPushButton) and _gives(widget) and _tightness(widget) != tight:
                widget.setProperty("tight", tight > 0)
                widget.setProperty("tightness", tight)
                side = widget.style().pixelMetric(QStyle.PixelMetric.PM_ButtonIconSize)
                widget.setIconSize(QSize(0 if tight == 2 else side, side))
                widget.style().unpolish(widget)
                widget.style().polish(widget)

    def _place(self, row: list[QWidget], line: QRect, most: int) -> None:
        if self._even and not most:
            least = [widget.minimumWidth() for widget in row]
            spare = max(0, line.width() - sum(least) - self._gap * (len(row) - 1)) // len(row)
            x = 0
            for widget, width in zip(row, least, strict=True):
                widget.setGeometry(x, line.y(), width + spare, line.height())
                x += width + spare + self._gap
            return
        if self._even:
            share = max(1, (line.width() - self._gap * (most - 1)) // most)
            for at, widget in enumerate(row):
                widget.setGeometry(at * (share + self._gap), line.y(), share, line.height())
            return
        x, right = 0, line.width()
        for widget in reversed(row):
            if widget in self._ends:
                right -= widget.sizeHint().width()
                widget.setGeometry(right, line.y(), widget.sizeHint().width(), line.height())
                right -= self._gap
        for widget in row:
            if widget not in self._ends:
                widget.setGeometry(x, line.y(), widget.sizeHint().width(), line.height())
                x += widget.sizeHint().width() + self._gap


def _gives(widget: QWidget) -> bool:
    return isinstance(widget, QPushButton) and widget.property("kind") != "quiet"


def _tightness(widget: QWidget) -> int:
    return int(widget.property("tightness") or 0)


def _given_up(widget: QWidget, tight: int) -> int:
    """How much narrower a button is, in pixels."""
    if not tight or not isinstance(widget, QPushButton) or not _gives(widget):
        return 0
    icon = (
        0 if tight < 2 or widget.icon().isNull() else widget.style().pixelMetric(QStyle.PixelMetric.PM_ButtonIconSize)
    )
    return 2 * TIGHTER + icon
