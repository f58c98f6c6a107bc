# SPDX-License-Identifier: Apache-2.0
"""Disks that fail, tear, stop at call k, or forget what was not synced; and journals to try them on."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from engine.journal import Journal
from engine.journal.record import ORIGIN, Draft, Record, encode, hash_of
from engine.journal.storage import Disk

AT = "2026-01-02T03:04:05.678Z"
Trouble = Literal["kill before", "kill after", "tear", "short"] | OSError | None


class Killed(BaseException):
    """Stands in for SIGKILL: nothing of ours catches it."""


class FaultyDisk(Disk):
    """A real disk; `plan(k, call)` says what goes wrong at call k, from 1. After a kill nothing works any more."""

    def __init__(self, plan: Callable[[int, str], Trouble]) -> None:
        self.plan = plan
        self.calls: list[str] = []
        self.dead = False

    def _do(self, name: str, call: Callable[[], Any]) -> Any:
        if self.dead:
            raise Killed
        self.calls.append(name)
        trouble = self.plan(len(self.calls), name)
        if isinstance(trouble, OSError):
            raise trouble
        if trouble in ("kill before", "tear"):
            self.dead = True
            raise Killed
        result = call()
        if trouble == "kill after":
            self.dead = True
            raise Killed
        return result

    def read(self, path: Path) -> bytes:
        result: bytes = self._do("read", lambda: Disk.read(self, path))
        return result

    def open_append(self, path: Path) -> int:
        result: int = self._do("open", lambda: Disk.open_append(self, path))
        return result

    def open_new(self, path: Path) -> int:
        result: int = self._do("open", lambda: Disk.open_new(self, path))
        return result

    def size(self, handle: int, path: Path) -> int:
        result: int = self._do("size", lambda: Disk.size(self, handle, path))
        return result

    def write(self, handle: int, data: bytes) -> int:
        trouble = None if self.dead else self.plan(len(self.calls) + 1, "write")
        if trouble == "short":
            data = data[: max(1, len(data) // 2)]
        elif trouble == "tear":
            os.write(handle, data[: len(data) // 2])
        result: int = self._do("write", lambda: Disk.write(self, handle, data))
        return result

    def sync(self, handle: int) -> None:
        self._do("sync", lambda: Disk.sync(self, handle))

    def truncate(self, handle: int, size: int) -> None:
        self._do("truncate", lambda: Disk.truncate(self, handle, size))

    def replace(self, source: Path, target: Path) -> None:
        self._do("replace", lambda: Disk.replace(self, source, target))

    def sync_dir(self, path: Path) -> None:
        self._do("sync_dir", lambda: Disk.sync_dir(self, path))


@dataclass(eq=False)
class _Inode:
    data: bytearray = field(default_factory=bytearray)
    synced: bytes = b""


class ForgetfulDisk:
    """A disk in memory that loses power: only synced bytes and synced names survive, and part of what was not."""

    def __init__(self, names: dict[Path, _Inode] | None = None) -> None:
        self._names = dict(names or {})
        self._synced_names = dict(names or {})
        self._open: dict[int, _Inode] = {}
        self.calls: list[str] = []
        self.power_fails_at: int | None = None

    def after_power_cut(self, survives: float) -> ForgetfulDisk:
        """What is there again: of each unsynced tail, the part `survives` (0 to 1)."""
        names = {}
        for path, inode in self._synced_names.items():
            data = bytes(inode.data)
            tail = data[len(inode.synced) :] if data.startswith(inode.synced) else b""
            kept = inode.synced + tail[: round(len(tail) * survives)]
            names[path] = _Inode(bytearray(kept), kept)
        return ForgetfulDisk(names)

    def _count(self, name: str) -> None:
        if self.power_fails_at is not None and len(self.calls) >= self.power_fails_at:
            raise Killed
        self.calls.append(name)

    def read(self, path: Path) -> bytes:
        self._count("read")
        if path not in self._names:
            raise FileNotFoundError(path)
        return bytes(self._names[path].data)

    def open_append(self, path: Path) -> int:
        self._count("open")
        return self._handle(self._names.setdefault(path, _Inode()))

    def open_new(self, path: Path) -> int:
        self._count("open")
        if path in self._names:
            raise FileExistsError(path)
        self._names[path] = _Inode()
        return self._handle(self._names[path])

    def _handle(self, inode: _Inode) -> int:
        handle = len(self.calls)
        self._open[handle] = inode
        return handle

    def size(self, handle: int, path: Path) -> int:
        self._count("size")
        if self._names.get(path) is not self._open[handle]:
            raise OSError(errno.ESTALE, "moved")
        return len(self._open[handle].data)

    def write(self, handle: int, data: bytes) -> int:
        self._count("write")
        self._open[handle].data += data
        return len(data)

    def sync(self, handle: int) -> None:
        self._count("sync")
        self._open[handle].synced = bytes(self._open[handle].data)

    def truncate(self, handle: int, size: int) -> None:
        self._count("truncate")
        del self._open[handle].data[size:]

    def close(self, handle: int) -> None:
        self._open.pop(handle, None)

    def replace(self, source: Path, target: Path) -> None:
        self._count("replace")
        self._names[target] = self._names.pop(source)

    def sync_dir(self, path: Path) -> None:
        self._count("sync_dir")
        for name in {*self._names, *self._synced_names}:
            if name.parent == path:
                if name in self._names:
                    self._synced_names[name] = self._names[name]
                else:
                    self._synced_names.pop(name, None)


def no_space() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def broken_disk() -> OSError:
    return OSError(errno.EIO, os.strerror(errno.EIO))


def read_only() -> OSError:
    return OSError(errno.EROFS, os.strerror(errno.EROFS))


def stale_handle() -> OSError:
    """As a network file system says it when its server has gone and come back."""
    return OSError(errno.ESTALE, os.strerror(errno.ESTALE))


def append(journal: Journal, drafts: list[Draft]) -> list[Record]:
    """Append; gives what a reader is to find."""
    return [
        Record(seq, at, draft.driven, draft.type, draft.node, draft.attempt, _read(draft.data))
        for (seq, at), draft in zip(journal.append(drafts), drafts, strict=True)
    ]


def _read(data: Mapping[str, Any] | bytes) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(data if isinstance(data, bytes) else json.dumps(data))
    return read


def lines_of(drafts: list[Draft]) -> list[bytes]:
    """The lines of a journal, each with its line feed."""
    lines, tip = [], ORIGIN
    for seq, draft in enumerate(drafts, 1):
        line = encode(draft, seq, AT, tip)
        tip = hash_of(line)
        lines.append(line + b"\n")
    return lines


def journal_lines(count: int) -> list[bytes]:
    """The lines of a journal of `count` plain records."""
    return lines_of([Draft("noted", {"n": n, "text": "größer"}, node=f"a[{n}]/b", attempt=1) for n in range(count)])
