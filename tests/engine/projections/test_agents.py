# SPDX-License-Identifier: Apache-2.0
"""The agents of a run as the fleet shows them, and what each did last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.agents.transcript import TranscriptWriter
from engine.projections import RunProjection, Summary
from engine.projections.latest import TAIL, latest_update
from tests.helpers import stories
from tests.helpers.nested import crew_at_work
from tests.helpers.stories import Story


def summary(story: Story) -> Summary:
    projection = RunProjection()
    projection.apply(story.events)
    return projection.summary()


def test_every_agent_of_a_fan_out_is_told_with_its_process_and_since_when() -> None:
    story, steps = crew_at_work("r", 3)

    agents = summary(story).agents

    assert tuple(agent.node for agent in agents) == steps
    assert {agent.state for agent in agents} == {"working"}
    assert [agent.pid for agent in agents] == [6_000, 6_001, 6_002]
    assert all(agent.backend == "scripted" and agent.role == "fixer" and agent.since for agent in agents)


def test_an_agent_that_waits_for_a_person_has_no_process_and_what_it_cost_is_known() -> None:
    (agent,) = summary(stories.approval_story()).agents

    assert (agent.node, agent.state, agent.pid, agent.doing) == ("hand-over", "waiting", None, "needs you")
    assert agent.cost is not None
    assert agent.cost > 0


def test_an_ended_run_and_a_settled_step_have_no_agents() -> None:
    assert summary(stories.finished_story()).agents == ()
    assert [agent.node for agent in summary(stories.running_story()).agents] == ["fix"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def write(folder: Path, *entries: dict[str, object]) -> Path:
    writer = TranscriptWriter(folder, 1, "raw.jsonl")
    for entry in entries:
        writer.add(**entry)  # type: ignore[arg-type]
    writer.close()
    return folder / "transcript.jsonl"


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"kind": "message", "text": "I found\nthe fault."}, "says: I found the fault."),
        (
            {"kind": "tool_call", "text": "{}", "meta": {"name": "bash", "argument": "pytest -q"}},
            "uses: bash pytest -q",
        ),
        ({"kind": "tool_result", "text": "no such file", "is_error": True}, "got an error: no such file"),
        ({"kind": "prompt", "text": "Mend it."}, "was given its task"),
    ],
)
def test_the_latest_entry_is_told_in_words(folder: Path, entry: dict[str, object], words: str) -> None:
    path = write(folder, {"kind": "thought", "text": "hm"}, entry, {"kind": "usage", "meta": {"input": 3}})

    latest = latest_update(path)

    assert latest is not None
    assert latest.words == words


def test_a_transcript_that_is_not_there_or_has_no_whole_line_tells_nothing(folder: Path) -> None:
    path = folder / "transcript.jsonl"
    assert latest_update(path) is None
    path.write_bytes(b'{"kind":"message","text":"not yet wh')
    assert latest_update(path) is None


def test_an_entry_longer_than_the_tail_is_not_read_whole(folder: Path) -> None:
    path = write(folder, {"kind": "message", "text": "x" * (TAIL * 3)})
    latest = latest_update(path)

    assert latest is not None
    assert latest.words == "writes a long entry"


def test_broken_lines_and_links_do_no_harm(folder: Path) -> None:
    path = folder / "transcript.jsonl"
    path.write_bytes(b"\xff\xfe\x00 nonsense\n")
    latest = latest_update(path)
    assert latest is not None
    assert "nonsense" in latest.words
    link = folder / "link.jsonl"
    link.symlink_to(path)
    assert latest_update(link) is None


def test_a_file_that_has_not_grown_is_not_read_again(folder: Path) -> None:
    path = write(folder, {"kind": "message", "text": "one"})
    first = latest_update(path)
    assert first is not None
    size = path.stat().st_size
    line = json.dumps({"kind": "message", "text": "two"})
    path.write_bytes(line.encode().ljust(size - 1) + b"\n")

    assert latest_update(path, first) is first
