# SPDX-License-Identifier: Apache-2.0
"""Facts read from committed objects: net changes, patches, commits, and single files with links resolved inside."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Sequence

from engine.errors import UsageError
from engine.workspace.calls import Git
from engine.workspace.facts import (
    LINK_MODE,
    NO_MODE,
    SUBMODULE_MODE,
    Change,
    ChangeStatus,
    CommitSeen,
    Diff,
    EntryKind,
    FileFacts,
    printable,
)

MAX_LINKS = 40
"""Links followed for one path, as most kernels allow."""

LARGE_FILE = "20m"
"""Above this a file is compared as a whole, never line by line."""

_FOLDER = "040000"
_STATUS: dict[str, ChangeStatus] = {
    "A": "added",
    "M": "modified",
    "D": "deleted",
    "R": "renamed",
    "T": "type changed",
}
_KINDS: dict[str, EntryKind] = {
    "100644": "file",
    "100664": "file",
    "100755": "executable",
    LINK_MODE: "link",
    _FOLDER: "directory",
    SUBMODULE_MODE: "submodule",
}


def changes(git: Git, a: str, b: str) -> tuple[Change, ...]:
    """The net difference between two trees or commits, sorted by path, renames found by content."""
    listed = git.with_settings({"core.bigFileThreshold": LARGE_FILE}).out(
        "diff-tree", "-r", "-z", "-M", "--raw", "--numstat", "--no-abbrev", "--no-ext-diff", "--no-textconv",
        "--ignore-submodules=none", "--end-of-options", a, b,
    )  # fmt: skip
    return tuple(sorted(_parsed(listed), key=lambda change: change.path))


def _parsed(listed: bytes) -> Iterable[Change]:
    """Git's raw records, then its counts, both NUL-separated and in the same order."""
    fields = iter(listed.split(b"\0"))
    raw: list[tuple[str, str, str, str | None, str]] = []
    counts: list[tuple[int | None, int | None]] = []
    for field in fields:
        if field.startswith(b":") and not counts:
            old_mode, new_mode, _, _, letter = field[1:].decode("ascii").split(" ")
            first = os.fsdecode(next(fields))
            if letter[0] == "R":
                raw.append((old_mode, new_mode, letter[0], first, os.fsdecode(next(fields))))
            else:
                raw.append((old_mode, new_mode, letter[0], None, first))
        elif field:
            added, deleted, name = field.split(b"\t", 2)
            if not name:  # a rename: both names follow
                next(fields)
                next(fields)
            counts.append((None, None) if added == b"-" else (int(added), int(deleted)))
    for (old_mode, new_mode, letter, old_path, path), (plus, minus) in zip(raw, counts, strict=True):
        submodule = SUBMODULE_MODE in (old_mode, new_mode)
        yield Change(
            path=path,
            status=_STATUS.get(letter, "modified"),
            old_path=old_path,
            old_mode=old_mode,
            new_mode=new_mode,
            added=None if submodule else plus,
            deleted=None if submodule else minus,
            binary=plus is None and not submodule,
        )


def diff(git: Git, a: str, b: str, paths: Sequence[str] | None, limit: int) -> Diff:
    """The patch from one commit to another; invalid bytes are shown as U+FFFD, a cut as a line of its own."""
    chosen = ["--", *paths] if paths is not None else []
    out, more = git.with_settings({"core.bigFileThreshold": LARGE_FILE}).head(
        "diff-tree", "-r", "-p", "-M", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index",
        "--submodule=short", "--ignore-submodules=none", "--end-of-options", a, b, *chosen, cap=limit,
    )  # fmt: skip
    text = out.decode("utf-8", "replace")
    if more:
        text = f"{text.rstrip(chr(0xFFFD))}\n[cut here: the rest of this patch is longer than {limit:,} bytes]\n"
    return Diff(text, more)


def commits_between(git: Git, a: str, b: str) -> tuple[CommitSeen, ...]:
    """Commits that ``b`` reaches and ``a`` does not, oldest first, with what they claim about themselves."""
    fields = ["%H", "%P", "%an", "%ae", "%aI", "%s"]
    listed = git.out("log", "-z", "--reverse", "--topo-order", f"--format={'%x01'.join(fields)}", b, f"^{a}", "--")
    return tuple(_commit(record) for record in listed.decode("utf-8", "replace").split("\0") if record)


def _commit(record: str) -> CommitSeen:
    sha, parents, author, email, at, subject = record.split("\x01", 5)
    return CommitSeen(sha, tuple(parents.split()), subject, author, email, at)


