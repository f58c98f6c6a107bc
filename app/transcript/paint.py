# SPDX-License-Identifier: Apache-2.0
"""How a block is painted."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from app.theme import Theme
from app.tokens import RADIUS_M, FontRole
from app.transcript.block import ICON, INSET, PAD, Block
from app.transcript.looks import clock, duration, head_name, head_preview, outcome

_ONE_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeft.value | Qt.TextFlag.TextSingleLine.value


class Painter:
    """Paints blocks in the colours of a theme; made anew for each paint event."""

    def __init__(self, painter: QPainter, theme: Theme, clip: QRectF) -> None:
        self._painter = painter
        self._theme = theme
        self._clip = clip
        self._small = theme.metrics("mono-small")
        self._body = theme.metrics("body")

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
        self._gutter(block)
        if block.look.head:
            self._head(block)
        if block.layout is not None:
            self._text(block, y, marks)
        if not block.more.isEmpty():
            self._link(block)
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
        if block.open and look.folds:
            box = block.body_area
            bottom = block.height - PAD
            self._round(
                QRectF(columns.text, box.top() - 6, columns.right - columns.text, bottom - box.top() + 6), "sunken"
            )
        if current:
            self._painter.setPen(self._theme.colour("accent"))
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.drawRoundedRect(row.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_M, RADIUS_M)

    def _gutter(self, block: Block) -> None:
        columns = block.columns
        line = self._first_line(block)
        if columns.time >= 0 and (at := clock(block.entry)):
            self._string(QRectF(columns.time, line.top(), columns.icon, line.height()), at, "mono-small", "muted")
        look = block.look
        token = "red" if block.entry.is_error else look.token
        self._icon(look.icon, token, columns.icon, line)

    def _head(self, block: Block) -> None:
        head, entry = block.head, block.entry
        inset = 0 if block.look.frame == "none" else INSET
        x = head.left() + inset
        if block.folds:
            self._icon("chevron-down" if block.open else "chevron-right", "muted", x - 2, head, 12)
            x += 16
        right = self._head_end(block, head.right())
        name = self._theme.metrics("strong").elidedText(head_name(entry), Qt.TextElideMode.ElideRight, right - x)
        token = "red" if entry.kind == "error" else "accent" if entry.kind == "prompt" else "text"
        if block.look.folds and entry.kind != "tool_call":
            token = "muted"
        self._string(QRectF(x, head.top(), right - x, head.height()), name, "strong", token)
        if block.folds and (entry.kind == "tool_call" or not block.open):
            x += self._theme.metrics("strong").horizontalAdvance(name) + 10
            role: FontRole = "mono" if block.look.font.startswith("mono") else "body"
            preview = self._theme.metrics(role).elidedText(head_preview(entry), Qt.TextElideMode.ElideRight, right - x)
            if right - x > 24:
                self._string(QRectF(x, head.top(), right - x, head.height()), preview, role, "muted")

    def _head_end(self, block: Block, right: float) -> float:
        """Draws outcome and duration at the right end; returns where the room for the rest ends."""
        head = block.head
        if took := duration(block.entry):
            width = self._small.horizontalAdvance(took)
            self._string(QRectF(right - width, head.top(), width + 1, head.height()), took, "mono-small", "muted")
            right -= width + 10
        if known := outcome(block.entry):
            icon, token, word = known
            if word:
                width = self._theme.metrics("small").horizontalAdvance(word)
                self._string(QRectF(right - width, head.top(), width + 1, head.height()), word, "small", token)
                right -= width + 4
            self._icon(icon, token, right - 14, head, 14)
            right -= 24
        return right

    def _text(self, block: Block, y: float, marks: Iterable[tuple[int, int, str]]) -> None:
        assert block.layout is not None
        top, bottom = self._clip.top() - y, self._clip.bottom() - y
        for start, end, token in marks:
            for area in block.spans(*_visible(block, start, end, top, bottom)):
                self._fill(area, token)
        self._painter.setPen(self._theme.colour(block.look.ink))
        clip = QRectF(block.body_area.left(), top, block.body_area.width(), bottom - top)
        block.layout.draw(self._painter, block.body_area.topLeft(), [], clip)

    def _link(self, block: Block) -> None:
        text = f"Show all ({len(block.entry.text):,} characters)"
        self._string(block.more, text, "strong", "accent")

    def _first_line(self, block: Block) -> QRectF:
        if block.look.head:
            return block.head
        return QRectF(0, block.body_area.top(), 0, block.pitch)

    def _string(self, area: QRectF, text: str, role: FontRole, token: str) -> None:
        self._painter.setFont(self._theme.font(role))
        self._painter.setPen(self._theme.colour(token))
        self._painter.drawText(area, _ONE_LINE, text)

    def _icon(self, name: str, token: str, x: float, line: QRectF, size: int = ICON) -> None:
        at = QPointF(round(x), round(line.center().y() - size / 2))
        ratio = self._painter.device().devicePixelRatio()
        self._painter.drawPixmap(at, self._theme.pixmap(name, token, size, ratio))

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
