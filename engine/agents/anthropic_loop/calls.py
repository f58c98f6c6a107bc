# SPDX-License-Identifier: Apache-2.0
"""One request to the Messages API by the provider's SDK: its stream put together strictly, its failures by class.

Imports the SDK, so it is itself imported in a thread, when a turn first needs it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import anthropic
import httpx2

from engine.agents.anthropic_loop.conversation import Block, Said
from engine.agents.bounds import unfit
from engine.agents.mask import MASKED
from engine.agents.provider import unreachable
from engine.policy.failures import FailureClass, classify
from engine.policy.hints import retry_after_ms

SILENCE_S = 120.0
"""The longest silence within an answer."""
_CONNECT_S = 10.0

Client = anthropic.AsyncAnthropic


class Cut(Exception):
    """The answer ended before its end, or cannot be put together; the message says how."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A request that gave no message."""

    failure: FailureClass
    message: str
    retry_after_ms: int | None = None
    what: Literal["refused", "cut", "unreached"] = "refused"
    """`refused`: the provider said no, and nothing was used · `cut`: something may have been · `unreached`."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a model can do, as its provider tells; None: nobody told."""

    max_output: int | None = None
    thinking: bool = False
    """Thinks as much as it finds right, and sums it up."""
    efforts: frozenset[str] = frozenset()


def client(key: str, base_url: str | None) -> Client:
    """A client that repeats nothing by itself; close it."""
    return anthropic.AsyncAnthropic(
        api_key=key,
        base_url=base_url or "https://api.anthropic.com",
        max_retries=0,
        timeout=httpx2.Timeout(SILENCE_S, connect=_CONNECT_S),
    )


async def abilities(of: Client, model: str) -> Abilities:
    """What the provider tells of a model; a server that tells nothing is taken to be able to do little."""
    try:
        info = await of.models.retrieve(model, timeout=_CONNECT_S)
        can = info.capabilities
        if can is None:
            return Abilities(info.max_tokens or None)
        efforts = {name for name in ("low", "medium", "high", "xhigh", "max") if _supported(can.effort, name)}
        return Abilities(
            max_output=info.max_tokens or None,
            thinking=_supported(getattr(can.thinking, "types", None), "adaptive"),
            efforts=frozenset(efforts),
        )
    except (anthropic.AnthropicError, httpx2.HTTPError, ValueError, AttributeError):
        return Abilities()


def _supported(kind: object, name: str) -> bool:
    return getattr(getattr(kind, name, None), "supported", False) is True


async def ask(
    of: Client,
    request: Mapping[str, Any],
    *,
    on_event: Callable[[], None],
    on_usage: Callable[[str, str, Mapping[str, Any]], None],
    extra_body: Mapping[str, Any],
) -> Said:
    """Send a request and put its answer together. `on_usage` is told the message's id, model and figures as they grow.

    Raises:
        Cut: the answer came, and not to its end.
        anthropic.APIError, httpx2.HTTPError, ValueError: see `failure_of`.
    """
    stream = await of.messages.create(**request, stream=True, extra_body=dict(extra_body) or None)
    taking = _Taking(on_usage)
    async with stream:
        async for event in stream:
            on_event()
            taking.take(event.to_dict())
    return taking.message()