def is_ancestor(git: Git, ancestor: str, descendant: str) -> bool:
    """True where ``descendant`` is ``ancestor`` or descends from it."""
    return git.says_yes("merge-base", "--is-ancestor", ancestor, descendant)


def tree_of(git: Git, commit: str) -> str:
    """The tree of a commit."""
    return git.line("rev-parse", "--verify", "--end-of-options", f"{commit}^{{tree}}")


def file_facts(git: Git, commit: str, path: str) -> FileFacts:
    """What is at ``path`` of ``commit``. Raises UsageError for a path that is empty, absolute, or holds a NUL."""
    if not path or "\0" in path or path.startswith("/"):
        raise UsageError(f"{path!r} is no path inside a commit; give one relative to the repository's root")
    try:
        resolved, mode, sha = _resolve(git, commit, path)
    except _Refused as refused:
        return FileFacts(path, None, refused.kind, NO_MODE, 0, None, str(refused))
    kind = _KINDS.get(mode, "file")
    if kind == "directory":
        return FileFacts(path, resolved, kind, mode, 0, sha, f"{printable(resolved)!r} is a folder, not a file")
    if kind == "submodule":
        reason = f"{printable(resolved)!r} is a submodule pointer; its content is not part of this commit"
        return FileFacts(path, resolved, kind, mode, 0, sha, reason)
    size = int(git.line("cat-file", "-s", sha))
    return FileFacts(path, resolved, kind, mode, size, sha, None)


def show_file(git: Git, commit: str, path: str, limit: int) -> bytes | None:
    """At most ``limit`` bytes of a regular file, None where there is none."""
    facts = file_facts(git, commit, path)
    if not facts.regular or facts.sha is None:
        return None
    content, _ = git.head("cat-file", "blob", facts.sha, cap=limit)
    return content


class _Refused(Exception):
    """A path that leads to no entry of the tree."""

    def __init__(self, reason: str, kind: EntryKind = "missing") -> None:
        super().__init__(reason)
        self.kind = kind


def _resolve(git: Git, commit: str, path: str) -> tuple[str, str, str]:
    """The entry that a path leads to, as path, mode and object; every link on the way is followed inside the tree."""
    parts: list[str] = []
    ahead = path.split("/")
    links = 0
    entry = ("", _FOLDER, tree_of(git, commit))
    while ahead:
        part = ahead.pop(0)
        if part in ("", "."):
            continue
        if part == "..":
            if not parts:
                raise _Refused(f"{printable(path)!r} leads outside the repository")
            if entry[1] != _FOLDER:
                raise _missing(git, commit, parts, "/".join([*parts, part]))
            parts.pop()
            entry = _entry(git, commit, "/".join(parts)) or entry
            continue
        here = "/".join([*parts, part])
        found = _entry(git, commit, here)
        if found is None:
            raise _missing(git, commit, parts, here)
        if found[1] != LINK_MODE:
            parts.append(part)
            entry = found
            continue
        links += 1
        target = os.fsdecode(git.head("cat-file", "blob", found[2], cap=4096)[0])
        if links > MAX_LINKS:
            raise _Refused(f"{printable(path)!r} is a link that leads back to itself", "link")
        if posixpath.isabs(target) or not target:
            raise _Refused(f"{printable(here)!r} is a link to {printable(target)!r}, outside the repository", "link")
        ahead = [*target.split("/"), *ahead]
    return entry


def _entry(git: Git, commit: str, path: str) -> tuple[str, str, str] | None:
    """One entry of a commit's tree, no link followed."""
    if not path:
        return "", _FOLDER, tree_of(git, commit)
    listed = git.out("ls-tree", "-z", "--full-tree", commit, "--", path)
    for record in listed.split(b"\0"):
        head, _, name = record.partition(b"\t")
        if os.fsdecode(name) == path:
            mode, _, sha = head.decode("ascii").split(" ")
            return path, mode, sha
    return None


def _missing(git: Git, commit: str, parts: list[str], here: str) -> _Refused:
    """Why there is no entry: what stands in the way, if something does."""
    parent = _entry(git, commit, "/".join(parts))
    if parent is not None and parent[1] == SUBMODULE_MODE:
        where = f"inside the submodule {printable(parent[0])!r}"
        return _Refused(f"{printable(here)!r} is {where}, whose content is not part of this commit")
    if parent is not None and parent[1] != _FOLDER:
        return _Refused(f"{printable(here)!r} is not in the commit: {printable(parent[0])!r} is a file")
    return _Refused(f"{printable(here)!r} is not in the commit")
