# SPDX-License-Identifier: Apache-2.0
"""Launching a run: what is asked comes from the workflow, and nothing can be launched that is known to be faulty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pydantic import JsonValue
from PySide6.QtCore import QSize, QStringListModel, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
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
from app.figures import counted
from app.labels import plain_label
from app.launch.batch import Batch
from app.launch.checks import Agents, Checked, Problem, Read, agents, checked, read_workflow, workflows
from app.launch.choosing import browse_button, choose_file, choose_folder
from app.launch.dryrun import DryRun, with_caps
from app.launch.fields import FormField, as_typed, budget_field, input_field, read_budgets, role_field, spelt
from app.launch.form import BUDGETS, INPUTS, ROLES, put, typed, whole_form
from app.launch.plan import PlanPreview
from app.launch.recent import RecentLaunches
from app.launch.recipes import Recipe, Recipes, recipe_of
from app.launch.several import SeveralTickets
from app.launch.tickets import Ticket, requests_of
from app.layout import Memory
from app.tasks import Loader, Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr
from app.words import meter_word
from engine.definition.model import Workflow
from engine.projections.words import METER_NAMES
from engine.runtime.launch import Request

CHECK_AFTER_MS = 250
"""How long after the last edit everything is checked again."""

_MOST_PROBLEMS = 6
_PLAYBOOK_HINT = QT_TR_NOOP("What the scripted agent does: a playbook file")


class LaunchDialog(QDialog):
    """Asks what to launch; `places` are repositories that runs worked on. Closing it launches nothing."""

    def __init__(
        self,
        commands: Commands,
        memory: Memory,
        tasks: Tasks,
        parent: QWidget | None = None,
        *,
        workflow: str = "",
        places: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("launchDialog")
        self.setAccessibleName(tr("Launch a run"))
        self.setWindowTitle(tr("Launch a run"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._commands, self._memory, self._tasks = commands, memory, tasks
        self._places = places
        self._demo = memory.data_dir / "demo"
        self._workflow: Workflow | None = None
        self._inputs: list[FormField] = []
        self._roles: list[FormField] = []
        self._budgets: list[FormField] = []
        self._offered: dict[str, str | None] = {}
        self._launching = False
        self._agents = Agents((), ())
        self._asked = False
        self._recipes = Recipes(memory)
        self._wanted: Recipe | None = None
        self._at_once = False
        self._batch = Batch(memory.data_dir, commands, tasks)
        self._sent: list[Ticket] = []
        self._playbook_row: tuple[QWidget, ...] = ()
        self._names = Loader(tasks, self, "workflows to launch")
        self._asker = Loader(tasks, self, "which agents work here")
        self._reader = Loader(tasks, self, "read a workflow")
        self._checker = Loader(tasks, self, "check a launch")
        self._read_soon, self._check_soon = self._timer(self._read), self._timer(self._check)
        self._make_fields()
        self._lay_out()
        commands.launched.connect(self._on_launched)
        commands.launch_refused.connect(self._on_refused)
        self._batch.moved.connect(self._on_moved)
        self._batch.ended.connect(self._on_ended)
        if workflow:
            self._chooser.setCurrentText(workflow)
        self._say((tr("Choose a workflow and a repository."),))
        places = memory.recent("repositories")
        self._names.load(partial(workflows, memory.data_dir, places), self._on_offer)
        self._asker.load(partial(agents, memory.data_dir), self._on_agents)

    # ---------------------------------------------------------------------------------------------------- the workflow

    def _on_agents(self, found: Agents) -> None:
        self._agents, self._asked = found, True
        self._rebuild(self._workflow)
        self._check()

    def _on_offer(self, names: dict[str, str]) -> None:
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
            self._say(read.problems, tr("The workflow cannot be used:"))
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
        now = {part.objectName(): typed(part) for field in self._fields() for part in field.typed}
        kept = {name: text for name, text in now.items() if text != self._offered.get(name)}
        for field in self._fields():
            for part in field.typed:
                part.setObjectName("")
        self.several.setParent(None)
        self._form.takeWidget()
        changed = self._check_soon.start
        inputs = workflow.inputs if workflow is not None else {}
        roles = workflow.roles if workflow is not None else {}
        self._inputs = [input_field(name, asked, changed) for name, asked in inputs.items()]
        self._roles = [role_field(name, role, self._agents, changed) for name, role in roles.items()]
        budgets = workflow.budgets if workflow is not None else None
        self._budgets = [budget_field(kind, budgets, changed) for kind in METER_NAMES] if budgets is not None else []
        self._offered = {part.objectName(): typed(part) for field in self._fields() for part in field.typed}
        self.several.show_inputs(inputs)
        for field in self._fields():
            for part in field.typed:
                put(part, kept.get(part.objectName()))
        sections = ((INPUTS, self._inputs), (ROLES, self._roles), (BUDGETS, self._budgets))
        self._form.setWidget(whole_form(sections, self.several))
        self._fill()

    def _fields(self) -> list[FormField]:
        return [*self._inputs, *self._roles, *self._budgets]

    # ----------------------------------------------------------------------------------------------------- once more

    def _on_recent(self, recipe: Recipe) -> None:
        """Fill in what was launched then; the workflow is read first, as it may ask something else by now."""
        self._wanted, self._at_once = recipe, False
        self.several.box.setChecked(False)
        self._checker.stop()
        self._repository.setText(recipe.repository)
        self._base.setText(recipe.base)
        self._playbook.setText(recipe.playbook)
        self._chooser.setCurrentText(recipe.workflow)
        self._read_soon.stop()
        self._read()

    def _on_again(self, recipe: Recipe) -> None:
        self._on_recent(recipe)
        self._at_once = True

    def _fill(self) -> None:
        recipe = self._wanted
        if recipe is None or self._workflow is None:
            return
        if self._asked:
            self._wanted = None
        for field in self._inputs:
            put(field.typed[0], as_typed(recipe.inputs.get(field.name)), over=True)
        for field in self._roles:
            agent, _, model = recipe.roles.get(field.name, "").partition(":")
            put(field.typed[0], agent)
            put(field.typed[1], model)
        for field in self._budgets:
            if field.name in recipe.budgets:
                cap = recipe.budgets[field.name]
                put(field.typed[0], "none" if cap is None else spelt(field.name, cap))

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
        self._playbook.setPlaceholderText(self._own_playbook() or tr(_PLAYBOOK_HINT))
        if self._workflow is None or self._launching:
            return
        caps, wrong = read_budgets(self._typed_budgets())
        self._dry.show_workflow(with_caps(self._workflow, caps), self.request().inputs)
        if wrong:
            self._checker.stop()
            self._say(tuple(f"{meter_word(kind)}: {what}" for kind, what in wrong.items()))
            return
        if not self._asked:
            self._say((tr("Asking the agents how they stand…"),))
            return
        given = self.several.chosen_input() if self.several.on else None
        for field in self._inputs:
            field.widget.setEnabled(field.name != given)
        if not self.several.on:
            self._checker.load(partial(checked, (self.request(),), {}, self._agents), self._on_checked)
        elif why := self.several.fault():
            self._checker.stop()
            self._on_checked(Checked((Problem(why),)))
        else:
            work = partial(checked, self.requests(), self._workflow.inputs, self._agents)
            self._checker.load(work, self._on_checked)

    def requests(self) -> list[Request]:
        """What would be launched, one a ticket."""
        name = self._workflow.name if self._workflow is not None else ""
        return requests_of(self.several.tickets(), self.request(), name)

    def _on_checked(self, found: Checked) -> None:
        problems = found.problems
        told = [str(problem) for problem in problems]
        named = {problem.field for problem in problems}
        told += [f"{f.name}: {f.wrong.text()}" for f in self._roles if f.wrong.text() and f"role:{f.name}" not in named]
        self._say(tuple(told), left=found.left)
        said = {problem.field: problem.text for problem in problems}
        for field in self._inputs:
            field.say(said.get(f"input:{field.name}", "") if field.value() is not None else "")
        self._confirm.setEnabled(not told and not self._launching)
        number = len(self.several.tickets()) if self.several.on and not problems else 1
        self._confirm.setText(counted("Launch {n} runs", "Launch {n} run", number) if number > 1 else tr("Launch"))
        if self._at_once and self._wanted is None and self._workflow is not None:
            self._at_once = False
            self._launch()

    def _say(self, problems: tuple[str, ...], head: str = "", left: int = 0) -> None:
        shown = [*([head] if head and problems else []), *problems[:_MOST_PROBLEMS]]
        if len(problems) > _MOST_PROBLEMS:
            shown.append(counted("and {n} more", "and {n} more", len(problems) - _MOST_PROBLEMS))
        ready = [tr("Ready to launch.")]
        if left:
            ready.append(
                counted(
                    "{n} files of the checkout are not committed: the run begins without them.",
                    "{n} file of the checkout is not committed: the run begins without it.",
                    left,
                )
            )
        self._problems.setText("\n".join(shown) or " ".join(ready))

    # ------------------------------------------------------------------------------------------------------- launching

    def _launch(self) -> None:
        if not self._confirm.isEnabled() or self._workflow is None:
            return
        self._launching = True
        self._confirm.setEnabled(False)
        self._say((tr("Launching…"),))
        self._launched_as = recipe_of(self.request(), self._playbook.text().strip())
        if self.several.on:
            self._sent = self.several.tickets()
            self._batch.start(self.requests())
        else:
            self._commands.launch(self.request())

    def _on_launched(self) -> None:
        if self._launching and not self._sent:
            self._remember()
            self.accept()

    def _remember(self) -> None:
        self._memory.used("repositories", self._launched_as.repository)
        self._memory.used("workflows", self._launched_as.workflow)
        self._recipes.launched(self._launched_as)

    def _on_moved(self, done: int, total: int) -> None:
        self._say((tr("Launched {done} of {total}…").format(done=done, total=total),))

    def _on_ended(self, failed: list[tuple[int, str]]) -> None:
        """Those that made no run stay, each with its reason; the others must not be launched twice."""
        sent, self._sent, self._launching = self._sent, [], False
        if len(failed) < len(sent):
            self._remember()
        if not failed:
            self.accept()
            return
        self.several.keep_only([sent[place] for place, _ in failed])
        self._check_soon.stop()
        self._confirm.setEnabled(True)
        self._say(
            tuple(f"{sent[place].title}: {why}" for place, why in failed), tr("These made no run; the others did:")
        )

    def _on_refused(self, reason: str) -> None:
        if self._launching:
            self._launching = False
            self._say((reason,), tr("It could not be launched:"))

    def done(self, result: int) -> None:
        """Whatever is under way is of no interest any more."""
        for timer in (self._read_soon, self._check_soon):
            timer.stop()
        for loader in (self._names, self._asker, self._reader, self._checker, self.several.loader):
            loader.stop()
        self._dry.stop()
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
        self._chooser.setAccessibleName(tr("Workflow: a bundled name or a file"))
        self._chooser.setEditable(True)
        self._chooser.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._chooser.currentTextChanged.connect(self._read_soon.start)
        self._repository = self._line("repositoryField", tr("Repository"), tr("A folder with a git repository"))
        repositories = list(dict.fromkeys((*self._memory.recent("repositories"), *self._places)))
        completer = QCompleter(QStringListModel(repositories, self), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._repository.setCompleter(completer)
        self._repository.setText(repositories[0] if repositories else "")
        self._base = self._line("baseField", tr("Base"), tr("A branch, tag or commit; empty: HEAD"))
        self._playbook = self._line("playbookField", tr("Playbook"), tr(_PLAYBOOK_HINT))
        self._title = plain_label("", "title", wrap=True)
        self._about = plain_label("", "muted", wrap=True)
        self._about.hide()
        self._plan = PlanPreview(self)
        self.several = SeveralTickets(self._tasks, self)
        self.several.changed.connect(self._check_soon.start)
        self.recent = RecentLaunches(self._recipes, self)
        self.recent.chosen.connect(self._on_recent)
        self.recent.again.connect(self._on_again)
        self._problems = plain_label("", wrap=True)
        self._problems.setObjectName("launchProblems")
        self._problems.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._confirm = QPushButton(tr("Launch"), self)
        self._confirm.setObjectName("launchConfirm")
        self._confirm.setAccessibleName(tr("Launch this run"))
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
        self._take_room()
        top = QGridLayout()
        top.setHorizontalSpacing(SPACE_M)
        top.setVerticalSpacing(SPACE_S)
        top.setColumnStretch(1, 1)
        rows = (
            (tr("Workflow"), self._chooser, browse_button(tr("Choose a workflow file"), self._choose_workflow)),
            (tr("Repository"), self._repository, browse_button(tr("Choose a repository"), self._choose_repository)),
            (tr("Base"), self._base, None),
            (tr("Playbook"), self._playbook, browse_button(tr("Choose a playbook"), self._choose_playbook)),
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
        self._form.setAccessibleName(tr("What the workflow asks"))
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
        for part in (self.recent, left, right):
            halves.addWidget(part)
        halves.setSizes([220, 500, 440] if self.recent.list.count() else [0, 500, 480])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(halves, 1)
        layout.addWidget(self._foot())

    def _take_room(self) -> None:
        """What it needs, and more where the window has more: then the plan is read without tool tips."""
        window = self.parentWidget()
        width, height = (window.width() * 3 // 4, window.height() * 4 // 5) if window is not None else (0, 0)
        scale = theme().text_scale
        least = int((1180 if self.recent.list.count() else 980) * scale)
        wanted = QSize(max(least, min(1500, width)), max(int(700 * scale), min(960, height)))
        self.resize(wanted.boundedTo(self.screen().availableSize()))  # its buttons must be in reach

    def _show_playbook(self, shown: bool) -> None:
        for part in self._playbook_row:
            part.setVisible(shown)

    def _foot(self) -> QFrame:
        foot = QFrame(self)
        row = QHBoxLayout(foot)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        row.setSpacing(SPACE_S)
        row.addWidget(self._problems, 1)
        close = QPushButton(tr("Cancel"), self)
        close.setObjectName("launchCancel")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._confirm, 0, Qt.AlignmentFlag.AlignBottom)
        return foot

    def _choose_workflow(self) -> None:
        choose_file(self, tr("Choose a workflow"), tr("Workflows (*.yaml *.yml)"), self._chooser.setCurrentText)

    def _choose_playbook(self) -> None:
        choose_file(self, tr("Choose a playbook"), tr("Playbooks (*.yaml *.yml)"), self._playbook.setText)

    def _choose_repository(self) -> None:
        choose_folder(self, tr("Choose a repository"), self._repository.text(), self._repository.setText)
