# SPDX-License-Identifier: Apache-2.0
"""Which holds may be answered together, and with what. No Qt in here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from app.kinds import kind_word
from app.needs.model import Need

TOGETHER = frozenset({"retry", "continue", "wait", "resume", "raise", "redo", "stop", "deny", "quit", "accept"})
"""Answers that mean the same for each of several holds; what overrides, adopts or throws away is given one by one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Two or more holds that take the same answers."""

    title: str
    needs: tuple[Need, ...]
    answers: tuple[str, ...]
    budget: str | None = None
    """The budget that all of them are about."""


def groups_of(needs: Iterable[Need]) -> list[Group]:
    """Holds of the same kind, largest group first; approvals only where the evidence is the same to the letter."""
    found: dict[tuple[str, str], list[Need]] = {}
    for need in needs:
        found.setdefault((need.hold.kind, _sameness(need)), []).append(need)
    groups = [_group(together) for together in found.values() if len(together) > 1]
    return sorted((group for group in groups if group.answers), key=lambda group: -len(group.needs))


def _sameness(need: Need) -> str:
    """What must be equal, beside the kind, for one answer to fit both."""
    hold = need.hold
    if hold.kind == "approval":
        return json.dumps([hold.commit, dict(hold.evidence)], sort_keys=True, default=str)
    if hold.kind == "budget":
        return str(hold.evidence.get("budget"))
    return ""


def _group(needs: list[Need]) -> Group:
    first = needs[0].hold
    shared = set(first.answers).intersection(*(need.hold.answers for need in needs))
    allowed = shared & TOGETHER if first.kind != "approval" else shared & {"accept", "quit"}
    budget = first.evidence.get("budget") if first.kind == "budget" else None
    word = kind_word(first.kind)
    named = f"{word}: {budget}" if isinstance(budget, str) else word
    answers = tuple(answer for answer in first.answers if answer in allowed)
    return Group(f"{len(needs)} × {named}", tuple(needs), answers, budget if isinstance(budget, str) else None)
