# SPDX-License-Identifier: Apache-2.0
"""The text of a diff: rows of equal height, painted as they come into view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QWidget

from app.diff.parse import FileDiff
from app.diff.rows import Row, RowKind
from app.theme import theme

_PAD = 10.0
_ICON = 16
_GAP = 10
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeft.value | Qt.TextFlag.TextSingleLine.value
_NUMBER = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignRight.value | Qt.TextFlag.TextSingleLine.value
_GROUNDS: dict[RowKind, str] = {
    "added": "added",
    "removed": "removed",
    "hunk": "accent_soft",
    "cut": "brass_soft",
}
_INKS: dict[RowKind, str] = {"hunk": "accent", "note": "muted", "cut": "brass"}
_SIGNS: dict[RowKind, str] = {"added": "+", "removed": "−"}
FILE_ICONS = {
    "added": ("file-added", "green"),
    "deleted": ("file-deleted", "red"),
    "renamed": ("file-renamed", "violet"),
    "copied": ("file-renamed", "violet"),
    "modified": ("file", "blue"),
    "binary": ("file-binary", "muted"),
}
"""Icon and colour of each status of a file."""


class DiffPane(QAbstractScrollArea):
    """Scrolls the rows of a diff; whole lines are selected by mouse, and copied."""

    file_entered = Signal(int)  # after another file came to the top edge

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diffText")
        self.setAccessibleName("Diff")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._files: Sequence[FileDiff] = ()
        self._rows: Sequence[Row] = ()
        self._starts: list[int] = []
        self._picked: tuple[int, int] | None = None
        self._entered = -1
        self._digits = 3
        self._measure()
        theme().changed.connect(self._on_theme)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def set_rows(self, files: Sequence[FileDiff], rows: Sequence[Row]) -> None:
        """Shows another diff, from its start."""
        self._files, self._rows = files, rows
        self._starts = [i for i, row in enumerate(rows) if row.kind == "file"]
        self._picked = None
        self._entered = -1
        self._digits = max(3, len(str(max((max(row.old or 0, row.new or 0) for row in rows), default=0))))
        self._measure()
        self._resize_bars()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self.viewport().update()

    def go_to_file(self, file: int) -> None:
        """Brings a file to the top edge."""
        if 0 <= file < len(self._starts):
            self.verticalScrollBar().setValue(round(self._starts[file] * self._pitch) + (_GAP if file else 0))

    def row_count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def selected_text(self) -> str:
        """The selected lines, with their signs."""
        if self._picked is None:
            return ""
        first, last = sorted(self._picked)
        signs = {"added": "+", "removed": "-", "context": " "}
        return "\n".join(signs.get(row.kind, "") + row.text for row in self._rows[first : last + 1])

    def copy(self) -> None:
        """Puts the selected lines on the clipboard."""
        if text := self.selected_text():
            QGuiApplication.clipboard().setText(text)

    def select_all(self) -> None:
        """Selects every line."""
        if self._rows:
            self._picked = (0, len(self._rows) - 1)
            self.viewport().update()

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        dress = theme()
        painter.fillRect(event.rect(), dress.colour("surface"))
        top = self.verticalScrollBar().value()
        first = int((event.rect().top() + top) // self._pitch)
        last = int((event.rect().bottom() + top) // self._pitch)
        for i in range(max(0, first), min(last + 1, len(self._rows))):
            self._paint_row(painter, i, i * self._pitch - top)
        if self._starts:
            self._paint_sticky_head(painter, top)
        painter.end()

    def _paint_row(self, painter: QPainter, i: int, y: float) -> None:
        row, dress = self._rows[i], theme()
        area = QRectF(0, y, self.viewport().width(), self._pitch)
        if row.kind in {"file", "under"}:
            top = y if row.kind == "file" else y - self._pitch
            painter.fillRect(area, dress.colour("window"))
            head = QRectF(0, top + _GAP, area.width(), 2 * self._pitch - _GAP)
            self._paint_head(painter, self._rows[i if row.kind == "file" else i - 1], head)
            return
        if (ground := _GROUNDS.get(row.kind)) is not None:
            painter.fillRect(area, dress.colour(ground))
        if self._picked is not None and min(self._picked) <= i <= max(self._picked):
            painter.fillRect(area, dress.colour("selection"))
        x = self._text_left - self.horizontalScrollBar().value()
        painter.setFont(dress.font("mono"))
        painter.setPen(dress.colour(_INKS.get(row.kind, "text")))
        painter.save()
        painter.setClipRect(area.adjusted(self._text_left - 2 * self._char, 0, 0, 0))
        painter.drawText(QPointF(x, y + self._baseline), row.text)
        if (sign := _SIGNS.get(row.kind)) is not None:
            painter.setPen(dress.colour("green" if row.kind == "added" else "red"))
            painter.drawText(QPointF(x - 1.6 * self._char, y + self._baseline), sign)
        painter.restore()
        self._paint_numbers(painter, row, area)

    def _paint_numbers(self, painter: QPainter, row: Row, area: QRectF) -> None:
        painter.setFont(theme().font("mono-small"))
        painter.setPen(theme().colour("muted"))
        width = (self._digits + 1) * self._small_char
        for n, number in enumerate((row.old, row.new)):
            if number is not None:
                place = QRectF(_PAD / 2 + n * (width + 6), area.top(), width, area.height())
                painter.drawText(place, _NUMBER, str(number))

    def _paint_head(self, painter: QPainter, row: Row, area: QRectF) -> None:
        dress, file = theme(), self._files[row.file]
        painter.fillRect(area, dress.colour("sunken"))
        icon, token = FILE_ICONS[file.status]
        pixmap = dress.pixmap(icon, token, _ICON, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(_PAD, round(area.center().y() - _ICON / 2)), pixmap)
        counts = f"+{file.added:,} −{file.removed:,}"
        metrics, width = dress.metrics("strong"), dress.metrics("mono-small").horizontalAdvance(counts)
        right = area.right() - _PAD
        painter.setFont(dress.font("mono-small"))
        plus = dress.metrics("mono-small").horizontalAdvance(f"+{file.added:,} ")
        painter.setPen(dress.colour("green"))
        painter.drawText(QRectF(right - width, area.top(), plus, area.height()), _ONE_LINE, f"+{file.added:,}")
        painter.setPen(dress.colour("red"))
        painter.drawText(
            QRectF(right - width + plus, area.top(), width, area.height()), _ONE_LINE, f"−{file.removed:,}"
        )
        room = right - width - _PAD - (_PAD + _ICON + 8)
        name = metrics.elidedText(row.text, Qt.TextElideMode.ElideMiddle, max(0.0, room))
        painter.setFont(dress.font("strong"))
        painter.setPen(dress.colour("text"))
        painter.drawText(QRectF(_PAD + _ICON + 8, area.top(), room, area.height()), _ONE_LINE, name)

    def _paint_sticky_head(self, painter: QPainter, top: int) -> None:
        """The name of the file that is being read stays at the upper edge."""
        row = int(top // self._pitch)
        n = bisect_right(self._starts, row) - 1
        if n < 0 or top <= self._starts[n] * self._pitch + _GAP:
            return
        y, height = 0.0, 2 * self._pitch - _GAP
        if n + 1 < len(self._starts):
            y = min(0.0, self._starts[n + 1] * self._pitch + _GAP - top - height)
        area = QRectF(0, y, self.viewport().width(), height)
        self._paint_head(painter, self._rows[self._starts[n]], area)
        painter.fillRect(QRectF(0, area.bottom() - 1, area.width(), 1), theme().colour("border"))

    # Scrolling and selecting.

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_bars()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page, bar = self.viewport().height() - 2 * self._pitch, self.verticalScrollBar()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.key() in (Qt.Key.Key_J, Qt.Key.Key_K):
            self.go_to_file(self.file_at_top() + (1 if event.key() == Qt.Key.Key_J else -1))
        elif event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif event.key() == Qt.Key.Key_Space:
            bar.setValue(round(bar.value() + page))
        else:
            super().keyPressEvent(event)

    def file_at_top(self) -> int:
        """The file whose text is at the upper edge."""
        row = int((self.verticalScrollBar().value() + 1) // self._pitch)
        return max(0, bisect_right(self._starts, row) - 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._rows:
            row = self._row_at(event.position().toPoint())
            extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and self._picked is not None
            self._picked = (self._picked[0], row) if extends and self._picked is not None else (row, row)
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._picked is not None:
            y = event.position().y()
            if not 0 <= y < self.viewport().height():
                self.verticalScrollBar().setValue(
                    self.verticalScrollBar().value() + round((1 if y > 0 else -1) * self._pitch)
                )
            self._picked = (self._picked[0], self._row_at(event.position().toPoint()))
            self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy lines", QKeySequence(QKeySequence.StandardKey.Copy), self.copy).setEnabled(
            self._picked is not None
        )
        menu.addAction("Select all", QKeySequence(QKeySequence.StandardKey.SelectAll), self.select_all)
        menu.popup(event.globalPos())

    def _row_at(self, point: QPoint) -> int:
        row = int((point.y() + self.verticalScrollBar().value()) // self._pitch)
        return min(max(0, row), len(self._rows) - 1)

    def _on_scrolled(self, value: int) -> None:
        file = self.file_at_top()
        if file != self._entered:
            self._entered = file
            self.file_entered.emit(file)

    def _measure(self) -> None:
        mono, small = theme().metrics("mono"), theme().metrics("mono-small")
        self._char, self._small_char = mono.horizontalAdvance("0"), small.horizontalAdvance("0")
        self._pitch = float(round(mono.height() + 4))
        self._baseline = (self._pitch - mono.height()) / 2 + mono.ascent()
        self._text_left = _PAD / 2 + 2 * ((self._digits + 1) * self._small_char + 6) + 2.5 * self._char

    def _resize_bars(self) -> None:
        area = self.viewport().size()
        longest = max((len(row.text) for row in self._rows if row.kind != "file"), default=0)
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, round(len(self._rows) * self._pitch) - area.height()))
        vertical.setPageStep(area.height())
        vertical.setSingleStep(round(self._pitch))
        horizontal.setRange(0, max(0, round(self._text_left + (longest + 2) * self._char) - area.width()))
        horizontal.setPageStep(area.width())
        horizontal.setSingleStep(round(4 * self._char))

    def _on_theme(self) -> None:
        file = self.file_at_top()
        self._measure()
        self._resize_bars()
        if file:
            self.go_to_file(file)
        self.viewport().update()
