# SPDX-License-Identifier: Apache-2.0
"""`parallel`: fan-out from one fork point, joined, the winners' work brought into one line."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from engine.definition import expressions
from engine.definition.model import Block, ParallelBlock
from engine.errors import PilothouseError
from engine.kernel import holds, integration
from engine.kernel.context import context_of
from engine.kernel.events import (
    Body,
    ChildrenPlanned,
    IntegrationStarted,
    JoinDecided,
    LandingStarted,
    NodeEntered,
    NodeSettled,
    NodesReset,
    RunEnded,
)
from engine.kernel.places import child_id, is_scoped
from engine.kernel.scopes import is_entered, is_withdrawn
from engine.kernel.sequence import settle_withdrawn
from engine.kernel.state import MAIN, Hold, Node, RunState, effect_key

_GOOD = ("cleared", "exhausted", "skipped")


def decide_parallel(state: RunState, node: Node) -> Body | None:
    """Plan, enter as many as may run, decide the join, stop the others, integrate, settle."""
    block = node.block
    assert isinstance(block, ParallelBlock)
    if is_withdrawn(state, node):
        return None if _is_working(state, node) else settle_withdrawn(state, node)
    if node.hold is not None:
        return _held(state, node, block, state.holds[node.hold])
    if block.for_each is not None and node.keys is None:
        return _plan(state, node, block)
    if node.winners is None:
        return _join(state, node, block) or _enter(state, node, block)
    if any(is_entered(state.nodes[id_]) for id_ in node.children):
        return None
    return _integrate(state, node, block)


def _is_working(state: RunState, node: Node) -> bool:
    """Whether an effect of the fan-out itself is under way."""
    return any(entry.decision.node == node.id for entry in state.outstanding.values())


# ------------------------------------------------------------------------------------------------------------- fan-out


def _plan(state: RunState, node: Node, block: ParallelBlock) -> Body:
    each = block.for_each
    assert each is not None
    context = context_of(state, node)
    try:
        found = expressions.compile(each.list).evaluate(context)
        items = _as_list(found, each.list)
        keys = tuple(_key(each.key, each.as_, item, place, context) for place, item in enumerate(items))
        if len(set(keys)) != len(keys):
            raise ValueError(f"two items of {each.list!r} have the same key")
    except (PilothouseError, ValueError) as error:
        text = error.message if isinstance(error, PilothouseError) else str(error)
        return holds.block_hold(state, node, "failure", f"{node.id} cannot fan out: {text}", ("retry", "quit"))
    if not items and each.empty != "ok":
        told = f"{node.id} fans out over {each.list!r}, which is empty; with `empty: ok` that would be fine."
        return holds.block_hold(state, node, "failure", told, ("retry", "continue", "quit"))
    return ChildrenPlanned(node=node.id, keys=keys, items=tuple(items))


def _as_list(found: Any, text: str) -> list[JsonValue]:
    if not isinstance(found, (list, tuple)):
        raise ValueError(f"{text!r} is no list")
    return list(found)


def _key(key: str | None, name: str, item: JsonValue, place: int, context: dict[str, Any]) -> str:
    """A short name for the branch: the key expression's value where it is one, else its number, from 1."""
    value: Any = None
    if key is not None:
        value = expressions.compile(key).evaluate({**context, name: item, "item": item})
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    clean = "".join(char if char.isalnum() or char in "-_." else "-" for char in text)[:40].strip("-.")
    return clean or str(place + 1)


def _count(node: Node, block: ParallelBlock) -> int:
    return len(node.keys or ()) if block.for_each is not None else len(block.do)


def _enter(state: RunState, node: Node, block: ParallelBlock) -> Body | None:
    """The next child, unless as many as may run at once are open; those that wait for a person take no place."""
    if state.cancelling or state.pausing is not None:
        return None
    if block.max_concurrent is not None:
        running = sum(1 for id_ in node.children if is_entered(state.nodes[id_]) and not _waits(state, id_))
        if running >= block.max_concurrent:
            return None
    for place in range(node.passed, _count(node, block)):
        child_block: Block | None = None if is_scoped(node) else block.do[place]
        id_ = child_id(node, child_block, place)
        child = state.nodes.get(id_)
        if child is None or child.phase == "enter":
            shared = block.workspace == "shared"
            return NodeEntered(
                node=id_,
                parent=node.id,
                place=place,
                base=state.tips[node.line] if shared else node.base,
                line=node.line if shared else id_,
                item=node.items[place] if place < len(node.items) else None,
            )
    return None


def _waits(state: RunState, id_: str) -> bool:
    node = state.nodes[id_]
    if node.hold is not None:
        return True
    open_ = [child for child in node.children if is_entered(state.nodes[child])]
    return bool(open_) and all(_waits(state, child) for child in open_)


# ---------------------------------------------------------------------------------------------------------------- join


