# SPDX-License-Identifier: Apache-2.0
"""What the engine concluded from the facts so far, each a line of the journal."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import JsonValue

from engine.kernel.events.base import (
    AttemptOutcome,
    Decision,
    HoldKind,
    InterruptCause,
    JudgedGate,
    NodeOutcome,
    OnLimit,
    Resolved,
    RunOutcome,
    TurnKind,
)


class NodeEntered(Decision):
    """A block is entered; `parent` is the node it belongs to, `place` where its definition stands in the parent."""

    type: Literal["node_entered"] = "node_entered"
    node: str
    parent: str | None
    place: int
    base: str
    line: str = "main"
    item: JsonValue = None


class ChildrenPlanned(Decision):
    """The children of a fan-out, or the arm of a choice: key and item of each, in order."""

    type: Literal["children_planned"] = "children_planned"
    node: str
    keys: tuple[str, ...]
    items: tuple[JsonValue, ...] = ()


class InputsBound(Decision):
    """A called workflow gets its inputs."""

    type: Literal["inputs_bound"] = "inputs_bound"
    node: str
    inputs: dict[str, JsonValue]


class UntilJudged(Decision):
    """The loop's `until`, judged from the facts of this iteration once more of its body has `settled`."""

    type: Literal["until_judged"] = "until_judged"
    node: str
    iteration: int
    settled: int
    cleared: bool
    outcomes: tuple[JudgedGate, ...]


class JoinDecided(Decision):
    """The fan-out is decided: these children count, in the order they are integrated; the others are stopped."""

    type: Literal["join_decided"] = "join_decided"
    node: str
    winners: tuple[str, ...]


class IntegrationStarted(Decision):
    """Bring the heads of the winners into the line that starts at `base`, in this order.

    `onto` is what an earlier round brought together before its conflict; with `resolved` that conflict's resolution is
    checked, and becomes the merge to go on from.
    """

    effect: ClassVar[bool] = True
    barrier: ClassVar[bool] = True
    type: Literal["integration_started"] = "integration_started"
    node: str
    line: str
    base: str
    mode: Literal["merge", "squash"]
    children: tuple[str, ...]
    heads: tuple[str, ...]
    onto: str | None = None
    resolved: Resolved | None = None


class AttemptOpened(Decision):
    """A new try of a step: its identity, durable before anything starts."""

    type: Literal["attempt_opened"] = "attempt_opened"
    node: str
    attempt: int
    session: str
    fork_point: str
    cause: Literal["first", "retry", "answer", "lost", "restart"]
    model: str | None = None


class TurnStarted(Decision):
    """Send one prompt (or run the command). `wall` and `idle` are limits in ms; `reasons` go into the prompt.

    `start` is a commit that the checkout is brought to first, where others' work was merged into its line.
    """

    effect: ClassVar[bool] = True
    barrier: ClassVar[bool] = True
    type: Literal["turn_started"] = "turn_started"
    node: str
    attempt: int
    turn: int
    kind: TurnKind
    reasons: tuple[str, ...] = ()
    feedback: str = ""
    wall: int | None = None
    idle: int | None = None
    reserved: dict[str, float] = {}
    start: str | None = None
    on_limit: OnLimit = "continue"


class TurnInterrupted(Decision):
    """Interrupt the running turn; what it leaves is kept, and not judged."""

    effect: ClassVar[bool] = True
    type: Literal["turn_interrupted"] = "turn_interrupted"
    node: str
    attempt: int
    turn: int
    cause: InterruptCause


class RequestJudged(Decision):
    """A request is granted, with what follows from it, or denied with the reason; both reach the agent."""

    type: Literal["request_judged"] = "request_judged"
    node: str
    attempt: int
    request: str
    kind: str
    granted: bool
    reason: str = ""
    given: dict[str, JsonValue] = {}


class PermissionAnswered(Decision):
    """The agent may use the tool, or may not. `standing`: for the rest of the attempt it need not ask for it again."""

    effect: ClassVar[bool] = True
    barrier: ClassVar[bool] = True
    type: Literal["permission_answered"] = "permission_answered"
    node: str
    attempt: int
    turn: int
    ask: str
    tool: str
    allow: bool
    note: str = ""
    standing: bool = False


class MessageSent(Decision):
    """Say it to the running turn, where its backend can."""

    effect: ClassVar[bool] = True
    type: Literal["message_sent"] = "message_sent"
    node: str
    attempt: int
    turn: int
    message_id: str


class SecuringStarted(Decision):
    """Commit what the turn left (or keep it aside), fetch and pin it."""

    effect: ClassVar[bool] = True
    type: Literal["securing_started"] = "securing_started"
    node: str
    attempt: int
    turn: int
    judged: bool = True


class MeasuringStarted(Decision):
    """Measure every subject of the gate on the secured commit."""

    effect: ClassVar[bool] = True
    type: Literal["measuring_started"] = "measuring_started"
    node: str
    attempt: int
    turn: int
    keys: tuple[str, ...]


class GatesJudged(Decision):
    """The gate of the step, judged from the measured facts."""

    type: Literal["gates_judged"] = "gates_judged"
    node: str
    attempt: int
    turn: int
    head: str
    cleared: bool
    outcomes: tuple[JudgedGate, ...]


class LandingStarted(Decision):
    """Bring the run's branch from `old` to `new` in the person's repository, if it is still at `old`."""

    effect: ClassVar[bool] = True
    barrier: ClassVar[bool] = True
    type: Literal["landing_started"] = "landing_started"
    node: str
    old: str | None
    new: str


class AttemptEnded(Decision):
    """The attempt is over and never changes again."""

    type: Literal["attempt_ended"] = "attempt_ended"
    node: str
    attempt: int
    outcome: AttemptOutcome
    failure: str | None = None
    reason: str = ""


class NodeSettled(Decision):
    """The block is done; `head` is the tip it leaves."""

    type: Literal["node_settled"] = "node_settled"
    node: str
    outcome: NodeOutcome
    head: str | None = None
    reason: str = ""


class NodesReset(Decision):
    """A person went back (`restart_from`) or forward (`jump_to`): these nodes are as if never entered, or skipped."""

    type: Literal["nodes_reset"] = "nodes_reset"
    nodes: tuple[str, ...]
    to: str
    unsafe_jump: bool = False


class HoldOpened(Decision):
    """Something waits for a person. `answers` is closed; `evidence` is what they are shown."""

    type: Literal["hold_opened"] = "hold_opened"
    hold: str
    kind: HoldKind
    sentence: str
    answers: tuple[str, ...]
    evidence: dict[str, JsonValue] = {}
    commit: str | None = None


class HoldWithdrawn(Decision):
    """The hold no longer waits: its cause is gone."""

    type: Literal["hold_withdrawn"] = "hold_withdrawn"
    hold: str
    reason: str


class RunPaused(Decision):
    """Nothing can move until a person answers."""

    type: Literal["run_paused"] = "run_paused"
    cause: str


class RunResumed(Decision):
    """The run moves again."""

    type: Literal["run_resumed"] = "run_resumed"


class RunEnded(Decision):
    """The run is over."""

    type: Literal["run_ended"] = "run_ended"
    outcome: RunOutcome
    reason: str = ""
