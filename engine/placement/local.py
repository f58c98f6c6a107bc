# SPDX-License-Identifier: Apache-2.0
"""Runs one process on this machine, supervised and isolated, for any event loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from engine.errors import SandboxUnavailable
from engine.placement.process import Control, Isolation, IsolationInForce, OnOutput, ProcessResult, ProcessSpec
from engine.placement.supervise import Supervision
from engine.workspace import sandbox


async def run(spec: ProcessSpec, on_output: OnOutput, control: Control | None = None) -> ProcessResult:
    """Run one command to its end; afterwards nothing of it is alive: no child, no daemon, no holder of a pipe.

    `on_output` is called from the process's own thread, one call at a time, never from the loop; when it blocks, so
    does the process. Cancelled: interrupts, waits for the end, and raises; cancelled again: kills.

    Raises:
        SandboxUnavailable: the spec asks for ``sandboxed``, or a closed network, and bubblewrap does not work here.
            Nothing was started.
        Exception: whatever `on_output` raised; the process was ended.
    """
    loop = asyncio.get_running_loop()
    control = control or Control()
    future: asyncio.Future[ProcessResult] = loop.create_future()

    def on_loop(call: object, *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(call, *args)  # type: ignore[arg-type]

    def work() -> None:
        try:
            wrapper, isolation = _wrapper(spec)
            started = control.on_started
            supervision = Supervision(
                spec,
                wrapper,
                isolation,
                on_output,
                control,
                lambda pid: on_loop(started, pid, isolation) if started is not None else None,
            )
            on_loop(future.set_result, supervision.run())
        except BaseException as error:  # noqa: BLE001 - it is raised again where `run` is awaited
            on_loop(future.set_exception, error)

    thread = threading.Thread(target=work, name=f"process {spec.argv[0]}", daemon=True)
    thread.start()
    cancelled = False
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            if cancelled:
                control.kill()
            control.interrupt()
            cancelled = True
    thread.join()
    if cancelled:
        future.exception()
        raise asyncio.CancelledError
    return future.result()


def isolation_for(asked: Isolation | None) -> Isolation:
    """What a role gets: what it asks for, else ``sandboxed`` where bubblewrap works. Blocks a moment the first time."""
    return asked or ("sandboxed" if sandbox.bubblewrap() else "open")


def _wrapper(spec: ProcessSpec) -> tuple[list[str], IsolationInForce]:
    program = sandbox.bubblewrap()
    if spec.network == "closed" and (program is None or spec.isolation != "sandboxed"):
        raise SandboxUnavailable(
            f"{spec.argv[0]!r} is to run without a network of its own, and that takes a sandbox. Install bubblewrap, "
            "or set `network: open` for its role."
        )
    if program is not None and spec.isolation == "sandboxed":
        readable = (*spec.readable, *(relay.socket for relay in spec.relays))
        words = sandbox.closed(
            program, spec.argv[0], spec.env, spec.writable, readable, spec.hidden, network=spec.network == "open"
        )
        return words, "sandboxed"
    if program is not None:
        return sandbox.open_(program), "open"
    if spec.isolation == "sandboxed":
        raise SandboxUnavailable(
            f"{spec.argv[0]!r} is to run sandboxed, and bubblewrap does not work here. Install bubblewrap, or set "
            "`isolation: open` for its role to let it run with your own rights."
        )
    return [], "open (no bubblewrap)"
