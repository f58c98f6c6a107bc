# SPDX-License-Identifier: Apache-2.0
"""What Qt's objects are in is collected in their own thread: another one would end them there, and crash."""

from __future__ import annotations

import gc
import threading

from PySide6.QtCore import QObject

from app.garbage import collected_here


def make_garbage(ended_in: list[str]) -> None:
    """An object of Qt that only a cycle holds."""
    held = QObject()
    held.destroyed.connect(lambda: ended_in.append(threading.current_thread().name))
    cycle: list[object] = [held]
    cycle.append(cycle)


def allocate() -> None:
    """Enough for Python to collect, if it may."""
    kept = [[n] for n in range(200_000)]
    assert len(kept) == 200_000


def test_a_thread_that_makes_much_ends_nothing_of_qt() -> None:
    ended_in: list[str] = []
    with collected_here():
        make_garbage(ended_in)
        thread = threading.Thread(target=allocate, name="loader")
        thread.start()
        thread.join()
        assert ended_in == []

        gc.collect()
    assert ended_in == [threading.main_thread().name]


def test_a_look_collects_only_what_is_due() -> None:
    with collected_here() as garbage:
        gc.collect()
        assert garbage.look() is None
        kept = [[n] for n in range(5_000)]
        assert garbage.look() == 0
        assert garbage.look() is None
    assert len(kept) == 5_000
