# SPDX-License-Identifier: Apache-2.0
"""A definition as blocks of the graph: nothing in it has happened. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence

from app.words import block_word, done_when
from engine.definition import Plan
from engine.projections import NodeView

MOST_BLOCKS = 500
"""Blocks of a definition that are drawn."""


def nodes_of(plan: Plan) -> list[NodeView]:
    """The blocks of a plan, outer before inner, at most `MOST_BLOCKS`; ids are made unique, as arms share theirs."""
    nodes: list[NodeView] = []
    waiting: list[tuple[Plan, str | None, int]] = [(child, None, 0) for child in reversed(plan.children)]
    seen: dict[str, int] = {}
    while waiting and len(nodes) < MOST_BLOCKS:
        block, parent, depth = waiting.pop()
        times = seen[block.id] = seen.get(block.id, 0) + 1
        node = _node(block, f"{block.id}#{times}" if times > 1 else block.id, parent, depth)
        nodes.append(node)
        waiting += [(child, node.id, depth + 1) for child in reversed(block.children)]
    return nodes


def count_of(plan: Plan) -> int:
    """How many blocks a plan has, itself not counted."""
    waiting, count = list(plan.children), 0
    while waiting:
        block = waiting.pop()
        count += 1
        waiting += block.children
    return count


def _node(block: Plan, id_: str, parent: str | None, depth: int) -> NodeView:
    words = " · ".join(part for part in (block.role, _bound(block.bounds)) if part)
    return NodeView(
        id=id_,
        parent=parent,
        depth=depth,
        name=block.title,
        kind=block.kind,
        role=block.role,
        state="pending",
        activity=words or block_word(block.kind),
        claimed_only=block.claimed_only,
        hold=None,
        attempts=(),
        reason=done_when(block.gates) if block.gates else "",
        progress=" · ".join(block.bounds),
    )


def _bound(bounds: Sequence[str]) -> str:
    """The bound that shapes the block: how often it is done, or who has to clear. Those of every step say little."""
    return next((one for one in bounds if not one.endswith(("retry", "retries", "silence"))), "")
