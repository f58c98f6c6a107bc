# SPDX-License-Identifier: Apache-2.0
"""The `tests` and `command` gates: every way a run can end without a result is named, and none of them clears."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.definition.model import Command, CommandGate, NotGate, Profile, TestsGate
from engine.gates import measure
from tests.engine.gates.conftest import PYTEST, TESTS, Bench

Make = Callable[..., Bench]


def sh(script: str, **more: object) -> TestsGate:
    return TestsGate.model_validate({"argv": ("sh", "-c", script), "timeout": 60_000, **more})


@pytest.mark.parametrize(
    ("gate", "reason"),
    [
        (TestsGate(), r"no test command"),
        (TestsGate(profile="nightly"), r"no profile is called nightly"),
        (sh("exit 5"), r"exit 5, 0 expected"),
        (sh("echo '0 passed in 0.01s'"), r"no test ran"),
        (sh("echo 'no tests ran in 0.01s'; exit 5"), r"no test ran; exit 5"),
        (sh("echo '3 skipped in 0.01s'"), r"no test ran \(3 skipped; skipped is not run\)"),
        (sh("no-such-tool-xyz"), r"exit 127 \(a command is missing\)"),
        (TestsGate(argv=("no-such-tool-xyz",)), r"the tool no-such-tool-xyz is missing: not found on the PATH"),
        (TestsGate(argv=("./README.md",)), r"\./README\.md is not executable"),
        (TestsGate(argv=("./nothing.sh",)), r"the tool \./nothing\.sh is missing: not found in the checkout"),
        (TestsGate(argv=(sys.executable, "-m", "no_such_runner")), r"the tool no_such_runner is missing"),
        (sh("kill -9 $$"), r"killed by SIGKILL"),
        (sh("kill -SEGV $$"), r"killed by SIGSEGV"),
        (sh("echo '2 passed in 0.01s'; exit 1"), r"exit 1, 0 expected"),
        (sh("echo '1 failed, 1 passed in 0.01s'"), r"1 of 2 tests failed; exit 0"),
        (sh("exit 0", report="report.xml"), r"report missing: the command did not write report\.xml"),
        (sh("mkfifo report.xml", report="report.xml"), r"report unreadable \(report\.xml is a pipe"),
        (sh("ln -s /etc/passwd report.xml", report="report.xml"), r"report unreadable .*symbolic link"),
        (sh("echo '<testsuite>' > report.xml", report="report.xml"), r"report unreadable \(not well-formed"),
        (sh("exit 0", report="../report.xml"), r"leads outside of the checkout"),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value.argv or ("profile",)) + (value.report or ""),
)
async def test_br_045_a_run_without_a_result_is_named_and_never_clears(
    gate: TestsGate, reason: str, bench: Make
) -> None:
    made = bench()
    made.agent("fix")

    straight, inverted = await made.judge(gate, NotGate(of=gate))

    assert straight.outcome == "blocked"
    assert re.search(reason, straight.reason), straight.reason
    assert inverted.outcome != "cleared" or "failed" in reason


async def test_br_047_a_watching_command_is_timed_out_keeps_its_output_and_leaves_nothing(bench: Make) -> None:
    made = bench()
    made.agent("fix")

    outcome = (await made.judge(sh("echo 1 passed in 0.1s; cat; sleep 600 & exec sleep 600", timeout=700)))[0]

    assert outcome.outcome == "blocked"
    assert "timed out after 700ms" in outcome.reason
    kept = made.attempt_dir / made.facts["0"]["output"]["stdout"]["file"]
    assert kept.read_text() == "1 passed in 0.1s\n"


async def test_br_047_a_server_left_behind_ends_with_the_gate_and_its_port_is_free(bench: Make) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = (
        f"import socket, time; s = socket.create_server(('127.0.0.1', {port})); print('up', flush=True); time.sleep(99)"
    )
    script = f'setsid "{sys.executable}" -c "{serve}" > up 2>&1 & while ! grep -q up up; do sleep 0.02; done'
    made = bench()
    made.agent("fix")

    outcomes = await made.judge(
        CommandGate(argv=("sh", "-c", script), timeout=30_000), CommandGate(argv=("sh", "-c", script), timeout=30_000)
    )

    assert [outcome.outcome for outcome in outcomes] == ["cleared", "cleared"], outcomes


async def test_a_command_gets_no_input_an_empty_home_and_nothing_of_the_tree(
    bench: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_PERSON", "x")
    monkeypatch.setenv("PYTHONPATH", "/tmp")
    made = bench(profile=Profile(env={"FROM_PROFILE": "yes"}))
    made.agent("echo 'FROM_TREE=1' > .env")
    check = (
        "import os, sys\n"
        "assert sys.stdin.read() == ''\n"
        "assert os.listdir(os.environ['HOME']) == ['tmp']\n"
        "assert 'PYTHONPATH' not in os.environ and 'SECRET_OF_THE_PERSON' not in os.environ\n"
        "assert os.environ['FROM_PROFILE'] == 'yes' and 'FROM_TREE' not in os.environ\n"
        "import site; assert not site.ENABLE_USER_SITE\n"
    )

    outcome = (await made.judge(CommandGate(argv=("{python}", "-c", check), timeout=30_000)))[0]

    assert outcome.outcome == "cleared", outcome


async def test_ad_019_start_up_files_in_a_home_are_not_loaded(bench: Make) -> None:
    made = bench()
    made.agent("true")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = Path.home() / ".local" / "lib" / version / "site-packages"
    site.mkdir(parents=True, exist_ok=True)
    (site / "zz.pth").write_text("import os; os._exit(0)\n")
    try:
        outcome = (await made.judge(TESTS))[0]
    finally:
        (site / "zz.pth").unlink()

    assert (outcome.outcome, "1 of 2 tests failed" in outcome.reason) == ("blocked", True)


async def test_ad_115_evidence_that_was_put_there_is_removed_and_ignored(bench: Make, tmp_path: Path) -> None:
    made = bench()
    made.agent("true")
    gate = made.attempt_dir / "gate"
    (gate / "1-0").mkdir(parents=True)
    (gate / "1-0" / "tests.stdout").write_text("forged")
    (gate / "result.json").write_text('{"cleared": true}')
    (gate / "9-0").symlink_to(tmp_path)

    outcome = (await made.judge(TESTS))[0]

    assert outcome.outcome == "blocked"
    assert sorted(entry.name for entry in gate.iterdir()) == ["1-0"]
    assert "forged" not in (gate / "1-0" / "tests.stdout").read_text()


async def test_evidence_in_the_place_of_a_link_reaches_nothing_outside(bench: Make, tmp_path: Path) -> None:
    made = bench()
    made.agent("true")
    (tmp_path / "elsewhere").mkdir()
    (made.attempt_dir / "gate").symlink_to(tmp_path / "elsewhere")

    await made.judge(TESTS)

    assert list((tmp_path / "elsewhere").iterdir()) == []


async def test_a_flood_is_bounded_and_the_last_words_still_count(bench: Make) -> None:
    made = bench()
    made.agent("true")

    outcome = (await made.judge(sh("yes flood | head -c 20000000; echo; echo 3 passed in 0.1s")))[0]

    facts = made.facts["0"]
    assert (outcome.outcome, facts["passed"]) == ("cleared", 3)
    assert facts["dropped_bytes"] > 15_000_000
    assert facts["output"]["stdout"]["bytes"] < 1_200_000
    assert len(json.dumps(facts)) < 2_000


async def test_facts_hold_text_that_can_be_journaled(bench: Make) -> None:
    made = bench()
    made.agent("printf 'x' > $'tests/test_\\xff\\x1b.py'")

    outcomes = await made.judge(sh("printf '\\377\\033[31mred\\n' >&2; exit 3"))

    json.dumps(made.facts, ensure_ascii=False).encode("utf-8")
    assert all(character.isprintable() for character in outcomes[0].reason)


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


async def test_a_cancelled_measurement_leaves_nothing_behind_and_the_place_is_free(bench: Make) -> None:
    made = bench()
    made.agent("fix")
    task = asyncio.ensure_future(made.judge(CommandGate(argv=("sh", "-c", "touch begun; sleep 600 & wait"))))
    await asyncio.to_thread(wait_for, made.places.scratch / "0" / "work" / "begun")

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    clean = CommandGate(argv=("sh", "-c", "! test -e begun"))
    assert (await made.judge(clean))[0].outcome == "cleared"
    assert [entry.name for entry in made.places.scratch.iterdir() if entry.name.isdigit()] == ["0"]


async def test_gates_measured_at_once_do_not_meet(bench: Make) -> None:
    made = bench()
    made.agent("fix")
    alone = CommandGate(argv=("sh", "-c", "! test -e mark && touch mark && sleep 0.3"))

    outcomes = await asyncio.gather(*(measure(alone, str(n), made.context()) for n in range(3)))

    assert [facts["exit"] for facts in outcomes] == [0, 0, 0]


# --------------------------------------------------------------------------------------------------------------- second

FLAKY = "f=../../seen; if [ -e $f ]; then echo '2 passed in 0.1s'; else touch $f; echo '1 failed in 0.1s'; exit 1; fi"


async def test_br_045_a_flip_in_an_asked_second_run_is_flaky_with_both_outputs(bench: Make) -> None:
    made = bench()
    made.agent("fix")

    outcome = (await made.judge(sh(FLAKY, retry=True)))[0]

    assert outcome.outcome == "blocked"
    assert outcome.reason.startswith("flaky: ")
    facts = made.facts["0"]
    outputs = [facts["output"]["stdout"]["file"], facts["second"]["output"]["stdout"]["file"]]
    assert [(made.attempt_dir / name).read_text().split()[1] for name in outputs] == ["failed", "passed"]


async def test_there_is_no_second_run_unless_asked(bench: Make) -> None:
    made = bench()
    made.agent("fix")

    outcome = (await made.judge(sh(FLAKY)))[0]

    assert (outcome.outcome, "second" in made.facts["0"]) == ("blocked", False)


async def test_br_045_the_same_tree_measured_green_after_red_is_flaky(bench: Make) -> None:
    made = bench()
    made.agent("fix")
    first = (await made.judge(sh(FLAKY)))[0]
    made.agent("true")
    second = (await made.judge(sh(FLAKY)))[0]
    made.agent("echo '# mended' >> cart.py")
    third = (await made.judge(sh(FLAKY)))[0]

    assert first.reason.startswith("1 of 1 test failed")
    assert (second.outcome, second.reason.startswith("flaky: ")) == ("blocked", True)
    assert third.outcome == "cleared"


async def test_ad_117_a_flaky_test_is_named(bench: Make, tmp_path: Path) -> None:
    made = bench()
    body = f'import os\nSEEN = "{tmp_path}/seen"\n\ndef test_flaky():\n    first = not os.path.exists(SEEN)\n'
    (tmp_path / "test_flaky.py").write_text(body + "    open(SEEN, 'a').close()\n    assert not first\n")
    made.agent(f'fix; cp "{tmp_path}/test_flaky.py" tests/')

    outcome = (await made.judge(TESTS.model_copy(update={"retry": True})))[0]

    assert (outcome.outcome, "flaky" in outcome.reason) == ("blocked", True)
    assert made.facts["0"]["second"]["passed"] == 3


# -------------------------------------------------------------------------------------------------------------- profile


async def test_the_profile_s_command_is_used_and_its_report_read(bench: Make) -> None:
    profile = Profile(tests=Command(argv=("{python}", *PYTEST[1:], "--junitxml=out/r.xml"), report="out/r.xml"))
    made = bench(profile=profile)
    made.agent("fix")

    outcome = (await made.judge(TestsGate()))[0]

    assert (outcome.outcome, outcome.reason) == ("cleared", "2 tests passed")
    assert made.facts["0"]["counted_by"] == "report"


async def test_a_named_profile_is_the_one_folded_in_at_launch(bench: Make) -> None:
    made = bench()
    made.agent("mkdir .pilothouse; echo 'py: {tests: {argv: [\"true\"]}}' > .pilothouse/profiles.yaml")
    made.more = {"profiles": {"py": Profile(name="py", tests=Command(argv=PYTEST))}}

    outcome = (await made.judge(TestsGate(profile="py")))[0]

    assert (outcome.outcome, "1 of 2 tests failed" in outcome.reason) == ("blocked", True)


PREPARE = "echo made >> ../../made; mkdir -p env; cp deps.lock env/lock; pwd > env/path"


def prepared(key: tuple[str, ...] = ("deps.lock",)) -> Profile:
    return Profile(prepare=Command(argv=("sh", "-c", PREPARE), key=key))


def times(made: Bench) -> int:
    return (made.places.scratch / "made").read_text().count("made")


async def test_what_prepare_made_is_reused_while_its_key_files_stay(bench: Make) -> None:
    made = bench("echo 1 > deps.lock", prepared())
    uses = CommandGate(argv=("sh", "-c", 'test "$(cat env/path)" = "$PWD" && cat env/lock'), timeout=30_000)
    made.agent("fix")
    assert [outcome.outcome for outcome in await made.judge(uses, uses)] == ["cleared", "cleared"]
    assert times(made) == 1

    made.agent("echo 2 > deps.lock")
    assert (await made.judge(uses))[0].outcome == "cleared"
    assert times(made) == 2
    assert (made.attempt_dir / made.facts["0"]["output"]["stdout"]["file"]).read_text() == "2\n"


async def test_a_test_cannot_change_what_the_next_one_is_given(bench: Make) -> None:
    made = bench("echo 1 > deps.lock", prepared())
    made.agent("fix")
    poison = CommandGate(
        argv=("sh", "-c", "echo poison > env/lock; echo poison > cart.py; touch stray"), timeout=30_000
    )
    clean = CommandGate(argv=("sh", "-c", "! grep -r poison . && test ! -e stray && test -e env/lock"), timeout=30_000)

    outcomes = await made.judge(poison, clean)

    assert [outcome.outcome for outcome in outcomes] == ["cleared", "cleared"], outcomes


async def test_prepare_runs_on_the_fork_point_so_no_build_script_of_the_agent_is_kept(bench: Make) -> None:
    profile = Profile(prepare=Command(argv=("sh", "./build.sh"), key=("deps.lock",)))
    made = bench("echo 1 > deps.lock; echo 'echo honest > built' > build.sh", profile)
    made.agent("echo 'echo forged > built' > build.sh")

    outcome = (await made.judge(CommandGate(argv=("grep", "honest", "built"), timeout=30_000)))[0]

    assert outcome.outcome == "cleared", outcome


async def test_without_key_files_prepare_runs_every_time(bench: Make) -> None:
    made = bench("echo 1 > deps.lock", prepared(key=()))
    made.agent("fix")
    gate = CommandGate(argv=("test", "-e", "env/lock"), timeout=30_000)

    assert [outcome.outcome for outcome in await made.judge(gate, gate)] == ["cleared", "cleared"]
    assert times(made) == 2


async def test_a_checkout_that_cannot_be_made_ready_blocks_and_says_so(bench: Make) -> None:
    made = bench(profile=Profile(prepare=Command(argv=("sh", "-c", "echo no network >&2; exit 7"))))
    made.agent("fix")

    outcome = (await made.judge(TESTS))[0]

    assert outcome.outcome == "blocked"
    assert re.search(r"could not be made ready: sh -c .*: exit 7, 0 expected: no network", outcome.reason)


async def test_what_prepare_added_is_not_laid_through_a_link_of_the_agent(bench: Make, tmp_path: Path) -> None:
    made = bench("echo 1 > deps.lock; mkdir lib; echo x > lib/x", Profile(
        prepare=Command(argv=("sh", "-c", "echo added > lib/added"), key=("deps.lock",))
    ))  # fmt: skip
    (tmp_path / "outside").mkdir()
    made.agent(f'rm -r lib; ln -s "{tmp_path}/outside" lib')

    await made.judge(CommandGate(argv=("true",), timeout=30_000))

    assert not (tmp_path / "outside" / "added").exists() or made.facts["0"]["prepared"] == "now"


async def test_a_report_is_not_removed_through_a_link_of_the_agent(bench: Make, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "report.xml").write_text("mine")
    made = bench()
    made.agent(f'ln -s "{precious}" out')

    outcome = (await made.judge(sh("true", report="out/report.xml")))[0]

    assert (precious / "report.xml").read_text() == "mine"
    assert (outcome.outcome, "leads through 'out'" in outcome.reason) == ("blocked", True)
