# SPDX-License-Identifier: Apache-2.0
"""How long ago the last event was; stale data says so."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.clock import Beat, age_of, date_and_time, ms_since
from app.figures import age
from app.labels import plain_label
from app.theme import theme
from app.tokens import SPACE_XS
from app.translate import tr

STALE_MS = 30_000
"""From this age on something that is driven counts as stale: a driver gives a sign every 10 s."""


class AgeLabel(QWidget):
    """The age of an event, moved on by a `Beat`; with a warning once a live thing has been silent for too long."""

    def __init__(self, beat: Beat | None = None, *, live: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at = ""
        self._live = live
        self._mark = QLabel()
        self._text = plain_label("", "small")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_XS)
        row.addWidget(self._mark)
        row.addWidget(self._text)
        row.addStretch(1)
        theme().changed.connect(self._tint)
        if beat is not None:
            beat.struck.connect(self.refresh)
        self._tint()
        self.refresh()

    def set_event(self, at: str, *, live: bool | None = None) -> None:
        """The `at` of the last event; `live` while something is expected to happen."""
        self._at = at
        if live is not None:
            self._live = live
        self.refresh()

    def is_stale(self) -> bool:
        """Whether something live has been silent for `STALE_MS`."""
        silent = ms_since(self._at) if self._at else None
        return self._live and silent is not None and silent >= STALE_MS

    def text(self) -> str:
        """What is shown."""
        return self._text.text()

    def refresh(self) -> None:
        """Counts on."""
        old = age_of(self._at) if self._at else ""
        stale = self.is_stale()
        words = (
            tr("silent for {age}").format(age=old)
            if stale
            else tr("unknown")
            if not old
            else old
            if old == age(0)
            else tr("{age} ago").format(age=old)
        )
        if words == self._text.text():
            return
        self._text.setText(words)
        self.setAccessibleName(tr("Last event {words}").format(words=words))
        self.setToolTip(date_and_time(self._at) if self._at else "")
        self._mark.setVisible(stale)

    def _tint(self) -> None:
        self._mark.setPixmap(theme().pixmap("warning", "brass", 12))
