# SPDX-License-Identifier: Apache-2.0
"""The records of one supervised process: what to run, how to stop it, how it ended."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Isolation = Literal["sandboxed", "open"]
IsolationInForce = Literal["sandboxed", "open", "open (no bubblewrap)"]
Stream = Literal["stdout", "stderr"]
Ended = Literal["exited", "timed_out", "idle", "interrupted", "not_found", "not_executable", "spawn_failed"]
OnOutput = Callable[[bytes, Stream], None]

MARK = "PILOTHOUSE_PROCESS"
"""The environment variable that carries `ProcessSpec.token`."""


@dataclass(frozen=True, slots=True)
class ProcessSpec:
    """One command to run under supervision. Times are milliseconds; None: no limit."""

    argv: tuple[str, ...]
    """A bare name is looked up on the PATH of `env`, never in `cwd`."""
    cwd: Path
    env: Mapping[str, str]
    """The complete environment (see `environment`); the token is added to it."""
    token: str
    """Marks every process of the attempt (see `attempt_token`), so that survivors can be found."""
    stdin: bytes | None = None
    """Fed, then end-of-file; None: end-of-file at once."""
    isolation: Isolation = "sandboxed"
    writable: tuple[Path, ...] = ()
    """Sandboxed: what may be written. They exist; the deepest rule about a path wins."""
    readable: tuple[Path, ...] = ()
    """Sandboxed: what is seen, read-only, though it lies in something hidden or writable. Missing ones are left out."""
    hidden: tuple[Path, ...] = ()
    """Sandboxed: what is replaced by an empty folder, beyond the home, /tmp and /run."""
    wall_ms: int | None = None
    idle_ms: int | None = None
    """The longest silence."""
    grace_ms: int = 3_000
    """From the polite signal to the kill."""
    keep_bytes: int | None = None
    """Bound on what a stream hands to `on_output`: the first and the last half, and between them a line that says how
    much was dropped. None: everything; then the caller bounds it."""


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """How a process ended, measured. Nothing of it is alive any more."""

    ended: Ended
    """What ended it: a process that exits 0 after our interrupt was ``interrupted``."""
    exit_code: int | None
    signal: int | None
    pid: int | None
    """The supervised process as this machine sees it; None where nothing was started."""
    isolation: IsolationInForce
    dropped_bytes: int
    duration_ms: int
    started_at: float
    """Seconds since 1970: a label, never compared."""
    detail: str = ""
    """Why it did not start, in a sentence; else empty."""


class Control:
    """Stops one running process; safe from any thread, at any time, any number of times."""

    def __init__(
        self,
        on_started: Callable[[int, IsolationInForce], None] | None = None,
        on_quiet: Callable[[int], None] | None = None,
    ) -> None:
        """`on_started(pid, isolation)` runs on the loop; `on_quiet(ms)` on the process's thread: no output and no CPU
        use for so long, so it may be waiting for input that never comes."""
        self.on_started = on_started
        self.on_quiet = on_quiet
        self._lock = threading.Lock()
        self._wake: Callable[[], None] | None = None
        self._interrupted = False
        self._killed = False

    @property
    def interrupted(self) -> bool:
        return self._interrupted

    @property
    def killed(self) -> bool:
        return self._killed

    def interrupt(self) -> None:
        """A polite signal to everything in the process's tree, the grace period, then the kill."""
        with self._lock:
            self._interrupted = True
            if self._wake is not None:
                self._wake()

    def kill(self) -> None:
        """The same without the grace period."""
        with self._lock:
            self._interrupted = self._killed = True
            if self._wake is not None:
                self._wake()

    def attach(self, wake: Callable[[], None] | None) -> None:
        """For the supervisor: what to call when something was asked for; None when it is too late for that."""
        with self._lock:
            self._wake = wake
