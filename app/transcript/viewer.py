# SPDX-License-Identifier: Apache-2.0
"""All of one long entry, in a window of its own: plain text, and capped."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.figures import numeral
from app.text import clean
from app.theme import theme
from app.tokens import SPACE_M
from app.translate import tr

VIEWED_CHARS = 1_000_000
"""The most that the viewer shows of one text, in characters; about 0.2 s a million to lay out."""

_LONGEST_LINE = 20_000


class PlainViewer(QDialog):
    """Shows `text`, cut at `VIEWED_CHARS` with a note that says so. Open it with `open()`."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("plainViewer")
        self.setWindowTitle(clean(title))
        self.resize(960, 680)
        self.editor = QPlainTextEdit()
        self.editor.setObjectName("plainViewerText")
        self.editor.setAccessibleName(clean(title))
        self.editor.setReadOnly(True)
        self.editor.setUndoRedoEnabled(False)
        self.editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.editor.setFont(theme().font("mono"))
        self.editor.setPlainText("\n".join(_broken(clean(text[:VIEWED_CHARS]))))
        note = QLabel(_note(text))
        note.setTextFormat(Qt.TextFormat.PlainText)
        note.setProperty("role", "muted")
        note.setObjectName("plainViewerNote")
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(note, 1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        layout.addWidget(self.editor, 1)
        layout.addLayout(foot)


def _note(text: str) -> str:
    if len(text) <= VIEWED_CHARS:
        return tr("{n} characters").format(n=numeral(len(text)))
    return tr("The first {n} of {all} characters; the file of the attempt has all of them").format(
        n=numeral(VIEWED_CHARS), all=numeral(len(text))
    )


def _broken(text: str) -> Iterator[str]:
    """Lines that the editor can lay out in a moment: very long ones are broken, with a sign that says so."""
    for line in text.split("\n"):
        for start in range(0, max(1, len(line)), _LONGEST_LINE):
            yield line[start : start + _LONGEST_LINE] + ("↩" if start + _LONGEST_LINE < len(line) else "")
