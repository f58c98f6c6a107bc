# SPDX-License-Identifier: Apache-2.0
"""One workflow: what it is, its graph, its source, its faults, and what can be done with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.asking import Choice, ask
from app.figures import counted, numeral
from app.graph.view import GraphView
from app.labels import WrapLabel, plain_label
from app.launch.dryrun import DryRun
from app.library.check import Checked, Checker
from app.library.desk import Desk
from app.library.faults import FaultList
from app.library.preview import MOST_BLOCKS
from app.library.source import SourceEdit
from app.models.folding import Folding
from app.selection import Selection
from app.tasks import Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import QT_TR_NOOP, tr
from app.widgets import ElidedLabel, EmptyState
from engine.definition import Entry
from engine.errors import Fault

_BESIDE_FROM = 460
"""From this width on, in pixels, the buttons stand beside the title."""

GRAPH, SOURCE, BOTH = range(3)
_VIEWS = (
    (QT_TR_NOOP("Graph"), QT_TR_NOOP("The blocks of this workflow")),
    (QT_TR_NOOP("Source"), QT_TR_NOOP("The file")),
    (QT_TR_NOOP("Side by side"), QT_TR_NOOP("The file and its blocks")),
)


class Detail(QWidget):
    """Shows what is on the desk. Bundled workflows are shown, never changed."""

    launch_asked = Signal(object)  # the Path of the workflow to launch
    duplicate_asked = Signal(object)  # the Path of the workflow to begin another with

    def __init__(self, desk: Desk, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self._entry: Entry | None = None
        self._drawn: Path | None = None
        self._checked = Checked()
        self._checker = Checker(tasks, self)
        self._chosen = Selection(self)
        self.source = SourceEdit(tasks, self)
        self.graph = GraphView(self._chosen, Folding(), self)
        self.graph.definition = True
        self.graph.setObjectName("workflowGraph")
        self.graph.setAccessibleName(tr("Graph of this workflow"))
        self.faults = FaultList(self)
        self.dry = DryRun(tasks, self)
        self.dry.setObjectName("workflowDryRun")
        self._graph_stack, self._stale = QStackedWidget(self), plain_label(tr(_STALE), "small")
        self._make_head()
        self._make_notices()
        self._lay_out()
        desk.opened.connect(self._on_opened)
        desk.saved.connect(self._on_saved)
        desk.moved.connect(self._on_moved)
        desk.failed.connect(self._on_failed)
        desk.unsaved_changed.connect(self._show_buttons)
        self.source.edited.connect(self._on_edited)
        self._checker.found.connect(self._on_checked)
        self.faults.chosen.connect(self._on_fault)
        self._chosen.node_changed.connect(self._on_node)
        for keys, act in (("Ctrl+S", self._save), ("F7", self._next_fault)):
            QShortcut(QKeySequence(keys), self, act, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        theme().changed.connect(self._tint)
        self._tint()

    def show_entry(self, entry: Entry) -> None:
        """Open this workflow."""
        if self._entry is not None and entry.path == self._entry.path:
            self._entry = entry
            self._show_words()
            return
        self._entry = entry
        self._checked = Checked()
        self._checker.forget()
        self._show_buttons()
        self.desk.open(entry.path)

    @property
    def path(self) -> Path | None:
        """The file that is shown."""
        return self._entry.path if self._entry is not None else None

    def edit(self) -> None:
        """Show the source, with the keyboard in it."""
        if self.views.currentIndex() == GRAPH:
            self.views.setCurrentIndex(BOTH)
        self.source.setFocus(Qt.FocusReason.OtherFocusReason)

    # ----------------------------------------------------------------------------------------------------------- desk

    def _on_opened(self) -> None:
        document = self.desk.document
        if document is None or document.path != self.path:
            return
        locked = document.locked or (tr(_BUNDLED) if self._is_bundled() else "")
        self.source.show_text(self.desk.text, locked=bool(locked))
        self.faults.show_faults("", (), ())
        self._lock.set_text(locked)
        self._lock_bar.setVisible(bool(locked))
        self._moved_bar.hide()
        self._fault_bar.hide()
        self._checked = Checked()
        self._chosen.choose_run(str(document.path))
        self.dry.show_workflow(None, {})
        if document.fault:
            self._on_checked(Checked(faults=(Fault(document.path.name, 0, 0, document.fault),)))
        else:
            self._show_graph(tr("Reading…"), "")
            self._check(soon=False)
        self._show_words()
        self._show_buttons()

    def _on_saved(self) -> None:
        self._moved_bar.hide()
        self._fault_bar.hide()
        self._show_buttons()

    def _on_moved(self) -> None:
        self._moved_bar.show()  # it takes no focus: somebody may be typing

    def _on_failed(self, why: str) -> None:
        self._fault.setText(why)
        self._fault_bar.show()

    def _on_edited(self) -> None:
        self.desk.edit(self.source.text())
        self._check(soon=True)

    def _check(self, *, soon: bool) -> None:
        if self.desk.document is not None:
            self._checker.check(self.desk.text, self.desk.document.path, soon=soon)

    def _on_checked(self, found: Checked) -> None:
        self._checked = found
        file = self.desk.document.path.name if self.desk.document is not None else ""
        here = [[one for one in some if one.file == file] for some in (found.faults, found.warnings)]
        self.source.show_faults(*here)
        self.faults.show_faults(file, found.faults, found.warnings)
        self.dry.show_workflow(found.workflow, {})
        self.dry.setVisible(found.workflow is not None)
        self._show_buttons()
        if found.workflow is None:
            self._show_graph(tr("It cannot be drawn yet"), tr("Its faults are listed below; each has its line."))
        elif found.blocks > MOST_BLOCKS:
            self._show_graph(
                counted("{n} blocks", "{n} block", found.blocks),
                tr("The graph of a workflow shows at most {n}.").format(n=numeral(MOST_BLOCKS)),
            )
        else:
            self._show_graph("", "")

    def _show_graph(self, title: str, sentence: str) -> None:
        """The graph; or in its place, where nothing was drawn before, why there is none."""
        drawn = bool(self.graph.boxes()) and self._drawn == self.path
        if not title:
            self._drawn = self.path
            self.graph.show_nodes(self._checked.nodes)
            self._graph_stack.setCurrentWidget(self.graph)
        elif drawn and self._checked.faults and self.desk.unsaved:
            self._graph_stack.setCurrentWidget(self.graph)
        else:
            self._no_graph.set_text(title, sentence)
            self._graph_stack.setCurrentWidget(self._no_graph)
        self._stale.setVisible(bool(title) and self._graph_stack.currentWidget() is self.graph)

    # ------------------------------------------------------------------------------------------------------------- acts

    def _launch(self) -> None:
        if self.path is not None:
            self.launch_asked.emit(self.path)

    def _duplicate(self) -> None:
        if self.path is not None:
            self.duplicate_asked.emit(self.path)

    def _save(self) -> None:
        self.desk.save()

    def _keep_mine(self) -> None:
        self.desk.save(over=True)

    def _revert(self) -> None:
        ask(
            "revertQuestion",
            tr("Give up what you typed?"),
            tr("What is on disk is shown again. What you typed since it was opened is lost."),
            (
                Choice("revert:undo", tr("Give it up"), self.desk.revert, "", "danger"),
                Choice("revert:keep", tr("Keep my changes"), None),
            ),
            self.window(),
        )

    def _on_fault(self, fault: Fault) -> None:
        if self.desk.document is not None and fault.file == self.desk.document.path.name and fault.line:
            if self.views.currentIndex() == GRAPH:
                self.views.setCurrentIndex(SOURCE)
            self.source.go_to(fault.line, fault.column)
            self.source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _next_fault(self) -> None:
        listed = self.faults.list
        if self._checked.faults or self._checked.warnings:
            listed.setCurrentRow((listed.currentRow() + 1) % min(listed.count(), len(self._all_faults())))
            self._on_fault(self._all_faults()[listed.currentRow()])

    def _all_faults(self) -> list[Fault]:
        return [*self._checked.faults, *self._checked.warnings]

    def _on_node(self) -> None:
        """A block of the graph was chosen: its line is shown, where the source is."""
        line = line_of(self.source.text(), [node.id for node in self._checked.nodes], self._chosen.node)
        if line and self.source.isVisible():
            self.source.go_to(line, 1)

    # ---------------------------------------------------------------------------------------------------------- showing

    def _is_bundled(self) -> bool:
        return self._entry is not None and self._entry.origin == "bundled"

    def _show_words(self) -> None:
        entry = self._entry
        if entry is None:
            return
        workflow = self._checked.workflow
        self._title.set_text((workflow.title or workflow.name) if workflow is not None else entry.title or entry.name)
        origin = {"bundled": tr("comes with Pilothouse"), "own": tr("yours")}.get(
            entry.origin, tr("kept in {place}").format(place=entry.place)
        )
        self._where.set_text(f"{entry.name} · {origin}", str(entry.path))

    def _show_buttons(self) -> None:
        document = self.desk.document
        if document is not None and document.path != self.path:
            document = None  # it is still to be read
        unsaved = document is not None and self.desk.unsaved
        editable = document is not None and not document.locked and not self._is_bundled()
        for button in (self._save_button, self._revert_button):
            button.setVisible(editable)
            button.setEnabled(unsaved)
        ready = self._checked.workflow is not None and not unsaved
        self._launch_button.setEnabled(ready)
        self._launch_button.setToolTip(tr("Save it first") if unsaved else "" if ready else tr("It has faults"))
        self._duplicate_button.setEnabled(document is not None and not unsaved)
        self._show_words()

    def _show_view(self, view: int) -> None:
        self.source.setVisible(view != GRAPH)
        self._graph_side.setVisible(view != SOURCE)
        if view == BOTH:
            half = self.parts.width() // 2
            self.parts.setSizes([half + half // 5, half - half // 5])

    # ------------------------------------------------------------------------------------------------------------ parts

    def _make_head(self) -> None:
        self._title = ElidedLabel("", "title", "text")
        self._title.setObjectName("workflowTitle")
        self._where = ElidedLabel("", "small", "muted")
        self._launch_button = _button(tr("Launch…"), "workflowLaunch", tr("Launch this workflow"), self._launch)
        self._launch_button.setProperty("kind", "primary")
        self._duplicate_button = _button(
            tr("Duplicate…"), "workflowDuplicate", tr("Begin another workflow with this one"), self._duplicate
        )
        self._save_button = _button(tr("Save"), "workflowSave", tr("Save this workflow"), self._save)
        self._save_button.setToolTip(QKeySequence("Ctrl+S").toString(QKeySequence.SequenceFormat.NativeText))
        self._revert_button = _button(
            tr("Undo all…"), "workflowRevert", tr("Undo everything since it was saved"), self._revert
        )
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addWidget(self._title)
        words.addWidget(self._where)
        self.head = QFrame(self)
        self.head.setProperty("role", "bar")
        self._head_row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.head)
        self._head_row.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        self._head_row.setSpacing(SPACE_S)
        self._head_row.addLayout(words, 1)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        for button in (self._revert_button, self._save_button, self._duplicate_button, self._launch_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._head_row.addLayout(row)
        self.views = QTabBar(self)
        self.views.setObjectName("workflowViews")
        self.views.setAccessibleName(tr("How the workflow is shown"))
        self.views.setExpanding(False)
        for title, sentence in _VIEWS:
            self.views.setTabToolTip(self.views.addTab(tr(title)), tr(sentence))
        self.views.currentChanged.connect(self._show_view)

    def _make_notices(self) -> None:
        self._lock = WrapLabel()
        self._lock_bar = _bar(self._lock)
        self._theirs = _button(tr("Show what is on disk…"), "workflowTheirs", tr("Give up my changes"), self._revert)
        self._mine = _button(tr("Save mine over it"), "workflowMine", tr("Overwrite the file on disk"), self._keep_mine)
        self._mine.setProperty("kind", "danger")
        self._moved_bar = _bar(plain_label(tr(_MOVED), wrap=True), self._theirs, self._mine)
        self._moved_bar.setObjectName("workflowMoved")
        self._fault = plain_label("", "", wrap=True)
        self._fault.setObjectName("workflowFault")
        self._fault_bar = _bar(self._fault)

    def _lay_out(self) -> None:
        self._no_graph = EmptyState("workflow", tr("Reading…"))
        self._stale.setContentsMargins(SPACE_M, SPACE_XS, SPACE_M, SPACE_XS)
        self._stale.hide()
        self._graph_stack.addWidget(self._no_graph)
        self._graph_stack.addWidget(self.graph)
        self._graph_side = QWidget(self)
        side = QVBoxLayout(self._graph_side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(self._stale)
        side.addWidget(self._graph_stack, 1)
        self.parts = QSplitter(Qt.Orientation.Horizontal, self)
        self.parts.setObjectName("workflowParts")
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self.source)
        self.parts.addWidget(self._graph_side)
        foot = QFrame(self)
        below = QVBoxLayout(foot)
        below.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        below.addWidget(self.dry)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self._lock_bar, self._moved_bar, self._fault_bar, self.views):
            column.addWidget(widget)
        column.addWidget(self.parts, 1)
        column.addWidget(self.faults)
        column.addWidget(foot)
        self._show_view(GRAPH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the buttons stand below the title, which is cut else."""
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE_FROM * theme().text_scale
        self._head_row.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    def _tint(self) -> None:
        self._launch_button.setIcon(theme().icon("launch", "on_accent"))


