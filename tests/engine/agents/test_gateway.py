# SPDX-License-Identifier: Apache-2.0
"""The model gateway: bytes pass, the key is added, every request is counted, and one too many is not sent."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anthropic
import httpx2
import pytest

from engine.agents.gateway import Gateway, gateway
from engine.agents.protocol import Access, Allowance, TurnResult, Usage
from engine.agents.provider import Permit, Wait
from engine.agents.serving import served
from engine.policy.failures import FailureClass
from engine.policy.prices import Price, PriceTable
from tests.engine.agents.conftest import until
from tests.helpers.messages_server import MODEL, Answer, Failure, MessagesServer, says, thinking, tool

KEY = "sk-ant-real"
PRICES = PriceTable("2026-01-01", {MODEL: Price(input=2, output=10, cache_read=0.1, cache_write=2.5)}, {})


@dataclass
class Pace:
    """A provider that remembers what it is told."""

    wait: Wait | None = None
    told: list[tuple[FailureClass, int | None] | str] = field(default_factory=list)

    async def ready(self, patience_s: float = 60.0) -> Permit | Wait:
        return self.wait or self

    async def succeeded(self) -> None:
        self.told.append("succeeded")

    async def limited(self, failure: FailureClass = "rate_limited", retry_after_ms: int | None = None) -> Wait:
        self.told.append((failure, retry_after_ms))
        return Wait("anthropic", 0, failure, 1)


@dataclass
class Inside:
    """What an agent has: a client whose every connection is the socket."""

    gateway: Gateway
    http: httpx2.AsyncClient
    sdk: anthropic.AsyncAnthropic


@asynccontextmanager
async def inside(
    api: MessagesServer, allowance: Allowance | None = None, pace: Pace | None = None
) -> AsyncIterator[Inside]:
    access = Access(api.url, prices=PRICES)
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        path = Path(folder) / "model"
        made = gateway("anthropic", KEY, access, allowance or Allowance(), pace or Pace())
        async with made as app, served(app, path):
            http = httpx2.AsyncClient(
                transport=httpx2.AsyncHTTPTransport(uds=str(path)), base_url="http://g", timeout=30
            )
            async with http:
                sdk = anthropic.AsyncAnthropic(api_key="none", base_url="http://g", http_client=http, max_retries=0)
                yield Inside(app, http, sdk)


def request(**more: Any) -> dict[str, Any]:
    return {"model": MODEL, "max_tokens": 1_000, "messages": [{"role": "user", "content": "hi"}], **more}


async def test_bytes_pass_as_they_are_with_the_real_key_and_are_counted() -> None:
    answer = says(
        thinking("hm"), "héllo", tool("bash", {"a": 1}, id="t"), id="m1", piece=5, input=100, output=20, cache_read=7
    )
    with MessagesServer(lambda seen: answer, key=KEY) as api:
        async with inside(api) as agent, httpx2.AsyncClient() as direct:
            asked = request(stream=True)
            there = await direct.post(f"{api.url}/v1/messages", json=asked, headers={"x-api-key": KEY})
            through = await agent.http.post("/v1/messages", json=asked, headers={"x-api-key": "none"})

            assert through.content == there.content
            assert through.headers["content-type"] == there.headers["content-type"]
            assert through.headers["request-id"] == there.headers["request-id"]
            assert api.requests[0].body == api.requests[1].body
            used = agent.gateway.usage()
            assert used == Usage(100, 20, 7, 0, used.cost, 1, models=(MODEL,))
            assert used.cost == pytest.approx((200 + 200 + 0.7) / 1e6)

            plain = await agent.sdk.messages.create(**request())
            assert plain.stop_reason == "tool_use"
            assert (await agent.sdk.messages.count_tokens(model=MODEL, messages=request()["messages"])).input_tokens
            assert (await agent.sdk.models.retrieve(MODEL)).id == MODEL
            used = agent.gateway.usage()
            assert used.requests == 2
            assert used.input == 100  # the same message again counts once


async def test_where_nothing_answers_nobody_is_held_back_and_the_agent_is_told_to_leave_it() -> None:
    pace = Pace()
    with MessagesServer([says("ok")]) as api:
        pass  # its address, where nothing answers now
    async with inside(api, pace=pace) as agent:
        answers = [await agent.http.post("/v1/messages", json=request()) for _ in range(3)]
        judged = agent.gateway.judged(TurnResult("failed", "overloaded", "API Error: 502", retry_after_ms=5))

    assert [answer.headers["x-should-retry"] for answer in answers] == ["true", "true", "false"]
    assert (judged.failure, judged.message) == ("unreachable", f"nothing answers at {api.url}")
    assert (judged.retry_after_ms, pace.told) == (None, [])


@pytest.mark.parametrize(
    ("allowance", "kind"),
    [(Allowance(requests=2), "requests"), (Allowance(tokens=8_000), "tokens"), (Allowance(cost=0.04), "cost")],
)
async def test_one_request_too_many_is_not_sent(allowance: Allowance, kind: str) -> None:
    with MessagesServer(lambda seen: says("ok", input=500, output=900)) as api:
        async with inside(api, allowance) as agent:

            async def spend() -> None:
                for _ in range(100):
                    async with agent.sdk.messages.stream(**request()) as stream:
                        await stream.until_done()

            with pytest.raises(anthropic.BadRequestError, match="budget of this turn is reached"):
                await spend()
            sent = len(api.requests)
            with pytest.raises(anthropic.BadRequestError):
                await agent.sdk.messages.create(**request())
            judged = agent.gateway.judged(TurnResult("end_turn", usage=Usage(input=1, output=1, requests=99)))

    assert len(api.requests) == sent
    assert (judged.reason, judged.failure, judged.short) == ("failed", "budget", kind)
    assert judged.usage is not None
    assert judged.usage.requests == sent
    assert sent >= 2
    if kind == "tokens":
        assert sent * 1_400 <= 8_000
    if kind == "cost":
        assert judged.usage.cost == pytest.approx(sent * 0.01)
        assert sent * 0.01 <= 0.04


async def test_an_answer_may_be_as_long_as_what_is_left() -> None:
    with MessagesServer(lambda seen: says("ok", input=500, output=900)) as api:
        async with inside(api, Allowance(tokens=20_000)) as agent:
            asked = request(max_tokens=100_000, system="é")
            assert (await agent.http.post("/v1/messages", json=asked)).status_code == 200
            seen = api.requests[0].json
            assert 16_000 < seen["max_tokens"] < 20_000
            assert seen | {"max_tokens": 100_000} == asked

            asked["thinking"] = {"type": "enabled", "budget_tokens": 90_000}
            assert (await agent.http.post("/v1/messages", json=asked)).status_code == 400
            assert len(api.requests) == 1


async def test_requests_that_overlap_cannot_overspend_together() -> None:
    with MessagesServer(lambda seen: says("ok", input=500, output=900)) as api:
        async with inside(api, Allowance(tokens=8_000)) as agent:

            async def one() -> bool:
                try:
                    await agent.sdk.messages.create(**request())
                except anthropic.BadRequestError:
                    return False
                return True

            done = await asyncio.gather(*(one() for _ in range(8)))

    assert 1 <= sum(done) == len(api.requests) <= 2


async def test_what_the_provider_limits_feeds_the_back_off_and_passes() -> None:
    pace = Pace()
    with MessagesServer([Failure(429, "rate_limit_error", "slow", {"retry-after": "7"}), says("ok")]) as api:
        async with inside(api, pace=pace) as agent:
            limited = await agent.http.post("/v1/messages", json=request())
            assert (limited.status_code, limited.headers["retry-after"]) == (429, "7")
            assert limited.json()["error"]["message"] == "slow"
            await agent.sdk.messages.create(**request())
            assert pace.told == [("rate_limited", 7_000), "succeeded"]

            pace.wait = Wait("anthropic", time.time() + 100, "rate_limited", 1)
            held = await agent.http.post("/v1/messages", json=request())
            assert held.status_code == 429
            assert 90 < int(held.headers["retry-after"]) <= 100
            assert len(api.requests) == 2


@pytest.mark.parametrize("answer", [says("hello", cut_after=4), says("hello", reset_after=4), says("x", stop=None)])
async def test_br_062_what_was_cut_looks_cut_and_costs_its_worst_case(answer: Answer) -> None:
    with MessagesServer([answer]) as api:
        async with inside(api, Allowance(tokens=5_000)) as agent:
            if answer.stop is not None:
                with pytest.raises(httpx2.HTTPError):
                    await agent.http.post("/v1/messages", json=request(stream=True))
            else:
                await agent.http.post("/v1/messages", json=request(stream=True))
            used = agent.gateway.usage()
            assert used.at_least
            assert used.cost is None
            assert (await agent.http.post("/v1/messages", json=request())).status_code == 400
            assert len(api.requests) == 1


async def test_an_agent_that_leaves_ends_the_request() -> None:
    with MessagesServer([says("hello", silent_after=4)]) as api:
        async with inside(api) as agent:
            async with agent.http.stream("POST", "/v1/messages", json=request(stream=True)) as answer:
                await anext(answer.aiter_raw())
            assert await asyncio.to_thread(api.hung_up.wait, 30)
            await until(lambda: agent.gateway.usage().at_least)


async def test_nor_does_the_provider_reach_elsewhere_for_an_agent() -> None:
    with MessagesServer(lambda seen: says("ok")) as api:
        async with inside(api) as agent:
            for more in (
                {"tools": [{"type": "web_fetch_20250910", "name": "web_fetch"}]},
                {"tools": [{"name": "mine"}, {"type": "code_execution_20250825", "name": "x"}]},
                {"mcp_servers": [{"type": "url", "url": "https://evil.invalid", "name": "x"}]},
            ):
                refused = await agent.http.post("/v1/messages", json=request(**more))
                assert (refused.status_code, "beyond the model" in refused.text) == (400, True)
            assert api.requests == []
            tools = [{"name": "mine", "input_schema": {}}, {"type": "text_editor_20250728", "name": "x"}]
            assert (await agent.http.post("/v1/messages", json=request(tools=tools))).status_code == 200


async def test_it_leads_nowhere_else() -> None:
    with MessagesServer([]) as api:
        async with inside(api) as agent:
            for method, path in (("POST", "/v1/files"), ("GET", "/v1/messages"), ("POST", "/v1/messages/batches")):
                assert (await agent.http.request(method, path)).status_code == 404
            assert (await agent.http.get("http://evil.invalid/v1/files")).status_code == 404
            assert (await agent.http.post("/v1/messages", content=b"[")).status_code == 400
            assert (await agent.http.head("/")).status_code == 200
            for path in ("/v1/models/%2e%2e/files", "/v1/models/../files", "/v1/models/a/b", "/v1/modelsx"):
                assert (await agent.http.get(path)).status_code == 404
            assert (await agent.http.request("DELETE", "/v1/models/x")).status_code == 404
            assert api.requests == api.others == []
