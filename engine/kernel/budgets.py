# SPDX-License-Identifier: Apache-2.0
"""Which cap stands in the way of the next turn, and what that turn reserves. N permits exactly N; the next one pauses.

A budget is named by its kind, `turns`; that of a block by its node, `fix:turns`; those of one attempt `attempt.turns`
and `attempt.wall_clock`. Whoever runs beside others reserves its worst case first, so that together none overspends:
what its step's own budget leaves, or, where the step has none of that kind, all that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.definition.model import AttemptBudget, RunBlock
from engine.kernel.places import AGENTED, above_of, workflow_of
from engine.kernel.state import RESERVED, Attempt, Meter, Node, RunState

COMMAND_TIMEOUT = 15 * 60_000
"""Milliseconds a command may take where its block says nothing."""
_ROUNDING = 1e-9
"""Dollars that are no difference."""


@dataclass(frozen=True, slots=True)
class Full:
    """A cap is reached: what `raise` takes, and a sentence. `waits`: there is room once others let go of theirs."""

    kind: str
    sentence: str
    waits: bool = False


def budget_name(node: Node | None, kind: str) -> str:
    """What `raise` takes for a budget of a block, or of the run."""
    return kind if node is None else f"{node.id}:{kind}"


def scopes_of(state: RunState, node: Node) -> Iterator[tuple[Node | None, dict[str, Meter]]]:
    """Every set of meters that a turn of this node counts in: its own, those around it, the run's."""
    for holder in (node, *above_of(state, node)):
        if holder.meters:
            yield holder, holder.meters
    yield None, state.meters


def meter_of(state: RunState, name: str) -> Meter | None:
    """The meter that a name means; None where there is none."""
    id_, _, kind = name.rpartition(":")
    if not id_:
        return state.meters.get(kind)
    node = state.nodes.get(id_)
    return None if node is None else node.meters.get(kind)


def attempt_budget(state: RunState, node: Node) -> AttemptBudget:
    """The limits of one attempt of this node."""
    own = node.block.budget.attempt if isinstance(node.block, AGENTED) else None
    return own or workflow_of(state, node).budgets.attempt


def full(state: RunState, node: Node, attempt: Attempt) -> Full | None:
    """The first cap that forbids another turn, rather one that only raising helps; None when there is room."""
    command, waiting = isinstance(node.block, RunBlock), None
    for holder, meters in scopes_of(state, node):
        for kind, meter in meters.items():
            if meter.cap is not None and (not command or kind == "wall_clock"):
                found = _spent(state, holder, kind, meter) or _reserved(state, node, holder, kind, meter)
                if found is not None and not found.waits:
                    return found
                waiting = waiting or found
    own = None if command else _attempt_full(state, node, attempt) or _still_short(state, node, attempt)
    return own if own is not None and not own.waits else waiting or own


def _spent(state: RunState, holder: Node | None, kind: str, meter: Meter) -> Full | None:
    name, whose = budget_name(holder, kind), f"{holder.id}'s" if holder is not None else "The run's"
    spent = clock_of(state, holder) if kind == "wall_clock" else meter.spent
    assert meter.cap is not None
    if spent >= meter.cap:
        return Full(
            name, f"{whose} {_word(kind)} budget is spent: {_amount(kind, spent)} of {_amount(kind, meter.cap)}."
        )
    if meter.at_least and not meter.unknown_accepted and kind in RESERVED:
        return Full(
            name,
            f"{whose} {_word(kind)} budget is {_amount(kind, meter.cap)}, and an agent's {_word(kind)} is unknown: at "
            f"least {_amount(kind, meter.spent)} is spent. Raise it to go on without knowing.",
        )
    return None


def _reserved(state: RunState, node: Node, holder: Node | None, kind: str, meter: Meter) -> Full | None:
    if kind not in RESERVED:
        return None
    assert meter.cap is not None
    alone = meter.cap - meter.spent
    left = alone - meter.reserved
    wanted = _worst_case(node, kind)
    if left > 0 and (wanted is None or wanted <= left):
        return None
    name, whose = budget_name(holder, kind), holder.id if holder is not None else "the run"
    needed = f"up to {_amount(kind, wanted)}" if wanted is not None else f"some {_word(kind)}"
    return Full(
        name,
        f"{node.id} may need {needed}, and {whose} has {_amount(kind, max(0, left))} of "
        f"{_amount(kind, meter.cap)} left.",
        waits=wanted is None or wanted <= alone,
    )


def _worst_case(node: Node, kind: str) -> float | None:
    """What the step's own budget leaves; None where it has none of this kind."""
    meter = node.meters.get(kind)
    return None if meter is None or meter.cap is None else max(0.0, meter.cap - meter.spent)


