# SPDX-License-Identifier: Apache-2.0
"""The transcript view: never moves the text under a reader, follows the end, selects, finds, folds."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.text import SHOWN_CHARS, utf16_slice
from app.theme import theme
from app.transcript import Entry, ListSource, PlainViewer, TranscriptView
from app.transcript.scroll import Shown
from tests.helpers.transcripts import sample_entries

Make = Callable[..., tuple[TranscriptView, ListSource]]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def _make(
        entries: list[Entry] | int = 200, width: int = 700, height: int = 500
    ) -> tuple[TranscriptView, ListSource]:
        source = ListSource(sample_entries(entries) if isinstance(entries, int) else entries)
        view = TranscriptView()
        qtbot.addWidget(view)
        view.resize(width, height)
        view.show()
        view.set_source(source)
        return view, source

    return _make


def first_line(view: TranscriptView) -> tuple[object, str, int]:
    """The first visible line: its entry, its text, and its distance from the upper edge."""
    shown = view.shown()[0]
    block = shown.block
    position = block.top_position(-shown.y)
    if position is None or block.layout is None:
        return shown.block.entry, "", shown.y
    line = block.layout.lineForTextPosition(position)
    text = utf16_slice(block.body, line.textStart(), line.textStart() + line.textLength())
    return shown.block.entry, text, round(shown.y + block.y_of(position))


def wheel(view: TranscriptView, notches: int) -> None:
    where = QPointF(100, 100)
    event = QWheelEvent(
        where, where, QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QCoreApplication.sendEvent(view.viewport(), event)


def point_in(view: TranscriptView, index: int, position: int) -> QPoint:
    """A point of the viewport in the middle of the line of a position."""
    shown = next(s for s in view.shown() if s.index == index)
    block = shown.block
    assert block.layout is not None
    line = block.layout.lineForTextPosition(position)
    x: Any = line.cursorToX(position)
    left = float(x[0] if isinstance(x, tuple) else x)
    return QPoint(round(block.body_area.left() + left), round(shown.y + block.y_of(position) + block.pitch / 2))


def is_at_end(view: TranscriptView, source: ListSource) -> bool:
    last = view.shown()[-1]
    return last.index == len(source) - 1 and last.y + last.block.height <= view.viewport().height() + 1


# Following and reading.


def test_it_opens_at_the_end_and_follows(make: Make) -> None:
    view, source = make()

    assert view.is_following()
    assert is_at_end(view, source)
    for n in range(50):
        source.entries.append(Entry("message", f"line {n}\n" * (n % 5 + 1)))
        view.appended(1)
        assert is_at_end(view, source)
    assert view.is_following()


def test_br_050_nothing_that_arrives_moves_the_first_visible_line(make: Make) -> None:
    view, source = make()
    wheel(view, 30)
    held = first_line(view)
    dice = random.Random(5)
    for n in range(300):
        kind = dice.randrange(4)
        if kind == 0:
            source.entries.append(Entry("message", "new\n" * dice.randrange(1, 9)))
            view.appended(1)
        elif kind == 1:
            i = dice.randrange(len(source))
            if i != view.place().entry:
                source.entries[i] = Entry("message", "changed " * dice.randrange(200))
                view.changed(i)
        elif kind == 2:
            older = [Entry("message", f"older {n}\n" * dice.randrange(1, 4)) for _ in range(3)]
            source.entries[:0] = older
            view.prepended(3)
        elif view.place().entry > 20:
            del source.entries[:7]
            view.trimmed(7)
        assert first_line(view) == held, n
    assert not view.is_following()


def test_br_050_the_entry_that_is_read_may_grow_below(make: Make) -> None:
    text = "\n".join(f"line {n}" for n in range(200))
    view, source = make([Entry("message", text)])
    wheel(view, 20)
    held = first_line(view)
    source.entries[0] = Entry("message", text + "\nmore" * 50)
    view.changed(0)

    assert held[1:] == first_line(view)[1:]


@pytest.mark.parametrize("width", [350, 500, 1400])
def test_br_050_a_new_width_keeps_the_text_at_the_upper_edge(make: Make, width: int) -> None:
    view, _ = make([Entry("message", " ".join(f"word{n}" for n in range(3000)))])
    wheel(view, 25)
    block = view.shown()[0].block
    position = block.top_position(-view.shown()[0].y)
    assert position is not None
    view.resize(width, 500)
    shown = view.shown()[0]
    block = shown.block

    assert block.layout is not None
    line = block.layout.lineAt(int((-shown.y - block.body_area.top()) // block.pitch))
    assert line.textStart() <= position <= line.textStart() + line.textLength()


def test_br_050_coming_back_to_a_transcript_restores_the_place(make: Make) -> None:
    view, source = make()
    wheel(view, 40)
    place, held = view.place(), first_line(view)
    view.set_source(ListSource(sample_entries(50, seed=9)))
    view.set_source(source, place)

    assert first_line(view) == held
    assert not view.is_following()


def test_br_050_a_hidden_view_keeps_the_place_while_entries_arrive(make: Make) -> None:
    view, source = make()
    wheel(view, 20)
    held = first_line(view)
    view.hide()
    for _ in range(100):
        source.entries.append(Entry("message", "more"))
        view.appended(1)
    view.show()

    assert first_line(view) == held


def test_the_way_back_to_the_end_is_offered_and_tells_what_is_new(make: Make, qtbot: QtBot) -> None:
    view, source = make()
    pill = view.findChild(QPushButton, "transcriptFollow")
    assert isinstance(pill, QPushButton)
    assert pill.isHidden()
    wheel(view, 20)
    assert not pill.isHidden()
    source.entries += [Entry("message", "a"), Entry("message", "b")]
    view.appended(2)
    view.shown()
    assert pill.text() == "2 new"
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)

    assert view.is_following()
    assert pill.isHidden()
    assert is_at_end(view, source)


def test_scrolling_down_to_the_end_follows_again(make: Make) -> None:
    view, _ = make()
    wheel(view, 3)
    assert not view.is_following()
    wheel(view, -10)

    assert view.is_following()


@pytest.mark.parametrize("entries", [0, 1, 2])
def test_a_short_transcript_always_follows(make: Make, entries: int) -> None:
    view, _ = make([Entry("message", "short")] * entries)
    wheel(view, 5)
    wheel(view, -5)

    assert view.is_following()
    assert [shown.y for shown in view.shown()][:1] in ([], [0])


# Scrolling.


def test_every_entry_is_met_on_the_way_up_and_down(make: Make) -> None:
    view, _ = make(150)
    seen: set[int] = set()
    for _ in range(600):
        seen |= {shown.index for shown in view.shown()}
        wheel(view, 1)
    assert seen == set(range(150))
    assert view.place().entry == 0
    assert view.place().offset == 0
    down: set[int] = set()
    for _ in range(600):
        down |= {shown.index for shown in view.shown()}
        wheel(view, -1)

    assert down == set(range(150))
    assert view.is_following()


def test_a_step_of_the_wheel_moves_the_text_by_exactly_as_much(make: Make) -> None:
    view, _ = make(400)
    wheel(view, 5)
    for _ in range(60):
        before = {shown.index: shown.y for shown in view.shown()}
        wheel(view, 1)
        common = [shown.y - before[shown.index] for shown in view.shown() if shown.index in before]
        assert set(common) == {72}


def test_rows_lie_one_below_the_other_without_a_gap(make: Make) -> None:
    view, _ = make(300)
    for _ in range(40):
        wheel(view, 3)
        rows = view.shown()
        for upper, lower in pairwise(rows):
            assert lower.index == upper.index + 1
            assert lower.y == upper.y + upper.block.height
        assert rows[0].y <= 0
        assert rows[-1].y + rows[-1].block.height >= view.viewport().height()


def test_the_scroll_bar_reaches_both_ends(make: Make) -> None:
    view, source = make(500)
    bar = view.verticalScrollBar()
    bar.setValue(0)
    assert (view.place().entry, view.place().offset) == (0, 0)
    bar.setValue(bar.maximum() // 2)
    assert 100 < view.place().entry < 400
    assert not view.is_following()
    bar.setValue(bar.maximum())

    assert view.is_following()
    assert is_at_end(view, source)


def test_the_keyboard_scrolls_and_steps(make: Make, qtbot: QtBot) -> None:
    view, _ = make(100)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.place().entry == 0
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.place().offset + view.place().entry > 0
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.is_following()
    qtbot.keyClick(view, Qt.Key.Key_K)
    qtbot.keyClick(view, Qt.Key.Key_K)

    assert ", 99 of 100" in view.accessibleDescription()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from("wjbpteac"), st.integers(-20, 20)), max_size=25))
def test_no_sequence_of_moves_and_changes_leaves_a_hole(make: Make, moves: list[tuple[str, int]]) -> None:
    view, source = make(60, height=300)
    for move, amount in moves:
        if move == "w":
            wheel(view, amount)
        elif move == "j":
            view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() * abs(amount) // 20)
        elif move == "b":
            view.resize(300 + 30 * abs(amount), 200 + 10 * abs(amount))
        elif move == "p":
            source.entries[:0] = sample_entries(abs(amount))
            view.prepended(abs(amount))
        elif move == "t":
            n = min(abs(amount), len(source.entries))
            del source.entries[:n]
            view.trimmed(n)
        elif move == "e" and source.entries:
            i = abs(amount) % len(source)
            view.set_open(i, amount > 0)
        elif move == "a":
            source.entries += sample_entries(abs(amount), seed=amount)
            view.appended(abs(amount))
        elif move == "c" and source.entries:
            i = abs(amount) % len(source)
            source.entries[i] = Entry("message", "changed\n" * abs(amount))
            view.changed(i)
        _check_rows(view.shown(), len(source), view.viewport().height())


def _check_rows(rows: list[Shown], count: int, height: int) -> None:
    if not count:
        assert rows == []
        return
    assert rows
    for upper, lower in pairwise(rows):
        assert (lower.index, lower.y) == (upper.index + 1, upper.y + upper.block.height)
    bottom = rows[-1].y + rows[-1].block.height
    assert rows[0].y <= 0
    assert bottom >= height or (rows[0].index, rows[0].y, rows[-1].index) == (0, 0, count - 1)


# Text is text.


HOSTILE = (
    "<b>APPROVED</b> <img src='file:///etc/hostname'> ![x](file:///etc/hostname) [a](http://example.invalid)\n"
    "\x1b[31mred\x1b[0m \x00\x07 \u202eevil\u202c \ud800 &lt;i&gt; <a href='javascript:1'>click</a>"
)


@pytest.mark.parametrize(
    "kind", ["prompt", "message", "thought", "tool_call", "tool_result", "usage", "error", "stop", "raw", "notice"]
)
def test_br_051_markup_is_shown_as_text_in_every_kind(make: Make, qtbot: QtBot, kind: str) -> None:
    entry = Entry(
        kind,  # type: ignore[arg-type]
        HOSTILE,
        title="<h1>title</h1>" if kind != "tool_call" else "",
        meta={"name": "<u>n</u>", "argument": "<s>a</s>\x07", "outcome": "<x>", "duration_ms": -3, "odd": object()},
    )
    view, _ = make([entry])
    view.set_open(0, True)
    block = view.shown()[0].block
    drawn = " ".join(word.text for word in block.around.words)

    assert "<b>APPROVED</b>" in block.body
    assert "![x](file:///etc/hostname)" in block.body
    assert "\x1b" not in block.body + drawn
    assert "⟦U+202E⟧evil" in block.body
    if block.look.head:
        assert ("<u>n</u>" if kind == "tool_call" else "<h1>title</h1>") in drawn
    view.grab()


@pytest.mark.parametrize("at_ms", [None, 0, -1, 10**18, 1_764_496_800_000])
def test_any_time_can_be_shown(make: Make, at_ms: int | None) -> None:
    view, _ = make([Entry("message", "x", at_ms=at_ms)])
    view.grab()


def test_every_scheme_and_width_can_be_painted_without_a_warning(make: Make) -> None:
    view, _ = make(30)
    try:
        for scheme in ("dark", "light"):
            theme().set_scheme(scheme)
            for width in (120, 300, 479, 481, 1920):
                view.resize(width, 400)
                view.grab()
    finally:
        theme().set_scheme("light")


# Long entries.


def test_a_long_entry_is_cut_and_the_rest_is_one_click_away(make: Make, qtbot: QtBot) -> None:
    text = "word " * 40_000
    view, _ = make([Entry("message", text)])
    qtbot.keyClick(view, Qt.Key.Key_End)
    shown = view.shown()[0]
    assert len(shown.block.body) <= SHOWN_CHARS
    assert any("Show all (200,000 characters)" in word.text for word in shown.block.around.words)
    where = shown.block.more.center() + QPointF(0, shown.y)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where.toPoint())
    viewer = view.window().findChild(PlainViewer)
    assert isinstance(viewer, PlainViewer)
    editor = viewer.findChild(QPlainTextEdit)
    assert isinstance(editor, QPlainTextEdit)

    assert editor.isReadOnly()
    assert editor.toPlainText().replace("↩\n", "") == text.rstrip("\n")
    viewer.close()


def test_the_viewer_is_capped_and_says_so(qtbot: QtBot) -> None:
    viewer = PlainViewer("<b>title</b>", "<i>x</i>\n" * 300_000)
    qtbot.addWidget(viewer)
    shown = viewer.editor.toPlainText()
    note = viewer.findChild(QLabel, "plainViewerNote")
    assert isinstance(note, QLabel)

    assert shown.startswith("<i>x</i>\n")
    assert len(shown) <= 1_000_000
    assert "of 2,700,000 characters" in note.text()


# Folding.


def test_tool_calls_and_thoughts_are_folded_to_one_line_and_open_on_a_click(make: Make, qtbot: QtBot) -> None:
    call = Entry(
        "tool_call", "a\nb\nc", meta={"name": "Bash", "argument": "ls -l", "outcome": "error", "duration_ms": 1500}
    )
    view, _ = make([Entry("thought", "I think\nso"), call])
    first, second = view.shown()
    words = {word.text for word in second.block.around.words}
    assert first.block.layout is second.block.layout is None
    assert {"Bash", "ls -l", "failed", "1.5 s"} <= words
    head = second.block.head.center() + QPointF(0, second.y)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=head.toPoint())
    assert view.shown()[1].block.body == "a\nb\nc"
    qtbot.wait(QGuiApplication.styleHints().mouseDoubleClickInterval() + 20)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=head.toPoint())

    assert view.shown()[1].block.layout is None


def test_an_unknown_outcome_or_duration_is_not_drawn_as_one(make: Make) -> None:
    view, _ = make([Entry("tool_call", "x", meta={"name": "Bash", "duration_ms": float("inf")})])
    words = [word.text for word in view.shown()[0].block.around.words]

    assert words == ["Bash", "x"]


def test_return_and_arrows_fold_the_current_entry(make: Make, qtbot: QtBot) -> None:
    view, _ = make([Entry("thought", "one"), Entry("thought", "two")])
    qtbot.keyClick(view, Qt.Key.Key_J)
    qtbot.keyClick(view, Qt.Key.Key_K)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert [shown.block.open for shown in view.shown()] == [True, False]
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert [shown.block.open for shown in view.shown()] == [False, False]
    qtbot.keyClick(view, Qt.Key.Key_Right)

    assert [shown.block.open for shown in view.shown()] == [True, False]


def test_a_long_prompt_is_folded_and_a_short_one_is_not(make: Make) -> None:
    view, _ = make([Entry("prompt", "short"), Entry("prompt", "long\n" * 100)])

    assert [shown.block.open for shown in view.shown()] == [True, False]


# Selecting and copying.


def drag(qtbot: QtBot, view: TranscriptView, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    _move(view, start + QPoint(8, 0))
    _move(view, end)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)


def _move(view: TranscriptView, where: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(where), QPointF(view.viewport().mapToGlobal(where)), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QCoreApplication.sendEvent(view.viewport(), event)


def test_a_selection_goes_across_entries_and_is_copied(make: Make, qtbot: QtBot) -> None:
    view, _ = make([Entry("message", "first 🚢 entry"), Entry("message", "日本 middle"), Entry("message", "last one")])
    drag(qtbot, view, point_in(view, 0, 9), point_in(view, 2, 4))
    assert view.selected_text() == "entry\n日本 middle\nlast"
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "entry\n日本 middle\nlast"


def test_a_selection_can_be_drawn_upward(make: Make, qtbot: QtBot) -> None:
    view, _ = make([Entry("message", "one two"), Entry("message", "three four")])
    drag(qtbot, view, point_in(view, 1, 5), point_in(view, 0, 4))

    assert view.selected_text() == "two\nthree"


def test_two_clicks_select_a_word_and_three_the_entry(make: Make, qtbot: QtBot) -> None:
    view, _ = make([Entry("message", "one second three")])
    where = point_in(view, 0, 7)
    port = view.viewport()
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=where)
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=where)
    assert view.selected_text().strip() == "second"
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=where)

    assert view.selected_text() == "one second three"


def test_select_all_copies_heads_of_what_is_folded(make: Make, qtbot: QtBot) -> None:
    call = Entry("tool_call", "long\nbody", meta={"name": "Bash", "argument": "ls"})
    view, _ = make([Entry("message", "text"), call, Entry("message", "end")])
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)

    assert view.selected_text() == "text\nBash · ls\nend"


def test_a_selection_stays_on_its_text_when_older_pages_come_and_go(make: Make, qtbot: QtBot) -> None:
    view, source = make([Entry("message", "one"), Entry("message", "two words"), Entry("message", "three")])
    drag(qtbot, view, point_in(view, 1, 0), point_in(view, 1, 3))
    source.entries[:0] = [Entry("message", "older")] * 5
    view.prepended(5)
    assert view.selected_text() == "two"
    del source.entries[:6]
    view.trimmed(6)

    assert view.selected_text() == "two"


# Finding.


def test_ctrl_f_finds_forward_and_backward_and_opens_what_is_folded(make: Make, qtbot: QtBot) -> None:
    view, _ = make(
        [Entry("message", "Alpha"), *sample_entries(80), Entry("thought", "x\nalpha beta"), *sample_entries(80)]
    )
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    field = view.findChild(QLineEdit, "findField")
    assert isinstance(field, QLineEdit)
    assert field.isVisible()
    for letter in "alpha":
        qtbot.keyClicks(field, letter)
    qtbot.waitUntil(lambda: view.selected_text() == "Alpha")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.selected_text() == "alpha")
    assert 81 in {shown.index for shown in view.shown()}
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: view.selected_text() == "Alpha")
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert not field.isVisible()


def test_what_is_not_there_is_said_not_to_be(make: Make, qtbot: QtBot) -> None:
    view, _ = make(300)
    with qtbot.waitSignal(view.noticed) as told:
        view.search_for("no such words")

    assert told.args == ["No match in this transcript"]


# Life and death.


def test_br_054_closing_while_entries_arrive_raises_nothing(qtbot: QtBot) -> None:
    source = ListSource(sample_entries(500))
    for _ in range(30):
        view = TranscriptView()
        view.show()
        view.set_source(source)
        source.entries.append(Entry("message", "x"))
        view.appended(1)
        view.search_for("nowhere")
        view.close()
        view.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    theme().changed.emit()
    qtbot.wait(60)


def test_a_cleared_view_says_that_there_is_nothing(make: Make) -> None:
    view, _ = make(10)
    view.placeholder = "No attempt yet"
    view.clear()

    assert view.shown() == []
    view.grab()
