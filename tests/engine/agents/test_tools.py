# SPDX-License-Identifier: Apache-2.0
"""The engine's tools: what each writes or asks, and that nothing an agent gives breaks anything."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema.validators import Draft202012Validator
from pydantic import JsonValue

from engine.agents.artifact import read_artifact
from engine.agents.mcp_messages import key_in
from engine.agents.tools import FOR_ALL, FOR_LEADS, MOST_CALLS, MOST_MESSAGES, Reply, Request, Toolbox
from engine.agents.verdict import read_verdict
from engine.kernel.requests import KINDS

NUMBER = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}


class Kernel:
    """Takes requests, and grants them when told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, JsonValue]]] = []
        self.keys: list[str] = []
        self.may = asyncio.Event()
        self.may.set()

    async def ask(self, kind: str, data: dict[str, JsonValue], key: str) -> Reply:
        self.asked.append((kind, data))
        self.keys.append(key)
        await self.may.wait()
        return Reply("granted")


@pytest.fixture
def kernel() -> Kernel:
    return Kernel()


@pytest.fixture
def box(tmp_path: Path, kernel: Kernel) -> Toolbox:
    (tmp_path / "artifacts").mkdir()
    return Toolbox(tmp_path, {"report": NUMBER}, leads=True, ask=kernel.ask)


# ---------------------------------------------------------------------------------------------------------- what it is


def test_every_request_that_the_kernel_judges_is_a_tool_and_the_other_way_round() -> None:
    assert {tool.kind for tool in (*FOR_ALL, *FOR_LEADS) if issubclass(tool, Request)} == set(KINDS)


@pytest.mark.parametrize("tool", [*FOR_ALL, *FOR_LEADS], ids=lambda tool: tool.name)
def test_a_tool_says_what_it_is_for_and_what_it_takes(tool: type[Any]) -> None:
    schema = tool.schema_for_agents()

    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert tool.purpose()
    assert all("title" not in key for key in schema)


def test_a_lead_is_offered_more(tmp_path: Path, kernel: Kernel, box: Toolbox) -> None:
    worker = Toolbox(tmp_path, {}, leads=False, ask=kernel.ask)

    assert [tool.name for tool in worker.tools] == ["report_verdict", "submit_artifact", "ask"]
    assert [tool.name for tool in box.tools][3:] == [
        "spawn_child",
        "answer",
        "skip_child",
        "retry_child",
        "run_workflow",
        "stage_done",
        "escalate",
    ]


async def test_what_is_not_offered_cannot_be_called(tmp_path: Path, kernel: Kernel) -> None:
    worker = Toolbox(tmp_path, {}, leads=False, ask=kernel.ask)

    for name in ("spawn_child", "use", "__init__", ""):
        assert (await worker.use(name, {"goal": "x"})).refused
    assert kernel.asked == []


# ----------------------------------------------------------------------------------------------- verdicts and artifacts


async def test_a_verdict_is_written_as_an_agent_would_and_the_last_one_counts(box: Toolbox, tmp_path: Path) -> None:
    await box.use("report_verdict", {"result": "revise"})
    reply = await box.use("report_verdict", {"result": "done", "summary": "Mended.", "detail": "Ünïcödé"})

    found = read_verdict(tmp_path)
    assert not reply.refused
    assert (found.state, found.result, found.summary, found.detail) == ("read", "done", "Mended.", "Ünïcödé")


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"result": "cleared"},
        {"result": "done", "gate": "cleared"},
        {"result": "done", "summary": 7},
        {"result": "done", "summary": "half a pair: \ud800"},
        {"result": ["done"]},
    ],
)
async def test_a_verdict_that_would_be_malformed_is_refused_and_leaves_the_older(
    arguments: dict[str, Any], box: Toolbox, tmp_path: Path
) -> None:
    await box.use("report_verdict", {"result": "blocked"})

    assert (await box.use("report_verdict", arguments)).refused
    assert read_verdict(tmp_path).result == "blocked"


