# SPDX-License-Identifier: Apache-2.0
"""A person's path through a real window: an X server, a mouse, a keyboard, and what is on disk afterwards.

The monitor is a process of its own. It is used by mouse and keyboard alone; `tests.helpers.observed_app` says where its
widgets are. What is asserted comes from the journals, from git and from the command line.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.journal import RunFolder, RunStore
from engine.kernel.events import Answered, TurnEnded
from engine.runtime.host import host_pid, stop_host
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_nothing_left,
    assert_sound,
    events,
    eventually,
    git,
    kinds,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
    state,
)
from tests.helpers.screen import Monitor, Screen, Seen, needs_screen

pytestmark = [pytest.mark.display, pytest.mark.slow, pytest.mark.timeout(400), needs_screen]

AGENT = """
cat > /dev/null
echo "$PILOTHOUSE_RUN $PILOTHOUSE_NODE $PILOTHOUSE_ATTEMPT $PILOTHOUSE_TURN" >> '{home}/at-work'
echo "I am about to write $PILOTHOUSE_NODE.txt."
until [ -e '{home}/may-'"$PILOTHOUSE_NODE" ]; do sleep 0.05; done
echo "work of $PILOTHOUSE_NODE" > "$PILOTHOUSE_NODE.txt"
echo "It is written."
"""
STEPS = (
    "{step: first, role: worker, title: The first thing, goal: Write first.txt., gate: [{file: first.txt}]}",
    "{run: look, argv: [grep, first, first.txt], title: Look at it}",
    "{step: second, role: worker, title: The second thing, goal: Write it., gate: [{file: second.txt}, approval]}",
)
TOP = "inputs: {report: {type: text, title: Bug report}}"


class Project:
    """A repository, a workflow for it, and an agent that does each step only when it is let."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.at_work = home / "at-work"
        self.at_work.touch()
        self.repository = make_repository(home / "shop")
        agent = make_script(home / "agent.sh", AGENT.format(home=home))
        self.workflow = make_workflow(home / "w.yaml", STEPS, agent, top=TOP)

    def let(self, *steps: str) -> None:
        """Let the agent do these steps, in every run."""
        for step in steps:
            (self.home / f"may-{step}").touch()

    def launch(self, pilothouse: CommandLine, run: str) -> RunFolder:
        """A run on the command line, handed to the engine host; waits until the agent is at work."""
        argv = ("run", self.workflow, "--repo", self.repository, "--id", run, "--branch", f"work/{run}", "--detach")
        pilothouse(*argv).ended(0)
        return run_folder(run)

    def working(self, folder: RunFolder, step: str) -> None:
        """Wait until the agent is at work on a step."""
        eventually(lambda: f"{folder.id} {step} " in self.at_work.read_text(), f"the agent at work on {step}")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture
def screen(data_dir: Path) -> Iterator[Screen]:
    """A screen; whatever drives runs at the end of the test ends with it."""
    try:
        with Screen() as shown:
            yield shown
    finally:
        stop_host(data_dir)


def show(pilothouse: CommandLine, run: str) -> Any:
    return pilothouse("show", run, "--json").ended(0).json()


def states(pilothouse: CommandLine, run: str) -> dict[str, str]:
    return {node["id"]: node["state"] for node in show(pilothouse, run)["nodes"] if node["id"]}


def blocks(seen: Seen) -> dict[str, str]:
    """What the block tree says of each block."""
    return {row.texts[0]: row.texts[1] for row in seen.rows("blockTree")}


def answers(folder: RunFolder) -> list[tuple[str, str]]:
    """Every answer on record, and from where it was given."""
    return [(e.body.answer, e.body.by.via) for e in events(folder) if isinstance(e.body, Answered)]


def close(monitor: Monitor) -> None:
    """Close a window in which nothing is at work, by its key."""
    monitor.click("statusBar")
    monitor.screen.press("ctrl+q")
    assert monitor.ended() == 0
    assert monitor.said() == ""


# ------------------------------------------------------------------------------------------------------------- the path


