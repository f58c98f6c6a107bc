# SPDX-License-Identifier: Apache-2.0
"""`answer`, `raise`, `pause` and `cancel`: what a person commands of a run."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_args

from engine.commands.fleet import pause_all
from engine.commands.output import OK, QUEUED, document, say, tell
from engine.commands.shown import conclude, state_of
from engine.errors import JournalLocked, UsageError
from engine.journal import RunFolder, RunStore
from engine.kernel.events import By, RunOutcome
from engine.runtime.client import Reply, send
from engine.runtime.drive import drive, driving
from engine.runtime.operator import observe_command, parse_raise, parse_set


def answer(args: Namespace) -> int:
    """`pilothouse answer RUN HOLD ANSWER`."""
    command = {
        "command": "answer",
        "hold": args.hold,
        "answer": args.answer,
        "note": args.note or "",
        "to": args.to,
        "expect": args.expect,
    }
    return _give(args, [command], f"{args.hold} of {args.run}: {args.answer}")


def message(args: Namespace) -> int:
    """`pilothouse message RUN NODE TEXT`: passed on at once where the agent can take it, else with its next prompt."""
    command = {"command": "message", "node": args.node, "text": args.text}
    return _give(args, [command], f"{args.node} of {args.run}: message")


def raise_(args: Namespace) -> int:
    """`pilothouse raise RUN KIND=+N…`."""
    for kind, _, by in (text.strip().rpartition("=") for text in args.raises):
        if by[:1].isdigit():
            raise UsageError(f"'{kind}={by}' could mean 'up to'; a budget is added to: {kind}=+{by}")
    raises = [parse_raise(text) for text in args.raises]
    told = (
        f"{kind} by {by.removeprefix('+')}" for kind, _, by in (text.strip().rpartition("=") for text in args.raises)
    )
    commands = [{"command": "raise", "kind": kind, "amount": amount} for kind, amount in raises]
    if len(commands) > 1:  # all or none: what the second of them is refused for is known before the first is given
        state = state_of(RunStore().folder(args.run))
        for command in commands:
            observe_command(state, command, By())
    return _give(args, commands, f"{args.run}: raised {', '.join(told)}")


def set_(args: Namespace) -> int:
    """`pilothouse set RUN NAME=VALUE…`: what a run does when a provider limits it."""
    given = [parse_set(text) for text in args.settings]
    commands = [{"command": "set", "name": name, "value": value} for name, value in given]
    return _give(args, commands, f"{args.run}: {', '.join(args.settings)}")


def pause(args: Namespace) -> int:
    """`pilothouse pause RUN`, or `--all`."""
    if args.all:
        return pause_all(args)
    folder = RunStore().folder(args.run)
    state = state_of(folder)
    held = next((hold for hold in state.open_holds if hold.kind == "pause"), None)
    if held is not None:
        driven = folder.holder() is not None
        document({"run": args.run, "state": "journaled", "seq": held.seq, "driven": driven}) if args.json else say(
            f"{args.run} is paused already, by the operator (hold {held.id}, event {held.seq}). "
            f"`pilothouse resume {args.run}` goes on."
        )
        return OK
    if state.status == "paused":
        waits = ", ".join(f"{hold.id} ({hold.kind} of {hold.node or 'the run'})" for hold in state.open_holds)
        tell(f"{args.run} is paused already, by {waits}; once that is answered it now stays paused.")
    return _give(args, [{"command": "pause", "now": args.now}], f"{args.run}: pausing")


def cancel(args: Namespace) -> int:
    """`pilothouse cancel RUN`: with nobody driving, this process winds the run up."""
    store = RunStore()
    folder = store.folder(args.run)
    code = _give(args, [{"command": "cancel"}], f"{args.run}: cancelling", goes_on=False)
    if code == OK and not state_of(folder).ended:
        with suppress(JournalLocked):  # whoever drives the run ends it
            asyncio.run(_wind_up(folder, store, args.json))
    return code


async def _wind_up(folder: RunFolder, store: RunStore, as_json: bool) -> None:
    async with driving(folder, store.data_dir) as driver:
        if not driver.state.ended:
            await drive(driver, folder)
        if not as_json:
            conclude(driver.state, as_json=False)


def _give(
    args: Namespace, commands: list[Mapping[str, Any]] | list[dict[str, Any]], done: str, *, goes_on: bool = True
) -> int:
    folder = RunStore().folder(args.run)
    replies = asyncio.run(_send_all(folder, commands))
    queued = any(reply.state == "queued" for reply in replies)
    if args.json:
        document({"run": args.run, "state": replies[-1].state, "seq": replies[-1].seq, "driven": replies[-1].driven})
    elif queued:
        say(f"{done}: queued; the driver has not taken it yet.")
    else:
        say(f"{done}: journaled as event {replies[-1].seq}.{_and_now(args.run, replies[-1], goes_on)}")
    return QUEUED if queued else OK


def _and_now(run: str, reply: Reply, goes_on: bool) -> str:
    """What a person has to know after a command was taken; empty where its driver sees to it."""
    if reply.driven:
        return ""
    if reply.status in get_args(RunOutcome):
        return f" The run has ended: {reply.status}."
    return f" Nobody drives this run: `pilothouse resume {run}` goes on." if goes_on else ""


async def _send_all(folder: RunFolder, commands: list[Any]) -> list[Reply]:
    return [await send(folder, {**command, "via": "command line"}) for command in commands]
