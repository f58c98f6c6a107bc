# SPDX-License-Identifier: Apache-2.0
"""Facts about commits: every file name, every kind of change, and single files with links resolved inside the tree."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import git as gitpython
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import UsageError
from engine.projections.files import changed_files
from engine.workspace import Change, printable
from engine.workspace.measure import _parsed
from engine.workspace.names import encoded, folder_name
from tests.engine.workspace.conftest import Desk

NAMES = [
    b"with spaces in it.txt", "mes notes/été à lire.md".encode(), "日本語/ファイル.txt".encode(), b'quo"ted \'b\'.txt',
    b"back\\slash.txt", b"a -> b.txt", b"-leading-dash", b"line\nfeed.txt", b"tab\there", b"latin-\xe9.txt",
    b"\xff\xfe", b"a\x01b", b"{a,b}", b"glob*?[x]", b":(top)magic", b"!bang", b"#hash", b" leading", b"trailing ",
    b"~tilde", b"$(x)`y`", "e\u0301 decomposed".encode(), "\u202ertl".encode(), "\u2028 separator".encode(), b"%s%n",
    b"..dots..", b"nul",
]  # fmt: skip


def put(root: Path, name: bytes, content: bytes) -> None:
    path = Path(os.fsdecode(os.path.join(bytes(root), name)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_br_008_every_file_name_is_the_real_one_everywhere(desk: Desk) -> None:
    run, expected = desk.run, sorted(os.fsdecode(name) for name in NAMES)
    checkout = run.prepare("main", run.base)
    for name in NAMES:
        put(checkout, name, b"one\n" + name)
    assert sorted(run.uncommitted()) == expected
    first = desk.secure("engine")
    for name in NAMES:
        put(checkout, name, b"two\n" + name)
    second = desk.secure("engine")
    export = run.export(second.head, desk.home / "export").path
    (desk.home / "runs").symlink_to(desk.home)

    listed = gitpython.Repo(run.store).git.ls_tree("-r", "-z", "--name-only", second.head).split("\0")
    assert [c.path for c in first.changes] == expected
    assert set(expected) < set(listed)
    assert [(c.path, c.status) for c in run.changes(first.head, second.head)] == [(n, "modified") for n in expected]
    changed = changed_files(desk.home, "run", first.head, second.head)
    assert [(one.path, one.added, one.removed) for one in changed] == [(printable(n), 1, 1) for n in expected]
    for name in NAMES:
        text = os.fsdecode(name)
        assert run.show_file(second.head, text) == b"two\n" + name
        assert run.file_facts(second.head, text).regular
        assert (export / text).read_bytes() == b"two\n" + name
        assert run.diff(first.head, second.head, [text]).text.count("\ndiff --git ") == 0
        assert "+two" in run.diff(first.head, second.head, [text]).text
        assert printable(text).isprintable()
    for name in NAMES:
        os.unlink(os.path.join(bytes(checkout), name))
    third = desk.secure("engine")
    assert [(c.path, c.status) for c in run.changes(second.head, third.head)] == [(n, "deleted") for n in expected]


def test_br_008_renames_tell_both_names_whatever_they_are(desk: Desk) -> None:
    checkout = desk.run.prepare("main", desk.run.base)
    for number, name in enumerate(NAMES):
        put(checkout, name, b"content of %d, long enough to be recognised\n" % number)
    first = desk.secure("engine")
    for name in NAMES:
        put(checkout, b"moved/" + name, b"")
        os.rename(os.path.join(bytes(checkout), name), os.path.join(bytes(checkout), b"moved/" + name))
    second = desk.secure("engine")

    changes = desk.run.changes(first.head, second.head)
    assert {c.status for c in changes} == {"renamed"}
    assert sorted(c.paths for c in changes) == sorted((os.fsdecode(n), "moved/" + os.fsdecode(n)) for n in NAMES)


def test_names_that_cannot_be_committed_are_told_and_not_omitted(desk: Desk) -> None:
    seen = desk.turn("echo n > NOTES.md; mkdir -p .GIT sub; echo x > .GIT/config; echo y > 'sub/git~1'", "engine")

    assert [c.path for c in seen.changes] == ["NOTES.md"]
    assert sorted(item.path for item in seen.unreadable) == [".GIT/config", "sub/git~1"]
    assert seen.dirty == (".GIT/config", "sub/git~1")
    desk.run.prepare("main", seen.head)
    assert sorted(p.name for p in desk.run.run_dir.glob("aside/main/*/*/*")) == ["config", "git~1"]


def test_each_kind_of_change_is_told_with_its_modes_and_lines(desk: Desk) -> None:
    seen = desk.turn(
        """
        printf 'a\\nb\\n' > added; git rm -q README.md; chmod +x cart.py; echo more >> cart.py
        git mv tests/test_cart.py t.py; rm .gitignore; ln -s cart.py .gitignore; head -c 100 /dev/zero > zero.bin
        git add -A; git commit -qm all
        """
    )

    assert seen.changes == (
        Change(".gitignore", "type changed", None, "100644", "120000", 1, 2),
        Change("README.md", "deleted", None, "100644", "000000", 0, 1),
        Change("added", "added", None, "000000", "100644", 2, 0),
        Change("cart.py", "modified", None, "100644", "100755", 1, 0),
        Change("t.py", "renamed", "tests/test_cart.py", "100644", "100644", 0, 0),
        Change("zero.bin", "added", None, "000000", "100644", None, None, binary=True),
    )


def test_submodule_pointers_are_changes(desk: Desk) -> None:
    seen = desk.turn(
        "git update-index --add --cacheinfo 160000,1234567890123456789012345678901234567890,sub; git commit -qm sub"
    )

    assert seen.submodule_changes == (Change("sub", "added", None, "000000", "160000"),)
    assert seen.dirty == ("sub",)  # git takes a pointer without its folder for deleted


def test_ad_079_a_rename_into_the_scope_tells_the_old_path(desk: Desk) -> None:
    seen = desk.turn("mkdir src; git mv cart.py src/cart.py", "engine")

    assert [c.paths for c in seen.changes] == [("cart.py", "src/cart.py")]


def test_ad_081_a_gitlink_is_a_change(desk: Desk) -> None:
    seen = desk.turn("""
        mkdir vendor; ( cd vendor && git init -q && echo a > a && git add -A && git commit -qm inner )
        git add vendor 2>/dev/null; git commit -qm vendor
    """)

    assert [(c.path, c.new_mode) for c in seen.changes] == [("vendor", "160000")]


def test_ad_082_a_change_undone_leaves_both_commits_to_see(desk: Desk) -> None:
    seen = desk.turn("""
        mkdir src; echo "# x" >> cart.py; ci one; git checkout -q HEAD~1 -- cart.py; echo "A = 2" > src/a.py; ci two
    """)

    assert [c.path for c in seen.changes] == ["src/a.py"]
    first, second = (commit.sha for commit in seen.commits)
    assert [c.path for c in desk.run.changes(seen.fork_point, first)] == ["cart.py"]
    assert [c.path for c in desk.run.changes(first, second)] == ["cart.py", "src/a.py"]


def test_ad_083_and_089_lines_and_files_are_counted(desk: Desk) -> None:
    seen = desk.turn(
        "mkdir src; seq 1 60000 > src/data.txt; for i in $(seq 1 30); do echo $i > src/f$i.py; done", "engine"
    )

    assert sum(c.added or 0 for c in seen.changes) == 60030
    assert len(seen.changes) == 31


def test_ad_085_line_endings_are_a_change(desk: Desk) -> None:
    assert [c.path for c in desk.turn("sed -i 's/$/\\r/' cart.py", "engine").changes] == ["cart.py"]


def test_ad_086_a_write_through_a_link_is_a_change_where_it_was_written(desk: Desk) -> None:
    seen = desk.turn('mkdir src; ln -s .. src/up; echo "# x" >> src/up/cart.py', "engine")

    assert [(c.path, c.new_mode) for c in seen.changes] == [("cart.py", "100644"), ("src/up", "120000")]


def test_ad_087_a_line_feed_in_a_folder_s_name_is_no_way_into_the_scope(desk: Desk) -> None:
    seen = desk.turn("mkdir -p $'evil\\nsrc'; echo x > $'evil\\nsrc/ok.py'", "engine")

    assert [c.path for c in seen.changes] == ["evil\nsrc/ok.py"]
    assert printable("evil\nsrc/ok.py") == "evil\\nsrc/ok.py"


def test_ad_125_a_lost_executable_bit_is_seen(desk: Desk) -> None:
    seen = desk.turn("printf '#!/bin/sh\\n' > check.sh; chmod +x check.sh; ci a; chmod -x check.sh; ci b")
    first = seen.commits[0].sha

    assert desk.run.file_facts(first, "check.sh").kind == "executable"
    assert [(c.mode_changed, c.added) for c in desk.run.changes(first, seen.head)] == [(True, 0)]


LINKS = """
    mkdir -p a/b "$T/outside"; echo in > a/b/file; echo x > "$T/outside/out.txt"; : > empty
    ln -s "$T/outside" d; ln -s /dev/zero dev; ln -s a/b inner; ln -s inner/file chain; ln -s ../../cart.py a/b/up
    ln -s ../outside/out.txt climb; ln -s a/../../x sly; ln -s loop1 loop2; ln -s loop2 loop1; ln -s nowhere dangling
    ln -s a/b/.. dots; ln -s . self
