# SPDX-License-Identifier: Apache-2.0
"""The `codex` backend on what the real `codex exec --json` once wrote, turn by turn; `captures/codex_exec.jsonl`."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.agents import backend
from engine.agents.codex import command_line
from engine.agents.protocol import Allowance, Usage
from engine.definition.model import Role
from engine.placement import survivors
from tests.engine.agents.conftest import Attempt, until

CAPTURE = Path(__file__).parent / "captures/codex_exec.jsonl"
PLAY = """\
cat > /dev/null; echo "$@" >> argv.txt
cat turn-$PILOTHOUSE_TURN.jsonl
grep -q turn.failed turn-$PILOTHOUSE_TURN.jsonl && exit 1
exit 0
"""


@pytest.fixture
def codex(attempt: Attempt) -> Attempt:
    """Its checkout has a `codex` that plays the capture."""
    turns = CAPTURE.read_text().split('{"type": "thread.started"')[1:]
    for n, lines in enumerate(turns, 1):
        (attempt.checkout / f"turn-{n}.jsonl").write_text('{"type": "thread.started"' + lines)
    (attempt.checkout / "play.sh").write_text(PLAY)
    attempt.turn = replace(attempt.turn, private=attempt.folder)
    return attempt


def role(**fields: object) -> Role:
    return Role.model_validate({"agent": "codex", "argv": ("bash", "play.sh")} | fields)


async def test_turns_of_one_thread(codex: Attempt) -> None:
    results = []
    for _ in range(5):
        codex.session = await backend(role()).resume(codex.turn.session)
        results.append(await codex.prompt(role()))

    one = Usage(input=1000, output=20, cache_read=0, cache_write=0, requests=1)
    two = replace(one, input=2000, output=40, requests=2)
    assert [result.usage for result in results[:3]] == [one, two, one]
    assert [(result.reason, result.failure) for result in results] == [
        *[("end_turn", None)] * 3,
        ("failed", "unknown"),
        ("failed", "rate_limited"),
    ]
    assert "bad request here" in results[3].message
    assert results[1].last_message == "Edited."
    argv = (codex.checkout / "argv.txt").read_text().splitlines()
    assert "resume" not in argv[0]
    assert all("resume uuid-001 -" in line for line in argv[1:])
    tools = [entry for entry in codex.entries() if entry.kind in ("tool_call", "tool_result")]
    assert [entry.meta["name"] for entry in tools] == ["shell", "shell"]
    assert tools[1].text == "x = 2\n"
    assert tools[1].meta["exit_code"] == 0


async def test_a_turn_that_was_cut_and_one_beyond_its_requests(codex: Attempt) -> None:
    (codex.checkout / "turn-1.jsonl").write_text('{"type": "thread.started", "thread_id": "t"}\n')
    cut = await codex.prompt(role())
    (codex.checkout / "play.sh").write_text("head -3 turn-2.jsonl; setsid sleep 600 & sleep 600")
    short = await codex.prompt(role(), allowance=Allowance(requests=1))

    assert (cut.reason, cut.failure) == ("failed", "incomplete")
    assert (short.reason, short.failure, short.short) == ("failed", "budget", "requests")
    assert not survivors(codex.turn.token)


async def test_an_interrupt_leaves_no_shell(codex: Attempt) -> None:
    (codex.checkout / "play.sh").write_text("head -3 turn-2.jsonl; setsid sleep 600 & sleep 600")
    async with asyncio.TaskGroup() as group:
        task = group.create_task(codex.prompt(role()))
        await until(lambda: bool(codex.said("tool_call")))
        assert codex.session is not None
        await codex.session.interrupt()

    assert (task.result().reason, task.result().failure) == ("interrupted", None)
    assert not survivors(codex.turn.token)


def test_its_command_line_says_what_the_role_says(attempt: Attempt) -> None:
    env = {"PILOTHOUSE_MCP_URL": "http://127.0.0.1:9/mcp", "PILOTHOUSE_MCP_TOKEN": "t"}
    asks = Role.model_validate(
        {"agent": "codex", "model": ("m",), "effort": "high", "instructions": 'Say "no".', "isolation": "open"}
    )
    words = command_line(replace(attempt.turn, role=asks, env=env), "thread-1")

    assert words[:2] == ("codex", "exec")
    assert words[-3:] == ("resume", "thread-1", "-")
    assert words[words.index("-s") :][:2] == ("-s", "workspace-write")
    settings = [words[i + 1] for i, word in enumerate(words) if word == "-c"]
    assert settings[1] == "developer_instructions=" + json.dumps('Say "no".')
    assert 'mcp_servers.engine.bearer_token_env_var="PILOTHOUSE_MCP_TOKEN"' in settings
    assert not any("secret" in word for word in words)
    free = command_line(replace(attempt.turn, role=Role(agent="codex", permissions="allow")), None)
    assert "--dangerously-bypass-approvals-and-sandbox" in free
