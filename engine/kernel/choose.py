# SPDX-License-Identifier: Apache-2.0
"""`choose`: the first arm whose condition holds. `call`: a sub-workflow with inputs of its own."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from engine.definition import expressions
from engine.definition.inputs import coerce
from engine.definition.model import CallBlock, ChooseBlock, OrchestrateBlock, Workflow
from engine.definition.templates import render
from engine.errors import PilothouseError
from engine.kernel import holds
from engine.kernel.context import context_of
from engine.kernel.events import Body, ChildrenPlanned, InputsBound, RunEnded
from engine.kernel.scopes import is_withdrawn
from engine.kernel.sequence import decide_sequence, settle_withdrawn
from engine.kernel.state import Node, RunState


def decide_choose(state: RunState, node: Node) -> Body | None:
    """Choose once, then go through the arm like a sequence. A condition that cannot be told is held, never guessed."""
    block = node.block
    assert isinstance(block, ChooseBlock)
    if node.keys is not None:
        return decide_sequence(state, node)
    if is_withdrawn(state, node):
        return settle_withdrawn(state, node)
    stopped = _answer(state, node)
    if stopped is not None:
        return stopped if isinstance(stopped, RunEnded) else None
    context = context_of(state, node)
    for place, arm in enumerate(block.when):
        try:
            if expressions.compile(arm.if_).holds(context):
                return ChildrenPlanned(node=node.id, keys=(str(place),))
        except PilothouseError as error:
            return holds.block_hold(
                state, node, "failure", f"{node.id} cannot choose: {error.message}", ("retry", "quit")
            )
    return ChildrenPlanned(node=node.id, keys=("otherwise",))


def decide_call(state: RunState, node: Node) -> Body | None:
    """Bind the inputs, then go through the called workflow like a sequence."""
    block = node.block
    assert isinstance(block, CallBlock)
    if node.inputs is not None:
        return decide_sequence(state, node)
    if is_withdrawn(state, node):
        return settle_withdrawn(state, node)
    stopped = _answer(state, node)
    if stopped is not None:
        return stopped if isinstance(stopped, RunEnded) else None
    assert isinstance(block.body, Workflow), "called workflows are folded in at launch"
    context = context_of(state, node)
    try:
        lead = state.nodes[node.parent or ""]
        if isinstance(lead.block, OrchestrateBlock):
            asked = lead.spawned[node.place].get("inputs")
            return InputsBound(
                node=node.id, inputs=coerce(block.body.inputs, dict(asked) if isinstance(asked, dict) else {})
            )
        given = {name: _bound(value, context) for name, value in block.with_.items()}
        return InputsBound(node=node.id, inputs=coerce(block.body.inputs, given))
    except PilothouseError as error:
        return holds.block_hold(
            state, node, "failure", f"{node.id} cannot call {block.workflow}: {error.message}", ("retry", "quit")
        )


def _answer(state: RunState, node: Node) -> Body | bool | None:
    """None: go on (a retry was answered, or nothing is held); True: still waiting; else the end of the run."""
    if node.hold is None:
        return None
    hold = state.holds[node.hold]
    if hold.answer is None:
        return True
    return None if hold.answer == "retry" else RunEnded(outcome="abandoned", reason=hold.note or f"Quit at {node.id}.")


def _bound(value: JsonValue, context: dict[str, Any]) -> JsonValue:
    match value:
        case str():
            return render(value, context)
        case list():
            return [_bound(item, context) for item in value]
        case dict():
            return {key: _bound(item, context) for key, item in value.items()}
    return value
