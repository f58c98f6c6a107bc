# SPDX-License-Identifier: Apache-2.0
"""Commands of the window against the real engine: launched, driven by a real host, answered, refused, stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from git import Repo
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.commands import Report
from app.window import MonitorWindow
from engine.runtime.host import host_pid, stop_host
from engine.runtime.launch import Request
from tests.app.monitor import answer_button, find, monitor, until

WORKFLOW = """\
pilothouse: 1
name: note
roles:
  writer: {{agent: command, argv: ["{agent}"]}}
budgets: {{turns: {turns}}}
do:
  - step: write
    role: writer
    goal: Write.
    retries: 0
    gate: [{{file: NOTES.md}}, approval]
"""
AGENT = """\
#!/bin/sh
cat > /dev/null
echo "turn $PILOTHOUSE_TURN" >> NOTES.md
echo "I wrote it."
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def request_for(tmp_path: Path) -> Request:
    """One step by a command agent, then a person."""
    return _request(tmp_path, turns=5)


def _request(tmp_path: Path, turns: int) -> Request:
    repository = tmp_path / "shop"
    with Repo.init(repository, initial_branch="main") as repo:
        (repository / "README.md").write_text("A shop.\n")
        repo.index.add(["README.md"])
        repo.index.commit("First")
    agent = tmp_path / "agent.sh"
    agent.write_text(AGENT)
    agent.chmod(0o755)
    workflow = tmp_path / "note.yaml"
    workflow.write_text(WORKFLOW.format(agent=agent, turns=turns))
    return Request(workflow=str(workflow), repository=repository)


@pytest.fixture
async def window(data_dir: Path) -> AsyncIterator[MonitorWindow]:
    try:
        async with monitor(data_dir) as shown:
            yield shown
    finally:
        await asyncio.to_thread(stop_host, data_dir)


def reports_of(window: MonitorWindow) -> list[Report]:
    reports: list[Report] = []
    window.commands.reported.connect(reports.append)
    return reports


async def test_a_launched_run_is_driven_answered_by_a_click_and_ends(
    window: MonitorWindow, request_for: Request, qtbot: QtBot
) -> None:
    window.commands.launch(request_for)
    await until(lambda: window.findChild(QPushButton, "answer:accept"), 60)
    assert window.commands.started_host
    find(window, QLineEdit, "answerNote").setText("Good.")
    button = answer_button(window, "accept")
    await until(button.isEnabled)

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: window.feed.summaries[0].ended, 60)

    assert window.feed.summaries[0].state == "succeeded"
    assert not window.run_view.banner.isVisible()
    await until(lambda: window.status.said().startswith("Accept: journaled, line "))


async def test_an_answer_to_evidence_that_is_not_there_any_more_is_refused_with_the_reason(
    window: MonitorWindow, request_for: Request
) -> None:
    window.commands.launch(request_for)
    await until(lambda: window.feed.summaries and window.feed.summaries[0].holds, 60)
    (hold,) = window.feed.summaries[0].holds
    reports = reports_of(window)

    window.commands.answer(hold.run, hold.id, "accept", expect=hold.seq - 1)
    await until(lambda: reports, 30)

    assert (reports[0].tone, reports[0].hold) == ("refused", hold.id)
    assert "moved" in reports[0].text
    assert not window.feed.summaries[0].ended


async def test_refining_goes_on_in_the_same_attempt_and_asks_again(
    window: MonitorWindow, request_for: Request, qtbot: QtBot
) -> None:
    window.commands.launch(request_for)
    await until(lambda: window.findChild(QPushButton, "answer:refine"), 60)
    first = window.run_view.banner.hold()
    find(window, QLineEdit, "answerNote").setText("Once more.")
    button = answer_button(window, "refine")
    await until(button.isEnabled)

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: window.run_view.banner.hold() not in (first, None), 60)

    picture = window.feed.picture
    assert picture is not None
    assert [len(attempt.turns) for attempt in picture.nodes[0].attempts] == [2]
    assert find(window, QLineEdit, "answerNote").text() == ""


async def test_a_launch_that_cannot_be_is_refused_with_the_reason(
    window: MonitorWindow, request_for: Request, tmp_path: Path
) -> None:
    refused: list[str] = []
    window.commands.launch_refused.connect(refused.append)

    window.commands.launch(Request(workflow=request_for.workflow, repository=tmp_path))
    await until(lambda: refused, 30)

    assert str(tmp_path) in refused[0]
    assert await asyncio.to_thread(host_pid, tmp_path / "pilothouse-data") is None


async def test_stopping_the_host_leaves_a_run_that_the_next_one_goes_on_with(
    window: MonitorWindow, request_for: Request
) -> None:
    window.commands.launch(request_for)
    await until(lambda: window.feed.summaries and window.feed.summaries[0].holds, 60)

    await window.commands.stop_host()
    await until(lambda: not window.feed.driven)
    assert await asyncio.to_thread(host_pid, window.memory.data_dir) is None
    (hold,) = window.feed.summaries[0].holds
    window.commands.answer(hold.run, hold.id, "accept", expect=hold.seq)
    await until(lambda: window.feed.summaries[0].ended, 60)

    assert window.feed.summaries[0].state == "succeeded"
