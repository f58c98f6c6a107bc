# SPDX-License-Identifier: Apache-2.0
"""The monitor: what the engine wrote, on the window's pages. It follows, never drives."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.acts import Acts
from app.around import Around
from app.asking import Choice, ask
from app.commands import Report
from app.faults import Faults
from app.host import HostWatch
from app.leaving import Leaving
from app.pages import PagedWindow
from app.translate import tr
from engine.projections import RunPicture, Summary

if TYPE_CHECKING:
    from app.settings.dialog import Page


class MonitorWindow(PagedWindow):
    """The one window. With `auto_drive` the engine host is started for runs that nobody drives."""

    def __init__(self, stop: asyncio.Event, data_dir: Path, *, run: str | None = None, auto_drive: bool = True) -> None:
        super().__init__(stop, data_dir)
        self._auto_drive = auto_drive
        self._wanted = run
        self._chose_run = False
        self.host = HostWatch(data_dir, self.commands, self._any_live, keeps=auto_drive, parent=self)
        self.leaving = Leaving(self)
        self.around = Around(self)
        self.acts = Acts(self, self.around, launch=self.open_launch, settings=self.open_settings)
        self._connect()
        self.restore_state()

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

    # ------------------------------------------------------------------------------------------------- what was found

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
        self.show_centre()

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
        self.show_centre()

    def _on_run_chosen(self) -> None:
        if self.selection.run is not None:
            self.open_run()
        self.show_centre()

    def _on_reported(self, report: Report) -> None:
        self.status.report(report)
        self.feed.nudge()

    def _on_launched(self, run: str) -> None:
        self._wanted = run
        self.feed.nudge()

    # -------------------------------------------------------------------------------------------------------- the host

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

    # --------------------------------------------------------------------------------------------------- dialogs, ends

    def open_launch(self) -> None:
        """Opens the launch dialog, unless it is open."""
        self.launch_workflow("")

    def launch_workflow(self, workflow: str) -> None:
        """Opens the launch dialog with a workflow chosen, unless it is open."""
        from app.launch.dialog import LaunchDialog  # warmed up long before anybody gets here

        if self.findChild(LaunchDialog) is None:
            places = tuple(dict.fromkeys(summary.repository for summary in self.feed.summaries))
            dialog = LaunchDialog(self.commands, self.memory, self.tasks, self, workflow=workflow, places=places)
            self.around.add_help_key(dialog, lambda: "workflows")
            dialog.open()

    def open_settings(self, page: Page = "limits") -> None:
        """Opens the settings, unless they are open."""
        from app.settings.dialog import SettingsDialog  # as the launch dialog

        if self.findChild(SettingsDialog) is None:
            kept, runs = (self._data_dir, self.memory, self.tasks), lambda: self.feed.summaries
            dialog = SettingsDialog(*kept, self, page=page, outside=self.around.outside, runs=runs)
            self.around.add_help_key(dialog, dialog.help_page)
            dialog.open()

    def open_palette(self) -> None:
        """Opens the command palette."""
        self.acts.open_palette()

    def open_keys(self) -> None:
        """Shows which keys do what where the keyboard is now."""
        self.acts.open_keys()

    def do_act(self, act: str) -> None:
        """Does one of the acts, by its id; raises KeyError for none of ours."""
        self.acts.do(act)

    def may_close(self) -> bool:
        return self.leaving.may_close()

    def _connect(self) -> None:
        self.feed.fleet_changed.connect(self._on_fleet)
        self.feed.run_changed.connect(self._on_picture)
        self.around.settings_asked.connect(self.open_settings)
        self.host.changed.connect(self._show_host)
        self.host.replaced.connect(self.status.notice)
        self.status.restart_asked.connect(self._restart_host)
        self.selection.run_changed.connect(self._on_run_chosen)
        self.commands.reported.connect(self._on_reported)
        self.commands.launched.connect(self._on_launched)
        self.top.launch_asked.connect(self.open_launch)
        self.top.palette_asked.connect(self.acts.open_palette)
        self.top.scheme_asked.connect(self.acts.next_scheme)
        self.top.menu.aboutToShow.connect(self.acts.fill_menu)
        self.run_view.header.menu.aboutToShow.connect(self.acts.fill_run_menu)
        self.home.together_asked.connect(self.acts.answer_together)
        self.home.snoozes_changed.connect(self._on_snoozes)
        self.library.launch_asked.connect(self.launch_workflow)
        self.fleet.settings_asked.connect(partial(self.open_settings, "limits"))
        self.side.together_asked.connect(self.acts.answer_together)
        self.side.pause_all_asked.connect(self.acts.pause_fleet)
        self.side.resume_all_asked.connect(self.acts.resume_fleet)
        self.empty.button.clicked.connect(self.open_launch)
        self.run_view.header.cancel_asked.connect(self.acts.ask_cancel)
