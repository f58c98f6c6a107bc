# SPDX-License-Identifier: Apache-2.0
"""Recompute every decision of a recorded journal and find the first that differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.kernel.decide import decide
from engine.kernel.events import Decision, Event
from engine.kernel.evolve import evolve
from engine.kernel.state import RunState


@dataclass(frozen=True, slots=True)
class Difference:
    """The first event whose decision this version would not take; None on a side: no decision there."""

    seq: int
    recorded: Decision | None
    computed: Decision | None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replay's end: the state, how many decisions were compared, and the first that differs."""

    state: RunState
    decisions: int
    difference: Difference | None


def fold(events: Iterable[Event]) -> RunState:
    """The state after these events. Decisions are folded, never recomputed."""
    state = RunState()
    for event in events:
        evolve(state, event)
    return state


def replay(events: Iterable[Event]) -> Replayed:
    """Compare each recorded decision with the one computed from the events before it."""
    state = RunState()
    decisions = 0
    for event in events:
        computed = decide(state)
        recorded = event.body if isinstance(event.body, Decision) else None
        if recorded is not None or computed is not None:
            decisions += 1
            if recorded != computed:
                return Replayed(state, decisions, Difference(event.seq, recorded, computed))
        evolve(state, event)
    return Replayed(state, decisions, None)
