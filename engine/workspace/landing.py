# SPDX-License-Identifier: Apache-2.0
"""Bringing the run's branch into the user's repository: objects first, then one compare-and-swap, nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.errors import GitFailed, RepositoryLocked
from engine.workspace import lfs
from engine.workspace.calls import Git
from engine.workspace.facts import CheckedOut, Landed, Landing, Moved
from engine.workspace.measure import is_ancestor
from engine.workspace.names import run_ref
from engine.workspace.objects import copy_objects
from engine.workspace.source import Source, checked_out_at

PATIENCE = 10.0
"""Seconds that we wait for a lock of somebody else's, in steps that grow to one second."""

_LOCK = re.compile(r"Unable to create '(?P<path>.+?\.lock)': File exists", re.DOTALL)


def land(
    store: Git,
    source: Source,
    run_id: str,
    branch: str,
    new: str,
    old: str | None,
    held: Sequence[str],
    patience: float,
) -> Landing:
    """Move ``branch`` of the user's repository from ``old`` to ``new``; see `RunRepository.land`."""
    user = source.git
    found = tip(user, branch)
    if found == new:
        return Landed(new)
    if found != old:
        return Moved(old, found)
    if (worktree := checked_out_at(user, branch)) is not None:
        return CheckedOut(worktree)
    held = [*held, *([old] if old else [])]
    copy_objects(store, Git(source.common_dir), [new], held)
    lfs.carry(store, new, held, store.git_dir / "lfs", source.common_dir / "lfs")
    pins = [(run_ref(run_id, "head"), new)]
    if old and not is_ancestor(store, old, new):
        pins.append((run_ref(run_id, "replaced", old), old))
    moves = "".join(f"update {ref}\0{sha}\0\0" for ref, sha in pins)
    moves += f"update refs/heads/{branch}\0{new}\0{old or '0' * len(new)}\0"
    refused = move_refs(user, moves, f"pilothouse: run {run_id}", patience)
    if refused is None:
        return Landed(new)
    found = tip(user, branch)
    if found == new:
        return Landed(new)
    if found == old:  # nobody moved it: the fault is another one
        raise refused
    return Moved(old, found)


def move_refs(git: Git, moves: str, reason: str, patience: float = PATIENCE) -> GitFailed | None:
    """All moves of refs at once, or none: then what git said. Raises RepositoryLocked where a lock stays."""
    deadline, pause = time.monotonic() + patience, 0.05
    stdin = moves.encode("utf-8", "surrogateescape")
    while True:
        try:
            git.run("update-ref", "-m", reason, "--no-deref", "--stdin", "-z", stdin=stdin)
        except GitFailed as error:
            held = _LOCK.search(error.stderr)
            if held is None:
                return error
            if time.monotonic() + pause > deadline:
                lock = Path(held["path"])
                if not _is_ours(lock, moves):
                    raise _locked(lock, patience) from error
                lock.unlink(missing_ok=True)
                continue
            time.sleep(pause)
            pause = min(2 * pause, 1.0)
        else:
            return None


def _is_ours(lock: Path, moves: str) -> bool:
    """Whether a lock that stays is of a process of ours that was killed: it holds the very value that we move to.

    Its run is driven by us alone, and nobody else moves this ref there.
    """
    with suppress(OSError):
        value = lock.read_text("ascii", "replace").rstrip("\n")
        parts = moves.split("\0")
        asked = dict(zip(parts[::3], parts[1::3], strict=False))
        return any(
            new == value and lock.as_posix().endswith(f"/{update.removeprefix('update ')}.lock")
            for update, new in asked.items()
        )
    return False


def tip(git: Git, branch: str) -> str | None:
    """The commit at the tip of a branch, read now."""
    return git.resolve(f"refs/heads/{branch}^{{commit}}")


def _locked(lock: Path, patience: float) -> RepositoryLocked:
    return RepositoryLocked(
        f"the lock {str(lock)!r} in the user's repository stayed for {patience:g} s, so its refs cannot be moved; "
        "if no git command is running there, remove the lock and go on"
    )
