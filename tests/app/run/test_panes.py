# SPDX-License-Identifier: Apache-2.0
"""The panes of a run share the room as it is, and what was chosen stays chosen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.clock import Beat
from app.models.blocks import ATTEMPTS, BlocksModel
from app.models.folding import Folding
from app.run.blocks import BlockTree
from app.run.panes import RunPanes
from app.selection import Selection
from app.theme import theme
from app.window import MonitorWindow
from engine.projections import RunProjection
from tests.app.monitor import monitor, until
from tests.helpers import stories

LOW, TALL, WIDE = QSize(1280, 760), QSize(1280, 1240), QSize(1900, 1000)


def take(window: MonitorWindow, size: QSize) -> RunPanes:
    window.resize(size)
    QApplication.sendPostedEvents()
    return window.run_view.parts


def titles(parts: RunPanes) -> list[str]:
    return [parts.tabs.tabText(at) for at in range(parts.tabs.count())]


async def test_in_a_low_narrow_page_the_blocks_are_a_tab_and_elsewhere_beside_or_above(tmp_path: Path) -> None:
    stories.approval_story("a").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture and window.run_view.tree.isVisible())
        tree = window.run_view.tree

        parts = take(window, LOW)
        assert (parts.shape, titles(parts)) == ("tabs", ["Blocks", "Journal", "Graph", "Timeline"])
        assert parts.pane == "blocks"
        assert tree.isVisible()
        low = tree.height()

        parts = take(window, WIDE)
        assert (parts.shape, titles(parts)) == ("beside", ["Journal", "Graph", "Timeline"])
        assert tree.isVisible()
        assert parts.tabs.isVisible()
        assert tree.width() == tree.wanted_width()
        assert tree.isColumnHidden(ATTEMPTS), "no block has more than one"
        assert parts.tabs.width() > 1.2 * tree.width()

        parts = take(window, TALL)
        assert parts.shape == "above"
        assert tree.isVisible()
        assert parts.tabs.isVisible()
        assert tree.geometry().bottom() < parts.tabs.geometry().top()

        assert low > 120, "with a hold open, in the lowest of these windows"

        shapes = [str(take(window, WIDE).shape)]
        for scale in (2.0, 1.0):
            theme().set_text_scale(scale)
            shapes.append(window.run_view.parts.shape)
        assert shapes == ["beside", "tabs", "beside"]


async def test_focus_selection_folding_and_the_open_tab_survive_each_change_of_shape(tmp_path: Path) -> None:
    stories.approval_story("a").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture and window.run_view.tree.isVisible())
        tree = window.run_view.tree
        window.selection.choose_node("note")
        take(window, LOW)
        tree.setFocus()

        parts = take(window, LOW)
        for size in (WIDE, LOW, TALL, WIDE, TALL, LOW):
            take(window, size)
            assert window.focusWidget() is tree
            assert tree.currentIndex().data() == "note"
            assert parts.pane == "blocks"

        window.do_act("pane-journal")
        assert (parts.pane, window.focusWidget()) == ("journal", window.run_view.journal.table)
        parts.show_pane("graph")
        for size in (WIDE, LOW, TALL, LOW):
            take(window, size)
            assert parts.pane == "graph"
            assert parts.tabs.currentWidget() is window.run_view.graph
        parts = take(window, WIDE)
        parts.setSizes([350, parts.width() - 351])
        parts.splitterMoved.emit(350, 1)
        take(window, LOW)
        take(window, WIDE)
        assert tree.width() == 350, "as wide as a person made it"
        window.keep_state()

    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture and window.run_view.isVisible())
        assert take(window, LOW).tabs.currentWidget() is window.run_view.graph
        take(window, WIDE)
        assert window.run_view.tree.width() == 350


def test_attempts_have_a_column_as_soon_as_a_block_has_several(qtbot: QtBot) -> None:
    tree = BlockTree(BlocksModel(), Selection(), Folding(), Beat())
    qtbot.addWidget(tree)
    tree.resize(600, 300)
    shown = {}
    for story in (stories.running_story(), stories.failed_story()):
        projection = RunProjection()
        projection.apply(story.events)
        tree.show_nodes(projection.tree())
        shown[story.run] = tree.columnWidth(ATTEMPTS)

    assert shown["r-running"] == 0
    assert shown["r-failed"] > 40
