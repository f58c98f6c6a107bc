# SPDX-License-Identifier: Apache-2.0
"""Answers through the command line: journaled once, bound to what was seen, queued where the driver does not listen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.journal import RunFolder, read
from engine.runtime.ledger import Ledger
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    git,
    kinds,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
    state,
)


class Asking:
    """A run that waits for approval of its second step."""

    def __init__(self, home: Path, pilothouse: CommandLine) -> None:
        self.prompts = home / "prompts"
        self.prompts.mkdir()
        agent = make_script(
            home / "agent.sh",
            f"""
            cat > "{self.prompts}/$PILOTHOUSE_NODE-$PILOTHOUSE_ATTEMPT-$PILOTHOUSE_TURN"
            echo "$PILOTHOUSE_ATTEMPT $PILOTHOUSE_TURN" >> "$PILOTHOUSE_NODE.txt"
            """,
        )
        steps = [
            "{step: one, role: worker, goal: Write one., gate: [{file: one.txt}]}",
            "{step: two, role: worker, goal: Write two., gate: [{file: two.txt}, {approval: {cycles: 1}}]}",
            "{step: three, role: worker, goal: Write three., gate: [{file: three.txt}]}",
        ]
        workflow = make_workflow(home / "w.yaml", steps, agent)
        self.repository = make_repository(home / "repo")
        pilothouse("run", workflow, "--repo", self.repository, "--id", "r", "--branch", "work/r").ended(3)
        self.cli = pilothouse

    @property
    def folder(self) -> RunFolder:
        return run_folder("r")

    def answers(self) -> list[str]:
        return [record.data["answer"] for record in read(self.folder.journal).records if record.type == "answered"]

    def on_branch(self, name: str) -> str:
        return git(self.repository, "show", f"work/r:{name}")


@pytest.fixture
def asking(tmp_path: Path, pilothouse: CommandLine) -> Asking:
    return Asking(tmp_path, pilothouse)


def test_holds_tell_what_waits_and_what_expect_takes(asking: Asking) -> None:
    [hold] = asking.cli("holds", "r", "--json").ended(0).json()["holds"]
    assert (hold["run"], hold["node"], hold["kind"]) == ("r", "two", "approval")
    assert hold["answers"] == ["accept", "refine", "restart_from", "jump_to", "quit"]
    assert asking.cli("holds", "--json").json() == {"holds": [hold]}
    assert f"answer r h1 accept --expect {hold['seq']}   # let the step count as it is" in asking.cli("holds").out

    asking.cli("answer", "r", hold["id"], "accept", "--expect", str(hold["seq"])).ended(0)
    resumed = asking.cli("resume", "r").ended(0)
    assert f"The work is on branch {state(asking.folder).branch} of " in resumed.out
    assert asking.cli("holds", "r", "--json").json() == {"holds": []}
    assert_sound(asking.folder)


def test_an_answer_to_other_evidence_is_refused_and_changes_nothing(asking: Asking) -> None:
    before = asking.folder.journal.read_bytes()
    refused = asking.cli("answer", "r", "h1", "accept", "--expect", "3").ended(5)
    assert "moved" in refused.err
    assert asking.folder.journal.read_bytes() == before


def test_a_second_answer_is_refused(asking: Asking) -> None:
    asking.cli("answer", "r", "h1", "accept").ended(0)
    asking.cli("answer", "r", "h1", "quit").ended(5)
    assert asking.answers() == ["accept"]


def test_of_two_answers_at_once_exactly_one_is_journaled(asking: Asking) -> None:
    racing = [asking.cli.start("answer", "r", "h1", word) for word in ("accept", "quit")]
    assert sorted(one.wait().code for one in racing) == [0, 5]
    assert len(asking.answers()) == 1


@pytest.mark.parametrize(
    "words", [("h7", "accept"), ("h1", "override"), ("h1", "refine"), ("h1", "jump_to"), ("h1", "restart_from")]
)
def test_an_answer_that_the_hold_does_not_take_is_a_fault_of_usage(asking: Asking, words: tuple[str, str]) -> None:
    asking.cli("answer", "r", *words).ended(2)
    assert asking.answers() == []


def test_refine_goes_on_in_the_same_session_and_is_offered_so_often(asking: Asking) -> None:
    asking.cli("answer", "r", "h1", "refine", "--note", "Say more.").ended(0)
    asking.cli("resume", "r").ended(3)
    assert "Say more." in (asking.prompts / "two-1-2").read_text()
    [hold] = state(asking.folder).open_holds
    assert "refine" not in hold.answers

    asking.cli("answer", "r", hold.id, "accept").ended(0)
    asking.cli("resume", "r").ended(0)
    assert asking.on_branch("two.txt") == "1 1\n1 2"


def test_restart_from_an_earlier_step_does_the_work_anew_and_keeps_the_old_line(asking: Asking) -> None:
    old = state(asking.folder).nodes["two"].attempts[0].head
    asking.cli("answer", "r", "h1", "restart_from", "--to", "one", "--note", "Another way.").ended(0)
    asking.cli("resume", "r").ended(3)
    assert "Another way." in (asking.prompts / "one-2-1").read_text()

    asking.cli("answer", "r", "h2", "accept").ended(0)
    asking.cli("resume", "r").ended(0)
    assert asking.on_branch("one.txt") == "2 1"
    assert str(old) in git(asking.folder.path / "store.git", "for-each-ref", "--format=%(objectname)")
    assert_sound(asking.folder)


def test_jump_to_a_later_step_is_audited(asking: Asking) -> None:
    asking.cli("answer", "r", "h1", "jump_to", "--to", "three").ended(0)
    asking.cli("resume", "r").ended(0)
    assert state(asking.folder).unsafe_jumps == 1
    assert asking.on_branch("three.txt") == "1 1"
    assert_sound(asking.folder)


def test_a_pause_of_a_paused_run_says_what_paused_it(asking: Asking) -> None:
    assert "paused already, by h1 (approval of two)" in asking.cli("pause", "r").ended(0).err
    before = asking.folder.journal.read_bytes()
    assert "paused already, by the operator (hold h2" in asking.cli("pause", "r").ended(0).out
    assert asking.folder.journal.read_bytes() == before


def test_a_run_that_was_cancelled_waits_for_nobody(asking: Asking) -> None:
    assert "h1" not in asking.cli("cancel", "r").ended(0).out
    assert "h1" not in asking.cli("show", "r").out
    assert asking.cli("holds", "--json").json() == {"holds": []}
    assert "needs you" not in asking.cli("list").out
    assert_sound(asking.folder)


def test_quit_abandons_the_run(asking: Asking) -> None:
    shown = asking.cli("show", "r").out
    assert "tokens      unknown of no limit" in shown
    assert "cost        unknown of no limit" in shown
    told = asking.cli("answer", "r", "h1", "quit", "--note", "No use.").ended(0).out
    assert told.endswith("The run has ended: abandoned.\n")
    assert "No use." in asking.cli("resume", "r").ended(4).out
    assert state(asking.folder).outcome == "abandoned"


@pytest.mark.slow
def test_a_driver_that_does_not_listen_leaves_the_answer_queued_and_it_counts_once_later(asking: Asking) -> None:
    async def deaf() -> None:
        ledger = await Ledger.open(asking.folder.journal)
        try:
            queued = await asyncio.to_thread(asking.cli, "answer", "r", "h1", "accept", "--json")
            assert queued.ended(6).json()["state"] == "queued"
        finally:
            await ledger.close()

    asyncio.run(deaf())
    assert asking.answers() == []
    asking.cli("resume", "r").ended(0)
    assert asking.answers() == ["accept"]
    assert_sound(asking.folder)


def test_an_answer_given_while_nobody_drives_acts_when_the_run_is_next_driven(asking: Asking) -> None:
    asking.cli("answer", "r", "h1", "accept").ended(0)
    assert "landed" not in kinds(asking.folder)[kinds(asking.folder).index("answered") :]
    asking.cli("resume", "r").ended(0)
