# SPDX-License-Identifier: Apache-2.0
"""Runs between us and one command: starts it, says exactly how it ended, and ends everything below it.

A script for `python -I -S`: the standard library only, as few imports as will do. Arguments: the file descriptors to
read orders from and to report to, the working directory, the relays (`PORT:SOCKET`, by commas; see `relay.py`),
`confined` where it is to be that (see `confine.py`), the command. Orders: `t` asks everything below to stop;
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
_HERE = os.path.dirname(os.path.abspath(__file__))


def main() -> None:
    """See the module; never returns."""
    orders, reports = _low(int(sys.argv[1])), _low(int(sys.argv[2]))
    cwd, relays, confined, *command = sys.argv[3:]
    alone = os.getpid() == 1
    if not alone:
        _adopt_orphans()
    # Process 1 of a namespace gets no signal from within that it does not handle: so it handles no more than it must.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    waker = _wake_on(signal.SIGCHLD) if alone else _wake_on(signal.SIGCHLD, signal.SIGTERM)
    if confined:
        _confine(reports)
    if relays:
        _relay(reports, relays)
    child = _start(reports, cwd, command)
    _let_go_of_streams()
    while True:
        ready, _, _ = select.select([orders, waker], [], [])
        if orders in ready:
            if not os.read(orders, 64):
                break
            _signal_all(alone, child, signal.SIGTERM)
        if waker in ready:
            told = os.read(waker, 64)
            status = _reap(child)
            if status is not None:
                _report(reports, f"ended {status}")
                break
            if signal.SIGTERM in told:
                break
    if not alone:
        _end_all(child)
    os._exit(0)


def _adopt_orphans() -> None:
    """Linux: descendants whose parent dies become our children, and we are told when our own parent dies."""
    if sys.platform == "linux":
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


def _confine(reports: int) -> None:
    """Before anything else is started here."""
    sys.path.append(_HERE)
    try:
        __import__("confine").confine()
    except OSError as error:
        _report(reports, f"failed confine {error.errno}")
        os._exit(0)
    sys.path.remove(_HERE)


def _start(reports: int, cwd: str, command: list[str]) -> int:
    what = "folder"
    try:
        os.chdir(cwd)
        what = "exec"
        program = _find(command[0])
        what = "interpreter"
        defaults = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGCHLD]
        pid = os.posix_spawn(program, command, os.environ, setsid=True, setsigmask=[], setsigdef=defaults)
    except OSError as error:
        if what == "interpreter" and error.errno != errno.ENOENT:
            what = "exec"
        _report(reports, f"failed {what} {error.errno}")
        os._exit(0)
    _report(reports, "started")
    return pid


def _relay(reports: int, relays: str) -> None:
    """Start the relays, and wait until they listen: the command may connect at once."""
    reader, writer = os.pipe()
    program = os.path.join(_HERE, "relay.py")
    argv = [sys.executable, "-I", "-S", program, str(writer), *relays.split(",")]
    os.set_inheritable(writer, True)
    os.posix_spawn(sys.executable, argv, {}, setsid=True)
    os.close(writer)
    if not os.read(reader, 1):
        _report(reports, f"failed relay {errno.EADDRNOTAVAIL}")
        os._exit(0)
    os.close(reader)


def _find(name: str) -> str:
    """A bare name on the absolute folders of PATH; an empty or relative one would mean the working directory."""
    if "/" in name:
        os.stat(name)
        return name
    folders = filter(os.path.isabs, os.environ.get("PATH", "").split(":"))
    found = [path for folder in folders if os.path.isfile(path := os.path.join(folder, name))]
    if not found:
        raise FileNotFoundError(errno.ENOENT, name)
    return next((path for path in found if os.access(path, os.X_OK)), found[0])


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


def _low(fd: int) -> int:
    """The same by the lowest free number: `select` knows none above 1023, and who drives many runs has such."""
    low = os.dup(fd)
    os.close(fd)
    return low


def _signal_all(alone: bool, child: int, number: int) -> None:
    """Everything below gets the signal; what was stopped is woken to receive it."""
    for sent in (number, signal.SIGCONT):
        _send(sent, [-1] if alone else _below(child))


def _end_all(child: int) -> None:
    """Kill and reap until nothing is below us. All are stopped first, so that none forks away meanwhile."""
    while targets := _below(child):
        _send(signal.SIGSTOP, targets)
        _send(signal.SIGKILL, targets)
        _reap(0)
        if not os.path.isdir("/proc/self"):
            break
        select.select([], [], [], 0.002)


def _send(number: int, targets: list[int]) -> None:
    for target in targets:
        with contextlib.suppress(OSError):
            os.kill(target, number)


def _below(child: int) -> list[int]:
    """Every descendant, from /proc; where there is none (macOS), the command's process group."""
    if not os.path.isdir("/proc/self"):
        return [-child]
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
        found |= more
    return sorted(found - {os.getpid()})


if __name__ == "__main__":
    main()
