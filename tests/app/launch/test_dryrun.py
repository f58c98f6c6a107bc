# SPDX-License-Identifier: Apache-2.0
"""The dry run of the launch dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.labels import WrapLabel
from app.launch.dryrun import DryRun, begun, gone_on, stops, told, with_caps
from app.tasks import Tasks
from engine.definition import load
from engine.definition.model import Workflow
from engine.runtime.explore import Explored
from tests.app.monitor import find, until
from tests.helpers.nested import nested_workflow
from tests.helpers.stories import fix_workflow


def paths_of(workflow: Workflow, most: int) -> Explored:
    going = begun(workflow, {}, most)
    assert len(going.found.paths) == 1, "the first result comes at once"
    while gone_on(going).more:
        pass
    return going.found


def test_it_tells_paths_ends_and_the_worst_case() -> None:
    words = told(paths_of(fix_workflow(), 40))

    assert words.startswith("The first 40 paths")
    assert "At the worst" in words
    assert "succeeded" in words


def test_it_says_what_stops_it_with_the_budgets_that_were_typed() -> None:
    workflow = load("fix-bug").workflow

    assert stops(workflow) == "Its budgets pause it: at most 20 turns, at most 1h of driving; nothing limits its cost."
    assert "at most $2.50" in stops(with_caps(workflow, {"cost": 2.5}))
    assert with_caps(workflow, {"turns": -1}) is workflow


def test_what_is_left_out_is_said() -> None:
    words = told(paths_of(nested_workflow(), 3))

    assert words.startswith("The first 3 paths; there are more.")
    assert "of these" in words


async def test_the_button_shows_what_is_found_and_stops_it_and_another_workflow_makes_it_untold(qtbot: QtBot) -> None:
    tasks = Tasks()
    dry = DryRun(tasks)
    qtbot.addWidget(dry)
    dry.show()
    button, result = find(dry, QPushButton, "dryRun"), find(dry, WrapLabel, "dryRunResult")
    assert not button.isEnabled()

    dry.show_workflow(nested_workflow(), {})
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "Trying" in result.text()
    await until(lambda: result.text().startswith("Trying on…\nThe first") and "At the worst" in result.text())
    assert button.text() == "Stop"

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert result.text().startswith("Stopped.\nThe first")
    assert button.text() == "Dry run"

    dry.show_workflow(fix_workflow(), {})
    assert result.text() == ""
    await tasks.close()
