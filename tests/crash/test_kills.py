# SPDX-License-Identifier: Apache-2.0
"""The driver is killed hard, at random moments, and while it recovers: the run ends as if nothing had been."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import pytest

from engine.runtime.follow import was_launched
from tests.crash.killed_run import FAN_OUT, RUN, TWO_STEPS, KilledRun, Plan
from tests.helpers.command_line import CommandLine, Running
from tests.helpers.runs import assert_nothing_left, kinds, run_folder

KILLS = int(os.environ.get("PILOTHOUSE_TEST_KILLS", "5"))
"""How many runs of each kind are killed; `make crash` says more."""
JITTER = 0.1

pytestmark = pytest.mark.slow


def kill_at(running: Running, records: int, jitter: float) -> bool:
    """Kill once the journal has so many records, and a moment later; False if the command had ended by then."""
    folder = run_folder(RUN)
    while running.alive and len(kinds(folder)) < records:
        time.sleep(0.002)
    time.sleep(jitter)
    return running.kill().code < 0


def go_on(pilothouse: CommandLine, run: KilledRun) -> Running:
    """What a person does after a crash: resume, or launch again what was never launched."""
    return pilothouse.start("resume", RUN) if was_launched(run_folder(RUN)) else pilothouse.start(*run.launch)


@pytest.mark.parametrize("plan", [pytest.param(TWO_STEPS, id="two steps"), pytest.param(FAN_OUT, id="fan-out")])
@pytest.mark.parametrize("seed", range(KILLS))
def test_br_031_a_killed_run_ends_as_if_nothing_had_been(
    seed: int, plan: Plan, pilothouse: CommandLine, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    run, folder = KilledRun(tmp_path, plan), run_folder(RUN)

    kills = [kill_at(pilothouse.start(*run.launch), chance.randint(0, plan.records), chance.uniform(0, JITTER))]
    for _ in range(chance.choice((0, 0, 1, 2))):  # while it recovers, too
        records = len(kinds(folder)) + chance.randint(0, 4)
        kills.append(kill_at(go_on(pilothouse, run), records, chance.uniform(0, JITTER)))
    go_on(pilothouse, run).wait().ended(3)
    assert_nothing_left(folder)

    pilothouse("answer", RUN, "h1", "accept").ended(0)
    records = len(kinds(folder)) + chance.randint(0, 6)
    kills.append(kill_at(pilothouse.start("resume", RUN), records, chance.uniform(0, JITTER / 4)))
    pilothouse("resume", RUN).ended(0)
    run.assert_whole(folder)
    sys.stdout.write(f"killed {sum(kills)} times\n")
