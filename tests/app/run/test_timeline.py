# SPDX-License-Identifier: Apache-2.0
"""The timeline: a bar an attempt, nothing ahead of time, and the same selection as everywhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.clock import Beat
from app.run.timeline import TimelineView
from app.run.timeline import _ms as moment
from app.selection import Selection
from engine.projections import RunProjection
from tests.helpers import stories
from tests.helpers.stories import Story


@pytest.fixture
def view(qtbot: QtBot) -> TimelineView:
    selection = Selection()
    shown = TimelineView(selection, Beat(selection))
    qtbot.addWidget(shown)
    shown.resize(700, 300)
    shown.show()
    return shown


def show(view: TimelineView, story: Story, *, live: bool = False) -> RunProjection:
    projection = RunProjection()
    projection.apply(story.events)
    view._selection.choose_run(story.run)
    view.show_nodes(projection.tree(), projection.state.last_at, live=live)
    return projection


def test_every_attempt_that_began_has_a_bar_and_nothing_else_has(view: TimelineView) -> None:
    show(view, stories.failed_story())

    assert [(bar.node.id, bar.attempt.n) for bar in view.bars()] == [("reproduce", 1), ("fix", 1), ("fix", 2)]
    view.grab()


def test_a_run_that_nobody_drives_ends_at_its_last_event(view: TimelineView) -> None:
    projection = show(view, stories.running_story())

    last = view.bars()[-1]
    assert last.end == pytest.approx(moment(projection.state.last_at))


def test_a_click_and_the_arrow_keys_choose_attempts(view: TimelineView, qtbot: QtBot) -> None:
    show(view, stories.failed_story())
    second = view.bars()[1]

    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view._area(second).center().toPoint())
    assert (view._selection.node, view._selection.attempt) == ("fix", 1)

    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert (view._selection.node, view._selection.attempt) == ("fix", 2)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert (view._selection.node, view._selection.attempt) == ("reproduce", 1)
    assert view.accessibleDescription().startswith("reproduce, attempt 1: cleared, ")


def test_a_run_of_nothing_draws_nothing(view: TimelineView) -> None:
    show(view, Story())

    assert view.bars() == []
    view.grab()
