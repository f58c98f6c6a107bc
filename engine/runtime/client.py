# SPDX-License-Identifier: Apache-2.0
"""Commands to a run from any process: through the inbox to its driver, or, where nobody drives, journaled here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.errors import CommandFailed, JournalLocked, JournalUnwritable, PilothouseError
from engine.journal import RunFolder, inbox
from engine.runtime.inbox import serve_inbox
from engine.runtime.ledger import Ledger

PATIENCE = 10.0
"""Seconds that a live driver has to take a command."""
_ROUND = 0.25


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command: journaled as event `seq`, by the driver or by this process, or still queued."""

    state: Literal["journaled", "queued"]
    seq: int | None = None
    status: str = ""
    driven: bool = False


async def send(folder: RunFolder, command: Mapping[str, Any], *, patience: float = PATIENCE) -> Reply:
    """Give a command to a run and wait until it is journaled.

    Raises:
        CommandFailed: refused, with the reason and the exit code that goes with it.
        CommandRefused: this process descends from an attempt.
        JournalDamaged, JournalReadOnly, JournalUnwritable: nobody drives the run, and it cannot be written here.
    """
    request = await asyncio.to_thread(inbox.post, folder.inbox, command)
    clock = asyncio.get_running_loop().time
    until = clock() + patience
    while True:
        served = await _serve(folder, request)
        driven = not served  # with nothing left to serve, its driver took it and has gone since
        reply = await inbox.await_reply(folder.inbox, request, 0 if served else _ROUND)
        if reply is not None:
            return _told(reply, driven)
        if clock() >= until:
            return Reply("queued", driven=driven)


def _told(reply: dict[str, Any], driven: bool) -> Reply:
    if not reply.get("ok"):
        raise CommandFailed(str(reply["code"]), int(reply["exit_code"]), str(reply["message"]))
    return Reply("journaled", int(reply["seq"]), str(reply.get("status", "")), driven)


async def _serve(folder: RunFolder, request: str) -> int:
    """Serve the inbox here if nobody drives the run; gives the number of commands, 0 where somebody else serves it."""
    try:
        ledger = await Ledger.open(folder.journal)
    except JournalLocked:
        return 0
    except PilothouseError:
        await asyncio.to_thread(_take_back, folder, request)
        raise
    try:
        return await serve_inbox(folder, ledger)
    except JournalUnwritable:
        await asyncio.to_thread(_take_back, folder, request)
        raise
    finally:
        await ledger.close()


def _take_back(folder: RunFolder, request: str) -> None:
    """Whoever gave the command is told that it failed: it must not count later."""
    for command in inbox.take(folder.inbox):
        if command.id == request:
            command.path.unlink(missing_ok=True)
