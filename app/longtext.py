# SPDX-License-Identifier: Apache-2.0
"""A field for text of any length: what would take long to lay out is kept whole, and only its beginning shown."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.figures import numeral
from app.text import clean
from app.translate import tr

SHOWN_CHARS, SHOWN_LINE = 20_000, 2_000
"""More characters, or a longer line, are not edited here: to lay out a megabyte takes seconds."""

_PREVIEW = 400
_EMPTIES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class LongText(QPlainTextEdit):
    """
    Plain text of at most `most` characters. What is pasted and would be more is refused at once, as a whole.

    `toPlainText` gives all of it, shown or not.
    """

    refused = Signal(str)  # a sentence, after what was pasted, or is there now, is too long; empty after it changed

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most
        self._whole: str | None = None
        self.setTabChangesFocus(True)
        self.textChanged.connect(lambda: self.refused.emit(self._too_long(len(self.toPlainText()))))

    def toPlainText(self) -> str:
        """The whole text."""
        return self._whole if self._whole is not None else super().toPlainText()

    def setPlainText(self, text: str) -> None:
        """Another text; one that is long is shown by its beginning, and Delete empties the field."""
        self._whole = text if _is_long(text) else None
        self.setReadOnly(self._whole is not None)
        super().setPlainText(text if self._whole is None else _preview(text))

    def clear(self) -> None:
        """No text, also where it was kept whole."""
        self.setPlainText("")

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied: where all is selected, all of it, shown or not."""
        cursor = self.textCursor()
        if (
            self._whole is None
            or cursor.selectionEnd() - cursor.selectionStart() < self.document().characterCount() - 1
        ):
            return super().createMimeDataFromSelection()
        data = QMimeData()
        data.setText(self._whole)
        return data

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste, or drop."""
        pasted = source.text()
        if self._whole is not None:
            there, start, end = "", 0, 0
        else:
            there, cursor = super().toPlainText(), self.textCursor()
            start, end = cursor.selectionStart(), cursor.selectionEnd()
        text, at = _spliced(there, start, end, pasted)
        after = len(text)
        if after > self._most:
            self.refused.emit(self._too_long(after))
        elif self._whole is not None or _is_long(pasted) or after > SHOWN_CHARS:
            self.setPlainText(text)
            if self._whole is None:
                cursor = self.textCursor()
                cursor.setPosition(at)
                self.setTextCursor(cursor)
        else:
            super().insertFromMimeData(source)

    def _too_long(self, length: int) -> str:
        told = tr("That is {n} characters; at most {most} are taken. Put it into a file, and name the file.")
        return told.format(n=numeral(length), most=numeral(self._most)) if length > self._most else ""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._whole is not None and event.key() in _EMPTIES:
            self.setPlainText("")
            self.moveCursor(QTextCursor.MoveOperation.Start)
            return
        super().keyPressEvent(event)


def _is_long(text: str) -> bool:
    return len(text) > SHOWN_CHARS or any(len(line) > SHOWN_LINE for line in text.split("\n"))


def _spliced(there: str, start: int, end: int, pasted: str) -> tuple[str, int]:
    """With `pasted` in place of what is between two places, which Qt counts in UTF-16; and where it ends."""
    units = there.encode("utf-16-le", "surrogatepass")
    head = units[: 2 * start].decode("utf-16-le", "surrogatepass")
    tail = units[2 * end :].decode("utf-16-le", "surrogatepass")
    return head + pasted + tail, start + len(pasted.encode("utf-16-le", "surrogatepass")) // 2


def _preview(text: str) -> str:
    told = tr("{n} characters, kept whole; this is how they begin. Delete empties the field.")
    begin = " ".join(clean(text[:_PREVIEW]).split())
    return f"{told.format(n=numeral(len(text)))}\n{begin}…"
