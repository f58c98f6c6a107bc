# SPDX-License-Identifier: Apache-2.0
"""A world made of plain functions: it answers the kernel's decisions at once, on a virtual clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.definition.model import Workflow
from engine.kernel import Decision, Event, Observation, RunState, decide, evolve
from engine.kernel import events as ev

BASE = "b" * 40

Reaction = list[Observation]


@dataclass
class Script:
    """What agents do, by (node, attempt, turn): overrides for `TurnEnded`, and facts by key."""

    turns: dict[tuple[str, int, int], dict[str, Any]] = field(default_factory=dict)
    facts: dict[tuple[str, int, int], dict[str, dict[str, Any]]] = field(default_factory=dict)
    landing: Callable[[ev.LandingStarted], Observation] | None = None
    integration: Callable[[ev.IntegrationStarted], Observation] | None = None


class World:
    """Folds and decides like the engine, with effects answered from a script."""

    def __init__(self, workflow: Workflow, script: Script | None = None, **inputs: Any) -> None:
        self.script = script or Script()
        self.events: list[Event] = []
        self.state = RunState()
        self.driven = 0
        self.waiting: deque[Decision] = deque()
        self.listens = True
        """Whether a running turn takes messages."""
        self.observe(
            ev.RunCreated(
                run="r", workflow=workflow, inputs=inputs, repository="/repo", base=BASE, branch="work", engine="0"
            )
        )

    def _append(self, body: ev.Body) -> None:
        event = Event(len(self.events) + 1, "2026-01-01T00:00:00.000Z", self.driven, body)
        self.events.append(event)
        evolve(self.state, event)
        if isinstance(body, Decision) and body.effect:
            self.waiting.append(body)

    def observe(self, body: Observation) -> None:
        self._append(body)
        while (decision := decide(self.state)) is not None:
            self._append(decision)

    def run(self, steps: int = 10_000) -> World:
        """Answer effects until nothing is left to do."""
        while self.waiting and steps:
            steps -= 1
            for body in self.react(self.waiting.popleft()):
                self.observe(body)
        return self

    def react(self, decision: Any) -> Reaction:
        match decision:
            case ev.TurnStarted():
                key = (decision.node, decision.attempt, decision.turn)
                usual: dict[str, Any] = {"reason": "end_turn", "exit_code": 0, "duration": 1000}
                given = usual | self.script.turns.get(key, {})
                self.driven += int(given["duration"])
                return [ev.TurnEnded(node=decision.node, attempt=decision.attempt, turn=decision.turn, **given)]
            case ev.SecuringStarted():
                return [self._secured(decision)]
            case ev.MeasuringStarted():
                return [self._fact(decision, key) for key in decision.keys]
            case ev.LandingStarted():
                if self.script.landing is not None:
                    return [self.script.landing(decision)]
                return [ev.Landed(node=decision.node, new=decision.new)]
            case ev.TurnInterrupted() | ev.PermissionAnswered():
                return []
            case ev.MessageSent():
                return [ev.MessageTaken(**decision.model_dump(exclude={"type"}), taken=self.listens)]
            case ev.IntegrationStarted():
                if self.script.integration is not None:
                    return [self.script.integration(decision)]
                return [ev.Integrated(node=decision.node, head="m" * 40)]
        raise AssertionError(decision)

    def _secured(self, d: ev.SecuringStarted) -> ev.WorkSecured:
        head = f"{abs(hash((d.node, d.attempt, d.turn))):040x}"[:40]
        return ev.WorkSecured(
            node=d.node,
            attempt=d.attempt,
            turn=d.turn,
            head=head,
            facts={"diff": {"files": 1, "added": 1, "deleted": 0}},
        )

    def _fact(self, d: ev.MeasuringStarted, key: str) -> ev.FactMeasured:
        given = self.script.facts.get((d.node, d.attempt, d.turn), {})
        facts = given.get(key, {"state": "read", "result": "done"} if key == "verdict" else {"exit_code": 0})
        return ev.FactMeasured(node=d.node, attempt=d.attempt, turn=d.turn, key=key, facts=facts)

    def answer(self, answer: str, note: str = "", to: str | None = None) -> World:
        [hold] = self.state.open_holds
        self.observe(ev.Answered(hold=hold.id, answer=answer, note=note, to=to, expect=hold.seq, node=hold.node))
        return self.run()

    def types(self) -> list[str]:
        return [event.body.type for event in self.events]

    def bodies(self, kind: type[ev.Body]) -> list[Any]:
        return [event.body for event in self.events if isinstance(event.body, kind)]
