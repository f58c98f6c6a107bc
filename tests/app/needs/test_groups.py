# SPDX-License-Identifier: Apache-2.0
"""Which holds may be answered together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.needs.groups import groups_of
from app.needs.model import Need
from engine.projections import HoldView

FAILURE = ("retry", "wait", "quit")


def need(run: str, kind: str = "failure", answers: tuple[str, ...] = FAILURE, **more: Any) -> Need:
    evidence = more.pop("evidence", {})
    hold = HoldView("h1", run, "fix", 1, kind, f"{kind} in {run}", answers, 9, "", evidence, more.pop("commit", None))
    return Need(hold, f"run {run}", "shop")


def test_holds_of_one_kind_go_together_with_the_answers_they_share() -> None:
    [group] = groups_of([need("a"), need("b", answers=("retry", "quit")), need("c", kind="gate", answers=("retry",))])

    assert group.title == "2 × Failure"
    assert group.answers == ("retry", "quit")


def test_approvals_of_different_evidence_never_go_together() -> None:
    answers = ("accept", "refine", "quit")
    one = need("a", "approval", answers, commit="1" * 40, evidence={"head": "1" * 40})
    two = need("b", "approval", answers, commit="2" * 40, evidence={"head": "2" * 40})
    other_gates = replace(one, hold=replace(one.hold, run="c", evidence={"head": "1" * 40, "gates": []}))

    assert groups_of([one, two, other_gates]) == []


def test_approvals_of_the_very_same_evidence_may_go_together() -> None:
    one = need("a", "approval", ("accept", "refine", "quit"), commit="1" * 40, evidence={"head": "1" * 40})
    [group] = groups_of([one, replace(one, hold=replace(one.hold, run="b"))])

    assert group.answers == ("accept", "quit")


def test_budgets_go_together_only_where_it_is_the_same_budget() -> None:
    answers = ("raise", "stop", "quit")
    needs = [
        need(run, "budget", answers, evidence={"budget": kind})
        for run, kind in (("a", "turns"), ("b", "turns"), ("c", "cost"))
    ]

    [group] = groups_of(needs)

    assert (group.budget, group.answers) == ("turns", answers)


def test_what_overrides_adopts_or_throws_away_is_answered_one_by_one() -> None:
    assert groups_of([need(run, "conflict", ("resolve", "resolved", "drop")) for run in "ab"]) == []
    assert groups_of([need(run, "question", ("answer",)) for run in "ab"]) == []
    [group] = groups_of([need(run, "gate", ("retry", "override", "edit", "quit")) for run in "ab"])
    assert group.answers == ("retry", "quit")
    [group] = groups_of([need(run, "reconcile", ("adopt", "redo", "discard")) for run in "ab"])
    assert group.answers == ("redo",)
