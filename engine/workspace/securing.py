# SPDX-License-Identifier: Apache-2.0
"""What an agent's turn left, brought into the store, pinned and measured there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.workspace import clone, lfs, measure, source
from engine.workspace.facts import CommitBy, Kept, Secured
from engine.workspace.line import Line, before, commit_tree, look, pin, take_in
from engine.workspace.names import attempt_ref, run_ref
from engine.workspace.objects import reachable_only_from


@dataclass(frozen=True, slots=True)
class Attempt:
    """Whose turn it was, and what becomes of what it left."""

    node: str
    number: int
    fork_point: str
    commit: CommitBy
    message: str
    credited_elsewhere: tuple[str, ...]


def secure(line: Line, attempt: Attempt) -> Secured:
    """See `RunRepository.secure`."""
    git, fork_point = line.git, attempt.fork_point
    state = clone.read(line.checkout)
    clone.release_locks(line.checkout)
    taken = take_in(line, state)
    head_before = git.resolve(_ref(line, attempt, "head"))
    tip = taken.head or head_before or fork_point
    seen, problems = look(line, tip)
    uncommitted = measure.changes(git, tip, seen.tree)
    descends = taken.head is not None and measure.is_ancestor(git, fork_point, tip)
    head, engine_commit, leftover = tip, None, None
    pins = {}
    if attempt.commit == "engine" and not problems:
        parent = tip if taken.head is None or descends else fork_point
        head, engine_commit = _commit(line, attempt, parent, seen.tree, head_before)
    elif uncommitted:
        leftover = _leftover(line, attempt, tip, seen.tree)
        pins[leftover.ref] = leftover.sha
    others = {**({head_before: "the turn before"} if head_before else {}), **taken.unheld, tip: "HEAD"}
    for sha in set(reachable_only_from(git, others, [head])) & others.keys():
        pins[_ref(line, attempt, "kept", sha)] = sha
    lfs.carry(git, head, [fork_point], line.checkout / ".git" / "lfs", git.git_dir / "lfs")
    pin(line, {**pins, _ref(line, attempt, "head"): head})
    if attempt.commit == "engine" and not problems:
        _follow(line, state, head)
    commits = measure.commits_between(git, fork_point, head)
    return Secured(
        head=head,
        tree=measure.tree_of(git, head),
        fork_point=fork_point,
        agent_head=taken.head,
        branch_found=state.branch,
        branch_expected=line.branch,
        tip_of_branch=state.tip(line.branch),
        descends=descends,
        commits=commits,
        foreign=_foreign(line, attempt, head, [commit.sha for commit in commits]),
        changes=measure.changes(git, fork_point, head),
        uncommitted=uncommitted,
        engine_commit=engine_commit,
        leftover=leftover,
        nested=seen.nested,
        unreadable=seen.unreadable,
        kept=_kept(line, attempt, others),
        problems=(*taken.problems, *problems),
    )


def _ref(line: Line, attempt: Attempt, *parts: str) -> str:
    return attempt_ref(line.run_id, attempt.node, attempt.number, *parts)


def _commit(line: Line, attempt: Attempt, parent: str, tree: str, made_before: str | None) -> tuple[str, str | None]:
    """The engine's commit of ``tree`` on ``parent``, and again as what was made; ``parent`` where nothing changed."""
    if tree == measure.tree_of(line.git, parent):
        return parent, None
    if made_before and line.git.line("log", "-1", "--format=%T %P", made_before) == f"{tree} {parent}":
        return made_before, made_before  # we were cut off after making it
    trailers = {"Run": line.run_id, "Node": attempt.node, "Attempt": str(attempt.number)}
    credit = "\n".join(f"Pilothouse-{key}: {value}" for key, value in trailers.items())
    made = commit_tree(line, tree, parent, f"{attempt.message.strip() or 'Work'}\n\n{credit}\n")
    return made, made


def _leftover(line: Line, attempt: Attempt, tip: str, tree: str) -> Kept:
    """Uncommitted work as a commit on ``tip`` that no branch holds."""
    ref = _ref(line, attempt, "leftover")
    kept = line.git.resolve(ref)
    if kept is None or line.git.line("log", "-1", "--format=%T %P", kept) != f"{tree} {tip}":
        kept = commit_tree(line, tree, tip, f"Left uncommitted by {attempt.node}, attempt {attempt.number}\n")
    return Kept(ref, kept, "working tree")


def _follow(line: Line, state: clone.CloneState, head: str) -> None:
    """Put the clone on its branch at ``head``, so that the agent goes on from the engine's commit."""
    if (state.branch, state.head, state.tip(line.branch)) != (line.branch, head, head):
        clone.move_branch(line.checkout, line.shape, state, line.branch, head, line.state / "index")


def _foreign(line: Line, attempt: Attempt, head: str, commits: Sequence[str]) -> tuple[str, ...]:
    """Commits that were there before the attempt began, its own node's earlier attempts aside, or are others' work."""
    own = re.compile(re.escape(run_ref(line.run_id, attempt.node)) + r"/\d+/")
    known = [ref.commit for ref in before(line) if not own.match(ref.name)]
    fresh = set(reachable_only_from(line.git, [head], [attempt.fork_point, *known]))
    return tuple(sha for sha in commits if sha not in fresh or sha in attempt.credited_elsewhere)


def _kept(line: Line, attempt: Attempt, found: Mapping[str, str]) -> tuple[Kept, ...]:
    """Everything beside the head that is pinned for the attempt, from this turn and those before."""
    refs = source.refs(line.git, _ref(line, attempt, "kept") + "/")
    return tuple(Kept(ref.name, ref.commit, found.get(ref.commit, "an earlier turn")) for ref in refs)
