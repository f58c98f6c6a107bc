# SPDX-License-Identifier: Apache-2.0
"""BR-010: nothing with uncommitted or unmerged work goes without a second, explicit choice."""

from __future__ import annotations

import pytest

from engine.errors import WorkWouldBeLost
from tests.engine.workspace.conftest import Desk


def test_br_010_a_checkout_with_work_in_it_is_not_removed_and_the_losses_are_listed(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    desk.act(
        "echo one > one; ci unmerged; echo more >> cart.py; echo u > untracked; echo i > ignored.log; git add -N ."
    )
    commit = desk.agent("rev-parse", "HEAD")
    losses = desk.run.removal_losses("main")

    assert losses.modified == ("cart.py",)
    assert losses.untracked == ("untracked",)
    assert losses.ignored == ("ignored.log",)
    assert losses.unmerged == (commit,)
    with pytest.raises(WorkWouldBeLost, match=r"cart\.py, untracked, [0-9a-f]{40} would be lost"):
        desk.run.remove("main")
    assert (desk.checkout / "untracked").exists()
    desk.run.remove("main", lose=True)
    assert not desk.checkout.exists()


def test_staged_content_that_is_nowhere_else_counts(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    desk.act(
        "echo staged > cart.py; git add cart.py; git show HEAD:cart.py > cart.py; echo s > gone; git add gone; rm gone"
    )

    assert desk.run.removal_losses("main").modified == ("cart.py", "gone")


def test_a_nested_repository_and_commits_on_a_side_branch_count(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    desk.act("git checkout -q -b side; fix; ci fix; git checkout -q -; git init -q inner; echo x > inner/x")
    losses = desk.run.removal_losses("main")

    assert losses.untracked == ("inner",)
    assert losses.unmerged == (desk.agent("rev-parse", "side"),)


def test_secured_and_ignored_content_is_no_reason_to_refuse(desk: Desk) -> None:
    desk.turn("fix; ci fix; mkdir -p build; echo x > noise.log", "engine")

    assert not desk.run.removal_losses("main")
    desk.run.remove("main")
    assert not desk.checkout.exists()
    desk.run.remove("main")
    assert desk.run.removal_losses("main").ignored == ()


def test_a_damaged_clone_is_a_loss_as_a_whole(desk: Desk) -> None:
    desk.run.prepare("main", desk.run.base)
    desk.act("echo n > NOTES.md; rm -rf .git")

    assert desk.run.removal_losses("main").untracked == ("NOTES.md",)
    desk.act("rm -rf ../checkout; ln -s / ../checkout")
    with pytest.raises(WorkWouldBeLost):
        desk.run.remove("main")
