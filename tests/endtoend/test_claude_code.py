# SPDX-License-Identifier: Apache-2.0
"""Whole runs with recorded streams of Claude Code: permissions cleared, and a word said, on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from engine.kernel.events import PermissionAnswered
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import assert_sound, events, eventually, kinds, make_repository, run_folder

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "tests/helpers/claude_stand_in.py"
STREAMS = ROOT / "tests/engine/agents/claude_streams"


@pytest.fixture
def place(tmp_path: Path, data_dir: Path) -> Path:
    make_repository(tmp_path / "repo", {"README.md": "# a project\n", ".gitignore": "*.json\n"})
    return tmp_path


def workflow(place: Path, stream: str) -> Path:
    argv = [sys.executable, "-IS", str(STAND_IN), str(STREAMS / f"{stream}.jsonl"), "--all", "0"]
    role = {"agent": "claude-code", "argv": argv, "isolation": "open"}
    step = {"step": "one", "role": "worker", "goal": "Do it.", "gate": [{"file": "README.md"}]}
    path = place / "w.yaml"
    path.write_text(json.dumps({"pilothouse": 1, "name": "w", "title": "W", "roles": {"worker": role}, "do": [step]}))
    return path


def test_permissions_are_cleared_from_another_terminal_while_the_run_lives(
    place: Path, pilothouse: CommandLine
) -> None:
    running = pilothouse.start("run", workflow(place, "permission"), "--repo", place / "repo", "--id", "r")
    folder = run_folder("r")
    for number, answer in ((1, "allow"), (2, "deny")):
        eventually(lambda number=number: kinds(folder).count("run_paused") == number, "the hold")  # type: ignore[misc]
        [hold] = pilothouse("holds", "r", "--json").ended(0).json()["holds"]
        assert (hold["kind"], hold["node"], hold["evidence"]["tool"]) == ("permission", "one", "Bash")
        assert f"pilothouse answer r {hold['id']} allow_attempt" in running.said()
        [node] = [node for node in pilothouse("show", "r", "--json").ended(0).json()["nodes"] if node["id"] == "one"]
        assert node["state"] == "waiting"
        words = ("answer", "r", hold["id"], answer, "--note", "so be it", "--expect", str(hold["seq"]))
        pilothouse(*words).ended(0)

    running.wait().ended(0)
    answered = [event.body for event in events(folder) if isinstance(event.body, PermissionAnswered)]
    assert [(given.allow, given.note) for given in answered] == [(True, "so be it"), (False, "so be it")]
    assert_sound(folder)


def test_a_word_reaches_an_agent_at_work(place: Path, pilothouse: CommandLine) -> None:
    running = pilothouse.start("run", workflow(place, "message"), "--repo", place / "repo", "--id", "r")
    folder = run_folder("r")
    eventually(lambda: "agent_started" in kinds(folder), "the agent")
    pilothouse("message", "r", "two", "x").ended(2)
    pilothouse("message", "r", "one", "mind the docs").ended(0)
    running.wait().ended(0)

    assert kinds(folder).count("message_taken") == 1
    told = pilothouse("transcript", "r", "one").ended(0).out
    assert "mind the docs" in told
    pilothouse("message", "r", "one", "too late").ended(2, 5)
    assert_sound(folder)
