# SPDX-License-Identifier: Apache-2.0
"""What an effect is: a decision's work in the world, with a way to find out after a crash whether it was done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.kernel import Decision, Event, Observation, RunState

Report = Callable[[Observation], None]
Ask = Callable[[Observation], Awaitable[list[Event]]]


@dataclass(frozen=True, slots=True)
class Call:
    """One effect to carry out: its decision, the state it follows from (read only) and where observations go.

    `report` takes an observation; `ask` takes one, and gives it with what was decided of it once that is on disk.
    """

    decision: Any
    state: RunState
    report: Report
    ask: Ask


class Effect(Protocol):
    """The work of one kind of decision. Either method reports the observations that answer the decision.

    An error of ours that leaves either method becomes an `effect_failed` observation.
    """

    async def perform(self, call: Call) -> None:
        """Do it. Only called when the decision is on disk, if it asks for that."""

    async def reconcile(self, call: Call) -> None:
        """Called instead of `perform` after a crash: find out what was done.

        Then it is adopted where it is done, done where it is not, or told lost. Where journal and world differ a person
        is asked, with both sides (`LandingMoved`, `StateDiverged`); any other error of ours refuses, and is held.
        """


Effects = Mapping[type[Decision], Effect]
