# SPDX-License-Identifier: Apache-2.0
"""Folds the events of attempts and their turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from engine.kernel import events as ev
from engine.kernel.budgets import scopes_of
from engine.kernel.events import Event
from engine.kernel.folds.marks import NOTHING, answered_hold, attempt_of, charge, done, free, tell_loops, touch
from engine.kernel.orchestrate import ALL_SETTLED
from engine.kernel.places import above_of
from engine.kernel.state import Attempt, Message, NextTurn, ProviderWait, RunState, Turn


def _agent_started(state: RunState, event: Event, body: ev.AgentStarted) -> None:
    _, attempt = attempt_of(state, body)
    attempt.isolation, attempt.network, attempt.backend = body.isolation, body.network, body.backend
    turn = attempt.turns[body.turn - 1]
    turn.pid, turn.waits = body.pid, None


def _turn_ended(state: RunState, event: Event, body: ev.TurnEnded) -> None:
    node, attempt = attempt_of(state, body)
    turn = attempt.turns[body.turn - 1]
    turn.ended_seq, turn.reason, turn.failure = event.seq, body.reason, body.failure
    turn.message, turn.exit_code, turn.signal = body.message, body.exit_code, body.signal
    turn.usage, turn.duration, turn.retry_after = body.usage, body.duration, body.retry_after
    turn.short = body.short
    turn.waits = None
    attempt.isolation = body.isolation or attempt.isolation
    if turn.kind != "command":
        charge(state, node, turn, body.usage)
    done(state, "turn_started", body)
    done(state, "turn_interrupted", body)
    free(state, node)
    if attempt.outcome is None and attempt is node.attempt:
        node.phase = "secure"
        touch(state, node.id)


def _turn_lost(state: RunState, event: Event, body: ev.TurnLost) -> None:
    node, attempt = attempt_of(state, body)
    turn = attempt.turns[body.turn - 1]
    turn.ended_seq, turn.reason, turn.message = event.seq, "lost", body.note
    turn.failure, turn.waits = "resumable" if body.resumable else "crashed", None
    turn.duration = event.driven - turn.started_driven  # a crash gives no attempt more time
    if turn.kind != "command":
        charge(state, node, turn, None)
    done(state, "turn_started", body)
    done(state, "turn_interrupted", body)
    node.phase = "secure"
    touch(state, node.id)
    free(state, node)


def _turn_refused(state: RunState, event: Event, body: ev.TurnRefused) -> None:
    """Undo what `_turn_started` did; the same turn is wanted again."""
    node, attempt = attempt_of(state, body)
    started = state.outstanding[f"turn_started:{body.node}:{body.attempt}:{body.turn}"].decision
    assert isinstance(started, ev.TurnStarted)
    done(state, "turn_started", body)
    done(state, "turn_interrupted", body)
    turn = attempt.turns.pop()
    if turn.kind != "command":
        charge(state, node, turn, NOTHING)
        for _, meters in scopes_of(state, node):
            if "turns" in meters:
                meters["turns"].spent -= 1
    free(state, node)
    _count(attempt, turn, -1)
    if attempt.outcome is not None or attempt is not node.attempt:
        return
    if turn.kind == "inbox":
        node.inbox[:0] = [told for told in started.reasons if told != ALL_SETTLED]
        node.messages[:0] = [Message(f"again-{event.seq}", started.feedback)] if started.feedback else []
        node.phase = "measure"
    else:
        node.next_turn, node.phase = NextTurn(turn.kind, started.reasons, started.feedback), "turn"
    if body.failure is not None:
        node.trouble["provider"] = {"failure": body.failure, "sentence": body.sentence, "until": body.until}
    elif body.limit:
        node.trouble["fleet"] = {"limit": body.limit, "sentence": body.sentence}
    if not body.limit and started.on_limit in ("wait", "now"):
        node.on_limit = started.on_limit  # what a person said counts for the turn that will really begin
    touch(state, node.id)
    tell_loops(state, node)


def _turn_waits(state: RunState, event: Event, body: ev.TurnWaits) -> None:
    node, attempt = attempt_of(state, body)
    turn = attempt.turn
    if turn is None or turn.n != body.turn or turn.ended_seq is not None:
        return  # told late, of a turn that is over
    turn.waits = None
    if body.until is not None:
        turn.waits = ProviderWait(body.account, body.failure, body.until, body.refusals, body.begun)
    touch(state, node.id)


def _attempt_opened(state: RunState, event: Event, body: ev.AttemptOpened) -> None:
    node = state.nodes[body.node]
    node.attempts.append(
        Attempt(
            n=body.attempt, session=body.session, fork_point=body.fork_point, model=body.model, opened_seq=event.seq
        )
    )
    node.phase = "turn"
    node.trouble.clear()
    node.next_turn = NextTurn("goal", feedback=node.note)
    node.note, node.question = "", None
    touch(state, node.id)


def _turn_started(state: RunState, event: Event, body: ev.TurnStarted) -> None:
    node, attempt = attempt_of(state, body)
    turn = Turn(body.turn, body.kind, event.seq, event.driven, on_limit=body.on_limit, reserved=dict(body.reserved))
    attempt.turns.append(turn)
    node.next_turn, node.on_limit, node.phase, node.asked, node.messages = None, None, "turn", [], []
    node.trouble.pop("provider", None)
    if body.kind == "inbox":
        node.inbox, node.asides = [], []
    elif body.kind == "answer":
        node.question = None
    _count(attempt, turn, 1)
    if body.kind != "command":
        for _, meters in scopes_of(state, node):
            if "turns" in meters:
                meters["turns"].spent += 1
            for kind, amount in body.reserved.items():
                if kind in meters:
                    meters[kind].reserved += amount
    for above in above_of(state, node):
        above.live += 1


def _count(attempt: Attempt, turn: Turn, by: Literal[1, -1]) -> None:
    """Count a turn among those of its kind that an attempt has only so many of; or take it back."""
    if turn.kind == "reprompt":
        attempt.reprompts += by
    elif turn.kind == "refine":
        attempt.cycles += by
    elif turn.kind == "recovery":
        attempt.continued = by == 1


def _turn_interrupted(state: RunState, event: Event, body: ev.TurnInterrupted) -> None:
    _, attempt = attempt_of(state, body)
    attempt.turns[body.turn - 1].interrupt = body.cause


def _attempt_ended(state: RunState, event: Event, body: ev.AttemptEnded) -> None:
    node, attempt = attempt_of(state, body)
    attempt.outcome, attempt.failure, attempt.reason = body.outcome, body.failure, body.reason
    touch(state, node.id)
    if body.outcome == "cleared":
        node.phase = "done"
        return
    node.phase, node.next_turn = "open", None
    if body.outcome == "withdrawn":
        return
    hold = answered_hold(state, node)
    if hold is not None:
        node.open_cause, node.note = "answer", hold.note
        if hold.kind == "reconcile" and "branch" in hold.evidence:
            state.published = state.tips[node.line] = node.fork = str(hold.evidence["observed"])
    elif body.outcome == "lost":
        node.open_cause = "lost"
    else:
        node.open_cause = "retry"
        node.retries += 1
        node.note = f"The attempt before this one failed ({body.failure}): {body.reason}"


HANDLERS: dict[str, Callable[[RunState, Event, Any], None]] = {
    "agent_started": _agent_started,
    "turn_ended": _turn_ended,
    "turn_lost": _turn_lost,
    "turn_refused": _turn_refused,
    "turn_waits": _turn_waits,
    "attempt_opened": _attempt_opened,
    "turn_started": _turn_started,
    "turn_interrupted": _turn_interrupted,
    "attempt_ended": _attempt_ended,
}
