# SPDX-License-Identifier: Apache-2.0
"""The application starts, ends in order however it is ended, and tells what went wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_HEAD = """
import asyncio, logging, os, signal, sys
logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
from pathlib import Path
from PySide6.QtCore import QTimer, qWarning
from app.serve import ServedWindow, run_app
"""


def _run(body: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _HEAD + body],
        cwd=_ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


ENDS = {
    "the window is closed": "self.close(); await asyncio.sleep(60)",
    "the stop event is set": "self.stop.set(); await asyncio.sleep(60)",
    "the work returns": "return",
    "SIGTERM": "os.kill(os.getpid(), signal.SIGTERM); await asyncio.sleep(60)",
    "SIGINT": "os.kill(os.getpid(), signal.SIGINT); await asyncio.sleep(60)",
}


@pytest.mark.parametrize("how", ENDS)
def test_every_way_to_end_ends_the_work_and_prints_nothing(how: str) -> None:
    done = _run(f"""
class Window(ServedWindow):
    async def work(self):
        try:
            await asyncio.sleep(0.05)
            {ENDS[how]}
        finally:
            await asyncio.sleep(0.01)
            os.write(1, b"ended")
sys.exit(run_app(Window))
""")

    assert (done.returncode, done.stdout, done.stderr) == (0, "ended", "")


def test_quit_after_ends_the_application() -> None:
    done = _run("sys.exit(run_app(ServedWindow, quit_after=0.1))")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_window_may_refuse_to_close() -> None:
    done = _run("""
class Window(ServedWindow):
    def may_close(self):
        return False
    async def work(self):
        self.close()
        await asyncio.sleep(0.05)
        os.write(1, b"still here" if self.isVisible() and not self.stop.is_set() else b"gone")
sys.exit(run_app(Window))
""")

    assert (done.returncode, done.stdout) == (0, "still here")


FAULTS = {
    "the work fails": "    async def work(self):\n        raise ValueError('a fault')",
    "a slot fails": "    async def work(self):\n        self.t = QTimer(self); self.t.timeout.connect(self.bad)\n"
    "        self.t.start(1)\n        await asyncio.sleep(0.3)\n"
    "    def bad(self):\n        raise ValueError('a fault')",
    "a callback fails": "    async def work(self):\n        asyncio.get_running_loop().call_soon(self.bad)\n"
    "        await asyncio.sleep(0.1)\n    def bad(self):\n        raise ValueError('a fault')",
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_logged_a_few_times_and_gives_exit_code_1(what: str) -> None:
    done = _run(f"class Window(ServedWindow):\n{FAULTS[what]}\nsys.exit(run_app(Window))")

    assert done.returncode == 1
    assert 1 <= done.stderr.count("ValueError: a fault") <= 3


def test_messages_of_qt_go_to_the_log() -> None:
    done = _run("""
class Window(ServedWindow):
    async def work(self):
        qWarning("a message of Qt")
sys.exit(run_app(Window))
""")

    assert done.returncode == 0
    assert "WARNING:pilothouse.qt:a message of Qt" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
def test_a_hard_crash_leaves_its_stacks_in_the_crash_file(tmp_path: Path) -> None:
    crash = tmp_path / "logs" / "crash.txt"
    done = _run(f"""
class Window(ServedWindow):
    async def work(self):
        os.kill(os.getpid(), signal.SIGSEGV)
run_app(Window, crash_file=Path({str(crash)!r}))
""")

    assert done.returncode == -signal.SIGSEGV
    assert "in work" in crash.read_text()
