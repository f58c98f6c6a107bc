# SPDX-License-Identifier: Apache-2.0
"""Permissions that agents ask for while their turns run: a hold each, which stops neither the turn nor its siblings."""

from __future__ import annotations

import json

from engine.kernel.events import (
    Body,
    Decision,
    HoldOpened,
    HoldWithdrawn,
    MessageSent,
    PermissionAnswered,
    TurnStarted,
)
from engine.kernel.state import Asked, Attempt, Node, RunState

ANSWERS = ("allow", "allow_attempt", "deny")
"""Of a permission hold: this once, this tool for the rest of the attempt, not."""
_TOLD = 300
"""Characters of a tool's input in the hold's sentence; its evidence has all of it."""


def decide_permission(state: RunState, node: Node) -> Body | None:
    """What follows for the permissions that are waited for: a hold, its answer, or its withdrawal; None: nothing."""
    attempt = node.attempt
    if attempt is None:
        return None
    for asked in node.asked:
        hold = state.holds[asked.hold] if asked.hold is not None else None
        over = _is_over(attempt, asked)
        if hold is not None and hold.closed_seq is None:
            if over:
                return HoldWithdrawn(node=node.id, hold=hold.id, reason="The agent does not wait for it any more.")
            if asked.tool in attempt.allowed:
                return HoldWithdrawn(node=node.id, hold=hold.id, reason=f"{asked.tool} is allowed for the attempt.")
        elif over:
            continue
        elif hold is not None:
            allow, standing = hold.answer != "deny", hold.answer == "allow_attempt"
            return _answer(node, asked, allow=allow, note=hold.note, standing=standing)
        elif asked.tool in attempt.allowed:
            return _answer(node, asked, allow=True)
        else:
            return _hold(state, node, attempt, asked)
    return None


def waits_for_permission(state: RunState, decision: Decision) -> bool:
    """Whether an effect is a turn in which nothing moves until a person answers, or what one said to such a turn."""
    if not isinstance(decision, (TurnStarted, MessageSent)):
        return False
    node = state.nodes[decision.node]
    return any(
        asked.hold is not None
        and state.holds[asked.hold].closed_seq is None
        and (asked.attempt, asked.turn) == (decision.attempt, decision.turn)
        for asked in node.asked
    )


def _is_over(attempt: Attempt, asked: Asked) -> bool:
    if asked.dropped or attempt.n != asked.attempt or attempt.outcome is not None:
        return True
    turn = attempt.turns[asked.turn - 1] if asked.turn <= len(attempt.turns) else None
    return turn is None or turn.ended_seq is not None or turn.interrupt is not None


def _answer(node: Node, asked: Asked, *, allow: bool, note: str = "", standing: bool = False) -> PermissionAnswered:
    return PermissionAnswered(
        node=node.id,
        attempt=asked.attempt,
        turn=asked.turn,
        ask=asked.id,
        tool=asked.tool,
        allow=allow,
        note=note,
        standing=standing,
    )


def _hold(state: RunState, node: Node, attempt: Attempt, asked: Asked) -> HoldOpened:
    given = " ".join(json.dumps(asked.input, ensure_ascii=False).split())
    shown = given if len(given) <= _TOLD else given[:_TOLD] + "…"
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=f"h{len(state.holds) + 1}",
        kind="permission",
        sentence=f"{node.id} wants to use {asked.tool}{f': {shown}' if asked.input else ''}",
        answers=ANSWERS,
        evidence={
            "ask": asked.id,
            "tool": asked.tool,
            "input": asked.input,
            "turn": asked.turn,
            "isolation": attempt.isolation,
        },
        commit=attempt.head,
    )
