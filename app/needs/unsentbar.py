# SPDX-License-Identifier: Apache-2.0
"""Tells of a note that was not sent, as its hold is answered elsewhere; it can be used again, copied or dropped."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.figures import counted
from app.labels import ElidedLabel, let_go_of_focus
from app.tokens import SPACE_L, SPACE_S, SPACE_XS
from app.translate import tr
from app.unsent import UnsentNote
from engine.projections.words import one_line


class UnsentBar(QFrame):
    """Shows the newest such note. It goes nowhere but where a person puts it."""

    used = Signal(object)  # the UnsentNote that shall go into the note of the current hold
    dropped = Signal(object)  # the UnsentNote that nobody wants any more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("unsentBar")
        self.setAccessibleName(tr("A note that was not sent"))
        self.setProperty("role", "notice")
        self._note: UnsentNote | None = None
        self._told = ElidedLabel("", "body", "text")
        self._told.setObjectName("unsentTold")
        self._text = ElidedLabel("", "small", "muted")
        self._text.setObjectName("unsentText")
        self._use = self._button("unsent:use", tr("Use it here"), tr("Put it into the note of the hold that is shown"))
        self._copy = self._button("unsent:copy", tr("Copy"), tr("Copy the whole note"))
        self._drop = self._button("unsent:drop", tr("Drop"), tr("Forget this note"))
        self._use.clicked.connect(lambda: self.used.emit(self._note))
        self._copy.clicked.connect(self._on_copy)
        self._drop.clicked.connect(lambda: self.dropped.emit(self._note))
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addWidget(self._told)
        words.addWidget(self._text)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        row.setSpacing(SPACE_S)
        row.addLayout(words, 1)
        for button in (self._use, self._copy, self._drop):
            row.addWidget(button)
        self.hide()

    def show_notes(self, notes: Sequence[UnsentNote], block: tuple[str, str] | None) -> None:
        """Show the first of these notes, those for `block` (run and node, whose hold takes a note) before others."""
        note = next((one for one in notes if (one.run, one.node) == block), notes[0] if notes else None)
        self._use.setVisible(note is not None and (note.run, note.node) == block)
        if note is None:
            let_go_of_focus(self)
        else:
            place = f"{note.node} · {note.title}" if note.node else note.title
            told = tr("Your note for {place} was not sent: that was answered elsewhere").format(place=place)
            more = len(notes) - 1
            others = counted("{n} more", "{n} more", more)
            self._told.set_text(f"{told} · {others}" if more else told)
            self._text.set_text(one_line(note.text, 300), note.text)
        self._note = note
        self.setVisible(note is not None)

    def _on_copy(self) -> None:
        if self._note is not None:
            QGuiApplication.clipboard().setText(self._note.text)
            self._copy.setText(tr("Copied"))

    def _button(self, name: str, text: str, told: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(told)
        button.setToolTip(told)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
