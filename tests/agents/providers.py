# SPDX-License-Identifier: Apache-2.0
"""Providers of the tests' own on loopback: OpenAI's Responses, Google's Gemini and Anthropic's Messages, by one script.

What is answered follows from a word in the last prompt; see `Provider.reply`. Each request for an answer is counted.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

SHELLS = ("exec_command", "shell", "run_shell_command", "bash", "Bash", "shell_command", "developer__shell")
"""What the agents call their tool that runs a command."""
SEARCHES = ("ToolSearch", "tool_search")
"""What they call their search for tools that are not told at once."""
COMMANDS = {
    "EDIT": "echo 'x = 2' > a.py && cat a.py",
    "SLOW": "echo begun > begun.txt; setsid sleep 7791 & sleep 7791",
    "ASK": "touch asked.txt",
    "LOOK": "cat /proc/[0-9]*/environ > seen.txt 2>&1; wc -c seen.txt",
    "STEER": "echo begun > begun.txt; until [ -e go ]; do sleep 0.05; done; rm go",
}
SAYS = {
    "PLAIN": "Hello there.",
    "EDIT": "Edited.",
    "SLOW": "Slept.",
    "ASK": "Asked.",
    "LOOK": "Looked.",
    "STEER": "Steered.",
    "AGAIN": "Again.",
}
INPUT, OUTPUT = 1000, 20
"""Tokens that every answer tells."""


@dataclass(frozen=True)
class Say:
    """The model's last word."""

    text: str


@dataclass(frozen=True)
class Call:
    """A call of the tool that runs commands."""

    tool: str
    command: str

    @property
    def is_verdict(self) -> bool:
        return "report_verdict" in self.tool


VERDICT: dict[str, Any] = {"result": "done", "summary": "reported"}
SOUGHT = {"query": "report_verdict", "limit": 5}
"""Of a search for tools."""


@dataclass(frozen=True)
class Fail:
    """No answer at all."""

    status: int
    message: str


Reply = Say | Call | Fail


