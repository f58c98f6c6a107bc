# SPDX-License-Identifier: Apache-2.0
"""What one keystroke means for a hold: its obvious answer, and the answer that goes with a note. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping

from app.clock import age_of
from app.figures import counted, numeral
from app.needs.model import Need
from app.run.answers import answer_look
from app.tokens import status_look
from app.translate import tr
from app.words import short
from engine.projections import HoldView
from engine.projections.words import one_line

_OBVIOUS = ("accept", "allow", "wait", "retry", "resolve", "resume")
"""The first of these that a hold takes. Adopting, overriding, dropping and quitting are never obvious."""

_NOTED = ("refine", "answer", "continue", "edit", "retry", "deny")
"""The first of these that a hold takes goes with the note."""


def obvious(hold: HoldView) -> str | None:
    """The answer of the key `a`; None where a person must look at the run first."""
    if hold.kind in ("budget", "question", "reconcile"):
        return None
    return next((answer for answer in _OBVIOUS if answer in hold.answers), None)


def noted(hold: HoldView) -> str | None:
    """The answer of the key `r`; None where no answer takes a note."""
    return next((answer for answer in _NOTED if answer in hold.answers), None)


def raised(hold: HoldView) -> str | None:
    """The budget that the key `b` raises; None where the hold is about none."""
    budget = hold.evidence.get("budget")
    return budget if hold.kind == "budget" and isinstance(budget, str) and "raise" in hold.answers else None


def what_is_answered(need: Need, answer: str) -> str:
    """What an answer will do, to what, on which evidence: shown before it is given."""
    hold = need.hold
    where = (
        tr("{node} of {title}").format(node=hold.node, title=one_line(need.title, 80))
        if hold.node
        else one_line(need.title, 80)
    )
    words = (
        tr("{answer}: {where} ({project}), at commit {commit}.")
        if hold.commit
        else tr("{answer}: {where} ({project}).")
    )
    doing = answer_look(answer).text.rstrip("…")
    parts = [words.format(answer=doing, where=where, project=need.project, commit=short(hold.commit))]
    if hold.kind == "approval":
        parts += [_gates(hold), _diff(hold.evidence.get("diff"))]
    parts.append(tr("It waits {age}; {words}.").format(age=age_of(hold.opened_at), words=need.held.words()))
    return " ".join(part for part in parts if part)


def _gates(hold: HoldView) -> str:
    gates = hold.evidence.get("gates")
    rows = [gate for gate in gates if isinstance(gate, Mapping)] if isinstance(gates, list) else []
    rows = [gate for gate in rows if gate.get("gate") != "approval"]
    if not rows:
        return tr("No gate was measured.")
    cleared = [str(gate.get("gate")) for gate in rows if gate.get("outcome") == "cleared"]
    others = [f"{gate.get('gate')} {status_look(str(gate.get('outcome'))).word}" for gate in rows]
    others = [told for told, gate in zip(others, rows, strict=True) if gate.get("outcome") != "cleared"]
    told = tr("Cleared: {cleared}.").format(cleared=", ".join(cleared)) if cleared else tr("Nothing cleared.")
    not_cleared = tr("Not cleared: {others}.").format(others=", ".join(others))
    return f"{told} {not_cleared}" if others else told


def _diff(diff: object) -> str:
    if not isinstance(diff, Mapping):
        return ""
    files, added, deleted = (diff.get(name) for name in ("files", "added", "deleted"))
    files = len(files) if isinstance(files, list) else files
    if not isinstance(files, int):
        return ""
    if not isinstance(added, int) or not isinstance(deleted, int):
        return counted("{n} files.", "{n} file.", files)
    lines = f"+{numeral(added)} −{numeral(deleted)}"
    return counted("{n} files, {lines}.", "{n} file, {lines}.", files, lines=lines)