def line_of(text: str, ids: list[str], wanted: str | None) -> int:
    """The line in which a block of that id is written; 0 where it cannot be told."""
    if wanted not in ids:
        return 0
    names = [_last(id_) for id_ in ids]
    nth = Counter(names[: ids.index(wanted)])[_last(wanted)]
    heads = re.compile(rf"[ \t]*(?:- *)*\{{? *(?:{_KINDS}): *{re.escape(_last(wanted))}(?![\w-])")
    found = [number for number, line in enumerate(text.split("\n"), 1) if heads.match(line)]
    return found[nth] if nth < len(found) else 0


def _last(id_: str) -> str:
    return re.sub(r"\[[^\]]*\]$|#\d+$", "", id_.rpartition("/")[2])


def _button(text: str, name: str, told: str, act: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAccessibleName(told)
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button


def _bar(words: QWidget, *buttons: QWidget) -> QFrame:
    bar = QFrame()
    bar.setProperty("role", "notice")
    row = QHBoxLayout(bar)
    row.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
    row.setSpacing(SPACE_S)
    row.addWidget(words, 1)
    for button in buttons:
        row.addWidget(button)
    bar.hide()
    return bar


_KINDS = "step|run|sequence|parallel|loop|orchestrate|call|choose|publish"
_STALE = QT_TR_NOOP("As it was before the faults.")
_BUNDLED = QT_TR_NOOP("It comes with Pilothouse and stays as it is. Duplicate it to make it yours.")
_MOVED = QT_TR_NOOP("The file has changed on disk since you opened it, and you have changes that are not saved.")
