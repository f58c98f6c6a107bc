# SPDX-License-Identifier: Apache-2.0
"""The `acp` backend against an agent of the tests' own; what real ones said stands in the captures."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.agents import backend
from engine.agents.acp_profiles import profile_of
from engine.agents.protocol import Allowance, Permission, PermissionAnswer, Unwatched, Usage
from engine.agents.state import recall
from engine.definition.model import Role
from engine.placement import survivors
from tests.engine.agents.conftest import Attempt, until

AGENT = Path(__file__).parents[2] / "helpers/acp_agent.py"


def role(*flags: str, **fields: object) -> Role:
    """The agent of the tests under the name of one whose profile is known."""
    return Role.model_validate({"agent": "acp", "argv": (sys.executable, "-IS", "gemini", *flags)} | fields)


class Answering(Unwatched):
    """Answers every question alike."""

    def __init__(self, *, allow: bool) -> None:
        self.allow = allow
        self.asked: list[Permission] = []

    async def permission(self, asked: Permission) -> PermissionAnswer:
        self.asked.append(asked)
        return PermissionAnswer(self.allow)


@pytest.fixture
def acp(attempt: Attempt) -> Attempt:
    """The agent stands in the checkout as the file `gemini`."""
    shutil.copy(AGENT, attempt.checkout / "gemini")
    private = attempt.folder.parents[2] / "private"
    private.mkdir()
    env = {"PILOTHOUSE_MCP_URL": "http://127.0.0.1:9/mcp", "PILOTHOUSE_MCP_TOKEN": "a-secret-token"}
    attempt.turn = replace(attempt.turn, private=private, env=env)
    return attempt


async def test_a_turn_says_edits_and_ends_and_its_session_is_taken_up(acp: Attempt) -> None:
    prompt = """\
