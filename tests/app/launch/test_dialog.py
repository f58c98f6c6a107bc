# SPDX-License-Identifier: Apache-2.0
"""The launch dialog: fields from the workflow, the plan before anything starts, and no launch that must fail."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from git import Repo
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QListWidget, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.launch import dialog as dialog_module
from app.launch import tickets as tickets_module
from app.launch.dialog import LaunchDialog
from app.launch.plan import PlanPreview
from app.launch.recipes import Recipe, Recipes
from app.launch.tickets import Ticket
from app.theme import theme
from app.window import MonitorWindow
from engine.runtime.launch import Request
from tests.app.monitor import find, monitor, until
from tests.helpers import stories

WORKFLOW = """\
pilothouse: 1
name: mend
title: Mend what is broken
inputs:
  report: {type: text, title: Bug report, required: true}
  depth: {type: int, default: 2}
roles:
  fixer: {agent: command, argv: ["true"]}
budgets: {turns: 20, wall_clock: 1h}
do:
  - {step: fix, role: fixer, title: Fix the bug, goal: "{{ inputs.report }}", gate: [commit]}
  - {step: tell, role: fixer, goal: Tell., gate: [verdict]}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    path = tmp_path / "shop"
    with Repo.init(path, initial_branch="main") as repo:
        (path / "README.md").write_text("A shop.\n")
        repo.index.add(["README.md"])
        repo.index.commit("First")
    return path


@pytest.fixture
def workflow(tmp_path: Path) -> Path:
    path = tmp_path / "mend.yaml"
    path.write_text(WORKFLOW)
    return path


@pytest.fixture
async def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MonitorWindow]:
    monkeypatch.setattr(dialog_module, "CHECK_AFTER_MS", 10)
    async with monitor(tmp_path / "data") as shown:
        yield shown


async def opened(window: MonitorWindow, workflow: Path | str) -> LaunchDialog:
    find(window, QPushButton, "launchButton").click()
    dialog = find(window, LaunchDialog, "launchDialog")
    chooser = find(dialog, QComboBox, "workflowChooser")
    await until(lambda: chooser.count())
    chooser.setCurrentText(str(workflow))
    return dialog


def write(path: Path, text: str) -> None:
    path.write_text(text)


def problems(dialog: LaunchDialog) -> str:
    return find(dialog, QLabel, "launchProblems").text()


async def test_the_plan_and_the_fields_come_from_the_workflow(window: MonitorWindow, workflow: Path) -> None:
    dialog = await opened(window, workflow)
    plan = find(dialog, PlanPreview, "planPreview")

    await until(lambda: plan.ids() == ["fix", "tell"])

    assert find(dialog, QPlainTextEdit, "input:report").accessibleName() == "Bug report"
    assert find(dialog, QLineEdit, "input:depth").placeholderText() == "2"
    assert find(dialog, QLineEdit, "budget:turns").placeholderText() == "20"
    assert find(dialog, QComboBox, "role:fixer").currentText() == "command"


async def test_the_repository_of_the_last_run_is_there_already(tmp_path: Path) -> None:
    """Whether it was launched from here or from a terminal."""
    stories.finished_story("r-1", repository="/src/shop").write(tmp_path / "data")
    async with monitor(tmp_path / "data") as window:
        await until(lambda: window.feed.loaded and window.feed.summaries)
        dialog = await opened(window, "fix-bug")
        assert find(dialog, QLineEdit, "repositoryField").text() == "/src/shop"


async def test_bundled_workflows_are_offered(window: MonitorWindow) -> None:
    dialog = await opened(window, "fix-bug")
    chooser = find(dialog, QComboBox, "workflowChooser")

    assert "fix-bug" in [chooser.itemText(row) for row in range(chooser.count())]
    plan = find(dialog, PlanPreview, "planPreview")
    await until(plan.ids)
    first, command = (plan.model().index(row, 0) for row in (0, 2))
    line = theme().metrics("small").lineSpacing()
    await until(lambda: plan.visualRect(first).height() > plan.visualRect(command).height() + 1.9 * line)
    # every gate can be read where it stands
    await until(lambda: "reproduce" in find(dialog, PlanPreview, "planPreview").ids())


async def test_what_is_typed_into_a_field_that_was_just_filled_in_replaces_it(
    window: MonitorWindow, workflow: Path, qtbot: QtBot
) -> None:
    find(window, QPushButton, "launchButton").click()
    dialog = find(window, LaunchDialog, "launchDialog")
    chooser = find(dialog, QComboBox, "workflowChooser")
    await until(chooser.currentText)

    qtbot.keyClicks(chooser, str(workflow))

    assert chooser.currentText() == str(workflow)
    dialog.reject()


async def test_a_faulty_workflow_shows_every_fault_with_line_and_column(window: MonitorWindow, workflow: Path) -> None:
    write(workflow, WORKFLOW.replace("role: fixer, title", "role: nobody, titel").replace("turns: 20", "turns: x"))
    dialog = await opened(window, workflow)

    await until(lambda: "cannot be used" in problems(dialog))

    assert "mend.yaml:9:" in problems(dialog)
    assert "mend.yaml:11:" in problems(dialog)
    assert not find(dialog, QPushButton, "launchConfirm").isEnabled()


