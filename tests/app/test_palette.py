# SPDX-License-Identifier: Apache-2.0
"""The palette finds by words, best first, and never offers an answer to a hold."""

from __future__ import annotations

from app.palette import Entry, matching


def entries(*titles: str) -> list[Entry]:
    return [Entry(title, lambda: None, group="run") for title in titles]


def test_titles_that_begin_with_the_word_come_first() -> None:
    found = matching(entries("Show the launch log", "Launch a run", "Quit"), "launch")

    assert [entry.title for entry in found] == ["Launch a run", "Show the launch log"]


def test_every_word_must_be_somewhere() -> None:
    shown = [Entry("Mend the sails", lambda: None, "webshop · paused", "run"), *entries("Mend the hull")]

    assert [entry.title for entry in matching(shown, "paused mend")] == ["Mend the sails"]
    assert matching(shown, "nothing") == []
    assert len(matching(shown, "")) == 2
