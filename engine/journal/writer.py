# SPDX-License-Identifier: Apache-2.0
"""The one writer of a journal: numbers records at once, makes them durable in batches, in a thread of its own.

After an error of a write or a sync nobody knows what the disk holds, so the descriptor is never used again. Records
stay queued, in order, until `recover` has opened the file anew, cut it to what was durable and written them once more.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

from engine.errors import JournalUnwritable, PilothouseError
from engine.journal.file import JournalFile, Torn
from engine.journal.lock import OwnerLock
from engine.journal.record import Draft, encode, hash_of
from engine.journal.storage import DISK, Storage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from pathlib import Path

LOCK_NAME = "engine.lock"
LINGER = 0.05
"""Seconds that records wait for a `sync` before they are written without one."""


def utc_now() -> str:
    """The wall clock as a record holds it."""
    return _utc(time.time_ns() // 1_000_000)


@lru_cache(maxsize=1)  # many records are of one millisecond
def _utc(ms: int) -> str:
    seconds, rest = divmod(ms, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest:03}Z"


class Stamp(NamedTuple):
    """What a record got when it was appended: its number, and the wall clock."""

    seq: int
    at: str


class Journal:
    """A journal open for writing, with its run's lock. Open it with `await Journal.open(path)`; one loop uses it.

    `loaded` is what the file held when it was opened; `torn` the tail that was cut then, or by the last `recover`;
    `cause` what the disk said while `state` is failed; `syncs` counts barriers.
    """

    def __init__(
        self, file: JournalFile, lock: OwnerLock, thread: ThreadPoolExecutor, clock: Callable[[], str]
    ) -> None:
        self.path = file.path
        self.loaded = file.loaded
        self.torn: Torn | None = file.torn
        self.state: Literal["open", "failed", "closed"] = "open"
        self.cause: BaseException | None = None
        self.syncs = 0
        self._file = file
        self._lock = lock
        self._thread = thread
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._seq = self._durable = file.loaded.last_seq
        self._tip = file.loaded.tip
        self._queue: list[bytes] = []
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._timer: asyncio.Handle | None = None

    # ------------------------------------------------------------------------------------------------ opening, closing

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        known_types: frozenset[str] | None = None,
        storage: Storage = DISK,
        clock: Callable[[], str] = utc_now,
    ) -> Journal:
        """Take the lock beside `path`, verify every line, cut a torn tail aside; make the file if there is none.

        Raises:
            JournalLocked: another driver; `pid` names it where known.
            JournalDamaged: a line before the end is wrong; nothing was changed.
            JournalReadOnly: a newer format, or a type not in `known_types` (None: any); nothing was changed.
            JournalUnwritable: the disk refuses.
        """
        thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        opening = thread.submit(_open, path, known_types, storage)
        try:
            file, lock = await asyncio.shield(asyncio.wrap_future(opening))
        except BaseException:
            opening.add_done_callback(_abandon)
            thread.shutdown(wait=False)
            raise
        return cls(file, lock, thread, clock)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what is queued, then let go of file and lock, whatever happens. Raises JournalUnwritable."""
        if self.state == "closed":
            return
        try:
            await self.sync()
        finally:
            self._disarm()
            self.state = "closed"
            self._fail_waiting()
            releasing = self._loop.run_in_executor(self._thread, _release, self._file, self._lock)
            self._thread.shutdown(wait=False)
            await asyncio.shield(releasing)

    # --------------------------------------------------------------------------------------------------------- writing

    @property
    def last_seq(self) -> int:
        """The number of the newest record, durable or not."""
        return self._seq

    @property
    def durable_seq(self) -> int:
        """The number of the newest record that is on disk."""
        return self._durable

    def append(self, drafts: Sequence[Draft]) -> list[Stamp]:
        """Number the drafts, all or none, and queue them.

        Works while the journal is failed, too: the records then wait for `recover`.
        Raises RecordInvalid, and JournalUnwritable once closed.
        """
        if self.state == "closed":
            raise self._unwritable()
        seq, tip, at = self._seq, self._tip, self._clock()
        lines: list[bytes] = []
        for draft in drafts:
            line = encode(draft, seq + len(lines) + 1, at, tip)
            tip = hash_of(line)
            lines.append(line)
        self._queue += lines
        self._seq, self._tip = seq + len(lines), tip
        self._arm()
        return [Stamp(number, at) for number in range(seq + 1, self._seq + 1)]

    async def sync(self, seq: int | None = None) -> None:
        """Return when record `seq` (None: all appended so far) is on disk; whoever waits shares one barrier.

        Raises JournalUnwritable, at once while the journal is failed.
        """
        wanted = self._seq if seq is None else seq
        if wanted <= self._durable:
            return
        if self.state != "open":
            raise self._unwritable()
        waiter = self._loop.create_future()
        self._waiting.append((wanted, waiter))
        self._arm()
        await waiter

    def _arm(self) -> None:
        """Write at the end of this tick if somebody waits, else after LINGER."""
        if self.state != "open" or not self._idle.is_set() or not self._queue:
            return
        if self._waiting:
            self._disarm()
            self._timer = self._loop.call_soon(self._flush)
        elif self._timer is None:
            self._timer = self._loop.call_later(LINGER, self._flush)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _flush(self) -> None:
        """Hand everything queued to the thread; what comes meanwhile is the next batch."""
        self._timer = None
        self._start(self._file.append)

    def _start(self, work: Callable[[bytes], None]) -> None:
        """Do `work` with everything queued, in the thread; afterwards that is durable, or the journal failed."""
        self._idle.clear()
        doing = self._thread.submit(work, b"\n".join([*self._queue, b""]))
        doing.add_done_callback(partial(self._tell, self._seq))

    def _tell(self, last: int, done: Future[None]) -> None:
        """In the thread; the loop is told directly, for another future between them takes longer than a small sync."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._finish, last, done.exception())

    def _finish(self, last: int, cause: BaseException | None) -> None:
        self._idle.set()
        self.cause = cause
        if cause is None:
            self.syncs += 1
            del self._queue[: last - self._durable]
            self._durable = last
            self._wake()
        before = self.state
        if self.state != "closed":
            self.state = "open" if self.cause is None else "failed"
        if self.state != before:
            self._loop.run_in_executor(self._thread, self._lock.tell, self._trouble())
        if self.state != "open":
            self._fail_waiting()
        self._arm()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for seq, waiter in waiting:
            if seq > self._durable:
                self._waiting.append((seq, waiter))
            elif not waiter.done():
                waiter.set_result(None)

    def _fail_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for _, waiter in waiting:
            if not waiter.done():
                waiter.set_exception(self._unwritable())

    def _trouble(self) -> str:
        """What others are told while nothing can be written, in a sentence; else empty."""
        if self.state == "open":
            return ""
        why = self.cause.strerror if isinstance(self.cause, OSError) and self.cause.strerror else str(self.cause)
        return f"The journal of run {self.path.parent.name} cannot be written ({why}); nothing starts until it can."

    def _unwritable(self) -> JournalUnwritable:
        error = JournalUnwritable(
            f"the journal {str(self.path)!r} cannot be written: {self.cause or self.state}; "
            "nothing further is started until it can"
        )
        error.__cause__ = self.cause
        return error

    # -------------------------------------------------------------------------------------------------------- recovery

    async def recover(
        self,
        delays: Iterable[float] = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0),
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """After a failure: open anew, verify, cut to what was durable, write the queue in order; then go on.

        Tries once after each of `delays` (seconds). Raises JournalUnwritable if none worked (show it, and call this
        again), JournalDamaged if what was durable is no longer there.
        """
        for delay in delays:
            if self.state != "failed":
                break
            await sleep(delay)
            if self._idle.is_set():
                self._start(self._reopen)
            await self._idle.wait()
            if isinstance(self.cause, PilothouseError):
                raise self.cause
        if self.state != "open":
            raise self._unwritable()

    def _reopen(self, data: bytes) -> None:
        self.torn = self._file.reopen(data, self._durable)


def _open(path: Path, known_types: frozenset[str] | None, storage: Storage) -> tuple[JournalFile, OwnerLock]:
    try:
        lock = OwnerLock.take(path.with_name(LOCK_NAME))
        try:
            return JournalFile.open(path, known_types, storage), lock
        except BaseException:
            lock.release()
            raise
    except OSError as error:
        raise JournalUnwritable(f"the journal {str(path)!r} cannot be opened for writing: {error}") from error


def _release(file: JournalFile, lock: OwnerLock) -> None:
    file.close()
    lock.release()


def _abandon(opening: Future[tuple[JournalFile, OwnerLock]]) -> None:
    """Nobody is left to take what was opened."""
    if not opening.cancelled() and opening.exception() is None:
        _release(*opening.result())
