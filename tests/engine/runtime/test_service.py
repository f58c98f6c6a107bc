# SPDX-License-Identifier: Apache-2.0
"""The tool service: who gets in, what is refused, what the kernel says, and that nothing of it stays."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from pydantic import JsonValue

from engine.agents.tools import MOST_AT_ONCE, MOST_MESSAGES, Ask, Reply, Toolbox
from engine.agents.verdict import read_verdict
from engine.definition.model import ChildrenSpec, OrchestrateBlock, Role, VerdictGate, Workflow
from engine.journal import DISK, Storage, read
from engine.kernel import events as ev
from engine.runtime import driver as driver_module
from engine.runtime.driver import Driver
from engine.runtime.effects import Call
from engine.runtime.ledger import Ledger
from engine.runtime.service import URL, Requests, ToolService, tool_service
from tests.engine.journal.faulty import FaultyDisk, Trouble, no_space
from tests.engine.runtime.fakes import ATTACHED, Fake, created
from tests.helpers.tools import Answered, call, message, post

TOKEN = "the-secret-of-this-test"
CLIENTS = ThreadPoolExecutor(2 * MOST_AT_ONCE)
"""As many at once as are needed; the loop's own may be few."""


async def granted(kind: str, data: dict[str, JsonValue], key: str) -> Reply:
    return Reply("granted", given={"granted": True})


def toolbox(folder: Path, *, leads: bool = False, ask: Ask = granted) -> Toolbox:
    folder.mkdir(exist_ok=True)
    return Toolbox(folder, {}, leads=leads, ask=ask)


async def send(env: Mapping[str, str], body: bytes, method: str = "POST", **headers: str) -> Answered:
    given = {"Authorization": f"Bearer {env['PILOTHOUSE_MCP_TOKEN']}"} | headers
    return await asyncio.get_running_loop().run_in_executor(CLIENTS, post, env[URL], body, given, method)


async def use(env: Mapping[str, str], tool: str, /, **arguments: Any) -> Answered:
    return await asyncio.get_running_loop().run_in_executor(CLIENTS, partial(call, env, tool, **arguments))


@pytest.fixture
async def service() -> AsyncIterator[ToolService]:
    async with tool_service() as made:
        yield made


# -------------------------------------------------------------------------------------------------------- who gets in


async def test_an_attempt_reaches_its_own_tools_with_its_token(service: ToolService, tmp_path: Path) -> None:
    boxes = {secrets.token_urlsafe(): toolbox(tmp_path / str(n)) for n in range(3)}
    opened = [service.opened(box, token, {}) for token, box in boxes.items()]
    envs = [way.__enter__() for way in opened]

    await asyncio.gather(*(use(env, "report_verdict", result="done", summary=str(n)) for n, env in enumerate(envs)))

    assert [read_verdict(box.attempt_dir).summary for box in boxes.values()] == ["0", "1", "2"]
    assert len({env[URL] for env in envs}) == 1
    for way in opened:
        way.__exit__(None, None, None)


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN]
)
async def test_without_the_token_nothing_is_answered(given: str, service: ToolService, tmp_path: Path) -> None:
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
        for body in (message("tools/list"), b"x" * (2 << 20)):
            answered = await send(env, body, Authorization=given)
            assert answered.status == 401
            assert TOKEN not in answered.body


async def test_ad_112_a_token_is_worth_nothing_when_its_turn_is_over(service: ToolService, tmp_path: Path) -> None:
    one, two = toolbox(tmp_path / "one"), toolbox(tmp_path / "two")
    with service.opened(two, "token-of-two", {}) as other:
        with service.opened(one, "token-of-one", {}) as env:
            assert (await use(env, "report_verdict", result="done")).status == 200
        assert (await use(env, "report_verdict", result="blocked")).status == 401
        assert (await use(other, "report_verdict", result="done")).status == 200
        with service.opened(toolbox(tmp_path / "one"), "token-of-one", {}) as again:  # the next turn of the attempt
            assert (await use(again, "report_verdict", result="revise")).status == 200
    assert read_verdict(one.attempt_dir).result == "revise"
    assert (await use(other, "report_verdict", result="blocked")).status == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
async def test_a_page_in_a_browser_gets_nowhere(
    headers: dict[str, str], status: int, service: ToolService, tmp_path: Path
) -> None:
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
        assert (await send(env, message("tools/list"), **headers)).status == status


