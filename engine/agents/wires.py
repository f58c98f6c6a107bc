# SPDX-License-Identifier: Apache-2.0
"""What the model gateway knows of each provider's interface: requests, bounds, what it must not do, and figures.

Pure. A request is refused where it would have the provider reach elsewhere for the agent, or use what its own size
does not bound; what is not known to be harmless counts as that.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.agents.spending import Tokens

Json = Mapping[str, Any]

MOST_OUTPUT = 128_000
"""Tokens of an answer, where a request does not bound it."""
_BEYOND = "would reach beyond the model"
_UNBOUNDED = "would use what its own size does not tell"
_DEARER = "would cost more than the price that is known"
IMAGE, DOCUMENT = 5_000, 1_000_000
"""Tokens that one may take however few its bytes: a large empty picture, a file of many empty pages, a silent film."""
_NAME = r"[A-Za-z0-9][\w.@-]*"
_AT = "/v1(?:alpha|beta)?/models"


def _paths(**patterns: str) -> Mapping[str, re.Pattern[str]]:
    return MappingProxyType({method: re.compile(pattern) for method, pattern in patterns.items()})


@dataclass
class Reading:
    """What an answer told so far of what it used."""

    figures: dict[str, int] = field(default_factory=dict)
    """`input` (without cache), `output`, `cache_read` and `cache_write`, as far as they are known."""
    id: str | None = None
    model: str | None = None
    whole: bool = False
    """It came to its end."""

    @property
    def tokens(self) -> Tokens | None:
        """None where input or output is missing."""
        told = self.figures
        if "input" not in told or "output" not in told:
            return None
        return Tokens(told["input"], told["output"], told.get("cache_read", 0), told.get("cache_write", 0))

    def named(self, told: Json) -> None:
        """The answer's own id and model, where it tells them."""
        self.id = str(told["id"]) if told.get("id") else self.id
        self.model = str(told["model"]) if told.get("model") else self.model

    def take(self, **figures: object) -> None:
        """Figures that replace earlier ones; what is no count is passed over."""
        counts = {name: value for name, value in figures.items() if _is_count(value)}
        self.figures |= counts  # type: ignore[arg-type]


class Wire(ABC):
    """The interface of one provider."""

    provider: str
    base: str
    """Where it is, without the path's first part."""
    counted: re.Pattern[str]
    """The paths of POST requests that ask a model."""
    free: Mapping[str, re.Pattern[str]]
    """By method: what costs nothing; exactly these, since the key opens more than a model."""

    @abstractmethod
    def key(self, key: str) -> tuple[str, str]:
        """The header that carries the key."""

    @abstractmethod
    def model(self, path: str, asked: Json) -> str:
        """The model that is asked. Raises KeyError."""

    @abstractmethod
    def most(self, asked: Json) -> int | None:
        """Tokens that the answer may have; None: not told. Raises KeyError, TypeError or ValueError."""

    @abstractmethod
    def bound(self, asked: dict[str, Any], most: int) -> None:
        """Let the answer have so many tokens at most."""

    @abstractmethod
    def thoughts(self, asked: Json) -> int:
        """Tokens of the answer that the request sets apart for thoughts."""

    @abstractmethod
    def media(self, asked: Json) -> int:
        """Tokens that pictures and files in the request may take, which their bytes do not bound."""

    @abstractmethod
    def refusal(self, asked: Json) -> str | None:
        """What must not be sent, and why; None: nothing."""

    @abstractmethod
    def read(self, told: Json, reading: Reading) -> None:
        """An event of an answer that is streamed, or the whole of one that is not."""

    @abstractmethod
    def error(self, status: int, kind: str, message: str) -> dict[str, Any]:
        """An error as the provider says it, so that an agent understands it; `kind` in Anthropic's words."""


