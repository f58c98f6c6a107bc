# SPDX-License-Identifier: Apache-2.0
"""Clean checkouts of a commit, made from the store for gates to measure in."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.workspace import clone, lfs, working_tree
from engine.workspace.calls import SLOW, Git
from engine.workspace.clone import CloneShape
from engine.workspace.facts import SUBMODULE_MODE, Exported
from engine.workspace.hostile_files import is_real_folder, read_file, remove_tree


def export(git: Git, shape: CloneShape, commit: str, dest: Path, index: Path, keep: Sequence[str]) -> Exported:
    """Bring ``dest`` to ``commit``; what ``index`` remembers of an earlier export there spares unchanged files.

    Nobody's filters apply, so every file is as it is committed, but for line endings that committed attributes ask for.
    """
    if not is_real_folder(dest):
        remove_tree(dest)
        dest.mkdir(parents=True)
        index.unlink(missing_ok=True)
    there = git.without_users_settings().at(dest, index)
    working_tree.fresh_index(there)
    working_tree.make_readable(dest)
    there.run("read-tree", "--reset", "-u", commit, limit=SLOW)
    working_tree.clean(there, ignored_too=True, keep=keep)
    clone.write(dest / ".git", shape, commit, None, {}, index)
    entries = list(_entries(there, commit))
    return Exported(
        dest,
        commit,
        tuple(path for mode, size, path in entries if mode.startswith("100") and _is_lfs_pointer(dest / path, size)),
        tuple(path for mode, _, path in entries if mode == SUBMODULE_MODE),
    )


def _entries(git: Git, commit: str) -> Iterator[tuple[str, int, str]]:
    """Mode, size and path of everything in a commit but folders."""
    for record in git.out("ls-tree", "-r", "-l", "-z", "--full-tree", commit).split(b"\0"):
        if record:
            head, _, path = record.partition(b"\t")
            mode, _, _, size = head.decode("ascii").split()
            yield mode, int(size) if size.isdigit() else 0, os.fsdecode(path)


def _is_lfs_pointer(path: Path, size: int) -> bool:
    return size <= lfs.LARGEST_POINTER and read_file(path, len(lfs.POINTER)) == lfs.POINTER
