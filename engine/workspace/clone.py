# SPDX-License-Identifier: Apache-2.0
"""The git folder of an agent's clone: read as plain data, written anew by us, never handed to git as it stands.

Git would believe its configuration, hooks, filters, grafts and replace refs. We read three things, its HEAD, its refs
and its objects, each bounded and with no link followed; everything else in it is of no interest to us.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.workspace.hostile_files import (
    is_inside,
    is_real_folder,
    open_up,
    read_file,
    remove_tree,
    replace_file,
    walk,
)

MAX_LOOSE_REFS = 20_000
_MAX_REF_BYTES = 4096
_MAX_PACKED_BYTES = 128_000_000
_MAX_SYMBOLIC = 5
_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_HEADS = "refs/heads/"
_UNFINISHED = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}


@dataclass(frozen=True, slots=True)
class CloneState:
    """What an agent's clone says of itself."""

    branch: str | None
    """The branch HEAD is on, None where it is detached or unreadable."""
    head: str | None
    refs: Mapping[str, str]
    """Every ref found, with the object it names."""
    stashed: tuple[str, ...]
    """What was put away with ``git stash``, older entries too."""
    problems: tuple[str, ...]
    """Why nothing in it can be used, or what was left unfinished."""

    def tip(self, branch: str) -> str | None:
        return self.refs.get(_HEADS + branch)


@dataclass(frozen=True, slots=True)
class CloneShape:
    """What every clone of a run is made with."""

    objects: Path
    """The object folder it borrows from: the store's."""
    object_format: str
    identity: tuple[str, str]
    """Name and e-mail address that commits in it carry."""
    exclude: str
    """Ignore rules of the user's repository that are in no commit."""
    shallow: str


def read(checkout: Path) -> CloneState:
    """The state of the clone in ``checkout``. Never raises for what an agent may have done to it."""
    git_dir = checkout / ".git"
    for pipe in open_up(git_dir):
        pipe.unlink()
    for folder in (git_dir, git_dir / "refs", git_dir / "objects"):
        if not is_real_folder(folder):
            gone = f"the clone's {folder.relative_to(checkout)} is gone or no folder any more"
            return CloneState(None, None, {}, (), (gone,))
    refs = _Refs(git_dir)
    stashed = tuple(_stashed(git_dir))
    head = _text(git_dir / "HEAD", _MAX_REF_BYTES)
    if head is None:
        return CloneState(None, None, refs.all, stashed, ("the clone's .git/HEAD is gone or no file any more",))
    begun = [what for name, what in _UNFINISHED.items() if os.path.lexists(git_dir / name)]
    unfinished = tuple(f"{what} was left unfinished" for what in begun)
    if head.startswith("ref:"):
        target = head[4:].strip()
        sha = refs.resolve(target)
        problems = unfinished if sha else (*unfinished, f"HEAD is on {target!r}, which has no commit")
        return CloneState(target.removeprefix(_HEADS), sha, refs.all, stashed, problems)
    if not _SHA.match(head.strip()):
        return CloneState(None, None, refs.all, stashed, (*unfinished, "the clone's .git/HEAD names no commit"))
    return CloneState(None, head.strip(), refs.all, stashed, unfinished)


def borrowable_objects(checkout: Path, shape: CloneShape) -> Path | None:
    """The clone's object folder, leading to nowhere but the store; None where it is not to be read."""
    objects = checkout / ".git" / "objects"
    if not is_real_folder(objects):
        return None
    with os.scandir(objects) as entries:
        if any(entry.is_symlink() for entry in entries):
            return None
    info = objects / "info"
    if not os.path.lexists(info):
        info.mkdir()
    if not is_real_folder(info):
        return None
    replace_file(info / "alternates", f"{shape.objects.as_posix()}\n")
    return objects


def write(
    git_dir: Path, shape: CloneShape, head: str, branch: str | None, refs: Mapping[str, str], index: Path | None
) -> None:
    """A new git folder at ``git_dir``, in place of whatever was there: HEAD at ``head``, on ``branch`` or detached."""
    fresh = git_dir.parent.with_name(f".{git_dir.parent.name}.git.new")  # beside the checkout, not in it
    remove_tree(fresh)
    for folder in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info"):
        (fresh / folder).mkdir(parents=True)
    name, email = shape.identity
    sha256 = shape.object_format == "sha256"
    config = [
        "[core]",
        f"\trepositoryformatversion = {1 if sha256 else 0}",
        "\tbare = false",
        "\tlogallrefupdates = true",
        "[user]",
        f"\tname = {_quoted(name)}",
        f"\temail = {_quoted(email)}",
        "[gc]",
        "\tauto = 0",
        *(["[extensions]", "\tobjectformat = sha256"] if sha256 else []),
    ]
    all_refs = {name: sha for name, sha in refs.items() if not branch or not _in_the_way(name, _HEADS + branch)}
    if branch:
        all_refs[_HEADS + branch] = head
    packed = "".join(f"{all_refs[name]} {name}\n" for name in sorted(all_refs))
    files = {
        "config": "\n".join([*config, ""]),
        "HEAD": f"ref: {_HEADS}{branch}\n" if branch else f"{head}\n",
        "packed-refs": f"# pack-refs with: sorted \n{packed}",
        "objects/info/alternates": f"{shape.objects.as_posix()}\n",
        "info/exclude": shape.exclude,
    }
    if shape.shallow:
        files["shallow"] = shape.shallow
    for path, text in files.items():
        (fresh / path).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    if index is not None:
        shutil.copy2(index, fresh / "index")
    if is_real_folder(git_dir) and is_real_folder(git_dir / "lfs"):
        (git_dir / "lfs").rename(fresh / "lfs")  # content that may be nowhere else
    remove_tree(git_dir)
    fresh.rename(git_dir)


