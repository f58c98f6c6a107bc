# SPDX-License-Identifier: Apache-2.0
"""A ring around what has the keyboard, wherever its own look does not show that."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QCheckBox, QPushButton, QRadioButton, QTabBar, QWidget
from shiboken6 import isValid

from app.theme import theme
from app.tokens import RADIUS_S

WIDTH, _INSET = 2, 2
"""How thick the ring is, and how far inside a filled button, in pixels."""

_RINGED = (QAbstractScrollArea, QTabBar, QCheckBox, QRadioButton)
"""Lists, panes, tabs and boxes; fields, sliders and all buttons but the filled ones have a look of their own for it."""


class Ring(QWidget):
    """Lies over the edge of the widget that it belongs to; all else of it is no part of the ring."""

    def __init__(self, around: QWidget, token: str = "accent", inset: int = 0) -> None:
        super().__init__(around)
        self._around, self._token, self._inset = around, token, inset
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        around.installEventFilter(self)
        self._fit()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._around:
            self._fit()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour(self._token), WIDTH))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS_S, RADIUS_S)
        painter.end()

    def _fit(self) -> None:
        area = self._around.rect().adjusted(self._inset, self._inset, -self._inset, -self._inset)
        self.setGeometry(area)
        inside = area.adjusted(2 * WIDTH, 2 * WIDTH, -2 * WIDTH, -2 * WIDTH)
        self.setMask(QRegion(area).subtracted(QRegion(inside)).translated(-area.topLeft()))


class FocusRing(QObject):
    """Follows the focus of the application until it is closed."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._ring: Ring | None = None
        self._app = app
        app.focusChanged.connect(self._on_focus)

    def close(self) -> None:
        """Show no ring any more."""
        self._app.focusChanged.disconnect(self._on_focus)
        self._on_focus(None, None)
        self.deleteLater()

    def _on_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        ring, self._ring = self._ring, None
        if ring is not None and isValid(ring):
            ring.hide()
            ring.deleteLater()
        if isinstance(now, _RINGED) and now.window().windowType() != Qt.WindowType.Popup:
            self._ring = Ring(now)
        elif isinstance(now, QPushButton) and now.property("kind") == "primary":
            self._ring = Ring(now, "on_accent", _INSET)
