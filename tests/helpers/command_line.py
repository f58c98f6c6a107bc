# SPDX-License-Identifier: Apache-2.0
"""The command line in processes of its own that start at once: one process imports everything, and forks for each.

As a module it is the client; run as a script, the process that forks.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 100.0
"""Seconds that a command may take; a test that waits longer fails."""
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended; `code` is negative where a signal ended it."""

    argv: tuple[str, ...]
    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Its one JSON document."""
        return json.loads(self.out)

    def ended(self, *codes: int) -> Done:
        """Itself, if it ended with one of these codes."""
        assert self.code in codes, f"{' '.join(self.argv)}: exit {self.code}\n{self.out}\n{self.err}"
        return self


class Running:
    """A command that runs."""

    def __init__(self, argv: tuple[str, ...], folder: Path) -> None:
        self.argv = argv
        self.pid = 0
        self._folder = folder
        self._started = threading.Event()
        self._ended = threading.Event()
        self._status = 0

    def told(self, what: dict[str, int]) -> None:
        """What the forking process says."""
        if "pid" in what:
            self.pid = what["pid"]
            self._started.set()
        else:
            self._status = what["status"]
            self._ended.set()

    @property
    def alive(self) -> bool:
        return not self._ended.is_set()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal; one that has ended gets none."""
        assert self._started.wait(PATIENCE)
        if self.alive:
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                return

    def kill(self) -> Done:
        """Kill it hard, and wait until it is gone."""
        self.signal(signal.SIGKILL)
        return self.wait()

    def wait(self, patience: float = PATIENCE) -> Done:
        """Wait for its end."""
        assert self._ended.wait(patience), f"{' '.join(self.argv)} has not ended in {patience:g} s:\n{self.said()}"
        return Done(
            self.argv,
            os.waitstatus_to_exitcode(self._status),
            (self._folder / "out").read_text(errors="replace"),
            (self._folder / "err").read_text(errors="replace"),
        )

    def said(self) -> str:
        """What it has printed so far."""
        return "".join((self._folder / name).read_text(errors="replace") for name in ("out", "err"))


class CommandLine:
    """Starts commands of `engine.cli`, each a process that can be killed. Close it at the end."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="commands-")
        self._numbers = itertools.count()
        self._running: dict[int, Running] = {}
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env=os.environ | {"PYTHONPATH": str(_ROOT)},
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def start(
        self, *argv: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, first: str = ""
    ) -> Running:
        """Start a command. `first` is `module:function:argument`, called in its process before the command."""
        number = next(self._numbers)
        folder = Path(self._folder.name) / str(number)
        folder.mkdir()
        for name in ("out", "err"):
            (folder / name).touch()
        words = tuple(str(word) for word in argv)
        running = self._running[number] = Running(words, folder)
        order = {
            "number": number,
            "argv": words,
            "cwd": str(cwd or Path.cwd()),
            "env": {**os.environ, **(env or {})},
            "folder": str(folder),
            "first": first,
        }
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
        return running

    def __call__(
        self, *argv: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, first: str = ""
    ) -> Done:
        """Run a command to its end."""
        return self.start(*argv, cwd=cwd, env=env, first=first).wait()

    def close(self) -> None:
        """End the process that forks."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what = json.loads(line)
            self._running[what.pop("number")].told(what)


# ----------------------------------------------------------------------------------------------- the process that forks


def main() -> None:
    """Fork for each order on standard input; report each start and each end on standard output."""
    for name in ("drive", "operate", "read", "files", "agents", "monitor"):
        importlib.import_module(f"engine.commands.{name}")
    importlib.import_module("engine.cli")
    importlib.import_module("engine.agents.mcp_server")  # takes more than all the rest
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    numbers: dict[int, int] = {}
    waiting = b""
    with selectors.DefaultSelector() as selector:
        selector.register(0, selectors.EVENT_READ)
        selector.register(reader, selectors.EVENT_READ)
        while True:
            ready = [key.fd for key, _ in selector.select()]
            if reader in ready:
                os.read(reader, 4096)
                _reap(numbers)
            if 0 in ready:
                came = os.read(0, 1 << 16)
                if not came:
                    return
                *orders, waiting = (waiting + came).split(b"\n")
                for order in orders:
                    _fork(json.loads(order), numbers)


def _fork(order: dict[str, Any], numbers: dict[int, int]) -> None:
    pid = os.fork()
    if pid:
        numbers[pid] = order["number"]
        _tell({"number": order["number"], "pid": pid})
        return
    code = 70
    try:
        code = _command(order)
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def _command(order: dict[str, Any]) -> int:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGINT):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    os.setpgid(0, 0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    for fd, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(os.path.join(order["folder"], name), os.O_WRONLY | os.O_APPEND), fd)
    os.closerange(3, 64)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    if order["first"]:
        module, function, argument = order["first"].split(":", 2)
        getattr(importlib.import_module(module), function)(argument)
    from engine.cli import main as command

    return command(order["argv"])


def _reap(numbers: dict[int, int]) -> None:
    while numbers:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        _tell({"number": numbers.pop(pid), "status": status})


def _tell(what: dict[str, int]) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    main()
