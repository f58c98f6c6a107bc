# SPDX-License-Identifier: Apache-2.0
"""Every kind of journal event: what the world told (observations) and what the engine concluded (decisions).

An event is `Event(seq, at, driven, body)`; `body` is one of the classes below, told apart by `type`. A decision with
`effect` is followed by work in the world, reported back by the observations named in `answered_by`; one with `barrier`
must be on disk before that work begins. Labels say where a fact comes from: measured, claimed or decided.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError
from pydantic_core import PydanticCustomError

from engine.definition.model import Workflow

Label = Literal["measured", "claimed", "decided"]
Origin = Literal["observation", "decision"]
HoldKind = Literal["approval", "gate", "budget", "question", "permission", "conflict", "failure", "reconcile", "pause"]
TurnKind = Literal["goal", "reprompt", "refine", "continue", "recovery", "command", "inbox", "answer", "message"]
TurnReason = Literal["end_turn", "failed", "interrupted", "timed_out", "stalled"]
InterruptCause = Literal["budget", "pause", "cancel", "withdrawn", "limit"]
OnLimit = Literal["continue", "pause", "wait", "now"]
"""What a turn does while its provider is held back: wait, as the run's switch says; not begin, as it says; wait, or
begin all the same, as a person says."""
AttemptOutcome = Literal["cleared", "blocked", "failed", "interrupted", "lost", "superseded", "withdrawn"]
NodeOutcome = Literal["cleared", "failed", "skipped", "exhausted", "withdrawn"]
RunOutcome = Literal["succeeded", "failed", "abandoned", "cancelled"]


_CONFIG = ConfigDict(frozen=True, extra="forbid", defer_build=True, ser_json_inf_nan="constants")


class Body(BaseModel):
    """Base of every event's body."""

    model_config = _CONFIG

    origin: ClassVar[Origin]
    label: ClassVar[Label] = "measured"
    effect: ClassVar[bool] = False
    barrier: ClassVar[bool] = False

    type: str
    node: str | None = None
    attempt: int | None = None


class Observation(Body):
    """A fact that came from outside."""

    origin: ClassVar[Origin] = "observation"


class Decision(Body):
    """What the engine concluded from the facts so far."""

    origin: ClassVar[Origin] = "decision"
    label: ClassVar[Label] = "decided"


class Usage(BaseModel):
    """Tokens of one turn, cache apart; cost in US dollars. None is unknown, never zero."""

    model_config = _CONFIG

    requests: int | None = None
    input: int | None = None
    output: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    cost: float | None = None
    priced: str | None = None
    """The date of the price table that the cost was computed from; None: the backend told it, or it is unknown."""

    @property
    def amounts(self) -> dict[str, float | None]:
        """By kind of budget; all tokens count, of those kinds that are known."""
        parts = (self.input, self.output, self.cache_read, self.cache_write)
        known = [part for part in parts if part is not None]
        return {"requests": self.requests, "tokens": sum(known) if known else None, "cost": self.cost}


class JudgedGate(BaseModel):
    """One gate's outcome, with the sentence that a person reads."""

    model_config = _CONFIG

    key: str
    gate: str
    outcome: Literal["cleared", "blocked", "not_checked", "waiting"]
    reason: str
    label: Label


class By(BaseModel):
    """Who gave a command: the person's login, the program, its process, and the id that makes it count once."""

    model_config = _CONFIG | {"extra": "ignore"}

    user: str = ""
    via: str = ""
    pid: int | None = None
    command: str | None = None


class Resolved(BaseModel):
    """What resolves the conflict of `child`: `head`, a commit on `snapshot`; None: what stands in the checkout."""

    model_config = _CONFIG

    child: str
    snapshot: str
    line: str
    head: str | None = None


# --------------------------------------------------------------------------------------------------------- observations


class RunCreated(Observation):
    """A person launched a run: everything that identifies it, with the whole effective workflow."""

    label: ClassVar[Label] = "decided"
    type: Literal["run_created"] = "run_created"
    run: str
    workflow: Workflow
    inputs: dict[str, JsonValue] = {}
    repository: str
    base: str
    base_name: str | None = None
    branch: str
    engine: str
    by: By = By()


class DriverAttached(Observation):
    """A process began to drive the run. `torn` counts bytes of a cut last line that were kept aside."""

    type: Literal["driver_attached"] = "driver_attached"
    pid: int
    engine: str
    torn: int = 0
    survivors: int = 0


class DriverDetached(Observation):
    """The driver stopped in good order."""

    type: Literal["driver_detached"] = "driver_detached"
    cause: str = ""


class Heartbeat(Observation):
    """Driving time went on; nothing else happened."""

    type: Literal["heartbeat"] = "heartbeat"


