# SPDX-License-Identifier: Apache-2.0
"""Waiting for changes: by notification, by polling where those fail, told once, and leaving nothing behind."""

from __future__ import annotations

import asyncio
import errno
import logging
import threading
from pathlib import Path

import pytest
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from engine.journal import limit_notice, notify, watch, watching


@pytest.fixture(autouse=True)
def _own_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "HUB", notify.Hub())


async def test_a_new_file_in_a_watched_folder_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "SLOW", 3600.0)
    async with asyncio.timeout(30), watching(tmp_path) as changed:
        assert changed.notified
        (tmp_path / "posted.json").write_bytes(b"{}")
        await changed.wait()


async def test_reading_a_watched_file_is_no_change_of_it(tmp_path: Path) -> None:
    path = tmp_path / "read"
    path.write_bytes(b"x")
    async with asyncio.timeout(30), watching(path) as changed, watching(tmp_path) as folder:
        for _ in range(20):
            path.read_bytes()
        path.with_name("other").write_bytes(b"y")  # what comes after the reads shows that they were silent
        await folder.wait()

        assert not changed._event.is_set()


async def test_br_065_at_the_limit_of_watches_it_is_said_once_and_polling_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(self: BaseObserver, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "inotify watch limit reached")

    monkeypatch.setattr(type(Observer()), "schedule", full)
    monkeypatch.setattr(watch, "FAST", 0.001)
    with caplog.at_level(logging.WARNING):
        for n in range(3):
            async with asyncio.timeout(30), watching(tmp_path / str(n)) as changed:
                assert not changed.notified
                await changed.wait()

    (record,) = caplog.records
    assert "fs.inotify.max_user_watches" in record.getMessage()
    assert limit_notice() == record.getMessage()


async def test_one_observer_serves_all_and_ends_with_the_last(tmp_path: Path) -> None:
    def observers() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if isinstance(thread, BaseObserver)]

    async with watching(tmp_path / "a"), watching(tmp_path / "b"), watching(tmp_path):
        assert len(observers()) == 1
    assert observers() == []


async def test_a_watch_that_is_cancelled_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    async def one() -> None:
        async with watching(tmp_path):
            await asyncio.Event().wait()

    for rounds in range(5):
        task = asyncio.create_task(one())
        for _ in range(rounds):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    assert notify.HUB._folders == {}
    assert notify.HUB._observer is None
