# SPDX-License-Identifier: Apache-2.0
"""Leads and their crews, for real: agents ask the engine over MCP, children work in checkouts of their own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.journal import RunFolder
from engine.kernel import events as ev
from tests.endtoend import test_bundled
from tests.endtoend.crew import install, replies
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    events,
    eventually,
    git,
    make_repository,
    run_folder,
    state,
)

RUN, BRANCH = "r", "work/r"
demo = test_bundled.demo
HEAD = ("pilothouse: 1", "name: crew", "title: A crew", "roles:")


def workflow(path: Path, program: Path, roles: dict[str, str], blocks: Sequence[str], *, role: str = "") -> Path:
    """A workflow whose roles are plays of `crew.py`."""
    listed = (
        f"  {name}: {{agent: command, argv: [{json.dumps(str(program))}, {play}]{role}}}"
        for name, play in roles.items()
    )
    path.write_text(
        "\n".join(["pilothouse: 1", "name: crew", "title: A crew", "roles:", *listed, "do:", *blocks]) + "\n"
    )
    return path


def crew(gate: str, children: str) -> list[str]:
    return [
        "  - orchestrate: crew",
        "    role: lead",
        "    goal: Have it written.",
        f"    gate: {gate}",
        f"    children: {{roles: [worker], {children}}}",
    ]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return install(tmp_path / "agent")


def launch(file: Path, repository: Path) -> tuple[str | Path, ...]:
    return ("run", file, "--repo", repository, "--id", RUN, "--branch", BRANCH)


def judged(folder: RunFolder) -> list[tuple[str, bool]]:
    return [(b.kind, b.granted) for e in events(folder) if isinstance(b := e.body, ev.RequestJudged)]


def test_a_lead_has_its_crew_work_answers_one_gives_one_up_and_gets_their_work(
    tmp_path: Path, repository: Path, program: Path, pilothouse: CommandLine
) -> None:
    roles = {"lead": "lead", "worker": "worker"}
    blocks = crew("[verdict, {file: all.txt}]", "max: 3, max_concurrent: 3, gate: [verdict]")
    file = workflow(tmp_path / "crew.yaml", program, roles, blocks)

    pilothouse(*launch(file, repository)).ended(0)

    folder = run_folder(RUN)
    found = state(folder)
    assert {id_: found.nodes[id_].outcome for id_ in found.nodes["crew"].children} == {
        "crew/child-1": "cleared",
        "crew/child-2": "cleared",
        "crew/child-3": "withdrawn",
    }
    assert [turn.kind for turn in found.nodes["crew/child-2"].attempts[0].turns] == ["goal", "answer"]
    assert git(repository, "show", f"{BRANCH}:all.txt") == "one\n8080"
    assert set(git(repository, "ls-tree", "--name-only", BRANCH).splitlines()) == {
        *("README.md", "all.txt", "one.txt", "port.txt")
    }
    said = replies(folder.attempt("crew", 1))
    first = [(reply["tool"], reply["refused"]) for reply in said if reply["turn"] == 1]
    assert first == [
        ("list", False),
        *[("spawn_child", False)] * 3,
        ("spawn_child", True),
        ("skip_child", False),
        ("stage_done", True),
    ]
    assert "all 3 children are used up" in next(reply["text"] for reply in said if reply["refused"])
    offered = said[0]["text"].split()
    assert {"report_verdict", "spawn_child", "escalate"} <= set(offered)
    goal = (folder.attempt("crew", 1) / "prompt.md").read_text()
    assert "`spawn_child`: 3 of 3 left, 3 at a time" in goal
    assert_sound(folder)


def test_a_worker_is_offered_no_tools_of_a_lead_and_its_verdict_is_a_claim_like_any_other(
    tmp_path: Path, repository: Path, program: Path, pilothouse: CommandLine
) -> None:
    block = "  - {step: s, role: worker, goal: write one.txt, gate: [verdict, {file: two.txt}], reprompts: 0}"
    file = workflow(tmp_path / "w.yaml", program, {"worker": "worker"}, [block])

    pilothouse(*launch(file, repository)).ended(3)

    [hold] = state(run_folder(RUN)).open_holds
    assert hold.kind == "gate"
    gates = {gate["gate"]: gate["outcome"] for gate in hold.evidence["gates"]}  # type: ignore[union-attr, index, call-overload]
    assert gates["verdict"] == "cleared"
    assert (run_folder(RUN).attempt("s", 1) / "verdict.json").read_text() == '{"result": "done"}'


def test_a_question_of_a_worker_without_a_lead_is_answered_by_a_person(
    tmp_path: Path, repository: Path, program: Path, pilothouse: CommandLine
) -> None:
    block = "  - {step: s, role: worker, goal: ask for the port, gate: [verdict, {file: port.txt}]}"
    file = workflow(tmp_path / "w.yaml", program, {"worker": "worker"}, [block])

    pilothouse(*launch(file, repository)).ended(3)
    [hold] = pilothouse("holds", RUN, "--json").ended(0).json()["holds"]
    assert (hold["kind"], hold["answers"]) == ("question", ["answer", "quit"])
    assert "Which port?" in hold["sentence"]
    pilothouse("answer", RUN, hold["id"], "answer", "--note", "The port is 8080.").ended(0)
    pilothouse("resume", RUN).ended(0)

    assert git(repository, "show", f"{BRANCH}:port.txt") == "8080"
    assert_sound(run_folder(RUN))


def test_ad_112_a_token_opens_nothing_for_another_and_is_nowhere_to_be_found(
    tmp_path: Path, repository: Path, program: Path, pilothouse: CommandLine, data_dir: Path
) -> None:
    blocks = [f"  - {{step: {name}, role: worker, goal: pry, gate: [verdict]}}" for name in ("one", "two")]
    file = workflow(tmp_path / "w.yaml", program, {"worker": "prying"}, blocks, role=", isolation: open")

    done = pilothouse(*launch(file, repository)).ended(0)

    folder = run_folder(RUN)
    assert [reply["text"] for reply in replies(folder.attempt("two", 1)) if reply["tool"] == "foreign"] == ["401"]
    assert (folder.attempt("one", 1) / "verdict.json").read_text() == '{"result": "done"}'
    tokens = (data_dir.parent / "left").read_text().split()
    assert len(set(tokens)) == 2
    everything = [path.read_bytes() for path in data_dir.rglob("*") if path.is_file() and not path.is_symlink()]
    everything += [done.out.encode(), done.err.encode()]
    for token in tokens:
        assert not any(token.encode() in content for content in everything)
    assert b"PILOTHOUSE_MCP_TOKEN" in (folder.attempt("one", 1) / "raw.log").read_bytes(), "it was printed, and masked"


def test_a_driver_that_is_killed_in_a_leads_turn_spawns_nothing_twice(
    tmp_path: Path, repository: Path, program: Path, pilothouse: CommandLine
) -> None:
    roles = {"lead": "wary", "worker": "worker"}
    blocks = crew("[verdict]", "max: 2, max_concurrent: 2, gate: [verdict]")
    file = workflow(tmp_path / "crew.yaml", program, roles, blocks)
    folder = run_folder(RUN)

    running = pilothouse.start(*launch(file, repository))
    eventually((folder.attempt("crew", 1) / "asked").exists, "the lead's requests")
    running.kill()
    assert judged(folder) == [("spawn", True)] * 2, "what the lead was told is on disk"
    pilothouse("resume", RUN).ended(0)

    found = state(folder)
    assert found.nodes["crew"].children == ["crew/child-1", "crew/child-2"]
    assert [found.nodes[id_].outcome for id_ in found.nodes["crew"].children] == ["cleared"] * 2
    assert {granted for kind, granted in judged(folder)[2:] if kind == "spawn"} == {False}
    assert [turn.kind for turn in found.nodes["crew"].attempts[0].turns][:2] == ["goal", "recovery"]
    assert set(git(repository, "ls-tree", "--name-only", BRANCH).splitlines()) == {"README.md", "one.txt", "port.txt"}
    assert_sound(folder)


# ---------------------------------------------------------------------------------------------------- scripted crews


Nodes = dict[str, list[list[dict[str, Any]]]]
"""What the turns of each attempt of each node do."""


def scripted(path: Path, blocks: Sequence[str], nodes: Nodes) -> tuple[str | Path, ...]:
    """A workflow acted by playbook (`nodes`): the options that launch it."""
    workflow = path / "crew.yaml"
    roles = ["  lead: {agent: scripted}", "  worker: {agent: scripted}"]
    workflow.write_text("\n".join([*HEAD, *roles, "do:", *blocks]) + "\n")
    attempts = {node: [{"turns": turns} for turns in tries] for node, tries in nodes.items()}
    playbook = path / "playbook.yaml"
    playbook.write_text(json.dumps({"playbook": 1, "nodes": attempts}))
    return ("run", workflow, "--playbook", playbook, "--repo", path / "repo", "--id", RUN, "--branch", BRANCH)


DONE = {"verdict": "done"}


def test_children_that_conflict_wait_for_a_person_and_the_lead_goes_on_without_the_dropped(
    tmp_path: Path, repository: Path, pilothouse: CommandLine
) -> None:
    blocks = crew("[verdict]", "max: 2, gate: [verdict]")
    write = {n: [[{"write": {"same.txt": f"{n}\n"}, **DONE}]] for n in ("child-1", "child-2")}
    nodes: Nodes = {
        "crew": [[{"spawn": ["one", "two"]}, DONE, DONE, DONE]],
        **{f"crew/{n}": w for n, w in write.items()},
    }

    pilothouse(*scripted(tmp_path, blocks, nodes)).ended(3)
    [hold] = state(run_folder(RUN)).open_holds
    assert (hold.kind, hold.node, hold.evidence["paths"]) == ("conflict", "crew", ["same.txt"])
    pilothouse("answer", RUN, hold.id, "drop").ended(0)
    pilothouse("resume", RUN).ended(0)

    kept = next(n for n in write if f"crew/{n}" != hold.evidence["child"])
    assert git(repository, "show", f"{BRANCH}:same.txt") == kept
    assert state(run_folder(RUN)).nodes["crew"].dropped == (hold.evidence["child"],)
    assert_sound(run_folder(RUN))


def test_what_a_lead_makes_itself_and_what_its_children_make_are_one_line(
    tmp_path: Path, repository: Path, pilothouse: CommandLine
) -> None:
    blocks = crew("[verdict, {file: second.txt}]", "max: 2, gate: [verdict, commit]")
    made = {n: [[{"write": {f"{n}.txt": n}, "commit": n, **DONE}]] for n in ("child-1", "child-2")}
    turns = [
        {"spawn": "one", "write": {"first.txt": "1"}},
        {"spawn": "two", "write": {"second.txt": "2"}},
        {"write": {"third.txt": "3"}, **DONE},
    ]
    nodes: Nodes = {"crew": [turns], **{f"crew/{n}": w for n, w in made.items()}}

    pilothouse(*scripted(tmp_path, blocks, nodes)).ended(0)

    listed = git(repository, "ls-tree", "--name-only", BRANCH).splitlines()
    assert listed == ["README.md", "child-1.txt", "child-2.txt", "first.txt", "second.txt", "third.txt"]
    assert_sound(run_folder(RUN))


@pytest.mark.slow
@pytest.mark.parametrize("last", [14, 22, 31, 40])
def test_a_driver_that_dies_after_a_record_is_taken_over_and_no_child_is_there_twice(
    last: int, tmp_path: Path, repository: Path, pilothouse: CommandLine
) -> None:
    blocks = crew("[verdict]", "max: 2, max_concurrent: 2, gate: [verdict]")
    made = {n: [[{"write": {f"{n}.txt": n}, **DONE}]] for n in ("child-1", "child-2")}
    nodes: Nodes = {"crew": [[{"spawn": ["one", "two"]}, *[DONE] * 5]], **{f"crew/{n}": w for n, w in made.items()}}

    died = pilothouse(*scripted(tmp_path, blocks, nodes), first=f"tests.crash.mortal:die_after:{last}")
    assert died.code == -9
    pilothouse("resume", RUN).ended(0)

    found = state(run_folder(RUN))
    assert sorted(found.nodes["crew"].children) == ["crew/child-1", "crew/child-2"]
    assert judged(run_folder(RUN)).count(("spawn", True)) == 2
    assert git(repository, "ls-tree", "--name-only", BRANCH).splitlines() == ["README.md", "child-1.txt", "child-2.txt"]
    assert_sound(run_folder(RUN))


def test_lead_and_crew_asks_answers_merges_and_hands_over(demo: Path, pilothouse: CommandLine) -> None:
    log = demo / "passage" / "log.py"
    text = log.read_text()
    log.write_text(text[: text.index("    if not legs:")] + f"    {test_bundled.MENDED}")
    git(demo, "commit", "-q", "-am", "Mend the mean speed")
    test_bundled.run(pilothouse, "lead-and-crew", demo, "--input", "task=Three small things.")
    pilothouse("answer", "r", "h1", "accept").ended(0)
    pilothouse("resume", "r").ended(0)

    found = state(run_folder("r"))
    assert found.status == "succeeded"
    assert {id_: found.nodes[id_].outcome for id_ in found.nodes["crew"].children} == {
        f"crew/child-{n}": "cleared" for n in (1, 2, 3)
    }
    assert [turn.kind for turn in found.nodes["crew/child-1"].attempts[0].turns] == ["goal", "answer"]
    asked = next(e.body for e in events(run_folder("r")) if isinstance(e.body, ev.RequestJudged))
    assert asked.granted
    tests = set(git(demo, "ls-tree", "--name-only", "work/r", "tests/").splitlines())
    assert tests == {f"tests/test_{name}.py" for name in ("log", "knots", "longest", "sample")}
    assert "rests on 1852 m" in git(demo, "show", "work/r:NOTES.md")
    assert_sound(run_folder("r"))
