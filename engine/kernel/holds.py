# SPDX-License-Identifier: Apache-2.0
"""What a hold says and offers: one function a kind, each giving the `HoldOpened` decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from engine.kernel.events import HoldKind, HoldOpened, JudgedGate
from engine.kernel.state import Attempt, Hold, Node, RunState
from engine.policy.failures import follow_up

GATE_ANSWERS = ("retry", "continue", "override", "edit", "quit")
FAILURE_ANSWERS = ("retry", "quit")
PROVIDER_ANSWERS = ("retry", "wait", "quit")
BUDGET_ANSWERS = ("raise", "stop", "quit")
FLEET_ANSWERS = ("retry", "stop", "quit")
RECONCILE_ANSWERS = ("adopt", "redo", "discard")


def _next_id(state: RunState) -> str:
    return f"h{len(state.holds) + 1}"


def _spend(state: RunState) -> dict[str, JsonValue]:
    return {
        kind: {"spent": meter.spent, "cap": meter.cap, "at_least": meter.at_least}
        for kind, meter in state.meters.items()
    }


def _evidence(state: RunState, attempt: Attempt) -> dict[str, JsonValue]:
    """What a person is shown: gates with their reasons, the commit, the claim, the spend. Missing is null."""
    verdict = attempt.facts.get("verdict")
    work = attempt.facts.get("work", {})
    return {
        "head": attempt.head,
        "fork_point": attempt.fork_point,
        "gates": [gate.model_dump(mode="json") for gate in attempt.judged],
        "verdict": verdict,
        "diff": work.get("diff"),
        "spend": _spend(state),
    }


def _told(gates: Iterable[JudgedGate]) -> str:
    return "; ".join(f"{gate.gate}: {gate.reason}" for gate in gates if gate.outcome in ("blocked", "not_checked"))


def gate_hold(state: RunState, node: Node, attempt: Attempt) -> HoldOpened:
    """The gate is still blocked after its re-prompts."""
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="gate",
        sentence=f"The gate of {node.id} is blocked. {_told(attempt.judged)}",
        answers=GATE_ANSWERS if node.block is not None and node.block.kind == "step" else ("retry", "override", "quit"),
        evidence=_evidence(state, attempt),
        commit=attempt.head,
    )


def approval_hold(state: RunState, node: Node, attempt: Attempt, cycles: int) -> HoldOpened:
    """Every mechanical gate cleared and a person is asked. `cycles` bounds the refinements of one attempt."""
    exhausted = attempt.cycles >= cycles
    answers = ["accept", "restart_from", "jump_to", "quit"]
    if not exhausted:
        answers.insert(1, "refine")
    spent = (
        f" {attempt.cycles} of {cycles} refinements are used up; refine is not offered any more." if exhausted else ""
    )
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="approval",
        sentence=f"{node.id} asks for your approval: every other gate cleared.{spent}",
        answers=tuple(answers),
        evidence=_evidence(state, attempt) | {"cycles": {"used": attempt.cycles, "of": cycles}},
        commit=attempt.head,
    )


def budget_hold(state: RunState, node: Node, kind: str, sentence: str) -> HoldOpened:
    """A cap is reached: nothing more is started until it is raised. `kind` is what `raise` takes."""
    attempt = node.attempt
    return HoldOpened(
        node=node.id,
        attempt=attempt.n if attempt else None,
        hold=_next_id(state),
        kind="budget",
        sentence=sentence,
        answers=BUDGET_ANSWERS,
        evidence={"budget": kind, "spend": _spend(state)},
        commit=attempt.head if attempt else None,
    )


def fleet_hold(state: RunState, node: Node, attempt: Attempt, limit: str, sentence: str) -> HoldOpened:
    """A limit of the whole fleet is reached: nothing of this run can raise it, so a person says when to try again."""
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="budget",
        sentence=sentence,
        answers=FLEET_ANSWERS,
        evidence={"limit": limit, "spend": _spend(state)},
        commit=attempt.head,
    )


def failure_hold(state: RunState, node: Node, attempt: Attempt, failure: str, reason: str) -> HoldOpened:
    """Retries are used up, or the failure is of a class that must not be retried unasked."""
    answers = FAILURE_ANSWERS if follow_up(failure) != "wait" else PROVIDER_ANSWERS
    turn = attempt.turn
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="failure",
        sentence=f"Attempt {attempt.n} of {node.id} failed ({failure.replace('_', ' ')}): {reason}",
        answers=answers,
        evidence=_evidence(state, attempt)
        | {
            "failure": failure,
            "exit_code": turn.exit_code if turn else None,
            "signal": turn.signal if turn else None,
            "retry_after": turn.retry_after if turn else None,
        },
        commit=attempt.head,
    )


def provider_hold(state: RunState, node: Node, attempt: Attempt, limited: Mapping[str, JsonValue]) -> HoldOpened:
    """The provider takes no requests now, and the run's switch says that a person decides: the turn never began."""
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="failure",
        sentence=str(limited["sentence"]),
        answers=PROVIDER_ANSWERS,
        evidence={
            "failure": limited["failure"],
            "until": limited["until"],
            "begun": False,
            "spend": _spend(state),
        },
        commit=attempt.head,
    )


