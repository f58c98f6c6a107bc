# SPDX-License-Identifier: Apache-2.0
"""Folds what happens to the blocks: entered, planned, decided, settled, reset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.definition.model import LoopBlock, OrchestrateBlock, ParallelBlock, StepBudget
from engine.kernel import events as ev
from engine.kernel.events import Event
from engine.kernel.folds.marks import answered_hold, end_attempt, forget, tell_lead, touch, touch_inside
from engine.kernel.integration import resolver_block
from engine.kernel.places import RESOLVERS, above_of, block_at, child_id, children_of
from engine.kernel.state import METERS, ROOT, Meter, Node, RunState


def _node_entered(state: RunState, event: Event, body: ev.NodeEntered) -> None:
    old = state.nodes.get(body.node)
    parent = state.nodes.get(body.parent) if body.parent is not None else None
    node = Node(
        id=body.node,
        parent=body.parent,
        place=body.place,
        block=resolver_block(body.item) if body.place >= RESOLVERS else block_at(state, parent, body.place),
        base=body.base,
        line=body.line,
        item=body.item,
        index=len(state.nodes) if old is None else old.index,
        entered_driven=event.driven,
    )
    node.meters = _own_meters(node) if old is None else old.meters
    state.tips.setdefault(body.line, body.base)
    if old is not None:
        node.attempts, node.open_cause, node.note = old.attempts, "restart", old.note
    state.nodes[body.node] = node
    if parent is not None:
        parent.resolver = body.node if body.place >= RESOLVERS else parent.resolver
        if old is None or body.node not in parent.children:
            parent.children.append(body.node)
        if isinstance(parent.block, ParallelBlock):
            _pass(state, parent)
        if isinstance(parent.block, LoopBlock):
            parent.extra_iterations = max(parent.extra_iterations, len(parent.children) - parent.block.max)
    state.status = "running" if state.status == "pending" else state.status
    touch(state, body.node)


def _own_meters(node: Node) -> dict[str, Meter]:
    """Meters of the budgets that the block itself has."""
    budget = getattr(node.block, "budget", None)
    if not isinstance(budget, StepBudget):
        return {}
    caps = {kind: getattr(budget, kind) for kind in METERS}
    return {kind: Meter(cap=cap) for kind, cap in caps.items() if cap is not None}


def _children_planned(state: RunState, event: Event, body: ev.ChildrenPlanned) -> None:
    node = state.nodes[body.node]
    node.keys, node.items = body.keys, body.items
    touch(state, node.id)


def _inputs_bound(state: RunState, event: Event, body: ev.InputsBound) -> None:
    node = state.nodes[body.node]
    node.inputs = dict(body.inputs)
    touch(state, node.id)


def _until_judged(state: RunState, event: Event, body: ev.UntilJudged) -> None:
    node = state.nodes[body.node]
    node.until, node.until_cleared, node.judged_children = body.outcomes, body.cleared, body.settled
    touch(state, node.id)


def _join_decided(state: RunState, event: Event, body: ev.JoinDecided) -> None:
    node = state.nodes[body.node]
    node.winners = body.winners
    touch_inside(state, node)
    touch(state, node.id)


def _node_settled(state: RunState, event: Event, body: ev.NodeSettled) -> None:
    node = state.nodes[body.node]
    node.outcome, node.head, node.next_turn, node.reason = body.outcome, body.head, None, body.reason
    if node.parent is not None:
        parent = state.nodes[node.parent]
        parent.settled += 1
        if not isinstance(parent.block, ParallelBlock):
            _pass(state, parent)
    end_attempt(node, body.reason)
    tell_lead(state, node, f"{node.id} settled: {body.outcome}{f' ({body.reason})' if body.reason else ''}.")
    node.settled_seq, node.settled_driven = event.seq, event.driven
    for above in above_of(state, node):
        if isinstance(above.block, (LoopBlock, ParallelBlock)):
            touch(state, above.id)
    if body.head is not None:
        state.tips[node.line] = body.head
    if isinstance(node.block, OrchestrateBlock):
        touch_inside(state, node)  # one that failed leaves nobody at work
    touch(state, node.parent)
    state.dirty.pop(node.index, None)
    state.sleeping.pop(node.index, None)


def _pass(state: RunState, node: Node) -> None:
    """Move on past the children that need no second look."""
    entered_is_enough = isinstance(node.block, ParallelBlock)
    while node.passed < len(node.children):
        child = state.nodes[node.children[node.passed]]
        if child.place != node.passed or child.phase == "enter":
            return
        if not entered_is_enough and child.outcome in (None, "failed", "withdrawn"):
            return
        node.passed += 1


def _nodes_reset(state: RunState, event: Event, body: ev.NodesReset) -> None:
    here = state.nodes[body.node or ROOT]
    if isinstance(here.block, ParallelBlock):
        for id_ in body.nodes:
            forget(state, state.nodes[id_])
            if state.nodes[id_].line == id_:  # a shared line stays where it is
                state.tips.pop(id_, None)
        return touch(state, here.id)
    parent = state.nodes[here.parent or ROOT]
    hold = answered_hold(state, here)
    if here.attempt is not None and here.attempt.outcome is None:
        here.attempt.outcome = "superseded"
        here.attempt.reason = f"{hold.answer if hold else 'reset'} {body.to}"
    if body.unsafe_jump:
        state.unsafe_jumps += 1
        parent.jump = next(
            place for place, block in enumerate(children_of(state, parent)) if child_id(parent, block, place) == body.to
        )
        if here.attempt is not None and here.attempt.head is not None:
            state.tips[here.line] = here.attempt.head
    else:
        parent.jump = None
        state.tips[here.line] = state.nodes[body.to].base
        state.nodes[body.to].note = hold.note if hold else ""
    for id_ in body.nodes:
        forget(state, state.nodes[id_])
    touch(state, parent.id)


HANDLERS: dict[str, Callable[[RunState, Event, Any], None]] = {
    "children_planned": _children_planned,
    "inputs_bound": _inputs_bound,
    "until_judged": _until_judged,
    "join_decided": _join_decided,
    "node_entered": _node_entered,
    "node_settled": _node_settled,
    "nodes_reset": _nodes_reset,
}
