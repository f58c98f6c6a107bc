# SPDX-License-Identifier: Apache-2.0
"""The `claude-code` backend with recorded streams, played by a process that waits for what the real one waited for."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.agents.claude_code import ClaudeSession
from engine.agents.mcp_messages import answer
from engine.agents.protocol import Allowance, Permission, PermissionAnswer, TurnResult, Unwatched
from engine.agents.tools import Reply, Toolbox
from engine.definition.model import Role
from engine.placement import survivors
from tests.engine.agents.conftest import Attempt, until

STREAMS = Path(__file__).with_name("claude_streams")
STAND_IN = Path(__file__).parents[2] / "helpers/claude_stand_in.py"


def role(stream: str, *how: str, **fields: Any) -> Role:
    argv = (sys.executable, "-IS", str(STAND_IN), str(STREAMS / f"{stream}.jsonl"), *(how or ("--all", "0")))
    return Role.model_validate({"agent": "claude-code", "argv": argv, "isolation": "open"} | fields)


async def granted(kind: str, data: dict[str, Any], key: str) -> Reply:
    return Reply("granted")


@pytest.fixture
def claude(attempt: Attempt) -> Attempt:
    private = attempt.folder.parents[2] / "private"
    private.mkdir()
    box = Toolbox(attempt.folder, {}, leads=False, ask=granted)
    attempt.turn = replace(attempt.turn, private=private, tools=box)
    return attempt


def heard(claude: Attempt, kind: str) -> list[dict[str, Any]]:
    found = json.loads((claude.checkout / "heard.json").read_text())
    return [line for line in found if line["type"] == kind]


def arguments(claude: Attempt) -> list[str]:
    found: list[str] = json.loads((claude.checkout / "arguments.json").read_text())
    return found[3:]


class Answers(Unwatched):
    """Allows what is asked first, and denies the rest."""

    def __init__(self) -> None:
        self.asked: list[Permission] = []

    async def permission(self, asked: Permission) -> PermissionAnswer:
        self.asked.append(asked)
        return PermissionAnswer(len(self.asked) == 1, "not that")


async def test_a_turn_is_told_as_it_went_and_its_tools_are_the_engines(claude: Attempt) -> None:
    result = await claude.prompt(role("edit"))

    assert (result.reason, result.failure, result.last_message) == ("end_turn", None, "Edited.")
    assert result.version == "2.1.332"
    used = result.usage
    assert used is not None
    assert (used.input, used.output, used.cache_read, used.cache_write) == (1400, 330, 40, 8)
    assert (used.requests, used.at_least, used.models) == (5, False, ("claude-sonnet-5-5",))
    assert claude.verdict().result == "done", "the stream's own call of the tool reached the toolbox"
    assert claude.said("thought") == ["I write it first."]
    names = [entry.meta.get("name") for entry in claude.entries() if entry.kind == "tool_result"]
    assert names == ["Write", "Edit", "Bash", "mcp__engine__report_verdict"]
    assert claude.said("stop") == ["end_turn"]
    assert (claude.folder / "raw.jsonl").read_bytes().count(b"\n") > 20


async def test_the_session_is_ours_and_nothing_of_the_persons_own_settings_comes_in(claude: Attempt) -> None:
    await claude.prompt(role("edit", model=("sonnet",), effort="high", instructions="-be brief"))
    given = arguments(claude)

    assert given[given.index("--session-id") + 1] == claude.turn.session
    for word in ("--strict-mcp-config", "--setting-sources=", "--model=sonnet", "--effort=high"):
        assert word in given
    assert "--append-system-prompt=-be brief" in given
    assert "--tools=Bash,Read,Edit,Write,Glob,Grep" in given
    assert "--allowedTools=mcp__engine" in given, "open: it has to ask"
    assert heard(claude, "user")[0]["message"]["content"] == claude.turn.prompt


async def test_br_037_only_its_own_conversation_is_taken_up_and_a_lost_one_is_told(claude: Attempt) -> None:
    await claude.prompt(role("edit"))
    await claude.prompt(role("edit"))
    assert "--session-id" in arguments(claude)
    assert any("begins anew" in notice for notice in claude.said("notice"))

    assert claude.turn.private is not None
    projects = claude.turn.private / "agent/claude/projects/-some-where"
    projects.mkdir(parents=True)
    (projects / "another.jsonl").write_text('{"type":"user"}\n')
    await claude.prompt(role("edit"))
    assert "--session-id" in arguments(claude)
    (projects / f"{claude.turn.session}.jsonl").write_text('{"type":"user"}\n')
    await claude.prompt(role("edit"))
    given = arguments(claude)
    assert given[given.index("--resume") + 1] == claude.turn.session


async def test_permissions_are_asked_and_answered_in_its_own_channel(claude: Attempt) -> None:
    answers = Answers()
    result = await claude.prompt(role("permission"), answers)

    assert result.reason == "end_turn"
    assert [asked.input["command"] for asked in answers.asked] == ["touch a", "touch b"]
    told = [
        line["response"]["response"]
        for line in heard(claude, "control_response")
        if "touch" in str(line) or "not" in str(line)
    ]
    assert [given["behavior"] for given in told if "behavior" in given] == ["allow", "deny"]
    assert [entry.meta["allowed"] for entry in claude.entries() if entry.kind == "permission"] == [True, False]


async def test_a_trusted_role_is_not_made_to_ask(claude: Attempt) -> None:
    await claude.prompt(role("edit", permissions="allow"))
    assert "--allowedTools=mcp__engine,Bash,Read,Edit,Write,Glob,Grep" in arguments(claude)


async def test_an_interrupt_is_asked_for_in_its_own_language(claude: Attempt) -> None:
    running = asyncio.create_task(claude.prompt(role("interrupt"), grace_ms=30_000))
    await until(lambda: bool(claude.said("tool_call")))
    assert claude.session is not None
    await claude.session.interrupt()
    result = await running

    assert result.reason == "interrupted"
    assert result.usage is not None
    assert not result.usage.at_least, "its result told the figures"
    assert not survivors(claude.turn.token)


@pytest.mark.parametrize("lines", [0, 11, 15, 26, 31])
async def test_br_062_a_stream_that_ends_before_its_result_is_no_end(claude: Attempt, lines: int) -> None:
    result = await claude.prompt(role("edit", "--cut", str(lines)))

    assert result.reason == "failed"
    assert result.last_message == ""
    assert result.usage is None or result.usage.at_least


async def test_the_result_ends_a_turn_whatever_the_process_does(claude: Attempt) -> None:
    result = await claude.prompt(role("edit", "--hang", str((STREAMS / "edit.jsonl").read_text().count("\n"))))

    assert result.reason == "end_turn"
    assert not survivors(claude.turn.token)


@pytest.mark.parametrize(
    ("stream", "failure", "short"),
    [
        ("overloaded", "overloaded", None),
        ("rate-limited", "rate_limited", None),
        ("refused-credentials", "authentication", None),
        ("overflow", "context_overflow", None),
        ("refusal", "refusal", None),
        ("broken-server", "tool_missing", None),
        ("turns-used-up", "budget", "requests"),
    ],
)
async def test_failures_are_told_by_class(claude: Attempt, stream: str, failure: str, short: str | None) -> None:
    result = await claude.prompt(role(stream, mcp_servers={"gone": {"command": "/bin/false"}}))

    assert (result.reason, result.failure, result.short) == ("failed", failure, short)
    assert result.message
    assert claude.said("error")


@pytest.mark.parametrize("event", [True, False])
async def test_a_usage_limit_says_how_long_to_wait(claude: Attempt, tmp_path: Path, event: bool) -> None:
    lines: list[dict[str, Any]] = [
        {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": time.time() + 7200}},
        {
            "type": "result",
            "subtype": "success",
            "is_error": True,
            "terminal_reason": "api_error",
            "api_error_status": 429,
            "result": "You have reached your limit; try again in 2 hours.",
        },
    ]
    stream = tmp_path / "limit.jsonl"
    stream.write_text("".join(json.dumps(line) + "\n" for line in lines[0 if event else 1 :]))
    argv = (sys.executable, "-IS", str(STAND_IN), str(stream), "--all", "0")
    result = await claude.prompt(Role(agent="claude-code", argv=argv, isolation="open"))

    assert (result.reason, result.failure) == ("failed", "rate_limited")
    assert result.retry_after_ms is not None
    assert 7_000_000 < result.retry_after_ms <= 7_200_000


async def test_a_turn_is_stopped_before_it_asks_for_more_than_it_may_use(claude: Attempt) -> None:
    result = await claude.prompt(role("tokens-used-up"), allowance=Allowance(tokens=200))

    assert (result.failure, result.short) == ("budget", "tokens")
    assert result.usage is not None
    assert result.usage.requests == 2
    assert any(line["request"]["subtype"] == "interrupt" for line in heard(claude, "control_request"))


async def test_a_message_is_taken_while_it_works_and_refused_when_it_is_over(claude: Attempt) -> None:
    running = asyncio.create_task(claude.prompt(role("message")))
    await until(lambda: bool(claude.said("tool_call")))
    session = claude.session
    assert isinstance(session, ClaudeSession)
    assert await session.send("mind the docs")
    result: TurnResult = await running

    assert result.reason == "end_turn"
    assert "mind the docs" in claude.said("notice")
    assert not await session.send("too late")


async def test_a_person_who_takes_long_costs_no_idle_time(claude: Attempt) -> None:
    class Slow(Unwatched):
        async def permission(self, asked: Permission) -> PermissionAnswer:
            await asyncio.sleep(1.5)
            return PermissionAnswer(True)

    result = await claude.prompt(role("permission"), Slow(), idle_ms=1_200)
    assert result.reason == "end_turn"


async def test_behind_the_gateway_it_has_neither_key_nor_login(
    claude: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "a-secret")
    session = ClaudeSession()
    for network, known in (("open", True), ("model", False)):
        turn = replace(claude.turn, role=role("edit", network=network))
        assert ("ANTHROPIC_AUTH_TOKEN" in session._invocation(turn).env) == known


async def test_the_engines_tools_answer_what_makes_no_sense(claude: Attempt) -> None:
    box = claude.turn.tools
    assert box is not None
    odd: list[Mapping[str, Any]] = [
        {"id": 1},
        {"id": 2, "method": "tools/call", "params": {}},
        {"id": 3, "method": "tools/call", "params": {"name": "no such tool"}},
        {"id": 4, "method": ["tools/list"]},
    ]
    told = [await answer(box, message) for message in odd]
    assert ["error" in message for message in told] == [True, True, False, True]
    assert told[2]["result"]["isError"] is True
    assert await answer(box, {"method": "notifications/initialized"}) == {"jsonrpc": "2.0", "result": {}}
