# SPDX-License-Identifier: Apache-2.0
"""What git showed of a turn's work, as the plain facts that the journal keeps."""

from __future__ import annotations

from pydantic import JsonValue

from engine.workspace import Change, Secured
from engine.workspace.facts import printable

LISTED = 50
"""Paths and commits listed at most; counts are always whole."""


def work_facts(secured: Secured) -> dict[str, JsonValue]:
    """The facts of `work_secured`: counts whole, lists cut at `LISTED`."""
    changes = secured.changes
    facts: dict[str, JsonValue] = {
        "fork_point": secured.fork_point,
        "tree": secured.tree,
        "diff": {
            "files": len(changes),
            "added": sum(change.added or 0 for change in changes),
            "deleted": sum(change.deleted or 0 for change in changes),
            "paths": _names(changes),
        },
        "commits": [
            {"sha": seen.sha, "subject": printable(seen.subject)[:200], "author": printable(seen.author)[:100]}
            for seen in secured.commits[-LISTED:]
        ],
        "commit_count": len(secured.commits),
        "engine_commit": secured.engine_commit,
    }
    if secured.leftover is not None:
        facts["leftover"] = {"ref": secured.leftover.ref, "paths": [printable(path) for path in secured.dirty[:LISTED]]}
    if secured.kept:
        facts["kept"] = [{"ref": kept.ref, "found_at": kept.found_at} for kept in secured.kept[:LISTED]]
    if secured.nested:
        facts["nested"] = [printable(path) for path in secured.nested[:LISTED]]
    if secured.problems:
        facts["problems"] = list(secured.problems[:LISTED])
    return facts


def _names(changes: tuple[Change, ...]) -> list[JsonValue]:
    return [printable(path) for change in changes[:LISTED] for path in change.paths]
