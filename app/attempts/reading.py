# SPDX-License-Identifier: Apache-2.0
"""What a comparison is made of, read in a thread: gates from the journal, diffs from the run's own store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.diff import FileDiff, parse_diff
from app.figures import at_least, counted, numeral
from app.translate import tr
from engine.errors import PilothouseError
from engine.projections import AttemptView, GateView
from engine.projections import files as run_files

DIFF_CHARS = 2_000_000
"""How much of one diff is read, in characters."""

Evidence = Callable[[str, int], tuple[GateView, ...]]
"""The gates of a block's attempt."""


@dataclass(frozen=True, slots=True)
class Change:
    """A diff that was read; `why` says why there is none."""

    files: tuple[FileDiff, ...] = ()
    cut: bool = False
    why: str = ""

    def words(self) -> str:
        """How much it is."""
        if self.why:
            return self.why
        added, removed = sum(file.added for file in self.files), sum(file.removed for file in self.files)
        lines = f"+{numeral(added)} −{numeral(removed)}"
        files = counted("{n} files, {lines}", "{n} file, {lines}", len(self.files), lines=lines)
        return at_least(files, self.cut)


@dataclass(frozen=True, slots=True)
class Side:
    """One attempt, read."""

    gates: tuple[GateView, ...]
    change: Change


def read_side(data_dir: Path, run: str, node: str, attempt: AttemptView, evidence: Evidence) -> Side:
    """The gates and the diff of an attempt. Blocks. Raises OSError."""
    return Side(evidence(node, attempt.n), read_change(data_dir, run, attempt.fork_point, attempt.head))


def read_change(data_dir: Path, run: str, base: str | None, head: str | None) -> Change:
    """What differs between two commits of a run. Blocks."""
    if base is None or head is None:
        return Change(why=tr("nothing secured yet"))
    try:
        found = run_files.commit_diff(data_dir, run, base, head, DIFF_CHARS)
    except (OSError, PilothouseError) as error:
        return Change(why=tr("cannot be read: {error}").format(error=error))
    return Change(tuple(parse_diff(found.text)), found.cut)
