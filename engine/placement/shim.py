# SPDX-License-Identifier: Apache-2.0
"""Runs between us and one command: starts it, says exactly how it ended, and ends everything below it.

A script for `python -I -S`: the standard library only, as few imports as will do. Arguments: the file descriptors to
read orders from and to report to, the working directory, the command. Orders: `t` asks everything below to stop;
end-of-file (we died, or lost patience) kills everything at once. Reports, one a line: `started`, `failed WHAT ERRNO`,
`ended STATUS` (as from waitpid).

In a PID namespace it is process 1: when it exits, the kernel ends the rest. Elsewhere it makes itself the reaper of
every orphan below (Linux), and kills until none is left.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    """See the module; never returns."""
    orders, reports, cwd, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    for fd in (orders, reports):
        os.set_inheritable(fd, False)
    alone = os.getpid() == 1
    if not alone and sys.platform == "linux":
        _adopt_orphans()
    waker = _wake_on(signal.SIGCHLD, signal.SIGTERM)
    child = _start(reports, cwd, command)
    _let_go_of_streams()
    while True:
        ready, _, _ = select.select([orders, waker], [], [])
        if orders in ready:
            order = os.read(orders, 64)
            if not order:
                break
            _signal_all(alone, signal.SIGTERM)
        if waker in ready:
            told = os.read(waker, 64)
            status = _reap(child)
            if status is not None:
                _report(reports, f"ended {status}")
                break
            if signal.SIGTERM in told:
                break
    if not alone:
        _end_all()
    os._exit(0)


def _adopt_orphans() -> None:
    import ctypes

    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)


def _wake_on(*signals: int) -> int:
    """A descriptor from which the numbers of arrived signals can be read."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in signals:
        signal.signal(number, lambda *_: None)
    return reader


def _start(reports: int, cwd: str, command: list[str]) -> int:
    what = "folder"
    try:
        os.chdir(cwd)
        what = "exec"
        defaults = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGCHLD]
        pid = os.posix_spawnp(command[0], command, os.environ, setsid=True, setsigmask=[], setsigdef=defaults)
    except OSError as error:
        if what == "exec" and error.errno == errno.ENOENT and _is_there(command[0]):
            what = "interpreter"
        _report(reports, f"failed {what} {error.errno}")
        os._exit(0)
    _report(reports, "started")
    return pid


def _is_there(name: str) -> bool:
    folders = [""] if "/" in name else os.environ.get("PATH", "").split(":")
    return any(os.path.lexists(os.path.join(folder, name)) for folder in folders)


def _let_go_of_streams() -> None:
    """So that the streams end when the command lets go of them."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)


def _report(reports: int, line: str) -> None:
    with contextlib.suppress(OSError):  # nobody is left to be told; the end of the orders says the same
        os.write(reports, line.encode() + b"\n")


def _reap(child: int) -> int | None:
    """Take every ended process; the wait status of `child` where it is among them."""
    found = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid == 0:
            return found
        if pid == child:
            found = status


def _signal_all(alone: bool, number: int) -> None:
    """Everything below gets the signal; what was stopped is woken to receive it."""
    for sent in (number, signal.SIGCONT):
        try:
            if alone:
                os.kill(-1, sent)
            else:
                for pid in _below():
                    os.kill(pid, sent)
        except OSError:
            continue


def _below() -> list[int]:
    """Every descendant, from /proc; without one, nothing: then the supervisor kills the process groups it knows."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
        found |= more
    return sorted(found - {os.getpid()})


def _end_all() -> None:
    """Kill and reap until nothing is below us; what we start to lose (it forks faster) is stopped first."""
    while pids := _below():
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in pids:
                try:
                    os.kill(pid, number)
                except OSError:
                    continue
        _reap(0)
        select.select([], [], [], 0.002)


main()
