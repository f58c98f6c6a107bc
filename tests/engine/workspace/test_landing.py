# SPDX-License-Identifier: Apache-2.0
"""Bringing the run's branch into the user's repository: by compare-and-swap, or not at all."""

from __future__ import annotations

import threading

import git as gitpython
import pytest

from engine.errors import RepositoryLocked, WorkspaceError
from engine.workspace import CheckedOut, Landed, Moved, RunRepository
from tests.engine.workspace.conftest import Desk, git

NOBODY = "1" * 40


def settle(desk: Desk, script: str, start: str) -> str:
    """One step after another on the same line."""
    desk.run.prepare("main", start)
    desk.act(script)
    return desk.run.secure("main", node="s", attempt=1, fork_point=start, commit="engine", message="m").head


def test_a_step_lands_on_the_branch_and_the_user_s_checkout_is_untouched(desk: Desk) -> None:
    (desk.repo / "cart.py").write_text("the user is at work\n")
    (desk.repo / "untracked").write_text("x\n")
    before = desk.user("status", "--porcelain"), (desk.repo / ".git" / "index").read_bytes()
    head = settle(desk, "fix", desk.run.base)

    assert desk.run.land(head, None) == Landed(head)
    with gitpython.Repo(desk.repo) as repo:
        assert repo.commit("ph/one").hexsha == head == desk.run.tip()
    assert (desk.user("status", "--porcelain"), (desk.repo / ".git" / "index").read_bytes()) == before
    assert desk.user("rev-parse", "refs/pilothouse/run-1/head") == head
    desk.user("fsck", "--strict", "--no-dangling")


