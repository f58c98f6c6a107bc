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


@dataclass(frozen=True, slots=True)
class Sent:
    """A request on its way; until more is known it costs its worst case."""

    tokens: int
    cost: float
    price: Price | None


class Spending:
    """What the requests of one turn used. `fits`, then `sent`, then one of `used`, `lost` and `refused`.

    Requests may overlap: what is on its way counts with its worst case.
    """

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self.requests = 0
        """Requests that were sent, whatever became of them."""
        self.complete = True
        """Whether the figures of every request are known."""
        self._tokens = 0
        self._cost = 0.0
        self._open: list[Sent] = []

    def fits(self, input_bound: int, wanted: int, price: Price | None) -> Fit | Short:
        """Whether a request of at most so many tokens may be sent, and with how many tokens for its answer.

        `price` of its model; None: unknown.
        """
        allowed, fit, least = self._allowance, Fit(wanted), min(wanted, LEAST_OUTPUT)
        if allowed.requests is not None and self.requests >= allowed.requests:
            return Short("requests", f"{self.requests} of {allowed.requests} requests are used.")
        if allowed.tokens is not None:
            left = allowed.tokens - self._tokens - sum(sent.tokens for sent in self._open)
            fit = _lowered(fit, left - input_bound, "tokens")
            if fit.max_tokens < least:
                told = f"It may need {input_bound + least:,} tokens, and {max(0, left):,} are left."
                return Short("tokens", told)
        if allowed.cost is not None:
            if price is None:
                return Short("cost", "What the model costs is unknown: give it a price under prices in the settings.")
            left_cost = allowed.cost - self._cost - sum(sent.cost for sent in self._open)
            fit = _lowered(fit, _affordable(left_cost - input_bound * _input_rate(price), price, wanted), "cost")
            if fit.max_tokens < least:
                needed = _worst(input_bound, least, price)
                return Short("cost", f"It may cost ${needed:.4f}, and ${max(0.0, left_cost):.4f} are left.")
        return fit

    def sent(self, input_bound: int, max_tokens: int, price: Price | None) -> Sent:
        """A request is on its way."""
        self.requests += 1
        sent = Sent(input_bound + max_tokens, _worst(input_bound, max_tokens, price), price)
        self._open.append(sent)
        return sent

    def used(self, sent: Sent, tokens: Tokens | None) -> None:
        """Its answer came; None: without figures."""
        if tokens is None:
            return self.lost(sent)
        self._open.remove(sent)
        self._tokens += tokens.all
        if (price := sent.price) is not None:
            self._cost += (
                tokens.input * price.input
                + tokens.output * price.output
                + tokens.cache_read * _rate(price.cache_read, price)
                + tokens.cache_write * _rate(price.cache_write, price)
            ) / 1e6

    def lost(self, sent: Sent) -> None:
        """Its answer was cut: nobody knows what it used, so its worst case counts."""
        self._open.remove(sent)
        self._tokens += sent.tokens
        self._cost += sent.cost
        self.complete = False

    def refused(self, sent: Sent) -> None:
        """The provider refused it: it used nothing."""
        self._open.remove(sent)


def _lowered(fit: Fit, most: int, kind: BudgetKind) -> Fit:
    return fit if fit.max_tokens <= most else Fit(most, kind)


def _affordable(dollars: float, price: Price, wanted: int) -> int:
    """Tokens of output that so much pays for."""
    if dollars < 0:
        return 0
    return wanted if price.output == 0 else math.floor(dollars / price.output * 1e6)


def _worst(input_bound: int, output: int, price: Price | None) -> float:
    return 0.0 if price is None else input_bound * _input_rate(price) + output * price.output / 1e6


def _input_rate(price: Price) -> float:
    """Dollars that a token of the input costs at most: it may have to be written to the cache again."""
    return max(price.input, _rate(price.cache_write, price), _rate(price.cache_read, price)) / 1e6


def _rate(rate: float | None, price: Price) -> float:
    """Twice the input's price where nobody told one: the dearest kind of cache entry."""
    return 2 * price.input if rate is None else rate
