# SPDX-License-Identifier: Apache-2.0
"""What every backend offers the engine, and the records that pass between them.

A backend opens sessions; a session takes prompts, one turn at a time. The journal knows the identity of a turn before
`prompt` is called; whatever the agent says comes back as an observation, never as a decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Protocol,
    runtime_checkable,
)

from pydantic import JsonValue

from engine.agents.provider import UNLIMITED, Provider
from engine.definition.model import Role
from engine.policy.failures import FailureClass
from engine.policy.prices import PriceTable, price_table

if TYPE_CHECKING:
    from engine.agents.tools import Toolbox
    from engine.placement.process import IsolationInForce, Relay

TurnReason = Literal["end_turn", "failed", "interrupted", "timed_out", "stalled"]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do; the engine asks for nothing else."""

    resume: bool
    """A session goes on after the engine's end, with a prompt of its own."""
    interrupt: bool
    """A turn can be interrupted; every backend of ours can."""
    messages: bool
    """Takes a message while a turn runs."""
    usage: Literal["live", "after", "none"]
    """When token counts are known: while the turn runs, at its end, or never."""
    tools: Literal["in-band", "http", "none"]
    """How the engine's tools reach the agent."""
    calls_model: bool = False
    """The engine itself calls the model: the agent's processes need no network for that."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a turn may still use: the least that any budget over it leaves. None: no limit.

    A backend that calls the model itself checks the worst case of each request first, and ends the turn as ``failed``
    with the failure class ``budget`` rather than send one too many.
    """

    requests: int | None = None
    tokens: int | None = None
    cost: float | None = None
    """US dollars."""


BudgetKind = Literal["requests", "tokens", "cost"]


@dataclass(frozen=True, slots=True)
class Access:
    """How the engine itself reaches a model; the key is asked of the keyring, and stands nowhere else."""

    base_url: str | None = None
    """Without `/v1`; None: the provider's own."""
    extra_body: Mapping[str, JsonValue] = field(default_factory=dict)
    """Put into every request: what a server of one's own understands."""
    prices: PriceTable = field(default_factory=price_table)


@dataclass(frozen=True, slots=True)
class Permission:
    """An agent's question whether it may use a tool; the turn waits for the answer."""

    id: str
    """Of the tool call; unique in its session."""
    tool: str
    input: Mapping[str, Any]
    """What the tool would be called with, as the agent said it."""


