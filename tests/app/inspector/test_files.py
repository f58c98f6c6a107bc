# SPDX-License-Identifier: Apache-2.0
"""Files of an attempt: what is for people is broken to the width, what is code or data stays in its lines."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.inspector.files import is_prose
from app.scrollbar import QuietScrollBar
from app.textpane import TextPane

LONG = "one sentence that goes on and on " * 20


@pytest.mark.parametrize(
    ("path", "prose"),
    [
        *(("shared/found.md", True), ("NOTES", True), ("crew/lead.TXT", True)),
        *(("verdict.json", False), ("raw.jsonl", False), ("src/total.py", False), ("diff.patch", False)),
    ],
)
def test_prose_is_told_from_code_and_data_by_its_name(path: str, prose: bool) -> None:
    assert is_prose(path) is prose


def test_prose_wraps_and_code_does_not(qtbot: QtBot) -> None:
    pane = TextPane("text")
    qtbot.addWidget(pane)
    pane.resize(300, 200)
    pane.show()
    for prose in (True, False, True):
        pane.show_text(LONG, prose=prose)
        assert pane.lineWrapMode() is getattr(QPlainTextEdit.LineWrapMode, "WidgetWidth" if prose else "NoWrap")
        assert (pane.horizontalScrollBar().maximum() == 0) is prose


def test_a_scroll_bar_with_nothing_to_scroll_is_not_drawn(qtbot: QtBot) -> None:
    bar = QuietScrollBar(Qt.Orientation.Vertical)
    qtbot.addWidget(bar)
    bar.resize(12, 200)

    def colours() -> set[int]:
        picture = bar.grab().toImage()
        return {picture.pixel(6, y) for y in range(picture.height())}

    bar.setRange(0, 0)
    assert len(colours()) == 1
    bar.setRange(0, 500)
    assert len(colours()) > 1
