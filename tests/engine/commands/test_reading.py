# SPDX-License-Identifier: Apache-2.0
"""Reading runs through the command line: the shapes that scripts rely on, and journals that only may be read."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.commands.read import _facts_told
from engine.journal import Draft, Journal, RunFolder, RunStore, keep_why
from engine.kernel.events import DriverAttached
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import (
    assert_sound,
    events,
    git,
    make_repository,
    make_script,
    make_workflow,
    run_folder,
)


class Story:
    """A run of one step, paused at its approval."""

    def __init__(self, home: Path, pilothouse: CommandLine) -> None:
        agent = make_script(
            home / "agent.sh",
            r"""
            cat > /dev/null
            printf 'working\033[31m\n'
            echo done > done.txt
            printf '{"result": "done", "summary": "all of it"}' > "$PILOTHOUSE_VERDICT"
            """,
        )
        step = "{step: one, role: worker, goal: g, gate: [verdict, {file: done.txt}, approval]}"
        self.repository = make_repository(home / "repo")
        self.cli = pilothouse
        workflow = make_workflow(home / "w.yaml", [step], agent)
        pilothouse("run", workflow, "--repo", self.repository, "--id", "r", "--branch", "work/r").ended(3)

    @property
    def folder(self) -> RunFolder:
        return run_folder("r")


@pytest.fixture
def story(tmp_path: Path, pilothouse: CommandLine) -> Story:
    return Story(tmp_path, pilothouse)


def append(folder: RunFolder, *drafts: Draft) -> None:
    """Write records as another version would."""

    async def write() -> None:
        async with await Journal.open(folder.journal) as journal:
            journal.append(drafts)

    asyncio.run(write())


def test_the_shapes_that_scripts_rely_on(story: Story) -> None:
    shown = story.cli("show", "r", "--json").ended(0).json()
    assert {"run", "state", "cause", "branch", "base", "budgets", "nodes", "holds"} <= shown.keys()
    assert (shown["run"], shown["state"], shown["branch"]) == ("r", "paused", "work/r")
    assert shown["base"] == git(story.repository, "rev-parse", "main")
    assert set(shown["budgets"]["turns"]) == {"spent", "at_least", "reserved", "cap"}
    assert shown["budgets"]["tokens"]["at_least"] is True, "the agent told nothing: unknown, not 0"
    [attempt] = next(node for node in shown["nodes"] if node["id"] == "one")["attempts"]
    assert {"n", "state", "session", "fork_point", "head", "isolation", "pid", "usage"} <= attempt.keys()

    [listed] = story.cli("list", "--json").ended(0).json()["runs"]
    assert (listed["run"], listed["state"]) == ("r", "paused")

    gates = story.cli("evidence", "r", "one", "--json").ended(0).json()["gates"]
    assert [gate["outcome"] for gate in gates] == ["cleared", "cleared", "waiting"]
    assert [gate["label"] for gate in gates][:2] == ["claimed", "measured"]
    assert {"gate", "outcome", "reason", "facts", "label", "attempt", "seq"} <= gates[0].keys()

    told = story.cli("evidence", "r", "one").ended(0).out
    assert "    size " in told
    assert "{" not in told, "words; --json has the rest"

    lines = story.cli("tail", "r", "--json").ended(0).out.splitlines()
    assert "\n".join(lines) + "\n" == story.folder.journal.read_text()

    patch = story.cli("diff", "r", "--json").ended(0).json()
    assert [file["path"] for file in patch["files"]] == ["done.txt"]
    assert story.cli("verify", "r", "--json").ended(0).json()["intact"] is True
    assert story.cli("replay", "r", "--json").ended(0).json()["same"] is True


def test_evidence_tells_where_the_output_of_a_gate_is_kept() -> None:
    facts = {"exit": 1, "output": {"stdout": {"file": "gate/1-1/tests.stdout", "bytes": 3}}}

    assert list(_facts_told(facts, Path("a"))) == ["exit 1", f"stdout: {Path('a/gate/1-1/tests.stdout')}"]


def test_the_journal_is_told_with_gates_by_their_names(story: Story) -> None:
    told = story.cli("tail", "r").ended(0).out

    assert "one: Measuring verdict, file done.txt on the secured commit." in told
    assert "one: Measured file done.txt: size 5." in told


def test_a_transcript_is_told_with_tools_and_figures(tmp_path: Path, pilothouse: CommandLine) -> None:
    lines = (
        {"type": "tool_call", "id": "t1", "name": "read", "input": {"path": "README.md"}},
        {"type": "tool_result", "id": "t1", "output": "a project", "is_error": False},
        {"type": "usage", "id": "m1", "model": "small", "input": 120, "output": 30},
    )
    said = "\n".join(f"echo '{json.dumps(line)}'" for line in lines)
    agent = make_script(tmp_path / "agent.sh", f"cat > /dev/null\n{said}\necho done > done.txt")
    step = "{sequence: part, do: [{step: one, role: worker, goal: g, gate: [{file: done.txt}]}]}"
    workflow = make_workflow(tmp_path / "w.yaml", [step], agent, role="isolation: open, output: jsonl")
    pilothouse("run", workflow, "--repo", make_repository(tmp_path / "repo"), "--id", "r").ended(0)

    told = pilothouse("transcript", "r", "part/one").ended(0).out

    assert pilothouse("transcript", "r", "one").ended(0).out == told, "its last part names it where no other has that"
    assert "[1] tool_call read README.md\n" in told
    assert "[1] tool_result read\na project\n" in told
    assert "[1] usage model small, input 120, output 30\n" in told


def test_a_run_that_nobody_drives_is_listed_as_such(story: Story) -> None:
    whole = story.folder.journal.read_bytes().splitlines(keepends=True)
    assert "nobody drives it" not in story.cli("list").out, "it waits for a person"

    story.folder.journal.write_bytes(b"".join(whole[:8]))

    assert "running" in story.cli("list").out
    assert "nobody drives it" in story.cli("list").out

    keep_why(story.folder, "its disk is gone")
    for command in (("list",), ("show", "r")):
        assert "its disk is gone" in story.cli(*command).out


def test_a_list_says_what_its_columns_are(story: Story) -> None:
    heading, row = story.cli("list").ended(0).out.splitlines()[:2]
    for title, value in (("Run", "r "), ("State", "paused"), ("Branch", "work/r")):
        assert heading.index(title) == row.index(value)


def test_a_journal_that_needs_no_repair_is_no_fault(story: Story) -> None:
    before = story.folder.journal.read_bytes()
    for argv in (("repair", "r"), ("repair", "r", "--cut")):
        assert "needs no repair" in story.cli(*argv).ended(0).out
        assert json.loads(story.cli(*argv, "--json").ended(0).out)["faults"] == []
    assert story.folder.journal.read_bytes() == before


def test_who_has_read_enough_has_caused_no_error(story: Story) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        command = [sys.executable, "-m", "engine.cli", "tail", "r"]
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_an_agent_prints_reaches_no_terminal_as_a_control(story: Story) -> None:
    told = story.cli("transcript", "r", "one").ended(0).out
    assert "working" in told
    assert "\x1b" not in told


def test_what_is_not_there_is_a_fault_of_usage(story: Story) -> None:
    for argv in (
        ("show", "none"),
        ("resume", "none"),
        ("show", "../r"),
        ("evidence", "r", "none"),
        ("transcript", "r", "one", "--attempt", "9"),
        ("clean", "--lose", "nope"),
    ):
        assert story.cli(*argv).ended(2).err.strip()
    assert "such as 30d" in story.cli("clean", "--runs", "abc").ended(2).err


# ---------------------------------------------------------------------------------------- torn, newer, damaged journals


def test_br_028_a_torn_last_record_is_put_aside_and_told(story: Story) -> None:
    whole = story.folder.journal.read_bytes()
    torn = b'{"seq":99,"at":"2026-01-01T00:00:00.000Z","ty'
    story.folder.journal.write_bytes(whole + torn)

    story.cli("show", "r").ended(0)
    story.cli("resume", "r").ended(3)
    [_, attached] = [event.body for event in events(story.folder) if isinstance(event.body, DriverAttached)]
    assert attached.torn == len(torn)
    assert story.folder.journal.read_bytes().startswith(whole)
    assert [path.read_bytes() for path in story.folder.path.glob("journal.torn-*")] == [torn]
    told = story.cli("tail", "r").ended(0).out.splitlines()
    assert any(str(len(torn)) in line and "drives" in line for line in told), told
    assert_sound(story.folder)


def test_br_035_a_kind_of_a_newer_version_is_read_as_far_as_known_and_never_written(story: Story) -> None:
    append(story.folder, Draft("from_the_future", {"x": 1}), Draft("heartbeat", {}))
    before = story.folder.journal.read_bytes()

    shown = story.cli("show", "r", "--json").ended(0)
    assert shown.json()["state"] == "paused"
    assert "from_the_future" in shown.err
    told = story.cli("tail", "r").ended(0)
    assert "from_the_future: a kind that this version does not know" in told.out
    assert story.cli("tail", "r", "--json").ended(0).out == story.folder.journal.read_text()
    story.cli("list").ended(0)
    story.cli("holds", "r").ended(0)

    for argv in (("resume", "r"), ("answer", "r", "h1", "accept"), ("cancel", "r"), ("pause", "r"), ("replay", "r")):
        refused = story.cli(*argv).ended(2)
        assert "update Pilothouse" in refused.err
    assert "from_the_future" in story.cli("verify", "r").ended(2).out
    assert story.folder.journal.read_bytes() == before
    assert list(story.folder.inbox.glob("*.json")) == []


def test_br_035_a_newer_format_is_shown_as_it_stands_and_never_written(story: Story) -> None:
    first, rest = story.folder.journal.read_text().split("\n", 1)
    story.folder.journal.write_text(first.replace('{"v":1,', '{"v":2,') + "\n" + rest)
    before = story.folder.journal.read_bytes()

    told = story.cli("tail", "r").ended(0)
    assert "run_created" in told.out
    assert "its format is 2" in told.err
    for argv in (("show", "r"), ("resume", "r"), ("answer", "r", "h1", "accept"), ("replay", "r"), ("verify", "r")):
        done = story.cli(*argv).ended(2)
        assert "update Pilothouse" in done.out + done.err
    story.cli("list").ended(0)
    assert story.folder.journal.read_bytes() == before


def test_a_damaged_run_is_refused_with_its_line_and_hides_no_other(story: Story, tmp_path: Path) -> None:
    other = RunStore().create("other", {})
    raw = story.folder.journal.read_bytes()
    lines = raw.split(b"\n")
    lines[6] = lines[6].replace(b'"driven":0', b'"driven":9', 1) if b'"driven":0' in lines[6] else lines[6][:-2] + b"x}"
    other.journal.write_bytes(b"\n".join(lines))
    early = RunStore().create("early", {})

    for argv in (("show", "other"), ("resume", "other"), ("verify", "other")):
        done = story.cli(*argv).ended(2)
        assert "line 7: " in done.out + done.err
    holds = story.cli("holds", "--json").ended(0)
    assert [hold["run"] for hold in holds.json()["holds"]] == ["r"]
    assert "other" in holds.err
    story.cli("list").ended(0)
    story.cli("show", early.id).ended(2)
    story.cli("resume", early.id).ended(2)


def test_tail_follows_to_the_end_of_the_run(story: Story) -> None:
    following = story.cli.start("tail", "r", "--follow", "--json")
    story.cli("answer", "r", "h1", "accept").ended(0)
    story.cli("resume", "r").ended(0)
    lines = following.wait().ended(0).out.splitlines()
    assert json.loads(lines[-1])["type"] == "run_ended"
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, len(lines) + 1))
