# SPDX-License-Identifier: Apache-2.0
"""Branches brought into one line: in order, repeatable, with conflicts told and resolutions checked."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.workspace import Branch, Conflict, Joined, Unresolved
from tests.engine.workspace.conftest import Desk, git

ODD = 'odd "name"\nwith\ttabs'


def branch(desk: Desk, child: str, script: str, commit: Literal["engine", "agent"] = "engine") -> Branch:
    """One child's work, done in a checkout of its own and secured."""
    checkout = desk.run.prepare(child, desk.run.base)
    desk.act(script, checkout)
    secured = desk.run.secure(
        child, node=child, attempt=1, fork_point=desk.run.base, commit=commit, message=f"Work of {child}"
    )
    return Branch(child, secured.head)


def bring(
    desk: Desk, *branches: Branch, mode: Literal["merge", "squash"] = "merge", onto: str | None = None
) -> Joined | Conflict:
    return desk.run.integrate(desk.run.base, mode, branches, node="p", message="Three ways", onto=onto)


def joined(desk: Desk, *branches: Branch, mode: Literal["merge", "squash"] = "merge") -> Joined:
    done = bring(desk, *branches, mode=mode)
    assert isinstance(done, Joined), done
    return done


def conflict(desk: Desk, *branches: Branch, mode: Literal["merge", "squash"] = "merge") -> Conflict:
    done = bring(desk, *branches, mode=mode)
    assert isinstance(done, Conflict), done
    return done


def files(desk: Desk, commit: str) -> set[str]:
    return {path for path in desk.store("ls-tree", "-r", "-z", "--name-only", commit).split("\0") if path}


@pytest.fixture
def three(desk: Desk) -> list[Branch]:
    return [branch(desk, f"p/s{n}", f"echo {n} > {n}.txt") for n in (1, 2, 3)]


@pytest.fixture
def clash(desk: Desk) -> list[Branch]:
    return [
        branch(desk, "p/s1", "echo one > README.md; echo 1 > 1.txt"),
        branch(desk, "p/s2", "echo two > README.md"),
        branch(desk, "p/s3", "echo 3 > 3.txt"),
    ]


# ------------------------------------------------------------------------------------------------------------- merging


def test_branches_are_merged_in_the_given_order_the_first_as_it_is(desk: Desk, three: list[Branch]) -> None:
    done = joined(desk, *three)

    assert (done.forwarded, done.merged, done.contained) == (("p/s1",), ("p/s2", "p/s3"), ())
    assert files(desk, done.head) >= {"1.txt", "2.txt", "3.txt", "cart.py"}
    first = desk.store("rev-parse", f"{done.head}^")
    assert desk.store("log", "-1", "--format=%P", done.head).split() == [first, three[2].head]
    assert desk.store("log", "-1", "--format=%P", first).split() == [three[0].head, three[1].head]


def test_merges_carry_the_users_identity_and_say_what_they_are_for(desk: Desk, three: list[Branch]) -> None:
    done = joined(desk, *three)

    said = desk.store("log", "-1", "--format=%an <%ae>%n%cn <%ce>%n%B", done.head)
    assert said.startswith("Test Pilot <pilot@example.invalid>\nTest Pilot <pilot@example.invalid>\n")
    assert "Three ways: bring in p/s3" in said
    trailers = desk.store("log", "-1", "--format=%(trailers:only)", done.head).split("\n")
    assert trailers[:2] == ["Pilothouse-Run: run-1", "Pilothouse-Node: p"]


def test_what_comes_of_it_is_pinned_and_sound(desk: Desk, three: list[Branch]) -> None:
    done = joined(desk, *three)

    assert desk.store("rev-parse", "refs/pilothouse/run-1/p/_integrated") == done.head
    desk.store("fsck", "--strict", "--no-dangling")


