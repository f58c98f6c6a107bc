# SPDX-License-Identifier: Apache-2.0
"""The seam to the disk: every call that can fail, tear or be lost, so that tests can make it do so."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Protocol
from uuid import uuid4


class Storage(Protocol):
    """File work as the journal needs it. Every method may raise OSError; none but `read` is retried."""

    def read(self, path: Path) -> bytes:
        """Raises FileNotFoundError."""

    def open_append(self, path: Path) -> int:
        """Open for appending, made if missing, readable by its owner only."""

    def open_new(self, path: Path) -> int:
        """Make a file, readable by its owner only. Raises FileExistsError."""

    def size(self, handle: int, path: Path) -> int:
        """Size in bytes. Raises OSError (ESTALE) if `path` names another file by now, or none."""

    def write(self, handle: int, data: bytes) -> int:
        """Bytes taken, perhaps fewer than given."""

    def sync(self, handle: int) -> None:
        """The file's bytes and size are on disk."""

    def truncate(self, handle: int, size: int) -> None:
        """Cut to `size` bytes."""

    def close(self, handle: int) -> None:
        """The handle is gone, whatever is raised."""

    def replace(self, source: Path, target: Path) -> None:
        """Rename over `target` in one step."""

    def sync_dir(self, path: Path) -> None:
        """The names in the folder are on disk."""


class Disk:
    """The real one."""

    def read(self, path: Path) -> bytes:
        return path.read_bytes()

    def open_append(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _NO_FOLLOW | _BINARY, 0o600)

    def open_new(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)

    def size(self, handle: int, path: Path) -> int:
        ours = os.fstat(handle)
        try:
            named = path.lstat()
        except FileNotFoundError:
            named = None
        if named is None or (named.st_dev, named.st_ino) != (ours.st_dev, ours.st_ino):
            raise OSError(errno.ESTALE, "moved, removed or replaced while in use", str(path))
        return ours.st_size

    def write(self, handle: int, data: bytes) -> int:
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        if sys.platform == "darwin":  # fsync leaves the bytes in the drive's own cache there
            import fcntl

            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        else:
            getattr(os, "fdatasync", os.fsync)(handle)

    def truncate(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def close(self, handle: int) -> None:
        os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        os.replace(source, target)

    def sync_dir(self, path: Path) -> None:
        if sys.platform == "win32":  # folders cannot be opened there; NTFS journals names itself
            return
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
DISK: Storage = Disk()


def write_all(storage: Storage, handle: int, data: bytes) -> None:
    """Write until all is taken. Raises OSError."""
    while data:
        taken = storage.write(handle, data)
        if taken <= 0:
            raise OSError(errno.EIO, "the disk took no bytes")
        data = data[taken:]


def write_new(storage: Storage, path: Path, data: bytes) -> None:
    """A new file, durable with its name when this returns. Raises FileExistsError, OSError."""
    handle = storage.open_new(path)
    try:
        write_all(storage, handle, data)
        storage.sync(handle)
    finally:
        storage.close(handle)
    storage.sync_dir(path.parent)


def write_atomic(storage: Storage, path: Path, data: bytes) -> None:
    """The whole file or none of it, durable when this returns; an older one is replaced. Raises OSError."""
    aside = path.with_name(f".{path.name}.{uuid4().hex[:12]}")
    try:
        write_new(storage, aside, data)
        storage.replace(aside, path)
    except OSError:
        aside.unlink(missing_ok=True)
        raise
    storage.sync_dir(path.parent)
