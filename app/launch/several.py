# SPDX-License-Identifier: Apache-2.0
"""Where several tickets are typed, one a line, or taken from a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.figures import counted, listed
from app.labels import WrapLabel, plain_label
from app.launch.choosing import choose_file
from app.launch.tickets import Ticket, of_file, of_lines
from app.longtext import LongText
from app.tasks import Loader, Tasks
from app.tokens import SPACE_S
from app.translate import tr
from engine.definition.inputs import MAX_TEXT
from engine.definition.model import Input
from engine.errors import PilothouseError

_ROWS_PX = 110


class SeveralTickets(QWidget):
    """
    A box that is ticked, and what it asks for then.

    Attributes:
        loader: what reads a file; stop it when the dialog closes.
    """

    changed = Signal()  # after the tickets, or the input they go to, changed

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.loader = Loader(tasks, self, "read tickets")
        self._inputs: tuple[str, ...] = ()
        self._read: list[Ticket] | None = None
        self._fault = ""
        self.box = QCheckBox(tr("One run for each of several tickets"), self)
        self.box.setObjectName("severalTickets")
        self.box.toggled.connect(self._on_toggled)
        self.input = QComboBox(self)
        self.input.setObjectName("ticketInput")
        self.input.setAccessibleName(tr("The input that each ticket goes to"))
        self.input.currentIndexChanged.connect(self._on_edited)
        self.lines = LongText(MAX_TEXT, self)
        self.lines.setObjectName("ticketLines")
        self.lines.setAccessibleName(tr("Tickets, one a line"))
        self.lines.setPlaceholderText(tr("One ticket a line"))
        self.lines.setFixedHeight(_ROWS_PX)
        self.lines.textChanged.connect(self._on_edited)
        self.lines.refused.connect(self._on_refused)
        self._file = QPushButton(tr("From a file…"), self)
        self._file.setObjectName("ticketFile")
        self._file.setAccessibleName(tr("Take the tickets from a text, CSV or JSON file"))
        self._file.setAutoDefault(False)
        self._file.clicked.connect(self._on_file)
        self._told = WrapLabel("", "small", "muted", self)
        self._told.setObjectName("ticketCount")
        self._lay_out()
        self._on_toggled(False)

    @property
    def on(self) -> bool:
        """Whether several runs are to be launched."""
        return self.box.isChecked()

    def show_inputs(self, inputs: Mapping[str, Input]) -> None:
        """The inputs of the workflow that is chosen now; without one there are no tickets."""
        usable = [name for name, asked in inputs.items() if asked.type not in ("bool", "list")]
        usable.sort(key=lambda name: (inputs[name].type != "text", not inputs[name].required))
        kept = self.input.currentText()
        self._inputs = tuple(inputs)
        self.input.blockSignals(True)
        self.input.clear()
        self.input.addItems(usable)
        self.input.setCurrentIndex(max(0, self.input.findText(kept)))
        self.input.blockSignals(False)
        self.setVisible(bool(usable))
        if not usable:
            self.box.setChecked(False)

    def chosen_input(self) -> str:
        """The input that each ticket goes to."""
        return self.input.currentText()

    def tickets(self) -> list[Ticket]:
        """What was typed or read. Raises UsageError for too many, or what a file could not give."""
        if self._read is not None:
            return self._read
        return of_lines(self.lines.toPlainText(), self.chosen_input())

    def fault(self) -> str:
        """Why there are no tickets; empty where there are."""
        if self._fault:
            return self._fault
        try:
            return "" if self.tickets() else tr("There is no ticket yet: type one a line, or take them from a file.")
        except PilothouseError as error:
            return error.message

    def keep_only(self, tickets: list[Ticket]) -> None:
        """Those that could not be launched stay, to be tried again."""
        self._show_read(tickets)

    def read_file(self, path: Path) -> None:
        """Take the tickets from a file."""
        work = partial(of_file, path, self.chosen_input(), self._inputs)
        self.loader.load(work, self._show_read, self._on_failed, (OSError, PilothouseError))

    def _show_read(self, tickets: list[Ticket]) -> None:
        self.lines.blockSignals(True)
        self.lines.setPlainText("\n".join(ticket.title for ticket in tickets))
        self.lines.blockSignals(False)
        self._read, self._fault = tickets, ""
        self._tell()

    def _on_failed(self, error: Exception) -> None:
        self._fault = error.message if isinstance(error, PilothouseError) else str(error)
        self._tell()

    def _on_edited(self) -> None:
        """What is typed counts from then on, not what was read."""
        self._read, self._fault = None, ""
        self._tell()

    def _on_refused(self, why: str) -> None:
        if why:
            self._told.set_text(why)

    def _tell(self) -> None:
        fault = self.fault()
        if fault:
            self._told.set_text(fault)
        else:
            tickets = self.tickets()
            names = list(dict.fromkeys(name for ticket in tickets for name in ticket.inputs))
            self._told.set_text(
                counted(
                    "{n} runs, each with its own {names}.",
                    "{n} run, with its own {names}.",
                    len(tickets),
                    names=listed(names),
                )
            )
        self.changed.emit()

    def _on_toggled(self, on: bool) -> None:
        for part in (self._part, self.lines, self._told):
            part.setVisible(on)
        self._tell()

    def _on_file(self) -> None:
        kinds = tr("Tickets (*.csv *.json *.txt);;All files (*)")
        choose_file(self, tr("Choose a file of tickets"), kinds, self._on_file_chosen)

    def _on_file_chosen(self, path: str) -> None:
        self.read_file(Path(path))

    def _lay_out(self) -> None:
        self._part = QWidget(self)
        row = QHBoxLayout(self._part)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(plain_label(tr("Each goes to")))
        row.addWidget(self.input, 1)
        row.addWidget(self._file)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        column.setSpacing(SPACE_S)
        for part in (self.box, self._part, self.lines, self._told):
            column.addWidget(part)
