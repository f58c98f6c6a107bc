# SPDX-License-Identifier: Apache-2.0
"""The home page: what waits is found and answered in three acts at most, and nothing is answered by accident."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget

from app.commands import Report
from app.diff.pane import DiffPane
from app.keysheet import KeySheet, live_keys
from app.labels import ElidedLabel, WrapLabel
from app.needs import card as card_module
from app.needs import changes as changes_module
from app.needs.changes import ChangedFiles
from app.needs.inbox import InboxModel
from app.needs.note import MOST_CHARS
from app.needs.order import Held
from app.needs.snooze import Snoozed
from app.needs.unsentbar import UnsentBar
from app.theme import theme
from app.unsent import Unsent, UnsentNote
from app.window import MonitorWindow
from engine.errors import CommandFailed
from engine.projections.files import FileChange
from engine.runtime.client import Reply
from tests.app.monitor import find, monitor, until
from tests.helpers import stories
from tests.helpers.stories import START

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@asynccontextmanager
async def home(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[MonitorWindow, list[Any]]]:
    """The window at its home page, its commands kept instead of given; what has just come is taken for old."""
    given: list[Any] = []

    async def keep(run: str, body: dict[str, Any]) -> Reply:
        given.append({"run": run, **body})
        return Reply("journaled", 99, "running", driven=True)

    async with monitor(data_dir) as window:
        monkeypatch.setattr(window.commands, "_to_engine", keep)
        window.resize(1400, 1100)
        await until(lambda: window.feed.loaded and window.home.queue.current() and window.feed.picture)
        window.open_home()
        age(window)
        yield window, given


def age(window: MonitorWindow, ms: int = 5000) -> None:
    """As if everything had been on screen for so long, and what is armed too."""
    card = window.home.card
    card._steady_at -= ms / 1000
    card._armed_at -= ms / 1000
    card._enable()


def press(window: MonitorWindow, *keys: Qt.Key) -> None:
    """Keys into whatever has the focus; what is armed between them has stood there for a while."""
    for key in keys:
        QTest.keyClick(window.focusWidget(), key)
        age(window)


def click(window: MonitorWindow, name: str) -> None:
    button = find(window, QPushButton, name)
    assert button.isVisible(), name
    assert button.isEnabled(), name
    QTest.mouseClick(button, LEFT)
    age(window)


def many(data_dir: Path) -> None:
    """Forty runs: one waits for an approval with everything green, one for a budget, five for other things."""
    for n in range(33):
        stories.finished_story(f"done-{n}", start=START + timedelta(minutes=n)).write(data_dir)
    for n in range(3):
        stories.blocked_story(f"blocked-{n}", repository=f"/src/p{n}").write(data_dir)
        if n < 2:
            stories.failed_story(f"failed-{n}").write(data_dir)
    stories.budget_story("budget", start=START + timedelta(hours=8)).write(data_dir)
    stories.approval_story("waits", start=START + timedelta(hours=9)).write(data_dir)


# ---------------------------------------------------------------------------------------------------------- three acts


async def test_among_40_runs_an_approval_is_accepted_and_a_budget_raised_in_three_acts_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        queue, inbox = window.home.queue, window.home.inbox
        assert len(window.feed.summaries) == 40

        press(window, Key.Key_A)  # by the keyboard, from the page as it opens
        told = find(window, WrapLabel, "needArmed").text()
        assert [word in told for word in ("Accept", "hand-over", "eeeeeee", "Cleared: file")] == [True] * 4
        assert given == []
        press(window, Key.Key_Y)
        await until(lambda: given)

        queue.choose(("blocked-0", "h1"))  # by the mouse, from elsewhere in the list
        place = queue.visualRect(queue.model().index(inbox.row_of(("waits", "h1")), 0))
        QTest.mouseClick(queue.viewport(), LEFT, pos=place.center())
        age(window)
        click(window, "need:accept")
        click(window, "need:sure")
        await until(lambda: len(given) == 2)
        accepted = [(one["run"], one["answer"], one["expect"]) for one in given]
        assert accepted == [("waits", "accept", inbox.needs()[0].hold.seq)] * 2

        press(window, Key.Key_J, Key.Key_B, Key.Key_Return)
        await until(lambda: len(given) == 3)
        raised = given[2]
        assert (raised["run"], raised["command"], raised["kind"], raised["amount"]) == ("budget", "raise", "turns", 10)
        assert window.focusWidget() is queue


async def test_refining_opens_a_note_and_enter_in_it_is_a_new_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        press(window, Key.Key_R)
        note = find(window, QPlainTextEdit, "needNote")
        assert window.focusWidget() is note
        QTest.keyClicks(note, "Say why j k a y")
        QTest.keyClick(note, Key.Key_Return)
        assert given == []
        QTest.keyClick(note, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: given)

        assert [(one["answer"], one["note"]) for one in given] == [("refine", "Say why j k a y")]
        assert window.focusWidget() is window.home.queue


async def test_a_note_is_kept_until_it_is_given_and_goes_into_no_other_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(2):
        stories.approval_story(f"waits-{n}", start=START + timedelta(minutes=n)).write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):

        async def refuse(run: str, body: object) -> Reply:
            raise CommandFailed("refused", 5, "it has moved")

        note, first = find(window, QPlainTextEdit, "needNote"), window.home.queue.current()
        assert first is not None
        press(window, Key.Key_R)
        QTest.keyClicks(note, "Say why")
        monkeypatch.setattr(window.commands, "_to_engine", refuse)
        QTest.keyClick(note, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: "it has moved" in find(window, WrapLabel, "needOutcome").text())
        press(window, Key.Key_J, Key.Key_R)
        assert note.toPlainText() == ""
        window.home.choose(*first.key)  # somebody else answers what is noted: here the list moves
        assert note.toPlainText() == "Say why"
        window.commands.reported.emit(Report("done", "accepted", *first.key, note="another note"))
        assert note.toPlainText() == "Say why", "it was not sent"
        note.insertPlainText("x" * MOST_CHARS)
        assert not find(window, QPushButton, "need:send").isEnabled(), "no part of it is sent"
        assert any("at most 20,000" in one.text() for one in window.home.card.findChildren(WrapLabel))
        note.undo()
        assert not window.home.isAncestorOf(window.focusWidget())
        QTest.keyClicks(window.focusWidget(), "okay")
        assert not window.home.card.is_armed()


async def test_a_note_whose_hold_was_answered_elsewhere_is_offered_and_goes_nowhere_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = stories.approval_story("waits")
    folder = told.write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        note, bar = find(window, QPlainTextEdit, "needNote"), find(window, UnsentBar, "unsentBar")
        first = window.home.queue.current()
        assert first is not None
        press(window, Key.Key_R)
        QTest.keyClicks(note, "Say why")
        assert not bar.isVisible()

        summary = window.feed.summaries[0]
        moved = replace(first.hold, id="h9", seq=first.hold.seq + 4)  # answered elsewhere, and asked again
        window.home.show_runs((replace(summary, holds=(moved,)),), loaded=True)
        age(window)
        assert bar.isVisible()
        assert (note.toPlainText(), find(window, ElidedLabel, "unsentText").text()) == ("", "Say why")

        click(window, "unsent:use")
        assert (note.toPlainText(), bar.isVisible()) == ("Say why", False)
        assert given == []

        window.home.show_runs((replace(summary, holds=()),), loaded=True)  # that one, too, and none comes after it
        assert bar.isVisible()
        assert not find(window, QPushButton, "unsent:use").isVisible()
        click(window, "unsent:copy")
        assert QGuiApplication.clipboard().text() == "Say why"
        assert [one.text for one in Unsent(tmp_path).orphans(())] == ["Say why"]  # over a restart, too

        click(window, "unsent:drop")
        assert not bar.isVisible()
        assert Unsent(tmp_path).orphans(()) == []
    assert folder.is_dir()


def test_unsent_notes_are_kept_over_restarts_and_a_damaged_file_is_none(tmp_path: Path) -> None:
    kept, note = Unsent(tmp_path), UnsentNote("r", "h1", "fix", "A run", "First\n\nline")
    kept.put(note)
    kept.put(replace(note, hold="h2", text="  "))
    assert Unsent(tmp_path).orphans({("r", "h2")}) == [note]
    assert Unsent(tmp_path).orphans({note.key}) == []
    assert Unsent(tmp_path).text(note.key) == note.text

    kept.put(replace(note, text=""))
    assert Unsent(tmp_path).orphans(()) == []
    for damaged in ("{", "[1, {}]", '{"run": 1}', "[" * 100_000):
        (tmp_path / "unsent-notes.json").write_text(damaged)
        assert Unsent(tmp_path).orphans(()) == []


def test_two_windows_keep_each_other_s_unsent_notes_and_one_that_was_not_sent_is_not_forgotten(tmp_path: Path) -> None:
    note = UnsentNote("r", "h1", "fix", "A run", "Say why")
    one, other = Unsent(tmp_path), Unsent(tmp_path)
    one.put(note)
    other.put(replace(note, hold="h2"))
    one.sent(("r", "h2"), "said elsewhere, by another note")
    assert {kept.hold for kept in one.orphans(())} == {"h1", "h2"}

    other.sent(note.key, "Say  why\n\n> a line")
    assert [kept.hold for kept in one.orphans(())] == ["h2"]


async def test_enter_opens_the_run_and_answers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        QTest.keyClick(window.home.queue, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert "hand-over asks for your approval" in QGuiApplication.clipboard().text()
        press(window, Key.Key_A, Key.Key_Return)
        await until(window.run_view.isVisible)

        assert (window.selection.run, window.selection.hold) == ("waits", "h1")
        assert given == []


# --------------------------------------------------------------------------------------------------------- no accident


async def test_br_055_no_key_approves_in_the_first_second_after_a_hold_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.approval_story("waits").write(tmp_path)
    monkeypatch.setattr(card_module, "KEYS_DEAD_MS", 3_600_000)
    async with home(tmp_path, monkeypatch) as (window, given):
        for key in (Key.Key_A, Key.Key_Y, Key.Key_Return, Key.Key_Space, Key.Key_Enter):
            press(window, key)
        assert not window.home.card.is_armed()
        await asyncio.sleep(0.05)

        assert given == []
        assert not find(window, WrapLabel, "needOutcome").isHidden()


async def test_br_055_nor_after_another_hold_moves_under_the_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.approval_story("first").write(tmp_path)
    stories.approval_story("second", start=START + timedelta(hours=1)).write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        press(window, Key.Key_A)
        stories.finished_story("first").write(tmp_path)  # somebody else answered it
        await until(lambda: window.home.queue.current().hold.run == "second")  # type: ignore[union-attr]
        assert not window.home.card.is_armed()

        QTest.keyClick(window.home.queue, Key.Key_Y)
        QTest.keyClick(window.home.queue, Key.Key_A)
        assert not window.home.card.is_armed()
        assert given == []


async def test_what_is_typed_fast_into_the_list_answers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        QTest.keyClicks(window.home.queue, "maybe okay, always say may")
        await asyncio.sleep(0.05)
        assert given == []

        press(window, Key.Key_A, Key.Key_X, Key.Key_Y)  # another key lets it go
        await asyncio.sleep(0.05)
        assert given == []


async def test_evidence_that_moves_lets_go_what_is_armed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = stories.approval_story("waits")
    story.write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        press(window, Key.Key_A)
        assert window.home.card.is_armed()
        story.events.pop()
        story.events.pop()
        story.hold("hand-over", "approval", "It asks again.", ("accept", "quit"), attempt=1, commit="f" * 40)
        story.write(tmp_path)
        await until(lambda: "again" in window.home.queue.current().hold.sentence)  # type: ignore[union-attr]

        assert not window.home.card.is_armed()
        press(window, Key.Key_Y)
        assert given == []


async def test_br_055_what_falls_due_takes_no_focus_and_does_not_move_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(30):
        stories.blocked_story(f"b-{n:02}", start=START + timedelta(minutes=n)).write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, given):
        queue = window.home.queue
        press(window, *[Key.Key_J] * 25)
        read, top = queue.current(), queue.visualRect(queue.currentIndex()).top()
        assert read is not None
        assert queue.verticalScrollBar().value() > 0
        window.side.filter.setFocus()

        for n in range(3):
            stories.approval_story(f"new-{n}").write(tmp_path)
        await until(lambda: len(window.home.inbox.needs()) == 33)

        assert window.focusWidget() is window.side.filter
        assert queue.current() == read
        assert queue.visualRect(queue.currentIndex()).top() == top
        assert given == []


# -------------------------------------------------------------------------------------------------- order, cost, snooze


def test_green_approvals_come_first_then_what_is_decidable_by_project(tmp_path: Path, qapp: object) -> None:
    from tests.app.models.test_models import summary

    told = [
        stories.failed_story("failed"),
        stories.blocked_story("blocked"),
        stories.budget_story("budget", repository="/src/atlas"),
        stories.approval_story("green"),
    ]
    model = InboxModel(Snoozed(tmp_path))

    model.show([summary(story) for story in told])

    shown = [model.index(row).data() for row in range(model.rowCount())]
    assert [text.partition(" · ")[0] for text in shown] == [
        "webshop, 3 things need you",
        "Approval",
        "Gate blocked",
        "Failure",
        "atlas, 1 thing needs you",
        "Budget reached",
    ]
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "whole run" not in spoken, "a run that stands still with its one agent is what a hold is"
    assert Held(2, whole=True).notable() == "2 agents and the whole run wait"
    assert Held(1, at_work=3).notable() == "1 agent waits, 3 agents go on"


async def test_a_run_that_cannot_be_read_is_above_what_waits_counted_told_once_and_not_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.notify import outside

    told: list[str] = []
    monkeypatch.setattr(outside, "announce", lambda _, text: told.append(text))
    monkeypatch.setattr(MonitorWindow, "isActiveWindow", lambda _: True)
    stories.approval_story("asks").write(tmp_path)
    folder = stories.running_story("hurt", report="Totals").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):
        assert window.windowTitle() == "(1) Pilothouse"
        lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
        (folder / "journal.jsonl").write_bytes(b"".join([*lines[:-1], b"{}\n", lines[-1]]))

        await until(lambda: window.windowTitle() == "(2) Pilothouse")
        first = window.home.inbox.need(1)
        assert first is not None
        assert first.headline == "Unreadable run"
        assert window.home.inbox.needs()[0] is first
        assert "damaged after line" in first.hold.sentence
        await until(lambda: told)
        assert told[0].startswith("Unreadable run. Totals")

        window.home.choose(*first.key)
        assert not any(button.isVisible() for button in (window.home.card._accept, window.home.card._refine))
        press(window, Key.Key_Return)
        await until(lambda: window.feed.picture and window.feed.picture.summary.run == "hurt")
        assert window.feed.picture is not None
        assert window.page == "run"
        header = window.run_view.header
        assert "working" not in header._times.text()
        assert {one.state for node in window.feed.picture.nodes for one in node.attempts} == {"cleared", "unknown"}
        window.open_home()
        press(window, Key.Key_S)
        assert window.windowTitle() == "(1) Pilothouse", "what is known can be put aside"
        assert len(told) == 1


def test_an_approval_that_rests_on_a_claim_is_not_green(qapp: object) -> None:
    from app.needs.order import is_green
    from tests.app.needs.test_groups import need

    def approval(*gates: dict[str, str]) -> bool:
        return is_green(need("r", "approval", ("accept",), evidence={"gates": list(gates)}).hold)

    tests = {"gate": "tests", "outcome": "cleared", "label": "measured"}
    verdict = {"gate": "verdict", "outcome": "cleared", "label": "claimed"}
    assert approval(tests, verdict, {"gate": "approval", "outcome": "waiting", "label": "decided"})
    assert not approval(verdict)
    assert not approval()
    assert not approval(tests, {**tests, "outcome": "not_checked"})


async def test_what_is_snoozed_is_folded_away_over_restarts_and_comes_back_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = stories.approval_story("waits")
    story.write(tmp_path)
    stories.blocked_story("other").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):
        assert window.windowTitle() == "(2) Pilothouse"
        press(window, Key.Key_S)
        assert [need.hold.run for need in window.home.inbox.needs()] == ["other"]
        assert window.windowTitle() == "(1) Pilothouse"
        assert window.side.needs_model.rowCount() == 1

    async with home(tmp_path, monkeypatch) as (window, _):
        assert [need.hold.run for need in window.home.inbox.needs()] == ["other"]
        press(window, Key.Key_Z)
        last = window.home.inbox.index(window.home.inbox.rowCount() - 1).data()
        assert last.startswith("Approval · hand-over")

        story.events.pop()
        story.events.pop()
        story.hold("hand-over", "approval", "It asks again.", ("accept", "quit"), attempt=1, commit="f" * 40)
        story.write(tmp_path)
        await until(lambda: len(window.home.inbox.needs()) == 2)


async def test_at_home_the_list_at_the_left_leaves_what_waits_to_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(2):
        stories.approval_story(f"waits-{n}", start=START + timedelta(minutes=n)).write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):
        assert not window.side.needs.isVisible()
        theme().changed.emit()
        assert not window.side.needs.isVisible()
        window.open_fleet()
        assert window.side.needs.isVisible()

        window.side.needs.setFocus(Qt.FocusReason.OtherFocusReason)
        window.open_home()
        assert not window.side.needs.isVisible()
        assert window.focusWidget() is window.home.queue


async def test_a_narrow_home_stacks_the_hold_below_the_list_and_cuts_nothing_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):
        assert window.home.minimumSizeHint().width() < 530
        window.home.setParent(None)
        window.home.resize(530, 500)
        window.home.show()
        shapes = [window.home.parts.orientation()]
        assert find(window.home, QPushButton, "need:accept").isVisible()
        window.home.resize(900, 500)
        shapes.append(window.home.parts.orientation())
        assert shapes == [Qt.Orientation.Vertical, Qt.Orientation.Horizontal]
        window.home.hide()
        window.home.deleteLater()


async def test_what_an_attempt_changed_is_read_once_it_is_looked_at_and_drawn_where_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def changed(data_dir: Path, run: str, base: str, head: str) -> tuple[FileChange, ...]:
        asked.append(run)
        return (FileChange("src/cart.py", 12, 3), FileChange("logo.png", None, None))

    monkeypatch.setattr(changes_module, "changed_files", changed)
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):
        files, need = find(window, ChangedFiles, "needFiles"), window.home.queue.current()
        assert need is not None
        assert files.files == ()  # this hold names no commits
        hold = replace(need.hold, evidence={"fork_point": "a" * 40, "head": "b" * 40})
        files.show_hold(hold)
        await until(lambda: files.files)
        assert "src/cart.py +12 −3" in files.accessibleName()
        assert files.minimumSizeHint().height() == 0
        assert not files.grab().isNull()

        shown = []
        for one in (None, hold):
            files.show_hold(one)
            shown.append(len(files.files))
        assert (shown, asked) == ([0, 2], ["waits"])

        many = (FileChange("a", 1, 1),) * 15_000  # an attempt can change as many as it likes
        for head in "cde":
            files._on_read(("waits", "a", head), many)
        assert [head for _, _, head in files._kept] == ["e"]


async def test_where_text_is_twice_as_large_in_a_small_window_the_answers_are_in_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):
        try:
            theme().set_text_scale(2.0)
            window.resize(1280, 800)
            accept = window.home.card._accept
            await until(lambda: accept.visibleRegion().boundingRect().height() == accept.height())
            assert not window.home._foot.isVisible()
        finally:
            theme().set_text_scale(1.0)
        window.resize(1400, 1100)
        await until(window.home._foot.isVisible)


async def test_the_sheet_shows_the_keys_that_are_live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with home(tmp_path, monkeypatch) as (window, _):

        def told() -> list[str]:
            window.open_keys()
            sheet = find(window, KeySheet, "keySheet")
            texts = [label.text() for label in sheet.findChildren(QLabel)]
            sheet.done(0)
            sheet.setObjectName("")
            sheet.setParent(None)
            return texts

        at_list = told()
        assert [text in at_list for text in ("J", "A", "Raise the budget", "Launch a run")] == [True, True, False, True]
        window.side.filter.show()
        window.side.filter.setFocus()
        assert "J" not in told()
        for widget, does in (
            (find(window, QWidget, "diffView").findChild(DiffPane), "Comment on the line"),
            (window.run_view.graph, "Fold the block, or unfold it"),
            (window.run_view.timeline, "Next attempt, attempt before"),
            (window.fleet.table, "Show the attempt in its run"),
            (window.history.grid, "Go to the block of that run"),
        ):
            assert does in [words for group in live_keys(widget, window) for _, words in group.keys]


def test_a_damaged_file_of_snoozes_hides_nothing(tmp_path: Path) -> None:
    from tests.app.needs.test_groups import need

    hold = need("r").hold
    snoozed = Snoozed(tmp_path)
    for damaged in ("[1, {", "[" * 100_000):
        (tmp_path / "snoozed.json").write_text(damaged)
        assert snoozed.refresh()
        assert not snoozed.has(hold)

    snoozed.put(hold, [hold])
    other = Snoozed(tmp_path)
    other.refresh()
    assert other.has(hold)
    other.take_back(hold)
    assert snoozed.refresh()
    assert not snoozed.has(hold)


def test_until_all_runs_are_read_the_first_of_the_list_is_the_current_one(tmp_path: Path, qapp: object) -> None:
    from app.clock import Beat
    from app.commands import Commands
    from app.needs.home import HomeScreen
    from app.tasks import Tasks
    from tests.app.models.test_models import summary

    failed, green = summary(stories.failed_story("failed")), summary(stories.approval_story("green"))
    screen = HomeScreen(tmp_path, Commands(tmp_path, tasks := Tasks()), tasks, Beat())

    def current() -> str:
        need = screen.queue.current()
        return need.hold.run if need is not None else ""

    screen.show_runs((failed,))
    assert current() == "failed"
    screen.show_runs((failed, green), loaded=True)
    assert current() == "green"
    screen.queue.step(1)
    screen.show_runs((failed, green, summary(stories.approval_story("new"))), loaded=True)
    assert current() == "failed"
    screen.deleteLater()
