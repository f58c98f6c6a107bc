# SPDX-License-Identifier: Apache-2.0
"""The parts of the window beside each other: what waits, the run, and the selected block while there is room for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.theme import theme

NARROW = 1200
"""Below this width, in pixels at the normal text size, the selected block has no room of its own."""

_SIDE, _MOST_SIDE, _SIDE_SHARE = 270, 350, 0.17
"""How wide the side is at first: a share of the window, between two widths in pixels at the normal text size."""

_INSPECTOR, _MOST_INSPECTOR, _INSPECTOR_SHARE = 430, 600, 0.37
"""The same of the inspector, of what the side leaves: no line is read well that is much longer."""

_NARROW_SHARE = 0.3
"""How much of a narrow window the side takes."""


class MainParts(QSplitter):
    """
    Side, centre and inspector. No window is kept wide for the inspector's sake: its owner takes it when narrow.

    Attributes:
        chosen: the sizes that a person gave the three; empty: as the window's width suggests.
    """

    narrow_changed = Signal(bool)  # after there came to be too little room for the inspector, or enough again

    def __init__(self, side: QWidget, centre: QWidget, inspector: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("mainParts")
        self.setChildrenCollapsible(False)
        self._side, self._centre, self._inspector = side, centre, inspector
        self.chosen: list[int] = []
        self.narrow = False
        for part, stretch in ((side, 0), (centre, 3), (inspector, 1)):
            self.addWidget(part)
            self.setStretchFactor(self.indexOf(part), stretch)
        inspector.setMinimumWidth(300)
        self.setSizes([_SIDE, 580, _INSPECTOR])
        theme().changed.connect(self._on_theme)
        self.splitterMoved.connect(self._on_moved)

    def share(self) -> None:
        """Give each its share: what a person chose, or what is good in a window of this width."""
        scale = theme().text_scale
        if self.narrow:
            side = int(min(_SIDE * scale, self.width() * _NARROW_SHARE))
            self.setSizes([side, self.width() - side])
        elif len(self.chosen) == self.count():
            self.setSizes(self.chosen)
        else:
            side = int(max(_SIDE * scale, min(_MOST_SIDE * scale, self.width() * _SIDE_SHARE)))
            rest = max(0, self.width() - side)
            inspector = int(max(_INSPECTOR * scale, min(_MOST_INSPECTOR * scale, rest * _INSPECTOR_SHARE)))
            self.setSizes([side, rest - inspector, inspector])

    def give_back(self, inspector: QWidget) -> None:
        """Put the inspector beside the centre again."""
        self.addWidget(inspector)
        self.setStretchFactor(self.indexOf(inspector), 1)

    def _on_moved(self) -> None:
        if not self.narrow:
            self.chosen = self.sizes()

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        parts = [part.minimumWidth() or part.minimumSizeHint().width() for part in (self._side, self._centre)]
        return QSize(sum(parts) + self.handleWidth(), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._judge()

    def _judge(self) -> None:
        narrow = self.width() < NARROW * theme().text_scale
        if narrow != self.narrow:
            self.narrow = narrow
            self.narrow_changed.emit(narrow)
            self.share()

    def _on_theme(self) -> None:
        if self.isVisible():
            self._judge()
