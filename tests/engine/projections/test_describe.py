# SPDX-License-Identifier: Apache-2.0
"""Sentences: one for every kind of event, on one line, with nothing in them that text can break."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import events as ev
from engine.kernel.events import Event
from engine.projections.describe import _SENTENCES, describe_event, label_of
from engine.projections.words import age, amount, duration, one_line
from tests.helpers import stories


def told(body: ev.Body) -> str:
    return describe_event(Event(7, "2026-03-02T09:30:00.000Z", 0, body))


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(_SENTENCES) == set(ev.TYPES)


def test_sentences_of_a_whole_run_are_plain_lines() -> None:
    for story in (stories.finished_story(), stories.blocked_story(), stories.failed_story(), stories.budget_story()):
        for event in story.events:
            sentence = describe_event(event)
            assert sentence.endswith((".", "…")), sentence
            assert "None" not in sentence
            assert "{" not in sentence


def test_a_sentence_names_the_node_and_says_what_happened() -> None:
    judged = ev.GatesJudged(
        node="fix",
        attempt=1,
        turn=1,
        head="a" * 40,
        cleared=False,
        outcomes=(
            ev.JudgedGate(key="v", gate="verdict", outcome="cleared", reason="done", label="claimed"),
            ev.JudgedGate(key="t", gate="tests", outcome="blocked", reason="2 tests failed.", label="measured"),
            ev.JudgedGate(key="f", gate="file", outcome="not_checked", reason="NOTES.md is empty", label="measured"),
        ),
    )

    assert told(judged) == "fix: Not cleared: tests: 2 tests failed; file (not checked): NOTES.md is empty."


def test_usage_that_is_unknown_is_said_to_be() -> None:
    ended = ev.TurnEnded(node="fix", attempt=1, turn=2, reason="end_turn", duration=3_200)

    assert told(ended) == "fix: Turn 2 ended after 3.2 s, usage unknown."


def test_a_failure_names_its_signal_and_class() -> None:
    ended = ev.TurnEnded(
        node="fix", attempt=1, turn=1, reason="failed", failure="crashed", message="core dumped", signal=11
    )

    assert told(ended) == "fix: Turn 1 failed after 0.0 s, signal 11: the process crashed: core dumped."


def test_the_condition_of_a_loop_is_named_as_such_and_once() -> None:
    measuring = ev.MeasuringStarted(node="n", attempt=1, turn=1, keys=("until:0", "until:1", "commit"))
    measured = ev.FactMeasured(node="n", attempt=1, turn=1, key="until:0", facts={})

    assert told(measuring) == "n: Measuring the loop's condition, commit on the secured commit."
    assert told(measured) == "n: Measured the loop's condition."


def test_what_an_agent_claims_is_labelled_claimed() -> None:
    def label(key: str) -> str:
        return label_of(Event(1, "", 0, ev.FactMeasured(node="n", attempt=1, turn=1, key=key, facts={})))

    assert [label(key) for key in ("verdict", "artifact:notes", "tests")] == ["claimed", "claimed", "measured"]


@given(st.text())
def test_br_051_no_text_breaks_out_of_its_line(text: str) -> None:
    line = one_line(text)

    assert len(line) <= 240
    assert not {unicodedata.category(character) for character in line} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_long_text_is_cut_and_says_so() -> None:
    assert one_line("word " * 100_000).endswith("…")
    assert len(one_line("x" * 500, 50)) == 50


def test_figures_read_as_people_say_them() -> None:
    assert [duration(ms) for ms in (0, 950, 12_000, 185_000, 7_800_000, 273_600_000)] == [
        "0.0 s",
        "0.9 s",
        "12 s",
        "3 min 05 s",
        "2 h 10 min",
        "3 d 4 h",
    ]
    assert [duration(ms) for ms in (60_000, 3_600_000, 86_400_000)] == ["1 min", "1 h", "1 d"]
    assert [amount("tokens", n, brief=True) for n in (950, 26_600, 200_000, 1_250_000)] == [
        "950",
        "26.6k",
        "200k",
        "1.25M",
    ]
    assert [age(ms) for ms in (0, 12_000, 300_000, 10_800_000, 200_000_000)] == ["now", "12 s", "5 min", "3 h", "2 d"]
    assert [amount("cost", 1.5), amount("tokens", 12345), amount("turns", None)] == ["$1.50", "12,345", "unknown"]