class Messages(Wire):
    """Anthropic's Messages API."""

    provider, base = "anthropic", "https://api.anthropic.com"
    counted = re.compile("/v1/messages")
    free = _paths(POST="/v1/messages/count_tokens", GET=rf"/v1/models(?:/{_NAME}(?::{_NAME})?)?")
    _prices = MappingProxyType({"speed": (None, "standard"), "inference_geo": (None, "global")})
    _acts_inside = re.compile(r"custom|(?:bash|text_editor|memory|computer|tool_search_tool)_\w+")

    def key(self, key: str) -> tuple[str, str]:
        return "x-api-key", key

    def model(self, path: str, asked: Json) -> str:
        return str(asked["model"])

    def most(self, asked: Json) -> int:
        return int(asked["max_tokens"])

    def bound(self, asked: dict[str, Any], most: int) -> None:
        asked["max_tokens"] = most

    def thoughts(self, asked: Json) -> int:
        match asked.get("thinking"):
            case {"budget_tokens": int(tokens)}:
                return tokens
        return 0

    def refusal(self, asked: Json) -> str | None:
        for name in ("mcp_servers", "container"):
            if asked.get(name):
                return f"`{name}` {_BEYOND}"
        for name, priced in self._prices.items():
            if asked.get(name) not in priced:
                return f"`{name}` {_DEARER}"
        edits = _dicts((asked.get("context_management") or {}).get("edits"))
        if any(str(edit.get("type")).startswith("compact") for edit in edits):  # requests of its own
            return f"`context_management` {_UNBOUNDED}"
        kinds = (str(tool.get("type") or "custom") for tool in _dicts(asked.get("tools")))
        if outside := next((kind for kind in kinds if not self._acts_inside.fullmatch(kind)), None):
            return f"the tool {outside[:60]!r} {_BEYOND}"
        if any(source.get("type") in ("url", "file") for _, source in self._sources(asked)):
            return f"a source that is not in the request {_BEYOND}"
        return None

    def media(self, asked: Json) -> int:
        given = [kind for kind, source in self._sources(asked) if source.get("type") == "base64"]
        return sum(IMAGE if kind == "image" else DOCUMENT for kind in given)

    def _sources(self, asked: Json) -> Iterator[tuple[object, dict[str, Any]]]:
        """Where each picture and document comes from, and which of them it is."""
        for message in _dicts(asked.get("messages")):
            for block in _blocks(message):
                for source in _dicts(block.get("source")):
                    yield block.get("type"), source
                    for inner in _blocks(source):
                        yield from ((inner.get("type"), found) for found in _dicts(inner.get("source")))

    def read(self, told: Json, reading: Reading) -> None:
        match told:
            case {"type": "message_start", "message": dict(message)}:
                self._message(message, reading)
            case {"type": "message_delta", "usage": dict(usage)}:
                self._usage(usage, reading)
            case {"type": "message_stop"}:
                reading.whole = True
            case {"content": list(), "usage": dict()}:
                self._message(told, reading)
                reading.whole = True

    def _message(self, message: Json, reading: Reading) -> None:
        reading.named(message)
        if isinstance(usage := message.get("usage"), dict):
            self._usage(usage, reading)

    def _usage(self, usage: Json, reading: Reading) -> None:
        reading.take(
            input=usage.get("input_tokens"),
            output=usage.get("output_tokens"),
            cache_read=usage.get("cache_read_input_tokens"),
            cache_write=usage.get("cache_creation_input_tokens"),
        )

    def error(self, status: int, kind: str, message: str) -> dict[str, Any]:
        return {"type": "error", "error": {"type": kind, "message": message}}


