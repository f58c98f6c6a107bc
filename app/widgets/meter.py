# SPDX-License-Identifier: Apache-2.0
"""A budget as a meter: spent, reserved, cap; a warning at 90 %; what is unknown is called unknown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.figures import amount
from app.labels import tip
from app.theme import theme
from app.tokens import SPACE_S
from app.translate import tr
from app.words import meter_word

WARN_AT = 0.9
"""The share of the cap from which a meter warns."""

_BAR = 6.0
_ICON = 14
_LEFT = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeft.value | Qt.TextFlag.TextSingleLine.value
_RIGHT = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignRight.value | Qt.TextFlag.TextSingleLine.value

Level = Literal["unknown", "uncapped", "fine", "warning", "reached"]


@dataclass(frozen=True, slots=True)
class Reading:
    """
    What a meter shows; units as in the engine's budgets (wall clock in ms).

    Attributes:
        spent: None where the backend does not tell.
        at_least: some usage was lost, so the true figure may be higher.
        cap: None where there is none.
    """

    kind: str
    spent: float | None
    cap: float | None = None
    reserved: float | None = None
    at_least: bool = False

    @property
    def level(self) -> Level:
        """How near the cap is."""
        if self.spent is None:
            return "unknown"
        if self.cap is None:
            return "uncapped"
        if self.spent >= self.cap:
            return "reached"
        return "warning" if self.spent >= WARN_AT * self.cap else "fine"

    def words(self) -> str:
        """The figures in words, as drawn at the right of the meter."""
        return self._figures(brief=True)

    def _figures(self, *, brief: bool) -> str:
        spent = amount(self.kind, self.spent, brief=brief)
        if self.at_least and self.spent is not None:
            spent = f"≥ {spent}"
        return (
            spent
            if self.cap is None
            else tr("{used} of {cap}").format(used=spent, cap=amount(self.kind, self.cap, brief=brief))
        )

    def sentence(self) -> str:
        """All of it, for the tool tip and for screen readers."""
        parts = [f"{meter_word(self.kind)}: {self._figures(brief=False)}"]
        if self.cap is None:
            parts.append(tr("no cap"))
        if self.reserved:
            parts.append(tr("{amount} reserved").format(amount=amount(self.kind, self.reserved)))
        if self.at_least:
            parts.append(tr("at least: some usage was lost"))
        if self.level == "warning":
            parts.append(tr("90 % of the cap is used"))
        if self.level == "reached":
            parts.append(tr("the cap is reached"))
        if self.level == "unknown" and self.cap is not None:
            parts.append(tr("this cap cannot be watched"))
        return ", ".join(parts)


_TOKENS: dict[Level, str] = {
    "unknown": "muted",
    "uncapped": "accent",
    "fine": "accent",
    "warning": "brass",
    "reached": "red",
}


_MARKED: dict[Level, str] = {"warning": "warning", "reached": "failed", "unknown": "unknown"}
"""Levels that have an icon, and which."""


class Meter(QLabel):
    """One budget; two lines high: name and figures above, the bar below."""

    def __init__(self, reading: Reading | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading = Reading("turns", None)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)
        self.set_reading(reading or self._reading)

    def reading(self) -> Reading:
        """What is shown."""
        return self._reading

    def set_reading(self, reading: Reading) -> None:
        """Shows other figures."""
        if reading == self._reading and self.accessibleName():
            return
        self._reading = reading
        self.setAccessibleName(tr("Budget {budget}").format(budget=meter_word(reading.kind)))
        self.setAccessibleDescription(reading.sentence())
        self.setToolTip(tip(reading.sentence()))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = theme().metrics("small")
        return QSize(max(150, self._least() + 2 * SPACE_S), round(metrics.height() + 4 + _BAR + 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least(), self.sizeHint().height())

    def _least(self) -> int:
        """How wide it must be for all of its words."""
        words = meter_word(self._reading.kind) + self._reading.words()
        icon = _ICON + 4 if self._reading.level in _MARKED else 0
        return round(theme().metrics("small").horizontalAdvance(words)) + SPACE_S + icon + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        if self._reading.cap is not None:
            self._paint_bar(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        dress, reading = theme(), self._reading
        level, metrics = reading.level, dress.metrics("small")
        area = QRectF(0, 0, self.width(), metrics.height() + 2)
        token = _TOKENS[level] if level in _MARKED else "text"
        painter.setFont(dress.font("small"))
        painter.setPen(dress.colour(token))
        painter.drawText(area, _RIGHT, reading.words())
        right = area.right() - metrics.horizontalAdvance(reading.words())
        if level in _MARKED:
            icon = _MARKED[level]
            right -= _ICON + 4
            pixmap = dress.pixmap(icon, token, _ICON, self.devicePixelRatioF())
            painter.drawPixmap(round(right), round(area.center().y() - _ICON / 2), pixmap)
        painter.setPen(dress.colour("muted"))
        name = meter_word(reading.kind)
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(0.0, right - SPACE_S))
        painter.drawText(area, _LEFT, shown)

    def _paint_bar(self, painter: QPainter) -> None:
        dress, reading = theme(), self._reading
        assert reading.cap is not None
        bar = QRectF(0.5, self.height() - _BAR - 2, self.width() - 1, _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dress.colour("border"))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        if reading.spent is None:
            painter.setBrush(QBrush(dress.colour("muted"), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
            return
        cap = reading.cap if reading.cap > 0 else 1.0
        spent = min(1.0, max(0.0, reading.spent / cap)) if reading.cap > 0 else 1.0
        reserved = min(1.0, spent + max(0.0, reading.reserved or 0.0) / cap)
        token = _TOKENS[reading.level]
        if reserved > spent:
            pale = QColor(dress.colour(token))
            pale.setAlphaF(0.4)
            painter.setBrush(pale)
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * reserved, _BAR), _BAR / 2, _BAR / 2)
        if spent > 0:
            painter.setBrush(dress.colour(token))
            width = max(_BAR, bar.width() * spent)
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), width, _BAR), _BAR / 2, _BAR / 2)
