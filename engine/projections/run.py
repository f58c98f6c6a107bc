# SPDX-License-Identifier: Apache-2.0
"""`RunProjection`: follows one run, event by event, and gives every picture of it that screens and commands show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import JsonValue

from engine.definition.model import RunBlock
from engine.kernel import events as ev
from engine.kernel.budgets import clock_of, meter_of
from engine.kernel.events import Event
from engine.kernel.evolve import evolve
from engine.kernel.judging import leaves, name_of
from engine.kernel.places import ways_from, workflow_of
from engine.kernel.state import ROOT, Hold, Node, RunState
from engine.policy.failures import FailureClass, as_failure_class
from engine.projections.agents import agents_of
from engine.projections.describe import describe_event, failure_words, label_of, provider_words
from engine.projections.hearing import heard
from engine.projections.shapes import (
    evidence_json,
    gates_in,
    gates_of,
    holds_json,
    meter_view,
    node_state,
    provider_waits,
    run_json,
)
from engine.projections.topics import stops, topics_of
from engine.projections.tree import tree_of
from engine.projections.views import (
    GateView,
    HoldView,
    JournalRow,
    MessageView,
    MeterView,
    NodeView,
    Summary,
    Times,
    TurnCounts,
)
from engine.projections.words import ms_between


class RunProjection:
    """
    One run, folded from its journal. Feed it with `apply`, in order; everything else only reads.

    Attributes:
        state: the kernel's fold. Read it, never write it.
        tells: whether it keeps rows; who lists runs needs none, and is done sooner.
        rows: the journal in plain words, oldest first; `rows[seq - 1]` is line `seq`.
        times: when each line was written, as it says.
    """

    def __init__(self, *, tells: bool = True) -> None:
        self.state = RunState()
        self.tells = tells
        self.rows: list[JournalRow] = []
        self.times: list[str] = []
        self._attempt_ends: dict[tuple[str, int], str] = {}
        self._agent_starts: dict[tuple[str, int], str] = {}
        self._working = self._person = self._provider = 0
        self._failures: dict[str, int] = {}
        self._said: dict[str, tuple[MessageView, ...]] = {}
        self._backends: dict[str, dict[str, int]] = {}  # plain: a snapshot holds nothing else

    def apply(self, events: Iterable[Event]) -> None:
        """Fold more events. Raises KeyError or IndexError for a journal that contradicts itself."""
        for event in events:
            self._count_time(event)
            evolve(self.state, event)
            self.state.dirty.clear()  # nobody decides here
            self._note(event)

    def summary(self) -> Summary:
        """The run as one row of a list."""
        state, workflow = self.state, self.state.workflow
        return Summary(
            run=state.run,
            title=self._title(),
            workflow=workflow.name if workflow is not None else "",
            repository=state.repository,
            branch=state.branch,
            base=state.base,
            state=state.status,
            cause=state.cause,
            created_at=state.created_at,
            last_at=state.last_at,
            last_seq=state.last_seq,
            meters=tuple(meter_view(kind, meter) for kind, meter in state.meters.items()),
            times=Times(self._working, self._person, self._provider),
            holds=self.holds(),
            activity=self._activity(),
            scripted=workflow is not None and any(role.agent == "scripted" for role in workflow.roles.values()),
            base_name=state.base_name,
            agents=agents_of(state, self._at, self._agent_starts),
            waits=provider_waits(state),
            on_provider_limit=state.on_limit,
            failures=dict(sorted(self._failures.items())),
            backends={name: _counts(by) for name, by in sorted(self._backends.items())},
        )

    def tree(self) -> tuple[NodeView, ...]:
        """Every block, entered or planned, parents before children."""
        return tree_of(self.state, self._at, self._attempt_ends, self._said)

    def holds(self) -> tuple[HoldView, ...]:
        """What waits for a person, oldest first."""
        return tuple(hold_view(self.state, hold) for hold in self.state.open_holds)

    def hold(self, id_: str) -> HoldView | None:
        """A hold that waits, by its id; None if it does not, or not any more."""
        return next((hold for hold in self.holds() if hold.id == id_), None)

    def evidence(self, node: str, attempt: int | None = None) -> tuple[GateView, ...]:
        """The gates of a node's attempts, or of one of them."""
        return gates_of(self.state, node, attempt)

    def show(self) -> dict[str, JsonValue]:
        """The JSON of `show`."""
        return run_json(self.state)

    def holds_json(self) -> dict[str, JsonValue]:
        """The JSON of `holds`, for this run alone."""
        return holds_json(self.state)

    def evidence_json(self, node: str) -> dict[str, JsonValue]:
        """The JSON of `evidence`."""
        return evidence_json(self.state, node)

    def _at(self, seq: int | None) -> str | None:
        return self.times[seq - 1] if seq is not None and 0 < seq <= len(self.times) else None

    def _note(self, event: Event) -> None:
        body = event.body
        if isinstance(body, ev.AttemptEnded):
            self._attempt_ends[body.node, body.attempt] = event.at
        elif isinstance(body, ev.AgentStarted):
            self._agent_starts[body.node, body.attempt] = event.at
        elif isinstance(body, ev.TurnEnded):
            self._over(body.node, body.attempt, None if body.failure is None else as_failure_class(body.failure))
        elif isinstance(body, ev.TurnLost):
            self._over(body.node, body.attempt, "crashed")
        elif isinstance(body, ev.MessageGiven | ev.MessageSent | ev.MessageTaken):
            self._said[body.node] = heard(self._said.get(body.node, ()), event)
        self.times.append(event.at)
        if self.tells:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        body = event.body
        self.rows.append(
            JournalRow(
                seq=event.seq,
                at=event.at,
                node=body.node or "",
                attempt=body.attempt,
                type=body.type,
                sentence=narrate(self.state, event, with_node=False),
                label=label_of(event),
                turn=getattr(body, "turn", None),
                topics=topics_of(body),
                stop=stops(body),
            )
        )

    def _over(self, id_: str, attempt: int, failure: FailureClass | None) -> None:
        """A turn is over; `failure` None: it did not fail."""
        if failure is not None:
            self._failures[failure] = self._failures.get(failure, 0) + 1
        node = self.state.nodes[id_]
        if not isinstance(node.block, RunBlock):
            backend = next((one.backend for one in reversed(node.attempts) if one.n == attempt), None)
            by = self._backends.setdefault(backend or self._agent_of(node), {})
            by[failure or ""] = by.get(failure or "", 0) + 1

    def _agent_of(self, node: Node) -> str:
        """Who was to work at a node where nothing was ever started."""
        role = workflow_of(self.state, node).roles.get(getattr(node.block, "role", None) or "")
        return role.agent if role is not None else "unknown"

    def _count_time(self, event: Event) -> None:
        """The time since the last event goes to whoever it was spent on. A run that nobody drives spends none."""
        state = self.state
        if state.status == "paused":
            self._person += ms_between(state.last_at, event.at)
            return
        if not state.only_waits:
            self._working += max(0, event.driven - state.driven)
        elif not isinstance(event.body, ev.DriverAttached):
            self._provider += ms_between(state.last_at, event.at)

    def _title(self) -> str:
        """What tells this run from others: first line of the first text it was given, else the workflow's title."""
        state, workflow = self.state, self.state.workflow
        if workflow is None:
            return state.run
        for name, given in workflow.inputs.items():
            value = state.inputs.get(name)
            told = given.type in ("text", "string") and value != given.default
            if told and isinstance(value, str) and value.strip():
                return value.strip().splitlines()[0]
        return workflow.title or workflow.name

    def _activity(self) -> str:
        """What goes on now, in a few words: the working step and its attempt."""
        working = [node for node in self.state.nodes.values() if self._works(node)]
        if self.state.ended or not working:
            return ""
        if self.state.only_waits:
            return provider_words(provider_waits(self.state), self.state.last_at)
        node = working[-1]
        tried = f", attempt {len(node.attempts)}" if len(node.attempts) > 1 else ""
        more = f" and {len(working) - 1} more" if len(working) > 1 else ""
        why = f", {failure_words(node.attempt.failure)}" if node.attempt and node.attempt.failure else ""
        return f"{node.id}{tried}{why}{more}"

    def _works(self, node: Node) -> bool:
        return node.id != ROOT and not node.children and node_state(node) == "running"


