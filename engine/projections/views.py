# SPDX-License-Identifier: Apache-2.0
"""What screens and commands are given: frozen pictures of one run, safe to hand to another thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal

from pydantic import JsonValue

from engine.kernel.events import AttemptOutcome, Label, NodeOutcome
from engine.kernel.state import RunStatus
from engine.projections.topics import Topic

STANDS_STILL = "stands still"
"""The activity of a block that was at work when the driver of its run let go."""

NodeState = NodeOutcome | Literal["pending", "running", "waiting", "unknown"]
AttemptState = AttemptOutcome | Literal["running", "waiting", "interrupted", "unknown"]
"""`interrupted`: nobody drives its run. `unknown`: the journal cannot be read as far as that."""
GateOutcome = Literal["cleared", "blocked", "not_checked", "waiting"]


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One line of the journal in plain words. `label`: where the fact comes from; `stop`: *next failure* halts here."""

    seq: int
    at: str
    node: str
    attempt: int | None
    type: str
    sentence: str
    label: Label
    turn: int | None = None
    topics: tuple[Topic, ...] = ()
    stop: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """There are a hundred thousand in a snapshot, and what a dataclass does by itself takes most of its time."""
        return JournalRow, _PARTS(self)


_PARTS = attrgetter(*(part.name for part in fields(JournalRow)))


@dataclass(frozen=True, slots=True)
class MeterView:
    """One budget. `spent` None: unknown. `at_least`: some usage was lost. `cap` None: no limit. Clocks in ms."""

    kind: str
    spent: float | None
    at_least: bool
    reserved: float
    cap: float | None


@dataclass(frozen=True, slots=True)
class Times:
    """Where a run's time went, in ms: driven work, waiting for a person, waiting for a provider."""

    working: int = 0
    person: int = 0
    provider: int = 0


@dataclass(frozen=True, slots=True)
class HoldView:
    """Something that waits for a person. `seq` is what an answer's `expect` must equal."""

    id: str
    run: str
    node: str | None
    attempt: int | None
    kind: str
    sentence: str
    answers: tuple[str, ...]
    seq: int
    opened_at: str
    evidence: Mapping[str, JsonValue] = field(default_factory=dict)
    commit: str | None = None
    meter: MeterView | None = None
    """For a budget of the run or of a block: how it stands now."""
    targets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For `restart_from` and `jump_to`: the nodes they may go to, as the workflow orders them."""


@dataclass(frozen=True, slots=True)
class ProviderWaitView:
    """A step whose turn waits until its provider takes requests again: until when (UTC), and on which account."""

    node: str
    account: str
    failure: str
    until: str
    refusals: int


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn: when it ran (UTC), how it ended, and what it used as far as that is known; `ended_at` None: it runs."""

    n: int
    kind: str
    started_at: str
    ended_at: str | None
    reason: str | None
    ended_seq: int | None = None
    usage: Mapping[str, float | None] | None = None
    took: int | None = None
    """Milliseconds, as its end told; None where it has none, or was lost."""


@dataclass(frozen=True, slots=True)
class AttemptView:
    """One attempt as shown. `usage` None: unknown. Times are UTC, `spent` the ms that its ended turns took."""

    n: int
    state: AttemptState
    session: str
    fork_point: str
    head: str | None
    model: str | None
    backend: str | None
    isolation: str | None
    pid: int | None
    usage: Mapping[str, float | None] | None
    reason: str
    opened_at: str
    ended_at: str | None
    spent: int
    turns: tuple[TurnView, ...]
    waits_until: str | None = None
    """UTC; set while its turn waits for the provider."""


@dataclass(frozen=True, slots=True)
class MessageView:
    """
    What a person said to an agent at work. Times are UTC, `seq` and `taken_seq` lines of the journal.

    Attributes:
        taken: whether the turn that ran took it; None while that is not known, or no turn was asked yet.
        attempt: the attempt whose turn was asked; None before.
    """

    id: str
    seq: int
    at: str
    by: str
    text: str
    attempt: int | None = None
    taken: bool | None = None
    taken_seq: int | None = None
    taken_at: str = ""