def test_landing_again_is_landed_and_step_after_step_moves_on(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    assert desk.run.land(one, None) == desk.run.land(one, None) == Landed(one)
    two = settle(desk, "echo n > NOTES.md", one)

    assert desk.run.landing_state(two, one) == "not done"
    assert desk.run.land(two, one) == Landed(two)
    assert desk.run.landing_state(two, one) == "done"
    assert desk.user("log", "--format=%H", "ph/one").split("\n") == [two, one, desk.run.base]


def test_br_006_a_branch_that_gained_commits_is_left_alone(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    desk.run.land(one, None)
    two = settle(desk, "echo n > NOTES.md", one)
    other = desk.user("commit-tree", "-p", one, "-m", "somebody else", f"{one}^{{tree}}")
    desk.user("update-ref", "refs/heads/ph/one", other)

    assert desk.run.land(two, one) == Moved(one, other)
    assert desk.run.landing_state(two, one) == f"moved to {other}"
    assert desk.user("rev-parse", "ph/one") == other
    assert desk.run.tip() == other


def test_a_branch_that_somebody_made_or_deleted_is_left_alone(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    desk.user("branch", "ph/one", "main")
    assert desk.run.land(one, None) == Moved(None, desk.run.base)
    desk.user("branch", "-D", "ph/one")

    assert desk.run.land(one, desk.run.base) == Moved(desk.run.base, None)
    assert desk.run.landing_state(one, desk.run.base) == "moved to nothing"


def test_a_branch_that_the_user_checked_out_is_not_moved_under_them(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    desk.run.land(one, None)
    desk.user("worktree", "add", "-q", str(desk.home / "linked"), "ph/one")
    two = settle(desk, "echo n > NOTES.md", one)

    assert desk.run.land(two, one) == CheckedOut(desk.home / "linked")
    assert desk.run.branch_tip() == one
    desk.user("worktree", "remove", str(desk.home / "linked"))
    assert desk.run.land(two, one) == Landed(two)


def test_a_replaced_line_stays_on_a_ref(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    desk.run.land(one, None)
    other = settle(desk, "echo n > NOTES.md", desk.run.base)

    assert desk.run.land(other, one) == Landed(other)
    assert desk.user("rev-parse", f"refs/pilothouse/run-1/replaced/{one}") == one


def test_everything_that_landed_is_the_user_s_own_and_needs_no_store(desk: Desk) -> None:
    one = settle(desk, "fix; for i in $(seq 300); do echo $i > file$i; done", desk.run.base)
    desk.run.land(one, None)
    desk.run.store.rename(desk.home / "away")

    desk.user("fsck", "--strict", "--no-dangling", "--connectivity-only")
    assert len(desk.user("ls-tree", "-r", "ph/one").split("\n")) == 304


def test_br_001_a_lock_that_stays_is_named_as_a_locked_repository_and_never_deleted(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    lock = desk.repo / ".git" / "refs" / "heads" / "ph" / "one.lock"
    lock.parent.mkdir()
    lock.touch()

    with pytest.raises(RepositoryLocked, match=r"ph/one\.lock"):
        desk.run.land(one, None, patience=0.3)
    assert lock.exists()
    assert desk.run.branch_tip() is None
    threading.Timer(0.3, lock.unlink).start()
    assert desk.run.land(one, None, patience=20) == Landed(one)


def test_a_lock_that_a_killed_process_of_ours_left_holds_nothing_up(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    lock = desk.repo / ".git" / "refs" / "heads" / "ph" / "one.lock"
    lock.parent.mkdir()
    lock.write_text(f"{desk.run.base}\n")
    with pytest.raises(RepositoryLocked):  # somebody else moves it elsewhere
        desk.run.land(one, None, patience=0.1)
    lock.write_text(f"{one}\n")
    assert desk.run.land(one, None, patience=0.1) == Landed(one)
    assert not lock.exists()

    ours = desk.run.store / "refs" / "pilothouse" / "x.lock"
    ours.parent.mkdir(exist_ok=True)
    for left in (ours, desk.run.store / "packed-refs.lock"):
        left.touch()
    assert len(desk.run.release_locks(desk.run.run_dir)) == 2
    assert not ours.exists()


def test_a_commit_that_does_not_exist_lands_nowhere(desk: Desk) -> None:
    with pytest.raises(WorkspaceError):
        desk.run.land(NOBODY, None)
    assert desk.run.branch_tip() is None


def test_a_name_that_came_to_stand_in_the_way_is_told(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    desk.user("branch", "ph")
    with pytest.raises(WorkspaceError, match="refs/heads/ph"):
        desk.run.land(one, None)


def test_br_005_a_step_starts_at_the_tip_as_read_now(desk: Desk) -> None:
    one = settle(desk, "fix", desk.run.base)
    desk.run.land(one, None)
    for name in ("a", "b"):  # two commits come in on the run's branch
        tip = desk.user("commit-tree", "-p", desk.run.tip(), "-m", name, f"{one}^{{tree}}")
        desk.user("update-ref", "refs/heads/ph/one", tip)
    desk.user("update-ref", "refs/remotes/origin/HEAD", desk.run.base)
    tip = desk.run.tip()
    desk.run.prepare("main", tip)

    assert tip == desk.user("rev-parse", "ph/one") == desk.agent("rev-parse", "HEAD")
    desk.act("echo n > NOTES.md; ci notes")
    seen = desk.secure(fork=tip)
    assert [c.subject for c in seen.commits] == ["notes"]
    assert desk.run.land(seen.head, tip) == Landed(seen.head)


def test_a_run_with_an_odd_id_and_branch_lands(desk: Desk) -> None:
    run = RunRepository.create(desk.home / "run", desk.repo, None, "été/日本", "run: [1]/x")
    checkout = run.prepare("main", run.base)
    git(checkout, "commit", "-q", "--allow-empty", "-m", "x")
    seen = run.secure("main", node="a[b c]/d", attempt=1, fork_point=run.base, commit="agent", message="")

    assert seen.branch_found == "été/日本"
    assert run.land(seen.head, None) == Landed(seen.head)
    assert git(run.store, "rev-parse", "refs/pilothouse/run%3A%20%5B1%5D%2Fx/a%5Bb%20c%5D/d/1/head") == seen.head