def _join(state: RunState, node: Node, block: ParallelBlock) -> Body | None:
    count = _count(node, block)
    needed = count if block.join == "all" else 1 if block.join == "any" else block.join
    if node.settled < needed and node.settled < len(node.children):
        return None
    children = [state.nodes[id_] for id_ in node.children]
    good = sorted((c for c in children if c.outcome in _GOOD), key=lambda child: child.settled_seq or 0)
    if count == 0:
        return JoinDecided(node=node.id, winners=())
    if len(good) >= needed:
        chosen = {child.id for child in good[:needed]}
        return JoinDecided(node=node.id, winners=tuple(c.id for c in _in_order(children) if c.id in chosen))
    settled = [child for child in children if child.outcome is not None]
    hopeless = count - (len(settled) - len(good)) < needed
    if hopeless and len(settled) == len(children) and (len(children) == count or block.join == "all"):
        failed = ", ".join(child.id for child in settled if child.outcome not in _GOOD)
        told = f"{node.id} needs {needed} of {count} to clear, and {failed} did not."
        return holds.block_hold(state, node, "failure", told, ("retry", "quit"))
    return None


def _in_order(children: list[Node]) -> list[Node]:
    return sorted(children, key=lambda child: child.place)


# --------------------------------------------------------------------------------------------------------- integration


def _integrate(state: RunState, node: Node, block: ParallelBlock) -> Body | None:
    heads = _heads(state, node, block)
    if node.head is None and (_is_merged(block, heads) or _base(node) != node.base):
        return integration.bring_together(state, node, _mode(block), _base(node), heads)
    trouble = node.trouble.get("environment")
    if trouble is not None:
        return holds.block_hold(state, node, "failure", str(trouble["message"]), ("retry", "quit"))
    return _settle(state, node, _head(state, node, block))


def _heads(state: RunState, node: Node, block: ParallelBlock) -> dict[str, str]:
    """What the winners made, in declared order; those that changed nothing are left out."""
    if block.workspace == "shared" or block.integrate == "none":
        return {}
    winners = [state.nodes[id_] for id_ in node.winners or () if id_ not in node.dropped]
    heads = {child.id: _tip(state, child) for child in winners}
    return {id_: head for id_, head in heads.items() if head != node.base}


def _is_merged(block: ParallelBlock, heads: dict[str, str]) -> bool:
    """A winner's commits become the line as they are; several heads are brought together."""
    chosen = block.integrate or ("merge" if block.join == "all" else "winner")
    return len(heads) > 1 or (bool(heads) and chosen != "winner")


def _base(node: Node) -> str:
    """Where the line stands that the winners are brought into: elsewhere, once a branch that moved was adopted."""
    return node.round.base if node.round is not None else node.base


def _mode(block: ParallelBlock) -> integration.Mode:
    return "squash" if block.integrate == "squash" else "merge"


def _head(state: RunState, node: Node, block: ParallelBlock) -> str:
    """The tip that the fan-out leaves."""
    if block.workspace == "shared":
        return state.tips[node.line]
    return node.head or next(iter(_heads(state, node, block).values()), node.base)


def _tip(state: RunState, child: Node) -> str:
    return state.tips.get(child.line, child.base)


def _settle(state: RunState, node: Node, head: str) -> Body | None:
    if node.line == MAIN and head != (state.published or state.base):
        landing = node.trouble.get("landing")
        if landing is not None:
            told = f"Branch {state.branch} moved to {landing['found']} while {node.id} was integrated."
            assert isinstance(node.block, ParallelBlock)
            adopt = ("adopt",) if landing["found"] is not None and _heads(state, node, node.block) else ()
            answers = (*adopt, "redo", "discard")
            return holds.block_hold(state, node, "reconcile", told, answers, evidence=dict(landing))
        decision = LandingStarted(node=node.id, old=state.published, new=head)
        return None if effect_key(decision) in state.outstanding else decision
    return NodeSettled(node=node.id, outcome="cleared", head=head)


# ------------------------------------------------------------------------------------------------------------- answers


def _held(state: RunState, node: Node, block: ParallelBlock, hold: Hold) -> Body | None:
    if hold.answer is None:
        return None
    match (hold.kind, hold.answer):
        case (_, "quit"):
            return RunEnded(outcome="abandoned", reason=hold.note or f"Quit at {node.id}.")
        case ("failure", "continue"):
            return ChildrenPlanned(node=node.id, keys=(), items=())
        case ("failure", "retry") if node.winners is not None:
            unmerged = node.head is None and node.round is not None
            return integration.again(state, node) if unmerged else _settle(state, node, _head(state, node, block))
        case ("failure", "retry") if node.keys is None and block.for_each is not None:
            return _plan(state, node, block)
        case ("failure", "retry"):
            bad = tuple(id_ for id_ in node.children if state.nodes[id_].outcome not in _GOOD)
            return NodesReset(node=node.id, nodes=bad, to=bad[0])
        case ("conflict", _):
            heads = _heads(state, node, block)
            if not heads:
                return _settle(state, node, _base(node))
            return integration.after_conflict(state, node, hold, _mode(block), _base(node), heads)
        case ("reconcile", "adopt"):
            heads = _heads(state, node, block)
            return IntegrationStarted(
                node=node.id,
                line=node.line,
                base=str(hold.evidence["found"]),
                mode=_mode(block),
                children=tuple(heads),
                heads=tuple(heads.values()),
            )
        case ("reconcile", answer):
            found = hold.evidence.get("found")
            old = found if answer == "discard" else state.published
            head = _head(state, node, block)
            return LandingStarted(node=node.id, old=None if old is None else str(old), new=head)
    raise AssertionError(f"a fan-out has no answer {hold.answer!r} to {hold.kind!r}")