@dataclass(frozen=True, slots=True)
class Hearing:
    """When the agent of a block hears what a person says: `now`, with its `next` prompt, or `not`, and why not."""

    when: Literal["now", "next", "not"]
    why: str = ""


@dataclass(frozen=True, slots=True)
class NodeView:
    """
    One block of the tree, entered or still to come.

    `activity` says in words what goes on now. `claimed_only`: nothing but the agent's own word proves it. `reason`: why
    it settled as it did. `mark`: what its fan-out made of it, where that is no matter of course. `progress`: how far a
    container is. `meters`: budgets of its own, named as `raise` takes them. `hearing`: whether its agent can be spoken
    to; None: it has none. `messages`: what was said to it, oldest first.
    """

    id: str
    parent: str | None
    depth: int
    name: str
    kind: str
    role: str | None
    state: NodeState
    activity: str
    claimed_only: bool
    hold: str | None
    attempts: tuple[AttemptView, ...]
    reason: str = ""
    mark: Literal["", "winner", "dropped"] = ""
    progress: str = ""
    meters: tuple[MeterView, ...] = ()
    hearing: Hearing | None = None
    messages: tuple[MessageView, ...] = ()

    @property
    def settled(self) -> bool:
        """True when it is done with, however it ended."""
        return self.state in ("cleared", "failed", "skipped", "exhausted", "withdrawn")


@dataclass(frozen=True, slots=True)
class GateView:
    """One gate of one attempt, with the facts it was judged by."""

    key: str
    gate: str
    outcome: GateOutcome
    reason: str
    facts: Mapping[str, JsonValue]
    label: Label
    attempt: int
    seq: int


@dataclass(frozen=True, slots=True)
class AgentView:
    """
    One open attempt of an agent.

    Attributes:
        state: `working` while a turn of it runs, `waiting` while a person is asked, else `measuring`.
        doing: what goes on, as far as the journal knows; the transcript knows more.
        since: when its process was seen to run, else its turn was started, or the attempt opened, UTC.
        spent: ms that its ended turns took.
        cost: US dollars of its ended turns; None where unknown.
    """

    node: str
    attempt: int
    turn: int
    role: str | None
    backend: str | None
    model: str | None
    isolation: str | None
    pid: int | None
    state: Literal["working", "waiting", "measuring"]
    doing: str
    since: str
    spent: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class TurnCounts:
    """How many turns of a backend are over, and how many of them failed, by failure class."""

    turns: int
    failures: Mapping[str, int] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """All that failed."""
        return sum(self.failures.values())


@dataclass(frozen=True, slots=True)
class Summary:
    """One run in a list. `state` None: its journal cannot be read, and `cause` says why."""

    run: str
    title: str
    workflow: str
    repository: str
    branch: str
    base: str
    state: RunStatus | None
    cause: str
    created_at: str
    last_at: str
    last_seq: int
    meters: tuple[MeterView, ...] = ()
    times: Times = Times()
    holds: tuple[HoldView, ...] = ()
    activity: str = ""
    scripted: bool = False
    base_name: str | None = None
    agents: tuple[AgentView, ...] = ()
    waits: tuple[ProviderWaitView, ...] = ()
    """Steps that wait for their provider now."""
    on_provider_limit: str = "continue"
    """`continue` by itself once the provider takes requests again, or `pause` for a person."""
    failures: Mapping[str, int] = field(default_factory=dict)
    """How many turns failed, by failure class."""
    backends: Mapping[str, TurnCounts] = field(default_factory=dict)
    """The turns of agents that are over, by backend."""

    @property
    def project(self) -> str:
        """The last part of the repository's path, by which lists group."""
        return self.repository.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] or "?"

    @property
    def ended(self) -> bool:
        """True when the run will never move again."""
        return self.state in ("succeeded", "failed", "abandoned", "cancelled")

    @property
    def live(self) -> bool:
        """True while the run could move, or waits to."""
        return self.state in ("pending", "running", "paused")

    def meter(self, kind: str) -> MeterView | None:
        """The budget of this kind."""
        return next((meter for meter in self.meters if meter.kind == kind), None)
