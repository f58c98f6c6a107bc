# SPDX-License-Identifier: Apache-2.0
"""What `codex exec --json` writes: items as they begin and end, errors in prose alone, usage of the whole thread."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from engine.agents.edits import edit_call
from engine.agents.output import LAST_MESSAGE, ErrorSaid, JsonLines, shown
from engine.agents.protocol import BudgetKind, Request, Turn
from engine.agents.state import Known, record
from engine.agents.transcript import TranscriptWriter
from engine.agents.usage import RequestCount, UsageMeter
from engine.policy.failures import classify
from engine.policy.hints import wait_hint_ms

_COUNTS = {
    "input": "input_tokens",
    "cache_read": "cached_input_tokens",
    "cache_write": "cache_write_input_tokens",
    "output": "output_tokens",
}
_PASSING = "Reconnecting..."
"""What it says of an error that it tries to get over by itself."""


class CodexOutput:
    """Takes one turn's standard output; for one thread at a time."""

    def __init__(self, turn: Turn, known: Known, writer: TranscriptWriter, meter: UsageMeter) -> None:
        self.stop: str | None = None
        self.error: ErrorSaid | None = None
        self.requests: list[Request] = []
        self.last_message = ""
        self.short: BudgetKind | None = None
        self._turn = turn
        self._thread = known.session
        self._before = known.tokens or {}
        self._writer = writer
        self._meter = meter
        self._json = JsonLines(writer, self._take)
        self._begun: set[str] = set()
        self._requests = RequestCount()

    def feed(self, chunk: bytes) -> None:
        self._json.feed(chunk)

    def finish(self) -> None:
        self._json.finish()

    def _take(self, event: Mapping[str, Any]) -> bool:
        """Whether the event was understood."""
        match event:
            case {"type": "thread.started", "thread_id": str(thread)}:
                if thread != self._thread:
                    record(self._turn, {"session": thread})
                    self._thread, self._before = thread, {}
            case {"type": "turn.started"}:
                pass
            case {"type": "item.started" | "item.updated" | "item.completed" as when, "item": {"type": str()} as item}:
                return self._item(item, over=when == "item.completed")
            case {"type": "turn.completed"}:
                self.stop, self.error = "end_turn", None
                self._usage(event.get("usage"))
                self._writer.add("stop", "end_turn")
            case {"type": "turn.failed", "error": {"message": str(message)}} | {
                "type": "error",
                "message": str(message),
            }:
                self._error(message)
            case _:
                return False
        return True

    def _item(self, item: Mapping[str, Any], *, over: bool) -> bool:
        if item["type"] in ("agent_message", "reasoning"):
            self._requests.said()
        match item:
            case {"type": "agent_message", "text": str(text)}:
                if over:
                    self._writer.add("message", text)
                    self.last_message = text[-LAST_MESSAGE:]
            case {"type": "reasoning", "text": str(text)}:
                if over:
                    self._writer.add("thought", text)
            case {"type": "command_execution", "command": str(command)}:
                self._tool(item, "shell", command, over, item.get("aggregated_output"))
            case {"type": "file_change", "changes": list(changes)}:
                told = [f"{c.get('kind')} {c.get('path')}" for c in changes[:200] if isinstance(c, dict)]
                self._tool(item, "edit", "\n".join(told), over, "", {"changes": changes})
            case {"type": "mcp_tool_call", "tool": str(tool)}:
                result = item.get("error") or item.get("result")
                self._tool(item, f"{item.get('server')}.{tool}", shown(item.get("arguments")), over, result)
            case {"type": "web_search", "query": str(query)}:
                self._tool(item, "web search", query, over, "")
            case {"type": "todo_list", "items": list(items)}:
                lines = (
                    f"[{'x' if todo.get('completed') else ' '}] {shown(todo.get('text'))}"
                    for todo in items[:200]
                    if isinstance(todo, dict)
                )
                self._writer.add("plan", "\n".join(lines))
            case {"type": "error", "message": str(message)}:
                self._writer.add("notice", message[:4_000])
            case _:
                return False
        return True

    def _tool(
        self, item: Mapping[str, Any], name: str, given: str, over: bool, output: object, changed: object = None
    ) -> None:
        """A call as it begins, and its result when it is over. `changed`: what it says of files, where it does."""
        key = str(item.get("id", ""))[:200]
        if key not in self._begun:
            self._begun.add(key)
            self._requests.said()
            allowed = self._turn.allowance.requests
            if allowed is not None and self._requests.count >= allowed:  # its result would go out with one more
                self.short = "requests"
            first = given.partition("\n")[0]
            text, more = edit_call(name, changed or given) or (given, {})
            self._writer.add("tool_call", text, meta={"id": key, "name": name[:200], "argument": first[:200], **more})
        if over:
            self._begun.discard(key)
            self._requests.ran()
            failed = item.get("status") in ("failed", "declined")
            meta: dict[str, object] = {"id": key, "name": name[:200], "outcome": "error" if failed else "ok"}
            if isinstance(code := item.get("exit_code"), int):
                meta["exit_code"] = code
            self._writer.add("tool_result", shown(output), is_error=failed, meta=meta)

    def _usage(self, usage: object) -> None:
        """What this turn added to the thread's figures. The input is told with what came from the cache."""
        if not isinstance(usage, dict):
            return
        counts = {ours: usage[theirs] for ours, theirs in _COUNTS.items() if _is_count(usage.get(theirs))}
        record(self._turn, {"tokens": counts})
        added = {name: max(0, count - self._before.get(name, 0)) for name, count in counts.items()}
        if "input" in added:
            added["input"] = max(0, added["input"] - added.get("cache_read", 0) - added.get("cache_write", 0))
        figures = self._meter.take({**added, "total": True, "requests": self._requests.count})
        self._writer.add("usage", meta={"total": True, **figures})

    def _error(self, message: str) -> None:
        if message.startswith(_PASSING):
            self._writer.add("notice", message[:4_000])
            return
        again = self.error is not None and self.error.message == message[:4_000]
        self.error = ErrorSaid(classify(message) or "unknown", message[:4_000], wait_hint_ms(message, time.time()))
        if not again:
            self._writer.add("error", self.error.message, title=self.error.failure, is_error=True)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
