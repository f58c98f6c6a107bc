# SPDX-License-Identifier: Apache-2.0
"""The failure table: complete, and closed to what it does not know."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.policy.failures import (
    FAILURE_CLASSES,
    RULES,
    FollowUp,
    as_failure_class,
    classify,
    follow_up,
    stop_failure,
)


def test_every_class_has_a_rule_with_its_reason() -> None:
    assert set(RULES) == FAILURE_CLASSES
    assert all(rule.why and rule.follow_up in get_args(FollowUp) for rule in RULES.values())


@pytest.mark.parametrize("name", ["", "brand_new", "CRASHED", "end_turn"])
def test_a_class_that_is_not_in_the_table_is_held(name: str) -> None:
    assert (follow_up(name), as_failure_class(name)) == ("hold", "unknown")


def test_a_hard_time_out_is_never_continued_by_itself() -> None:
    assert follow_up("timed_out") == "hold"


def test_waiting_for_a_provider_uses_no_retry() -> None:
    assert {name for name in FAILURE_CLASSES if follow_up(name) == "wait"} == {"rate_limited", "overloaded"}


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("end_turn", None),
        ("refusal", "refusal"),
        ("max_tokens", "incomplete"),
        ("pause_turn", "unknown"),
        ("brand_new", "unknown"),
        ("END_TURN", "unknown"),
        ("", "unknown"),
    ],
)
def test_br_064_only_end_turn_ends_a_turn_well(reason: str, expected: str | None) -> None:
    assert stop_failure(reason) == expected


@pytest.mark.parametrize("reason", ["refusal", "brand_new"])
def test_br_064_a_refusal_or_an_unknown_stop_is_not_retried_unchanged(reason: str) -> None:
    assert follow_up(str(stop_failure(reason))) == "hold"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("API Error: 429 Too Many Requests", "rate_limited"),
        ("anthropic.RateLimitError: rate_limit_error", "rate_limited"),
        ("Error: Overloaded (overloaded_error)", "overloaded"),
        ("invalid x-api-key", "authentication"),
        ("prompt is too long: 210000 tokens > 200000 maximum", "context_overflow"),
        ("./agent.sh: line 3: jq: command not found\n", "tool_missing"),
        ("Segmentation fault", None),
        ("I raised the limit of the rate to 429 requests.", None),
        ("", None),
    ],
)
def test_signatures_are_phrases_and_never_common_words(text: str, expected: str | None) -> None:
    assert classify(text) == expected


def test_only_the_end_of_a_long_text_is_looked_at() -> None:
    assert classify("rate_limit_error " + "x" * 20_000) is None
