# SPDX-License-Identifier: Apache-2.0
"""Supervises one process from a thread of its own: feeds it, reads it, limits it, ends it.

A thread, not the event loop: limits fire on time whatever the loop does, a flood never starves the loop, no child
watcher is needed, and the kernel ties a child's life (PR_SET_PDEATHSIG) to the thread that started it, so that thread
must outlive the child.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import psutil

from engine.placement.process import (
    MARK,
    Control,
    Ended,
    IsolationInForce,
    OnOutput,
    ProcessResult,
    ProcessSpec,
    Stream,
)
from engine.placement.survivors import end, survivors

_SHIM = Path(__file__).with_name("shim.py")
_CHUNK = 65_536
_DRAIN_S = 1.0
"""How long output is read after the process has gone; it matters only where something escaped and holds the pipe."""
_EXIT_S = 2.0
"""How long the shim may take to end what is below it, before it is killed itself."""
_SHOWN = 2_000
_REPORTS = 4_096
_ENDED = re.compile(rb"^ended (\d{1,5})$", re.MULTILINE)
_FAILED = re.compile(rb"failed (folder|relay|confine|exec|interpreter) (\d{1,4})$", re.MULTILINE)
_QUIET_S = 20.0
_QUIET_CPU_S = 0.05


class Supervision:
    """One process, from its start to the moment when nothing of it is left. Use once: `run`."""

    def __init__(
        self,
        spec: ProcessSpec,
        wrapper: list[str],
        isolation: IsolationInForce,
        on_output: OnOutput,
        control: Control,
        on_started: Callable[[int], None],
    ) -> None:
        self._spec = spec
        self._wrapper = wrapper
        self._isolation = isolation
        self._control = control
        self._on_started = on_started
        self._out = _Sink("stdout", on_output, spec.keep_bytes)
        self._err = _Sink("stderr", on_output, spec.keep_bytes)
        self._selector = selectors.DefaultSelector()
        self._orders: int | None = None
        self._input = memoryview(spec.stdin or b"")
        self._input_ends = not spec.interactive
        self._stdin: IO[bytes] | None = None
        self._feeding = False
        self._reports = b""
        self._status: int | None = None
        self._reporting = False
        self._asked: Ended | None = None
        self._stopped_at: float | None = None
        self._kill_at = self._hard_at = math.inf

    def run(self) -> ProcessResult:
        """Blocks until the process has ended. Raises what `on_output` raised, once nothing is left."""
        self._started_at, self._began = time.time(), time.monotonic()
        self._last_output = self._began
        self._quiet = _Quiet(self._spec)
        with contextlib.ExitStack() as stack:
            stack.callback(self._selector.close)
            try:
                process = self._spawn(stack)
            except (OSError, ValueError) as error:
                return self._result("spawn_failed", detail=f"{self._spec.argv[0]!r} cannot be started: {error}")
            with process:
                try:
                    self._watch(process)
                finally:
                    self._control.attach(None)
                    self._end_orders()
                    self._reap(process)
                self._drain()
                self._out.finish()
                self._err.finish()
            return self._outcome(process)

    # ------------------------------------------------------------------------------------------------------ start

    def _spawn(self, stack: contextlib.ExitStack) -> subprocess.Popen[bytes]:
        orders_r, self._orders = os.pipe()
        stack.callback(self._end_orders)
        reports_r, reports_w = os.pipe()
        stack.callback(os.close, reports_r)
        wake_r, wake_w = os.pipe()
        stack.callback(os.close, wake_r)
        stack.callback(os.close, wake_w)
        relays = ",".join(f"{relay.port}:{relay.socket}" for relay in self._spec.relays)
        confined = "confined" if self._isolation == "sandboxed" else ""
        told = (str(orders_r), str(reports_w), str(self._spec.cwd), relays, confined)
        shim = (sys.executable, "-I", "-S", str(_SHIM), *told)
        try:
            process = subprocess.Popen(
                [*self._wrapper, *shim, *self._spec.argv],
                stdin=subprocess.PIPE if self._spec.interactive or self._spec.stdin is not None else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                env={**self._spec.env, MARK: self._spec.token},
                pass_fds=(orders_r, reports_w),
                start_new_session=True,
            )
        finally:
            os.close(orders_r)
            os.close(reports_w)
        assert process.stdout is not None
        assert process.stderr is not None
        self._read_from(process.stdout.fileno(), self._take_output(self._out))
        self._read_from(process.stderr.fileno(), self._take_output(self._err))
        self._read_from(reports_r, self._take_report)
        self._read_from(wake_r, lambda _: self._take_input())
        self._reporting, self._wake = True, wake_r
        if (stdin := process.stdin) is not None:
            os.set_blocking(stdin.fileno(), False)
            self._stdin = stdin
        os.set_blocking(wake_w, False)
        self._control.attach(lambda: _poke(wake_w))
        self._take_input()
        self._pid = process.pid
        return process

    def _read_from(self, fd: int, take: Callable[[bytes], None]) -> None:
        """`take` gets every chunk and, at the end, an empty one."""
        os.set_blocking(fd, False)

        def read() -> None:
            try:
                chunk = os.read(fd, _CHUNK)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            if not chunk:
                self._selector.unregister(fd)
            take(chunk)

        self._selector.register(fd, selectors.EVENT_READ, read)

    # ---------------------------------------------------------------------------------------------- while it runs

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Until the shim has let go of its reports, which is the last thing it does."""
        while self._reporting:
            now = time.monotonic()
            self._keep_clocks(now)
            self._limit(process, now)
            if self._control.on_quiet is not None and self._stopped_at is None:
                self._quiet.look(process.pid, now - self._last_output, self._control.on_quiet)
            self._serve(self._next_look() - now)
        self._keep_clocks(time.monotonic())

    def _keep_clocks(self, now: float) -> None:
        """The time in which the process waits for a person is as if it had not been."""
        if self._stopped_at is not None:
            waited, self._stopped_at = now - self._stopped_at, None
            self._began += waited
            self._last_output = min(now, self._last_output + waited)
        if self._control.clocks_stopped:
            self._stopped_at = now

    def _serve(self, timeout: float) -> None:
        for key, _ in self._selector.select(None if timeout == math.inf else max(0.0, timeout)):
            key.data()

    def _next_look(self) -> float:
        if self._asked is not None or self._status is not None:
            return min(self._kill_at, self._hard_at)
        if self._stopped_at is not None:
            return math.inf
        quiet = math.inf if self._control.on_quiet is None else self._quiet.next_look(self._last_output)
        return min(_after(self._began, self._spec.wall_ms), _after(self._last_output, self._spec.idle_ms), quiet)

    def _limit(self, process: subprocess.Popen[bytes], now: float) -> None:
        """Ask, then kill, as the clocks and the control say."""
        if self._status is not None:  # the shim is about to go; whoever keeps it from that goes with it
            self._hard_at = min(self._hard_at, now + _EXIT_S)
        elif self._asked is None:
            if self._control.interrupted:
                self._ask("interrupted", now)
            elif self._stopped_at is not None:
                pass
            elif now >= _after(self._began, self._spec.wall_ms):
                self._ask("timed_out", now)
            elif now >= _after(self._last_output, self._spec.idle_ms):
                self._ask("idle", now)
        if self._control.killed and self._orders is not None:
            self._kill_at = now
        if now >= self._kill_at:
            self._kill_at, self._hard_at = math.inf, now + _EXIT_S
            self._end_orders()
        if now >= self._hard_at:
            process.kill()
            self._reporting = False

    def _ask(self, why: Ended, now: float) -> None:
        self._asked = why
        self._kill_at = now + self._spec.grace_ms / 1000
        if self._orders is not None:
            with contextlib.suppress(OSError):
                os.write(self._orders, b"t")

    def _take_input(self) -> None:
        """More for an interactive process, or the end of it."""
        if self._spec.interactive and self._stdin is not None:
            more, self._input_ends = self._control.take_input()
            self._input = memoryview(bytes(self._input) + more)
        if (stdin := self._stdin) is not None and not self._feeding and (self._input or self._input_ends):
            self._selector.register(stdin.fileno(), selectors.EVENT_WRITE, lambda: self._feed(stdin))
            self._feeding = True

    def _feed(self, stdin: IO[bytes]) -> None:
        """The next piece of the input; an agent that does not want it is no error."""
        try:
            written = os.write(stdin.fileno(), self._input[:_CHUNK]) if self._input else 0
        except BlockingIOError:
            return
        except OSError:
            written, self._input_ends = len(self._input), True
        self._input = self._input[written:]
        if not self._input:
            self._selector.unregister(stdin.fileno())
            self._feeding = False
            if self._input_ends:
                stdin.close()
                self._stdin = None

    def _take_output(self, sink: _Sink) -> Callable[[bytes], None]:
        def take(chunk: bytes) -> None:
            if chunk:
                self._last_output = time.monotonic()
                sink.take(chunk)

        return take

    def _take_report(self, chunk: bytes) -> None:
        """A command that looks for it can write here too, so nothing is believed that makes no sense."""
        if not self._reports and chunk.startswith(b"started"):
            self._on_started(self._pid)
        self._reports = (self._reports + chunk)[:_REPORTS]
        if found := _ENDED.findall(self._reports):
            self._status = int(found[-1])
        self._reporting = bool(chunk)

    # ---------------------------------------------------------------------------------------------------- the end

    def _end_orders(self) -> None:
        """The shim takes the end of its orders as: kill everything, now."""
        if self._orders is not None:
            os.close(self._orders)
            self._orders = None

    def _reap(self, process: subprocess.Popen[bytes]) -> None:
        try:
            process.wait(_EXIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.returncode != 0:  # the shim itself was killed, and may have left what it watched over
            end(survivors(self._spec.token))

    def _drain(self) -> None:
        """What is still in the pipes. Their ends come at once, unless something escaped and holds them."""
        self._selector.unregister(self._wake)
        until = time.monotonic() + _DRAIN_S
        while self._selector.get_map() and (left := until - time.monotonic()) > 0:
            self._serve(left)

    def _outcome(self, process: subprocess.Popen[bytes]) -> ProcessResult:
        if failed := _FAILED.match(self._reports):
            ended, detail = _start_failure(self._spec, failed[1].decode(), int(failed[2]))
            return self._result(ended, process.pid, detail=detail)
        if not self._reports and self._asked is None:
            told = self._err.tail.decode("utf-8", "replace").strip()
            return self._result("spawn_failed", process.pid, detail=f"{self._spec.argv[0]!r} cannot be started: {told}")
        # Without a status the command went down with its shim: killed, by us or from outside.
        code: int = -signal.SIGKILL
        if self._status is not None and (os.WIFEXITED(self._status) or os.WIFSIGNALED(self._status)):
            code = os.waitstatus_to_exitcode(self._status)
        return self._result(self._asked or "exited", process.pid, code)

    def _result(self, ended: Ended, pid: int | None = None, code: int | None = None, detail: str = "") -> ProcessResult:
        return ProcessResult(
            ended=ended,
            exit_code=code if code is not None and code >= 0 else None,
            signal=-code if code is not None and code < 0 else None,
            pid=pid,
            isolation=self._isolation,
            dropped_bytes=self._out.dropped + self._err.dropped,
            duration_ms=round((time.monotonic() - self._began) * 1000),
            started_at=self._started_at,
            detail=detail,
        )


class _Sink:
    """Hands one stream on, within its bound: the first half as it comes, the last half at the end."""

    def __init__(self, stream: Stream, on_output: OnOutput, keep: int | None) -> None:
        self._stream = stream
        self._on_output = on_output
        self._head_left = math.inf if keep is None else keep - keep // 2
        self._tail_room = 0 if keep is None else keep // 2
        self._tail = bytearray()
        self.tail = b""
        self.dropped = 0

    def take(self, chunk: bytes) -> None:
        self.tail = (self.tail + chunk[-_SHOWN:])[-_SHOWN:]
        head = chunk if self._head_left >= len(chunk) else chunk[: int(self._head_left)]
        if head:
            self._head_left -= len(head)
            self._on_output(head, self._stream)
        self._tail += chunk[len(head) :]
        if len(self._tail) > 2 * self._tail_room + _CHUNK:  # cut rarely, so that a flood costs little
            self._cut()

    def _cut(self) -> None:
        surplus = max(0, len(self._tail) - self._tail_room)
        self.dropped += surplus
        del self._tail[:surplus]

    def finish(self) -> None:
        self._cut()
        if self.dropped:
            # Nobody may take the end of a cut line for a whole one.
            cut = self._tail.find(b"\n") + 1
            self.dropped += cut
            del self._tail[:cut]
            self._on_output(f"\n[{self.dropped:,} bytes dropped]\n".encode(), self._stream)
        if self._tail:
            self._on_output(bytes(self._tail), self._stream)


class _Quiet:
    """Notices a process that neither prints nor computes: it may be waiting for input. Told once a silence."""

    def __init__(self, spec: ProcessSpec) -> None:
        limits = [limit / 2000 for limit in (spec.idle_ms, spec.wall_ms) if limit is not None]
        self._after_s = min(_QUIET_S, *limits) if limits else _QUIET_S
        self._cpu_s: float | None = None
        self._told = False

    def next_look(self, last_output: float) -> float:
        if self._told:
            return math.inf
        return last_output + self._after_s * (0.5 if self._cpu_s is None else 1.0)

    def look(self, pid: int, silence_s: float, tell: Callable[[int], None]) -> None:
        if silence_s < self._after_s / 2:
            self._cpu_s, self._told = None, False
        elif self._cpu_s is None:
            self._cpu_s = _cpu_seconds(pid)
        elif silence_s >= self._after_s and not self._told:
            self._told = True
            if _cpu_seconds(pid) - self._cpu_s < _QUIET_CPU_S:
                tell(round(silence_s * 1000))


def _cpu_seconds(pid: int) -> float:
    total = 0.0
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system
    return total


def _start_failure(spec: ProcessSpec, what: str, code: int) -> tuple[Ended, str]:
    name, reason = spec.argv[0], os.strerror(code)
    if what == "folder":
        return "spawn_failed", f"the working directory {str(spec.cwd)!r} cannot be entered: {reason}"
    if what == "relay":
        return "spawn_failed", "the relay to the engine cannot be started in the sandbox"
    if what == "confine":
        return "spawn_failed", f"the sandbox cannot be closed towards the kernel: {reason}"
    if what == "interpreter":
        return "not_executable", f"{name!r} is there, but the interpreter it names is not"
    if code in (errno.ENOENT, errno.ENOTDIR):
        where = "" if "/" in name else " on the PATH"
        return "not_found", f"{name!r} was not found{where}"
    if code in (errno.EACCES, errno.ENOEXEC, errno.EPERM):
        return "not_executable", f"{name!r} cannot be executed: {reason}"
    return "spawn_failed", f"{name!r} cannot be started: {reason}"


def _after(moment: float, limit_ms: int | None) -> float:
    return math.inf if limit_ms is None else moment + limit_ms / 1000


def _poke(fd: int) -> None:
    with contextlib.suppress(BlockingIOError):
        os.write(fd, b"!")