def test_repeating_it_makes_the_same_commits(
    desk: Desk, three: list[Branch], clash: list[Branch], monkeypatch: pytest.MonkeyPatch
) -> None:
    def everything() -> list[object]:
        return [joined(desk, *three), joined(desk, *three, mode="squash"), conflict(desk, *clash)]

    before = everything()
    for name in ("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"):
        monkeypatch.setenv(name, "Somebody Else")
    monkeypatch.setenv("TZ", "Asia/Tokyo")

    assert everything() == before


def test_a_merge_is_dated_as_the_newest_of_what_it_brings_together(desk: Desk) -> None:
    dated = "GIT_COMMITTER_DATE='{} +0530' GIT_AUTHOR_DATE='{} +0530' "
    branches = [
        branch(desk, f"p/s{n}", f"echo > {n}; git add {n}; {dated.format(at, at)} git commit -qm {n}", "agent")
        for n, at in ((1, 4_000_000_000), (2, 3_000_000_000))
    ]
    assert desk.store("log", "-1", "--date=raw", "--format=%cd", joined(desk, *branches).head) == "4000000000 +0530"


def test_heads_that_are_in_the_line_already_are_passed_over(desk: Desk, three: list[Branch]) -> None:
    again = Branch("p/s4", three[0].head)
    nothing = Branch("p/s5", desk.run.base)

    done = joined(desk, three[0], nothing, again)

    assert done == Joined(three[0].head, ("p/s1",), (), ("p/s5", "p/s4"))


def test_nothing_to_bring_in_leaves_the_line_where_it_is(desk: Desk) -> None:
    for mode in ("merge", "squash"):
        assert joined(desk, mode=mode).head == desk.run.base


def test_squash_is_one_commit_on_the_base_that_names_what_is_in_it(desk: Desk, three: list[Branch]) -> None:
    done = joined(desk, *three, mode="squash")

    assert desk.store("log", "-1", "--format=%P", done.head) == desk.run.base
    assert desk.store("rev-parse", f"{done.head}^{{tree}}") == desk.store(
        "rev-parse", f"{joined(desk, *three).head}^{{tree}}"
    )
    said = desk.store("log", "-1", "--format=%B", done.head)
    assert said.startswith("Three ways\n\n")
    assert all(f"- {one.child}, at {one.head}" in said for one in three)


def test_squash_of_changes_that_cancel_out_makes_no_commit(desk: Desk) -> None:
    one = branch(desk, "p/s1", "echo x > x; ci; git rm -q x; ci", "agent")

    assert joined(desk, one, mode="squash").head == desk.run.base


def test_committed_attributes_count_so_that_a_change_log_merges_by_union(new_desk: Callable[[str], Desk]) -> None:
    desk = new_desk("union")
    for name, text in ((".gitattributes", "*.log merge=union\n"), ("docs/.gitattributes", "CHANGES merge=union\n")):
        path = desk.repo / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        (path.parent / "CHANGES").write_text("start\n")
    desk.user("add", "-A")
    desk.user("commit", "-qm", "attributes")
    branches = [branch(desk, f"p/s{n}", f"echo {n} >> docs/CHANGES") for n in (1, 2)]

    done = joined(desk, *branches)

    assert desk.store("show", f"{done.head}:docs/CHANGES") == "start\n1\n2"


