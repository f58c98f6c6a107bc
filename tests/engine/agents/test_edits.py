# SPDX-License-Identifier: Apache-2.0
"""What a call changes in files is one diff, whichever agent says it; what it says besides is never left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.diff import parse_diff
from engine.agents.claude_lines import Said, updates
from engine.agents.edits import edit_call, unified

STREAM = Path(__file__).parent / "claude_streams" / "edit.jsonl"
X = [("removed", "x = 1"), ("added", "x = 2")]
PATCH = """*** Begin Patch
*** Update File: a.py
*** Move to: b.py
@@ def f():
 a
-x = 1
+x = 2
*** Add File: new.py
+y = 3
*** Delete File: old.py
*** End Patch"""


def changed(text: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [
        (file.old, file.new, [(line.kind, line.text) for line in file.lines if line.kind in ("added", "removed")])
        for file in parse_diff(text)
    ]


@pytest.mark.parametrize(
    ("name", "given_", "lines"),
    [
        ("Edit", {"replace_all": False, "file_path": "a.py", "old_string": "x = 1", "new_string": "x = 2"}, X),
        ("edit", {"filePath": "a.py", "oldString": "x = 1", "newString": "x = 2"}, X),
        ("Write", {"file_path": "a.py", "content": "x = 2\n"}, X[1:]),
        ("MultiEdit", {"file_path": "a.py", "edits": [{"old_string": "x = 1", "new_string": "x = 2"}] * 2}, X * 2),
        (
            "str_replace_based_edit_tool",
            {"command": "str_replace", "path": "a.py", "old_str": "x = 1", "new_str": "x = 2"},
            X,
        ),
        (
            "str_replace_based_edit_tool",
            {"command": "insert", "path": "a.py", "insert_line": 3, "insert_text": "x = 2"},
            X[1:],
        ),
        ("str_replace_based_edit_tool", {"command": "str_replace", "path": "a.py", "old_str": "x = 1"}, X[:1]),
        ("edit", {"changes": {"a.py": {"update": {"unified_diff": "@@ -1,1 +1,1 @@\n-x = 1\n+x = 2\n"}}}}, X),
        ("edit", {"changes": [{"path": "a.py", "kind": "add", "content": "x = 2\n"}]}, X[1:]),
        ("edit", {"changes": [{"path": "a.py", "kind": "delete", "content": "x = 1\n"}]}, X[:1]),
    ],
)
def test_each_agent_s_own_way_becomes_the_same_diff(name: str, given_: object, lines: list[tuple[str, str]]) -> None:
    found = edit_call(name, given_)
    assert found is not None

    assert changed(found[0]) == [("a.py", "a.py", lines)]
    assert found[1] == {"diff": True, "argument": "a.py"}


def test_a_patch_in_a_command_is_shown_with_all_of_the_command() -> None:
    found = edit_call("shell", f"apply_patch <<'EOF'\n{PATCH}\nEOF\nrm -r somewhere")
    assert found is not None

    assert changed(found[0]) == [
        ("a.py", "b.py", X),
        ("new.py", "new.py", [("added", "y = 3")]),
        ("old.py",) * 2 + ([],),
    ]
    assert found[0].startswith("apply_patch <<'EOF' EOF\nrm -r somewhere\n")


@pytest.mark.parametrize(
    ("name", "given_"),
    [
        ("Read", {"file_path": "a.py"}),
        ("submit", {"path": "a.py", "content": "text"}),
        ("edit", {"changes": [{"path": "/W/a.py", "kind": "update"}]}),
        ("Edit", {"file_path": "a.py", "old_string": "same", "new_string": "same"}),
        ("Edit", ["a.py"]),
    ],
)
def test_what_changes_nothing_or_does_not_say_what_is_no_edit(name: str, given_: object) -> None:
    assert edit_call(name, given_) is None


def test_arguments_besides_the_change_stay() -> None:
    found = edit_call(
        "Edit", {"file_path": "a", "old_string": "1", "new_string": "2", "replace_all": True, "why": "so"}
    )
    assert found is not None
    assert json.loads(found[0].partition("\ndiff ")[0]) == {"replace_all": True, "why": "so"}


def test_a_name_cannot_pass_for_another_file() -> None:
    files = parse_diff(unified([("a\ndiff --git a/evil b/evil", "1\n", "2\n")]))

    assert [file.new for file in files] == ["a\ufffddiff --git a/evil b/evil"]


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(("a", "b c", "ü")), st.text(max_size=60), st.text(max_size=60)), max_size=3))
def test_all_that_is_added_and_taken_out_is_in_the_diff(changes: list[tuple[str, str, str]]) -> None:
    for path, before, after in changes:
        for file in parse_diff(unified([(path, before, after)])):
            assert file.new == path
            for side, text in (("removed", before), ("added", after)):
                shown = [line.text for line in file.lines if line.kind in (side, "context")]
                whole = (text.removesuffix("\n") if text else "").split("\n")
                assert all(line in whole for line in shown)
                assert file.added + file.removed > 0


def test_a_captured_turn_of_claude_code_shows_its_edit_once() -> None:
    said = [
        one for line in STREAM.read_text().splitlines() for one in updates(json.loads(line)) if isinstance(one, Said)
    ]
    call = next(one for one in said if one.kind == "tool_call" and one.meta["name"] == "Edit")
    result = next(one for one in said if one.kind == "tool_result" and one.meta["id"] == call.meta["id"])

    assert changed(call.text) == [("/W/checkout/a.py", "/W/checkout/a.py", X)]
    assert call.meta["argument"] == "/W/checkout/a.py"
    assert changed(result.text) == changed(call.text)
    assert result.meta["diff"] == "again"
