# SPDX-License-Identifier: Apache-2.0
"""How often a step waits for the disk: counted where the journal meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.journal import writer
from tests.benchmarks.noop import AtOnce, chain, drive
from tests.engine.journal.faulty import FaultyDisk


async def barriers(folder: Path, steps: int, *, commits: bool) -> int:
    folder.mkdir()
    disk = FaultyDisk(lambda number, name: None)
    await drive(folder / "journal.jsonl", chain(steps), AtOnce(commits=commits), storage=disk)
    return disk.calls.count("sync")


@pytest.mark.parametrize(("commits", "most"), [(False, 1), (True, 2)], ids=["changes nothing", "leaves a commit"])
async def test_a_step_waits_for_the_disk_before_its_agent_starts_and_before_its_work_lands_and_else_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commits: bool, most: int
) -> None:
    monkeypatch.setattr(writer, "LINGER", 60.0)  # what nobody waits for is written in passing, and is no barrier
    few = await barriers(tmp_path / "few", 3, commits=commits)
    many = await barriers(tmp_path / "many", 13, commits=commits)

    assert many - few == 10 * most
