# SPDX-License-Identifier: Apache-2.0
"""The review of an attempt: its facts at the left, its whole diff at the right; the hold's answers stand above."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.attempts.factgrid import FactGrid
from app.attempts.facts import facts_of
from app.attempts.reading import Side, read_side
from app.diff.view import DiffView
from app.layout import Memory
from app.past import PastReader
from app.tasks import Loader, Tasks
from app.theme import theme
from app.translate import tr
from app.widgets import BackBar, ElidedLabel
from app.widgets.splitter import SharedSplitter
from engine.projections import AttemptView, RunPicture

_STACKED, _FACTS = 640, 370
"""Below this width the diff stands under the facts; and how wide those are beside it, in pixels."""


class ReviewPane(QWidget):
    """Shows one attempt of the selected run. Escape closes it."""

    closed = Signal()  # after the person had enough
    note_made = Signal(str)  # comments on the diff that shall go back to the agent

    def __init__(self, data_dir: Path, reader: PastReader, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reviewPane")
        self.setAccessibleName(tr("Review of an attempt"))
        self._data_dir = data_dir
        self._reader = reader
        self._loader = Loader(tasks, self, "what is reviewed")
        self._key: object = None
        self._place: tuple[str, int | None] | None = None
        self._side: Side | None = None
        self._attempt: AttemptView | None = None
        self._title = ElidedLabel("", "strong")
        self.facts = FactGrid("reviewFacts", tr("What is known of this attempt"), self)
        self.diff = DiffView(tasks)
        self.diff.setObjectName("reviewDiff")
        self.diff.note_made.connect(self.note_made)
        self._lay_out()

    def review(self, picture: RunPicture, node: str, attempt: int | None) -> None:
        """Show an attempt; None: the latest."""
        self._place = (node, attempt)
        self.show_picture(picture)
        self.diff.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_picture(self, picture: RunPicture) -> None:
        """The run as it stands now: what is reviewed may still move."""
        node = next((one for one in picture.nodes if self._place is not None and one.id == self._place[0]), None)
        if node is None or not node.attempts or self._place is None:
            return
        attempt = node.attempts[min(self._place[1] or len(node.attempts), len(node.attempts)) - 1]
        self._title.set_text(tr("Review · {name} · attempt {n}").format(name=node.name, n=attempt.n))
        run, seq = picture.summary.run, picture.summary.last_seq
        key = (run, node.id, attempt.n, attempt.head)
        if key != self._key:
            self._key, self._side = key, None
            self.diff.set_message(tr("Reading the diff…"))
        self._attempt = attempt
        self._show_facts()
        evidence = partial(self._reader.evidence, run, seq)
        self._loader.load(partial(read_side, self._data_dir, run, node.id, attempt, evidence), self._on_read)

    def _on_read(self, side: Side) -> None:
        anew = self._side is None
        self._side = side
        self._show_facts()
        if not anew:
            return
        if side.change.files or side.change.cut:
            self.diff.set_files(side.change.files, cut=side.change.cut, key=self._key)
        else:
            self.diff.set_message(tr("No diff") if side.change.why else tr("No change"), side.change.why)

    def _show_facts(self) -> None:
        if self._attempt is not None:
            side = self._side
            changed = side.change.words() if side else tr("reading…")
            self.facts.show_facts(facts_of(self._attempt, side.gates if side else (), changed))
            self.parts.balance()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def _lay_out(self) -> None:
        top = BackBar("reviewClose", tr("Close the review (Escape)"), self.closed.emit, (self._title, 1))
        self.parts = SharedSplitter(Memory(self._data_dir), "review", self._facts_share, stack_below=_STACKED)
        self.facts.setMinimumSize(200, 80)
        self.diff.setMinimumSize(240, 120)
        self.parts.addWidget(self.facts)
        self.parts.addWidget(self.diff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(top)
        layout.addWidget(self.parts, 1)

    def _facts_share(self, room: int, across: Qt.Orientation) -> int:
        if across is Qt.Orientation.Horizontal:
            return min(int(_FACTS * theme().text_scale), room * 2 // 5)
        return min(self.facts.wanted_height(), room * 2 // 5)
