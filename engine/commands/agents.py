# SPDX-License-Identifier: Apache-2.0
"""`agents` and `key`: who can work here, what models cost, and the keys of providers."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict
from getpass import getpass

from engine.agents import available, keys
from engine.commands.output import OK, document, say
from engine.errors import UsageError
from engine.journal import RunStore
from engine.runtime.settings import GATEWAY, NAME, access_of, read_settings


def agents(args: Namespace) -> int:
    """`pilothouse agents [--models]`."""
    if args.models:
        return _models(args)
    settings = read_settings(RunStore().data_dir / NAME)
    found = available(access_of(settings, GATEWAY).base_url)
    if args.json:
        document({"agents": [asdict(status) for status in found]})
        return OK
    for status in found:
        version = f"{status.version}  " if status.version else ""
        say(f"{status.name:<14} {'works here' if status.works else 'not here':<12} {version}{status.note}")
    return OK


def _models(args: Namespace) -> int:
    """Every model with a price, by tier."""
    now = read_settings(RunStore().data_dir / NAME)
    table = now.price_table
    prices = {**table.bundled, **now.prices}
    if args.json:
        told = {name: price.model_dump() | {"tier": table.tier(name)} for name, price in prices.items()}
        document({"date": table.date, "own": sorted(now.prices), "models": told})
        return OK
    say(f"US dollars a million tokens, as published on {table.date}; * is a price of your own.")
    for tier, models in table.by_tier().items():
        say(f"\n{tier or 'no tier'}")
        for model in models:
            price, own = prices[model], "*" if model in now.prices else " "
            cached = "" if price.cache_read is None else f"   cache read {price.cache_read:g}"
            say(f"{own} {model:<24} in {price.input:<6g} out {price.output:<6g}{cached}")
    return OK


def key(args: Namespace) -> int:
    """`pilothouse key PROVIDER [--forget]`: the key comes from the terminal or standard input, never as an argument."""
    if args.provider not in keys.VARIABLES:
        raise UsageError(f"there is no provider {args.provider!r}; there is {', '.join(keys.VARIABLES)}")
    if args.forget:
        keys.forget_key(args.provider)
        say(f"The keyring holds no key for {args.provider} any more.")
        return OK
    given = getpass(f"Key for {args.provider} (it is not shown): ") if sys.stdin.isatty() else sys.stdin.readline()
    if not given.strip():
        raise UsageError("no key was given; nothing was changed")
    keys.store_key(args.provider, given.strip())
    say(f"The system's keyring holds a key for {args.provider}.")
    return OK
