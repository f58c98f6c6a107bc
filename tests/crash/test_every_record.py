# SPDX-License-Identifier: Apache-2.0
"""The driver dies right after each single record of a run, the next record lost with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.runtime.follow import was_launched
from tests.crash.killed_run import FAN_OUT, RUN, TWO_STEPS, KilledRun, Plan
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import kinds, run_folder

EVERY = int(os.environ.get("PILOTHOUSE_TEST_EVERY", "4"))
"""Every how manieth record is the last one; `make crash` takes each."""
AFTER_ANSWER = 8
"""About as many records as follow the answer."""

pytestmark = pytest.mark.slow


PLACES = [
    pytest.param(plan, last, id=f"{name}, record {last}")
    for name, plan, every in (("two steps", TWO_STEPS, EVERY), ("fan-out", FAN_OUT, 2 * EVERY))
    for last in range(1, plan.records + 1, 1 if EVERY == 1 else every)
]


@pytest.mark.parametrize(("plan", "last"), PLACES)
def test_br_031_a_driver_that_dies_after_any_record_is_taken_over(
    plan: Plan, last: int, pilothouse: CommandLine, tmp_path: Path
) -> None:
    run, folder = KilledRun(tmp_path, plan, pause=0), run_folder(RUN)

    died = pilothouse(*run.launch, first=f"tests.crash.mortal:die_after:{last}")
    assert died.code == -9 or kinds(folder)[-1] == "driver_detached"
    assert was_launched(folder)
    pilothouse("resume", RUN).ended(3)

    pilothouse("answer", RUN, "h1", "accept").ended(0)
    pilothouse("resume", RUN, first=f"tests.crash.mortal:die_after:{1 + last % AFTER_ANSWER}")
    pilothouse("resume", RUN).ended(0)
    run.assert_whole(folder)
