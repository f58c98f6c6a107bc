# SPDX-License-Identifier: Apache-2.0
"""What clears each kind of gate: one pure rule a kind, from measured facts to an outcome and a sentence.

Facts hold what was measured (an exit status, counts, paths); the rule compares. Text in facts comes from agents and
repositories: it reaches a sentence through `plain` only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import JsonValue

from engine.definition.model import FileGate, ScopeGate
from engine.kernel.events import Label

Facts = Mapping[str, JsonValue]
Outcome = Literal["cleared", "blocked", "not_checked", "waiting"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule concludes. `certain`: a block was shown, not merely assumed; `not` turns only such a one."""

    outcome: Outcome
    reason: str
    label: Label = "measured"
    certain: bool = True


def cleared(reason: str, label: Label = "measured") -> Finding:
    """The gate clears."""
    return Finding("cleared", reason, label)


def blocked(reason: str, label: Label = "measured", *, certain: bool = True) -> Finding:
    """The gate blocks; not `certain` where its subject could not be measured to the end."""
    return Finding("blocked", reason, label, certain)


def not_checked(reason: str) -> Finding:
    """The subject is missing: neither cleared nor shown to be false."""
    return Finding("not_checked", reason, certain=False)


def plain(text: object, limit: int = 200) -> str:
    """`text` on one line, whatever cannot be printed escaped, cut to `limit` characters."""
    shown = "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in str(text)[: limit + 1]
    )
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def duration(ms: int) -> str:
    """Milliseconds as a workflow writes them: `90s`, `15m`, `2h`; `400ms` below a second."""
    for unit, size in (("h", 3_600_000), ("m", 60_000), ("s", 1000)):
        if ms >= size and ms % size == 0:
            return f"{ms // size}{unit}"
    return f"{ms}ms" if ms < 1000 else f"{ms / 1000:.1f}s"


# ---------------------------------------------------------------------------------------------------- reading of facts


def text_of(facts: Facts, name: str) -> str:
    """The text under `name`, else the empty string."""
    value = facts.get(name)
    return value if isinstance(value, str) else ""


def number_of(facts: Facts, name: str) -> int | None:
    """The whole number under `name`, else None."""
    value = facts.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def texts_of(facts: Facts, name: str) -> list[str]:
    """The texts in the list under `name`."""
    value = facts.get(name)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def part_of(facts: Facts, name: str) -> Facts:
    """The object under `name`, else an empty one."""
    value = facts.get(name)
    return value if isinstance(value, dict) else {}


def several(items: Sequence[str], total: int | None = None, show: int = 3) -> str:
    """The first few of `items`, made plain, and how many more there are."""
    more = (total if total is not None else len(items)) - len(items[:show])
    return ", ".join(plain(item, 120) for item in items[:show]) + (f" and {more} more" if more > 0 else "")


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# ------------------------------------------------------------------------------------------------- verdict and artifact


def verdict(facts: Facts, *, revise_answers: bool = False) -> Finding:
    """`done` clears. Where an enclosing block reads the verdict (`revise_answers`), `revise` is an answer too."""
    result, problem = text_of(facts, "result"), text_of(facts, "problem")
    if problem or result not in ("done", "revise", "blocked"):
        return blocked(f"no valid verdict of this attempt: {plain(problem or 'missing')}", certain=False)
    summary = plain(text_of(facts, "summary"), 160)
    said = f": {summary}" if summary else ""
    if result == "done":
        return cleared(f"the agent claims to be done{said}", "claimed")
    if result == "revise" and revise_answers:
        return cleared(f"the agent answers revise{said}", "claimed")
    return blocked(f"the agent's verdict is {result}, not done{said}", "claimed")


def artifact(name: str, facts: Facts) -> Finding:
    """The artifact is there and fits its schema."""
    if facts.get("valid") is True:
        return cleared(f"{plain(name)} fits its schema")
    problem = plain(text_of(facts, "problem") or "missing")
    if facts.get("found") is True:
        return blocked(f"{plain(name)} does not fit its schema: {problem}")
    return not_checked(f"no artifact {plain(name)}: {problem}")