class AgentStarted(Observation):
    """The turn's process is alive."""

    type: Literal["agent_started"] = "agent_started"
    node: str
    attempt: int
    turn: int
    pid: int | None = None
    isolation: str
    network: str | None = None
    """``open``, ``model`` (nothing but the gateway to a model) or ``closed``, as it is in force."""
    backend: str
    version: str | None = None


class TurnEnded(Observation):
    """The turn is over, whatever the reason. `failure` is a class of the failure table."""

    type: Literal["turn_ended"] = "turn_ended"
    node: str
    attempt: int
    turn: int
    reason: TurnReason
    version: str | None = None
    """Of the agent's program, as it told: the figures are of that version."""
    failure: str | None = None
    short: Literal["requests", "tokens", "cost"] | None = None
    """With the failure `budget`: the kind of which too little was left for the next request."""
    message: str = ""
    exit_code: int | None = None
    signal: int | None = None
    usage: Usage | None = None
    usage_known: bool = False
    duration: int = 0
    retry_after: int | None = None
    isolation: str | None = None


class TurnLost(Observation):
    """Found after a crash: the turn had begun and its end is not on record; none of its processes is left."""

    type: Literal["turn_lost"] = "turn_lost"
    node: str
    attempt: int
    turn: int
    resumable: bool = False
    note: str = ""


class TurnRefused(Observation):
    """The turn never began: the fleet had no room, and it is as if it had not been started.

    `limit` is what the fleet's settings call the limit, and `sentence` tells a person; both empty where the turn was
    interrupted while it waited for a place. With `failure` it is the provider that has no room, `until` then (UTC).
    """

    type: Literal["turn_refused"] = "turn_refused"
    node: str
    attempt: int
    turn: int
    limit: str = ""
    sentence: str = ""
    failure: str | None = None
    until: str | None = None


class TurnWaits(Observation):
    """The turn waits for its provider until then (UTC), or does not wait any more (`until` None).

    `account` is what the provider limits, `refusals` how often in a row it did. `begun`: the agent is at work already.
    """

    type: Literal["turn_waits"] = "turn_waits"
    node: str
    attempt: int
    turn: int
    account: str
    failure: str = "rate_limited"
    until: str | None = None
    refusals: int = 0
    begun: bool = False


class Requested(Observation):
    """An agent asks something of the engine, while its turn runs or at its end. `request` makes it count once.

    `live`: the agent waits for the reply, so it need not be told again. `keyed`: the agent named the request itself, so
    that it may ask again for the reply.
    """

    label: ClassVar[Label] = "claimed"
    type: Literal["requested"] = "requested"
    node: str
    attempt: int
    turn: int
    request: str
    kind: str
    data: dict[str, JsonValue] = {}
    live: bool = False
    keyed: bool = False


class PermissionAsked(Observation):
    """An agent wants to use a tool, and its turn waits for the answer. `ask` is the tool call's id in its session."""

    label: ClassVar[Label] = "claimed"
    type: Literal["permission_asked"] = "permission_asked"
    node: str
    attempt: int
    turn: int
    ask: str
    tool: str
    input: dict[str, JsonValue] = {}


class PermissionDropped(Observation):
    """The agent does not wait for the answer any more: it goes on without, or its turn ends."""

    type: Literal["permission_dropped"] = "permission_dropped"
    node: str
    attempt: int
    turn: int
    ask: str


class MessageGiven(Observation):
    """A person has something to say to the agent at work."""

    label: ClassVar[Label] = "decided"
    type: Literal["message_given"] = "message_given"
    node: str
    message_id: str
    text: str
    by: By = By()


class MessageTaken(Observation):
    """Whether the running turn took the message into its conversation; what it did not is told with the next prompt."""

    type: Literal["message_taken"] = "message_taken"
    node: str
    attempt: int
    turn: int
    message_id: str
    taken: bool


class WorkSecured(Observation):
    """What the turn left is committed, fetched into the run's store and pinned. `facts` is what git showed."""

    type: Literal["work_secured"] = "work_secured"
    node: str
    attempt: int
    turn: int
    head: str
    facts: dict[str, JsonValue] = {}


class FactMeasured(Observation):
    """One subject of a gate was measured: `key` is the gate's place, or `verdict`, `artifact:NAME`, `diff`."""

    type: Literal["fact_measured"] = "fact_measured"
    node: str
    attempt: int
    turn: int
    key: str
    facts: dict[str, JsonValue]


class Integrated(Observation):
    """The children's work is one commit line again, at `head`, fetched and pinned."""

    type: Literal["integrated"] = "integrated"
    node: str
    head: str
    facts: dict[str, JsonValue] = {}


class Conflicted(Observation):
    """Bringing `head` into the line conflicts in `paths`; what was merged before it stands at `merged`.

    `snapshot` is the conflicted tree as a commit, laid out in `checkout`; `marked` are the paths with conflict markers.
    `reason` says why what was given as its resolution is none.
    """

    type: Literal["conflicted"] = "conflicted"
    node: str
    child: str
    head: str
    merged: str
    paths: tuple[str, ...]
    snapshot: str = ""
    checkout: str = ""
    marked: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    reason: str = ""


