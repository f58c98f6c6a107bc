# SPDX-License-Identifier: Apache-2.0
"""`orchestrate`: a lead agent that supervises children. It can only ask; what is granted is decided here.

The lead is prompted on entry, whenever its inbox is not empty, and when all children have settled. Its gate counts when
nothing of the stage is open any more.
"""

from __future__ import annotations

from engine.definition.model import OrchestrateBlock
from engine.kernel.events import Body, HoldWithdrawn, NodeEntered
from engine.kernel.integration import after_conflict, bring_together
from engine.kernel.places import RESOLVERS
from engine.kernel.scopes import has_open_children, is_entered, is_withdrawn, lead_of
from engine.kernel.state import Attempt, Hold, NextTurn, Node, RunState

ALL_SETTLED = "Every child has settled. Finish the stage."


def enter_child(state: RunState, node: Node) -> Body | None:
    """The next granted child, unless as many as may run are open."""
    block = node.block
    assert isinstance(block, OrchestrateBlock)
    if state.cancelling or state.pausing is not None or is_withdrawn(state, node):
        return None
    for id_ in node.children:
        child = state.nodes[id_]
        hold = state.holds[child.hold] if child.phase == "enter" and child.hold is not None else None
        if hold is not None and hold.closed_seq is None:
            return HoldWithdrawn(node=id_, hold=hold.id, reason="The lead has it try again.")
    most = block.children.max_concurrent
    running = sum(1 for id_ in node.children if is_entered(state.nodes[id_]) and state.nodes[id_].hold is None)
    if most is not None and running >= most:
        return None
    for place, spec in enumerate(node.spawned):
        id_ = f"{node.id}/{spec['name']}"
        there = state.nodes.get(id_)
        if there is None or there.phase == "enter":
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


def is_heard(state: RunState, node: Node) -> bool:
    """Whether a lead above will still be told of this node's question, or is told just now.

    A question that it left open when its turn was over, and everything in its inbox told, goes to a person.
    """
    lead = lead_of(state, node)
    if lead is None or lead.outcome is not None or lead.attempt is None:
        return False
    turn = lead.attempt.turn
    at_work = turn is None or turn.ended_seq is None or lead.phase not in ("measure", "judged", "land")
    return at_work or bool(lead.inbox) or lead.hold is not None


def is_supervising(state: RunState, node: Node) -> bool:
    """Whether the lead has something to be told or to wait for; its gate is measured when that is over."""
    return bool(node.inbox) or node.conflict is not None or has_open_children(state, node)


def decide_supervision(state: RunState, node: Node, attempt: Attempt) -> Body | NextTurn | None:
    """Between the lead's turns: what it is told next (a turn), what is merged first, or to wait (None)."""
    if not node.inbox and node.conflict is None:
        return None
    heads = _unmerged(state, node)
    if heads:
        return bring_together(state, node, "merge", _base(state, node, attempt), heads)
    told = (*node.inbox, *node.asides)
    if not has_open_children(state, node):
        told = (*told, ALL_SETTLED)
    return NextTurn("inbox", reasons=told)


def settle_conflict(state: RunState, node: Node, attempt: Attempt, hold: Hold) -> Body | None:
    """What follows from the answer to a conflict; None where nothing is left to merge."""
    heads = _unmerged(state, node)
    if not heads:
        return None
    return after_conflict(state, node, hold, "merge", _base(state, node, attempt), heads)


def _base(state: RunState, node: Node, attempt: Attempt) -> str:
    """Where the lead's line stands."""
    return node.head or attempt.head or state.tips[node.line]


def _unmerged(state: RunState, node: Node) -> dict[str, str]:
    """Children's work that cleared and is not in the lead's line yet, so that the lead sees it and its gate counts it.

    In the order the children were asked for.
    """
    block = node.block
    assert isinstance(block, OrchestrateBlock)
    if block.workspace == "shared":
        return {}
    done = (*node.merged, *node.dropped)
    children = [state.nodes[id_] for id_ in node.children if id_ not in done]
    cleared = [child for child in children if child.outcome == "cleared" and child.place < RESOLVERS]
    heads = {child.id: state.tips.get(child.line, child.base) for child in cleared}
    return {id_: head for id_, head in heads.items() if head != state.nodes[id_].base}
