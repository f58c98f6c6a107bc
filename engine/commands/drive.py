# SPDX-License-Identifier: Apache-2.0
"""`run` and `resume`: launch a run and drive it here until it ends or waits for a person."""

from __future__ import annotations

import asyncio
import signal
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from engine.commands.arguments import pairs, parse_budgets, program
from engine.commands.fleet import resume_all
from engine.commands.output import OK, document, say, tell
from engine.commands.shown import conclude, hold_lines, state_of
from engine.errors import CommandFailed, JournalLocked, Refused, RunExists, RunUnknown
from engine.journal import RunFolder, RunStore
from engine.kernel import Event, RunState
from engine.kernel.events import Answered, By, HoldOpened, PauseRequested
from engine.projections import narrate
from engine.runtime import follow
from engine.runtime.client import send
from engine.runtime.drive import drive, driving
from engine.runtime.driver import Driver
from engine.runtime.host import ensure_host, host_pid
from engine.runtime.launch import Request, begin, left_behind
from engine.runtime.ledger import Ledger
from engine.runtime.same import refuse_another


def run(args: Namespace) -> int:
    """`pilothouse run`."""
    return asyncio.run(_run(args, RunStore()))


def resume(args: Namespace) -> int:
    """`pilothouse resume RUN`, or `--all`."""
    if args.all:
        return resume_all(args)
    store = RunStore()
    return asyncio.run(drive_here(store.folder(args.run), store, args.json, resume=True))


async def _run(args: Namespace, store: RunStore) -> int:
    request = request_of(args)
    folder, ledger = _existing(store, args.id), None
    if folder is None:
        try:
            folder, ledger = await begin(request, store)
            if left := await asyncio.to_thread(left_behind, request):
                what = f"{left} files are" if left > 1 else "1 file is"
                tell(f"{what} not committed in {str(request.repository)!r}: the run begins without that.")
        except RunExists:
            folder = _existing(store, args.id)  # another process launched it at the same time
            if folder is None:
                raise
    if ledger is None:
        await asyncio.to_thread(lambda: refuse_another(request, folder, state_of(folder)))
    if not args.detach:
        with suppress(OSError):  # as in `_narrate`
            (tell if args.json else say)(f"Run {folder.id}:")
        return await drive_here(folder, store, args.json, ledger=ledger)
    if ledger is not None:
        await ledger.close()
    await asyncio.to_thread(ensure_host, store.data_dir)
    document({"run": folder.id}) if args.json else say(f"Run {folder.id} is driven by the engine host.")
    return OK


def _existing(store: RunStore, run_id: str | None) -> RunFolder | None:
    if run_id is None:
        return None
    with suppress(RunUnknown):
        folder = store.folder(run_id)
        return folder if follow.was_launched(folder) else None
    return None


def request_of(args: Namespace) -> Request:
    """The launch request of a command line. Raises UsageError."""
    return Request(
        workflow=args.workflow,
        repository=Path(args.repo).absolute(),
        base=args.base,
        branch=args.branch,
        inputs=pairs(args.input, "--input"),
        roles={name: str(value) for name, value in pairs(args.role, "--role").items()},
        argv={name: program(str(value)) for name, value in pairs(args.argv, "--argv").items()},
        budgets=parse_budgets(args.budget),
        on_provider_limit=args.on_provider_limit,
        playbook=Path(args.playbook) if args.playbook else None,
        profile=args.profile,
        run_id=args.id,
    )


# -------------------------------------------------------------------------------------------------------------- driving


async def drive_here(
    folder: RunFolder, store: RunStore, as_json: bool, *, resume: bool = False, ledger: Ledger | None = None
) -> int:
    """Drive a run in this process, told in plain words, until it rests; gives the exit code.

    `ledger` is the run's, where this process has just launched it.

    Raises:
        Refused: another process, which is not the engine host, drives it.
    """
    out = tell if as_json else say
    if ledger is None and follow.has_ended(folder):
        return conclude(state_of(folder), as_json)
    while True:
        try:
            async with driving(folder, store.data_dir, ledger=ledger) as driver:
                driver.ledger.on_event = partial(_narrate, out, driver.state)
                if not driver.state.ended:
                    await _drive(driver, folder, resume)
                return conclude(driver.state, as_json)
        except JournalLocked as error:
            if error.pid is None or error.pid != host_pid(store.data_dir):
                raise Refused(
                    f"run {folder.id!r} is driven by {f'process {error.pid}' if error.pid else 'another process'}; "
                    f"follow it with `pilothouse tail {folder.id} --follow`"
                ) from error
        tell(f"The engine host drives run {folder.id}; following it.")
        state = await _with_host(folder, out, resume)
        if follow.rests(state):
            return conclude(state, as_json)
        tell("The engine host has let go of the run; this process drives it on.")


async def _drive(driver: Driver, folder: RunFolder, resume: bool) -> None:
    if resume:
        _lift_pause(driver)
    loop = asyncio.get_running_loop()
    asked = False

    def interrupted() -> None:
        nonlocal asked
        if asked:
            return driver.stop()
        asked = True
        tell("Pausing: the running turn is interrupted and its work kept. Once more to leave at once.")
        driver.report(PauseRequested(now=True, by=By(via="signal")))

    for number, handler in ((signal.SIGINT, interrupted), (signal.SIGTERM, driver.stop)):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, handler)
    driver.on_trouble = lambda text: tell(text or "The journal can be written again; the run goes on.")
    await drive(driver, folder)


def _lift_pause(driver: Driver) -> None:
    """`resume` is the explicit act that ends an operator's pause, and one that a driver left before it was reached."""

    def lift(hold: str, seq: int) -> None:
        driver.report(Answered(hold=hold, answer="resume", expect=seq, by=By(via="resume")))

    open_ = [hold for hold in driver.state.open_holds if hold.kind == "pause"]
    for hold in open_:
        lift(hold.id, hold.seq)
    if open_ or driver.state.pausing is None:
        return
    told = driver.ledger.on_event

    def lift_when_reached(event: Event) -> None:
        told(event)
        if isinstance(event.body, HoldOpened) and event.body.kind == "pause":
            driver.ledger.on_event = told
            lift(event.body.hold, event.seq)

    driver.ledger.on_event = lift_when_reached


async def _with_host(folder: RunFolder, out: Callable[[str], None], resume: bool) -> RunState:
    """The engine host drives: tell it to go on, and follow until the run rests, or is driven by nobody."""
    if resume:
        with suppress(CommandFailed):  # it was not paused by the operator
            await send(folder, {"command": "resume", "via": "resume"})
    return await follow.until_rest(folder, partial(_narrate, out))


def _narrate(out: Callable[[str], None], state: RunState, event: Event) -> None:
    """Tell an event; a reader that went away, or a full disk behind it, stops no run."""
    if event.body.type not in ("heartbeat", "node_entered", "run_resumed"):
        with suppress(OSError):
            out(f"{event.seq:>5}  {narrate(state, event)}")
            if isinstance(event.body, HoldOpened) and event.body.kind == "permission":  # the turn goes on, and waits
                for line in hold_lines(state, state.holds[event.body.hold])[2:]:
                    out(line)
