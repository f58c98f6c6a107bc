# SPDX-License-Identifier: Apache-2.0
"""Python's garbage is collected where Qt's objects live: in another thread it would end them there, and crash."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

LOOK_EVERY_S = 0.1
"""How often it is looked whether a collection is due, in seconds."""

_FULL_EVERY_S, _FULL_SHARE = 10.0, 50
"""A full collection comes at most so often, and not before so many times what the last one took."""


class Garbage:
    """Cycles are collected when `look` is called, as often as Python would by itself, and at no other time."""

    def __init__(self) -> None:
        self._full_at = time.monotonic()
        self._full_took = 0.0

    def look(self) -> int | None:
        """Collect the oldest generation that is due, and say which; None: none was."""
        counts, limits = gc.get_count(), gc.get_threshold()
        if counts[0] <= limits[0]:
            return None
        generation = 0
        if counts[1] > limits[1]:
            generation = 2 if counts[2] > limits[2] and self._may_be_full() else 1
        begun = time.monotonic()
        gc.collect(generation)
        if generation == 2:
            self._full_at = time.monotonic()
            self._full_took = self._full_at - begun
        return generation

    def _may_be_full(self) -> bool:
        return time.monotonic() - self._full_at >= max(_FULL_EVERY_S, _FULL_SHARE * self._full_took)

    async def work(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.look()


@contextmanager
def collected_here() -> Iterator[Garbage]:
    """No thread collects by itself for as long as this lasts: the one that entered it looks."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield Garbage()
    finally:
        if was:
            gc.enable()
