# SPDX-License-Identifier: Apache-2.0
"""What four real agents said of a turn that asks, edits and answers, as transcript entries; see `captures/acp_*`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agents.acp_updates import Updates
from engine.agents.acp_wire import Wire
from engine.agents.transcript import Entry, TranscriptReader, TranscriptWriter
from engine.placement import Control

CAPTURES = Path(__file__).parent / "captures"
EDIT = "echo 'x = 2' > a.py && cat a.py"


async def play(folder: Path, chunks: list[bytes]) -> tuple[Updates, list[Entry]]:
    """Feed what an agent wrote, in these pieces."""
    writer = TranscriptWriter(folder, 1, "raw.jsonl")
    updates = Updates(writer)
    wire = Wire(writer, updates, Control())
    await wire.send({"method": "session/prompt", "id": 99})
    for chunk in chunks:
        wire.feed(chunk)
    wire.finish()
    updates.finish()
    writer.close()
    with TranscriptReader(folder / "transcript.jsonl") as reader:
        reader.refresh()
        return updates, list(reader)


@pytest.mark.parametrize("size", [7, 1 << 20])
@pytest.mark.parametrize(
    ("name", "tool", "argument", "output", "said", "requests"),
    [
        ("opencode", "bash", EDIT, "x = 2\n", "Edited.", 2),
        ("claude", "Bash", EDIT, "```console\nx = 2\n```", "Edited.", 2),
        ("gemini", "execute", EDIT, "[current working directory /W] (d)", "Edited.", 2),
        ("codex", "execute", "touch asked.txt", "", "Asked.", 2),
    ],
)
async def test_a_real_turn(
    tmp_path: Path, size: int, name: str, tool: str, argument: str, output: str, said: str, requests: int
) -> None:
    data = (CAPTURES / f"acp_{name}.jsonl").read_bytes()
    updates, entries = await play(tmp_path, [data[i : i + size] for i in range(0, len(data), size)])

    story = [entry for entry in entries if entry.kind not in ("notice", "raw")][:3]
    assert [entry.kind for entry in story] == ["tool_call", "tool_result", "message"]
    assert (story[0].meta["name"], story[0].meta["argument"]) == (tool, argument)
    assert (story[1].text, story[1].meta["outcome"]) == (output, "ok")
    assert story[0].meta["id"] == story[1].meta["id"]
    assert story[2].text == said
    assert updates.requests.count >= requests


def update(**fields: object) -> dict[str, object]:
    return {"sessionUpdate": "tool_call_update", "toolCallId": "t"} | fields


@pytest.mark.parametrize("early", [True, False])
def test_a_diff_is_shown_once_with_the_call_or_else_with_its_result(tmp_path: Path, early: bool) -> None:
    writer = TranscriptWriter(tmp_path, 1, "raw.jsonl")
    updates = Updates(writer)
    changed = {"type": "diff", "path": "/W/a.py", "oldText": "x = 1\n", "newText": "x = 2\n"}
    updates.take(update(title="a.py", status="pending", content=[changed] if early else []))
    updates.take(update(status="in_progress"))
    updates.take(update(status="completed", content=[changed]))
    updates.take(update(status="completed", content=[]))
    writer.close()

    with TranscriptReader(tmp_path / "transcript.jsonl") as reader:
        reader.refresh()
        first, second = reader if early else reversed(list(reader))
    assert first.text.splitlines()[1:] == ["--- a//W/a.py", "+++ b//W/a.py", "@@ -1 +1 @@", "-x = 1", "+x = 2"]
    assert first.meta["diff"] is True
    assert "diff" not in second.meta
    assert "x = 2" not in second.text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KINDS = ("agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan", "usage_update", "x")
NAMES = ("content", "toolCallId", "title", "status", "rawInput", "rawOutput", "entries", "cost", "_meta", "locations")


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(NAMES), JSON)), max_size=6))
def test_no_update_whatever_its_shape_is_too_odd(
    tmp_path_factory: pytest.TempPathFactory, told: list[tuple[str, dict[str, object]]]
) -> None:
    writer = TranscriptWriter(tmp_path_factory.mktemp("odd"), 1, "raw.jsonl")
    updates = Updates(writer)
    for kind, fields in told:
        updates.take({"sessionUpdate": kind, **fields})
    updates.finish()
    writer.close()
