# SPDX-License-Identifier: Apache-2.0
"""Lines of plain text, elided and shaped once and painted often: lists repaint the same words many times a second."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QStaticText

from app.text import clean
from app.theme import theme
from app.tokens import FontRole

_KEPT = 8_192
"""How many shaped lines are kept: some screens full of them, at some KB each."""

_MOST_A_PIXEL = 4
"""More characters than this are not measured for each pixel of room, however long the text is."""

_LEAST_WIDTH = 8.0
"""In a narrower place, in pixels, nothing is drawn."""


@dataclass(frozen=True, slots=True)
class _Line:
    shaped: QStaticText
    width: float
    from_right: bool


def draw_text(
    painter: QPainter, rect: QRectF, text: str, font: FontRole, token: str, *, end: bool = False, middle: bool = False
) -> float:
    """
    Draws one line of plain text in the middle of `rect`'s height, elided to its width; gives how wide it is.

    The text may be hostile: what would hide or reorder something is drawn as what it is.
    It begins at the left, or at the right where the text itself does; with `end` it stands at the right.
    """
    room = rect.width()
    if not text or room < _LEAST_WIDTH:
        return 0.0
    look = theme()
    line = _line(text[: int(room) * _MOST_A_PIXEL], font, int(room), look.dressed)
    free = room - line.width
    left = rect.left() + (free / 2 if middle else free if end or line.from_right else 0.0)
    metrics = look.metrics(font)
    base = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2
    painter.setFont(look.font(font))
    painter.setPen(look.colour(token))
    painter.drawStaticText(QPointF(round(left), round(base) - metrics.ascent()), line.shaped)
    return line.width


@lru_cache(_KEPT)
def _line(text: str, font: FontRole, room: int, dressed: int) -> _Line:
    look = theme()
    metrics = look.metrics(font)
    shown = metrics.elidedText(" ".join(clean(text).split()), Qt.TextElideMode.ElideRight, room)
    shaped = QStaticText(shown)
    shaped.setTextFormat(Qt.TextFormat.PlainText)
    shaped.prepare(font=look.font(font))
    return _Line(shaped, min(metrics.horizontalAdvance(shown), room), _from_right(shown))


def _from_right(text: str) -> bool:
    """Whether the first character with a direction is one of a script that is written from the right."""
    for char in text:
        match unicodedata.bidirectional(char):
            case "R" | "AL":
                return True
            case "L":
                return False
    return False
