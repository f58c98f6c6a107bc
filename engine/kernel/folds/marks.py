# SPDX-License-Identifier: Apache-2.0
"""What several kinds of event do to the state: mark nodes for `decide`, free places, charge, end attempts."""

from __future__ import annotations

from typing import Any

from engine.definition.model import OrchestrateBlock, ParallelBlock
from engine.kernel import events as ev
from engine.kernel.budgets import scopes_of
from engine.kernel.places import above_of
from engine.kernel.state import Attempt, Hold, Node, RunState, Turn


def attempt_of(state: RunState, body: Any) -> tuple[Node, Attempt]:
    """The node and the attempt that an event is about."""
    node = state.nodes[body.node]
    return node, node.attempts[body.attempt - 1]


def done(state: RunState, kind: str, body: Any) -> None:
    """The effect that a body tells the end of is outstanding no more."""
    state.outstanding.pop(f"{kind}:{body.node}:{body.attempt}:{getattr(body, 'turn', '')}", None)


def touch(state: RunState, node: str | None) -> None:
    """Mark a node, so that `decide` visits it."""
    if node is not None:
        state.dirty[state.nodes[node].index] = node


def touch_all(state: RunState) -> None:
    """Mark every node that is not settled."""
    for node in state.nodes.values():
        if node.outcome is None:
            touch(state, node.id)


def touch_inside(state: RunState, node: Node) -> None:
    """Mark every node below this one that is not settled."""
    for id_ in node.children:
        child = state.nodes[id_]
        if child.outcome is None:
            touch_inside(state, child)
            touch(state, child.id)


def answered_hold(state: RunState, node: Node | None) -> Hold | None:
    """The node's answered hold: the decision that follows the answer uses it up."""
    hold = state.holds[node.hold] if node is not None and node.hold is not None else None
    return hold if hold is not None and hold.closed_seq is not None else None


def tell_lead(state: RunState, node: Node, text: str) -> None:
    """Put something into the inbox of the lead that supervises this very child."""
    parent = state.nodes[node.parent] if node.parent is not None else None
    if parent is not None and isinstance(parent.block, OrchestrateBlock) and parent.outcome is None:
        parent.inbox.append(text)
        touch(state, parent.id)


def tell_loops(state: RunState, node: Node) -> None:
    """A loop whose gate cleared meanwhile waited for this work, and has the rest of its body skipped."""
    for above in above_of(state, node):
        if above.until_cleared:
            touch(state, above.id)


NOTHING = ev.Usage(requests=0, input=0, cost=0)


def charge(state: RunState, node: Node, turn: Turn, usage: ev.Usage | None) -> None:
    """Count a turn's figures once, in every budget it belongs to, and let go of what it had reserved."""
    amounts = (usage or ev.Usage()).amounts
    for _, meters in scopes_of(state, node):
        for kind, amount in amounts.items():
            meter = meters.get(kind)
            if meter is None:
                continue
            meter.reserved -= turn.reserved.get(kind, 0)
            if amount is None:
                meter.at_least = True
            else:
                meter.spent += amount


def free(state: RunState, node: Node) -> None:
    """A turn is over: whoever waits for its place, its lease or its reservation looks again."""
    if isinstance(node.block, OrchestrateBlock):
        touch_inside(state, node)
    state.dirty |= state.sleeping
    state.sleeping.clear()
    for above in above_of(state, node):
        above.live -= 1
        if isinstance(above.block, ParallelBlock):
            touch(state, above.id)
        elif isinstance(above.block, OrchestrateBlock):
            touch(state, above.id)
            touch_inside(state, above)


def end_attempt(node: Node, reason: str) -> None:
    """An attempt that is open when its node is settled or forgotten is over."""
    if node.attempt is not None and node.attempt.outcome is None:
        node.attempt.outcome, node.attempt.reason = "superseded", reason


def forget(state: RunState, node: Node) -> None:
    """As if never entered, with everything inside; attempts stay on record."""
    end_attempt(node, "It was begun anew.")
    if node.parent is not None:
        parent = state.nodes[node.parent]
        parent.settled -= node.outcome is not None
        parent.passed = min(parent.passed, node.place)
    node.outcome, node.next_turn, node.phase = None, None, "enter"
    for id_ in node.children:
        forget(state, state.nodes[id_])