class Landed(Observation):
    """The run's branch in the person's repository is now at `new`."""

    type: Literal["landed"] = "landed"
    node: str
    new: str


class LandingMoved(Observation):
    """The run's branch is not where the journal last saw it; nothing was changed."""

    type: Literal["landing_moved"] = "landing_moved"
    node: str
    expected: str | None
    found: str | None


class EffectFailed(Observation):
    """An effect could not be carried out: an environment problem, not the agent's.

    `recorded` and `observed` are the two commits where the checkout is not what the journal says.
    """

    type: Literal["effect_failed"] = "effect_failed"
    node: str
    key: str
    code: str
    message: str
    recorded: str | None = None
    observed: str | None = None


class DeadlinePassed(Observation):
    """A limit on driving time was reached. `key` names it: `wall_clock` for the run."""

    type: Literal["deadline_passed"] = "deadline_passed"
    key: str


class Answered(Observation):
    """A person answered a hold, having seen the evidence of `expect`."""

    label: ClassVar[Label] = "decided"
    type: Literal["answered"] = "answered"
    hold: str
    answer: str
    note: str = ""
    to: str | None = None
    expect: int
    by: By = By()


class Raised(Observation):
    """A person raised a budget: `amount` is added to the cap of `kind` (milliseconds for clocks)."""

    label: ClassVar[Label] = "decided"
    type: Literal["raised"] = "raised"
    kind: str
    amount: float
    by: By = By()


class PauseRequested(Observation):
    """A person asked to pause at the next safe boundary, or `now`."""

    label: ClassVar[Label] = "decided"
    type: Literal["pause_requested"] = "pause_requested"
    now: bool = False
    by: By = By()


class ContinuationSet(Observation):
    """A person said whether the run goes on by itself once a provider takes requests again."""

    label: ClassVar[Label] = "decided"
    type: Literal["continuation_set"] = "continuation_set"
    on_provider_limit: Literal["continue", "pause"]
    by: By = By()


class CancelRequested(Observation):
    """A person asked to end the run, keeping everything."""

    label: ClassVar[Label] = "decided"
    type: Literal["cancel_requested"] = "cancel_requested"
    by: By = By()


# ------------------------------------------------------------------------------------------------------------ decisions


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


_KINDS: dict[str, type[Body]] = {
    model.model_fields["type"].default: model for base in (Observation, Decision) for model in base.__subclasses__()
}
TYPES: frozenset[str] = frozenset(_KINDS)
"""Every kind this version knows. A journal with another kind is opened read-only."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the journal. `at` is UTC wall time (a label only); `driven` is the run's driving time in ms."""

    seq: int
    at: str
    driven: int
    body: Body


_BESIDE = {"type", "node", "attempt"}
_REPLACED = "\ufffd".encode()


def to_data(body: Body) -> dict[str, Any]:
    """The part of a body that stands under `data` in the journal; defaults are left out.

    `type`, `node` and `attempt` stand beside it.
    """
    if isinstance(body, RunCreated):
        data = body.model_dump(mode="json", exclude=_BESIDE | {"workflow"}, exclude_defaults=True)
        return data | {"workflow": body.workflow.model_dump(mode="json")}
    return body.model_dump(exclude=_BESIDE, exclude_defaults=True)  # mode "json" would change names of members


def to_json(body: Body) -> bytes:
    """`to_data` as compact JSON. Numbers that are none stand there as `NaN` and `Infinity`, which a journal refuses.

    Raises:
        ValueError: a text is none in Unicode; only escapes can hold it.
    """
    if isinstance(body, RunCreated):
        return json.dumps(to_data(body), ensure_ascii=False, separators=(",", ":")).encode()
    # What `model_dump_json` calls, without its own work: this runs for every record.
    data: bytes = body.__pydantic_serializer__.to_json(body, exclude=_BESIDE, exclude_defaults=True)
    if _REPLACED in data:  # as it writes, without a word, the name of a member that is none in Unicode
        return json.dumps(to_data(body), ensure_ascii=False, separators=(",", ":")).encode()
    return data


def to_body(type_: str, node: str | None, attempt: int | None, data: dict[str, Any]) -> Body:
    """The body that `to_data` came from.

    Raises:
        pydantic.ValidationError: the type is unknown, or its data does not fit it.
    """
    kind = _KINDS.get(type_)
    if kind is None:
        told = PydanticCustomError("event_kind", "this version knows no events of this kind")
        raise ValidationError.from_exception_data("Body", [{"type": told, "loc": ("type",), "input": type_}])
    fields = {**data, "type": type_, "node": node, "attempt": attempt}
    return kind.__pydantic_validator__.validate_python(fields)  # type: ignore[no-any-return]
