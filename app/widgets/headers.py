# SPDX-License-Identifier: Apache-2.0
"""The head of a section, and what stands where there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.figures import numeral
from app.labels import plain_label
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from app.translate import tr


class SectionHeader(QWidget):
    """A quiet title with a count beside it, and room for buttons at the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = plain_label(title, "section")
        self._count = plain_label("", "small")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        self._row.setSpacing(SPACE_S)
        self._row.addWidget(self._title)
        self._row.addWidget(self._count)
        self._row.addStretch(1)
        self.setAccessibleName(title)

    def set_title(self, title: str) -> None:
        """Is called something else."""
        self._title.setText(title)
        self.setAccessibleName(title)

    def set_count(self, count: int | None) -> None:
        """Shows how many there are; None shows nothing."""
        self._count.setText("" if count is None else f"{numeral(count)}")

    def add_widget(self, widget: QWidget) -> None:
        """Adds a button or the like at the right end."""
        self._row.addWidget(widget)


class EmptyState(QWidget):
    """
    An icon, a title and a sentence in the middle of an empty place; perhaps a button that does what is to be done.

    Attributes:
        button: hidden unless a label for it was given.
    """

    def __init__(
        self, icon: str, title: str, sentence: str = "", action: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = plain_label(title, "title")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = plain_label(sentence, "muted", wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setMinimumWidth(160)
        self._sentence.setMaximumWidth(420)
        self.button = QPushButton(action)
        self.button.setProperty("kind", "primary")
        self.button.setVisible(bool(action))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        layout.setSpacing(SPACE_S)
        layout.addStretch(2)
        layout.addWidget(self._picture)
        layout.addWidget(self._title)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._sentence, 100)
        middle.addStretch(1)
        layout.addLayout(middle)
        layout.addSpacing(SPACE_S)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        theme().changed.connect(self._tint)
        self._tint()

    def set_text(self, title: str, sentence: str = "") -> None:
        """Says something else."""
        self._title.setText(title)
        self._sentence.setText(sentence)

    def _tint(self) -> None:
        self._picture.setPixmap(theme().pixmap(self._icon, "strong_border", 36))


class BackBar(QFrame):
    """The bar above a pane that covers the run's own: what it shows at the left, the way back at the right."""

    def __init__(self, name: str, tip: str, back: Callable[[], object], *parts: tuple[QWidget, int]) -> None:
        """`name` is the button's object name; each of `parts` is a widget and its stretch."""
        super().__init__()
        self.setProperty("role", "bar")
        button = QPushButton(tr("Back to the run"), self)
        button.setObjectName(name)
        button.setAccessibleName(button.text())
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: back())
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        row.setSpacing(SPACE_S)
        for widget, stretch in parts:
            row.addWidget(widget, stretch)
        row.addWidget(button)
