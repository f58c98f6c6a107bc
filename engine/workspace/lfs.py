# SPDX-License-Identifier: Apache-2.0
"""Content of Git LFS files: carried beside the commits that point to it, so that none is lost when a clone is remade.

Only what new commits point to is carried, and only where its hash is its name; a folder without LFS costs nothing.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from engine.workspace.calls import Git
from engine.workspace.hostile_files import is_inside, is_real_folder, open_file

POINTER = b"version https://git-lfs.github.com/spec/v1"
LARGEST_POINTER = 1024
"""Bytes; a longer file is no pointer."""

NO_SERVER = {"lfs.url": "file:///nowhere", "lfs.skipdownloaderrors": "true", "lfs.transfer.maxretries": "1"}
"""Settings by which git-lfs asks nobody, as a committed ``.lfsconfig`` could name any server; the rest are pointers."""

_OBJECT = re.compile(rb"^oid sha256:([0-9a-f]{64})$", re.MULTILINE)


def carry(git: Git, new: str, held: Iterable[str], source: Path, target: Path) -> int:
    """Copy the content that commits of ``new`` beyond ``held`` point to, and return how many files were copied.

    ``source`` and ``target`` are ``lfs`` folders. What the source lacks is passed over: it may be on a server.
    """
    if not is_real_folder(source / "objects"):
        return 0
    copied = 0
    for name in _pointed_to(git, new, held):
        path = f"objects/{name[:2]}/{name[2:4]}/{name}"
        if is_inside(source, path) and not (target / path).exists() and _copy(source / path, target / path, name):
            copied += 1
    return copied


def _pointed_to(git: Git, new: str, held: Iterable[str]) -> list[str]:
    """The LFS objects that new commits name."""
    revisions = "".join(f"{line}\n" for line in [new, *(f"^{sha}" for sha in held)]).encode("ascii")
    listed = git.out("rev-list", "--objects", "--no-object-names", "--ignore-missing", "--stdin", stdin=revisions)
    sizes = git.out("cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", stdin=listed)
    facts = [line.split() for line in sizes.decode("ascii").split("\n") if line.count(" ") == 2]
    small = [f"{name}\n" for name, kind, size in facts if kind == "blob" and int(size) <= LARGEST_POINTER]
    contents = git.out("cat-file", "--batch", stdin="".join(small).encode("ascii")) if small else b""
    found = (_OBJECT.search(part[:LARGEST_POINTER]) for part in contents.split(POINTER)[1:])
    return [match[1].decode("ascii") for match in found if match]


def _copy(source: Path, target: Path, name: str) -> bool:
    """Copy one object durably, if it is what its name says."""
    content = open_file(source)
    if content is None:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f"{name}.{uuid4().hex}.new")  # another line may carry the same
    digest = hashlib.sha256()
    with content, temporary.open("wb") as copy:
        while chunk := content.read(1 << 20):
            digest.update(chunk)
            copy.write(chunk)
        copy.flush()
        os.fsync(copy.fileno())
    if digest.hexdigest() != name:
        temporary.unlink()
        return False
    temporary.replace(target)
    return True
