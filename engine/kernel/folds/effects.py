# SPDX-License-Identifier: Apache-2.0
"""Folds what effects are to do, and what they tell: work secured, measured, judged, joined, landed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.definition.model import OrchestrateBlock
from engine.kernel import events as ev
from engine.kernel.events import Event
from engine.kernel.folds.marks import (
    NOTHING,
    answered_hold,
    attempt_of,
    charge,
    done,
    free,
    tell_loops,
    touch,
    touch_inside,
)
from engine.kernel.state import Phase, RunState


def _begin_phase(state: RunState, body: Any, phase: Phase) -> None:
    node = state.nodes[body.node]
    node.trouble.clear()
    node.phase = phase


def _securing_started(state: RunState, event: Event, body: ev.SecuringStarted) -> None:
    _begin_phase(state, body, "secure")


def _work_secured(state: RunState, event: Event, body: ev.WorkSecured) -> None:
    node, attempt = attempt_of(state, body)
    if attempt.outcome is not None or attempt is not node.attempt:
        done(state, "securing_started", body)
        return  # late work of an attempt that is over decides nothing
    attempt.head = body.head
    attempt.facts = {"work": dict(body.facts)}
    attempt.judged, attempt.judged_seq = (), None
    done(state, "securing_started", body)
    turn = attempt.turn
    assert turn is not None, "work is secured after a turn"
    node.phase = "measure" if turn.reason == "end_turn" else "failed"
    if isinstance(node.block, OrchestrateBlock):
        node.head = body.head if node.phase == "measure" else node.head
        touch_inside(state, node)  # its checkout is free for them, and a question that it left open goes to a person
    touch(state, node.id)
    tell_loops(state, node)


def _measuring_started(state: RunState, event: Event, body: ev.MeasuringStarted) -> None:
    _begin_phase(state, body, "measure")
    node, attempt = attempt_of(state, body)
    attempt.wanted = body.keys
    if not body.keys:
        done(state, "measuring_started", body)
        node.phase = "judge"
        touch(state, node.id)


def _fact_measured(state: RunState, event: Event, body: ev.FactMeasured) -> None:
    node, attempt = attempt_of(state, body)
    attempt.facts[body.key] = dict(body.facts)
    if all(key in attempt.facts for key in attempt.wanted):
        done(state, "measuring_started", body)
        node.phase = "judge"
        touch(state, node.id)


def _gates_judged(state: RunState, event: Event, body: ev.GatesJudged) -> None:
    node, attempt = attempt_of(state, body)
    attempt.judged, attempt.judged_seq = body.outcomes, event.seq
    node.phase = "land" if body.cleared else "judged"
    touch(state, node.id)


def _integration_started(state: RunState, event: Event, body: ev.IntegrationStarted) -> None:
    node = state.nodes[body.node]
    _begin_phase(state, body, "measure" if isinstance(node.block, OrchestrateBlock) else "land")
    hold = answered_hold(state, node)
    if hold is not None and hold.kind == "reconcile":  # what stands there is adopted: the winners come on top of it
        state.published, node.head = body.base, None
    node.round, node.conflict, node.resolver = body, None, None


def _integrated(state: RunState, event: Event, body: ev.Integrated) -> None:
    node = state.nodes[body.node]
    begun = state.outstanding.get(f"integration_started:{body.node}:None:")
    done(state, "integration_started", body)
    node.head, node.conflict = body.head, None
    node.phase = "measure" if isinstance(node.block, OrchestrateBlock) else "land"
    if isinstance(node.block, OrchestrateBlock):
        node.fork = body.head  # a fresh attempt of the lead never loses what its children made
        if begun is not None and isinstance(begun.decision, ev.IntegrationStarted):
            node.merged += begun.decision.children
        state.tips[node.line] = body.head
    touch(state, node.id)


def _conflicted(state: RunState, event: Event, body: ev.Conflicted) -> None:
    node = state.nodes[body.node]
    done(state, "integration_started", body)
    node.conflict = body.model_dump(mode="json", exclude={"type", "node", "attempt"})
    node.resolver, node.phase = None, "measure" if isinstance(node.block, OrchestrateBlock) else "failed"
    touch(state, node.id)


def _landing_started(state: RunState, event: Event, body: ev.LandingStarted) -> None:
    _begin_phase(state, body, "land")


def _landed(state: RunState, event: Event, body: ev.Landed) -> None:
    node = state.nodes[body.node]
    done(state, "landing_started", body)
    state.published = body.new
    node.phase = "done"
    touch(state, node.id)


def _landing_moved(state: RunState, event: Event, body: ev.LandingMoved) -> None:
    node = state.nodes[body.node]
    done(state, "landing_started", body)
    node.phase = "failed"
    node.trouble["landing"] = {"expected": body.expected, "found": body.found}
    touch(state, node.id)


def _effect_failed(state: RunState, event: Event, body: ev.EffectFailed) -> None:
    node = state.nodes[body.node]
    state.outstanding.pop(body.key, None)
    turn = node.attempt.turn if node.attempt is not None else None
    if body.key.startswith("turn_started:") and turn is not None and turn.ended_seq is None:
        turn.ended_seq, turn.reason, turn.message = event.seq, "failed", body.message
        charge(state, node, turn, NOTHING)
        free(state, node)
    if body.recorded is not None:
        node.trouble["checkout"] = {"sentence": body.message, "recorded": body.recorded, "observed": body.observed}
    else:
        node.trouble["environment"] = {"code": body.code, "message": body.message, "effect": body.key}
    node.phase = "failed"
    touch(state, node.id)


HANDLERS: dict[str, Callable[[RunState, Event, Any], None]] = {
    "work_secured": _work_secured,
    "fact_measured": _fact_measured,
    "integrated": _integrated,
    "conflicted": _conflicted,
    "integration_started": _integration_started,
    "landed": _landed,
    "landing_moved": _landing_moved,
    "effect_failed": _effect_failed,
    "securing_started": _securing_started,
    "measuring_started": _measuring_started,
    "gates_judged": _gates_judged,
    "landing_started": _landing_started,
}
