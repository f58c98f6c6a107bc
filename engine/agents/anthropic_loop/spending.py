# SPDX-License-Identifier: Apache-2.0
"""What a turn may still use, checked with the worst case of each request before it is sent. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.agents.protocol import Allowance, BudgetKind
from engine.policy.prices import Price

OVERHEAD = 2_000
"""Tokens that a provider may add to a request of its own: what tells a model how tools are called."""
LEAST_OUTPUT = 1_024
"""Tokens of an answer below which a request is not worth its price."""


@dataclass(frozen=True, slots=True)
class Short:
    """The next request is not sent: what of, and a sentence."""

    kind: BudgetKind
    sentence: str


@dataclass(frozen=True, slots=True)
class Fit:
    """The next request may be sent with so many tokens for its answer; `lowered_by` is what made them fewer."""

    max_tokens: int
    lowered_by: BudgetKind | None = None


@dataclass(frozen=True, slots=True)
class Tokens:
    """What one request used; satisfies `engine.policy.prices.Tokens`."""

    input: int
    output: int
    cache_read: int
    cache_write: int

    @property
    def all(self) -> int:
        return self.input + self.output + self.cache_read + self.cache_write


def tokens_of(usage: Mapping[str, Any]) -> Tokens | None:
    """The figures of a provider's usage object; None where input or output is missing. `input` is without cache."""

    def figure(name: str) -> int | None:
        value = usage.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None

    told, output = figure("input_tokens"), figure("output_tokens")
    if told is None or output is None:
        return None
    return Tokens(told, output, figure("cache_read_input_tokens") or 0, figure("cache_creation_input_tokens") or 0)


class Spending:
    """What the requests of one turn used. `fits`, then `sent`, then one of `used`, `lost` and `refused`."""

    def __init__(self, allowance: Allowance, price: Price | None) -> None:
        """`price` of the model; None: unknown."""
        self._allowance = allowance
        self._price = price
        self.requests = 0
        """Requests that were sent, whatever became of them."""
        self.complete = True
        """Whether the figures of every request are known."""
        self._tokens = 0
        self._cost = 0.0
        self._worst = (0, 0.0)

    def fits(self, input_bound: int, wanted: int) -> Fit | Short:
        """Whether a request of at most so many tokens may be sent, and with how many tokens for its answer."""
        allowed = self._allowance
        if allowed.requests is not None and self.requests >= allowed.requests:
            return Short("requests", f"{self.requests} of {allowed.requests} requests are used.")
        fit = Fit(wanted)
        if allowed.tokens is not None:
            left = allowed.tokens - self._tokens
            fit = _lowered(fit, left - input_bound, "tokens")
            if fit.max_tokens < min(wanted, LEAST_OUTPUT):
                needed = input_bound + min(wanted, LEAST_OUTPUT)
                return Short("tokens", f"It may need {needed:,} tokens, and {max(0, left):,} are left.")
        if allowed.cost is not None:
            if self._price is None:
                return Short("cost", "What the model costs is unknown: give it a price under prices in the settings.")
            left_cost = allowed.cost - self._cost
            spare = left_cost - input_bound * self._input_rate
            rate = self._price.output / 1e6
            fit = _lowered(fit, math.floor(spare / rate) if rate and spare > 0 else wanted if spare >= 0 else 0, "cost")
            if fit.max_tokens < min(wanted, LEAST_OUTPUT):
                needed_cost = self._worst_cost(input_bound, min(wanted, LEAST_OUTPUT))
                return Short("cost", f"It may cost ${needed_cost:.4f}, and ${max(0.0, left_cost):.4f} are left.")
        return fit

    def sent(self, input_bound: int, max_tokens: int) -> None:
        """A request is on its way: until more is known it costs its worst case."""
        self.requests += 1
        self._worst = (input_bound + max_tokens, self._worst_cost(input_bound, max_tokens))

    def used(self, tokens: Tokens | None) -> None:
        """Its answer came; None: without figures."""
        if tokens is None:
            return self.lost()
        self._tokens += tokens.all
        if (price := self._price) is not None:
            self._cost += (
                tokens.input * price.input
                + tokens.output * price.output
                + tokens.cache_read * _rate(price.cache_read, price)
                + tokens.cache_write * _rate(price.cache_write, price)
            ) / 1e6

    def lost(self) -> None:
        """Its answer was cut: nobody knows what it used, so its worst case counts."""
        self._tokens += self._worst[0]
        self._cost += self._worst[1]
        self.complete = False

    def refused(self) -> None:
        """The provider refused it: it used nothing."""

    @property
    def _input_rate(self) -> float:
        """Dollars that a token of the input costs at most: it may have to be written to the cache again."""
        assert self._price is not None
        price = self._price
        return max(price.input, _rate(price.cache_write, price), _rate(price.cache_read, price)) / 1e6

    def _worst_cost(self, input_bound: int, output: int) -> float:
        return 0.0 if self._price is None else input_bound * self._input_rate + output * self._price.output / 1e6


def _lowered(fit: Fit, most: int, kind: BudgetKind) -> Fit:
    return fit if fit.max_tokens <= most else Fit(most, kind)


def _rate(rate: float | None, price: Price) -> float:
    """Twice the input's price where nobody told one: the dearest kind of cache entry."""
    return 2 * price.input if rate is None else rate
