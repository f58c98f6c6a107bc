# SPDX-License-Identifier: Apache-2.0
"""The records of one supervised process: what to run, how to stop it, how it ended."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
class Relay:
    """A port on the loopback of a closed network that leads to a socket of ours."""

    port: int
    socket: Path


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
    interactive: bool = False
    """After `stdin` comes what `Control.write` is given; end-of-file only with `Control.close_input`."""
    isolation: Isolation = "sandboxed"
    writable: tuple[Path, ...] = ()
    """Sandboxed: what may be written. They exist; the deepest rule about a path wins."""
    readable: tuple[Path, ...] = ()
    """Sandboxed: what is seen, read-only, though it lies in something hidden or writable. Missing ones are left out."""
    hidden: tuple[Path, ...] = ()
    """Sandboxed: what is replaced by an empty folder, beyond the home, /tmp and /run."""
    network: Literal["open", "closed"] = "open"
    """Closed: nothing but a loopback of its own. Nothing is started where that cannot be had."""
    relays: tuple[Relay, ...] = ()
    """With a closed network: the only ways out of it."""
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
    """Stops one running process, or writes to an interactive one; safe from any thread, at any time."""

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
        self._input = bytearray()
        self._input_closed = False
        self._waiting = 0

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
            self._poke()

    def kill(self) -> None:
        """The same without the grace period."""
        with self._lock:
            self._interrupted = self._killed = True
            self._poke()

    @property
    def clocks_stopped(self) -> bool:
        """Whether neither the wall clock nor the silence counts now."""
        return self._waiting > 0

    @contextmanager
    def clocks_stop(self) -> Iterator[None]:
        """While this is entered, by any number at once, the process waits for a person: no time of it counts."""
        self._wait(1)
        try:
            yield
        finally:
            self._wait(-1)

    def _wait(self, by: int) -> None:
        with self._lock:
            self._waiting += by
            self._poke()

    def write(self, data: bytes) -> None:
        """Give an interactive process more input, unbounded here: whoever writes waits for answers in between.

        What is written before the start is kept; what is written after the end is dropped.
        """
        with self._lock:
            if not self._input_closed:
                self._input += data
                self._poke()

    def close_input(self) -> None:
        """End of an interactive process's input, once what was written has been taken."""
        with self._lock:
            self._input_closed = True
            self._poke()

    def take_input(self) -> tuple[bytes, bool]:
        """For the supervisor: what was written since, and whether that is the last of it."""
        with self._lock:
            data = bytes(self._input)
            self._input.clear()
            return data, self._input_closed

    def _poke(self) -> None:
        if self._wake is not None:
            self._wake()

    def attach(self, wake: Callable[[], None] | None) -> None:
        """For the supervisor: what to call when something was asked for; None when it is too late for that."""
        with self._lock:
            self._wake = wake
