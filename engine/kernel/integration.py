# SPDX-License-Identifier: Apache-2.0
"""Bringing children's work into one line, in rounds: each ends with all of it in, or with a conflict for a person.

A conflict is resolved in a checkout of its snapshot, by a person or by a *resolver*: a step that no workflow holds,
a child of the node that integrates, on a line of its own. The next round goes on from what was resolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import JsonValue

from engine.definition.model import CommandGate, CommitGate, Gate, StepBlock, VerdictGate
from engine.kernel import holds
from engine.kernel.events import Body, IntegrationStarted, NodeEntered, Resolved
from engine.kernel.places import RESOLVERS, workflow_of
from engine.kernel.scopes import inside
from engine.kernel.state import Hold, Node, RunState, effect_key

Mode = Literal["merge", "squash"]

_LISTED = 50
_MARKERS = "^(<{7,}|>{7,}|[|]{7,}) [0-9a-f]{7,64}$"
_GOAL = """\
The work of {{ item.child }} does not merge by itself with what its siblings made. The checkout holds the merge as far
as git came: `HEAD^1` is the work of the siblings, `HEAD^2` that of {{ item.child }}. In conflict:

{% for path in item.paths %}- `{{ path }}`
{% endfor %}{% if item.more %}- and {{ item.more }} more
{% endif %}
Keep the intent of both sides. Put each file right, leave no conflict marker behind, and change nothing else.
{% if item.note %}
The person who asks for this says: {{ item.note }}
{% endif %}"""


def bring_together(state: RunState, node: Node, mode: Mode, base: str, heads: Mapping[str, str]) -> Body | None:
    """The next decision until `node.head` is the line with `heads` in it; None while something is awaited.

    `heads` are the children's, by node id, in the order they are brought in; `base` is where the line stands.
    """
    if node.conflict is not None:
        return _conflict(state, node, mode, base, heads)
    trouble = node.trouble.get("environment")
    if trouble is not None:
        return holds.block_hold(state, node, "failure", str(trouble["message"]), ("retry", "quit"))
    return _round(state, node, mode, base, heads)


def after_conflict(
    state: RunState, node: Node, hold: Hold, mode: Mode, base: str, heads: Mapping[str, str]
) -> Body | None:
    """What follows from the answer to a conflict; `heads` are without a child that was dropped."""
    if hold.answer == "resolve":
        return None if state.cancelling or state.pausing is not None else _enter_resolver(state, node, hold)
    onto = str(hold.evidence["merged"])
    if hold.answer != "resolved":
        return _round(state, node, mode, base, heads, onto)
    child, snapshot = str(hold.evidence["child"]), str(hold.evidence["snapshot"])
    line = resolver_id(node, state.nodes[child])
    return _round(state, node, mode, base, heads, onto, Resolved(child=child, snapshot=snapshot, line=line))


def again(state: RunState, node: Node) -> Body | None:
    """The latest round once more, where our own surroundings kept it from being carried out."""
    assert node.round is not None
    return None if effect_key(node.round) in state.outstanding else node.round


def resolver_id(node: Node, child: Node) -> str:
    """The node, and line, on which the conflict of `child` is resolved; no block of a workflow can be called so."""
    return f"{node.id}/resolve.{child.place + 1}"


def resolver_block(item: JsonValue) -> StepBlock:
    """The step that resolves a conflict; `item` is what `node_entered` says of it. Paths and notes stay data."""
    assert isinstance(item, dict)
    unmarked = CommandGate(
        argv=("git", "diff", "--no-ext-diff", "--name-only", "--exit-code", "-G", _MARKERS, str(item["merged"]), "HEAD")
    )
    gates: list[Gate] = [VerdictGate(), unmarked]
    if item["marked"]:
        gates.append(CommitGate())
    return StepBlock(
        id="resolve-conflict",
        role=str(item["role"]),
        title=f"Resolve the conflict of {item['child']}",
        goal=_GOAL,
        gate=tuple(gates),
        commit="agent" if item["marked"] else "engine",
    )


def _round(
    state: RunState,
    node: Node,
    mode: Mode,
    base: str,
    heads: Mapping[str, str],
    onto: str | None = None,
    resolved: Resolved | None = None,
) -> Body | None:
    decision = IntegrationStarted(
        node=node.id,
        line=node.line,
        base=base,
        mode=mode,
        children=tuple(heads),
        heads=tuple(heads.values()),
        onto=onto,
        resolved=resolved,
    )
    return None if effect_key(decision) in state.outstanding else decision


def _conflict(state: RunState, node: Node, mode: Mode, base: str, heads: Mapping[str, str]) -> Body | None:
    """Go on from what a resolver made, else ask."""
    conflict = node.conflict or {}
    child, snapshot = str(conflict["child"]), str(conflict["snapshot"])
    resolver = state.nodes[node.resolver] if node.resolver is not None else None
    if resolver is not None and resolver.outcome is None:
        return None
    if resolver is not None and resolver.outcome == "cleared":
        head = state.tips[resolver.line]
        made = Resolved(child=child, snapshot=snapshot, line=resolver.line, head=head)
        return _round(state, node, mode, base, heads, str(conflict["merged"]), made)
    failed = f"{resolver.id} did not resolve it: {resolver.reason}" if resolver is not None else ""
    why = str(conflict["reason"]) or failed
    paths = conflict["paths"]
    listed = [str(path) for path in paths] if isinstance(paths, list) else []
    more = f" and {len(listed) - 5} more" if len(listed) > 5 else ""
    told = f"Bringing {child} into {node.id} conflicts in {', '.join(listed[:5])}{more}."
    if why:
        told += f" Not resolved yet: {why.rstrip('.')}."
    answers = ("drop", "quit")
    if snapshot:
        told += f" To resolve it yourself, work in {conflict['checkout']} and commit there."
        agent = ("resolve",) if _role(state, node, child) is not None else ()
        answers = (*agent, "resolved", *answers)
    return holds.block_hold(state, node, "conflict", told, answers, evidence=dict(conflict))


def _enter_resolver(state: RunState, node: Node, hold: Hold) -> Body:
    conflict = hold.evidence
    child = state.nodes[str(conflict["child"])]
    paths = conflict["paths"] if isinstance(conflict["paths"], list) else []
    item: dict[str, JsonValue] = {
        "child": child.id,
        "role": _role(state, node, child.id),
        "merged": conflict["merged"],
        "marked": bool(conflict["marked"]),
        "paths": paths[:_LISTED],
        "more": max(0, len(paths) - _LISTED),
        "note": hold.note,
    }
    id_ = resolver_id(node, child)
    base = str(conflict["snapshot"])
    return NodeEntered(node=id_, parent=node.id, place=RESOLVERS + child.place, base=base, line=id_, item=item)


def _role(state: RunState, node: Node, child: str) -> str | None:
    """Who resolves: the role of the child's last step, as far as its name means the same here."""
    home, branch = workflow_of(state, node), state.nodes[child]
    roles = [
        other.block.role
        for other in (branch, *inside(state, branch))
        if isinstance(other.block, StepBlock) and workflow_of(state, other) is home
    ]
    return roles[-1] if roles else None
