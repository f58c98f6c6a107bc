# SPDX-License-Identifier: Apache-2.0
"""Attempts beside each other, and the review before an answer, on a real store: with the keyboard and the mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.attempts.factgrid import FactGrid
from app.attempts.facts import candidates, first_pair
from app.diff.view import DiffView
from app.review.view import ReviewPane
from app.run.blocks import BlockTree
from app.window import MonitorWindow
from engine.projections import RunProjection
from tests.app.monitor import answer_button, find, monitor, until
from tests.helpers.nested import nested_story
from tests.helpers.told import story_with_two_attempts

LEFT = Qt.MouseButton.LeftButton


async def test_two_attempts_are_compared_in_two_acts_with_the_mouse(tmp_path: Path, qtbot: QtBot) -> None:
    story = story_with_two_attempts(tmp_path)
    async with monitor(tmp_path / "data", run=story.run) as window:
        await until(lambda: window.feed.picture)
        tree = find(window, BlockTree, "blockTree")
        await until(lambda: tree.model().rowCount())
        qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualRect(tree.model().index(0, 0)).center())  # one
        button = find(window, QPushButton, "compareButton")
        await until(button.isVisible)
        qtbot.mouseClick(button, LEFT)  # two

        facts = find(window, FactGrid, "compareFacts")
        await until(lambda: facts.text_of("commit") == ["the tree is dirty", "1 commit"])
        assert facts.text_of("changed") == ["2 files, +2 −1", "3 files, +3 −1"]
        assert facts.text_of("cost")[0] != facts.text_of("cost")[1]
        left, right = (find(window, DiffView, f"compareDiff:{side}") for side in ("left", "right"))
        await until(lambda: len(left.files()) == 2 and len(right.files()) == 3)
        between = find(window, DiffView, "compareBetween")
        await until(lambda: sorted(file.name for file in between.files()) == ["notes-2.md", "total.py"])
        assert not window.inspector.isVisible()

        qtbot.keyClick(find(window, QComboBox, "compareChooser:left"), Qt.Key.Key_Escape)
        await until(window.inspector.isVisible)


async def test_two_attempts_are_compared_with_the_keyboard_alone(tmp_path: Path, qtbot: QtBot) -> None:
    story = story_with_two_attempts(tmp_path)
    async with monitor(tmp_path / "data", run=story.run) as window:
        await until(lambda: window.feed.picture and window.selection.node == "reproduce")
        window.activateWindow()
        qtbot.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        await until(lambda: find(window, QWidget, "comparePane").isVisible())
        assert window.focusWidget() is find(window, QComboBox, "compareChooser:left")


async def review(window: MonitorWindow, qtbot: QtBot) -> DiffView:
    await until(lambda: window.feed.picture and window.selection.node == "reproduce")
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    diff = find(window, DiffView, "reviewDiff")
    await until(lambda: len(diff.files()) == 3)
    return diff


async def test_an_approval_is_reviewed_with_everything_in_front_and_comments_go_back_as_refine(
    tmp_path: Path, qtbot: QtBot
) -> None:
    story = story_with_two_attempts(tmp_path)
    async with monitor(tmp_path / "data", run=story.run) as window:
        diff = await review(window, qtbot)
        facts = find(window, FactGrid, "reviewFacts")
        await until(lambda: facts.text_of("commit") == ["1 commit"])
        for name in ("verdict", "changed", "cost", "tokens", "time"):
            assert facts.text_of(name) != [""], name
        refine = answer_button(window, "refine")
        await until(answer_button(window, "accept").isEnabled)
        assert not refine.isEnabled()

        for _ in range(2):
            qtbot.keyClick(diff.text, Qt.Key.Key_Down)
        qtbot.keyClick(diff.text, Qt.Key.Key_C)
        field = diff.findChild(QLineEdit, "diffCommentField")
        assert field is not None
        qtbot.keyClicks(field, "Name it.")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        use = diff.findChild(QPushButton, "diffCommentsUse")
        assert use is not None
        qtbot.mouseClick(use, LEFT)
        assert refine.isEnabled()
        given: list[tuple[str, str]] = []
        window.commands.answer = lambda run, hold, answer, **more: given.append((answer, more["note"]))  # type: ignore[method-assign]
        qtbot.mouseClick(refine, LEFT)

        ((answer, note),) = given
        assert answer == "refine"
        assert note.startswith("notes-1.md:1\n> Notes.\nName it.")


async def test_a_review_shows_on_request_all_that_the_run_has_changed_up_to_there(tmp_path: Path, qtbot: QtBot) -> None:
    story = story_with_two_attempts(tmp_path)
    async with monitor(tmp_path / "data", run=story.run) as window:
        diff = await review(window, qtbot)
        pane, picture = find(window, ReviewPane, "reviewPane"), window.feed.picture
        assert picture is not None
        node = picture.nodes[0]
        first, second = node.attempts
        later = replace(second, fork_point=first.head or "")
        summary = replace(picture.summary, base=second.fork_point)
        picture = replace(picture, summary=summary, nodes=(replace(node, attempts=(first, later)),))
        window.feed.run_changed.disconnect()
        pane.show_picture(picture)
        await until(lambda: [file.name for file in diff.files()] == ["notes-2.md", "total.py"])

        qtbot.mouseClick(find(pane, QToolButton, "reviewWhole"), LEFT)
        await until(lambda: [file.name for file in diff.files()] == ["notes-1.md", "notes-2.md", "total.py"])
        assert pane.facts.text_of("changed") == ["2 files, +2 −1"], "the facts stay those of the attempt"

        qtbot.mouseClick(find(pane, QToolButton, "reviewWhole"), LEFT)
        await until(lambda: len(diff.files()) == 2)
        pane.show_picture(replace(picture, summary=replace(summary, base=later.fork_point)))
        assert not pane.whole.isVisible(), "the first step's diff is that of the run"


def test_the_branches_of_a_race_and_the_rounds_of_a_loop_are_compared_with_each_other() -> None:
    told = RunProjection()
    told.apply(nested_story().events)
    nodes = told.tree()
    raced = [node.id for node in nodes if node.id.startswith("approaches[") and node.attempts]
    assert len(raced) > 1

    found = candidates(nodes, raced[0])
    assert {one.node for one in found} == set(raced)
    left, right = first_pair(found, raced[0])
    assert found[left].node == raced[0]
    assert found[right].node != raced[0] or found[right].attempt != found[left].attempt
    assert {one.node for one in candidates(nodes, "approaches")} == set(raced)
    assert candidates(nodes, "no-such-block") == []