class _Taking:
    """Puts a message together, event by event. Blocks are kept as they came: they are sent back like that."""

    def __init__(self, on_usage: Callable[[str, str, Mapping[str, Any]], None]) -> None:
        self._on_usage = on_usage
        self._head: dict[str, Any] | None = None
        self._usage: dict[str, Any] = {}
        self._blocks: list[Block] = []
        self._parts: dict[int, list[str]] = {}
        self._open: set[int] = set()
        self._broken: list[str] = []
        self._delta: dict[str, Any] = {}
        self._stopped = False

    def take(self, event: Mapping[str, Any]) -> None:
        """One event of the stream. Raises Cut for one that no message can be made of."""
        match event:
            case {"type": "message_start", "message": dict(head)} if self._head is None:
                self._head = head
                self._count(head.get("usage"))
            case {"type": "content_block_start", "index": int(index), "content_block": dict(block)} if index == len(
                self._blocks
            ):
                self._blocks.append(dict(block))
                self._open.add(index)
            case {"type": "content_block_delta", "index": int(index), "delta": dict(delta)} if index in self._open:
                self._grow(index, delta)
            case {"type": "content_block_stop", "index": int(index)} if index in self._open:
                self._open.remove(index)
                self._close(index)
            case {"type": "message_delta", "delta": dict(delta)} if self._head is not None:
                self._delta |= delta
                self._count(event.get("usage"))
            case {"type": "message_stop"}:
                self._stopped = True
            case {"type": "message_start" | "content_block_start" | "content_block_delta" | "content_block_stop"}:
                raise Cut("events of the answer came out of order")

    def _grow(self, index: int, delta: Mapping[str, Any]) -> None:
        block = self._blocks[index]
        match delta:
            case {"type": "text_delta", "text": str(text)}:
                block["text"] = block.get("text", "") + text
            case {"type": "thinking_delta", "thinking": str(text)}:
                block["thinking"] = block.get("thinking", "") + text
            case {"type": "signature_delta", "signature": str(text)}:
                block["signature"] = block.get("signature", "") + text
            case {"type": "input_json_delta", "partial_json": str(text)}:
                self._parts.setdefault(index, []).append(text)
            case {"type": "citations_delta", "citation": dict(citation)}:
                block["citations"] = [*(block.get("citations") or []), citation]
            case _:
                raise Cut(f"the answer holds a delta of the unknown kind {str(delta.get('type'))[:60]!r}")

    def _close(self, index: int) -> None:
        block, given = self._blocks[index], "".join(self._parts.get(index, ()))
        if not given:
            return
        try:
            value = json.loads(given)
            if not isinstance(value, dict) or unfit(value):
                raise ValueError("no object, or none that could be sent back")
        except (ValueError, RecursionError):
            self._broken.append(str(block.get("name")))
            value = {}
        block["input"] = value

    def _count(self, usage: object) -> None:
        if isinstance(usage, dict) and self._head is not None:
            self._usage |= {name: value for name, value in usage.items() if value is not None}
            self._on_usage(str(self._head.get("id")), str(self._head.get("model")), self._usage)

    def message(self) -> Said:
        """The whole message. Raises Cut where its end did not come, or a tool is called with what is no JSON."""
        stop = self._delta.get("stop_reason")
        if self._head is None or not self._stopped or self._open or not isinstance(stop, str):
            raise Cut("the answer ended without its closing events")
        if self._broken and stop == "tool_use":
            raise Cut(f"the input of the tool {self._broken[0][:60]!r} is no JSON object")
        names = [block.get("id") for block in self._blocks if block.get("type") == "tool_use"]
        if not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
            raise Cut("calls of tools have no names of their own")
        details = self._delta.get("stop_details")
        return Said(
            id=str(self._head.get("id")),
            model=str(self._head.get("model")),
            content=tuple(self._blocks),
            stop=stop,
            usage=dict(self._usage),
            details=details if isinstance(details, dict) else {},
        )


# ----------------------------------------------------------------------------------------------------------- failures

ERRORS = (anthropic.AnthropicError, httpx2.HTTPError, Cut, ValueError)
"""Everything that a request may raise."""

_BY_TYPE: dict[str, FailureClass] = {
    "overloaded_error": "overloaded",
    "api_error": "overloaded",
    "timeout_error": "overloaded",
    "rate_limit_error": "rate_limited",
    "authentication_error": "authentication",
    "permission_error": "authentication",
    "billing_error": "authentication",
    "request_too_large": "context_overflow",
}


def failure_of(error: BaseException, secrets: Iterable[str], now: float) -> Failed:
    """What a request's exception means; by the provider's own type before the status. `now`: seconds since 1970."""
    text = " ".join(str(error).split())[:1_000] or type(error).__name__
    for secret in filter(None, secrets):
        text = text.replace(secret, MASKED.decode())
    match error:
        case anthropic.APIStatusError():
            return Failed(
                _class_of(error, text),
                text,
                retry_after_ms(error.response.headers.get("retry-after", ""), now),
                "cut" if error.status_code < 400 else "refused",
            )
        case anthropic.APITimeoutError():
            return Failed("overloaded", "the provider did not answer in time", what="cut")
        case anthropic.APIConnectionError():
            if isinstance(error.__cause__, httpx2.ConnectError):
                return Failed("unreachable", unreachable(error.__cause__, str(error.request.url)), what="unreached")
            cause = f" ({error.__cause__})" if error.__cause__ is not None and str(error.__cause__) else ""
            return Failed("overloaded", f"the provider cannot be reached{cause}", what="unreached")
        case httpx2.TimeoutException():
            return Failed("stalled", f"the answer fell silent for {SILENCE_S:g} s", what="cut")
        case httpx2.HTTPError() | Cut():
            return Failed("incomplete", f"the answer was cut: {text}", what="cut")
        case anthropic.AnthropicError():
            return Failed("unknown", text)
    return Failed("incomplete", f"the answer makes no sense: {text}", what="cut")


def _class_of(error: anthropic.APIStatusError, text: str) -> FailureClass:
    status = error.status_code
    kind = error.type or ""
    if kind in _BY_TYPE and not (kind == "api_error" and 400 <= status < 500):
        return _BY_TYPE[kind]
    if status in (401, 402, 403):
        return "authentication"
    if status == 429:
        return "rate_limited"
    if status == 413:
        return "context_overflow"
    if status in (408, 409) or status >= 500:
        return "overloaded"
    return "context_overflow" if classify(text) == "context_overflow" else "unknown"
