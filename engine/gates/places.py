# SPDX-License-Identifier: Apache-2.0
"""Clean checkouts of a commit for gates to measure in, made ready as the profile says.

A place keeps its path, so that what `prepare` made in it (a virtual environment, say) stays valid there. A copy of that
is kept while the key files stay the same, made on the fork point and touched by nobody: neither a test that ran in the
place nor a build script of the agent can change what the next measurement is given.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import JsonValue

from engine.definition.model import Command, Profile
from engine.errors import WorkspaceError
from engine.gates.context import TIMEOUT_MS, MeasureContext, in_thread
from engine.gates.evidence import Evidence
from engine.gates.running import Ran, run
from engine.kernel import rules
from engine.workspace import printable
from engine.workspace.hostile_files import remove_tree

_KEPT = 3
_DONE = ".complete"


@dataclass(slots=True)
class Place:
    """A checkout that is ready, or why it is not (`problem`). `facts` tell how it was made ready."""

    ctx: MeasureContext
    profile: Profile
    work: Path
    home: Path
    kept: Path
    facts: dict[str, JsonValue] = field(default_factory=dict)
    problem: str = ""

    async def run(self, argv: tuple[str, ...], limit: int | None, evidence: Evidence, name: str) -> Ran:
        """Run a command here; `limit` in ms, None for the default."""
        return await self._run(self.ctx, argv, limit, evidence, name)

    async def prepare(self, command: Command, evidence: Evidence) -> Ran:
        """Run the profile's `prepare` here, which may fetch what the work needs."""
        ctx = replace(self.ctx, network="open")
        return await self._run(ctx, command.argv, command.timeout, evidence, "prepare")

    async def _run(
        self, ctx: MeasureContext, argv: tuple[str, ...], limit: int | None, evidence: Evidence, name: str
    ) -> Ran:
        timeout = TIMEOUT_MS if limit is None else limit
        return await run(ctx, self.profile, argv, self.work, self.home, timeout, evidence, name)


@contextlib.asynccontextmanager
async def clean_checkout(
    ctx: MeasureContext, commit: str, evidence: Evidence, profile: Profile | None = None
) -> AsyncIterator[Place]:
    """A clean checkout of `commit`, prepared. What happens in it reaches nobody else.

    Raises:
        WorkspaceError: git or the disk failed.
    """
    async with ctx.places.take() as folder:
        place = Place(ctx, profile or ctx.profile, folder / "work", folder / "home", folder / "kept")
        command = place.profile.prepare
        if command is None:
            await in_thread(_lay_out, place, commit)
        else:
            await _prepare(place, commit, command, evidence)
        yield place


def _lay_out(place: Place, commit: str) -> None:
    remove_tree(place.home)
    (place.home / "tmp").mkdir(parents=True)
    try:
        exported = place.ctx.repository.export(commit, place.work)
    except WorkspaceError:  # something that ran here before may have left what git cannot clear away
        remove_tree(place.work)
        exported = place.ctx.repository.export(commit, place.work)
    if exported.lfs_pointers:
        place.facts["lfs_pointers"] = len(exported.lfs_pointers)
    if exported.submodules:
        place.facts["submodules"] = [printable(path) for path in exported.submodules[:20]]


# -------------------------------------------------------------------------------------------------------------- prepare


async def _prepare(place: Place, commit: str, command: Command, evidence: Evidence) -> None:
    """Lay out `commit` and make it ready, from what is kept where the key files allow it."""
    ctx = place.ctx
    key, trusted = await in_thread(lambda: tuple(_key(place, at, command) for at in (commit, _fork(place))))
    if key is not None:
        if key != trusted:
            key = f"{key}-{hashlib.sha256(f'{ctx.node}-{ctx.attempt}'.encode()).hexdigest()[:12]}"
        if not (place.kept / f"{key}{_DONE}").exists():
            source = _fork(place) if key == trusted else commit
            await _make(place, source, command, evidence, key)
            if place.problem or (place.facts["prepared"] == "not to be kept" and source == commit):
                return
        await in_thread(_lay_out, place, commit)
        if await in_thread(_restore, place, key):
            place.facts.setdefault("prepared", "reused")
            return
    await _make(place, commit, command, evidence, None)


