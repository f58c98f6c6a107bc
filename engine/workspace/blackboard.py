# SPDX-License-Identifier: Apache-2.0
"""The run's blackboard: a task, a shared folder and one folder a step, where agents leave things for each other.

Agents write there, so every path is walked part by part and no link is ever followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.errors import UsageError
from engine.workspace.hostile_files import is_real_folder, read_file, remove_tree, replace_file
from engine.workspace.names import folder_name

NoteKind = Literal["file", "folder", "link", "other"]


@dataclass(frozen=True, slots=True)
class Note:
    """One entry of the blackboard; links are listed, never followed."""

    path: str
    """From the blackboard's root, ``/`` between parts."""
    kind: NoteKind
    size: int
    """Bytes of a file, else 0."""


class Blackboard:
    """``<run>/blackboard``: `task.md`, `shared/`, and one folder a step under ``steps/``."""

    def __init__(self, run_dir: Path) -> None:
        self.root = run_dir / "blackboard"

    def create(self, task: str) -> None:
        """Make it, with the task; an existing task is replaced whole."""
        self.root.mkdir(parents=True, exist_ok=True)
        self._own_folder("shared")
        self._own_folder("steps")
        replace_file(self.root / "task.md", task)

    def folder(self, node: str) -> Path:
        """The folder of a step, made where it is missing."""
        self._own_folder("steps")
        return self._own_folder(f"steps/{folder_name(node)}")

    def listing(self, subdir: str = "", limit: int = 1000) -> tuple[Note, ...]:
        """What is under ``subdir``, sorted, at most ``limit`` entries. Raises UsageError where it leads outside."""
        start = self._inside(subdir)
        if not is_real_folder(start):
            return ()
        notes = []
        for note in self._walk(start):
            notes.append(note)
            if len(notes) >= limit:
                break
        return tuple(sorted(notes, key=lambda note: note.path))

    def read(self, path: str, limit: int = 1_000_000) -> bytes:
        """The first ``limit`` bytes of a file. Raises UsageError where it is no regular file inside."""
        target = self._inside(path)
        content = read_file(target, limit)
        if content is None:
            raise UsageError(f"{path!r} of the blackboard is no regular file")
        return content

    def _inside(self, path: str) -> Path:
        """A path under the root none of whose folders is a link."""
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if path.startswith("/") or ".." in parts or "\0" in path:
            raise UsageError(f"{path!r} leads outside the blackboard")
        here = self.root
        for part in parts:
            if here.is_symlink():
                raise UsageError(f"{path!r} leads through a link")
            here = here / part
        if here.is_symlink():
            raise UsageError(f"{path!r} of the blackboard is a link")
        return here

    def _own_folder(self, path: str) -> Path:
        """A folder of ours; a link or file that an agent put in its place goes."""
        folder = self.root / path
        if not is_real_folder(folder):
            remove_tree(folder)
            folder.mkdir()
        return folder

    def _walk(self, folder: Path) -> Iterator[Note]:
        waiting = [folder]
        while waiting:
            try:
                entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                path = Path(entry.path).relative_to(self.root).as_posix()
                if entry.is_symlink():
                    yield Note(path, "link", 0)
                elif entry.is_dir(follow_symlinks=False):
                    yield Note(path, "folder", 0)
                    waiting.append(Path(entry.path))
                elif entry.is_file(follow_symlinks=False):
                    yield Note(path, "file", entry.stat(follow_symlinks=False).st_size)
                else:
                    yield Note(path, "other", 0)
