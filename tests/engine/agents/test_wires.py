# SPDX-License-Identifier: Apache-2.0
"""The gateway to providers other than Anthropic: what is sent, what is counted, and what is refused."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from engine.agents.gateway import Gateway, gateway
from engine.agents.pointing import pointed, provider_of, refusal
from engine.agents.protocol import Access, Allowance, TurnResult
from engine.agents.serving import served
from engine.agents.wires import DOCUMENT, IMAGE, WIRES, Reading
from engine.definition.model import Role
from engine.policy.prices import Price, PriceTable
from tests.agents.providers import INPUT, OUTPUT, Provider

KEY = "sk-real"
MODEL = {"openai": "gpt-5", "google": "gemini-2.5-pro"}
PRICES = PriceTable("2026-01-01", {model: Price(input=2, output=10) for model in MODEL.values()}, {})
AT = {"openai": "/v1/responses", "google": "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse&key=none"}
ASKED: dict[str, dict[str, Any]] = {
    "openai": {
        "model": "gpt-5",
        "stream": True,
        "input": [{"role": "user", "content": [{"type": "input_text", "text": "PLAIN"}]}],
    },
    "google": {"contents": [{"role": "user", "parts": [{"text": "PLAIN"}]}]},
}
BOTH = pytest.mark.parametrize("wire", ["openai", "google"])


@asynccontextmanager
async def inside(
    wire: str, provider: Provider, allowance: Allowance | None = None
) -> AsyncIterator[tuple[Gateway, httpx2.AsyncClient]]:
    """The gateway, and a client whose every connection is its socket."""
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        path = Path(folder) / "model"
        access = Access(provider.url, prices=PRICES)
        async with gateway(wire, KEY, access, allowance or Allowance()) as app, served(app, path):
            there = httpx2.AsyncHTTPTransport(uds=str(path))
            async with httpx2.AsyncClient(transport=there, base_url="http://g", timeout=30) as http:
                yield app, http


@BOTH
async def test_it_adds_the_key_passes_the_answer_and_counts_it(wire: str) -> None:
    with Provider() as provider:
        async with inside(wire, provider) as (app, http):
            given = {"authorization": "Bearer none", "x-goog-api-key": "none"}
            answer = await http.post(AT[wire], json=ASKED[wire], headers=given)
            usage = app.usage()
            again = await http.post(AT[wire], json=ASKED[wire] | ({"stream": True} if wire == "openai" else {}))

    assert "Hello there." in answer.text
    assert again.status_code == 200
    headers = provider.seen[0]["headers"]
    name, value = WIRES[wire].key(KEY)
    assert headers[name] == value
    assert "none" not in (headers.get("authorization", ""), headers.get("x-goog-api-key", ""))
    assert (usage.input, usage.output, usage.requests, usage.at_least) == (INPUT, OUTPUT, 1, False)
    assert usage.cost == pytest.approx((2 * INPUT + 10 * OUTPUT) / 1e6)
    assert app.usage().output == 2 * OUTPUT


@pytest.mark.parametrize(
    ("wire", "allowance", "kind"),
    [
        ("openai", Allowance(tokens=7_000), "tokens"),
        ("openai", Allowance(cost=0.03), "cost"),
        ("google", Allowance(requests=2), "requests"),
        ("google", Allowance(tokens=7_000), "tokens"),
    ],
)
async def test_one_request_too_many_is_not_sent(wire: str, allowance: Allowance, kind: str) -> None:
    with Provider() as provider:
        async with inside(wire, provider, allowance) as (app, http):
            answers = [await http.post(AT[wire], json=ASKED[wire]) for _ in range(12)]
            judged = app.judged(TurnResult("failed", "unknown", "400"))

    sent = len(provider.seen)
    assert [answer.status_code for answer in answers] == [200] * sent + [400] * (12 - sent)
    assert "budget of this turn is reached" in answers[-1].json()["error"]["message"]
    assert (judged.failure, judged.short) == ("budget", kind)
    assert 2 <= sent < 12
    bound = [
        seen.get("max_output_tokens", seen.get("generationConfig", {}).get("maxOutputTokens")) for seen in provider.seen
    ]
    if kind == "requests":
        assert (sent, bound) == (2, [None, None])
    elif kind == "tokens":
        assert sent * (INPUT + OUTPUT) <= 7_000
        assert all(1_000 < most < 7_000 for most in bound), "an answer could be longer than what is left"
    else:
        assert sent * (2 * INPUT + 10 * OUTPUT) / 1e6 <= 0.03


@BOTH
async def test_it_leads_nowhere_else(wire: str) -> None:
    with Provider() as provider:
        async with inside(wire, provider) as (_, http):
            for path in ("/v1/files", "/v1/messages", "/v1/responses/x", "/v1beta/models/m:embedContent", "/v1/../x"):
                assert (await http.post(path, json={})).status_code == 404
            assert (await http.post(AT[wire], content=b"[1")).status_code == 400
            assert (await http.post(AT[wire], content=b'{"model": "a", "model": "b"}')).status_code == 400
    assert provider.seen == []


@pytest.mark.parametrize(
    ("wire", "more"),
    [
        ("openai", {"tools": [{"type": "web_search"}]}),
        ("openai", {"tools": [{"type": "namespace", "tools": [{"type": "mcp", "server_url": "https://x.invalid"}]}]}),
        ("openai", {"input": [{"content": [{"type": "input_image", "image_url": "https://x.invalid/?secret"}]}]}),
        ("openai", {"input": [{"type": "function_call_output", "output": [{"file_id": "f"}]}]}),
        ("openai", {"previous_response_id": "r"}),
        ("openai", {"background": True}),
        ("openai", {"service_tier": "priority"}),
        ("google", {"tools": [{"functionDeclarations": []}, {"google_search": {}}]}),
        ("google", {"tools": {"google_search": {}}}),
        ("google", {"cachedContent": "c"}),
        ("google", {"generation_config": {}}),
        ("google", {"generationConfig": {"max_output_tokens": 9}}),
        ("google", {"generationConfig": {"candidateCount": 8}}),
        ("google", {"generationConfig": {"candidateCount": "8"}}),
        ("google", {"contents": {"parts": {"functionResponse": {"parts": [{"fileData": {}}]}}}}),
        ("google", {"contents": [{"parts": [{"fileData": {"fileUri": "https://x.invalid"}}]}]}),
        ("anthropic", {"messages": [{"content": [{"type": "image", "source": {"type": "url", "url": "https://x"}}]}]}),
        ("anthropic", {"messages": [{"content": [{"type": "document", "source": {"type": "content", "content": [
            {"type": "image", "source": {"type": "file", "file_id": "f"}}]}}]}]}),
        ("anthropic", {"speed": "fast"}),
        ("anthropic", {"context_management": {"edits": [{"type": "compact_20260112"}]}}),
    ],
)  # fmt: skip
def test_what_reaches_elsewhere_or_has_no_bound_is_refused(wire: str, more: dict[str, Any]) -> None:
    assert WIRES[wire].refusal(ASKED.get(wire, {}) | more) is not None


def test_what_the_agents_really_send_is_not() -> None:
    codex = {
        "tools": [{"type": kind} for kind in ("function", "custom", "tool_search")],
        "input": [{"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,AA"}]}],
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }
    assert WIRES["openai"].refusal(codex) is None
    gemini = {
        "systemInstruction": {"parts": [{"text": "s"}]},
        "tools": [{"functionDeclarations": [{"name": "run_shell_command"}]}],
        "generationConfig": {"topK": 64, "thinkingConfig": {"thinkingBudget": 8192}},
    }
    assert WIRES["google"].refusal(ASKED["google"] | gemini) is None
    assert WIRES["google"].thoughts(gemini) == 8192


def test_an_answer_whose_bound_is_none_has_none() -> None:
    for told in (0, -1, "0", None):
        assert WIRES["google"].most({"generationConfig": {"maxOutputTokens": told}}) is None
        assert WIRES["openai"].most({"max_output_tokens": told}) is None


@pytest.mark.parametrize(
    ("wire", "asked"),
    [
        ("anthropic", {"messages": [{"content": [{"type": "tool_result", "content": [
            {"type": "image", "source": {"type": "base64"}}]}, {"type": "document", "source": {"type": "base64"}}]}]}),
        ("openai", {"input": [{"content": [{"image_url": "data:"}, {"file_data": "data:"}]}]}),
        ("google", {"contents": [{"parts": [{"inlineData": {"mimeType": "image/png"}}, {"inlineData": {}}]}]}),
    ],
)  # fmt: skip
def test_few_bytes_of_a_picture_or_a_file_may_be_many_tokens(wire: str, asked: dict[str, Any]) -> None:
    assert WIRES[wire].media(asked) == IMAGE + DOCUMENT
    assert WIRES[wire].media(ASKED.get(wire, {})) == 0


async def test_answers_without_an_id_are_each_their_own() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.append(writer)
        if len(asked) == 3:  # all are on their way before the first is counted
            told = {
                "usageMetadata": {"promptTokenCount": 9, "totalTokenCount": 10},
                "candidates": [{"finishReason": 1}],
            }
            body = json.dumps(told).encode()
            for waits in asked:
                waits.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))
                waits.close()

    asked: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    async with (
        server,
        gateway("google", KEY, Access(f"http://{host}:{port}"), Allowance()) as app,
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://g") as http,
    ):
        await asyncio.gather(*(http.post(AT["google"], json=ASKED["google"]) for _ in range(3)))
    assert (app.usage().requests, app.usage().input, app.usage().output) == (3, 27, 3)


async def test_no_mask_has_an_answer_leave_its_figures_out() -> None:
    at = AT["google"] + "&fields=candidates,usageMetadata.promptTokenCount&$fields=candidates"
    with Provider() as provider:
        async with inside("google", provider) as (app, http):
            masked = {"x-goog-fieldmask": "candidates", "x-http-method-override": "DELETE"}
            assert (await http.post(at, json=ASKED["google"], headers=masked)).status_code == 200
            assert (await http.post(at, content=b'{"generationConfig": {"maxOutputTokens": 1e999}}')).status_code == 400
    assert app.usage().output == OUTPUT
    assert not masked.keys() & provider.seen[0]["headers"].keys()
    assert "fields" not in provider.seen[0]["path"]

    reading = Reading()
    WIRES["google"].read({"usageMetadata": {"promptTokenCount": 9}, "candidates": [{"finishReason": "STOP"}]}, reading)
    assert (reading.whole, reading.tokens) == (True, None)


async def test_a_request_that_was_sent_and_never_answered_costs_its_worst_case() -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    async with (
        server,
        gateway("openai", KEY, Access(f"http://{host}:{port}"), Allowance(tokens=9_000)) as app,
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://g") as http,
    ):
        answers = [(await http.post(AT["openai"], json=ASKED["openai"])).status_code for _ in range(2)]
    assert answers == [529, 400]
    assert app.usage().at_least


def test_figures_are_read_with_the_cache_apart() -> None:
    reading = Reading()
    usage = {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 60}, "output_tokens": 7}
    WIRES["openai"].read(
        {"type": "response.incomplete", "response": {"id": "r", "model": "m", "usage": usage}}, reading
    )
    assert (reading.whole, reading.model, reading.figures["input"], reading.figures["cache_read"]) == (
        True,
        "m",
        40,
        60,
    )

    reading = Reading()
    counts = {
        "promptTokenCount": 100,
        "cachedContentTokenCount": 60,
        "candidatesTokenCount": 3,
        "thoughtsTokenCount": 4,
    }
    WIRES["google"].read({"usageMetadata": counts, "modelVersion": "g"}, reading)
    assert not reading.whole
    WIRES["google"].read({"candidates": [{"finishReason": "STOP"}]}, reading)
    assert (reading.whole, reading.figures) == (True, {"input": 40, "output": 7, "cache_read": 60})

    failed = Reading()
    WIRES["openai"].read({"type": "response.failed", "response": {"id": "r", "usage": None}}, failed)
    assert failed.tokens is None


def test_agents_are_pointed_at_their_provider_or_refused() -> None:
    def role(agent: str, *argv: str, model: str = "") -> Role:
        return Role(agent=agent, argv=argv or None, model=(model,) if model else (), network="model")

    ways = {
        "anthropic": [
            role("claude-code"),
            role("command", "./mine"),
            role("acp", "claude-agent-acp"),
            role("acp", "x"),
        ],
        "openai": [role("codex"), role("acp", "npx", "codex-acp"), role("acp", "opencode", model="openai/gpt-5")],
        "google": [role("acp", "gemini")],
    }
    for provider, roles in ways.items():
        for one in roles:
            assert (provider_of(one), refusal(one)) == (provider, None)
            assert any("127.0.0.1" in value for value in pointed(one).values()) or one.agent == "codex"
    told = json.loads(pointed(role("acp", "opencode", model="google/gemini-2.5-pro"))["OPENCODE_CONFIG_CONTENT"])
    assert told["provider"]["google"]["options"]["baseURL"].endswith("/v1beta")

    for nowhere in (role("acp", "opencode"), role("acp", "opencode", model="groq/x"), role("acp", "goose", "acp")):
        assert (provider_of(nowhere), "model" in (refusal(nowhere) or "")) == (None, True)
        assert refusal(nowhere.model_copy(update={"network": "open"})) is None
