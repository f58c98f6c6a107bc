# SPDX-License-Identifier: Apache-2.0
"""What the world told: facts that came from outside, each a line of the journal."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import JsonValue

from engine.definition.model import Workflow
from engine.kernel.events.base import By, Label, Observation, TurnReason, Usage


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
