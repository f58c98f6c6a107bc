# SPDX-License-Identifier: Apache-2.0
"""What an event of the journal is about, in a person's words: by this the journal is filtered and leafed through."""

from __future__ import annotations

from typing import Literal

from engine.kernel import events as ev
from engine.kernel.events import Body

Topic = Literal["decisions", "holds", "turns", "gates", "git", "budgets", "failures"]

TOPICS: dict[Topic, str] = {
    "decisions": "what the engine decided",
    "holds": "what waited for a person, and the answers",
    "turns": "what agents were sent, and how it ended",
    "gates": "what was measured, and how it was judged",
    "git": "commits, merges and branches",
    "budgets": "caps that were reached or raised",
    "failures": "what failed, was blocked or was lost",
}
"""Each topic, and what it holds."""

_HOLDS = frozenset(
    {"hold_opened", "hold_withdrawn", "answered", "run_paused", "run_resumed", "pause_requested", "cancel_requested"}
    | {"continuation_set", "permission_asked", "permission_answered", "permission_dropped"}
)
_TURNS = frozenset(
    {"attempt_opened", "turn_started", "agent_started", "turn_ended", "turn_lost", "turn_refused", "turn_waits"}
    | {"turn_interrupted", "attempt_ended", "requested", "request_judged", "message_given", "message_taken"}
    | {"message_sent"}
)
_GATES = frozenset({"measuring_started", "fact_measured", "gates_judged", "until_judged"})
_GIT = frozenset(
    {"securing_started", "work_secured", "integration_started", "integrated", "conflicted", "landing_started"}
    | {"landed", "landing_moved"}
)
_FAILED = frozenset({"turn_lost", "effect_failed", "conflicted", "landing_moved", "turn_refused"})
_BAD_ENDS = frozenset({"blocked", "failed", "lost"})


def topics_of(body: Body) -> tuple[Topic, ...]:
    """Every topic that an event belongs to; none for a sign of life."""
    kind = body.type
    found: list[Topic] = []
    if isinstance(body, ev.Decision):
        found.append("decisions")
    if kind in _HOLDS:
        found.append("holds")
    if kind in _TURNS:
        found.append("turns")
    if kind in _GATES:
        found.append("gates")
    if kind in _GIT:
        found.append("git")
    if _about_budgets(body):
        found.append("budgets")
    if _failed(body) or stops(body):
        found.append("failures")
    return tuple(found)


def stops(body: Body) -> bool:
    """Whether *next failure* stops here: a blocked gate, a failed attempt, or anything that waits for a person."""
    match body:
        case ev.GatesJudged():
            return any(one.outcome in ("blocked", "not_checked") for one in body.outcomes)
        case ev.AttemptEnded():
            return body.outcome in _BAD_ENDS
        case ev.HoldOpened():
            return True
    return False


def _failed(body: Body) -> bool:
    match body:
        case ev.TurnEnded():
            return body.reason in ("failed", "timed_out", "stalled")
        case ev.NodeSettled():
            return body.outcome in ("failed", "exhausted")
        case ev.RunEnded():
            return body.outcome == "failed"
    return body.type in _FAILED


def _about_budgets(body: Body) -> bool:
    match body:
        case ev.HoldOpened():
            return body.kind == "budget"
        case ev.Answered():
            return body.answer == "raise"
        case ev.TurnInterrupted():
            return body.cause == "budget"
    return body.type in ("raised", "deadline_passed")
