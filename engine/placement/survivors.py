# SPDX-License-Identifier: Apache-2.0
"""Processes of attempts whose driver died: found by the token in their environment, and ended."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from engine.placement.process import MARK

_WAIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Survivor:
    """A live process that carries an attempt's token. `start_time` tells it from a later process of the same id."""

    pid: int
    start_time: float
    run: str
    node: str
    attempt: int | None
    command: str


def token_prefix(run_dir: Path) -> str:
    """What every token of this run begins with. Two data directories never share it, whatever their runs are called."""
    return f"ph-{hashlib.sha256(os.fsencode(run_dir.resolve())).hexdigest()[:20]}-"


def attempt_token(run_dir: Path, node: str, attempt: int) -> str:
    """A fresh marker for the processes of one attempt. No secret: it only has to be found again."""
    return f"{token_prefix(run_dir)}{node}-{attempt}-{secrets.token_hex(4)}"


def survivors(prefix: str) -> list[Survivor]:
    """Every live process, but this one, whose token begins with `prefix`. Blocks; reads /proc (or the like)."""
    found = []
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        with contextlib.suppress(psutil.Error, OSError, ValueError):
            env = process.environ()
            if env.get(MARK, "").startswith(prefix):
                found.append(_describe(process, env))
    return found


def _describe(process: psutil.Process, env: dict[str, str]) -> Survivor:
    number = env.get("PILOTHOUSE_ATTEMPT", "")
    return Survivor(
        pid=process.pid,
        start_time=process.create_time(),
        run=env.get("PILOTHOUSE_RUN", ""),
        node=env.get("PILOTHOUSE_NODE", ""),
        attempt=int(number) if number.isdecimal() else None,
        command=" ".join(process.cmdline())[:200],
    )


def end(found: Iterable[Survivor]) -> list[Survivor]:
    """Kill these and everything below them; returns those that are still alive after 5 s. Blocks.

    A process is only touched while its id and start time are those that were seen.
    """
    ours = {survivor.pid: survivor for survivor in found}
    targets: dict[int, psutil.Process] = {}
    for survivor in ours.values():
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(survivor.pid)
            if process.create_time() == survivor.start_time:
                targets |= {below.pid: below for below in [process, *process.children(recursive=True)]}
    targets.pop(os.getpid(), None)
    for process in targets.values():
        with contextlib.suppress(psutil.Error):
            process.kill()
    _, alive = psutil.wait_procs(targets.values(), timeout=_WAIT_S)
    return [ours[process.pid] for process in alive if process.pid in ours and _runs(process)]


def _runs(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
