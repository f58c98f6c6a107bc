# SPDX-License-Identifier: Apache-2.0
"""BR-001: locks of somebody else's are named with their worktree and never deleted; ours are never taken to look."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path

import pytest

from engine.errors import RepositoryLocked, UsageError
from engine.workspace import locks, wait_for_locks
from tests.engine.workspace.conftest import Desk


def age(path: Path, seconds: float) -> None:
    path.touch()
    os.utime(path, (time.time() - seconds,) * 2)


def test_br_001_a_stale_lock_of_a_linked_worktree_is_named_with_it(desk: Desk) -> None:
    linked = desk.home / "linked"
    desk.user("worktree", "add", "-q", "-b", "feature", str(linked))
    in_linked = desk.repo / ".git" / "worktrees" / "linked" / "index.lock"
    of_ref = desk.repo / ".git" / "refs" / "heads" / "feature.lock"
    age(in_linked, 7200)
    age(of_ref, 60)

    for asked in (desk.repo, linked, desk.repo / "tests"):
        found = locks(asked)
        assert [(lock.path, lock.worktree) for lock in found] == [(in_linked, linked), (of_ref, desk.repo)]
        assert found[0].age > 7000
    with pytest.raises(RepositoryLocked, match=r"worktrees/linked/index\.lock.*of the worktree.*linked.*remove it"):
        wait_for_locks(desk.repo, patience=0.2)
    assert in_linked.exists()


def test_br_001_a_lock_whose_holder_ends_is_waited_for(desk: Desk) -> None:
    lock = desk.repo / ".git" / "index.lock"
    lock.touch()
    threading.Timer(0.2, lock.unlink).start()
    wait_for_locks(desk.repo, patience=20)

    assert locks(desk.repo) == ()


def test_a_stale_lock_of_the_user_s_does_not_hinder_a_run(desk: Desk) -> None:
    (desk.repo / ".git" / "index.lock").touch()
    seen = desk.turn("fix; ci fix")
    desk.run.land(seen.head, None)

    assert desk.run.branch_tip() == seen.head
    assert (desk.repo / ".git" / "index.lock").exists()


def test_what_is_no_repository_has_no_locks_to_tell(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        locks(tmp_path)


def test_br_001_looking_takes_no_lock_while_others_commit(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    loop = 'for i in $(seq 60); do echo "$i" > "f$i"; git add -A && git commit -qm "$i" || echo collision; done'
    working = [
        subprocess.Popen(["bash", "-c", loop], cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for where in (desk.repo, desk.checkout)
    ]
    polls = 0
    while any(process.poll() is None for process in working):
        desk.run.uncommitted()
        desk.run.tip()
        locks(desk.repo)
        polls += 1
    said = [process.communicate()[0] for process in working]

    assert said == [b"", b""]
    assert polls > 5
    assert desk.user("rev-list", "--count", "main") == "61"
    assert desk.agent("rev-list", "--count", "HEAD") == "61"
