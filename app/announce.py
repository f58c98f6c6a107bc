# SPDX-License-Identifier: Apache-2.0
"""Says a sentence to screen readers: what changes by itself is told, and takes no focus."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Says `text` once, politely: after what is being said. Nothing happens where no screen reader listens."""
    if text:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def describe(widget: QWidget, text: str) -> None:
    """What a widget that draws by itself shows at its current place; said where it changes under the focus."""
    if text == widget.accessibleDescription():
        return
    widget.setAccessibleDescription(text)
    if widget.hasFocus():
        announce(widget, text)
