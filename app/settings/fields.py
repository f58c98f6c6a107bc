# SPDX-License-Identifier: Apache-2.0
"""Fields that write one setting each: at once, and refused where they stand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from app.figures import spelt
from app.labels import plain_label
from app.settings.store import Snapshot, Store, typed, value_at
from app.tokens import SPACE_XS
from app.translate import tr

MARK = "invalid"


class LimitField(QWidget):
    """A number or nothing, with what is used of it below.

    Enter, or leaving the field, writes it; Escape puts back what was there.
    """

    def __init__(self, store: Store, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._store = store
        self._shown = ""
        self.line = QLineEdit(self)
        self.line.setObjectName(f"setting:{name}")
        self.line.setAccessibleName(title)
        self.line.setPlaceholderText(tr("no limit"))
        self.line.setMinimumWidth(84)
        self.line.editingFinished.connect(self._on_finished)
        self.line.installEventFilter(self)
        self._below = plain_label("", "small", wrap=True)
        self._below.setObjectName(f"told:{name}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addWidget(self.line)
        column.addWidget(self._below)
        column.addStretch(1)
        self._used = ""
        self._asked = False
        store.refused.connect(self._on_refused)

    def show_value(self, snapshot: Snapshot, used: str) -> None:
        """The value that holds, unless one is being typed, and what is used of it."""
        self._used = used
        value = value_at(snapshot.settings, self.name)
        text = spelt(value) if isinstance(value, (int, float)) else ""
        wrong, typing = bool(self.line.property(MARK)), self.line.hasFocus() and self.line.text() != self._shown
        self._shown = text
        if (
            self._asked or self.line.text() == text or not (wrong or typing)
        ):  # what was refused stays until it is mended
            self._asked = False
            self._put_back()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self.line.text() != self._shown:
            if event.type() == QEvent.Type.KeyPress:
                self._put_back()
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _put_back(self) -> None:
        if self.line.text() != self._shown:
            self.line.setText(self._shown)
        self._mark(False)
        self._below.setText(self._used)
        self._below.setVisible(bool(self._used))

    def _on_finished(self) -> None:
        if self.line.text().strip() == self._shown:
            self._put_back()
        elif not self.line.property(MARK) or self.line.isModified():
            self.line.setModified(False)
            self._asked = True
            self._store.change_all({self.name: typed(self.line.text())})

    def _on_refused(self, name: str, why: str) -> None:
        if name == self.name:
            self._asked = False
            self._mark(True)
            key = name.rpartition(".")[2]
            why = why.replace(f"'{key}' cannot", "the limit cannot").replace(f"'{key}' is", "the limit is")
            self._below.setText(why)
            self._below.show()
            self.line.setAccessibleDescription(why)

    def _mark(self, wrong: bool) -> None:
        if bool(self.line.property(MARK)) == wrong:
            return
        self.line.setProperty(MARK, wrong)
        self._below.setProperty("role", "wrong" if wrong else "small")
        if not wrong:
            self.line.setAccessibleDescription("")
        for widget in (self.line, self._below):
            widget.style().unpolish(widget)
            widget.style().polish(widget)


class SwitchField(QCheckBox):
    """A setting that is on or off."""

    def __init__(self, store: Store, name: str, text: str, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.name = name
        self._store = store
        self.setObjectName(f"setting:{name}")
        self.setAccessibleName(title or text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._on_clicked)
        store.refused.connect(self._on_refused)

    def show_value(self, snapshot: Snapshot) -> None:
        """The value that holds."""
        self.setChecked(value_at(snapshot.settings, self.name) is True)

    def _on_clicked(self, on: bool) -> None:
        self._store.change_all({self.name: "true" if on else "false"})

    def _on_refused(self, name: str, why: str) -> None:
        if name == self.name and self._store.snapshot is not None:
            self.show_value(self._store.snapshot)
            self.setToolTip(why)
