# SPDX-License-Identifier: Apache-2.0
"""One module a gate kind: measures facts, never judges them."""

from __future__ import annotations

from pydantic import JsonValue

from engine.definition.model import (
    CommandGate,
    CommitGate,
    FileGate,
    Gate,
    RedGreenGate,
    ScopeGate,
    TestsGate,
    UnweakenedGate,
)
from engine.errors import GateUnmeasurable
from engine.gates.command import measure_command
from engine.gates.commit import measure_commit
from engine.gates.context import MeasureContext, Places, in_thread
from engine.gates.file import measure_file
from engine.gates.red_green import measure_red_green
from engine.gates.scope import measure_scope
from engine.gates.tests import measure_tests
from engine.gates.unweakened import measure_unweakened

__all__ = ["MeasureContext", "Places", "measure"]


async def measure(gate: Gate, key: str, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of one leaf gate that `engine.kernel.judging.needs_measuring`; `key` is its place (see `leaves`).

    Whatever the agent left, the facts say so; only our own environment raises.

    Raises:
        WorkspaceError: git could not do what was asked.
        GateUnmeasurable: the disk or the file system failed.
        SandboxUnavailable: the context asks for a sandbox and there is none.
    """
    try:
        return await _measure(gate, key, ctx)
    except OSError as error:
        raise GateUnmeasurable(
            f"the gate {gate.kind!r} of {ctx.node!r} could not be measured: {error}. Mend that, then retry."
        ) from error


async def _measure(gate: Gate, key: str, ctx: MeasureContext) -> dict[str, JsonValue]:
    match gate:
        case CommitGate():
            return measure_commit(ctx.secured)
        case FileGate():
            return await in_thread(measure_file, gate, ctx)
        case ScopeGate():
            return await in_thread(measure_scope, gate, ctx)
        case TestsGate():
            return await measure_tests(gate, key, ctx)
        case CommandGate():
            return await measure_command(gate, key, ctx)
        case RedGreenGate():
            return await measure_red_green(gate, key, ctx)
        case UnweakenedGate():
            return await measure_unweakened(gate, key, ctx)
    raise AssertionError(f"a gate of kind {gate.kind!r} is not measured")
