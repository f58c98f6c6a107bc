# SPDX-License-Identifier: Apache-2.0
"""What must hold of a whole workflow: every name means something, every gate can clear, nothing rests on nothing."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from engine.definition import expressions, templates
from engine.definition.artifacts import schema_fault
from engine.definition.inputs import convert
from engine.definition.model import (
    AllGate,
    AnyGate,
    ApprovalGate,
    ArtifactGate,
    AtLeastGate,
    Block,
    Blocks,
    CallBlock,
    ChooseBlock,
    CommandGate,
    CommitGate,
    ExpressionGate,
    FileGate,
    Gate,
    Gates,
    LoopBlock,
    NotGate,
    OrchestrateBlock,
    ParallelBlock,
    Profile,
    PublishBlock,
    RedGreenGate,
    RunBlock,
    ScopeGate,
    SequenceBlock,
    StepBlock,
    TestsGate,
    UnweakenedGate,
    VerdictGate,
    Workflow,
)
from engine.definition.parts import (
    AGENTS,
    check_inputs,
    check_limits,
    check_name,
    check_path,
    check_paths,
    check_pattern,
    check_profile,
    check_roles,
    commands,
)
from engine.definition.plan import claimed_only, rests_on_claims
from engine.definition.surface import Path_, Surface
from engine.definition.words import did_you_mean
from engine.errors import ExpressionError, Fault, TemplateError

_VERDICT = ("result", "summary", "detail")
_RESERVED = {*templates.NAMES, *keyword.kwlist, "true", "false", "null", "none", "loop", "self"} - {"item"}


@dataclass(frozen=True, slots=True)
class _Scope:
    """What can be named at a place."""

    names: frozenset[str]
    steps: frozenset[str] = frozenset()
    artifacts: frozenset[str] = frozenset()

    def with_(self, blocks: Iterable[Block]) -> _Scope:
        """This, and what these blocks leave behind."""
        inner = list(_all(blocks))
        steps = {block.id for block in inner if isinstance(block, (StepBlock, OrchestrateBlock))}
        made = {name for block in inner if isinstance(block, (StepBlock, RunBlock)) for name in block.produces}
        made |= {name for block in inner if isinstance(block, CallBlock) for name in block.outputs}
        return replace(self, steps=self.steps | steps, artifacts=self.artifacts | made)


def check(workflow: Workflow, surface: Surface, at: Path_ = ()) -> list[Fault]:
    """Tell `surface` of everything that does not hold; what is only worth saying is returned."""
    checker = _Checker(workflow, surface, at)
    checker.check()
    return checker.warnings


class _Checker:
    def __init__(self, workflow: Workflow, surface: Surface, at: Path_) -> None:
        self.workflow = workflow
        self.surface = surface
        self.at = at
        self.warnings: list[Fault] = []
        self.read: set[str] = set()

    def check(self) -> None:
        workflow, surface, at = self.workflow, self.surface, self.at
        check_inputs(surface, workflow.inputs, (*at, "inputs"))
        check_roles(surface, workflow.roles, (*at, "roles"))
        check_limits(surface, workflow.budgets, (*at, "budgets"))
        if isinstance(workflow.profile, Profile):
            check_profile(surface, workflow.profile, (*at, "profile"))
        for name, profile in workflow.profiles.items():
            check_profile(surface, profile, (*at, "profiles", name))
        if not workflow.do:
            self.tell((*at, "do"), "the workflow does nothing", "add a block to 'do'")
        self.blocks(workflow.do, (*at, "do"), _Scope(templates.NAMES - {"item"}))
        for name, input_ in workflow.inputs.items():
            empty = name in self.read and input_.type in ("text", "string") and input_.default is None
            if empty and not input_.required and not at:  # what a called workflow gets is in its caller's `with`
                what = f"the input {name!r} is read, and may be left empty"
                self.warn((*at, "inputs", name), what, "add required: true or a default")
        for name, role in workflow.roles.items():
            if role.agent and role.agent not in AGENTS:
                meant = did_you_mean(role.agent, AGENTS, "there are")
                self.tell((*at, "roles", name, "agent"), f"there is no agent {role.agent!r:.40}", meant)

    def tell(self, path: Path_, what: str, todo: str, *, key: bool = False) -> None:
        if not self.surface.doubts(path):
            self.surface.tell(path, what, todo, key=key)

    def warn(self, path: Path_, what: str, todo: str) -> None:
        self.warnings.append(Fault(self.surface.file, *self.surface.place(path), what, todo))

    # ----------------------------------------------------------------------------------------------------------- blocks

    def blocks(
        self, blocks: Blocks, at: Path_, scope: _Scope, seen: dict[str, Path_] | None = None, *, apart: bool = False
    ) -> _Scope:
        """Check siblings; what is visible after them. Side by side (`apart`) none sees what another leaves."""
        seen = {} if seen is None else seen
        for number, block in enumerate(blocks):
            here = (*at, number)
            if isinstance(block, SequenceBlock) and block.id is None:
                scope = self.blocks(block.do, (*here, "do"), scope, seen)  # adds nothing to the path of what it holds
                continue
            if block.id in seen and not self.surface.doubts((*here, "id")):
                line = self.surface.place((*seen[block.id], "id"))[0]
                self.tell(
                    (*here, "id"), f"the id {block.id!r} is taken by its sibling in line {line}", "choose another"
                )
            seen.setdefault(str(block.id), here)
            self.block(block, here, scope)
            scope = scope if apart else scope.with_([block])
        return scope

    def block(self, block: Block, at: Path_, scope: _Scope) -> None:
        if not isinstance(block, (ChooseBlock, PublishBlock, SequenceBlock)):
            check_limits(self.surface, block.budget, (*at, "budget"))
        match block:
            case StepBlock():
                self.step(block, at, scope)
            case RunBlock():
                self.run(block, at, scope)
            case SequenceBlock():
                self.blocks(block.do, (*at, "do"), scope)
            case ParallelBlock():
                self.parallel(block, at, scope)
            case LoopBlock():
                if not block.do:
                    self.tell((*at, "do"), f"the loop {block.id!r} has nothing to repeat", "add a block to 'do'")
                inside = scope.with_(block.do)
                self.gates(block.until, (*at, "until"), inside, block, of=_Scope(frozenset()).with_(block.do).steps)
                self.blocks(block.do, (*at, "do"), inside)
            case OrchestrateBlock():
                self.orchestrate(block, at, scope)
            case CallBlock():
                self.call(block, at, scope)
            case ChooseBlock():
                if not block.when:
                    self.tell((*at, "when"), f"{block.id!r} has nothing to choose from", "add an arm to 'when'")
                for number, arm in enumerate(block.when):
                    here = (*at, "when", number)
                    self.cel(arm.if_, (*here, "if"), scope)
                    self.blocks(arm.do, (*here, "do"), scope)
                self.blocks(block.otherwise, (*at, "otherwise"), scope)
            case PublishBlock():
                self.gates(block.require, (*at, "require"), scope, block)
            case _:
                assert_never(block)

    def step(self, block: StepBlock, at: Path_, scope: _Scope) -> None:
        self.role(block.role, (*at, "role"))
        self.template(block.goal, (*at, "goal"), scope)
        self.produces(block.produces, (*at, "produces"))
        check_paths(self.surface, block.scope or (), (*at, "scope"), glob=True)
        self.gates(block.gate, (*at, "gate"), scope.with_([block]), block)
        self.claims(block, at)

    def run(self, block: RunBlock, at: Path_, scope: _Scope) -> None:
        self.positive(block.timeout, (*at, "timeout"))
        self.produces(block.produces, (*at, "produces"))
        if (block.argv is None) == (block.profile is None) and not self.surface.doubts((*at, "argv")):
            said = "both a command and one of the profile" if block.argv else "no command"
            self.tell(at, f"{block.id!r} names {said}", "give either argv: [...] or profile: NAME")
        profile = self.workflow.profile
        if block.profile is not None and not isinstance(profile, str):
            known = commands(profile) if profile else []
            if block.profile not in known:
                what = (
                    f"the profile has no command {block.profile!r:.40}"
                    if profile
                    else "there is no profile to run from"
                )
                meant = did_you_mean(block.profile, known, "it has") if profile else "add a profile, or give argv"
                self.tell((*at, "profile"), what, meant)
        self.gates(block.gate, (*at, "gate"), scope.with_([block]), block)

    def parallel(self, block: ParallelBlock, at: Path_, scope: _Scope) -> None:
        if not block.do:
            self.tell((*at, "do"), f"{block.id!r} has nothing to do", "add a block to 'do'")
        if block.for_each:
            each = block.for_each
            self.cel(each.list, (*at, "for_each", "list"), scope)
            if not each.as_.isidentifier() or each.as_ in _RESERVED:
                self.tell((*at, "for_each", "as"), f"{each.as_!r:.40} cannot name the item", "choose a plain word")
            scope = replace(scope, names=scope.names | {each.as_, "item"})
            if each.key is not None:
                self.cel(each.key, (*at, "for_each", "key"), scope)
            self.blocks(block.do, (*at, "do"), scope)
        else:
            self.blocks(block.do, (*at, "do"), scope, apart=True)
            if isinstance(block.join, int) and block.join > len(block.do):
                what = f"{block.join} children have to clear, and there are {len(block.do)}"
                self.tell((*at, "join"), what, f"write {{at_least: {len(block.do)}}} or less")
        if block.integrate == "winner" and block.join not in ("any", 1):
            self.tell((*at, "integrate"), "several children can clear, so none is the winner", "write merge or squash")
        if block.workspace == "shared" and block.integrate not in ("none", None):
            self.tell((*at, "integrate"), "children that share a checkout leave nothing to integrate", "remove it")

    def orchestrate(self, block: OrchestrateBlock, at: Path_, scope: _Scope) -> None:
        self.role(block.role, (*at, "role"))
        self.template(block.goal, (*at, "goal"), scope)
        self.gates(block.gate, (*at, "gate"), scope.with_([block]), block)
        self.claims(block, at)
        for number, role in enumerate(block.children.roles):
            self.role(role, (*at, "children", "roles", number))
            spec = self.workflow.roles.get(role)
            if spec and spec.shape == "mechanical" and rests_on_claims(block.children.gate):
                todo = "add a measured gate under children, such as tests or commit"
                self.tell((*at, "children", "gate"), f"nothing checks the mechanical role {role!r}", todo)
        self.gates(block.children.gate, (*at, "children", "gate"), scope, block)
        if block.children.max and not block.children.roles:
            self.tell((*at, "children"), "children are allowed, but no role for them", "add roles: [ROLE]")
        check_limits(self.surface, block.compose.budget, (*at, "compose", "budget"))
        for name, body in block.compose.bodies.items():
            self.body(body, (*at, "compose", "bodies", name))

    def call(self, block: CallBlock, at: Path_, scope: _Scope) -> None:
        for text, path in _texts(block.with_, (*at, "with")):
            self.template(text, path, scope)
        for name, cel in block.outputs.items():
            check_name(self.surface, name, (*at, "outputs", name), "an artifact")
            self.cel(cel, (*at, "outputs", name), None)
        body = block.body
        if body is None:
            return
        self.body(body, (*at, "body"))
        for name, value in block.with_.items():
            here = (*at, "with", name)
            if name not in body.inputs:
                meant = did_you_mean(name, body.inputs, "it takes")
                self.tell(here, f"the workflow {body.name!r} has no input {name!r:.40}", meant, key=True)
            elif not any("{" in text for text, _ in _texts(value, here)):
                try:
                    convert(body.inputs[name], value)
                except ValueError as error:
                    self.tell(here, f"the input {name!r} of {body.name!r}: {error}", "correct it")
        for name, input_ in body.inputs.items():
            if input_.required and input_.default is None and name not in block.with_:
                what = f"the workflow {body.name!r} requires the input {name!r}"
                self.tell((*at, "workflow"), what, f"add with: {{{name}: ...}}")

    def body(self, body: Workflow, at: Path_) -> None:
        """Check a sub-workflow that is written in place; one from a file of its own was checked there."""
        if at in self.surface.places:
            self.warnings += check(body, self.surface, at)

    # ------------------------------------------------------------------------------------------------------------ gates

    def gates(self, gates: Gates, at: Path_, scope: _Scope, owner: Block, of: frozenset[str] | None = None) -> None:
        """Check the gates of `owner`; verdicts may be those of the steps `of`, None for all in scope."""
        for number, gate in enumerate(gates):
            self.gate(gate, (*at, number), scope, owner, scope.steps if of is None else of)

    def gate(self, gate: Gate, at: Path_, scope: _Scope, owner: Block, of: frozenset[str]) -> None:
        match gate:
            case VerdictGate():
                self.verdict(gate, at, owner, of)
            case FileGate():
                check_path(self.surface, gate.path, (*at, "path"))
                check_pattern(self.surface, gate.matches, (*at, "matches"))
            case TestsGate():
                self.positive(gate.timeout, (*at, "timeout"))
                check_path(self.surface, gate.report, (*at, "report"))
                if gate.argv is None and not self.surface.doubts((*at, "argv")):
                    self.tested(gate.profile, at)
            case RedGreenGate():
                self.positive(gate.timeout, (*at, "timeout"))
                if gate.argv is None and not self.surface.doubts((*at, "argv")):
                    self.tested(None, at)
            case CommandGate():
                self.positive(gate.timeout, (*at, "timeout"))
            case ApprovalGate():
                if gate.role is not None:
                    self.role(gate.role, (*at, "role"))
                elif gate.by != "human":
                    self.tell(at, "a model is to judge, and none is named", "add role: ROLE")
            case ArtifactGate():
                self.artifact(gate.name, (*at, "name"), scope, owner)
            case ScopeGate():
                check_paths(self.surface, gate.allow, (*at, "allow"), glob=True)
                if not gate.allow and gate.max_files is None and gate.max_lines is None:
                    self.tell(at, "this scope sets no bounds", "add allow: [GLOB], max_files or max_lines")
            case UnweakenedGate():
                check_paths(self.surface, gate.allow, (*at, "allow"), glob=True)
            case ExpressionGate():
                self.cel(gate.cel, (*at, "cel"), scope)
            case NotGate():
                if any(isinstance(part, ApprovalGate) for part in _leaves(gate.of)):
                    what = "an approval cannot stand under 'not': a refusal is an answer, never a pass"
                    self.tell((*at, "of"), what, "take it out")
                self.gate(gate.of, (*at, "of"), scope, owner, of)
            case AllGate() | AnyGate() | AtLeastGate():
                if isinstance(gate, AtLeastGate) and gate.k > len(gate.of):
                    what = f"{gate.k} gates have to clear, and there are {len(gate.of)}"
                    self.tell((*at, "k"), what, f"write {len(gate.of)} or less")
                for number, part in enumerate(gate.of):
                    self.gate(part, (*at, "of", number), scope, owner, of)
            case CommitGate():
                if isinstance(owner, RunBlock):
                    self.tell(at, "a command has no agent that could commit", "use file, scope or command")
            case _:
                assert_never(gate)

    def verdict(self, gate: VerdictGate, at: Path_, owner: Block, of: frozenset[str]) -> None:
        if gate.of is not None:
            if gate.of not in of:
                inside = f"in the loop {owner.id!r}" if isinstance(owner, LoopBlock) else "before or around this"
                what = f"no step {gate.of!r:.40} stands {inside}"
                self.tell((*at, "of"), what, did_you_mean(gate.of, sorted(of), "there are"))
        elif isinstance(owner, (LoopBlock, PublishBlock)):
            example = min(of, default="STEP")
            self.tell(at, "whose verdict is not said", f"write {{verdict: {{of: {example}}}}}")
        elif isinstance(owner, RunBlock):
            self.tell(at, "a command gives no verdict", "remove it; its exit status is what counts")

    def artifact(self, name: str, at: Path_, scope: _Scope, owner: Block) -> None:
        own = isinstance(owner, (StepBlock, RunBlock))
        known = owner.produces if isinstance(owner, (StepBlock, RunBlock)) else scope.artifacts
        if name not in known and not (own and self.surface.doubts((*at[: at.index("gate")], "produces", name))):
            what = f"{owner.id!r} produces no artifact {name!r:.40}" if own else f"there is no artifact {name!r:.40}"
            todo = did_you_mean(name, known, "there are") if known else "add produces: {" + name + ": SCHEMA}"
            self.tell(at, what, todo)

    def tested(self, profile: str | None, at: Path_) -> None:
        """Tell if there is no test command. Names of profiles are looked up at launch."""
        name = profile if profile is not None else self.workflow.profile
        if isinstance(name, str):
            name = self.workflow.profiles.get(name, name)
        if name is None or (isinstance(name, Profile) and name.tests is None):
            todo = "add profile: {tests: {argv: [...]}} at the top, or argv to the gate"
            self.tell(at, "there is no test command", todo)

    def claims(self, block: StepBlock | OrchestrateBlock, at: Path_) -> None:
        if not claimed_only(block) or self.surface.doubts((*at, "gate")):
            return
        role = self.workflow.roles.get(block.role)
        if role and role.shape == "mechanical":
            what = f"nothing checks {block.id!r}: its role {block.role!r} is mechanical, and the gate rests on its word"
            self.tell((*at, "gate"), what, "add a measured gate, such as tests, commit or file")

    # ------------------------------------------------------------------------------------------------------------ names

    def role(self, name: str, at: Path_) -> None:
        if name not in self.workflow.roles:
            self.tell(at, f"there is no role {name!r:.40}", did_you_mean(name, self.workflow.roles, "roles are"))

    def produces(self, produces: Mapping[str, dict[str, Any]], at: Path_) -> None:
        for name, schema in produces.items():
            check_name(self.surface, name, (*at, name), "an artifact")
            fault = schema_fault(schema)
            if fault:
                self.tell((*at, name), f"the schema of {name!r:.40} is no JSON Schema: {fault}", "correct it")

    def positive(self, value: int | None, at: Path_) -> None:
        if value == 0:
            self.tell(at, f"{at[-1]!r} must be positive", "write one such as 10m, or leave it out")

    def cel(self, text: str, at: Path_, scope: _Scope | None) -> None:
        """Check an expression; without a scope only that it parses."""
        try:
            expression = expressions.compile(text)
        except ExpressionError as error:
            self.tell(at, error.message, "correct it")
            return
        if scope is not None:
            self.names(expression.variables, expression.members, at, scope)

    def template(self, text: str, at: Path_, scope: _Scope) -> None:
        try:
            template = templates.compile(text)
        except TemplateError as error:
            self.tell(at, error.message.rstrip("."), "correct it")
            return
        self.names(template.names, template.members, at, scope)

    def names(self, names: Iterable[str], members: Iterable[tuple[str, ...]], at: Path_, scope: _Scope) -> None:
        for name in sorted(set(names) - scope.names):
            if name == "item":
                self.tell(at, "'item' is only known inside a 'for_each'", "name something else")
            else:
                self.tell(
                    at,
                    f"there is nothing called {name!r:.40} here",
                    did_you_mean(name, sorted(scope.names), "there are"),
                )
        known: dict[str, Iterable[str]] = {
            "inputs": self.workflow.inputs,
            "verdicts": scope.steps,
            "artifacts": scope.artifacts,
        }
        self.read |= {path[1] for path in members if path[0] == "inputs" and len(path) > 1}
        for path in sorted({path[:2] for path in members}):
            there = sorted(known.get(path[0], ()))
            if path[0] in known and path[1] not in there:
                kind = {"inputs": "input", "verdicts": "step with a verdict", "artifacts": "artifact"}[path[0]]
                self.tell(at, f"there is no {kind} {path[1]!r:.40} here", did_you_mean(path[1], there, "there are"))
        for path in sorted({path for path in members if len(path) > 2 and path[0] == "verdicts"}):
            if path[2] not in _VERDICT:
                self.tell(at, f"a verdict has no {path[2]!r:.40}", did_you_mean(path[2], _VERDICT, "it has"))


def _all(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks and what they hold; not what a sub-workflow keeps to itself."""
    for block in blocks:
        yield block
        if isinstance(block, (SequenceBlock, ParallelBlock, LoopBlock)):
            yield from _all(block.do)
        elif isinstance(block, ChooseBlock):
            for arm in block.when:
                yield from _all(arm.do)
            yield from _all(block.otherwise)


def _leaves(gate: Gate) -> Iterator[Gate]:
    if isinstance(gate, NotGate):
        yield from _leaves(gate.of)
    elif isinstance(gate, (AllGate, AnyGate, AtLeastGate)):
        for part in gate.of:
            yield from _leaves(part)
    else:
        yield gate


def _texts(value: Any, at: Path_) -> Iterator[tuple[str, Path_]]:
    if isinstance(value, str):
        yield value, at
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*at, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, (*at, number))
