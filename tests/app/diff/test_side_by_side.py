# SPDX-License-Identifier: Apache-2.0
"""Side by side, syntax colours, viewed marks and comments of the diff view."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.diff import parse_diff
from app.diff.colours import LINE_CHARS, colours_of
from app.diff.comments import note_of
from app.diff.rows import Pair, Row, pairs_of, rows_of
from app.diff.view import DiffView

DIFF = """diff --git a/total.py b/total.py
--- a/total.py
+++ b/total.py
@@ -1,4 +1,5 @@
 def total(prices):
-    return sum(prices)  # the discount is ignored
-    x = 1
+    '''Count it.'''
+    return sum(prices) - discount
+    more = 2
 print("done")
diff --git a/<b>APPROVED</b>.py b/<b>APPROVED</b>.py
--- a/<b>APPROVED</b>.py
+++ b/<b>APPROVED</b>.py
@@ -1,1 +1,1 @@
-old
+new
"""
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot) -> DiffView:
    view = DiffView()
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    view.set_files(parse_diff(DIFF), key="one")
    return view


def find(view: QWidget, name: str) -> QWidget:
    found = view.findChild(QWidget, name)
    assert found is not None
    return found


def test_what_was_removed_stands_beside_what_came_in_its_place_and_nothing_is_lost() -> None:
    rows = rows_of(parse_diff(DIFF))
    shown = pairs_of(rows)
    pairs = [row for row in shown if isinstance(row, Pair)]

    assert [(p.left and p.left.kind, p.right and p.right.kind) for p in pairs[:5]] == [
        ("context", "context"),
        ("removed", "added"),
        ("removed", "added"),
        (None, "added"),
        ("context", "context"),
    ]
    lefts = [p.left for p in pairs if p.left and p.left.kind != "context"]
    rights = [p.right for p in pairs if p.right and p.right.kind != "context"]
    assert lefts == [row for row in rows if row.kind == "removed"]
    assert rights == [row for row in rows if row.kind == "added"]
    assert [row for row in shown if isinstance(row, Row)] == [
        row for row in rows if row.kind not in ("context", "removed", "added")
    ]


def test_colours_lie_on_the_words_they_belong_to() -> None:
    files = parse_diff(DIFF)
    colours = colours_of(files)
    lines = files[0].lines

    def coloured(at: int) -> dict[str, str]:
        return {lines[at].text[start : start + length]: token for start, length, token in colours.get((0, at), ())}

    assert coloured(1)["def"] == "violet"
    assert coloured(1)["total"] == "blue"
    assert coloured(2)["# the discount is ignored"] == "muted"
    assert coloured(4)["'''Count it.'''"] == "green"


def test_br_048_colours_of_a_hostile_diff_are_bounded_and_never_raise() -> None:
    long = "x = '" + "a" * (LINE_CHARS + 1)
    lines = "".join(f"+{long}\n+'''{n} \\\n+\x1b[31m<b>\n" for n in range(3_000))
    files = parse_diff(f"diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -0,0 +1,9000 @@\n{lines}")

    began = time.process_time()
    colours = colours_of(files, budget_s=0.2)

    assert time.process_time() - began < 20
    assert all(at <= 5_000 for _, at in colours)
    assert colours_of(parse_diff(DIFF.replace("total.py", "no-such.kind"))[:1]) == {}


def test_side_by_side_is_chosen_by_a_button_and_every_line_can_still_be_copied(view: DiffView, qtbot: QtBot) -> None:
    assert not view.text.is_split()
    qtbot.mouseClick(find(view, "diffSplit"), LEFT)
    assert view.text.is_split()
    view.text.set_colours(colours_of(view.files()))
    assert not view.grab().isNull()

    view.text.select_all()

    assert "-    x = 1" in view.text.selected_text().splitlines()
    assert "+    more = 2" in view.text.selected_text().splitlines()
    assert view.text.selected_text().splitlines().count(' print("done")') == 1


def test_files_are_marked_viewed_with_a_key_and_the_mark_comes_back_with_the_diff(view: DiffView, qtbot: QtBot) -> None:
    files = view.findChild(QListView, "diffFiles")
    assert files is not None
    view.text.setFocus()
    qtbot.keyClick(view.text, Qt.Key.Key_V)

    assert files.currentIndex().row() == 1, "the next file that was not viewed follows"
    told = files.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.endswith("viewed")
    view.set_files(parse_diff(DIFF), key="two")
    assert not files.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("viewed")
    view.set_files(parse_diff(DIFF), key="one")
    assert files.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("viewed")
    button = find(view, "diffViewed")
    assert isinstance(button, QToolButton)
    assert button.isChecked()


def test_comments_are_written_with_the_keyboard_and_gathered_into_one_note(view: DiffView, qtbot: QtBot) -> None:
    view.text.setFocus()
    for _ in range(5):
        qtbot.keyClick(view.text, Qt.Key.Key_Down)
    row = view.text.current()
    assert row is not None
    qtbot.keyClick(view.text, Qt.Key.Key_C)
    field = find(view, "diffCommentField")
    assert view.focusWidget() is field
    qtbot.keyClicks(field, "Say <b>why</b>.")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    with qtbot.waitSignal(view.note_made) as made:
        qtbot.mouseClick(find(view, "diffCommentsUse"), LEFT)

    (note,) = made.args
    assert note == f"total.py:{row.new or f'{row.old} (removed)'}\n> {row.text.strip()}\nSay <b>why</b>."
    qtbot.keyClick(view.text, Qt.Key.Key_C)
    clear = find(view, "diffCommentsClear")
    assert isinstance(clear, QPushButton)
    qtbot.mouseClick(clear, LEFT)
    assert note_of(()) == ""
    assert find(view, "diffCommentsUse").isHidden() or not find(view, "diffCommentsUse").isVisible()
