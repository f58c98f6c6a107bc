# SPDX-License-Identifier: Apache-2.0
"""The history screen: choose a workflow, see how its runs went."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.figures import counted, numeral
from app.history.figures import Figures
from app.history.grid import GridModel, HistoryGrid
from app.labels import plain_label
from app.layout import Memory
from app.tasks import Loader, Tasks, once_painted
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr
from app.widgets import ElidedLabel, EmptyState
from app.widgets.splitter import SharedSplitter
from engine.projections import Summary
from engine.projections.history import MOST_RUNS, History, RunFacts, statistics_of

LOOK_EVERY_MS = 5_000
"""The shortest time between two looks at runs that go on, while the screen is shown."""

_FIGURES, _STACKED = 330, 660
"""How wide the figures are beside the runs, and below which width they stand under them, in pixels."""

_CHOOSER = 300
"""The most that a chooser takes, in pixels."""

_ALL = QT_TR_NOOP("All projects")


class HistoryScreen(QWidget):
    """Reads journals only while it is shown, in a thread."""

    node_asked = Signal(str, object)  # run, and a node id or None, after a cell was asked for

    def __init__(self, data_dir: Path, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("historyScreen")
        self.setAccessibleName(tr("History"))
        self._summaries: tuple[Summary, ...] = ()
        self._memory = Memory(data_dir)
        self._history = History(data_dir)
        self._loader = Loader(tasks, self, "read the history")
        self._reading = False
        self._asked: tuple[tuple[str, int], ...] = ()
        self._wanted: tuple[tuple[str, int], ...] = ()
        self.model = GridModel(self)
        self.grid = HistoryGrid(self.model, self)
        self.figures = Figures()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self._read)
        self._make_choosers()
        self._lay_out()
        self.grid.chosen.connect(self.node_asked)

    def show_runs(self, summaries: tuple[Summary, ...]) -> None:
        """The runs there are now, newest first."""
        self._summaries = summaries
        if self.isVisible():
            self._show()

    def choose_workflow(self, name: str) -> None:
        """Show the runs of this workflow, if it has any."""
        at = self.workflow.findData(name)
        if at >= 0:
            self.workflow.setCurrentIndex(at)
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        self._show()
        once_painted(self, self._read)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    # --------------------------------------------------------------------------------------------------------- showing

    def _show(self) -> None:
        readable = [one for one in self._summaries if one.state is not None and one.workflow]
        runs = Counter(one.workflow for one in readable)
        for chooser in (self.workflow, self.project):
            chooser.setVisible(bool(runs))
        _fill(
            self.workflow,
            [
                (name, counted("{name} · {n} runs", "{name} · {n} run", number, name=name))
                for name, number in sorted(runs.items())
            ],
        )
        chosen = [one for one in readable if one.workflow == self.workflow.currentData()]
        projects = sorted({one.project for one in chosen})
        _fill(self.project, [("", tr(_ALL)), *((name, name) for name in projects)])
        project = self.project.currentData()
        shown = [one for one in chosen if project in ("", None, one.project)][:MOST_RUNS]
        before = {run for run, _ in self._wanted}
        self._wanted = tuple((one.run, one.last_seq) for one in shown)
        if not shown:
            self._stack.setCurrentIndex(0)
            self._count.set_text("")
        elif {run for run, _ in self._wanted} != before:
            self._read()

    def _read(self) -> None:
        """Read what has changed, unless that is under way: then once more when it is done."""
        if self._reading or not self._wanted or self._wanted == self._asked:
            return
        self._reading, self._asked = True, self._wanted
        if self.model.columnCount() == 0:
            self._count.set_text(tr("Reading the journals…"))
        runs = [run for run, _ in self._asked]
        self._loader.load(partial(self._history.read, runs), self._on_read, self._on_failed)

    def _on_read(self, runs: tuple[RunFacts, ...]) -> None:
        self._reading = False
        if [run for run, _ in self._asked] != [run for run, _ in self._wanted]:
            self._read()  # another workflow was chosen meanwhile
            return
        self.model.show(runs)
        self.figures.show_figures(statistics_of(runs))
        self._stack.setCurrentIndex(1)
        total = sum(one.workflow == self.workflow.currentData() for one in self._summaries)
        some = tr("The newest {n} of {all} runs, the newest first. Enter goes to the block of that run.")
        self._count.set_text(
            some.format(n=numeral(len(runs)), all=numeral(total))
            if len(runs) < total
            else counted(
                "{n} runs, the newest first. Enter goes to the block of that run.",
                "{n} run. Enter goes to its block.",
                len(runs),
            )
        )

    def _on_failed(self, error: Exception) -> None:
        self._reading, self._asked = False, ()
        self._count.set_text(tr("The journals cannot be read: {error}").format(error=error))

    def _on_chosen(self) -> None:
        self._show()

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_choosers(self) -> None:
        self.workflow, self.project = QComboBox(self), QComboBox(self)
        for chooser, name, title in (
            (self.workflow, "historyWorkflow", tr("Workflow")),
            (self.project, "historyProject", tr("Project")),
        ):
            chooser.setObjectName(name)
            chooser.setAccessibleName(title)
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            chooser.setMaximumWidth(_CHOOSER)
            chooser.activated.connect(self._on_chosen)

    def _lay_out(self) -> None:
        self._count = ElidedLabel("", "small", "muted")
        self._count.setObjectName("historyCount")
        row = QHBoxLayout()
        row.setSpacing(SPACE_M)
        row.addWidget(plain_label(tr("History"), "title"))
        row.addWidget(self.workflow)
        row.addWidget(self.project)
        row.addStretch(1)
        head = QFrame(self)
        head.setProperty("role", "bar")
        column = QVBoxLayout(head)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._count)
        figures = QScrollArea(self)
        figures.setWidgetResizable(True)
        figures.setFrameShape(QFrame.Shape.NoFrame)
        figures.setAccessibleName(tr("Figures"))
        figures.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        figures.setWidget(self.figures)
        figures.setMinimumSize(240, 80)
        self.parts = SharedSplitter(self._memory, "history", _grid_share, stack_below=_STACKED, grows=True)
        self.parts.setObjectName("historyParts")
        self.grid.setMinimumSize(160, 80)
        self.parts.addWidget(self.grid)
        self.parts.addWidget(figures)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(EmptyState("history", tr("No run yet"), tr(_EMPTY)))
        self._stack.addWidget(self.parts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self._stack, 1)


def _grid_share(room: int, across: Qt.Orientation) -> int:
    """The figures take what they need, the runs the rest; below each other both take half."""
    return room - int(_FIGURES * theme().text_scale) if across is Qt.Orientation.Horizontal else room // 2


def _fill(chooser: QComboBox, entries: list[tuple[str, str]]) -> None:
    """Offer these (data, text), keeping what is chosen as long as it is among them."""
    now = [(chooser.itemData(at), chooser.itemText(at)) for at in range(chooser.count())]
    if now == entries or chooser.view().isVisible():
        return
    kept = chooser.currentData()
    chooser.clear()
    for data, text in entries:
        chooser.addItem(text, data)
    chooser.setCurrentIndex(max(0, chooser.findData(kept)))
    chooser.setEnabled(len(entries) > 1)


_EMPTY = QT_TR_NOOP(
    "When a workflow has run, its runs stand here beside each other: what cleared, what did not, and what it took. "
    "Ctrl+N launches one."
)
