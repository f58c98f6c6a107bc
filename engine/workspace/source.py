# SPDX-License-Identifier: Apache-2.0
"""The user's repository as a run finds it: what may be launched on it, and what is taken over from its settings."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from engine.errors import GitFailed, UsageError
from engine.workspace.calls import Git

OLDEST_GIT = (2, 38)
_LONGEST_PART = 240
"""Bytes of a part of a branch's name: it is a file's, and git adds `.lock` to it."""
_LOOKED_FOR_S = 10.0
"""For how long it is looked what of a checkout is not committed, in seconds."""
_NOBODY = ("Pilothouse", "pilothouse@localhost")
_IDENTITY = re.compile(r"(?P<name>.*) <(?P<email>[^>]*)> \d+ [+-]\d{4}\Z", re.DOTALL)
_TAKEN_OVER = re.compile(
    r"(core\.(autocrlf|eol|filemode|ignorecase|precomposeunicode|symlinks|longpaths|excludesfile|attributesfile)"
    r"|filter\..+\.(clean|smudge|process|required)|lfs\.[^.]+)\Z",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Ref:
    """A ref that leads to a commit: the commit itself, or a tag of one."""

    name: str
    sha: str
    commit: str


@dataclass(frozen=True, slots=True)
class Source:
    """A user's repository that was found sound."""

    path: Path
    """Its worktree, or its git folder where it is bare."""
    git_dir: Path
    """Of the worktree that was named, which may be a linked one."""
    common_dir: Path
    objects: Path
    object_format: str
    worktree: bool

    @property
    def git(self) -> Git:
        return Git(self.git_dir)


def find(path: Path) -> Source:
    """The repository at or above ``path``. Raises UsageError where there is none that git will read."""
    if not path.is_dir():
        raise UsageError(f"{str(path)!r} is no folder; give the folder of a git repository")
    asking = Git(path, discovers=True)  # the one place that discovers: later calls all say where the git folder is
    asked = ["--absolute-git-dir", "--git-common-dir", "--show-object-format", "--is-inside-work-tree"]
    try:
        found = asking.line("rev-parse", "--path-format=absolute", *asked)
        git_dir, common_dir, object_format, inside = found.split("\n")
        worktree = inside == "true"
        top = asking.line("rev-parse", "--show-toplevel") if worktree else git_dir
    except GitFailed as error:
        what = f"{str(path)!r} is no git repository that can be used: {error.stderr}"
        make = "; give the folder of one, or make this one: `git init`, and a first commit"
        raise UsageError(what + (make if "not a git repository" in error.stderr else "")) from error
    _check_version(asking)
    objects = Path(Git(Path(git_dir)).line("rev-parse", "--path-format=absolute", "--git-path", "objects"))
    return Source(Path(top), Path(git_dir), Path(common_dir), objects, object_format, worktree)


def resolve_base(source: Source, base: str | None) -> str:
    """The commit a run starts from. Raises UsageError: no commit yet, or no such commit."""
    if base is None and source.git.resolve("HEAD") is None:
        raise UsageError(f"{str(source.path)!r} has no commit yet; make a first commit, or give a base that exists")
    wanted = base or "HEAD"
    found = source.git.resolve(f"{wanted}^{{commit}}") if _can_be_named(wanted) else None
    if found is None:
        where = str(source.path)
        raise UsageError(f"{wanted!r} names no commit in {where!r}; give a branch, tag or commit that exists")
    return found


def uncommitted(path: Path) -> int:
    """How many files of the checkout at ``path`` are not as they are in its commit, a new folder counted once.

    No filter of the repository is run: a person only names it, and has not launched anything. So a file that a filter
    changes may count where it was merely touched.

    Raises:
        UsageError: no repository.
        GitFailed, GitTimedOut: git cannot tell, or not within some seconds.
    """
    source = find(path)
    if not source.worktree:
        return 0
    git = Git(source.path, discovers=True)
    names = git.run("config", "-z", "--name-only", "--get-regexp", r"^filter\.", accept=(0, 1)).out.split(b"\0")
    filters = {os.fsdecode(name).rpartition(".")[0] for name in names if name}
    none = {f"{name}.{kind}": "" for name in filters for kind in ("clean", "process")}
    git = git.with_settings(none | {f"{name}.required": "false" for name in filters})
    told = git.out("status", "--porcelain", "-z", "--no-renames", "--ignore-submodules", limit=_LOOKED_FOR_S)
    return sum(bool(entry) for entry in told.split(b"\0"))


