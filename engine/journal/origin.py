# SPDX-License-Identifier: Apache-2.0
"""Where a command came from: its process, and whether that descends from an attempt.

Only a person consents. What an agent started carries its attempt in the environment, and so does all that it starts.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# psutil is imported where it is used: it is slow to import, and most commands need it not at all.

_ATTEMPT_DIR = re.compile(r"(/.*)/runs/[^/]+/attempts/.+", re.DOTALL)
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
        import psutil

        try:
            return abs(psutil.Process(self.pid).create_time() - self.started) <= _SAME_START
        except (psutil.Error, OSError, ValueError):
            return False

    def as_dict(self) -> dict[str, Any]:
        """For a JSON file."""
        return asdict(self)


def origin_of_this_process() -> Origin:
    """The origin of a command that this process gives."""
    import psutil

    uid = os.getuid() if sys.platform != "win32" else -1
    return Origin(os.getpid(), psutil.Process().create_time(), uid, sys.argv[0] if sys.argv else "")


def descends_from_attempt(pid: int, data_dir: Path | None = None) -> str | None:
    """The attempt that process `pid` or one of its ancestors belongs to, as `run/node/attempt`; None if to none.

    Given a data directory, attempts of the runs of another one do not count: there, an agent may well be the operator
    of an engine that it tries out. A process that is gone descends from none that can be named.
    """
    import psutil

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
        if "PILOTHOUSE_ATTEMPT" in environment and not _is_elsewhere(environment, data_dir):
            parts = ("PILOTHOUSE_RUN", "PILOTHOUSE_NODE", "PILOTHOUSE_ATTEMPT")
            return "/".join(environment.get(part, "?") for part in parts)
    return None


def _is_elsewhere(environment: Mapping[str, str], data_dir: Path | None) -> bool:
    """Whether the attempt plainly belongs to another data directory; whoever hides that is counted as ours."""
    folder = _ATTEMPT_DIR.fullmatch(environment.get("PILOTHOUSE_ATTEMPT_DIR", ""))
    return data_dir is not None and folder is not None and Path(folder[1]).resolve() != data_dir.resolve()
