# SPDX-License-Identifier: Apache-2.0
"""A person speaks to the agent at work: it is said when it will be heard, and shown what became of it."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from app import commands
from app.inspector.notes import notes_of
from app.inspector.transcripts import FileSource, seq_of
from app.labels import WrapLabel
from app.transcript import Entry
from app.window import MonitorWindow
from engine.agents import LISTENING, backend
from engine.agents.transcript import TranscriptWriter
from engine.definition.model import Role
from engine.definition.parts import AGENTS
from engine.kernel import events as ev
from engine.projections import Hearing, RunProjection
from engine.runtime.client import Reply
from tests.app.monitor import find, monitor, until
from tests.helpers import stories


@pytest.fixture(autouse=True)
def _no_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "_start_host", lambda data_dir: False)


def field(window: MonitorWindow) -> QPlainTextEdit:
    return find(window, QPlainTextEdit, "messageField")


def hint(window: MonitorWindow) -> str:
    return find(window, WrapLabel, "messageHint").text()


def texts(window: MonitorWindow) -> list[str]:
    source = window.inspector.transcript.source()
    return [source.entry(i).text for i in range(len(source))]


async def test_what_is_typed_is_sent_with_enter_and_stands_in_the_transcript_with_its_line(
    tmp_path: Path, qtbot: QtBot
) -> None:
    stories.running_story("r").write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        await until(lambda: field(window).isVisible())
        assert hint(window) == "Told when this turn ends: scripted hears nothing while it works."
        assert not find(window, QPushButton, "messageSend").isEnabled()
        assert window.focusWidget() is not field(window)

        window.do_act("message")
        assert window.focusWidget() is field(window)
        before = field(window).height()
        qtbot.keyClicks(field(window), "Look at")
        qtbot.keyClick(field(window), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClicks(field(window), "invoice.py first")
        assert field(window).height() > before
        qtbot.keyClick(field(window), Qt.Key.Key_Return)

        await until(lambda: field(window).toPlainText() == "")
        await until(lambda: "Look at\ninvoice.py first" in texts(window))
        view = window.inspector.transcript
        at = texts(window).index("Look at\ninvoice.py first")
        seq = view.source().entry(at).meta["seq"]
        view.reveal(at)
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_Return)  # follows the link below it
        table = find(window, QTableView, "journalTable")
        row = table.currentIndex().data(Qt.ItemDataRole.UserRole)
        assert (row.seq, row.type) == (seq, "message_given")

        view.reveal(0)
        table.activated.emit(table.currentIndex())  # and back
        await until(lambda: view.current() == at)
        assert window.focusWidget() is view


async def test_what_is_typed_is_kept_for_its_attempt_and_escape_leaves(tmp_path: Path, qtbot: QtBot) -> None:
    stories.running_story("r").write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        await until(lambda: field(window).isVisible())
        place = window.selection.node
        field(window).setFocus()
        qtbot.keyClicks(field(window), "half a th")

        window.selection.choose_node("reproduce")
        await until(lambda: not field(window).isVisible())
        assert not field(window).isEnabled()
        window.selection.choose_node(place)
        await until(lambda: field(window).isVisible())

        assert field(window).toPlainText() == "half a th"
        field(window).setFocus()
        qtbot.keyClick(field(window), Qt.Key.Key_Escape)
        assert window.focusWidget() is window.inspector.transcript


async def test_what_is_typed_while_it_is_sent_stays_and_goes_on_to_the_next_attempt(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = threading.Event()

    def deliver(*_: object) -> Reply:
        assert taken.wait(40)
        return Reply("journaled", 9, driven=True)

    monkeypatch.setattr(commands, "_deliver", deliver)
    story = stories.running_story("r")
    story.write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        await until(lambda: field(window).isVisible())
        field(window).setFocus()
        qtbot.keyClicks(field(window), " First this")
        qtbot.keyClick(field(window), Qt.Key.Key_Return)
        qtbot.keyClicks(field(window), " and then that")

        story.end("fix").add(ev.AttemptEnded(node="fix", attempt=1, outcome="failed"))
        story.open("fix", 2, cause="retry").turn("fix", 2).write(tmp_path)
        await until(lambda: window.inspector.speech._place == ("r", "fix", 2))
        assert field(window).toPlainText() == " First this and then that"
        taken.set()

        await until(lambda: field(window).toPlainText() == " and then that")
        assert find(window, QPushButton, "messageSend").isEnabled()


async def test_nothing_can_be_said_in_the_past(tmp_path: Path) -> None:
    stories.running_story("r").write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        await until(lambda: field(window).isVisible())
        window.run_view.go_to(len(window.run_view.journal.rows) - 1)

        await until(lambda: not field(window).isEnabled())
        assert hint(window) in ("", "This is the past: go back to now.")
        window.run_view.return_to_now()
        await until(lambda: field(window).isEnabled())


async def test_who_cannot_be_spoken_to_has_no_field_and_it_is_said_why(tmp_path: Path) -> None:
    stories.blocked_story("r").write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        await until(lambda: window.inspector.speech.isVisible())

        assert not field(window).isVisible()
        assert hint(window) == "Nobody listens here now: it needs you, and a note goes with your answer."


def test_what_became_of_a_message_is_told_for_the_attempt_that_it_was_said_to() -> None:
    story = stories.running_story("r")
    story.add(ev.MessageGiven(node="fix", message_id="m1", text="Stop that.", by=stories.HUMAN))
    story.add(ev.MessageSent(node="fix", attempt=1, turn=1, message_id="m1"))
    story.add(ev.MessageTaken(node="fix", attempt=1, turn=1, message_id="m1", taken=False))
    projection = RunProjection()
    projection.apply(story.events)
    node = next(node for node in projection.tree() if node.id == "fix")

    notes = notes_of(node, node.attempts[0])

    assert [(note.kind, note.title, note.text) for note in notes] == [
        ("prompt", "ann says to it", "Stop that."),
        ("notice", "", "The message is kept for the next prompt: this turn did not take it."),
    ]
    seqs = [note.meta["seq"] for note in notes]
    assert seqs == [story.events[-3].seq, story.events[-1].seq]
    assert node.hearing == Hearing("next")


def test_an_agent_that_listens_hears_at_once() -> None:
    story = stories.running_story("r")
    listening = RunProjection()
    listening.apply(
        replace(one, body=one.body.model_copy(update={"backend": "claude-code"}))
        if isinstance(one.body, ev.AgentStarted)
        else one
        for one in story.events
    )

    assert next(node for node in listening.tree() if node.id == "fix").hearing == Hearing("now")


def test_notes_stand_where_they_happened_but_never_before_what_was_seen(tmp_path: Path) -> None:
    clock = iter(range(1_000, 10_000, 1_000))
    writer = TranscriptWriter(tmp_path, 1, "raw.jsonl", now_ms=lambda: next(clock))
    for text in ("one", "two", "three"):
        writer.add("message", text)
    writer.flush()
    source = FileSource(tmp_path / "transcript.jsonl")
    notes = [Entry("notice", "said", at_ms=1_500, meta={"seq": 4})]
    source.look(notes)
    assert source.reveal() == 4
    writer.add("message", "four")
    writer.close()
    source.look([*notes, Entry("notice", "late", at_ms=1_600, meta={"seq": 9})])
    assert source.reveal() == 2

    assert [source.entry(i).text for i in range(len(source))] == ["one", "said", "two", "three", "late", "four"]
    source.close()


def test_the_backends_that_listen_are_those_that_say_so() -> None:
    roles = [Role.model_validate({"agent": name, "argv": ["x"]}) for name in AGENTS]

    assert {role.agent for role in roles if backend(role).capabilities.messages} == LISTENING


def test_each_turn_ends_with_what_it_used_and_its_line_of_the_journal() -> None:
    story = stories.approval_story("r")
    projection = RunProjection()
    projection.apply(story.events)
    node = next(node for node in projection.tree() if node.id == "reproduce")

    [note] = notes_of(node, node.attempts[0])

    row = projection.rows[seq_of(note) - 1]
    assert (row.type, row.node, row.turn) == ("turn_ended", "reproduce", 1)
    assert re.fullmatch(r"Turn 1 took 12 s: [\d,]+ tokens in, [\d,]+ out.*", note.text), note.text