async def test_a_verdict_never_leaves_the_attempts_folder(box: Toolbox, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    (tmp_path / "verdict.json").symlink_to(outside)

    assert not (await box.use("report_verdict", {"result": "done"})).refused
    assert outside.read_text() == "mine"
    assert not (tmp_path / "verdict.json").is_symlink()


async def test_what_is_in_the_way_is_told(box: Toolbox, tmp_path: Path) -> None:
    (tmp_path / "verdict.json").mkdir()
    (tmp_path / "artifacts").rmdir()

    for name, arguments in (
        ("report_verdict", {"result": "done"}),
        ("submit_artifact", {"name": "report", "value": {"n": 1}}),
    ):
        reply = await box.use(name, arguments)
        assert reply.refused
        assert "cannot be written" in reply.text


async def test_an_artifact_is_taken_only_where_it_fits_its_schema(box: Toolbox, tmp_path: Path) -> None:
    for value in ({"n": "one"}, {}, None, [1], {"n": 1, "more": "x" * (1 << 20)}):
        assert (await box.use("submit_artifact", {"name": "report", "value": value})).refused
    assert not read_artifact(tmp_path, "report", NUMBER).found

    assert not (await box.use("submit_artifact", {"name": "report", "value": {"n": 1}})).refused
    assert read_artifact(tmp_path, "report", NUMBER).value == {"n": 1}
    assert not (await box.use("submit_artifact", {"name": "report", "value": {"n": 2}})).refused
    assert read_artifact(tmp_path, "report", NUMBER).value == {"n": 2}


@pytest.mark.parametrize("name", ["other", "../report", "report.json", ""])
async def test_an_artifact_that_the_step_does_not_produce_is_refused(name: str, box: Toolbox, tmp_path: Path) -> None:
    assert (await box.use("submit_artifact", {"name": name, "value": {"n": 1}})).refused
    assert [path.name for path in tmp_path.rglob("*.json")] == []


# ------------------------------------------------------------------------------------------------------------ requests


@pytest.mark.parametrize(
    ("tool", "arguments", "kind"),
    [
        ("ask", {"question": "Which?"}, "ask"),
        ("spawn_child", {"role": "a", "goal": "g"}, "spawn"),
        ("spawn_child", {"goal": "g"}, "spawn"),
        ("answer", {"child": "child-1", "text": "This."}, "answer"),
        ("skip_child", {"child": "child-1"}, "skip_child"),
        ("retry_child", {"child": "child-1", "guidance": "So."}, "retry_child"),
        ("run_workflow", {"workflow": "w", "with": {"n": 1}}, "run_workflow"),
        ("stage_done", {}, "stage_done"),
        ("escalate", {"text": "May I?"}, "escalate"),
    ],
)
async def test_a_request_is_put_before_the_kernel_as_it_is_given(
    tool: str, arguments: dict[str, Any], kind: str, box: Toolbox, kernel: Kernel
) -> None:
    assert not (await box.use(tool, arguments)).refused
    assert kernel.asked == [(kind, arguments)]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("ask", {"question": ""}),
        ("ask", {"question": "x" * 20_001}),
        ("spawn_child", {"role": "a"}),
        ("spawn_child", {"goal": "g", "max": 10}),
        ("answer", {"child": "c" * 201, "text": "t"}),
        ("run_workflow", {"workflow": "w", "with": {"n": "x" * 70_000}}),
        ("run_workflow", {"workflow": "w", "with": [1]}),
        ("run_workflow", {"workflow": "w", "with": {"n": [1e999]}}),
        ("stage_done", {"force": True}),
    ],
)
async def test_a_request_without_sense_or_bound_is_refused_before_the_kernel(
    tool: str, arguments: dict[str, Any], box: Toolbox, kernel: Kernel
) -> None:
    reply = await box.use(tool, arguments)

    assert reply.refused
    assert len(reply.text) < 1000
    assert kernel.asked == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("result", "name", "value", "question", "goal", "role", "child", "text", "workflow", "with", "x")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    tool=st.sampled_from([tool.name for tool in (*FOR_ALL, *FOR_LEADS)]),
    arguments=st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4),
)
async def test_nothing_that_an_agent_gives_raises_and_what_gets_through_can_be_journaled(
    tool: str, arguments: dict[str, Any], tmp_path: Path
) -> None:
    kernel = Kernel()
    (tmp_path / "artifacts").mkdir(exist_ok=True)
    box = Toolbox(tmp_path, {"report": NUMBER}, leads=True, ask=kernel.ask)

    reply = await box.use(tool, arguments)

    reply.text.encode()
    json.dumps(kernel.asked, ensure_ascii=False, allow_nan=False).encode()


async def test_calls_in_one_turn_are_bounded(box: Toolbox, kernel: Kernel) -> None:
    replies = [await box.use("skip_child", {"child": f"child-{n}"}) for n in range(MOST_CALLS + 3)]

    assert len(kernel.asked) == MOST_CALLS
    assert [reply.refused for reply in replies] == [False] * MOST_CALLS + [True] * 3
    assert "End your turn" in replies[-1].text


def test_messages_in_one_turn_are_bounded(box: Toolbox) -> None:
    assert [box.admit() for _ in range(MOST_MESSAGES + 1)] == [True] * MOST_MESSAGES + [False]


async def test_a_turn_that_ends_first_answers_what_still_waits(box: Toolbox, kernel: Kernel) -> None:
    kernel.may.clear()
    waiting = [asyncio.create_task(box.use("ask", {"question": f"{n}?"})) for n in range(3)]
    while len(kernel.asked) < 3:
        await asyncio.sleep(0)

    box.close()

    replies = await asyncio.gather(*waiting)
    assert all(reply.refused and "over" in reply.text for reply in replies)
    assert (await box.use("ask", {"question": "and now?"})).refused
    assert not box.admit()
    assert len(kernel.asked) == 3


async def test_a_call_that_is_cancelled_leaves_nothing_behind(box: Toolbox, kernel: Kernel) -> None:
    kernel.may.clear()
    before = asyncio.all_tasks()
    call = asyncio.create_task(box.use("ask", {"question": "?"}))
    while not kernel.asked:
        await asyncio.sleep(0)

    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_a_call_that_is_repeated_carries_its_key(box: Toolbox, kernel: Kernel) -> None:
    await box.use("spawn_child", {"goal": "one", "key": "mine"})
    await box.use("spawn_child", {"goal": "one"}, "toolu_1")
    await box.use("spawn_child", {"goal": "one", "key": "mine"}, "toolu_2")
    assert (await box.use("spawn_child", {"goal": "one"}, "\ud800")).refused

    assert kernel.keys == ["mine", "toolu_1", "mine"]
    assert kernel.asked == [("spawn", {"goal": "one"})] * 3


@pytest.mark.parametrize(
    ("meta", "key"),
    [
        ({"claudecode/toolUseId": "toolu_1"}, "toolu_1"),
        ({"progressToken": 3, "x/tool_use_id": "a"}, "a"),
        ({"claudecode/toolUseId": 7}, ""),
        ({"other": "x"}, ""),
        (None, ""),
        ("toolUseId", ""),
    ],
)
def test_the_key_is_what_the_agents_program_calls_the_call(meta: object, key: str) -> None:
    assert key_in(meta) == key
