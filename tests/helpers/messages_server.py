# SPDX-License-Identifier: Apache-2.0
"""A Messages API of the tests' own on loopback: it says what a script says, fails where it is told to, and counts.

Runs in threads, so it serves tests on any loop, and processes. What an SDK or a command line agent sends is kept in
`requests`; nothing is sent that the script does not hold.
"""

from __future__ import annotations

import itertools
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Block = dict[str, Any]
MODEL = "claude-sonnet-5-5"


def text(words: str) -> Block:
    """A text block."""
    return {"type": "text", "text": words}


def thinking(words: str) -> Block:
    """A thinking block with its signature."""
    return {"type": "thinking", "thinking": words, "signature": "c2lnbmVk"}


def tool(name: str, given: Mapping[str, Any] | None = None, *, id: str | None = None, raw: str | None = None) -> Block:
    """A call of a tool; `raw` is sent as its input instead, be it JSON or not."""
    return {"type": "tool_use", "id": id, "name": name, "input": dict(given or {}), "raw": raw}


@dataclass(frozen=True)
class Answer:
    """One message of the model, and what becomes of it on its way. Events are counted from the message's start."""

    blocks: tuple[Block, ...] = ()
    stop: str | None = "end_turn"
    """None: the closing events are left out, and the stream ends."""
    input: int = 100
    output: int = 20
    cache_read: int = 0
    cache_write: int = 0
    id: str | None = None
    model: str | None = None
    """None: the model that was asked for."""
    stop_details: Mapping[str, Any] | None = None
    cut_after: int | None = None
    """The connection closes after so many events, without the end of the body."""
    half_event: bool = False
    """With `cut_after`: half of the next event is sent before."""
    reset_after: int | None = None
    """The connection is reset after so many events."""
    silent_after: int | None = None
    """Nothing more comes after so many events, until the client hangs up or the server is closed."""
    error_after: tuple[int, str, str] | None = None
    """After so many events an `error` event of this type and message, in a stream whose status was 200."""
    piece: int | None = None
    """Bytes a write; None: an event at a time."""
    wait: threading.Event | None = None
    """Nothing is sent before this is set."""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """An answer that is no message."""

    status: int
    type: str = "api_error"
    message: str = "it failed"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    """Instead of the JSON of an error."""


@dataclass(frozen=True)
class HangUp:
    """The connection closes before any answer."""


Reply = Answer | Failure | HangUp


