# SPDX-License-Identifier: Apache-2.0
"""Bringing the commits of several branches into one line, inside the store: no working tree, nothing that asks.

Everything made here follows from its commits alone, dates included, so that doing it again after a crash makes the
same commits. What cannot be merged becomes a *snapshot*: a commit of the tree with its conflict markers, on both sides.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.workspace import measure
from engine.workspace.calls import SLOW, Git
from engine.workspace.facts import Secured, printable

Mode = Literal["merge", "squash"]

_STYLE = {"merge.conflictStyle": "zdiff3"}
_MARKERS = "^(<{7,}|>{7,}|[|]{7,})([[:space:]]|$)|^={7,}[[:space:]]*$"
_FILE_MODES = (b"100644", b"100755")
_AT_ONCE = 200
"""Paths given to one command."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What is brought in: a child's node id and its commit."""

    child: str
    head: str


@dataclass(frozen=True, slots=True)
class Joined:
    """All branches are in one line."""

    head: str
    forwarded: tuple[str, ...]
    """Children whose commits became the line as they are."""
    merged: tuple[str, ...]
    contained: tuple[str, ...]
    """Children with nothing that was not in the line already."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """One branch does not go in by itself; nothing was moved."""

    child: str
    head: str
    merged: str
    """The line with everything before it in."""
    snapshot: str
    """A commit on `merged` and `head` with the conflicted tree, markers in it."""
    paths: tuple[str, ...]
    marked: tuple[str, ...]
    """Those of `paths` with conflict markers; the others cannot be merged, or conflict in being there at all."""
    details: tuple[str, ...]
    """What git said of each, fit to be shown."""


Integration = Joined | Conflict


@dataclass(frozen=True, slots=True)
class Unresolved:
    """What stands in a checkout does not resolve the conflict, and why; a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Author:
    """In whose name commits are made, and for which run and node."""

    name: str
    email: str
    run: str
    node: str

    def commit(self, git: Git, tree: str, parents: Sequence[str], subject: str, body: str, dated: Sequence[str]) -> str:
        """A commit with the date of the newest of ``dated``."""
        by = f"{self.name} <{self.email}> {_newest(git, dated)}"
        head = [f"tree {tree}", *(f"parent {sha}" for sha in parents), f"author {by}", f"committer {by}"]
        trailers = f"Pilothouse-Run: {self.run}\nPilothouse-Node: {self.node}\n"
        text = "\n\n".join(["\n".join(head), subject, *([body] if body else []), trailers]).replace("\0", "")
        return git.line("hash-object", "-t", "commit", "-w", "--stdin", stdin=text.encode("utf-8", "surrogateescape"))


def integrate(
    git: Git, author: Author, base: str, mode: Mode, branches: Sequence[Branch], message: str, onto: str | None
) -> Integration:
    """Bring ``branches``, in this order, into the line that starts at ``base``; see `RunRepository.integrate`."""
    line = onto or base
    forwarded, merged, contained = [], [], []
    with _attributes_of(git, base) as merging:
        for branch in branches:
            if measure.is_ancestor(git, branch.head, line):
                contained.append(branch.child)
            elif measure.is_ancestor(git, line, branch.head):
                line = branch.head
                forwarded.append(branch.child)
            else:
                made = _merge(merging, git, author, line, branch, message)
                if isinstance(made, Conflict):
                    return made
                line = made
                merged.append(branch.child)
    if mode == "squash":
        line = _squashed(git, author, base, line, branches, message)
    return Joined(line, tuple(forwarded), tuple(merged), tuple(contained))


def _merge(merging: Git, git: Git, author: Author, line: str, branch: Branch, message: str) -> str | Conflict:
    ran = merging.run(
        "merge-tree", "--write-tree", "--name-only", "-z", "--allow-unrelated-histories", line, branch.head,
        accept=(0, 1), limit=SLOW,
    )  # fmt: skip
    tree, _, rest = ran.out.partition(b"\0")
    sides, made = (line, branch.head), tree.decode("ascii")
    if ran.status == 0:
        return author.commit(git, made, sides, f"{message}: bring in {branch.child}", "", sides)
    subject = f"Conflict: {branch.child} does not merge by itself"
    body = "A snapshot with conflict markers, in no branch; what resolves it takes its place."
    snapshot = author.commit(git, made, sides, subject, body, sides)
    # First the paths, each once; they end with an empty one, and so do the messages that follow.
    names, _, said = (b"", b"", rest[1:]) if rest.startswith(b"\0") else rest.partition(b"\0\0")
    told = list(_messages(said))
    paths = {os.fsdecode(name) for name in names.split(b"\0") if name} | {path for found, _ in told for path in found}
    marked = {marker.path for marker in _new_markers(git, snapshot, sides)}
    return Conflict(
        branch.child, branch.head, line, snapshot, tuple(sorted(paths)), tuple(sorted(marked)),
        tuple(detail for _, detail in told),
    )  # fmt: skip


