# SPDX-License-Identifier: Apache-2.0
"""Where a block stands in the workflow, and the node ids that follow from it.

A container's children are blocks of the definition, but for two: a loop's children are its iterations (`polish[2]`),
and those of a fan-out over a list are its branches (`approaches[minimal]`). Both are scopes without blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from engine.definition.model import (
    Block,
    Blocks,
    CallBlock,
    ChooseBlock,
    CommitGate,
    LoopBlock,
    OrchestrateBlock,
    ParallelBlock,
    RunBlock,
    SequenceBlock,
    StepBlock,
    Workflow,
)
from engine.kernel.state import ROOT, Node, RunState

WORKERS = (StepBlock, RunBlock, OrchestrateBlock)
"""Blocks that take turns."""
AGENTED = (StepBlock, OrchestrateBlock)
"""Blocks whose turns are an agent's."""
RESOLVERS = 1 << 20
"""Places from here on are those of resolvers: steps that no workflow holds, each for the conflict of one child."""


def children_of(state: RunState, node: Node) -> Blocks:
    """The definitions of a container's children, in order; none for loops and fan-outs over a list."""
    match node.block:
        case SequenceBlock() as block:
            return block.do
        case ParallelBlock(for_each=None) as block:
            return block.do
        case CallBlock(body=Workflow() as body):
            return body.do
        case ChooseBlock() as block:
            return _arm(block, node)
        case None if node.id == ROOT:
            assert state.workflow is not None, "a run begins with its workflow"
            return state.workflow.do
        case None if node.parent is not None:
            above = state.nodes[node.parent].block
            return above.do if isinstance(above, (LoopBlock, ParallelBlock)) else ()
    return ()


def _arm(block: ChooseBlock, node: Node) -> Blocks:
    if node.keys is None:
        return ()
    [key] = node.keys
    return block.otherwise if key == "otherwise" else block.when[int(key)].do


def block_at(state: RunState, parent: Node | None, place: int) -> Block | None:
    """The definition of the parent's child at `place`, from 0; None for the workflow itself and for scopes."""
    if parent is None or is_scoped(parent):
        return None
    if isinstance(parent.block, OrchestrateBlock):
        return _spawned(parent.block, parent.spawned[place])
    return children_of(state, parent)[place]


def _spawned(block: OrchestrateBlock, spec: dict[str, JsonValue]) -> Block:
    """The block of a child that a lead asked for. What the lead wrote is data: never a template."""
    name = str(spec["name"])
    if spec["kind"] == "workflow":
        body = block.compose.bodies[str(spec["workflow"])]
        return CallBlock(id=name, workflow=body.name, body=body, budget=block.compose.budget)
    gates = block.children.gate
    commits = any(isinstance(gate, CommitGate) for gate in gates)
    return StepBlock(
        id=name,
        role=str(spec["role"]),
        goal="{{ item.goal }}",
        gate=gates,
        commit="agent" if commits else "engine",
    )


def is_scoped(node: Node) -> bool:
    """Whether this node's children are scopes: iterations of a loop, branches over a list."""
    block = node.block
    return isinstance(block, LoopBlock) or (isinstance(block, ParallelBlock) and block.for_each is not None)


def child_id(parent: Node, block: Block | None, place: int) -> str:
    """The node id of a child: the path of its ids. A sequence without an id is named by its place, from 1."""
    if block is None:
        key = parent.keys[place] if parent.keys is not None else str(place + 1)
        return f"{parent.id}[{key}]"
    name = block.id or f"sequence-{place + 1}"
    return f"{parent.id}/{name}" if parent.id else name


def ways_from(state: RunState, node: Node) -> tuple[list[str], list[str]]:
    """Where a person may send the run from this node: back to these (itself last), or on to those.

    Only blocks that follow each other have a before and an after; in a fan-out, or below a lead, a node is alone.
    """
    parent = state.nodes[node.parent or ROOT]
    if isinstance(parent.block, (ParallelBlock, OrchestrateBlock)):
        return [node.id], []
    ids = [child_id(parent, block, place) for place, block in enumerate(children_of(state, parent))]
    return ids[: node.place + 1], ids[node.place + 1 :]


def above_of(state: RunState, node: Node) -> Iterator[Node]:
    """The node's enclosing nodes, nearest first."""
    while node.parent is not None:
        node = state.nodes[node.parent]
        yield node


def workflow_of(state: RunState, node: Node) -> Workflow:
    """The workflow whose names hold here: that of the nearest call, else the run's."""
    for above in above_of(state, node):
        if isinstance(above.block, CallBlock) and above.block.body is not None:
            return above.block.body
    assert state.workflow is not None, "a run begins with its workflow"
    return state.workflow
