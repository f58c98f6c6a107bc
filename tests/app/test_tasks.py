# SPDX-License-Identifier: Apache-2.0
"""Work in threads: only the newest counts, only while somebody looks, and a fault is heard."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

from PySide6.QtCore import QObject

from app.tasks import Loader, Tasks
from tests.app.monitor import until


def slow(gate: threading.Event, value: int) -> int:
    gate.wait(5)
    return value


async def test_only_the_newest_result_arrives() -> None:
    tasks, owner, got = Tasks(), QObject(), list[int]()
    loader = Loader(tasks, owner, "x")
    first, second = threading.Event(), threading.Event()

    loader.load(partial(slow, first, 1), got.append)
    loader.load(partial(slow, second, 2), got.append)
    second.set()
    await until(lambda: got)
    first.set()
    await tasks.close()

    assert got == [2]


async def test_br_054_a_result_for_a_view_that_is_gone_is_dropped() -> None:
    tasks, owner, got = Tasks(), QObject(), list[int]()
    gate = threading.Event()
    Loader(tasks, owner, "x").load(partial(slow, gate, 1), got.append)
    owner.deleteLater()
    await asyncio.sleep(0.02)
    gate.set()
    await asyncio.sleep(0.05)
    await tasks.close()

    assert got == []


async def test_what_cannot_be_read_is_an_answer_and_a_fault_is_heard() -> None:
    tasks, owner, told, faults = Tasks(), QObject(), list[Exception](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))
    loader = Loader(tasks, owner, "x")

    def missing() -> int:
        raise FileNotFoundError("gone")

    def faulty() -> int:
        raise ZeroDivisionError

    loader.load(missing, lambda _: None, told.append)
    await until(lambda: told)
    loader.load(faulty, lambda _: None, told.append)
    await until(lambda: faults)
    await tasks.close()

    assert [type(error) for error in told] == [FileNotFoundError]
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


async def test_nothing_is_started_once_the_window_has_closed() -> None:
    tasks = Tasks()
    await tasks.close()

    assert tasks.spawn(asyncio.sleep(0), "late") is None


def test_nothing_is_started_where_no_loop_runs() -> None:
    async def work() -> None: ...

    assert Tasks().spawn(work(), "too late") is None
