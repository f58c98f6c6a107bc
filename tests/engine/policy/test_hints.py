# SPDX-License-Identifier: Apache-2.0
"""How long a provider asks to wait, from headers and sentences; what is not understood is no wait."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.policy.hints import retry_after_ms, wait_hint_ms

NOW = datetime(2026, 7, 30, 12, tzinfo=UTC).timestamp()
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("20", 20 * SECOND),
        (" 1.5 ", 1_500),
        ("0", 0),
        ("Thu, 30 Jul 2026 12:01:00 GMT", MINUTE),
        ("Thu, 30 Jul 2026 11:00:00 GMT", 0),
        ("soon", None),
        ("-5", None),
        ("1e9", None),
        ("", None),
        ("9" * 400, None),
    ],
)
def test_a_header_is_seconds_or_a_date(value: str, expected: int | None) -> None:
    assert retry_after_ms(value, NOW) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You've hit your limit · resets 4pm (Europe/Rome)", 2 * HOUR),
        ("resets 12am (UTC)", 12 * HOUR),
        ("You've hit your limit · resets Aug 1, 11:30am (Asia/Calcutta)", 42 * HOUR),
        ("resets Jul 29 at 9am (UTC)", 0),
        ("Your limit will reset at 5pm (Europe/Warsaw).", 3 * HOUR),
        ("usage limit reached|1785416400", HOUR),
        ('{"resets_at": 1785416400}', HOUR),
        ("reset at 2026-07-30T12:30:00Z", 30 * MINUTE),
        ("Please try again in 1m30s.", 90 * SECOND),
        ("try again in 3 days 4 hours 9 minutes", 76 * HOUR + 9 * MINUTE),
        ("Try again in 20s", 20 * SECOND),
        ("Your quota will reset after 5h30m12s.", 5 * HOUR + 30 * MINUTE + 12 * SECOND),
        ("retry after 30 seconds", 30 * SECOND),
        ('{"retryDelay": "37s"}', 37 * SECOND),
        ("Retry-After: 17", 17 * SECOND),
        ("retry_after_ms: 554", 554),
        ('"resets_in_seconds": 120', 2 * MINUTE),
        ("Try again in a moment.", None),
        ("see section 4", None),
        ("resets 25:00", None),
        ("resets Feb 31, 3pm", None),
        ("resets 13pm", None),
        ("resets 5", None),
        ("", None),
    ],
)
def test_a_sentence_of_an_agent_names_its_wait(text: str, expected: int | None) -> None:
    assert wait_hint_ms(f"before\n{text}\nafter", NOW) == expected


WORDS = ("try again in ", "resets ", "at ", "feb ", "29", "5", "99", "pm", "s ", "retry", "after", ": ", "(utc)", "|")


@given(st.lists(st.sampled_from(WORDS), max_size=40).map("".join) | st.text(max_size=200))
def test_whatever_an_agent_prints_is_a_wait_or_none(text: str) -> None:
    found = wait_hint_ms(text, NOW)
    assert found is None or found >= 0
    header = retry_after_ms(text, NOW)
    assert header is None or header >= 0
