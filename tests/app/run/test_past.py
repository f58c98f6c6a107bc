# SPDX-License-Identifier: Apache-2.0
"""The scrubber: all panes go back together, the past is marked and answers nothing, and one returns to now."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QSlider, QTableView, QToolButton
from pytestqt.qtbot import QtBot

from app.models.blocks import BlocksModel
from app.run.banner import HoldBanner
from app.run.blocks import BlockTree
from app.run.timeline import TimelineView
from app.window import MonitorWindow
from tests.app.monitor import find, monitor, until
from tests.helpers import stories

LEFT = Qt.MouseButton.LeftButton


def states(window: MonitorWindow) -> dict[str, str]:
    model = find(window, BlockTree, "blockTree").model()
    assert isinstance(model, BlocksModel)
    return {node.id: node.state for node in model.nodes()}


async def test_the_scrubber_puts_all_panes_back_marks_the_past_and_returns(tmp_path: Path, qtbot: QtBot) -> None:
    story = stories.approval_story()
    folder = story.write(tmp_path)
    before = (folder / "journal.jsonl").read_bytes()
    async with monitor(tmp_path, run=story.run) as window:
        await until(lambda: window.feed.picture and states(window))
        now = states(window)
        banner, slider = find(window, HoldBanner, "holdBanner"), find(window, QSlider, "scrubberSlider")
        live = find(window, QPushButton, "liveButton")
        assert banner.isVisible()
        assert live.isHidden()

        slider.setFocus()
        qtbot.keyClick(slider, Qt.Key.Key_Home)
        await until(lambda: set(states(window).values()) == {"pending"})
        assert window.selection.moment == 1
        assert not banner.isVisible()
        assert window.findChildren(QPushButton, "answer:accept") == []
        assert find(window, TimelineView, "timelineView").bars() == []
        assert live.isVisible()
        assert all(find(window, QPushButton, f"{name}Button").isHidden() for name in ("pause", "resume", "cancel"))
        assert find(window, QToolButton, "raiseToggle").isHidden()

        qtbot.mouseClick(live, LEFT)
        await until(lambda: states(window) == now)
        assert banner.isVisible()
        assert window.findChildren(QPushButton, "answer:accept") != []
    assert (folder / "journal.jsonl").read_bytes() == before
    assert not list((folder / "inbox").glob("*.json"))


async def test_a_hold_of_the_past_is_shown_as_it_was_and_cannot_be_answered(tmp_path: Path, qtbot: QtBot) -> None:
    story = stories.approval_story()
    held = len(story.events)
    story.write(tmp_path)
    async with monitor(tmp_path, run=story.run) as window:
        await until(lambda: window.feed.picture)
        banner = find(window, HoldBanner, "holdBanner")

        window.run_view.go_to(held - 1)  # the hold is open, the run not yet paused
        await until(lambda: banner.isVisible() and not window.findChildren(QPushButton, "answer:accept"))

        assert banner.hold() is not None
        assert find(window, QLineEdit, "answerNote").isHidden()

        window.selection.choose_hold(story.run, "h1", "hand-over")
        assert window.selection.moment is None, "what waits waits now"


async def test_next_and_previous_failure_go_from_one_to_the_next_and_select_it_everywhere(
    tmp_path: Path, qtbot: QtBot
) -> None:
    story = stories.approval_story()
    story.write(tmp_path)
    async with monitor(tmp_path, run=story.run) as window:
        await until(lambda: window.feed.picture and window.run_view.journal.stops)
        stops = list(window.run_view.journal.stops)
        assert len(stops) >= 2
        table = find(window, QTableView, "journalTable")

        window.activateWindow()
        qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
        assert window.selection.moment == stops[-1]
        qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
        assert window.selection.moment == stops[-2]
        assert window.selection.node == story.events[stops[-2] - 1].body.node == "fix"
        assert table.currentIndex().data(Qt.ItemDataRole.UserRole).seq == stops[-2]
        await until(lambda: states(window)["fix"] == "running")
        assert states(window)["hand-over"] == "pending"

        qtbot.keyClick(window, Qt.Key.Key_F8)
        assert window.selection.moment == stops[-1]
        qtbot.keyClick(window, Qt.Key.Key_End, Qt.KeyboardModifier.AltModifier)
        assert not window.run_view.banner.isHidden()

        qtbot.keyClick(window, Qt.Key.Key_F8)
        assert window.selection.moment == stops[0], "nothing comes after now: it begins again"
        qtbot.keyClick(window, Qt.Key.Key_End, Qt.KeyboardModifier.AltModifier)
        window.run_view.journal._model.stops.clear()
        qtbot.keyClick(window, Qt.Key.Key_F8)
        assert window.status.said() == "Nothing has failed in this run."
