# SPDX-License-Identifier: Apache-2.0
"""`unweakened`: what since the fork point may have made the tests prove less. New tests are welcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pydantic import JsonValue

from engine.definition.model import TestsGate, UnweakenedGate
from engine.gates import python_tests
from engine.gates.collected import lost_tests
from engine.gates.context import MeasureContext, in_thread
from engine.gates.evidence import open_evidence
from engine.gates.globs import matches_any
from engine.gates.settings import touches_tests
from engine.gates.tests import TestCommand, test_command
from engine.kernel.judging import leaves
from engine.workspace import Change, Related, printable, related_to_tests

LISTED = 20
_READ_BYTES = 4_000_000
_PYTHON_TEST = re.compile(r"test_.*\.py|.*_test\.py|tests?\.py")
_SKIPPED = re.compile(
    rb"\.(?:skip|only|todo|skipIf|runIf|failing|fails)\b|\b(?:xit|xtest|xdescribe|xcontext|fit|fdescribe|ftest)\s*\("
    rb"|^\s*(?:skip|pending|xit|xdescribe)\b|\b[tb]\.Skip|@(?:Ignore|Disabled)\b|#\[ignore|GTEST_SKIP|DISABLED_"
    rb"|\bmarkTestSkipped|\b(?:process|os|sys|System|std)\W{1,2}_?exit\b|\bos\.Exit\b|^\s*return\s*;?\s*$"
)
"""Added lines that may keep a test, or the rest of one, from being run, in the languages that are not parsed."""


@dataclass(slots=True)
class _Found:
    findings: list[str] = field(default_factory=list)
    compared: int = 0
    added: int = 0
    renamed: dict[str, str] = field(default_factory=dict)


async def measure_unweakened(gate: UnweakenedGate, key: str, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of an `unweakened` gate. Where nothing is found by reading, the runner is asked which tests it finds.

    Raises:
        WorkspaceError: git or the disk failed.
    """
    command = _test_command(ctx)
    found = await in_thread(_compare, gate, command, ctx)
    facts: dict[str, JsonValue] = {}
    if not found.findings and ctx.secured.changes:
        evidence = await in_thread(open_evidence, ctx, key)
        lost = await lost_tests(command, ctx, evidence, found.renamed)
        found.findings += [
            f"{printable(test)} is not collected any more"
            for test in lost.tests
            if not _allowed(test.split("::")[0], gate)
        ]
        facts["collected"] = lost.told
    return {
        "findings": [finding[:300] for finding in found.findings[:LISTED]],
        "count": len(found.findings),
        "compared": found.compared,
        "added": found.added,
        **facts,
    }


def _allowed(path: str, gate: UnweakenedGate) -> bool:
    return matches_any(path, gate.allow)


def _test_command(ctx: MeasureContext) -> TestCommand | None:
    """What the step's `tests` gate runs, else the profile's command."""
    gates = [gate for _, gate in leaves(ctx.gates) if isinstance(gate, TestsGate)]
    command = test_command(gates[0] if gates else TestsGate(), ctx)
    return command if isinstance(command, TestCommand) else None


def _compare(gate: UnweakenedGate, command: TestCommand | None, ctx: MeasureContext) -> _Found:
    found = _Found()
    seen: set[str] = set()
    for related in (*related_to_tests(ctx.secured.changes), *_commanded(command, ctx)):
        if related.path not in seen and not _allowed(related.path, gate):
            seen.add(related.path)
            found.findings += [f"{printable(related.path)}: {what}" for what in _judged(related, ctx, found)]
    return found


def _commanded(command: TestCommand | None, ctx: MeasureContext) -> Iterator[Related]:
    """Changed files that the test command itself names: a script, a configuration."""
    words = {str(PurePosixPath(word)) for word in command.argv} if command is not None else set()
    for change in ctx.secured.changes:
        for path in change.paths:
            if path in words:
                yield Related(path, "test configuration", change)


def _judged(related: Related, ctx: MeasureContext, found: _Found) -> Iterable[str]:
    change, path = related.change, related.path
    if related.kind == "pilothouse":
        return ["changed, and it decides how work is measured"]
    if related.kind == "stand-in":
        return [f"{change.status}, and it can stand in for a tool or run before it"]
    if related.kind == "test configuration":
        before, after = _before(change, path, ctx), _after(change, path, ctx)
        return [f"{change.status}, and it decides which tests run"] if touches_tests(path, before, after) else []
    return _judged_test(change, path, ctx, found)


def _judged_test(change: Change, path: str, ctx: MeasureContext, found: _Found) -> Iterable[str]:
    if change.status == "added":
        content = _after(change, path, ctx) or b""
        found.added += python_tests.count_tests(content) if path.endswith(".py") else 0
        return []
    if change.status == "renamed":
        return _judged_rename(change, path, ctx, found)
    if change.status == "deleted":
        return ["deleted"]
    if change.status == "type changed" or change.binary or change.submodule:
        return [f"{change.status}, which cannot be compared"]
    return _compared(path, _before(change, path, ctx), _after(change, path, ctx), found)


def _judged_rename(change: Change, path: str, ctx: MeasureContext, found: _Found) -> Iterable[str]:
    """A test file may take another name that the runner finds too, in the same folder; the old name tells the rest."""
    old = change.old_path
    assert old is not None
    if path != old:
        return []
    here, there = PurePosixPath(old), PurePosixPath(change.path)
    same = here.parent == there.parent and here.suffix == there.suffix
    if not same or bool(_PYTHON_TEST.fullmatch(here.name)) != bool(_PYTHON_TEST.fullmatch(there.name)):
        return [f"moved to {printable(change.path)}"]
    found.renamed[old] = change.path
    return _compared(path, _before(change, old, ctx), _after(change, change.path, ctx), found)


def _compared(path: str, before: bytes | None, after: bytes | None, found: _Found) -> Iterable[str]:
    found.compared += 1
    if before is None or after is None or max(len(before), len(after)) >= _READ_BYTES:
        return ["changed, and it is too large to be compared"]
    if path.endswith(".py"):
        try:
            comparison = python_tests.compare(before, after)
        except python_tests.Unparsable:
            return _compared_lines(before, after)
        found.added += comparison.added
        return comparison.findings
    return _compared_lines(before, after)


def _compared_lines(before: bytes, after: bytes) -> list[str]:
    """For what is not parsed: lines may be added between the old ones, unless they skip something."""
    old, added = [line.rstrip() for line in before.splitlines()], []
    waiting = iter(old)
    following = next(waiting, None)
    for line in after.splitlines():
        if following is not None and line.rstrip() == following:
            following = next(waiting, None)
        else:
            added.append(line)
    if following is not None:
        return [f"`{printable(following.decode('utf-8', 'replace').strip())[:80]}` changed, moved or removed"]
    skipping = next((line for line in added if _SKIPPED.search(line)), None)
    if skipping is not None:
        return [f"`{printable(skipping.decode('utf-8', 'replace').strip())[:80]}` may skip tests"]
    return []


def _before(change: Change, path: str, ctx: MeasureContext) -> bytes | None:
    if change.status == "added":
        return None
    return ctx.repository.show_file(ctx.secured.fork_point, path, _READ_BYTES)


def _after(change: Change, path: str, ctx: MeasureContext) -> bytes | None:
    if change.status == "deleted":
        return None
    return ctx.repository.show_file(ctx.secured.head, path, _READ_BYTES)