# ------------------------------------------------------------------------------------------------------ commit and diff


def commit(facts: Facts) -> Finding:
    """HEAD on the node's own branch, strictly past the fork point, with a net change, and the tree clean."""
    if not text_of(facts, "fork_point"):
        return not_checked("nothing is known of this attempt's commits")
    faults = _line_faults(facts)
    dirty = texts_of(facts, "dirty")
    if dirty:
        faults.append(f"the tree is not clean: {several(dirty, number_of(facts, 'dirty_count'))} not committed")
    problem = text_of(facts, "problem")
    if problem:
        faults.append(plain(problem))
    if faults:
        return blocked("; ".join(faults))
    commits, files = number_of(facts, "commits"), number_of(facts, "files")
    if not commits or not files:
        return not_checked("the commits of this attempt could not be counted")
    return cleared(
        f"{counted(commits, 'commit')} past the fork point, {counted(files, 'file')} changed, the tree is clean"
    )


def _line_faults(facts: Facts) -> list[str]:
    branch = plain(text_of(facts, "branch"))
    if facts.get("detached") is True:
        return ["HEAD is detached, so the work is not on the node's branch"]
    if facts.get("on_branch") is not True:
        return [f"HEAD is not on the node's branch {branch}"]
    if facts.get("moved") is not True:
        return ["no commit since the fork point"]
    if facts.get("descends") is not True:
        return ["the branch does not descend from the fork point"]
    faults = []
    foreign = texts_of(facts, "foreign")
    if foreign:
        faults.append(f"commits from before this attempt were taken in: {several([sha[:12] for sha in foreign])}")
    if number_of(facts, "files") == 0:
        faults.append("the commits change nothing: 0 files differ from the fork point")
    return faults


def scope(gate: ScopeGate, facts: Facts) -> Finding:
    """Every path of the net diff lies within the allowed globs, and its size within the limits."""
    files, lines = number_of(facts, "files"), number_of(facts, "lines")
    if files is None or lines is None:
        return not_checked(plain(text_of(facts, "problem") or "the diff from the fork point is not known"))
    faults = []
    outside = texts_of(facts, "outside")
    if outside:
        allowed = several(texts_of(facts, "allow"))
        faults.append(f"{several(outside, number_of(facts, 'outside_count'))} outside of what is allowed ({allowed})")
    if gate.max_files is not None and files > gate.max_files:
        faults.append(f"{files} files of {gate.max_files} allowed")
    if gate.max_lines is not None and lines > gate.max_lines:
        faults.append(f"{lines} lines of {gate.max_lines} allowed")
    if faults:
        return blocked("; ".join(faults))
    undone = texts_of(facts, "undone")
    history = f"; changed on the way and undone: {several(undone)}" if undone else ""
    return cleared(f"{counted(files, 'file')} and {counted(lines, 'line')} changed, all within the scope{history}")


def unweakened(facts: Facts) -> Finding:
    """No test, test configuration or stand-in for a tool was weakened since the fork point."""
    found, total = texts_of(facts, "findings"), number_of(facts, "count")
    if total is None:
        return not_checked(plain(text_of(facts, "problem") or "the tests were not compared with the fork point"))
    if total or found:
        return blocked(several(found, total))
    compared, welcome = number_of(facts, "compared") or 0, number_of(facts, "added") or 0
    new = f", {counted(welcome, 'new test')}" if welcome else ""
    return cleared(f"{counted(compared, 'changed test file')} compared, nothing weakened{new}")


