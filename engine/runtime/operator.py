# SPDX-License-Identifier: Apache-2.0
"""What a person may command, checked against the state: each becomes one observation, or is refused with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.errors import AnswerRefused, Refused, UsageError
from engine.kernel import Observation, RunState
from engine.kernel.budgets import meter_of
from engine.kernel.events import (
    Answered,
    By,
    CancelRequested,
    ContinuationSet,
    MessageGiven,
    PauseRequested,
    Raised,
)
from engine.kernel.messages import is_at_work
from engine.kernel.places import AGENTED, ways_from
from engine.kernel.state import METERS, ROOT, Hold

RAISABLE = (*METERS, "attempt.turns", "attempt.wall_clock")
MESSAGE = 20_000
"""Characters of a message to an agent."""
NOTED = {
    "refine": "what to change",
    "edit": "what the new attempt is told to do",
    "answer": "what the agent is told",
}
"""Answers that mean nothing without a note, and what the note says."""
SWITCHES = {"on_provider_limit": ("continue", "pause")}
"""What can be set of a run while it lives, and to what."""
_CLOCKS = ("wall_clock", "attempt.wall_clock")
_UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}


class _Command(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    command: str
    hold: str = ""
    answer: str = ""
    note: str = ""
    to: str | None = None
    expect: int | None = None
    kind: str = ""
    amount: float = 0
    now: bool = False
    node: str = ""
    text: str = ""
    name: str = ""
    value: str = ""


def observe_command(state: RunState, command: Mapping[str, Any], by: By) -> Observation:
    """The observation that a person's command becomes.

    Raises:
        AnswerRefused: the hold is answered already or its evidence has moved (exit 5).
        UsageError: no such hold, answer, budget or command.
        Refused: the run has ended.
    """
    try:
        given = _Command.model_validate(dict(command))
    except ValidationError as error:
        raise UsageError(f"the command {dict(command)!r} is malformed: {error.errors()[0]['msg']}") from error
    if state.ended:
        raise Refused(f"run {state.run!r} has ended ({state.outcome}); nothing can be commanded any more")
    match given.command:
        case "answer":
            return _answer(state, given, by)
        case "raise":
            return _raise(state, given.kind, given.amount, by)
        case "pause":
            return PauseRequested(now=given.now, by=by)
        case "cancel":
            return CancelRequested(by=by)
        case "resume":
            return _resume(state, by)
        case "message":
            return _message(state, given, by)
        case "set":
            return _set(given.name, given.value, by)
    raise UsageError(f"there is no command {given.command!r}")


def jump_targets(state: RunState, hold: Hold, answer: str) -> list[str]:
    """Where `restart_from` or `jump_to` may go from this hold: siblings, earlier (itself included) or later."""
    back, on = ways_from(state, state.nodes[hold.node or ROOT])
    return on if answer == "jump_to" else back


def parse_raise(text: str) -> tuple[str, float]:
    """`turns=+5`, `wall_clock=+30m`, `cost=+2.50` as (kind, amount); clocks in milliseconds.

    Raises:
        UsageError: not of that shape, an unknown budget, or an amount that is not positive.
    """
    match = re.fullmatch(r"((?:[^=]+:)?[a-z_.]+)=\+?([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?", text.strip())
    if match is None or _kind_of(match[1]) not in RAISABLE:
        raise UsageError(f"{text!r} is no raise; write KIND=+N with KIND one of {', '.join(RAISABLE)}")
    kind, amount, unit = match[1], float(match[2]), match[3]
    if (unit is None) == (_kind_of(kind) in _CLOCKS):
        hint = "a clock needs a unit (30s, 15m, 2h)" if _kind_of(kind) in _CLOCKS else f"{kind} takes a plain number"
        raise UsageError(f"{text!r} is no raise: {hint}")
    if unit is None and _kind_of(kind) != "cost" and not amount.is_integer():
        raise UsageError(f"{text!r} is no raise: {kind} takes a whole number")
    return kind, _positive(kind, amount * _UNITS[unit] if unit else amount)


def _kind_of(name: str) -> str:
    return name.rpartition(":")[2]


def _positive(kind: str, amount: float) -> float:
    if not 0 < amount < 1e15:
        raise UsageError(f"a budget is raised by a positive amount; {kind}={amount!r} is none")
    return amount


def _raise(state: RunState, kind: str, amount: float, by: By) -> Raised:
    meter = meter_of(state, kind)
    if meter is None and kind not in RAISABLE:
        raise UsageError(
            f"there is no budget {kind!r}; raise one of {', '.join(RAISABLE)}, or NODE:KIND of a block's own"
        )
    if meter is not None and meter.cap is None:
        raise UsageError(f"run {state.run!r} has no {kind} budget, so there is nothing to raise")
    return Raised(kind=kind, amount=_positive(kind, amount), by=by)


def _answer(state: RunState, given: _Command, by: By) -> Observation:
    hold = state.holds.get(given.hold)
    if hold is None:
        known = ", ".join(hold.id for hold in state.open_holds) or "none"
        raise UsageError(f"run {state.run!r} has no hold {given.hold!r}; open: {known}")
    if hold.closed_seq is not None:
        what = f"answered {hold.answer!r}" if hold.answer else f"withdrawn ({hold.note})"
        raise AnswerRefused(f"hold {hold.id!r} is closed: it was {what}; look at `holds` again")
    if given.expect is not None and given.expect != hold.seq:
        raise AnswerRefused(
            f"the evidence of hold {hold.id!r} has moved: it is at {hold.seq}, and the answer was given for "
            f"{given.expect}; look at it again"
        )
    if given.answer not in hold.answers:
        raise UsageError(f"hold {hold.id!r} ({hold.kind}) takes {', '.join(hold.answers)}; not {given.answer!r}")
    if given.answer == "raise":
        kind, amount = parse_raise(given.note)
        return _raise(state, kind, amount, by)
    if given.answer in NOTED and not given.note.strip():
        raise UsageError(f"{given.answer} needs a note (--note TEXT): {NOTED[given.answer]}")
    to = _target(state, hold, given) if given.answer in ("restart_from", "jump_to") else None
    return Answered(hold=hold.id, answer=given.answer, note=given.note, to=to, expect=hold.seq, by=by, node=hold.node)


def _target(state: RunState, hold: Hold, given: _Command) -> str:
    allowed = jump_targets(state, hold, given.answer)
    if given.to is None or given.to not in allowed:
        raise UsageError(f"{given.answer} needs --to with one of: {', '.join(allowed) or 'nothing is there'}")
    return given.to


def _message(state: RunState, given: _Command, by: By) -> MessageGiven:
    node = state.nodes.get(given.node)
    if node is None or not isinstance(node.block, AGENTED):
        known = ", ".join(id_ for id_, node in state.nodes.items() if is_at_work(node)) or "none"
        raise UsageError(f"run {state.run!r} has no agent at {given.node!r}; at work: {known}")
    if not given.text.strip():
        raise UsageError("a message needs words")
    if len(given.text) > MESSAGE:
        raise UsageError(f"a message has at most {MESSAGE:,} characters; this has {len(given.text):,}")
    if not is_at_work(node):
        held = f"it is held by {node.hold}: answer that, with a note" if node.hold else "no turn of it runs"
        raise Refused(f"nobody is at work at {node.id!r}: {held}")
    return MessageGiven(node=node.id, message_id=f"m{state.last_seq + 1}", text=given.text, by=by)


def parse_set(text: str) -> tuple[str, str]:
    """`on_provider_limit=pause` as (name, value). Raises UsageError: no such setting of a run, or no such value."""
    name, _, value = text.strip().partition("=")
    if name not in SWITCHES or value not in SWITCHES[name]:
        known = ", ".join(f"{one}={'|'.join(values)}" for one, values in SWITCHES.items())
        raise UsageError(f"{text!r} sets nothing of a run; write {known}")
    return name, value


def _set(name: str, value: str, by: By) -> ContinuationSet:
    parse_set(f"{name}={value}")
    return ContinuationSet.model_validate({"on_provider_limit": value, "by": by})


def _resume(state: RunState, by: By) -> Observation:
    pause = next((hold for hold in state.open_holds if hold.kind == "pause"), None)
    if pause is None:
        raise Refused(f"run {state.run!r} is not paused by the operator; nothing to resume")
    return Answered(hold=pause.id, answer="resume", expect=pause.seq, by=by)
