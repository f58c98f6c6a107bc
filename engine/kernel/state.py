# SPDX-License-Identifier: Apache-2.0
"""The state of one run: what folding its journal gives. Owned by the kernel; others read it and never write."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from engine.definition.model import Block, Workflow
from engine.kernel.events import (
    AttemptOutcome,
    By,
    Decision,
    HoldKind,
    IntegrationStarted,
    InterruptCause,
    JudgedGate,
    NodeOutcome,
    OnLimit,
    RequestJudged,
    RunOutcome,
    TurnKind,
    TurnReason,
    TurnStarted,
    Usage,
)

RunStatus = Literal["pending", "running", "paused", "succeeded", "failed", "abandoned", "cancelled"]
Phase = Literal["enter", "open", "turn", "secure", "measure", "judge", "judged", "land", "done", "failed", "held"]
"""Where a working node stands; each is left by one decision or one observation."""

MAIN = "main"
"""The run's own line of commits; a parallel child has one of its own, named by its node id."""

ROOT = ""
"""The node id of the whole workflow."""


@dataclass(frozen=True, slots=True)
class ProviderWait:
    """What a turn waits for: the account that its provider limits, and until when (UTC)."""

    account: str
    failure: str
    until: str
    refusals: int = 0
    begun: bool = False


@dataclass(slots=True)
class Turn:
    """One prompt (or command) and what came of it."""

    n: int
    kind: TurnKind
    started_seq: int
    started_driven: int
    pid: int | None = None
    ended_seq: int | None = None
    reason: TurnReason | Literal["lost"] | None = None
    failure: str | None = None
    message: str = ""
    exit_code: int | None = None
    signal: int | None = None
    usage: Usage | None = None
    duration: int = 0
    interrupt: InterruptCause | None = None
    retry_after: int | None = None
    short: str | None = None
    on_limit: OnLimit = "continue"
    waits: ProviderWait | None = None
    reserved: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class Attempt:
    """One try of one step; never changes once `outcome` is set."""

    n: int
    session: str
    fork_point: str
    model: str | None
    opened_seq: int
    turns: list[Turn] = field(default_factory=list)
    reprompts: int = 0
    cycles: int = 0
    continued: bool = False
    head: str | None = None
    facts: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()
    judged: tuple[JudgedGate, ...] = ()
    judged_seq: int | None = None
    isolation: str | None = None
    network: str | None = None
    backend: str | None = None
    allowed: tuple[str, ...] = ()
    outcome: AttemptOutcome | None = None
    failure: str | None = None
    reason: str = ""

    @property
    def turn(self) -> Turn | None:
        """The latest turn, running or over."""
        return self.turns[-1] if self.turns else None

    @property
    def spent_ms(self) -> int:
        """Milliseconds that its ended turns took."""
        return sum(turn.duration for turn in self.turns)


@dataclass(slots=True)
class Pending:
    """A request that is not judged yet."""

    id: str
    kind: str
    attempt: int
    data: dict[str, JsonValue]
    live: bool = False
    keyed: bool = False


@dataclass(slots=True)
class Asked:
    """A permission that an agent waits for while its turn runs; `hold` is what a person answers, once it is open."""

    id: str
    attempt: int
    turn: int
    tool: str
    input: dict[str, JsonValue]
    hold: str | None = None
    dropped: bool = False


@dataclass(slots=True)
class Message:
    """What a person said to the agent; `sent` is the attempt and turn that it was last passed on to."""

    id: str
    text: str
    sent: tuple[int, int] | None = None
    pending: bool = False


@dataclass(slots=True)
class NextTurn:
    """The turn that the node will start when a budget allows."""

    kind: TurnKind
    reasons: tuple[str, ...] = ()
    feedback: str = ""


@dataclass(slots=True)
class Meter:
    """One budget of the run. `spent` in the budget's unit; `at_least` where usage was lost; cap None: no limit."""

    cap: float | None
    spent: float = 0
    reserved: float = 0
    at_least: bool = False
    unknown_accepted: bool = False


RESERVED = ("requests", "tokens", "cost")
"""Kinds of which a turn reserves its worst case."""

METERS = ("turns", "wall_clock", "requests", "tokens", "cost")


