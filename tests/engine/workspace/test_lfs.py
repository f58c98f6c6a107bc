# SPDX-License-Identifier: Apache-2.0
"""Git LFS, with a filter that stores content as git-lfs does: none is lost, none is taken on an agent's word."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.engine.workspace.conftest import Desk, git

CLEAN = """#!/bin/bash
set -eu; t=$(mktemp); cat > "$t"; h=$(sha256sum < "$t" | cut -c1-64)
d=$(git rev-parse --git-dir)/lfs/objects/${h:0:2}/${h:2:2}
mkdir -p "$d"; s=$(stat -c %s "$t"); mv "$t" "$d/$h"
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' "$h" "$s"
"""
SMUDGE = """#!/bin/bash
set -eu; h=$(grep -o 'sha256:[0-9a-f]*' | cut -c8-)
for d in "$(git rev-parse --git-dir)" "$@"; do f=$d/lfs/objects/${h:0:2}/${h:2:2}/$h
[ -f "$f" ] && exec cat "$f"; done; exit 1
"""


@pytest.fixture
def lfs_desk(desk: Desk) -> Desk:
    for name, text in (("clean", CLEAN), ("smudge", SMUDGE)):
        path = desk.home / name
        path.write_text(text)
        path.chmod(0o755)
    desk.user("config", "filter.lfs.clean", str(desk.home / "clean"))
    desk.user("config", "filter.lfs.smudge", f"{desk.home}/smudge {desk.repo}/.git")
    desk.user("config", "filter.lfs.required", "true")
    (desk.repo / ".gitattributes").write_text("*.bin filter=lfs\n")
    (desk.repo / "a.bin").write_text("the user's\n")
    desk.user("add", "-A")
    desk.user("commit", "-qm", "lfs")
    return desk


def kept(folder: Path) -> set[str]:
    return {path.read_text() for path in folder.glob("lfs/objects/*/*/*")}


def by_agent(desk: Desk, name: str, text: str) -> str:
    """An agent's commit of an LFS file, the filter set up in its own clone."""
    return f"""
        git config filter.lfs.clean "$T/clean"; git config filter.lfs.smudge cat
        printf '{text}' > {name}; ci {name}
    """


def test_content_goes_in_and_out_with_the_commits(lfs_desk: Desk) -> None:
    desk, repo = lfs_desk, lfs_desk.repo / ".git"
    desk.run.prepare("main", desk.run.base)
    assert (desk.checkout / "a.bin").read_text() == "the user's\n"
    desk.act("echo engine > b.bin")
    first = desk.secure("engine")
    assert (desk.run.show_file(first.head, "b.bin") or b"").startswith(b"version https://git-lfs")
    desk.act(by_agent(desk, "c.bin", "agent"))
    second = desk.secure("agent")
    assert second.clean

    desk.run.land(second.head, None)
    assert kept(repo) == {"the user's\n", "engine\n", "agent"}
    linked = desk.home / "linked"
    desk.user("worktree", "add", "-q", str(linked), "ph/one")
    assert ((linked / "b.bin").read_text(), (linked / "c.bin").read_text()) == ("engine\n", "agent")
    assert desk.run.export(second.head, desk.home / "e").lfs_pointers == ("a.bin", "b.bin", "c.bin")


def test_content_of_unsettled_commits_outlives_a_new_clone(lfs_desk: Desk) -> None:
    desk = lfs_desk
    desk.turn(
        by_agent(desk, "c.bin", "agent") + "git checkout -q -b side; printf side > d.bin; ci d; git checkout -q -"
    )
    desk.run.prepare("main", desk.run.base)

    assert {"agent", "side"} <= kept(desk.checkout / ".git")
    assert "agent" in kept(desk.run.store)


def test_content_that_is_not_what_its_name_says_stays_behind(lfs_desk: Desk) -> None:
    desk = lfs_desk
    name = hashlib.sha256(b"agent").hexdigest()
    seen = desk.turn(
        by_agent(desk, "c.bin", "agent")
        + f'f=.git/lfs/objects/{name[:2]}/{name[2:4]}/{name}; echo evil > $f; ln -s "$T/clean" .git/lfs/objects/link'
    )
    desk.run.land(seen.head, None)

    assert "evil\n" not in kept(desk.run.store) | kept(desk.repo / ".git")


def test_content_that_no_commit_names_is_not_carried(lfs_desk: Desk) -> None:
    desk = lfs_desk
    seen = desk.turn(
        by_agent(desk, "c.bin", "agent") + "mkdir -p .git/lfs/objects/aa/bb; echo junk > .git/lfs/objects/aa/bb/aabb"
    )
    desk.run.land(seen.head, None)

    assert kept(desk.repo / ".git") == {"the user's\n", "agent"}


def test_a_partial_clone_whose_files_are_there_may_be_the_source(desk: Desk) -> None:
    desk.user("config", "uploadpack.allowFilter", "true")
    git(desk.home, "clone", "-q", "--filter=blob:none", f"file://{desk.repo}", "partial")
    desk.repo = desk.home / "partial"
    seen = desk.turn("fix; ci fix")
    desk.run.land(seen.head, None)

    assert desk.run.branch_tip() == seen.head
