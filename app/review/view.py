# SPDX-License-Identifier: Apache-2.0
"""The review of an attempt: its facts at the left, its diff or that of the whole run at the right; answers above."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from app.attempts.factgrid import FactGrid
from app.attempts.facts import facts_of
from app.attempts.reading import Change, Evidence, Side, read_change, read_side
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
        self._picture: RunPicture | None = None
        self._title = ElidedLabel("", "strong")
        self.whole = self._make_whole()
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
        run, seq, base = picture.summary.run, picture.summary.last_seq, picture.summary.base
        self._picture = picture
        self.whole.setVisible(base not in ("", attempt.fork_point))
        start = base if self.whole.isChecked() and not self.whole.isHidden() else attempt.fork_point
        key = (run, node.id, attempt.n, attempt.head, start)
        if key != self._key:
            self._key, self._side = key, None
            self.diff.set_message(tr("Reading the diff…"))
        self._attempt = attempt
        self._show_facts()
        evidence = partial(self._reader.evidence, run, seq)
        self._loader.load(partial(_read, self._data_dir, run, node.id, attempt, evidence, start), self._on_read)

    def _on_read(self, found: tuple[Side, Change]) -> None:
        anew = self._side is None
        self._side, change = found
        self._show_facts()
        if not anew:
            return
        if change.files or change.cut:
            self.diff.set_files(change.files, cut=change.cut, key=self._key)
        else:
            self.diff.set_message(tr("No diff") if change.why else tr("No change"), change.why)

    def _on_whole(self) -> None:
        if self._picture is not None:
            self.show_picture(self._picture)

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

    def _make_whole(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("reviewWhole")
        button.setText(tr("Whole run"))
        button.setAccessibleName(tr("Show all that the run has changed up to here"))
        button.setToolTip(button.accessibleName())
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.toggled.connect(self._on_whole)
        return button

    def _lay_out(self) -> None:
        top = BackBar(
            "reviewClose", tr("Close the review (Escape)"), self.closed.emit, (self._title, 1), (self.whole, 0)
        )
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


def _read(
    data_dir: Path, run: str, node: str, attempt: AttemptView, evidence: Evidence, start: str
) -> tuple[Side, Change]:
    """An attempt, and the change from `start` on, which is its own or that of the whole run. Blocks."""
    side = read_side(data_dir, run, node, attempt, evidence)
    own = start == attempt.fork_point
    return side, side.change if own else read_change(data_dir, run, start, attempt.head)
