# SPDX-License-Identifier: Apache-2.0
"""A run's state as the JSON that commands print. The shapes are stable; unknown figures are null."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pydantic import JsonValue

from engine.definition.model import Gates
from engine.kernel.events import JudgedGate, Usage
from engine.kernel.judging import EXIT_KEY, facts_of, leaves, name_of
from engine.kernel.state import Attempt, Hold, Meter, Node, RunState, Turn
from engine.projections.views import AttemptState, GateView, MeterView, NodeState, ProviderWaitView, Summary

_USAGE = tuple(name for name in Usage.model_fields if name != "priced")


def run_json(state: RunState) -> dict[str, JsonValue]:
    """One run: `show RUN --json`."""
    return {
        "run": state.run,
        "state": state.status,
        "cause": state.cause or None,
        "branch": state.branch,
        "base": state.base,
        "budgets": {kind: meter_json(meter_view(kind, meter)) for kind, meter in state.meters.items()},
        "nodes": [_node_json(node, over=state.ended) for node in state.nodes.values() if node.id],
        "holds": [_hold_json(state.run, hold) for hold in state.open_holds],
        **_waits_json([state]),
        **({"on_provider_limit": state.on_limit} if state.on_limit != "continue" else {}),
    }


def provider_waits(state: RunState) -> tuple[ProviderWaitView, ...]:
    """The steps that wait for their provider now."""
    return tuple(
        ProviderWaitView(node, wait.account, wait.failure, wait.until, wait.refusals)
        for node, wait in state.provider_waits
    )


def _waits_json(states: Iterable[RunState]) -> dict[str, JsonValue]:
    """`provider_waits`, where anything waits."""
    waits = [_wait_json(state.run, wait) for state in states for wait in provider_waits(state)]
    return {"provider_waits": waits} if waits else {}


def _wait_json(run: str, wait: ProviderWaitView) -> JsonValue:
    return {
        "run": run,
        "node": wait.node,
        "account": wait.account,
        "failure": wait.failure,
        "until": wait.until,
        "refusals": wait.refusals,
    }


def holds_json(states: RunState | Iterable[RunState]) -> dict[str, JsonValue]:
    """What waits for a person, oldest first: `holds [RUN] --json`."""
    runs = [states] if isinstance(states, RunState) else list(states)
    waiting = [(hold.at, _hold_json(state.run, hold)) for state in runs for hold in state.open_holds]
    return {"holds": [shape for _, shape in sorted(waiting, key=lambda pair: pair[0])], **_waits_json(runs)}


def evidence_json(state: RunState, node: str) -> dict[str, JsonValue]:
    """Every gate of every attempt of a node, in order: `evidence RUN NODE --json`."""
    return {
        "gates": [
            {
                "gate": gate.gate,
                "outcome": gate.outcome,
                "reason": gate.reason,
                "facts": dict(gate.facts),
                "label": gate.label,
                "attempt": gate.attempt,
                "seq": gate.seq,
            }
            for gate in gates_of(state, node)
        ]
    }


def list_json(summaries: Iterable[Summary]) -> dict[str, JsonValue]:
    """Every run, newest first: `list --json`."""
    return {"runs": [_summary_json(summary) for summary in summaries]}


def gates_of(state: RunState, node: str, attempt: int | None = None) -> tuple[GateView, ...]:
    """The gates of a node's attempts (or of one), oldest attempt first; a gate not judged yet is `waiting`."""
    found = state.nodes.get(node)
    if found is None:
        return ()
    return tuple(gate for one in found.attempts if attempt in (None, one.n) for gate in _attempt_gates(found, one))


def gates_in(node: Node) -> Gates:
    """The gates that the definition gives a node; none for containers."""
    gates: Gates = getattr(node.block, "gate", ())
    return gates


def _attempt_gates(node: Node, attempt: Attempt) -> Iterator[GateView]:
    for judged in attempt.judged:
        yield GateView(
            key=judged.key,
            gate=judged.gate,
            outcome=judged.outcome,
            reason=judged.reason,
            facts=_facts_of(attempt, judged),
            label=judged.label,
            attempt=attempt.n,
            seq=attempt.judged_seq or 0,
        )
    if not attempt.judged:
        names = {key: name_of(gate) for key, gate in leaves(gates_in(node))}
        for key in attempt.wanted:
            facts = attempt.facts.get(key)
            reason, outcome = _unjudged(attempt, measured=facts is not None)
            name = names.get(key, key)
            yield GateView(key, name, outcome, reason, facts or {}, "measured", attempt.n, attempt.opened_seq)