def _counts(by: Mapping[str, int]) -> TurnCounts:
    failures = {failure: number for failure, number in sorted(by.items()) if failure}
    return TurnCounts(sum(by.values()), failures)


def narrate(state: RunState, event: Event, *, with_node: bool = True) -> str:
    """What happened, as `describe_event` says it, in the words of the run's own workflow: `state` knows its blocks."""
    body = event.body
    node = state.nodes.get(body.node or ROOT)
    gates = None
    if node is not None and isinstance(body, (ev.FactMeasured, ev.MeasuringStarted)):
        gates = {key: name_of(gate) for key, gate in leaves(gates_in(node))}
    command = node is not None and isinstance(node.block, RunBlock)
    return describe_event(event, with_node=with_node, gates=gates, command=command)


def hold_view(state: RunState, hold: Hold) -> HoldView:
    """A hold as shown."""
    return HoldView(
        id=hold.id,
        run=state.run,
        node=hold.node,
        attempt=hold.attempt,
        kind=hold.kind,
        sentence=hold.sentence,
        answers=hold.answers,
        seq=hold.seq,
        opened_at=hold.at,
        evidence=hold.evidence,
        commit=hold.commit,
        targets=_targets(state, hold),
        meter=_meter(state, hold),
    )


def _meter(state: RunState, hold: Hold) -> MeterView | None:
    """The budget that a hold is about, if it is the run's or a block's."""
    name = hold.evidence.get("budget")
    meter = meter_of(state, name) if isinstance(name, str) else None
    if meter is None or not isinstance(name, str):
        return None
    view = meter_view(name, meter)
    return replace(view, spent=clock_of(state, state.nodes.get(name.rpartition(":")[0]))) if _is_clock(name) else view


def _is_clock(name: str) -> bool:
    return name.endswith(":wall_clock")


def _targets(state: RunState, hold: Hold) -> dict[str, tuple[str, ...]]:
    """Siblings to go back to (the node itself included), and later ones to jump to."""
    node = state.nodes.get(hold.node or "")
    if node is None or not {"restart_from", "jump_to"} & set(hold.answers):
        return {}
    back, on = ways_from(state, node)
    return {"restart_from": tuple(back), "jump_to": tuple(on)}


def to_event(record: Any) -> Event:
    """The event of a journal record. Raises pydantic.ValidationError for one of another version or shape."""
    body = ev.to_body(record.type, record.node, record.attempt, record.data)
    return Event(record.seq, record.at, record.driven, body)
