# SPDX-License-Identifier: Apache-2.0
"""The monitor's event loop: asyncio on Qt's loop, with one queue, one heap and two Qt timers."""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import sys
import time
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import TYPE_CHECKING, TypeVarTuple, Unpack

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

if TYPE_CHECKING:  # qasync carries no types; on Windows its loop is the proactor one, with the same methods
    from asyncio import SelectorEventLoop as QEventLoop
else:
    from qasync import QEventLoop

SLICE_S = 0.006
"""How long callbacks may run before Qt gets its turn to paint and to take clicks, in seconds."""

_HELD_RETRY_MS = 5
_LONGEST_TIMER_MS = 24 * 3600 * 1000
_COMPACT_ABOVE = 64

_Args = TypeVarTuple("_Args")

_logger = logging.getLogger("pilothouse.loop")


class _Bell(QObject):
    """Rung by any thread; heard in the GUI thread."""

    rung = Signal()  # after a callback was put into the queue from anywhere


class AppLoop(QEventLoop):
    """
    qasync's loop with its scheduling replaced.

    Callbacks run in slices of at most `SLICE_S` (a single callback is never cut). Timers are never early. While a
    task is on the stack (somebody opened a nested Qt loop inside a coroutine) other callbacks are held back: asyncio
    cannot enter one task inside another.
    """

    def __init__(self, app: QCoreApplication | None = None) -> None:
        self._queue: deque[asyncio.Handle] = deque()
        self._timers: list[asyncio.TimerHandle] = []
        self._cancelled_timers = 0
        self._armed_for = math.inf
        self._bell_pending = False
        self._fatal: BaseException | None = None
        self._soon = _precise_timer(0, self._run_slice)
        self._due = _precise_timer(0, self._run_slice)
        self._bell = _Bell()
        self._bell.rung.connect(self._on_bell, Qt.ConnectionType.QueuedConnection)
        super().__init__(app)  # type: ignore[arg-type]  # the stand-in for the type checker takes a selector

    # Base methods that qasync replaces by weaker ones. Errors of any kind in executor jobs reach the awaiting task,
    # and the executor is a plain thread pool.
    run_in_executor = asyncio.BaseEventLoop.run_in_executor
    set_default_executor = asyncio.BaseEventLoop.set_default_executor  # type: ignore[assignment]  # typeshed: narrower
    set_exception_handler = asyncio.BaseEventLoop.set_exception_handler
    default_exception_handler = asyncio.BaseEventLoop.default_exception_handler
    call_exception_handler = asyncio.BaseEventLoop.call_exception_handler
    call_later = asyncio.BaseEventLoop.call_later

    def call_soon(
        self, callback: Callable[[Unpack[_Args]], object], *args: *_Args, context: Context | None = None
    ) -> asyncio.Handle:
        """Queues `callback` behind what is queued already. Only from the loop's own thread."""
        self._check(callback, "call_soon")
        handle = asyncio.Handle(callback, args, self, context)
        self._add_callback(handle)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[[Unpack[_Args]], object], *args: *_Args, context: Context | None = None
    ) -> asyncio.Handle:
        """As `call_soon`, from any thread. One Qt event wakes the loop for any number of calls."""
        self._check(callback, "call_soon_threadsafe")
        handle = asyncio.Handle(callback, args, self, context)
        self._queue.append(handle)
        self._ring()
        return handle

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Runs `callback` at or after `when`, in seconds of `time()`."""
        self._check(callback, "call_at")
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        handle._scheduled = True  # type: ignore[attr-defined]
        heapq.heappush(self._timers, handle)
        if when < self._armed_for:
            self._arm_due()
        return handle

    def time(self) -> float:
        """Seconds on the monotonic clock."""
        return time.monotonic()

    def run_forever(self) -> None:
        """Runs until `stop`. SystemExit and KeyboardInterrupt from a callback end it and are raised here."""
        self._check_closed()  # type: ignore[attr-defined]
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(
            firstiter=self._asyncgen_firstiter_hook,  # type: ignore[attr-defined]
            finalizer=self._asyncgen_finalizer_hook,  # type: ignore[attr-defined]
        )
        self._set_coroutine_origin_tracking(self.get_debug())  # type: ignore[attr-defined]
        self._armed_for = math.inf
        self._soon.start(0)
        try:
            super().run_forever()
        finally:
            self._set_coroutine_origin_tracking(False)  # type: ignore[attr-defined]
            sys.set_asyncgen_hooks(*hooks)
            self._soon.stop()
            self._due.stop()
        if self._fatal is not None:
            fatal, self._fatal = self._fatal, None
            raise fatal

    def close(self) -> None:
        """Releases timers, notifiers and threads. Nothing that is still queued is run."""
        if self.is_closed():
            return
        super().close()
        self._soon.stop()
        self._due.stop()
        self._queue.clear()
        self._timers.clear()

    # What asyncio and qasync call by these names.

    def _add_callback(self, handle: asyncio.Handle, delay: float = 0) -> asyncio.Handle:
        self._queue.append(handle)
        if not self._soon.isActive():
            self._soon.start(0)
        return handle

    def _add_callback_signalsafe(self, handle: asyncio.Handle) -> None:
        self._queue.append(handle)
        self._ring()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        if not handle._scheduled:  # type: ignore[attr-defined]
            return
        self._cancelled_timers += 1
        if self._cancelled_timers > _COMPACT_ABOVE and self._cancelled_timers * 2 > len(self._timers):
            self._timers = [timer for timer in self._timers if not timer.cancelled()]
            heapq.heapify(self._timers)
            self._cancelled_timers = 0

    # Scheduling.

    def _check(self, callback: object, method: str) -> None:
        self._check_closed()  # type: ignore[attr-defined]
        if self.get_debug():
            self._check_callback(callback, method)  # type: ignore[attr-defined]

    def _ring(self) -> None:
        if not self._bell_pending:
            self._bell_pending = True
            self._bell.rung.emit()

    def _on_bell(self) -> None:
        self._bell_pending = False  # before the queue is looked at: a later post rings again
        if not self._soon.isActive():
            self._soon.start(0)

    def _run_slice(self) -> None:
        """Runs what is queued and due, until nothing is left or the slice is over."""
        if not self.is_running():
            return
        if asyncio.current_task(self) is not None:
            self._soon.start(_HELD_RETRY_MS)
            return
        end = time.monotonic() + SLICE_S
        over = False
        self._soon.start(0)  # should a callback open a nested Qt loop, this one goes on inside it
        self._arm_due()
        while not over:
            self._queue_due()
            if not self._queue:
                break
            for _ in range(len(self._queue)):
                self._run_handle(self._queue.popleft())
                over = time.monotonic() >= end or not self.is_running()
                if over or not self._queue:
                    break
        if not self._queue:
            self._soon.stop()
        self._arm_due()

    def _run_handle(self, handle: asyncio.Handle) -> None:
        if handle.cancelled():
            return
        started = time.monotonic() if self.get_debug() else None
        try:
            handle._run()
        except (SystemExit, KeyboardInterrupt) as fatal:
            self._fatal = fatal
            self.stop()
        if started is not None and (took := time.monotonic() - started) >= self.slow_callback_duration:
            _logger.warning("The loop was held for %.3f s by %r", took, handle)

    def _queue_due(self) -> None:
        timers = self._timers
        if not timers or (timers[0].when() > self.time() and not timers[0].cancelled()):
            return
        now = self.time()
        while timers and (timers[0].cancelled() or timers[0].when() <= now):
            timer = heapq.heappop(timers)
            timer._scheduled = False  # type: ignore[attr-defined]
            if timer.cancelled():
                self._cancelled_timers -= 1
            else:
                self._queue.append(timer)

    def _arm_due(self) -> None:
        when = self._timers[0].when() if self._timers else math.inf
        if when == self._armed_for and self._due.isActive():
            return
        self._armed_for = when
        if math.isinf(when):
            self._due.stop()
            return
        # Rounded up: Qt counts whole milliseconds, and a sleep must not end early.
        self._due.start(max(0, min(math.ceil((when - self.time()) * 1000), _LONGEST_TIMER_MS)))


def _precise_timer(interval_ms: int, slot: Callable[[], None]) -> QTimer:
    timer = QTimer()
    timer.setSingleShot(True)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(interval_ms)
    timer.timeout.connect(slot)
    return timer
