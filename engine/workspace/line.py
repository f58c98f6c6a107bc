# SPDX-License-Identifier: Apache-2.0
"""One line of work: a checkout, what the engine keeps about it out of reach, and taking in what is found there."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import GitFailed, GitTimedOut
from engine.workspace import clone, measure, source, working_tree
from engine.workspace.calls import Git
from engine.workspace.clone import CloneShape, CloneState
from engine.workspace.hostile_files import is_inside, is_real_folder
from engine.workspace.landing import move_refs
from engine.workspace.names import folder_name, run_ref
from engine.workspace.objects import commits_of, copy_objects, reachable_only_from
from engine.workspace.source import Ref
from engine.workspace.working_tree import Snapshot


@dataclass(frozen=True, slots=True)
class Line:
    """Where everything of one line is."""

    run_id: str
    name: str
    branch: str
    checkout: Path
    state: Path
    aside: Path
    """Where things go that no ref can hold, such as a repository inside the checkout."""
    git: Git
    """The run's store, with the user's settings for files."""
    shape: CloneShape

    @property
    def files(self) -> Git:
        """The store looking at the checkout."""
        return self.git.at(self.checkout, self.state / "index")

    def ref(self, *parts: str) -> str:
        """A ref of the line itself, beside those of attempts; no node can be called ``_lines``."""
        return run_ref(self.run_id, "_lines", folder_name(self.name), *parts)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What of a clone is in the store now."""

    head: str | None
    """The commit HEAD names, None where it could not be had."""
    unheld: dict[str, str]
    """Every tip, HEAD too, that no ref of the store held, nor one of the user's before the attempt; where it was."""
    problems: tuple[str, ...]


def take_in(line: Line, state: CloneState) -> TakenIn:
    """Bring the commits of a clone into the store, checked; what cannot be read is a problem named, never an error."""
    known = [*before(line), *source.refs(line.git)]
    held = list({ref.commit for ref in known})
    names = dict.fromkeys(state.stashed, "the stash") | {sha: name for name, sha in state.refs.items()}
    if state.head:
        names[state.head] = "HEAD"
    told = {sha for ref in known for sha in (ref.sha, ref.commit)}
    names = {sha: name for sha, name in names.items() if sha not in told}
    problems = list(state.problems)
    if names:
        objects = clone.borrowable_objects(line.checkout, line.shape)
        if objects is None:
            problems.append("the clone's .git/objects is no folder any more, or leads elsewhere")
            names = {}
        else:
            names, said = _copied(line.git, line.git.borrowing(objects), names, held)
            problems += said
    commits = commits_of(line.git, [*names, *([state.head] if state.head else [])])
    tips = {commits[sha]: name for sha, name in names.items() if sha in commits}
    new = set(reachable_only_from(line.git, tips, held)) if tips else set()
    head = None
    if state.head is not None and (state.head in names or state.head in told):
        head = commits.get(state.head)
    if state.head and head is None and not problems:
        problems.append(f"HEAD names {state.head}, which is no commit")
    return TakenIn(head, {sha: name for sha, name in tips.items() if sha in new}, tuple(problems))


def _copied(store: Git, clones: Git, names: Mapping[str, str], held: list[str]) -> tuple[dict[str, str], list[str]]:
    """Those of ``names`` that came over: all, or else HEAD alone, or else none; and what was wrong."""
    problems = []
    for chosen in (dict(names), {sha: name for sha, name in names.items() if name == "HEAD"}):
        try:
            if chosen:
                copy_objects(clones, store, chosen, held)
        except (GitFailed, GitTimedOut) as error:
            what = "the clone's refs" if len(chosen) > 1 else "the clone's HEAD"
            problems.append(f"{what} cannot be read whole: {error.message}")
        else:
            return chosen, problems
    return {}, problems


def look(line: Line, tip: str) -> tuple[Snapshot, tuple[str, ...]]:
    """The working tree against ``tip``; without a checkout it is ``tip`` itself, and that is a problem."""
    if not is_real_folder(line.checkout):
        gone = f"the checkout {str(line.checkout)!r} is gone or no folder any more"
        return Snapshot(measure.tree_of(line.git, tip), (), ()), (gone,)
    return working_tree.snapshot(line.files, tip), ()


def before(line: Line) -> tuple[Ref, ...]:
    """Every ref of the user's repository and of the store when the line was last prepared."""
    try:
        text = (line.state / "before").read_text("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ()
    return tuple(Ref(*record.rsplit(" ", 2)) for record in text.split("\n") if record)


def commit_tree(line: Line, tree: str, parent: str, message: str) -> str:
    """A commit of ours, with the user's identity, in the store. It is never signed: nobody could answer a prompt."""
    name, email = line.shape.identity
    git = line.git.with_settings({"user.name": name, "user.email": email})
    return git.line("commit-tree", tree, "-p", parent, "-F", "-", stdin=message.encode("utf-8", "replace"))


def pin(line: Line, pins: Mapping[str, str]) -> None:
    """Set refs of the store, all at once."""
    if pins:
        moves = "".join(f"update {ref}\0{sha}\0\0" for ref, sha in pins.items())
        refused = move_refs(line.git, moves, "pilothouse")
        if refused is not None:
            raise refused


def set_aside(line: Line, paths: Iterable[str]) -> None:
    """Move paths of the checkout (all of it: ``""``) to where the run keeps such things; no link is followed."""
    for path in paths:
        if path and not is_inside(line.checkout, path):
            continue
        number = 1
        while (folder := line.aside / str(number)).exists():
            number += 1
        target = folder / (path or "checkout")
        target.parent.mkdir(parents=True)
        shutil.move(line.checkout / path if path else line.checkout, target)
