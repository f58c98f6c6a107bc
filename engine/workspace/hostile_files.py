# SPDX-License-Identifier: Apache-2.0
"""Files that an agent may have put there: read, written and removed without a link being followed or a pipe blocking.

Nobody may be changing them meanwhile: what is looked at here is looked at between turns.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


def is_real_folder(path: Path) -> bool:
    """True for a folder that is no link."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def is_inside(root: Path, path: str) -> bool:
    """True where every folder above ``path``, from ``root`` down, is a folder and no link."""
    here = root
    for part in ["", *path.split("/")[:-1]]:
        here = here / part
        if not is_real_folder(here):
            return False
    return True


def replace_file(path: Path, text: str) -> None:
    """Write a file whole; a link that stood there is replaced, not followed."""
    temporary = path.with_name(f"{path.name}.new")
    remove_tree(temporary)
    temporary.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    temporary.replace(path)


def remove_tree(path: Path) -> None:
    """Remove a file, link or folder if it is there; folders that forbid it are opened first, links never followed."""
    if not is_real_folder(path):
        path.unlink(missing_ok=True)
        return

    def open_up(function: object, failed: str, error: object) -> None:
        for folder in (os.path.dirname(failed), failed):
            if is_real_folder(Path(folder)):
                os.chmod(folder, 0o700)

    shutil.rmtree(path, onerror=open_up)
    if path.exists():
        shutil.rmtree(path)


def open_file(path: Path) -> BinaryIO | None:
    """A regular file opened for reading; None for anything else."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    return os.fdopen(descriptor, "rb")


def read_file(path: Path, limit: int) -> bytes | None:
    """The first ``limit`` bytes of a regular file; None for anything else."""
    file = open_file(path)
    if file is None:
        return None
    with file:
        return file.read(limit)


def open_up(folder: Path, leave: str = "") -> list[Path]:
    """Open ``folder`` and every folder below that was closed to us, but its own ``leave``; returns the pipes found."""
    waiting, pipes = [folder] if is_real_folder(folder) else [], []
    while waiting:
        here = waiting.pop()
        if stat.S_IMODE(os.lstat(here).st_mode) & 0o700 != 0o700:
            os.chmod(here, 0o700)
        with os.scandir(here) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != leave or here != folder:
                        waiting.append(Path(entry.path))
                elif not entry.is_file(follow_symlinks=False) and stat.S_ISFIFO(
                    entry.stat(follow_symlinks=False).st_mode
                ):
                    pipes.append(Path(entry.path))
    return pipes


def walk(folder: Path, limit: int) -> Iterator[Path]:
    """Files under a folder, no link followed, at most ``limit`` entries."""
    waiting, count = [folder], 0
    while waiting:
        here = waiting.pop()
        if not is_real_folder(here):
            continue
        with contextlib.suppress(OSError), os.scandir(here) as entries:
            for entry in entries:
                count += 1
                if count > limit:
                    return
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))
                else:
                    yield Path(entry.path)
