# SPDX-License-Identifier: Apache-2.0
"""Several processes want one run: exactly one drives it, the others are refused and change nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.kernel.events import RunCreated
from tests.crash.killed_run import BRANCH, RUN
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    events,
    eventually,
    kinds,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
)

STARTS = int(os.environ.get("PILOTHOUSE_TEST_STARTS", "6"))
"""How many processes start one run at the same time; `make crash` says 50."""

pytestmark = pytest.mark.slow


def waiting_run(home: Path) -> tuple[tuple[str | Path, ...], Path, Path]:
    """A run whose agent waits until a file is there: the launching command, that file, and one line a turn taken."""
    go, effects = home / "go", home / "effects"
    agent = make_script(
        home / "agent.sh",
        f"""
        cat > /dev/null
        echo "$PILOTHOUSE_ATTEMPT $PILOTHOUSE_TURN" >> '{effects}'
        while [ ! -e '{go}' ]; do sleep 0.05; done
        echo done > done.txt
        """,
    )
    workflow = make_workflow(home / "w.yaml", ["{step: one, role: worker, goal: g, gate: [{file: done.txt}]}"], agent)
    repository = make_repository(home / "repo")
    return ("run", workflow, "--repo", repository, "--id", RUN, "--branch", BRANCH), go, effects


def test_br_034_a_run_that_is_driven_cannot_be_driven_by_another(pilothouse: CommandLine, tmp_path: Path) -> None:
    launch, go, effects = waiting_run(tmp_path)
    folder = run_folder(RUN)
    first = pilothouse.start(*launch)
    eventually(effects.exists, "the agent's turn")
    eventually(lambda: "agent_started" in kinds(folder), "the agent's start on record")
    before = folder.journal.read_bytes()

    for command in (("resume", RUN), launch):
        refused = pilothouse(*command).ended(5)
        assert f"process {first.pid}" in refused.err
    assert folder.journal.read_bytes() == before

    go.touch()
    first.wait().ended(0)
    assert effects.read_text().splitlines() == ["1 1"]
    assert_sound(folder)


def test_br_034_of_many_resumes_after_a_crash_exactly_one_drives(pilothouse: CommandLine, tmp_path: Path) -> None:
    launch, go, effects = waiting_run(tmp_path)
    first = pilothouse.start(*launch)
    eventually(effects.exists, "the agent's turn")
    first.kill()

    racing = [pilothouse.start("resume", RUN) for _ in range(3)]
    eventually(lambda: sum(one.alive for one in racing) == 1, "the end of those that lost")
    go.touch()
    codes = sorted(one.wait().code for one in racing)

    assert codes == [0, 5, 5]
    assert kinds(run_folder(RUN)).count("driver_attached") == 2
    assert effects.read_text().splitlines() == ["1 1", "1 2"]
    assert_sound(run_folder(RUN))


def test_br_034_a_run_launched_many_times_at_once_is_one_run(pilothouse: CommandLine, tmp_path: Path) -> None:
    launch, go, effects = waiting_run(tmp_path)

    racing = [pilothouse.start(*launch) for _ in range(STARTS)]
    eventually(lambda: sum(one.alive for one in racing) == 1, "the end of those that lost", patience=100)
    go.touch()
    done = [one.wait() for one in racing]

    assert sorted(one.code for one in done) == [0, *[5] * (STARTS - 1)], [one.err for one in done]
    assert [type(event.body) for event in events(run_folder(RUN))].count(RunCreated) == 1
    assert effects.read_text().splitlines() == ["1 1"]
    assert_sound(run_folder(RUN))
