# SPDX-License-Identifier: Apache-2.0
"""Cleaning frees what nobody needs, and never work that is nowhere else."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from engine.journal import OwnerLock, RunFolder, RunStore
from engine.runtime.cleaning import CUT_S, Item, clean
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from engine.workspace import RunRepository
from tests.helpers.runs import git, make_repository, make_script, make_workflow, state

DAY = 86_400.0


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A run that succeeded: a step and two children, merged."""
    agent = make_script(tmp_path / "agent.sh", 'cat > /dev/null; echo work > "$(basename "$PILOTHOUSE_NODE").txt"')
    child = "{step: %s, role: worker, goal: Write., gate: [{file: %s.txt}, {command: {argv: [test, -f, README.md]}}]}"
    both = f"{{parallel: both, do: [{child % ('a', 'a')}, {child % ('b', 'b')}]}}"
    workflow = make_workflow(tmp_path / "w.yaml", [both], agent)
    repository = make_repository(tmp_path / "repo")
    store = RunStore(tmp_path / "data")

    async def go() -> RunFolder:
        folder = await launch(Request(str(workflow), repository, run_id="r", branch="work/r"), store)
        async with driving(folder, store.data_dir) as driver:
            await drive(driver, folder)
        return folder

    folder = asyncio.run(go())
    assert state(folder).status == "succeeded"
    return folder


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    return RunStore(tmp_path / "data")


def told(items: list[Item]) -> dict[str, bool]:
    return {item.what: item.removed for item in items}


def test_settled_checkouts_and_scratch_go_and_all_that_is_on_record_stays(run: RunFolder, store: RunStore) -> None:
    would = clean(store, now=time.time(), dry=True)
    assert told(would) == {"scratch": True, "checkout of both/a": True, "checkout of both/b": True}
    assert all(item.bytes > 0 for item in would)
    assert len(list((run.path / "checkouts").iterdir())) == 2

    assert told(clean(store, now=time.time())) == told(would)
    assert not (run.path / "scratch").exists()
    assert list((run.path / "checkouts").iterdir()) == []
    assert state(run).status == "succeeded"
    assert (run.attempt("both/a", 1) / "transcript.jsonl").is_file()
    assert clean(store, now=time.time()) == []


def test_uncommitted_work_is_never_removed(run: RunFolder, store: RunStore) -> None:
    (run.path / "checkouts" / "both%2Fa" / "mine.txt").write_text("by hand\n")
    [kept] = [item for item in clean(store, now=time.time()) if not item.removed]
    assert kept.what == "checkout of both/a"
    assert "mine.txt" in kept.why
    assert (run.path / "checkouts" / "both%2Fa" / "mine.txt").read_text() == "by hand\n"


def test_a_run_goes_as_a_whole_only_when_it_is_old_and_all_its_work_is_on_branches(
    run: RunFolder, store: RunStore
) -> None:
    assert "the run" not in told(clean(store, now=time.time() + DAY, older_than=2 * DAY))
    repository = RunRepository.open(run.path)
    user = repository.source
    lost = git(user, "commit-tree", "-m", "lost", "-p", repository.base, f"{repository.base}^{{tree}}")
    git(repository.store, "update-ref", "refs/pilothouse/r/both/a/9/head", lost)

    [kept] = [item for item in clean(store, now=time.time() + 3 * DAY, older_than=2 * DAY) if not item.removed]
    assert kept.what == "the run"
    assert "both/a/9/head" in kept.why
    assert run.journal.is_file()

    git(repository.store, "update-ref", "-d", "refs/pilothouse/r/both/a/9/head")
    git(user, "branch", "-D", "work/r")
    [kept] = [item for item in clean(store, now=time.time() + 3 * DAY, older_than=2 * DAY) if not item.removed]
    assert "no branch holds" in kept.why

    git(user, "update-ref", "refs/heads/work/r", state(run).tip)
    assert told(clean(store, now=time.time() + 3 * DAY, older_than=2 * DAY)) == {"the run": True}
    assert store.runs() == []
    assert git(user, "for-each-ref", "refs/pilothouse") == ""
    assert git(user, "show", "work/r:a.txt") == "work"


def test_unmerged_work_goes_only_by_a_second_choice_that_names_the_run(run: RunFolder, store: RunStore) -> None:
    git(RunRepository.open(run.path).source, "branch", "-D", "work/r")
    later = time.time() + 3 * DAY
    assert told(clean(store, now=later, older_than=2 * DAY, lose=["another"]))["the run"] is False
    assert told(clean(store, now=later, older_than=2 * DAY, lose=["r"])) == {"the run": True}


def test_a_run_that_is_driven_is_left_alone(run: RunFolder, store: RunStore) -> None:
    lock = OwnerLock.take(run.lock)
    try:
        assert told(clean(store, now=time.time() + 3 * DAY, older_than=0)) == {"everything": False}
    finally:
        lock.release()
    assert len(list((run.path / "checkouts").iterdir())) == 2


def test_what_a_cut_launch_left_goes_after_a_day(run: RunFolder, store: RunStore) -> None:
    clean(store, now=time.time())
    old, fresh = store.runs_dir / ".new-old", store.runs_dir / ".gone-fresh"
    for folder in (old, fresh):
        folder.mkdir()
    os.utime(old, (0, time.time() - CUT_S - 1))
    assert [item.run for item in clean(store, now=time.time())] == [".new-old"]
    assert fresh.is_dir()
