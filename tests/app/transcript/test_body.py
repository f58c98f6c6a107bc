# SPDX-License-Identifier: Apache-2.0
"""Edits are shown as lines with signs and grounds, outputs by their first lines; what is left out is said and opens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.transcript import Entry, ListSource, TranscriptView
from app.transcript.body import body_of
from engine.agents.edits import edit_call


def edit(lines: int = 1, name: str = "Edit") -> Entry:
    before, after = ("".join(f"{word} = {n}\n" for n in range(lines)) for word in ("old", "new"))
    found = edit_call(name, {"file_path": "src/a.py", "old_string": before, "new_string": after})
    assert found is not None
    return Entry("tool_call", found[0], meta={"name": name, **found[1]})


def shown(qtbot: QtBot, *entries: Entry) -> TranscriptView:
    view = TranscriptView()
    qtbot.addWidget(view)
    view.resize(700, 900)
    view.show()
    view.set_source(ListSource(entries))
    return view


def click_more(view: TranscriptView, qtbot: QtBot, i: int = 0) -> None:
    one = view.shown()[i]
    at = one.block.more.topLeft().toPoint() + QPoint(20, 8 + one.y)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_an_edit_is_shown_at_once_with_a_sign_and_a_ground_for_each_changed_line(qtbot: QtBot) -> None:
    block = shown(qtbot, edit()).shown()[0].block

    assert block.body == "- old = 0\n+ new = 0"
    assert block.grounds == ("removed", "added")
    assert not block.folds
    assert "src/a.py" in [word.text for word in block.around.words]


def test_a_long_edit_says_how_many_lines_are_left_out_and_opens_on_a_click(qtbot: QtBot) -> None:
    view = shown(qtbot, edit(20))
    assert view.shown()[0].block.left == "… 24 more lines"
    assert view.shown()[0].block.body.count("\n") == 15

    click_more(view, qtbot)

    block = view.shown()[0].block
    assert block.body.count("\n") == 39
    assert block.more.isEmpty()


@pytest.mark.parametrize(("is_error", "lines"), [(False, 6), (True, 12)])
def test_an_output_is_shown_by_its_first_lines_and_opens_by_key(qtbot: QtBot, is_error: bool, lines: int) -> None:
    output = "\n".join(f"line {n}" for n in range(1, 31))
    view = shown(qtbot, Entry("tool_result", output, is_error=is_error))
    block = view.shown()[0].block
    assert (block.body.count("\n") + 1, block.left) == (lines, f"… {30 - lines} more lines")

    view.reveal(0)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert view.shown()[0].block.body == output
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.shown()[0].block.body.count("\n") + 1 == lines


def test_what_the_call_showed_is_not_shown_again_by_its_result(qtbot: QtBot) -> None:
    call = edit()
    view = shown(qtbot, call, Entry("tool_result", f"Done.\n{call.text}", meta={"diff": "again"}))

    assert view.shown()[1].block.layout is None


def test_a_search_finds_lines_of_a_folded_edit_where_they_are_drawn(qtbot: QtBot) -> None:
    view = shown(qtbot, edit(30))

    view.search_for("new = 29")
    qtbot.waitUntil(lambda: view.selected_text() == "new = 29", timeout=20_000)


def test_hostile_text_in_a_diff_stays_text() -> None:
    found = edit_call(
        "Edit", {"file_path": "a", "old_string": "", "new_string": "<b>\u202ex\x1b[31m\n--- a/b\n+++ b/b"}
    )
    assert found is not None

    body = body_of(Entry("tool_call", found[0], meta=found[1]))

    assert body.text == "+ <b>⟦U+202E⟧x\n+ --- a/b\n+ +++ b/b"
    assert [row.kind for row in body.rows] == ["added"] * 3