def move_branch(checkout: Path, shape: CloneShape, state: CloneState, branch: str, head: str, index: Path) -> None:
    """Put the clone on its branch at ``head``; all else is left alone, unless it is unsound: then it is remade."""
    git_dir = checkout / ".git"
    ref = git_dir / _HEADS / branch
    in_the_way = any(_in_the_way(name, _HEADS + branch) for name in state.refs if name != _HEADS + branch)
    if state.head is None or in_the_way or not _make_folders(git_dir, f"{_HEADS}{branch}") or is_real_folder(ref):
        write(git_dir, shape, head, branch, state.refs, index)
        return
    replace_file(ref, f"{head}\n")
    replace_file(git_dir / "HEAD", f"ref: {_HEADS}{branch}\n")
    temporary = git_dir / "index.new"
    remove_tree(temporary)
    shutil.copy2(index, temporary)
    temporary.replace(git_dir / "index")


def _make_folders(git_dir: Path, ref: str) -> bool:
    """Make the folders above a ref; False where something else stands there."""
    here = git_dir
    for folder in ref.split("/")[:-1]:
        here = here / folder
        if not os.path.lexists(here):
            here.mkdir()
        if not is_real_folder(here):
            return False
    return is_real_folder(git_dir)


def release_locks(checkout: Path) -> list[str]:
    """Remove every lock in the clone's git folder, and name them. No process of the agent may live."""
    git_dir = checkout / ".git"
    if not is_real_folder(git_dir):
        return []
    found = [git_dir / name for name in os.listdir(git_dir) if name.endswith(".lock")]
    found += [path for path in walk(git_dir / "refs", MAX_LOOSE_REFS) if path.name.endswith(".lock")]
    for path in found:
        remove_tree(path)
    return sorted(str(path.relative_to(checkout)) for path in found)


class _Refs:
    """The refs of a git folder; loose ones go before packed ones, as git has it."""

    def __init__(self, git_dir: Path) -> None:
        self._git_dir = git_dir
        found = dict(self._packed())
        for path in walk(git_dir / "refs", MAX_LOOSE_REFS):
            name = os.fsdecode(path.relative_to(git_dir).as_posix())
            if not name.endswith(".lock") and (sha := self.resolve(name, found)):
                found[name] = sha
        self.all: dict[str, str] = found

    def resolve(self, name: str, packed: Mapping[str, str] | None = None) -> str | None:
        """The object a ref names, symbolic ones followed a few steps."""
        packed = self.all if packed is None else packed
        for _ in range(_MAX_SYMBOLIC):
            if not name.startswith("refs/") or ".." in name.split("/"):
                return None
            text = self._loose(name)
            if text is None:
                return packed.get(name)
            if not text.startswith("ref:"):
                return text.strip() if _SHA.match(text.strip()) else None
            name = text[4:].strip()
        return None

    def _loose(self, name: str) -> str | None:
        here = self._git_dir
        *folders, last = name.split("/")
        for folder in folders:
            here = here / folder
            if not is_real_folder(here):
                return None
        return _text(here / last, _MAX_REF_BYTES)

    def _packed(self) -> Iterator[tuple[str, str]]:
        text = _text(self._git_dir / "packed-refs", _MAX_PACKED_BYTES) or ""
        for line in text.split("\n"):
            sha, _, name = line.partition(" ")
            if _SHA.match(sha) and name.startswith("refs/"):
                yield name, sha


def _stashed(git_dir: Path) -> Iterator[str]:
    if is_inside(git_dir, "logs/refs/stash"):
        for line in (_text(git_dir / "logs" / "refs" / "stash", _MAX_PACKED_BYTES) or "").split("\n"):
            _, _, rest = line.partition(" ")
            if _SHA.match(sha := rest.partition(" ")[0]):
                yield sha


def _text(path: Path, limit: int) -> str | None:
    content = read_file(path, limit)
    return None if content is None else os.fsdecode(content)


def _in_the_way(name: str, wanted: str) -> bool:
    """True where two refs cannot both exist, one being the folder of the other."""
    return name == wanted or name.startswith(wanted + "/") or wanted.startswith(name + "/")


def _quoted(value: str) -> str:
    """A value as a git configuration file takes it."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
