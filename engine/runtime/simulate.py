# SPDX-License-Identifier: Apache-2.0
"""A run on a virtual clock: the kernel decides as always, and every effect is answered at once by plain functions.

Nothing is spawned, no repository is touched and nothing sleeps, so a run costs about a millisecond.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import JsonValue

from engine.agents.playbook import Playbook
from engine.agents.playbook import Step as Act
from engine.agents.protocol import permission_policy
from engine.definition.model import AllGate, AnyGate, AtLeastGate, Gate, NotGate, RunBlock, Workflow
from engine.kernel import Decision, Event, Observation, RunState, decide, evolve
from engine.kernel import events as ev
from engine.kernel.judging import leaves
from engine.kernel.places import workflow_of
from engine.kernel.requests import KINDS
from engine.kernel.scopes import until_gates
from engine.kernel.state import Hold

TURN_MS = 60_000
"""What a turn takes on the virtual clock where the playbook says nothing."""
MOST_EVENTS = 20_000
"""Events after which a simulated run is given up: no bounded workflow needs as many."""

Outcome = Literal["clears", "blocks", "revises", "crashes"]


@dataclass
class Deed:
    """What a turn comes to: how it ends, what its gates will find, and what it used."""

    outcome: Outcome = "clears"
    verdict: dict[str, JsonValue] | None = None
    artifacts: dict[str, JsonValue] = field(default_factory=dict)
    usage: ev.Usage | None = None
    takes: int = TURN_MS
    failure: str | None = None
    requests: list[tuple[str, dict[str, JsonValue]]] = field(default_factory=list)
    permissions: list[list[str]] = field(default_factory=list)
    """The commands that it asks for, one after the other, where its role lets a person decide."""


Agent = Callable[[RunState, ev.TurnStarted], Deed]
Person = Callable[[RunState, Hold], tuple[str, str] | None]
"""Answers a hold with (answer, note); None leaves it."""


class Simulation:
    """One simulated run."""

    def __init__(self, workflow: Workflow, inputs: Mapping[str, JsonValue], agent: Agent, person: Person) -> None:
        self.state = RunState()
        self.events: list[Event] = []
        self.driven = 0
        self._agent, self._person = agent, person
        self._acts: dict[tuple[str, int], Deed] = {}
        self._waiting: deque[Decision] = deque()
        self._asking: dict[tuple[str, int, int], tuple[deque[ev.PermissionAsked], list[Observation]]] = {}
        """By turn that waits for permission: what it still asks, and how it ends then."""
        self._observe(
            ev.RunCreated(
                run="simulated",
                workflow=workflow,
                inputs=dict(inputs),
                repository="a simulated repository",
                base=_sha("base"),
                branch="simulated",
                engine="",
            )
        )

    def run(self) -> RunState:
        """Go on until the run has ended, or waits for a person who does not answer."""
        while len(self.events) < MOST_EVENTS:
            if self._waiting:
                for body in self._react(self._waiting.popleft()):
                    self._observe(body)
            elif self.state.ended or not self._answer():
                break
        return self.state

    @property
    def waiting(self) -> list[Decision]:
        """Effects not answered yet."""
        return list(self._waiting)

    def _observe(self, body: Observation) -> None:
        self._append(body)
        while (decision := decide(self.state)) is not None:
            self._append(decision)

    def _append(self, body: ev.Body) -> None:
        event = Event(len(self.events) + 1, "", self.driven, body)
        self.events.append(event)
        evolve(self.state, event)
        if isinstance(body, Decision) and body.effect:
            self._waiting.append(body)

    def _answer(self) -> bool:
        for hold in self.state.open_holds:
            given = self._person(self.state, hold)
            if given is None:
                continue
            answer, note = given
            if answer == "raise":
                kind, _, amount = note.partition("=")
                self._observe(ev.Raised(kind=kind, amount=float(amount)))
            else:
                self._observe(ev.Answered(hold=hold.id, answer=answer, note=note, expect=hold.seq, node=hold.node))
            return True
        return False

    # --------------------------------------------------------------------------------------------------------- effects

    def _react(self, decision: Any) -> list[Observation]:
        match decision:
            case ev.TurnStarted():
                return self._turn(decision)
            case ev.PermissionAnswered():
                return self._ask_on((decision.node, decision.attempt, decision.turn))
            case ev.TurnInterrupted():
                return self._interrupted(decision)
            case ev.SecuringStarted():
                return [self._secured(decision)]
            case ev.MeasuringStarted():
                return [self._fact(decision, key) for key in decision.keys]
            case ev.LandingStarted():
                return [ev.Landed(node=decision.node, new=decision.new)]
            case ev.IntegrationStarted():
                return [ev.Integrated(node=decision.node, head=_sha("merge", *decision.heads))]
        return []

    def _turn(self, decision: ev.TurnStarted) -> list[Observation]:
        act = self._agent(self.state, decision)
        self._acts[(decision.node, decision.attempt)] = act
        self.driven += act.takes
        where = {"node": decision.node, "attempt": decision.attempt, "turn": decision.turn}
        asked: list[Observation] = [
            ev.Requested.model_validate(
                {
                    **where,
                    "request": f"{decision.node}/{decision.attempt}/{decision.turn}#{n}",
                    "kind": kind,
                    "data": data,
                }
            )
            for n, (kind, data) in enumerate(act.requests)
        ]
        crashed = act.outcome == "crashes"
        command = isinstance(self.state.nodes[decision.node].block, RunBlock)
        ended = ev.TurnEnded.model_validate(
            {
                **where,
                "reason": "failed" if crashed and not command else "end_turn",
                "failure": (act.failure or "crashed") if crashed and not command else None,
                "message": "simulated failure" if crashed else "",
                "exit_code": 0 if act.outcome == "clears" or not command else 1,
                "usage": act.usage,
                "duration": act.takes,
            }
        )
        return self._first_asking(decision, act, [*asked, ended])

    def _first_asking(self, turn: ev.TurnStarted, act: Deed, end: list[Observation]) -> list[Observation]:
        """The turn's end, or the first question that it waits with for a person."""
        block = self.state.nodes[turn.node].block
        role = workflow_of(self.state, self.state.nodes[turn.node]).roles.get(getattr(block, "role", ""))
        if not act.permissions or role is None or permission_policy(role, role.isolation or "sandboxed") != "ask":
            return end
        where = {"node": turn.node, "attempt": turn.attempt, "turn": turn.turn}
        asks = deque(
            ev.PermissionAsked.model_validate({**where, "ask": f"ask-{n}", "tool": "run", "input": {"command": argv}})
            for n, argv in enumerate(act.permissions)
        )
        key = (turn.node, turn.attempt, turn.turn)
        self._asking[key] = (asks, end)
        return self._ask_on(key)

    def _ask_on(self, key: tuple[str, int, int]) -> list[Observation]:
        asks, end = self._asking[key]
        if asks:
            return [asks.popleft()]
        del self._asking[key]
        return end

    def _interrupted(self, d: ev.TurnInterrupted) -> list[Observation]:
        """A turn that waits ends by it; any other has ended already."""
        if self._asking.pop((d.node, d.attempt, d.turn), None) is None:
            return []
        return [ev.TurnEnded(node=d.node, attempt=d.attempt, turn=d.turn, reason="interrupted")]

    def _secured(self, d: ev.SecuringStarted) -> ev.WorkSecured:
        diff: dict[str, JsonValue] = {"files": 1, "added": 10, "deleted": 2}
        head = _sha(d.node, str(d.attempt), str(d.turn))
        return ev.WorkSecured(node=d.node, attempt=d.attempt, turn=d.turn, head=head, facts={"diff": diff})

    def _fact(self, d: ev.MeasuringStarted, key: str) -> ev.FactMeasured:
        act = self._acts[(d.node, d.attempt)]
        if key == "verdict":
            facts = act.verdict if act.verdict is not None else _verdict(act.outcome)
        elif key.startswith("artifact:"):
            name = key.removeprefix("artifact:")
            facts = self._artifact(act, name, getattr(self.state.nodes[d.node].block, "produces", {}).get(name, {}))
        else:
            node = self.state.nodes[d.node]
            own: tuple[Gate, ...] = getattr(node.block, "gate", ())
            gates: dict[str, Gate] = dict(leaves(own))
            gates |= {f"until:{name}": gate for name, gate in until_gates(self.state, node).items()}
            clears = act.outcome == "clears" if key.startswith("until:") else wanted(own, act.outcome != "blocks")[key]
            facts = facts_of(gates[key], clears)
        return ev.FactMeasured(node=d.node, attempt=d.attempt, turn=d.turn, key=key, facts=facts)

    @staticmethod
    def _artifact(act: Deed, name: str, schema: Mapping[str, Any]) -> dict[str, JsonValue]:
        if act.outcome == "blocks":
            return {"found": False, "valid": False, "problem": "simulated"}
        value = act.artifacts[name] if name in act.artifacts else example_of(schema)
        return {"found": True, "valid": True, "value": value}