class Responses(Wire):
    """OpenAI's Responses API."""

    provider, base = "openai", "https://api.openai.com"
    counted = re.compile("/v1/responses")
    free = _paths(POST="/v1/responses/input_tokens", GET=rf"/v1/models(?:/{_NAME})?")
    _acts_inside = frozenset(("function", "custom", "local_shell", "apply_patch", "tool_search", "namespace"))
    _elsewhere = ("previous_response_id", "conversation", "prompt", "background")

    def key(self, key: str) -> tuple[str, str]:
        return "authorization", f"Bearer {key}"

    def model(self, path: str, asked: Json) -> str:
        return str(asked["model"])

    def most(self, asked: Json) -> int | None:
        return _most(asked.get("max_output_tokens"))

    def bound(self, asked: dict[str, Any], most: int) -> None:
        asked["max_output_tokens"] = most

    def thoughts(self, asked: Json) -> int:
        return 0

    def refusal(self, asked: Json) -> str | None:
        for name in self._elsewhere:
            if asked.get(name):
                return f"`{name}` {_UNBOUNDED}"
        if asked.get("service_tier") not in (None, "auto", "default", "flex"):
            return f"`service_tier` {_DEARER}"
        kinds = (str(tool.get("type")) for tool in _tools(asked.get("tools")))
        if outside := next((kind for kind in kinds if kind not in self._acts_inside), None):
            return f"the tool {outside[:60]!r} {_BEYOND}"
        for item in _dicts(asked.get("input")):
            if item.get("type") == "item_reference":
                return f"a reference to another request {_UNBOUNDED}"
            for part in _blocks(item, "content", "output"):
                image = part.get("image_url")
                if part.get("file_url") or part.get("file_id") or (image and not str(image).startswith("data:")):
                    return f"a file that is not in the request {_BEYOND}"
        return None

    def media(self, asked: Json) -> int:
        parts = [part for item in _dicts(asked.get("input")) for part in _blocks(item, "content", "output")]
        return sum(IMAGE * bool(part.get("image_url")) + DOCUMENT * bool(part.get("file_data")) for part in parts)

    def read(self, told: Json, reading: Reading) -> None:
        match told:
            case {"type": "response.completed" | "response.incomplete" | "response.failed", "response": dict(response)}:
                self._response(response, reading)
            case {"object": "response"}:
                self._response(told, reading)

    def _response(self, response: Json, reading: Reading) -> None:
        reading.named(response)
        usage = response.get("usage")
        if not isinstance(usage, dict):
            return
        reading.whole = True
        details = usage.get("input_tokens_details")
        details = details if isinstance(details, dict) else {}
        read, written = (_count(details.get(name)) for name in ("cached_tokens", "cache_write_tokens"))
        all_input = usage.get("input_tokens")
        fresh = max(0, all_input - read - written) if isinstance(all_input, int) else None
        reading.take(input=fresh, output=usage.get("output_tokens"), cache_read=read, cache_write=written)

    def error(self, status: int, kind: str, message: str) -> dict[str, Any]:
        return {"error": {"message": message, "type": kind, "param": None, "code": kind}}


_INLINE, _ANSWERS = ("inlineData", "inline_data"), ("functionResponse", "function_response")
"""Either spelling is taken."""


