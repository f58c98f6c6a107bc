# SPDX-License-Identifier: Apache-2.0
"""The note that goes with an answer: several lines, sent by its button or Ctrl+Enter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.labels import WrapLabel
from app.longtext import LongText
from app.tokens import SPACE_S
from app.translate import QT_TR_NOOP, tr

MOST_CHARS = 20_000
_KEYS = QT_TR_NOOP("Ctrl+Enter sends it, Escape leaves it.")
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Field(LongText):
    """Enter is a new line; Tab leaves it."""

    sent = Signal()  # after Ctrl+Enter

    def __init__(self, parent: QWidget) -> None:
        super().__init__(MOST_CHARS, parent)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if not event.isAutoRepeat():
                self.sent.emit()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys without a modifier are text here, whatever they mean elsewhere."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.text().isprintable():
            event.accept()
        return super().event(event)


class Note(QWidget):
    """A field and the button that sends it."""

    given = Signal(str)  # the note, after it was sent

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._needed = True
        self.field = _Field(self)
        self.field.setObjectName("needNote")
        self.field.setAccessibleName(tr("Note to go with the answer"))
        self.field.setFixedHeight(96)
        self.field.textChanged.connect(self._enable)
        self.field.sent.connect(self._send)
        self._button = QPushButton(tr("Send"), self)
        self._button.setObjectName("need:send")
        self._button.setAutoDefault(False)
        self._button.clicked.connect(self._send)
        row = QHBoxLayout()
        self._told = WrapLabel(tr(_KEYS), "small", "muted")
        self.field.refused.connect(self._on_refused)
        row.addWidget(self._told, 1)
        row.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self.field)
        column.addLayout(row)

    def ask(self, what: str, *, needed: bool) -> None:
        """Show the field with the keyboard in it; `what` is the answer that it goes with."""
        self._needed = needed
        self._button.setText(what)
        self._button.setAccessibleName(tr("{what}, with this note").format(what=what))
        self.field.setPlaceholderText(tr("Your note") if needed else tr("Your note (optional)"))
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._enable()

    def _on_refused(self, why: str) -> None:
        self._told.set_text(why or tr(_KEYS))
        self._told.set_token("red" if why else "muted")

    def _text(self) -> str:
        return self.field.toPlainText().strip()

    def _can_go(self) -> bool:
        """Never a part of it: what is too long is not sent at all."""
        return (bool(self._text()) or not self._needed) and len(self._text()) <= MOST_CHARS

    def _enable(self) -> None:
        self._button.setEnabled(self._can_go())

    def _send(self) -> None:
        if self._can_go():
            self.given.emit(self._text())
