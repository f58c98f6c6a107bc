# SPDX-License-Identifier: Apache-2.0
"""Asks what a new workflow begins with, what it is called and where it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.labels import WrapLabel, plain_label
from app.library.files import create_files
from app.library.templates import NAME, Template, files_of
from app.tasks import Loader, Tasks
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr
from engine.definition import Entry
from engine.definition.shelf import IN_REPOSITORY, OWN
from engine.errors import PilothouseError
from engine.projections.words import one_line

BLANK = QT_TR_NOOP("Empty: two steps and an approval")


class NewDialog(QDialog):
    """Makes the file, and says which it is. Closing it makes nothing."""

    made = Signal(object)  # the Path of the new file

    def __init__(
        self,
        data_dir: Path,
        entries: Sequence[Entry],
        places: Sequence[str],
        tasks: Tasks,
        parent: QWidget,
        *,
        begin_with: Path | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("newWorkflow")
        self.setAccessibleName(tr("New workflow"))
        self.setWindowTitle(tr("New workflow") if begin_with is None else tr("Duplicate a workflow"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._data_dir = data_dir
        self._taken = {(entry.origin, entry.place, entry.path.stem) for entry in entries}
        self._maker = Loader(tasks, self, "make a workflow")
        self._making = False
        self._templates = [
            Template(tr(BLANK), None, "new-workflow"),
            *(Template(one_line(e.title or e.name, 80), e.path, e.name) for e in entries if not e.fault),
        ]
        self._places = [
            ("", tr("Yours")),
            *((place, tr("In {place}, under {folder}").format(place=place, folder=IN_REPOSITORY)) for place in places),
        ]
        self._make_fields()
        self._lay_out()
        at = next((at for at, one in enumerate(self._templates) if one.path == begin_with), 0)
        self.template.setCurrentIndex(at)
        self._on_template()
        self.template.currentIndexChanged.connect(self._on_template)
        self.name.setFocus()  # it is chosen whole: who types gives it another

    def _on_template(self) -> None:
        chosen = self._templates[self.template.currentIndex()]
        self.name.setText(self._free(chosen.name if chosen.path is not None else "my-workflow"))
        self.title.setText(chosen.title if chosen.path is not None else "")
        self.name.selectAll()
        self._judge()

    def _free(self, name: str) -> str:
        """A name that no file has yet where it would be kept."""
        stem = name[:56] if NAME.fullmatch(name) else "my-workflow"
        names = [stem, *(f"{stem}-{number}" for number in range(2, 100))]
        return next((one for one in names if not self._is_taken(one)), stem)

    def _is_taken(self, name: str) -> bool:
        place = self.place.currentData() or ""
        return ("repository" if place else "own", place, name) in self._taken

    def _judge(self) -> None:
        name = self.name.text().strip()
        wrong = ""
        if not NAME.fullmatch(name):
            wrong = tr("A name has lower-case letters, digits and dashes.")
        elif self._is_taken(name):
            wrong = tr("There is a workflow {name} already.").format(name=repr(name))
        self._say(wrong)
        self.confirm.setEnabled(not wrong and not self._making)

    def _say(self, why: str) -> None:
        self.wrong.set_text(why)

    def _make(self) -> None:
        if not self.confirm.isEnabled():
            return
        template = self._templates[self.template.currentIndex()]
        place = self.place.currentData() or ""
        within = Path(place) if place else self._data_dir
        folder = within / (IN_REPOSITORY if place else OWN)
        work = partial(_made, template, self.name.text().strip(), self.title.text().strip(), folder, within)
        self._making = True
        self.confirm.setEnabled(False)
        self._maker.load(work, self._on_made, self._on_failed, (OSError, PilothouseError))

    def _on_made(self, path: Path) -> None:
        self.made.emit(path)
        self.accept()

    def _on_failed(self, error: Exception) -> None:
        self._making = False
        self._judge()
        self._say(error.message if isinstance(error, PilothouseError) else str(error))

    def _make_fields(self) -> None:
        self.template = _chooser(self, "newTemplate", tr("What it begins with"))
        for template in self._templates:
            self.template.addItem(template.title)
        self.place = _chooser(self, "newPlace", tr("Where it is kept"))
        for place, words in self._places:
            self.place.addItem(words, place)
        self.place.currentIndexChanged.connect(self._judge)
        self.name = _line(self, "newName", tr("Name of the workflow"))
        self.name.textChanged.connect(self._judge)
        self.title = _line(self, "newTitle", tr("Title of the workflow"))
        self.title.setPlaceholderText(tr("What it does, in a few words"))
        self.wrong = WrapLabel("", "small", "red", self)
        self.wrong.setObjectName("newWrong")
        self.confirm = QPushButton(tr("Create"), self)
        self.confirm.setObjectName("newConfirm")
        self.confirm.setAccessibleName(tr("Create the workflow"))
        self.confirm.setProperty("kind", "primary")
        self.confirm.setAutoDefault(False)
        self.confirm.clicked.connect(self._make)
        for keys in ("Return", "Ctrl+Return"):
            QShortcut(QKeySequence(keys), self, self._make)

    def _lay_out(self) -> None:
        self.setMinimumWidth(520)
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(1, 1)
        rows = (
            (tr("Begin with"), self.template),
            (tr("Name"), self.name),
            (tr("Title"), self.title),
            (tr("Keep it"), self.place),
        )
        for row, (title, field) in enumerate(rows):
            grid.addWidget(plain_label(title), row, 0)
            grid.addWidget(field, row, 1)
        close = QPushButton(tr("Cancel"), self)
        close.setObjectName("newCancel")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_S)
        foot.addWidget(self.wrong, 1)
        foot.addWidget(close)
        foot.addWidget(self.confirm)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addLayout(grid)
        column.addLayout(foot)


def _made(template: Template, name: str, title: str, folder: Path, within: Path) -> Path:
    return create_files(folder, within, files_of(template, name, title), f"{name}.yaml")


def _chooser(parent: QWidget, name: str, told: str) -> QComboBox:
    chooser = QComboBox(parent)
    chooser.setObjectName(name)
    chooser.setAccessibleName(told)
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    chooser.setMinimumContentsLength(30)
    return chooser


def _line(parent: QWidget, name: str, told: str) -> QLineEdit:
    line = QLineEdit(parent)
    line.setObjectName(name)
    line.setAccessibleName(told)
    line.setMaxLength(200)
    return line
