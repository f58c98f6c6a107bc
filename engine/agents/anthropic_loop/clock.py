# SPDX-License-Identifier: Apache-2.0
"""Ends a turn that is interrupted, takes too long, or falls silent: one deadline for whatever is awaited."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Literal, TypeVar

T = TypeVar("T")
Ended = Literal["interrupted", "timed_out", "stalled"]
_EVERY_S = 0.1
"""Signs of life closer together than this move no deadline."""


class TurnClock:
    """The clock of one turn; times in ms, None: no limit."""

    def __init__(self, wall_ms: int | None, idle_ms: int | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._began = self._last = self._loop.time()
        self._wall = math.inf if wall_ms is None else self._began + wall_ms / 1000
        self._idle = math.inf if idle_ms is None else idle_ms / 1000
        self._waiting = 0
        self._interrupted = False
        self._scope: asyncio.Timeout | None = None
        self.ended: Ended | None = None
        """What ended the turn before its own end."""

    @property
    def elapsed_ms(self) -> int:
        return round((self._loop.time() - self._began) * 1000)

    async def during(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do the work; None where the turn is over before it is done, and then `ended` says why."""
        scope = asyncio.timeout_at(None)
        try:
            async with scope:
                self._scope = scope
                self._set()
                return await work()
        except TimeoutError:
            if not scope.expired():
                raise
            late = self._loop.time() >= self._wall
            self.ended = "interrupted" if self._interrupted else "timed_out" if late else "stalled"
            return None
        finally:
            self._scope = None

    def life(self) -> None:
        """Something happened: the silence begins anew."""
        now = self._loop.time()
        if now - self._last >= _EVERY_S:
            self._last = now
            self._set()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What is waited for inside is no silence of the agent."""
        self._waiting += 1
        self._set()
        try:
            yield
        finally:
            self._waiting -= 1
            self._last = self._loop.time()
            self._set()

    def interrupt(self) -> None:
        """End it now."""
        self._interrupted = True
        self._set()

    def _set(self) -> None:
        if self._scope is None or self._scope.expired():
            return
        silent = math.inf if self._waiting else self._last + self._idle
        due = self._loop.time() if self._interrupted else min(self._wall, silent)
        self._scope.reschedule(None if due == math.inf else due)
