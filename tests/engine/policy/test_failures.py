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
    [  # of Claude Code
        ("API Error: 529 overloaded again and again. The API is at capacity; this usually passes.", "overloaded"),
        ("API Error: Repeated 529 Overloaded errors", "overloaded"),
        ("Not logged in · Please run /login", "authentication"),
        ('{"error_status": 401, "error": "authentication_failed"}', "authentication"),
        ("Prompt is too long · the request is ~300000 tokens (limit 200000)", "context_overflow"),
        ("You've hit your limit · resets 4pm (Europe/Rome)", "rate_limited"),
        ("You\u2019ve hit your weekly limit · resets Jan 30, 11:30am (UTC)", "rate_limited"),
        ("Claude AI usage limit reached|1800003600", "rate_limited"),
        ("This request would exceed your account's rate limit.", "rate_limited"),
        ('{"type":"result","subtype":"error_max_budget_usd"}', "budget"),
        ('{"type":"result","subtype":"error_max_turns"}', "budget"),
        # of the Messages API
        ('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "overloaded"),
        ('{"type":"error","error":{"type":"rate_limit_error"}}', "rate_limited"),
        ('{"type":"error","error":{"type":"authentication_error"}}', "authentication"),
        ("Your credit balance is too low to use this API.", "budget"),
        # of Codex
        ("We\u2019re currently experiencing high demand, which may cause errors.", "overloaded"),
        ("You've hit your usage limit. Try again in 3 days 4 hours.", "rate_limited"),
        ("unexpected status 401 Unauthorized", "authentication"),
        ('{"code":"insufficient_quota","message":"You exceeded your current quota"}', "rate_limited"),
        # of Gemini CLI and other agents that speak ACP
        ('[API Error: {"code":429,"status":"RESOURCE_EXHAUSTED"}]', "rate_limited"),
        ("Resource has been exhausted (e.g. check quota).", "rate_limited"),
        ("The model is overloaded. (503 Service Unavailable)", "overloaded"),
        ("API key not valid. Please pass a valid API key.", "authentication"),
        ("The input token count (1200000) exceeds the maximum number of tokens allowed", "context_overflow"),
        ("Please set an Auth method in your settings", "authentication"),
        ('[API Error: {"error":{"message":"bad","code":400}}]', None),
        ("No conversation found with session ID", None),
        ("We sat at the limit of our quota discussion, at capacity, and logged in.", None),
    ],
)
def test_what_real_agents_print_is_known(text: str, expected: str | None) -> None:
    assert classify(f"some line before\n{text}\nand one after\n") == expected


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
