# SPDX-License-Identifier: Apache-2.0
"""The past of a run: every moment is what a fold up to there gives, wherever one came from; what lines are about."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.kernel import events as ev
from engine.projections import Past, RunProjection
from engine.projections import past as module
from engine.projections.past import as_of
from engine.projections.topics import stops, topics_of
from tests.helpers import stories
from tests.helpers.nested import nested_story


def test_every_moment_is_what_folding_up_to_it_gives_in_whatever_order_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVERY", 7)
    monkeypatch.setattr(module, "MOST", 6)
    story = nested_story()
    story.write(tmp_path)
    past = Past(tmp_path, story.run)
    order = list(range(1, len(story.events) + 1))
    random.Random(3).shuffle(order)

    for seq in [len(order), *order[:40]]:
        told = RunProjection()
        told.apply(story.events[:seq])
        picture = past.picture(seq)
        assert picture is not None
        assert picture.summary == told.summary()
        assert picture.nodes == as_of(told.tree(), told.summary().last_at)
        for node in told.tree():
            assert past.evidence(seq, node.id) == told.evidence(node.id)


def test_what_was_at_work_then_does_not_count_on(tmp_path: Path) -> None:
    story = stories.approval_story()
    story.write(tmp_path)
    started = next(event.seq for event in story.events if isinstance(event.body, ev.AgentStarted))

    picture = Past(tmp_path, story.run).picture(started)

    assert picture is not None
    (attempt,) = next(node for node in picture.nodes if node.id == "reproduce").attempts
    assert attempt.state == "running"
    assert [turn.ended_at for turn in attempt.turns] == [story.events[started - 1].at]
    assert attempt.spent == 40


def test_beyond_the_end_and_beyond_damage_it_is_the_last_line_that_can_be_read(tmp_path: Path) -> None:
    story = stories.approval_story()
    journal = story.write(tmp_path) / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:20], b'{"seq": 21}\n', *lines[21:]]))

    picture = Past(tmp_path, story.run).picture(1_000)

    assert picture is not None
    assert picture.summary.last_seq == 20


def test_a_line_is_about_what_a_person_would_look_for_it_under() -> None:
    story = stories.blocked_story()
    told = RunProjection()
    told.apply(story.events)
    blocked = [row for row in told.rows if row.type == "gates_judged" and "failures" in row.topics]
    held = [row for row in told.rows if row.type == "hold_opened"]

    assert blocked
    assert all(row.stop and "gates" in row.topics and "decisions" in row.topics for row in blocked)
    assert held
    assert all(row.stop and "holds" in row.topics for row in held)
    assert topics_of(ev.Heartbeat()) == ()
    assert topics_of(ev.Raised(kind="turns", amount=1)) == ("budgets",)
    waiting = ev.JudgedGate.model_validate(
        {"key": "approval", "gate": "approval", "outcome": "waiting", "reason": "", "label": "decided"}
    )
    judged = ev.GatesJudged(node="a", attempt=1, turn=1, head="a" * 40, cleared=False, outcomes=(waiting,))
    assert not stops(judged), "an approval that waits is no blocked gate"
