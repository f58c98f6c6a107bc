# SPDX-License-Identifier: Apache-2.0
"""`decide`: the one next decision that follows from the state, or None at the fixpoint."""

from __future__ import annotations

from engine.definition.model import (
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
    for id_ in sorted(state.dirty, key=lambda id_: state.nodes[id_].index):
        body = _decide_node(state, state.nodes[id_])
        if body is None:
            del state.dirty[id_]
            continue
        assert isinstance(body, Decision)
        if state.status == "paused" and not isinstance(body, (RunEnded, HoldWithdrawn)):
            return RunResumed()
        return body
    return _decide_run(state)


def _decide_node(state: RunState, node: Node) -> Body | None:
    if node.outcome is not None or node.phase == "enter":
        return None
    match node.block:
        case None | SequenceBlock():
            return decide_sequence(state, node)
        case StepBlock() | RunBlock() | OrchestrateBlock():
            return decide_step(state, node)
        case LoopBlock():
            return decide_loop(state, node)
        case ParallelBlock():
            return decide_parallel(state, node)
        case ChooseBlock():
            return decide_choose(state, node)
        case CallBlock():
            return decide_call(state, node)
    raise NotImplementedError(f"blocks of kind {node.block.kind!r}")


def _decide_run(state: RunState) -> Decision | None:
    """What concerns the run as a whole; asked when no node has anything to decide."""
    root = state.nodes[ROOT]
    if root.outcome is not None:
        succeeded = root.outcome != "failed"
        return RunEnded(outcome="succeeded" if succeeded else "failed", reason="" if succeeded else root.reason)
    pause = next((hold for hold in state.holds.values() if hold.kind == "pause" and hold.answer == "quit"), None)
    waiting = state.open_holds
    if state.outstanding:
        paused = all(waits_for_permission(state, entry.decision) for entry in state.outstanding.values())
        if paused == (state.status == "paused"):
            return None
        return _paused(waiting) if paused else RunResumed()
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
