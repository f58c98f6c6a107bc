# SPDX-License-Identifier: Apache-2.0
"""A hold's evidence as lines with glyphs and labels; what is long scrolls, so that the run stays in sight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.labels import WrapLabel, let_go_of_focus
from app.run.evidence import Line
from app.theme import theme
from app.tokens import SPACE_S, SPACE_XS, status_look
from app.translate import tr
from app.widgets import StatusPill, plain_label

_SHARE, _LEAST = 0.17, 96
"""The most of the window's height that it takes, and what it may take in any window, in pixels."""

_KEPT = 0.1
"""The share of a low window that it does not give up."""

_WORDS_FROM = 360
"""From this width on, in pixels, labels have their words."""

_DROP = 3


class EvidencePane(QScrollArea):
    """As high as its lines, up to a `share` of the window; less where there is no room."""

    def __init__(self, parent: QWidget | None = None, *, share: float = _SHARE) -> None:
        super().__init__(parent)
        self._share = share
        self.setObjectName("holdEvidence")
        self.setAccessibleName(tr("Evidence"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet(
            "#holdEvidence, #holdEvidence > QWidget > QWidget#evidenceLines { background: transparent; }"
        )
        self.viewport().setAutoFillBackground(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._most = 0
        self.verticalScrollBar().rangeChanged.connect(self._on_range)
        self._on_range(0, 0)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show these lines from the first."""
        self.setWidget(_lines(lines))
        self.verticalScrollBar().setValue(0)
        self.setVisible(bool(lines))
        self._fit()

    def _on_range(self, _: int, most: int) -> None:
        """The keyboard comes here where there is something to scroll."""
        if most == 0:
            let_go_of_focus(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if most > 0 else Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        box = self.widget()
        if box is None or (layout := box.layout()) is None:
            return
        self._show_words(box)
        wanted = max(0, layout.totalHeightForWidth(max(1, self.viewport().width())))  # -1 where there is no line
        most = min(wanted, max(_LEAST, int(self.window().height() * self._share)))
        if most != self._most:
            self._most = most
            self.updateGeometry()  # the layout resizes it: to do so here would be in the midst of its own resizing

    def _show_words(self, box: QWidget) -> None:
        """Where it is narrow the labels are their glyphs: the words are what is read."""
        wide = self.viewport().width() >= _WORDS_FROM * theme().text_scale
        for pill in box.findChildren(StatusPill):
            pill.show_word(wide)

    def _kept(self) -> int:
        return min(self._most, _LEAST, int(self.window().height() * _KEPT))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._most)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._kept())


def _lines(lines: Sequence[Line]) -> QWidget:
    box = QWidget()
    box.setObjectName("evidenceLines")
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, SPACE_XS, 0)
    grid.setHorizontalSpacing(SPACE_S)
    grid.setVerticalSpacing(SPACE_XS)
    grid.setColumnStretch(2, 1)
    top = Qt.AlignmentFlag.AlignTop
    grid.setRowStretch(len(lines), 1)  # what is over stands below them, not between
    for row, line in enumerate(lines):
        name = plain_label(line.name, "strong", parent=box)
        name.setContentsMargins(0, _DROP, 0, 0)
        grid.addWidget(_glyph(line, box), row, 0, top)
        grid.addWidget(name, row, 1, top)
        text = QVBoxLayout()
        text.setContentsMargins(0, _DROP, 0, 0)
        text.addWidget(WrapLabel(line.text, parent=box))
        grid.addLayout(text, row, 2)
        if line.label:
            grid.addWidget(StatusPill(line.label, parent=box), row, 3, top)
    return box


def _glyph(line: Line, box: QWidget) -> QLabel:
    glyph = QLabel(box)
    glyph.setContentsMargins(0, _DROP, 0, 0)
    glyph.setFixedWidth(16)
    if line.status:
        look = status_look(line.status)
        glyph.setPixmap(theme().pixmap(look.icon, look.tone, 14))
        glyph.setAccessibleName(look.word)
    return glyph
