# SPDX-License-Identifier: Apache-2.0
"""The history of a workflow: blocks as rows whatever rounds they had, and figures that say how many they rest on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.projections.history import (
    GateCount,
    History,
    Median,
    RunFacts,
    blocks_of,
    facts_of,
    statistics_of,
)
from engine.projections.views import Times, TurnCounts
from tests.helpers import stories
from tests.helpers.nested import nested_story


def facts(run: str = "r", **more: object) -> RunFacts:
    return replace(facts_of(stories.finished_story(run).events), **more)  # type: ignore[arg-type]


def test_rounds_branches_and_children_are_one_row_each() -> None:
    cells = {cell.block: cell for cell in facts_of(nested_story().events).cells}

    assert list(cells) == [
        *("reproduce", "approaches", "approaches[*]/fix", "polish", "polish[*]/review", "polish[*]/mend"),
        *("crew", "crew/*", "hand-over"),
    ]
    assert cells["approaches[*]/fix"].cleared >= 1
    assert cells["polish[*]/review"].times == 3
    assert cells["polish[*]/mend"].times == 2
    assert cells["crew/*"].name == "children"
    assert cells["crew/*"].times == 2
    assert cells["hand-over"].state == "waiting"


def test_the_cell_of_several_shows_the_worst_and_leads_to_it() -> None:
    told = stories.failed_story()
    cell = next(cell for cell in facts_of(told.events).cells if cell.block == "fix")

    assert (cell.state, cell.node, cell.attempts) == ("waiting", "fix", 2)


def test_a_gate_counts_each_time_it_was_judged() -> None:
    gates = {gate.gate: gate for gate in facts_of(stories.blocked_story().events).gates}

    assert gates["tests"].cleared < gates["tests"].judged
    assert gates["verdict"].cleared == gates["verdict"].judged


def test_failed_turns_are_counted_by_backend_with_all_that_are_over() -> None:
    runs = [facts_of(stories.failed_story("a").events), facts_of(stories.finished_story("b").events)]

    assert runs[0].backends == {"scripted": TurnCounts(3, {"crashed": 2})}
    whole = statistics_of(runs).backends["scripted"]
    assert (whole.failed, whole.turns) == (2, 3 + runs[1].backends["scripted"].turns)


def test_a_turn_whose_agent_was_never_started_counts_for_it_too() -> None:
    told = stories.Story("r").enter("reproduce", 0).open("reproduce")
    told.events = [event for event in told.turn("reproduce").events if event.body.type != "agent_started"]
    told.end("reproduce", reason="failed", failure="tool_missing")

    assert facts_of(told.events).backends == {"scripted": TurnCounts(1, {"tool_missing": 1})}


def test_what_is_unknown_is_not_counted_as_nothing() -> None:
    runs = [facts("a", cost=2.0, landed=True), facts("b", cost=None, landed=True), facts("c", cost=4.0, landed=False)]
    found = statistics_of(runs)

    assert found.cost == Median(2.0, 1)
    assert found.cost_a_landing is None
    assert found.unknown_costs == 1
    assert statistics_of([runs[0], runs[2]]).cost_a_landing == 6.0


def test_a_run_that_goes_on_has_no_times_yet() -> None:
    found = statistics_of([facts("a", times=Times(10, 20, 30)), facts("b", state="running", times=Times(99, 99, 99))])

    assert (found.runs, found.ended) == (2, 1)
    assert (found.working, found.person, found.provider) == (Median(10, 1), Median(20, 1), Median(30, 1))


def test_no_runs_have_no_figures() -> None:
    found = statistics_of([])

    assert found.cycles == Median(None, 0)
    assert found.gates == ()
    assert found.cost_a_landing is None


def test_gates_of_all_runs_are_summed() -> None:
    one = facts("a", gates=(GateCount("tests", 1, 2),))
    found = statistics_of([one, replace(one, run="b"), replace(one, run="c", gates=(GateCount("commit", 1, 1),))])

    assert found.gates == (GateCount("commit", 1, 1), GateCount("tests", 2, 4))


def test_blocks_that_only_an_older_run_had_stand_behind() -> None:
    newer, older = facts("new"), facts("old")
    newer = replace(newer, cells=newer.cells[:2])

    assert [cell.block for cell in blocks_of([newer, older])] == [cell.block for cell in older.cells]


def test_facts_on_disk_are_read_once_and_again_when_the_journal_grows(tmp_path: Path) -> None:
    story = stories.finished_story("ended")
    story.write(tmp_path)
    stories.running_story("runs").write(tmp_path)
    (tmp_path / "runs" / "broken").mkdir()

    found = History(tmp_path).read(["ended", "broken", "runs", "never-there"])

    assert [one.run for one in found] == ["ended", "runs"]
    assert [one.name for one in (tmp_path / "cache" / "history").iterdir()] == ["ended.json"]
    assert History(tmp_path).read(["ended"]) == (found[0],)
    kept = tmp_path / "cache" / "history" / "ended.json"
    kept.write_bytes(b"nonsense")
    assert History(tmp_path).read(["ended"]) == (found[0],)


def test_a_journal_that_is_damaged_is_left_out(tmp_path: Path) -> None:
    folder = stories.finished_story("r").write(tmp_path)
    data = (folder / "journal.jsonl").read_bytes()
    (folder / "journal.jsonl").write_bytes(data[: len(data) // 2] + b"{}\n" + data[len(data) // 2 :])

    assert History(tmp_path).read(["r"]) == ()


def test_a_run_at_work_is_read_on_from_where_it_was_and_anew_where_its_journal_is_another(tmp_path: Path) -> None:
    story = stories.approval_story("r")
    journal = story.write(tmp_path) / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    whole = History(tmp_path).read(["r"])
    history = History(tmp_path)
    for cut in range(1, len(lines) + 1):
        journal.write_bytes(b"".join(lines[:cut]) + (b'{"torn' if cut < len(lines) else b""))
        history.read(["r"])
    assert history.read(["r"]) == whole
    with journal.open("ab") as file:
        file.write(lines[-1])
    assert history.read(["r"]) == (), "a line told twice is no history"
    journal.unlink()
    journal.write_bytes(b"".join(lines))
    assert history.read(["r"]) == whole
