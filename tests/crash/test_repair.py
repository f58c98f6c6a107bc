# SPDX-License-Identifier: Apache-2.0
"""A journal loses records that were acted on, is repaired, and the run goes on: no turn is taken twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.killed_run import RUN, TWO_STEPS, KilledRun
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import events, run_folder, state

pytestmark = pytest.mark.slow


def damage(journal: Path, number: int) -> bytes:
    """A hole of zeros where record `number` stood; gives the journal as it is then."""
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[number - 1] = bytes(len(lines[number - 1]) - 1) + b"\n"
    journal.write_bytes(b"".join(lines))
    return journal.read_bytes()


ANSWERS = {"reconcile": "adopt", "gate": "override", "approval": "accept"}
"""What a person says to a hold of a kind: that the work counts as it is."""


@pytest.mark.parametrize(
    ("lost", "asks"),
    [
        pytest.param(("measuring_started", "one"), "reconcile", id="before the first step was measured"),
        pytest.param(("turn_started", "two"), "approval", id="before the second turn began"),
    ],
)
def test_a_run_whose_journal_was_cut_asks_where_it_does_not_know_and_takes_no_turn_twice(
    lost: tuple[str, str], asks: str, pilothouse: CommandLine, tmp_path: Path
) -> None:
    run, folder = KilledRun(tmp_path, TWO_STEPS, pause=0), run_folder(RUN)
    pilothouse(*run.launch).ended(3)
    number = [(event.body.type, event.body.node) for event in events(folder)].index(lost) + 1
    damaged = damage(folder.journal, number)
    assert "pilothouse repair" in pilothouse("resume", RUN).ended(2).err

    told = pilothouse("repair", RUN).ended(0).out
    assert f"good up to record {number - 1}, byte {damaged.index(bytes(9)):,}" in told
    assert "two asks for your approval" in told
    assert folder.journal.read_bytes() == damaged
    aside = Path(pilothouse("repair", RUN, "--cut", "--json").ended(0).json()["original"])
    assert aside.read_bytes() == damaged
    assert "needs no repair" in pilothouse("repair", RUN, "--cut").ended(0).out

    pilothouse("resume", RUN).ended(3)
    assert [hold.kind for hold in state(folder).open_holds] == [asks]
    while holds := state(folder).open_holds:
        pilothouse("answer", RUN, holds[0].id, ANSWERS[holds[0].kind], "--note", "I looked.").ended(0)
        pilothouse("resume", RUN).ended(0, 3)
    assert state(folder).outcome == "succeeded"
    run.assert_work(folder)
    at_work = run.effects.read_text().splitlines()
    assert len(at_work) == len(set(at_work)), "a turn was taken twice"
