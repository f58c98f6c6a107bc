# SPDX-License-Identifier: Apache-2.0
"""What removing a checkout would lose."""

from __future__ import annotations

import os

from engine.errors import GitFailed
from engine.workspace import clone, measure, working_tree
from engine.workspace.facts import Losses
from engine.workspace.hostile_files import is_real_folder
from engine.workspace.line import Line, look, take_in


def losses(line: Line) -> Losses:
    """See `RunRepository.removal_losses`. Nothing is changed but the store, which takes in what it looks at."""
    if not os.path.lexists(line.checkout):
        return Losses((), (), (), ())
    taken = take_in(line, clone.read(line.checkout))
    tip = taken.head or line.git.resolve(line.ref("start"))
    if tip is None or not is_real_folder(line.checkout):
        return Losses((), (str(line.checkout),), (), tuple(taken.unheld))
    seen, _ = look(line, tip)
    changed = measure.changes(line.git, tip, seen.tree)
    new = {path for change in changed if change.status == "added" for path in change.paths}
    old = {path for change in changed if change.status != "added" for path in change.paths} | _staged(line, tip)
    return Losses(
        modified=tuple(sorted(old - new)),
        untracked=tuple(sorted({*new, *seen.nested, *(item.path for item in seen.unreadable)})),
        ignored=tuple(sorted(working_tree.ignored(line.files))),
        unmerged=tuple(taken.unheld),
    )


def _staged(line: Line, tip: str) -> set[str]:
    """Paths that the clone's own index holds otherwise than ``tip``: their content may be nowhere else."""
    index = line.checkout / ".git" / "index"
    objects = clone.borrowable_objects(line.checkout, line.shape)
    if objects is None or index.is_symlink() or not index.is_file():
        return set()
    try:
        with working_tree.looking(line.git.borrowing(objects).at(line.checkout, index)) as git:
            listed = git.out("diff-index", "--cached", "--raw", "-z", "--no-renames", "--ignore-submodules=all", tip)
    except GitFailed:  # no index that git can read: nothing of it can be saved either
        return set()
    return {os.fsdecode(field) for field in listed.split(b"\0") if field and not field.startswith(b":")}
