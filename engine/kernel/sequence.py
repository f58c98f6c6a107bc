# SPDX-License-Identifier: Apache-2.0
"""`sequence`, and the workflow itself: blocks in order, each from the tip that the one before left."""

from __future__ import annotations

from engine.kernel.events import Body, NodeEntered, NodeSettled
from engine.kernel.places import child_id, children_of
from engine.kernel.state import Node, RunState


def decide_sequence(state: RunState, node: Node) -> Body | None:
    """Enter the next child, or settle when all have; a child that failed settles the sequence as failed."""
    if node.outcome is not None or node.phase == "enter":
        return None
    for place, block in enumerate(children_of(state, node)):
        id_ = child_id(node, block, place)
        child = state.nodes.get(id_)
        if child is None or child.phase == "enter":
            if state.cancelling:
                return None
            return NodeEntered(node=id_, parent=node.id, place=place, base=state.tip)
        if child.outcome is None:
            if node.jump is not None and place < node.jump:
                return NodeSettled(node=id_, outcome="skipped", reason="The operator jumped past it.")
            return None
        if child.outcome == "failed":
            return NodeSettled(node=node.id, outcome="failed", reason=child.reason or f"{id_} failed.")
    return NodeSettled(node=node.id, outcome="cleared")
