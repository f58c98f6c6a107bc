# SPDX-License-Identifier: Apache-2.0
"""Locks of somebody else's in the user's repository: named, waited for, never deleted. Those of a store are ours."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from engine.errors import RepositoryLocked
from engine.workspace import source
from engine.workspace.facts import Lock
from engine.workspace.hostile_files import is_real_folder


def locks(repository: Path) -> tuple[Lock, ...]:
    """Every git lock that stands now in a repository or any of its worktrees, oldest first.

    Raises UsageError where ``repository`` is none.
    """
    found = source.find(repository)
    main = found.common_dir.parent if found.common_dir.name == ".git" else found.common_dir
    now = time.time()
    standing = []
    for path, worktree in _lock_files(found.common_dir, main):
        try:
            standing.append(Lock(path, worktree, max(0.0, now - os.lstat(path).st_mtime)))
        except OSError:  # gone meanwhile
            continue
    return tuple(sorted(standing, key=lambda lock: -lock.age))


def wait_for_locks(repository: Path, patience: float = 10.0) -> None:
    """Wait until no lock stands, at most ``patience`` seconds. Raises RepositoryLocked, naming lock and worktree."""
    deadline, pause = time.monotonic() + patience, 0.05
    while standing := locks(repository):
        if time.monotonic() + pause > deadline:
            oldest = standing[0]
            raise RepositoryLocked(
                f"the repository is locked: {str(oldest.path)!r}, of the worktree {str(oldest.worktree)!r}, "
                f"has stood for {oldest.age:.0f} s; if no git command is running there, remove it and go on"
            )
        time.sleep(pause)
        pause = min(2 * pause, 1.0)


def release(store: Path) -> list[Path]:
    """Remove every lock in a store of ours, and name them. Nobody may work on it: its driver was killed."""
    found = [path for path, _ in _lock_files(store, store)]
    for path in found:
        path.unlink(missing_ok=True)
    return found


def _lock_files(common_dir: Path, main: Path) -> Iterator[tuple[Path, Path]]:
    """Each lock with the worktree it belongs to; locks of refs belong to the repository."""
    for path in _in_folder(common_dir):
        yield path, main
    for folder, _, names in os.walk(common_dir / "refs"):
        for name in names:
            if name.endswith(".lock"):
                yield Path(folder, name), main
    linked = common_dir / "worktrees"
    if not is_real_folder(linked):
        return
    for name in sorted(os.listdir(linked)):
        worktree = linked / name
        try:
            where = Path((linked / name / "gitdir").read_text("utf-8", "surrogateescape").rstrip("\n")).parent
        except OSError:
            where = worktree
        for path in _in_folder(worktree):
            yield path, where


def _in_folder(folder: Path) -> Iterator[Path]:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if name.endswith(".lock"):
            yield folder / name
