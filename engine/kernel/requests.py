# SPDX-License-Identifier: Apache-2.0
"""What an agent may ask of the engine, granted or denied with a reason. A request is a claim; only this decides."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from engine.definition.model import OrchestrateBlock, StepBlock
from engine.kernel.events import RequestJudged
from engine.kernel.places import above_of
from engine.kernel.scopes import lead_of
from engine.kernel.state import Node, Pending, RunState

LEAD_KINDS = ("spawn", "answer", "skip_child", "retry_child", "run_workflow", "stage_done", "escalate")
KINDS = ("ask", *LEAD_KINDS)
_TEXT = 20_000
"""Characters of a goal, an answer or a question that are kept."""


def judge_request(state: RunState, node: Node, request: Pending) -> RequestJudged:
    """Grant or deny one request of this node's agent."""
    attempt = node.attempt
    if attempt is None or attempt.n != request.attempt or attempt.outcome is not None or node.outcome is not None:
        return _deny(node, request, "it comes from an attempt that is over")
    if request.kind in ("ask", "escalate") and node.question is not None:
        return _deny(node, request, "a question of yours is open already; end your turn, and the answer comes")
    if request.kind == "ask":
        question = _text(request.data, "question")
        return _grant(node, request, question=question) if question.strip() else _deny(node, request, "it asks nothing")
    if request.kind not in LEAD_KINDS:
        return _deny(node, request, f"there is no request {request.kind!r}")
    if not isinstance(node.block, OrchestrateBlock):
        return _deny(node, request, "only the lead of an orchestrate block may ask for that")
    return _LEAD[request.kind](state, node, node.block, request)


def _text(data: Mapping[str, JsonValue], key: str) -> str:
    value = data.get(key)
    return value[:_TEXT] if isinstance(value, str) else ""


def _grant(node: Node, request: Pending, **given: JsonValue) -> RequestJudged:
    return RequestJudged(
        node=node.id, attempt=request.attempt, request=request.id, kind=request.kind, granted=True, given=given
    )


def _deny(node: Node, request: Pending, reason: str) -> RequestJudged:
    return RequestJudged(
        node=node.id, attempt=request.attempt, request=request.id, kind=request.kind, granted=False, reason=reason
    )


def _spawn(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    role, goal = _text(request.data, "role"), _text(request.data, "goal")
    allowed = block.children.roles
    if not role and len(allowed) == 1:
        role = allowed[0]
    if role not in allowed:
        return _deny(node, request, f"no child may have the role {role!r}; there are {', '.join(allowed) or 'none'}")
    if not goal.strip():
        return _deny(node, request, "a child needs a goal")
    spawned = sum(1 for spec in node.spawned if spec["kind"] == "child")
    if spawned >= block.children.max:
        return _deny(node, request, f"all {block.children.max} children are used up")
    return _grant(node, request, child=f"child-{len(node.spawned) + 1}", role=role, goal=goal)


def _run_workflow(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    name, given = _text(request.data, "workflow"), request.data.get("with", {})
    if name not in block.compose.workflows or name not in block.compose.bodies:
        return _deny(node, request, f"{name!r} is not one of {', '.join(block.compose.workflows) or 'no workflows'}")
    used = sum(1 for spec in node.spawned if spec["kind"] == "workflow")
    if used >= block.compose.max_runs:
        return _deny(node, request, f"all {block.compose.max_runs} sub-workflow runs are used up")
    depth = sum(1 for above in above_of(state, node) if isinstance(above.block, OrchestrateBlock))
    if depth >= block.compose.max_depth:
        return _deny(node, request, f"leads may nest {block.compose.max_depth} deep, and this one is at that depth")
    inputs = dict(given) if isinstance(given, Mapping) else {}
    return _grant(node, request, child=f"run-{len(node.spawned) + 1}", workflow=name, inputs=inputs)


def _child(state: RunState, node: Node, request: Pending) -> Node | str:
    name = _text(request.data, "child")
    child = state.nodes.get(name if name.startswith(f"{node.id}/") else f"{node.id}/{name}")
    if child is None or child.parent != node.id:
        return f"there is no child {name!r}"
    return child


def _answer(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    name, text = _text(request.data, "child"), _text(request.data, "text") or _text(request.data, "answer")
    asking = state.nodes.get(name if name.startswith(f"{node.id}/") else f"{node.id}/{name}")
    if asking is None or lead_of(state, asking) is not node:
        return _deny(node, request, f"there is no child {name!r}")
    if asking.question is None:
        return _deny(node, request, f"{asking.id} has asked nothing that is still open")
    return _grant(node, request, child=asking.id, text=text)


def _skip(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    child = _child(state, node, request)
    if isinstance(child, str):
        return _deny(node, request, child)
    if child.outcome is not None:
        return _deny(node, request, f"{child.id} has settled already: {child.outcome}")
    return _grant(node, request, child=child.id)


def _retry(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    child = _child(state, node, request)
    if isinstance(child, str):
        return _deny(node, request, child)
    held = child.hold is not None and state.holds[child.hold].kind in ("gate", "failure")
    if not isinstance(child.block, StepBlock) or (child.outcome not in ("failed", "withdrawn") and not held):
        return _deny(node, request, f"{child.id} neither failed nor is held, so there is nothing to retry")
    return _grant(node, request, child=child.id, guidance=_text(request.data, "guidance"))


def _stage_done(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    open_ = [id_ for id_ in node.children if state.nodes[id_].outcome is None]
    if open_:
        return _deny(node, request, f"still open: {', '.join(open_)}")
    return _grant(node, request)


def _escalate(state: RunState, node: Node, block: OrchestrateBlock, request: Pending) -> RequestJudged:
    return _grant(node, request, question=_text(request.data, "text") or _text(request.data, "question"))


_LEAD = {
    "spawn": _spawn,
    "run_workflow": _run_workflow,
    "answer": _answer,
    "skip_child": _skip,
    "retry_child": _retry,
    "stage_done": _stage_done,
    "escalate": _escalate,
}
