# SPDX-License-Identifier: Apache-2.0
"""Two attempts beside each other: facts above, and below their diffs, what is between them, and their transcripts."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.attempts.factgrid import FactGrid
from app.attempts.facts import Candidate, Fact, candidates, facts_of, first_pair
from app.attempts.reading import Change, Side, read_change, read_side
from app.diff.view import DiffView
from app.inspector.transcripts import TranscriptFollower
from app.labels import tip
from app.layout import Memory
from app.past import PastReader
from app.tasks import Loader, Tasks
from app.transcript import TranscriptView
from app.translate import tr
from app.widgets import BackBar, plain_label
from app.widgets.splitter import SharedSplitter
from engine.projections import AttemptView, RunPicture
from engine.projections import files as run_files

_SIDES = ("left", "right")

_STACKED = 600
"""Below this width, in pixels, what is compared stands under each other."""


class ComparePane(QWidget):
    """Compares attempts of the selected run. Escape closes it."""

    closed = Signal()  # after the person had enough

    def __init__(self, data_dir: Path, reader: PastReader, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comparePane")
        self.setAccessibleName(tr("Two attempts beside each other"))
        self._data_dir = data_dir
        self._reader = reader
        self._picture: RunPicture | None = None
        self._candidates: list[Candidate] = []
        self._read: list[Side | None] = [None, None]
        self._keys: list[object] = [None, None, None]
        self._loaders = [Loader(tasks, self, f"{side} attempt of a comparison") for side in _SIDES]
        self._between_loader = Loader(tasks, self, "what is between two attempts")
        self._make_parts(tasks)
        self._lay_out()

    def compare(self, picture: RunPicture, chosen: str | None) -> None:
        """Compare the attempts of a block, or of its likes in other branches."""
        self._picture = picture
        self._candidates = candidates(picture.nodes, chosen)
        pair = first_pair(self._candidates, chosen) if self._candidates else (0, 0)
        for chooser, at in zip(self.choosers, pair, strict=True):
            chooser.blockSignals(True)
            chooser.clear()
            chooser.addItems([one.title.replace("\n", " ") for one in self._candidates])
            chooser.setCurrentIndex(at)
            chooser.blockSignals(False)
        self._show()
        self.choosers[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_picture(self, picture: RunPicture) -> None:
        """The run as it stands now: what is compared may still move."""
        if self._picture is not None and picture.summary.run == self._picture.summary.run:
            self._picture = picture
            self._show()

    # --------------------------------------------------------------------------------------------------------- showing

    def _chosen(self, side: int) -> tuple[Candidate, AttemptView] | None:
        at = self.choosers[side].currentIndex()
        if self._picture is None or not 0 <= at < len(self._candidates):
            return None
        candidate = self._candidates[at]
        node = next((node for node in self._picture.nodes if node.id == candidate.node), None)
        if node is None or len(node.attempts) < candidate.attempt:
            return None
        return candidate, node.attempts[candidate.attempt - 1]

    def _show(self) -> None:
        picture = self._picture
        if picture is None:
            return
        run, seq = picture.summary.run, picture.summary.last_seq
        for side in (0, 1):
            chosen = self._chosen(side)
            if chosen is None:
                continue
            candidate, attempt = chosen
            key = (run, candidate.node, attempt.n, attempt.head, attempt.state)
            if key == self._keys[side]:
                continue
            self._keys[side], self._read[side] = key, None
            self._followers[side].show(run_files.transcript_path(self._data_dir, run, candidate.node, attempt.n))
            self.diffs[side].set_message(tr("Reading the diff…"))
            evidence = partial(self._reader.evidence, run, seq)
            work = partial(read_side, self._data_dir, run, candidate.node, attempt, evidence)
            self._loaders[side].load(work, partial(self._on_read, side))
        self._show_facts()
        self._show_between(run)

    def _show_facts(self) -> None:
        self.facts.show_facts(*(self._facts(side) for side in (0, 1)))
        self.parts.balance()
        for chooser in self.choosers:
            chooser.setToolTip(tip(chooser.currentText()))

    def _facts(self, side: int) -> list[Fact]:
        chosen, read = self._chosen(side), self._read[side]
        if chosen is None:
            return []
        return facts_of(chosen[1], read.gates if read else (), read.change.words() if read else tr("reading…"))

    def _show_between(self, run: str) -> None:
        left, right = self._chosen(0), self._chosen(1)
        if left is None or right is None:
            return
        key = (run, left[1].head, right[1].head)
        if key != self._keys[2]:
            self._keys[2] = key
            self.between.set_message(tr("Reading the diff…"))
            self._between_loader.load(partial(read_change, self._data_dir, *key), self._on_between)

    def _on_read(self, side: int, read: Side) -> None:
        self._read[side] = read
        self._show_facts()
        _show_change(self.diffs[side], read.change, tr("This attempt changed nothing."), self._keys[side])

    def _on_between(self, change: Change) -> None:
        _show_change(self.between, change, tr("Both leave the same files."), self._keys[2])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_parts(self, tasks: Tasks) -> None:
        self.choosers = [QComboBox(self) for _ in _SIDES]
        self.diffs = [DiffView(tasks) for _ in _SIDES]
        self.transcripts = [TranscriptView() for _ in _SIDES]
        for at, side in enumerate(_SIDES):
            self.choosers[at].setObjectName(f"compareChooser:{side}")
            self.choosers[at].setAccessibleName((tr("Attempt at the left"), tr("Attempt at the right"))[at])
            self.choosers[at].setMinimumWidth(80)
            self.choosers[at].setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.choosers[at].currentIndexChanged.connect(self._show)
            self.diffs[at].setObjectName(f"compareDiff:{side}")
            self.diffs[at].setAccessibleName(
                (tr("Diff of the attempt at the left"), tr("Diff of the attempt at the right"))[at]
            )
            self.transcripts[at].setObjectName(f"compareTranscript:{side}")
            self.transcripts[at].setAccessibleName(
                (tr("Transcript of the attempt at the left"), tr("Transcript of the attempt at the right"))[at]
            )
            self.transcripts[at].placeholder = tr("No transcript is on record")
        self._followers = [TranscriptFollower(view, tasks) for view in self.transcripts]
        self.between = DiffView(tasks)
        self.between.setObjectName("compareBetween")
        self.between.setAccessibleName(tr("What changes from the left attempt to the right one"))
        self.facts = FactGrid("compareFacts", tr("Facts of both attempts"), self)

    def _lay_out(self) -> None:
        top = BackBar(
            "compareClose",
            tr("Close the comparison (Escape)"),
            self.closed.emit,
            (plain_label(tr("Compare"), "strong"), 0),
            (self.choosers[0], 1),
            (plain_label(tr("with"), "small"), 0),
            (self.choosers[1], 1),
        )
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("compareTabs")
        self.tabs.setAccessibleName(tr("Diffs and transcripts of both attempts"))
        self.tabs.setDocumentMode(True)
        memory = Memory(self._data_dir)
        self.tabs.addTab(_beside(memory, "compare/diffs", self.diffs), tr("Both diffs"))
        self.tabs.addTab(self.between, tr("From left to right"))
        self.tabs.addTab(_beside(memory, "compare/transcripts", self.transcripts), tr("Transcripts"))
        down = Qt.Orientation.Vertical
        self.parts = SharedSplitter(memory, "compare", self._facts_share, orientation=down)
        self.facts.setMinimumHeight(80)
        self.tabs.setMinimumHeight(140)
        self.parts.addWidget(self.facts)
        self.parts.addWidget(self.tabs)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(top)
        layout.addWidget(self.parts, 1)

    def _facts_share(self, room: int, _: Qt.Orientation) -> int:
        """All of the facts, up to half of the page."""
        return min(self.facts.wanted_height(), room // 2)


def _beside(memory: Memory, name: str, widgets: list[DiffView] | list[TranscriptView]) -> SharedSplitter:
    parts = SharedSplitter(memory, name, lambda room, _: room // 2, stack_below=_STACKED)
    for widget in widgets:
        widget.setMinimumSize(120, 60)
        parts.addWidget(widget)
    return parts


def _show_change(view: DiffView, change: Change, nothing: str, key: object) -> None:
    if change.files or change.cut:
        view.set_files(change.files, cut=change.cut, key=key)
    elif change.why:
        view.set_message(tr("No diff"), change.why)
    else:
        view.set_message(tr("No change"), nothing)