"""


@pytest.mark.parametrize(
    ("path", "resolved"),
    [
        ("a/b/file", "a/b/file"), ("./a//b/./file", "a/b/file"), ("a/../a/b/file", "a/b/file"),
        ("inner/file", "a/b/file"),
        ("chain", "a/b/file"), ("a/b/up", "cart.py"), ("inner/up", "cart.py"), ("dots/b/file", "a/b/file"),
        ("self/self/cart.py", "cart.py"), ("inner/../b/file", "a/b/file"), ("empty", "empty"),
    ],
)  # fmt: skip
def test_files_are_found_through_links_inside_the_tree(linked: tuple[Desk, str], path: str, resolved: str) -> None:
    desk, head = linked
    facts = desk.run.file_facts(head, path)

    assert (facts.regular, facts.resolved, facts.reason) == (True, resolved, None)
    assert facts.size == len(desk.run.show_file(head, path) or b"")


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("d/out.txt", "'d' is a link to '.*outside', outside the repository"),  # AD-068
        ("dev", "'dev' is a link to '/dev/zero', outside"),  # AD-071
        ("a/b", "'a/b' is a folder"),  # AD-072
        ("inner", "'a/b' is a folder"),
        ("a/../../escape.txt", "leads outside the repository"),  # AD-073
        ("..", "leads outside the repository"),
        ("climb", "leads outside the repository"),
        ("sly", "leads outside the repository"),
        ("loop1", "leads back to itself"),
        ("dangling", "'nowhere' is not in the commit"),
        ("missing/x", "'missing' is not in the commit"),
        ("cart.py/x", "'cart.py' is a file"),
        ("a/b/file/..", "'a/b/file' is a file"),
    ],
)
def test_anything_but_a_regular_file_inside_is_refused_with_the_reason(
    linked: tuple[Desk, str], path: str, reason: str
) -> None:
    desk, head = linked
    facts = desk.run.file_facts(head, path)

    assert not facts.regular
    assert re.search(reason, facts.reason or ""), facts.reason
    assert desk.run.show_file(head, path) is None


def test_ad_077_and_078_content_is_read_from_the_committed_object(desk: Desk) -> None:
    seen = desk.turn("ln -s README.md out.txt; ci link; : > empty.txt; ci empty")

    assert desk.run.show_file(seen.head, "out.txt") == b"# cart\n"
    assert desk.run.file_facts(seen.head, "empty.txt").size == 0


def test_a_path_that_is_none_is_a_fault_of_the_workflow(desk: Desk) -> None:
    for path in ("", "/etc/passwd", "a\0b"):
        with pytest.raises(UsageError, match="no path inside a commit"):
            desk.run.file_facts(desk.run.base, path)


def test_a_large_file_is_read_to_the_limit(desk: Desk) -> None:
    seen = desk.turn("head -c 3000000 /dev/zero > zero", "engine")

    assert len(desk.run.show_file(seen.head, "zero", limit=1000) or b"") == 1000


def test_a_long_patch_is_cut_where_one_can_see_it(desk: Desk) -> None:
    seen = desk.turn("seq 1 60000 > data.txt", "engine")
    diff = desk.run.diff(seen.fork_point, seen.head, limit=2000)

    assert diff.truncated
    assert diff.text.endswith("[cut here: the rest of this patch is longer than 2,000 bytes]\n")
    assert len(diff.text) < 2100
    assert not desk.run.diff(seen.fork_point, seen.fork_point).text


def test_a_patch_of_bytes_that_are_no_text_is_shown_all_the_same(desk: Desk) -> None:
    seen = desk.turn("printf 'caf\\351\\n' > latin.txt", "engine")

    assert "+caf\ufffd" in desk.run.diff(seen.fork_point, seen.head).text


def test_a_commit_with_odd_claims_is_read(desk: Desk) -> None:
    seen = desk.turn(
        "GIT_AUTHOR_NAME=$'A\\x01\\x01B' git commit -q --allow-empty -m $'subject \\x01 x\\n\\nbody\\n';"
        "git commit -q --allow-empty --allow-empty-message -m ''"
    )

    assert [len(c.sha) for c in seen.commits] == [40, 40]
    assert seen.commits[1].subject == ""


@pytest.fixture(scope="module")
def linked(template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, str]:
    """A commit with every kind of link in it."""
    home = tmp_path_factory.mktemp("linked")
    shutil.copytree(template, home / "repo", symlinks=True)
    desk = Desk(home, home / "repo")
    return desk, desk.turn(LINKS, "engine").head


names = st.binary(min_size=1, max_size=12).filter(lambda b: b"\0" not in b).map(os.fsdecode)


@given(st.lists(st.tuples(names, names, st.sampled_from("AMDRT"), st.none() | st.integers(0, 9)), max_size=6))
@settings(max_examples=200, deadline=None)
def test_the_listing_is_parsed_whatever_the_names_are(told: list[tuple[str, str, str, int | None]]) -> None:
    raw, counts = b"", b""
    for one, two, letter, lines in told:
        both = os.fsencode(one) + b"\0" + os.fsencode(two) + b"\0"
        raw += f":100644 100644 {'0' * 40} {'1' * 40} {letter}{'100' if letter == 'R' else ''}\0".encode()
        raw += both if letter == "R" else os.fsencode(one) + b"\0"
        count = b"-\t-\t" if lines is None else b"%d\t%d\t" % (lines, lines)
        counts += count + (b"\0" + both if letter == "R" else os.fsencode(one) + b"\0")

    parsed = [(c.old_path, c.path, c.added) for c in _parsed(raw + counts)]
    assert parsed == [(a, b, n) if letter == "R" else (None, a, n) for a, b, letter, n in told]


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_two_nodes_share_a_name_and_every_name_is_safe(one: str, two: str) -> None:
    assert (encoded(one) == encoded(two)) == (one == two)
    assert set(folder_name(one)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-%")
