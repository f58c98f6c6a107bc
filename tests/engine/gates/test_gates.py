# SPDX-License-Identifier: Apache-2.0
"""The gates that read commits: file, scope, unweakened, red_green, in a small repository with real git and pytest."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.definition.model import (
    Command,
    CommandGate,
    CommitGate,
    FileGate,
    Profile,
    RedGreenGate,
    ScopeGate,
    UnweakenedGate,
)
from engine.errors import GateUnmeasurable
from engine.placement import isolation_for
from tests.engine.gates.conftest import PYTEST, TESTS, Bench

Make = Callable[..., Bench]

# ----------------------------------------------------------------------------------------------------------------- file


async def test_a_pattern_that_would_match_for_ever_is_given_up(bench: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.gates.file._MATCH_S", 0.5)
    made = bench()
    made.agent("printf 'a%.0s' $(seq 1 5000) > out.txt; echo b >> out.txt")

    outcome = (await made.judge(FileGate(path="out.txt", matches="^(a+)+$")))[0]

    assert (outcome.outcome, "took more than" in outcome.reason) == ("not_checked", True)


@pytest.mark.parametrize(
    ("pattern", "outcome", "reason"),
    [
        ("^Result: [0-9]+$", "cleared", "is in the commit"),
        ("Result: x", "blocked", "does not match"),
        ("(", "not_checked", "the pattern does not work"),
    ],
)
async def test_content_is_matched_line_by_line(pattern: str, outcome: str, reason: str, bench: Make) -> None:
    made = bench()
    made.agent("printf 'Title\\nResult: 12\\n\\377\\n' > out.txt")

    judged = (await made.judge(FileGate(path="out.txt", matches=pattern)))[0]

    assert judged.outcome == outcome
    assert reason in judged.reason


@pytest.mark.parametrize(
    ("agent", "path"),
    [
        ("ln -s README.md out.txt; ci link", "out.txt"),
        ("ln -s tests t; ci link", "t/test_cart.py"),
        ("mkdir -p a; ln -s ../README.md a/out.txt; ci link", "a/out.txt"),
        ("true", "./tests/../README.md"),
    ],
)
async def test_br_044_links_that_stay_inside_are_followed(agent: str, path: str, bench: Make) -> None:
    made = bench()
    made.agent(agent)

    assert (await made.judge(FileGate(path=path)))[0].outcome == "cleared"


@pytest.mark.parametrize(
    ("agent", "path"),
    [
        ("ln -s ../../../../etc/passwd out.txt; ci link", "out.txt"),
        ("ln -s /etc e; ci link", "e/passwd"),
        ("ln -s a b; ln -s b a; ci loop", "a"),
        ("ln -s nothing out.txt; ci dangling", "out.txt"),
        ("true", "/etc/passwd"),
        ("true", "../repo/README.md"),
        ("mkfifo out.txt || true", "out.txt"),
    ],
)
async def test_br_044_what_leads_outside_or_nowhere_never_clears(agent: str, path: str, bench: Make) -> None:
    made = bench()
    made.agent(agent)

    assert (await made.judge(FileGate(path=path)))[0].outcome in ("blocked", "not_checked")


async def test_an_empty_file_counts_only_with_leave(bench: Make) -> None:
    made = bench()
    made.agent(": > out.txt")

    outcomes = await made.judge(FileGate(path="out.txt"), FileGate(path="out.txt", empty="ok"))

    assert [outcome.outcome for outcome in outcomes] == ["not_checked", "cleared"]


# ---------------------------------------------------------------------------------------------------------------- scope


async def test_ad_082_what_was_changed_outside_and_undone_is_shown(bench: Make) -> None:
    made = bench('mkdir -p src; echo "A = 1" > src/a.py')
    made.agent(
        'echo "# x" >> cart.py; ci one; git checkout -q HEAD~1 -- cart.py; echo "A = 2" > src/a.py; ci two', "agent"
    )

    outcome = (await made.judge(ScopeGate(allow=("src/**",))))[0]

    assert outcome.outcome == "cleared"
    assert "changed on the way and undone: cart.py" in outcome.reason
    assert [line.split(" ", 1)[1] for line in made.facts["0"]["commits"]] == ["one", "two"]


async def test_the_step_s_own_scope_holds_where_the_gate_names_none(bench: Make) -> None:
    made = bench()
    made.agent("fix")
    made.more = {"scope": ("docs/**",)}

    assert (await made.judge(ScopeGate(max_files=5)))[0].outcome == "blocked"


async def test_a_mode_change_is_a_change(bench: Make) -> None:
    made = bench()
    made.agent("chmod +x cart.py")

    outcome = (await made.judge(ScopeGate(allow=("src/**",))))[0]

    assert (outcome.outcome, "cart.py" in outcome.reason) == ("blocked", True)


# ----------------------------------------------------------------------------------------------------------- unweakened

BY_PROFILE = Profile(tests=Command(argv=PYTEST))
JS = "mkdir -p web; printf 'test(\"a\", () => {\\n  expect(1).toBe(1)\\n})\\n' > web/cart.test.js"
PROJECT = 'printf \'[project]\\nname = "cart"\\n[tool.pytest.ini_options]\\naddopts = "-ra"\\n\' > pyproject.toml'


@pytest.mark.parametrize(
    ("setup", "agent", "reason"),
    [
        (JS, "sed -i 's/toBe(1)/toBeTruthy()/' web/cart.test.js", r"expect\(1\)\.toBe\(1\)` changed"),
        (JS, "printf 'test.skip(\"b\", () => {})\\n' >> web/cart.test.js", r"test\.skip.* may skip tests"),
        (JS, "git rm -q web/cart.test.js", r"web/cart\.test\.js: deleted"),
        (PROJECT, "sed -i 's/-ra/-k empty/' pyproject.toml", r"pyproject\.toml: modified, and it decides"),
        (
            'echo \'{"scripts": {"test": "jest"}}\' > package.json',
            "sed -i 's/jest/true/' package.json",
            r"package\.json",
        ),
        ("", "printf 'raise SystemExit\\n' > sitecustomize.py", r"sitecustomize\.py: added, and it can stand in"),
        ("", "echo '' > tests/conftest.py", r"conftest\.py: added"),
        ("", "rm tests/test_cart.py; ln -s ../cart.py tests/test_cart.py", r"tests/test_cart\.py: type changed"),
        (
            "",
            "mv tests/test_cart.py tests/test_basket.py; sed -i 's/== 6/>= 0/' tests/test_basket.py",
            r"test_total no longer",
        ),
    ],
)
async def test_what_weakens_is_named(setup: str, agent: str, reason: str, bench: Make) -> None:
    made = bench(setup)
    made.agent(agent)

    outcome = (await made.judge(UnweakenedGate()))[0]

    assert outcome.outcome == "blocked"
    assert re.search(reason, outcome.reason), outcome.reason


@pytest.mark.parametrize(
    ("setup", "agent"),
    [
        ("", "fix"),
        ("", "true"),
        (JS, "printf 'test(\"b\", () => { expect(2).toBe(2) })\\n' >> web/cart.test.js"),
        (PROJECT, 'sed -i \'s/"cart"/"basket"/\' pyproject.toml'),
        ("echo '{\"dependencies\": {}}' > package.json", 'echo \'{"dependencies": {"a": "1"}}\' > package.json'),
        ("", "git mv tests/test_cart.py tests/test_basket.py"),
        ("", "printf 'def test_more():\\n    assert True\\n' > tests/test_more.py; echo helper > tests/data.txt"),
    ],
)
async def test_what_does_not_weaken_clears(setup: str, agent: str, bench: Make) -> None:
    made = bench(setup, BY_PROFILE)
    made.agent(agent)

    outcome = (await made.judge(UnweakenedGate()))[0]

    assert outcome.outcome == "cleared", outcome


async def test_a_test_that_is_not_collected_any_more_is_found_however_that_was_done(bench: Make) -> None:
    setup = (
        "printf 'CASES = [1, 2, 3]\\n' > cases.py\n"
        'printf \'import pytest, sys; sys.path.insert(0, ".")\\nfrom cases import CASES\\n\\n'
        '@pytest.mark.parametrize("n", CASES)\\ndef test_case(n):\\n    assert n\\n\' > tests/test_cases.py'
    )
    made = bench(setup, BY_PROFILE)
    made.agent("echo 'CASES = [1]' > cases.py")

    outcome = (await made.judge(UnweakenedGate()))[0]

    assert outcome.outcome == "blocked"
    assert "tests/test_cases.py::test_case is not collected any more" in outcome.reason
    assert made.facts["0"]["collected"] == "5 tests before, 3 now"


async def test_the_tests_gate_of_the_step_says_what_to_collect(bench: Make) -> None:
    made = bench()
    made.agent("fix")

    await made.judge(TESTS, UnweakenedGate())

    assert made.facts["1"]["collected"] == "2 tests before, 2 now"


# ------------------------------------------------------------------------------------------------------------ red_green

NEW_TEST = (
    'import sys; sys.path.insert(0, ".")\\nfrom cart import total\\n\\n'
    "def test_pair():\\n    assert total([2, 3]) == 5\\n"
)
PAIR = RedGreenGate(argv=PYTEST, tests=("tests/test_pair.py::test_pair",))


@pytest.mark.parametrize(
    ("agent", "gate", "outcome", "reason"),
    [
        (f"fix; printf '{NEW_TEST}' > tests/test_pair.py", PAIR, "cleared", r"red on the fork point, green on HEAD"),
        (f"printf '{NEW_TEST}' > tests/test_pair.py", PAIR, "blocked", r"on HEAD: 1 of 1 test failed"),
        (
            "fix; printf 'def test_pair():\\n    assert True\\n' > tests/test_pair.py",
            PAIR,
            "blocked",
            r"does not fail on the fork",
        ),
        ("fix", PAIR, "not_checked", r"did not run \(exit 4\)"),
        ("fix", RedGreenGate(argv=("no-such-tool",), tests=("x",)), "not_checked", r"no-such-tool is missing"),
        ("fix", RedGreenGate(argv=PYTEST, tests=("tests/test_cart.py::test_total",)), "cleared", r"green on HEAD"),
        ("fix", RedGreenGate(argv=PYTEST, tests=("tests/test_cart.py::test_empty",)), "blocked", r"does not fail"),
        (
            "fix",
            RedGreenGate(argv=PYTEST, tests=("tests/test_cart.py::test_total", "tests/test_cart.py::test_empty")),
            "blocked",
            r"test_empty does not fail",
        ),
        ("fix", RedGreenGate(tests=("x",)), "not_checked", r"no test command"),
    ],
)
async def test_red_green(agent: str, gate: RedGreenGate, outcome: str, reason: str, bench: Make) -> None:
    made = bench()
    made.agent(agent)

    judged = (await made.judge(gate))[0]

    assert judged.outcome == outcome, judged
    assert re.search(reason, judged.reason), judged.reason


async def test_a_test_may_bring_its_own_files(bench: Make) -> None:
    made = bench()
    made.agent(
        "fix; printf '5' > tests/expected.txt\n"
        'printf \'import sys; sys.path.insert(0, ".")\\nfrom cart import total\\nimport pathlib\\n\\n'
        'expected = pathlib.Path("tests/expected.txt").read_text()\\n\\n'
        "def test_pair():\\n    assert total([2, 3]) == int(expected)\\n' > tests/test_pair.py"
    )

    assert (await made.judge(PAIR))[0].outcome == "cleared"
    assert made.facts["0"]["laid_over"] == ["tests/expected.txt", "tests/test_pair.py"]
    assert made.facts["0"]["red"][0]["failed"] == 1


# ----------------------------------------------------------------------------------------------------------- and beyond


@pytest.mark.skipif(isolation_for(None) != "sandboxed", reason="bubblewrap does not work here")
async def test_in_the_sandbox_gates_run_and_reach_nothing_of_the_run(bench: Make) -> None:
    made = bench()
    made.agent("fix")
    made.more = {
        "isolation": "sandboxed",
        "hidden": (made.run_dir,),
        "readable": made.repository.readable_by_agents(),
    }
    attempt = made.attempt_dir / "verdict.json"
    check = (
        f'git status --short && ! echo x > "{attempt}"; echo x > "{made.source}/x"; echo x > "{made.checkout}/x"; true'
    )

    outcomes = await made.judge(TESTS, CommandGate(argv=("sh", "-c", check), timeout=30_000))

    assert [outcome.outcome for outcome in outcomes] == ["cleared", "cleared"], (outcomes, made.facts)
    assert made.facts["0"]["isolation"] == "sandboxed"
    assert not any(path.exists() for path in (attempt, made.source / "x", made.checkout / "x"))


async def test_measuring_changes_nothing_in_the_agent_s_checkout(bench: Make) -> None:
    made = bench()
    made.agent("fix; ci fix; echo left > left.txt", "agent")
    before = {path: path.stat().st_mtime_ns for path in made.checkout.rglob("*") if path.is_file()}

    outcomes = await made.judge(CommitGate(), TESTS, UnweakenedGate())

    assert outcomes[0].reason == "the tree is not clean: left.txt not committed"
    assert {path: path.stat().st_mtime_ns for path in made.checkout.rglob("*") if path.is_file()} == before


async def test_an_environment_that_fails_is_no_outcome_but_an_error(bench: Make, tmp_path: Path) -> None:
    made = bench()
    made.agent("fix")
    (tmp_path / "file").write_text("")
    made.attempt_dir = tmp_path / "file"

    with pytest.raises(GateUnmeasurable, match="tests"):
        await made.judge(TESTS)