def reservation(state: RunState, node: Node) -> dict[str, float]:
    """What a turn of this node reserves of each kind that some cap is on."""
    if isinstance(node.block, RunBlock):
        return {}
    kept: dict[str, float] = {}
    for kind in RESERVED:
        wanted = _worst_case(node, kind)
        for _, meters in scopes_of(state, node):
            meter = meters.get(kind)
            if meter is not None and meter.cap is not None:
                left = max(0.0, meter.cap - meter.spent - meter.reserved)
                wanted = left if wanted is None else min(wanted, left)
        if wanted is not None:
            kept[kind] = wanted
    return kept


def _attempt_full(state: RunState, node: Node, attempt: Attempt) -> Full | None:
    limits = attempt_budget(state, node)
    turns = _raised(state, "attempt.turns", limits.turns)
    if turns is not None and len(attempt.turns) >= turns:
        return Full("attempt.turns", f"Attempt {attempt.n} of {node.id} has used its {turns:g} turns.")
    wall = _raised(state, "attempt.wall_clock", limits.wall_clock)
    if wall is not None and attempt.spent_ms >= wall:
        told = f"Attempt {attempt.n} of {node.id} has used its wall clock of {_amount('wall_clock', wall)}."
        return Full("attempt.wall_clock", told)
    return None


def _still_short(state: RunState, node: Node, attempt: Attempt) -> Full | None:
    """What was too little for the next request of the last turn, as long as no more of it is left than there was."""
    turn = attempt.turn
    if turn is None or turn.short is None:
        return None
    kind = turn.short
    left = reservation(state, node).get(kind)
    used = turn.usage.amounts[kind] if turn.usage is not None else None
    remained = turn.reserved.get(kind, 0) - (used or 0) + _ROUNDING
    if left is None or left > remained:
        return None
    capped = [(holder, meters[kind]) for holder, meters in scopes_of(state, node) if kind in meters]
    holder, meter = min(
        ((holder, meter) for holder, meter in capped if meter.cap is not None),
        key=lambda found: (found[1].cap or 0) - found[1].spent - found[1].reserved,
    )
    whose = holder.id if holder is not None else "the run"
    told = f"{whose} has {_amount(kind, left)} of {_amount(kind, meter.cap)} left"
    return Full(
        budget_name(holder, kind),
        f"The next request of {node.id} may need more {_word(kind)} than is left: {told}. {turn.message}".strip(),
        waits=left + meter.reserved > remained,
    )


def turn_limits(state: RunState, node: Node, attempt: Attempt) -> tuple[int | None, int | None]:
    """(wall, idle) of the next turn in ms; None: no limit."""
    if isinstance(node.block, RunBlock):
        return node.block.timeout or COMMAND_TIMEOUT, None
    limits = attempt_budget(state, node)
    wall = _raised(state, "attempt.wall_clock", limits.wall_clock)
    return (None if wall is None else max(0, int(wall) - attempt.spent_ms)), limits.idle


def clock_of(state: RunState, holder: Node | None) -> int:
    """Driving milliseconds that the block, or the run, has used."""
    if holder is None:
        return state.driven
    until = state.driven if holder.settled_driven is None else holder.settled_driven
    return until - holder.entered_driven


def out_of_time(state: RunState, node: Node) -> bool:
    """Whether a clock over this node has run out."""
    return any(
        (meter := meters.get("wall_clock")) is not None
        and meter.cap is not None
        and clock_of(state, holder) >= meter.cap
        for holder, meters in scopes_of(state, node)
    )


def next_deadline(state: RunState) -> int | None:
    """Driving time in ms at which the next clock over a running turn runs out; None: no clock is running."""
    due: list[float] = []
    for node in state.nodes.values():
        turn = node.attempt.turn if node.attempt is not None and node.outcome is None else None
        if turn is None or turn.ended_seq is not None or turn.interrupt is not None:
            continue
        for holder, meters in scopes_of(state, node):
            meter = meters.get("wall_clock")
            if meter is not None and meter.cap is not None:
                due.append(meter.cap + (0 if holder is None else holder.entered_driven))
    return None if not due else int(min(due))


def _raised(state: RunState, kind: str, cap: int | None) -> float | None:
    return None if cap is None else cap + state.raised.get(kind, 0)


def _word(kind: str) -> str:
    return kind.replace("_", " ")


def _amount(kind: str, value: float | None) -> str:
    if value is None:
        return "an unknown amount"
    if kind.endswith("wall_clock"):
        return f"{value / 1000:g} s"
    return f"${value:.2f}" if kind == "cost" else f"{value:g}"
