# SPDX-License-Identifier: Apache-2.0
"""The fleet screen: every agent of every run, what its processes use, and the switch that stops new work."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QPushButton, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.fleet import view as fleet_view
from app.fleet.model import AGENT, CPU, DOING, RUN, STEP, AgentRow, FleetModel
from app.fleet.sampling import Live, Sampler, Wanted
from app.fleet.table import FleetTable
from app.fleet.widths import share
from app.labels import ElidedLabel
from app.settings.dialog import SettingsDialog
from app.theme import theme
from engine.agents.transcript import TranscriptWriter
from engine.journal import OwnerLock
from engine.journal.store import RunFolder
from engine.projections import AgentView
from engine.runtime.settings import read_settings
from tests.app.monitor import find, monitor, until
from tests.helpers import stories
from tests.helpers.nested import crew_at_work

Fail = QAbstractItemModelTester.FailureReportingMode.Fatal
TOOLS = """
import subprocess, sys
burn = "import time\\nwhile time.process_time() < 0.3: pass"
print(flush=True)
sys.stdin.readline()
subprocess.run([sys.executable, "-c", burn])
print(flush=True)
sys.stdin.readline()
"""
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1, flush=True); input()'])"


def view(node: str, **more: object) -> AgentView:
    fields = {
        **{"attempt": 1, "turn": 1, "role": "fixer", "backend": "codex", "model": "large", "isolation": "sandboxed"},
        **{
            "pid": None,
            "state": "working",
            "doing": "starts",
            "since": "2026-03-02T09:30:00Z",
            "spent": 0,
            "cost": None,
        },
        **more,
    }
    return AgentView(node=node, **fields)  # type: ignore[arg-type]


def row(node: str, live: Live | None = None, *, driven: bool = True, **more: object) -> AgentRow:
    return AgentRow("r", "A run", "shop", view(node, **more), driven, live or Live())


def now_in_words(seconds: float = 0) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


def test_rows_are_sorted_and_follow_their_agents_under_the_selection() -> None:
    model = FleetModel()
    QAbstractItemModelTester(model, Fail)
    view = QTableView()
    view.setModel(model)
    model.show([row("b", Live(cpu=5.0)), row("a", Live(cpu=90.0))])
    view.setCurrentIndex(model.index(0, STEP))

    model.sort(CPU, Qt.SortOrder.DescendingOrder)
    assert [one.view.node for one in model.rows] == ["a", "b"]
    assert view.currentIndex().row() == 1

    model.show([row("b", Live(cpu=99.0)), row("a", Live(cpu=90.0))])
    assert [one.view.node for one in model.rows] == ["b", "a"]
    assert view.currentIndex().row() == 0

    model.show([row("c", Live(cpu=1.0)), row("b", Live(cpu=99.0))])
    assert [one.view.node for one in model.rows] == ["b", "c"]
    view.deleteLater()


def test_an_agent_whose_run_nobody_drives_does_not_look_alive() -> None:
    live = Live(doing="says: hello")

    assert row("fix", live).doing == "says: hello"
    assert row("fix", live, driven=False).doing == "nobody drives its run"
    lead = replace(row("crew", live, driven=False), paused=True)
    assert (lead.status, lead.doing) == ("paused", "stands still with its run"), "its children need a person"
    assert row("fix", live, driven=False).status == "interrupted"
    assert row("fix", live, state="waiting", doing="needs you", driven=False).status == "waiting"


def test_the_whole_process_tree_of_an_agent_is_measured(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the child of the child lives
        sampler = Sampler(tmp_path)
        key = ("r", "fix", 1)
        sampler.look([Wanted(key, process.pid, now_in_words())])
        live = sampler.look([Wanted(key, process.pid, now_in_words())])[key]
        later = sampler.look([Wanted(key, process.pid, now_in_words(-3600))])[key]
        process.communicate(b"\n")

    assert live.processes == 2
    assert live.memory is not None
    assert live.memory > 1_000_000
    assert live.cpu is not None
    assert later.processes == 0  # its number belonged to another an hour ago
    assert sampler.look([Wanted(key, process.pid, now_in_words())])[key].processes == 0


def test_what_a_tool_took_that_ended_between_two_looks_is_counted(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", TOOLS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        sampler, wanted = Sampler(tmp_path), Wanted(("r", "fix", 1), process.pid, now_in_words())
        process.stdout.readline()
        sampler.look([wanted])
        began = sampler._seen[wanted.key].at
        process.stdin.write(b"\n")
        process.stdin.flush()
        process.stdout.readline()  # the tool has ended
        live = sampler.look([wanted])[wanted.key]
        process.communicate(b"\n")

    assert live.cpu is not None
    assert live.cpu / 100 * (sampler._seen[wanted.key].at - began) > 0.25


def test_no_process_is_no_figure_and_no_error(tmp_path: Path) -> None:
    assert Sampler(tmp_path).look([Wanted(("r", "fix", 1), None, "")]) == {("r", "fix", 1): Live()}


async def test_every_agent_is_shown_with_its_last_words_and_leads_to_its_attempt(tmp_path: Path) -> None:
    story, steps = crew_at_work("r-crew", 3)
    folder = RunFolder(story.write(tmp_path))
    writer = TranscriptWriter(folder.make_attempt(steps[1], 1), 1, "raw.jsonl")
    writer.add("message", "I mend the second part.")
    writer.close()
    stories.approval_story("waits", start=stories.START + timedelta(days=1)).write(tmp_path)
    lock = OwnerLock.take(folder.lock)
    async with monitor(tmp_path, run="waits") as window:
        await until(lambda: window.feed.loaded and window.feed.picture)
        find(window, QToolButton, "page:fleet").click()
        model = window.fleet.model
        await until(lambda: model.rowCount() == 4)
        assert not window.inspector.isVisible()

        def texts(column: int) -> list[str]:
            return [model.index(at, column).data() for at in range(model.rowCount())]

        await until(lambda: "says: I mend the second part." in texts(DOING))
        assert texts(STEP) == ["hand-over", *steps]
        assert texts(RUN)[0] == "Totals ignore the discount"
        counts = find(window, ElidedLabel, "fleetCounts").text()
        assert counts.startswith("3 agents at work · 1 needs you · in 2 runs")

        table = find(window, QTableView, "fleetTable")
        table.setCurrentIndex(model.index(2, STEP))
        QTest.keyClick(table, Qt.Key.Key_Return)

        assert (window.selection.run, window.selection.node, window.selection.attempt) == ("r-crew", steps[1], 1)
        assert window.run_view.isVisible()
        await until(lambda: window.feed.picture and window.inspector.isVisible())
    lock.release()


async def test_new_work_is_stopped_and_let_go_on_from_the_fleet(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text("fleet: {concurrent: 4}\n")
    async with monitor(tmp_path) as window:
        window.open_fleet()
        switch = find(window, QPushButton, "stopNewWork")
        await until(switch.isEnabled)
        assert find(window, ElidedLabel, "fleetLimits").text() == "Limits: 0 of 4 at once"

        switch.click()
        await until(lambda: find(window, QWidget, "fleetPaused").isVisible())
        assert read_settings(tmp_path / "settings.yaml").fleet.paused
        assert switch.text() == "Let new work start"

        await until(switch.isEnabled)
        switch.click()
        await until(lambda: not find(window, QWidget, "fleetPaused").isVisible())
        assert read_settings(tmp_path / "settings.yaml").fleet.concurrent == 4

        find(window, QPushButton, "fleetSettings").click()
        assert window.findChild(SettingsDialog) is not None


async def test_a_run_chosen_in_a_list_is_shown_whatever_page_is_open(tmp_path: Path) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with monitor(tmp_path, run="waits") as window:
        await until(lambda: window.feed.picture)
        window.open_fleet()
        assert not window.run_view.isVisible()

        needs = window.side.needs
        QTest.mouseClick(
            needs.viewport(), Qt.MouseButton.LeftButton, pos=needs.visualRect(needs.model().index(0, 0)).center()
        )

        assert window.run_view.isVisible()
        assert find(window, QToolButton, "page:run").isChecked()


async def test_nothing_is_looked_at_while_the_fleet_is_not_shown(tmp_path: Path) -> None:
    stories.running_story().write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        assert not window.fleet._timer.isActive()
        window.open_fleet()
        assert window.fleet._timer.isActive()
        window.open_run()
        assert not window.fleet._timer.isActive()


@given(st.floats(300, 3000), st.lists(st.floats(40, 500), max_size=6), st.floats(50, 250))
def test_columns_share_the_room_and_the_widest_gives_way_first(room: float, wanted: list[float], last: float) -> None:
    widths = share(room, wanted, last)

    assert sum(widths) <= max(0.0, room - last) + 1e-6
    if sum(wanted) <= room - last:
        assert all(asked <= width <= asked * 1.5 for asked, width in zip(wanted, widths, strict=True))
    else:
        cut = [width for asked, width in zip(wanted, widths, strict=True) if width < asked - 1e-6]
        assert all(width <= min(cut) + 1e-6 for width in widths)


def test_names_are_whole_where_there_is_room_and_a_width_that_a_person_chose_stays(qtbot: QtBot) -> None:
    model = FleetModel()
    table = FleetTable(model)
    qtbot.addWidget(table)
    table.resize(1200, 400)
    table.show()
    model.show([replace(row("crew/part-1"), title="A passage with a slow leg")])
    table.fit()

    asked = theme().metrics("body").horizontalAdvance("A passage with a slow leg")
    assert table.columnWidth(RUN) > asked
    assert table.isColumnHidden(CPU)  # nothing is known of it
    assert sum(table.columnWidth(at) for at in range(model.columnCount())) == table.viewport().width()

    table.horizontalHeader().resizeSection(RUN, 333)  # as by its edge
    model.show([replace(row("fix"), title="Another"), row("b", Live(cpu=1.0))])
    table.fit()
    assert table.columnWidth(RUN) == 333
    assert not table.isColumnHidden(CPU)

    table.resize(520, 400)
    assert table.isColumnHidden(AGENT)
    assert not table.isColumnHidden(DOING)


def test_an_agent_is_called_by_its_role_then_its_model() -> None:
    assert row("fix").who == "fixer · large · codex"
    assert row("fix", model=None, backend="fixer").who == "fixer"


def test_totals_count_only_what_is_known() -> None:
    rows = [row("a", Live(cpu=50.0, memory=2**30)), replace(row("b"), run="other"), row("c", state="measuring")]

    assert (
        fleet_view.in_words(rows) == "2 agents at work · 1 being judged · in 2 runs · 50 % of one processor · 1.0 GiB"
    )
    assert fleet_view.in_words([]) == "No agent is at work."
