# SPDX-License-Identifier: Apache-2.0
"""Questions to the person. Nothing is ever answered by Enter: the choice that changes nothing has the focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.labels import plain_label
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import tr

_MOST_LINES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: what it is called, what it does, and the name it has for tests."""

    name: str
    text: str
    act: Callable[[], None] | None = None
    tip: str = ""
    kind: Literal["", "danger"] = ""


class Question(QDialog):
    """A title, a sentence, perhaps a list, and choices; the last one changes nothing. Escape takes it."""

    def __init__(
        self, name: str, title: str, sentence: str, lines: Sequence[str], choices: Sequence[Choice], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._acts: dict[str, Callable[[], None] | None] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(plain_label(title, "title"))
        layout.addWidget(plain_label(sentence, wrap=True))
        if lines:
            layout.addWidget(self._list(lines))
        layout.addSpacing(SPACE_S)
        layout.addLayout(self._buttons(choices))
        self.setMinimumWidth(460)

    def _list(self, lines: Sequence[str]) -> QWidget:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_XS)
        for line in lines:
            column.addWidget(plain_label(line, wrap=True))
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setObjectName("questionList")
        scroll.setAccessibleName(tr("What this is about"))
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setFixedHeight(min(len(lines), _MOST_LINES_SHOWN) * 26 + 20)
        return scroll

    def _buttons(self, choices: Sequence[Choice]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addStretch(1)
        button = None
        for choice in choices:
            button = QPushButton(choice.text, self)
            button.setObjectName(choice.name)
            button.setAccessibleName(choice.text)
            button.setToolTip(choice.tip)
            button.setProperty("kind", choice.kind)
            button.setProperty("choice", choice.name)
            button.setAutoDefault(False)
            button.clicked.connect(self._on_clicked)
            self._acts[choice.name] = choice.act
            row.addWidget(button)
        if button is not None:
            button.setFocus()
        return row

    def _on_clicked(self) -> None:
        act = self._acts.get(str(self.sender().property("choice")))
        self.done(0)
        if act is not None:
            act()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)


def ask(
    name: str, title: str, sentence: str, choices: Sequence[Choice], parent: QWidget, lines: Sequence[str] = ()
) -> Question:
    """Opens a question; the window stays alive behind it."""
    question = Question(name, title, sentence, lines, choices, parent)
    question.open()
    return question
