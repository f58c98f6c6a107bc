# SPDX-License-Identifier: Apache-2.0
"""Drives a run from its folder: takes the lock, ends what survived, attaches, serves the inbox, and lets go."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from importlib.metadata import version
from pathlib import Path

from engine.errors import JournalDamaged, JournalUnwritable, SurvivorsLeft
from engine.journal import RunFolder, forget_why
from engine.kernel import Event
from engine.kernel.events import DriverAttached
from engine.placement import end, survivors, token_prefix
from engine.placement.process import MARK
from engine.runtime.driver import Driver
from engine.runtime.fleet import FleetLimits
from engine.runtime.inbox import serve_inbox
from engine.runtime.ledger import Ledger
from engine.runtime.service import ToolService, tool_service
from engine.runtime.work import effects_of
from engine.runtime.world import World
from engine.workspace import RunRepository
from engine.workspace.calls import MARKED

log = logging.getLogger("pilothouse.driver")

ROUND = 0.15
"""Seconds between looks at the inbox."""


@asynccontextmanager
async def driving(
    folder: RunFolder,
    data_dir: Path,
    on_event: Callable[[Event], None] = lambda _: None,
    *,
    tools: ToolService | None = None,
    fleet: FleetLimits | None = None,
    ledger: Ledger | None = None,
) -> AsyncIterator[Driver]:
    """The driver of a run, holding its lock; nothing has started yet.

    `tools` serves the agents and `fleet` admits their turns; None: one of its own. `ledger` is the run's, where it is
    open already; it is closed.

    Raises:
        JournalLocked: somebody else drives.
        JournalDamaged, JournalReadOnly, JournalUnwritable: the journal cannot be continued.
        WorkspaceError: the run's repository is gone.
    """
    ledger = ledger or await Ledger.open(folder.journal)
    try:
        if not ledger.state.run:
            raise JournalDamaged(f"the journal of run {folder.id!r} has no first event; the run was never launched")
        ledger.on_event = on_event
        repository = await asyncio.to_thread(RunRepository.open, folder.path)
        await asyncio.to_thread(forget_why, folder)
        async with nullcontext(tools) if tools is not None else tool_service() as service:
            yield Driver(
                ledger, effects_of(World(folder, repository, data_dir, service, fleet or FleetLimits(data_dir)))
            )
    finally:
        await ledger.close()


async def drive(driver: Driver, folder: RunFolder, *, stay: bool = False) -> None:
    """Drive until the run ends or waits for a person (`stay`: until it ends, or the driver is stopped).

    What waits in the inbox counts first: an answer given meanwhile is never found only after the driver let go.
    """
    ended = await asyncio.to_thread(_end_survivors, folder)
    MARKED.set((MARK, f"{token_prefix(folder.path)}git"))  # in this task, and all that is started from here
    with suppress(JournalUnwritable):  # the driver mends it, and serves what waits then
        await serve_inbox(folder, driver.ledger)
    torn = driver.ledger.journal.torn
    attached = DriverAttached(
        pid=os.getpid(), engine=version("pilothouse"), torn=torn.size if torn is not None else 0, survivors=ended
    )
    await driver.drive(attached, stay=stay, beside=lambda: _serve(driver, folder))


def _end_survivors(folder: RunFolder) -> int:
    """End every process that an earlier driver of this run left, and clear its locks; gives the number of the first."""
    found = survivors(token_prefix(folder.path))
    left = end(found)
    if left:
        names = ", ".join(f"{survivor.command!r} (pid {survivor.pid})" for survivor in left)
        raise SurvivorsLeft(f"processes of run {folder.id!r} could not be ended: {names}; end them, then resume")
    for lock in RunRepository.release_locks(folder.path):
        log.warning("a process of run %s that is gone left %s behind; it is removed", folder.id, lock)
    return len(found)


async def _serve(driver: Driver, folder: RunFolder) -> None:
    """Serve the inbox for as long as the run is driven; a disk that refuses stops no later command."""
    while True:
        try:
            await serve_inbox(folder, driver.ledger, driver.observe)
        except JournalUnwritable:
            driver.mend()
        except OSError as error:
            log.error("the inbox of run %s cannot be served: %s", folder.id, error)
        await asyncio.sleep(ROUND)
