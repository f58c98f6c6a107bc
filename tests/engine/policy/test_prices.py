# SPDX-License-Identifier: Apache-2.0
"""Prices: what is known is computed, with the table's date; what is unknown is never free."""

from __future__ import annotations

from datetime import date

import pytest

from engine.agents.protocol import Usage
from engine.policy.prices import OWN, Price, price_table


def test_a_known_model_costs_what_the_table_says_and_names_its_date() -> None:
    used = Usage(input=1_000_000, output=100_000, cache_read=2_000_000, cache_write=400_000)
    cost = price_table().cost("claude-opus-5", used)

    assert cost is not None
    assert cost.dollars == pytest.approx(5 + 2.5 + 1 + 2.5)
    assert date.fromisoformat(cost.date) > date(2026, 1, 1)


@pytest.mark.parametrize(
    ("model", "used"),
    [
        ("a-model-nobody-knows", Usage(input=1, output=1)),
        (None, Usage(input=1, output=1)),
        ("claude-opus-5", Usage(input=1)),
        ("claude-opus-5", Usage(output=1)),
        ("gpt-5", Usage(input=1, output=1, cache_write=1)),
    ],
)
def test_br_023_what_is_unknown_is_none_and_never_zero(model: str | None, used: Usage) -> None:
    assert price_table().cost(model, used) is None


def test_a_dated_name_is_a_version_of_its_model() -> None:
    table, used = price_table(), Usage(input=1000, output=1000)

    assert table.cost("claude-opus-4-5-20251101", used) == table.cost("claude-opus-4-5", used)
    assert table.cost("gpt-5-2025-08-07", used) == table.cost("gpt-5", used)
    assert table.cost("gpt-5-nano-extra", used) is None


def test_a_price_of_ones_own_goes_before_the_bundled_one_and_says_so() -> None:
    cost = price_table({"gpt-5": Price(input=10, output=20)}).cost("gpt-5", Usage(input=1_000_000, output=0))

    assert cost is not None
    assert (cost.dollars, cost.date) == (10, OWN)


def test_every_bundled_price_is_positive() -> None:
    assert all(price.input > 0 and price.output > price.input for price in price_table().bundled.values())
