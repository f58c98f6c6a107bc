# SPDX-License-Identifier: Apache-2.0
"""Everything that can be done in the window, and where it is offered: keys, menus, palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from app.actions import Act, add_shortcuts, keys_shown, when_usable
from app.around import Around
from app.asking import Choice, ask
from app.details import details_of
from app.keysheet import KeySheet
from app.models.runs import RunRow
from app.needs.bulk import BulkDialog
from app.needs.groups import groups_of
from app.pages import PagedWindow
from app.palette import CommandPalette, Entry
from app.theme import Scheme, theme
from app.tokens import status_look
from app.translate import tr

_NEXT_SCHEME: dict[Scheme, Scheme] = {"system": "light", "light": "dark", "dark": "system"}


class Acts(QObject):
    """
    Made by the window, for it, once its parts are there.

    Attributes:
        all: what can be done, in the order in which it is offered.
    """

    def __init__(
        self,
        window: PagedWindow,
        around: Around,
        *,
        launch: Callable[[], None],
        settings: Callable[..., None],
    ) -> None:
        super().__init__(window)
        self._window, self._around = window, around
        self._launch, self._settings = launch, settings
        self.all = self._make_acts()
        add_shortcuts(window, self.all)

    def do(self, act: str) -> None:
        """Does one of the acts, by its id; raises KeyError for none of ours."""
        {one.id: one for one in self.all}[act].do()

    def fill_menu(self) -> None:
        """What concerns the window or all runs, as it can be done now."""
        self._window.top.menu.clear()
        self._offer(self._window.top.menu, _IN_MENU)

    def fill_run_menu(self) -> None:
        """What is seldom wanted of the selected run, as it can be done now."""
        menu, header = self._window.run_view.header.menu, self._window.run_view.header
        menu.clear()
        menu.addAction(header.limit)
        menu.addSeparator()
        self._offer(menu, _IN_RUN_MENU)

    def _offer(self, menu: QMenu, ids: frozenset[str]) -> None:
        for act in self.all:
            if act.id in ids and act.usable():
                action = menu.addAction(theme().icon(act.icon, "muted"), act.title)
                action.setObjectName(f"menu:{act.id}")
                action.setShortcut(QKeySequence(act.keys))
                action.triggered.connect(when_usable(act))

    def open_palette(self) -> None:
        """Opens the command palette."""
        entries = [Entry(act.title, act.do, keys_shown(act), "command", act.icon) for act in self.all if act.usable()]
        for row in range(self._window.side.needs_model.rowCount()):
            need = self._window.side.needs_model.need(row)
            hold = need.hold
            look = partial(self._window.open_hold, hold)
            entries.append(Entry(need.headline, look, need.title, tr("needs you"), "waiting"))
        for summary in self._window.feed.summaries:
            status = status_look(RunRow(summary, summary.run in self._window.feed.driven).status)
            go = partial(self._open_chosen, summary.run)
            entries.append(Entry(summary.title, go, f"{summary.project} · {status.word}", "run", status.icon))
        CommandPalette(entries, self._window, self._window.open_search).show()

    def open_keys(self) -> None:
        """Shows which keys do what where the keyboard is now."""
        if self._window.findChild(KeySheet) is None:
            KeySheet(self._window.focusWidget(), self._window).open()

    def _make_acts(self) -> list[Act]:
        run, header = self._window.run_view, self._window.run_view.header
        tabs = self._window.inspector.tabs
        acts = [
            Act("launch", tr("Launch a run"), self._launch, "Ctrl+N", "launch"),
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
            Act("pause-all", tr("Pause every run"), self.pause_fleet, "", "pause", lambda: bool(self._working())),
            Act(
                "resume-all", tr("Resume every run that you paused"), self.resume_fleet, "", "launch", self._any_paused
            ),
            Act(
                "together", tr("Answer several at once…"), self.answer_together, "", "inbox", self._may_answer_together
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
                self._window.inspector.open_message,
                "Ctrl+M",
                "message",
                self._window.inspector.may_speak,
            ),
            Act("review", tr("Review the attempt: facts beside its diff"), run.open_review, "Ctrl+Shift+R", "gate"),
            Act("compare", tr("Compare attempts"), run.open_compare, "Ctrl+Shift+C", "diff", run.may_compare),
            Act("search", tr("Search the transcripts of all runs"), self._window.open_search, "Ctrl+Shift+F", "search"),
            Act("copy-details", tr("Copy what is known of this run"), self._copy_details, "", "copy", self._has_run),
            Act(
                "copy-said",
                tr("Copy the last message"),
                self._copy_said,
                "",
                "copy",
                lambda: bool(self._window.status.last),
            ),
            Act("copy-run", tr("Copy the id of this run"), self._copy_run, "", "copy", self._has_run),
            Act("scheme", tr("Change between light, dark and the system's look"), self.next_scheme, "", "dark"),
            Act("page-home", tr("Show everything that needs you"), self._window.open_home, "Alt+Home", "inbox"),
            Act("page-run", tr("Show the selected run"), self._window.open_run, "Alt+1", "tree"),
            Act(
                "page-fleet", tr("Show the fleet: every agent of every run"), self._window.open_fleet, "Alt+2", "agent"
            ),
            Act("page-history", tr("Show the history of a workflow"), self._window.open_history, "Alt+3", "history"),
            Act("page-library", tr("Show the workflows"), self._window.open_library, "Alt+4", "workflow"),
            Act("new-workflow", tr("New workflow…"), self._window.new_workflow, "", "plus"),
            Act("settings", tr("Settings…"), self._settings, "Ctrl+,", "settings"),
            Act("settings-prices", tr("Prices of models…"), partial(self._settings, "prices"), "", "usage"),
            Act("settings-agents", tr("Which agents work here…"), partial(self._settings, "agents"), "", "agent"),
            Act("settings-keys", tr("Keys of providers…"), partial(self._settings, "keys"), "", "settings"),
            Act("settings-look", tr("Text size, theme, motion…"), partial(self._settings, "look"), "", "light"),
            Act("keys", tr("Show the keys of what has the focus"), self.open_keys, "?", "info"),
            *self._around.acts(),
            Act("filter", tr("Filter the runs"), self._focus_filter, "Ctrl+F", "search"),
            Act("quit", tr("Close the monitor"), self._window.close_asked, "Ctrl+Q", "close"),
        ]
        for name, title in (
            ("blocks", tr("Show the blocks of this run")),
            ("journal", tr("Show the journal of this run")),
            ("graph", tr("Show the graph of this run")),
            ("timeline", tr("Show the timeline of this run")),
        ):
            acts.append(Act(f"pane-{name}", title, partial(self._window.open_pane, name), "", "tree", self._has_run))
        for at in range(tabs.count()):
            show = partial(self._window.inspector.show_tab, at)
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

    def _step_need(self, step: int) -> None:
        model = self._window.side.needs_model
        if model.rowCount():
            row = model.row_of(self._window.selection.run, self._window.selection.hold)
            need = model.need((row + step) % model.rowCount() if row >= 0 else 0)
            self._window.open_hold(need.hold)

    def _open_chosen(self, run: str) -> None:
        self._window.selection.choose_run(run)
        self._window.open_run()

    def _working(self) -> list[str]:
        return [
            s.run for s in self._window.feed.summaries if s.state == "running" and s.run in self._window.feed.driven
        ]

    def _pause_now(self) -> None:
        if self._window.selection.run is not None:
            self._window.commands.pause(self._window.selection.run, now=True)

    def pause_fleet(self) -> None:
        """Pauses every run at work."""
        self._window.commands.pause_fleet(self._working())

    def resume_fleet(self) -> None:
        """Goes on with every run that a person paused."""
        for summary in self._window.feed.summaries:
            for hold in summary.holds:
                if hold.kind == "pause":
                    self._window.commands.answer(hold.run, hold.id, "resume", expect=hold.seq)

    def answer_together(self) -> None:
        """Opens the dialog that answers several holds of one kind."""
        groups = groups_of(self._window.side.needs_model.needs())
        if groups and self._window.findChild(BulkDialog) is None:
            BulkDialog(groups, self._window.commands, self._window).open()

    def ask_cancel(self) -> None:
        """Asks whether the selected run shall end."""
        summary = self._window.selected()
        if summary is None:
            return
        ask(
            "cancelQuestion",
            tr("Cancel this run?"),
            tr("{title}\n\nIt ends for good. Its branch, commits, transcripts and journal are kept.").format(
                title=summary.title
            ),
            (
                Choice(
                    "cancel:run", tr("Cancel the run"), partial(self._window.commands.cancel, summary.run), "", "danger"
                ),
                Choice("cancel:keep", tr("Let it be"), None),
            ),
            self._window,
        )

    def _copy_run(self) -> None:
        if self._window.selection.run is not None:
            QGuiApplication.clipboard().setText(self._window.selection.run)
            self._window.status.notice(tr("Copied {run}").format(run=self._window.selection.run))

    def _copy_details(self) -> None:
        summary = self._window.selected()
        if summary is not None:
            QGuiApplication.clipboard().setText(details_of(summary))
            self._window.status.notice(tr("Copied what is known of {run}").format(run=summary.run))

    def _copy_said(self) -> None:
        QGuiApplication.clipboard().setText(self._window.status.last)

    def next_scheme(self) -> None:
        """Light, dark, or as the system."""
        self._window.memory.scheme = _NEXT_SCHEME[theme().scheme]

    def _focus_filter(self) -> None:
        self._window.side.filter.show()
        self._window.side.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _any_paused(self) -> bool:
        return any(hold.kind == "pause" for summary in self._window.feed.summaries for hold in summary.holds)

    def _may_answer_together(self) -> bool:
        return bool(groups_of(self._window.side.needs_model.needs()))

    def _has_run(self) -> bool:
        return self._window.selected() is not None

    def _in_the_past(self) -> bool:
        return self._window.selection.moment is not None

    def _is_live(self) -> bool:
        summary = self._window.selected()
        return summary is not None and summary.live

    def _is_running(self) -> bool:
        summary = self._window.selected()
        return summary is not None and summary.state == "running"

    def _is_still(self) -> bool:
        summary = self._window.selected()
        if summary is None or not summary.live:
            return False
        return summary.run not in self._window.feed.driven or any(hold.kind == "pause" for hold in summary.holds)


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