think Hm.
say Hello| there.
write made.txt x
verdict done
cost 0.5
usage {"inputTokens": 100, "outputTokens": 20, "totalTokens": 120, "cachedReadTokens": 30}
say hello"""
    result = await acp.prompt(role("--stays", permissions="ask"), prompt=prompt)

    assert (result.reason, result.failure, result.message) == ("end_turn", None, "")
    assert result.usage == Usage(input=70, output=20, cache_read=30, cost=0.5, requests=1)
    assert result.last_message == "Hello there.hello"
    assert acp.said("thought") == ["Hm."]
    assert (acp.checkout / "made.txt").exists()
    assert acp.verdict().result == "done"
    assert not survivors(acp.turn.token)
    raw = (acp.folder / "raw.jsonl").read_text()
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in raw.splitlines())

    acp.session = await backend(role()).resume(acp.turn.session)
    result = await acp.prompt(role(permissions="ask"), prompt="cost 0.25\ntell")

    facts = json.loads(result.last_message)
    assert result.usage == Usage(cost=0.25, requests=1)
    assert facts["mode"] == "default"
    assert facts["texts"] == ["cost 0.25\ntell"]
    assert "said before" not in acp.said()
    assert "said before" not in (acp.folder / "raw.jsonl").read_text()[len(raw) :]
    assert recall(acp.turn).session == "session-1"


async def test_the_engine_s_tools_are_handed_over_and_the_token_is_not_on_record(acp: Attempt) -> None:
    result = await acp.prompt(role(instructions="Be brief."), prompt="tell")

    (server,) = json.loads(result.last_message)["mcp"]
    assert (server["name"], server["url"]) == ("engine", "http://127.0.0.1:9/mcp")
    assert server["headers"] == [{"name": "Authorization", "value": "Bearer [masked]"}]
    assert json.loads(result.last_message)["texts"] == ["Be brief.", "tell"]
    assert json.loads(result.last_message)["mode"] == "yolo"
    assert "a-secret-token" not in (acp.folder / "raw.jsonl").read_text()


async def test_claude_by_its_adapter_has_the_tools_of_the_role_and_no_others(acp: Attempt) -> None:
    shutil.copy(AGENT, acp.checkout / "claude-agent-acp")
    argv = (sys.executable, "-IS", "claude-agent-acp")
    first = await acp.prompt(Role(agent="acp", argv=argv, tools=("Read",)), prompt="tell")
    again = await acp.prompt(Role(agent="acp", argv=argv), prompt="tell")

    tools = [json.loads(one.last_message)["meta"]["claudeCode"]["options"]["tools"] for one in (first, again)]
    assert tools[0] == ["Read"]
    assert "Bash" in tools[1]
    assert not {"Agent", "Workflow", "ListAgents", "ScheduleWakeup"} & set(tools[1])


@pytest.mark.parametrize(("allow", "chosen"), [(True, "y"), (False, "n")])
async def test_a_permission_is_answered_by_the_kind_of_its_options(acp: Attempt, allow: bool, chosen: str) -> None:
    watcher = Answering(allow=allow)
    result = await acp.prompt(role(), watcher, prompt="ask rm x\nask ls")

    assert result.reason == "end_turn"
    assert watcher.asked[0] == Permission("call-rm x", "execute", {"command": "rm x"})
    assert acp.said("tool_result") == [f"chose {chosen}"] * 2
    kinds = [entry.kind for entry in acp.entries()]
    assert kinds == ["prompt", *("tool_call", "permission", "tool_result") * 2, "stop"]


async def test_a_turn_that_is_given_up_over_a_denial_has_ended(acp: Attempt) -> None:
    denied = await acp.prompt(role(), Answering(allow=False), prompt="ask rm x\nstop cancelled")
    unasked = await acp.prompt(role(), prompt="stop cancelled")

    assert (denied.reason, denied.failure) == ("end_turn", None)
    assert (unasked.reason, unasked.failure) == ("failed", "unknown")


async def test_an_interrupt_is_asked_in_the_protocol_and_open_questions_are_let_go(acp: Attempt) -> None:
    class Never(Unwatched):
        async def permission(self, asked: Permission) -> PermissionAnswer:
            await asyncio.Event().wait()
            raise AssertionError

    async with asyncio.TaskGroup() as group:
        task = group.create_task(acp.prompt(role(), Never(), prompt="shell 600\nask x\nsay never", grace_ms=20_000))
        await until(lambda: bool(acp.said("tool_call")))
        assert acp.session is not None
        await acp.session.interrupt()

    assert (task.result().reason, task.result().failure) == ("interrupted", None)
    assert acp.said("tool_result") == ["chose cancelled"]
    assert acp.said("stop") == ["cancelled"]
    assert not survivors(acp.turn.token)


async def test_an_agent_that_does_not_listen_is_stopped_by_signals(acp: Attempt) -> None:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(acp.prompt(role("--deaf", "--stays"), prompt="shell 600\nthink x\nsay y\nask x\nwait"))
        await until(lambda: bool(acp.said("tool_call")))
        assert acp.session is not None
        await acp.session.close()

    assert (task.result().reason, task.result().failure) == ("interrupted", None)
    assert not survivors(acp.turn.token)


@pytest.mark.parametrize(
    ("flags", "prompt", "failure", "words"),
    [
        ((), "fail rate limit exceeded", "rate_limited", "rate limit"),
        ((), "fail bad request here", "unknown", "bad request here"),
        ((), "say I\nstop refusal", "refusal", "declined"),
        ((), "stop max_turn_requests", "budget", "stop reason"),
        ((), "say half\nstop odd", "unknown", "unknown stop"),
        ((), "say half\nexit 3", "crashed", "exit 3"),
        ((), "say half\nexit 0", "crashed", "exit 0"),
        ((), "flood 5000\nwait", "crashed", "asked more"),
        (("--old",), "say x", "unknown", "version 0"),
        (("--logged-out",), "say x", "authentication", "not logged in"),
    ],
    ids=lambda value: str(value).partition("\n")[0].replace(" ", "-"),
)
async def test_what_is_no_good_end_has_its_class(
    acp: Attempt, flags: tuple[str, ...], prompt: str, failure: str, words: str
) -> None:
    result = await acp.prompt(role(*flags), prompt=prompt)

    assert (result.reason, result.failure) == ("failed", failure)
    assert words in result.message
    assert result.last_message == ""


async def test_an_agent_s_odd_talk_is_kept_and_harms_nothing(acp: Attempt) -> None:
    updates = [
        {"sessionUpdate": "brand_new", "x": 1},
        {"sessionUpdate": "tool_call_update", "toolCallId": "t", "title": "late", "status": "failed", "content": 7},
        {"sessionUpdate": "tool_call", "toolCallId": ["no"]},
        {"sessionUpdate": "plan", "entries": [{"content": "one", "status": "completed"}, 3]},
        {"sessionUpdate": "usage_update", "used": "lots", "cost": {"amount": -1, "currency": "USD"}},
        {"sessionUpdate": "current_mode_update", "currentModeId": "yolo"},
    ]
    lines = [f"update {json.dumps(update)}" for update in updates]
    odd = ["line not json", 'line {"id": [1], "result": {}}', 'line {"method": "_x/y"}', "line [1]", "long 9000000"]
    result = await acp.prompt(role(), prompt="\n".join((*odd, *lines, "say well")))

    assert (result.reason, result.usage) == ("end_turn", None)
    assert result.last_message == "well"
    assert acp.said("raw")[:2] == ["not json", "[1]"]
    assert [json.loads(text)["sessionUpdate"] for text in acp.said("raw")[2:]] == ["brand_new", "tool_call"]
    assert acp.said("plan") == ["[x] one"]
    assert [entry.meta["name"] for entry in acp.entries() if entry.kind == "tool_call"] == ["late"]
    assert "'yolo'" in acp.said("notice")[0]


async def test_a_budget_stops_the_turn_once_it_is_known_to_be_used_up(acp: Attempt) -> None:
    prompt = "cost 0.5\nsay one\ncost 0.6\nask x\nsay never"
    result = await acp.prompt(role(), Answering(allow=True), prompt=prompt, allowance=Allowance(cost=1.0))

    assert (result.reason, result.failure, result.short) == ("failed", "budget", "cost")
    assert result.usage is not None
    assert result.usage.cost == pytest.approx(1.1)
    assert "never" not in acp.said()


async def test_a_session_that_cannot_be_taken_up_is_told_what_it_was_first_asked(acp: Attempt) -> None:
    await acp.prompt(role("--forgetful"), prompt="say first")
    result = await acp.prompt(role("--forgetful"), prompt="tell")

    assert json.loads(result.last_message)["texts"] == ["say first", "tell"]
    assert "begins a new one" in acp.said("notice")[0]


def test_a_profile_is_known_by_its_program_however_it_is_started() -> None:
    names = {
        ("gemini", "--acp"): "gemini",
        ("npx", "-y", "@google/gemini-cli@0.61.0", "--acp"): "gemini",
        ("npx", "@agentclientprotocol/codex-acp@2.6.0"): "codex-acp",
        ("/opt/bin/claude-code-acp",): "claude-agent-acp",
        ("uvx", "my-own-agent"): "agent",
        ("opencode", "acp"): "opencode",
    }
    assert {argv: profile_of(argv).name for argv in names} == names
