# SPDX-License-Identifier: Apache-2.0
"""Where a command came from: its process, and whether that descends from an attempt.

Only a person consents. What an agent started carries its attempt in the environment, and so does all that it starts.
"""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

import psutil

_SAME_START = 0.02
"""Seconds: the system's clock tick is coarser than the figure looks."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The process that gave a command; `started` is seconds since the epoch, `uid` is -1 where there is none."""

    pid: int
    started: float
    uid: int
    argv0: str

    def is_alive(self) -> bool:
        """Whether that very process still runs; another one with its number does not count."""
        try:
            return abs(psutil.Process(self.pid).create_time() - self.started) <= _SAME_START
        except (psutil.Error, OSError, ValueError):
            return False

    def as_dict(self) -> dict[str, Any]:
        """For a JSON file."""
        return asdict(self)


def origin_of_this_process() -> Origin:
    """The origin of a command that this process gives."""
    uid = os.getuid() if sys.platform != "win32" else -1
    return Origin(os.getpid(), psutil.Process().create_time(), uid, sys.argv[0] if sys.argv else "")


def descends_from_attempt(pid: int) -> str | None:
    """The attempt that process `pid` or one of its ancestors belongs to, as `run/node/attempt`; None if to none.

    A process that is gone descends from none that can be named.
    """
    try:
        process = psutil.Process(pid)
        chain = [process, *process.parents()]
    except (psutil.Error, OSError, ValueError):
        return None
    for member in chain:
        try:
            environment = member.environ()
        except (psutil.Error, OSError):  # other people's processes; an attempt always runs as ours
            continue
        if "PILOTHOUSE_ATTEMPT" in environment:
            parts = ("PILOTHOUSE_RUN", "PILOTHOUSE_NODE", "PILOTHOUSE_ATTEMPT")
            return "/".join(environment.get(part, "?") for part in parts)
    return None