def is_provider_hold(hold: Hold) -> bool:
    """Whether it waits for what a provider takes again by itself."""
    failure = hold.evidence.get("failure")
    return hold.kind == "failure" and isinstance(failure, str) and follow_up(failure) == "wait"


def reconcile_hold(
    state: RunState, node: Node, attempt: Attempt, expected: str | None, found: str | None
) -> HoldOpened:
    """The run's branch moved since the journal last saw it; both sides are shown and nothing was touched."""
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="reconcile",
        sentence=f"Branch {state.branch} is at {(found or 'nothing')[:12]}, and the journal last saw it at "
        f"{(expected or 'nothing')[:12]}. Adopt what is there, redo the landing once you have moved it back, "
        f"or discard what is there (it stays on a ref).",
        answers=RECONCILE_ANSWERS,
        evidence={"recorded": expected, "observed": found, "head": attempt.head, "branch": state.branch},
        commit=attempt.head,
    )


def checkout_hold(
    state: RunState, node: Node, attempt: Attempt, sentence: str, evidence: dict[str, JsonValue]
) -> HoldOpened:
    """The checkout is not what was secured; both sides are shown and nothing was judged."""
    return HoldOpened(
        node=node.id,
        attempt=attempt.n,
        hold=_next_id(state),
        kind="reconcile",
        sentence=f"{sentence} Adopt what is there as this attempt's work, redo the measuring once you have moved it "
        "back, or discard the attempt and start afresh from its fork point (what is there stays on a ref).",
        answers=RECONCILE_ANSWERS,
        evidence=evidence,
        commit=attempt.head,
    )


def block_hold(
    state: RunState,
    node: Node,
    kind: HoldKind,
    sentence: str,
    answers: tuple[str, ...],
    evidence: dict[str, JsonValue] | None = None,
    attempt: Attempt | None = None,
) -> HoldOpened:
    """A container waits: its join, its loop, its fan-out or its integration."""
    return HoldOpened(
        node=node.id,
        attempt=attempt.n if attempt is not None else None,
        hold=_next_id(state),
        kind=kind,
        sentence=sentence,
        answers=answers,
        evidence={"spend": _spend(state), **(evidence or {})},
        commit=node.head,
    )


def pause_hold(state: RunState) -> HoldOpened:
    """The operator paused."""
    return HoldOpened(
        hold=_next_id(state),
        kind="pause",
        sentence="Paused by the operator at a safe boundary.",
        answers=("resume", "quit"),
        evidence={"spend": _spend(state)},
    )
