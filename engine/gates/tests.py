# SPDX-License-Identifier: Apache-2.0
"""`tests`: runs the test command in a clean checkout and counts what ran, from its report or its last words."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import JsonValue

from engine.agents.files import read_inside
from engine.definition.model import Profile, TestsGate
from engine.gates.closing_lines import read_closing_lines, runner_of
from engine.gates.context import MeasureContext, in_thread
from engine.gates.evidence import Evidence, open_evidence
from engine.gates.junit import MAX_BYTES, ReportUnreadable, Tally, read_junit
from engine.gates.places import Place, clean_checkout
from engine.gates.running import Ran
from engine.kernel import rules
from engine.workspace import printable, related_to_tests

LISTED = 20
_NO_MODULE = re.compile(r"No module named '?([\w.]+)'?\s*$")
_PYTEST_NONE_COLLECTED = 5
_GROUPS = {
    "test": "tests",
    "test configuration": "configuration",
    "stand-in": "stand_ins",
    "pilothouse": "configuration",
}


@dataclass(frozen=True, slots=True)
class TestCommand:
    """What is to be run, from the gate or the profile. `timeout` in ms, None for the default."""

    __test__ = False
    argv: tuple[str, ...]
    timeout: int | None
    report: str | None
    retry: bool
    profile: Profile


def test_command(gate: TestsGate, ctx: MeasureContext) -> TestCommand | str:
    """The test command of a gate; else why there is none, in a sentence."""
    profile = ctx.profile
    if gate.profile is not None and gate.profile != profile.name:
        named = ctx.profiles.get(gate.profile)
        if named is None:
            return f"no test command: no profile is called {printable(gate.profile)}"
        profile = named
    if gate.argv is not None:
        return TestCommand(gate.argv, gate.timeout, gate.report, gate.retry, profile)
    if profile.tests is None:
        return "no test command: neither the gate nor the profile names one"
    own = profile.tests
    timeout = own.timeout if gate.timeout is None else gate.timeout
    return TestCommand(own.argv, timeout, gate.report or own.report, gate.retry or own.retry, profile)


async def measure_tests(gate: TestsGate, key: str, ctx: MeasureContext) -> dict[str, JsonValue]:
    """The facts of a `tests` gate.

    Raises:
        WorkspaceError: git or the disk failed.
        SandboxUnavailable: the attempt was sandboxed and a gate cannot be.
    """
    changed = await in_thread(_changed_since_base, ctx)
    command = test_command(gate, ctx)
    if isinstance(command, str):
        return {"problem": command, "cause": "no_command", "changed": changed}
    evidence = await in_thread(open_evidence, ctx, key)
    facts = await run_tests(command, ctx, ctx.secured.head, evidence, "tests")
    red = rules.tests(facts)
    if command.retry and red.outcome == "blocked" and "exit" in facts and not facts.get("timed_out"):
        facts["second"] = await run_tests(command, ctx, ctx.secured.head, evidence, "second")
    before = await in_thread(_memory, ctx, key, command, facts if red.certain and red.outcome == "blocked" else None)
    if before and red.outcome == "cleared":
        facts["before"] = before
    return {"commit": ctx.secured.head, **facts, "changed": changed}


async def run_tests(
    command: TestCommand,
    ctx: MeasureContext,
    commit: str,
    evidence: Evidence,
    name: str,
    overlay: dict[str, bytes] | None = None,
) -> dict[str, JsonValue]:
    """One run on `commit`, with the files of `overlay` laid over it."""
    async with clean_checkout(ctx, commit, evidence, command.profile) as place:
        problem = place.problem or await in_thread(_make_way, place, command.report, overlay or {})
        if problem:
            return {"problem": problem, "cause": "not_ready", **place.facts}
        ran = await place.run(command.argv, command.timeout, evidence, name)
        return await in_thread(_read, place, command, ran, evidence, name)


def _make_way(place: Place, report: str | None, overlay: dict[str, bytes]) -> str:
    """Remove the report that is there, lay files over the checkout. Why that cannot be done, else nothing."""
    try:
        for path, content in overlay.items():
            target = _inside(place.work, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_symlink():
                target.unlink()
            target.write_bytes(content)
        if report is not None:
            target = _inside(place.work, report)
            if target.is_dir() and not target.is_symlink():
                shutil.rmtree(target)
            else:
                target.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        return f"the checkout could not be made ready: {printable(str(error))[:200]}"
    return ""


def _inside(root: Path, relative: str) -> Path:
    """The path, if no link on the way to it leads elsewhere."""
    parts = PurePosixPath(relative).parts
    if not parts or ".." in parts or PurePosixPath(relative).is_absolute():
        raise ValueError(f"{relative!r} leads outside of the checkout")
    here = root
    for part in parts[:-1]:
        here = here / part
        if here.is_symlink() or (here.exists() and not here.is_dir()):
            raise ValueError(f"{relative!r} leads through {part!r}, which is no folder")
    return here / parts[-1]


# ------------------------------------------------------------------------------------------------------------- counting


def _read(place: Place, command: TestCommand, ran: Ran, evidence: Evidence, name: str) -> dict[str, JsonValue]:
    """The facts of a run that has ended, with the counts where somebody knows them."""
    facts, runner = {**ran.facts, **place.facts}, runner_of(command.argv)
    if runner is not None:
        facts["runner"] = runner
    if runner == "pytest" and facts.get("exit") == _PYTEST_NONE_COLLECTED:
        facts["none_collected"] = True
    missing = _missing_module(command.argv, ran)
    if missing:
        return facts | {"problem": f"the tool {missing} is missing: no module of that name", "cause": "missing_tool"}
    tally, by = None, ""
    if command.report is not None:
        tally, by = _read_report(place, command.report, facts, evidence, name), "report"
    else:
        closing = read_closing_lines(f"{ran.stdout}\n{ran.stderr}", runner)
        if closing is not None:
            by, tally = closing
    if tally is not None:
        facts |= {"passed": tally.passed, "failed": tally.failed, "errors": tally.errors, "skipped": tally.skipped}
        facts |= {"counted_by": by, "failing": [printable(test) for test in tally.failing]}
    return facts


def _missing_module(argv: tuple[str, ...], ran: Ran) -> str | None:
    """The module that `python -m` was to run and did not find."""
    last = ran.stderr.strip().rsplit("\n", 1)[-1]
    match = _NO_MODULE.search(last)
    wanted = {module for flag, module in itertools.pairwise(argv) if flag == "-m"}
    return match[1] if match and match[1] in wanted and ran.facts.get("exit") == 1 else None


def _read_report(place: Place, report: str, facts: dict[str, JsonValue], evidence: Evidence, name: str) -> Tally | None:
    facts["report_path"] = printable(report)
    try:
        content = read_inside(place.work, report, MAX_BYTES)
        if content is None:
            facts["report"] = "missing"
            return None
        tally = read_junit(content)
    except (OSError, ReportUnreadable) as error:
        facts |= {"report": "unreadable", "report_problem": printable(str(error))[:200]}
        return None
    facts["report"] = "read"
    facts["report_kept"] = evidence.keep(f"{name}.report.xml", content) if len(content) <= MAX_BYTES // 16 else None
    return tally


# -------------------------------------------------------------------------------------------- what a reader should know


def _changed_since_base(ctx: MeasureContext) -> dict[str, JsonValue]:
    """Test files, test configuration and stand-ins for tools that changed since the run's base."""
    changes = ctx.repository.changes(ctx.repository.base, ctx.secured.head)
    related = related_to_tests(changes)
    groups: dict[str, list[str]] = {"tests": [], "configuration": [], "stand_ins": []}
    for item in related:
        groups[_GROUPS[item.kind]].append(printable(item.path))
    listed: dict[str, JsonValue] = {name: list(paths[:LISTED]) for name, paths in groups.items() if paths}
    return listed | {"count": len(related)}


def _memory(
    ctx: MeasureContext, key: str, command: TestCommand, red: dict[str, JsonValue] | None
) -> dict[str, JsonValue]:
    """What a red run on this very tree gave earlier in this attempt; remembers `red` where there is one.

    A second measurement of the same tree that comes out green is a flip, not a repair.
    """
    identity = json.dumps([ctx.node, ctx.attempt, key, ctx.secured.tree, command.argv])
    path = ctx.places.scratch / "red" / f"{hashlib.sha256(identity.encode()).hexdigest()}.json"
    if red is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = ("exit", "passed", "failed", "errors", "skipped", "failing", "output", "report", "runner")
        path.write_text(json.dumps({"turn": ctx.turn} | {name: red[name] for name in kept if name in red}))
        return {}
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
