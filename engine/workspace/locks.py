# SPDX-License-Identifier: Apache-2.0
"""Locks of somebody else's in the user's repository: named, waited for, never deleted."""

from __future__ import annotations

from pathlib import Path

from engine.workspace.facts import Lock


def locks(repository: Path) -> tuple[Lock, ...]:
    """Every git lock that stands now in a repository or any of its worktrees, oldest first."""
    raise NotImplementedError


def wait_for_locks(repository: Path, patience: float = 10.0) -> None:
    """Wait until no lock stands, at most ``patience`` seconds. Raises RepositoryLocked, naming lock and worktree."""
    raise NotImplementedError