def _messages(said: bytes) -> Iterator[tuple[list[str], str]]:
    """The conflicts among what git reports: the paths each is about, and its text. Advice may follow, as plain text."""
    fields = iter(said.split(b"\0"))
    for number in fields:
        if not number.isdigit():
            return
        paths = [os.fsdecode(next(fields)) for _ in range(int(number))]
        kind, text = next(fields), next(fields)
        if kind.startswith(b"CONFLICT"):
            yield paths, " ".join(printable(os.fsdecode(text).strip()).split())


def _squashed(git: Git, author: Author, base: str, line: str, branches: Sequence[Branch], message: str) -> str:
    tree = measure.tree_of(git, line)
    if tree == measure.tree_of(git, base):
        return base
    listed = "\n".join(f"- {branch.child}, at {branch.head}" for branch in branches)
    return author.commit(git, tree, (base,), message, f"As one commit, the work of:\n{listed}", (base, line))


def _newest(git: Git, commits: Sequence[str]) -> str:
    """The date of the newest of these commits, as commits hold it."""
    listed = git.line("log", "--no-walk=unsorted", "--date=raw", "--format=%ct %cd", *dict.fromkeys(commits))
    dates = [line.split(" ", 1) for line in listed.split("\n")]
    return max(dates, key=lambda date: int(date[0]))[1]


@contextlib.contextmanager
def _attributes_of(git: Git, commit: str) -> Iterator[Git]:
    """Git merging with the attributes committed there, such as ``merge=union``, and nobody's drivers or settings.

    A bare repository reads none from its commits, so those files alone are laid out for it.
    """
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "tree"
        there.mkdir()
        merging = git.without_users_settings().with_settings(_STYLE).at(there, Path(folder) / "index")
        entries = [
            entry
            for entry in git.out("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0")
            if entry.endswith((b"\t.gitattributes", b"/.gitattributes")) and entry.startswith(_FILE_MODES)
        ]
        if entries:
            merging.run("update-index", "-z", "--index-info", stdin=b"".join(entry + b"\0" for entry in entries))
            merging.run("checkout-index", "--all", "--quiet")
        yield merging


# ------------------------------------------------------------------------------------------------------- resolutions


def why_not_resolved(git: Git, snapshot: str, head: str) -> str:
    """Why ``head`` does not resolve the conflict of ``snapshot``; empty where it does."""
    if head == snapshot:
        return (
            "nothing was committed since the conflict; commit what resolves it "
            "(`git commit --allow-empty` where the files are right as they are)"
        )
    if not measure.is_ancestor(git, snapshot, head):
        return f"{head[:12]} does not descend from the snapshot {snapshot[:12]}; commit on top of it"
    left = _new_markers(git, head, _sides(git, snapshot))
    if left:
        return f"conflict markers are left in {_some([f'{printable(at.path)}:{at.line}' for at in left])}"
    return ""


def why_not_clean(secured: Secured) -> str:
    """Why a checkout does not count as it stands; empty where it does."""
    if secured.problems:
        return "; ".join(secured.problems)
    return f"not committed: {_some([printable(path) for path in secured.dirty])}" if secured.dirty else ""


def resolution(git: Git, author: Author, snapshot: str, head: str, message: str, child: str) -> str:
    """The merge that the conflict kept from being made, with the tree of ``head``; the snapshot is in no history."""
    sides = _sides(git, snapshot)
    subject = f"{message}: bring in {child}, conflict resolved"
    return author.commit(git, measure.tree_of(git, head), sides, subject, f"As resolved in {head}.", (*sides, head))


def _some(items: Sequence[str]) -> str:
    return ", ".join(items[:5]) + (f" and {len(items) - 5} more" if len(items) > 5 else "")


def _sides(git: Git, snapshot: str) -> tuple[str, ...]:
    return tuple(git.line("log", "-1", "--format=%P", snapshot).split())


@dataclass(frozen=True, slots=True)
class _Marker:
    path: str
    line: int
    text: bytes


def _new_markers(git: Git, commit: str, sides: Sequence[str]) -> list[_Marker]:
    """Conflict markers in ``commit`` that no side has in that file."""
    listed = git.out("diff-tree", "-r", "-z", "--name-only", "--no-renames", sides[0], commit)
    found = list(_markers(git, commit, [os.fsdecode(path) for path in listed.split(b"\0") if path]))
    paths = list(dict.fromkeys(marker.path for marker in found))
    known = {(marker.path, marker.text) for side in sides for marker in _markers(git, side, paths)}
    return [marker for marker in found if (marker.path, marker.text) not in known]


def _markers(git: Git, commit: str, paths: Sequence[str]) -> Iterator[_Marker]:
    for start in range(0, len(paths), _AT_ONCE):
        some = paths[start : start + _AT_ONCE]
        argv = ("grep", "-a", "-n", "-z", "-E", "-e", _MARKERS, commit, "--", *some)
        found = git.run(*argv, accept=(0, 1), limit=SLOW).out
        while found:
            name, number, rest = found.split(b"\0", 2)
            text, _, found = rest.partition(b"\n")
            yield _Marker(os.fsdecode(name[len(commit) + 1 :]), int(number), text.rstrip(b"\r"))
