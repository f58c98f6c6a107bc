# SPDX-License-Identifier: Apache-2.0
"""What tokens cost: a price table with its date. An unknown model, or an unknown part of it, costs None, never 0."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Protocol, get_args

from pydantic import Field
from ruamel.yaml import YAML

from engine.definition.model import Model

BUNDLED = Path(__file__).resolve().parents[2] / "resources" / "prices.yaml"
OWN = "settings.yaml"
"""What stands for the date of a price that a person wrote."""

Dollars = Annotated[float, Field(ge=0, le=1_000_000)]
_DATED = re.compile(r"[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$")


Tier = Literal["strongest", "middle", "cheapest"]
"""What a model is for: open-ended work whose misses nobody sees, judgement with a shape, lists with a gate behind."""
TIERS: tuple[Tier, ...] = get_args(Tier)


class Price(Model):
    """US dollars for a million tokens of each kind, and the tier of the model among its maker's. None: not known."""

    input: Dollars
    output: Dollars
    cache_read: Dollars | None = None
    cache_write: Dollars | None = None
    tier: Tier | None = None


class Tokens(Protocol):
    """Tokens by kind, cache apart; None is unknown."""

    @property
    def input(self) -> int | None: ...
    @property
    def output(self) -> int | None: ...
    @property
    def cache_read(self) -> int | None: ...
    @property
    def cache_write(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Cost:
    """US dollars, and the date of the table they were computed from."""

    dollars: float
    date: str


@dataclass(frozen=True, slots=True)
class PriceTable:
    """The bundled prices of a date, and before them a person's own."""

    date: str
    bundled: Mapping[str, Price]
    own: Mapping[str, Price]

    def price(self, model: str) -> tuple[Price, str] | None:
        """The price of a model and its date; a name that ends in a date means the model it is a version of."""
        for name in (model, _DATED.sub("", model)):
            for prices, date in ((self.own, OWN), (self.bundled, self.date)):
                if name in prices:
                    return prices[name], date
        return None

    def tier(self, model: str) -> Tier | None:
        """The tier of a model: a person's own word, else the bundled one."""
        told = (prices[model].tier for prices in (self.own, self.bundled) if model in prices)
        return next((tier for tier in told if tier is not None), None)

    def by_tier(self) -> dict[Tier | None, list[str]]:
        """Every model with a price, by tier, dearest first; None: of no known tier. Empty ones are left out."""
        prices = {**self.bundled, **self.own}
        names = sorted(prices, key=lambda name: (-prices[name].output, name))
        found = {tier: [name for name in names if self.tier(name) == tier] for tier in (*TIERS, None)}
        return {tier: those for tier, those in found.items() if those}

    def cost(self, model: str | None, tokens: Tokens) -> Cost | None:
        """What the tokens cost; None where the model, its price or a count is unknown.

        An agent that tells input and output but nothing of a cache is taken to have used none.
        """
        found = self.price(model) if model else None
        if found is None or tokens.input is None or tokens.output is None:
            return None
        price, date = found
        dollars = tokens.input * price.input + tokens.output * price.output
        for count, rate in ((tokens.cache_read, price.cache_read), (tokens.cache_write, price.cache_write)):
            if count and rate is None:
                return None
            dollars += (count or 0) * (rate or 0)
        return Cost(dollars / 1_000_000, date)


def price_table(own: Mapping[str, Price] | None = None) -> PriceTable:
    """The table that holds now. Reads the bundled file once."""
    date, bundled = _bundled()
    return PriceTable(date, bundled, own or {})


@cache
def _bundled() -> tuple[str, Mapping[str, Price]]:
    data = YAML(typ="safe").load(BUNDLED)
    return str(data["date"]), {name: Price.model_validate(price) for name, price in data["prices"].items()}
