# SPDX-License-Identifier: Apache-2.0
"""What observations and decisions share: where they come from, and the parts that several of them have."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

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


CONFIG = ConfigDict(frozen=True, extra="forbid", defer_build=True, ser_json_inf_nan="constants")


class Body(BaseModel):
    """Base of every event's body."""

    model_config = CONFIG

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

    model_config = CONFIG

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

    model_config = CONFIG

    key: str
    gate: str
    outcome: Literal["cleared", "blocked", "not_checked", "waiting"]
    reason: str
    label: Label


class By(BaseModel):
    """Who gave a command: the person's login, the program, its process, and the id that makes it count once."""

    model_config = CONFIG | {"extra": "ignore"}

    user: str = ""
    via: str = ""
    pid: int | None = None
    command: str | None = None


class Resolved(BaseModel):
    """What resolves the conflict of `child`: `head`, a commit on `snapshot`; None: what stands in the checkout."""

    model_config = CONFIG

    child: str
    snapshot: str
    line: str
    head: str | None = None
