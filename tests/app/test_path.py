# SPDX-License-Identifier: Apache-2.0
"""A person's path inside one process: launch from the dialog, watch, accept, read. The engine host is a real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.launch.dialog import LaunchDialog
from app.launch.plan import PlanPreview
from app.run.blocks import BlockTree
from app.transcript import TranscriptView
from app.window import MonitorWindow
from engine.runtime.host import stop_host
from tests.app.monitor import answer_button, find, monitor, until
from tests.helpers.runs import assert_sound, git, make_repository, make_script, make_workflow, run_folder, state

STEPS = (
    "{step: mend, role: worker, title: Mend it, goal: Mend., gate: [commit, {file: mended.txt}]}",
    "{run: look, argv: [grep, -q, mended, mended.txt], title: Look at it}",
    "{step: tell, role: worker, title: Tell, goal: Tell., gate: [{file: NOTES.md}, approval]}",
)
AGENT = """
cat > /dev/null
echo "I do the step $PILOTHOUSE_NODE."
case $PILOTHOUSE_NODE in
    mend) echo mended > mended.txt; git add -A; git commit -q -m "Mend it" ;;
    tell) echo "What was mended." > NOTES.md ;;
esac
"""
TOP = "inputs: {report: {type: text, title: Bug report, required: true}}"

pytestmark = pytest.mark.slow


@pytest.fixture
async def window(data_dir: Path) -> AsyncIterator[MonitorWindow]:
    try:
        async with monitor(data_dir) as shown:
            yield shown
    finally:
        await asyncio.to_thread(stop_host, data_dir)


def states(window: MonitorWindow) -> dict[str, str]:
    """What the block tree says of each block."""
    model = find(window, BlockTree, "blockTree").model()
    rows = range(model.rowCount())
    return {str(model.index(row, 0).data()): str(model.index(row, 1).data()) for row in rows}


async def test_a_person_launches_from_the_dialog_watches_accepts_and_reads_the_transcript(
    window: MonitorWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    repository = make_repository(tmp_path / "shop")
    workflow = make_workflow(tmp_path / "mend.yaml", STEPS, make_script(tmp_path / "agent.sh", AGENT), top=TOP)
    left = Qt.MouseButton.LeftButton

    qtbot.mouseClick(find(window, QPushButton, "launchButton"), left)
    dialog = find(window, LaunchDialog, "launchDialog")
    chooser = find(dialog, QComboBox, "workflowChooser")
    await until(chooser.currentText)
    qtbot.keyClicks(chooser, str(workflow))
    qtbot.keyClicks(find(dialog, QLineEdit, "repositoryField"), str(repository))
    await until(lambda: find(dialog, PlanPreview, "planPreview").ids() == ["mend", "look", "tell"])
    confirm = find(dialog, QPushButton, "launchConfirm")
    assert not confirm.isEnabled()
    qtbot.keyClicks(find(dialog, QPlainTextEdit, "input:report"), "Totals are wrong")
    await until(confirm.isEnabled, 30)
    qtbot.mouseClick(confirm, left)
    await until(lambda: not window.findChildren(LaunchDialog), 30)

    await until(lambda: window.findChild(QPushButton, "answer:accept"), 60)
    assert states(window) == {"Mend it": "cleared", "Look at it": "cleared", "Tell": "needs you"}
    assert window.windowTitle() == "(1) Pilothouse"
    accept = answer_button(window, "accept")
    await until(accept.isEnabled)
    qtbot.mouseClick(accept, left)
    await until(lambda: states(window)["Tell"] == "cleared" and window.feed.summaries[0].ended, 60)

    window.selection.choose_node("mend")
    view = find(window, TranscriptView, "transcriptView")

    def transcript() -> str:
        qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        return QGuiApplication.clipboard().text()

    await until(lambda: "I do the step mend." in transcript())

    (summary,) = window.feed.summaries
    folder = run_folder(summary.run)
    assert state(folder).inputs == {"report": "Totals are wrong"}
    listed = git(repository, "ls-tree", "-r", "--name-only", summary.branch).splitlines()
    assert listed == ["NOTES.md", "README.md", "mended.txt"]
    await asyncio.to_thread(stop_host, window.memory.data_dir)
    assert_sound(folder)