class Gemini(Wire):
    """Google's Gemini API."""

    provider, base = "google", "https://generativelanguage.googleapis.com"
    counted = re.compile(rf"{_AT}/({_NAME}):(?:g|streamG)enerateContent")
    free = _paths(POST=rf"{_AT}/{_NAME}:countTokens", GET=rf"{_AT}(?:/{_NAME})?")
    _known = frozenset(("contents", "systemInstruction", "tools", "toolConfig", "safetySettings", "generationConfig"))
    _declares = frozenset(("functionDeclarations",))

    def key(self, key: str) -> tuple[str, str]:
        return "x-goog-api-key", key

    def model(self, path: str, asked: Json) -> str:
        found = self.counted.fullmatch(path)
        assert found is not None
        return found[1]

    def most(self, asked: Json) -> int | None:
        return _most(_config(asked).get("maxOutputTokens"))

    def bound(self, asked: dict[str, Any], most: int) -> None:
        asked["generationConfig"] = {**_config(asked), "maxOutputTokens": most}

    def thoughts(self, asked: Json) -> int:
        match _config(asked).get("thinkingConfig"):
            case {"thinkingBudget": int(tokens)}:
                return max(0, tokens)
        return 0

    def refusal(self, asked: Json) -> str | None:
        config = _config(asked)
        told = (*(name for name in asked if name not in self._known), *(name for name in config if "_" in name))
        if told:  # of two spellings, who knows which one the provider takes
            return f"`{told[0][:60]}` {_UNBOUNDED}"
        if config.get("candidateCount") not in (None, 1):  # "4" would be taken for a number
            return f"more than one candidate {_UNBOUNDED}"
        named = (name for tool in _dicts(asked.get("tools")) for name in tool)
        if outside := next((name for name in named if name not in self._declares), None):
            return f"the tool {outside[:60]!r} {_BEYOND}"
        if any("fileData" in part or "file_data" in part for part in self._parts(asked)):
            return f"a file that is not in the request {_BEYOND}"
        return None

    def media(self, asked: Json) -> int:
        given = [found for part in self._parts(asked) for name in _INLINE for found in _dicts(part.get(name))]
        kinds = [str(found.get("mimeType") or found.get("mime_type")) for found in given]
        return sum(IMAGE if kind.startswith("image/") else DOCUMENT for kind in kinds)

    def _parts(self, asked: Json) -> Iterator[dict[str, Any]]:
        """The parts of all contents, and those of the answers of functions in them."""
        for content in (*_dicts(asked.get("contents")), *_dicts(asked.get("systemInstruction"))):
            for part in _dicts(content.get("parts")):
                yield part
                for name in _ANSWERS:
                    for answer in _dicts(part.get(name)):
                        yield from _dicts(answer.get("parts"))

    def read(self, told: Json, reading: Reading) -> None:
        reading.id = str(told["responseId"]) if told.get("responseId") else reading.id
        reading.model = str(told["modelVersion"]) if told.get("modelVersion") else reading.model
        if any(candidate.get("finishReason") for candidate in _dicts(told.get("candidates"))):
            reading.whole = True
        blocked = isinstance(feedback := told.get("promptFeedback"), dict) and feedback.get("blockReason")
        reading.whole = reading.whole or bool(blocked)
        if not isinstance(usage := told.get("usageMetadata"), dict):
            return
        cached = _count(usage.get("cachedContentTokenCount"))
        given = _count(usage.get("promptTokenCount")) + _count(usage.get("toolUsePromptTokenCount"))
        parts = [usage.get(name) for name in ("candidatesTokenCount", "thoughtsTokenCount", "totalTokenCount")]
        if any(_is_count(part) for part in parts):  # else nobody knows what was left out
            said, thought, total = map(_count, parts)
            output = max(said + thought, total - given)
            reading.take(input=max(0, given - cached), output=output, cache_read=cached)

    def error(self, status: int, kind: str, message: str) -> dict[str, Any]:
        return {"error": {"code": status, "message": message, "status": _STATUSES.get(status, "UNAVAILABLE")}}


_STATUSES = {400: "INVALID_ARGUMENT", 404: "NOT_FOUND", 413: "INVALID_ARGUMENT", 429: "RESOURCE_EXHAUSTED"}

WIRES: Mapping[str, Wire] = {wire.provider: wire for wire in (Messages(), Responses(), Gemini())}
"""By provider."""


def _dicts(value: object) -> Iterator[dict[str, Any]]:
    """The objects of a list; one alone counts, too, as it does for a provider that is lenient."""
    found = value if isinstance(value, list) else [value]
    return (item for item in found if isinstance(item, dict))


def _blocks(item: Json, *names: str) -> Iterator[dict[str, Any]]:
    """The blocks of a message, and those of the results in it."""
    for name in names or ("content",):
        for block in _dicts(item.get(name)):
            yield block
            yield from _dicts(block.get("content"))


def _tools(tools: object) -> Iterator[dict[str, Any]]:
    """The tools of a request, and those that it gathers under a name."""
    for tool in _dicts(tools):
        yield tool
        yield from _tools(tool.get("tools"))


def _config(asked: Json) -> Json:
    config = asked.get("generationConfig")
    if not isinstance(config, dict | None):
        raise TypeError("generationConfig is no object")
    return config or {}


def _most(told: object) -> int | None:
    """A bound of the answer as a request tells it; what is not positive may mean that there is none."""
    most = 0 if told is None else int(told)  # type: ignore[call-overload]
    return most if most > 0 else None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _count(value: object) -> int:
    return value if isinstance(value, int) and _is_count(value) else 0