def _sha(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]


def _verdict(outcome: Outcome) -> dict[str, JsonValue]:
    if outcome == "blocks":
        return {"state": "missing", "problem": "no verdict was written"}
    return {"state": "read", "result": "revise" if outcome == "revises" else "done", "summary": "", "detail": ""}


def facts_of(gate: Gate, clears: bool) -> dict[str, JsonValue]:
    """Facts from which this leaf gate is judged to clear, or is shown to block."""
    ran: dict[str, JsonValue] = {"exit": 0, "passed": 1, "failed": 0, "errors": 0, "skipped": 0}
    red: dict[str, JsonValue] = {"exit": 1, "passed": 0, "failed": 1, "errors": 0, "skipped": 0}
    match gate.kind:
        case "commit":
            line: dict[str, JsonValue] = {"fork_point": "x", "on_branch": True, "descends": True, "detached": False}
            return {**line, "moved": clears, "commits": int(clears), "files": int(clears)}
        case "file":
            return {"state": "file", "size": 1, "matched": True} if clears else {"state": "directory"}
        case "scope":
            outside: list[JsonValue] = [] if clears else ["simulated"]
            files, lines = (1 if most is None else min(1, most) for most in (gate.max_files, gate.max_lines))
            return {"files": files, "lines": lines, "outside": outside, "allow": []}
        case "unweakened":
            findings: list[JsonValue] = [] if clears else ["simulated"]
            return {"count": len(findings), "compared": 1, "added": 0, "findings": findings}
        case "red_green":
            return {"red": [red], "green": ran if clears else red}
    return ran if clears else red


