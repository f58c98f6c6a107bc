# SPDX-License-Identifier: Apache-2.0
"""A scroll bar that keeps its place, and is seen only where there is something to scroll."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar

from app.theme import theme


class QuietScrollBar(QScrollBar):
    """For views whose text would break anew if their bar came and went."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)
        else:
            painter = QPainter(self)
            painter.fillRect(self.rect(), theme().colour("surface"))
            painter.end()
