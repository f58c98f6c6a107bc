# SPDX-License-Identifier: Apache-2.0
"""The journal is filtered in plain words, and a line that is looked for is shown whatever is filtered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.labels import WrapLabel
from app.models.journal import NODE, SENTENCE, JournalModel
from app.run.journal import JournalPane
from app.selection import Selection
from app.tasks import Tasks
from app.theme import theme
from engine.projections import TOPICS, RunProjection
from engine.projections.topics import Topic
from tests.app.monitor import find
from tests.helpers import stories


def told() -> RunProjection:
    projection = RunProjection()
    projection.apply(stories.approval_story().events)
    return projection


def types(model: JournalModel) -> set[str]:
    return {model.index(row, 0).data(Qt.ItemDataRole.UserRole).type for row in range(model.rowCount())}


def test_each_topic_shows_its_lines_and_several_add_up(qapp: object) -> None:
    model = JournalModel()
    model.append(told().rows)
    everything = model.rowCount()

    def shown(*topics: Topic) -> set[str]:
        model.set_filter("", None, False, frozenset(topics))
        return types(model)

    assert shown("holds") == {"hold_opened", "run_paused"}
    assert "gates_judged" in shown("gates")
    assert shown("gates").isdisjoint(shown("git"))
    assert shown("holds", "git") == shown("holds") | shown("git")
    for topic in TOPICS:
        shown(topic)
        assert model.rowCount() < everything
    assert shown()
    assert model.rowCount() == everything


def test_a_line_that_is_looked_for_is_shown_whatever_the_filters_hide(tmp_path: Path, qapp: object) -> None:
    selection = Selection()
    selection.choose_run("r-approval")
    pane = JournalPane(tmp_path, selection, Tasks())
    rows = told().rows
    pane.append(0, rows)
    pane._chips["budgets"].setChecked(True)
    pane._search.setText("nothing holds this")
    pane._apply_filter()
    assert pane.table.model().rowCount() == 0
    judged = next(row.seq for row in rows if row.type == "gates_judged")

    pane.reveal(judged)

    assert pane.table.currentIndex().data(Qt.ItemDataRole.UserRole).seq == judged
    assert selection.line == judged
    pane.deleteLater()


def test_a_chosen_line_is_told_whole_below_the_list_and_columns_are_as_wide_as_their_words(
    tmp_path: Path, qtbot: QtBot
) -> None:
    selection = Selection()
    selection.choose_run("r-approval")
    pane = JournalPane(tmp_path, selection, Tasks())
    qtbot.addWidget(pane)
    pane.resize(420, 400)
    pane.show()
    whole = find(pane, WrapLabel, "journalSentence")
    rows = told().rows
    pane.append(0, rows)
    assert not whole.isVisible()
    longest = max(rows, key=lambda row: len(row.sentence))
    metrics = theme().metrics("body")
    assert metrics.horizontalAdvance(longest.sentence) > pane.table.columnWidth(SENTENCE), "it is cut in the list"

    pane.reveal(longest.seq)
    assert whole.isVisible()
    assert whole.text() == longest.sentence
    assert whole.accessibleName() == longest.sentence
    widest = max(theme().metrics("small").horizontalAdvance(row.node) for row in rows)
    assert widest < pane.table.columnWidth(NODE) < widest + 20

    pane._search.setText("nothing holds this")
    pane._apply_filter()
    assert not whole.isVisible()
