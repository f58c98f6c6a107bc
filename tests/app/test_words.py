# SPDX-License-Identifier: Apache-2.0
"""The words of the engine have their entry in the app's tables, each of them, so that they can be translated."""

from __future__ import annotations

import inspect
import re
from itertools import chain
from typing import Any, get_args, get_type_hints

import pytest

from app import sentences, words
from app.kinds import KIND_WORDS, UNREADABLE
from app.run.answers import LOOKS
from app.run.journal import CHIPS
from app.tokens import STATUSES
from engine.commands.answers import WORDS as MEANINGS
from engine.kernel import events as ev
from engine.policy.failures import FAILURE_CLASSES
from engine.policy.prices import Tier
from engine.projections import TOPICS, RunProjection, agents, describe, hearing, tree
from engine.projections.views import NodeState
from engine.projections.words import METER_NAMES
from tests.helpers import stories
from tests.helpers.nested import nested_story

STORIES = {
    name: getattr(stories, f"{name}_story")().events
    for name in ("approval", "finished", "running", "blocked", "budget", "failed")
} | {"nested": nested_story().events}


def literals(kind: Any) -> set[str]:
    return {kind} if isinstance(kind, str) else set(chain(*map(literals, get_args(kind))))


def test_every_closed_vocabulary_of_the_engine_has_its_words() -> None:
    assert set(words.FAILURES) == FAILURE_CLASSES
    assert {name: words.FAILURES[name] for name in describe._FAILURES} == describe._FAILURES
    assert words.METERS == METER_NAMES
    assert set(KIND_WORDS) == {*get_args(ev.HoldKind), UNREADABLE}
    assert set(CHIPS) == set(TOPICS)
    assert words.TOPICS == TOPICS
    assert set(words.TIERS) == literals(Tier)
    assert set(words.MARKS) == literals(get_type_hints(tree._mark)["return"]) - {""}
    states = [literals(kind) for kind in (NodeState, ev.AttemptOutcome, ev.NodeOutcome, ev.RunOutcome, ev.Label)]
    assert {*chain(*states), "blocked", "not_checked"} <= set(STATUSES)


def test_every_answer_that_a_hold_takes_has_its_button() -> None:
    assert set(MEANINGS) == set(LOOKS)


def test_every_activity_of_a_block_has_its_words() -> None:
    told = {*tree._ACTIVITIES.values(), *agents._DOING.values()} - {""}

    assert told <= set(sentences.ACTIVITIES)


def test_every_reason_not_to_listen_has_its_words() -> None:
    source = inspect.getsource(hearing)
    told = {*hearing._NOT_NOW.values(), *re.findall(r'Hearing\("not", "([^"]+)"', source), "no turn of it runs"}

    assert told == set(sentences.HEARINGS)


def test_every_kind_of_event_has_its_sentences_and_the_words_in_them() -> None:
    assert set(sentences.EVENTS) == set(ev.TYPES)
    inside = {*describe._TURNS.values(), *describe._INTERRUPTED.values(), *describe._EFFECTS.values()}
    assert inside - {"the command runs"} <= set(sentences._WORDS)


@pytest.mark.parametrize("name", STORIES)
def test_what_the_journal_says_fits_its_sentences(name: str) -> None:
    projection = RunProjection()
    projection.apply(STORIES[name])

    for row in projection.rows:
        assert sentences.fitting(sentences.EVENTS[row.type], row.sentence) is not None, row.sentence
    for node in projection.tree():
        for said in (node.activity, node.progress):
            assert not said or sentences.fitting(sentences.ACTIVITIES, said) is not None, said


@pytest.mark.parametrize("template", [told for some in sentences.EVENTS.values() for told in some])
def test_words_of_agents_in_a_sentence_are_found_whole_however_long_and_never_searched_for_long(template: str) -> None:
    parts = re.split(r"\{\d\}", template)
    hostile = parts[0] + "a" + "".join(part * 2_000 for part in parts[1:])

    for text in (hostile, hostile + "#", template.format(*("%1 {name} %n",) * 5)):
        found = sentences.fitting((template,), text)
        assert found is None or template.format(*found[1]) == text
    assert sentences.fitting((template,), template) is not None
