# SPDX-License-Identifier: Apache-2.0
"""`scope`: which paths of the net diff lie outside of what is allowed, and how large it is."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from engine.definition.model import ScopeGate
from engine.gates.context import MeasureContext
from engine.gates.globs import matches_any
from engine.workspace import Change, printable

LISTED = 20
_COMMITS = 100


def measure_scope(gate: ScopeGate, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of a `scope` gate. Without `allow` the step's own scope holds; without either, every path is allowed.

    Raises:
        WorkspaceError: git failed.
    """
    allowed = gate.allow or ctx.scope or ()
    changes, commits = ctx.secured.changes, ctx.secured.commits
    outside = _outside(changes, allowed)
    net = {path for change in changes for path in change.paths}
    steps: set[str] = set()
    for commit in commits[-_COMMITS:] if len(commits) > 1 else ():
        if commit.parents:
            steps |= {path for change in ctx.repository.changes(commit.parents[0], commit.sha) for path in change.paths}
    return {
        "allow": [printable(glob) for glob in allowed],
        "files": len(changes),
        "lines": sum((change.added or 0) + (change.deleted or 0) for change in changes),
        "outside": [printable(path) for path in outside[:LISTED]],
        "outside_count": len(outside),
        "undone": [printable(path) for path in sorted(steps - net)[:LISTED]],
        "commits": [f"{commit.sha[:12]} {printable(commit.subject)[:80]}" for commit in commits[-LISTED:]],
    }


def _outside(changes: Iterable[Change], allowed: tuple[str, ...]) -> list[str]:
    paths = sorted({path for change in changes for path in change.paths})
    return [path for path in paths if allowed and not matches_any(path, allowed)]