@dataclass(frozen=True, slots=True)
class PermissionAnswer:
    """A person's answer, or a standing rule's."""

    allow: bool
    note: str = ""
    """Told to the agent."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One prompt and everything the agent's process needs. Folders exist; times are milliseconds, None: no limit."""

    run: str
    node: str
    attempt: int
    session: str
    turn: int
    prompt: str
    checkout: Path
    attempt_dir: Path
    blackboard: Path
    role: Role
    token: str
    """Marks every process of the attempt: `engine.placement.attempt_token`."""
    env: Mapping[str, str] = field(default_factory=dict)
    """Beyond the allow-list: the profile's variables, PILOTHOUSE_MCP_URL and PILOTHOUSE_MCP_TOKEN."""
    wall_ms: int | None = None
    idle_ms: int | None = None
    grace_ms: int = 3_000
    readable: tuple[Path, ...] = ()
    """What a sandboxed agent needs to read beyond the defaults: object stores that alternates point at."""
    writable: tuple[Path, ...] = ()
    """What a sandboxed agent may write beyond checkout, attempt folder and blackboard: the clone's own git folder."""
    hidden: tuple[Path, ...] = ()
    """What it must not even see beyond the defaults: the data directory."""
    allowance: Allowance = field(default_factory=Allowance)
    access: Access = field(default_factory=Access)
    tools: Toolbox | None = None
    """The engine's tools, for a backend that takes them in-band; whoever made it closes it."""
    private: Path | None = None
    """A folder of the attempt that lasts from turn to turn and that no sandboxed agent sees."""
    relays: tuple[Relay, ...] = ()
    """The ways out of a closed network."""
    workflow_dir: Path | None = None
    """Where a relative `argv[0]` with a slash is looked up."""
    playbook: JsonValue = None
    """For `scripted`: the playbook's data; the role's own where None."""
    provider: Provider = UNLIMITED
    """Asked before every request by a backend that sends them itself."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and requests of one turn; cost in US dollars. None is unknown, never zero."""

    input: int | None = None
    output: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    cost: float | None = None
    requests: int | None = None
    at_least: bool = False
    """True where the turn was cut before its figures were complete."""
    models: tuple[str, ...] = ()
    """The models that the agent named with its figures."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something an agent asks of the engine (`engine.kernel.requests.KINDS`); the kernel grants or denies it."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TurnResult:
    """How a turn ended, measured; what the agent said of itself is in `last_message` and `usage`, claimed."""

    reason: TurnReason
    failure: FailureClass | None = None
    """Set where `reason` is not ``end_turn``; None for an interrupt of ours."""
    message: str = ""
    """A sentence for people; empty after ``end_turn``."""
    version: str | None = None
    """Of the program that the backend drives, as it told."""
    exit_code: int | None = None
    signal: int | None = None
    usage: Usage | None = None
    """None: the backend told nothing."""
    last_message: str = ""
    """The last thing the agent said (at most 1 MiB), where an artifact may stand."""
    isolation: IsolationInForce | None = None
    """None where no process was started."""
    pid: int | None = None
    duration_ms: int = 0
    retry_after_ms: int | None = None
    requests: tuple[Request, ...] = ()
    short: BudgetKind | None = None
    """With the failure ``budget``: what was left of this kind was too little for the next request."""


def permission_policy(role: Role, isolation: IsolationInForce | None) -> Literal["ask", "allow", "deny"]:
    """What becomes of an agent's questions for permission: what the role says; else a sandbox allows what is in it."""
    return role.permissions or ("allow" if isolation == "sandboxed" else "ask")


class Watcher(Protocol):
    """Told of a running turn, on the event loop. Subclass `Unwatched` to implement a part."""

    def started(self, pid: int, isolation: IsolationInForce) -> None:
        """The process is alive; called once, at most."""

    def usage(self, usage: Usage) -> None:
        """The turn's figures so far, where the backend knows them while it runs."""

    async def permission(self, asked: Permission) -> PermissionAnswer:
        """The answer to an agent's question: the role's policy at once, else a person's; days, if need be.

        Cancel it when the agent does not wait any more, and with the turn.
        """
        ...


class Unwatched:
    """A watcher that looks away."""

    def started(self, pid: int, isolation: IsolationInForce) -> None:
        pass

    def usage(self, usage: Usage) -> None:
        pass

    async def permission(self, asked: Permission) -> PermissionAnswer:
        return PermissionAnswer(False, "nobody is there to be asked")


class Session(Protocol):
    """One conversation of one attempt. One turn at a time."""

    async def prompt(self, turn: Turn, watcher: Watcher | None = None) -> TurnResult:
        """Send one prompt and wait for the turn's end; afterwards no process of the turn is alive.

        Older verdicts are archived first; where that fails, nothing is sent and the turn is ``failed``.
        Never raises for what an agent does. Cancelled: interrupts the turn, waits for its end, and raises.
        """
        ...

    async def interrupt(self) -> None:
        """Interrupt the running turn: ask, wait for the grace period, then kill. Returns at once; `prompt` returns."""
        ...

    async def close(self) -> None:
        """Interrupt what runs and let go of everything."""
        ...


@runtime_checkable
class Listening(Protocol):
    """A session that takes messages while its turn runs: where `capabilities.messages`."""

    async def send(self, text: str) -> bool:
        """Say something to the running turn; False where the turn ended before it was taken into the conversation."""
        ...


class Backend(Protocol):
    """One kind of agent."""

    @property
    def name(self) -> str: ...

    @property
    def capabilities(self) -> Capabilities: ...

    async def start(self, session: str) -> Session:
        """A new session under the id that the journal has recorded (a UUID)."""
        ...

    async def resume(self, session: str) -> Session:
        """Go on with a session of an earlier process of ours; only where `capabilities.resume`."""
        ...