@dataclass(slots=True)
class Node:
    """One block as entered: a step, a command or a container."""

    id: str
    parent: str | None
    place: int
    block: Block | None
    base: str
    children: list[str] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    phase: Phase = "open"
    next_turn: NextTurn | None = None
    open_cause: Literal["first", "retry", "answer", "lost", "restart"] = "first"
    note: str = ""
    retries: int = 0
    hold: str | None = None
    outcome: NodeOutcome | None = None
    head: str | None = None
    reason: str = ""
    fork: str | None = None
    jump: int | None = None
    line: str = "main"
    item: JsonValue = None
    keys: tuple[str, ...] | None = None
    items: tuple[JsonValue, ...] = ()
    inputs: dict[str, JsonValue] | None = None
    judged_children: int = 0
    until: tuple[JudgedGate, ...] = ()
    until_cleared: bool = False
    extra_iterations: int = 0
    winners: tuple[str, ...] | None = None
    round: IntegrationStarted | None = None
    conflict: dict[str, JsonValue] | None = None
    resolver: str | None = None
    dropped: tuple[str, ...] = ()
    settled_seq: int | None = None
    index: int = 0
    entered_driven: int = 0
    settled_driven: int | None = None
    meters: dict[str, Meter] = field(default_factory=dict)
    requests: list[Pending] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    spawned: list[dict[str, JsonValue]] = field(default_factory=list)
    inbox: list[str] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)
    question: str | None = None
    skipped: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    trouble: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    live: int = 0
    settled: int = 0
    """Children that have settled."""
    passed: int = 0
    """Leading children that need no second look: in a sequence that settled well, else that were entered."""
    on_limit: OnLimit | None = None
    """What a person said of the limit that the next turn may meet; None: as the run's switch says."""

    @property
    def waits_for(self) -> str | None:
        """The hold that waits here for a person: of the node, or of a turn that waits for a permission."""
        return self.hold or next((asked.hold for asked in self.asked if asked.hold is not None), None)

    @property
    def attempt(self) -> Attempt | None:
        """The latest attempt."""
        return self.attempts[-1] if self.attempts else None


@dataclass(slots=True)
class Hold:
    """Something that waits for a person; `seq` is what an answer's `expect` must equal."""

    id: str
    kind: HoldKind
    node: str | None
    attempt: int | None
    sentence: str
    answers: tuple[str, ...]
    evidence: dict[str, JsonValue]
    commit: str | None
    seq: int
    at: str
    closed_seq: int | None = None
    answer: str | None = None
    note: str = ""
    to: str | None = None
    by: By | None = None


@dataclass(slots=True)
class Outstanding:
    """A decision whose observation is not on record yet."""

    seq: int
    decision: Decision


@dataclass(slots=True)
class RunState:
    """The fold of a journal."""

    run: str = ""
    workflow: Workflow | None = None
    inputs: dict[str, JsonValue] = field(default_factory=dict)
    repository: str = ""
    base: str = ""
    base_name: str | None = None
    branch: str = ""
    status: RunStatus = "pending"
    cause: str = ""
    outcome: RunOutcome | None = None
    created_at: str = ""
    last_at: str = ""
    last_seq: int = 0
    driven: int = 0
    nodes: dict[str, Node] = field(default_factory=dict)
    holds: dict[str, Hold] = field(default_factory=dict)
    meters: dict[str, Meter] = field(default_factory=dict)
    outstanding: dict[str, Outstanding] = field(default_factory=dict)
    tips: dict[str, str] = field(default_factory=dict)
    published: str | None = None
    raised: dict[str, float] = field(default_factory=dict)
    pausing: Literal["boundary", "now"] | None = None
    cancelling: bool = False
    on_limit: Literal["continue", "pause"] = "continue"
    unsafe_jumps: int = 0
    commands: dict[str, int] = field(default_factory=dict)
    requested: set[str] = field(default_factory=set)
    judged: dict[str, tuple[dict[str, JsonValue], RequestJudged]] = field(default_factory=dict)
    """What was decided of each request that the agent itself named by a key, and what it asked for."""
    dirty: dict[int, str] = field(default_factory=dict)
    """Nodes for `decide` to visit, by `index`."""
    sleeping: dict[int, str] = field(default_factory=dict)
    """Nodes that were visited and may wait for room that others take up; see `wants_room`."""

    @property
    def tip(self) -> str:
        """The tip of the run's own line."""
        return self.tips.get(MAIN, self.base)

    @property
    def open_holds(self) -> list[Hold]:
        """Holds that wait, oldest first; a run that has ended waits for nobody."""
        return [] if self.ended else [hold for hold in self.holds.values() if hold.closed_seq is None]

    @property
    def provider_waits(self) -> list[tuple[str, ProviderWait]]:
        """The turns that wait for their provider, by node, in the order they were started."""
        waiting = ((entry.decision.node or ROOT, self._provider_wait(entry)) for entry in self.outstanding.values())
        return [(id_, waits) for id_, waits in waiting if waits is not None]

    @property
    def only_waits(self) -> bool:
        """True while nothing is done but waiting for a provider: such time is no driving time."""
        entries = self.outstanding.values()
        return bool(entries) and all(self._provider_wait(entry) is not None for entry in entries)

    def _provider_wait(self, entry: Outstanding) -> ProviderWait | None:
        if not isinstance(entry.decision, TurnStarted):
            return None
        attempt = self.nodes[entry.decision.node].attempt
        turn = attempt.turn if attempt is not None else None
        return turn.waits if turn is not None else None

    @property
    def ended(self) -> bool:
        """True when the run will never move again."""
        return self.outcome is not None


def effect_key(decision: Decision) -> str:
    """The key that makes an effect happen once: its kind, node, attempt and turn, and what it answers or passes on."""
    fields = vars(decision)  # most have no turn, and a model takes long over a missing attribute
    turn, part = fields.get("turn", ""), fields.get("ask") or fields.get("message_id")
    return f"{decision.type}:{decision.node}:{decision.attempt}:{turn}" + (f":{part}" if part is not None else "")
