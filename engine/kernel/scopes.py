# SPDX-License-Identifier: Apache-2.0
"""What the enclosing blocks ask of a node: to stop, to wait for a place, or to answer a loop."""

from __future__ import annotations

from collections.abc import Iterator

from engine.definition.model import (
    AllGate,
    AnyGate,
    AtLeastGate,
    ChooseBlock,
    Gate,
    LoopBlock,
    NotGate,
    OrchestrateBlock,
    ParallelBlock,
    StepBlock,
    VerdictGate,
)
from engine.kernel.judging import leaves, needs_measuring
from engine.kernel.places import RESOLVERS, WORKERS, above_of, children_of
from engine.kernel.state import Node, RunState


def is_withdrawn(state: RunState, node: Node) -> bool:
    """Whether a fan-out above was decided without the branch that this node is in, or a lead above has settled."""
    below = node
    for above in above_of(state, node):
        if above.outcome is not None:
            return True
        decided = above.winners is not None and below.place < RESOLVERS
        if (decided and below.id not in (above.winners or ())) or below.id in above.skipped:
            return True
        below = above
    return False


def lead_of(state: RunState, node: Node) -> Node | None:
    """The nearest lead that supervises this node; one waits for its resolver, and supervises it not."""
    below = node
    for above in above_of(state, node):
        if isinstance(above.block, OrchestrateBlock) and below.place < RESOLVERS:
            return above
        below = above
    return None


def has_place(state: RunState, node: Node) -> bool:
    """Whether one more turn may run: within `max_concurrent` of every fan-out above, and alone on its line."""
    for above in above_of(state, node):
        block = above.block
        if isinstance(block, OrchestrateBlock):
            if block.children.max_concurrent is not None and above.live >= block.children.max_concurrent:
                return False
            if block.workspace == "shared" and (_line_is_taken(state, above, node) or _is_writing(state, above)):
                return False
        if isinstance(block, ParallelBlock):
            if block.max_concurrent is not None and above.live >= block.max_concurrent:
                return False
            if block.workspace == "shared" and _line_is_taken(state, above, node):
                return False
    return True


def _is_live(node: Node) -> bool:
    turn = node.attempt.turn if node.attempt is not None else None
    return turn is not None and turn.ended_seq is None


def is_working(node: Node) -> bool:
    """Whether a turn runs, or what one left is not secured yet."""
    turn = node.attempt.turn if node.attempt is not None and node.attempt.outcome is None else None
    return turn is not None and (turn.ended_seq is None or node.phase == "secure")


def is_entered(node: Node) -> bool:
    """Whether the node was entered and has not settled; one that was reset is still to be entered."""
    return node.outcome is None and node.phase != "enter"


def shares_line(state: RunState, node: Node) -> bool:
    """Whether this node works on one checkout with siblings that may write beside it."""
    return any(
        isinstance(above.block, (ParallelBlock, OrchestrateBlock)) and above.block.workspace == "shared"
        for above in above_of(state, node)
    )


def wants_room(node: Node) -> bool:
    """Whether a node that has nothing to decide may wait for what others' turns take up: a place, a lease, a budget."""
    if not isinstance(node.block, WORKERS) or node.outcome is not None:
        return False
    if node.hold is not None:
        return True
    looked_at = node.phase in ("secure", "land") or (node.phase == "measure" and not _wants_turn(node))
    return not _is_live(node) and (not looked_at or isinstance(node.block, OrchestrateBlock))


def _line_is_taken(state: RunState, scope: Node, asking: Node) -> bool:
    """The lease of a shared checkout: one writer at a time, until its work is judged.

    Whoever has it goes on before all who would. Of several that stand alike, the one that was entered first does.
    """
    ours = {asking.id, *(above.id for above in above_of(state, asking))}
    has_it = _wants_turn(asking)
    for other in inside(state, scope):
        if other.id in ours or not is_entered(other) or other.hold is not None:
            continue
        if asking.id in (above.id for above in above_of(state, other)):
            continue
        first = other.index < asking.index
        if _wants_turn(other):
            taken = first or not has_it
        else:
            taken = _is_writing(state, other) or (not has_it and first and _would_go_on(other))
        if taken:
            return True
    return False


def _wants_turn(node: Node) -> bool:
    """Whether what a turn left is secured, and another turn comes before it is judged."""
    return node.phase == "measure" and (node.next_turn is not None or bool(node.messages))


_BUSY = ("secure", "measure", "judge", "land", "done")
"""Phases in which what a turn left is looked at."""


def _is_writing(state: RunState, node: Node) -> bool:
    """Whether a turn runs, or what it left is not judged yet; a lead that waits for its children is not judged."""
    waits = isinstance(node.block, OrchestrateBlock) and node.phase == "measure" and has_open_children(state, node)
    return _is_live(node) or (node.phase in _BUSY and not waits)


def has_open_children(state: RunState, lead: Node) -> bool:
    """Whether a child that the lead was granted is at work, waits, or is still to be entered."""
    granted = [state.nodes.get(f"{lead.id}/{spec['name']}") for spec in lead.spawned]
    return any(child is None or child.outcome is None for child in granted)


def _would_go_on(node: Node) -> bool:
    attempt = node.attempt
    if attempt is None or attempt.outcome is not None or not attempt.turns:
        return False
    return not isinstance(node.block, OrchestrateBlock)


def inside(state: RunState, parent: Node) -> Iterator[Node]:
    """Every node below, in the order they were entered in."""
    for id_ in parent.children:
        child = state.nodes[id_]
        yield child
        yield from inside(state, child)


def until_gates(state: RunState, node: Node) -> dict[str, Gate]:
    """Gates of the nearest loop's `until` that are measured on a commit, if this step ends the body."""
    below = node
    for above in above_of(state, node):
        if isinstance(above.block, LoopBlock):
            return {key: gate for key, gate in leaves(above.block.until) if needs_measuring(gate)}
        siblings = children_of(state, above)
        if siblings and below.place != len(siblings) - 1:
            return {}
        below = above
    return {}


def is_asked(state: RunState, node: Node) -> bool:
    """Whether an enclosing loop's `until` or a `choose` names this step: then `revise` is an answer."""
    block = node.block
    if not isinstance(block, StepBlock):
        return False
    for above in above_of(state, node):
        if isinstance(above.block, LoopBlock) and _names(above.block.until, block.id):
            return True
    return any(_chooses_by(choose, block.id) for choose in _chooses(state, node))


def _chooses(state: RunState, node: Node) -> Iterator[ChooseBlock]:
    for above in above_of(state, node):
        yield from (block for block in children_of(state, above) if isinstance(block, ChooseBlock))


def _chooses_by(block: ChooseBlock, step: str) -> bool:
    return any(f"verdicts.{step}" in arm.if_ or f"verdicts['{step}']" in arm.if_ for arm in block.when)


def _names(gates: tuple[Gate, ...], step: str) -> bool:
    for gate in gates:
        match gate:
            case VerdictGate(of=of) if of == step:
                return True
            case AllGate() | AnyGate() | AtLeastGate():
                if _names(gate.of, step):
                    return True
            case NotGate():
                if _names((gate.of,), step):
                    return True
    return False
