# SPDX-License-Identifier: Apache-2.0
"""What the lines of Claude Code's `stream-json` mean: pure functions from one line to what it tells.

A line is a JSON object of a shape that changes with the version, so nothing is required of it, and what is not known is
passed over: the raw lines are kept beside. How a turn ended is read from `is_error`, `terminal_reason` and
`api_error_status`; `subtype` says "success" of failures too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.agents.edits import edit_call, file_head
from engine.agents.output import argument_of, shown
from engine.agents.protocol import BudgetKind, Permission
from engine.agents.transcript import Kind
from engine.agents.usage import figure
from engine.policy.failures import STOP_REASONS, FailureClass, classify

Line = Mapping[str, Any]
SYNTHETIC = "<synthetic>"
"""The model that messages of the program itself name."""
_ENDS_WELL = frozenset(("end_turn", "stop_sequence", "tool_use"))
"""Stop reasons with which a turn that completed has ended well; the last where its last tool was the answer."""
_ERRORS: dict[str, FailureClass] = {
    "authentication_failed": "authentication",
    "billing_error": "authentication",
    "rate_limit": "rate_limited",
}
"""What the program calls an error of its provider."""
_USAGE = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_write": "cache_creation_input_tokens",
}
_MODEL_USAGE = {
    "input": "inputTokens",
    "output": "outputTokens",
    "cache_read": "cacheReadInputTokens",
    "cache_write": "cacheCreationInputTokens",
}
_NAME = 200
_DIFF_LINES = 2_000
_MARKS = {"completed": "x", "in_progress": "~"}


@dataclass(frozen=True, slots=True)
class Said:
    """One entry of the transcript. Of a tool's result `meta["id"]` alone is known; who reads on knows its name."""

    kind: Kind
    text: str
    title: str = ""
    is_error: bool = False
    meta: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one request used so far, as `UsageMeter.take` has it. `stop`: it is over, and why."""

    event: Mapping[str, object]
    stop: str | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """The program has taken up the session."""

    version: str
    session: str
    servers: Mapping[str, str]
    """State of each MCP server: `connected`, `failed`…"""


@dataclass(frozen=True, slots=True)
class Asks:
    """It waits for a permission."""

    request: str
    permission: Permission


@dataclass(frozen=True, slots=True)
class Calls:
    """It passes a message on to an MCP server of ours, and waits for what that says."""

    request: str
    server: str
    message: Line


@dataclass(frozen=True, slots=True)
class Wants:
    """It waits for something else, which it does not get."""

    request: str
    what: str


@dataclass(frozen=True, slots=True)
class Drops:
    """It does not wait for that answer any more."""

    request: str


@dataclass(frozen=True, slots=True)
class Hears:
    """A message of ours was taken into the conversation."""

    id: str


@dataclass(frozen=True, slots=True)
class Limited:
    """The provider refuses until then (seconds since 1970), if it says when."""

    until: float | None


@dataclass(frozen=True, slots=True)
class Fails:
    """It will not get any further, and would try again for minutes."""

    failure: FailureClass
    message: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a turn. Without a stop it was aborted, or it failed."""

    stop: str | None
    """The reason with which it came to an end of its own, as the failure table has it."""
    failure: FailureClass | None
    message: str
    aborted: bool
    short: BudgetKind | None
    queued: int
    """Messages of ours that it goes on with before it is done."""
    figures: Mapping[str, object]
    """Of this turn, with what its sub-agents used; without the cost where only the session's is known."""
    session_cost: float | None
    """Of the whole session so far, in US dollars."""


Update = Said | Figures | Ready | Asks | Calls | Wants | Drops | Hears | Limited | Fails | Ended


