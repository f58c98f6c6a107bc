# SPDX-License-Identifier: Apache-2.0
"""What templates and expressions see at a node: names resolve to the nearest enclosing scope, latest first."""

from __future__ import annotations

from typing import Any

from engine.definition.model import RunBlock, StepBlock
from engine.kernel.judging import leaves
from engine.kernel.state import Attempt, Node, RunState


def context_of(state: RunState, node: Node) -> dict[str, Any]:
    """The names `inputs artifacts verdicts facts run item feedback` as plain JSON values."""
    visible = _visible(state, node)
    verdicts: dict[str, Any] = {}
    artifacts: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    for other in visible:
        attempt = other.attempt
        if attempt is None or not isinstance(other.block, (StepBlock, RunBlock)):
            continue
        verdict = attempt.facts.get("verdict")
        if verdict is not None and verdict.get("state") == "read":
            verdicts[other.block.id] = {key: verdict.get(key) or "" for key in ("result", "summary", "detail")}
        for name in other.block.produces:
            artifact = attempt.facts.get(f"artifact:{name}")
            if artifact is not None and "value" in artifact:
                artifacts[name] = artifact["value"]
        facts |= _facts(other.block, attempt)
    return {
        "inputs": state.inputs,
        "artifacts": artifacts,
        "verdicts": verdicts,
        "facts": facts,
        "run": {
            "id": state.run,
            "branch": state.branch,
            "base": state.base,
            "workflow": state.workflow.name if state.workflow else "",
        },
        "item": None,
        "feedback": node.attempt.turn.message if node.attempt and node.attempt.turn else "",
    }


def _facts(block: StepBlock | RunBlock, attempt: Attempt) -> dict[str, Any]:
    """Facts by subject: `diff` of the commit, and each gate's under the name of its kind."""
    found: dict[str, Any] = {}
    diff = attempt.facts.get("work", {}).get("diff")
    if diff is not None:
        found["diff"] = diff
    for key, gate in leaves(block.gate):
        if key in attempt.facts:
            found.setdefault(gate.kind, attempt.facts[key])
    return found


def _visible(state: RunState, node: Node) -> list[Node]:
    """Nodes whose results this one may read, farthest first, so that the nearest wins: itself last."""
    chain: list[Node] = [node]
    while chain[-1].parent is not None:
        chain.append(state.nodes[chain[-1].parent])
    seen: list[Node] = []
    for parent in reversed(chain[1:]):
        seen += [other for other in _inside(state, parent) if other is not node]
    return [*seen, node]


def _inside(state: RunState, parent: Node) -> list[Node]:
    found: list[Node] = []
    for id_ in parent.children:
        child = state.nodes[id_]
        found.append(child)
        found += _inside(state, child)
    return found
