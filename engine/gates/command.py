# SPDX-License-Identifier: Apache-2.0
"""`command`: how one command ends in a clean checkout of the commit."""

from __future__ import annotations

from pydantic import JsonValue

from engine.definition.model import CommandGate
from engine.gates.context import MeasureContext, in_thread
from engine.gates.evidence import open_evidence
from engine.gates.places import clean_checkout


async def measure_command(gate: CommandGate, key: str, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of a `command` gate.

    Raises:
        WorkspaceError: git or the disk failed.
        SandboxUnavailable: the attempt was sandboxed and a gate cannot be.
    """
    evidence = await in_thread(open_evidence, ctx, key)
    async with clean_checkout(ctx, ctx.secured.head, evidence) as place:
        if place.problem:
            return {"problem": place.problem, "cause": "prepare_failed", **place.facts}
        ran = await place.run(gate.argv, gate.timeout, evidence, "command")
        return {"commit": ctx.secured.head, **ran.facts, **place.facts}