def updates(line: Line) -> Iterator[Update]:
    """What one line tells."""
    match line:
        case {"type": "assistant", "message": dict(message)}:
            yield from _assistant(line, message)
        case {"type": "user", "isReplay": True, "uuid": str(id_)}:
            yield Hears(id_)
        case {"type": "user", "message": {"content": content}}:
            yield from _user(line, content)
        case {"type": "stream_event", "event": dict(event)}:
            yield from _streamed(line, event)
        case {"type": "system", "subtype": str(what)}:
            yield from _system(what, line)
        case {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected"} as info}:
            yield Limited(_number(info, "resetsAt") or None)
        case {"type": "control_request", "request_id": str(request), "request": dict(asked)}:
            yield _control(request, asked)
        case {"type": "control_cancel_request", "request_id": str(request)}:
            yield Drops(request)
        case {"type": "result"}:
            yield _ended(line)


# --------------------------------------------------------------------------------------------------------- what is said


def _assistant(line: Line, message: Line) -> Iterator[Update]:
    parent = line.get("parent_tool_use_id")
    below: dict[str, object] = {"parent": parent[:_NAME]} if isinstance(parent, str) else {}
    synthetic = message.get("model") == SYNTHETIC
    if not synthetic and isinstance(id_ := message.get("id"), str) and isinstance(usage := message.get("usage"), dict):
        # The line comes before the message is over, and again for each of its blocks: its output is not the whole.
        told = {key: value for key, value in _counts(usage, _USAGE).items() if key != "output"}
        yield Figures({"id": id_, "model": message.get("model"), **told})
    blocks = message.get("content")
    for block in blocks if isinstance(blocks, list) else ():
        match block:
            case {"type": "text", "text": str(text)} if synthetic:
                yield Said("notice", text, is_error=line.get("is_api_error_message") is True, meta=below)
            case {"type": "text", "text": str(text)} if text.strip():
                yield Said("message", text, meta=below)
            case {"type": "thinking", "thinking": str(text)} if text.strip():
                yield Said("thought", text, meta=below)
            case {"type": "tool_use", "name": "TodoWrite", "input": {"todos": list(todos)}}:
                yield Said("plan", _plan(todos), meta=below)
            case {"type": "tool_use", "name": str(name), "id": str(id_)}:
                given = block.get("input")
                text, more = edit_call(name, given) or (shown(given), {})
                meta = {"id": id_[:_NAME], "name": name[:_NAME], "argument": argument_of(given), **more, **below}
                yield Said("tool_call", text, meta=meta)


def _user(line: Line, content: object) -> Iterator[Update]:
    if isinstance(content, str):
        return
    for block in content if isinstance(content, list) else ():
        match block:
            case {"type": "tool_result", "tool_use_id": str(id_)}:
                failed = block.get("is_error") is True
                diff = _diff(line.get("tool_use_result"))
                text = "\n".join(filter(None, (_text(block.get("content")), diff)))
                meta: dict[str, object] = {"id": id_[:_NAME], "outcome": "error" if failed else "ok"}
                if diff:
                    meta["diff"] = "again"  # its call showed the same, with other line numbers
                yield Said("tool_result", text, is_error=failed, meta=meta)
            case {"type": "text", "text": str(text)}:
                yield Said("notice", text)


def _text(content: object) -> str:
    if not isinstance(content, list):
        return shown(content)
    blocks = [block if isinstance(block, dict) else {"text": block} for block in content]
    return "\n".join(shown(block.get("text", f"[{block.get('type', '?')}]")) for block in blocks)


def _diff(result: object) -> str:
    """What a tool changed, as it tells itself."""
    hunks = result.get("structuredPatch") if isinstance(result, dict) else None
    path = result.get("filePath") if isinstance(result, dict) else None
    lines: list[str] = []
    for hunk in hunks if isinstance(hunks, list) else ():
        match hunk:
            case {"oldStart": int(a), "oldLines": int(b), "newStart": int(c), "newLines": int(d), "lines": list(told)}:
                lines += [f"@@ -{a},{b} +{c},{d} @@", *(text for text in told if isinstance(text, str))]
    if not lines:
        return ""
    return "\n".join([*file_head(str(path)), *lines][:_DIFF_LINES])


def _plan(todos: list[object]) -> str:
    rows = [row for row in todos[:200] if isinstance(row, dict)]
    return "\n".join(f"[{_MARKS.get(str(row.get('status')), ' ')}] {row.get('content', '')}" for row in rows)


def _streamed(line: Line, event: Line) -> Iterator[Update]:
    match event:
        case {"type": "message_start", "message": {"id": str(id_), "usage": dict(usage), **message}}:
            yield Figures({"id": id_, "model": message.get("model"), **_counts(usage, _USAGE)})
        case {"type": "message_delta", "usage": dict(usage)} if isinstance(line.get("api_message_id"), str):
            delta = event.get("delta")
            stop = delta.get("stop_reason") if isinstance(delta, dict) else None
            yield Figures(
                {"id": line["api_message_id"], **_counts(usage, _USAGE)}, stop if isinstance(stop, str) else None
            )


def _counts(usage: Line, names: Mapping[str, str]) -> dict[str, object]:
    return {ours: usage[theirs] for ours, theirs in names.items() if usage.get(theirs) is not None}


# ----------------------------------------------------------------------------------------------- the program's own talk


def _system(what: str, line: Line) -> Iterator[Update]:
    match what, line:
        case "init", _:
            servers = line.get("mcp_servers")
            states = {
                str(server.get("name")): str(server.get("status"))
                for server in (servers if isinstance(servers, list) else ())
                if isinstance(server, dict)
            }
            yield Ready(str(line.get("claude_code_version", "")), str(line.get("session_id", "")), states)
        case "api_retry", {"error_status": 401 | 403 as status}:
            yield Fails("authentication", f"the provider refuses the credentials ({status})")
        case "api_retry", _:
            status, error = line.get("error_status"), str(line.get("error", ""))[:_NAME]
            why = f"{status} {error}".strip() if status is not None else error or "the connection broke"
            wait = line.get("retry_delay_ms")
            pause = f"; it tries again in {wait / 1000:.1f} s" if (wait := figure(wait, "cost")) else ""
            yield Said("notice", f"The provider: {why}{pause}.")
        case "informational", {"content": str(text)}:
            yield Said("notice", text)
        case "permission_denied", {"tool_name": str(tool)}:
            meta = {"id": str(line.get("tool_use_id", ""))[:_NAME], "name": tool[:_NAME], "allowed": False}
            yield Said("permission", str(line.get("message", ""))[:4_000], meta=meta)
        case "compact_boundary", _:
            yield Said("notice", "The conversation was compacted.")


def _control(request: str, asked: Line) -> Asks | Calls | Wants:
    match asked:
        case {"subtype": "can_use_tool", "tool_name": str(tool), "input": dict(given)}:
            id_ = asked.get("tool_use_id")
            return Asks(request, Permission(id_ if isinstance(id_, str) else request, tool[:_NAME], given))
        case {"subtype": "mcp_message", "server_name": str(server), "message": dict(message)}:
            return Calls(request, server, message)
    return Wants(request, str(asked.get("subtype", ""))[:_NAME])


# -------------------------------------------------------------------------------------------------------------- the end


def _ended(line: Line) -> Ended:
    terminal = str(line.get("terminal_reason") or "")
    stop = line.get("stop_reason")
    aborted = terminal.startswith("aborted")
    short: BudgetKind | None = {"max_turns": "requests", "budget_exhausted": "cost"}.get(terminal)  # type: ignore[assignment]
    came_to_its_end = line.get("is_error") is False and terminal in ("completed", "")
    failure: FailureClass | None = None
    if not came_to_its_end and not aborted:
        failure = "budget" if short else _failure(line, terminal)
    queued = line.get("queued_turn_count")
    return Ended(
        stop=("end_turn" if stop is None or stop in _ENDS_WELL else str(stop)[:_NAME]) if came_to_its_end else None,
        failure=failure,
        message="" if came_to_its_end else _reason(line),
        aborted=aborted,
        short=short,
        queued=queued if isinstance(queued, int) else 0,
        figures=_totals(line),
        session_cost=figure(line.get("total_cost_usd"), "cost"),
    )


def _failure(line: Line, terminal: str) -> FailureClass:
    """The class of a result that is an error, by what is measured before what is told in words."""
    status = line.get("api_error_status")
    if terminal == "prompt_too_long":
        return "context_overflow"
    if status == 429:
        return "rate_limited"
    if status in (401, 403):
        return "authentication"
    if isinstance(status, int) and status >= 500:
        return "overloaded"
    stop = str(line.get("stop_reason"))
    if stop in STOP_REASONS:
        return STOP_REASONS[stop]
    told = _reason(line)
    if "/login" in told:
        return "authentication"
    if "No conversation found" in told:
        return "state_divergence"
    return classify(told) or ("incomplete" if terminal == "api_error" and status is None else "unknown")


def _reason(line: Line) -> str:
    errors = line.get("errors")
    told = line.get("result") or (errors[0] if isinstance(errors, list) and errors else "")
    return str(told)[:4_000] or str(line.get("terminal_reason") or line.get("subtype") or "")[:_NAME]


def error_of(line: Line) -> FailureClass | None:
    """What a message of the program itself stands for; None: it is none, or a kind that is not known."""
    match line:
        case {"type": "assistant", "message": {"model": "<synthetic>"}, "error": str(error)}:
            return _ERRORS.get(error)
    return None


def _totals(line: Line) -> dict[str, object]:
    """What this turn used: by model, with sub-agents, since the last result; else of the main agent alone."""
    since = line.get("model_usage_since_last_result")
    if isinstance(since, dict):
        rows = [row for row in since.values() if isinstance(row, dict)]
        found: dict[str, object] = {name: sum(_number(row, key) for row in rows) for name, key in _MODEL_USAGE.items()}
        if all("costUSD" in row for row in rows):
            found["cost"] = sum(_number(row, "costUSD") for row in rows)
        return {**found, "models": tuple(str(name)[:_NAME] for name in since)}
    usage = line.get("usage")
    return _counts(usage, _USAGE) if isinstance(usage, dict) else {}


def _number(row: Line, key: str) -> float:
    return figure(row.get(key), "cost") or 0
