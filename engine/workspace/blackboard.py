# SPDX-License-Identifier: Apache-2.0
"""The run's blackboard: a task, a shared folder and one folder a step, where agents leave things for each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Note:
    """One entry of the blackboard; links are listed, never followed."""

    path: str
    """From the blackboard's root, ``/`` between parts."""
    kind: str
    """``file``, ``folder``, ``link`` or ``other``."""
    size: int


class Blackboard:
    """``<run>/blackboard``: `task.md`, `shared/`, and one folder a step."""

    def __init__(self, run_dir: Path) -> None:
        self.root = run_dir / "blackboard"

    def create(self, task: str) -> None:
        """Make it, with the task; an existing task is replaced whole."""
        raise NotImplementedError

    def folder(self, node: str) -> Path:
        """The folder of a step, made where it is missing."""
        raise NotImplementedError

    def listing(self, subdir: str = "", limit: int = 1000) -> tuple[Note, ...]:
        """What is there, at most ``limit`` entries, sorted. Raises UsageError where ``subdir`` leads outside."""
        raise NotImplementedError

    def read(self, path: str, limit: int = 1_000_000) -> bytes:
        """The first ``limit`` bytes of a file. Raises UsageError where it is no regular file inside."""
        raise NotImplementedError
