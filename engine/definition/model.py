# SPDX-License-Identifier: Apache-2.0
"""The workflow as a typed tree: blocks, gates, roles, budgets. Parsed elsewhere; this is what the kernel reads.

All durations are milliseconds. Everything is frozen. `Workflow.model_dump_json()` is the effective definition that a
run freezes at launch; `Workflow.model_validate_json()` gives it back unchanged.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Milliseconds = Annotated[int, Field(ge=0)]
Argv = Annotated[tuple[str, ...], Field(min_length=1)]


class Model(BaseModel):
    """Base of every part of a definition: frozen, and closed to unknown keys.

    Validators are built on first use: parts hold each other, and building each at import costs a tenth of a second.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


# ---------------------------------------------------------------------------------------------------------------- gates


class VerdictGate(Model):
    """The attempt's own verdict says `done`; `of` reads another step's verdict (in `until` and `choose`)."""

    kind: Literal["verdict"] = "verdict"
    of: str | None = None


class CommitGate(Model):
    """HEAD is on the node's branch, strictly past the fork point, with a net change and a clean tree."""

    kind: Literal["commit"] = "commit"


class FileGate(Model):
    """A regular, non-empty file at a path relative to the checkout, in the commit."""

    kind: Literal["file"] = "file"
    path: str
    matches: str | None = None
    empty: Literal["ok"] | None = None


class TestsGate(Model):
    """The test command exits 0 on a clean checkout and at least one test ran. `argv` None: the profile's."""

    __test__ = False
    kind: Literal["tests"] = "tests"
    argv: Argv | None = None
    timeout: Milliseconds | None = None
    report: str | None = None
    profile: str | None = None
    retry: bool = False


class CommandGate(Model):
    """argv exits 0."""

    kind: Literal["command"] = "command"
    argv: Argv
    timeout: Milliseconds | None = None


class ApprovalGate(Model):
    """A person accepts. Asked only after every mechanical gate of the step cleared."""

    kind: Literal["approval"] = "approval"
    by: Literal["human", "model", "model_then_human"] = "human"
    role: str | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.8
    cycles: Annotated[int, Field(ge=0)] = 3
    on_exhausted: Literal["pause", "abandon"] = "pause"


class ArtifactGate(Model):
    """The named typed artifact exists and validates against the step's schema."""

    kind: Literal["artifact"] = "artifact"
    name: str


class ScopeGate(Model):
    """Every path of the net diff from the fork point lies within `allow`; sizes within limits."""

    kind: Literal["scope"] = "scope"
    allow: tuple[str, ...] = ()
    max_files: Annotated[int, Field(ge=0)] | None = None
    max_lines: Annotated[int, Field(ge=0)] | None = None


class RedGreenGate(Model):
    """The named tests fail on the fork point (tests' own files laid over it) and pass on HEAD."""

    kind: Literal["red_green"] = "red_green"
    argv: Argv | None = None
    tests: tuple[str, ...] = ()
    timeout: Milliseconds | None = None


class UnweakenedGate(Model):
    """No test, test configuration or stand-in for a tool was weakened since the fork point."""

    kind: Literal["unweakened"] = "unweakened"
    allow: tuple[str, ...] = ()


class ExpressionGate(Model):
    """A CEL expression over facts and artifacts is true."""

    kind: Literal["expression"] = "expression"
    cel: str


class AllGate(Model):
    """Every part clears."""

    kind: Literal["all"] = "all"
    of: Annotated[tuple[Gate, ...], Field(min_length=1)]


class AnyGate(Model):
    """At least one part clears."""

    kind: Literal["any"] = "any"
    of: Annotated[tuple[Gate, ...], Field(min_length=1)]


class NotGate(Model):
    """The part was checked and is blocked. A part that was not checked never clears."""

    kind: Literal["not"] = "not"
    of: Gate


class AtLeastGate(Model):
    """At least `k` parts clear."""

    kind: Literal["at_least"] = "at_least"
    k: Annotated[int, Field(ge=1)]
    of: Annotated[tuple[Gate, ...], Field(min_length=1)]


Gate = Annotated[
    VerdictGate
    | CommitGate
    | FileGate
    | TestsGate
    | CommandGate
    | ApprovalGate
    | ArtifactGate
    | ScopeGate
    | RedGreenGate
    | UnweakenedGate
    | ExpressionGate
    | AllGate
    | AnyGate
    | NotGate
    | AtLeastGate,
    Field(discriminator="kind"),
]
Gates = tuple[Gate, ...]


