# SPDX-License-Identifier: Apache-2.0
"""The inspector: everything about the selected block and attempt, in tabs."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from app.attempts.facts import candidates
from app.commands import Commands
from app.diff import FileDiff, parse_diff
from app.diff.view import DiffView
from app.inspector.attempts import AttemptStrip
from app.inspector.files import FilesView
from app.inspector.gates import GateEvidence
from app.inspector.notes import notes_of
from app.inspector.speech import SpeechBox
from app.inspector.transcripts import TranscriptFollower, Wanted, seq_of
from app.labels import let_go_of_focus
from app.selection import Selection
from app.tasks import Loader, Tasks
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.transcript import TranscriptView
from app.translate import tr
from app.widgets import ElidedLabel, EmptyState, StatusPill
from app.words import block_word
from engine.errors import PilothouseError
from engine.projections import AttemptView, JournalRow, NodeView, RunPicture
from engine.projections import files as run_files
from engine.projections.words import parse_at

_PARSED_CHARS = 2_000_000


class Inspector(QWidget):
    """Shows what the selection points at; loads only what its open tab needs."""

    compare_asked = Signal()  # attempts shall be compared
    review_asked = Signal()  # the attempt shall be reviewed
    event_asked = Signal(str, int, int, str, object)  # block, attempt, turn, kind and time (ms) of an entry: its event

    wanted = Signal()  # something of it shall be seen: it must come to the front
    line_asked = Signal(int)  # the line of the journal that a note in the transcript is of

    def __init__(
        self, data_dir: Path, selection: Selection, commands: Commands, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName(tr("The selected block"))
        self._data_dir = data_dir
        self._selection = selection
        self._picture: RunPicture | None = None
        self._node: NodeView | None = None
        self._attempt: AttemptView | None = None
        self._message: tuple[tuple[str, str, int | None], Wanted] | None = None
        self._diffed: tuple[str, str, str] | None = None
        self._diff_loader = Loader(tasks, self, "diff of an attempt")
        self._make_head(AttemptStrip(selection, self))  # Tab goes in the order in which parts are made
        self._make_tabs(commands, tasks)
        self._follower = TranscriptFollower(self.transcript, tasks)
        self._lay_out()
        selection.run_changed.connect(self._on_run)
        selection.moment_changed.connect(self._show_transcript)
        self._show()

    def show_picture(self, picture: RunPicture) -> None:
        """The selected run as it stands now."""
        self._picture = picture
        self._show()

    def show_event(self, row: JournalRow) -> None:
        """Show the message that an event of the selected attempt belongs to."""
        self.show_message(_entry_of(row))

    def show_message(self, wanted: Wanted) -> None:
        """Show an entry of the transcript of the selected attempt, with the keyboard in it."""
        chosen = self._selection
        if chosen.run is not None and chosen.node is not None:
            self.show_message_of(chosen.run, chosen.node, chosen.attempt, wanted)

    def show_tab(self, at: int) -> None:
        """Show one of its tabs."""
        self.wanted.emit()
        self.tabs.setCurrentIndex(at)

    def show_message_of(self, run: str, node: str, attempt: int | None, wanted: Wanted) -> None:
        """The same of an attempt that was just selected, as soon as its run is read."""
        self.wanted.emit()
        self.tabs.setCurrentWidget(self.talk)
        self._message = (run, node, attempt), wanted
        self._show()
        self.transcript.setFocus(Qt.FocusReason.OtherFocusReason)

    def may_speak(self) -> bool:
        """Whether the agent of the selected attempt can be spoken to, and is in sight, or can be brought there."""
        above = self.parentWidget()
        behind = isinstance(above, QStackedWidget) and above.isVisible()  # one of several tabs
        return (self.isVisible() or behind) and self.speech.field.isEnabled()

    def open_message(self) -> None:
        """Bring up the field for a message, with the keyboard in it."""
        if self.may_speak():
            self.wanted.emit()
            self.tabs.setCurrentWidget(self.talk)
            self.speech.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_back_to(self, row: JournalRow) -> None:
        """The panes show the past: bring what was said last by then into view."""
        if self._node is not None and self._attempt is not None:
            self._follower.reveal(Wanted(at_ms=_ms(row.at), opened=False))

    def _ask_event(self) -> None:
        source, at = self.transcript.source(), self.transcript.current()
        if self._node is not None and self._attempt is not None and at is not None and at < len(source):
            entry = source.entry(at)
            if seq := seq_of(entry):
                self.line_asked.emit(seq)
                return
            self.event_asked.emit(self._node.id, self._attempt.n, entry.turn, entry.kind, entry.at_ms)

    def _on_run(self) -> None:
        self._picture = None
        self._show()

    # --------------------------------------------------------------------------------------------------------- showing

    def _show(self) -> None:
        picture, wanted = self._picture, self._selection.node
        nodes = picture.nodes if picture is not None else ()
        self._node = next((node for node in nodes if node.id == wanted), None)
        self._attempt = _attempt_of(self._node, self._selection.attempt)
        self._show_head()
        self._strip.show_node(self._node, self._selection.attempt)
        _show_or_let_go(self.compare, len(candidates(nodes, wanted)) > 1)
        _show_or_let_go(self.review, self._attempt is not None)
        self._show_transcript()
        self._show_gates()
        self._show_tab()

    def _show_head(self) -> None:
        node = self._node
        self._pill.setVisible(node is not None)
        if node is None:
            self._name.set_text(tr("No block selected"))
            self._what.set_text("")
            return
        self._pill.set_status(node.state)
        self._name.set_text(node.name)
        kind = block_word(node.kind)
        parts = [kind if node.name == node.id else f"{kind} {node.id}"]
        if node.role:
            parts.append(tr("role {role}").format(role=node.role))
        if self._attempt is not None:
            parts += [part for part in (self._attempt.backend, self._attempt.model, self._attempt.isolation) if part]
        self._what.set_text(" · ".join(parts))
        self._claimed.setVisible(node.claimed_only)

    def _show_transcript(self) -> None:
        run, node, attempt = self._selection.run, self._node, self._attempt
        if run is None or node is None:
            self.transcript.placeholder = tr("Select a block to read its transcript")
        elif attempt is None:
            planned = (
                tr("This block has not begun") if node.state == "pending" else tr("This block has no agent of its own")
            )
            self.transcript.placeholder = planned
        elif attempt.state == "running":
            self.transcript.placeholder = tr("The agent has said nothing yet")
        else:
            self.transcript.placeholder = tr("No transcript is on record")
        path = None
        if run is not None and node is not None and attempt is not None:
            path = run_files.transcript_path(self._data_dir, run, node.id, attempt.n)
        self._follower.show(path, notes_of(node, attempt) if node is not None and attempt is not None else ())
        self.speech.show_attempt(run, node, attempt, past=self._selection.moment is not None)
        if path is not None and self._message is not None:
            place, wanted = self._message
            if place == (run, self._selection.node, self._selection.attempt):
                self._follower.reveal(wanted)
            self._message = None
        if path is None:
            self.transcript.viewport().update()

    def _show_gates(self) -> None:
        picture, node, attempt = self._picture, self._node, self._attempt
        if picture is None or node is None or picture.node != node.id:
            self.gates.show_gates((), tr("Select a block to see how its gates were judged."))
            return
        shown = tuple(gate for gate in picture.gates if attempt is None or gate.attempt == attempt.n)
        note = tr("The gates are measured when the agent has ended its turn.")
        if node.kind not in ("step", "run", "orchestrate", "publish"):
            note = tr("This block has no gate of its own.")
        self.gates.show_gates(shown, note)

    def _show_tab(self) -> None:
        """What only the open tab needs is loaded when it is open."""
        run, node, attempt = self._selection.run, self._node, self._attempt
        tab = self.tabs.currentWidget()
        if tab is self.diff:
            self._show_diff(run, attempt)
        elif tab is self.artifacts:
            self._show_artifacts(run, node, attempt)
        elif tab is self.blackboard and run is not None:
            place = (run, self._picture.summary.last_seq if self._picture is not None else 0)
            if place != self._looked.get(tab):
                self._looked[tab] = place
                self.blackboard.look_at(
                    run,
                    partial(run_files.blackboard_files, self._data_dir, run),
                    partial(run_files.read_blackboard_file, self._data_dir, run),
                )

    def _show_artifacts(self, run: str | None, node: NodeView | None, attempt: AttemptView | None) -> None:
        if run is None or node is None or attempt is None:
            self._looked.pop(self.artifacts, None)
            self.artifacts.look_away()
            return
        place = (run, node.id, attempt.n)
        seen = (place, attempt.state, len(attempt.turns), self._picture.summary.last_seq if self._picture else 0)
        if seen != self._looked.get(self.artifacts):
            self._looked[self.artifacts] = seen
            self.artifacts.look_at(
                place,
                partial(run_files.attempt_files, self._data_dir, *place),
                partial(run_files.read_attempt_file, self._data_dir, *place),
            )

    def _show_diff(self, run: str | None, attempt: AttemptView | None) -> None:
        wanted: tuple[str, str, str] | None = None
        if run is not None and attempt is not None and attempt.head is not None:
            wanted = (run, attempt.fork_point, attempt.head)
        if wanted == self._diffed and wanted is not None:
            return
        if wanted is None:
            self._diffed = None
            self._diff_loader.stop()
            if attempt is None:
                self.diff.set_message(tr("Nothing to compare"), tr("Select a block whose agent has worked."))
            else:
                self.diff.set_message(tr("Nothing secured yet"), tr("The diff appears when the turn has ended."))
            return
        self._diffed = wanted
        self.diff.set_message(tr("Reading the diff…"), "")
        self._diff_loader.load(
            partial(_read_diff, self._data_dir, *wanted),
            self._on_diff,
            self._on_no_diff,
            (OSError, PilothouseError),
        )

    def _on_diff(self, found: tuple[list[FileDiff], bool]) -> None:
        files, cut = found
        if files or cut:
            self.diff.set_files(files, cut=cut, key=self._diffed)
        else:
            self.diff.set_message(tr("No change"), tr("This attempt changed nothing."))

    def _on_no_diff(self, error: Exception) -> None:
        self._diffed = None
        self.diff.set_message(tr("The diff cannot be read"), str(error))

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_head(self, strip: AttemptStrip) -> None:
        self.compare = self._button("compareButton", tr("Compare"), tr("Two attempts beside each other (Ctrl+Shift+C)"))
        self.compare.clicked.connect(self.compare_asked)
        self.review = self._button("reviewButton", tr("Review"), tr("Facts beside the whole diff (Ctrl+Shift+R)"))
        self.review.clicked.connect(self.review_asked)
        self._strip = strip

    def _make_tabs(self, commands: Commands, tasks: Tasks) -> None:
        self.tabs = QTabWidget(self)
        self.transcript = TranscriptView()
        self.transcript.linked.connect(self._ask_event)
        self.speech = SpeechBox(commands)
        self.speech.left.connect(partial(self.transcript.setFocus, Qt.FocusReason.OtherFocusReason))
        self.talk = QWidget(self)
        column = QVBoxLayout(self.talk)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transcript, 1)
        column.addWidget(self.speech)
        to_event = QAction(tr("Show its event in the journal"), self.transcript)
        to_event.setObjectName("showEvent")
        to_event.setShortcut(QKeySequence(Qt.Key.Key_E))
        to_event.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        to_event.triggered.connect(self._ask_event)
        self.transcript.addAction(to_event)
        self.gates = GateEvidence()
        self.diff = DiffView(tasks)
        nothing = EmptyState("artifact", tr("No files"), tr("What an attempt leaves in its folder appears here."))
        self.artifacts = FilesView("artifactsView", tr("Files of this attempt"), nothing, tasks)
        bare = EmptyState(
            "blackboard", tr("Nothing on the blackboard"), tr("What agents leave for each other appears here.")
        )
        self.blackboard = FilesView("blackboardView", tr("The blackboard of this run"), bare, tasks)
        self._looked: dict[QWidget | None, object] = {}
        self.tabs.setObjectName("inspectorTabs")
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Parts of the selected attempt"))
        self.tabs.tabBar().setAccessibleName(tr("Parts of the selected attempt"))
        for widget, title in (
            (self.talk, tr("Transcript")),
            (self.gates, tr("Gates")),
            (self.diff, tr("Diff")),
            (self.artifacts, tr("Files")),
            (self.blackboard, tr("Blackboard")),
        ):
            self.tabs.addTab(widget, title)
        self.tabs.currentChanged.connect(self._show_tab)

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setProperty("kind", "quiet")
        button.setAutoDefault(False)
        button.hide()
        return button

    def _lay_out(self) -> None:
        self._pill = StatusPill("unknown")
        self._name = ElidedLabel("", "title")
        self._what = ElidedLabel("", "small", "muted")
        self._claimed = StatusPill("claimed")
        self._claimed.setToolTip(tr("Claimed only: nothing but the agent's own word proves this step"))
        self._claimed.hide()
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._name, 1)
        head.addWidget(self._claimed)
        head.addWidget(self._pill)
        under = QHBoxLayout()
        under.setSpacing(SPACE_XS)
        under.addWidget(self._what, 1)
        under.addWidget(self.compare)
        under.addWidget(self.review)
        top = QFrame(self)
        top.setProperty("role", "bar")
        column = QVBoxLayout(top)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_XS)
        column.setSpacing(SPACE_XS)
        column.addLayout(head)
        column.addLayout(under)
        column.addWidget(self._strip)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(top)
        layout.addWidget(self.tabs, 1)


def _show_or_let_go(button: QPushButton, shown: bool) -> None:
    if not shown:
        let_go_of_focus(button)
    button.setVisible(shown)


def _entry_of(row: JournalRow) -> Wanted:
    match row.type:
        case "turn_started" | "agent_started" | "attempt_opened":
            return Wanted(turn=row.turn or 1, end="first")
        case "turn_ended" | "turn_lost":
            return Wanted(turn=row.turn or 1, end="last", seq=row.seq)
    return Wanted(at_ms=_ms(row.at), seq=row.seq)


def _ms(at: str) -> int | None:
    moment = parse_at(at)
    return None if moment is None else int(moment.timestamp() * 1000)


def _attempt_of(node: NodeView | None, n: int | None) -> AttemptView | None:
    if node is None or not node.attempts:
        return None
    return node.attempts[min(n or len(node.attempts), len(node.attempts)) - 1]


def _read_diff(data_dir: Path, run: str, base: str, head: str) -> tuple[list[FileDiff], bool]:
    found = run_files.commit_diff(data_dir, run, base, head, _PARSED_CHARS)
    return parse_diff(found.text), found.cut
