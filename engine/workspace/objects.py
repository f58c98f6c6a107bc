# SPDX-License-Identifier: Apache-2.0
"""Moving objects from one repository to another: packed, carried, checked on arrival; no transport, no server side."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterable

from engine.workspace.calls import SLOW, Git

UNPACK_BELOW = 100
"""Fewer objects than this are written loose, more stay one pack: the bound git itself uses."""


def copy_objects(source: Git, target: Git, wanted: Iterable[str], held: Iterable[str]) -> int:
    """Bring what ``wanted`` commits need from one repository into another, and return how many objects were carried.

    ``held`` are commits that the target has whole; names unknown to the source are passed over. Every object is hashed
    anew and checked in form, and nothing may be missing. Raises GitFailed; the target is then as before.
    """
    revisions = [*wanted, *(f"^{sha}" for sha in commits_of(source, held).values())]
    with tempfile.TemporaryFile() as pack:
        source.run(
            "pack-objects", "--revs", "--stdout", "--quiet", "--delta-base-offset", "--missing=error",
            stdin="".join(f"{line}\n" for line in revisions).encode("ascii"), into=pack,
            limit=SLOW,
        )  # fmt: skip
        pack.seek(8)
        (count,) = struct.unpack(">I", pack.read(4))
        if count:
            pack.seek(0)
            if count < UNPACK_BELOW:
                target.run("unpack-objects", "-q", "--strict", stdin=pack, limit=SLOW)
            else:
                target.run("index-pack", "--stdin", "--strict", "--fix-thin", stdin=pack, limit=SLOW)
    return int(count)


def commits_of(git: Git, names: Iterable[str]) -> dict[str, str]:
    """The commit that each object leads to, tags peeled; names that lead to none, or to nothing, are left out."""
    distinct = list(dict.fromkeys(names))
    if not distinct:
        return {}
    asked = "".join(f"{name}^{{commit}}\n" for name in distinct).encode("ascii")
    answers = git.line("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=asked).split("\n")
    pairs = zip(distinct, (answer.split(" ") for answer in answers), strict=True)
    return {name: answer[0] for name, answer in pairs if answer[1:] == ["commit"]}


def reachable_only_from(git: Git, tips: Iterable[str], held: Iterable[str]) -> list[str]:
    """Commits that ``tips`` reach and ``held`` do not, newest first; names that do not exist are passed over."""
    revisions = [*tips, *(f"^{sha}" for sha in held)]
    stdin = "".join(f"{revision}\n" for revision in revisions).encode("ascii")
    return git.line("rev-list", "--ignore-missing", "--topo-order", "--stdin", stdin=stdin).split()
