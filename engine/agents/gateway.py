# SPDX-License-Identifier: Apache-2.0
"""The model gateway: the one way out of a closed network, for an agent that calls a model by itself.

It adds the key, which the agent never sees, counts what the provider's own answers tell, and does not send the request
whose worst case is more than is left. What comes back is passed on byte for byte.

Importing this takes a moment; it is imported when a turn first needs it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import httpx2
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from engine.agents.output import Lines
from engine.agents.protocol import Access, Allowance, TurnResult, Usage
from engine.agents.provider import UNLIMITED, Provider, Wait, unreachable
from engine.agents.spending import OVERHEAD, Sent, Short, Spending
from engine.agents.usage import UsageMeter
from engine.agents.wires import MOST_OUTPUT, WIRES, Reading, Wire
from engine.policy.failures import FailureClass
from engine.policy.hints import retry_after_ms
from engine.policy.prices import Price

LARGEST = 64 << 20
"""Bytes of a request, and of an answer that is not streamed."""
_SILENCE_S = 600.0
_TRIES = 3
"""Requests in a row that find no server before the agent is told not to try again."""
_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade".split()
)
_KEYS = frozenset(b"x-api-key authorization x-goog-api-key api-key cookie".split())
_MASKS = frozenset(b"x-goog-fieldmask x-http-method-override".split())
"""What would have an answer leave out its figures, or a request be another one."""
_OURS = _HOP | _KEYS | _MASKS | {b"host", b"content-length", b"accept-encoding", b"expect"}
_ASKED = frozenset(("alt", "beta", "limit", "after_id", "before_id", "pageSize", "pageToken"))
"""What passes of a query; the rest could carry a key, or a mask."""
_LIMITS: Mapping[int, FailureClass] = {429: "rate_limited", 529: "overloaded", 503: "overloaded"}


class Gateway:
    """An ASGI application: the interface of one provider, as one turn may use it."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        wire: Wire,
        key: str | None,
        access: Access,
        allowance: Allowance,
        provider: Provider,
    ) -> None:
        self._client = client
        self._wire = wire
        self._key = key
        self._access = access
        self._base = (access.base_url or wire.base).rstrip("/")
        self._bounded = allowance.tokens is not None or allowance.cost is not None
        self._provider = provider
        self._spending = Spending(allowance)
        self._meter = UsageMeter()
        self._unnamed = 0
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
                answer: Response | None = self._error(413, "request_too_large", f"more than {LARGEST:,} bytes")
            elif request.method == "POST" and self._wire.counted.fullmatch(path):
                answer = await self._counted(request, body, receive, send)
            elif (free := self._wire.free.get(request.method)) is not None and free.fullmatch(path):
                answer = await self._free(request, body)
            elif path == "/":
                answer = Response()
            else:
                told = f"the gateway leads to the models of {self._wire.provider}, and nowhere else"
                answer = self._error(404, "not_found_error", told)
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
            return self._error(529, "overloaded_error", f"the provider cannot be reached: {error}")
        return Response(found.content, found.status_code, media_type=found.headers.get("content-type"))

    async def _counted(self, request: Request, body: bytes, receive: Receive, send: Send) -> Response | None:
        """A call of a model. None: it was answered."""
        wire, told = self._wire, None
        try:
            asked = json.loads(body, object_pairs_hook=_once)
            model, told, refused = wire.model(request.url.path, asked), wire.most(asked), wire.refusal(asked)
            bound = len(body) + wire.media(asked) + OVERHEAD
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError):
            return self._error(400, "invalid_request_error", "the body is no request to a model")
        if refused is not None:
            return self._error(400, "invalid_request_error", f"Pilothouse: {refused}.")
        priced = self._access.prices.price(model)
        price = priced[0] if priced is not None else None
        permit = await self._provider.ready()
        if isinstance(permit, Wait):
            seconds = permit.left_ms(time.time()) / 1000
            waits = {"retry-after": f"{seconds:.0f}"}
            return self._error(429, "rate_limit_error", "the provider asked to wait", waits)
        wanted = MOST_OUTPUT if told is None else told
        fit = self._spending.fits(bound, wanted, price)
        if not isinstance(fit, Short) and (fit.lowered_by is not None or (told is None and self._bounded)):
            if fit.lowered_by is not None and wire.thoughts(asked) >= fit.max_tokens:
                fit = Short(fit.lowered_by, f"Its thoughts alone may be more than the {fit.max_tokens:,} tokens left.")
            else:
                wanted = fit.max_tokens
                wire.bound(asked, wanted)
                body = json.dumps(asked, ensure_ascii=False).encode("utf-8", "surrogatepass")
        if isinstance(fit, Short):
            self.short = fit
            words = f"Pilothouse: the budget of this turn is reached. {fit.sentence} End your turn."
            return self._error(400, "invalid_request_error", words, {"x-should-retry": "false"})
        sent = self._spending.sent(bound, wanted, price)
        try:
            found = await self._client.send(self._outgoing(request, body), stream=True)
        except httpx2.ConnectError as error:
            self._spending.refused(sent)
            self._unreached.append(unreachable(error, self._base))
            again = "true" if len(self._unreached) < _TRIES else "false"
            return self._error(502, "api_error", self._unreached[-1], {"x-should-retry": again})
        except httpx2.HTTPError as error:
            if isinstance(error, httpx2.ConnectTimeout):
                self._spending.refused(sent)
            else:  # it may have been answered, and paid for
                self._spending.lost(sent)
            await permit.limited("overloaded", None)
            return self._error(529, "overloaded_error", f"the provider cannot be reached: {error}")
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
        reading = _Reading(wire, model, found.headers.get("content-type", ""))
        await self._pass_on(found, reading, sent if found.status_code < 400 else None, price, receive, send)
        return None

    def _outgoing(self, request: Request, body: bytes) -> httpx2.Request:
        headers = [(name, value) for name, value in request.headers.raw if name.lower() not in _OURS]
        headers.append((b"accept-encoding", b"identity"))
        if self._key is not None:
            name, value = self._wire.key(self._key)
            headers.append((name.encode(), value.encode()))
        asked = [(name, value) for name, value in request.query_params.multi_items() if name in _ASKED]
        query = f"?{urlencode(asked)}" if asked else ""
        return self._client.build_request(
            request.method, f"{self._base}{request.url.path}{query}", headers=headers, content=body
        )

    async def _pass_on(
        self,
        found: httpx2.Response,
        reading: _Reading,
        sent: Sent | None,
        price: Price | None,
        receive: Receive,
        send: Send,
    ) -> None:
        """The answer as it comes, until its end or until the agent is gone; `sent` is what it has to count for."""
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
        told = reading.end()
        tokens = told.tokens if told.whole else None
        self._spending.used(sent, tokens)
        if told.figures:
            self._unnamed += told.id is None
            id_ = told.id or f"request-{self._unnamed}"
            self._meter.take({"id": id_, "model": told.model, **told.figures})
        cost = None
        if tokens is not None and told.model is not None:
            cost = self._access.prices.cost(told.model, tokens)
        self._cost = None if cost is None or self._cost is None else self._cost + cost.dollars

    def _error(self, status: int, kind: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
        return JSONResponse(self._wire.error(status, kind, message), status, headers)


class _Reading:
    """Reads along what an answer says it used; it changes nothing."""

    def __init__(self, wire: Wire, asked: str, content_type: str) -> None:
        """`asked` is the model that was asked, where the answer names none."""
        self._wire = wire
        self._streamed = content_type.startswith("text/event-stream")
        self._lines = Lines(LARGEST)
        self._body = bytearray()
        self._told = Reading(model=asked)

    def end(self) -> Reading:
        """What was told, now that nothing more comes."""
        with suppress(ValueError, RecursionError):
            if not self._streamed:
                whole = json.loads(self._body)
                for told in whole if isinstance(whole, list) else [whole]:
                    self._read(told)
        return self._told

    def take(self, chunk: bytes) -> None:
        """A piece of the answer."""
        if not self._streamed:
            self._body += chunk[: LARGEST - len(self._body)]
            return
        for line, dropped in self._lines.feed(chunk):
            if not dropped and line.startswith(b"data:"):
                with suppress(ValueError, RecursionError):
                    self._read(json.loads(line[5:]))

    def _read(self, told: object) -> None:
        if isinstance(told, dict):
            self._wire.read(told, self._told)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, each name of it once: of two, who knows which one the provider takes."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name that is there twice")
    return made


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


@asynccontextmanager
async def gateway(
    wire: str, key: str | None, access: Access, allowance: Allowance, provider: Provider = UNLIMITED
) -> AsyncIterator[Gateway]:
    """A gateway to the provider that `wire` names (`engine.agents.wires`), to be served.

    Left, it has let go of every connection.
    """
    timeout = httpx2.Timeout(_SILENCE_S, connect=10)
    async with httpx2.AsyncClient(timeout=timeout, follow_redirects=False) as client:
        yield Gateway(client, WIRES[wire], key, access, allowance, provider)