async def test_only_what_a_tool_needs_is_served(service: ToolService, tmp_path: Path) -> None:
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
        assert [(await send(env, b"", method)).status for method in ("GET", "DELETE", "PUT")] == [405] * 3
        elsewhere = {**env, URL: env[URL] + "/../x"}
        assert (await send(elsewhere, message("tools/list"))).status == 404


async def test_it_listens_on_loopback_alone(service: ToolService, tmp_path: Path) -> None:
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
        port = int(env[URL].split(":")[2].split("/")[0])
        ours = [there.laddr for there in psutil.Process().net_connections("inet") if there.laddr.port == port]

    assert {address.ip for address in ours} == {"127.0.0.1"}


async def test_the_token_never_goes_to_a_proxy(
    service: ToolService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "intra.example")
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {"A": "b"}) as env:
        assert env["no_proxy"] == env["NO_PROXY"] == "intra.example,127.0.0.1,localhost"
        assert env["A"] == "b"
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {"no_proxy": "of.profile"}) as env:
        assert env["no_proxy"] == "of.profile,127.0.0.1,localhost"


# -------------------------------------------------------------------------------------------------------------- limits


async def test_a_message_has_a_largest_size(service: ToolService, tmp_path: Path) -> None:
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
        largest = await use(env, "report_verdict", result="done", detail="x" * ((1 << 20) - 300))
        assert (largest.status, largest.refused) == (200, False)
        assert (await use(env, "report_verdict", result="done", detail="x" * (1 << 20))).status == 413


