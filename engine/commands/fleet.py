# SPDX-License-Identifier: Apache-2.0
"""`settings`, `pause --all` and `resume --all`: what concerns all runs together."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from engine.commands.arguments import pairs
from engine.commands.output import OK, QUEUED, document, say, tell
from engine.commands.shown import FLEET_PAUSED
from engine.errors import PilothouseError, UsageError
from engine.journal import RunStore
from engine.policy.failures import FAILURE_CLASSES
from engine.projections import Fleet, TurnCounts, turns_by_backend
from engine.projections.describe import failure_words
from engine.projections.views import Summary
from engine.projections.words import amount
from engine.runtime.backoff import utc
from engine.runtime.client import send
from engine.runtime.fleet import FleetLimits
from engine.runtime.host import ensure_host
from engine.runtime.settings import NAME, ProviderSettings, Settings, change_settings, read_settings
from engine.runtime.usage import ALL, Used

_AT_ONCE = 8
"""Runs that are told at the same time."""


def settings(args: Namespace) -> int:
    """`pilothouse settings [set NAME=VALUE…]`: the settings that hold, and what was used today."""
    store = RunStore()
    store.prepare()
    path = store.data_dir / NAME
    if args.action == "set":
        if not args.changes:
            raise UsageError("`settings set` needs NAME=VALUE, such as fleet.concurrent=4")
        changes = pairs(args.changes, "settings set")
        change_settings(path, {name: None if value == "none" else str(value) for name, value in changes.items()})
    now = read_settings(path)
    limits = FleetLimits(store.data_dir)
    used = limits.used()
    if args.json:
        document(_json(str(path), now, used, limits.used_by_project()))
        return OK
    say(f"{path}{'' if path.exists() else ' (not there: nothing is limited)'}")
    for name, value in _lines(now.fleet.model_dump(), "fleet"):
        say(
            f"  {name}: {'no limit' if value is None else value if not isinstance(value, bool) else str(value).lower()}"
        )
    for name, provider in now.providers.items():
        for setting, value in _lines(_shown(provider), f"providers.{name}"):
            say(f"  {setting}: {value}")
    say(f"  prices: the table of {now.price_table.date}, {len(now.prices)} of your own")
    for backend, one in sorted(used.items()):
        say(f"today (UTC), {backend or 'all together'}: {_used(one)}")
    if now.fleet.paused:
        say(FLEET_PAUSED)
    return OK


def usage(args: Namespace) -> int:
    """`pilothouse usage`: what was used today, which failures there were, and which accounts are held back."""
    store = RunStore()
    store.prepare()
    limits = FleetLimits(store.data_dir)
    if args.forget is not None and not limits.backoff.forget(args.forget):
        known = ", ".join(limits.backoff.waits()) or "none"
        raise UsageError(f"no account {args.forget!r} is held back; held back: {known}")
    used, projects = limits.used(), limits.used_by_project()
    runs = Fleet(store.data_dir).read_all()
    failures: Counter[str] = Counter()
    for one in runs:
        failures.update(one.failures)
    backends = turns_by_backend(one.backends for one in runs)
    waits = sorted(limits.backoff.waits().values(), key=lambda wait: wait.until)
    signatures = limits.signatures.current().signatures
    if args.json:
        document(
            {
                "today": _today(used, projects),
                "failures": {name: failures.get(name, 0) for name in sorted(FAILURE_CLASSES)},
                "turns": {name: asdict(counts) for name, counts in backends.items()},
                "provider_waits": [asdict(wait) | {"until": utc(wait.until)} for wait in waits],
                "signatures": {"own": len(signatures), "fault": limits.signatures.fault or None},
            }
        )
        return OK
    for name, figures in sorted(used.items()):
        say(f"today (UTC), {name or 'all together'}: {_used(figures)}")
    for name, figures in sorted(projects.items()):
        say(f"today (UTC), project {name or 'unknown'}: {_used(figures)}")
    for name, counts in backends.items():
        say(f"turns of all runs, {name}: {counts.failed:,} of {counts.turns:,} failed{_classes(counts)}")
    for wait in waits:
        why = failure_words(wait.failure)
        say(f"{wait.account} takes no requests until {utc(wait.until)}: {why}, {wait.refusals} times in a row")
    if limits.signatures.fault:
        tell(f"Your own failure signatures are not used: {limits.signatures.fault}")
    if not (used or failures or waits):
        say("Nothing was used today, and nothing waits for a provider.")
    return OK


def _classes(counts: TurnCounts) -> str:
    """How often each class of failure was met."""
    told = [f"{name.replace('_', ' ')} {number}" for name, number in counts.failures.items()]
    return f" ({', '.join(told)})" if told else ""


def _today(used: dict[str, Used], projects: dict[str, Used]) -> dict[str, Any]:
    def plain(figures: dict[str, Used]) -> dict[str, Any]:
        return {name: asdict(one) | {"at_least": sorted(one.at_least)} for name, one in figures.items()}

    backends = plain({ALL: Used()} | used)
    return {"all": backends.pop(ALL), "backends": backends, "projects": plain(projects)}


def _json(path: str, now: Settings, used: dict[str, Used], projects: dict[str, Used]) -> dict[str, Any]:
    table = now.price_table
    prices = {**table.bundled, **table.own}
    return {
        "path": path,
        "fleet": now.fleet.model_dump(),
        "providers": {name: _shown(provider) for name, provider in now.providers.items()},
        "prices": {
            "date": table.date,
            "models": {name: price.model_dump() | {"own": name in table.own} for name, price in prices.items()},
        },
        "today": _today(used, projects),
    }


def _shown(provider: ProviderSettings) -> dict[str, Any]:
    """What may be shown of a provider: a password in its address, and the values put into requests, may be secrets."""
    shown: dict[str, Any] = {}
    if provider.base_url is not None:
        scheme, _, rest = provider.base_url.partition("://")
        server, slash, path = rest.partition("/")
        shown["base_url"] = f"{scheme}://{server.rpartition('@')[2]}{slash}{path.partition('?')[0]}"
    if provider.extra_body:
        shown["extra_body"] = dict.fromkeys(provider.extra_body, "(set)")
    return shown


def _lines(data: dict[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _lines(value, f"{above}.{name}")
        else:
            yield f"{above}.{name}", value


def _used(one: Used) -> str:
    def figure(kind: str, value: float) -> str:
        return f"{'at least ' if kind in one.at_least else ''}{amount(kind, value)}"

    return f"{one.turns} turns, {figure('tokens', one.tokens)} tokens, {figure('cost', one.cost)}"


# ------------------------------------------------------------------------------------------------------- every run


def pause_all(args: Namespace) -> int:
    """`pilothouse pause --all`: every run that has not ended and is not paused by the operator."""
    runs = [one.run for one in _live() if not _is_paused(one)]
    return _tell_all(args, runs, {"command": "pause", "now": args.now}, "pausing")


def resume_all(args: Namespace) -> int:
    """`pilothouse resume --all`: every run that the operator paused; the engine host drives them on."""
    runs = [one.run for one in _live() if _is_paused(one)]
    code = _tell_all(args, runs, {"command": "resume"}, "going on")
    if runs:
        ensure_host(RunStore().data_dir)
    return code


def _live() -> list[Summary]:
    return [one for one in Fleet(RunStore().data_dir).read_all() if one.state is not None and not one.ended]


def _is_paused(run: Summary) -> bool:
    return any(hold.kind == "pause" for hold in run.holds)


def _tell_all(args: Namespace, runs: list[str], command: dict[str, Any], done: str) -> int:
    """Give every run the command; one that refuses stops no other, and its exit code is what remains."""
    found = asyncio.run(_send_all(runs, command))
    if args.json:
        document({"runs": found})
    elif not found:
        say("There is no such run.")
    else:
        for one in found:
            told = one["message"] or f"{done}, {one['state']}"
            (tell if one["message"] else say)(f"{one['run']}: {told}")
    return max((one["exit_code"] for one in found), default=OK)


async def _send_all(runs: list[str], command: dict[str, Any]) -> list[dict[str, Any]]:
    store, places = RunStore(), asyncio.Semaphore(_AT_ONCE)

    async def give(run: str) -> dict[str, Any]:
        async with places:
            try:
                reply = await send(store.folder(run), {**command, "via": "command line"})
            except PilothouseError as error:
                return {"run": run, "state": "refused", "message": error.message, "exit_code": error.exit_code}
        code = QUEUED if reply.state == "queued" else OK
        return {"run": run, "state": reply.state, "message": "", "exit_code": code}

    return list(await asyncio.gather(*(give(run) for run in runs)))
