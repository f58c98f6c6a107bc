# SPDX-License-Identifier: Apache-2.0
"""The plan before launch: the workflow as a tree in plain words, and what each gate means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.definition.model import (
    AllGate,
    AnyGate,
    ApprovalGate,
    ArtifactGate,
    AtLeastGate,
    Block,
    Blocks,
    Budgets,
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
    PublishBlock,
    RedGreenGate,
    RunBlock,
    ScopeGate,
    SequenceBlock,
    StepBlock,
    StepBudget,
    TestsGate,
    UnweakenedGate,
    VerdictGate,
    Workflow,
)
from engine.definition.words import duration, listed


@dataclass(frozen=True, slots=True)
class Plan:
    """One block as a person reads it before launch."""

    id: str
    """Node id, with `[*]` where a number or a key is known only in the run: `polish[*]/review`."""
    kind: str
    title: str
    role: str | None = None
    gates: tuple[str, ...] = ()
    """Each in words, to be read after "done when"."""
    claimed_only: bool = False
    bounds: tuple[str, ...] = ()
    """Limits and joins in words: "at most 4 rounds, then a pause"."""
    children: tuple[Plan, ...] = ()


def outline(workflow: Workflow) -> Plan:
    """The plan of the whole workflow; the root stands for the run."""
    return Plan(
        id="",
        kind="workflow",
        title=workflow.title or workflow.name,
        bounds=tuple(_run_bounds(workflow.budgets)),
        children=_children(workflow.do, ""),
    )


def describe(gate: Gate) -> str:
    """What clears the gate, as a clause to be read after "done when": `the tests pass`."""
    match gate:
        case VerdictGate(of=None):
            return "the agent reports that it is done"
        case VerdictGate(of=step):
            return f"the verdict of {step} says done"
        case CommitGate():
            return "the agent has committed its work, and nothing is left uncommitted"
        case FileGate():
            held = f"holds a match of {gate.matches}" if gate.matches else "is not empty"
            return f"{gate.path} is in the commit" + ("" if gate.empty and not gate.matches else f" and {held}")
        case TestsGate():
            how = f" ({_shown(gate.argv)})" if gate.argv else f" (profile {gate.profile})" if gate.profile else ""
            return f"the tests pass{how} on a clean checkout"
        case CommandGate():
            return f"{_shown(gate.argv)} succeeds"
        case ApprovalGate():
            judge = f"{gate.role or 'a model'} accepts with confidence {gate.threshold:g} or more"
            return {"human": "a person accepts", "model": judge}.get(gate.by, f"{judge}, and then a person accepts")
        case ArtifactGate():
            return f"the artifact {gate.name} is there and valid"
        case ScopeGate():
            return f"the change stays within {_scope(gate)}"
        case RedGreenGate():
            named = listed(gate.tests) if gate.tests else "the new tests"
            return f"{named} failed before the change and pass after it"
        case UnweakenedGate():
            return "no test was weakened" + (f" outside {listed(gate.allow)}" if gate.allow else "")
        case ExpressionGate():
            return f"{gate.cel} holds"
        case NotGate():
            return f"it was checked and is not so that {describe(gate.of)}"
        case AllGate():
            return " and ".join(map(_part, gate.of))
        case AnyGate():
            return " or ".join(map(_part, gate.of))
        case AtLeastGate():
            return f"at least {gate.k} of these hold: {'; '.join(map(_part, gate.of))}"


def claimed_only(block: Block) -> bool:
    """True if the block could clear on what an agent says of itself, with nothing measured and nobody asked."""
    return isinstance(block, (StepBlock, OrchestrateBlock)) and rests_on_claims(block.gate)


def rests_on_claims(gates: Gates) -> bool:
    """True if gates could all clear on verdicts alone."""
    return all(map(_claimed, gates))


def _claimed(gate: Gate) -> bool:
    match gate:
        case VerdictGate():
            return True
        case NotGate():
            return _claimed(gate.of)
        case AllGate():
            return all(map(_claimed, gate.of))
        case AnyGate():
            return any(map(_claimed, gate.of))
        case AtLeastGate():
            return sum(map(_claimed, gate.of)) >= gate.k
        case _:
            return False


# ------------------------------------------------------------------------------------------------------------ the tree


def _children(blocks: Blocks, under: str) -> tuple[Plan, ...]:
    return tuple(_plan(block, under) for block in blocks)


def _plan(block: Block, under: str) -> Plan:
    # A sequence without an id adds nothing to the path of what it holds.
    id_ = f"{under}{block.id}" if block.id else under.rstrip("/")
    below = f"{id_}/" if id_ else ""
    if isinstance(block, LoopBlock) or (isinstance(block, ParallelBlock) and block.for_each):
        below = f"{id_}[*]/"
    return Plan(
        id=id_,
        kind=block.kind,
        title=getattr(block, "title", None) or block.id or block.kind,
        role=block.role if isinstance(block, (StepBlock, OrchestrateBlock)) else None,
        gates=tuple(map(describe, _gates(block))),
        claimed_only=claimed_only(block),
        bounds=tuple(_bounds(block)),
        children=tuple(_inside(block, below)),
    )


def _gates(block: Block) -> Gates:
    match block:
        case StepBlock() | RunBlock() | OrchestrateBlock():
            return block.gate
        case LoopBlock():
            return block.until
        case PublishBlock():
            return block.require
        case _:
            return ()


def _inside(block: Block, below: str) -> Iterator[Plan]:
    match block:
        case SequenceBlock() | ParallelBlock() | LoopBlock():
            yield from _children(block.do, below)
        case ChooseBlock():
            for arm in block.when:
                yield Plan(below.rstrip("/"), "arm", f"if {arm.if_}", children=_children(arm.do, below))
            if block.otherwise:
                yield Plan(below.rstrip("/"), "arm", "otherwise", children=_children(block.otherwise, below))
        case CallBlock(body=Workflow() as body):
            yield from _children(body.do, below)
        case _:
            pass


# ------------------------------------------------------------------------------------------------------------ in words


def _bounds(block: Block) -> Iterator[str]:
    match block:
        case StepBlock() | OrchestrateBlock():
            yield f"{_many(block.reprompts, 're-prompt')}, {_many(block.retries, 'retry', 'retries')}"
        case RunBlock(timeout=int(limit)):
            yield f"at most {duration(limit)}"
        case LoopBlock():
            after = {"pause": "a pause", "continue": "going on", "fail": "a failure"}[block.on_exhausted]
            yield f"at most {_many(block.max, 'round')}, then {after}"
        case ParallelBlock():
            yield from _parallel_bounds(block)
        case _:
            pass
    if isinstance(block, OrchestrateBlock) and block.children.max:
        at_once = f", {block.children.max_concurrent} at a time" if block.children.max_concurrent else ""
        yield f"may spawn {block.children.max} of {listed(block.children.roles, 'or')}{at_once}"
    if isinstance(block, OrchestrateBlock) and block.compose.max_runs:
        yield f"may run {listed(block.compose.workflows, 'or')}, at most {_many(block.compose.max_runs, 'time')}"
    budget = getattr(block, "budget", None)
    if isinstance(budget, StepBudget):
        yield from _limits(budget)


def _parallel_bounds(block: ParallelBlock) -> Iterator[str]:
    if block.for_each:
        yield f"once for each of {block.for_each.list}"
    yield {"all": "waits for all", "any": "the first to clear wins"}.get(
        str(block.join), f"the first {block.join} to clear count"
    )
    if block.max_concurrent:
        yield f"{block.max_concurrent} at a time"
    if block.integrate:
        words = {"merge": "merged in order", "squash": "merged as one commit each", "winner": "the winner is merged"}
        yield words.get(block.integrate, "nothing is merged")


def _run_bounds(budgets: Budgets) -> Iterator[str]:
    yield from _limits(budgets)
    attempt = budgets.attempt
    if attempt.turns:
        yield f"{_many(attempt.turns, 'turn')} an attempt"
    if attempt.wall_clock:
        yield f"{duration(attempt.wall_clock)} an attempt"
    if attempt.idle:
        yield f"stalled after {duration(attempt.idle)} of silence"


def _limits(budget: Budgets | StepBudget) -> Iterator[str]:
    if budget.turns is not None:
        yield f"at most {_many(budget.turns, 'turn')}"
    if budget.wall_clock is not None:
        yield f"at most {duration(budget.wall_clock)} of driving"
    if budget.requests is not None:
        yield f"at most {_many(budget.requests, 'request')}"
    if budget.tokens is not None:
        yield f"at most {_many(budget.tokens, 'token')}"
    if budget.cost is not None:
        yield f"at most ${budget.cost:,.2f}"


def _many(number: int, one: str, more: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}" if number else f"no {one}"


def _part(gate: Gate) -> str:
    text = describe(gate)
    return f"({text})" if isinstance(gate, (AllGate, AnyGate, AtLeastGate, NotGate)) else text


def _shown(argv: tuple[str, ...]) -> str:
    text = " ".join(
        argument if argument and not set(argument) & set(" \t\n'\"") else repr(argument) for argument in argv
    )
    return text if len(text) <= 80 else text[:79] + "…"


def _scope(gate: ScopeGate) -> str:
    sizes = [f"{_many(gate.max_files, 'file')}" if gate.max_files is not None else ""]
    sizes += [f"{_many(gate.max_lines, 'line')}" if gate.max_lines is not None else ""]
    return listed(filter(None, [listed(gate.allow) if gate.allow else "", *sizes]))
