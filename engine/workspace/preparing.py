# SPDX-License-Identifier: Apache-2.0
"""Laying a checkout out for an attempt; whatever stood there is kept first."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import GitFailed
from engine.workspace import clone, measure, source, working_tree
from engine.workspace.hostile_files import is_real_folder, replace_file
from engine.workspace.line import Line, commit_tree, look, pin, set_aside, take_in
from engine.workspace.names import run_ref
from engine.workspace.source import Ref

_SHARED_WITH_AGENTS = ("refs/heads/", "refs/tags/", "refs/remotes/")


def prepare(line: Line, start: str, users: Sequence[Ref]) -> Path:
    """See `RunRepository.prepare`. ``users`` are the refs of the user's repository now."""
    line.state.mkdir(parents=True, exist_ok=True)
    underway = line.state / "preparing"
    if not underway.exists():  # else no agent ran since we began: what is there is half of our own work
        keep_what_is_there(line, start)
        underway.write_text(start)
    pin(line, {line.ref("start"): start})
    before = [*users, *source.refs(line.git)]
    replace_file(line.state / "before", "".join(f"{ref.name} {ref.sha} {ref.commit}\n" for ref in before))
    shared = {ref.name: ref.sha for ref in users if ref.name.startswith(_SHARED_WITH_AGENTS)}
    try:
        _lay_out(line, start, shared)
    except (GitFailed, OSError):
        set_aside(line, [""])
        _lay_out(line, start, shared)
    underway.unlink()
    return line.checkout


def keep_what_is_there(line: Line, start: str) -> None:
    """Pin uncommitted and unmerged work of a checkout; what no ref can hold is moved to the run's folder."""
    if not os.path.lexists(line.checkout):
        return
    taken = take_in(line, clone.read(line.checkout))
    tip = taken.head or line.git.resolve(line.ref("start"))
    if tip is None or not is_real_folder(line.checkout):
        set_aside(line, [""])
        return
    seen, _ = look(line, tip)
    pins = {line.ref("kept", sha): sha for sha in taken.unheld}
    known = line.git.line("for-each-ref", "--format=%(tree)", run_ref(line.run_id))
    if seen.tree not in {measure.tree_of(line.git, tip), *known.split("\n")}:
        leftover = commit_tree(line, seen.tree, tip, "Left in the checkout before the next attempt")
        pins[line.ref("leftover", leftover)] = leftover
    pin(line, pins)
    submodules = {path for path in seen.nested if _is_submodule(line, start, path)}
    set_aside(line, [*(set(seen.nested) - submodules), *(item.path for item in seen.unreadable)])


def _is_submodule(line: Line, commit: str, path: str) -> bool:
    return measure.file_facts(line.git, commit, path).kind == "submodule"


def _lay_out(line: Line, start: str, refs: Mapping[str, str]) -> None:
    """The checkout at ``start``, its git folder made anew."""
    if not os.path.lexists(line.checkout):
        line.checkout.mkdir(parents=True)
        (line.state / "index").unlink(missing_ok=True)
    working_tree.reset(line.files, start)
    working_tree.clean(line.files)
    clone.write(line.checkout / ".git", line.shape, start, line.branch, refs, line.state / "index")
