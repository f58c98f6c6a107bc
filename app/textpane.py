# SPDX-License-Identifier: Apache-2.0
"""A quiet pane of monospaced plain text, cut where laying it out would be felt."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.figures import numeral
from app.text import clean
from app.theme import theme
from app.translate import tr

SHOWN_CHARS = 60_000
"""The most that is laid out at once, in characters: about 10 ms."""

_LONGEST_LINE = 4_000


class TextPane(QPlainTextEdit):
    """Read-only; shows any text as the characters it is made of."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # code, whatever the language of the screens
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setStyleSheet("QPlainTextEdit { border: none; border-radius: 0; }")
        theme().changed.connect(self._dress)
        self._dress()

    def show_text(self, text: str, *, prose: bool = False) -> None:
        """Shows a text; beyond `SHOWN_CHARS` it is cut, and the last line says so. `prose` is broken to the width."""
        mode = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(mode.WidgetWidth if prose else mode.NoWrap)
        shown = clean(text[:SHOWN_CHARS])
        lines = [
            line
            if len(line) <= _LONGEST_LINE
            else tr("{line} … {n} characters").format(line=line[:_LONGEST_LINE], n=numeral(len(line)))
            for line in shown.split("\n")
        ]
        if len(text) > SHOWN_CHARS:
            lines.append(
                tr("… cut: the first {n} of {all} characters are shown").format(
                    n=numeral(SHOWN_CHARS), all=numeral(len(text))
                )
            )
        self.setPlainText("\n".join(lines))

    def _dress(self) -> None:
        self.setFont(theme().font("mono"))
