# SPDX-License-Identifier: Apache-2.0
"""Counting tests: JUnit reports that may be hostile, and the last words of the runners we know."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gates.closing_lines import read_closing_lines, runner_of
from engine.gates.globs import matches_any
from engine.gates.junit import ReportUnreadable, Tally, read_junit
from engine.gates.settings import touches_tests

# -------------------------------------------------------------------------------------------------------------- reports


def suite(body: str, attributes: str = "") -> bytes:
    return f'<?xml version="1.0"?><testsuites><testsuite {attributes}>{body}</testsuite></testsuites>'.encode()


def test_every_case_is_counted_by_its_result() -> None:
    body = (
        '<testcase classname="t" name="a"/>'
        '<testcase classname="t" name="b"><failure message="x">no</failure></testcase>'
        '<testcase classname="t" name="c"><error/></testcase>'
        '<testcase classname="t" name="d"><skipped/></testcase>'
        '<testcase name="e"><failure/><error/></testcase>'
        '<testcase name="f"><system-out>failure</system-out></testcase>'
    )

    assert read_junit(suite(body)) == Tally(passed=2, failed=1, errors=2, skipped=1, failing=["t::b", "t::c", "e"])


def test_a_suite_that_claims_more_failures_than_it_lists_is_believed() -> None:
    assert read_junit(suite('<testcase name="a"/>', 'failures="1" errors="2"')) == Tally(passed=1, errors=3)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not well-formed"),
        (b"<testsuites><testsuite>", "not well-formed"),
        (b"<html/>", "its root is <html>"),
        (b"\xff\xfe\x00", "not well-formed"),
        (b"<testsuite>" * 100 + b"</testsuite>" * 100, "deep"),
        (
            b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><testsuites><testcase name="&b;"/></testsuites>',
            "document type",
        ),
        (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuites/>', "document type"),
    ],
)
def test_what_is_no_plain_report_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(ReportUnreadable, match=why):
        read_junit(content)


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(content: bytes) -> None:
    with contextlib.suppress(ReportUnreadable):
        read_junit(content)


# -------------------------------------------------------------------------------------------------------- closing lines


@pytest.mark.parametrize(
    ("runner", "text", "tally"),
    [
        ("pytest", "===== 2 passed in 0.01s =====", Tally(2)),
        ("pytest", "1 failed, 2 passed, 1 warning in 1.20s", Tally(2, 1)),
        ("pytest", "== 1 failed, 3 passed, 2 skipped, 1 xfailed, 2 errors in 61.02s (0:01:01) ==", Tally(3, 1, 2, 3)),
        ("pytest", "no tests ran in 0.00s", Tally()),
        ("pytest", "no tests collected (3 deselected) in 0.01s", Tally()),
        ("pytest", "1 passed, 4 subtests passed in 0.01s", Tally(1)),
        ("unittest", "Ran 3 tests in 0.000s\n\nFAILED (failures=1, errors=1)", Tally(1, 1, 1)),
        ("unittest", "Ran 2 tests in 0.1s\n\nOK (skipped=1)", Tally(1, 0, 0, 1)),
        ("unittest", "Ran 0 tests in 0.000s\n\nNO TESTS RAN", Tally()),
        ("jest", "Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 passed, 3 total", Tally(2, 1)),
        ("jest", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       2 passed, 2 total", Tally(2, 0, 1)),
        ("vitest", "\x1b[2m      Tests \x1b[22m \x1b[31m1 failed\x1b[39m | \x1b[32m2 passed\x1b[39m (3)", Tally(2, 1)),
        ("vitest", "No test files found, exiting with code 1", Tally()),
        ("go", "ok  \tx.org/a\t0.01s\n?   \tx.org/b\t[no test files]\nok  \tx.org/c\t0.1s [no tests to run]", Tally(1)),
        ("go", "--- PASS: TestA (0.0s)\n--- SKIP: TestB (0.0s)\nPASS\nok  \tx.org/a\t0.01s", Tally(1, 0, 0, 1)),
        ("cargo", "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out", Tally(3, 0, 0, 1)),
        ("cargo", "     Summary [   0.009s] 3 tests run: 2 passed, 1 failed, 4 skipped", Tally(2, 1, 0, 4)),
        ("ctest", "50% tests passed, 1 tests failed out of 2", Tally(1, 1)),
        ("ctest", "No tests were found!!!", Tally()),
        ("rspec", "5 examples, 1 failure, 2 pending", Tally(2, 1, 0, 2)),
        ("minitest", "10 runs, 12 assertions, 0 failures, 1 errors, 1 skips", Tally(8, 0, 1, 1)),
        ("mocha", "  5 passing (10ms)\n  2 pending\n  1 failing", Tally(5, 1, 0, 2)),
        ("tap", "TAP version 13\nok 1 - a\nok 2 # SKIP x\n1..3", Tally(1, 0, 1, 1)),
        ("tap", "# tests 5\n# pass 4\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0", Tally(4, 1)),
        ("maven", "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s\n"
                  "[INFO] Tests run: 5, Failures: 1, Errors: 0, Skipped: 1", Tally(3, 1, 0, 1)),
    ],
)  # fmt: skip
def test_closing_lines_are_read_with_the_runner_known_or_not(runner: str, text: str, tally: Tally) -> None:
    assert read_closing_lines(f"noise\n{text}\n", runner) == (runner, tally)
    assert read_closing_lines(f"noise\r\n{text}\r\n", None) == (runner, tally)


def test_failing_tests_are_named() -> None:
    text = "FAILED tests/test_cart.py::test_total - assert 5 == 6\n1 failed, 1 passed in 0.01s\n"

    found = read_closing_lines(text, "pytest")

    assert found is not None
    assert found[1].failing == ["tests/test_cart.py::test_total"]


@pytest.mark.parametrize("text", ["", "all 2 tests passed", "PASS", "OK", "2 passed", "in 3s", "Ran 2 tests in 0.1s"])
def test_other_words_are_no_closing_line(text: str) -> None:
    assert read_closing_lines(text, None) is None


@pytest.mark.parametrize(
    ("argv", "runner"),
    [
        ("pytest -q", "pytest"),
        ("/opt/python3.11 -m pytest", "pytest"),
        ("uv run pytest", "pytest"),
        ("env A=1 poetry run python -m pytest", "pytest"),
        ("coverage run -m pytest", "pytest"),
        ("python -m unittest discover", "unittest"),
        ("npx vitest run", "vitest"),
        ("go test ./...", "go"),
        ("cargo test", "cargo"),
        ("node --test", "tap"),
        ("mvn -q test", "maven"),
        ("make test", None),
        ("npm test", None),
        ("./run-tests.sh pytest", None),
        ("go build", None),
    ],
)
def test_the_runner_is_known_by_its_command(argv: str, runner: str | None) -> None:
    assert runner_of(argv.split()) == runner


@pytest.mark.timeout(30)
def test_hostile_output_does_not_hold_the_reader_up() -> None:
    lines = ["1 a" + " (" * 20_000, "Summary [" + "[" * 20_000, "Tests  1 a | " * 5_000, "1 " * 20_000, "=" * 100_000]

    assert read_closing_lines("\n".join(lines * 5), None) is None


@given(st.text(max_size=200))
def test_no_output_raises(text: str) -> None:
    read_closing_lines(text, None)


# ------------------------------------------------------------------------------------------------------ globs, settings


@pytest.mark.parametrize(
    ("glob", "inside", "outside"),
    [
        ("src/**", ["src/a.py", "src/a/b.py"], ["src", "lib/src/a.py", "evil\nsrc/a.py", "srcs/a"]),
        ("src/", ["src/a.py", "src/a/b.py"], ["src", "srcs/a"]),
        ("*.py", ["a.py"], ["a/b.py", "a.pyc"]),
        ("**/*.py", ["a.py", "a/b/c.py"], ["a.pyc"]),
        ("docs/*.md", ["docs/a.md"], ["docs/a/b.md", "docs/a.MD"]),
        ("a?c", ["abc"], ["a/c", "ac"]),
        ("[ab].txt", ["a.txt"], ["c.txt"]),
        ("[!ab].txt", ["c.txt"], ["a.txt", "/.txt"]),
        ("[z-a].txt", ["[z-a].txt"], ["z.txt"]),
        ("a.(b)+", ["a.(b)+"], ["axb"]),
        ("./README.md", ["README.md"], ["x/README.md"]),
    ],
)
def test_globs_match_the_whole_path(glob: str, inside: list[str], outside: list[str]) -> None:
    assert [path for path in inside if not matches_any(path, (glob,))] == []
    assert [path for path in outside if matches_any(path, (glob,))] == []


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_glob_raises_and_a_star_never_leaves_its_folder(glob: str, path: str) -> None:
    matches_any(path, (glob,))

    assert matches_any(path, ("*",)) == ("/" not in path)


@pytest.mark.parametrize(
    ("path", "before", "after", "touches"),
    [
        ("pyproject.toml", b"[project]\nversion='1'", b"[project]\nversion='2'", False),
        ("pyproject.toml", b"[tool.ruff]\na=1", b"[tool.ruff]\na=2", False),
        ("pyproject.toml", b"", b"[tool.pytest.ini_options]\naddopts='-k x'", True),
        ("pyproject.toml", b"", b"[project.entry-points.pytest11]\nx='y'", True),
        ("pyproject.toml", b"", b"[", True),
        ("pyproject.toml", None, b"", True),
        ("sub/package.json", b'{"scripts": {"build": "a"}}', b'{"scripts": {"build": "b"}}', False),
        ("package.json", b'{"scripts": {"pretest": "a"}}', b'{"scripts": {"pretest": "b"}}', True),
        ("package.json", b"{}", b"[]", True),
        ("setup.cfg", b"[metadata]\na = 1", b"[metadata]\na = 2", False),
        ("setup.cfg", b"", b"[tool:pytest]\naddopts = -x", True),
        ("tox.ini", b"a", b"b", True),
    ],
)
def test_only_settings_that_bear_on_tests_count(path: str, before: bytes | None, after: bytes, touches: bool) -> None:
    assert touches_tests(path, before, after) == touches
