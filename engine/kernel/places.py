# SPDX-License-Identifier: Apache-2.0
"""Where a block stands in the workflow, and the node ids that follow from it."""

from __future__ import annotations

from engine.definition.model import Block, Blocks, SequenceBlock
from engine.kernel.state import ROOT, Node, RunState


def children_of(state: RunState, node: Node) -> Blocks:
    """The definitions of a container's children, in order."""
    if node.id == ROOT:
        assert state.workflow is not None, "a run begins with its workflow"
        return state.workflow.do
    block = node.block
    if isinstance(block, SequenceBlock):
        return block.do
    return ()


def block_at(state: RunState, parent: Node | None, place: int) -> Block | None:
    """The definition of the parent's child at `place`, from 0; None for the workflow itself."""
    return None if parent is None else children_of(state, parent)[place]


def child_id(parent: Node, block: Block, place: int) -> str:
    """The node id of a child: the path of its ids. A sequence without an id is named by its place, from 1."""
    name = block.id or f"sequence-{place + 1}"
    return f"{parent.id}/{name}" if parent.id else name
