# SPDX-License-Identifier: Apache-2.0
"""The engine host as a process: it outlives who started it, and a new one goes on after a hard kill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from engine.journal import RunStore
from engine.runtime.host import host_pid
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    eventually,
    kinds,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
    state,
)

pytestmark = pytest.mark.slow

Launch = Callable[[str], tuple[str | Path, ...]]


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    """The command that launches a run, whose agent waits for the file `go` and writes down each turn in `effects`."""
    agent = make_script(
        tmp_path / "agent.sh",
        f"""
        cat > /dev/null
        echo "$PILOTHOUSE_RUN $PILOTHOUSE_TURN" >> '{tmp_path / "effects"}'
        while [ ! -e '{tmp_path / "go"}' ]; do sleep 0.05; done
        echo done > done.txt
        """,
    )
    workflow = make_workflow(
        tmp_path / "w.yaml", ["{step: one, role: worker, goal: g, gate: [{file: done.txt}, approval]}"], agent
    )

    def argv(run: str) -> tuple[str | Path, ...]:
        repository = make_repository(tmp_path / f"repo-{run}")
        return "run", workflow, "--repo", repository, "--id", run

    return argv


@pytest.fixture(autouse=True)
def _no_host_left(pilothouse: CommandLine, data_dir: Path) -> Iterator[None]:
    yield
    pilothouse("engine", "--stop")


def host() -> int | None:
    return host_pid(RunStore().data_dir)


def test_a_detached_run_is_driven_by_a_host_that_outlives_its_launcher(
    launch: Launch, pilothouse: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "go").touch()
    pilothouse(*launch("a"), "--detach").ended(0)
    pid = host()
    assert pid is not None
    eventually(lambda: "run_paused" in kinds(run_folder("a")), "the approval")

    answered = pilothouse("answer", "a", "h1", "accept", "--json").ended(0)
    assert answered.json()["driven"] is True
    eventually(lambda: "run_ended" in kinds(run_folder("a")), "the end")
    assert host() == pid

    assert "has ended" in pilothouse("engine", "--stop").ended(0).out
    assert host() is None
    assert "No engine host" in pilothouse("engine", "--stop").ended(0).out
    assert_sound(run_folder("a"))


def test_a_host_that_was_killed_hard_is_followed_by_one_that_goes_on(
    launch: Launch, pilothouse: CommandLine, tmp_path: Path
) -> None:
    first = pilothouse.start("engine")
    eventually(lambda: host() is not None, "the host")
    for run in ("a", "b"):
        pilothouse(*launch(run), "--detach").ended(0)
    effects = tmp_path / "effects"
    eventually(lambda: effects.exists() and len(effects.read_text().splitlines()) == 2, "both agents")
    eventually(lambda: all("agent_started" in kinds(run_folder(run)) for run in "ab"), "both on record")
    first.kill()
    assert host() is None

    second = pilothouse.start("engine")
    eventually(lambda: sorted(effects.read_text().splitlines()) == ["a 1", "a 2", "b 1", "b 2"], "both agents again")
    assert pilothouse("engine").ended(5).err, "one host a data directory"
    (tmp_path / "go").touch()
    for run in ("a", "b"):
        eventually(lambda run=run: "run_paused" in kinds(run_folder(run)), "the approval")  # type: ignore[misc]
        assert "turn_lost" in kinds(run_folder(run))
    pilothouse("engine", "--stop").ended(0)
    second.wait().ended(0)
    for run in ("a", "b"):
        assert_sound(run_folder(run))


def test_a_run_that_a_terminal_drives_is_left_to_it(launch: Launch, pilothouse: CommandLine, tmp_path: Path) -> None:
    terminal = pilothouse.start(*launch("a"))
    eventually((tmp_path / "effects").exists, "the agent")
    serving = pilothouse.start("engine")
    eventually(lambda: host() is not None, "the host")
    assert run_folder("a").holder() is not None
    (tmp_path / "go").touch()
    terminal.wait().ended(3)
    assert kinds(run_folder("a")).count("agent_started") == 1
    eventually(lambda: kinds(run_folder("a")).count("driver_attached") == 2, "the host takes the paused run over")

    pilothouse("answer", "a", "h1", "accept").ended(0)
    pilothouse("resume", "a").ended(0)
    assert state(run_folder("a")).outcome == "succeeded"
    pilothouse("engine", "--stop").ended(0)
    serving.wait().ended(0)


def test_a_run_launched_in_a_terminal_is_driven_there_though_a_host_is_live(
    launch: Launch, pilothouse: CommandLine, tmp_path: Path
) -> None:
    """The host looks in all the time; it must not take the run between its launch and its first driver."""
    serving = pilothouse.start("engine")
    eventually(lambda: host() is not None, "the host")
    terminals = {run: pilothouse.start(*launch(run)) for run in ("a", "b", "c")}
    for run, terminal in terminals.items():
        eventually(lambda run=run: "agent_started" in kinds(run_folder(run)), "the agent")  # type: ignore[misc]
        found = run_folder(run).holder()
        assert found is not None
        assert found.pid == terminal.pid
    (tmp_path / "go").touch()
    for terminal in terminals.values():
        terminal.wait().ended(3)
    pilothouse("engine", "--stop").ended(0)
    serving.wait().ended(0)


def test_resume_follows_a_run_that_the_host_drives_and_takes_over_when_that_dies(
    launch: Launch, pilothouse: CommandLine, tmp_path: Path
) -> None:
    serving = pilothouse.start("engine")
    eventually(lambda: host() is not None, "the host")
    pilothouse(*launch("a"), "--detach").ended(0)
    eventually((tmp_path / "effects").exists, "the agent")
    following = pilothouse.start("resume", "a")
    eventually(lambda: "following" in following.said(), "its follower")
    serving.kill()
    (tmp_path / "go").touch()
    assert "let go" in following.wait().ended(3).err
    assert not psutil.pid_exists(serving.pid)
    assert_sound(run_folder("a"))
