# SPDX-License-Identifier: Apache-2.0
"""Turns the updates of an Agent Client Protocol session into transcript entries, in the order in which they came.

Nothing is believed and nothing required: an update is a mapping of unknown shape, and what is not understood is kept
raw. Every update about a tool call may be its first and may repeat what was said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.agents.edits import edit_call, unified
from engine.agents.output import LAST_MESSAGE, argument_of, shown
from engine.agents.transcript import TranscriptWriter
from engine.agents.usage import RequestCount, figure

_SILENT = ("user_message_chunk", "available_commands_update", "config_option_update", "session_info_update")
"""Known updates that add nothing to the story of a turn; the raw transcript has them."""
_CHUNKS = {"agent_message_chunk": "message", "agent_thought_chunk": "thought"}
_OVER = ("completed", "failed")
_PIECE = 1 << 18
"""Characters of a message that are kept waiting for its end."""
_MAX_TOOLS = 10_000
_MAX_OUTPUT = 1 << 20
_MAX_BLOCKS = 100
_MARKS = {"completed": "x", "in_progress": "~"}


@dataclass
class ToolCall:
    """What is known of one call of a tool."""

    id: str
    name: str = ""
    title: str = ""
    kind: str = ""
    status: str = ""
    input: Any = None
    output: str = ""
    streamed: str = ""
    diffs: list[tuple[str, str, str]] = field(default_factory=list)
    """Path, old text, new text."""
    paths: list[str] = field(default_factory=list)
    told: bool = False
    shown: bool = False
    """What it changes was told with the call."""
    over: bool = False

    def take(self, update: Mapping[str, Any]) -> None:
        """Later figures replace earlier ones; what is absent stays."""
        for name in ("title", "kind", "status"):
            if isinstance(value := update.get(name), str) and value:
                setattr(self, name, value[:2_000])
        named = (update.get("name"), *_names_in(update.get("_meta")), self.name or _one_word(self.title))
        self.name = next((name[:200] for name in named if isinstance(name, str) and name), "")
        if update.get("rawInput"):
            self.input = update["rawInput"]
        if isinstance(locations := update.get("locations"), list) and locations:
            paths = (place.get("path") for place in locations[:20] if isinstance(place, dict))
            self.paths = [path[:1_000] for path in paths if isinstance(path, str)]
        self._take_output(update)

    def _take_output(self, update: Mapping[str, Any]) -> None:
        texts, diffs = _content(update.get("content"))
        if texts:
            self.output = "\n".join(texts)[-_MAX_OUTPUT:]
        if diffs:
            self.diffs = diffs
        self.streamed = (self.streamed + _terminal_output(update.get("_meta")))[-_MAX_OUTPUT:]
        if not self.output and not self.streamed and "rawOutput" in update and update.get("status") in _OVER:
            raw = update["rawOutput"]
            told = raw.get("output", raw.get("error", raw)) if isinstance(raw, dict) else raw
            self.output = shown(told)[-_MAX_OUTPUT:]

    def told_call(self) -> tuple[str, dict[str, object]]:
        """The input as text, with what it changes if that is known; where there is none, what is said of the call."""
        if diff := unified(self.diffs):
            return diff, {"diff": True, "argument": " ".join(self.diffs[0][0].split())[:200]}
        known = edit_call(self.name or self.kind, self.input) if self.kind in ("edit", "") else None
        return known or (shown(self.input) if self.input else self.title, {})

    def shown_output(self) -> str:
        """What came out, with what it changed unless the call told that."""
        return "\n".join(filter(None, (self.output or self.streamed, "" if self.shown else unified(self.diffs))))


class Updates:
    """Takes the updates of one turn. For one thread at a time."""

    def __init__(self, writer: TranscriptWriter) -> None:
        self.last_message = ""
        self.cost: float | None = None
        """Of the whole session so far, in US dollars."""
        self.filled: list[int] = []
        """Tokens in the context, as told after each request (or more often, or less)."""
        self.requests = RequestCount()
        self.broke_down = False
        """The agent said of itself that it cannot go on."""
        self.tools: dict[str, ToolCall] = {}
        self._pending: list[ToolCall] = []
        self._writer = writer
        self._kind = ""
        self._message: object = None
        self._parts: list[str] = []
        self._chars = 0
        self._said: list[str] = []

    def take(self, update: object) -> None:
        """One update, as it stood in the notification."""
        if not isinstance(update, dict):
            self._raw(update)
            return
        match update.get("sessionUpdate"):
            case "agent_message_chunk" | "agent_thought_chunk" as kind:
                self._chunk(_CHUNKS[kind], update)
            case "tool_call" | "tool_call_update":
                self.tool(update)
            case "plan":
                self._plan(update.get("entries"))
            case "usage_update":
                self._usage(update)
            case "current_mode_update":
                self.flush()
                self._writer.add(
                    "notice", f"The agent is now in its mode {shown(update.get('currentModeId'))[:200]!r}."
                )
            case "session_info_update":
                self.broke_down |= _thread_status(update.get("_meta")) == "systemError"
            case str(known) if known in _SILENT:
                pass
            case _:
                self._raw(update)

    def tool(self, update: Mapping[str, Any]) -> ToolCall | None:
        """What is now known of the tool call; a permission request brings such an update too."""
        key = update.get("toolCallId")
        if not isinstance(key, str):
            self._raw(update)
            return None
        call = self.tools.get(key)
        if call is None:
            if len(self.tools) >= _MAX_TOOLS:
                self._raw(update)
                return None
            call = self.tools[key] = ToolCall(key[:200])
            self._pending.append(call)
            self.requests.said()
        call.take(update)
        if call.status not in ("", "pending"):
            self.tell(call)
        if call.status in _OVER and not call.over:
            self._tell_result(call, "error" if call.status == "failed" else "ok")
        return call

    @property
    def calls_open(self) -> bool:
        """Whether a tool was called whose result is still to go out."""
        return any(not call.over for call in self.tools.values())

    def tell(self, call: ToolCall) -> None:
        """The call as an entry, once."""
        if call.told:
            return
        self.flush()
        call.told = True
        meta: dict[str, object] = {
            "id": call.id,
            "name": call.name or call.kind or "tool",
            "argument": argument_of(call.input) or " ".join(call.title.split())[:200],
        }
        if call.paths:
            meta["paths"] = call.paths
        text, more = call.told_call()
        call.shown = "diff" in more
        self._writer.add("tool_call", text, title=call.title[:200], meta=meta | more)

    def finish(self) -> None:
        """The turn is over: what was begun is told as far as it came."""
        for call in self.tools.values():
            if not call.over and (call.told or call.title):
                self.tell(call)
                self._tell_result(call, "unknown")
        self.flush()

    def flush(self) -> None:
        """The message or thought so far is an entry; what comes next is another one."""
        self._piece()
        self._kind = ""

    def _piece(self) -> None:
        if not self._parts:
            return
        text = "".join(self._parts)
        self._parts, self._chars = [], 0
        self._writer.add("message" if self._kind == "message" else "thought", text)
        if self._kind == "message":
            self._said.append(text)
            self.last_message = "".join(self._said)[-LAST_MESSAGE:]

    def _tell_result(self, call: ToolCall, outcome: str) -> None:
        self.flush()
        call.over = True
        self.requests.ran()
        meta: dict[str, object] = {"id": call.id, "name": call.name or call.kind or "tool", "outcome": outcome}
        if call.diffs and not call.shown:
            meta["diff"] = True
        self._writer.add("tool_result", call.shown_output(), is_error=outcome == "error", meta=meta)
        call.output = call.streamed = ""
        call.diffs = []

    def _chunk(self, kind: str, update: Mapping[str, Any]) -> None:
        text, message = _text_of(update.get("content")), update.get("messageId")
        if _is_informational(update.get("_meta")):
            self.flush()
            self._writer.add("notice", text)
            return
        if kind != self._kind or (message is not None and message != self._message):
            self.flush()
            self._kind, self._message, self._said = kind, message, []
        self.requests.said()
        self._parts.append(text)
        self._chars += len(text)
        if self._chars > _PIECE:
            self._piece()

    def _plan(self, entries: object) -> None:
        self.flush()
        lines = [
            f"[{_MARKS.get(str(entry.get('status')), ' ')}] {shown(entry.get('content'))}"
            for entry in (entries if isinstance(entries, list) else [])[:200]
            if isinstance(entry, dict)
        ]
        self._writer.add("plan", "\n".join(lines))

    def _usage(self, update: Mapping[str, Any]) -> None:
        for call in self._pending:  # the request is over, so what it calls is known to its end
            if call.input:
                self.tell(call)
        self._pending.clear()
        cost, used = update.get("cost"), update.get("used")
        if isinstance(used, int) and not isinstance(used, bool) and len(self.filled) < _MAX_TOOLS:
            self.filled.append(used)
        if isinstance(cost, dict) and cost.get("currency") == "USD":
            amount = figure(cost.get("amount"), "cost")
            self.cost = self.cost if amount is None else float(amount)

    def _raw(self, update: object) -> None:
        self.flush()
        self._writer.add("raw", json.dumps(update, ensure_ascii=False))


# ------------------------------------------------------------------------------------------------- parts of an update


def is_content(update: object) -> bool:
    """Whether an update tells of something said or done."""
    kind = update.get("sessionUpdate") if isinstance(update, dict) else None
    return isinstance(kind, str) and kind.startswith(("user_message", "agent_", "tool_call", "plan"))


def _text_of(content: object) -> str:
    match content:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": "resource_link", "uri": str(uri)}:
            return uri
        case {"type": "resource", "resource": {"text": str(text)}}:
            return text
        case {"type": str(kind)}:
            return f"[{kind}]"
    return ""


def _content(blocks: object) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The texts and the diffs of a tool call's content."""
    texts: list[str] = []
    diffs: list[tuple[str, str, str]] = []
    for block in blocks[:_MAX_BLOCKS] if isinstance(blocks, list) else []:
        match block:
            case {"type": "content", "content": content}:
                texts.append(_text_of(content))
            case {"type": "diff", "path": str(path), "newText": str(new)}:
                old = block.get("oldText")
                diffs.append((path, old if isinstance(old, str) else "", new))
    return [text for text in texts if text], diffs


def _names_in(meta: object) -> Iterator[object]:
    match meta:
        case {"claudeCode": {"toolName": name}}:
            yield name


def _one_word(title: str) -> str:
    """A title that is no sentence, and so the name of a tool."""
    return title if re.fullmatch(r"[\w.:-]{1,60}", title) else ""


def _terminal_output(meta: object) -> str:
    match meta:
        case {"terminal_output_delta": {"data": str(data)}} | {"terminal_output": {"data": str(data)}}:
            return data
    return ""


def _thread_status(meta: object) -> str:
    match meta:
        case {"codex": {"threadStatus": {"type": str(status)}}}:
            return status
    return ""


def _is_informational(meta: object) -> bool:
    """A word of the adapter's own, which would pass for the agent's."""
    match meta:
        case {"claudeCode": {"kind": "informational"}}:
            return True
    return False
