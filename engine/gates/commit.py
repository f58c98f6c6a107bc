# SPDX-License-Identifier: Apache-2.0
"""`commit`: where the agent's line of commits stands, as git showed it when the work was secured."""

from __future__ import annotations

from pydantic import JsonValue

from engine.workspace import Secured, printable

LISTED = 20


def measure_commit(secured: Secured) -> dict[str, JsonValue]:
    """The facts of a `commit` gate."""
    dirty = secured.dirty
    return {
        "head": secured.head,
        "fork_point": secured.fork_point,
        "branch": printable(secured.branch_expected),
        "detached": secured.branch_found is None and secured.agent_head is not None,
        "on_branch": secured.branch_found == secured.branch_expected,
        "moved": secured.head != secured.fork_point,
        "descends": secured.descends,
        "commits": len(secured.commits),
        "files": len(secured.changes),
        "foreign": list(secured.foreign[:LISTED]),
        "dirty": [printable(path) for path in dirty[:LISTED]],
        "dirty_count": len(dirty),
        "problem": "; ".join(secured.problems[:3]),
    }