def test_an_agents_attributes_run_no_merge_driver_of_the_user(desk: Desk, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    desk.user("config", "--global", "merge.mine.driver", f"touch {mark}")
    try:
        branches = [
            branch(desk, f"p/s{n}", f"echo '* merge=mine' > .gitattributes; echo {n} > README.md") for n in (1, 2)
        ]
        conflict(desk, *branches)
    finally:
        desk.user("config", "--global", "--remove-section", "merge.mine")

    assert not mark.exists()


def test_unrelated_histories_come_together_too(desk: Desk, three: list[Branch]) -> None:
    alone = branch(
        desk, "p/s9", "git checkout -q --orphan new && git rm -rqf . && echo 9 > 9.txt && ci && git branch -M ph/one",
        "agent",
    )  # fmt: skip

    assert files(desk, joined(desk, three[0], alone).head) >= {"1.txt", "9.txt", "cart.py"}


# ------------------------------------------------------------------------------------------------------------ conflicts


@pytest.mark.parametrize("mode", ["merge", "squash"])
def test_a_conflict_names_the_child_what_was_merged_and_the_paths(
    desk: Desk, clash: list[Branch], mode: Literal["merge", "squash"]
) -> None:
    found = conflict(desk, clash[2], *clash[:2], mode=mode)

    assert (found.child, found.head) == ("p/s2", clash[1].head)
    assert files(desk, found.merged) >= {"3.txt", "1.txt"}
    assert (found.paths, found.marked) == (("README.md",), ("README.md",))
    assert found.details == ("CONFLICT (content): Merge conflict in README.md",)


def test_the_snapshot_of_a_conflict_shows_both_sides_and_what_was_there(desk: Desk, clash: list[Branch]) -> None:
    found = conflict(desk, *clash)

    shown = desk.store("show", f"{found.snapshot}:README.md").split("\n")
    assert [line.split(" ")[0] for line in shown] == ["<<<<<<<", "one", "|||||||", "#", "=======", "two", ">>>>>>>"]
    assert desk.store("log", "-1", "--format=%P", found.snapshot).split() == [found.merged, found.head]
    assert desk.store("rev-parse", "refs/pilothouse/run-1/p/_conflict") == found.snapshot


def test_odd_names_are_told_whole(desk: Desk) -> None:
    script = r"""n="$(printf 'odd "name"\nwith\ttabs')"; echo %s > "$n"; echo %s > "$(printf 'caf\351')"; """
    branches = [branch(desk, f"p/s{n}", script.replace("%s", str(n))) for n in (1, 2)]

    found = conflict(desk, *branches)

    assert set(found.paths) == {ODD, "caf\udce9"}
    assert len(found.details) == 2
    assert all(detail.isprintable() for detail in found.details)


def test_a_file_changed_here_and_deleted_there_conflicts_without_markers(desk: Desk) -> None:
    found = conflict(desk, branch(desk, "p/s1", "rm README.md"), branch(desk, "p/s2", "echo more >> README.md"))

    assert (found.paths, found.marked) == (("README.md",), ())
    assert "modify/delete" in found.details[0]


def test_a_file_and_a_folder_of_one_name_conflict(desk: Desk) -> None:
    found = conflict(desk, branch(desk, "p/s1", "echo > thing"), branch(desk, "p/s2", "mkdir thing; echo > thing/a"))

    assert any(path.startswith("thing") for path in found.paths)


def test_submodules_that_moved_apart_conflict(desk: Desk) -> None:
    module = desk.repo / "lib"
    git(desk.repo, "init", "-q", str(module))
    for n in range(3):
        git(module, "commit", "-q", "--allow-empty", "-m", str(n))
    pointers = git(module, "log", "--format=%H").split()
    desk.user("update-index", "--add", "--cacheinfo", f"160000,{pointers[2]},lib")
    desk.user("commit", "-q", "-m", "lib")
    move = "git update-index --cacheinfo 160000,{},lib; git commit -q -m {}"

    found = conflict(desk, *(branch(desk, f"p/s{n}", move.format(pointers[n], n), "agent") for n in (0, 1)))

    assert (found.paths, found.marked) == (("lib",), ())
    assert found.details[0].startswith("Failed to merge submodule lib")


def test_binary_files_links_and_windows_line_endings_conflict_as_they_are(desk: Desk) -> None:
    script = r"printf 'a\r\n%s\r\n' > lines; printf '\0-%s' > binary; ln -s %s link"

    found = conflict(desk, *(branch(desk, f"p/s{n}", script.replace("%s", str(n))) for n in (1, 2)))

    assert (found.paths, found.marked) == (("binary", "lines", "link"), ("lines",))
    assert isinstance(resolve(desk, found, "git commit -q --allow-empty -m keep"), Unresolved)


def test_a_repository_with_sha_256_works_as_any_other(tmp_path: Path) -> None:
    repository = tmp_path / "repo"
    git(tmp_path, "init", "-q", "-b", "main", "--object-format=sha256", str(repository))
    git(repository, "commit", "-q", "--allow-empty", "-m", "base")
    desk = Desk(tmp_path, repository)
    ways = [branch(desk, f"p/s{n}", f"echo {n} > {name}") for n, name in ((1, "one"), (2, "one"), (3, "three"))]
    found = conflict(desk, *ways)
    head = resolve(desk, found, "echo both > one; ci")
    assert isinstance(head, str)

    made = desk.run.resolution(found.snapshot, head, node="p", child="p/s2", message="Three ways")

    assert isinstance(made, str)
    assert isinstance(bring(desk, *ways, onto=made), Joined)


def test_marker_lines_that_a_side_has_itself_are_no_markers(desk: Desk) -> None:
    heading = "printf 'Summary\\n=======\\n<<<<<<< shown\\n' > doc.rst"
    found = conflict(
        desk,
        branch(desk, "p/s1", f"{heading}; echo one > README.md"),
        branch(desk, "p/s2", "echo two > README.md"),
    )

    assert found.marked == ("README.md",)


# ------------------------------------------------------------------------------------------------- as plain git does it

Edit = tuple[str, int, str]
edits = st.lists(
    st.tuples(st.sampled_from(["a", "b", "new"]), st.integers(0, 7), st.sampled_from(["x", "y", "gone", "file"])),
    min_size=1,
    max_size=3,
)


@given(st.lists(edits, min_size=2, max_size=4))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_merges_and_conflicts_just_as_plain_git_does(desk: Desk, ways: list[list[Edit]]) -> None:
    run, work = desk.run, desk.home / "work"
    heads = [made(desk, f"way{n}", way) for n, way in enumerate(ways)]
    if not work.exists():
        desk.user("worktree", "add", "-q", "--detach", str(work), run.base)
    git(work, "reset", "-q", "--hard", desk.user("rev-parse", "start"))
    base = git(work, "rev-parse", "HEAD")

    done = run.integrate(base, "merge", [Branch(str(n), head) for n, head in enumerate(heads)], node="p", message="m")

    for n, head in enumerate(heads):
        merged = subprocess.run(["git", "merge", "-q", "--no-edit", head], cwd=work, capture_output=True, check=False)
        if merged.returncode:
            assert isinstance(done, Conflict)
            assert done.child == str(n)
            assert done.paths == tuple(sorted(git(work, "diff", "--name-only", "--diff-filter=U").split("\n")))
            git(work, "merge", "--abort")
            return
    assert isinstance(done, Joined)
    assert desk.store("rev-parse", f"{done.head}^{{tree}}") == git(work, "rev-parse", "HEAD^{tree}")


def made(desk: Desk, name: str, way: list[Edit]) -> str:
    """A branch of the user's repository that changes lines of files, deletes them, or makes one anew."""
    lines = {path: [f"line {n}" for n in range(8)] for path in ("a", "b")}
    stream = commit_of("start", lines, "")
    for path, line, what in way:
        if what == "gone":
            lines.pop(path, None)
        else:
            text = lines.setdefault(path, ["new"] * 8)
            text[line] = what
    stream += commit_of(name, lines, "from refs/heads/start\ndeleteall\n")
    importing = ["git", "fast-import", "--quiet", "--force"]
    subprocess.run(importing, cwd=desk.repo, input=stream.encode(), check=True)
    return desk.user("rev-parse", name)


def commit_of(name: str, lines: dict[str, list[str]], start: str) -> str:
    text = {path: "".join(f"{line}\n" for line in found) for path, found in lines.items()}
    files = "".join(f"M 100644 inline {path}\ndata {len(content)}\n{content}\n" for path, content in text.items())
    return f"commit refs/heads/{name}\ncommitter x <x@x> 1 +0000\ndata 0\n{start}{files}\n"


# ---------------------------------------------------------------------------------------------------------- resolutions


def resolve(desk: Desk, found: Conflict, script: str) -> str | Unresolved:
    """What a person does in the checkout that they are offered, and what comes of it."""
    desk.act(script, desk.run.prepare("p/resolve.2", found.snapshot))
    return desk.run.resolved_in_checkout("p/resolve.2", found.snapshot)


def test_a_resolution_becomes_the_merge_and_the_round_goes_on_from_it(desk: Desk, clash: list[Branch]) -> None:
    found = conflict(desk, *clash)
    head = resolve(desk, found, "echo both > README.md; ci; echo extra > extra; ci")
    assert isinstance(head, str)
    made = desk.run.resolution(found.snapshot, head, node="p", child=found.child, message="Three ways")
    assert isinstance(made, str)

    done = bring(desk, *clash, onto=made)

    assert isinstance(done, Joined)
    assert done.contained == ("p/s1", "p/s2")
    assert files(desk, done.head) >= {"1.txt", "3.txt", "extra"}
    assert desk.store("show", f"{done.head}:README.md") == "both"
    assert desk.store("log", "-1", "--format=%P", made).split() == [found.merged, found.head]
    assert found.snapshot not in desk.store("rev-list", done.head).split()
    assert desk.run.resolution(found.snapshot, head, node="p", child=found.child, message="Three ways") == made


def test_a_squash_after_a_resolution_is_still_one_commit_on_the_base(desk: Desk, clash: list[Branch]) -> None:
    found = conflict(desk, *clash, mode="squash")
    head = resolve(desk, found, "echo both > README.md; ci")
    assert isinstance(head, str)
    made = desk.run.resolution(found.snapshot, head, node="p", child=found.child, message="Three ways")
    assert isinstance(made, str)

    done = bring(desk, *clash, mode="squash", onto=made)

    assert desk.store("log", "-1", "--format=%P", done.head if isinstance(done, Joined) else "") == desk.run.base


def test_after_a_branch_is_dropped_the_round_goes_on_from_what_was_merged(desk: Desk, clash: list[Branch]) -> None:
    found = conflict(desk, *clash)

    done = bring(desk, clash[0], clash[2], onto=found.merged)

    assert isinstance(done, Joined)
    assert desk.store("show", f"{done.head}:README.md") == "one"
    assert "3.txt" in files(desk, done.head)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (":", "nothing was committed since the conflict"),
        ("echo both > README.md", "not committed: README.md"),
        ("echo both > README.md; ci; echo > new", "not committed: new"),
        ("echo > new; ci", "conflict markers are left in README.md:1"),
        ("grep -v '[<>|]' README.md > x; mv x README.md; ci", "conflict markers are left in README.md"),
        ("git mv README.md READ.md; ci", "conflict markers are left in READ.md:1"),
        ("git reset -q --hard HEAD^1; echo x > README.md; ci", "does not descend from the snapshot"),
        ("rm -rf .git", "is gone"),
    ],
)
def test_what_does_not_resolve_it_is_refused_with_the_reason(
    desk: Desk, clash: list[Branch], script: str, why: str
) -> None:
    left = resolve(desk, conflict(desk, *clash), script)

    assert isinstance(left, Unresolved)
    assert why in left.reason


def test_files_that_are_right_as_they_are_need_an_empty_commit(desk: Desk) -> None:
    found = conflict(desk, branch(desk, "p/s1", "rm README.md"), branch(desk, "p/s2", "echo more >> README.md"))

    assert isinstance(resolve(desk, found, "git commit -q --allow-empty -m keep"), str)


def test_a_resolution_may_delete_the_file(desk: Desk, clash: list[Branch]) -> None:
    assert isinstance(resolve(desk, conflict(desk, *clash), "git rm -q README.md; ci"), str)


def test_a_head_that_resolves_nothing_makes_no_merge(desk: Desk, clash: list[Branch]) -> None:
    found = conflict(desk, *clash)

    made = desk.run.resolution(found.snapshot, found.snapshot, node="p", child="p/s2", message="Three ways")

    assert isinstance(made, Unresolved)
