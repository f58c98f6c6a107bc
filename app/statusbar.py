# SPDX-License-Identifier: Apache-2.0
"""The status bar: whether the engine host is live, what the last command came to, where everything is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStatusBar, QToolButton, QWidget

from app.announce import announce
from app.commands import Report
from app.figures import counted, numeral
from app.theme import theme
from app.tokens import SPACE_M, SPACE_S
from app.translate import tr
from app.widgets import ElidedLabel

SAID_MS = 12_000
"""How long the outcome of a command stays."""

_TONES = {
    "done": ("succeeded", "green"),
    "refused": ("failed", "red"),
    "queued": ("clock", "brass"),
    "failed": ("error", "red"),
}


class _Sign(QWidget):
    """A glyph and a line of plain text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon, self._token = "unknown", "grey"
        self._glyph = QLabel(self)
        self._text = ElidedLabel("", "small", "muted", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_S, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._glyph)
        row.addWidget(self._text, 1)
        theme().changed.connect(self._tint)

    def say(self, icon: str, token: str, text: str) -> None:
        self._icon, self._token = icon, token
        self._text.set_text(text)
        self._tint()

    def text(self) -> str:
        return self._text.text()

    def _tint(self) -> None:
        self._glyph.setPixmap(theme().pixmap(self._icon, self._token, 14))


class StatusBar(QStatusBar):
    """
    Three parts: host, outcome, place; and the monitor's own faults, once there are any.

    Attributes:
        last: what the last command came to, or the last notice, for as long as the window lives.
    """

    restart_asked = Signal()  # after the button that restarts the engine host was clicked
    faults_asked = Signal()  # after the button with the number of faults was clicked

    def __init__(self, data_dir: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setAccessibleName(tr("Status"))
        self.setSizeGripEnabled(False)
        self._host = _Sign(self)
        self._outcome = _Sign(self)
        place = ElidedLabel(str(data_dir), "small", "muted", self)
        self._restart = QToolButton(self)
        self._restart.setObjectName("hostRestart")
        self._restart.setText(tr("Restart it"))
        self._restart.setAccessibleName(tr("Restart the engine host with this version"))
        self._restart.setToolTip(tr("It runs the code of another version. Its runs go on from their journals."))
        self._restart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._restart.clicked.connect(self.restart_asked)
        self._restart.hide()
        self.addWidget(self._host)
        self.addWidget(self._restart)
        self.addWidget(self._outcome, 1)
        self._faults = QToolButton(self)
        self._faults.setObjectName("faultsButton")
        self._faults.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._faults.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._faults.setProperty("kind", "quiet")
        self._faults.clicked.connect(self.faults_asked)
        self.addPermanentWidget(self._faults)
        self.addPermanentWidget(place)
        theme().changed.connect(self._tint)
        self._tint()
        self.show_faults(0)
        self.setContentsMargins(0, 0, SPACE_M, 0)
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(SAID_MS)
        self._silence.timeout.connect(self._be_quiet)
        self.last = ""
        self._be_quiet()
        self.show_host(None, 0)

    def show_host(
        self,
        pid: int | None,
        driven: int,
        troubles: Sequence[str] = (),
        *,
        told: str = "",
        other: str | None = None,
    ) -> None:
        """The engine host's process, None where none is live; `driven` counts the runs that any process drives.

        While something keeps a driver from its work, that is said instead, as is `told`. `other`: it is of this other
        version, and a button offers to restart it.
        """
        self._restart.setVisible(pid is not None and other is not None)
        if troubles:
            said = troubles[0]
            if len(troubles) > 1:
                said = tr("{trouble} (and {n} more)").format(trouble=said, n=numeral(len(troubles) - 1))
            self._host.say("failed", "red", said)
        elif told:
            self._host.say("failed", "red", told)
        elif pid is not None and other is not None:
            self._host.say("warning", "brass", tr("Engine host: of version {version}").format(version=other))
        elif pid is None:
            words = tr("Engine host: not running, started when needed")
            if driven:
                words = counted(
                    "Engine host: not running · {n} driven elsewhere",
                    "Engine host: not running · {n} driven elsewhere",
                    driven,
                )
            self._host.say("pending", "grey", words)
        else:
            words = tr("Engine host: idle")
            if driven:
                words = counted("Engine host: drives {n}", "Engine host: drives {n}", driven)
            if pid > 0:
                words = tr("{host}, process {pid}").format(host=words, pid=pid)
            self._host.say("running" if driven else "succeeded", "green", words)

    def show_faults(self, count: int) -> None:
        """How many kinds of faults of the monitor itself nobody has put away."""
        words = counted("{n} faults", "{n} fault", count)
        self._faults.setText(words)
        self._faults.setAccessibleName(words)
        self._faults.setToolTip(tr("What went wrong in Pilothouse itself"))
        self._faults.setVisible(count > 0)

    def _tint(self) -> None:
        self._faults.setIcon(theme().icon("error", "red", 14))

    def host_text(self) -> str:
        """What is said about the host."""
        return self._host.text()

    def report(self, report: Report) -> None:
        """The outcome of a command, for a while."""
        icon, token = _TONES[report.tone]
        self._say(icon, token, report.text)

    def notice(self, text: str) -> None:
        """A sentence that is no outcome of a command."""
        self._say("info", "muted", text)

    def _say(self, icon: str, token: str, text: str) -> None:
        self._outcome.say(icon, token, text)
        self._outcome.show()
        self._silence.start()
        self.last = text
        announce(self, text)

    def said(self) -> str:
        """What the last command came to, while it is shown."""
        return self._outcome.text() if not self._outcome.isHidden() else ""

    def _be_quiet(self) -> None:
        self._outcome.hide()
