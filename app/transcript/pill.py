# SPDX-License-Identifier: Apache-2.0
"""The button over a transcript that leads back to its end, with how much came meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from app.figures import numeral
from app.theme import theme
from app.translate import tr

_RIGHT, _BELOW = 14, 12
"""What is left free between the button and the corner, in pixels."""


class FollowPill(QPushButton):
    """Takes no focus: the End key does the same."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("transcriptFollow")
        self.setAccessibleName(tr("Go to the end and follow"))
        self.setProperty("kind", "primary")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setIconSize(QSize(14, 14))
        self.hide()
        self.tint()

    def tint(self) -> None:
        """In the colours of the theme that holds now."""
        self.setIcon(theme().icon("arrow-down", "on_accent", 14))

    def show_unseen(self, unseen: int, area: QRect) -> None:
        """Stand in the lower right corner of `area`, and say how many entries nobody saw; 0 for none that is new."""
        self.setText(tr("{n} new").format(n=numeral(unseen)) if unseen else tr("Latest"))
        self.place(area)
        if self.isHidden():
            self.show()

    def place(self, area: QRect) -> None:
        """Stand in the lower right corner of `area`."""
        size = self.sizeHint()
        self.setGeometry(
            area.right() - size.width() - _RIGHT, area.bottom() - size.height() - _BELOW, size.width(), size.height()
        )