def _fork(place: Place) -> str:
    return place.ctx.secured.fork_point


def _key(place: Place, commit: str, command: Command) -> str | None:
    """What the result of `prepare` depends on; None where the profile names no key files, so nothing can be reused."""
    if not command.key:
        return None
    told = hashlib.sha256(json.dumps([command.argv, place.profile.env, place.ctx.python]).encode())
    for path in command.key:
        content = place.ctx.repository.show_file(commit, path)
        told.update(f"\0{path}\0{'absent' if content is None else hashlib.sha256(content).hexdigest()}".encode())
    return told.hexdigest()[:20]


async def _make(place: Place, commit: str, command: Command, evidence: Evidence, key: str | None) -> None:
    """Lay out `commit`, run `prepare` there, and keep what it added under `key`."""
    await in_thread(_lay_out, place, commit)
    before = {} if key is None else await in_thread(_listing, place.work)
    ran = await place.prepare(command, evidence)
    outcome = rules.command(ran.facts)
    place.facts |= {"prepared": "now", "prepare": ran.facts}
    if outcome.outcome != "cleared":
        shown = rules.plain(" ".join(command.argv), 60)
        place.problem = f"the checkout could not be made ready: {shown}: {outcome.reason}"
    elif key is not None and not await in_thread(_keep, place, key, before):
        place.facts["prepared"] = "not to be kept"


def _listing(root: Path) -> dict[str, tuple[int, int]]:
    """Every path below `root`, git's own aside, with what tells a change."""
    found: dict[str, tuple[int, int]] = {}
    for folder, folders, files in os.walk(root):
        if Path(folder) == root and ".git" in folders:
            folders.remove(".git")
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            seen = os.lstat(path)
            is_folder = name in folders and not os.path.islink(path)
            found[os.path.relpath(path, root)] = (0, 0) if is_folder else (seen.st_size, seen.st_mtime_ns)
    return found


def _keep(place: Place, key: str, before: dict[str, tuple[int, int]]) -> bool:
    """Copy what `prepare` added; nothing where it changed committed files too, since that could not be repeated."""
    after = _listing(place.work)
    if any(after.get(path) != seen for path, seen in before.items()):
        return False
    added = [path for path in after if path not in before and os.path.dirname(path) in {"", *before}]
    target, done = place.kept / key, place.kept / f"{key}{_DONE}"
    done.unlink(missing_ok=True)
    remove_tree(target)
    (target / "work").mkdir(parents=True)
    for path in added:
        (target / "work" / path).parent.mkdir(parents=True, exist_ok=True)
        _copy(place.work / path, target / "work" / path)
    _copy(place.home, target / "home")
    done.write_text(json.dumps(added))
    for old in sorted(place.kept.glob(f"*{_DONE}"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
        old.unlink()
        remove_tree(place.kept / old.name.removesuffix(_DONE))
    return True


def _restore(place: Place, key: str) -> bool:
    """Lay what is kept over the checkout; False where something stands in its way, or leads elsewhere."""
    done = place.kept / f"{key}{_DONE}"
    if not done.exists():
        return False
    work = place.work.resolve()
    for path in json.loads(done.read_text()):
        target = work / path
        if os.path.lexists(target) or not target.parent.is_dir() or target.parent.resolve() != target.parent:
            return False
        _copy(place.kept / key / "work" / path, target)
    remove_tree(place.home)
    _copy(place.kept / key / "home", place.home)
    return True


def _copy(source: Path, target: Path) -> None:
    if source.is_dir() and not source.is_symlink():
        shutil.copytree(source, target, symlinks=True)
    else:
        shutil.copy2(source, target, follow_symlinks=False)
