# SPDX-License-Identifier: Apache-2.0
"""A status: glyph and word on a soft ground, in a widget or in a delegate."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.labels import set_tip
from app.theme import theme
from app.tokens import status_look

_ICON = 14
_PAD = 7
_GAP = 5
_HEIGHT = 4
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeft.value | Qt.TextFlag.TextSingleLine.value


def pill_size(status: str, *, word: bool = True) -> QSize:
    """The size of a pill, in pixels; without its word it is a square."""
    metrics = theme().metrics("small")
    height = max(_ICON, round(metrics.height())) + 2 * _HEIGHT
    if not word:
        return QSize(height, height)
    return QSize(round(metrics.horizontalAdvance(status_look(status).word)) + _ICON + _GAP + 2 * _PAD, height)


def paint_pill(painter: QPainter, area: QRectF, status: str, *, word: bool = True) -> None:
    """Paints a pill at the left of `area`, vertically centred; cut where there is no room."""
    look, dress = status_look(status), theme()
    size = pill_size(status, word=word)
    width = min(float(size.width()), area.width())
    pill = QRectF(area.left(), area.center().y() - size.height() / 2, width, size.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(area)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(dress.colour(f"{look.tone}_soft"))
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
    left = pill.left() + (_PAD if word else (pill.width() - _ICON) / 2)
    icon = dress.pixmap(look.icon, look.tone, _ICON, painter.device().devicePixelRatio())
    painter.drawPixmap(QPointF(round(left), round(pill.center().y() - _ICON / 2)), icon)
    if word:
        painter.setFont(dress.font("small"))
        painter.setPen(dress.colour(look.tone))
        painter.drawText(pill.adjusted(_PAD + _ICON + _GAP, 0, -2, 0), _ONE_LINE, look.word)
    painter.restore()


class StatusPill(QLabel):
    """Shows one status of `app.tokens.STATUSES`; an unknown word is shown as it stands, in grey."""

    def __init__(self, status: str = "unknown", *, word: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = word
        self._status = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)
        self.set_status(status)

    def status(self) -> str:
        """The status shown."""
        return self._status

    def set_status(self, status: str) -> None:
        """Shows another status."""
        if status == self._status:
            return
        self._status = status
        self.setAccessibleName(status_look(status).word)
        self._refit()

    def show_word(self, word: bool) -> None:
        """Whether its word stands beside its glyph; else it is the tool tip."""
        if word != self._word:
            self._word = word
            self._refit()

    def _refit(self) -> None:
        set_tip(self, "" if self._word else status_look(self._status).word)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return pill_size(self._status, word=self._word)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_pill(painter, QRectF(self.rect()), self._status, word=self._word)
        painter.end()
