# SPDX-License-Identifier: Apache-2.0
"""Which cap stands in the way of the next turn. N permits exactly N; the next one pauses."""

from __future__ import annotations

from engine.definition.model import AttemptBudget, RunBlock, StepBlock
from engine.kernel.places import workflow_of
from engine.kernel.state import Attempt, Node, RunState

COMMAND_TIMEOUT = 15 * 60_000
"""Milliseconds a command may take where its block says nothing."""


def attempt_budget(state: RunState, node: Node) -> AttemptBudget:
    """The limits of one attempt of this node."""
    own = node.block.budget.attempt if isinstance(node.block, StepBlock) else None
    return own or workflow_of(state, node).budgets.attempt


def reached(state: RunState, node: Node, attempt: Attempt) -> tuple[str, str] | None:
    """The first cap that forbids another turn, as (what `raise` takes, a sentence); None when there is room."""
    command = isinstance(node.block, RunBlock)
    for kind, meter in state.meters.items():
        if meter.cap is None or (command and kind != "wall_clock"):
            continue
        if meter.spent >= meter.cap:
            return (
                kind,
                f"The run's {kind} budget is spent: {_amount(kind, meter.spent)} of {_amount(kind, meter.cap)}.",
            )
        if meter.at_least and kind != "turns":
            return kind, (
                f"The run has a {kind} budget of {_amount(kind, meter.cap)}, and an agent's {kind} are unknown: at "
                f"least {_amount(kind, meter.spent)} is spent. Raise the budget to go on without knowing."
            )
    if command:
        return None
    limits = attempt_budget(state, node)
    turns = _raised(state, node, "attempt.turns", limits.turns)
    if turns is not None and len(attempt.turns) >= turns:
        return "attempt.turns", f"Attempt {attempt.n} of {node.id} has used its {turns:g} turns."
    wall = _raised(state, node, "attempt.wall_clock", limits.wall_clock)
    if wall is not None and attempt.spent_ms >= wall:
        return "attempt.wall_clock", (
            f"Attempt {attempt.n} of {node.id} has used its wall clock of {_amount('wall_clock', wall)}."
        )
    return None


def turn_limits(state: RunState, node: Node, attempt: Attempt) -> tuple[int | None, int | None]:
    """(wall, idle) of the next turn in ms; None: no limit."""
    if isinstance(node.block, RunBlock):
        return node.block.timeout or COMMAND_TIMEOUT, None
    limits = attempt_budget(state, node)
    wall = _raised(state, node, "attempt.wall_clock", limits.wall_clock)
    return (None if wall is None else max(0, int(wall) - attempt.spent_ms)), limits.idle


def wall_clock_left(state: RunState) -> float | None:
    """Driving milliseconds left to the run; None: no limit."""
    meter = state.meters.get("wall_clock")
    return None if meter is None or meter.cap is None else meter.cap - state.driven


def _raised(state: RunState, node: Node, kind: str, cap: int | None) -> float | None:
    return None if cap is None else cap + state.raised.get(kind, 0)


def _amount(kind: str, value: float) -> str:
    if kind.endswith("wall_clock"):
        return f"{value / 1000:g} s"
    return f"${value:.2f}" if kind == "cost" else f"{value:g}"
