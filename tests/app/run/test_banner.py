# SPDX-License-Identifier: Apache-2.0
"""The hold banner: everything needed to answer, and no way to answer by accident."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.clock import Beat
from app.commands import Commands, Report
from app.labels import WrapLabel
from app.run import banner as banner_module
from app.run.banner import HoldBanner
from app.run.evidencepane import EvidencePane
from app.selection import Selection
from app.tasks import Tasks
from app.theme import theme
from engine.errors import Refused
from engine.projections import HoldView, RunProjection
from engine.runtime.client import Reply
from tests.app.monitor import answer_button, find, until
from tests.helpers import stories
from tests.helpers.stories import Story


class RecordedCommands(Commands):
    """Keeps what was commanded instead of giving it to an engine; refuses if told so."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir, Tasks())
        self.given: list[dict[str, Any]] = []
        self.refusal: str | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def _to_engine(self, run: str, body: Mapping[str, Any]) -> Reply:
        self.given.append({"run": run, **body})
        await self.gate.wait()
        if self.refusal is not None:
            raise Refused(self.refusal)
        return Reply("journaled", 99, "running", driven=True)


class Screen(QWidget):
    """A banner below a field in which somebody types."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__()
        self.selection = Selection(self)
        self.commands = RecordedCommands(data_dir)
        self.field = QLineEdit(self)
        self.banner = HoldBanner(self.commands, self.selection, Beat(self), self)
        layout = QVBoxLayout(self)
        layout.addWidget(self.field)
        layout.addWidget(self.banner)

    def show_story(self, story: Story) -> tuple[HoldView, ...]:
        projection = RunProjection()
        projection.apply(story.events)
        self.selection.choose_run(story.run)
        self.banner.show_holds(projection.holds())
        return projection.holds()

    async def ready(self, answer: str) -> QPushButton:
        button = answer_button(self, answer)
        await until(button.isEnabled)
        return button


@pytest.fixture
async def screen(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Screen]:
    monkeypatch.setattr(banner_module, "MOUSE_DEAD_MS", 60)
    shown = Screen(tmp_path)
    shown.resize(700, 500)
    shown.show()
    shown.activateWindow()
    yield shown
    await shown.commands._tasks.close()
    shown.hide()
    shown.deleteLater()


async def settled(screen: Screen) -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_every_answer_of_every_kind_of_hold_is_a_button(screen: Screen) -> None:
    for story in (
        stories.approval_story(),
        stories.blocked_story(),
        stories.budget_story(),
        stories.failed_story(),
    ):
        (hold,) = screen.show_story(story)
        await settled(screen)

        assert [answer_button(screen, answer).isVisible() for answer in hold.answers] == [True] * len(hold.answers)
        assert all(answer_button(screen, answer).accessibleName() for answer in hold.answers)


async def test_accepting_sends_exactly_what_was_seen(screen: Screen, qtbot: QtBot) -> None:
    (hold,) = screen.show_story(stories.approval_story())
    find(screen, QLineEdit, "answerNote").setText("Well done.")

    qtbot.mouseClick(await screen.ready("accept"), Qt.MouseButton.LeftButton)
    await settled(screen)

    assert screen.commands.given == [
        {
            "run": "r-approval",
            "command": "answer",
            "hold": "h1",
            "answer": "accept",
            "note": "Well done.",
            "to": None,
            "expect": hold.seq,
            "via": "monitor",
        }
    ]


async def test_a_second_click_while_an_answer_is_under_way_sends_nothing(screen: Screen, qtbot: QtBot) -> None:
    screen.show_story(stories.approval_story())
    screen.commands.gate.clear()
    button = await screen.ready("accept")

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await settled(screen)
    assert not button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    screen.commands.gate.set()
    await until(button.isEnabled)

    assert len(screen.commands.given) == 1


async def test_a_refused_answer_says_why_at_the_banner(screen: Screen, qtbot: QtBot) -> None:
    screen.show_story(stories.approval_story())
    screen.commands.refusal = "the evidence has moved: it is at 90, and the answer was given for 80"

    qtbot.mouseClick(await screen.ready("accept"), Qt.MouseButton.LeftButton)
    outcome = find(screen, WrapLabel, "answerOutcome")
    await until(outcome.isVisible)

    assert "the evidence has moved" in outcome.text()


async def test_moved_evidence_disables_the_buttons_and_says_so(screen: Screen) -> None:
    (hold,) = screen.show_story(stories.approval_story())
    await screen.ready("accept")

    screen.banner.show_holds((replace(hold, seq=hold.seq + 9, commit="f" * 40),))

    assert not answer_button(screen, "accept").isEnabled()
    assert "Look at it again" in find(screen, WrapLabel, "answerOutcome").text()
    await screen.ready("accept")


async def test_refining_needs_a_note(screen: Screen) -> None:
    screen.show_story(stories.approval_story())
    await screen.ready("accept")

    assert not answer_button(screen, "refine").isEnabled()
    find(screen, QLineEdit, "answerNote").setText("Shorter, please.")
    assert answer_button(screen, "refine").isEnabled()


async def test_a_budget_is_raised_from_the_banner(screen: Screen, qtbot: QtBot) -> None:
    screen.show_story(stories.budget_story())
    field = find(screen, QLineEdit, "raise:turns")
    field.setText("x")
    await asyncio.sleep(banner_module.MOUSE_DEAD_MS / 1000 + 0.1)
    assert not answer_button(screen, "raise").isEnabled()

    field.setText("+5")
    qtbot.mouseClick(await screen.ready("raise"), Qt.MouseButton.LeftButton)
    await settled(screen)

    assert [(given["command"], given["kind"], given["amount"]) for given in screen.commands.given] == [
        ("raise", "turns", 5)
    ]


async def test_restart_from_offers_the_blocks_it_may_go_to(screen: Screen, qtbot: QtBot) -> None:
    (hold,) = screen.show_story(stories.approval_story())
    button = await screen.ready("restart_from")
    assert not answer_button(screen, "jump_to").isEnabled()  # nothing comes after the last block

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    actions = menu.actions()
    assert [action.text() for action in actions] == list(hold.targets["restart_from"])
    actions[1].trigger()
    await settled(screen)

    assert (screen.commands.given[0]["answer"], screen.commands.given[0]["to"]) == ("restart_from", "fix")


async def test_br_055_keys_typed_while_gates_fall_due_approve_nothing(screen: Screen, qtbot: QtBot) -> None:
    screen.field.setFocus()
    qtbot.keyClicks(screen.field, "typing ")

    for story in (stories.approval_story("a"), stories.approval_story("b"), stories.budget_story("c")):
        screen.show_story(story)
        await settled(screen)
        focused = screen.focusWidget()
        assert focused is screen.field
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            qtbot.keyClick(focused, key)

    assert screen.commands.given == []
    assert screen.field.text() == "typing " + " " * 3


async def test_br_055_enter_never_answers_and_no_key_does_in_the_first_second(screen: Screen, qtbot: QtBot) -> None:
    screen.show_story(stories.approval_story())
    for answer in ("accept", "quit"):
        button = await screen.ready(answer)
        button.setFocus()
        for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            qtbot.keyClick(button, key)
        assert not button.isDefault()
        assert not button.autoDefault()
    assert screen.commands.given == []

    screen.banner._appeared -= banner_module.KEYS_DEAD_MS / 1000
    button = answer_button(screen, "accept")
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert screen.commands.given == []
    qtbot.keyClick(button, Qt.Key.Key_Space)
    await settled(screen)
    assert [given["answer"] for given in screen.commands.given] == ["accept"]


async def test_a_run_is_quit_only_after_a_second_word_and_for_the_hold_that_was_shown(
    screen: Screen, qtbot: QtBot
) -> None:
    (hold,) = screen.show_story(stories.approval_story())
    for choice in ("keep", "run"):
        qtbot.mouseClick(await screen.ready("quit"), Qt.MouseButton.LeftButton)
        asked = find(screen, QPushButton, f"quit:{choice}")
        if choice == "run":
            screen.banner.show_holds((replace(hold, id="h2", seq=hold.seq + 5),))
        qtbot.mouseClick(asked, Qt.MouseButton.LeftButton)
        await until(lambda: screen.findChild(QPushButton, "quit:run") is None)
        assert screen.commands.given == []

    qtbot.mouseClick(await screen.ready("quit"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(find(screen, QPushButton, "quit:run"), Qt.MouseButton.LeftButton)
    await settled(screen)
    assert [(given["hold"], given["answer"]) for given in screen.commands.given] == [("h2", "quit")]


async def test_br_055_the_focus_does_not_slide_from_an_old_answer_to_a_new_one(screen: Screen) -> None:
    (hold,) = screen.show_story(stories.approval_story())
    (await screen.ready("accept")).setFocus()

    screen.banner.show_holds((replace(hold, id="h2", seq=hold.seq + 5),))
    await asyncio.sleep(0.05)

    assert screen.focusWidget() is screen.banner


async def test_br_055_a_button_takes_no_click_in_the_moment_it_appears(screen: Screen, qtbot: QtBot) -> None:
    screen.show_story(stories.approval_story())

    qtbot.mouseClick(answer_button(screen, "accept"), Qt.MouseButton.LeftButton)
    await settled(screen)

    assert screen.commands.given == []


async def test_br_051_what_agents_say_is_shown_as_text(screen: Screen) -> None:
    hostile = '<b>APPROVED</b><img src="file:///etc/passwd"><a href="https://example.org">ok</a>'
    (hold,) = screen.show_story(stories.approval_story())
    evidence = dict(hold.evidence) | {"verdict": {"result": "done", "summary": hostile}}
    screen.banner.show_holds((replace(hold, sentence=hostile, evidence=evidence, node=hostile),))

    drawn = [label for label in screen.banner.findChildren(WrapLabel) if hostile in label.text()]
    labels = [label for label in screen.banner.findChildren(QLabel) if "APPROVED" in label.text()]

    assert len(drawn) == 2  # the sentence and what the agent says, drawn by hand
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
    assert not any(label.openExternalLinks() for label in labels)


async def test_several_holds_of_a_run_can_be_leafed_through(screen: Screen) -> None:
    (hold,) = screen.show_story(stories.approval_story())
    other = replace(hold, id="h2", sentence="Another one.")
    screen.banner.show_holds((hold, other))
    note = find(screen, QLineEdit, "answerNote")
    note.setFocus()
    note.setText("Shorter, please.")
    screen.banner.take_comments("> a line\n\nWhy?")

    screen.selection.choose_hold(hold.run, "h2", None)

    shown = screen.banner.hold()
    assert shown is not None
    assert shown.sentence == "Another one."
    assert note.text() == ""
    assert not note.hasFocus()  # who is writing writes into no other hold's note
    screen.banner.show_holds((hold, other), past=True)
    assert not note.isVisible()
    screen.banner.show_holds((hold, other))
    screen.banner._on_forth()
    assert screen.banner.hold() == hold
    assert note.text() == "Shorter, please."
    assert screen.banner._comments == "> a line\n\nWhy?"

    note.insert("x" * 20_000)
    assert "20,000 characters and no more" in find(screen, WrapLabel, "answerOutcome").text()
    note.setText("Shorter, please.")

    screen.commands.reported.emit(Report("done", "resumed", hold.run, hold.id, hold.id))
    assert note.text() == "Shorter, please.", "it went with no answer"
    screen.commands.reported.emit(Report("done", "refined", hold.run, hold.id, hold.id, "Shorter, please.\n\n> a line"))
    assert note.text() == ""


async def test_at_a_provider_s_limit_the_run_may_be_told_to_wait_each_time(screen: Screen, qtbot: QtBot) -> None:
    limited = {"failure": "rate_limited", "until": "2026-03-02T14:20:00.000Z", "begun": False}
    said = ("failure", "codex takes no requests until 14:20.", ("wait", "quit"))
    screen.show_story(stories.running_story("r").hold("fix", *said, attempt=1, evidence=limited))
    always = find(screen, QPushButton, "answer:always")
    assert not always.isEnabled(), "it takes no click in the moment it appears"
    await until(always.isEnabled)

    qtbot.mouseClick(always, Qt.MouseButton.LeftButton)
    await settled(screen)

    given = [(one["command"], one["name"], one["value"]) for one in screen.commands.given]
    assert given == [("set", "on_provider_limit", "continue")]


async def test_a_note_that_is_being_written_survives_another_theme(screen: Screen) -> None:
    screen.show_story(stories.approval_story())
    note = find(screen, QLineEdit, "answerNote")
    note.setText("Half a sen")
    note.setFocus()

    theme().set_scheme("dark")

    assert note.text() == "Half a sen"
    assert screen.focusWidget() is note


async def test_tab_goes_from_the_note_to_the_answers(screen: Screen, qtbot: QtBot) -> None:
    (hold,) = screen.show_story(stories.blocked_story())
    note = find(screen, QLineEdit, "answerNote")
    note.setText("Mind the empty cart.")
    await screen.ready("retry")
    note.setFocus()

    stops = []
    for _ in hold.answers:
        qtbot.keyClick(screen.focusWidget(), Qt.Key.Key_Tab)
        stops.append(screen.focusWidget().objectName())

    assert set(stops) == {f"answer:{answer}" for answer in hold.answers}


async def test_evidence_that_scrolls_is_reached_by_the_keyboard(screen: Screen, qtbot: QtBot) -> None:
    (hold,) = screen.show_story(stories.blocked_story())
    gates: list[JsonValue] = [
        {"gate": f"gate {n}", "outcome": "blocked", "reason": "why " * 60, "label": "measured"} for n in range(9)
    ]
    screen.banner.show_holds((replace(hold, evidence=dict(hold.evidence) | {"gates": gates}),))
    pane = find(screen, EvidencePane, "holdEvidence")
    await until(lambda: pane.verticalScrollBar().maximum() > 0)
    screen.banner.setFocus()

    qtbot.keyClick(screen.banner, Qt.Key.Key_Tab)
    qtbot.keyClick(pane, Qt.Key.Key_Down)

    assert screen.focusWidget() is pane
    assert pane.verticalScrollBar().value() > 0


async def test_the_evidence_is_as_high_as_its_lines_at_every_width(screen: Screen) -> None:
    (hold,) = screen.show_story(stories.blocked_story())
    pane = screen.banner._evidence
    seen = set()
    for width in (700, 330, 700, 420, 300, 700):
        screen.resize(width, 900)
        for _ in range(3):
            QApplication.sendPostedEvents()
        assert pane.viewport().height() == pane.height()
        lines = pane.widget()
        assert lines is not None
        assert lines.height() == max(pane.height(), lines.heightForWidth(lines.width()))
        seen.add(pane.height())

    assert len(seen) > 1, hold
