# SPDX-License-Identifier: Apache-2.0
"""The scrubber: one slider over the lines of the journal. Off its right end all panes show the past, and it says so."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolButton,
    QWidget,
)

from app.announce import describe
from app.clock import time_of_day
from app.figures import numeral
from app.sentences import event_words
from app.theme import theme
from app.tokens import SPACE_L, SPACE_S, SPACE_XS
from app.translate import tr
from app.widgets import ElidedLabel, StatusPill
from engine.projections import JournalRow

_PAGES = 20
_LOW = "padding: 0 8px; min-height: 20px; max-height: 20px;"
"""Its buttons are no higher than what stands beside them: the row is as high in the past as it is now."""


class _Slider(QSlider):
    """Marks where something failed or waited."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.stops: Sequence[int] = ()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.maximum() <= self.minimum():
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        style, handle = self.style(), QStyle.SubControl.SC_SliderHandle
        knob = style.subControlRect(QStyle.ComplexControl.CC_Slider, option, handle, self)
        room = self.width() - knob.width()
        painter = QPainter(self)
        share = room / (self.maximum() - self.minimum())
        for x in sorted({round(knob.width() / 2 + (stop - self.minimum()) * share) for stop in self.stops}):
            painter.fillRect(QRectF(x - 1, self.height() - 4, 2, 4), theme().colour("red"))
        painter.end()


class Scrubber(QFrame):
    """
    A row: to the failure before, the slider, to the next failure, where one is, and back to now.

    Keys on the slider: Left and Right a line, Page up and Page down a twentieth, Home, End and Escape back to now.
    """

    moved = Signal(int)  # after the person went to a line of the journal
    live_asked = Signal()  # after the person asked to return to now
    failure_asked = Signal(int)  # 1: to the next failure, -1: to the one before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scrubber")
        self.setAccessibleName(tr("The moment that all panes show"))
        self._setting = False
        self._past = False
        self.slider = _Slider(self)
        self.slider.setObjectName("scrubberSlider")
        self.slider.setAccessibleName(tr("Line of the journal"))
        self.slider.setToolTip(tr("Drag to see the run as it was. Left and Right go line by line, End returns to now."))
        self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.slider.valueChanged.connect(self._on_value)
        self._before = self._tool("failure:previous", tr("To the failure before (Shift+F8)"))
        self._next = self._tool(
            "failure:next", tr("To the next failure: a blocked gate, a failed attempt, a hold (F8)")
        )
        self._pill = StatusPill("past")
        self._where = ElidedLabel("", "small", "muted")
        self._live = QPushButton(tr("Live"), self)
        self._live.setObjectName("liveButton")
        self._live.setAccessibleName(tr("Return to now"))
        self._live.setToolTip(tr("Return to now (Alt+End)"))
        self._live.setAutoDefault(False)
        self._live.setStyleSheet(_LOW)
        self._live.clicked.connect(self.live_asked)
        self._before.clicked.connect(self._on_before)
        self._next.clicked.connect(self._on_next)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_XS)
        row.setSpacing(SPACE_S)
        for widget, stretch in (
            *((self._pill, 0), (self._before, 0), (self.slider, 1), (self._next, 0)),
            *((self._where, 1), (self._live, 0)),
        ):
            row.addWidget(widget, stretch)
        theme().changed.connect(self._tint)
        self.show_moment(None, None, 0)
        self._tint()

    def show_moment(self, moment: int | None, row: JournalRow | None, last: int, stops: Sequence[int] = ()) -> None:
        """Stand at line `moment` of `last`, None for now; `row` is what happened there, `stops` where failures are."""
        self._setting = True
        self.slider.stops = stops
        self.slider.setRange(1, max(1, last))
        self.slider.setPageStep(max(1, last // _PAGES))
        self.slider.setValue(last if moment is None else moment)
        self._setting = False
        self.slider.setEnabled(last > 1)
        past = moment is not None
        self._pill.setVisible(past)
        self._live.setVisible(past)
        self._before.setEnabled(any(stop < (moment or last + 1) for stop in stops[:1]))
        self._next.setEnabled(moment is not None and any(stop > moment for stop in stops[-1:]))
        if moment is None:
            self._where.set_text(tr("now, after {n} events").format(n=numeral(last)) if last else "")
        else:
            place = tr("event {n} of {all}").format(n=numeral(moment), all=numeral(last))
            parts = [time_of_day(row.at), place, event_words(row.type, row.sentence)] if row is not None else [place]
            self._where.set_text(" · ".join(parts))
        describe(self.slider, self._where.text())
        if past != self._past:
            self._past = past
            self._tint()
        self.slider.update()

    def _on_value(self, value: int) -> None:
        if self._setting:
            return
        if value >= self.slider.maximum():
            self.live_asked.emit()
        else:
            self.moved.emit(value)

    def _on_before(self) -> None:
        self.failure_asked.emit(-1)

    def _on_next(self) -> None:
        self.failure_asked.emit(1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._past:
            self.live_asked.emit()
            return
        super().keyPressEvent(event)

    def _tool(self, name: str, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setStyleSheet(_LOW)
        return button

    def _tint(self) -> None:
        look = theme()
        self._before.setIcon(look.icon("chevron-left"))
        self._next.setIcon(look.icon("chevron-right"))
        self._live.setIcon(look.icon("launch"))
        ground = look.palette.violet_soft if self._past else look.palette.window
        edge = look.palette.violet if self._past else look.palette.border
        self.setStyleSheet(
            f"#scrubber {{ background: {ground}; border: none; border-bottom: 1px solid {edge}; border-radius: 0; }}"
        )
