# SPDX-License-Identifier: Apache-2.0
"""`file`: what the commit holds at a path, and whether its content matches."""

from __future__ import annotations

import os
import subprocess
import sys

from pydantic import JsonValue

from engine.definition.model import FileGate
from engine.errors import UsageError
from engine.gates.context import MeasureContext

CONTENT_BYTES = 10_000_000
"""What of a file is matched; the pattern does not see the rest."""
_MATCH_S = 10.0
_MATCH = """\
import re, sys
pattern, content = sys.argv[1], sys.stdin.buffer.read().decode("utf-8", "replace")
sys.exit(0 if re.search(pattern, content, re.MULTILINE) else 3)
"""


def measure_file(gate: FileGate, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of a `file` gate. Blocks.

    Raises:
        WorkspaceError: git failed.
    """
    head = ctx.secured.head
    try:
        found = ctx.repository.file_facts(head, gate.path)
    except UsageError as error:
        return {"state": "outside", "problem": error.message}
    if not found.regular:
        state = found.kind if found.kind in ("missing", "directory", "submodule") else "special"
        problem = found.reason or "it is not a regular file"
        if state == "missing" and _lies_in_checkout(gate.path, ctx):
            problem += "; it lies in the checkout, ignored or left uncommitted"
        return {"state": state, "problem": problem}
    facts: dict[str, JsonValue] = {"state": "file", "size": found.size, "sha": found.sha, "mode": found.mode}
    if found.resolved is not None and found.resolved != gate.path:
        facts["resolved"] = found.resolved.encode("utf-8", "backslashreplace").decode()
    if gate.matches is not None:
        content = ctx.repository.show_file(head, gate.path, CONTENT_BYTES) or b""
        facts |= _match(gate.matches, content)
    return facts


def _lies_in_checkout(path: str, ctx: MeasureContext) -> bool:
    return ctx.checkout is not None and os.path.lexists(ctx.checkout / path)


def _match(pattern: str, content: bytes) -> dict[str, JsonValue]:
    """In a process of its own: nothing else ends a match that would take for ever."""
    argv = [sys.executable, "-I", "-S", "-c", _MATCH, pattern]
    try:
        done = subprocess.run(argv, input=content, capture_output=True, timeout=_MATCH_S, check=False)
    except subprocess.TimeoutExpired:
        return {"problem": f"matching took more than {_MATCH_S:.0f} s"}
    if done.returncode in (0, 3):
        return {"matched": done.returncode == 0}
    told = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return {"problem": f"the pattern does not work: {told[-1] if told else f'exit {done.returncode}'}"[:200]}
