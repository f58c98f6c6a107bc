# SPDX-License-Identifier: Apache-2.0
"""Wall time for ages on screen, and one beat a second that moves them all."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app import figures
from engine.projections.words import parse_at


def now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def ms_since(at: str) -> int | None:
    """Milliseconds since an event's `at`; None where it names no moment."""
    moment = parse_at(at)
    return None if moment is None else max(0, int((now() - moment).total_seconds() * 1000))


def age_of(at: str) -> str:
    """How long ago that was, in one unit; empty where it is unknown."""
    ms = ms_since(at)
    return "" if ms is None else figures.age(ms)


def time_of_day(at: str) -> str:
    """The local time of day of an event, with seconds."""
    moment = parse_at(at)
    return "" if moment is None else figures.time_of_day(moment)


def date_and_time(at: str) -> str:
    """The local date and time of an event, for tool tips."""
    moment = parse_at(at)
    return "" if moment is None else figures.date_and_time(moment)


class Beat(QObject):
    """One coarse timer for everything whose age is shown."""

    struck = Signal()  # once a second

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self.struck)
        self._timer.start()
