# SPDX-License-Identifier: Apache-2.0
"""`simulate` through the command line: the worst case, and the budgets that would pause it before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main

HEAD = "pilothouse: 1\nname: w\nroles: {m: {agent: scripted}}\n"
STEP = "do: [{step: a, role: m, goal: g, gate: [verdict]}]\n"


@pytest.mark.parametrize(
    ("budgets", "pauses", "said"),
    [
        ("turns: 2, wall_clock: 30m", {"turns": 2, "wall_clock": 1_800_000}, "30 min wall clock pauses it before"),
        ("turns: 2, wall_clock: 9h", {"turns": 2}, "2 turns pauses it before"),
        ("turns: 50, wall_clock: 9h", {}, "At the worst"),
    ],
)
def test_the_budgets_that_pause_the_worst_case_are_told(
    tmp_path: Path,
    data_dir: Path,
    capsys: pytest.CaptureFixture[str],
    budgets: str,
    pauses: dict[str, float],
    said: str,
) -> None:
    file = tmp_path / "w.yaml"
    file.write_text(f"{HEAD}budgets: {{{budgets}}}\n{STEP}")
    assert main(["simulate", str(file)]) == 0
    assert said in capsys.readouterr().out
    assert main(["simulate", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["paths"]["paused_by"] == pauses
