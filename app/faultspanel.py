# SPDX-License-Identifier: Apache-2.0
"""The panel of the monitor's own faults: what went wrong in a sentence, the traceback only where it is asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from app.clock import time_of_day
from app.faults import Fault, Faults, report_of
from app.labels import plain_label
from app.text import clean
from app.textpane import TextPane
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import tr


class FaultsPanel(QDialog):
    """Opened by a person only, beside the window, which goes on."""

    def __init__(self, faults: Faults, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("faultsPanel")
        self.setAccessibleName(tr("Faults of Pilothouse"))
        self.setWindowTitle(tr("Faults of Pilothouse"))
        self._faults = faults
        self._shown: list[Fault] = []
        self.list = QListWidget(self)
        self.list.setObjectName("faultsList")
        self.list.setAccessibleName(tr("What went wrong"))
        self.list.setWordWrap(True)
        self.list.currentRowChanged.connect(self._on_row)
        self.details = TextPane(tr("Details of the fault"), self)
        self.details.setObjectName("faultDetails")
        self.details.hide()
        self.shows = QCheckBox(tr("Show details"), self)
        self.shows.setObjectName("faultsShowDetails")
        self.shows.toggled.connect(self.details.setVisible)
        self.copy = _button("faultsCopy", tr("Copy details"))
        self.copy.clicked.connect(self._copy)
        self.clear = _button("faultsClear", tr("Put away"))
        self.clear.clicked.connect(self._put_away)
        close = _button("faultsClose", tr("Close"))
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_S)
        for widget in (self.shows, self.copy, self.clear, close):
            foot.addWidget(widget)
        foot.insertStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_M)
        layout.addWidget(plain_label(_sentence(), wrap=True))
        layout.addWidget(self.list, 1)
        layout.addWidget(self.details, 2)
        layout.addLayout(foot)
        self.resize(min(720, parent.width() - 60), min(460, parent.height() - 60))
        faults.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        row, self._shown = max(0, self.list.currentRow()), self._faults.all()
        self.list.clear()
        for fault in self._shown:
            times = f" · {fault.times}×" if fault.times > 1 else ""
            self.list.addItem(clean(f"{time_of_day(fault.at)} · {fault.what}{times}\n{fault.error}").strip())
        self.list.setCurrentRow(min(row, len(self._shown) - 1))
        for widget in (self.copy, self.clear, self.shows):
            widget.setEnabled(bool(self._shown))

    def _on_row(self, row: int) -> None:
        self.details.show_text(report_of([self._shown[row]]) if 0 <= row < len(self._shown) else "")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(report_of(self._shown))
        self.copy.setText(tr("Copied"))

    def _put_away(self) -> None:
        self._faults.put_away()
        self.close()


def _button(name: str, text: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAccessibleName(text)
    button.setAutoDefault(False)
    return button


def _sentence() -> str:
    return tr(
        "Something went wrong in this window. Your runs are not touched by it: the engine that drives them is a "
        "process of its own. The details hold paths and program lines, no transcript."
    )
