# SPDX-License-Identifier: Apache-2.0
"""The small bar in which one types what to find."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from app.theme import theme
from app.tokens import SPACE_S, SPACE_XS
from app.translate import tr


class FindBar(QFrame):
    """
    Asks for text, shows what came of it; it searches nothing itself.

    Attributes:
        field: where one types.
    """

    asked = Signal(str, bool)  # text and whether forward: on Return, on the buttons, and while typing
    closed = Signal()  # on Escape and on the cross

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self.setProperty("role", "card")
        self.field = QLineEdit()
        self.field.setObjectName("findField")
        self.field.setAccessibleName(tr("Find in transcript"))
        self.field.setPlaceholderText(tr("Find"))
        self.field.setMinimumWidth(180)
        self._told = QLabel()
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setProperty("role", "small")
        self._told.setMinimumWidth(110)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_S, SPACE_XS, SPACE_XS, SPACE_XS)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self.field)
        layout.addWidget(self._told)
        self._buttons = [
            self._button("chevron-up", tr("Previous match (Shift+Return)"), self._ask_back),
            self._button("chevron-down", tr("Next match (Return)"), self._ask_on),
            self._button("close", tr("Close (Escape)"), self.close_bar),
        ]
        for button in self._buttons:
            layout.addWidget(button)
        self.field.textEdited.connect(self._on_edited)
        theme().changed.connect(self._tint)
        self._tint()
        self.hide()

    def open_bar(self) -> None:
        """Shows the bar and takes the keyboard: only ever called on the person's own key."""
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def close_bar(self) -> None:
        """Hides the bar."""
        self.hide()
        self.closed.emit()

    def tell(self, text: str) -> None:
        """Shows what came of the search."""
        self._told.setText(text)
        self._told.setAccessibleName(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.asked.emit(self.field.text(), not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def _button(self, icon: str, tip: str, slot: object) -> QToolButton:
        button = QToolButton()
        button.setProperty("icon_name", icon)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setIconSize(QSize(14, 14))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(slot)
        return button

    def _ask_on(self) -> None:
        self.asked.emit(self.field.text(), True)

    def _ask_back(self) -> None:
        self.asked.emit(self.field.text(), False)

    def _on_edited(self, text: str) -> None:
        self.tell("")
        self.asked.emit(text, True)

    def _tint(self) -> None:
        for button in self._buttons:
            button.setIcon(theme().icon(str(button.property("icon_name")), "muted"))
