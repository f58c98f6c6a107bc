# SPDX-License-Identifier: Apache-2.0
"""The effect that brings the work of children together, and lays out what conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from engine.kernel.events import Conflicted, Integrated, IntegrationStarted
from engine.kernel.integration import resolver_id
from engine.kernel.state import Node
from engine.runtime.effects import Call
from engine.workspace import Branch, Joined, Unresolved, printable

if TYPE_CHECKING:
    from engine.runtime.world import World


class Integrate:
    """Carry out one round: take a resolution in, if one was given, then what is not in yet."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def perform(self, call: Call) -> None:
        decision: IntegrationStarted = call.decision
        node, repository = call.state.nodes[decision.node], self.world.repository
        taken = await self._resolution(decision, node) if decision.resolved is not None else decision.onto
        reason = taken.reason if isinstance(taken, Unresolved) else ""
        done = await self.world.on(
            node.line,
            repository.integrate,
            decision.base,
            decision.mode,
            [Branch(*pair) for pair in zip(decision.children, decision.heads, strict=True)],
            node=node.id,
            message=_message(node),
            onto=decision.onto if isinstance(taken, Unresolved) else taken,
        )
        if isinstance(done, Joined):
            return call.report(Integrated(node=node.id, head=done.head, facts=_facts(decision, done)))
        line = resolver_id(node, call.state.nodes[done.child])
        if not reason:  # else the checkout stays as whoever works in it left it
            await self.world.prepare(line, done.snapshot)
        call.report(
            Conflicted(
                node=node.id,
                child=done.child,
                head=done.head,
                merged=done.merged,
                paths=tuple(printable(path) for path in done.paths),
                snapshot=done.snapshot,
                checkout=str(repository.checkout(line)),
                marked=tuple(printable(path) for path in done.marked),
                details=done.details,
                reason=reason,
            )
        )

    async def reconcile(self, call: Call) -> None:
        """Doing it again makes the same commits, so nothing has to be found out first."""
        await self.perform(call)

    async def _resolution(self, decision: IntegrationStarted, node: Node) -> str | Unresolved:
        """The merge that a resolution makes, or why it is none."""
        given, repository = decision.resolved, self.world.repository
        assert given is not None
        head: str | Unresolved | None = given.head
        if head is None:
            head = await self.world.on(given.line, repository.resolved_in_checkout, given.line, given.snapshot)
        if isinstance(head, Unresolved):
            return head
        return await self.world.on(
            node.line,
            repository.resolution,
            given.snapshot,
            head,
            node=node.id,
            child=given.child,
            message=_message(node),
        )


def _message(node: Node) -> str:
    """The first line of the commits that are made."""
    return getattr(node.block, "title", None) or node.id


def _facts(decision: IntegrationStarted, done: Joined) -> dict[str, JsonValue]:
    return {
        "mode": decision.mode,
        "branches": len(decision.children),
        "merges": len(done.merged),
        "forwarded": list(done.forwarded),
        "merged": list(done.merged),
        "contained": list(done.contained),
    }