def file(gate: FileGate, facts: Facts) -> Finding:
    """A regular file of that name is in the commit, not empty, and matches if asked to."""
    state, path = text_of(facts, "state"), plain(gate.path)
    if state != "file":
        finding = not_checked if state in ("missing", "") else blocked
        problem = plain(text_of(facts, "problem") or "it was not looked for", 300)
        return finding(problem if path in problem else f"{path}: {problem}")
    size = number_of(facts, "size")
    if not size and gate.empty != "ok":
        return not_checked(f"{path} is empty")
    if gate.matches is not None and facts.get("matched") is not True:
        problem = text_of(facts, "problem")
        pattern = plain(gate.matches, 80)
        if problem:
            return not_checked(f"{path} could not be matched against {pattern}: {plain(problem)}")
        return blocked(f"{path} does not match {pattern}")
    return cleared(f"{path} is in the commit, {counted(size or 0, 'byte')}")


# --------------------------------------------------------------------------------------------------- commands and tests


def _unfinished(facts: Facts) -> Finding | None:
    """Why the command did not come to an end of its own, or was never begun."""
    problem = text_of(facts, "problem")
    if problem:
        return blocked(plain(problem, 300), certain=False)
    if facts.get("timed_out") is True:
        limit = number_of(facts, "limit")
        return blocked(
            f"timed out{f' after {duration(limit)}' if limit else ''}; what it printed is kept", certain=False
        )
    signal = text_of(facts, "signal")
    if signal:
        return blocked(f"killed by {plain(signal)}", certain=False)
    if number_of(facts, "exit") is None:
        return not_checked("it was not run")
    return None


def _exit_words(facts: Facts) -> str:
    code = number_of(facts, "exit")
    meaning = {126: "a command is not executable", 127: "a command is missing"}.get(code or 0)
    return f"exit {code}" + (f" ({meaning})" if meaning else "")


