# SPDX-License-Identifier: Apache-2.0
"""Removes what runs leave and nobody needs: scratch, settled checkouts, and runs that ended long ago.

Nothing goes that holds uncommitted work, or a commit that no branch of the user's repository holds, unless the run is
named in `lose`: that is the second, explicit choice.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from engine.errors import JournalLocked, PilothouseError
from engine.journal import OwnerLock, RunFolder, RunStore, read
from engine.kernel import RunState, evolve
from engine.runtime.ledger import events_of
from engine.workspace import RunRepository

CUT_S = 86_400.0
"""Seconds after which what a cut launch left is nobody's any more."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that went (or would go, in a dry run), or that stays, and why."""

    run: str
    what: str
    removed: bool
    why: str = ""
    bytes: int = 0


def clean(
    store: RunStore, *, now: float, older_than: float | None = None, dry: bool = False, lose: Collection[str] = ()
) -> list[Item]:
    """Go over every run. `older_than` (seconds) also removes whole runs that ended so long ago; None: none of them.

    A run that is driven is left alone. Raises OSError where a folder cannot be read or removed.
    """
    items = [item for folder in store.runs() for item in _run(folder, now, older_than, dry, folder.id in lose)]
    return items + list(_cut_short(store, now, dry))


def _run(folder: RunFolder, now: float, older_than: float | None, dry: bool, lose: bool) -> Iterator[Item]:
    try:
        with _alone(folder):
            yield from _undriven(folder, now, older_than, dry, lose)
    except JournalLocked:
        yield Item(folder.id, "everything", False, "it is driven now")
    except PilothouseError as error:
        yield Item(folder.id, "everything", False, error.message)


def _undriven(folder: RunFolder, now: float, older_than: float | None, dry: bool, lose: bool) -> Iterator[Item]:
    state = RunState()
    for event in events_of(read(folder.journal).records):
        evolve(state, event)
    repository = RunRepository.open(folder.path)
    if state.ended and older_than is not None and now - _seconds(state.last_at) >= older_than:
        why = "" if lose else _holds_work(repository, state)
        if not why:
            yield _whole(folder, repository, dry)
            return
        yield Item(folder.id, "the run", False, why)
    scratch = folder.path / "scratch"
    if scratch.is_dir():
        yield _removed(folder, "scratch", scratch, dry)
    for line in _settled(state):
        checkout = repository.checkout(line)
        if checkout.is_dir():
            yield _checkout(folder, repository, line, checkout, dry)


def _settled(state: RunState) -> list[str]:
    """Lines in which nothing can be going on: of an ended run all, else those whose blocks are all settled."""
    lines = dict.fromkeys(node.line for node in state.nodes.values() if node.line)
    busy = {node.line for node in state.nodes.values() if node.outcome is None} if not state.ended else set()
    return [line for line in lines if line not in busy]


def _checkout(folder: RunFolder, repository: RunRepository, line: str, checkout: Path, dry: bool) -> Item:
    what = f"checkout of {line}"
    losses = repository.removal_losses(line)
    if losses:
        lost = [*losses.modified, *losses.untracked, *losses.unmerged]
        more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
        return Item(folder.id, what, False, f"it holds work that is nowhere else: {', '.join(lost[:3])}{more}")
    size = _size(checkout)
    if not dry:
        repository.remove(line)
    return Item(folder.id, what, True, bytes=size)


def _holds_work(repository: RunRepository, state: RunState) -> str:
    """Why a run may not go as a whole; empty where nothing would be lost."""
    for line in dict.fromkeys(node.line for node in state.nodes.values() if node.line):
        if repository.removal_losses(line):
            return f"the checkout of {line} holds uncommitted work"
    unmerged = repository.unmerged()
    if unmerged:
        more = f" and {len(unmerged) - 1} more" if len(unmerged) > 1 else ""
        return f"work that no branch holds: {unmerged[0]}{more}; `clean --lose` gives it up"
    aside = repository.run_dir / "aside"
    return f"{str(aside)!r} holds what was put aside" if aside.is_dir() and any(aside.iterdir()) else ""


def _whole(folder: RunFolder, repository: RunRepository, dry: bool) -> Item:
    size = _size(folder.path)
    if not dry:
        repository.forget()
        gone = folder.path.parent / f".gone-{uuid4().hex}"  # at once out of every list, however long removing takes
        folder.path.rename(gone)
        shutil.rmtree(gone)
    return Item(folder.id, "the run", True, bytes=size)


def _removed(folder: RunFolder, what: str, path: Path, dry: bool) -> Item:
    size = _size(path)
    if not dry:
        shutil.rmtree(path)
    return Item(folder.id, what, True, bytes=size)


def _cut_short(store: RunStore, now: float, dry: bool) -> Iterator[Item]:
    """What launches, imports and removals left that were cut."""
    for path in sorted(store.runs_dir.glob(".*")):
        if path.name.startswith((".new-", ".gone-")) and now - path.stat().st_mtime >= CUT_S:
            yield _removed(RunFolder(path), "left by one that was cut", path, dry)


@contextmanager
def _alone(folder: RunFolder) -> Iterator[None]:
    """With the run's lock: nobody drives it meanwhile. Raises JournalLocked."""
    lock = OwnerLock.take(folder.lock)
    try:
        yield
    finally:
        lock.release()


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()


def _size(path: Path) -> int:
    """Bytes of plain files; what vanishes meanwhile counts as nothing."""
    total = 0
    for file in path.rglob("*"):
        try:
            total += file.lstat().st_size if not file.is_dir() else 0
        except OSError:
            continue
    return total
