# SPDX-License-Identifier: Apache-2.0
"""Blocking work that is waited for to its end, cancelled or not."""

from __future__ import annotations

import asyncio
import threading

import pytest

from engine.runtime.threads import to_the_end


async def test_it_gives_what_the_function_gives() -> None:
    assert await to_the_end(int, "7") == 7
    with pytest.raises(ValueError, match="x"):
        await to_the_end(int, "x")


@pytest.mark.parametrize("cancels", [1, 3])
async def test_cancelled_it_raises_only_when_the_thread_is_done(cancels: int) -> None:
    began, go, done = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        go.wait(20)
        done.set()

    working = asyncio.create_task(to_the_end(work))
    await asyncio.to_thread(began.wait, 20)
    for _ in range(cancels):
        working.cancel()
        await asyncio.sleep(0.01)
        assert not working.done()
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert done.is_set()


async def test_cancelled_it_hides_a_fault_of_the_work_and_warns_of_nothing() -> None:
    began, go = threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        go.wait(20)
        raise ValueError

    working = asyncio.create_task(to_the_end(work))
    await asyncio.to_thread(began.wait, 20)
    working.cancel()
    await asyncio.sleep(0.01)
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await working
