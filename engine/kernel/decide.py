# SPDX-License-Identifier: Apache-2.0
"""`decide`: the one next decision that follows from the state, or None at the fixpoint."""

from __future__ import annotations

from collections.abc import Callable

from engine.definition.model import (
    Block,
    CallBlock,
    ChooseBlock,
    LoopBlock,
    OrchestrateBlock,
    ParallelBlock,
    RunBlock,
    SequenceBlock,
    StepBlock,
)
from engine.kernel import holds
from engine.kernel.choose import decide_call, decide_choose
from engine.kernel.events import (
    Body,
    Decision,
    HoldWithdrawn,
    NodeEntered,
    RunEnded,
    RunPaused,
    RunResumed,
)
from engine.kernel.loop import decide_loop
from engine.kernel.parallel import decide_parallel
from engine.kernel.permissions import waits_for_permission
from engine.kernel.scopes import wants_room
from engine.kernel.sequence import decide_sequence
from engine.kernel.state import ROOT, Hold, Node, RunState
from engine.kernel.step import decide_step


def decide(state: RunState) -> Decision | None:
    """The next decision, or None when the state is at rest until an observation comes.

    Pure but for forgetting which nodes were found at rest: the answer depends on the folded events alone.
    """
    if state.ended or state.workflow is None:
        return None
    if ROOT not in state.nodes:
        return NodeEntered(node=ROOT, parent=None, place=0, base=state.base)
    # In the order they were first entered in: which nodes were found at rest before must make no difference.
    while state.dirty:
        index = min(state.dirty)
        node = state.nodes[state.dirty[index]]
        body = _decide_node(state, node)
        if body is None:
            del state.dirty[index]
            if wants_room(node):
                state.sleeping[index] = node.id
            continue
        assert isinstance(body, Decision)
        if state.status == "paused" and not isinstance(body, (RunEnded, HoldWithdrawn)):
            return RunResumed()
        return body
    return _decide_run(state)


def _decide_node(state: RunState, node: Node) -> Body | None:
    if node.outcome is not None or node.phase == "enter":
        return None
    return _DECIDERS[type(node.block)](state, node)


_DECIDERS: dict[type[Block | None], Callable[[RunState, Node], Body | None]] = {
    type(None): decide_sequence,
    SequenceBlock: decide_sequence,
    StepBlock: decide_step,
    RunBlock: decide_step,
    OrchestrateBlock: decide_step,
    LoopBlock: decide_loop,
    ParallelBlock: decide_parallel,
    ChooseBlock: decide_choose,
    CallBlock: decide_call,
}


def _decide_run(state: RunState) -> Decision | None:
    """What concerns the run as a whole; asked when no node has anything to decide."""
    root = state.nodes[ROOT]
    if root.outcome is not None:
        succeeded = root.outcome != "failed"
        return RunEnded(outcome="succeeded" if succeeded else "failed", reason="" if succeeded else root.reason)
    if state.outstanding:
        paused = all(waits_for_permission(state, entry.decision) for entry in state.outstanding.values())
        if paused == (state.status == "paused"):
            return None
        return _paused(state.open_holds) if paused else RunResumed()
    pause = next((hold for hold in state.holds.values() if hold.kind == "pause" and hold.answer == "quit"), None)
    waiting = state.open_holds
    if state.cancelling or pause is not None:
        return RunEnded(outcome="cancelled" if state.cancelling else "abandoned", reason="Ended by the operator.")
    if state.pausing is not None and not any(hold.kind == "pause" for hold in waiting):
        return holds.pause_hold(state)
    if state.status == "paused":
        return None
    assert waiting, f"run {state.run!r} can neither move nor is anything waiting"
    return _paused(waiting)


def _paused(waiting: list[Hold]) -> RunPaused:
    return RunPaused(cause=", ".join(dict.fromkeys(hold.kind for hold in waiting)))
