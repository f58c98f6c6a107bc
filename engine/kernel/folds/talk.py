# SPDX-License-Identifier: Apache-2.0
"""Folds what agents ask, what their lead is granted, and what is said to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel import events as ev
from engine.kernel.events import Event
from engine.kernel.folds.marks import attempt_of, forget, touch, touch_inside
from engine.kernel.scopes import lead_of
from engine.kernel.state import Asked, Message, NextTurn, Pending, RunState, effect_key


def _requested(state: RunState, event: Event, body: ev.Requested) -> None:
    if body.request in state.requested:
        return
    state.requested.add(body.request)
    node = state.nodes[body.node]
    node.requests.append(Pending(body.request, body.kind, body.attempt, dict(body.data), body.live, body.keyed))
    touch(state, node.id)


def _request_judged(state: RunState, event: Event, body: ev.RequestJudged) -> None:
    node = state.nodes[body.node]
    for pending in node.requests:
        if pending.id == body.request and pending.keyed:
            state.judged[body.request] = pending.data, body
    live = any(pending.live for pending in node.requests if pending.id == body.request)
    node.requests = [pending for pending in node.requests if pending.id != body.request]
    touch(state, node.id)
    given = body.given
    if not body.granted:
        if body.kind != "ask" and not live:
            node.inbox.append(f"Denied: {body.kind}: {body.reason}")
        return
    child = state.nodes.get(str(given.get("child")))
    match body.kind:
        case "ask":
            node.question = str(given["question"])
            lead = lead_of(state, node)
            if lead is not None:
                lead.inbox.append(f"{node.id} asks: {node.question}")
                touch(state, lead.id)
        case "spawn" | "run_workflow":
            kind = "child" if body.kind == "spawn" else "workflow"
            node.spawned.append({**given, "name": given["child"], "kind": kind})
            node.asides.append(f"Granted: {node.id}/{given['child']}.")
        case "answer" if child is not None:
            child.question = None
            child.next_turn = NextTurn("answer", feedback=str(given["text"]))  # once the turn that asked is secured
            touch(state, child.id)
        case "skip_child" if child is not None:
            node.skipped += (child.id,)
            touch(state, child.id)
            touch_inside(state, child)
        case "retry_child" if child is not None:
            if child.attempt is not None and child.attempt.outcome is None:
                child.attempt.outcome, child.attempt.reason = "superseded", "The lead asked for another try."
            forget(state, child)
            child.note = str(given.get("guidance", ""))
            node.skipped = tuple(id_ for id_ in node.skipped if id_ != child.id)
        case "escalate":
            node.question = str(given["question"])


def _permission_asked(state: RunState, event: Event, body: ev.PermissionAsked) -> None:
    node = state.nodes[body.node]
    known = any((asked.attempt, asked.turn, asked.id) == (body.attempt, body.turn, body.ask) for asked in node.asked)
    if not known:
        node.asked.append(Asked(body.ask, body.attempt, body.turn, body.tool, dict(body.input)))
        touch(state, node.id)


def _permission_dropped(state: RunState, event: Event, body: ev.PermissionDropped) -> None:
    node = state.nodes[body.node]
    for asked in node.asked:
        if (asked.attempt, asked.turn, asked.id) == (body.attempt, body.turn, body.ask):
            asked.dropped = True
            touch(state, node.id)


def _permission_answered(state: RunState, event: Event, body: ev.PermissionAnswered) -> None:
    """Nothing is outstanding: after a crash the turn that waited is lost, and there is nobody left to tell."""
    node, attempt = attempt_of(state, body)
    state.outstanding.pop(effect_key(body), None)
    node.asked = [asked for asked in node.asked if (asked.turn, asked.id) != (body.turn, body.ask)]
    if body.standing and body.tool not in attempt.allowed:
        attempt.allowed += (body.tool,)
    touch(state, node.id)


def _message_given(state: RunState, event: Event, body: ev.MessageGiven) -> None:
    node = state.nodes[body.node]
    node.messages.append(Message(body.message_id, body.text))
    touch(state, node.id)


def _message_sent(state: RunState, event: Event, body: ev.MessageSent) -> None:
    for message in state.nodes[body.node].messages:
        if message.id == body.message_id:
            message.sent, message.pending = (body.attempt, body.turn), True


def _message_taken(state: RunState, event: Event, body: ev.MessageTaken) -> None:
    node = state.nodes[body.node]
    state.outstanding.pop(f"message_sent:{body.node}:{body.attempt}:{body.turn}:{body.message_id}", None)
    for message in [message for message in node.messages if message.id == body.message_id]:
        message.pending = False
        if body.taken:
            node.messages.remove(message)
    touch(state, node.id)


HANDLERS: dict[str, Callable[[RunState, Event, Any], None]] = {
    "requested": _requested,
    "request_judged": _request_judged,
    "message_given": _message_given,
    "message_sent": _message_sent,
    "message_taken": _message_taken,
    "permission_asked": _permission_asked,
    "permission_dropped": _permission_dropped,
    "permission_answered": _permission_answered,
}
