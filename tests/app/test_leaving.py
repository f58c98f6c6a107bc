# SPDX-License-Identifier: Apache-2.0
"""Every way out of the app: a person is asked what becomes of live runs; whatever else ends it leaves them running."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton

from app.asking import Question
from app.window import MonitorWindow
from engine.journal import OwnerLock, RunFolder, holder
from tests.app.monitor import find, monitor, until
from tests.helpers import stories
from tests.helpers.runs import eventually

_ROOT = Path(__file__).parents[2]


@pytest.fixture
def driven(data_dir: Path) -> Iterator[Path]:
    """The folder of a run that a process drives: this one."""
    folder = stories.running_story("r", report="At work").write(data_dir)
    lock = OwnerLock.take(folder / "engine.lock")
    yield folder
    lock.release()


def untouched(folder: Path) -> bool:
    """Whether nobody asked anything of the run, and it is still driven."""
    held = holder(folder / "engine.lock")
    return not list((folder / "inbox").glob("*.json")) and held is not None and held.pid == os.getpid()


def _quit_by_the_platform(window: MonitorWindow) -> None:
    app = QApplication.instance()
    assert app is not None
    QApplication.sendEvent(app, QEvent(QEvent.Type.Quit))


def _quit_by_the_menu(window: MonitorWindow) -> None:
    window.acts.fill_menu()
    next(action for action in window.top.menu.actions() if action.objectName() == "menu:quit").trigger()


def _quit_by_its_key(window: MonitorWindow) -> None:
    next(action for action in window.actions() if action.shortcut().toString() == "Ctrl+Q").trigger()


BY_A_PERSON: dict[str, Callable[[MonitorWindow], object]] = {
    "the frame of the window": MonitorWindow.close,
    "the menu": _quit_by_the_menu,
    "Ctrl+Q": _quit_by_its_key,
    "the platform's own Quit": _quit_by_the_platform,
}


async def test_br_052_every_act_of_a_person_that_closes_asks_first(data_dir: Path, driven: Path) -> None:
    async with monitor(data_dir) as window:
        await until(lambda: window.feed.driven)
        for name, act in BY_A_PERSON.items():
            act(window)
            question = find(window, Question, "closeQuestion")
            assert not window.stop.is_set(), name
            find(question, QPushButton, "close:cancel").click()
            question.setParent(None)
        assert window.isVisible()
    assert untouched(driven)


async def test_where_all_runs_wait_there_is_nothing_to_pause(data_dir: Path) -> None:
    lock = OwnerLock.take(RunFolder(stories.approval_story("w").write(data_dir)).lock)
    async with monitor(data_dir) as window:
        await until(lambda: window.feed.driven)
        window.close()
        question = find(window, Question, "closeQuestion")
        names = [button.objectName() for button in question.findChildren(QPushButton)]
        assert names == ["close:keep", "close:stop", "close:cancel"]
        find(question, QPushButton, "close:keep").click()
        assert window.stop.is_set()
    lock.release()


async def test_the_end_of_the_session_is_never_held_up_and_leaves_the_runs_running(
    data_dir: Path, driven: Path
) -> None:
    async with monitor(data_dir) as window:
        await until(lambda: window.feed.driven and window.selection.run == "r")
        window.close()
        assert not window.stop.is_set()

        window.leaving.on_session_end()
        assert (data_dir / "monitor.ini").exists()
        window.close()

        assert window.stop.is_set()
    assert untouched(driven)


class Started:
    """The monitor as a process of its own, without a screen; up once it says so."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._seen = folder / f"seen-{time.monotonic_ns()}.json"
        self.process = subprocess.Popen(
            [sys.executable, str(_ROOT / "tests" / "helpers" / "observed_app.py"), str(self._seen), *arguments],
            env={**os.environ, "PYTHONPATH": str(_ROOT), "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def is_up(self) -> None:
        """Wait until its window is there."""
        eventually(lambda: self._seen.exists() or self.process.poll() is not None, "the window")

    def ended_by(self, number: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(number)
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_a_signal_ends_a_second_window_at_once_and_touches_neither_runs_nor_the_first(
    data_dir: Path, driven: Path, tmp_path: Path
) -> None:
    async with monitor(data_dir) as first:
        await until(lambda: first.feed.driven)
        others = {number: Started(tmp_path) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
        for other in others.values():
            await asyncio.to_thread(other.is_up)

        for number, other in others.items():
            assert other.ended_by(number) == (0, ""), number

        assert not first.stop.is_set()
        assert untouched(driven)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_after_a_hard_kill_of_the_window_the_next_starts_clean(data_dir: Path, driven: Path, tmp_path: Path) -> None:
    killed = Started(tmp_path)
    killed.is_up()
    assert killed.ended_by(signal.SIGKILL) == (-signal.SIGKILL, "")
    assert untouched(driven)

    again = Started(tmp_path, "--quit-after", "0.3")
    said, _ = again.process.communicate(timeout=60)

    assert (again.process.returncode, said) == (0, "")
    assert not (data_dir / "crash.log").read_text()
    assert untouched(driven)