def command(facts: Facts) -> Finding:
    """It exited 0."""
    unfinished = _unfinished(facts)
    if unfinished is not None:
        return unfinished
    code = number_of(facts, "exit")
    if code == 0:
        return cleared("exit 0")
    tail = plain(text_of(facts, "tail"), 160)
    return blocked(f"{_exit_words(facts)}, 0 expected{f': {tail}' if tail else ''}", certain=code not in (126, 127))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tests passed, failed, ended in an error, or were skipped. A skipped one did not run."""

    passed: int
    failed: int
    errors: int
    skipped: int

    @property
    def ran(self) -> int:
        """Tests that ran to a result."""
        return self.passed + self.failed + self.errors

    @property
    def bad(self) -> int:
        """Tests that did not pass."""
        return self.failed + self.errors


def counts_of(facts: Facts) -> Counts | None:
    """The counts among the facts of a test run; None when nobody knows."""
    numbers = [number_of(facts, name) for name in ("passed", "failed", "errors", "skipped")]
    known = [number for number in numbers if number is not None and number >= 0]
    return Counts(*known) if len(known) == 4 else None


def tests(facts: Facts) -> Finding:
    """Exit 0, at least one test ran, none failed; where a second run was made, both agree."""
    finding = _one_run(facts)
    second, before = part_of(facts, "second"), part_of(facts, "before")
    for other, words in ((second, "in the second of two runs"), (before, "on the same tree earlier in this attempt")):
        if not other:
            continue
        then = _one_run(other)
        if {finding.outcome, then.outcome} == {"cleared", "blocked"}:
            here = "passed" if finding.outcome == "cleared" else finding.reason
            there = "passed" if then.outcome == "cleared" else then.reason
            return blocked(f"flaky: {here}; {words}: {there}; both outputs are kept", certain=False)
    if finding.outcome != "cleared":
        return finding
    changed = part_of(facts, "changed")
    paths = [path for name in ("tests", "configuration", "stand_ins") for path in texts_of(changed, name)]
    total = number_of(changed, "count")
    note = f"; changed since the run's base: {several(paths, total)}" if paths else ""
    return cleared(finding.reason + note)


def _one_run(facts: Facts) -> Finding:
    unfinished = _unfinished(facts)
    if unfinished is not None:
        return unfinished
    code, counts = number_of(facts, "exit"), counts_of(facts)
    report = text_of(facts, "report")
    if report and report != "read":
        why = {
            "missing": "report missing: the command did not write",
            "stale": "report stale: the command did not replace",
        }
        said = why.get(report, f"report unreadable ({plain(text_of(facts, 'report_problem'))}):")
        return blocked(f"{said} {plain(text_of(facts, 'report_path'))} ({_exit_words(facts)})", certain=False)
    if counts is not None and counts.bad:
        names = texts_of(facts, "failing")
        which = f" ({several(names, max(counts.bad, len(names)))})" if names else ""
        return blocked(f"{counts.bad} of {counted(counts.ran, 'test')} failed{which}; {_exit_words(facts)}")
    if facts.get("none_collected") is True or (counts is not None and counts.ran == 0):
        skipped = f" ({counts.skipped} skipped; skipped is not run)" if counts is not None and counts.skipped else ""
        return blocked(f"no test ran{skipped}; {_exit_words(facts)}", certain=False)
    if code != 0:
        tail = plain(text_of(facts, "tail"), 160)
        return blocked(f"{_exit_words(facts)}, 0 expected{f': {tail}' if tail else ''}", certain=False)
    if counts is not None:
        skipped = f", {counts.skipped} skipped" if counts.skipped else ""
        return cleared(f"{counted(counts.passed, 'test')} passed{skipped}")
    runner = plain(text_of(facts, "runner"))
    if runner:
        return blocked(
            f"count unknown: exit 0, but {runner} printed no closing line, so no test is known to have run",
            certain=False,
        )
    return cleared("exit 0, count unknown: no report is declared and the runner is not known")


def red_green(facts: Facts) -> Finding:
    """Each named test fails on the fork point and passes on HEAD."""
    problem = text_of(facts, "problem")
    if problem:
        return not_checked(plain(problem, 300))
    red, green = facts.get("red"), part_of(facts, "green")
    if not isinstance(red, list) or not red or not green:
        return not_checked("the tests were not run on both commits")
    for run in red:
        if not isinstance(run, dict):
            return not_checked("the run on the fork point is not on record")
        name = plain(text_of(run, "test") or "the command", 120)
        unfinished = _unfinished(run)
        if unfinished is not None:
            return not_checked(f"on the fork point, {name}: {unfinished.reason}")
        counts = counts_of(run)
        if number_of(run, "exit") == 0:
            return blocked(f"{name} does not fail on the fork point, so it does not show the fault")
        if run.get("none_collected") is True or (counts is not None and not counts.bad):
            return not_checked(f"on the fork point, {name} did not run ({_exit_words(run)})")
        if number_of(run, "exit") in (126, 127):
            return not_checked(f"on the fork point, {name}: {_exit_words(run)}")
    now = _one_run(green)
    if now.outcome != "cleared":
        return Finding(now.outcome, f"on HEAD: {now.reason}", certain=now.certain)
    return cleared(f"{counted(len(red), 'test run')} red on the fork point, green on HEAD: {now.reason}")


# ----------------------------------------------------------------------------------------------------------- expression


_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")


def expression(cel: str, evaluate: Callable[[Mapping[str, Any]], object], context: Mapping[str, Any]) -> Finding:
    """The expression is exactly true. `evaluate` raises ValueError, with the cause, for what it cannot evaluate."""
    try:
        value = evaluate(context)
    except ValueError as error:
        return not_checked(f"it could not be evaluated: {plain(error)}")
    seen = "; ".join(f"{name} is {plain(value, 60)}" for name, value in _read_values(cel, context).items())
    why = f": {seen}" if seen else ""
    if value is True:
        return cleared(f"it is true{why}")
    if value is False:
        return blocked(f"it is false{why}")
    return not_checked(f"it gives {plain(value, 60)}, neither true nor false")


def _read_values(cel: str, context: Mapping[str, Any]) -> dict[str, object]:
    """The plain values that the dotted names of an expression stand for, the first few."""
    found: dict[str, object] = {}
    for name in _NAME.findall(cel):
        value: object = context
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, (str, int, float)) and len(found) < 3:
            found[name] = value
    return found