# -------------------------------------------------------------------------------------------------- budgets and profile


class AttemptBudget(Model):
    """Limits of one attempt. None: no limit."""

    turns: Annotated[int, Field(ge=1)] | None = 10
    wall_clock: Milliseconds | None = 3_600_000
    idle: Milliseconds | None = 600_000


class StepBudget(Model):
    """Limits of one step over all its attempts. None: no limit of its own."""

    turns: Annotated[int, Field(ge=0)] | None = None
    wall_clock: Milliseconds | None = None
    requests: Annotated[int, Field(ge=0)] | None = None
    tokens: Annotated[int, Field(ge=0)] | None = None
    cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    attempt: AttemptBudget | None = None


class Budgets(Model):
    """Limits of the run. `wall_clock` counts driving time only; `cost` is in US dollars. None: no limit."""

    turns: Annotated[int, Field(ge=0)] | None = 100
    wall_clock: Milliseconds | None = 8 * 3_600_000
    requests: Annotated[int, Field(ge=0)] | None = None
    tokens: Annotated[int, Field(ge=0)] | None = None
    cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    attempt: AttemptBudget = AttemptBudget()


class Command(Model):
    """One command of a profile: argv only, with its time-out, key files (for `prepare`) and JUnit report path."""

    argv: Argv
    timeout: Milliseconds | None = None
    key: tuple[str, ...] = ()
    report: str | None = None
    retry: bool = False


class Profile(Model):
    """How a checkout of this repository is made ready and checked. Frozen at launch, whatever an agent writes since."""

    name: str | None = None
    env: dict[str, str] = {}
    prepare: Command | None = None
    tests: Command | None = None
    lint: Command | None = None
    commands: dict[str, Command] = {}


# ---------------------------------------------------------------------------------------------------------------- roles


class Role(Model):
    """Who works: a backend, its model and settings."""

    agent: str
    model: tuple[str, ...] = ()
    alternate: Literal["by_round"] | None = None
    effort: str | None = None
    instructions: str | None = None
    tools: tuple[str, ...] | None = None
    mcp_servers: dict[str, JsonValue] = {}
    shape: Literal["open-ended", "structured", "mechanical"] | None = None
    argv: Argv | None = None
    output: Literal["text", "jsonl"] = "text"
    isolation: Literal["sandboxed", "open"] | None = None
    network: Literal["open", "model", "closed"] = "open"
    permissions: Literal["ask", "allow", "deny"] | None = None
    playbook: JsonValue = None


class Input(Model):
    """One input of a workflow, asked at launch."""

    type: Literal["text", "string", "int", "number", "bool", "choice", "path", "list"] = "string"
    title: str | None = None
    description: str | None = None
    required: bool = False
    default: JsonValue = None
    choices: tuple[str, ...] = ()


# --------------------------------------------------------------------------------------------------------------- blocks

BlockId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]


class StepBlock(Model):
    """One agent with a goal and a gate."""

    kind: Literal["step"] = "step"
    id: BlockId
    role: str
    goal: str
    gate: Annotated[Gates, Field(min_length=1)]
    title: str | None = None
    produces: dict[str, dict[str, Any]] = {}
    scope: tuple[str, ...] | None = None
    commit: Literal["engine", "agent"] = "engine"
    reprompts: Annotated[int, Field(ge=0)] = 1
    retries: Annotated[int, Field(ge=0)] = 1
    budget: StepBudget = StepBudget()
    lessons: JsonValue = None


class RunBlock(Model):
    """A deterministic command as a step. Exactly one of `argv` and `profile` (the name of a command of the profile)."""

    kind: Literal["run"] = "run"
    id: BlockId
    argv: Argv | None = None
    profile: str | None = None
    timeout: Milliseconds | None = None
    gate: Gates = ()
    title: str | None = None
    produces: dict[str, dict[str, Any]] = {}
    budget: StepBudget = StepBudget()


class SequenceBlock(Model):
    """Blocks in order."""

    kind: Literal["sequence"] = "sequence"
    id: BlockId | None = None
    do: Blocks = ()


class ForEach(Model):
    """Fan-out over a list: a CEL expression, the name the item gets, and the key that names each child."""

    list: str
    as_: Annotated[str, Field(alias="as")] = "item"
    key: str | None = None
    empty: Literal["ok"] | None = None
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)


