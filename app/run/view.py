# SPDX-License-Identifier: Apache-2.0
"""One run in the centre: header, budgets, banner, and below them its blocks beside its journal."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.attempts.facts import candidates
from app.clock import Beat
from app.commands import Commands, Report
from app.compare.view import ComparePane
from app.graph.view import GraphView
from app.labels import let_go_of_focus
from app.models.blocks import BlocksModel
from app.models.folding import Folding
from app.models.runs import at_work_since
from app.past import PastReader
from app.review.view import ReviewPane
from app.run.banner import HoldBanner
from app.run.blocks import BlockTree
from app.run.header import RunHeader
from app.run.journal import JournalPane
from app.run.meters import BudgetMeters
from app.run.panes import RunPanes
from app.run.scrubber import Scrubber
from app.run.timeline import TimelineView
from app.selection import Selection
from app.tasks import Tasks
from app.theme import theme
from app.translate import tr
from engine.projections import MeterView, RunPicture

_LEAST_BODY = 40
"""What blocks and journal take in a low window, in pixels: they give way, and not what waits for an answer."""


class RunView(QWidget):
    """Shows the selected run, as it is now or as it was at a moment."""

    shown = Signal(object)  # the RunPicture that the panes show now
    spread_changed = Signal()  # after a review or a comparison was opened or closed
    went = Signal(object)  # the JournalRow at the moment of the past that was asked for
    failed = Signal(str)  # a sentence, after the past could not be read, or holds nothing of what was looked for

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
        self._live: RunPicture | None = None
        self._data_dir = data_dir
        self._tasks = tasks
        self._reader = PastReader(data_dir, tasks, self)
        self._review: ReviewPane | None = None
        self._compare: ComparePane | None = None
        self.header = RunHeader(beat, self)
        self.meters = BudgetMeters(self)
        self.scrubber = Scrubber(self)
        self.banner = HoldBanner(commands, selection, beat, self)
        self._folding = Folding()
        self.tree = BlockTree(BlocksModel(self), selection, self._folding, beat, self)
        self.journal = JournalPane(data_dir, selection, tasks, self)
        self.timeline = TimelineView(selection, beat, self)
        self.graph = GraphView(selection, self._folding, self)
        self.parts = RunPanes(self.tree, self.journal, self.graph, self.timeline, self)
        self.tabs = self.parts.tabs
        self._lay_out()
        self._connect()
        beat.struck.connect(self._on_beat)

    def show_picture(self, picture: RunPicture) -> None:
        """The run as it stands now. While one looks at the past, only what is on record grows."""
        self._live = picture
        self.journal.append(picture.first, picture.rows)
        if self._selection.moment is None:
            self._show(picture)
        self._show_scrubber()

    def _show(self, picture: RunPicture) -> None:
        summary, past = picture.summary, self._selection.moment is not None
        self._picture = picture
        self.header.show_run(summary, picture.driven, past=past, why=picture.why)
        self.banner.show_holds(summary.holds, past=past, title=summary.title)
        self._show_meters()
        self.tree.show_nodes(picture.nodes)
        self.parts.fit_tree()
        self.graph.show_nodes(picture.nodes)
        whole = self._live.nodes if past and self._live is not None else None
        live = picture.driven and summary.state == "running" and not past
        self.timeline.show_nodes(picture.nodes, summary.last_at, live=live, whole=whole)
        if self._selection.follows:
            self._selection.choose_node(_where_it_works(picture), following=True)
        for pane in (self._review, self._compare):
            if pane is not None and pane is self._body.currentWidget():
                pane.show_picture(picture)
        self.shown.emit(picture)

    def _on_beat(self) -> None:
        picture = self._picture
        if picture is not None and self.isVisible() and at_work_since(picture.summary, driven=picture.driven):
            self._show_meters()

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
        live = summary.live and self._selection.moment is None
        since = at_work_since(summary, driven=self._picture.driven) if live else 0
        whole = [_ticked(meter, since) for meter in summary.meters]
        self.meters.show_meters((*whole, *own), live=live, banner_kind=self.banner.budget_kind)

    # ----------------------------------------------------------------------------------------------- review, comparison

    @property
    def spread(self) -> bool:
        """Whether a review or a comparison is shown, which shows the selected block by itself."""
        return self._body.currentWidget() is not self.parts

    def open_review(self) -> None:
        """Show what the hold is about, or else the selected attempt: its facts beside its whole diff."""
        hold = self.banner.hold()
        node, attempt = (hold.node, hold.attempt) if hold is not None and hold.node else (None, None)
        if node is None or (self._selection.node not in (None, node)):
            node, attempt = self._selection.node, self._selection.attempt
        if self._picture is None or node is None:
            return
        if self._review is None:
            self._review = ReviewPane(self._data_dir, self._reader, self._tasks, self)
            self._review.closed.connect(self.close_spread)
            self._review.note_made.connect(self.take_note)
            self._body.addWidget(self._review)
        self._review.review(self._picture, node, attempt)
        self._spread_out(self._review)

    def open_compare(self) -> None:
        """Show two attempts of the selected block, or of its likes in other branches, beside each other."""
        if self._picture is None or not self.may_compare():
            return
        if self._compare is None:
            self._compare = ComparePane(self._data_dir, self._reader, self._tasks, self)
            self._compare.closed.connect(self.close_spread)
            self._body.addWidget(self._compare)
        self._compare.compare(self._picture, self._selection.node)
        self._spread_out(self._compare)

    def may_compare(self) -> bool:
        """Whether the selected block has more than one attempt, or likes in other branches."""
        return self._picture is not None and len(candidates(self._picture.nodes, self._selection.node)) > 1

    def close_spread(self) -> None:
        """Back to the run's own panes."""
        if self.spread:
            let_go_of_focus(self._body)
            self._body.setCurrentWidget(self.parts)
            self.banner.set_brief(False)
            self._show_bars()
            self.spread_changed.emit()

    def _spread_out(self, pane: QWidget) -> None:
        self._body.setCurrentWidget(pane)
        self.banner.set_brief(True)
        self._show_bars()
        self.spread_changed.emit()

    def _show_bars(self) -> None:
        """Meters make room for a review; the past stays marked."""
        self.scrubber.setVisible(not self.spread or self._selection.moment is not None)
        self._meter_bar.setVisible(not self.spread)

    def take_note(self, note: str) -> None:
        """Comments on a diff go with the answer of the hold that is shown; where there is none, to the clipboard."""
        if self.banner.takes_comments():
            self.banner.take_comments(note)
        else:
            QGuiApplication.clipboard().setText(note)
            self.failed.emit(tr("Nothing here takes a note: the comments are on the clipboard"))

    # -------------------------------------------------------------------------------------------------------- the past

    def step_failure(self, step: int) -> None:
        """Go to the next blocked gate, failed attempt or hold, or with -1 to the one before, and select it.

        After the last comes the first: now there is none after now, and that is where most look for one.
        """
        stops, last = self.journal.stops, len(self.journal.rows)
        here = self._selection.moment or last + 1
        at = bisect_right(stops, here) if step > 0 else bisect_left(stops, here) - 1
        if stops:
            self.go_to(stops[at % len(stops)])
        else:
            self.failed.emit(tr("Nothing has failed in this run."))

    def step_moment(self, step: int) -> None:
        """Go so many lines on, or back; beyond the last line it is now."""
        last = len(self.journal.rows)
        moment = (self._selection.moment or last) + step
        if moment >= last:
            self.return_to_now()
        elif moment >= 1:
            self.go_to(moment, follow=False)

    def go_to(self, seq: int, *, follow: bool = True) -> None:
        """Show the run as it stood after a line of its journal; with `follow` select that line's block."""
        self._selection.choose_line(seq)
        self._selection.choose_moment(seq)
        row = self.journal.rows[seq - 1] if seq <= len(self.journal.rows) else None
        if follow and row is not None and row.node:
            self._selection.choose_node(row.node, row.attempt)
        if row is not None:
            self.went.emit(row)

    def show_event(self, node: str, attempt: int, turn: int, kind: str, at_ms: int | None) -> None:
        """Show the line of the journal that an entry of a transcript belongs to, with the keyboard on it."""
        seq = self.journal.event_of(node, attempt, turn, kind, at_ms)
        if seq is not None:
            self.show_line(seq)

    def open_pane(self, name: str) -> None:
        """Bring the blocks, the journal, the graph or the timeline to the front, with the keyboard in it."""
        self.parts.show_pane(name)
        pane = {"blocks": self.tree, "journal": self.journal.table, "graph": self.graph, "timeline": self.timeline}[
            name
        ]
        pane.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_line(self, seq: int) -> None:
        """Show a line of the journal, with the keyboard on it."""
        self.parts.show_pane("journal")
        self.journal.reveal(seq)
        self.journal.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def return_to_now(self) -> None:
        """Show the run as it is now."""
        self._selection.choose_moment(None)

    def _scrub(self, seq: int) -> None:
        self.go_to(seq, follow=False)

    def _on_moment(self) -> None:
        self._show_bars()
        if self._selection.moment is None:
            self._reader.ask(None)
            if self._live is not None and self._live.summary.run == self._selection.run:
                self._show(self._live)
        else:
            self._ask_past()
        self._show_scrubber()

    def _ask_past(self) -> None:
        chosen = self._selection
        if chosen.run is not None and chosen.moment is not None:
            self._reader.ask((chosen.run, chosen.moment, chosen.node, chosen.attempt))

    def _on_past(self, picture: RunPicture) -> None:
        if self._selection.moment is not None and picture.summary.run == self._selection.run:
            self._show(picture)

    def _show_scrubber(self) -> None:
        rows, moment = self.journal.rows, self._selection.moment
        row = rows[moment - 1] if moment is not None and moment <= len(rows) else None
        self.scrubber.show_moment(moment, row, len(rows), self.journal.stops)

    def _on_run(self) -> None:
        self._picture = self._live = None
        self.close_spread()
        self._reader.ask(None)
        self._show_scrubber()

    def _on_node(self) -> None:
        self._show_meters()
        self._ask_past()

    def _lay_out(self) -> None:
        self._meter_bar = bar = QFrame(self)
        bar.setProperty("role", "bar")
        inner = QVBoxLayout(bar)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.meters)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.scrubber)
        layout.addWidget(bar)
        layout.addWidget(self.banner)
        self._body = QStackedWidget(self)
        self._body.addWidget(self.parts)
        self._body.setMinimumHeight(_LEAST_BODY)
        self._body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # it takes what is left
        layout.addWidget(self._body, 1)
        # What it holds scrolls. Its text breaks narrowly before it is first shown: no window grows for that.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def _connect(self) -> None:
        self.header.pause_asked.connect(self._on_pause)
        self.header.resume_asked.connect(self._on_resume)
        self.header.limit_asked.connect(self._on_limit)
        self._commands.reported.connect(self._on_report)
        self.meters.raised.connect(self._on_raised)
        self.tree.folded.connect(self.graph.fold_as_wanted)
        self.graph.folded.connect(self.tree.fold_as_wanted)
        theme().changed.connect(self._on_theme)
        self._selection.run_changed.connect(self._folding.begin)
        self._selection.run_changed.connect(self._on_run)
        self._selection.node_changed.connect(self._on_node)
        self._selection.moment_changed.connect(self._on_moment)
        self.scrubber.moved.connect(self._scrub)
        self.scrubber.live_asked.connect(self.return_to_now)
        self.scrubber.failure_asked.connect(self.step_failure)
        self.journal.moment_asked.connect(self._scrub)
        self._reader.found.connect(self._on_past)
        self._reader.failed.connect(self.failed)

    # Buttons act on the run that is shown: another may be selected already, and not be read yet.

    def _on_pause(self) -> None:
        if self._live is not None:
            self._commands.pause(self._live.summary.run)

    def _on_resume(self) -> None:
        self.return_to_now()
        if self._live is None:
            return
        hold = self.banner.hold()
        if hold is not None and hold.kind == "pause":
            self._commands.answer(hold.run, hold.id, "resume", expect=hold.seq)
        else:
            self._commands.drive()

    def _on_limit(self, goes_on: bool) -> None:
        if self._live is not None:
            self._commands.set_on_limit(self._live.summary.run, goes_on=goes_on)

    def _on_report(self, report: Report) -> None:
        """A switch that was not moved does not stand as if it was."""
        if self._live is not None and report.run == self._live.summary.run and report.tone != "done":
            self.header.show_switch()

    def _on_raised(self, kind: str, by: float) -> None:
        if self._live is not None:
            self._commands.raise_budget(self._live.summary.run, kind, by)

    def _on_theme(self) -> None:
        self.parts.arrange(self.size())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Blocks beside the journal where there is room for both."""
        self.parts.arrange(self.size())
        super().resizeEvent(event)


def _ticked(meter: MeterView, since: int) -> MeterView:
    """The clock of a run goes on between its events; that its cap is reached, an event says."""
    if meter.kind != "wall_clock" or meter.spent is None or not since:
        return meter
    return replace(meter, spent=meter.spent + since if meter.cap is None else min(meter.spent + since, meter.cap - 1))


def _where_it_works(picture: RunPicture) -> str | None:
    """The block to look at when nobody chose one: what waits, else what works, else the last that did."""
    if picture.summary.holds and picture.summary.holds[0].node is not None:
        return picture.summary.holds[0].node
    active = [node for node in picture.nodes if node.attempts]
    working = [node for node in active if node.state in ("running", "waiting")]
    if working or active:
        return (working or active)[-1].id
    return picture.nodes[0].id if picture.nodes else None
