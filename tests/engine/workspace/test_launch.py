# SPDX-License-Identifier: Apache-2.0
"""What a run may be launched on, and that launching leaves the user's repository alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UsageError, WorkspaceError
from engine.workspace import RunRepository, read_file_at, uncommitted
from tests.engine.workspace.conftest import Desk, git


def create(desk: Desk, source: Path | None = None, *, base: str | None = None, branch: str = "ph/one") -> RunRepository:
    return RunRepository.create(desk.home / "run", source or desk.repo, base, branch, "run-1")


def test_creating_pins_the_base_and_touches_nothing_else(desk: Desk) -> None:
    before = desk.user("for-each-ref"), desk.user("status", "--porcelain"), (desk.repo / ".git" / "index").read_bytes()
    run = create(desk)

    assert desk.user("rev-parse", "refs/pilothouse/run-1/base") == run.base == desk.user("rev-parse", "HEAD")
    desk.user("update-ref", "-d", "refs/pilothouse/run-1/base")
    assert (desk.user("for-each-ref"), desk.user("status", "--porcelain")) == before[:2]
    assert run.branch_tip() is None
    assert run.tip() == run.base


def test_creating_again_after_a_crash_gives_the_same(desk: Desk) -> None:
    first = create(desk)
    (desk.home / "run" / "store.git.new").mkdir()
    desk.user("commit", "-q", "--allow-empty", "-m", "moved on")
    desk.user("update-ref", "-d", "refs/pilothouse/run-1/base")

    assert create(desk) == first == RunRepository.open(desk.home / "run")
    assert desk.user("rev-parse", "refs/pilothouse/run-1/base") == first.base
    with pytest.raises(UsageError, match="belongs to the run"):
        create(desk, branch="another")


def test_opening_what_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="no repository of a run"):
        RunRepository.open(tmp_path)


def test_a_folder_that_is_no_repository_is_refused(desk: Desk) -> None:
    (desk.home / "plain").mkdir()
    with pytest.raises(UsageError, match=r"is no git repository .*`git init`, and a first commit"):
        create(desk, desk.home / "plain")
    with pytest.raises(UsageError, match="is no folder"):
        create(desk, desk.home / "missing")
    assert not (desk.home / "run").exists()


def test_ad_122_a_repository_without_a_commit_is_refused(desk: Desk) -> None:
    git(desk.home, "init", "-q", "empty")
    with pytest.raises(UsageError, match="has no commit yet"):
        create(desk, desk.home / "empty")


def test_a_base_that_does_not_exist_is_refused(desk: Desk) -> None:
    for base in ("nowhere", "-x", "--all", "HEAD~9", "a\0b", "\ud800", "a" * 5_000):
        with pytest.raises(UsageError, match="names no commit"):
            create(desk, base=base)


def test_a_base_may_be_any_revision(desk: Desk) -> None:
    desk.user("commit", "-q", "--allow-empty", "-m", "two")
    desk.user("tag", "-a", "-m", "t", "v1", "HEAD~1")

    assert create(desk, base="v1").base == desk.user("rev-parse", "HEAD~1")


@pytest.mark.parametrize("branch", ["", "-x", "a..b", "a b", "a.lock", "HEAD", "a/", "@{-1}", "a~1", "x\n", "\ud800"])
def test_a_branch_name_that_git_refuses_is_refused(desk: Desk, branch: str) -> None:
    with pytest.raises(UsageError, match="no valid branch name"):
        create(desk, branch=branch)


def test_a_branch_name_that_no_file_can_have_is_refused_at_once_and_not_when_the_work_is_done(desk: Desk) -> None:
    with pytest.raises(UsageError, match="too long"):
        create(desk, branch=f"ph/{'a' * 250}")


def test_a_branch_checked_out_anywhere_is_refused(desk: Desk) -> None:
    desk.user("worktree", "add", "-q", "-b", "feature", str(desk.home / "linked"))
    with pytest.raises(UsageError, match=r"'main' is checked out in '.*repo'"):
        create(desk, branch="main")
    with pytest.raises(UsageError, match=r"'feature' is checked out in '.*linked'"):
        create(desk, branch="feature")


@pytest.mark.parametrize("taken", ["ph/one", "ph", "ph/one/more"])
def test_a_branch_that_exists_or_stands_in_the_way_is_refused(desk: Desk, taken: str) -> None:
    desk.user("branch", taken)
    with pytest.raises(UsageError, match=f"has a branch '{taken}' already"):
        create(desk)


def test_an_id_that_another_run_used_is_refused(desk: Desk) -> None:
    create(desk)
    desk.user("commit", "-q", "--allow-empty", "-m", "two")
    with pytest.raises(UsageError, match="holds a run 'run-1' already"):
        RunRepository.create(desk.home / "elsewhere", desk.repo, None, "ph/two", "run-1")


def work(run: RunRepository) -> str:
    """A whole step on a repository: the head it landed."""
    checkout = run.prepare("main", run.base)
    (checkout / "NOTES.md").write_text("n\n")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", "notes")
    (checkout / "MORE.md").write_text("m\n")
    seen = run.secure("main", node="s", attempt=1, fork_point=run.base, commit="engine", message="more")
    assert seen.clean
    assert [c.path for c in seen.changes] == ["MORE.md", "NOTES.md"]
    run.export(seen.head, run.run_dir / "export")
    assert (run.run_dir / "export" / "cart.py").exists()
    run.land(seen.head, None)
    assert run.branch_tip() == seen.head
    return seen.head


def test_a_subfolder_stands_for_its_repository(desk: Desk) -> None:
    run = create(desk, desk.repo / "tests")

    assert run.source == desk.repo
    work(run)


def test_a_linked_worktree_may_be_the_source(desk: Desk) -> None:
    linked = desk.home / "linked"
    desk.user("worktree", "add", "-q", "-b", "feature", str(linked))
    git(linked, "commit", "-q", "--allow-empty", "-m", "ahead")
    run = create(desk, linked)

    assert (run.source, run.base) == (linked, git(linked, "rev-parse", "HEAD"))
    assert work(run) == desk.user("rev-parse", "ph/one")
    assert git(linked, "status", "--porcelain") == ""


def test_a_bare_repository_may_be_the_source(desk: Desk) -> None:
    git(desk.home, "clone", "-q", "--bare", str(desk.repo), "bare.git")
    head = work(create(desk, desk.home / "bare.git"))

    assert git(desk.home / "bare.git", "rev-parse", "ph/one") == head


def test_ad_123_a_shallow_clone_may_be_the_source_and_stays_as_shallow(desk: Desk) -> None:
    desk.user("commit", "-q", "--allow-empty", "-m", "two")
    git(desk.home, "clone", "-q", "--depth", "1", f"file://{desk.repo}", "shallow")
    shallow = desk.home / "shallow"
    before = (shallow / ".git" / "shallow").read_text()
    work(create(desk, shallow))

    assert (shallow / ".git" / "shallow").read_text() == before
    git(shallow, "fsck", "--strict")
    git(desk.home / "run" / "checkout", "log")


def test_sha256_objects_are_no_different(desk: Desk) -> None:
    source = desk.home / "sha256"
    git(desk.home, "init", "-q", "--object-format=sha256", str(source))
    (source / "cart.py").write_text("x\n")
    git(source, "add", "-A")
    git(source, "commit", "-q", "-m", "base")

    assert len(work(create(desk, source))) == 64


def test_a_repository_that_borrows_its_objects_is_no_different(desk: Desk) -> None:
    git(desk.home, "clone", "-q", "--shared", str(desk.repo), "borrower")
    run = create(desk, desk.home / "borrower")
    work(run)

    assert run.readable_by_agents() == (
        run.store / "objects", desk.home / "borrower" / ".git" / "objects", desk.repo / ".git" / "objects"
    )  # fmt: skip


def test_paths_with_odd_characters_are_no_different(desk: Desk) -> None:
    odd = desk.home / 'a "quoted": path \\ with é, #'
    desk.repo.rename(odd)
    work(RunRepository.create(desk.home / "run: 'x' ü", odd, None, "ph/one", "run-1"))


def test_the_user_s_identity_ignore_rules_and_line_endings_are_taken_over(desk: Desk) -> None:
    desk.user("config", "user.name", 'Ann "A" \\ Ölsen')
    desk.user("config", "core.autocrlf", "input")
    (desk.repo / ".git" / "info" / "exclude").write_text("private/\n")
    seen = desk.turn("mkdir private; echo x > private/x; printf 'a\\r\\n' > dos.txt", "engine")

    assert [c.author for c in seen.commits] == ['Ann "A" \\ Ölsen']
    assert [c.path for c in seen.changes] == ["dos.txt"]
    assert desk.run.show_file(seen.head, "dos.txt") == b"a\n"
    assert desk.agent("config", "user.name") == 'Ann "A" \\ Ölsen'


def test_without_any_identity_the_engine_commits_under_its_own(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.home / "config").write_text("[user]\n\tuseConfigOnly = true\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(desk.home / "config"))
    seen = desk.turn("fix", "engine")

    assert [(c.author, c.author_email) for c in seen.commits] == [("Pilothouse", "pilothouse@localhost")]


def test_the_user_s_own_filters_apply_to_the_checkout_and_to_what_is_committed(desk: Desk) -> None:
    desk.user("config", "filter.rot.smudge", "tr a-z b-za")
    desk.user("config", "filter.rot.clean", "tr b-za a-z")
    (desk.repo / ".gitattributes").write_text("*.rot filter=rot\n")
    (desk.repo / "x.rot").write_text("bcd\n")
    desk.user("add", "-A")
    desk.user("commit", "-qm", "filtered")
    seen = desk.turn("cat x.rot > y.rot; cp x.rot plain.txt", "engine")

    assert [c.path for c in seen.changes] == ["plain.txt", "y.rot"]
    assert desk.run.show_file(seen.head, "plain.txt") == b"bcd\n"
    assert desk.run.show_file(seen.head, "y.rot") == b"abc\n"
    assert (desk.run.export(seen.head, desk.home / "e").path / "y.rot").read_text() == "abc\n"


def test_a_filter_that_fails_leaves_files_as_they_are_committed(desk: Desk) -> None:
    desk.user("config", "filter.lfs.clean", "cat")
    desk.user("config", "filter.lfs.smudge", "false")
    desk.user("config", "filter.lfs.required", "true")
    (desk.repo / ".gitattributes").write_text("*.bin filter=lfs\n")
    (desk.repo / "x.bin").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    desk.user("add", "-A")
    desk.user("commit", "-qm", "lfs")
    desk.run.prepare("main", desk.run.base)

    assert (desk.checkout / "x.bin").read_text().startswith("version https://git-lfs")


def test_a_file_of_the_base_is_read_before_anything_is_made(desk: Desk) -> None:
    (desk.repo / "cart.py").write_text("changed since\n")

    assert (read_file_at(desk.repo, None, "cart.py") or b"").startswith(b"def total")
    assert read_file_at(desk.repo, "main", "cart.py", limit=3) == b"def"
    for name in ("missing", "tests", "../x", "/etc/passwd", ""):
        assert read_file_at(desk.repo, "HEAD", name) is None
    with pytest.raises(UsageError, match="names no commit"):
        read_file_at(desk.repo, "nowhere", "cart.py")


def test_what_a_run_would_begin_without_is_counted_and_nothing_of_the_checkout_is_written(desk: Desk) -> None:
    assert uncommitted(desk.repo) == 0
    (desk.repo / "new").mkdir()
    for name in ("new/a", "new/b", "own.txt", "other.txt"):
        (desk.repo / name).write_text("mine\n")
    index = (desk.repo / ".git" / "index").read_bytes()
    (desk.repo / ".gitattributes").write_text("*.txt filter=a=b.c\n")
    for kind in ("clean", "process"):
        desk.user("config", f"filter.a=b.c.{kind}", f"touch {desk.home / 'ran'}; cat")
    desk.user("config", "filter.a=b.c.required", "true")
    assert uncommitted(desk.repo) == 4, "a folder counts once"
    assert not (desk.home / "ran").exists(), "who only names a repository runs nothing of it"
    assert (desk.repo / ".git" / "index").read_bytes() == index
