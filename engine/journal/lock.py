# SPDX-License-Identifier: Apache-2.0
"""Who drives: an exclusive lock of the operating system on a file, which also names its holder for the others.

The lock alone decides, and ends with its process. What the file says is for people only: who holds it, and what
troubles the holder, in bytes that were taken up before, so that a disk which is full by then does not keep it back. A
lock on a file that was removed or replaced meanwhile counts for nothing, so it is taken anew.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.errors import JournalLocked

_ROOM = 4096
_TOLD = 600
"""Characters of a trouble; each takes at most six bytes."""

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # locked bytes cannot be read there, so one far behind the text is

    def _take(handle: int, *, shared: bool) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(handle: int, *, shared: bool) -> bool:
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # the latter is how some network file systems say it
            return False
        return True


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a lock; `pid` is None where its note could not be read.

    `trouble` is a sentence while the holder cannot do what it is there for, else empty.
    """

    pid: int | None
    trouble: str = ""


class OwnerLock:
    """One owner at a time; gone with its process. Take it with `OwnerLock.take`."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle: int | None = handle

    @classmethod
    def take(cls, path: Path) -> OwnerLock:
        """Take the lock at once. Raises JournalLocked, naming the holder, and OSError."""
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
            cls._hold(path, handle)
            if _is_named(handle, path):
                return cls(path, handle)
            os.close(handle)

    @staticmethod
    def _hold(path: Path, handle: int) -> None:
        try:
            if not _take_past_probes(handle):
                pid = _note(handle).pid
                by = f"process {pid}" if pid else "another process"
                raise JournalLocked(f"{str(path.parent)!r} is driven by {by}; stop it first, or follow it", pid=pid)
            with suppress(OSError):  # a full disk stops no owner: the note is for people only
                os.ftruncate(handle, 0)
                _write_note(handle)
        except BaseException:
            os.close(handle)
            raise

    def tell(self, trouble: str) -> None:
        """Let everybody who looks know what troubles the holder ("": nothing). Never raises."""
        if self._handle is not None:
            with suppress(OSError):
                _write_note(self._handle, trouble)

    def release(self) -> None:
        """Let others have it. May be called again."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            with suppress(OSError):
                os.ftruncate(handle, 0)
            os.close(handle)


def holder(path: Path) -> Holder | None:
    """Who holds the lock at `path`, or None if nobody does. Takes nothing from anyone.

    Where a file system has no locks, nobody can hold one: `OwnerLock.take` fails there.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return None
    try:
        return None if _take(handle, shared=True) else _note(handle)
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        return None
    finally:
        os.close(handle)


def _is_named(handle: int, path: Path) -> bool:
    """Whether `path` still names the locked file."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def _take_past_probes(handle: int) -> bool:
    """Take it for good; somebody's probe may hold it shared for a moment."""
    for _ in range(20):
        if _take(handle, shared=False):
            return True
        time.sleep(0.002)
    return False


def _write_note(handle: int, trouble: str = "") -> None:
    """Over the old one, in as many bytes."""
    text = json.dumps({"pid": os.getpid(), "trouble": trouble[:_TOLD]})
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, text.encode().ljust(_ROOM))


def _note(handle: int) -> Holder:
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        note = json.loads(os.read(handle, _ROOM))
        return Holder(int(note["pid"]), str(note.get("trouble", "")))
    except (ValueError, TypeError, KeyError):
        return Holder(None)