async def test_nothing_can_be_launched_until_it_would_do(
    window: MonitorWindow, workflow: Path, repository: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched: list[Request] = []
    monkeypatch.setattr(window.commands, "launch", launched.append)
    dialog = await opened(window, workflow)
    confirm = find(dialog, QPushButton, "launchConfirm")
    await until(lambda: find(dialog, PlanPreview, "planPreview").ids())

    find(dialog, QLineEdit, "repositoryField").setText(str(repository / "missing"))
    await until(lambda: "no folder" in problems(dialog))
    find(dialog, QLineEdit, "repositoryField").setText(str(repository))
    await until(lambda: "report" in problems(dialog))
    assert not confirm.isEnabled()

    find(dialog, QPlainTextEdit, "input:report").setPlainText("Totals are wrong")
    await until(confirm.isEnabled)
    assert problems(dialog) == "Ready to launch."
    (repository / "mine.txt").write_text("not committed\n")
    find(dialog, QPlainTextEdit, "input:report").setPlainText("Totals are wrong")
    find(dialog, QLineEdit, "budget:turns").setText("5")
    await until(lambda: "1 file of the checkout is not committed" in problems(dialog))
    assert confirm.isEnabled()
    find(dialog, QLineEdit, "budget:turns").clear()
    find(dialog, QLineEdit, "budget:wall_clock").setText("20")
    await until(lambda: "unit" in problems(dialog))
    assert not confirm.isEnabled()

    find(dialog, QLineEdit, "budget:wall_clock").setText("20m")
    await until(confirm.isEnabled)
    qtbot.mouseClick(confirm, Qt.MouseButton.LeftButton)

    (request,) = launched
    assert (request.workflow, request.repository) == (str(workflow), repository)
    assert (request.inputs, request.budgets) == ({"report": "Totals are wrong"}, {"wall_clock": 1_200_000})
    dialog.reject()


async def test_what_was_typed_survives_a_workflow_that_asks_the_same(window: MonitorWindow, workflow: Path) -> None:
    dialog = await opened(window, workflow)
    await until(lambda: find(dialog, PlanPreview, "planPreview").ids() == ["fix", "tell"])
    find(dialog, QPlainTextEdit, "input:report").setPlainText("Kept")

    other = workflow.with_name("other.yaml")
    write(other, WORKFLOW.replace("name: mend", "name: other").replace("step: tell", "step: told"))
    find(dialog, QComboBox, "workflowChooser").setCurrentText(str(other))
    await until(lambda: find(dialog, PlanPreview, "planPreview").ids() == ["fix", "told"])

    assert find(dialog, QPlainTextEdit, "input:report").toPlainText() == "Kept"


async def test_a_launch_is_repeated_in_two_acts(
    window: MonitorWindow, workflow: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched: list[Request] = []
    monkeypatch.setattr(window.commands, "launch", launched.append)
    once = Recipe(str(workflow), str(repository), inputs={"report": "Again", "depth": "3"}, budgets={"turns": 7})
    for recipe in (once, Recipe("race", str(repository), inputs={"task": "Other"})):
        Recipes(window.memory).launched(recipe)

    find(window, QPushButton, "launchButton").click()
    recent = find(find(window, LaunchDialog, "launchDialog"), QListWidget, "recentLaunches")
    recent.setCurrentRow(1)
    QTest.keyClick(recent, Qt.Key.Key_Return)
    await until(lambda: launched)

    (request,) = launched
    assert (request.workflow, request.repository) == (once.workflow, repository)
    assert (request.inputs, request.budgets) == (once.inputs, {"turns": 7})
    find(window, LaunchDialog, "launchDialog").reject()


async def test_several_tickets_make_one_run_each_in_order_and_those_that_fail_stay(
    window: MonitorWindow, workflow: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.commands, "drive", lambda: None)
    dialog = await opened(window, workflow)
    await until(lambda: find(dialog, PlanPreview, "planPreview").ids())
    find(dialog, QLineEdit, "repositoryField").setText(str(repository))
    find(dialog, QCheckBox, "severalTickets").setChecked(True)
    confirm, lines = find(dialog, QPushButton, "launchConfirm"), find(dialog, QPlainTextEdit, "ticketLines")
    await until(lambda: "no ticket" in problems(dialog))
    lines.setPlainText("One\nTwo\nThree")
    await until(lambda: confirm.isEnabled() and confirm.text() == "Launch 3 runs")
    real = tickets_module.requests_of

    def with_a_bad_one(tickets: list[Ticket], like: Request, name: str) -> list[Request]:
        requests = real(tickets, like, name)
        return [requests[0], replace(requests[1], base="no-such-branch"), requests[2]]

    monkeypatch.setattr(dialog_module, "requests_of", with_a_bad_one)
    confirm.click()
    await until(lambda: "made no run" in problems(dialog))

    assert "Two: " in problems(dialog)
    assert lines.toPlainText() == "Two"
    tasks = [
        path.read_text().strip() for path in sorted((window.memory.data_dir / "runs").glob("*/blackboard/task.md"))
    ]
    assert [task.splitlines()[0] for task in tasks] == ["report: One", "report: Three"]
    dialog.reject()


async def test_br_054_the_dialog_opened_and_closed_while_it_reads_leaves_nothing(
    window: MonitorWindow, workflow: Path
) -> None:
    for _ in range(20):
        find(window, QPushButton, "launchButton").click()
        dialog = find(window, LaunchDialog, "launchDialog")
        find(dialog, QComboBox, "workflowChooser").setCurrentText(str(workflow))
        dialog.reject()
        await until(lambda: not window.findChildren(LaunchDialog))