async def test_messages_are_bounded_in_a_turn_and_at_once(service: ToolService, tmp_path: Path) -> None:
    waits = asyncio.Event()

    async def slow(kind: str, data: dict[str, JsonValue], key: str) -> Reply:
        await waits.wait()
        return Reply("granted")

    box = toolbox(tmp_path / "a", ask=slow)
    with service.opened(box, TOKEN, {}) as env:
        many = [asyncio.create_task(use(env, "ask", question=f"{n}?")) for n in range(MOST_AT_ONCE)]
        while box.at_once < MOST_AT_ONCE:
            await asyncio.sleep(0.01)
        assert (await use(env, "ask", question="one more?")).status == 429
        waits.set()
        assert [answered.status for answered in await asyncio.gather(*many)] == [200] * MOST_AT_ONCE

        assert (await use(env, "ask", question="again?")).status == 200
        while box.admit():
            pass
        assert (await use(env, "ask", question="?")).status == 429
    assert MOST_MESSAGES > 100


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 7}}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": []}}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}',
        b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}',
    ],
)
async def test_what_is_no_message_is_refused_and_the_next_one_answered(
    body: bytes, service: ToolService, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
        for version in ("2025-06-18", "2026-07-28", "1999-01-01"):
            answered = await send(env, body, **{"MCP-Protocol-Version": version})
            assert answered.status < 500
            assert "result" not in answered.body
        assert not (await use(env, "ask", question="?")).refused
    assert TOKEN not in caplog.text


# --------------------------------------------------------------------------------------------------------- its own life


async def test_nothing_is_loaded_before_somebody_connects_and_nothing_listens_before_an_agent_starts(
    tmp_path: Path,
) -> None:
    def ours() -> int:
        return sum(there.status == psutil.CONN_LISTEN for there in psutil.Process().net_connections("inet"))

    before = ours()
    async with tool_service() as service:
        assert ours() == before
        with service.opened(toolbox(tmp_path / "a"), TOKEN, {}):
            assert ours() == before + 1
            await asyncio.sleep(0.05)
        assert service._serving is None
    assert ours() == before


async def test_it_ends_without_a_task_a_socket_or_a_handler_left(tmp_path: Path) -> None:
    tasks, handlers = asyncio.all_tasks(), [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    roots = list(logging.getLogger().handlers)

    async with tool_service() as service:
        with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
            await use(env, "ask", question="?")
            assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers
            idle = await asyncio.to_thread(socket.create_connection, ("127.0.0.1", _port(env)))

    assert asyncio.all_tasks() == tasks
    assert logging.getLogger().handlers == roots
    assert idle.recv(1) == b""
    idle.close()
    with pytest.raises(ConnectionRefusedError):
        await use(env, "ask", question="?")


async def test_it_ends_as_well_where_it_is_cancelled(tmp_path: Path) -> None:
    reached: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()

    async def serve() -> None:
        async with tool_service() as service:
            with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
                await use(env, "ask", question="?")
                reached.set_result(env)
                await asyncio.sleep(3600)

    before = asyncio.all_tasks()
    serving = asyncio.create_task(serve())
    env = await reached
    serving.cancel()
    await asyncio.sleep(0)
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert asyncio.all_tasks() == before
    with pytest.raises(ConnectionRefusedError):
        await use(env, "ask", question="?")


async def test_a_service_that_cannot_be_loaded_ends_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(name: str) -> None:
        monkeypatch.undo()
        raise ImportError(f"no {name}")

    monkeypatch.setattr("engine.runtime.service.importlib.import_module", missing)
    async with tool_service() as service:
        with (
            service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env,
            pytest.raises(OSError, match=r"reset|closed|refused|without response"),
        ):
            await use(env, "ask", question="?")
        assert "the tool service has ended" in caplog.text
        with service.opened(toolbox(tmp_path / "a"), TOKEN, {}) as env:
            assert (await use(env, "ask", question="and now?")).status == 200


async def test_an_agent_goes_without_tools_where_no_port_can_be_had(
    service: ToolService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("engine.runtime.service.HOST", "203.0.113.1")  # an address that is not ours

    with service.opened(toolbox(tmp_path / "a"), TOKEN, {"A": "b"}) as env:
        assert env == {"A": "b"}
    assert "goes without tools" in caplog.text


def _port(env: Mapping[str, str]) -> int:
    return int(env[URL].split(":")[2].split("/")[0])


# ---------------------------------------------------------------------------------------------- before a real kernel


@asynccontextmanager
async def leading(path: Path, service: ToolService, lead: Any, storage: Storage = DISK) -> AsyncIterator[Driver]:
    """The driver of a run whose lead is `lead(env)` and whose children do nothing."""
    workflow = Workflow(
        name="w",
        roles={"a": Role(agent="command", argv=("x",)), "lead": Role(agent="command", argv=("y",))},
        do=(
            OrchestrateBlock(
                id="crew",
                role="lead",
                goal="g",
                gate=(VerdictGate(),),
                children=ChildrenSpec(roles=("a",), max=2),
            ),
        ),
    )
    fake = Fake()

    async def turn(took: Call) -> None:
        decision = took.decision
        if decision.node == "crew":
            requests = Requests(took)
            box = toolbox(path.parent / "attempt", leads=True, ask=requests.ask)
            with service.opened(box, TOKEN, {}) as env:
                await lead(env, decision.turn)
        took.report(ev.TurnEnded(node=decision.node, attempt=decision.attempt, turn=decision.turn, reason="end_turn"))

    async def merge(took: Call) -> None:
        took.report(ev.Integrated(node=took.decision.node, head="c" * 40))

    fake.instead |= {"turn_started": turn, "integration_started": merge}
    ledger = await Ledger.open(path, storage=storage)
    ledger.observe(created(workflow))
    try:
        yield Driver(ledger, {**fake.effects(), ev.IntegrationStarted: fake})
    finally:
        await ledger.close()


async def test_a_request_is_granted_or_denied_by_the_kernel_and_the_reply_says_why(
    service: ToolService, tmp_path: Path
) -> None:
    journal = tmp_path / "journal.jsonl"
    replies: list[Answered] = []
    on_disk: list[int] = []

    async def lead(env: Mapping[str, str], turn: int) -> None:
        if turn > 1:
            return
        for role, goal in (("a", "one"), ("nobody", "two"), ("a", "three"), ("a", "four")):
            replies.append(await use(env, "spawn_child", role=role, goal=goal))
            on_disk.append(sum(record.type == "request_judged" for record in read(journal).records))
        replies.append(await use(env, "answer", child="child-1", text="?"))

    async with leading(journal, service, lead) as driver:
        await driver.drive(ATTACHED)
        assert driver.state.status == "succeeded"

    assert [reply.refused for reply in replies] == [False, True, False, True, True]
    assert replies[0].given == {"granted": True, "child": "child-1", "role": "a", "goal": "one"}
    assert "no child may have the role 'nobody'" in replies[1].text
    assert "all 2 children are used up" in replies[3].text
    assert "asked nothing" in replies[4].text
    assert replies[4].given["granted"] is False
    assert on_disk == [1, 2, 3, 4], "what is told is on disk"
    records = read(journal).records
    asked = [record for record in records if record.type == "requested"]
    assert [record.data["request"] for record in asked] == [f"crew/1/1#{n}" for n in range(1, 6)]
    turns = [record for record in records if record.type == "turn_started" and record.node == "crew"]
    assert all("Denied" not in str(turn.data.get("reasons")) for turn in turns), "a denial is told once"


async def test_many_requests_at_once_are_judged_one_after_the_other(service: ToolService, tmp_path: Path) -> None:
    replies: list[Answered] = []

    async def lead(env: Mapping[str, str], turn: int) -> None:
        if turn == 1:
            replies.extend(
                await asyncio.gather(*(use(env, "spawn_child", role="a", goal=str(n)) for n in range(MOST_AT_ONCE)))
            )

    async with leading(tmp_path / "journal.jsonl", service, lead) as driver:
        await driver.drive(ATTACHED)
        assert len(driver.state.nodes["crew"].children) == 2

    assert sorted(reply.refused for reply in replies) == [False] * 2 + [True] * (MOST_AT_ONCE - 2)


async def test_a_request_when_the_run_is_over_is_denied(service: ToolService, tmp_path: Path) -> None:
    replies: list[Answered] = []
    drivers: list[Driver] = []

    async def lead(env: Mapping[str, str], turn: int) -> None:
        drivers[0].observe(ev.CancelRequested())
        replies.append(await use(env, "spawn_child", role="a", goal="late"))

    async with leading(tmp_path / "journal.jsonl", service, lead) as driver:
        drivers.append(driver)
        await driver.drive(ATTACHED)
        assert driver.state.status == "cancelled"
        assert driver.state.nodes["crew"].children == []
    assert len(replies) == 1


async def test_while_the_disk_is_full_no_reply_is_given_and_then_it_comes(
    service: ToolService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver_module, "MEND", (0.01, 0.05))
    is_full = False
    replies: list[Answered] = []

    def plan(number: int, name: str) -> Trouble:
        return no_space() if is_full and name == "write" else None

    async def lead(env: Mapping[str, str], turn: int) -> None:
        nonlocal is_full
        if turn > 1:
            return
        is_full = True
        asking = asyncio.create_task(use(env, "spawn_child", role="a", goal="one"))
        while not drivers[0].state.nodes["crew"].spawned:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert not asking.done(), "it is not on disk"
        is_full = False
        replies.append(await asking)

    drivers: list[Driver] = []
    async with leading(tmp_path / "journal.jsonl", service, lead, FaultyDisk(plan)) as driver:
        drivers.append(driver)
        await driver.drive(ATTACHED)
        assert driver.state.status == "succeeded"
    assert [reply.refused for reply in replies] == [False]


@asynccontextmanager
async def at_the_leads_turn(path: Path) -> AsyncIterator[tuple[Requests, Ledger]]:
    """The requests of a lead's first turn, before a kernel that finds what its journal tells."""
    ledger = await Ledger.open(path)
    if not ledger.state.run:
        role = Role(agent="command", argv=("x",))
        block = OrchestrateBlock(
            id="crew", role="a", goal="g", gate=(VerdictGate(),), children=ChildrenSpec(roles=("a",), max=2)
        )
        ledger.observe(created(Workflow(name="w", roles={"a": role}, do=(block,))))
    [started] = [one.decision for one in ledger.state.outstanding.values() if one.decision.node == "crew"]

    async def ask(body: Any) -> list[Any]:
        found = ledger.observe(body)
        await ledger.durable()
        return found

    try:
        yield Requests(Call(started, ledger.state, lambda body: None, ask)), ledger
    finally:
        await ledger.close()


async def test_the_same_key_twice_is_one_request_with_one_reply_across_a_crash_too(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    wanted: dict[str, JsonValue] = {"role": "a", "goal": "one"}
    async with at_the_leads_turn(path) as (requests, _):
        first, again = await requests.ask("spawn", wanted, "toolu_1"), await requests.ask("spawn", wanted, "toolu_1")
        other = await requests.ask("spawn", wanted, "toolu_2")
        denied = await requests.ask("spawn", wanted, "toolu_3")
        assert denied.refused
    async with at_the_leads_turn(path) as (requests, ledger):
        later = await requests.ask("spawn", wanted, "toolu_1")
        refused = await requests.ask("spawn", wanted, "toolu_3")
        changed = await requests.ask("spawn", {"role": "a", "goal": "another"}, "toolu_1")
        state = ledger.state

    assert first == again == later
    assert other.given["child"] != first.given["child"]
    assert refused == denied
    assert (changed.refused, "names another request" in changed.text) == (True, True)
    assert [one["goal"] for one in state.nodes["crew"].spawned] == ["one", "one"]
    judged = [record for record in read(path).records if record.type == "request_judged"]
    assert len(judged) == 3
