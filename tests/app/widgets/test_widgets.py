# SPDX-License-Identifier: Apache-2.0
"""The small widgets say what is known, and no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.labels import WrapLabel
from app.layout import Memory
from app.theme import theme
from app.tokens import STATUSES
from app.widgets import AgeLabel, ElidedLabel, EmptyState, Meter, Reading, SectionHeader, StatusPill
from app.widgets.meter import Level
from app.widgets.splitter import SharedSplitter


@pytest.mark.parametrize(
    ("reading", "level", "words"),
    [
        (Reading("turns", 12, 100), "fine", "12 of 100"),
        (Reading("turns", 89, 100), "fine", "89 of 100"),
        (Reading("turns", 90, 100), "warning", "90 of 100"),
        (Reading("turns", 100, 100), "reached", "100 of 100"),
        (Reading("turns", 0, 0), "reached", "0 of 0"),
        (Reading("tokens", None, 100), "unknown", "unknown of 100"),
        (Reading("cost", None), "unknown", "unknown"),
        (Reading("cost", 1.5, 5), "fine", "$1.50 of $5.00"),
        (Reading("requests", 7), "uncapped", "7"),
        (Reading("tokens", 7, 100, at_least=True), "fine", "≥ 7 of 100"),
    ],
)
def test_a_meter_warns_at_90_percent_and_never_shows_unknown_as_0(
    qtbot: QtBot, reading: Reading, level: Level, words: str
) -> None:
    meter = Meter(reading)
    qtbot.addWidget(meter)
    meter.resize(meter.sizeHint())
    meter.grab()

    assert (reading.level, reading.words()) == (level, words)
    assert words in meter.accessibleDescription()


def test_a_meter_says_what_is_reserved() -> None:
    assert "8 reserved" in Reading("turns", 12, 100, 8).sentence()
    assert "cannot be watched" in Reading("cost", None, 5).sentence()


@pytest.mark.parametrize("status", [*STATUSES, "<b>new</b>"])
def test_a_pill_shows_glyph_and_word(qtbot: QtBot, status: str) -> None:
    for word in (True, False):
        pill = StatusPill(status, word=word)
        qtbot.addWidget(pill)
        pill.resize(pill.sizeHint())
        image = pill.grab().toImage()

        assert not image.isNull()
        assert pill.accessibleName() == (STATUSES[status].word if status in STATUSES else "<b>new</b>")
        assert "<b>" not in pill.toolTip()


def test_a_label_of_any_length_is_laid_out_at_once_and_says_what_it_leaves_out(qtbot: QtBot) -> None:
    for label in (WrapLabel("x" * 5_000_000), ElidedLabel("x" * 5_000_000)):
        qtbot.addWidget(label)
        assert label.text().endswith("x … 4,996,000 more characters")
        assert len(label.text()) < 5_000


def test_an_age_counts_and_says_when_a_live_thing_is_silent(qtbot: QtBot) -> None:
    label = AgeLabel(live=True)
    qtbot.addWidget(label)
    assert label.text() == "unknown"
    now = datetime.now(UTC)
    label.set_event((now - timedelta(seconds=5.5)).isoformat())
    assert (label.text(), label.is_stale()) == ("5 s ago", False)
    label.set_event((now - timedelta(minutes=5)).isoformat())
    assert (label.text(), label.is_stale()) == ("silent for 5 min", True)
    label.set_event((now - timedelta(minutes=5)).isoformat(), live=False)

    assert (label.text(), label.is_stale()) == ("5 min ago", False)
    label.set_event("no time at all")
    assert label.text() == "unknown"


def test_parts_are_shared_as_the_first_asks_until_a_person_draws_them_and_that_is_kept(
    qtbot: QtBot, tmp_path: Path
) -> None:
    def shown() -> SharedSplitter:
        parts = SharedSplitter(Memory(tmp_path), "some", lambda room, _: min(300, room // 2), stack_below=500)
        qtbot.addWidget(parts)
        for _ in range(2):
            parts.addWidget(QWidget())
        parts.resize(1001, 600)
        parts.show()
        return parts

    parts = shown()
    assert parts.sizes()[0] == 300
    parts.moveSplitter(700, 1)
    parts.resize(501, 600)
    again = shown()
    assert abs(again.sizes()[0] - 700) < 5
    again.resize(401, 601)
    assert again.orientation() == Qt.Orientation.Vertical  # there nobody has drawn anything
    assert again.sizes()[0] == 300


def test_where_the_text_is_large_parts_stack_sooner_and_fields_are_as_high_as_what_they_say(
    qtbot: QtBot, tmp_path: Path
) -> None:
    parts = SharedSplitter(Memory(tmp_path), "grown", lambda room, _: room // 2, stack_below=500, grows=True)
    line = QLineEdit(parts)
    qtbot.addWidget(parts)
    parts.show()
    try:
        theme().set_text_scale(2.0)
        parts.resize(900, 600)
        assert parts.orientation() == Qt.Orientation.Vertical
        assert line.minimumSizeHint().height() >= theme().metrics("body").height()
    finally:
        theme().set_text_scale(1.0)
    parts.resize(901, 600)
    assert parts.orientation() == Qt.Orientation.Horizontal


def test_headers_and_empty_places_can_be_painted_in_both_schemes(qtbot: QtBot) -> None:
    header, empty = SectionHeader("<i>Runs</i>"), EmptyState("inbox", "<b>Nothing</b>", "A sentence.", "Launch")
    for widget in (header, empty):
        qtbot.addWidget(widget)
    header.set_count(1234)
    header.add_widget(QWidget())
    try:
        theme().set_scheme("dark")
        header.grab()
        empty.grab()
    finally:
        theme().set_scheme("light")
    empty.set_text("Another", "")

    assert not empty.button.isHidden()
