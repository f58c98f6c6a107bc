# SPDX-License-Identifier: Apache-2.0
"""Every kind of hold, opened by a real run, answered by its button, and driven on."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app import commands
from app.labels import WrapLabel
from app.window import MonitorWindow
from tests.app.monitor import answer_button, find, monitor, until
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import assert_sound, eventually, git, kinds, make_repository, run_folder, state

pytestmark = pytest.mark.slow

DONE = {"verdict": "done"}


class Run:
    """A run by the scripted agent, up to what waits."""

    def __init__(self, pilothouse: CommandLine, folder: Path) -> None:
        self.pilothouse = pilothouse
        self.folder = folder
        self.repository = make_repository(folder / "shop")

    def argv(self, blocks: list[dict[str, Any]], acts: dict[str, Any], **top: object) -> tuple[str | Path, ...]:
        workflow, playbook = self.folder / "w.yaml", self.folder / "p.yaml"
        head = {"pilothouse": 1, "name": "w", "roles": {"worker": {"agent": "scripted"}}, **top}
        workflow.write_text(json.dumps({**head, "do": blocks}))
        playbook.write_text(json.dumps({"playbook": 1, "nodes": acts}))
        repository = self.repository
        where = ("--repo", repository, "--id", "r", "--branch", "work/r", "--playbook", playbook)
        return ("run", workflow, *where)

    def until_it_waits(self, blocks: list[dict[str, Any]], acts: dict[str, Any], **top: object) -> None:
        self.pilothouse(*self.argv(blocks, acts, **top)).ended(3)

    def goes_on(self, code: int = 0) -> None:
        self.pilothouse("resume", "r").ended(code)
        assert_sound(run_folder("r"))


@pytest.fixture
def run(pilothouse: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(commands, "_start_host", lambda data_dir: False)  # it is driven on by `resume`
    return Run(pilothouse, tmp_path)


@asynccontextmanager
async def banner(data_dir: Path, kind: str) -> AsyncIterator[MonitorWindow]:
    """The window, once its banner shows a hold of this kind with a button for each of its answers."""
    async with monitor(data_dir, run="r") as window:
        shown = window.run_view.banner
        await until(lambda: shown.hold() is not None and shown.isVisible())
        hold = shown.hold()
        assert hold is not None
        assert hold.kind == kind, hold.sentence
        assert shown.findChild(QWidget, "holdEvidence") is not None
        assert [answer_button(window, answer).isVisible() for answer in hold.answers] == [True] * len(hold.answers)
        yield window


async def give(window: MonitorWindow, answer: str, qtbot: QtBot) -> None:
    """Click an answer, and wait until it is on record."""
    button = answer_button(window, answer)
    await until(button.isEnabled)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: window.run_view.banner.hold() is None, 30)


def told(window: MonitorWindow) -> str:
    """Everything that the banner says."""
    shown = window.run_view.banner
    labels = [label.text() for label in shown.findChildren(QLabel) if label.isVisible()]
    return "\n".join([*labels, *(label.text() for label in shown.findChildren(WrapLabel) if label.isVisible())])


def step(id_: str, gate: object = "verdict", **more: object) -> dict[str, Any]:
    return {"step": id_, "role": "worker", "goal": "Do it.", "gate": [gate], "retries": 0, **more}


def turns(*acts: Mapping[str, Any]) -> dict[str, Any]:
    return {"turns": list(acts)}


async def test_a_question_is_answered_in_words(run: Run, data_dir: Path, qtbot: QtBot) -> None:
    run.until_it_waits([step("fix")], {"fix": [turns({"ask": "Basket or invoice?"}, DONE)]})

    async with banner(data_dir, "question") as window:
        assert "Basket or invoice?" in told(window)
        await until(answer_button(window, "quit").isEnabled)
        assert not answer_button(window, "answer").isEnabled()
        find(window, QLineEdit, "answerNote").setText("The invoice.")
        await give(window, "answer", qtbot)

    run.goes_on()
    assert [turn.kind for turn in state(run_folder("r")).nodes["fix"].attempts[0].turns] == ["goal", "answer"]


@pytest.mark.parametrize("answer", ["resolved", "drop"])
async def test_a_conflict_shows_paths_and_the_checkout(run: Run, data_dir: Path, qtbot: QtBot, answer: str) -> None:
    both = {"parallel": "p", "do": [step("one", "commit"), step("two", "commit")]}
    acts = {f"p/{name}": [turns({"write": {"README.md": name}, "commit": name})] for name in ("one", "two")}
    run.until_it_waits([both], acts)

    async with banner(data_dir, "conflict") as window:
        assert "README.md" in told(window)
        find(window, QToolButton, "copyCheckout").click()
        checkout = Path(QGuiApplication.clipboard().text())
        assert str(checkout) in told(window)
        if answer == "resolved":
            (checkout / "README.md").write_text("both\n")
            git(checkout, "commit", "-q", "-am", "Both")
        await give(window, answer, qtbot)

    run.goes_on()
    assert git(run.repository, "show", "work/r:README.md") == ("both" if answer == "resolved" else "one")


async def test_a_budget_of_a_block_is_raised_in_the_banner(run: Run, data_dir: Path, qtbot: QtBot) -> None:
    run.until_it_waits([step("fix", budget={"turns": 1})], {"fix": [turns({"say": "Not yet."}, DONE)]})

    async with banner(data_dir, "budget") as window:
        assert "turns of fix" in told(window)
        assert "1 of 1" in told(window)
        find(window, QLineEdit, "raise:fix:turns").setText("+2")
        await give(window, "raise", qtbot)

    run.goes_on()
    assert state(run_folder("r")).nodes["fix"].meters["turns"].cap == 3


async def test_a_failure_says_what_failed_and_is_retried(run: Run, data_dir: Path, qtbot: QtBot) -> None:
    run.until_it_waits([step("fix")], {"fix": [turns({"crash": 139}), turns(DONE)]})

    async with banner(data_dir, "failure") as window:
        assert "crashed" in told(window)
        await give(window, "retry", qtbot)

    run.goes_on()


async def test_a_rate_limit_may_be_waited_for(run: Run, data_dir: Path, qtbot: QtBot) -> None:
    limited = {"fail": {"class": "rate_limited", "message": "429", "retry_after_s": 0}}
    run.until_it_waits([step("fix")], {"fix": [turns(limited, DONE)]}, on_provider_limit="pause")

    async with banner(data_dir, "failure") as window:
        assert "rate limited" in told(window)
        await give(window, "wait", qtbot)

    run.goes_on()


async def test_both_sides_of_a_moved_branch_are_shown(run: Run, data_dir: Path, qtbot: QtBot) -> None:
    acts = {name: [turns({"write": {f"{name}.txt": "x"}, "commit": name})] for name in ("first", "second")}
    run.until_it_waits([step("first", "commit"), {**step("second"), "gate": ["commit", "approval"]}], acts)
    theirs = git(run.repository, "commit-tree", "-m", "by hand", "-p", "work/r", "work/r^{tree}")
    git(run.repository, "update-ref", "refs/heads/work/r", theirs)
    run.pilothouse("answer", "r", "h1", "accept").ended(0)
    run.pilothouse("resume", "r").ended(3)

    async with banner(data_dir, "reconcile") as window:
        assert theirs[:7] in told(window)
        assert "last saw" in told(window)
        await give(window, "discard", qtbot)

    run.goes_on()
    assert git(run.repository, "ls-tree", "--name-only", "work/r").splitlines() == [
        "README.md",
        "first.txt",
        "second.txt",
    ]


async def test_a_pause_of_the_operator_is_resumed(run: Run, data_dir: Path, qtbot: QtBot) -> None:
    started = run.pilothouse.start(
        *run.argv([step("fix"), step("note")], {"fix": [turns({"takes": "2s"} | DONE)], "note": [turns(DONE)]})
    )
    eventually(lambda: "agent_started" in kinds(run_folder("r")), "the agent")
    run.pilothouse("pause", "r").ended(0)
    started.wait().ended(3)

    async with banner(data_dir, "pause") as window:
        assert find(window, QPushButton, "resumeButton").isVisible()
        await give(window, "resume", qtbot)

    run.goes_on()
