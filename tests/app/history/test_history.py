# SPDX-License-Identifier: Apache-2.0
"""The history screen: runs across, blocks down, in shapes and words; figures that say what they rest on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QToolButton

from app.history.figures import lines_of, share
from app.history.grid import CellDelegate, GridModel, HistoryGrid
from app.labels import ElidedLabel
from engine.projections.history import facts_of, statistics_of
from tests.app.monitor import find, monitor, until
from tests.helpers import stories
from tests.helpers.nested import nested_story
from tests.helpers.stories import START

Fail = QAbstractItemModelTester.FailureReportingMode.Fatal


def fill(data_dir: Path) -> None:
    stories.finished_story("old", start=START).write(data_dir)
    stories.failed_story("bad", start=START + timedelta(hours=1)).write(data_dir)
    stories.finished_story("new", start=START + timedelta(hours=2), repository="/src/other").write(data_dir)
    nested_story("nested").write(data_dir)


def test_a_cell_says_its_outcome_in_a_word_and_not_by_colour_alone() -> None:
    model = GridModel()
    QAbstractItemModelTester(model, Fail)
    model.show([facts_of(stories.failed_story().events), facts_of(stories.finished_story().events)])
    names = [model.headerData(at, Qt.Orientation.Vertical).strip() for at in range(model.rowCount())]
    fix = model.index(names.index("fix"), 0)

    assert names == ["Run", "reproduce", "fix", "check", "note", "hand-over"]
    assert model.look(fix) == ("waiting", "×2")
    assert fix.data(Qt.ItemDataRole.AccessibleTextRole).startswith("fix: needs you, 2 attempts")
    assert model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole).startswith("the whole run: succeeded")


def test_what_is_done_several_times_says_how_often_it_cleared() -> None:
    model = GridModel()
    model.show([facts_of(nested_story().events)])
    names = [model.headerData(at, Qt.Orientation.Vertical).strip() for at in range(model.rowCount())]

    assert model.look(model.index(names.index("review"), 0)) == ("cleared", "3/3")


def test_a_block_that_a_run_does_not_have_is_empty_and_says_so() -> None:
    model = GridModel()
    model.show([facts_of(nested_story().events), facts_of(stories.finished_story().events)])
    names = [model.headerData(at, Qt.Orientation.Vertical).strip() for at in range(model.rowCount())]
    index = model.index(names.index("polish"), 1)

    assert model.look(index) is None
    assert "has no such block" in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_figures_are_told_with_their_sample_and_unknown_ones_as_unknown() -> None:
    groups = dict(lines_of(statistics_of([facts_of(stories.failed_story().events)])))

    assert ("Working", "—", "n 0") in groups["WHERE THE TIME WENT"]
    assert ("All runs, for each landed", "unknown", "n 0") in groups["COST"]
    assert groups["TURNS THAT FAILED"] == [("scripted", "2 of 3", "n 3"), ("    the process crashed", "2", "")]
    assert groups["OUTCOME"] == [("Landed a change, of those that ended", "none ended", "")]


async def test_the_runs_of_a_workflow_stand_beside_each_other_and_lead_to_their_blocks(tmp_path: Path) -> None:
    fill(tmp_path)
    async with monitor(tmp_path, run="old") as window:
        await until(lambda: window.feed.loaded and window.feed.picture)
        find(window, QToolButton, "page:history").click()
        history = window.history
        await until(lambda: history.model.columnCount() == 3)

        assert [run.run for run in history.model.runs] == ["new", "bad", "old"]
        assert history.workflow.currentText() == "fix-a-bug · 3 runs"
        assert find(window, ElidedLabel, "historyCount").text().startswith("3 runs")
        assert any(label.text() == "2 of 2" for label in history.figures.findChildren(QLabel))
        assert isinstance(history.grid.itemDelegate(), CellDelegate)

        grid = find(window, HistoryGrid, "historyGrid")
        grid.setCurrentIndex(history.model.index(2, 1))
        QTest.keyClick(grid, Qt.Key.Key_Return)
        assert (window.selection.run, window.selection.node) == ("bad", "fix")
        assert window.run_view.isVisible()


async def test_another_workflow_and_another_project_are_chosen(tmp_path: Path) -> None:
    fill(tmp_path)
    async with monitor(tmp_path, run="nested") as window:
        await until(lambda: window.feed.loaded and window.feed.picture)
        window.open_history()
        history = window.history
        await until(lambda: [run.run for run in history.model.runs] == ["nested"])

        history.choose_workflow("fix-a-bug")
        await until(lambda: history.model.columnCount() == 3)

        history.project.setCurrentIndex(history.project.findData("other"))
        history.project.activated.emit(history.project.currentIndex())
        await until(lambda: [run.run for run in history.model.runs] == ["new"])


async def test_without_a_run_it_says_what_will_stand_there(tmp_path: Path) -> None:
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.loaded)
        window.open_history()

        shown = [label.text() for label in window.history.findChildren(QLabel) if label.isVisible()]
        assert "No run yet" in shown


async def test_every_control_of_both_pages_has_a_name_and_is_reached_by_tab(tmp_path: Path) -> None:
    fill(tmp_path)
    async with monitor(tmp_path, run="old") as window:
        await until(lambda: window.feed.loaded and window.feed.picture)
        for page, show in ((window.history, window.open_history), (window.fleet, window.open_fleet)):
            show()
            await until(page.isVisible)
            kinds = (QAbstractButton, QComboBox, QAbstractItemView)
            controls = [one for kind in kinds for one in page.findChildren(kind) if one.isVisible() and one.isEnabled()]
            own = [one for one in controls if not isinstance(one.parent(), (QComboBox, QAbstractItemView))]

            assert page.accessibleName()
            assert [type(one).__name__ for one in own if not one.accessibleName()] == []
            assert [one.objectName() for one in own if not one.focusPolicy() & Qt.FocusPolicy.TabFocus] == []


@pytest.mark.parametrize(("part", "whole", "words"), [(3, 4, "3 of 4"), (14, 14, "14 of 14"), (12, 15, "80 %")])
def test_no_percentage_rests_on_fewer_than_fifteen(part: int, whole: int, words: str) -> None:
    assert share(part, whole) == words
