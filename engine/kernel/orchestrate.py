# SPDX-License-Identifier: Apache-2.0
"""`orchestrate`: a lead agent that supervises children. It can only ask; what is granted is decided here.

The lead is prompted on entry, whenever its inbox is not empty, and when all children have settled. Its gate counts when
nothing of the stage is open any more.
"""

from __future__ import annotations

from engine.definition.model import OrchestrateBlock
from engine.kernel import holds
from engine.kernel.events import Body, IntegrationStarted, NodeEntered
from engine.kernel.scopes import is_withdrawn
from engine.kernel.state import Attempt, NextTurn, Node, RunState, effect_key


def enter_child(state: RunState, node: Node) -> Body | None:
    """The next granted child, unless as many as may run are open."""
    block = node.block
    assert isinstance(block, OrchestrateBlock)
    if state.cancelling or state.pausing is not None or is_withdrawn(state, node):
        return None
    most = block.children.max_concurrent
    running = sum(1 for id_ in node.children if state.nodes[id_].outcome is None and state.nodes[id_].hold is None)
    if most is not None and running >= most:
        return None
    for place, spec in enumerate(node.spawned):
        id_ = f"{node.id}/{spec['name']}"
        child = state.nodes.get(id_)
        if child is None or child.phase == "enter":
            shared = block.workspace == "shared"
            return NodeEntered(
                node=id_,
                parent=node.id,
                place=place,
                base=state.tips[node.line],
                line=node.line if shared else id_,
                item={"goal": spec.get("goal", "")},
            )
    return None


def is_open(state: RunState, node: Node) -> bool:
    """Whether a child is at work, waits, or is still to be entered."""
    entered = [state.nodes.get(f"{node.id}/{spec['name']}") for spec in node.spawned]
    return any(child is None or child.outcome is None for child in entered)


def decide_supervision(state: RunState, node: Node, attempt: Attempt) -> Body | NextTurn | bool | None:
    """After the lead's turn was judged: what it is told next (a turn), what is merged first, or to wait (None).

    False: nothing is open and nothing to tell; the lead's gate decides.
    """
    if node.conflict is not None:
        return _conflict(state, node)
    if not node.inbox:
        return None if is_open(state, node) else False
    merging = _merge(state, node, attempt)
    if merging is not None:
        return None if effect_key(merging) in state.outstanding else merging
    told = (*node.inbox, *node.asides)
    if not is_open(state, node):
        told = (*told, "Every child has settled. Finish the stage.")
    return NextTurn("inbox", reasons=told)


def _conflict(state: RunState, node: Node) -> Body:
    conflict = node.conflict or {}
    paths = conflict.get("paths")
    listed = ", ".join(str(path) for path in paths[:5]) if isinstance(paths, list) else ""
    told = f"Bringing {conflict.get('child')} into {node.id} conflicts in {listed}."
    return holds.block_hold(state, node, "conflict", told, ("drop", "quit"), evidence=dict(conflict))


def _merge(state: RunState, node: Node, attempt: Attempt) -> IntegrationStarted | None:
    """Bring children's work that cleared into the lead's line, so that the lead sees it and its gate measures it."""
    block = node.block
    assert isinstance(block, OrchestrateBlock)
    if block.workspace == "shared":
        return None
    done = (*node.merged, *node.dropped)
    cleared = [state.nodes[id_] for id_ in node.children if state.nodes[id_].outcome == "cleared" and id_ not in done]
    heads = {child.id: state.tips.get(child.line, child.base) for child in cleared}
    heads = {id_: head for id_, head in heads.items() if head != state.nodes[id_].base}
    if not heads:
        return None
    return IntegrationStarted(
        node=node.id,
        line=node.line,
        base=node.head or attempt.head or state.tips[node.line],
        mode="merge",
        children=tuple(heads),
        heads=tuple(heads.values()),
    )