def _unjudged(attempt: Attempt, *, measured: bool) -> tuple[str, Literal["not_checked", "waiting"]]:
    """Why a gate was not judged: its attempt goes on, or was over before."""
    if attempt.outcome is None:
        return ("measured, not judged yet" if measured else "not measured yet"), "waiting"
    return f"the attempt ended before it was {'judged' if measured else 'measured'}", "not_checked"


def _facts_of(attempt: Attempt, judged: JudgedGate) -> dict[str, JsonValue]:
    turn = attempt.turn
    if judged.key == EXIT_KEY and turn is not None:
        return {"exit": turn.exit_code, "signal": turn.signal, "took": turn.duration}
    return facts_of(judged, attempt.facts)


def meter_view(kind: str, meter: Meter) -> MeterView:
    """A budget as shown: where nothing is known, nothing is claimed."""
    spent = None if meter.at_least and not meter.spent else meter.spent
    return MeterView(kind, spent, meter.at_least, meter.reserved, meter.cap)


def meter_json(meter: MeterView) -> dict[str, JsonValue]:
    """One budget of `show` and `list`."""
    return {"spent": meter.spent, "at_least": meter.at_least, "reserved": meter.reserved, "cap": meter.cap}


def node_state(node: Node, *, over: bool = False) -> NodeState:
    """Where a block stands, in one word. `over`: its run has ended, so that nothing in it moves or waits any more."""
    if node.outcome is not None:
        return node.outcome
    if over:
        return "skipped" if node.phase == "enter" else "withdrawn"
    if node.waits_for is not None:
        return "waiting"
    return "pending" if node.phase == "enter" else "running"


def attempt_state(node: Node, attempt: Attempt, *, over: bool = False) -> AttemptState:
    """Where an attempt stands, in one word; `over` as for `node_state`."""
    if attempt.outcome is not None:
        return attempt.outcome
    if over:
        return "withdrawn"
    return "waiting" if node.waits_for is not None else "running"


def turn_usage(turn: Turn) -> dict[str, float | None] | None:
    """What a turn used, part by part; None where it told nothing."""
    return None if turn.usage is None else {part: getattr(turn.usage, part) for part in _USAGE}


def usage_of(attempt: Attempt) -> dict[str, float | None] | None:
    """The sum over an attempt's turns; a part that no turn knows is None; None where no turn told anything."""
    told = [turn.usage for turn in attempt.turns if turn.usage is not None]
    if not told:
        return None
    sums: dict[str, float | None] = {}
    for part in _USAGE:
        known = [value for usage in told if (value := getattr(usage, part)) is not None]
        sums[part] = sum(known) if known else None
    return sums


def _node_json(node: Node, *, over: bool) -> dict[str, Any]:
    return {
        "id": node.id,
        "kind": node.block.kind if node.block is not None else "sequence",
        "state": node_state(node, over=over),
        "attempts": [_attempt_json(node, attempt, over=over) for attempt in node.attempts],
    }


def _attempt_json(node: Node, attempt: Attempt, *, over: bool) -> dict[str, Any]:
    turn = attempt.turn
    return {
        "n": attempt.n,
        "state": attempt_state(node, attempt, over=over),
        "session": attempt.session,
        "fork_point": attempt.fork_point,
        "head": attempt.head,
        "isolation": attempt.isolation,
        "network": attempt.network,
        "pid": turn.pid if turn is not None and turn.ended_seq is None else None,
        "usage": usage_of(attempt),
        **({"waits_until": until} if (until := waits_until(attempt)) is not None else {}),
    }


def waits_until(attempt: Attempt) -> str | None:
    """Until when (UTC) the attempt waits for its provider; None: it does not."""
    turn = attempt.turn
    return turn.waits.until if turn is not None and turn.waits is not None else None


def _hold_json(run: str, hold: Hold) -> dict[str, Any]:
    return {
        "id": hold.id,
        "run": run,
        "node": hold.node,
        "kind": hold.kind,
        "sentence": hold.sentence,
        "answers": list(hold.answers),
        "seq": hold.seq,
        "opened_at": hold.at,
        "evidence": hold.evidence,
    }


def _summary_json(summary: Summary) -> dict[str, JsonValue]:
    return {
        "run": summary.run,
        "state": summary.state,
        "cause": summary.cause or None,
        "branch": summary.branch,
        "base": summary.base,
        "budgets": {meter.kind: meter_json(meter) for meter in summary.meters},
        "workflow": summary.workflow,
        "title": summary.title,
        "repository": summary.repository,
        "created_at": summary.created_at,
        "last_at": summary.last_at,
        "waiting": len(summary.holds),
        "provider_waits": [_wait_json(summary.run, wait) for wait in summary.waits],
        "on_provider_limit": summary.on_provider_limit,
        "failures": dict(summary.failures),
    }
