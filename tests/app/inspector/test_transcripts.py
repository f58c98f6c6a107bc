# SPDX-License-Identifier: Apache-2.0
"""Transcripts are followed while they grow, and a reader finds the place again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.inspector.transcripts import FileSource, TranscriptFollower, shown, usage_words
from app.tasks import Tasks
from app.transcript import TranscriptView
from engine.agents.transcript import Entry, TranscriptWriter
from tests.app.monitor import until


class Pane:
    """A view and what follows files for it."""

    def __init__(self) -> None:
        self.view = TranscriptView()
        self.view.resize(600, 300)
        self.view.show()
        self.tasks = Tasks()
        self.follower = TranscriptFollower(self.view, self.tasks)

    def count(self) -> int:
        return len(self.view._scroll.source)


@pytest.fixture
async def pane(qtbot: QtBot) -> AsyncIterator[Pane]:
    made = Pane()
    yield made
    await made.tasks.close()
    made.view.hide()
    made.view.deleteLater()


def writer(folder: Path, texts: int, start: int = 0) -> TranscriptWriter:
    folder.mkdir(exist_ok=True)
    made = TranscriptWriter(folder, 1, "raw.jsonl")
    for n in range(start, start + texts):
        made.add("message", f"message {n}\n" * 3)
    made.flush()
    return made


async def test_a_transcript_that_is_not_there_yet_appears_when_it_is(pane: Pane, tmp_path: Path) -> None:
    pane.follower.show(tmp_path / "a" / "transcript.jsonl")
    assert pane.count() == 0
    writer(tmp_path / "a", 3).close()

    await until(lambda: pane.count() == 3)


async def test_br_050_coming_back_to_an_attempt_restores_the_place(pane: Pane, tmp_path: Path) -> None:
    writer(tmp_path / "a", 200).close()
    writer(tmp_path / "b", 5).close()
    first, second = tmp_path / "a" / "transcript.jsonl", tmp_path / "b" / "transcript.jsonl"
    pane.follower.show(first)
    await until(lambda: pane.count() == 200)
    pane.view.verticalScrollBar().setValue(pane.view.verticalScrollBar().maximum() // 2)
    place = pane.view.place()
    assert not place.following

    pane.follower.show(second)
    await until(lambda: pane.count() == 5)
    pane.follower.show(first)
    await until(lambda: pane.count() == 200)

    assert pane.view.place() == place


async def test_br_050_what_arrives_leaves_a_reader_where_he_is(pane: Pane, tmp_path: Path) -> None:
    made = writer(tmp_path / "a", 200)
    pane.follower.show(tmp_path / "a" / "transcript.jsonl")
    await until(lambda: pane.count() == 200)
    pane.view.verticalScrollBar().setValue(pane.view.verticalScrollBar().maximum() // 2)
    place = pane.view.place()

    for n in range(20):
        made.add("message", f"more {n}")
        made.flush()
    made.close()
    await until(lambda: pane.count() == 220)

    assert pane.view.place() == place


async def test_a_transcript_that_is_replaced_is_read_anew(pane: Pane, tmp_path: Path) -> None:
    writer(tmp_path / "a", 20).close()
    pane.follower.show(tmp_path / "a" / "transcript.jsonl")
    await until(lambda: pane.count() == 20)

    writer(tmp_path / "b", 4).close()
    (tmp_path / "b" / "transcript.jsonl").replace(tmp_path / "a" / "transcript.jsonl")

    await until(lambda: pane.count() == 4)


def test_only_what_was_revealed_can_be_asked_for(tmp_path: Path) -> None:
    writer(tmp_path / "a", 3).close()
    source = FileSource(tmp_path / "a" / "transcript.jsonl")
    source.look()
    with pytest.raises(IndexError):
        source.entry(0)

    assert source.reveal() == 3
    assert source.entry(2).text == "message 2\n" * 3
    source.close()


def test_kinds_that_the_view_does_not_know_are_shown_all_the_same() -> None:
    assert (shown(Entry("plan", "1. Look")).kind, shown(Entry("plan", "1. Look")).title) == ("notice", "Plan")
    assert usage_words({"input": 1200, "output": 30, "cost": 0.5, "total": True}) == (
        "whole turn: 1,200 tokens in, 30 out, $0.50"
    )
    assert usage_words({}) == "usage unknown"
