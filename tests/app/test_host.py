# SPDX-License-Identifier: Apache-2.0
"""Several processes on one data directory: a dead host is replaced, another version told, two windows answer."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton

from app.host import CALM_S, FIRST_WAIT_S, LONGEST_WAIT_S, HostLook, Restarts
from engine.journal import OwnerLock
from engine.runtime.host import ensure_host, host_died, host_pid, stop_host
from tests.app.monitor import answer_button, find, monitor, until
from tests.helpers import stories


@pytest.fixture
async def hosted(data_dir: Path) -> AsyncIterator[Path]:
    """A data directory whose engine host is ended at last."""
    data_dir.mkdir()
    yield data_dir
    await asyncio.to_thread(stop_host, data_dir)


async def test_a_host_that_dies_while_runs_are_live_is_replaced_and_told_one_that_was_stopped_is_not(
    hosted: Path,
) -> None:
    stories.running_story("r").write(hosted)
    first = await asyncio.to_thread(ensure_host, hosted)
    async with monitor(hosted) as window:
        window.host._keeps = True
        await until(lambda: window.host.look.pid == first)

        os.kill(first, signal.SIGKILL)
        await until(lambda: window.host.look.pid not in (None, first))
        assert host_pid(hosted) == window.host.look.pid
        assert "had died" in window.status.said()

        await asyncio.to_thread(stop_host, hosted)
        await until(lambda: window.host.look.pid is None)
        assert not host_died(hosted)
        assert window.host.look == HostLook()


async def test_a_host_that_nobody_needs_is_not_started_again(tmp_path: Path) -> None:
    stories.finished_story("r").write(tmp_path)
    (tmp_path / "host.json").write_text('{"pid": 1}')
    async with monitor(tmp_path) as window:
        window.host._keeps = True
        await until(lambda: window.feed.loaded and window.host.look.died)

        assert not window._any_live()
        assert await window.host._keep(window.host.look) == ""
        assert host_pid(tmp_path) is None


def test_a_host_that_cannot_live_is_started_ever_more_seldom_and_a_calm_one_forgives() -> None:
    restarts, now, starts = Restarts(), 100.0, []
    while now < 1000:
        wait = restarts.wait(now)
        if wait == 0:
            starts.append(now)
        now += wait or 0.5

    gaps = [later - earlier for earlier, later in itertools.pairwise(starts)]
    assert gaps[:3] == [FIRST_WAIT_S, 2 * FIRST_WAIT_S, 4 * FIRST_WAIT_S]
    assert gaps[-1] == LONGEST_WAIT_S
    assert len(starts) < 25

    restarts.seen_alive(now)
    restarts.seen_alive(now + CALM_S)
    assert restarts.wait(now + CALM_S + 1) == 0


async def test_a_next_host_that_does_not_start_is_told_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stories.running_story("r").write(tmp_path)
    (tmp_path / "host.json").write_text('{"pid": 1}')

    async def fail() -> int:
        raise OSError(28, "No space left on device")

    async with monitor(tmp_path) as window:
        monkeypatch.setattr(window.commands, "replace_host", fail)
        await until(lambda: window.feed.loaded)
        window.host._keeps = True
        await until(lambda: "No space left" in window.status.host_text())
        await until(lambda: "is started in" in window.status.host_text())


async def test_a_host_of_another_version_is_told_and_restarted_by_a_button(hosted: Path) -> None:
    theirs = await asyncio.to_thread(ensure_host, hosted)
    await until((hosted / "host.json").exists)
    (hosted / "host.json").write_text(json.dumps({"pid": theirs, "engine": "0.0.1"}))
    async with monitor(hosted) as window:
        button = find(window, QToolButton, "hostRestart")
        await until(button.isVisible)
        assert "0.0.1" in window.status.host_text()

        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        await until(lambda: window.host.look.pid not in (None, theirs))

        assert window.host.look.other is None
        await until(button.isHidden)


async def test_it_is_asked_before_agents_at_work_are_interrupted_by_a_restart(tmp_path: Path) -> None:
    folder = stories.running_story("r", report="At work").write(tmp_path)
    lock = OwnerLock.take(folder / "engine.lock")
    restarted: list[bool] = []
    async with monitor(tmp_path) as window:
        window.commands.restart_host = lambda: restarted.append(True)  # type: ignore[method-assign]
        await until(lambda: window.feed.driven)

        window.status.restart_asked.emit()
        assert restarted == []
        QTest.mouseClick(find(window, QPushButton, "restart:host"), Qt.MouseButton.LeftButton)

        assert restarted == [True]
    lock.release()


async def test_two_windows_on_one_data_directory_follow_and_exactly_one_answer_counts(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.commands._start_host", lambda data_dir: False)
    stories.approval_story("a", report="One").write(data_dir)
    stories.approval_story("b", report="Other").write(data_dir)
    async with monitor(data_dir, run="a") as one, monitor(data_dir, run="b") as other:
        await until(lambda: one.findChild(QPushButton, "answer:quit") and other.findChild(QPushButton, "answer:quit"))
        for window in (one, other):
            button = answer_button(window, "quit")
            await until(button.isEnabled)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            QTest.mouseClick(find(window, QPushButton, "quit:run"), Qt.MouseButton.LeftButton)
        await until(lambda: all(len(window.home.inbox.needs()) == 0 for window in (one, other)))

        for window in (one, other):
            await until(lambda window=window: {s.state for s in window.feed.summaries} == {"abandoned"})  # type: ignore[misc]
        texts = [(data_dir / "runs" / run / "journal.jsonl").read_text() for run in ("a", "b")]
        assert [text.count('"answered"') for text in texts] == [1, 1]
