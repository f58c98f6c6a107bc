# SPDX-License-Identifier: Apache-2.0
"""What the workspace measures: plain frozen records, nothing in them is taken from an agent's word.

Paths are text decoded with ``surrogateescape``, so that any file name survives; `printable` makes one fit to be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ChangeStatus = Literal["added", "modified", "deleted", "renamed", "type changed"]
EntryKind = Literal["file", "executable", "link", "directory", "submodule", "missing"]
CommitBy = Literal["engine", "agent"]

NO_MODE = "000000"
SUBMODULE_MODE = "160000"
LINK_MODE = "120000"


def printable(path: str) -> str:
    """A path as text that can be encoded and shown on one line: odd bytes and control characters are escaped."""
    raw = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in raw)


@dataclass(frozen=True, slots=True)
class Change:
    """One path of a net difference between two trees."""

    path: str
    """The path now; for a deletion, the path that was."""
    status: ChangeStatus
    old_path: str | None = None
    """Where a renamed file was before, else None."""
    old_mode: str = NO_MODE
    """Git's six octal digits: 100644, 100755, 120000 (link), 160000 (submodule), 000000 (absent)."""
    new_mode: str = NO_MODE
    added: int | None = None
    """Lines; None for binary files, submodules and where they were not counted."""
    deleted: int | None = None
    binary: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that the change touches: both names of a rename."""
        return (self.path,) if self.old_path is None else (self.old_path, self.path)

    @property
    def mode_changed(self) -> bool:
        """True where an existing path changed its kind or its executable bit."""
        return NO_MODE not in (self.old_mode, self.new_mode) and self.old_mode != self.new_mode

    @property
    def submodule(self) -> bool:
        """True where a submodule pointer (gitlink) comes, goes or moves."""
        return SUBMODULE_MODE in (self.old_mode, self.new_mode)


@dataclass(frozen=True, slots=True)
class CommitSeen:
    """One commit as it stands; author and dates are what the commit claims."""

    sha: str
    parents: tuple[str, ...]
    subject: str
    author: str
    author_email: str
    authored_at: str
    """ISO 8601, as claimed."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Work that was found and pinned by a ref in the run's store, so that it is not lost."""

    ref: str
    sha: str
    found_at: str
    """Where it was found: a ref of the agent's clone, or ``working tree``."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A path of the working tree that could not be read or cannot be committed, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Secured:
    """What one turn left in an agent's checkout, safe in the run's store and measured there."""

    head: str
    """The commit that counts: the agent's own tip, or the engine's commit on top of it."""
    tree: str
    fork_point: str
    agent_head: str | None
    """The commit HEAD of the agent's clone named; None where the clone was damaged."""
    branch_found: str | None
    """The branch HEAD was on; None where it was detached, or the clone damaged."""
    branch_expected: str
    tip_of_branch: str | None
    """Where the expected branch stood in the agent's clone when the turn ended; None where it was gone."""
    descends: bool
    """True where the agent's own tip is the fork point or descends from it, grafts and replace refs left out."""
    commits: tuple[CommitSeen, ...]
    """From the fork point (not included) to `head`, oldest first; all are credited to the attempt unless foreign."""
    foreign: tuple[str, ...]
    """Those of `commits` that some ref could reach before the attempt began, its own node's earlier attempts aside."""
    changes: tuple[Change, ...]
    """Net, from the fork point to `head`."""
    uncommitted: tuple[Change, ...]
    """What the agent left uncommitted, against its own tip; with ``commit: engine`` it is part of `head`."""
    engine_commit: str | None
    """The commit that the engine made, where there was something to commit."""
    leftover: Kept | None
    """With ``commit: agent``, the uncommitted work, pinned and not counted."""
    nested: tuple[str, ...]
    """Repositories inside the checkout; their content is in no commit of ours."""
    unreadable: tuple[Unreadable, ...]
    kept: tuple[Kept, ...]
    """Other tips of the agent's clone (side branches, stashes, a rewritten line) that were pinned."""
    problems: tuple[str, ...]
    """What was wrong with the clone itself, in sentences; empty when all was well."""

    @property
    def dirty(self) -> tuple[str, ...]:
        """Every path of the working tree that is not in `head`, sorted."""
        left = {path for change in self.uncommitted for path in change.paths} if self.leftover else set()
        return tuple(sorted(left | set(self.nested) | {item.path for item in self.unreadable}))

    @property
    def clean(self) -> bool:
        """True where nothing stayed behind and nothing was wrong."""
        return not self.dirty and not self.problems

    @property
    def submodule_changes(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.submodule)


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One path of a commit, links resolved inside the commit's own tree."""

    path: str
    """As asked."""
    resolved: str | None
    """Where it leads, relative to the root; None where it leads nowhere or outside."""
    kind: EntryKind
    mode: str
    size: int
    """Bytes of the content; 0 where there is none."""
    sha: str | None
    reason: str | None
    """Why it is no regular file inside the tree; None where it is one."""

    @property
    def regular(self) -> bool:
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Diff:
    """A patch as text; never longer than asked, with the cut marked in the text itself."""

    text: str
    truncated: bool


@dataclass(frozen=True, slots=True)
class Exported:
    """A clean checkout of a commit."""

    path: Path
    commit: str
    lfs_pointers: tuple[str, ...]
    """Files that are Git LFS pointers; their content was not fetched."""
    submodules: tuple[str, ...]
    """Submodule pointers; each is an empty folder here."""


@dataclass(frozen=True, slots=True)
class Landed:
    """The run's branch in the user's repository stands at `head`."""

    head: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The run's branch is not where the journal last saw it; nothing was touched."""

    expected: str | None
    found: str | None


@dataclass(frozen=True, slots=True)
class CheckedOut:
    """Somebody checked the run's branch out in the user's repository; nothing was touched."""

    worktree: Path


Landing = Landed | Moved | CheckedOut


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock file in the user's repository."""

    path: Path
    worktree: Path
    """The worktree, or the repository, it belongs to."""
    age: float
    """Seconds since it was made."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What removing a checkout would destroy; empty means that it may go."""

    modified: tuple[str, ...]
    """Changed or deleted against its HEAD, staged or not."""
    untracked: tuple[str, ...]
    ignored: tuple[str, ...]
    """Ignored files and folders; shown, but no reason to refuse."""
    unmerged: tuple[str, ...]
    """Commits that no ref of the run's store or of the user's repository holds."""

    def __bool__(self) -> bool:
        return bool(self.modified or self.untracked or self.unmerged)
