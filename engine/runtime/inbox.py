# SPDX-License-Identifier: Apache-2.0
"""Serves a run's inbox: each command becomes one observation, once, and gets its reply when that is on disk."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Callable
from typing import Any

from engine.errors import PilothouseError
from engine.journal import RunFolder, inbox
from engine.kernel import Event, Observation
from engine.kernel.events import By
from engine.runtime.ledger import Ledger
from engine.runtime.operator import observe_command
from engine.runtime.threads import whole


async def serve_inbox(
    folder: RunFolder, ledger: Ledger, observe: Callable[[Observation], list[Event]] | None = None
) -> int:
    """Take what waits in the inbox and answer it; gives the number of commands. `observe` defaults to the ledger's own.

    Raises:
        JournalUnwritable: the commands stay where they are, and count once however often they are taken.
    """
    commands = await asyncio.to_thread(inbox.take, folder.inbox)
    if commands and observe is None:
        ledger.settle()  # nobody drives: what a crash tore comes before anything new
    for command in commands:
        await whole(_serve(ledger, command, observe or ledger.observe))
    return len(commands)


async def _serve(ledger: Ledger, command: inbox.Command, observe: Callable[[Observation], list[Event]]) -> None:
    """What a command sets off may end the run, and with it whoever serves: the reply is given all the same."""
    reply = await _reply(ledger, command, observe)
    await asyncio.to_thread(inbox.finish, command, reply)


async def _reply(
    ledger: Ledger, command: inbox.Command, observe: Callable[[Observation], list[Event]]
) -> dict[str, Any]:
    seen = ledger.state.commands.get(command.id)
    if seen is None:
        by = By(user=_user(), via=str(command.body.get("via", "")), pid=command.origin.pid, command=command.id)
        try:
            body = observe_command(ledger.state, command.body, by)
        except PilothouseError as error:
            return {"ok": False, "code": error.code, "exit_code": error.exit_code, "message": error.message}
        seen = observe(body)[0].seq
    await ledger.durable(seen)
    return {"ok": True, "seq": seen, "status": ledger.state.status}


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
