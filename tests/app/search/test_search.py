# SPDX-License-Identifier: Apache-2.0
"""The search over all transcripts, and the ways from an event to its message and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLineEdit, QListView, QTableView
from pytestqt.qtbot import QtBot

from app.palette import CommandPalette
from app.search import model
from app.theme import theme
from app.transcript import TranscriptView
from engine.projections.search import Hit
from engine.projections.words import parse_at
from tests.app.monitor import find, monitor, until
from tests.helpers import stories
from tests.helpers.told import speak

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HOSTILE = "<b>APPROVED</b><img src='file:///etc/passwd'>"


async def test_the_message_in_which_a_file_was_deleted_is_found_in_three_acts(tmp_path: Path, qtbot: QtBot) -> None:
    for n in range(4):
        stories.finished_story(f"r-{n}").write(tmp_path)
        speak(tmp_path, f"r-{n}", "fix", 1, *((1, "message", f"{HOSTILE} look {i}\n" * 5, i) for i in range(60)))
    speak(tmp_path, "r-2", "check", 1, (1, "message", "Now I clear up.", 1), (1, "tool_call", "git rm -q legacy.py", 2))
    async with monitor(tmp_path, run="r-0") as window:
        await until(lambda: window.feed.picture)
        window.activateWindow()

        qtbot.keyClick(window, Qt.Key.Key_F, CONTROL | SHIFT)  # one
        field = find(window, QLineEdit, "transcriptSearchField")
        assert window.focusWidget() is field
        qtbot.keyClicks(field, "rm -q legacy.py")  # two
        hits = find(window, QListView, "transcriptSearchHits")
        await until(lambda: hits.model().rowCount() == 1 and hits.currentIndex().isValid())
        qtbot.keyClick(field, Qt.Key.Key_Return)  # three

        assert (window.selection.run, window.selection.node, window.selection.attempt) == ("r-2", "check", 1)
        view = find(window, TranscriptView, "transcriptView")
        await until(lambda: view.isVisible() and len(view.source()) == 2 and view.current() == 1)
        assert view.source().entry(1).text == "git rm -q legacy.py"


async def test_the_palette_offers_to_search_for_what_was_typed(tmp_path: Path, qtbot: QtBot) -> None:
    stories.finished_story("r-0").write(tmp_path)
    speak(tmp_path, "r-0", "fix", 1, (1, "message", "The discount is ignored.", 1))
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        window.open_palette()
        palette = find(window, CommandPalette, "commandPalette")
        qtbot.keyClicks(find(palette, QLineEdit, "commandPaletteField"), "count is ignored")
        qtbot.keyClick(find(palette, QLineEdit, "commandPaletteField"), Qt.Key.Key_Return)

        hits = find(window, QListView, "transcriptSearchHits")
        await until(lambda: hits.isVisible() and hits.model().rowCount() == 1)


async def test_an_event_leads_to_its_message_and_the_message_back_to_its_event(tmp_path: Path, qtbot: QtBot) -> None:
    story = stories.approval_story()
    story.write(tmp_path)
    ended = next(e for e in story.events if e.body.type == "turn_ended" and e.body.node == "fix")
    begun = next(e for e in story.events if e.body.type == "turn_started" and e.body.node == "fix")
    moment = parse_at(begun.at)
    assert moment is not None
    at = int(moment.timestamp() * 1000)
    said = ((1, "message", f"word {i}\n" * 9, at + 10 + i) for i in range(50))
    speak(tmp_path, story.run, "fix", 1, (1, "prompt", "Mend it.", at), *said)
    async with monitor(tmp_path, run=story.run) as window:
        await until(lambda: window.feed.picture and len(window.run_view.journal.rows) == len(story.events))
        table, view = find(window, QTableView, "journalTable"), find(window, TranscriptView, "transcriptView")

        window.run_view.journal.reveal(ended.seq)
        qtbot.keyClick(table, Qt.Key.Key_Return)
        await until(lambda: len(view.source()) == 53 and view.current() == 51)  # beside them: how both turns ended
        assert view.source().entry(51).meta["seq"] == ended.seq
        assert (window.selection.node, window.selection.attempt) == ("fix", 1)

        qtbot.keyClick(view, Qt.Key.Key_Home)
        view.reveal(0)
        qtbot.keyClick(view, Qt.Key.Key_E)
        assert window.selection.line == begun.seq
        assert table.currentIndex().data(Qt.ItemDataRole.UserRole).seq == begun.seq
        assert window.focusWidget() is table


def test_the_words_around_what_was_found_keep_their_spaces(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, str]] = []
    monkeypatch.setattr(model, "draw_text", lambda _, area, text, *more, **ways: drawn.append((area.left(), text)))
    canvas = QImage(900, 40, QImage.Format.Format_RGB32)
    painter = QPainter(canvas)
    said = "from log  import mean as average"
    hit = Hit("r", "fix", 1, 0, "message", 1, None, said, said.index("mean"), said.index("mean") + 4)

    model.HitDelegate()._paint_excerpt(painter, QRectF(0, 0, 900, 20), hit)

    painter.end()
    width = theme().metrics("body").horizontalAdvance
    assert [text for _, text in drawn] == ["from log import ", "mean", " as average"]
    assert [left for left, _ in drawn] == [
        0,
        width("from log import "),
        width("from log import ") + width("mean") + width(" "),
    ]
