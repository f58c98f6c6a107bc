# SPDX-License-Identifier: Apache-2.0
"""Launching a run: what is asked comes from the workflow, and nothing can be launched that is known to be faulty."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pydantic import JsonValue
from PySide6.QtCore import QStringListModel, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.commands import VIA, Commands
from app.labels import plain_label
from app.launch.checks import Offer, Read, offer, problems_of, read_workflow
from app.launch.dryrun import DryRun
from app.launch.fields import FormField, budget_field, input_field, read_budgets, role_field
from app.launch.plan import PlanPreview
from app.layout import Memory
from app.tasks import Loader, Tasks
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.widgets import SectionHeader
from engine.definition.model import Workflow
from engine.projections.words import METER_NAMES
from engine.runtime.launch import Request

CHECK_AFTER_MS = 250
"""How long after the last edit everything is checked again."""

_MOST_PROBLEMS = 6
_PLAYBOOK_HINT = "What the scripted agent does: a playbook file"


class LaunchDialog(QDialog):
    """Asks what to launch. Closing it launches nothing."""

    def __init__(
        self, commands: Commands, memory: Memory, tasks: Tasks, parent: QWidget | None = None, *, workflow: str = ""
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("launchDialog")
        self.setAccessibleName("Launch a run")
        self.setWindowTitle("Launch a run")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._commands, self._memory, self._tasks = commands, memory, tasks
        self._demo = memory.data_dir / "demo"
        self._workflow: Workflow | None = None
        self._inputs: list[FormField] = []
        self._roles: list[FormField] = []
        self._budgets: list[FormField] = []
        self._offered: dict[str, str | None] = {}
        self._launching = False
        self._agents: list[str] = []
        self._playbook_row: tuple[QWidget, ...] = ()
        self._names = Loader(tasks, self, "bundled workflows")
        self._reader = Loader(tasks, self, "read a workflow")
        self._checker = Loader(tasks, self, "check a launch")
        self._read_soon, self._check_soon = self._timer(self._read), self._timer(self._check)
        self._make_fields()
        self._lay_out()
        commands.launched.connect(self._on_launched)
        commands.launch_refused.connect(self._on_refused)
        if workflow:
            self._chooser.setCurrentText(workflow)
        self._say(("Choose a workflow and a repository.",))
        self._names.load(offer, self._on_offer)

    # ---------------------------------------------------------------------------------------------------- the workflow

    def _on_offer(self, found: Offer) -> None:
        names, self._agents = found.workflows, list(found.agents)
        chosen = self._chooser.currentText()
        self._chooser.blockSignals(True)
        self._chooser.clear()
        for name, title in names.items():
            self._chooser.addItem(name)
            self._chooser.setItemData(self._chooser.count() - 1, title, Qt.ItemDataRole.ToolTipRole)
        recent = [path for path in self._memory.recent("workflows") if path not in names]
        if recent:
            self._chooser.insertSeparator(self._chooser.count())
            self._chooser.addItems(recent)
        last = self._memory.recent("workflows")
        self._chooser.setCurrentText(chosen or (last[0] if last else next(iter(names), "")))
        line = self._chooser.lineEdit()
        if not chosen and line is not None:
            line.selectAll()  # whoever begins to type now means to replace it
        self._chooser.blockSignals(False)
        self._read()

    def _read(self) -> None:
        source = self._chooser.currentText().strip()
        self._workflow = None
        self._confirm.setEnabled(False)
        if source:
            self._reader.load(partial(read_workflow, source), self._on_read)

    def _on_read(self, read: Read) -> None:
        self._workflow = read.workflow
        self._plan.show_plan(read.plan)
        self._dry.show_workflow(read.workflow, {})
        self._describe(read)
        self._rebuild(read.workflow)
        if read.workflow is None:
            self._say(read.problems, "The workflow cannot be used:")
        else:
            self._check()

    def _describe(self, read: Read) -> None:
        workflow = read.workflow
        title = (workflow.title or workflow.name) if workflow is not None else ""
        self._title.setText(title)
        parts = [workflow.description] if workflow is not None and workflow.description else []
        self._about.setText("\n".join([*parts, *read.warnings]))
        self._about.setVisible(bool(self._about.text()))

    def _rebuild(self, workflow: Workflow | None) -> None:
        """Fields for what this workflow asks; what was typed stays where the same is asked again."""
        now = {field.widget.objectName(): _typed(field.widget) for field in (*self._inputs, *self._roles)}
        typed = {name: text for name, text in now.items() if text != self._offered.get(name)}
        for field in (*self._inputs, *self._roles, *self._budgets):
            field.widget.setObjectName("")
        self._form.takeWidget()
        changed = self._check_soon.start
        inputs = workflow.inputs if workflow is not None else {}
        roles = workflow.roles if workflow is not None else {}
        self._inputs = [input_field(name, asked, changed) for name, asked in inputs.items()]
        self._roles = [role_field(name, role, self._agents, changed) for name, role in roles.items()]
        budgets = workflow.budgets if workflow is not None else None
        self._budgets = [budget_field(kind, budgets, changed) for kind in METER_NAMES] if budgets is not None else []
        self._offered = {field.widget.objectName(): _typed(field.widget) for field in (*self._inputs, *self._roles)}
        for field in (*self._inputs, *self._roles):
            _type(field.widget, typed.get(field.widget.objectName()))
        self._form.setWidget(self._make_form())

    def _make_form(self) -> QWidget:
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        for title, fields in (("INPUTS", self._inputs), ("ROLES", self._roles), ("BUDGETS", self._budgets)):
            if not fields:
                continue
            head = SectionHeader(title, form)
            head.setContentsMargins(-SPACE_M, SPACE_S, 0, 0)
            column.addWidget(head)
            column.addLayout(_two_columns(fields) if title == "BUDGETS" else _one_column(fields))
        column.addStretch(1)
        return form

    # ------------------------------------------------------------------------------------------------------- the check

    def request(self) -> Request:
        """What would be launched as it stands."""
        caps, _ = read_budgets(self._typed_budgets())
        inputs = {field.name: value for field in self._inputs if (value := field.value()) is not None}
        roles = {field.name: str(value) for field in self._roles if (value := field.value()) is not None}
        playbook = self._playbook.text().strip() or self._own_playbook()
        return Request(
            workflow=self._chooser.currentText().strip(),
            repository=Path(self._repository.text().strip()).expanduser(),
            base=self._base.text().strip() or None,
            inputs=inputs,
            roles=roles,
            budgets=caps,
            playbook=Path(playbook).expanduser() if playbook and self._is_scripted() else None,
            via=VIA,
        )

    def _own_playbook(self) -> str:
        """The demo's repositories have their playbook beside them."""
        home = self._demo / "playbook.yaml"
        return str(home) if Path(self._repository.text().strip()).parent == self._demo else ""

    def _typed_budgets(self) -> dict[str, JsonValue]:
        return {field.name: value for field in self._budgets if (value := field.value()) is not None}

    def _is_scripted(self) -> bool:
        given = {field.name: field.value() for field in self._roles}
        roles = self._workflow.roles if self._workflow is not None else {}
        return any(str(given.get(name) or role.agent).split(":")[0] == "scripted" for name, role in roles.items())

    def _check(self) -> None:
        self._confirm.setEnabled(False)
        self._show_playbook(self._is_scripted())
        self._playbook.setPlaceholderText(self._own_playbook() or _PLAYBOOK_HINT)
        if self._workflow is None or self._launching:
            return
        self._dry.show_workflow(self._workflow, self.request().inputs)
        _, wrong = read_budgets(self._typed_budgets())
        if wrong:
            self._checker.stop()
            self._say(tuple(f"{METER_NAMES[kind]}: {what}" for kind, what in wrong.items()))
            return
        self._checker.load(partial(problems_of, self.request()), self._on_checked)

    def _on_checked(self, problems: tuple[str, ...]) -> None:
        self._say(problems)
        self._confirm.setEnabled(not problems and not self._launching)

    def _say(self, problems: tuple[str, ...], head: str = "") -> None:
        shown = [*([head] if head and problems else []), *problems[:_MOST_PROBLEMS]]
        if len(problems) > _MOST_PROBLEMS:
            shown.append(f"and {len(problems) - _MOST_PROBLEMS} more")
        self._problems.setText("\n".join(shown) or "Ready to launch.")

    # ------------------------------------------------------------------------------------------------------- launching

    def _launch(self) -> None:
        if not self._confirm.isEnabled() or self._workflow is None:
            return
        self._launching = True
        self._confirm.setEnabled(False)
        self._say(("Launching…",))
        self._commands.launch(self.request())

    def _on_launched(self) -> None:
        if self._launching:
            self._memory.used("repositories", self._repository.text().strip())
            self._memory.used("workflows", self._chooser.currentText().strip())
            self.accept()

    def _on_refused(self, reason: str) -> None:
        if self._launching:
            self._launching = False
            self._say((reason,), "It could not be launched:")

    def done(self, result: int) -> None:
        """Whatever is under way is of no interest any more."""
        for timer in (self._read_soon, self._check_soon):
            timer.stop()
        for loader in (self._names, self._reader, self._checker, self._dry.loader):
            loader.stop()
        super().done(result)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _timer(self, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(CHECK_AFTER_MS)
        timer.timeout.connect(act)
        return timer

    def _make_fields(self) -> None:
        self._chooser = QComboBox(self)
        self._chooser.setObjectName("workflowChooser")
        self._chooser.setAccessibleName("Workflow: a bundled name or a file")
        self._chooser.setEditable(True)
        self._chooser.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._chooser.currentTextChanged.connect(self._read_soon.start)
        self._repository = self._line("repositoryField", "Repository", "A folder with a git repository")
        repositories = self._memory.recent("repositories")
        completer = QCompleter(QStringListModel(repositories, self), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._repository.setCompleter(completer)
        self._repository.setText(repositories[0] if repositories else "")
        self._base = self._line("baseField", "Base", "Where to start: a branch, tag or commit (HEAD)")
        self._playbook = self._line("playbookField", "Playbook", _PLAYBOOK_HINT)
        self._title = plain_label("", "title", wrap=True)
        self._about = plain_label("", "muted", wrap=True)
        self._about.hide()
        self._plan = PlanPreview(self)
        self._problems = plain_label("", wrap=True)
        self._problems.setObjectName("launchProblems")
        self._problems.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._confirm = QPushButton("Launch", self)
        self._confirm.setObjectName("launchConfirm")
        self._confirm.setAccessibleName("Launch this run")
        self._confirm.setProperty("kind", "primary")
        self._confirm.setAutoDefault(False)
        self._confirm.setEnabled(False)
        self._confirm.clicked.connect(self._launch)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._launch)

    def _line(self, name: str, title: str, hint: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setObjectName(name)
        line.setAccessibleName(title)
        line.setPlaceholderText(hint)
        line.textChanged.connect(self._check_soon.start)
        return line

    def _lay_out(self) -> None:
        self.resize(980, 660)
        top = QGridLayout()
        top.setHorizontalSpacing(SPACE_M)
        top.setVerticalSpacing(SPACE_S)
        top.setColumnStretch(1, 1)
        rows = (
            ("Workflow", self._chooser, self._browse("Choose a workflow file", self._choose_workflow)),
            ("Repository", self._repository, self._browse("Choose a repository", self._choose_repository)),
            ("Base", self._base, None),
            ("Playbook", self._playbook, self._browse("Choose a playbook", self._choose_playbook)),
        )
        for row, (title, field, button) in enumerate(rows):
            label = plain_label(title)
            top.addWidget(label, row, 0)
            top.addWidget(field, row, 1)
            if button is not None:
                top.addWidget(button, row, 2)
            if field is self._playbook and button is not None:
                self._playbook_row = (label, field, button)
        self._show_playbook(False)
        self._form = QScrollArea(self)
        self._form.setObjectName("launchForm")
        self._form.setAccessibleName("What the workflow asks")
        self._form.setWidgetResizable(True)
        self._form.setFrameShape(QFrame.Shape.NoFrame)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_S, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(top)
        column.addWidget(self._form, 1)
        self._dry = DryRun(tasks=self._tasks, parent=self)
        right = QWidget(self)
        plan = QVBoxLayout(right)
        plan.setContentsMargins(SPACE_S, SPACE_L, SPACE_L, 0)
        plan.setSpacing(SPACE_S)
        plan.addWidget(self._title)
        plan.addWidget(self._about)
        plan.addWidget(self._plan, 1)
        plan.addWidget(self._dry)
        halves = QSplitter(Qt.Orientation.Horizontal, self)
        halves.setChildrenCollapsible(False)
        halves.addWidget(left)
        halves.addWidget(right)
        halves.setSizes([500, 480])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(halves, 1)
        layout.addWidget(self._foot())

    def _show_playbook(self, shown: bool) -> None:
        for part in self._playbook_row:
            part.setVisible(shown)

    def _foot(self) -> QFrame:
        foot = QFrame(self)
        row = QHBoxLayout(foot)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        row.setSpacing(SPACE_S)
        row.addWidget(self._problems, 1)
        close = QPushButton("Cancel", self)
        close.setObjectName("launchCancel")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._confirm, 0, Qt.AlignmentFlag.AlignBottom)
        return foot

    def _browse(self, title: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton("Browse…", self)
        button.setAccessibleName(title)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button

    def _choose_workflow(self) -> None:
        self._choose_file("Choose a workflow", "Workflows (*.yaml *.yml)", self._chooser.setCurrentText)

    def _choose_playbook(self) -> None:
        self._choose_file("Choose a playbook", "Playbooks (*.yaml *.yml)", self._playbook.setText)

    def _choose_file(self, title: str, kinds: str, chosen: Callable[[str], None]) -> None:
        chooser = QFileDialog(self, title, str(Path.home()), kinds)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.fileSelected.connect(chosen)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.open()

    def _choose_repository(self) -> None:
        chooser = QFileDialog(self, "Choose a repository", self._repository.text() or str(Path.home()))
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(self._repository.setText)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.open()


def _one_column(fields: list[FormField]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(SPACE_S)
    for field in fields:
        column.addWidget(plain_label(field.title))
        column.addWidget(field.widget)
        if field.hint:
            column.addWidget(plain_label(field.hint, "small", wrap=True))
    return column


def _two_columns(fields: list[FormField]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACE_M)
    grid.setVerticalSpacing(SPACE_S)
    for at, field in enumerate(fields):
        grid.addWidget(plain_label(field.title.capitalize()), at // 2, at % 2 * 2)
        grid.addWidget(field.widget, at // 2, at % 2 * 2 + 1)
    return grid


def _typed(widget: QWidget) -> str | None:
    if isinstance(widget, QLineEdit):
        return widget.text()
    text = getattr(widget, "toPlainText", None) or getattr(widget, "currentText", None)
    return str(text()) if text is not None else None


def _type(widget: QWidget, text: str | None) -> None:
    if not text:
        return
    setter = getattr(widget, "setPlainText", None) or getattr(widget, "setCurrentText", None)
    if isinstance(widget, QLineEdit):
        widget.setText(text)
    elif setter is not None:
        setter(text)
