# SPDX-License-Identifier: Apache-2.0
"""What templates and expressions see at a node: names resolve to the nearest enclosing scope, latest first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from engine.definition import expressions
from engine.definition.model import CallBlock, OrchestrateBlock, ParallelBlock, RunBlock, StepBlock
from engine.errors import PilothouseError
from engine.kernel.judging import leaves
from engine.kernel.places import RESOLVERS, WORKERS, above_of, workflow_of
from engine.kernel.state import Attempt, Node, RunState


def context_of(state: RunState, node: Node) -> dict[str, Any]:
    """The names `inputs artifacts verdicts facts run item feedback` as plain JSON values."""
    visible = _visible(state, node)
    verdicts: dict[str, Any] = {}
    artifacts: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    for other in visible:
        attempt = other.attempt
        if isinstance(other.block, CallBlock):
            artifacts |= _outputs(state, other, other.block)
        if attempt is None or not isinstance(other.block, WORKERS):
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
        "inputs": inputs_of(state, node),
        "artifacts": artifacts,
        "verdicts": verdicts,
        "facts": facts,
        "run": {
            "id": state.run,
            "branch": state.branch,
            "base": state.base,
            "workflow": workflow_of(state, node).name,
        },
        "feedback": node.note,
        "item": None,
        **_items(state, node),
    }


def inputs_of(state: RunState, node: Node) -> dict[str, Any]:
    """The inputs that hold here: those of the nearest call, else the run's."""
    for above in above_of(state, node):
        if above.inputs is not None:
            return above.inputs
    return state.inputs


def _items(state: RunState, node: Node) -> dict[str, Any]:
    """The item of each fan-out around, by the name it was given; the nearest is `item` too."""
    found: dict[str, Any] = {}
    for below in reversed([node, *above_of(state, node)]):
        above = state.nodes[below.parent] if below.parent is not None else None
        each = above.block.for_each if above is not None and isinstance(above.block, ParallelBlock) else None
        if each is not None and below.place < RESOLVERS:
            found |= {each.as_: below.item, "item": below.item}
        elif below.item is not None:
            found["item"] = below.item
    return found


def _facts(block: StepBlock | RunBlock | OrchestrateBlock, attempt: Attempt) -> dict[str, Any]:
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
    """Nodes whose results this one may read, farthest first, so that the nearest and latest wins: itself last.

    What runs beside it in another branch of a fan-out is not visible: its order would be chance.
    """
    seen: list[Node] = []
    for above in reversed(list(above_of(state, node))):
        if isinstance(above.block, ParallelBlock):
            continue
        if isinstance(above.block, CallBlock):
            seen = []  # a called workflow sees its inputs, not its caller's names
        seen += [other for other in _in_scope(state, above) if other is not node]
    return [*seen, node]


def _in_scope(state: RunState, above: Node) -> Iterator[Node]:
    """Nodes below whose names are this scope's: what a called workflow did is its own, but for its outputs."""
    for id_ in above.children:
        child = state.nodes[id_]
        yield child
        if not isinstance(child.block, CallBlock):
            yield from _in_scope(state, child)


def _outputs(state: RunState, node: Node, block: CallBlock) -> dict[str, Any]:
    """What a called workflow gives back: expressions over its own names. One without a value is left out."""
    if not node.children or node.outcome not in ("cleared", "exhausted"):
        return {}
    within = context_of(state, state.nodes[node.children[-1]])
    found: dict[str, Any] = {}
    for name, cel in block.outputs.items():
        with suppress(PilothouseError):
            found[name] = expressions.compile(cel).evaluate(within)
    return found