def read_file_at(path: Path, base: str | None, name: str, limit: int = 1 << 20) -> bytes | None:
    """A file as it stands in a commit of the repository at ``path``, at most ``limit`` bytes; None where it is no file.

    Raises UsageError: no repository, no commit yet, or ``base`` names none.
    """
    source = find(path)
    blob = source.git.resolve(f"{resolve_base(source, base)}:{name}")
    if blob is None or source.git.line("cat-file", "-t", blob) != "blob":
        return None
    return source.git.head("cat-file", "blob", blob, cap=limit)[0]


def _can_be_named(name: str) -> bool:
    """Whether a name can be given to git at all."""
    try:
        return "\0" not in name and bool(os.fsencode(name))
    except UnicodeEncodeError:
        return False


def check_branch(source: Source, branch: str) -> None:
    """Raises UsageError where ``branch`` cannot be a run's own: invalid, checked out somewhere, or taken."""
    valid = not branch.startswith("-") and branch != "HEAD" and _can_be_named(branch)
    if valid and any(len(os.fsencode(part)) > _LONGEST_PART for part in branch.split("/")):
        raise UsageError(f"the branch name {branch[:40]!r}… is too long to be a file's; choose a shorter one")
    if not valid or source.git.run("check-ref-format", f"refs/heads/{branch}", accept=(0, 1)).status:
        raise UsageError(f"{branch!r} is no valid branch name; choose another")
    if (worktree := checked_out_at(source.git, branch)) is not None:
        raise UsageError(
            f"the branch {branch!r} is checked out in {str(worktree)!r}; a run moves its branch, so choose another name"
        )
    for taken in source.git.line("for-each-ref", "--format=%(refname)", "refs/heads/").split("\n"):
        name = taken.removeprefix("refs/heads/")
        if name and (name == branch or name.startswith(branch + "/") or branch.startswith(name + "/")):
            raise UsageError(f"{str(source.path)!r} has a branch {name!r} already; choose another name than {branch!r}")


def checked_out_at(git: Git, branch: str) -> Path | None:
    """The worktree in which a branch is checked out."""
    worktree = None
    for field in git.out("worktree", "list", "--porcelain", "-z").split(b"\0"):
        key, _, value = field.partition(b" ")
        if key == b"worktree":
            worktree = Path(os.fsdecode(value))
        elif key == b"branch" and os.fsdecode(value) == f"refs/heads/{branch}":
            return worktree
    return None


def identity(source: Source) -> tuple[str, str]:
    """The name and e-mail address the user's own commits would carry here; ours where git knows none."""
    try:
        found = _IDENTITY.match(os.fsdecode(source.git.out("var", "GIT_AUTHOR_IDENT")).strip())
    except GitFailed:
        return _NOBODY
    return (found["name"], found["email"]) if found and found["name"] else _NOBODY


def settings_taken_over(source: Source) -> list[tuple[str, str]]:
    """The user's effective settings that shape files on their way in and out, in order; later ones win."""
    fields = source.git.out("config", "-z", "--list", "--show-scope").split(b"\0")
    taken = []
    for scope, entry in zip(fields[::2], fields[1::2], strict=False):
        key, _, value = os.fsdecode(entry).partition("\n")
        if scope != b"command" and _TAKEN_OVER.match(key):
            taken.append((key, value))
    return taken


def refs(git: Git, prefix: str = "refs/") -> tuple[Ref, ...]:
    """Every ref of a repository that leads to a commit."""
    form = "%(refname) %(objectname) %(objecttype) %(*objectname) %(*objecttype)"
    found = []
    for line in git.line("for-each-ref", f"--format={form}", prefix).split("\n"):
        name, sha, kind, peeled, peeled_kind = [*line.split(" "), "", "", "", ""][:5]
        if kind == "commit":
            found.append(Ref(name, sha, sha))
        elif peeled_kind == "commit":
            found.append(Ref(name, sha, peeled))
    return tuple(found)


def _check_version(git: Git) -> None:
    said = git.line("version")
    found = re.match(r"git version (\d+)\.(\d+)", said)
    if found is None or (int(found[1]), int(found[2])) < OLDEST_GIT:
        raise UsageError(f"{said!r} is too old; install git {'.'.join(map(str, OLDEST_GIT))} or newer")
