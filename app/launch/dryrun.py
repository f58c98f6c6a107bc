# SPDX-License-Identifier: Apache-2.0
"""A dry run in the launch dialog: every path that the workflow can take, on a virtual clock, with nothing spawned."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue, ValidationError
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.figures import counted, duration, numeral
from app.labels import WrapLabel
from app.tasks import Loader, Tasks
from app.theme import theme
from app.tokens import SPACE_S, SPACE_XS
from app.translate import tr
from engine.definition import coerce, freeze, outline
from engine.definition.model import Budgets, Input, Workflow
from engine.errors import PilothouseError
from engine.projections.words import one_line

if TYPE_CHECKING:
    from engine.runtime.explore import Exploration, Explored

SLICE_S = 0.05
"""For how long paths are tried before what was found is shown, in seconds."""

_MOST_ENDS = 5


class DryRun(QWidget):
    """
    A button, and what came of it; while paths are tried, what was found so far, and the button stops it.

    Attributes:
        loader: what tries the paths.
    """

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.loader = Loader(tasks, self, "dry run")
        self._workflow: Workflow | None = None
        self._inputs: Mapping[str, JsonValue] = {}
        self._going: Exploration | None = None
        self._button = QPushButton(self)
        self._button.setObjectName("dryRun")
        self._button.setAutoDefault(False)
        self._button.clicked.connect(self._on_clicked)
        self._bar = QProgressBar(self)
        self._bar.setObjectName("dryRunProgress")
        self._bar.setAccessibleName(tr("Paths that were tried, of the most that are"))
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        self._told = WrapLabel("", "small", "muted", self)
        self._told.setObjectName("dryRunResult")
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._button)
        row.addWidget(self._bar, 1)
        row.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addLayout(row)
        column.addWidget(self._told)
        theme().changed.connect(self._show_button)
        self._show_button()
        self._button.setEnabled(False)
        self._told.hide()

    def show_workflow(self, workflow: Workflow | None, inputs: Mapping[str, JsonValue]) -> None:
        """What would be tried; what was told of something else is not true any more."""
        if workflow == self._workflow and inputs == self._inputs:
            return
        self.stop()
        self._workflow, self._inputs = workflow, inputs
        self._button.setEnabled(workflow is not None)
        self._say("")

    def stop(self) -> None:
        """Try no more; what was found stays."""
        self.loader.stop()
        if self._going is not None:
            self._going.stop()
        self._going = None
        self._show_button()

    def _on_clicked(self) -> None:
        workflow, inputs, going = self._workflow, dict(self._inputs), self._going
        if going is not None:
            self.stop()
            if going.found.paths:
                self._show(going, tr("Stopped."))
        elif workflow is not None:
            self._say(tr("Trying every path…"))
            self.loader.load(lambda: begun(workflow, inputs), self._on_slice, self._on_failed, _EXPECTED)

    def _on_slice(self, going: Exploration) -> None:
        """Show what was found so far, and go on: in slices, so that there is something to see, and a way to stop."""
        self._going = going if going.more else None
        self._show(going, tr("Trying on…") if going.more else "")
        self._show_button()
        if going.more:
            self.loader.load(lambda: gone_on(going), self._on_slice, self._on_failed, _EXPECTED)

    def _show(self, going: Exploration, state: str) -> None:
        self._bar.setRange(0, going.most)
        self._bar.setValue(len(going.found.paths))
        lines = [state, told(going.found), stops(self._workflow) if self._workflow is not None else ""]
        self._say("\n".join(line for line in lines if line))

    def _on_failed(self, error: Exception) -> None:
        self.stop()
        words = error.message if isinstance(error, PilothouseError) else str(error)
        self._say(tr("It cannot be tried: {words}").format(words=one_line(words, 400)))

    def _say(self, text: str) -> None:
        self._told.set_text(text)
        self._told.setVisible(bool(text))

    def _show_button(self) -> None:
        going = self._going is not None
        self._button.setText(tr("Stop") if going else tr("Dry run"))
        name = tr("Stop the dry run") if going else tr("Dry run: try every path of this workflow without an agent")
        self._button.setAccessibleName(name)
        self._button.setToolTip(tr("Try every path on a virtual clock; nothing is spawned and nothing is written"))
        self._button.setIcon(theme().icon("stop" if going else "graph"))
        self._bar.setVisible(going)


_EXPECTED = (OSError, PilothouseError, ValueError)


def begun(workflow: Workflow, inputs: Mapping[str, JsonValue], most: int | None = None) -> Exploration:
    """The first of the paths, for a thread; inputs that are not given yet have stand-ins, `most` None the usual bound.

    Raises:
        PilothouseError: the workflow or an input is at fault.
    """
    from engine.runtime.explore import MOST_PATHS, Exploration  # slow to import, and seldom needed

    given = {name: _stand_in(asked) for name, asked in workflow.inputs.items() if asked.required} | dict(inputs)
    frozen = freeze(workflow, python=sys.executable)
    going = Exploration(frozen, coerce(workflow.inputs, given), most=MOST_PATHS if most is None else most)
    going.go_on(0)
    return going


def gone_on(going: Exploration) -> Exploration:
    """The next of the paths, for a thread."""
    going.go_on(SLICE_S)
    return going


def told(explored: Explored) -> str:
    """What was found, in words."""
    found, turns, time = len(explored.paths), explored.worst_turns, duration(explored.worst_ms)
    if explored.complete:
        head = counted("{n} paths, every one that there is.", "{n} path, every one that there is.", found)
        worst = counted(
            "At the worst {n} turns and {time} of driving.",
            "At the worst {n} turn and {time} of driving.",
            turns,
            time=time,
        )
    else:
        head = counted("The first {n} paths; there are more.", "The first {n} path; there are more.", found)
        worst = counted(
            "At the worst of these {n} turns and {time} of driving.",
            "At the worst of these {n} turn and {time} of driving.",
            turns,
            time=time,
        )
    ends = [f"{numeral(number)} × {one_line(end, 90)}" for end, number in explored.ends.most_common(_MOST_ENDS)]
    more = len(explored.ends) - _MOST_ENDS
    return "\n".join(
        [
            head,
            worst,
            *ends,
            *([counted("and {n} other ends", "and {n} other end", more)] if more > 0 else []),
        ]
    )


def stops(workflow: Workflow) -> str:
    """What a run of it can spend at the most, whatever its agents do."""
    bounds = [bound for bound in outline(workflow).bounds if bound.startswith("at most ") and "attempt" not in bound]
    if not bounds:
        return tr("No budget of the run stops it.")
    paid = workflow.budgets.cost is not None
    said = (
        tr("Its budgets pause it: {bounds}.")
        if paid
        else tr("Its budgets pause it: {bounds}; nothing limits its cost.")
    )
    return said.format(bounds=", ".join(bounds))


def with_caps(workflow: Workflow, caps: Mapping[str, float | None]) -> Workflow:
    """The workflow with other budgets of the run; as it is where these cannot be."""
    if not caps:
        return workflow
    try:
        budgets = Budgets.model_validate(workflow.budgets.model_dump() | dict(caps))
    except ValidationError:
        return workflow
    return workflow.model_copy(update={"budgets": budgets})


def _stand_in(asked: Input) -> JsonValue:
    match asked.type:
        case "int" | "number":
            return 1
        case "bool":
            return True
        case "choice":
            return asked.choices[0] if asked.choices else ""
        case "list":
            return ["one", "two"]
    return "dry run"
