# SPDX-License-Identifier: Apache-2.0
"""One run in the centre: header, budgets, banner, and below them its blocks beside its journal."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QTabWidget, QVBoxLayout, QWidget

from app.clock import Beat
from app.commands import Commands
from app.graph.view import GraphView
from app.models.blocks import BlocksModel
from app.models.folding import Folding
from app.run.banner import HoldBanner
from app.run.blocks import BlockTree
from app.run.header import RunHeader
from app.run.journal import JournalPane
from app.run.meters import BudgetMeters
from app.run.timeline import TimelineView
from app.selection import Selection
from app.tasks import Tasks
from engine.projections import MeterView, RunPicture

SIDE_BY_SIDE = 900
"""From this width on, in pixels, blocks and journal stand beside each other, below it one under the other."""


class RunView(QWidget):
    """Shows the selected run."""

    def __init__(
        self,
        data_dir: Path,
        selection: Selection,
        commands: Commands,
        tasks: Tasks,
        beat: Beat,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("runView")
        self._selection = selection
        self._commands = commands
        self._picture: RunPicture | None = None
        self.header = RunHeader(beat, self)
        self.meters = BudgetMeters(self)
        self.banner = HoldBanner(commands, selection, beat, self)
        self._folding = Folding()
        self.tree = BlockTree(BlocksModel(self), selection, self._folding, beat, self)
        self.journal = JournalPane(data_dir, selection, tasks, self)
        self.timeline = TimelineView(selection, beat, self)
        self.graph = GraphView(selection, self._folding, self)
        self.parts = self._make_parts()
        self._lay_out()
        self._connect()

    def show_picture(self, picture: RunPicture) -> None:
        """The run as it stands now."""
        summary = picture.summary
        self.header.show_run(summary, picture.driven)
        self.banner.show_holds(summary.holds)
        self._picture = picture
        self._show_meters()
        self.tree.show_nodes(picture.nodes)
        self.journal.append(picture.first, picture.rows)
        self.graph.show_nodes(picture.nodes)
        self.timeline.show_nodes(picture.nodes, summary.last_at, live=picture.driven and summary.state == "running")
        if self._selection.follows:
            self._selection.choose_node(_where_it_works(picture), following=True)

    def _show_meters(self) -> None:
        """The run's budgets, and those of the block that is looked at and of what it is in, nearest last."""
        if self._picture is None:
            return
        summary = self._picture.summary
        known = {node.id: node for node in self._picture.nodes}
        node = known.get(self._selection.node or "")
        own: list[MeterView] = []
        while node is not None:
            own[:0] = node.meters
            node = known.get(node.parent or "")
        kind = self.banner.budget_kind
        self.meters.show_meters((*summary.meters, *own), live=summary.live, banner_kind=kind)

    def _on_run(self) -> None:
        self._picture = None

    def _make_parts(self) -> QSplitter:
        lower = QTabWidget(self)
        lower.setObjectName("runTabs")
        lower.setDocumentMode(True)
        lower.setAccessibleName("Journal, graph and timeline")
        lower.addTab(self.journal, "Journal")
        lower.addTab(self.graph, "Graph")
        lower.addTab(self.timeline, "Timeline")
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setObjectName("runParts")
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.tree)
        parts.addWidget(lower)
        parts.setSizes([300, 340])
        return parts

    def _lay_out(self) -> None:
        bar = QFrame(self)
        bar.setProperty("role", "bar")
        inner = QVBoxLayout(bar)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.meters)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(bar)
        layout.addWidget(self.banner)
        layout.addWidget(self.parts, 1)

    def _connect(self) -> None:
        self.header.pause_asked.connect(self._on_pause)
        self.header.resume_asked.connect(self._on_resume)
        self.meters.raised.connect(self._on_raised)
        self.tree.folded.connect(self.graph.fold_as_wanted)
        self.graph.folded.connect(self.tree.fold_as_wanted)
        self._selection.run_changed.connect(self._folding.begin)
        self._selection.run_changed.connect(self._on_run)
        self._selection.node_changed.connect(self._show_meters)

    # Buttons act on the run that is shown: another may be selected already, and not be read yet.

    def _on_pause(self) -> None:
        if self._picture is not None:
            self._commands.pause(self._picture.summary.run)

    def _on_resume(self) -> None:
        if self._picture is None:
            return
        hold = self.banner.hold()
        if hold is not None and hold.kind == "pause":
            self._commands.answer(hold.run, hold.id, "resume", expect=hold.seq)
        else:
            self._commands.drive()

    def _on_raised(self, kind: str, by: float) -> None:
        if self._picture is not None:
            self._commands.raise_budget(self._picture.summary.run, kind, by)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Blocks beside the journal where there is room for both."""
        wide = self.width() >= SIDE_BY_SIDE
        wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self.parts.orientation() is not wanted:
            self.parts.setOrientation(wanted)
            self.parts.setSizes([500, 520] if wide else [300, 340])
        super().resizeEvent(event)


def _where_it_works(picture: RunPicture) -> str | None:
    """The block to look at when nobody chose one: what waits, else what works, else the last that did."""
    if picture.summary.holds and picture.summary.holds[0].node is not None:
        return picture.summary.holds[0].node
    active = [node for node in picture.nodes if node.attempts]
    working = [node for node in active if node.state in ("running", "waiting")]
    if working or active:
        return (working or active)[-1].id
    return picture.nodes[0].id if picture.nodes else None
