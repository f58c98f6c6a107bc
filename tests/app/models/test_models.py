# SPDX-License-Identifier: Apache-2.0
"""Item models: real inserts and removals, one row a thing, plain words in every cell."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.models.blocks import BlocksModel
from app.models.journal import JournalModel
from app.models.runs import Project, RunRow, RunsModel
from app.models.sync import sync_rows
from app.needs.model import NeedsModel
from engine.projections import RunProjection, Summary
from tests.helpers import stories
from tests.helpers.stories import START, Story

Fail = QAbstractItemModelTester.FailureReportingMode.Fatal


def projected(story: Story) -> RunProjection:
    projection = RunProjection()
    projection.apply(story.events)
    return projection


def summary(story: Story) -> Summary:
    return projected(story).summary()


def texts(model: RunsModel) -> list[tuple[str, list[str]]]:
    shown = []
    for row in range(model.rowCount()):
        at = model.index(row, 0)
        shown.append((at.data(), [model.index(n, 0, at).data() for n in range(model.rowCount(at))]))
    return shown


@given(st.lists(st.integers(0, 9), unique=True), st.lists(st.integers(0, 9), unique=True))
def test_synced_rows_become_exactly_what_is_wanted(before: list[int], after: list[int]) -> None:
    model = QStringListModel()
    rows = list(before)

    sync_rows(_Silent(model), QModelIndex(), rows, after, lambda n: n)  # type: ignore[arg-type]

    assert rows == after


class _Silent:
    """Takes the calls of a model that has no rows of its own."""

    def __init__(self, model: QStringListModel) -> None:
        self.dataChanged = model.dataChanged
        self.index = model.index

    def columnCount(self) -> int:
        return 1

    def beginInsertRows(self, *_: object) -> None: ...
    def endInsertRows(self) -> None: ...
    def beginRemoveRows(self, *_: object) -> None: ...
    def endRemoveRows(self) -> None: ...


def test_runs_stand_below_their_project_newest_first(qapp: object) -> None:
    model = RunsModel()
    QAbstractItemModelTester(model, Fail)
    old = summary(stories.finished_story("a", report="Old one"))
    new = summary(stories.running_story("b", report="New one", start=START + timedelta(hours=1)))
    other = summary(stories.running_story("c", report="Elsewhere", repository="/src/atlas"))

    model.show((new, old, other), frozenset({"b"}))

    assert texts(model) == [("atlas", ["Elsewhere"]), ("webshop", ["New one", "Old one"])]


def test_the_selection_survives_every_change_of_the_list(qapp: object) -> None:
    model = RunsModel()
    QAbstractItemModelTester(model, Fail)
    everything = [
        summary(stories.running_story(f"r-{n}", report=f"Run {n}", repository=f"/src/p{n % 4}")) for n in range(24)
    ]
    chance = random.Random(7)
    model.show(everything, frozenset())
    kept = QPersistentModelIndex(model.run_index("r-5"))

    for _ in range(50):
        shown = [s for s in everything if s.run == "r-5" or chance.random() < 0.5]
        model.show([replace(s, activity=str(chance.random())) for s in shown], frozenset())

    item = model.item(kept)
    assert isinstance(item, RunRow)
    assert item.summary.run == "r-5"


def test_a_run_that_nobody_drives_does_not_look_alive(qapp: object) -> None:
    running = summary(stories.running_story())

    assert RunRow(running, driven=True).status == "running"
    assert RunRow(running, driven=False).status == "interrupted"
    assert RunRow(running, driven=False).line == "nobody drives it"
    assert RunRow(running, driven=False, why="its disk is gone").line == "nobody drives it: its disk is gone"
    assert RunRow(summary(stories.approval_story()), driven=False).status == "waiting"
    assert RunRow(replace(running, state=None), driven=False).status == "unreadable"


def test_the_filter_keeps_runs_that_hold_every_word(qapp: object) -> None:
    model = RunsModel()
    QAbstractItemModelTester(model, Fail)
    model.show(
        (summary(stories.running_story("a", report="Mend the cart")), summary(stories.finished_story("b"))),
        frozenset(),
    )

    model.set_filter("CART mend")
    assert texts(model) == [("webshop", ["Mend the cart"])]
    model.set_filter("nothing like it")
    assert texts(model) == []
    model.set_filter("")
    assert len(texts(model)[0][1]) == 2


def test_holds_of_all_runs_stand_the_most_decidable_first(qapp: object) -> None:
    model = NeedsModel()
    QAbstractItemModelTester(model, Fail)
    late = summary(stories.approval_story("late", start=START + timedelta(hours=2)))
    early = summary(stories.blocked_story("early"))

    model.show((late, early, summary(stories.finished_story("done"))))

    assert [model.index(row).data() for row in range(model.rowCount())] == [
        "Approval · hand-over",
        "Gate blocked · fix",
    ]
    model.show((late,))
    assert model.row_of("late", "h1") == 0
    assert model.row_of("early", "h1") == -1


def test_blocks_keep_their_rows_while_the_tree_keeps_its_shape(qapp: object) -> None:
    model = BlocksModel()
    QAbstractItemModelTester(model, Fail)
    story = stories.running_story()
    assert model.show(projected(story).tree())
    kept = QPersistentModelIndex(model.index_of("fix"))

    assert not model.show(projected(story.end("fix")).tree())

    node = model.node(kept)
    assert node is not None
    assert node.id == "fix"
    assert model.index_of("fix").siblingAtColumn(1).data() == "securing the work"


def test_journal_rows_are_appended_and_filtered(qapp: object) -> None:
    model = JournalModel()
    QAbstractItemModelTester(model, Fail)
    rows = projected(stories.approval_story()).rows
    model.append(rows[:10])
    model.append(rows[10:])
    quiet = sum(row.type in ("measuring_started", "securing_started", "landing_started") for row in rows)

    assert model.rowCount() == len(rows) - quiet
    model.set_filter("", None, everything=True)
    assert model.rowCount() == len(rows)
    model.set_filter("tests FAILED", "fix", everything=True)
    types = [row.type for at in range(model.rowCount()) if (row := model.row(model.index(at, 0))) is not None]
    assert types == ["fact_measured", "gates_judged", "turn_started", "fact_measured"]
    assert not model.index_of(1).isValid()


def test_br_051_tool_tips_of_lists_cannot_be_markup(qapp: object) -> None:
    hostile = "<b>APPROVED</b><img src='file:///etc/passwd'>"
    told = summary(stories.approval_story(report=hostile, branch=hostile, repository=f"/src/{hostile}"))
    runs, needs = RunsModel(), NeedsModel()
    runs.show((told,), frozenset())
    needs.show((told,))
    project = runs.index(0, 0)

    for index in (project, runs.index(0, 0, project), needs.index(0)):
        shown = index.data(Qt.ItemDataRole.ToolTipRole)
        assert "<b>" not in shown
        assert "<img" not in shown
    assert isinstance(runs.item(project), Project)