def example_of(schema: Mapping[str, Any]) -> JsonValue:
    """A small value of the shape that a JSON Schema asks for; a list has at least one item."""
    allowed: list[JsonValue] = [schema["const"]] if "const" in schema else schema.get("enum") or []
    if allowed:
        return allowed[0]
    kind = schema.get("type")
    match kind[0] if isinstance(kind, list) and kind else kind:
        case "array":
            return [example_of(schema.get("items") or {})] * int(max(1, schema.get("minItems", 1)))
        case "string":
            return "x" * int(max(1, schema.get("minLength", 1)))
        case "integer" | "number":
            return int(max(1, schema.get("minimum", 1)))
        case "boolean":
            return True
        case "null":
            return None
    parts = schema.get("properties") or {}
    return {name: example_of(part) for name, part in parts.items() if name in schema.get("required", ())}


def wanted(gates: Sequence[Gate], clears: bool, prefix: str = "") -> dict[str, bool]:
    """Which leaf must clear, by its key, so that each gate of the list clears (or blocks): `not` turns it round."""
    found: dict[str, bool] = {}
    for place, gate in enumerate(gates):
        key = f"{prefix}{place}"
        match gate:
            case AllGate() | AnyGate() | AtLeastGate():
                found |= wanted(gate.of, clears, f"{key}.")
            case NotGate():
                found |= wanted((gate.of,), not clears, f"{key}.")
            case _:
                found[key] = clears
    return found


# ------------------------------------------------------------------------------------------------------- by a playbook


def by_playbook(playbook: Playbook) -> Agent:
    """An agent that does what the playbook says; a turn past its end leaves no verdict."""

    def agent(state: RunState, turn: ev.TurnStarted) -> Deed:
        if turn.kind == "command":
            return Deed(takes=1000)
        turns = playbook.turns(turn.node, turn.attempt)
        if turn.turn > len(turns):
            return Deed("blocks", takes=0)
        return _act(turns[turn.turn - 1])

    return agent


def _act(acts: tuple[Act, ...]) -> Deed:
    given = {act.key: act.value for act in acts}
    done = Deed(takes=int(given.get("takes", 0)), artifacts=dict(given.get("artifact", {})))
    verdict = given.get("verdict")
    done.verdict = (
        {"state": "read", **{key: value for key, value in verdict.items() if value is not None and key != "raw"}}
        if isinstance(verdict, dict) and verdict.get("result")
        else {"state": "missing", "problem": "no verdict was written"}
    )
    usage = given.get("usage")
    if isinstance(usage, dict):
        names = ("input", "output", "cache_read", "cache_write", "cost")
        done.usage = ev.Usage(requests=1, **{name: usage.get(name) for name in names})
    if "crash" in given or "hang" in given or "fail" in given:
        done.outcome = "crashes"
        fail = given.get("fail")
        done.failure = str(fail.get("class")) if isinstance(fail, dict) else "stalled" if "hang" in given else "crashed"
    done.permissions = given.get("ask_permission", [])
    done.requests += [(act.key, data) for act in acts if act.key in KINDS for data in act.value]
    return done


def nobody(state: RunState, hold: Hold) -> None:
    """A person who answers nothing."""


def agreeable(state: RunState, hold: Hold) -> tuple[str, str] | None:
    """A person who accepts what is put before them, allows what is asked for, and leaves everything else."""
    answer = {"approval": "accept", "permission": "allow"}.get(hold.kind)
    return None if answer is None else (answer, "")
