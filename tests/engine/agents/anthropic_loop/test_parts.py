# SPDX-License-Identifier: Apache-2.0
"""An answer put together strictly; what is left, whatever requests become of."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agents.anthropic_loop.calls import Cut, _Taking
from engine.agents.anthropic_loop.conversation import Said
from engine.agents.protocol import Allowance
from engine.agents.spending import Short, Spending, Tokens
from engine.policy.prices import Price
from tests.helpers.messages_server import Answer, events_of, says, tool

PRICE = Price(input=3, output=15, cache_read=0.3, cache_write=3.75)


def taken(events: list[dict[str, Any]]) -> Said:
    taking = _Taking(lambda id, model, usage: None)
    for event in events:
        taking.take(event)
    return taking.message()


def events(answer: Answer) -> list[dict[str, Any]]:
    return list(events_of(answer))


def test_what_is_not_known_between_events_changes_nothing() -> None:
    whole = events(says("hello", tool("bash", {"command": "ls"}, id="t")))
    noisy = [each for event in whole for each in ({"type": "ping"}, {"type": "brand_new", "index": 0}, event)]

    assert taken(noisy) == taken(whole)
    assert taken(whole).calls == [{"type": "tool_use", "id": "t", "name": "bash", "input": {"command": "ls"}}]


@pytest.mark.parametrize("at", range(9))
def test_an_event_that_is_lost_is_never_passed_over(at: int) -> None:
    whole = events(says("hello", "x"))
    assert len(whole) == 10
    del whole[at]
    if at not in (2, 3, 6):  # a piece of text alone cannot be missed
        with pytest.raises(Cut):
            taken(whole)


@pytest.mark.parametrize(
    "answer",
    [
        says(tool("bash", {}, id="t"), tool("bash", {}, id="t")),
        says(tool("bash", {}, id="")),
        says(tool("bash", raw="{", id="t")),
        says(tool("bash", raw='"text"', id="t")),
    ],
)
def test_a_call_that_cannot_be_told_from_others_or_read_is_none(answer: Answer) -> None:
    with pytest.raises(Cut):
        taken(events(answer))


def test_a_delta_of_an_unknown_kind_is_a_fault() -> None:
    whole = events(says("hello"))
    whole[2]["delta"] = {"type": "brand_new_delta", "more": "x"}
    with pytest.raises(Cut, match="brand_new_delta"):
        taken(whole)


requests = st.lists(
    st.tuples(
        st.integers(1, 5_000),  # bound of the input
        st.integers(1, 3_000),  # wanted
        st.floats(0, 1),  # how much of it is used
        st.sampled_from(["used", "lost", "refused", "open"]),
    ),
    max_size=30,
)


@given(requests, st.integers(0, 20), st.integers(0, 40_000), st.floats(0, 0.3))
def test_whatever_becomes_of_requests_no_more_is_used_than_is_allowed(
    made: list[tuple[int, int, float, str]], count: int, tokens: int, cost: float
) -> None:
    spending = Spending(Allowance(requests=count, tokens=tokens, cost=cost))
    sent, used, dollars = 0, 0, 0.0
    for bound, wanted, share, end in made:
        fit = spending.fits(bound, wanted, PRICE)
        if isinstance(fit, Short):
            continue
        assert 0 < fit.max_tokens <= wanted
        request = spending.sent(bound, fit.max_tokens, PRICE)
        sent += 1
        if end == "refused":
            spending.refused(request)
            continue
        each = Tokens(0, int(fit.max_tokens * share), 0, int(bound * share))  # the dearest kind of input
        used += each.all
        dollars += (each.output * 15 + each.cache_write * 3.75) / 1e6
        if end == "used":
            spending.used(request, each)
        elif end == "lost":
            spending.lost(request)

    assert sent <= count
    assert used <= tokens
    assert dollars <= cost + 1e-9
