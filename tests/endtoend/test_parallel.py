# SPDX-License-Identifier: Apache-2.0
"""Fan-outs for real: processes in checkouts of their own, brought together, with people and crashes in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    git,
    kinds,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
    state,
)

AGENT = """
cat > /dev/null
name=$(basename "$PILOTHOUSE_NODE" | tr -d '[]')
{act}
git add -A && git commit -q -m "work of $name"
printf '{{"result": "done"}}' > "$PILOTHOUSE_VERDICT"
"""
CLASH = (
    'case $name in one|two) echo "$name" > README.md ;; resolve.2) echo both > README.md ;; esac; echo > "$name.txt"'
)


class Bench:
    """A repository, a workflow with one fan-out and what follows it, and the command line to run it with."""

    def __init__(self, pilothouse: CommandLine, folder: Path) -> None:
        self.pilothouse = pilothouse
        self.folder = folder
        self.repository = make_repository(folder / "repo")

    def workflow(self, fan_out: str, act: str, *more: str) -> Path:
        agent = make_script(self.folder / "agent.sh", AGENT.format(act=act))
        return make_workflow(self.folder / "w.yaml", [fan_out, *more], agent)

    def run(self, fan_out: str, act: str, *more: str, run: str = "r", code: int = 0, first: str = "") -> None:
        workflow = self.workflow(fan_out, act, *more)
        argv = ("run", workflow, "--repo", self.repository, "--id", run, "--branch", f"work/{run}")
        self.pilothouse(*argv, first=first).ended(code)

    def answer(self, answer: str, *more: str, run: str = "r", code: int = 0) -> None:
        self.pilothouse("answer", run, self.hold(run)["id"], answer, *more).ended(0)
        self.pilothouse("resume", run).ended(code)

    def hold(self, run: str = "r") -> dict[str, Any]:
        """The one that is open."""
        found: list[dict[str, Any]] = self.pilothouse("holds", run, "--json").json()["holds"]
        assert len(found) == 1, found
        return found[0]

    def conflict(self, run: str = "r") -> dict[str, Any]:
        """The one that is open, which is about a conflict of the fan-out."""
        hold = self.hold(run)
        assert (hold["node"], hold["kind"]) == ("p", "conflict"), hold
        return hold

    def log(self, *options: str) -> list[str]:
        """Subjects of what is on the run's branch, newest first."""
        return git(self.repository, "log", "--format=%s", *options, "main..work/r").splitlines()

    def files(self) -> list[str]:
        return git(self.repository, "ls-tree", "-r", "--name-only", "work/r").splitlines()

    def show(self, path: str) -> str:
        return git(self.repository, "show", f"work/r:{path}")


@pytest.fixture
def bench(pilothouse: CommandLine, tmp_path: Path) -> Bench:
    return Bench(pilothouse, tmp_path)


def fan(*names: str, settings: str = "", gate: str = "[verdict, commit]") -> str:
    steps = ", ".join(f"{{step: {name}, role: worker, goal: Do it., gate: {gate}}}" for name in names)
    return f"{{parallel: p, {settings and settings + ', '}do: [{steps}]}}"


THREE = fan("one", "two", "three")


# ------------------------------------------------------------------------------------------------------------ conflicts


def test_a_person_resolves_a_conflict_in_the_checkout_that_is_offered(bench: Bench) -> None:
    bench.run(THREE, CLASH, code=3)

    hold = bench.conflict()
    assert hold["evidence"]["paths"] == ["README.md"]
    checkout = Path(hold["evidence"]["checkout"])
    assert checkout == run_folder("r").path / "checkouts" / "p%2Fresolve%2E2"
    assert "<<<<<<< " in (checkout / "README.md").read_text()

    bench.answer("resolved", code=3)
    assert "nothing was committed since the conflict" in bench.conflict()["sentence"]
    (checkout / "README.md").write_text("both, by hand\n")
    bench.answer("resolved", code=3)
    assert "not committed: README.md" in bench.conflict()["sentence"]
    git(checkout, "commit", "-q", "-am", "Both")
    bench.answer("resolved")

    assert bench.show("README.md") == "both, by hand"
    assert {"one.txt", "two.txt", "three.txt"} < set(bench.files())
    assert bench.log("--first-parent") == [
        "p: bring in p/three",
        "p: bring in p/two, conflict resolved",
        "work of one",
    ]
    assert git(bench.repository, "log", "-S<<<<<<< ", "--format=%s", "-m", "main..work/r") == ""
    assert_sound(run_folder("r"))


def test_an_agent_resolves_a_conflict_in_a_step_of_its_own(bench: Bench) -> None:
    bench.run(THREE, CLASH, code=3)
    bench.answer("resolve", "--note", "Both, please.")

    resolver = state(run_folder("r")).nodes["p/resolve.2"]
    assert resolver.outcome == "cleared"
    assert [gate.outcome for gate in resolver.attempts[0].judged] == ["cleared", "cleared", "cleared"]
    prompt = next((run_folder("r").attempt("p/resolve.2", 1)).glob("prompt*")).read_text()
    assert "- `README.md`" in prompt
    assert "Both, please." in prompt
    assert bench.show("README.md") == "both"
    assert {"one.txt", "two.txt", "three.txt", "resolve.2.txt"} < set(bench.files())
    assert_sound(run_folder("r"))


