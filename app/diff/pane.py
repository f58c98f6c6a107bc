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

from app.announce import describe
from app.diff.colours import Colours, Span
from app.diff.parse import FileDiff
from app.diff.rows import Pair, Row, RowKind, pairs_of, spoken
from app.figures import numeral
from app.scrollbar import QuietScrollBar
from app.theme import theme
from app.translate import tr

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
    """
    Scrolls the rows of a diff, under each other or side by side; whole lines are selected, copied and commented.

    Keys: J and K go from file to file, Up and Down from line to line, C comments on the line, V marks the file viewed.
    """

    comment_asked = Signal(object)  # the Row on which the person wants to comment
    viewed_asked = Signal()  # the person has seen the file at the top
    file_entered = Signal(int)  # after another file came to the top edge

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diffText")
        self.setAccessibleName(tr("Diff"))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # code, whatever the language of the screens
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBar(QuietScrollBar(Qt.Orientation.Vertical))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._files: Sequence[FileDiff] = ()
        self._rows: Sequence[Row | Pair] = ()
        self._unified: Sequence[Row] = ()
        self._split = False
        self._colours: Colours = {}
        self._comments: frozenset[tuple[int, int]] = frozenset()
        self._starts: list[int] = []
        self._picked: tuple[int, int] | None = None
        self._entered = -1
        self._longest = 0
        self._digits = 3
        self._measure()
        theme().changed.connect(self._on_theme)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def set_rows(self, files: Sequence[FileDiff], rows: Sequence[Row]) -> None:
        """Shows another diff, from its start."""
        self._files, self._unified, self._colours = files, rows, {}
        self._comments = frozenset()
        self._digits = max(3, len(str(max((max(row.old or 0, row.new or 0) for row in rows), default=0))))
        self._longest = max((_columns(row.text) for row in rows if row.kind != "file"), default=0)
        self._entered = -1
        self._arrange()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)

    def set_split(self, split: bool) -> None:
        """Side by side, or under each other; the file that is read stays at the top."""
        if split != self._split:
            file, self._split = self.file_at_top(), split
            self._arrange()
            self.go_to_file(file)

    def is_split(self) -> bool:
        """Whether old and new stand side by side."""
        return self._split

    def set_colours(self, colours: Colours) -> None:
        """The syntax colours of the diff that is shown."""
        self._colours = colours
        self.viewport().update()

    def set_comments(self, places: frozenset[tuple[int, int]]) -> None:
        """Which lines, by file and line, have a comment."""
        self._comments = places
        self.viewport().update()

    def current(self) -> Row | None:
        """The line that was selected last, if it is a line of a file."""
        if self._picked is None or not 0 <= self._picked[1] < len(self._rows):
            return None
        row = _one(self._rows[self._picked[1]])
        return row if row.kind in ("context", "added", "removed") else None

    def _arrange(self) -> None:
        self._rows = pairs_of(self._unified) if self._split else self._unified
        self._starts = [i for i, row in enumerate(self._rows) if isinstance(row, Row) and row.kind == "file"]
        self._picked = None
        self._measure()
        self._resize_bars()
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
        picked = [one for row in self._rows[first : last + 1] for one in _each(row)]
        return "\n".join(signs.get(row.kind, "") + row.text for row in picked)

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
        picked = self._picked is not None and min(self._picked) <= i <= max(self._picked)
        if isinstance(row, Pair):
            half = area.width() / 2
            for side, one in enumerate((row.left, row.right)):
                place = QRectF(side * half, y, half - (1 - side), self._pitch)
                if one is None:
                    painter.fillRect(place, dress.colour("sunken"))
                else:
                    self._paint_line(painter, one, place, (one.old if side == 0 else one.new,), picked)
            painter.fillRect(QRectF(half - 1, y, 1, self._pitch), dress.colour("border"))
            return
        if row.kind in {"file", "under"}:
            top = y if row.kind == "file" else y - self._pitch
            painter.fillRect(area, dress.colour("window"))
            head = QRectF(0, top + _GAP, area.width(), 2 * self._pitch - _GAP)
            shown = self._rows[i if row.kind == "file" else i - 1]
            self._paint_head(painter, _one(shown), head)
            return
        self._paint_line(painter, row, area, (row.old, row.new), picked)

    def _paint_line(
        self, painter: QPainter, row: Row, area: QRectF, numbers: tuple[int | None, ...], picked: bool
    ) -> None:
        dress = theme()
        if (ground := _GROUNDS.get(row.kind)) is not None:
            painter.fillRect(area, dress.colour(ground))
        if picked:
            painter.fillRect(area, dress.colour("selection"))
        left = area.left() + self._text_left
        x, y = left - self.horizontalScrollBar().value(), area.top() + self._baseline
        painter.save()
        painter.setClipRect(area.adjusted(self._text_left - 2 * self._char, 0, 0, 0))
        painter.setFont(dress.font("mono"))
        painter.setPen(dress.colour(_INKS.get(row.kind, "text")))
        spans = self._colours.get((row.file, row.line), ()) if row.text.isascii() else ()
        if spans:
            self._paint_coloured(painter, row.text, spans, x, y)
        else:
            painter.drawText(QPointF(x, y), row.text)
        if (sign := _SIGNS.get(row.kind)) is not None:
            painter.setPen(dress.colour("green" if row.kind == "added" else "red"))
            painter.drawText(QPointF(x - 1.6 * self._char, y), sign)
        painter.restore()
        self._paint_numbers(painter, numbers, area)
        if (row.file, row.line) in self._comments:
            mark = dress.pixmap("message", "brass", 12, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(area.left() + 1, round(area.center().y() - 6)), mark)

    def _paint_coloured(self, painter: QPainter, text: str, spans: Sequence[Span], x: float, y: float) -> None:
        """Stretch by stretch: every character of this font is equally wide."""
        ink, at = painter.pen(), 0
        for start, length, token in spans:
            if start > at:
                painter.drawText(QPointF(x + at * self._char, y), text[at:start])
            painter.setPen(theme().colour(token))
            painter.drawText(QPointF(x + start * self._char, y), text[start : start + length])
            painter.setPen(ink)
            at = start + length
        painter.drawText(QPointF(x + at * self._char, y), text[at:])

    def _paint_numbers(self, painter: QPainter, numbers: tuple[int | None, ...], area: QRectF) -> None:
        painter.setFont(theme().font("mono-small"))
        painter.setPen(theme().colour("muted"))
        width = (self._digits + 1) * self._small_char
        for n, number in enumerate(numbers):
            if number is not None:
                place = QRectF(area.left() + _PAD / 2 + n * (width + 6), area.top(), width, area.height())
                painter.drawText(place, _NUMBER, str(number))

    def _paint_head(self, painter: QPainter, row: Row, area: QRectF) -> None:
        dress, file = theme(), self._files[row.file]
        painter.fillRect(area, dress.colour("sunken"))
        icon, token = FILE_ICONS[file.status]
        pixmap = dress.pixmap(icon, token, _ICON, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(_PAD, round(area.center().y() - _ICON / 2)), pixmap)
        counts = f"+{numeral(file.added)} −{numeral(file.removed)}"
        metrics, width = dress.metrics("strong"), dress.metrics("mono-small").horizontalAdvance(counts)
        right = area.right() - _PAD
        painter.setFont(dress.font("mono-small"))
        plus = dress.metrics("mono-small").horizontalAdvance(f"+{numeral(file.added)} ")
        painter.setPen(dress.colour("green"))
        painter.drawText(QRectF(right - width, area.top(), plus, area.height()), _ONE_LINE, f"+{numeral(file.added)}")
        painter.setPen(dress.colour("red"))
        painter.drawText(
            QRectF(right - width + plus, area.top(), width, area.height()), _ONE_LINE, f"−{numeral(file.removed)}"
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
        self._paint_head(painter, _one(self._rows[self._starts[n]]), area)
        painter.fillRect(QRectF(0, area.bottom() - 1, area.width(), 1), theme().colour("border"))

    # Scrolling and selecting.

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_bars()

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return (
            ("J, K", tr("Next file, file before")),
            ("↓, ↑", tr("Next line, line before")),
            ("C", tr("Comment on the line")),
            ("V", tr("Mark the file as viewed, or take it back")),
            (tr("Space"), tr("One page down")),
            ("Ctrl+C", tr("Copy what is selected")),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page, bar = self.viewport().height() - 2 * self._pitch, self.verticalScrollBar()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.key() in (Qt.Key.Key_J, Qt.Key.Key_K):
            self.go_to_file(self.file_at_top() + (1 if event.key() == Qt.Key.Key_J else -1))
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() == Qt.Key.Key_C and not event.modifiers():
            self._ask_comment()
        elif event.key() == Qt.Key.Key_V and not event.modifiers():
            self.viewed_asked.emit()
        elif event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif event.key() == Qt.Key.Key_Space:
            bar.setValue(round(bar.value() + page))
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        """To the next line, past heads; it comes into view."""
        first = int(self.verticalScrollBar().value() // self._pitch)
        at = self._picked[1] + step if self._picked is not None else first + (2 if first in self._starts else 0)
        while 0 <= at < len(self._rows) and _one(self._rows[at]).kind in ("file", "under"):
            at += step
        if not 0 <= at < len(self._rows):
            return
        self._picked = (at, at)
        top, bar = round(at * self._pitch), self.verticalScrollBar()
        room = self.viewport().height() - 3 * self._pitch
        if top < bar.value() + 2 * self._pitch:
            bar.setValue(max(0, round(top - 2 * self._pitch)))
        elif top > bar.value() + room:
            bar.setValue(round(top - room))
        describe(self, "; ".join(map(spoken, _each(self._rows[at]))))
        self.viewport().update()

    def _ask_comment(self) -> None:
        if (row := self.current()) is not None:
            self.comment_asked.emit(row)

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

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click on a line comments on it."""
        self.mousePressEvent(event)
        self._ask_comment()

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
        menu.addAction(tr("Copy lines"), QKeySequence(QKeySequence.StandardKey.Copy), self.copy).setEnabled(
            self._picked is not None
        )
        menu.addAction(tr("Comment on this line…"), QKeySequence(Qt.Key.Key_C), self._ask_comment).setEnabled(
            self.current() is not None
        )
        menu.addAction(tr("Select all"), QKeySequence(QKeySequence.StandardKey.SelectAll), self.select_all)
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
        columns = 1 if self._split else 2
        self._text_left = _PAD / 2 + columns * ((self._digits + 1) * self._small_char + 6) + 2.5 * self._char

    def _resize_bars(self) -> None:
        area = self.viewport().size()
        width = area.width() / 2 if self._split else area.width()
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, round(len(self._rows) * self._pitch) - area.height()))
        vertical.setPageStep(area.height())
        vertical.setSingleStep(round(self._pitch))
        horizontal.setRange(0, max(0, round(self._text_left + (self._longest + 2) * self._char - width)))
        horizontal.setPageStep(round(width))
        horizontal.setSingleStep(round(4 * self._char))

    def _on_theme(self) -> None:
        file = self.file_at_top()
        self._measure()
        self._resize_bars()
        if file:
            self.go_to_file(file)
        self.viewport().update()


def _columns(text: str) -> int:
    """How many letters wide it is at most: a Chinese one is as wide as two."""
    return 2 * len(text) - len(text.encode("ascii", "ignore"))


def _one(row: Row | Pair) -> Row:
    """The row, of a pair the new side where there is one: a comment is about what is there now."""
    if isinstance(row, Row):
        return row
    one = row.right or row.left
    assert one is not None
    return one


def _each(row: Row | Pair) -> list[Row]:
    if isinstance(row, Row):
        return [row]
    if row.left is row.right and row.left is not None:
        return [row.left]
    return [one for one in (row.left, row.right) if one is not None]