@dataclass
class Provider:
    """Serves all three while it is entered."""

    seen: list[dict[str, Any]] = field(default_factory=list)
    """Bodies of the requests that asked a model, with their `path` and `headers`."""
    searched: bool = False
    """The model has searched for the engine's tool, and calls it next."""
    refused: list[str] = field(default_factory=list)
    """Calls of tools that a request left without their result, as no provider takes them."""

    def __enter__(self) -> Self:
        provider = self

        class Handler(_Handler):
            pass

        Handler.provider = provider
        Handler.numbers = itertools.count(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def reply(self, prompt: str, answered: bool, tools: list[str]) -> Reply:
        """What the model does, by the word that the last prompt holds; `answered`: a tool has run since."""
        words = [word for word in (*SAYS, "ERROR", "BUSY", "LOOP", "REPORT") if word in prompt]
        word = max(words, key=prompt.rfind, default="")
        shell = next((name for name in SHELLS if name in tools), "")
        if word == "ERROR":
            return Fail(400, "bad request here")
        if word == "BUSY":
            return Fail(429, "Rate limit exceeded, too many requests")
        if word == "REPORT" and tools and (not answered or self.searched):
            return self._report(tools)
        if word == "LOOP" and shell:
            return Call(shell, "true")
        if word in COMMANDS and not answered and shell:
            return Call(shell, COMMANDS[word])
        return Say(SAYS.get(word, "side"))

    def _report(self, tools: list[str]) -> Reply:
        """The call of the engine's tool; where it is behind a search, that first."""
        search = next((name for name in SEARCHES if name in tools), None)
        found = next((name for name in tools if "report_verdict" in name), None)
        if found is not None or search is None or self.searched:
            self.searched = False
            return Say("There is no such tool.") if found is None else Call(found, "")
        self.searched = True
        return Call(search, "")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider: Provider
    numbers: Iterator[int]

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._json(200, {"data": [], "models": []})

    def do_HEAD(self) -> None:
        self._json(200, {})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        path = self.path.partition("?")[0]
        n = next(self.numbers)
        if path.endswith("/responses"):
            told, form = _of_responses(body), _responses
        elif "enerateContent" in path:
            told, form = _of_gemini(body), _gemini
        elif path.endswith("/messages"):
            told, form = _of_messages(body), _messages
        elif path.endswith("count_tokens") or path.endswith(":countTokens"):
            return self._json(200, {"input_tokens": 10, "totalTokens": 10})
        else:
            return self._json(404, {"error": {"message": "no such thing here"}})
        reply = self.provider.reply(*told)
        if left := _unanswered(body):
            self.provider.refused += left
            reply = Fail(400, f"calls without a result: {', '.join(left)}")
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.provider.seen.append({"path": path, "reply": reply, "headers": headers, **body})
        if isinstance(reply, Fail):
            error = {"type": "rate_limit_error" if reply.status == 429 else "invalid_request_error"}
            code = reply.status if form is _gemini else error["type"]
            return self._json(
                reply.status, {"type": "error", "error": {**error, "message": reply.message, "code": code}}
            )
        events = form(reply, n)
        if form is _gemini and not path.endswith("streamGenerateContent"):
            return self._json(200, events[-1][1])
        if form is not _gemini and not body.get("stream"):
            return self._json(200, _whole(reply, n))
        lines = ((f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events)
        self._send(200, "text/event-stream", "".join(lines).encode())

    def _json(self, status: int, value: Any) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _unanswered(body: dict[str, Any]) -> list[str]:
    """The calls in a history that nothing follows as their result, in any of the three forms."""
    called: list[str] = []
    results: list[str] = []
    for item in body.get("input") or []:
        kind, key = item.get("type") or "", str(item.get("call_id"))
        (results if kind.endswith("_output") else called if kind.endswith("_call") else []).append(key)
    for message in body.get("messages") or []:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block.get("type") == "tool_use":
                called.append(block["id"])
            elif block.get("type") == "tool_result":
                results.append(block["tool_use_id"])
    for content in body.get("contents") or []:
        for part in content.get("parts") or []:
            if "functionCall" in part:
                called.append(part["functionCall"]["name"])
            elif "functionResponse" in part:
                results.append(part["functionResponse"]["name"])
    return list((Counter(called) - Counter(results)).elements())


Told = tuple[str, bool, list[str]]
Events = list[tuple[str, dict[str, Any]]]


# ------------------------------------------------------------------------------------------------- OpenAI's Responses


def _of_responses(body: dict[str, Any]) -> Told:
    prompt, answered = "", False
    offered: list[dict[str, Any]] = list(body.get("tools", []))
    for item in body.get("input", []):
        if item.get("type") in ("function_call_output", "tool_search_output"):
            answered = True
            offered += item.get("tools") or []
        elif item.get("role") == "user":
            content = item["content"]
            texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
            prompt, answered = "\n".join(texts), False
    return prompt, answered, [name for tool in offered for name in _names(tool)]


def _names(tool: dict[str, Any], above: str = "") -> list[str]:
    """The tool, or those that it gathers under its name."""
    name = str(tool.get("name") or tool.get("type", ""))
    inside = [found for one in tool.get("tools") or [] for found in _names(one, f"{name}/")]
    return inside or [above + name]


def _responses(reply: Reply, n: int) -> Events:
    item: dict[str, Any]
    if isinstance(reply, Call):
        given: dict[str, Any] = {"cmd": reply.command}
        if reply.command == COMMANDS["ASK"]:
            given |= {"sandbox_permissions": "require_escalated", "justification": "to be asked"}
        if reply.tool == "bash":
            given = {"command": reply.command, "description": "d"}
        elif reply.tool != "exec_command":
            given = {"command": ["bash", "-c", reply.command]}
        if reply.is_verdict:
            given = dict(VERDICT)
        space, _, name = reply.tool.rpartition("/")
        item = {
            "type": "function_call",
            "id": f"fc_{n}",
            "call_id": f"call_{n}",
            "name": name,
            **({"namespace": space} if space else {}),
            "arguments": json.dumps(given),
            "status": "completed",
        }
        if reply.tool in SEARCHES:
            item |= {"type": "tool_search_call", "execution": "client", "arguments": SOUGHT}
        deltas: Events = []
    else:
        assert isinstance(reply, Say)
        part = {"type": "output_text", "text": reply.text, "annotations": []}
        item = {"type": "message", "id": f"m_{n}", "role": "assistant", "status": "completed", "content": [part]}
        deltas = [
            (
                "",
                {
                    "type": "response.output_text.delta",
                    "item_id": f"m_{n}",
                    "output_index": 0,
                    "content_index": 0,
                    "delta": reply.text,
                },
            )
        ]
    usage = {
        "input_tokens": INPUT,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": OUTPUT,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": INPUT + OUTPUT,
    }
    response = {"id": f"resp_{n}", "object": "response", "status": "completed", "output": [item], "usage": usage}
    events: Events = [
        ("", {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}}),
        ("", {"type": "response.output_item.added", "output_index": 0, "item": item}),
        *deltas,
        ("", {"type": "response.output_item.done", "output_index": 0, "item": item}),
        ("", {"type": "response.completed", "response": response}),
    ]
    return [(data["type"], data) for _, data in events]


# ----------------------------------------------------------------------------------------------------- Google's Gemini


def _of_gemini(body: dict[str, Any]) -> Told:
    prompt, answered = "", False
    for content in body.get("contents", []):
        if content.get("role") != "user":
            continue
        parts = content.get("parts", [])
        if any("functionResponse" in part for part in parts):
            answered = True
        elif texts := [part["text"] for part in parts if "text" in part]:
            prompt, answered = "\n".join(texts), False
    declared = [tool for group in body.get("tools", []) for tool in group.get("functionDeclarations", [])]
    return prompt, answered, [tool["name"] for tool in declared]


def _gemini(reply: Reply, n: int) -> Events:
    if isinstance(reply, Call):
        given = VERDICT if reply.is_verdict else {"command": reply.command, "description": "d"}
        part: dict[str, Any] = {"functionCall": {"name": reply.tool, "args": given}}
    else:
        assert isinstance(reply, Say)
        part = {"text": reply.text}
    usage = {"promptTokenCount": INPUT, "candidatesTokenCount": OUTPUT, "totalTokenCount": INPUT + OUTPUT}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    return [("", {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2.5-pro"})]


# ------------------------------------------------------------------------------------------------ Anthropic's Messages


def _of_messages(body: dict[str, Any]) -> Told:
    prompt, answered = "", False
    for message in body.get("messages", []):
        if message.get("role") != "user":
            continue
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if any(block.get("type") == "tool_result" for block in blocks):
            answered = True
        else:
            prompt, answered = "\n".join(block.get("text", "") for block in blocks), False
    return prompt, answered, [tool.get("name", "") for tool in body.get("tools", [])]


def _block(reply: Reply, n: int) -> dict[str, Any]:
    if isinstance(reply, Call):
        given: dict[str, Any] = VERDICT if reply.is_verdict else {"command": reply.command, "description": "d"}
        if reply.tool in SEARCHES:
            given = {"query": "select:mcp__engine__report_verdict", "max_results": 5}
        return {"type": "tool_use", "id": f"toolu_{n:04}", "name": reply.tool, "input": given}
    assert isinstance(reply, Say)
    return {"type": "text", "text": reply.text}


def _whole(reply: Reply, n: int) -> dict[str, Any]:
    stop = "tool_use" if isinstance(reply, Call) else "end_turn"
    usage = {"input_tokens": INPUT, "output_tokens": OUTPUT}
    return {
        "id": f"msg_{n}",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-5-5",
        "usage": usage,
        "content": [_block(reply, n)],
        "stop_reason": stop,
        "stop_sequence": None,
    }


def _messages(reply: Reply, n: int) -> Events:
    whole, block = _whole(reply, n), _block(reply, n)
    if block["type"] == "tool_use":
        empty: dict[str, Any] = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    else:
        empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    begun = {**whole, "content": [], "stop_reason": None, "usage": {"input_tokens": INPUT, "output_tokens": 1}}
    stop = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": OUTPUT}},
        {"type": "message_stop"},
    ]
    return [(event["type"], event) for event in events]
