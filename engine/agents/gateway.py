# SPDX-License-Identifier: Apache-2.0
"""The model gateway: the one way out of a closed network, for an agent that calls a model by itself.

It adds the key, which the agent never sees, counts what the provider's own answers tell, and does not send the request
whose worst case is more than is left. What comes back is passed on byte for byte.

Importing this takes a moment; it is imported when a turn first needs it.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import httpx2
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from engine.agents.output import Lines
from engine.agents.protocol import Access, Allowance, TurnResult, Usage
from engine.agents.provider import UNLIMITED, Provider, Wait, unreachable
from engine.agents.spending import OVERHEAD, Sent, Short, Spending, tokens_of
from engine.agents.usage import UsageMeter
from engine.policy.failures import FailureClass
from engine.policy.hints import retry_after_ms
from engine.policy.prices import Price

PORT = 8901
"""Of the loopback in the sandbox."""
URL = f"http://127.0.0.1:{PORT}"
NO_KEY = "pilothouse"
"""What an agent has for a key."""
LARGEST = 64 << 20
"""Bytes of a request, and of an answer that is not streamed."""
_SILENCE_S = 600.0
_TRIES = 3
"""Requests in a row that find no server before the agent is told not to try again."""
_COUNTED = "/v1/messages"
_FREE = {"POST": re.compile(r"/v1/messages/count_tokens"), "GET": re.compile(r"/v1/models(?:/[A-Za-z0-9][\w.:@-]*)?")}
"""What costs nothing; exactly these, since the key opens more than a model."""
_ACTS_INSIDE = re.compile(r"custom|(?:bash|text_editor|memory|computer|tool_search_tool)_\w+")
"""Kinds of tools that act where the agent is. Others act at the provider, and reach from there what they like."""
_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade".split()
)
_OURS = _HOP | {b"host", b"content-length", b"accept-encoding", b"x-api-key", b"authorization", b"expect"}
_LIMITS: Mapping[int, FailureClass] = {429: "rate_limited", 529: "overloaded", 503: "overloaded"}


class Gateway:
    """An ASGI application: the Messages API, as one turn may use it."""

    def __init__(
        self, client: httpx2.AsyncClient, key: str | None, access: Access, allowance: Allowance, provider: Provider
    ) -> None:
        self._client = client
        self._key = key
        self._access = access
        self._base = (access.base_url or "https://api.anthropic.com").rstrip("/")
        self._provider = provider
        self._spending = Spending(allowance)
        self._meter = UsageMeter()
        self._cost: float | None = 0.0
        self.short: Short | None = None
        """Why a request was not sent: it could have been more than is left."""
        self._unreached: list[str] = []
        """What was told of each request, since the last that was sent, for which no connection could be made."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        with suppress(ClientDisconnect):
            body = await _body(request)
            path = request.url.path
            if body is None:
                answer: Response | None = _error(413, "request_too_large", f"more than {LARGEST:,} bytes")
            elif request.method == "POST" and path == _COUNTED:
                answer = await self._counted(request, body, receive, send)
            elif (free := _FREE.get(request.method)) is not None and free.fullmatch(path):
                answer = await self._free(request, body)
            elif path == "/":
                answer = Response()
            else:
                answer = _error(404, "not_found_error", "the gateway leads to the Messages API, and nowhere else")
            if answer is not None:
                await answer(scope, receive, send)

    # ------------------------------------------------------------------------------------------------- what it counted

    def usage(self) -> Usage:
        """What was measured so far."""
        known = self._meter.usage() or Usage(input=0, output=0, cache_read=0, cache_write=0)
        complete = self._spending.complete
        return replace(
            known, requests=self._spending.requests, cost=self._cost if complete else None, at_least=not complete
        )

    def judged(self, result: TurnResult) -> TurnResult:
        """The turn's result with what was measured here, in the place of what its agent claims."""
        told = replace(result, usage=self.usage())
        if self._unreached and result.reason == "failed":
            return replace(told, failure="unreachable", message=self._unreached[-1], retry_after_ms=None)
        if self.short is None or result.reason not in ("end_turn", "failed"):
            return told
        message = f"A request was not sent. {self.short.sentence}"
        return replace(told, reason="failed", failure="budget", message=message, short=self.short.kind)

    # ------------------------------------------------------------------------------------------------------- requests

    async def _free(self, request: Request, body: bytes) -> Response:
        """What costs nothing is passed on."""
        try:
            found = await self._client.send(self._outgoing(request, body))
        except httpx2.HTTPError as error:
            return _error(529, "overloaded_error", f"the provider cannot be reached: {error}")
        return Response(found.content, found.status_code, media_type=found.headers.get("content-type"))

    async def _counted(self, request: Request, body: bytes, receive: Receive, send: Send) -> Response | None:
        """A call of a model. None: it was answered."""
        try:
            asked = json.loads(body)
            model, wanted = str(asked["model"]), int(asked["max_tokens"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return _error(400, "invalid_request_error", "the body is no request to a model")
        if (outside := _outside(asked)) is not None:
            return _error(400, "invalid_request_error", f"Pilothouse: {outside} would reach beyond the model.")
        priced = self._access.prices.price(model)
        price = priced[0] if priced is not None else None
        permit = await self._provider.ready()
        if isinstance(permit, Wait):
            seconds = permit.left_ms(time.time()) / 1000
            return _error(429, "rate_limit_error", "the provider asked to wait", {"retry-after": f"{seconds:.0f}"})
        bound = len(body) + OVERHEAD
        fit = self._spending.fits(bound, wanted, price)
        if not isinstance(fit, Short) and fit.lowered_by is not None:
            if _thinks_for(asked) >= fit.max_tokens:
                fit = Short(fit.lowered_by, f"Its thoughts alone may be more than the {fit.max_tokens:,} tokens left.")
            else:
                wanted = asked["max_tokens"] = fit.max_tokens
                body = json.dumps(asked, ensure_ascii=False).encode("utf-8", "surrogatepass")
        if isinstance(fit, Short):
            self.short = fit
            told = f"Pilothouse: the budget of this turn is reached. {fit.sentence} End your turn."
            return _error(400, "invalid_request_error", told, {"x-should-retry": "false"})
        sent = self._spending.sent(bound, wanted, price)
        try:
            found = await self._client.send(self._outgoing(request, body), stream=True)
        except httpx2.ConnectError as error:
            self._spending.refused(sent)
            self._unreached.append(unreachable(error, self._base))
            again = "true" if len(self._unreached) < _TRIES else "false"
            return _error(502, "api_error", self._unreached[-1], {"x-should-retry": again})
        except httpx2.HTTPError as error:
            self._spending.refused(sent)
            await permit.limited("overloaded", None)
            return _error(529, "overloaded_error", f"the provider cannot be reached: {error}")
        except asyncio.CancelledError:
            self._spending.lost(sent)
            raise
        self._unreached.clear()
        if found.status_code >= 400:
            self._spending.refused(sent)
            if (limited := _LIMITS.get(found.status_code)) is not None:
                await permit.limited(limited, retry_after_ms(found.headers.get("retry-after", ""), time.time()))
        else:
            await permit.succeeded()
        await self._pass_on(found, sent if found.status_code < 400 else None, price, receive, send)
        return None

    def _outgoing(self, request: Request, body: bytes) -> httpx2.Request:
        headers = [(name, value) for name, value in request.headers.raw if name.lower() not in _OURS]
        headers.append((b"accept-encoding", b"identity"))
        if self._key is not None:
            headers.append((b"x-api-key", self._key.encode()))
        query = f"?{request.url.query}" if request.url.query else ""
        return self._client.build_request(
            request.method, f"{self._base}{request.url.path}{query}", headers=headers, content=body
        )

    async def _pass_on(
        self, found: httpx2.Response, sent: Sent | None, price: Price | None, receive: Receive, send: Send
    ) -> None:
        """The answer as it comes, until its end or until the agent is gone; `sent` is what it has to count for."""
        reading = _Reading(found.headers.get("content-type", ""))
        counted = sent is None

        def count() -> None:
            nonlocal counted
            if sent is not None and not counted:
                counted = True
                self._count(sent, price, reading)

        async def pump() -> None:
            headers = [(name, value) for name, value in found.headers.raw if name.lower() not in _HOP]
            await send({"type": "http.response.start", "status": found.status_code, "headers": headers})
            async for chunk in found.aiter_raw():
                reading.take(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            count()  # before the agent knows that it can go on
            await send({"type": "http.response.body", "body": b""})

        pumping, leaving = asyncio.ensure_future(pump()), asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait((pumping, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (pumping, leaving):
                task.cancel()
            await asyncio.gather(pumping, leaving, return_exceptions=True)
            count()
            await found.aclose()
        if not pumping.cancelled() and (error := pumping.exception()) is not None:
            raise error  # the connection is cut then: what was cut must look cut

    def _count(self, sent: Sent, price: Price | None, reading: _Reading) -> None:
        tokens = tokens_of(reading.usage) if reading.whole else None
        self._spending.used(sent, tokens)
        if reading.usage:
            names = {"input": "input_tokens", "output": "output_tokens"}
            names |= {"cache_read": "cache_read_input_tokens", "cache_write": "cache_creation_input_tokens"}
            figures = {ours: reading.usage[theirs] for ours, theirs in names.items() if theirs in reading.usage}
            self._meter.take({"id": reading.id, "model": reading.model, **figures})
        cost = None
        if tokens is not None and reading.model is not None:
            cost = self._access.prices.cost(reading.model, tokens)
        self._cost = None if cost is None or self._cost is None else self._cost + cost.dollars


class _Reading:
    """Reads along what an answer says it used; it changes nothing."""

    def __init__(self, content_type: str) -> None:
        self._streamed = content_type.startswith("text/event-stream")
        self._lines = Lines(LARGEST)
        self._body = bytearray()
        self._stopped = False
        self.usage: dict[str, Any] = {}
        self.id: str | None = None
        self.model: str | None = None

    @property
    def whole(self) -> bool:
        """Whether the answer came to its end."""
        if not self._streamed and not self._stopped:
            with suppress(ValueError, RecursionError):
                message = json.loads(self._body)
                self._message(message if isinstance(message, dict) else {})
                self._stopped = bool(self.usage)
        return self._stopped

    def take(self, chunk: bytes) -> None:
        """A piece of the answer."""
        if not self._streamed:
            self._body += chunk[: LARGEST - len(self._body)]
            return
        for line, dropped in self._lines.feed(chunk):
            if dropped or not line.startswith(b"data:"):
                continue
            with suppress(ValueError, RecursionError):
                match json.loads(line[5:]):
                    case {"type": "message_start", "message": dict(message)}:
                        self._message(message)
                    case {"type": "message_delta", "usage": dict(usage)}:
                        self._take_usage(usage)
                    case {"type": "message_stop"}:
                        self._stopped = True

    def _message(self, message: Mapping[str, Any]) -> None:
        self.id, self.model = str(message.get("id")), str(message.get("model"))
        if isinstance(usage := message.get("usage"), dict):
            self._take_usage(usage)

    def _take_usage(self, usage: Mapping[str, Any]) -> None:
        self.usage |= {name: value for name, value in usage.items() if value is not None}


def _outside(asked: Mapping[str, Any]) -> str | None:
    """What in a request has the provider reach elsewhere for the agent: tools and servers of its own."""
    for name in ("mcp_servers", "container"):
        if asked.get(name):
            return f"`{name}`"
    tools = asked.get("tools") or []
    kinds = (str(tool.get("type") or "custom") for tool in tools if isinstance(tool, dict))
    return next((f"the tool {kind[:60]!r}" for kind in kinds if not _ACTS_INSIDE.fullmatch(kind)), None)


def _thinks_for(asked: Mapping[str, Any]) -> int:
    """Tokens that a request sets apart for thoughts."""
    match asked.get("thinking"):
        case {"budget_tokens": int(tokens)}:
            return tokens
    return 0


async def _body(request: Request) -> bytes | None:
    """None: it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            return None
    return bytes(body)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _error(status: int, kind: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """As the provider says it, so that an agent understands it."""
    return JSONResponse({"type": "error", "error": {"type": kind, "message": message}}, status, headers)


@asynccontextmanager
async def gateway(
    key: str | None, access: Access, allowance: Allowance, provider: Provider = UNLIMITED
) -> AsyncIterator[Gateway]:
    """A gateway to be served; left, it has let go of every connection."""
    timeout = httpx2.Timeout(_SILENCE_S, connect=10)
    async with httpx2.AsyncClient(timeout=timeout, follow_redirects=False) as client:
        yield Gateway(client, key, access, allowance, provider)