@dataclass(frozen=True)
class Seen:
    """One request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    number: int
    """From 1; of calls of a model, only these have one, else 0."""
    at_once: int
    """Calls of a model that were open when this one came, with it."""

    @property
    def json(self) -> dict[str, Any]:
        value = json.loads(self.body)
        assert isinstance(value, dict)
        return value

    @property
    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.json["messages"]
        return found


Script = Sequence[Reply] | Callable[[Seen], Reply]


def says(*blocks: Block | str, **fields: Any) -> Answer:
    """An answer; a string is a text block. Stops for its tool calls where it has some and nothing else is said."""
    made = tuple(text(block) if isinstance(block, str) else block for block in blocks)
    if "stop" not in fields and any(block["type"] == "tool_use" for block in made):
        fields["stop"] = "tool_use"
    return Answer(made, **fields)


def at_most(k: int, wait_s: float, then: Script) -> Callable[[Seen], Reply]:
    """Refuses whoever is beyond `k` callers at once with 429 and this wait hint."""
    serve = _script(then)

    def reply(seen: Seen) -> Reply:
        if seen.at_once > k:
            return Failure(429, "rate_limit_error", "too many at once", {"retry-after": f"{wait_s:g}"})
        return serve(seen)

    return reply


def _script(script: Script) -> Callable[[Seen], Reply]:
    if callable(script):
        return script
    rest, lock = iter(script), threading.Lock()

    def following(seen: Seen) -> Reply:
        with lock:
            found = next(rest, None)
        return found or Failure(400, "invalid_request_error", "the script of the test has no more answers")

    return following


class MessagesServer:
    """The API. Use as a context manager; safe from any thread."""

    def __init__(self, script: Script, *, key: str | None = None, context_window: int = 200_000) -> None:
        """`key`: what `x-api-key` or the bearer token must be; None: nothing is checked."""
        self.requests: list[Seen] = []
        """Calls of a model, in the order they came; also those that were refused."""
        self.others: list[Seen] = []
        """Every other request: counting of tokens, lists of models."""
        self.hung_up = threading.Event()
        """Set once a client has left before its answer's end."""
        self.closing = threading.Event()
        self.key = key
        self.context_window = context_window
        self._reply = _script(script)
        self._lock = threading.Lock()
        self._open = 0
        self._ids = itertools.count(1)
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.api = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL, without `/v1`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop serving; connections that wait are cut. May be called again."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    # ------------------------------------------------------------------------------------------------ for the handler

    def begin(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[Seen, Reply | None]:
        """Count a request; the reply where it is a call of a model. `end` is called after it."""
        called = method == "POST" and path.partition("?")[0] == "/v1/messages"
        with self._lock:
            self._open += called
            number = len(self.requests) + 1 if called else 0
            seen = Seen(method, path, headers, body, number, self._open)
            (self.requests if called else self.others).append(seen)
        if not called:
            return seen, None
        given = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        if self.key is not None and given != self.key:
            return seen, Failure(401, "authentication_error", "invalid x-api-key")
        if fault := fault_of(seen.messages):
            return seen, Failure(400, "invalid_request_error", fault)
        return seen, self._reply(seen)

    def end(self, seen: Seen) -> None:
        """The answer is over."""
        with self._lock:
            self._open -= bool(seen.number)

    def complete(self, answer: Answer, asked: Mapping[str, Any]) -> Answer:
        """The answer with ids and the model filled in."""
        blocks = [
            {**block, "id": block["id"] or f"toolu_{next(self._ids)}"} if block["type"] == "tool_use" else block
            for block in answer.blocks
        ]
        return replace(
            answer,
            blocks=tuple(blocks),
            id=answer.id or f"msg_{next(self._ids)}",
            model=answer.model or str(asked.get("model", MODEL)),
        )


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    api: MessagesServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is told by `hung_up`."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve()

    def do_HEAD(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        api = self.server.api
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        seen, reply = api.begin(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        try:
            match reply:
                case None:
                    self._other(seen)
                case HangUp():
                    self.close_connection = True
                case Failure():
                    error = {"type": "error", "error": {"type": reply.type, "message": reply.message}}
                    self._json(reply.status, error, reply.headers, reply.body)
                case Answer():
                    answer = api.complete(reply, seen.json)
                    if answer.wait is not None:
                        answer.wait.wait()
                    if seen.json.get("stream"):
                        self._stream(answer)
                    else:
                        self._json(200, message_of(answer), answer.headers)
        except OSError:
            api.hung_up.set()
            self.close_connection = True
        finally:
            api.end(seen)

    def _other(self, seen: Seen) -> None:
        path = seen.path.partition("?")[0]
        if path == "/v1/messages/count_tokens":
            self._json(200, {"input_tokens": max(1, len(seen.body) // 4)})
        elif path == "/v1/models":
            model = self._model(MODEL)
            self._json(200, {"data": [model], "has_more": False, "first_id": MODEL, "last_id": MODEL})
        elif path.startswith("/v1/models/claude-"):
            self._json(200, self._model(path.rpartition("/")[2]))
        elif self.command == "HEAD":
            self._json(200, {})
        else:
            self._json(404, {"type": "error", "error": {"type": "not_found_error", "message": path}})

    def _model(self, name: str) -> dict[str, Any]:
        yes = {"supported": True}
        return {
            "type": "model",
            "id": name,
            "display_name": name,
            "created_at": "2026-01-01T00:00:00Z",
            "max_input_tokens": self.server.api.context_window,
            "max_tokens": 64_000,
            "capabilities": {
                "thinking": yes | {"types": dict.fromkeys(("adaptive", "enabled", "disabled", "between_tools"), yes)},
                "effort": yes | dict.fromkeys(("low", "medium", "high"), yes),
            },
        }

    def _json(
        self, status: int, value: object, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> None:
        data = json.dumps(value).encode() if body is None else body
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.send_header("request-id", "req_test")
        for name, word in (headers or {}).items():
            self.send_header(name, word)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _stream(self, answer: Answer) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.send_header("request-id", "req_test")
        for name, word in answer.headers.items():
            self.send_header(name, word)
        self.end_headers()
        for n, event in enumerate(events_of(answer)):
            if answer.error_after is not None and n == answer.error_after[0]:
                _, kind, told = answer.error_after
                self._event({"type": "error", "error": {"type": kind, "message": told}}, answer.piece)
                break
            if n == answer.silent_after:
                return self._silent()
            if n == answer.cut_after:
                if answer.half_event:
                    self._event(event, answer.piece, half=True)
                self.close_connection = True
                return
            if n == answer.reset_after:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
                self.close_connection = True
                return
            self._event(event, answer.piece)
        self.wfile.write(b"0\r\n\r\n")

    def _silent(self) -> None:
        """Until the client hangs up, or the server is closed."""
        self.connection.settimeout(0.02)
        self.close_connection = True
        while not self.server.api.closing.is_set():
            try:
                if not self.connection.recv(1):
                    self.server.api.hung_up.set()
                    return
            except TimeoutError:
                continue

    def _event(self, event: Mapping[str, Any], piece: int | None, *, half: bool = False) -> None:
        data = f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
        if half:
            data = data[: len(data) // 2]
        step = piece or len(data)
        for begin in range(0, len(data), step):
            part = data[begin : begin + step]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.flush()


def fault_of(messages: Sequence[Mapping[str, Any]]) -> str | None:
    """What the real API refuses a conversation for: sides that do not alternate, calls without exactly one result."""
    calls: list[str] = []
    sides = (message for message in messages if message["role"] != "system")  # which may stand between any two
    for n, message in enumerate(sides):
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if not blocks:
            return f"messages.{n}: content is empty"
        if message["role"] == ("assistant" if n % 2 == 0 else "user"):
            return f"messages.{n}: roles must alternate"
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if sorted(results) != sorted(calls):
            return f"messages.{n}: `tool_use` ids were found without `tool_result` blocks, or results without a call"
        calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
    return None


def usage_of(answer: Answer, output: int) -> dict[str, Any]:
    """The usage object of an answer."""
    return {
        "input_tokens": answer.input,
        "cache_creation_input_tokens": answer.cache_write,
        "cache_read_input_tokens": answer.cache_read,
        "output_tokens": output,
    }


def message_of(answer: Answer) -> dict[str, Any]:
    """The whole message, as it is sent without streaming."""
    return {
        "id": answer.id,
        "type": "message",
        "role": "assistant",
        "model": answer.model,
        "content": [_shown(block) for block in answer.blocks],
        "stop_reason": answer.stop,
        "stop_sequence": None,
        "usage": usage_of(answer, answer.output),
    }


def events_of(answer: Answer) -> Iterator[dict[str, Any]]:
    """The events of a streamed message."""
    start = {**message_of(answer), "content": [], "stop_reason": None, "usage": usage_of(answer, 1)}
    yield {"type": "message_start", "message": start}
    for index, block in enumerate(answer.blocks):
        yield {"type": "content_block_start", "index": index, "content_block": _begun(block)}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    if answer.stop is not None:
        ending: dict[str, Any] = {"stop_reason": answer.stop, "stop_sequence": None}
        if answer.stop_details is not None:
            ending["stop_details"] = dict(answer.stop_details)
        yield {"type": "message_delta", "delta": ending, "usage": usage_of(answer, answer.output)}
        yield {"type": "message_stop"}


def _shown(block: Block) -> Block:
    return {key: value for key, value in block.items() if key != "raw"}


def _begun(block: Block) -> Block:
    empty: dict[str, Block] = {
        "text": {"text": ""},
        "thinking": {"thinking": "", "signature": ""},
        "tool_use": {"input": {}},
    }
    return _shown(block) | empty.get(block["type"], {})


def _deltas(block: Block) -> Iterable[dict[str, Any]]:
    match block["type"]:
        case "text":
            yield from ({"type": "text_delta", "text": part} for part in _halves(block["text"]))
        case "thinking":
            yield from ({"type": "thinking_delta", "thinking": part} for part in _halves(block["thinking"]))
            yield {"type": "signature_delta", "signature": block["signature"]}
        case "tool_use":
            raw = block["raw"] if block["raw"] is not None else json.dumps(block["input"])
            yield from ({"type": "input_json_delta", "partial_json": part} for part in _halves(raw))


def _halves(words: str) -> tuple[str, ...]:
    middle = len(words) // 2
    return tuple(part for part in (words[:middle], words[middle:]) if part)