def test_a_person_launches_watches_accepts_and_reads_the_transcript(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path
) -> None:
    monitor = Monitor(screen, tmp_path)
    monitor.click("launchButton")
    monitor.write("workflowChooser", str(project.workflow))
    monitor.until(lambda seen: len(seen.rows("planPreview")) == 3, "the plan")
    monitor.write("repositoryField", str(project.repository))
    monitor.write("input:report", "Two things are missing")
    monitor.click("launchConfirm")
    monitor.until(lambda seen: "launchDialog" not in seen.widgets, "the end of the dialog")

    (folder,) = RunStore().runs()
    monitor.until(lambda seen: blocks(seen).get("The first thing") == "the agent works", "work on the first step")
    assert states(pilothouse, folder.id) == {"first": "running"}
    project.let("first")
    monitor.until(lambda seen: blocks(seen).get("Look at it") == "cleared", "the command")
    monitor.until(lambda seen: blocks(seen).get("The second thing") == "the agent works", "work on the second step")
    assert states(pilothouse, folder.id) == {"first": "cleared", "look": "cleared", "second": "running"}
    project.let("second")
    monitor.click("answer:accept")
    seen = monitor.until(lambda seen: blocks(seen).get("The second thing") == "cleared", "the approval")

    assert "holdBanner" not in seen.widgets
    eventually(lambda: show(pilothouse, folder.id)["state"] == "succeeded", "the run's end")
    assert answers(folder) == [("accept", "monitor")]
    assert state(folder).inputs == {"report": "Two things are missing"}

    monitor.click_row("blockTree", "The first thing")
    monitor.click("transcriptView")
    monitor.until(lambda seen: seen.focus == "transcriptView", "the focus in the transcript")
    screen.press("ctrl+a", "ctrl+c")
    monitor.until(lambda seen: "I am about to write first.txt." in seen.clipboard, "the transcript")
    assert "I am about to write first.txt." in pilothouse("transcript", folder.id, "first").out

    branch = show(pilothouse, folder.id)["branch"]
    listed = git(project.repository, "ls-tree", "-r", "--name-only", branch).splitlines()
    assert listed == ["README.md", "first.txt", "second.txt"]
    assert git(project.repository, "status", "--porcelain") == ""
    assert git(project.repository, "log", "--format=%s", "HEAD") == "base"
    close(monitor)
    stop_host(RunStore().data_dir)
    assert_sound(folder)


def test_a_run_started_on_the_command_line_appears_by_itself_and_can_be_answered(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path
) -> None:
    monitor = Monitor(screen, tmp_path)
    monitor.until(lambda seen: seen.enabled("launchButton"), "the window")

    folder = project.launch(pilothouse, "elsewhere")
    monitor.until(lambda seen: blocks(seen).get("The first thing") == "the agent works", "the run in the window")
    project.let("first", "second")
    monitor.click("answer:accept")

    eventually(lambda: show(pilothouse, folder.id)["state"] == "succeeded", "the run's end")
    assert answers(folder) == [("accept", "monitor")]
    close(monitor)


# -------------------------------------------------------------------------------------------------------------- crashes


def test_after_a_hard_kill_of_window_and_engine_host_the_run_goes_on_when_the_app_is_opened_again(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path, data_dir: Path
) -> None:
    monitor = Monitor(screen, tmp_path)
    folder = project.launch(pilothouse, "r")
    project.let("first")
    project.working(folder, "second")
    monitor.until(lambda seen: blocks(seen).get("The second thing") == "the agent works", "work on the second step")

    monitor.kill()
    kill_host(data_dir)
    known = len(events(folder))
    assert states(pilothouse, "r") == {"first": "cleared", "look": "cleared", "second": "running"}

    monitor = Monitor(screen, tmp_path)
    eventually(lambda: "turn_lost" in kinds(folder)[known:], "the next driver")
    project.let("second")
    monitor.click("answer:accept")
    eventually(lambda: show(pilothouse, "r")["state"] == "succeeded", "the run's end")

    close(monitor)
    stop_host(data_dir)
    assert_sound(folder)
    assert_nothing_done_twice(project, folder)


def test_an_engine_host_that_was_killed_is_replaced_by_the_window_and_the_run_goes_on(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path, data_dir: Path
) -> None:
    monitor = Monitor(screen, tmp_path)
    folder = project.launch(pilothouse, "r")
    project.let("first")
    project.working(folder, "second")
    monitor.until(lambda seen: seen.enabled("pauseButton"), "the run in the window")
    killed = host_pid(data_dir)
    assert killed is not None

    os.kill(killed, signal.SIGKILL)
    eventually(lambda: host_pid(data_dir) not in (None, killed), "the next engine host")
    project.let("second")
    monitor.click("answer:accept")
    eventually(lambda: show(pilothouse, "r")["state"] == "succeeded", "the run's end")

    close(monitor)
    stop_host(data_dir)
    assert_sound(folder)
    assert_nothing_done_twice(project, folder)


def kill_host(data_dir: Path) -> None:
    pid = host_pid(data_dir)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: host_pid(data_dir) is None, "the end of the engine host")


def assert_nothing_done_twice(project: Project, folder: RunFolder) -> None:
    """The first step was done once, and its command; each time that an agent was at work is a turn of its own."""
    at_work = project.at_work.read_text().splitlines()
    assert len(set(at_work)) == len(at_work)
    assert [line for line in at_work if " first " in line] == [f"{folder.id} first 1 1"]
    assert [node.attempts[0].fork_point for node in map(state(folder).nodes.__getitem__, ("look", "second"))] == (
        [state(folder).nodes["first"].attempts[0].head] * 2
    )
    ended = [e.body.node for e in events(folder) if isinstance(e.body, TurnEnded) and e.body.reason == "end_turn"]
    assert ended == ["first", "look", "second"]


# -------------------------------------------------------------------------------------------------------------- closing


