# SPDX-License-Identifier: Apache-2.0
"""Diffs are read as git writes them, whatever names and lines hold, and damage never raises."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.diff import parse_diff
from app.diff.rows import ALL_LINES, FILE_LINES, LINE_CHARS, line_text, rows_of

ODD_NAMES = [
    "plain.txt",
    "with space.txt",
    "tab\tname",
    'quote"name',
    "naïve ümlaut 日本.txt",
    "a b/ b/c",
    "-dash",
    "back\\slash",
]


def _git(where: Path, *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=where, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    _git(tmp_path, "init", "-q")
    for name in ODD_NAMES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one\ntwo\nthree\n" * 5)
    (tmp_path / "moved.txt").write_text("stays\n" * 20)
    (tmp_path / "data.bin").write_bytes(bytes(range(256)))
    _git(tmp_path, "add", "-A")
    _git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def test_real_diffs_of_odd_names(repository: Path) -> None:
    for name in ODD_NAMES:
        (repository / name).write_text("one\nchanged\nthree\n" * 5)
    (repository / "moved.txt").rename(repository / "to here.txt")
    (repository / "data.bin").write_bytes(bytes(reversed(range(256))))
    (repository / "new file").write_text(
        "--- a/looks like a head\n+++ b/so does this\ndiff --git a/x b/x\n@@ -1 +1 @@\n"
    )
    _git(repository, "add", "-A")
    files = {file.name: file for file in parse_diff(_git(repository, "diff", "--cached", "-M"))}

    assert set(files) == {*ODD_NAMES, "to here.txt", "data.bin", "new file"}
    for name in ODD_NAMES:
        assert (files[name].added, files[name].removed, files[name].status) == (5, 5, "modified")
    assert (files["to here.txt"].old, files["to here.txt"].status) == ("moved.txt", "renamed")
    assert files["data.bin"].status == "binary"
    assert (files["new file"].status, files["new file"].added) == ("added", 4)
    assert next(line.text for line in files["new file"].lines if line.kind == "added") == "--- a/looks like a head"


def test_line_numbers_count_both_sides() -> None:
    (file,) = parse_diff(
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -10,3 +20,3 @@ def f():\n"
        " a\n-b\n+c\n d\n\\ No newline at end of file\n"
    )

    assert [(line.kind, line.old, line.new) for line in file.lines] == [
        ("hunk", None, None),
        ("context", 10, 20),
        ("removed", 11, None),
        ("added", None, 21),
        ("context", 12, 22),
        ("note", None, None),
    ]


def test_deleted_files_mode_changes_and_links_are_told() -> None:
    text = (
        "diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"
        "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n"
    )
    gone, script, link = parse_diff(text)

    assert (gone.name, gone.status, gone.removed) == ("gone", "deleted", 1)
    assert [line.text for line in script.lines] == ["Mode was 100644", "Mode is now 100755"]
    assert any("symbolic link" in line.text for line in link.lines)


@given(st.text(max_size=400))
def test_any_text_is_read_without_an_error(text: str) -> None:
    parse_diff(text)
    parse_diff("diff --git a/x b/x\n@@ -1,9 +1,9 @@\n" + text)
    rows_of(parse_diff("diff --git " + text + "\n+++ " + text + "\n@@ -0,0 +1 @@\n+" + text))


def test_large_diffs_are_cut_with_a_row_that_says_so() -> None:
    head = "diff --git a/{0} b/{0}\n--- a/{0}\n+++ b/{0}\n@@ -0,0 +1,{1} @@\n"
    long = head.format("long", FILE_LINES + 10) + "+x\n" * (FILE_LINES + 10)
    rows = rows_of(parse_diff(long))
    assert rows[-1].kind == "cut"
    assert rows[-1].text == "11 more lines of this file are not shown"
    many = "".join(head.format(f"f{n}", 4_000) + "+x\n" * 4_000 for n in range(30))
    rows = rows_of(parse_diff(many))

    assert len(rows) < ALL_LINES + FILE_LINES
    assert rows[-1].text == "5 more files are not shown"
    assert rows_of(parse_diff(""), cut=True)[-1].kind == "cut"


def test_long_lines_and_control_characters_are_made_visible() -> None:
    assert line_text("x" * (LINE_CHARS + 7)).endswith("… 7 more characters")
    assert line_text("a\tb\x1b[31mc\x00\u202e\r") == "a   bc␀⟦U+202E⟧"
