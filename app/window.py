# SPDX-License-Identifier: Apache-2.0
"""The monitor: lists at the left, the run in the centre, the selected block at the right. It follows, never drives."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.actions import Act, add_shortcuts, keys_shown, when_usable
from app.around import Around
from app.asking import Choice, ask
from app.clock import Beat
from app.commands import Commands, Report
from app.details import details_of
from app.faults import Faults
from app.feed import Feed
from app.fleet.view import FleetScreen
from app.history.view import HistoryScreen
from app.host import HostWatch
from app.inspector.transcripts import Wanted
from app.inspector.view import Inspector
from app.keysheet import KeySheet
from app.labels import has_focus_within, let_go_of_focus
from app.layout import Memory
from app.leaving import Leaving
from app.library.view import LibraryScreen
from app.models.runs import Project, RunRow
from app.needs.bulk import BulkDialog
from app.needs.groups import groups_of
from app.needs.home import HomeScreen
from app.palette import CommandPalette, Entry
from app.panels import SidePanel, TopBar
from app.run.view import RunView
from app.search.view import SearchScreen
from app.selection import Selection
from app.serve import ServedWindow
from app.sides import MainParts
from app.statusbar import StatusBar
from app.tasks import Tasks
from app.theme import Scheme, theme
from app.tokens import status_look
from app.translate import QT_TR_NOOP, tr
from app.widgets import EmptyState
from engine.projections import HoldView, RunPicture, Summary
from engine.projections.search import Hit

if TYPE_CHECKING:
    from app.settings.dialog import Page

_NEXT_SCHEME: dict[Scheme, Scheme] = {"system": "light", "light": "dark", "dark": "system"}


class MonitorWindow(ServedWindow):
    """
    The one window.

    Attributes:
        auto_drive: whether the engine host is started for runs that nobody drives.
    """

    def __init__(self, stop: asyncio.Event, data_dir: Path, *, run: str | None = None, auto_drive: bool = True) -> None:
        super().__init__(stop)
        self.setObjectName("monitor")
        self.setAccessibleName("Pilothouse")
        self.setWindowTitle("Pilothouse")
        self.resize(1280, 800)
        self._data_dir = data_dir
        self._auto_drive = auto_drive
        self._wanted = run
        self._chose_run = False
        self._page = "run"
        self.tasks = Tasks()
        self.selection = Selection(self)
        self.commands = Commands(data_dir, self.tasks, self)
        self.host = HostWatch(data_dir, self.commands, self._any_live, keeps=auto_drive, parent=self)
        self.leaving = Leaving(self)
        self.memory = Memory(data_dir)
        self.feed = Feed(data_dir, self.selection, self)
        self.beat = Beat(self)
        self._make_parts()
        self.around = Around(self)
        self._acts = self._make_acts()
        add_shortcuts(self, self._acts)
        self._connect()
        self.memory.dress()
        self._splitters: dict[str, QSplitter] = {"home": self.home.parts, "library": self.library.parts}
        self._tabs: dict[str, QTabWidget] = {"inspector": self.inspector.tabs}
        self.memory.restore(self, self._splitters, self._tabs)
        self._main.chosen = self.memory.numbers("main/sizes")
        self.run_view.parts.show_pane(self.memory.word("run/pane", "blocks"))
        self.run_view.parts.tree_width = next(iter(self.memory.numbers("run/treeWidth")), None)

    @property
    def page(self) -> str:
        """What the centre shows: a page of `app.panels.PAGES`."""
        return self._page

    def know_faults(self, faults: Faults) -> None:
        self.around.know_faults(faults)

    async def work(self) -> None:
        """Follows the data directory and the engine host until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.feed.follow(), name="feed")
                group.create_task(self.around.work(), name="tray, notices and sleep")
                group.create_task(self.host.work(), name="watch the engine host")
        finally:
            self.keep_state()
            await self.tasks.close()

    def keep_state(self) -> None:
        """Keep what the next window shall know: the run that is looked at, sizes, open tabs."""
        self.memory.run = self.selection.run
        self.memory.set_word("run/pane", self.run_view.parts.pane)
        width = self.run_view.parts.tree_width
        self.memory.set_numbers("run/treeWidth", [] if width is None else [width])
        self.memory.set_numbers("main/sizes", self._main.chosen)
        self.memory.keep(self, self._splitters, self._tabs)

    # --------------------------------------------------------------------------------------------------------- showing

    def showEvent(self, event: QShowEvent) -> None:
        """A large window has room for longer names at the side, unless somebody chose otherwise."""
        self._main.share()
        super().showEvent(event)

    def _on_fleet(self) -> None:
        summaries = self.feed.summaries
        self.home.show_runs(summaries, loaded=self.feed.loaded)
        self.side.show_runs(summaries, self.feed.driven, self.feed.undriven)
        self.fleet.show_runs(summaries, self.feed.driven)
        self.history.show_runs(summaries)
        self.search.show_runs(summaries)
        self.library.show_runs(summaries)
        self._show_waiting()
        self._show_host()
        self._choose_first(summaries)
        chosen = self.selection.run
        if chosen is not None and chosen != self._wanted and self.feed.loaded and self.feed.summary(chosen) is None:
            self.selection.choose_run(None)
        self._drive_what_stands_still(summaries)
        self._show_centre()

    def _show_waiting(self) -> None:
        waiting = len(self.home.inbox.needs())
        self.setWindowTitle(f"({waiting}) Pilothouse" if waiting else "Pilothouse")

    def _on_snoozes(self) -> None:
        self.side.show_runs(self.feed.summaries, self.feed.driven, self.feed.undriven)
        self._show_waiting()

    def _choose_first(self, summaries: tuple[Summary, ...]) -> None:
        """Once, and when the first run appears: the run that was asked for, was open last, waits, or is the newest."""
        known = {summary.run for summary in summaries}
        if self._wanted in known:
            self._chose_run, wanted, self._wanted = True, self._wanted, None
            self.selection.choose_run(wanted)
        if self._chose_run or not summaries or not self.feed.loaded or self._wanted is not None:
            return
        self._chose_run = True
        waiting = [summary.run for summary in summaries if summary.holds]
        kept = self.memory.run
        at_home = len({need.hold.run for need in self.home.inbox.needs()}) > 1
        self.selection.choose_run(kept if kept in known else (waiting or [summaries[0].run])[0])
        if at_home:  # one thing that waits is shown itself
            self.open_home()

    def _drive_what_stands_still(self, summaries: tuple[Summary, ...]) -> None:
        """What was cut off goes on: once at the start, as soon as every run is known."""
        if not self._auto_drive or not self.feed.loaded:
            return
        self._auto_drive = False
        if any(s.state in ("running", "pending") and s.run not in self.feed.driven for s in summaries):
            self.commands.drive()

    def _on_picture(self, picture: RunPicture) -> None:
        self.run_view.show_picture(picture)  # what it shows, the inspector shows
        self._show_centre()

    def open_home(self) -> None:
        """Shows everything that waits for a person, with the keyboard in it unless somebody types."""
        self._open_page("home")
        focused = self.focusWidget()
        if not isinstance(focused, (QLineEdit, QPlainTextEdit)):
            self.home.queue.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_run(self) -> None:
        """Shows the selected run."""
        self._open_page("run")

    def _open_pane(self, name: str) -> None:
        self.open_run()
        self.run_view.open_pane(name)

    def open_fleet(self) -> None:
        """Shows every agent of every run."""
        self._open_page("fleet")

    def open_history(self) -> None:
        """Shows how the runs of a workflow went, at first of the selected run's."""
        summary = self._selected()
        self._open_page("history")
        if summary is not None:
            self.history.choose_workflow(summary.workflow)

    def open_library(self) -> None:
        """Shows the workflows that there are."""
        self._open_page("library")

    def new_workflow(self) -> None:
        """Asks what a new workflow is to be."""
        self.open_library()
        self.library.new()

    def open_node(self, run: str, node: str | None) -> None:
        """Shows a run, and a block of it."""
        self.selection.choose_run(run)
        if node is not None:
            self.selection.choose_node(node)
        self.open_run()

    def open_attempt(self, run: str, node: str, attempt: int) -> None:
        """Shows one attempt of a run."""
        self.selection.choose_run(run)
        self.selection.choose_node(node, attempt)
        self.open_run()

    def _on_list_clicked(self, index: QModelIndex) -> None:
        """A click on what is selected already chooses nothing, and means it all the same."""
        if not isinstance(index.data(Qt.ItemDataRole.UserRole), Project):
            self.open_run()

    def _on_page_asked(self, page: str) -> None:
        {
            "home": self.open_home,
            "fleet": self.open_fleet,
            "history": self.open_history,
            "library": self.open_library,
        }.get(page, self.open_run)()

    def open_search(self, text: str = "") -> None:
        """Shows the search over all transcripts, with the keyboard in its field."""
        self._open_page("search")
        self.search.open_with(text)

    def _open_hit(self, hit: Hit) -> None:
        self.open_attempt(hit.run, hit.node, hit.attempt)
        self.inspector.show_message_of(hit.run, hit.node, hit.attempt, Wanted(entry=hit.entry))

    def _open_page(self, page: str) -> None:
        self._page = page
        self.side.show_page(page)
        self._show_centre()

    def _show_centre(self) -> None:
        chosen = self.selection.run is not None
        shown = chosen and self._page == "run"
        page = self._pages.get(self._page, self.run_view if chosen else self._empty)
        left = self._centre.currentWidget()
        if left is not None and left is not page:
            let_go_of_focus(left)
        self._centre.setCurrentWidget(page)
        if not self._main.narrow:
            self.inspector.setVisible(shown and not self.run_view.spread)
        if chosen or not self.feed.loaded:
            return
        if self.feed.summaries:
            self._empty.set_text(tr("No run selected"), tr("Choose one at the left, or launch another."))
        else:
            self._empty.set_text(tr("No run yet"), tr(_FIRST_STEPS))

    def _on_narrow(self, narrow: bool) -> None:
        """In a narrow window the inspector is a tab of the run; it keeps the keyboard where it is seen."""
        focused = self.focusWidget() if has_focus_within(self.inspector) else None
        if narrow:
            self.run_view.parts.take_in(self.inspector, tr("Attempt"), front=focused is not None)
        else:
            self.run_view.parts.let_out(self.inspector)
            self._main.give_back(self.inspector)
            self._show_centre()
        if focused is not None and focused.isVisible():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_run_chosen(self) -> None:
        if self.selection.run is not None:
            self.open_run()
        self._show_centre()

    def _show_host(self) -> None:
        look, told = self.host.look, self.host.told
        self.status.show_host(look.pid, len(self.feed.driven), self.feed.troubles, told=told, other=look.other)

    def _any_live(self) -> bool:
        return any(summary.live for summary in self.feed.summaries)

    def _restart_host(self) -> None:
        """Asked first where it would interrupt agents."""
        lines = [f"{s.project} · {s.title}" for s in self.leaving.live_runs() if s.state != "paused"]
        if not lines:
            self.commands.restart_host()
            return
        ask(
            "restartQuestion",
            tr("Restart the engine host?"),
            tr("The agents of these runs are interrupted; the runs go on from their journals under this version."),
            (
                Choice("restart:host", tr("Restart it"), self.commands.restart_host, "", "danger"),
                Choice("restart:not", tr("Let it be"), None),
            ),
            self,
            lines,
        )

    def _on_reported(self, report: Report) -> None:
        self.status.report(report)
        self.feed.nudge()

    def _on_launched(self, run: str) -> None:
        self._wanted = run
        self.feed.nudge()

    # --------------------------------------------------------------------------------------------------------- closing

    def may_close(self) -> bool:
        return self.leaving.may_close()

    # --------------------------------------------------------------------------------------------------------- actions

    def open_launch(self) -> None:
        """Opens the launch dialog, unless it is open."""
        self.launch_workflow("")

    def launch_workflow(self, workflow: str) -> None:
        """Opens the launch dialog with a workflow chosen, unless it is open."""
        from app.launch.dialog import LaunchDialog  # warmed up long before anybody gets here

        if self.findChild(LaunchDialog) is None:
            dialog = LaunchDialog(self.commands, self.memory, self.tasks, self, workflow=workflow)
            self.around.add_help_key(dialog, lambda: "workflows")
            dialog.open()

    def open_settings(self, page: Page = "limits") -> None:
        """Opens the settings, unless they are open."""
        from app.settings.dialog import SettingsDialog  # as the launch dialog

        if self.findChild(SettingsDialog) is None:
            kept, runs = (self._data_dir, self.memory, self.tasks), lambda: self.feed.summaries
            SettingsDialog(*kept, self, page=page, around=self.around, runs=runs).open()

    def _fill_menu(self) -> None:
        """What concerns the window or all runs, as it can be done now."""
        self.top.menu.clear()
        self._offer(self.top.menu, _IN_MENU)

    def _fill_run_menu(self) -> None:
        """What is seldom wanted of the selected run, as it can be done now."""
        menu, header = self.run_view.header.menu, self.run_view.header
        menu.clear()
        menu.addAction(header.limit)
        menu.addSeparator()
        self._offer(menu, _IN_RUN_MENU)

    def _offer(self, menu: QMenu, ids: frozenset[str]) -> None:
        for act in self._acts:
            if act.id in ids and act.usable():
                action = menu.addAction(theme().icon(act.icon, "muted"), act.title)
                action.setObjectName(f"menu:{act.id}")
                action.setShortcut(QKeySequence(act.keys))
                action.triggered.connect(when_usable(act))

    def open_palette(self) -> None:
        """Opens the command palette."""
        entries = [Entry(act.title, act.do, keys_shown(act), "command", act.icon) for act in self._acts if act.usable()]
        for row in range(self.side.needs_model.rowCount()):
            need = self.side.needs_model.need(row)
            hold = need.hold
            look = partial(self.open_hold, hold)
            entries.append(Entry(need.headline, look, need.title, tr("needs you"), "waiting"))
        for summary in self.feed.summaries:
            status = status_look(RunRow(summary, summary.run in self.feed.driven).status)
            go = partial(self._open_chosen, summary.run)
            entries.append(Entry(summary.title, go, f"{summary.project} · {status.word}", "run", status.icon))
        CommandPalette(entries, self, self.open_search).show()

    def _make_acts(self) -> list[Act]:
        run, header = self.run_view, self.run_view.header
        tabs = self.inspector.tabs
        acts = [
            Act("launch", tr("Launch a run"), self.open_launch, "Ctrl+N", "launch"),
            Act("palette", tr("Search runs and commands"), self.open_palette, "Ctrl+K", "search"),
            Act("next-need", tr("Go to the next thing that waits"), partial(self._step_need, 1), "Ctrl+J", "waiting"),
            Act("previous-need", tr("Go to the one before"), partial(self._step_need, -1), "Ctrl+Shift+J", "waiting"),
            Act("pause", tr("Pause this run"), header.pause_asked.emit, "", "pause", self._is_running),
            Act(
                "pause-now",
                tr("Pause this run now, interrupting its agents"),
                self._pause_now,
                "",
                "pause",
                self._is_running,
            ),
            Act("pause-all", tr("Pause every run"), self._pause_fleet, "", "pause", lambda: bool(self._working())),
            Act(
                "resume-all", tr("Resume every run that you paused"), self._resume_fleet, "", "launch", self._any_paused
            ),
            Act(
                "together", tr("Answer several at once…"), self._answer_together, "", "inbox", self._may_answer_together
            ),
            Act("resume", tr("Resume this run"), header.resume_asked.emit, "", "launch", self._is_still),
            Act(
                "on-limit",
                tr("Change what this run does after a provider's limit"),
                header.limit.trigger,
                "",
                "clock",
                self._is_live,
            ),
            Act("cancel", tr("Cancel this run…"), header.cancel_asked.emit, "", "stop", self._is_live),
            Act("next-failure", tr("Go to the next failure of this run"), partial(run.step_failure, 1), "F8", "failed"),
            Act(
                "previous-failure", tr("Go to the failure before"), partial(run.step_failure, -1), "Shift+F8", "failed"
            ),
            Act("back", tr("Go back in time by one event"), partial(run.step_moment, -1), "Alt+Left", "history"),
            Act("forth", tr("Go on in time by one event"), partial(run.step_moment, 1), "Alt+Right", "history"),
            Act("live", tr("Return from the past to now"), run.return_to_now, "Alt+End", "launch", self._in_the_past),
            Act(
                "message",
                tr("Say something to the agent at work"),
                self.inspector.open_message,
                "Ctrl+M",
                "message",
                self.inspector.may_speak,
            ),
            Act("review", tr("Review the attempt: facts beside its diff"), run.open_review, "Ctrl+Shift+R", "gate"),
            Act("compare", tr("Compare attempts"), run.open_compare, "Ctrl+Shift+C", "diff", run.may_compare),
            Act("search", tr("Search the transcripts of all runs"), self.open_search, "Ctrl+Shift+F", "search"),
            Act("copy-details", tr("Copy what is known of this run"), self._copy_details, "", "copy", self._has_run),
            Act("copy-said", tr("Copy the last message"), self._copy_said, "", "copy", lambda: bool(self.status.last)),
            Act("copy-run", tr("Copy the id of this run"), self._copy_run, "", "copy", self._has_run),
            Act("scheme", tr("Change between light, dark and the system's look"), self._next_scheme, "", "dark"),
            Act("page-home", tr("Show everything that needs you"), self.open_home, "Alt+Home", "inbox"),
            Act("page-run", tr("Show the selected run"), self.open_run, "Alt+1", "tree"),
            Act("page-fleet", tr("Show the fleet: every agent of every run"), self.open_fleet, "Alt+2", "agent"),
            Act("page-history", tr("Show the history of a workflow"), self.open_history, "Alt+3", "history"),
            Act("page-library", tr("Show the workflows"), self.open_library, "Alt+4", "workflow"),
            Act("new-workflow", tr("New workflow…"), self.new_workflow, "", "plus"),
            Act("settings", tr("Settings…"), self.open_settings, "Ctrl+,", "settings"),
            Act("settings-prices", tr("Prices of models…"), partial(self.open_settings, "prices"), "", "usage"),
            Act("settings-agents", tr("Which agents work here…"), partial(self.open_settings, "agents"), "", "agent"),
            Act("settings-keys", tr("Keys of providers…"), partial(self.open_settings, "keys"), "", "settings"),
            Act("settings-look", tr("Text size, theme, motion…"), partial(self.open_settings, "look"), "", "light"),
            Act("keys", tr("Show the keys of what has the focus"), self.open_keys, "?", "info"),
            *self.around.acts(),
            Act("filter", tr("Filter the runs"), self._focus_filter, "Ctrl+F", "search"),
            Act("quit", tr("Close the monitor"), self.close_asked, "Ctrl+Q", "close"),
        ]
        for name, title in (
            ("blocks", tr("Show the blocks of this run")),
            ("journal", tr("Show the journal of this run")),
            ("graph", tr("Show the graph of this run")),
            ("timeline", tr("Show the timeline of this run")),
        ):
            acts.append(Act(f"pane-{name}", title, partial(self._open_pane, name), "", "tree", self._has_run))
        for at in range(tabs.count()):
            show = partial(self.inspector.show_tab, at)
            acts.append(
                Act(
                    f"tab-{at + 1}",
                    tr("Show {page}").format(page=tabs.tabText(at)),
                    show,
                    f"Ctrl+{at + 1}",
                    "more",
                )
            )
        return acts

    def open_keys(self) -> None:
        """Shows which keys do what where the keyboard is now."""
        if self.findChild(KeySheet) is None:
            KeySheet(self.focusWidget(), self).open()

    def do_act(self, act: str) -> None:
        """Does one of the acts, by its id; raises KeyError for none of ours."""
        {one.id: one for one in self._acts}[act].do()

    def close_asked(self) -> None:
        """As if the window was closed by its frame."""
        self.close()

    def _step_need(self, step: int) -> None:
        model = self.side.needs_model
        if model.rowCount():
            row = model.row_of(self.selection.run, self.selection.hold)
            need = model.need((row + step) % model.rowCount() if row >= 0 else 0)
            self.open_hold(need.hold)

    def open_hold(self, hold: HoldView) -> None:
        """Shows what waits, and its run."""
        self.selection.choose_hold(hold.run, hold.id, hold.node)
        self.open_run()

    def _open_chosen(self, run: str) -> None:
        self.selection.choose_run(run)
        self.open_run()

    def _working(self) -> list[str]:
        return [s.run for s in self.feed.summaries if s.state == "running" and s.run in self.feed.driven]

    def _pause_now(self) -> None:
        if self.selection.run is not None:
            self.commands.pause(self.selection.run, now=True)

    def _pause_fleet(self) -> None:
        self.commands.pause_fleet(self._working())

    def _any_paused(self) -> bool:
        return any(hold.kind == "pause" for summary in self.feed.summaries for hold in summary.holds)

    def _resume_fleet(self) -> None:
        for summary in self.feed.summaries:
            for hold in summary.holds:
                if hold.kind == "pause":
                    self.commands.answer(hold.run, hold.id, "resume", expect=hold.seq)

    def _may_answer_together(self) -> bool:
        return bool(groups_of(self.side.needs_model.needs()))

    def _answer_together(self) -> None:
        groups = groups_of(self.side.needs_model.needs())
        if groups and self.findChild(BulkDialog) is None:
            BulkDialog(groups, self.commands, self).open()

    def _selected(self) -> Summary | None:
        return self.feed.summary(self.selection.run)

    def _has_run(self) -> bool:
        return self._selected() is not None

    def _in_the_past(self) -> bool:
        return self.selection.moment is not None

    def _is_live(self) -> bool:
        summary = self._selected()
        return summary is not None and summary.live

    def _is_running(self) -> bool:
        summary = self._selected()
        return summary is not None and summary.state == "running"

    def _is_still(self) -> bool:
        summary = self._selected()
        if summary is None or not summary.live:
            return False
        return summary.run not in self.feed.driven or any(hold.kind == "pause" for hold in summary.holds)

    def _copy_run(self) -> None:
        if self.selection.run is not None:
            QGuiApplication.clipboard().setText(self.selection.run)
            self.status.notice(tr("Copied {run}").format(run=self.selection.run))

    def _copy_details(self) -> None:
        summary = self._selected()
        if summary is not None:
            QGuiApplication.clipboard().setText(details_of(summary))
            self.status.notice(tr("Copied what is known of {run}").format(run=summary.run))

    def _copy_said(self) -> None:
        QGuiApplication.clipboard().setText(self.status.last)

    def _next_scheme(self) -> None:
        self.memory.scheme = _NEXT_SCHEME[theme().scheme]

    def _focus_filter(self) -> None:
        self.side.filter.show()
        self.side.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_parts(self) -> None:
        self.top = TopBar(self)
        self.side = SidePanel(self.selection, self.beat, self)
        self.run_view = RunView(self._data_dir, self.selection, self.commands, self.tasks, self.beat, self)
        self.inspector = Inspector(self._data_dir, self.selection, self.commands, self.tasks, self)
        self.status = StatusBar(self._data_dir, self)
        self._empty = EmptyState("pilothouse", tr("Reading the runs…"), "", tr("Launch a run"), self)
        self._centre = QStackedWidget(self)
        self._centre.addWidget(self._empty)
        self._centre.addWidget(self.run_view)
        self.home = HomeScreen(self._data_dir, self.commands, self.tasks, self.beat, self)
        self.side.needs_model.snoozed = self.home.snoozed
        self.run_view.banner.unsent = self.home.unsent
        self.fleet = FleetScreen(self._data_dir, self.tasks, self)
        self.history = HistoryScreen(self._data_dir, self.tasks, self)
        self.search = SearchScreen(self._data_dir, self.selection, self.tasks, self)
        self.library = LibraryScreen(self._data_dir, self.memory, self.tasks, self)
        self._pages: dict[str, QWidget] = {"home": self.home, "fleet": self.fleet, "history": self.history}
        self._pages["library"] = self.library
        self._pages["search"] = self.search
        for page in self._pages.values():
            page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # hidden, they widen nothing
            self._centre.addWidget(page)
        self._main = MainParts(self.side, self._centre, self.inspector, self)
        whole = QWidget(self)
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self._main, 1)
        self.setCentralWidget(whole)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()  # nothing is about to be typed or pressed
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        self.feed.fleet_changed.connect(self._on_fleet)
        self.feed.run_changed.connect(self._on_picture)
        self.feed.failed.connect(self.status.notice)
        self.host.changed.connect(self._show_host)
        self.host.replaced.connect(self.status.notice)
        self.status.restart_asked.connect(self._restart_host)
        self.selection.run_changed.connect(self._on_run_chosen)
        self.commands.reported.connect(self._on_reported)
        self.commands.launched.connect(self._on_launched)
        self.top.launch_asked.connect(self.open_launch)
        self.top.palette_asked.connect(self.open_palette)
        self.top.scheme_asked.connect(self._next_scheme)
        self.top.menu.aboutToShow.connect(self._fill_menu)
        self.run_view.header.menu.aboutToShow.connect(self._fill_run_menu)
        self.side.pages.asked.connect(self._on_page_asked)
        self.side.runs.clicked.connect(self._on_list_clicked)
        self.side.needs.clicked.connect(self._on_list_clicked)
        self.side.needs.opened.connect(self.open_hold)
        self.home.opened.connect(self.open_hold)
        self.home.together_asked.connect(self._answer_together)
        self.home.snoozes_changed.connect(self._on_snoozes)
        self.home.failed.connect(self.status.notice)
        self.fleet.attempt_asked.connect(self.open_attempt)
        self.history.node_asked.connect(self.open_node)
        self.library.launch_asked.connect(self.launch_workflow)
        self.fleet.settings_asked.connect(partial(self.open_settings, "limits"))
        self.side.together_asked.connect(self._answer_together)
        self.side.pause_all_asked.connect(self._pause_fleet)
        self.side.resume_all_asked.connect(self._resume_fleet)
        self._empty.button.clicked.connect(self.open_launch)
        self.inspector.transcript.noticed.connect(self.status.notice)
        self.run_view.shown.connect(self.inspector.show_picture)
        self.run_view.failed.connect(self.status.notice)
        self.run_view.went.connect(self.inspector.go_back_to)
        self.run_view.spread_changed.connect(self._show_centre)
        self.inspector.compare_asked.connect(self.run_view.open_compare)
        self.inspector.review_asked.connect(self.run_view.open_review)
        self.inspector.diff.note_made.connect(self.run_view.take_note)
        self.run_view.journal.message_asked.connect(self.inspector.show_event)
        self.inspector.event_asked.connect(self.run_view.show_event)
        self.inspector.line_asked.connect(self.run_view.show_line)
        self.search.hit_asked.connect(self._open_hit)
        self.run_view.header.cancel_asked.connect(self._ask_cancel)
        self.inspector.wanted.connect(partial(self.run_view.parts.bring, self.inspector))
        self._main.narrow_changed.connect(self._on_narrow)

    def _ask_cancel(self) -> None:
        summary = self._selected()
        if summary is None:
            return
        ask(
            "cancelQuestion",
            tr("Cancel this run?"),
            tr("{title}\n\nIt ends for good. Its branch, commits, transcripts and journal are kept.").format(
                title=summary.title
            ),
            (
                Choice("cancel:run", tr("Cancel the run"), partial(self.commands.cancel, summary.run), "", "danger"),
                Choice("cancel:keep", tr("Let it be"), None),
            ),
            self,
        )


_IN_MENU = frozenset(
    {
        "page-home",
        "page-run",
        "page-fleet",
        "page-history",
        "page-library",
        "pause-all",
        "resume-all",
        "settings",
        "help",
        "tour",
        "faults",
        "quit",
    }
)

_IN_RUN_MENU = frozenset({"pause-now", "review", "compare", "copy-run"})

_FIRST_STEPS = QT_TR_NOOP(
    "A run takes a workflow and drives agents through it on one branch of a git repository. "
    "You see what they do, and decide where a person should. To watch one first, try “pilothouse demo” in a terminal."
)
