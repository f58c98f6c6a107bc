# SPDX-License-Identifier: Apache-2.0
"""The diff view shows files and changes as plain text, however many there are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from app.diff.pane import DiffPane
from app.diff.view import DiffView
from app.theme import theme


def _diff(files: int, lines: int) -> str:
    head = "diff --git a/{0} b/{0}\n--- a/{0}\n+++ b/{0}\n@@ -1,{1} +1,{1} @@\n"
    body = "".join(f"-old {n}\n+new {n}\n" for n in range(lines))
    return "".join(head.format(f"src/file{n}.py", lines) + body for n in range(files))


@pytest.fixture
def view(qtbot: QtBot) -> DiffView:
    view = DiffView()
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    return view


def _list(view: DiffView) -> QListView:
    files = view.findChild(QListView, "diffFiles")
    assert isinstance(files, QListView)
    return files


def test_choosing_a_file_brings_it_to_the_top_and_scrolling_chooses_it(view: DiffView, qtbot: QtBot) -> None:
    view.set_diff(_diff(5, 50))
    files = _list(view)
    assert files.model().rowCount() == 5
    with qtbot.waitSignal(view.file_chosen):
        qtbot.mouseClick(
            files.viewport(), Qt.MouseButton.LeftButton, pos=files.visualRect(files.model().index(3, 0)).center()
        )
    assert view.text.file_at_top() == 3
    view.text.setFocus()
    qtbot.keyClick(view.text, Qt.Key.Key_Home)

    assert files.currentIndex().row() == 0
    qtbot.keyClick(view.text, Qt.Key.Key_J)
    assert files.currentIndex().row() == 1


def test_the_list_of_files_takes_room_only_where_it_tells_something(view: DiffView) -> None:
    view.resize(1000, 700)
    shown = []
    for files, width, height in ((1, 1000, 700), (3, 1000, 700), (3, 500, 300), (3, 500, 700)):
        view.resize(width, height)
        view.set_diff(_diff(files, 3))
        shown.append(_list(view).isVisibleTo(view))
    assert shown == [False, True, False, True]


def test_names_and_counts_are_told_to_screen_readers(view: DiffView) -> None:
    view.set_diff(_diff(1, 3))
    index = _list(view).model().index(0, 0)

    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "src/file0.py, modified, 3 added, 3 removed"
    pane = view.findChild(DiffPane)
    assert pane is not None
    told = set()
    for _ in range(6):
        QTest.keyClick(pane, Qt.Key.Key_Down)
        told.add(pane.accessibleDescription().partition(",")[0])
    assert {"added", "removed"} <= told


def test_br_051_names_and_lines_are_text(view: DiffView) -> None:
    name = "<b>APPROVED</b>"
    view.set_diff(
        f"diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n"
        "@@ -0,0 +1 @@\n+<img src=x>\n"
    )
    index = _list(view).model().index(0, 0)
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))

    assert index.data() == name
    assert "&lt;b&gt;APPROVED" in tip
    view.text.select_all()
    assert "+<img src=x>" in view.text.selected_text()
    view.grab()


def test_lines_are_selected_and_copied_with_their_signs(view: DiffView, qtbot: QtBot) -> None:
    view.set_diff(_diff(1, 5))
    port = view.text.viewport()
    rows = {view.text._unified[i].text: i for i in range(view.text.row_count())}
    pitch = round(view.text._pitch)
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=QPoint(200, rows["old 1"] * pitch + pitch // 2))
    qtbot.mouseClick(
        port,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        QPoint(200, rows["new 2"] * pitch + pitch // 2),
    )
    qtbot.keyClick(view.text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "-old 1\n+new 1\n-old 2\n+new 2"


def test_the_end_of_a_wide_line_can_be_scrolled_to(view: DiffView) -> None:
    bar = view.text.horizontalScrollBar()
    view.set_diff(_diff(1, 1).replace("+new 0", "+" + "x" * 400))
    narrow = bar.maximum()

    view.set_diff(_diff(1, 1).replace("+new 0", "+" + "漢" * 400))

    assert bar.maximum() > narrow + 300 * theme().metrics("mono").horizontalAdvance("0")


def test_no_change_and_no_diff_are_said(view: DiffView) -> None:
    view.set_diff("")
    view.grab()
    view.set_message("No diff yet", "The attempt has not committed anything.")
    view.grab()

    assert view.files() == ()


def test_every_scheme_is_painted_without_a_warning(view: DiffView) -> None:
    view.set_diff(_diff(3, 400), cut=True)
    try:
        for scheme in ("dark", "light"):
            theme().set_scheme(scheme)
            for value in (0, 33, 500, 10**6):
                view.text.verticalScrollBar().setValue(value)
                view.grab()
    finally:
        theme().set_scheme("light")