class ParallelBlock(Model):
    """Fan-out from one fork point, joined."""

    kind: Literal["parallel"] = "parallel"
    id: BlockId
    do: Blocks = ()
    join: Literal["all", "any"] | Annotated[int, Field(ge=1)] = "all"
    max_concurrent: Annotated[int, Field(ge=1)] | None = None
    for_each: ForEach | None = None
    integrate: Literal["merge", "squash", "winner", "none"] | None = None
    workspace: Literal["own", "shared"] = "own"
    title: str | None = None
    budget: StepBudget = StepBudget()


class LoopBlock(Model):
    """A body until a gate clears, at most `max` times."""

    kind: Literal["loop"] = "loop"
    id: BlockId
    max: Annotated[int, Field(ge=1)]
    until: Annotated[Gates, Field(min_length=1)]
    do: Blocks
    on_exhausted: Literal["pause", "continue", "fail"] = "pause"
    title: str | None = None
    budget: StepBudget = StepBudget()


class ChildrenSpec(Model):
    """What an orchestrator's lead may spawn."""

    roles: tuple[str, ...] = ()
    max: Annotated[int, Field(ge=0)] = 0
    max_concurrent: Annotated[int, Field(ge=1)] | None = None
    gate: Gates = (VerdictGate(),)


class ComposeSpec(Model):
    """Which sub-workflows a lead may run, how many and how deep."""

    workflows: tuple[str, ...] = ()
    max_runs: Annotated[int, Field(ge=0)] = 0
    max_depth: Annotated[int, Field(ge=1)] = 1
    budget: StepBudget = StepBudget()
    bodies: dict[str, Workflow] = {}
    """Those workflows, folded in at launch."""


class OrchestrateBlock(Model):
    """A lead agent that supervises children."""

    kind: Literal["orchestrate"] = "orchestrate"
    id: BlockId
    role: str
    goal: str
    gate: Annotated[Gates, Field(min_length=1)]
    children: ChildrenSpec = ChildrenSpec()
    compose: ComposeSpec = Field(default_factory=lambda: ComposeSpec())
    workspace: Literal["own", "shared"] = "own"
    title: str | None = None
    produces: dict[str, dict[str, Any]] = {}
    scope: tuple[str, ...] | None = None
    commit: Literal["engine", "agent"] = "engine"
    reprompts: Annotated[int, Field(ge=0)] = 1
    retries: Annotated[int, Field(ge=0)] = 1
    budget: StepBudget = StepBudget()


class CallBlock(Model):
    """A sub-workflow; its definition is folded in at launch."""

    kind: Literal["call"] = "call"
    id: BlockId
    workflow: str
    with_: Annotated[dict[str, JsonValue], Field(alias="with")] = {}
    outputs: dict[str, str] = {}
    body: Workflow | None = None
    title: str | None = None
    budget: StepBudget = StepBudget()
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)


class Arm(Model):
    """One arm of a choice: a CEL condition and what to do."""

    if_: Annotated[str, Field(alias="if")]
    do: Blocks = ()
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)


class ChooseBlock(Model):
    """The first arm whose condition holds."""

    kind: Literal["choose"] = "choose"
    id: BlockId
    when: tuple[Arm, ...] = ()
    otherwise: Blocks = ()
    title: str | None = None


class PublishBlock(Model):
    """Push, open or recover exactly one pull request, merge when eligible."""

    kind: Literal["publish"] = "publish"
    id: BlockId
    pr: JsonValue = None
    merge: JsonValue = None
    base: str | None = None
    require: Gates = ()
    title: str | None = None


Block = Annotated[
    StepBlock
    | RunBlock
    | SequenceBlock
    | ParallelBlock
    | LoopBlock
    | OrchestrateBlock
    | CallBlock
    | ChooseBlock
    | PublishBlock,
    Field(discriminator="kind"),
]
Blocks = tuple[Block, ...]


class Workflow(Model):
    """A whole workflow, effective: profile resolved, schemas inlined, called workflows folded in."""

    format: Literal[1] = 1
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]
    title: str | None = None
    description: str | None = None
    inputs: dict[str, Input] = {}
    roles: dict[str, Role] = {}
    budgets: Budgets = Budgets()
    profile: Profile | str | None = None
    profiles: dict[str, Profile] = {}
    """Profiles that `tests` gates name, folded in at launch."""
    on_provider_limit: Literal["continue", "pause"] = "continue"
    """What the run does when a provider limits it: wait and go on by itself, or ask a person."""
    do: Blocks