def at_work_in_the_window(screen: Screen, project: Project, pilothouse: CommandLine, folder: Path) -> Monitor:
    """A window on a run whose first step is under way, that was asked to close, and asks back."""
    monitor = Monitor(screen, folder)
    project.working(project.launch(pilothouse, "r"), "first")
    monitor.until(lambda seen: blocks(seen).get("The first thing") == "the agent works", "the run in the window")
    monitor.click("statusBar")
    screen.press("ctrl+q")
    monitor.until(lambda seen: "closeQuestion" in seen.widgets, "the question")
    return monitor


def test_closing_asks_and_keep_running_leaves_the_runs_to_the_engine_host(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path, data_dir: Path
) -> None:
    monitor = at_work_in_the_window(screen, project, pilothouse, tmp_path)
    screen.press("Return", "Escape")
    monitor.until(lambda seen: "closeQuestion" not in seen.widgets, "the end of the question")
    assert monitor.seen().enabled("launchButton")
    monitor.click("statusBar")
    screen.press("ctrl+q")
    host = host_pid(data_dir)

    monitor.click("close:keep")

    assert monitor.ended() == 0
    assert host_pid(data_dir) == host
    project.let("first", "second")
    eventually(lambda: show(pilothouse, "r")["holds"], "the approval")
    assert states(pilothouse, "r")["first"] == "cleared"
    assert "pause_requested" not in kinds(run_folder("r"))


def test_closing_with_pause_pauses_each_run_at_its_next_boundary(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path, data_dir: Path
) -> None:
    monitor = at_work_in_the_window(screen, project, pilothouse, tmp_path)

    monitor.click("close:pause")

    assert monitor.ended() == 0
    assert "pause_requested" in kinds(run_folder("r"))
    project.let("first", "second")
    eventually(lambda: show(pilothouse, "r")["state"] == "paused", "the pause")
    shown = show(pilothouse, "r")
    assert [hold["kind"] for hold in shown["holds"]] == ["pause"]
    assert "second" not in project.at_work.read_text()
    assert host_pid(data_dir) is not None


def test_closing_with_stop_ends_every_process_and_the_run_goes_on_next_time(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path, data_dir: Path
) -> None:
    monitor = at_work_in_the_window(screen, project, pilothouse, tmp_path)

    monitor.click("close:stop")

    assert monitor.ended() == 0
    assert host_pid(data_dir) is None
    assert_nothing_left(run_folder("r"))
    assert show(pilothouse, "r")["state"] == "running"
    project.let("first", "second")
    pilothouse("resume", "r").ended(3)
    assert [hold["kind"] for hold in show(pilothouse, "r")["holds"]] == ["approval"]


# --------------------------------------------------------------------------------------------------------------- BR-055


def test_br_055_no_key_approves_what_falls_due_while_a_person_types(
    screen: Screen, project: Project, pilothouse: CommandLine, tmp_path: Path
) -> None:
    folders = [project.launch(pilothouse, f"r{n}") for n in (1, 2, 3)]
    project.let("first")
    for folder in folders:
        project.working(folder, "second")
    monitor = Monitor(screen, tmp_path)
    monitor.click("launchButton")
    monitor.write("workflowChooser", str(project.workflow))
    monitor.click("input:report")
    monitor.until(lambda seen: seen.focus == "input:report", "the focus in the field")

    typed = ""
    for word in range(1, 1000):
        if word == 3:
            project.let("second")
        typed += f"word {word} "
        screen.type(f"word {word} ", delay_ms=30)
        screen.press("Return")
        typed += "\n"
        if all(state(folder).open_holds for folder in folders) and word > 6:
            break
    monitor.until(lambda seen: seen.title.startswith("(3)"), "three holds in the window")
    seen = monitor.until(lambda seen: seen.text("input:report") == typed, "all that was typed")
    assert seen.focus == "input:report"
    screen.press("Return", "space", "Return", "space")
    leave_the_dialog(monitor)

    for place in [row.place for row in monitor.seen().rows("needsYouList")]:
        monitor.until(lambda seen: seen.enabled("answer:accept"), "a banner that could be answered")
        screen.press("Return", "space", "KP_Enter")
        leave_the_dialog(monitor)  # a key may open it again, if the focus is on the button that does
        screen.press("ctrl+j", "Return", "space", "KP_Enter")
        leave_the_dialog(monitor)
        screen.click(place[0] + 20, place[1] + 10)
        screen.press("Return", "space", "KP_Enter")

    assert [answers(folder) for folder in folders] == [[], [], []]
    assert [[hold.kind for hold in state(folder).open_holds] for folder in folders] == [["approval"]] * 3
    leave_the_dialog(monitor)
    screen.press("ctrl+q")
    monitor.click("close:keep")
    assert monitor.ended() == 0


def leave_the_dialog(monitor: Monitor) -> None:
    """Close the launch dialog by its key, if it is open or about to be; the window has the keyboard again."""
    monitor.screen.do("sleep", 0.5)
    if "launchDialog" in monitor.seen().widgets:
        monitor.screen.press("Escape")
        monitor.until(lambda seen: "launchDialog" not in seen.widgets, "the end of the dialog")
    monitor.screen.focus()
    monitor.until(lambda seen: seen.active, "the keyboard in the window")