def test_an_agent_that_leaves_markers_is_told_so_and_then_held(bench: Bench) -> None:
    bench.run(THREE, CLASH.replace("echo both > README.md", "echo more >> README.md"), code=3)
    bench.answer("resolve", code=3)

    hold = bench.hold()
    assert (hold["node"], hold["kind"]) == ("p/resolve.2", "gate")
    assert "README.md" in hold["sentence"]
    bench.answer("override", code=3)
    assert "conflict markers are left in README.md:1" in bench.conflict()["sentence"]
    bench.answer("drop")
    assert bench.show("README.md") == "one"


def test_a_branch_that_conflicts_can_be_dropped_and_stays_readable(bench: Bench) -> None:
    bench.run(THREE, CLASH, "{run: look, argv: [cat, README.md]}", code=3)
    bench.answer("drop")

    assert bench.show("README.md") == "one"
    assert "two.txt" not in bench.files()
    assert "+two" in bench.pilothouse("diff", "r", "p/two").out
    assert_sound(run_folder("r"))


# ---------------------------------------------------------------------------------------------------------------- joins


def test_squash_leaves_one_commit(bench: Bench) -> None:
    bench.run(fan("one", "two", "three", settings="integrate: squash, title: Three at once"), 'echo > "$name.txt"')

    assert bench.log() == ["Three at once"]
    assert {"one.txt", "two.txt", "three.txt"} < set(bench.files())
    assert_sound(run_folder("r"))


def test_the_winner_s_commits_become_the_line_and_the_losers_stay_readable(bench: Bench) -> None:
    act = 'echo "$name" > "$name.txt"; [ "$name" = two ] || { git add -A; git commit -qm early; sleep 60; }'
    bench.run(fan("one", "two", "three", settings="join: any"), act, "{run: look, argv: [ls]}")

    assert bench.log() == ["work of two"]
    found = state(run_folder("r"))
    assert [found.nodes[f"p/{name}"].outcome for name in ("one", "two", "three")] == [
        "withdrawn",
        "cleared",
        "withdrawn",
    ]
    assert "+one" in bench.pilothouse("diff", "r", "p/one").out
    bench.pilothouse("transcript", "r", "p/one").ended(0)
    store = run_folder("r").path / "store.git"
    assert git(store, "log", "-1", "--format=%s", "refs/pilothouse/r/p/one/1/head") == "early"
    assert_sound(run_folder("r"))


def test_at_least_two_brings_in_the_first_two_in_declared_order(bench: Bench) -> None:
    act = 'echo > "$name.txt"; [ "$name" != one ] || sleep 60'
    bench.run(fan("one", "two", "three", settings="join: {at_least: 2}"), act)

    assert bench.log("--first-parent") == ["p: bring in p/three", "work of two"]
    assert "one.txt" not in bench.files()


def test_a_shared_checkout_takes_one_writer_at_a_time_and_leaves_one_line(bench: Bench) -> None:
    act = f'echo "+$name" >> {bench.folder}/log; echo > "$name.txt"; echo "-$name" >> {bench.folder}/log'
    bench.run(fan("one", "two", "three", settings="workspace: shared"), act)

    assert len(bench.log()) == 3
    assert git(bench.repository, "rev-list", "--merges", "main..work/r") == ""
    assert overlap(bench.folder / "log") == 1
    assert_sound(run_folder("r"))


def test_a_fan_out_of_twenty_with_room_for_three_never_has_more_than_three_processes(bench: Bench) -> None:
    each = "for_each: {list: inputs.items, key: item}, max_concurrent: 3"
    act = f'echo "+" >> {bench.folder}/log; echo > "$PILOTHOUSE_SESSION"; sleep 0.05; echo "-" >> {bench.folder}/log'
    agent = make_script(bench.folder / "agent.sh", AGENT.format(act=act))
    items = ", ".join(str(n) for n in range(1, 21))
    top = f"inputs: {{items: {{type: list, default: [{items}]}}}}"
    workflow = make_workflow(bench.folder / "w.yaml", [fan("work", settings=each)], agent, top=top)

    bench.pilothouse("run", workflow, "--repo", bench.repository, "--id", "r", "--branch", "work/r").ended(0)

    assert (bench.folder / "log").read_text().count("+") == 20
    assert 1 < overlap(bench.folder / "log") <= 3
    assert len(bench.files()) == 21
    assert_sound(run_folder("r"))


def overlap(log: Path) -> int:
    """The most processes that were alive at once; each writes a line that begins with `+`, and one with `-`."""
    alive = most = 0
    for line in log.read_text().splitlines():
        alive += 1 if line.startswith("+") else -1
        most = max(most, alive)
    return most


# -------------------------------------------------------------------------------------------------------------- crashes


def test_a_driver_killed_while_it_integrates_brings_in_the_same_commits(bench: Bench) -> None:
    bench.run(THREE, CLASH, code=3)
    before = bench.conflict()
    told = kinds(run_folder("r")).index("integration_started") + 1

    bench.run(THREE, CLASH, run="k", code=-9, first=f"tests.crash.mortal:die_after:{told}")
    assert kinds(run_folder("k"))[-1] == "integration_started"
    bench.pilothouse("resume", "k").ended(3)

    after = bench.conflict("k")
    assert Path(after["evidence"]["checkout"], "README.md").read_text().count("<<<<<<< ") == 1
    assert [before["evidence"][key] for key in ("child", "paths")] == [
        after["evidence"][key] for key in ("child", "paths")
    ]
    bench.answer("drop", run="k")
    assert kinds(run_folder("k")).count("integration_started") == 2
    assert_sound(run_folder("k"))
