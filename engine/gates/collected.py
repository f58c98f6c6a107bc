# SPDX-License-Identifier: Apache-2.0
"""Which tests pytest collects on the fork point and on HEAD: what it no longer finds was lost, whatever the way."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.gates.closing_lines import runner_of
from engine.gates.context import MeasureContext, in_thread
from engine.gates.evidence import Evidence
from engine.gates.places import clean_checkout
from engine.gates.tests import TestCommand

_COLLECTED, _NONE = 0, 5


@dataclass(frozen=True, slots=True)
class Lost:
    """Tests that are not collected any more, and in half a sentence what was compared."""

    tests: tuple[str, ...]
    told: str


async def lost_tests(
    command: TestCommand | None, ctx: MeasureContext, evidence: Evidence, renamed: Mapping[str, str]
) -> Lost:
    """Compare what pytest collects with the test command on the fork point and on HEAD.

    `renamed` are test files whose new name was found to be as good as the old one.

    Raises:
        WorkspaceError: git or the disk failed.
    """
    if command is None or runner_of(command.argv) != "pytest":
        return Lost((), "not compared: the test command is not pytest")
    secured = ctx.secured
    before = await _collect(command, ctx, secured.fork_point, evidence, "collected-before")
    if before is None:
        return Lost((), "not compared: pytest could not collect on the fork point")
    after = await _collect(command, ctx, secured.head, evidence, "collected-now")
    if after is None:
        return Lost(("the test suite",), f"{before.total()} tests before, none can be collected now")
    for test in list(before):
        path, _, rest = test.partition("::")
        if path in renamed:
            before[f"{renamed[path]}::{rest}"] += before.pop(test)
    return Lost(tuple(sorted(before - after)), f"{before.total()} tests before, {after.total()} now")


def _collecting(argv: tuple[str, ...]) -> tuple[str, ...]:
    """The command, made to collect only and to print one test a line."""
    quiet = [] if any(word in ("-q", "--quiet") for word in argv) else ["-q"]
    return (*argv, "--collect-only", *quiet, "-p", "no:cacheprovider")


async def _collect(
    command: TestCommand, ctx: MeasureContext, commit: str, evidence: Evidence, name: str
) -> Counter[str] | None:
    """How many cases each test has, by its name; None where they could not be collected. Kept for the fork point."""
    argv = _collecting(command.argv)
    identity = json.dumps([commit, argv, command.profile.model_dump(mode="json")])
    kept = ctx.places.scratch / "collected" / f"{hashlib.sha256(identity.encode()).hexdigest()}.json"
    known = await in_thread(_recall, kept) if commit == ctx.secured.fork_point else None
    if known is not None:
        return known
    async with clean_checkout(ctx, commit, evidence, command.profile) as place:
        if place.problem:
            return None
        ran = await place.run(argv, command.timeout, evidence, name)
    if ran.facts.get("exit") not in (_COLLECTED, _NONE):
        return None
    tests = Counter(line.split("[", 1)[0].strip() for line in ran.stdout.splitlines() if "::" in line)
    await in_thread(_remember, kept, tests)
    return tests


def _recall(kept: Path) -> Counter[str] | None:
    try:
        return Counter(json.loads(kept.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def _remember(kept: Path, tests: Counter[str]) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(tests))
