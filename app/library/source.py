# SPDX-License-Identifier: Apache-2.0
"""The source of a workflow: line numbers, syntax colours, and a wave below whatever is at fault."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from app.labels import tip
from app.library.colours import Highlighter
from app.tasks import Tasks
from app.text import utf16_index
from app.theme import theme
from app.translate import tr
from engine.errors import Fault

_PAD = 10
_INDENT = "  "
_PLAIN = (
    "QPlainTextEdit { border: none; border-radius: 0; padding: 0; }"
    "QAbstractScrollArea::corner { background: transparent; border: none; }"
)
_MOST_WAVES = 100


class _Gutter(QWidget):
    """The line numbers, and a mark where a fault is."""

    def __init__(self, source: SourceEdit) -> None:
        super().__init__(source)
        self._source = source

    def sizeHint(self) -> QSize:
        return QSize(self._source.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._source.paint_gutter(self, event)


class SourceEdit(QPlainTextEdit):
    """
    Shows and edits YAML. Tab moves on to the next control, as everywhere; Ctrl+] and Ctrl+[ move lines.

    What is shown holds no character that an editor would change: see `app.library.files`.
    """

    edited = Signal()  # after the text was changed by hand

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workflowSource")
        self.setAccessibleName(tr("Source of this workflow"))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # code, whatever the language of the screens
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setStyleSheet(_PLAIN)
        self._faults: dict[int, list[Fault]] = {}
        self._warned: dict[int, list[Fault]] = {}
        self._waves: list[QTextEdit.ExtraSelection] = []
        self._gutter = _Gutter(self)
        self._colours = Highlighter(self.document(), tasks, self)
        self._showing = False
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.textChanged.connect(self._on_change)
        self.cursorPositionChanged.connect(self._mark)
        theme().changed.connect(self._dress)
        self._dress()

    def text(self) -> str:
        """What stands there, with every character as it was typed."""
        return self.document().toRawText().replace("\u2029", "\n")

    def show_text(self, text: str, *, locked: bool) -> None:
        """Show another text, without its faults, from its beginning."""
        self._showing = True
        self.show_faults((), ())
        self._colours.begin(text)
        self.setPlainText(text)
        self.setReadOnly(locked)
        flags = Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        self.setTextInteractionFlags(flags if locked else Qt.TextInteractionFlag.TextEditorInteraction)
        self._showing = False

    def show_faults(self, faults: Sequence[Fault], warnings: Sequence[Fault]) -> None:
        """Mark what is at fault in this file."""
        self._faults, self._warned = _by_line(faults), _by_line(warnings)
        self._wave()
        self._mark()
        self._gutter.update()

    def go_to(self, line: int, column: int) -> None:
        """Bring a place into view, with the cursor on it; both count from 1."""
        block = self.document().findBlockByNumber(max(0, line - 1))
        if block.isValid():
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + min(_offset(block, column), max(0, block.length() - 1)))
            self.setTextCursor(cursor)
            self.centerCursor()

    def marked(self) -> list[tuple[int, str]]:
        """The waves as they are drawn: line, and the text above each."""
        waves = self.extraSelections()[1:]
        return [(wave.cursor.blockNumber() + 1, wave.cursor.selectedText()) for wave in waves]

    # ----------------------------------------------------------------------------------------------------------- waves

    def _mark(self) -> None:
        self.setExtraSelections([self._current_line(), *self._waves])

    def _wave(self) -> None:
        self._waves = []
        for places, ink in ((self._warned, "brass"), (self._faults, "red")):
            for line in list(places)[:_MOST_WAVES]:
                block = self.document().findBlockByNumber(line - 1)
                if block.isValid():
                    self._waves += [_wave(block, fault.column, theme().colour(ink)) for fault in places[line][:3]]

    def _current_line(self) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self.textCursor()
        mark.cursor.clearSelection()
        form = QTextCharFormat()
        form.setBackground(theme().colour("window" if self.isReadOnly() else "sunken"))
        form.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
        mark.format = form
        return mark

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self.viewport().mapFromGlobal(event.globalPos())
            line = self.cursorForPosition(at).blockNumber() + 1
            QToolTip.showText(event.globalPos(), tip(self.told(line)), self)
            return True
        return super().event(event)

    def told(self, line: int) -> str:
        """What is said about a line, a sentence each; empty where there is nothing to say."""
        found = [*self._faults.get(line, ()), *self._warned.get(line, ())]
        return "\n".join(f"{one.what}; {one.todo}" if one.todo else one.what for one in found[:8])

    # ---------------------------------------------------------------------------------------------------------- typing

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return (("Ctrl+], Ctrl+[", tr("Shift the lines to the right, to the left")),)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if self.isReadOnly():
            super().keyPressEvent(event)
        elif control and event.key() == Qt.Key.Key_BracketRight:
            self._shift(1)
        elif control and event.key() == Qt.Key.Key_BracketLeft:
            self._shift(-1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._break_line()
        elif event.key() == Qt.Key.Key_Backspace and self._at_indent() and not event.modifiers():
            self._shift(-1)
        else:
            super().keyPressEvent(event)

    def _at_indent(self) -> bool:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        return not cursor.hasSelection() and len(before) >= len(_INDENT) and not before.strip(" ")

    def _break_line(self) -> None:
        """The next line begins where this one does, or deeper where a block was opened."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        indent = before[: len(before) - len(before.lstrip(" "))]
        opened = before.rstrip().endswith((":", "|", ">"))
        entry = before.lstrip(" ").startswith("- ") and not opened and ": " in before
        cursor.insertText("\n" + indent + (_INDENT if opened or entry else ""))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _shift(self, by: int) -> None:
        cursor = self.textCursor()
        first, last = (
            self.document().findBlock(place).blockNumber() for place in (cursor.selectionStart(), cursor.selectionEnd())
        )
        cursor.beginEditBlock()
        for number in range(first, last + 1):
            line = QTextCursor(self.document().findBlockByNumber(number))
            if by > 0:
                line.insertText(_INDENT)
            elif line.block().text().startswith(" "):
                width = len(_INDENT) if line.block().text().startswith(_INDENT) else 1
                line.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, width)
                line.removeSelectedText()
        cursor.endEditBlock()

    def _on_change(self) -> None:
        if not self._showing and not self._colours.colouring:
            self._colours.edited()
            self.edited.emit()

    # ---------------------------------------------------------------------------------------------------------- gutter

    def gutter_width(self) -> int:
        """As wide as the largest line number asks for, in pixels."""
        digits = max(3, len(str(self.blockCount())))
        return int(theme().metrics("mono-small").horizontalAdvance("9") * digits) + 3 * _PAD + 4

    def paint_gutter(self, gutter: QWidget, event: QPaintEvent) -> None:
        """Draw the numbers of the lines in view."""
        look = theme()
        painter = QPainter(gutter)
        painter.fillRect(event.rect(), look.colour("surface"))
        painter.fillRect(gutter.rect().adjusted(0, 0, -_PAD, 0), look.colour("window"))
        painter.setFont(look.font("mono-small"))
        block = self.firstVisibleBlock()
        current = self.textCursor().blockNumber()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            number = block.blockNumber()
            ink = "red" if number + 1 in self._faults else "brass" if number + 1 in self._warned else ""
            if ink:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour(ink))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.drawEllipse(QPointF(_PAD, top + height / 2), 3, 3)
            painter.setPen(look.colour(ink or ("text" if number == current else "muted")))
            area = QRectF(0, top, gutter.width() - 2 * _PAD + 4, height)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), str(number + 1))
            top += height
            block = block.next()
        painter.end()

    def _scroll_gutter(self, rect: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())

    def _fit_gutter(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), self.gutter_width(), area.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_gutter()

    def _dress(self) -> None:
        self.setFont(theme().font("mono"))
        self.document().setDocumentMargin(6)
        self._fit_gutter()
        self._wave()
        self._mark()
        self._gutter.update()


def _by_line(faults: Sequence[Fault]) -> dict[int, list[Fault]]:
    found: dict[int, list[Fault]] = {}
    for fault in faults:
        found.setdefault(max(1, fault.line), []).append(fault)
    return found


def _offset(block: QTextBlock, column: int) -> int:
    """Qt's position in a line of a column that counts characters from 1."""
    return utf16_index(block.text(), max(0, column - 1))


def _wave(block: QTextBlock, column: int, ink: QColor) -> QTextEdit.ExtraSelection:
    """A wave below the word at a column; below the whole line where there is none."""
    text = block.text()
    start = min(max(0, column - 1), len(text))
    end = start
    while end < len(text) and not text[end].isspace() and text[end] not in ",:]}" and end - start < 200:
        end += 1
    if end == start:
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + utf16_index(text, start))
    cursor.setPosition(block.position() + utf16_index(text, end), QTextCursor.MoveMode.KeepAnchor)
    form = QTextCharFormat()
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    form.setUnderlineColor(ink)
    mark = QTextEdit.ExtraSelection()
    mark.cursor = cursor
    mark.format = form
    return mark
