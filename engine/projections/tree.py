# SPDX-License-Identifier: Apache-2.0
"""The block tree of a run: what was entered, and what the workflow still plans, in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from engine.definition import rests_on_claims
from engine.definition.model import (
    Block,
    Gates,
    LoopBlock,
    OrchestrateBlock,
    ParallelBlock,
)
from engine.kernel.budgets import budget_name, clock_of
from engine.kernel.places import block_at, child_id, children_of, is_scoped
from engine.kernel.state import ROOT, Attempt, Node, RunState
from engine.projections.hearing import hearing_of
from engine.projections.shapes import attempt_state, meter_view, node_state, turn_usage, usage_of, waits_until
from engine.projections.views import (
    STANDS_STILL,
    AttemptState,
    AttemptView,
    MessageView,
    MeterView,
    NodeView,
    TurnView,
)
from engine.projections.words import count, until_words

_ACTIVITIES = {
    "open": "about to start",
    "turn": "the agent works",
    "secure": "securing the work",
    "measure": "measuring the gates",
    "judge": "judging the gates",
    "judged": "judging the gates",
    "land": "bringing the branch in",
}

At = Callable[[int | None], str | None]
"""The wall time of a journal line, by its sequence number."""


def tree_of(
    state: RunState, at: At, ended: dict[tuple[str, int], str], said: Mapping[str, tuple[MessageView, ...]]
) -> tuple[NodeView, ...]:
    """Every block in tree order, parents before children. `ended` holds when attempts ended, `said` what to whom."""
    if state.workflow is None:
        return ()
    root = state.nodes.get(ROOT) or Node(id=ROOT, parent=None, place=0, block=None, base="")
    nodes = _waiting_inside(_passed_over(_walk(state, root, 0, at, ended)))
    if not said:
        return nodes
    return tuple(replace(node, messages=said[node.id]) if node.id in said else node for node in nodes)


def _walk(state: RunState, parent: Node, depth: int, at: At, ended: dict[tuple[str, int], str]) -> Iterator[NodeView]:
    seen = set()
    for node in _planned(state, parent):
        seen.add(node.id)
        yield from _view_and_children(state, state.nodes.get(node.id) or node, depth, at, ended)
    for id_ in parent.children:
        if id_ not in seen:
            yield from _view_and_children(state, state.nodes[id_], depth, at, ended)


def _passed_over(nodes: Iterator[NodeView]) -> tuple[NodeView, ...]:
    """What was never entered, in a block that is done with, will not be any more."""
    shown: dict[str, NodeView] = {}
    for node in nodes:
        above = shown.get(node.parent or ROOT)
        passed = node.state == "pending" and above is not None and above.settled
        shown[node.id] = replace(node, state="skipped") if passed else node
    return tuple(shown.values())


def _waiting_inside(nodes: tuple[NodeView, ...]) -> tuple[NodeView, ...]:
    """Containers in which nothing moves until a person answers wait as well."""
    states: dict[str, set[str]] = {}
    shown = []
    for node in reversed(nodes):
        inside = states.get(node.id, set())
        if node.state == "running" and "waiting" in inside and "running" not in inside and not node.activity:
            node = replace(node, state="waiting", activity="needs you inside")
        states.setdefault(node.parent or ROOT, set()).add(node.state)
        shown.append(node)
    return tuple(reversed(shown))


def _planned(state: RunState, parent: Node) -> Iterator[Node]:
    """The children that the definition foresees. A loop or fan-out not begun shows its body once, for any round."""
    block = parent.block
    if isinstance(block, (LoopBlock, ParallelBlock)) and is_scoped(parent):
        if not parent.children and not parent.keys:
            for place, child in enumerate(block.do):
                name = child.id or f"sequence-{place + 1}"
                yield _to_come(f"{parent.id}[*]/{name}", parent, place, child)
        for place in range(len(parent.keys or ())):
            yield _to_come(child_id(parent, None, place), parent, place, None)
        return
    if isinstance(block, OrchestrateBlock):
        for place, spec in enumerate(parent.spawned):
            yield _to_come(f"{parent.id}/{spec['name']}", parent, place, block_at(state, parent, place))
    for place, child in enumerate(children_of(state, parent)):
        yield _to_come(child_id(parent, child, place), parent, place, child)


def _to_come(id_: str, parent: Node, place: int, block: Block | None) -> Node:
    return Node(id=id_, parent=parent.id, place=place, block=block, base="", phase="enter")


def _view_and_children(
    state: RunState, node: Node, depth: int, at: At, ended: dict[tuple[str, int], str]
) -> Iterator[NodeView]:
    block = node.block
    gates: Gates = getattr(block, "gate", ())
    kind = block.kind if block is not None else _scope_kind(state, node)
    yield NodeView(
        id=node.id,
        parent=node.parent or None,
        depth=depth,
        name=_name(node, block, kind),
        kind=kind,
        role=getattr(block, "role", None),
        state=node_state(node, over=state.ended),
        activity=_activity(state, node, kind),
        claimed_only=kind == "step" and rests_on_claims(gates),
        hold=None if state.ended else node.waits_for,
        attempts=tuple(_attempt_view(node, attempt, at, ended, over=state.ended) for attempt in node.attempts),
        reason=node.reason,
        mark=_mark(state, node),
        progress=_progress(state, node),
        meters=_meters(state, node),
        hearing=hearing_of(state, node),
    )
    yield from _walk(state, node, depth + 1, at, ended)


def _scope_kind(state: RunState, node: Node) -> str:
    parent = state.nodes.get(node.parent or ROOT)
    return "round" if parent is not None and isinstance(parent.block, LoopBlock) else "branch"


def _name(node: Node, block: Block | None, kind: str) -> str:
    own = node.id.rsplit("/", 1)[-1]
    if block is None:
        key = own.partition("[")[2].removesuffix("]")
        return f"round {key}" if kind == "round" else key or own
    return getattr(block, "title", None) or own


def _mark(state: RunState, node: Node) -> Literal["", "winner", "dropped"]:
    parent = state.nodes.get(node.parent or ROOT)
    if parent is None or node.parent is None:
        return ""
    if node.id in parent.dropped:
        return "dropped"
    raced = isinstance(parent.block, ParallelBlock) and parent.block.join != "all"
    return "winner" if raced and node.id in (parent.winners or ()) else ""


def _progress(state: RunState, node: Node) -> str:
    """How far a container is, in a few words; empty before it began, and for what has no count."""
    done = sum(state.nodes[id_].outcome is not None for id_ in node.children)
    match node.block:
        case LoopBlock(max=most) if node.children:
            return f"round {len(node.children)} of {most + node.extra_iterations}"
        case ParallelBlock() as block if node.children or node.keys:
            return f"{done} of {len(block.do if node.keys is None else node.keys)} done"
        case OrchestrateBlock() if node.spawned:
            return f"{done} of {count(len(node.spawned), 'child', 'children')} done"
    return ""


def _meters(state: RunState, node: Node) -> tuple[MeterView, ...]:
    views = (meter_view(budget_name(node, kind), meter) for kind, meter in node.meters.items())
    return tuple(
        replace(view, spent=clock_of(state, node)) if view.kind == budget_name(node, "wall_clock") else view
        for view in views
    )


def _activity(state: RunState, node: Node, kind: str) -> str:
    if node_state(node, over=state.ended) != "running" or (node.children and not node.attempts):
        return ""
    until = waits_until(node.attempt) if node.attempt is not None else None
    if until is not None:
        return f"waiting for provider until {until_words(until, state.last_at)}"
    if node.phase == "judged" and node.spawned:
        return "waits for its children"
    if kind == "run" and node.phase == "turn":
        return "the command runs"
    return _ACTIVITIES.get(node.phase, "")


def _attempt_view(
    node: Node, attempt: Attempt, at: At, ended: dict[tuple[str, int], str], *, over: bool
) -> AttemptView:
    turn = attempt.turn
    return AttemptView(
        n=attempt.n,
        state=attempt_state(node, attempt, over=over),
        session=attempt.session,
        fork_point=attempt.fork_point,
        head=attempt.head,
        model=attempt.model,
        backend=attempt.backend,
        isolation=attempt.isolation,
        pid=turn.pid if turn is not None and turn.ended_seq is None else None,
        usage=usage_of(attempt),
        reason=attempt.reason,
        opened_at=at(attempt.opened_seq) or "",
        ended_at=ended.get((node.id, attempt.n)),
        spent=attempt.spent_ms,
        turns=tuple(
            TurnView(
                one.n,
                one.kind,
                at(one.started_seq) or "",
                at(one.ended_seq),
                one.reason,
                one.ended_seq,
                turn_usage(one),
                one.duration or None,
            )
            for one in attempt.turns
        ),
        waits_until=waits_until(attempt),
    )


def find(nodes: tuple[NodeView, ...], id_: str) -> NodeView | None:
    """The block with this id."""
    return next((node for node in nodes if node.id == id_), None)


def still(nodes: tuple[NodeView, ...]) -> tuple[NodeView, ...]:
    """The same tree of a run that nobody drives: what was at work stands still."""
    return tuple(
        replace(node, activity=STANDS_STILL, attempts=_ended_as("interrupted", node, "running"))
        if node.state == "running"
        else node
        for node in nodes
    )


def cut_off(nodes: tuple[NodeView, ...]) -> tuple[NodeView, ...]:
    """The same tree of a run that cannot be read to its end: what had not ended may be anything by now."""
    return tuple(
        replace(
            node,
            state="unknown",
            activity="",
            hold=None,
            hearing=None,
            attempts=_ended_as("unknown", node, "running", "waiting"),
        )
        if node.state in ("running", "waiting")
        else node
        for node in nodes
    )


def _ended_as(state: AttemptState, node: NodeView, *states: AttemptState) -> tuple[AttemptView, ...]:
    return tuple(replace(one, state=state) if one.state in states else one for one in node.attempts)
