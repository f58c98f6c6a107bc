# SPDX-License-Identifier: Apache-2.0
"""Pausing, resuming, cancelling, raising and leaving a run through the command line."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from engine.kernel.events import TurnEnded, TurnStarted
from tests.helpers.command_line import CommandLine, Running
from tests.helpers.runs import (
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

RUN = "r"


class Desk:
    """A run of two steps whose agent waits until a file `go` is there, and leaves half of its work before."""

    def __init__(self, home: Path, pilothouse: CommandLine) -> None:
        self.cli = pilothouse
        self.go, self.effects, self.prompts = home / "go", home / "effects", home / "prompts"
        self.prompts.mkdir()
        self.repository = make_repository(home / "repo")
        self.agent = make_script(
            home / "agent.sh",
            f"""
            cat > "{self.prompts}/$PILOTHOUSE_NODE-$PILOTHOUSE_TURN"
            echo "$PILOTHOUSE_NODE $PILOTHOUSE_ATTEMPT $PILOTHOUSE_TURN" >> '{self.effects}'
            echo half > "$PILOTHOUSE_NODE-half.txt"
            while [ ! -e '{self.go}' ]; do sleep 0.05; done
            echo whole > "$PILOTHOUSE_NODE.txt"
            """,
        )
        self.home = home
        self.top = ""

    def launch(self, *more: str) -> Running:
        """Launch it, and wait until its first agent is at work."""
        running = self.begin(*more)
        self.at_work("one 1 1")
        return running

    def begin(self, *more: str, first: str = "") -> Running:
        """Launch it."""
        steps = [
            f"{{step: {name}, role: worker, goal: Write {name}., gate: [{{file: {name}.txt}}]}}"
            for name in ("one", "two")
        ]
        workflow = make_workflow(self.home / "w.yaml", steps, self.agent, top=self.top)
        where = ("--repo", self.repository, "--id", RUN, "--branch", "work/r")
        return self.cli.start("run", workflow, *where, *more, first=first)

    def at_work(self, turn: str) -> None:
        """Wait until this turn is under way, and on record."""
        eventually(lambda: self.effects.exists() and turn in self.effects.read_text().splitlines(), f"turn {turn}")
        started = self.effects.read_text().splitlines().index(turn) + 1
        eventually(lambda: kinds(run_folder(RUN)).count("agent_started") >= started, f"turn {turn} on record")


@pytest.fixture
def desk(tmp_path: Path, pilothouse: CommandLine) -> Desk:
    return Desk(tmp_path, pilothouse)


def reasons(node: str) -> list[str]:
    bodies = (event.body for event in events(run_folder(RUN)))
    return [body.reason for body in bodies if isinstance(body, TurnEnded) and body.node == node]


def test_ctrl_c_pauses_keeps_the_work_and_resume_goes_on_in_the_same_session(desk: Desk) -> None:
    running = desk.launch()
    running.signal(signal.SIGINT)
    done = running.wait().ended(3)
    assert "Pausing" in done.err
    assert "pause" in done.out
    assert reasons("one") == ["interrupted"]
    assert [hold.kind for hold in state(run_folder(RUN)).open_holds] == ["pause"]
    assert (run_folder(RUN).path / "checkout" / "one-half.txt").read_text() == "half\n"

    desk.go.touch()
    desk.cli("resume", RUN).ended(0)
    assert desk.effects.read_text().splitlines() == ["one 1 1", "one 1 2", "two 1 1"]
    assert "Write one." in (desk.prompts / "one-2").read_text()
    assert git(desk.repository, "show", "work/r:one-half.txt") == "half"
    assert_sound(run_folder(RUN))


def test_a_second_ctrl_c_leaves_at_once_and_resume_still_goes_on(desk: Desk) -> None:
    desk.agent.write_text(desk.agent.read_text().replace("cat >", "trap '' TERM\ncat >", 1))
    running = desk.launch()
    running.signal(signal.SIGINT)
    eventually(lambda: "turn_interrupted" in kinds(run_folder(RUN)), "the pause on record")
    running.signal(signal.SIGINT)
    running.wait().ended(3)

    desk.go.touch()
    desk.cli("resume", RUN).ended(0)
    assert_sound(run_folder(RUN))


def test_sigterm_leaves_in_good_order_and_resume_continues(desk: Desk) -> None:
    running = desk.launch()
    running.signal(signal.SIGTERM)
    assert "stopped here; `pilothouse resume r` goes on" in running.wait().ended(3).out
    assert "nobody drives it" in desk.cli("show", RUN).out
    assert kinds(run_folder(RUN))[-1] == "driver_detached"
    assert state(run_folder(RUN)).open_holds == []
    assert_sound(run_folder(RUN))

    desk.go.touch()
    desk.cli("resume", RUN).ended(0)
    assert desk.effects.read_text().splitlines() == ["one 1 1", "one 1 2", "two 1 1"]
    assert_sound(run_folder(RUN))


def test_pause_waits_for_the_turn_and_pause_now_interrupts_it(desk: Desk) -> None:
    running = desk.launch()
    paused = desk.cli("pause", RUN).ended(0)
    assert "journaled" in paused.out
    desk.go.touch()
    running.wait().ended(3)
    assert reasons("one") == ["end_turn"]
    assert "two" not in desk.effects.read_text()

    desk.go.unlink()
    resumed = desk.cli.start("resume", RUN)
    desk.at_work("two 1 1")
    desk.cli("pause", RUN, "--now").ended(0)
    resumed.wait().ended(3)
    assert reasons("two") == ["interrupted"]

    desk.go.touch()
    desk.cli("resume", RUN).ended(0)
    assert_sound(run_folder(RUN))


def test_br_018_an_agent_that_exits_0_when_it_is_interrupted_has_not_ended_its_turn(desk: Desk) -> None:
    trap = "trap 'echo whole > one.txt; exit 0' TERM\n"
    desk.agent.write_text(desk.agent.read_text().replace("cat >", f"{trap}cat >", 1))
    running = desk.launch()
    desk.cli("pause", RUN, "--now").ended(0)
    running.wait().ended(3)
    assert reasons("one") == ["interrupted"]
    assert "gates_judged" not in kinds(run_folder(RUN))
    assert [hold.kind for hold in state(run_folder(RUN)).open_holds] == ["pause"]


def test_resuming_a_paused_run_starts_each_turn_once(desk: Desk) -> None:
    desk.go.touch()
    desk.begin("--budget", "turns=1").wait().ended(3)
    desk.cli("pause", RUN).ended(0)
    desk.cli("raise", RUN, "turns=+5").ended(0)
    desk.cli("resume", RUN).ended(0)
    assert desk.effects.read_text().splitlines() == ["one 1 1", "two 1 1"]


def test_cancel_ends_the_turn_and_the_run_and_keeps_everything(desk: Desk) -> None:
    running = desk.launch()
    desk.cli("cancel", RUN).ended(0)
    assert "cancelled" in running.wait().ended(4).out
    assert state(run_folder(RUN)).outcome == "cancelled"
    assert (run_folder(RUN).path / "checkout" / "one-half.txt").read_text() == "half\n"
    desk.cli("resume", RUN).ended(4)
    desk.cli("pause", RUN).ended(5)
    assert_sound(run_folder(RUN))


def test_cancel_of_a_run_that_nobody_drives_winds_it_up_and_starts_nothing(desk: Desk) -> None:
    desk.launch().kill()
    cancelled = desk.cli("cancel", RUN, "--json").ended(0)
    assert cancelled.json()["state"] == "journaled"
    assert state(run_folder(RUN)).outcome == "cancelled"
    assert desk.effects.read_text().splitlines() == ["one 1 1"]
    assert_sound(run_folder(RUN))


def test_cancel_of_a_run_whose_turn_never_began_starts_no_agent(desk: Desk) -> None:
    died = desk.begin()
    eventually(lambda: "turn_started" in kinds(run_folder(RUN)), "the launch")
    died.kill()
    begun = desk.effects.exists()
    desk.cli("cancel", RUN).ended(0)
    assert state(run_folder(RUN)).outcome == "cancelled"
    assert desk.effects.exists() == begun
    assert_sound(run_folder(RUN))


def test_a_budget_permits_exactly_so_many_turns_and_a_raise_goes_on(desk: Desk) -> None:
    desk.go.touch()
    desk.top = "budgets: {turns: 1}"
    held = desk.begin().wait().ended(3)
    assert "budget" in held.out
    assert desk.effects.read_text().splitlines() == ["one 1 1"]

    raised = desk.cli("raise", RUN, "turns=+1").ended(0)
    assert "resume" in raised.out, "nobody drives it: it says how to go on"
    assert state(run_folder(RUN)).meters["turns"].cap == 2
    desk.cli("resume", RUN).ended(0)
    assert desk.effects.read_text().splitlines() == ["one 1 1", "two 1 1"]
    assert_sound(run_folder(RUN))


def test_a_raise_that_cannot_be_read_changes_nothing(desk: Desk) -> None:
    desk.go.touch()
    desk.begin().wait().ended(0)
    before = run_folder(RUN).journal.read_bytes()
    for faulty in ("turns", "turns=5", "turns=-1", "patience=+1", "wall_clock=+5"):
        desk.cli("raise", RUN, faulty).ended(2)
    assert run_folder(RUN).journal.read_bytes() == before


def test_of_several_raises_all_are_journaled_or_none(desk: Desk) -> None:
    desk.go.touch()
    desk.top = "budgets: {turns: 1, wall_clock: 1h}"
    desk.begin().wait().ended(3)
    before = run_folder(RUN).journal.read_bytes()
    assert "no cost budget" in desk.cli("raise", RUN, "wall_clock=+1h", "cost=+2").ended(2).err
    assert run_folder(RUN).journal.read_bytes() == before

    desk.cli("raise", RUN, "wall_clock=+1h", "turns=+1").ended(0)
    meters = state(run_folder(RUN)).meters
    assert (meters["wall_clock"].cap, meters["turns"].cap) == (7_200_000, 2)


def test_run_with_an_id_that_exists_goes_on_with_that_run(desk: Desk) -> None:
    desk.go.touch()
    desk.begin().wait().ended(0)
    before = run_folder(RUN).journal.read_bytes()
    desk.begin().wait().ended(0)
    assert run_folder(RUN).journal.read_bytes() == before


def test_run_with_the_id_of_another_run_is_refused_and_says_what_differs(desk: Desk) -> None:
    desk.go.touch()
    desk.top = "inputs: {subject: {type: string, default: sums}}"
    desk.begin().wait().ended(0)
    before = run_folder(RUN).journal.read_bytes()
    steps = ["{step: one, role: worker, goal: Write one., gate: [{file: one.txt}]}"]
    other, elsewhere = make_workflow(desk.home / "other.yaml", steps, desk.agent), make_repository(desk.home / "else")

    mine = desk.home / "w.yaml"
    for workflow, repository, more, difference in (
        (other, desk.repository, (), "its workflow is 'w', not 'other'"),
        (mine, elsewhere, (), "it works on"),
        (mine, desk.repository, ("--input", "subject=lists"), "its input 'subject' is 'sums', not 'lists'"),
        (mine, desk.repository, ("--budget", "turns=7"), "its workflow 'w' was another"),
    ):
        refused = desk.cli("run", workflow, "--repo", repository, "--id", RUN, *more).ended(2)
        assert difference in refused.err
        assert "resume r" in refused.err
    desk.cli("run", mine, "--repo", desk.repository, "--id", RUN, "--input", "subject=sums").ended(0)
    assert run_folder(RUN).journal.read_bytes() == before


def test_an_ended_run_gives_its_exit_code_again_even_without_its_repository(desk: Desk) -> None:
    desk.go.touch()
    desk.begin().wait().ended(0)
    desk.repository.rename(desk.home / "moved")
    desk.cli("resume", RUN).ended(0)


def test_a_reader_that_goes_away_stops_no_run(desk: Desk) -> None:
    """`run … | head`, or a full disk behind standard output: what is told is lost, what is done is not."""
    desk.go.touch()
    desk.begin(first="tests.engine.commands.deafness:nobody_listens:").wait()
    assert state(run_folder(RUN)).outcome == "succeeded"


def test_br_030_a_full_disk_stops_what_would_start_and_the_run_goes_on_when_there_is_space(desk: Desk) -> None:
    full = desk.home / "full"
    desk.go.touch()
    make_script(
        desk.agent,
        f"""
        cat > /dev/null
        echo "$PILOTHOUSE_NODE" >> '{desk.effects}'
        echo whole > "$PILOTHOUSE_NODE.txt"
        touch '{full}'
        """,
    )
    running = desk.begin(first=f"tests.crash.mortal:no_space:{full}")
    eventually(lambda: "cannot be written" in running.said(), "word of the full disk")
    on_disk = kinds(run_folder(RUN))
    assert desk.effects.read_text().splitlines() == ["one"]
    assert "gates_judged" not in on_disk
    assert running.alive
    for command in ("list",), ("show", RUN):
        assert "cannot be written (No space left on device)" in desk.cli(*command).ended(0).out

    full.unlink()
    eventually(lambda: full.exists() or not running.alive, "the second step")
    if full.exists():
        full.unlink()
    done = running.wait().ended(0)
    assert "can be written again" in done.err
    assert desk.effects.read_text().splitlines() == ["one", "two"]
    assert_sound(run_folder(RUN))


def test_turns_are_numbered_on_record_as_they_were_taken(desk: Desk) -> None:
    desk.go.touch()
    desk.begin().wait().ended(0)
    started = [
        f"{body.node} {body.attempt} {body.turn}"
        for body in (event.body for event in events(run_folder(RUN)))
        if isinstance(body, TurnStarted)
    ]
    assert started == desk.effects.read_text().splitlines()
