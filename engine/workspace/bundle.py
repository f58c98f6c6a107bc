# SPDX-License-Identifier: Apache-2.0
"""A run's commits as one file: packed from its store, and unpacked into the store of the same run elsewhere."""

from __future__ import annotations

from pathlib import Path

from engine.errors import GitFailed, UsageError
from engine.workspace import landing, source
from engine.workspace.calls import SLOW, Git
from engine.workspace.source import Source

OURS = "refs/pilothouse/"


def pack(store: Git, base: str, dest: Path, *, whole: bool) -> bool:
    """Write every ref of the store to ``dest``; without ``whole``, only what came after ``base``.

    False, and no file, where there is nothing that came after. Raises GitFailed.
    """
    if not whole and not store.line("rev-list", "--max-count=1", "--all", f"^{base}"):
        return False
    history = [] if whole else [f"^{base}"]
    store.run("bundle", "create", "--quiet", str(dest), "--all", *history, limit=SLOW)
    return True


def unpack(store: Git, bundle: Path) -> None:
    """Bring every commit and every ref of ours in a bundle into a store. Raises UsageError where it does not fit."""
    try:
        listed = store.run("bundle", "unbundle", str(bundle), limit=SLOW).out.decode("utf-8", "replace")
        found = (line.partition(" ") for line in listed.splitlines())
        moves = "".join(f"update {ref}\0{sha}\0\0" for sha, _, ref in found if ref.startswith(OURS))
        refused = landing.move_refs(store, moves, "pilothouse: taken in") if moves else None
    except GitFailed as error:
        refused = error
    if refused is not None:
        raise UsageError(f"the commits of the run cannot be taken in: {refused.stderr}") from refused


def make_repository(path: Path, bundle: Path, base: str) -> None:
    """A bare repository that stands in for the one the run came from. Raises GitFailed, UsageError."""
    path.mkdir()
    git = Git(path)
    object_format = "sha256" if len(base) == 64 else "sha1"
    git.run("init", "--bare", "--quiet", "--template=", f"--object-format={object_format}")
    unpack(git, bundle)
    for ref in source.refs(git):
        git.run("update-ref", "-d", ref.name)
    git.run("update-ref", "refs/heads/base", base)
    git.run("symbolic-ref", "HEAD", "refs/heads/base")


def check_target(target: Source, base: str, branch: str, landed: str | None) -> None:
    """Raises UsageError where a run cannot go on in a repository: its base is missing, or its branch is another's."""
    if target.git.resolve(f"{base}^{{commit}}") is None:
        what = f"{str(target.path)!r} lacks the commit {base[:12]} that the run started from"
        raise UsageError(f"{what}; give a clone of the run's repository, or none, to look at the run only")
    there = target.git.resolve(f"refs/heads/{branch}^{{commit}}")
    if there is None or there != landed:
        source.check_branch(target, branch)
