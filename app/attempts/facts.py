# SPDX-License-Identifier: Apache-2.0
"""What is known of an attempt, a fact a line, and which attempts are worth comparing. No Qt in here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.figures import amount, counted, duration
from app.tokens import status_look
from app.translate import tr
from app.words import mark_word
from engine.projections import AttemptView, GateView, NodeView
from engine.projections.words import ms_between, one_line

_GATE_CHARS = 200
_KEY = re.compile(r"\[[^\]]*\]")


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: its name, what is so, and the status and label whose looks it has; empty for none."""

    name: str
    text: str
    status: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An attempt that may be compared."""

    node: str
    attempt: int
    title: str


def facts_of(attempt: AttemptView, gates: Sequence[GateView], changed: str = "") -> list[Fact]:
    """The facts of an attempt: how it ended, what proves it, what it changed, and what it took."""
    return [
        Fact(tr("outcome"), one_line(attempt.reason, 200) or status_look(attempt.state).word, attempt.state),
        *(_gate(gate) for gate in gates),
        *([Fact(tr("changed"), changed, "", "measured")] if changed else []),
        *_spent(attempt),
        Fact(tr("agent"), " · ".join(part for part in (attempt.backend, attempt.model, attempt.isolation) if part)),
    ]


def _gate(gate: GateView) -> Fact:
    """What was not judged yet has no label: nothing was measured or decided."""
    if gate.outcome == "waiting":
        return Fact(gate.gate, one_line(gate.reason, _GATE_CHARS), "pending")
    return Fact(gate.gate, one_line(gate.reason, _GATE_CHARS), gate.outcome, gate.label)


def _spent(attempt: AttemptView) -> Iterator[Fact]:
    usage = attempt.usage
    parts = [usage.get(part) for part in ("input", "output", "cache_read", "cache_write")] if usage else []
    known = [part for part in parts if part is not None]
    yield Fact(tr("cost"), amount("cost", usage.get("cost") if usage else None))
    yield Fact(tr("tokens"), amount("tokens", sum(known) if known else None))
    whole = ms_between(attempt.opened_at, attempt.ended_at) if attempt.ended_at else None
    spent = counted("{time} in {n} turns", "{time} in {n} turn", len(attempt.turns), time=duration(attempt.spent))
    if whole is not None:
        spent = tr("{spent}, open for {time}").format(spent=spent, time=duration(whole))
    yield Fact(tr("time"), spent)


def candidates(nodes: Sequence[NodeView], chosen: str | None) -> list[Candidate]:
    """The attempts of a block and, where it is in a fan-out or a loop, those of its likes in the other branches.

    Of a container: those of the first block that worked in each of its branches.
    """
    known = {node.id: node for node in nodes}
    node = known.get(chosen or "")
    if node is None:
        return []
    if not node.attempts:
        inside = [one for one in nodes if one.attempts and one.id.startswith((f"{node.id}[", f"{node.id}/"))]
        if not inside:
            return []
        node = inside[0]
    like = _KEY.sub("[]", node.id)
    alike = [one for one in nodes if one.attempts and _KEY.sub("[]", one.id) == like]
    alike.sort(key=lambda one: one.id != node.id)
    if len(alike) == 1 and node.parent is not None:
        siblings = [one for one in nodes if one.parent == node.parent and one.attempts]
        raced = known[node.parent].kind == "parallel" if node.parent in known else False
        alike = [node, *(one for one in siblings if one.id != node.id)] if raced else alike
    return [_candidate(one, attempt, several=len(alike) > 1) for one in alike for attempt in one.attempts]


def first_pair(found: Sequence[Candidate], chosen: str | None) -> tuple[int, int]:
    """Which two to show at first: the last two attempts of a block, else the last of it and the last of another."""
    own = [at for at, one in enumerate(found) if one.node == found[0].node]
    if len(own) > 1:
        return own[-2], own[-1]
    other = next((at for at, one in enumerate(found) if one.node != found[0].node), 0)
    last = max((at for at, one in enumerate(found) if one.node == found[other].node), default=other)
    return 0, last


def _candidate(node: NodeView, attempt: AttemptView, *, several: bool) -> Candidate:
    mark = f", {mark_word(node.mark)}" if node.mark else ""
    place = f"{node.id}{mark} · " if several else ""
    word = status_look(attempt.state).word
    if not several or len(node.attempts) > 1:
        word = tr("attempt {n} · {word}").format(n=attempt.n, word=word)
    return Candidate(node.id, attempt.n, place + word)
