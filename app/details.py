# SPDX-License-Identifier: Apache-2.0
"""What is known of a run as lines of text, for the clipboard: ids, places, state, and what waits with its evidence."""

from __future__ import annotations

from app.run.evidence import evidence_lines
from engine.projections import Summary


def details_of(summary: Summary) -> str:
    """A line for each fact, named as the command line names them; then every hold with its evidence."""
    facts = {
        "run": summary.run,
        "title": summary.title,
        "workflow": summary.workflow,
        "repository": summary.repository,
        "branch": summary.branch,
        "base": summary.base,
        "state": summary.state or "unreadable",
        "cause": summary.cause,
        "last event": f"{summary.last_seq}, {summary.last_at}",
    }
    lines = [f"{name}: {said}" for name, said in facts.items() if said]
    for hold in summary.holds:
        lines += ["", f"{hold.id} {hold.kind}{f' at {hold.node}' if hold.node else ''}: {hold.sentence}"]
        lines += [f"  {' '.join(part for part in (e.name, e.status, e.text) if part)}" for e in evidence_lines(hold)]
        lines += [f"  commit {hold.commit}"] if hold.commit else []
    return "\n".join(lines)
