# SPDX-License-Identifier: Apache-2.0
"""Folds what happens to the run as a whole, its holds and what people say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel import events as ev
from engine.kernel.budgets import meter_of
from engine.kernel.events import Event
from engine.kernel.folds.marks import tell_lead, touch, touch_all
from engine.kernel.holds import is_provider_hold
from engine.kernel.places import above_of
from engine.kernel.state import MAIN, METERS, Hold, Meter, RunState


def _run_created(state: RunState, event: Event, body: ev.RunCreated) -> None:
    state.run, state.workflow, state.inputs = body.run, body.workflow, dict(body.inputs)
    state.repository, state.base, state.branch = body.repository, body.base, body.branch
    state.base_name, state.created_at = body.base_name, event.at
    state.on_limit = body.workflow.on_provider_limit
    state.tips = {MAIN: body.base}
    budgets = body.workflow.budgets
    state.meters = {kind: Meter(cap=getattr(budgets, kind)) for kind in METERS}


def _nothing(state: RunState, event: Event, body: ev.Body) -> None:
    """The event is a fact for readers; it changes no state."""


def _driver_attached(state: RunState, event: Event, body: ev.DriverAttached) -> None:
    touch_all(state)


def _deadline_passed(state: RunState, event: Event, body: ev.DeadlinePassed) -> None:
    touch_all(state)


def _answered(state: RunState, event: Event, body: ev.Answered) -> None:
    hold = state.holds[body.hold]
    hold.closed_seq, hold.answer, hold.note, hold.to, hold.by = event.seq, body.answer, body.note, body.to, body.by
    if hold.kind == "pause":
        state.pausing = None
        touch_all(state)
    if hold.node is not None and is_provider_hold(hold):
        state.nodes[hold.node].on_limit = "wait" if body.answer == "wait" else "now"
    if hold.kind == "conflict" and hold.node is not None:
        node = state.nodes[hold.node]
        if body.answer == "drop":
            node.dropped += (str(hold.evidence["child"]),)
        if body.answer != "resolve":
            node.conflict = None
    touch(state, hold.node)


def _raised(state: RunState, event: Event, body: ev.Raised) -> None:
    meter = meter_of(state, body.kind)
    if meter is None:
        state.raised[body.kind] = state.raised.get(body.kind, 0) + body.amount
    elif meter.cap is not None:
        meter.cap += body.amount
        meter.unknown_accepted = True
    touch_all(state)


def _pause_requested(state: RunState, event: Event, body: ev.PauseRequested) -> None:
    if not state.ended:
        state.pausing = "now" if body.now else (state.pausing or "boundary")
        touch_all(state)


def _continuation_set(state: RunState, event: Event, body: ev.ContinuationSet) -> None:
    state.on_limit = body.on_provider_limit
    touch_all(state)


def _cancel_requested(state: RunState, event: Event, body: ev.CancelRequested) -> None:
    if not state.ended:
        state.cancelling = True
        touch_all(state)


def _hold_opened(state: RunState, event: Event, body: ev.HoldOpened) -> None:
    state.holds[body.hold] = Hold(
        id=body.hold,
        kind=body.kind,
        node=body.node,
        attempt=body.attempt,
        sentence=body.sentence,
        answers=body.answers,
        evidence=dict(body.evidence),
        commit=body.commit,
        seq=event.seq,
        at=event.at,
    )
    if body.kind == "permission":  # the turn goes on: the node is not held
        asked = next(asked for asked in state.nodes[str(body.node)].asked if asked.id == body.evidence["ask"])
        asked.hold = body.hold
        touch(state, body.node)
    elif body.node is not None and body.kind != "pause":
        node = state.nodes[body.node]
        node.hold = body.hold
        for told in ("fleet", "provider"):
            node.trouble.pop(told, None)  # by this hold
        tell_lead(state, node, f"{node.id} waits ({body.kind}): {body.sentence}")
        for above in above_of(state, node):
            touch(state, above.id)
        touch(state, body.node)


def _hold_withdrawn(state: RunState, event: Event, body: ev.HoldWithdrawn) -> None:
    hold = state.holds[body.hold]
    hold.closed_seq, hold.note = event.seq, body.reason
    for asked in state.nodes[hold.node].asked if hold.node is not None else ():
        asked.hold = None if asked.hold == hold.id else asked.hold
    if hold.node is not None and state.nodes[hold.node].hold == hold.id:
        state.nodes[hold.node].hold = None
    touch(state, hold.node)


def _run_paused(state: RunState, event: Event, body: ev.RunPaused) -> None:
    state.status, state.cause = "paused", body.cause


def _run_resumed(state: RunState, event: Event, body: ev.RunResumed) -> None:
    state.status, state.cause = "running", ""


def _run_ended(state: RunState, event: Event, body: ev.RunEnded) -> None:
    state.outcome, state.status, state.cause = body.outcome, body.outcome, body.reason
    state.dirty.clear()


HANDLERS: dict[str, Callable[[RunState, Event, Any], None]] = {
    "run_created": _run_created,
    "driver_attached": _driver_attached,
    "driver_detached": _nothing,
    "heartbeat": _nothing,
    "deadline_passed": _deadline_passed,
    "answered": _answered,
    "raised": _raised,
    "pause_requested": _pause_requested,
    "continuation_set": _continuation_set,
    "cancel_requested": _cancel_requested,
    "hold_opened": _hold_opened,
    "hold_withdrawn": _hold_withdrawn,
    "run_paused": _run_paused,
    "run_resumed": _run_resumed,
    "run_ended": _run_ended,
}
