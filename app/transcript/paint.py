# SPDX-License-Identifier: Apache-2.0
"""How a block is painted."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.theme import Theme
from app.tokens import RADIUS_M
from app.transcript.block import PAD, Block


class Painter:
    """Paints blocks in the colours of a theme; made anew for each paint event."""

    def __init__(self, painter: QPainter, theme: Theme, clip: QRectF) -> None:
        self._painter = painter
        self._theme = theme
        self._clip = clip
        self._ratio = painter.device().devicePixelRatio()

    def paint(
        self,
        block: Block,
        y: float,
        *,
        marks: Iterable[tuple[int, int, str]] = (),
        whole: bool = False,
        hot: bool = False,
        current: bool = False,
    ) -> None:
        """
        Paints a block at `y`. `marks` are positions from, to, and the token of their ground; `whole` selects a
        folded entry; `hot` is the one under the mouse, `current` the one under the keyboard.
        """
        self._painter.save()
        self._painter.translate(0, y)
        self._grounds(block, whole=whole, hot=hot, current=current)
        self._around(block)
        if block.layout is not None:
            self._text(block, y, marks)
        self._painter.restore()

    def _grounds(self, block: Block, *, whole: bool, hot: bool, current: bool) -> None:
        columns, look = block.columns, block.look
        row = QRectF(columns.text - 8, 2, columns.right - columns.text + 16, block.height - 4)
        if look.frame != "none":
            alarm = look.frame == "alarm"
            card = row.adjusted(0, PAD - 3, -4, 3 - PAD)
            self._round(card, "red_soft" if alarm else "accent_soft")
            self._fill(QRectF(card.left(), card.top() + 6, 3, card.height() - 12), "red" if alarm else "accent")
        if whole:
            self._round(row, "selection")
        elif hot and block.folds:
            self._round(QRectF(row.left(), block.head.top() - 3, row.width(), block.head.height() + 6), "sunken")
        if block.layout is not None and look.folds:
            top, bottom = block.body_area.top() - 6, block.height - PAD
            box = QRectF(columns.text, top, columns.right - columns.text, bottom - top)
            self._round(box, "sunken")
            if block.entry.is_error:
                self._fill(QRectF(box.left(), box.top() + 6, 3, box.height() - 12), "red")
        if current:
            self._painter.setPen(self._theme.colour("accent"))
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.drawRoundedRect(row.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_M, RADIUS_M)

    def _around(self, block: Block) -> None:
        painter, theme = self._painter, self._theme
        for icon in block.around.icons:
            painter.drawPixmap(icon.at, theme.pixmap(icon.name, icon.token, icon.size, self._ratio))
        for word in block.around.words:
            painter.setFont(theme.font(word.role))
            painter.setPen(theme.colour(word.token))
            painter.drawStaticText(word.at, word.shaped)

    def _text(self, block: Block, y: float, marks: Iterable[tuple[int, int, str]]) -> None:
        assert block.layout is not None
        top, bottom = self._clip.top() - y, self._clip.bottom() - y
        for number, ground in enumerate(block.grounds):
            line = block.body_area.top() + number * block.pitch
            if ground and line + block.pitch > top and line < bottom:
                left, right = block.columns.text + 4, block.columns.right - 4
                self._fill(QRectF(left, line, right - left, block.pitch), ground)
        for start, end, token in marks:
            for area in block.spans(*_visible(block, start, end, top, bottom)):
                self._fill(area, token)
        self._painter.setPen(self._theme.colour(block.look.ink))
        clip = QRectF(block.body_area.left(), top, block.body_area.width(), bottom - top)
        block.layout.draw(self._painter, block.body_area.topLeft(), [], clip)

    def _fill(self, area: QRectF, token: str) -> None:
        self._painter.fillRect(area, self._theme.colour(token))

    def _round(self, area: QRectF, token: str) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._theme.colour(token))
        self._painter.drawRoundedRect(area, RADIUS_M, RADIUS_M)


def _visible(block: Block, start: int, end: int, top: float, bottom: float) -> tuple[int, int]:
    """The part of a mark that is between two heights: a mark over a long entry costs no more than what is seen."""
    first = block.top_position(max(top, block.body_area.top()))
    last = block.top_position(min(bottom, block.body_area.bottom() - 1) + block.pitch)
    return max(start, first or 0), end if last is None else min(end, last)
