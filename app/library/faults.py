# SPDX-License-Identifier: Apache-2.0
"""The faults of a workflow as a list; choosing one goes to its place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.figures import counted
from app.labels import tip
from app.text import clean
from app.theme import theme
from app.translate import tr
from app.widgets import SectionHeader
from engine.errors import Fault
from engine.projections.words import one_line

MOST_SHOWN = 100
"""Faults that are listed; how many more there are is said."""

_ROWS = 6


class FaultList(QWidget):
    """Hidden while there is nothing to say."""

    chosen = Signal(object)  # the Fault whose place was asked for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faults: list[tuple[Fault, bool]] = []
        self._file = ""
        self._head = SectionHeader("FAULTS", self)
        self.list = QListWidget(self)
        self.list.setObjectName("faultList")
        self.list.setAccessibleName(tr("Faults of this workflow: Enter goes to the place"))
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.itemClicked.connect(self._on_clicked)
        self.list.itemActivated.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.list)
        theme().changed.connect(self._show)
        self.hide()

    def show_faults(self, file: str, faults: Sequence[Fault], warnings: Sequence[Fault]) -> None:
        """Show these; what is in another file than `file` says so."""
        now = [*((one, True) for one in faults), *((one, False) for one in warnings)]
        if (now, file) != (self._faults, self._file):
            self._faults, self._file = now, file
            self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.list.currentItem() is not None:
            self._on_clicked(self.list.currentItem())
            return
        super().keyPressEvent(event)

    def _show(self) -> None:
        row = self.list.currentRow()
        self.list.clear()
        height = int(theme().metrics("body").height()) + 10
        for fault, bad in self._faults[:MOST_SHOWN]:
            item = QListWidgetItem(theme().icon("error" if bad else "warning", "red" if bad else "brass"), "")
            item.setText(self._words(fault))
            item.setToolTip(tip(self._words(fault, whole=True)))
            item.setData(Qt.ItemDataRole.UserRole, fault)
            told = self._words(fault)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, told if bad else tr("warning, {fault}").format(fault=told))
            item.setSizeHint(QSize(100, height))
            self.list.addItem(item)
        if len(self._faults) > MOST_SHOWN:
            more = QListWidgetItem(counted("and {n} more", "and {n} more", len(self._faults) - MOST_SHOWN))
            more.setFlags(Qt.ItemFlag.NoItemFlags)
            more.setSizeHint(QSize(100, height))
            self.list.addItem(more)
        self.list.setCurrentRow(min(row, len(self._faults) - 1))
        self.list.setFixedHeight(min(_ROWS, max(1, self.list.count())) * height + 4)
        wrong = sum(bad for _, bad in self._faults)
        self._head.set_title(tr("FAULTS") if wrong else tr("WARNINGS"))
        self._head.set_count(len(self._faults))
        faults = counted("{n} faults", "{n} fault", wrong)
        warnings = counted("{n} warnings", "{n} warning", len(self._faults) - wrong)
        self.setAccessibleName(f"{faults}, {warnings}")
        self.setVisible(bool(self._faults))

    def _words(self, fault: Fault, *, whole: bool = False) -> str:
        place = f"{fault.line}:{fault.column}  " if fault.line else ""
        if fault.file != self._file:
            place = f"{fault.file}:{place}"
        words = f"{place}{fault.what}" + (f"; {fault.todo}" if fault.todo else "")
        return clean(words) if whole else one_line(words, 300)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        fault = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(fault, Fault):
            self.chosen.emit(fault)
