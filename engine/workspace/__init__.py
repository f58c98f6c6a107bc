# SPDX-License-Identifier: Apache-2.0
"""Git and files of a run: private clone, branch, fork points, refs, blackboard and sandbox."""

from __future__ import annotations

from engine.workspace.blackboard import Blackboard
from engine.workspace.facts import (
    Change,
    CheckedOut,
    CommitSeen,
    Diff,
    Exported,
    FileFacts,
    Kept,
    Landed,
    Landing,
    Lock,
    Losses,
    Moved,
    Secured,
    Unreadable,
    printable,
)
from engine.workspace.integrating import Branch, Conflict, Joined, Unresolved
from engine.workspace.locks import locks, wait_for_locks
from engine.workspace.run_repository import MAIN_LINE, RunRepository
from engine.workspace.source import read_file_at, uncommitted
from engine.workspace.stand_ins import Related, related_to_tests

__all__ = [
    "MAIN_LINE",
    "Blackboard",
    "Branch",
    "Change",
    "CheckedOut",
    "CommitSeen",
    "Conflict",
    "Diff",
    "Exported",
    "FileFacts",
    "Joined",
    "Kept",
    "Landed",
    "Landing",
    "Lock",
    "Losses",
    "Moved",
    "Related",
    "RunRepository",
    "Secured",
    "Unreadable",
    "Unresolved",
    "locks",
    "printable",
    "read_file_at",
    "related_to_tests",
    "uncommitted",
    "wait_for_locks",
]
