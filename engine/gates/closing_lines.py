# SPDX-License-Identifier: Apache-2.0
"""How many tests ran, from what known test runners print at their end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath

from engine.gates.junit import Tally

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_MAX_LINE = 1_000

_WRAPPERS = {"env", "uv", "uvx", "poetry", "pipenv", "pdm", "hatch", "rye", "npx", "pnpm", "yarn", "bunx", "bundle"}
_WRAPPERS |= {"run", "exec", "coverage", "xvfb-run", "nice", "-m", "-a", "--"}
_PYTHON = re.compile(r"(python|pypy)[\d.]*")
_BY_NAME = {
    "pytest": "pytest",
    "py.test": "pytest",
    "unittest": "unittest",
    "jest": "jest",
    "vitest": "vitest",
    "ctest": "ctest",
    "rspec": "rspec",
    "mocha": "mocha",
    "mvn": "maven",
    "mvnw": "maven",
    "tap": "tap",
}
_BY_WORD = {("go", "test"): "go", ("cargo", "test"): "cargo", ("cargo", "nextest"): "cargo", ("node", "--test"): "tap"}


def runner_of(argv: Sequence[str]) -> str | None:
    """The test runner that a command names, through wrappers such as `uv run`; None when it names none we know."""
    words = [PurePath(word).name.removesuffix(".exe").removesuffix(".cmd") for word in argv]
    for place, word in enumerate(words):
        if word in _BY_NAME:
            return _BY_NAME[word]
        following = words[place + 1] if place + 1 < len(words) else ""
        if (word, following) in _BY_WORD:
            return _BY_WORD[word, following]
        if not (word in _WRAPPERS or _PYTHON.fullmatch(word) or (word.startswith("-") and place) or "=" in word):
            return None
    return None


def read_closing_lines(text: str, runner: str | None) -> tuple[str, Tally] | None:
    """Who printed the closing lines, and what they count; None when they are not there.

    A named runner must have printed its own; else the first known form counts. `text` is what was printed, decoded.
    """
    lines = [line[:_MAX_LINE].rstrip() for line in _ANSI.sub("", text).replace("\r\n", "\n").split("\n")]
    for name, read in _READERS.items():
        if runner in (None, name):
            tally = read(lines)
            if tally is not None:
                for line in lines:
                    match = _FAILING.match(line)
                    if match:
                        tally.note(next(group for group in match.groups() if group)[:300])
                return name, tally
    return None


_FAILING = re.compile(
    r"(?:FAILED|ERROR) (\S+::\S+|\S+\.py)(?: |$)"
    r"|(?:FAIL|ERROR): (\S+ \([^)]+\))"
    r"|\s*--- FAIL: (\S+)"
    r"|test (\S+) \.\.\. FAILED"
    r"|not ok \d+ -? ?(.+)"
)


def _found(pattern: str, lines: Sequence[str]) -> list[re.Match[str]]:
    compiled = re.compile(pattern)
    return [match for line in lines if (match := compiled.search(line))]


def _sum(matches: Sequence[re.Match[str]], group: int | str) -> int:
    return sum(int(match[group] or 0) for match in matches)


# -------------------------------------------------------------------------------------------------- one reader a runner


def _pytest(lines: Sequence[str]) -> Tally | None:
    closing = _found(r"^=* ?(?:no tests [a-z]+|\d+ [a-z][a-z0-9, ]*)(?: \([a-z0-9 ]*\))? in \d[\d.]*s", lines)
    if not closing:
        return None
    words = {word.rstrip("s"): int(n) for n, word in re.findall(r"(\d+) ([a-z]+)", closing[-1][0])}
    return Tally(
        passed=words.get("passed", 0) + words.get("xpassed", 0),
        failed=words.get("failed", 0),
        errors=words.get("error", 0),
        skipped=words.get("skipped", 0) + words.get("xfailed", 0),
    )


def _unittest(lines: Sequence[str]) -> Tally | None:
    ran = _found(r"^Ran (\d+) tests? in \d", lines)
    end = _found(r"^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$", lines)
    if not ran or not end:
        return None
    words = {word: int(n) for word, n in re.findall(r"([a-z][a-z ]*)=(\d+)", end[-1][2] or "")}
    failed = words.get("failures", 0) + words.get("unexpected successes", 0)
    errors, skipped = words.get("errors", 0), words.get("skipped", 0) + words.get("expected failures", 0)
    return Tally(max(0, int(ran[-1][1]) - failed - errors - skipped), failed, errors, skipped)


def _jest(lines: Sequence[str]) -> Tally | None:
    closing = _found(r"^Tests: +(?P<what>(?:\d+ [a-z]+, )*\d+ total)$", lines)
    if not closing:
        return None
    words = {word: int(n) for n, word in re.findall(r"(\d+) ([a-z]+)", closing[-1]["what"])}
    suites = _found(r"^Test Suites: (\d+) failed", lines)
    failed = words.get("failed", 0)
    errors = int(suites[-1][1]) if suites and not failed else 0
    return Tally(words.get("passed", 0), failed, errors, words.get("skipped", 0) + words.get("todo", 0))


def _vitest(lines: Sequence[str]) -> Tally | None:
    closing = _found(r"^ *Tests +(?P<what>(?:\d+ [a-z]+(?: \| )?)+) \(\d+\)$", lines)
    if not closing:
        return Tally() if _found(r"^ *(?:Tests +no tests|No test files found)", lines) else None
    words = {word: int(n) for n, word in re.findall(r"(\d+) ([a-z]+)", closing[-1]["what"])}
    errors = _sum(_found(r"^ *Errors +(\d+) errors?$", lines), 1)
    return Tally(words.get("passed", 0), words.get("failed", 0), errors, words.get("skipped", 0) + words.get("todo", 0))


def _go(lines: Sequence[str]) -> Tally | None:
    """Single tests with -v; else a package counts as one."""
    packages = _found(r"^(ok|FAIL|\?) *\t\S+(.*)$", lines)
    if not packages:
        return None
    tests = {word: len(_found(rf"^\s*--- {word}: ", lines)) for word in ("PASS", "FAIL", "SKIP")}
    bad = sum(match[1] == "FAIL" for match in packages)
    good = sum(match[1] == "ok" and "[no tests to run]" not in match[2] for match in packages)
    if tests["PASS"] or tests["SKIP"]:
        return Tally(tests["PASS"], tests["FAIL"], 0 if tests["FAIL"] else bad, tests["SKIP"])
    return Tally(good, tests["FAIL"], 0 if tests["FAIL"] else bad)


def _cargo(lines: Sequence[str]) -> Tally | None:
    closing = _found(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;", lines)
    if closing:
        return Tally(_sum(closing, 1), _sum(closing, 2), 0, _sum(closing, 3))
    nextest = _found(r"^ *Summary \[[^\]]*\] \d+ tests? run: .*$", lines)
    if not nextest:
        return None
    words = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|timed out|skipped)", nextest[-1][0])}
    return Tally(words.get("passed", 0), words.get("failed", 0), words.get("timed out", 0), words.get("skipped", 0))


def _ctest(lines: Sequence[str]) -> Tally | None:
    if _found(r"^No tests were found!*$", lines):
        return Tally()
    closing = _found(r"^\d+% tests passed, (\d+) tests? failed out of (\d+)$", lines)
    if not closing:
        return None
    failed, total = int(closing[-1][1]), int(closing[-1][2])
    skipped = len(_found(r"\*\*\*(?:Skipped|Not Run \(Disabled\))", lines))
    return Tally(max(0, total - failed - skipped), failed, 0, skipped)


def _rspec(lines: Sequence[str]) -> Tally | None:
    pattern = r"^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$"
    closing = _found(pattern, lines)
    if not closing:
        return None
    total, failed, pending, errors = (int(group or 0) for group in closing[-1].groups())
    return Tally(max(0, total - failed - pending), failed, errors, pending)


def _minitest(lines: Sequence[str]) -> Tally | None:
    pattern = r"^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) (?:skips|pendings)"
    closing = _found(pattern, lines)
    if not closing:
        return None
    total, failed, errors, skipped = (int(group) for group in closing[-1].groups())
    return Tally(max(0, total - failed - errors - skipped), failed, errors, skipped)


def _mocha(lines: Sequence[str]) -> Tally | None:
    passing = _found(r"^ +(\d+) passing(?: \(.*\))?$", lines)
    if not passing:
        return None
    failing, pending = _found(r"^ +(\d+) failing$", lines), _found(r"^ +(\d+) pending$", lines)
    return Tally(int(passing[-1][1]), _sum(failing[-1:], 1), 0, _sum(pending[-1:], 1))


def _tap(lines: Sequence[str]) -> Tally | None:
    """The Test Anything Protocol, and the summary of Node's own runner."""
    summary = {
        match[1]: int(match[2]) for match in _found(r"^[#ℹ] (tests|pass|fail|cancelled|skipped|todo) (\d+)$", lines)
    }
    if "tests" in summary and "pass" in summary:
        failed, errors = summary.get("fail", 0), summary.get("cancelled", 0)
        return Tally(summary["pass"], failed, errors, summary.get("skipped", 0) + summary.get("todo", 0))
    plan = _found(r"^1\.\.(\d+)", lines)
    if not plan:
        return None
    results = _found(r"^(not )?ok\b(.*)$", lines)
    skipped = sum(bool(re.search(r"# *(skip|todo)", match[2], re.I)) for match in results)
    failed = sum(bool(match[1]) and not re.search(r"# *todo", match[2], re.I) for match in results)
    missing = max(0, int(plan[-1][1]) - len(results))
    return Tally(max(0, len(results) - failed - skipped), failed, missing, skipped)


def _maven(lines: Sequence[str]) -> Tally | None:
    counts = r"Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)"
    closing = _found(rf"^(?:\[[A-Z]+\] *)?{counts}$", lines)
    if not closing:
        return None
    total, failed, errors, skipped = (_sum(closing, group) for group in (1, 2, 3, 4))
    return Tally(max(0, total - failed - errors - skipped), failed, errors, skipped)


_READERS: dict[str, Callable[[Sequence[str]], Tally | None]] = {
    "pytest": _pytest,
    "unittest": _unittest,
    "jest": _jest,
    "vitest": _vitest,
    "cargo": _cargo,
    "ctest": _ctest,
    "rspec": _rspec,
    "minitest": _minitest,
    "maven": _maven,
    "mocha": _mocha,
    "go": _go,
    "tap": _tap,
}
