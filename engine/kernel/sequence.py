# SPDX-License-Identifier: Apache-2.0
"""`sequence`, the workflow itself, and every scope: blocks in order, each from the tip that the one before left."""

from __future__ import annotations

from engine.kernel.events import Body, HoldWithdrawn, NodeEntered, NodeSettled
from engine.kernel.places import child_id, children_of
from engine.kernel.scopes import is_withdrawn
from engine.kernel.state import Node, RunState


def decide_sequence(state: RunState, node: Node) -> Body | None:
    """Enter the next child, or settle when all have; a child that failed settles the sequence as failed."""
    if is_withdrawn(state, node):
        return settle_withdrawn(state, node)
    blocks = children_of(state, node)
    for place in range(node.passed, len(blocks)):
        block = blocks[place]
        id_ = child_id(node, block, place)
        child = state.nodes.get(id_)
        if child is None or child.phase == "enter":
            if state.cancelling:
                return None
            return NodeEntered(node=id_, parent=node.id, place=place, base=state.tips[node.line], line=node.line)
        if child.outcome is None:
            if node.jump is not None and place < node.jump:
                return NodeSettled(node=id_, outcome="skipped", reason="The operator jumped past it.")
            return None
        if child.outcome in ("failed", "withdrawn"):
            return NodeSettled(node=node.id, outcome=child.outcome, reason=child.reason or f"{id_} failed.")
    return NodeSettled(node=node.id, outcome="cleared")


def settle_withdrawn(state: RunState, node: Node) -> Body | None:
    """A fan-out above was decided without this node: withdraw its hold, wait for what is inside, then settle."""
    if node.hold is not None and state.holds[node.hold].closed_seq is None:
        return HoldWithdrawn(node=node.id, hold=node.hold, reason="Another branch was chosen.")
    if any(state.nodes[id_].outcome is None and state.nodes[id_].phase != "enter" for id_ in node.children):
        return None
    return NodeSettled(node=node.id, outcome="withdrawn", reason="Another branch was chosen.")
