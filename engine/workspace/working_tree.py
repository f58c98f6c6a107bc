# SPDX-License-Identifier: Apache-2.0
"""An agent's working tree, read and written through the store and an index of ours; its own git folder plays no part.

So neither its configuration, filters, index flags nor ``core.worktree`` can show us another tree than the one there is.
The index is kept between calls as a cache: a file is read again only when its stat data, change time included, moved.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import GitFailed
from engine.workspace.calls import SLOW, Git
from engine.workspace.facts import Unreadable
from engine.workspace.hostile_files import is_inside, is_real_folder, open_up

_READ_BY_GIT = frozenset({".git", ".gitignore", ".gitattributes", ".gitmodules"})


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A working tree as a tree object in the store."""

    tree: str
    nested: tuple[str, ...]
    """Repositories inside, none of whose content is in `tree`."""
    unreadable: tuple[Unreadable, ...]


def fresh_index(git: Git) -> None:
    """Drop what a call of ours that was cut off left behind."""
    assert git.index is not None
    git.index.parent.mkdir(parents=True, exist_ok=True)
    git.index.with_name(git.index.name + ".lock").unlink(missing_ok=True)


def snapshot(git: Git, against: str) -> Snapshot:
    """The working tree as a tree object, ignore rules respected, starting from the commit ``against``.

    What cannot be committed is named, not omitted: repositories inside, and files that git refuses or cannot read.
    """
    fresh_index(git)
    assert git.work_tree is not None
    unreadable = [
        Unreadable(path, "a pipe, removed because git would wait for it") for path in make_readable(git.work_tree)
    ]
    _reset_index(git, against)
    pointers = set(_nested_pointers(git, against))
    paths, nested = differing(git)
    paths = [path for path in paths if path not in pointers]
    replaced = {path for path in paths if _is_no_place_for_a_file(git.work_tree, path)}
    if replaced:
        git.run("update-index", "-z", "--force-remove", "--stdin", stdin=_listed(replaced))
    wanted = [path for path in paths if path not in replaced]
    _add(git, wanted, unreadable)
    if wanted:  # git passes over a name that it refuses without a fault
        passed_over = set(differing(git)[0]) - pointers - {item.path for item in unreadable}
        unreadable += [Unreadable(path, "git refuses the name, or the file changed meanwhile") for path in passed_over]
    return Snapshot(
        git.line("write-tree"), tuple(sorted({*nested, *pointers})), tuple(sorted(unreadable, key=lambda i: i.path))
    )


def _is_no_place_for_a_file(root: Path, path: str) -> bool:
    """True where a folder took the path's place, or a link or file that of a folder above it: git would look beyond."""
    return not is_inside(root, path) or is_real_folder(root / path)


def make_readable(folder: Path) -> list[str]:
    """Open closed folders, and remove and name pipes that git would wait at: where it looks for settings of its own."""
    removed = []
    for pipe in open_up(folder, leave=".git"):
        name = pipe.relative_to(folder)
        if name.name in _READ_BY_GIT or ".git" in name.parts:
            pipe.unlink()
            removed.append(str(name))
    return removed


def differing(git: Git, limit: float = SLOW) -> tuple[list[str], list[str]]:
    """Paths that differ between index and working tree, untracked but not ignored ones too; and nested repositories."""
    listed = git.out(
        "ls-files", "-z", "--modified", "--deleted", "--others", "--exclude-standard", "--deduplicate", limit=limit
    )
    found = [os.fsdecode(path) for path in listed.split(b"\0") if path]
    return [path for path in found if path[-1] != "/"], [path[:-1] for path in found if path[-1] == "/"]


def ignored(git: Git) -> list[str]:
    """Ignored files and folders, a folder that is ignored whole once."""
    listed = git.out(
        "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", limit=SLOW
    )  # fmt: skip
    return [os.fsdecode(path) for path in listed.split(b"\0") if path]


@contextlib.contextmanager
def looking(git: Git) -> Iterator[Git]:
    """The same with a throw-away copy of the index: for looking while somebody else may be working."""
    assert git.index is not None
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "index"
        with contextlib.suppress(FileNotFoundError):
            shutil.copy2(git.index, copy)
        yield replace(git, index=copy)


def reset(git: Git, commit: str) -> None:
    """Make every tracked file as ``commit`` has it, whatever is in the way; untracked files stay unless they are.

    Filters of the user's own settings apply; where one fails, the files stay as they are committed.
    """
    fresh_index(git)
    try:
        git.run("read-tree", "--reset", "-u", commit, limit=SLOW)
    except GitFailed:
        git.without_users_settings().run("read-tree", "--reset", "-u", commit, limit=SLOW)


def clean(git: Git, *, ignored_too: bool = False, keep: Sequence[str] = ()) -> None:
    """Remove everything untracked, repositories inside included; ignored files stay unless asked, ``keep`` always."""
    options = ["-x"] if ignored_too else []
    for path in keep:
        options += ["-e", "/" + _pattern(path)]
    git.run("clean", "-f", "-f", "-d", "-q", *options, limit=SLOW)


def _reset_index(git: Git, commit: str) -> None:
    """The index as ``commit``, keeping what it knows of the files; one that cannot be read is made anew."""
    try:
        git.run("read-tree", "--reset", commit, limit=SLOW)
    except GitFailed:
        assert git.index is not None
        git.index.unlink(missing_ok=True)
        git.run("read-tree", commit, limit=SLOW)


def _nested_pointers(git: Git, commit: str) -> Iterator[str]:
    """Committed submodule pointers whose folder holds something: none of it is in a commit of ours."""
    assert git.work_tree is not None
    for record in git.out("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
        if record.startswith(b"160000 "):
            path = os.fsdecode(record.partition(b"\t")[2])
            with contextlib.suppress(OSError):
                if os.listdir(git.work_tree / path):
                    yield path


def _add(git: Git, paths: Sequence[str], unreadable: list[Unreadable]) -> None:
    """Take paths into the index as they are now, gone ones out of it; one git refuses is singled out by halving."""
    if not paths:
        return
    # One flush for all the files; the commit and the ref that follow are each synced, and with them what came before.
    git = git.with_settings({"core.fsyncMethod": "batch"})
    try:
        git.run("update-index", "-z", "--add", "--remove", "--replace", "--stdin", stdin=_listed(paths), limit=SLOW)
    except GitFailed as error:
        if len(paths) == 1:
            unreadable.append(Unreadable(paths[0], error.stderr.splitlines()[0] if error.stderr else str(error)))
            return
        middle = len(paths) // 2
        _add(git, paths[:middle], unreadable)
        _add(git, paths[middle:], unreadable)


def _listed(paths: Iterable[str]) -> bytes:
    return b"".join(os.fsencode(path) + b"\0" for path in paths)


def _pattern(path: str) -> str:
    """A path as an ignore pattern that matches exactly it."""
    return "".join(f"\\{c}" if c in "*?[]\\ !#" else c for c in path)
