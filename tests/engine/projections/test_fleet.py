# SPDX-License-Identifier: Apache-2.0
"""`Fleet`: every run of a data directory, as they appear, grow, end and break."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.journal import OwnerLock, RunFolder, keep_why
from engine.kernel import events as ev
from engine.projections import fleet as fleet_module
from engine.projections.fleet import Fleet, Focus, raw_line
from engine.projections.history import History
from tests.helpers import stories
from tests.helpers.stories import START, Story, journal_lines


@pytest.fixture(autouse=True)
def _list_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_module, "LIST_EVERY_S", -1.0)
    monkeypatch.setattr(fleet_module, "_DRIVER_EVERY_S", -1.0)


def append(folder: Path, story: Story, known: int, cut: int = 0) -> None:
    """Add what the story tells beyond `known` events; the last `cut` bytes are left out."""
    data = b"".join(line + b"\n" for line in journal_lines(story.events)[known:])
    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(data[: len(data) - cut])


def test_an_empty_data_directory_has_no_runs(tmp_path: Path) -> None:
    change = Fleet(tmp_path / "missing").poll()

    assert (change.summaries, change.picture, change.more) == (None, None, False)


def test_runs_are_listed_newest_first_with_their_holds(tmp_path: Path) -> None:
    stories.finished_story("old").write(tmp_path)
    stories.approval_story("new", start=START + timedelta(hours=1)).write(tmp_path)

    summaries = Fleet(tmp_path).read_all()

    assert [(s.run, s.state, len(s.holds)) for s in summaries] == [("new", "paused", 1), ("old", "succeeded", 0)]


def test_a_run_that_appears_by_itself_is_noticed(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path)
    fleet.poll()
    stories.running_story().write(tmp_path)

    summaries = fleet.poll().summaries

    assert summaries is not None
    assert [s.run for s in summaries] == ["r-running"]
    assert fleet.poll().summaries is None


def test_a_run_that_vanishes_is_gone(tmp_path: Path) -> None:
    folder = stories.running_story().write(tmp_path)
    fleet = Fleet(tmp_path)
    fleet.poll()
    shutil.rmtree(folder)

    assert fleet.poll().summaries == ()


def test_br_069_half_a_line_stays_pending_until_it_is_whole(tmp_path: Path) -> None:
    story = stories.running_story()
    folder = story.write(tmp_path)
    fleet = Fleet(tmp_path)
    fleet.poll(Focus("r-running"))
    known = len(story.events)
    story.end("fix")
    append(folder, story, known, cut=40)
    fleet.poll(Focus("r-running", rows=known))
    assert fleet.summaries()[0].last_seq == known
    whole = b"".join(line + b"\n" for line in journal_lines(story.events))
    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(whole[-40:])

    picture = fleet.poll(Focus("r-running", rows=known)).picture

    assert picture is not None
    assert [row.seq for row in picture.rows] == [known + 1]
    assert picture.first == known


def test_the_focused_run_gives_its_tree_gates_and_only_the_rows_that_are_new(tmp_path: Path) -> None:
    story = stories.approval_story()
    story.write(tmp_path)
    fleet = Fleet(tmp_path)

    first = fleet.poll(Focus("r-approval", "fix", 1)).picture
    assert first is not None
    again = fleet.poll(Focus("r-approval", "fix", 1, rows=len(first.rows))).picture
    other = fleet.poll(Focus("r-approval", "reproduce", 1, rows=len(first.rows))).picture

    assert len(first.rows) == len(story.events)
    assert [gate.gate for gate in first.gates] == ["verdict", "commit", "tests"]
    assert again is None
    assert other is not None
    assert (other.rows, [gate.gate for gate in other.gates]) == ((), ["verdict", "commit", "file"])


def test_a_run_that_was_read_for_the_list_tells_every_row_once_it_is_in_focus(tmp_path: Path) -> None:
    story = stories.running_story()
    folder = story.write(tmp_path)
    listing, looking = Fleet(tmp_path), Fleet(tmp_path)
    listed, known = listing.poll().summaries, len(story.events)
    first = looking.poll(Focus("r-running")).picture
    assert first is not None
    assert listed == looking.summaries()

    picture = listing.poll(Focus("r-running")).picture
    assert picture is not None
    assert (picture.rows, picture.nodes) == (first.rows, first.nodes)
    assert len(picture.rows) == known

    story.end("fix")
    append(folder, story, known)
    more = listing.poll(Focus("r-running", rows=known)).picture
    assert more is not None
    assert [row.seq for row in more.rows] == list(range(known + 1, len(story.events) + 1))


def test_summaries_are_cached_for_exactly_the_journal_they_were_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = stories.approval_story()
    folder = story.write(tmp_path)
    made = Fleet(tmp_path).read_all()
    known = len(story.events)

    def never(*_: object) -> None:
        raise AssertionError("the journal was folded although the cache knows it")

    with monkeypatch.context() as patch:
        patch.setattr(Fleet, "_follow", never)
        assert Fleet(tmp_path).read_all() == made
    story.add(ev.CancelRequested(by=stories.HUMAN), ev.RunEnded(outcome="cancelled"))
    append(folder, story, known)

    assert [s.state for s in Fleet(tmp_path).read_all()] == ["cancelled"]


def test_a_cache_that_is_damaged_is_not_believed(tmp_path: Path) -> None:
    stories.finished_story().write(tmp_path)
    Fleet(tmp_path).read_all()
    for kept in (tmp_path / "cache" / "summaries").iterdir():
        kept.write_text("[1, 2]")

    assert [s.state for s in Fleet(tmp_path).read_all()] == ["succeeded"]


def test_half_a_character_in_what_was_told_is_no_reason_to_list_nothing(tmp_path: Path) -> None:
    stories.finished_story("r", report="half \ud83d").write(tmp_path)

    assert [run.state for run in Fleet(tmp_path).read_all()] == ["succeeded"]
    [facts] = History(tmp_path).read(["r"])
    assert facts.ended


def test_a_damaged_journal_spoils_no_other_run_and_says_what_is_wrong(tmp_path: Path) -> None:
    folder = stories.finished_story("bad").write(tmp_path)
    stories.running_story("good").write(tmp_path)
    lines = (folder / "journal.jsonl").read_bytes().split(b"\n")
    lines[4] = b"{}"
    (folder / "journal.jsonl").write_bytes(b"\n".join(lines))

    found = {s.run: s for s in Fleet(tmp_path).read_all()}

    assert found["good"].state == "running"
    assert found["bad"].state is None
    assert "damaged after line 4" in found["bad"].cause


@pytest.mark.parametrize(("keep", "found"), [((0, 4, 5), 6), ((0, 5, 4), 5)], ids=["a hole", "a line twice"])
def test_no_journal_with_a_line_missing_or_told_twice_looks_whole(
    tmp_path: Path, keep: tuple[int, int, int], found: int
) -> None:
    folder = stories.approval_story("bad").write(tmp_path)
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    start, end, after = keep
    (folder / "journal.jsonl").write_bytes(b"".join(lines[start:end] + lines[after:]))

    [bad] = Fleet(tmp_path).read_all()

    assert bad.state is None
    assert f"damaged after line {end}: record {found} stands where {end + 1} should" in bad.cause


def test_a_journal_that_contradicts_itself_spoils_no_other_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stories.finished_story("fine").write(tmp_path)
    story = stories.approval_story("odd")
    entered = next(at for at, one in enumerate(story.events) if one.body.node == "hand-over")
    body = ev.NodeEntered(node="hand-over", parent="unknown", place=7, base=stories.BASE)
    story.events[entered] = replace(story.events[entered], body=body)
    story.write(tmp_path)
    fleet = Fleet(tmp_path)

    fleet.poll(Focus("odd", "hand-over"))
    states = {run.run: (run.state, run.cause) for run in fleet.read_all()}

    assert states["fine"][0] == "succeeded"
    assert states["odd"][0] is None
    assert "contradicts itself" in states["odd"][1]
    assert [(record.exc_info is not None, record.args) for record in caplog.records] == [(True, ("odd",))]


def test_a_kind_of_a_newer_version_is_named(tmp_path: Path) -> None:
    story = stories.running_story()
    folder = story.write(tmp_path)
    stories.write_foreign_line(folder, story, "teleported")

    (summary,) = Fleet(tmp_path).read_all()

    assert summary.state is None
    assert "'teleported' is of a newer version" in summary.cause


def test_a_poll_with_no_time_left_reads_on_next_time(tmp_path: Path) -> None:
    for n in range(5):
        stories.running_story(f"r-{n}").write(tmp_path)
    fleet = Fleet(tmp_path)

    change = fleet.poll(budget_s=-1.0)

    assert change.more
    assert len(fleet.read_all()) == 5


def test_the_driver_of_a_run_is_known_while_it_holds_the_lock(tmp_path: Path) -> None:
    folder = stories.running_story().write(tmp_path)
    fleet = Fleet(tmp_path)
    assert fleet.poll(Focus("r-running")).driven == frozenset()
    lock = OwnerLock.take(folder / "engine.lock")

    change = fleet.poll(Focus("r-running"))
    lock.release()

    assert change.driven == {"r-running"}
    assert change.picture is not None
    assert change.picture.driven


def test_why_nobody_drives_a_run_is_told_until_somebody_does(tmp_path: Path) -> None:
    folder = RunFolder(stories.running_story().write(tmp_path))
    keep_why(folder, "its repository is gone")
    fleet = Fleet(tmp_path)
    change = fleet.poll(Focus("r-running"))
    assert change.undriven == {"r-running": "its repository is gone"}
    assert change.picture is not None
    assert change.picture.why == "its repository is gone"

    lock = OwnerLock.take(folder.lock)
    change = Fleet(tmp_path).poll(Focus("r-running"))
    lock.release()
    assert change.undriven == {}
    assert change.picture is not None
    assert change.picture.why == ""


def test_the_raw_line_is_read_from_the_file(tmp_path: Path) -> None:
    story = stories.running_story()
    story.write(tmp_path)

    assert raw_line(tmp_path, "r-running", 3).encode() == journal_lines(story.events)[2]
    assert raw_line(tmp_path, "r-running", 3000) == ""
    assert raw_line(tmp_path, "missing", 1) == ""


def test_a_hold_tells_where_restart_and_jump_may_go(tmp_path: Path) -> None:
    stories.approval_story().write(tmp_path)

    (hold,) = Fleet(tmp_path).read_all()[0].holds

    assert hold.targets == {"restart_from": ("reproduce", "fix", "check", "note", "hand-over"), "jump_to": ()}


def test_between_two_sweeps_only_the_run_in_focus_is_read_and_nothing_is_lost(tmp_path: Path) -> None:
    running = stories.running_story("r-running")
    running.write(tmp_path)
    other = stories.running_story("r-other")
    other.write(tmp_path)
    fleet = Fleet(tmp_path)
    first = fleet.poll(Focus("r-running")).picture
    assert first is not None
    for story in (running, other):
        story.end("fix").write(tmp_path)

    between = fleet.poll(Focus("r-running", rows=len(first.rows)), sweep=False)
    sweep = fleet.poll(Focus("r-running", rows=len(running.events)))

    assert between.picture is not None
    assert between.summaries is None
    assert sweep.summaries is not None
    assert {one.run: one.last_seq for one in sweep.summaries} == {
        "r-running": len(running.events),
        "r-other": len(other.events),
    }


def test_what_waits_in_the_run_in_focus_is_told_without_a_sweep(tmp_path: Path) -> None:
    story = stories.approval_story("r-approval")
    whole = len(story.events)
    folder = story.write(tmp_path)
    append_to = folder / "journal.jsonl"
    lines = append_to.read_bytes().splitlines(keepends=True)
    append_to.write_bytes(b"".join(lines[: whole - 2]))
    fleet = Fleet(tmp_path)
    fleet.poll(Focus("r-approval"))
    append_to.write_bytes(b"".join(lines))

    summaries = fleet.poll(Focus("r-approval", rows=whole - 2), sweep=False).summaries

    assert summaries is not None
    assert len(summaries[0].holds) == 1


def test_a_run_that_moves_is_not_written_to_the_cache_each_time(tmp_path: Path) -> None:
    story = stories.running_story("r-running")
    story.write(tmp_path)
    fleet = Fleet(tmp_path)
    fleet.poll()
    kept = tmp_path / "cache" / "summaries" / "r-running.json"
    before = kept.stat().st_ino
    story.end("fix").write(tmp_path)

    summaries = fleet.poll().summaries

    assert summaries is not None
    assert summaries[0].last_seq == len(story.events)
    assert kept.stat().st_ino == before
