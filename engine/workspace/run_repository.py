# SPDX-License-Identifier: Apache-2.0
"""The git side of one run: the user's repository, the run's own store, and the agents' checkouts.

    user's repository    never written by an agent; we add refs/pilothouse/<run>/… and move the run's branch
    <run>/store.git      the engine's own; borrows the user's objects; everything measured is measured here
    <run>/checkout       the agent's clone; borrows the store's objects; nothing in it is trusted

Everything here is synchronous and may take long: call it through ``asyncio.to_thread``, one call at a time for one run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.workspace.facts import Change, CommitBy, Diff, Exported, FileFacts, Landing, Losses, Secured

MAIN_LINE = "main"


class RunRepository:
    """Everything that a run does with git. Attributes: `run_dir`, `run_id`, `source`, `branch`, `base`, `store`."""

    run_dir: Path
    run_id: str
    source: Path
    """The user's repository: its worktree, or its git folder where it is bare."""
    branch: str
    base: str
    """The commit that the run starts from, in full."""
    store: Path

    @classmethod
    def create(cls, run_dir: Path, source: Path, base: str | None, branch: str, run_id: str) -> RunRepository:
        """Make the run's store, with its base pinned in the user's repository. Repeating it after a crash is safe.

        ``base`` is any revision, None for HEAD. Raises UsageError: not a repository, no commit yet, base unknown,
        branch name invalid, taken, or checked out.
        """
        raise NotImplementedError

    @classmethod
    def open(cls, run_dir: Path) -> RunRepository:
        """The repository of a run that was created before. Raises WorkspaceError where there is none."""
        raise NotImplementedError

    # --- the line of commits -----------------------------------------------------------------------------------------

    def tip(self) -> str:
        """Where the run's line stands, read now: its branch in the user's repository, or the base before it landed."""
        raise NotImplementedError

    def branch_tip(self) -> str | None:
        """The run's branch in the user's repository, read now; None before it first landed."""
        raise NotImplementedError

    def land(self, new: str, old: str | None) -> Landing:
        """Bring ``new`` to the run's branch in the user's repository, if it still stands at ``old`` (None: absent).

        Done already is `Landed`. A replaced ``old`` that ``new`` does not contain is pinned first.
        Raises RepositoryLocked where a lock of somebody else's stays.
        """
        raise NotImplementedError

    def landing_state(self, new: str, old: str | None) -> str:
        """For reconciling: ``done``, ``not done``, or ``moved to <commit>`` (``moved to nothing`` where it was deleted)."""
        raise NotImplementedError

    # --- an agent's checkout -----------------------------------------------------------------------------------------

    def checkout(self, line: str = MAIN_LINE) -> Path:
        """Where the checkout of a line is, whether it exists or not."""
        raise NotImplementedError

    def prepare(self, line: str, start: str) -> Path:
        """A clean checkout of ``start`` on the run's branch, ignored files left as they are.

        Whatever stood there uncommitted or unmerged is pinned by a ref first; locks that a dead process left are removed,
        a damaged clone is made anew. No process of an agent may live in it meanwhile.
        """
        raise NotImplementedError

    def secure(
        self,
        line: str,
        *,
        node: str,
        attempt: int,
        fork_point: str,
        commit: CommitBy,
        message: str,
        credited_elsewhere: Iterable[str] = (),
    ) -> Secured:
        """Bring what an agent's turn left into the store, pin it, and say what it is. Repeating it is safe.

        With ``commit="engine"`` the working tree becomes a commit on top of the agent's tip, ignore rules respected, and
        the clone is moved there; with ``"agent"`` it is pinned as leftover, and the clone stays as it is.
        ``message`` is the engine's commit message without trailers. ``credited_elsewhere``: commits of other attempts
        that shared the checkout. No process of the agent may live in it meanwhile.
        """
        raise NotImplementedError

    def uncommitted(self, line: str = MAIN_LINE) -> tuple[str, ...]:
        """Paths that differ from the clone's last prepared or secured commit, read now, taking no lock, while an agent works."""
        raise NotImplementedError

    def removal_losses(self, line: str) -> Losses:
        """What `remove` would destroy."""
        raise NotImplementedError

    def remove(self, line: str, *, lose: bool = False) -> None:
        """Remove a checkout. Raises WorkWouldBeLost where it holds work, unless ``lose`` says so explicitly."""
        raise NotImplementedError

    def readable_by_agents(self) -> tuple[Path, ...]:
        """Folders that git in a checkout must be able to read: the objects it borrows, through every hop."""
        raise NotImplementedError

    # --- measuring commits -------------------------------------------------------------------------------------------

    def changes(self, a: str, b: str) -> tuple[Change, ...]:
        """The net difference from commit ``a`` to commit ``b``, with line counts, sorted by path."""
        raise NotImplementedError

    def diff(self, a: str, b: str, paths: Sequence[str] | None = None, limit: int = 1_000_000) -> Diff:
        """The same as a patch, cut visibly after ``limit`` bytes."""
        raise NotImplementedError

    def file_facts(self, commit: str, path: str) -> FileFacts:
        """What is at a path of a commit; links are followed inside the commit only."""
        raise NotImplementedError

    def show_file(self, commit: str, path: str, limit: int = 10_000_000) -> bytes | None:
        """The content of a regular file of a commit, at most ``limit`` bytes of it; None where `file_facts` refuses it."""
        raise NotImplementedError

    def is_ancestor(self, ancestor: str, descendant: str) -> bool:
        """True where ``descendant`` is ``ancestor`` or descends from it."""
        raise NotImplementedError

    def export(self, commit: str, dest: Path, *, keep: Sequence[str] = ()) -> Exported:
        """A clean checkout of a commit at ``dest``, made anew or brought there from an earlier export.

        No filter, hook or attribute trick of an agent applies. In a reused folder everything untracked goes, ignored or
        not, but what ``keep`` names (paths from the root). It is a git checkout of its own, with HEAD detached.
        """
        raise NotImplementedError
