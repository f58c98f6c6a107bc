# SPDX-License-Identifier: Apache-2.0
"""What reaches the person outside the window: notices, quiet hours, a computer that stays awake."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.labels import plain_label
from app.notify.notices import parse_hours
from app.notify.outside import Outside
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import tr

_LOOK_EVERY_MS = 2_000


class NoticesPage(QWidget):
    """Every choice holds at once."""

    def __init__(self, outside: Outside, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticesPage")
        self._outside = outside
        prefs = outside.prefs
        self.notices = _check("notices:on", tr("When something needs you"), prefs.notices)
        self.ends = _check("notices:ends", tr("When a run ends"), prefs.ends)
        self.ends.setEnabled(prefs.notices)
        self.awake = _check("notices:awake", tr("While agents work, do not fall asleep by itself"), prefs.awake)
        self.quiet = QLineEdit(str(prefs.quiet_hours or ""), self)
        self.quiet.setObjectName("notices:quiet")
        self.quiet.setAccessibleName(tr("Quiet hours, from and until"))
        self.quiet.setPlaceholderText(tr("none, or 22:00-07:00"))
        self.quiet.setFixedWidth(220)
        self.fault = plain_label("", "error")
        self.fault.setObjectName("notices:quietFault")
        self.notices.clicked.connect(self._on_notices)
        self.ends.clicked.connect(self._on_ends)
        self.awake.clicked.connect(self._on_awake)
        self.quiet.editingFinished.connect(self._on_quiet)
        self.quiet.textEdited.connect(self._on_typing)
        self.ways = plain_label("", "muted", wrap=True)
        self.ways.setObjectName("notices:ways")
        self.awake_said = plain_label("", "muted", wrap=True)
        self._lay_out()
        timer = QTimer(self)
        timer.setInterval(_LOOK_EVERY_MS)
        timer.timeout.connect(self._look)
        timer.start()
        self._look()

    def _lay_out(self) -> None:
        hours = QHBoxLayout()
        hours.setSpacing(SPACE_S)
        hours.addWidget(self.quiet)
        hours.addWidget(self.fault, 1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(SPACE_L)
        form.setVerticalSpacing(SPACE_M)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(plain_label(tr("Tell me")), self.notices)
        form.addRow(plain_label(""), self.ends)
        form.addRow(plain_label(tr("Quiet hours")), hours)
        form.addRow(plain_label(""), self.ways)
        form.addRow(plain_label(tr("Computer")), self.awake)
        form.addRow(plain_label(""), self.awake_said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addLayout(form)
        layout.addWidget(plain_label(_sentence(), "muted", wrap=True))
        layout.addStretch(1)

    def _look(self) -> None:
        self.ways.setText(self._outside.ways())
        self.awake_said.setText(self._outside.awake_said())

    def _on_notices(self, on: bool) -> None:
        self._outside.prefs.notices = on
        self.ends.setEnabled(on)

    def _on_ends(self, on: bool) -> None:
        self._outside.prefs.ends = on

    def _on_awake(self, on: bool) -> None:
        self._outside.prefs.awake = on

    def _on_typing(self) -> None:
        self.fault.setText("")

    def _on_quiet(self) -> None:
        text = self.quiet.text().strip()
        hours = parse_hours(text)
        if text and hours is None:
            self.fault.setText(tr("Two times of day, as in 22:00-07:00"))
            return
        self._outside.prefs.quiet_hours = hours
        self.quiet.setText(str(hours or ""))


def _check(name: str, text: str, on: bool) -> QCheckBox:
    box = QCheckBox(text)
    box.setObjectName(name)
    box.setAccessibleName(text)
    box.setChecked(on)
    return box


def _sentence() -> str:
    return tr(
        "A notice names the run, the step and the cause, and opens exactly what waits. Nothing is answered from it: an "
        "answer belongs to the evidence, which only the window shows. What comes together is told together, and what "
        "you have in front of you is not told at all."
    )
