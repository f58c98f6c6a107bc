# SPDX-License-Identifier: Apache-2.0
"""In which order a person is asked: what can be decided at once, what holds up most, what waits longest. No Qt here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.clock import age_of
from app.figures import counted
from app.kinds import UNREADABLE
from app.translate import tr
from engine.projections import HoldView, Summary

_BY_KIND = ("budget", "question", "permission", "approval", "gate", "conflict", "failure", "reconcile", "pause")
"""After the approvals that are green; an approval that is not green stands where it is named."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a hold keeps from going on: agents that wait for its answer, and whether the whole run stands still."""

    agents: int = 0
    whole: bool = False
    at_work: int = 0
    """Agents of the same run that go on meanwhile."""

    def words(self) -> str:
        """The cost of waiting, for a person."""
        waiting = (
            counted("{n} agents and the whole run wait", "{n} agent and the whole run wait", self.agents)
            if self.agents
            else tr("the whole run waits")
        )
        if self.whole:
            return waiting
        held = counted("{n} agents wait", "{n} agent waits", self.agents) if self.agents else ""
        others = counted("{n} agents go on", "{n} agent goes on", self.at_work) if self.at_work else ""
        return ", ".join(part for part in (held, others) if part) or tr("its branch waits")

    def notable(self) -> str:
        """The same where it tells something: a run that stands still with its one agent is what a hold is."""
        return "" if self.whole and self.agents <= 1 else self.words()


NOTHING = Held()


def waiting_in(summary: Summary) -> tuple[HoldView, ...]:
    """What waits for a person in a run: its holds; or that it cannot be read, which takes no answer."""
    if summary.state is not None:
        return summary.holds
    since = summary.last_at or summary.created_at
    said = tr("It cannot be read: {cause}").format(cause=summary.cause)
    return (HoldView(UNREADABLE, summary.run, None, None, UNREADABLE, said, (), summary.last_seq, since),)


def held_by(summary: Summary, hold: HoldView) -> Held:
    """What waits for this hold's answer."""
    if hold.kind == UNREADABLE:
        return Held(whole=True)
    node = hold.node
    waiting = [agent.node for agent in summary.agents if agent.state == "waiting"]
    below = [one for one in waiting if node in (None, one) or one.startswith((f"{node}/", f"{node}["))]
    return Held(len(below), summary.state == "paused", len(summary.agents) - len(waiting))


def waits(hold: HoldView, held: Held) -> list[str]:
    """How long a hold waits, but since when a run is damaged nobody knows; and what waits with it, if notable."""
    age = [tr("waits {age}").format(age=age_of(hold.opened_at))] if hold.kind != UNREADABLE else []
    return [*age, *([held.notable()] if held.notable() else [])]


def is_green(hold: HoldView) -> bool:
    """Whether an approval has nothing against it: every other gate cleared, and at least one of them was measured."""
    gates = hold.evidence.get("gates")
    if hold.kind != "approval" or not isinstance(gates, list):
        return False
    others = [gate for gate in gates if isinstance(gate, Mapping) and gate.get("gate") != "approval"]
    cleared = len(others) > 0 and all(gate.get("outcome") == "cleared" for gate in others)
    return cleared and any(gate.get("label") == "measured" for gate in others)


def rank(hold: HoldView) -> int:
    """How far from decidable a hold is; the least comes first. Before all of them what nobody looks for by itself."""
    if hold.kind == UNREADABLE:
        return -1
    if is_green(hold):
        return 0
    return 1 + (_BY_KIND.index(hold.kind) if hold.kind in _BY_KIND else len(_BY_KIND))


def order_of(hold: HoldView, held: Held) -> tuple[object, ...]:
    """A sort key."""
    return rank(hold), not held.whole, -held.agents, hold.opened_at, hold.run, hold.id
