# SPDX-License-Identifier: Apache-2.0
"""`loop`: the body, at most `max` times, until its gate clears; judged as soon as its facts are known."""

from __future__ import annotations

from pydantic import JsonValue

from engine.definition.model import LoopBlock
from engine.kernel import holds
from engine.kernel.context import context_of
from engine.kernel.events import Body, HoldWithdrawn, NodeEntered, NodeSettled, RunEnded, TurnInterrupted, UntilJudged
from engine.kernel.judging import blames_machine, cleared, judge_all, reads_names
from engine.kernel.places import child_id
from engine.kernel.rules import plain
from engine.kernel.scopes import inside, is_withdrawn, is_working
from engine.kernel.sequence import settle_withdrawn
from engine.kernel.state import Node, RunState


def decide_loop(state: RunState, node: Node) -> Body | None:
    """Judge, iterate, or settle; an exhausted loop is never reported as success."""
    block = node.block
    assert isinstance(block, LoopBlock)
    if is_withdrawn(state, node):
        return settle_withdrawn(state, node)
    if node.hold is not None:
        return _answered(state, node, block)
    if node.until_cleared:
        return _cleared(state, node)
    if not node.children:
        return _next(state, node)
    iteration = state.nodes[node.children[-1]]
    judged = _judge(state, node, block, iteration)
    if judged is not None:
        return judged
    if iteration.outcome is None:
        return None
    if iteration.outcome == "failed":
        return NodeSettled(node=node.id, outcome="failed", reason=iteration.reason)
    if len(node.children) < block.max + node.extra_iterations:
        return _beyond_agents(state, node, iteration) or _next(state, node)
    return _exhausted(state, node, block)


def _beyond_agents(state: RunState, node: Node, iteration: Node) -> Body | None:
    """A program that is not here is asked about at once: no further iteration would find it."""
    told = next((facts for facts in _facts(state, iteration).values() if blames_machine(facts)), None)
    if told is None:
        return None
    problem = plain(str(told.get("problem") or "a program is missing here"), 300)
    return holds.block_hold(state, node, "gate", f"{node.id}: {problem}.", ("continue", "override", "quit"))


def _next(state: RunState, node: Node) -> Body | None:
    if state.cancelling:
        return None
    place = len(node.children)
    return NodeEntered(
        node=child_id(node, None, place), parent=node.id, place=place, base=state.tips[node.line], line=node.line
    )


def _judge(state: RunState, node: Node, block: LoopBlock, iteration: Node) -> Body | None:
    """Judge once for each step of the body that has settled since the last time."""
    settled = sum(1 for other in inside(state, iteration) if other.outcome is not None)
    key = iteration.place * 10_000 + settled
    if settled == 0 or node.judged_children >= key:
        return None
    context = context_of(state, iteration) if reads_names(block.until) else {}
    outcomes = judge_all(block.until, _facts(state, iteration), {}, context)
    return UntilJudged(
        node=node.id,
        iteration=iteration.place + 1,
        settled=key,
        cleared=cleared(outcomes),
        outcomes=tuple(outcomes),
    )


def _facts(state: RunState, iteration: Node) -> dict[str, dict[str, JsonValue]]:
    """Facts that steps of the body measured for the loop, by the key of its gate."""
    facts: dict[str, dict[str, JsonValue]] = {}
    for other in inside(state, iteration):
        if other.attempt is not None:
            facts |= {
                key.removeprefix("until:"): dict(value)
                for key, value in other.attempt.facts.items()
                if key.startswith("until:")
            }
    return facts


def _cleared(state: RunState, node: Node) -> Body | None:
    """The rest of the body is skipped: settle what is open inside, innermost last entered first, then the loop.

    What is at work is interrupted, and what it leaves is secured, before anything comes after it on its line.
    """
    iteration = state.nodes[node.children[-1]]
    if iteration.outcome is not None:
        return NodeSettled(node=node.id, outcome="cleared")
    left = [other for other in inside(state, iteration) if other.outcome is None]
    for other in left:
        if not is_working(other) and all(state.nodes[id_].outcome is not None for id_ in other.children):
            return _skip(state, other)
    for other in left:
        turn = other.attempt.turn if other.attempt is not None else None
        if other.attempt is not None and turn is not None and turn.ended_seq is None and turn.interrupt is None:
            return TurnInterrupted(node=other.id, attempt=other.attempt.n, turn=turn.n, cause="withdrawn")
    return None if left else NodeSettled(node=iteration.id, outcome="cleared")


def _skip(state: RunState, node: Node) -> Body:
    told = "The loop's gate cleared."
    hold = next((hold for hold in state.open_holds if hold.node == node.id), None)
    if hold is not None:
        return HoldWithdrawn(node=node.id, hold=hold.id, reason=told)
    return NodeSettled(node=node.id, outcome="skipped", reason=told)


def _exhausted(state: RunState, node: Node, block: LoopBlock) -> Body:
    told = f"{node.id} used its {len(node.children)} iterations and its gate never cleared."
    if block.on_exhausted == "continue":
        return NodeSettled(node=node.id, outcome="exhausted", reason=told)
    if block.on_exhausted == "fail":
        return NodeSettled(node=node.id, outcome="failed", reason=told)
    return holds.block_hold(state, node, "gate", told, ("continue", "override", "quit"))


def _answered(state: RunState, node: Node, block: LoopBlock) -> Body | None:
    hold = state.holds[node.hold or ""]
    match hold.answer:
        case None:
            return None
        case "continue":
            return _next(state, node)
        case "override":
            return NodeSettled(node=node.id, outcome="exhausted", reason=f"Accepted as it is. {hold.note}".strip())
    return RunEnded(outcome="abandoned", reason=hold.note or f"Quit at {node.id}.")
