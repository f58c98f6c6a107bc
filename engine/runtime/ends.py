# SPDX-License-Identifier: Apache-2.0
"""How a turn ended, as the journal has it: of an agent, of a command, of one that never began."""

from __future__ import annotations

from engine.agents.protocol import TurnResult
from engine.agents.protocol import Usage as AgentUsage
from engine.kernel.events import TurnEnded, TurnReason, TurnRefused, TurnStarted, Usage
from engine.placement import ProcessResult
from engine.policy.prices import PriceTable
from engine.runtime.backoff import utc
from engine.runtime.fleet import Refusal


def turn_ended(decision: TurnStarted, result: TurnResult, usage: Usage | None) -> TurnEnded:
    """How an agent's turn ended."""
    return TurnEnded(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        reason=result.reason,
        version=result.version,
        failure=result.failure,
        short=result.short,
        message=result.message[:2000],
        exit_code=result.exit_code,
        signal=result.signal,
        usage=usage,
        duration=result.duration_ms,
        retry_after=result.retry_after_ms,
        isolation=None if result.isolation is None else str(result.isolation),
    )


def usage_of(told: AgentUsage | None, model: str | None, prices: PriceTable) -> Usage | None:
    """What the agent told, with a cost where the price table has one. What was cut short is not priced."""
    if told is None:
        return None
    priced = None if told.cost is not None or told.at_least else prices.cost(model_of(told, model), told)
    return Usage(
        requests=told.requests,
        input=told.input,
        output=told.output,
        cache_read=told.cache_read,
        cache_write=told.cache_write,
        cost=told.cost if priced is None else priced.dollars,
        priced=None if priced is None else priced.date,
    )


def model_of(told: AgentUsage | None, wanted: str | None) -> str | None:
    """The one model that the figures are of: what the agent names, else what it was asked to use."""
    models = told.models if told is not None else ()
    return wanted if not models else models[0] if len(models) == 1 else None


def command_ended(decision: TurnStarted, result: ProcessResult) -> TurnEnded:
    """How a command ended; whatever its exit status, its turn came to its end."""
    reasons: dict[str, TurnReason] = {"timed_out": "timed_out", "interrupted": "interrupted"}
    reason = reasons.get(result.ended, "end_turn")
    return TurnEnded(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        reason=reason,
        failure="timed_out" if reason == "timed_out" else None,
        message=result.detail or ("" if result.ended == "exited" else result.ended.replace("_", " ")),
        exit_code=result.exit_code,
        signal=result.signal,
        duration=result.duration_ms,
        isolation=result.isolation,
    )


def never_began(decision: TurnStarted) -> TurnEnded:
    """The end of a turn that was interrupted before anything was started."""
    return TurnEnded(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        reason="interrupted",
        message="interrupted before it began; nothing was started",
    )


def refused(decision: TurnStarted, refusal: Refusal) -> TurnRefused:
    """What becomes of a turn that the fleet has no place for."""
    return TurnRefused(
        node=decision.node,
        attempt=decision.attempt,
        turn=decision.turn,
        limit=refusal.limit,
        sentence=refusal.sentence,
        failure=None if refusal.wait is None else refusal.wait.failure,
        until=None if refusal.wait is None else utc(refusal.wait.until),
    )
