# SPDX-License-Identifier: Apache-2.0
"""The `claude-code` backend: the person's own Claude Code, spoken with line by line in both directions.

One process is one turn of one session. The session's id is ours and on record before the process starts; its file lies
in a folder of the attempt, so nobody else's conversation can be taken for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import uuid
from collections import deque
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.agents import claude_lines as told
from engine.agents.acp_profiles import CLAUDE, CLAUDE_TOOLS
from engine.agents.mcp_messages import answer
from engine.agents.output import LAST_MESSAGE, ErrorSaid, JsonLines
from engine.agents.process_turn import Dialogue, Invocation, ProcessSession
from engine.agents.protocol import BudgetKind, Capabilities, Session, Turn, Watcher, permission_policy
from engine.agents.state import Known, home_of, recall, record
from engine.agents.transcript import TranscriptWriter
from engine.agents.usage import UsageMeter
from engine.placement import Control, isolation_for
from engine.policy.failures import FailureClass
from engine.policy.hints import wait_hint_ms

ENGINE = "engine"
"""The MCP server that the engine's tools are, to the agent."""
_ENV = {
    "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_MAX_RETRIES": "2",
    "DISABLE_AUTOUPDATER": "1",
    "MCP_TOOL_TIMEOUT": str(24 * 3_600_000),
}
"""Longer waits for a provider are the fleet's, and shared; an answer of a tool may be a person's."""
_MOST_OPEN = 64
"""Questions of one agent that are waited for at the same time."""


class ClaudeCodeBackend:
    """Claude Code, found on PATH or named by the role's `argv`."""

    name = "claude-code"
    capabilities = Capabilities(resume=True, interrupt=True, messages=True, usage="live", tools="in-band")

    async def start(self, session: str) -> Session:
        return ClaudeSession()

    async def resume(self, session: str) -> Session:
        return ClaudeSession()


class ClaudeSession(ProcessSession):
    """A session of Claude Code: one process a turn."""

    def __init__(self) -> None:
        super().__init__(self._invocation)
        self._turn: ClaudeTurn | None = None

    async def send(self, text: str) -> bool:
        """Say something to the running turn; whether it was taken into the conversation."""
        return self._turn is not None and await self._turn.say(text)

    def _invocation(self, turn: Turn) -> Invocation:
        # Behind the gateway it has no key and no login; both are the gateway's.
        home = home_of(turn, CLAUDE if turn.role.network == "open" else replace(CLAUDE, login={}, passes=()))
        folder = Path(home.env["CLAUDE_CONFIG_DIR"])
        known, again = recall(turn), _has_conversation(folder, turn.session)
        env = _ENV | dict(home.env)
        if turn.access.base_url is not None:
            env.setdefault("ANTHROPIC_BASE_URL", turn.access.base_url)
        if isolation_for(turn.role.isolation) == "open":  # agents could talk to each other in a folder they share
            scratch = folder.parent / "tmp"
            scratch.mkdir(exist_ok=True)
            env["TMPDIR"] = str(scratch)

        def speak(writer: TranscriptWriter, meter: UsageMeter) -> ClaudeTurn:
            self._turn = ClaudeTurn(turn, known, writer, meter)
            if turn.turn > 1 and not again:
                writer.add("notice", "Its session of the turns before is gone, or never began: it begins anew.")
            return self._turn

        return Invocation(
            argv=command_line(turn, again=again),
            output=speak,
            raw="raw.jsonl",
            writable=(*home.writable, *home.readable),  # a login is renewed where it lies
            env=env,
        )


def _has_conversation(folder: Path, session: str) -> bool:
    """Whether the session can be taken up; a file of it in which nothing was said yet is removed. Blocks."""
    found = False
    for path in folder.glob(f"projects/*/{session}.jsonl"):
        if b'"type":"user"' in path.read_bytes():
            found = True
        else:
            path.unlink()
    return found


def command_line(turn: Turn, *, again: bool) -> tuple[str, ...]:
    """The arguments of one turn; `again`: the session has been spoken in before."""
    role, allowance = turn.role, turn.allowance
    tools = role.tools if role.tools is not None else CLAUDE_TOOLS
    policy = permission_policy(role, "sandboxed" if isolation_for(role.isolation) == "sandboxed" else "open")
    allowed = (f"mcp__{ENGINE}", *(tools if policy == "allow" else ()))
    servers = {**role.mcp_servers, ENGINE: {"type": "sdk", "name": ENGINE}}
    words = ["-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json"]
    words += ["--include-partial-messages", "--replay-user-messages", "--permission-prompt-tool", "stdio"]
    words += ["--resume" if again else "--session-id", turn.session]
    words += [f"--tools={','.join(tools)}", f"--allowedTools={','.join(allowed)}"]
    words += ["--mcp-config", json.dumps({"mcpServers": servers}), "--strict-mcp-config", "--setting-sources="]
    words += [f"--add-dir={turn.attempt_dir}", f"--add-dir={turn.blackboard}"]
    if role.model:
        words.append(f"--model={role.model[0]}")
    if role.effort is not None:
        words.append(f"--effort={role.effort}")
    if role.instructions:
        words.append(f"--append-system-prompt={role.instructions}")
    if allowance.requests is not None:
        words.append(f"--max-turns={allowance.requests}")
    return (*(role.argv or ("claude",)), *words)


class ClaudeTurn(Dialogue):
    """One turn: lines to it and from it. `feed` and `finish` on the process's thread, everything else on the loop."""

    def __init__(self, turn: Turn, known: Known, writer: TranscriptWriter, meter: UsageMeter) -> None:
        super().__init__()
        self._turn = turn
        self._known = known
        self._writer = writer
        self._meter = meter
        self._json = JsonLines(writer, self._read, self._write_notes)
        self._last = ""
        self._names: dict[str, str] = {}
        self._totals: dict[str, float] = {}
        self._session_cost: float | None = None
        self._limited_until: float | None = None
        self._synthetic: FailureClass | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._control: Control | None = None
        self._over = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._notes: deque[told.Said] = deque()
        """Entries that the loop has for the transcript, which the process's thread alone writes."""
        self._said: dict[str, asyncio.Future[bool]] = {}
        self._texts: dict[str, str] = {}

    @property
    def last_message(self) -> str:
        return self._last if self.stop == "end_turn" and self.error is None else ""

    # --------------------------------------------------------------------------------------------------- on the loop

    async def talk(self, control: Control, watcher: Watcher) -> None:
        self._loop, self._control, self._watcher = asyncio.get_running_loop(), control, watcher
        self._write({"type": "control_request", "request_id": "hello", "request": {"subtype": "initialize"}})
        self._write(_message(self._turn.prompt, str(uuid.uuid4())))
        try:
            await self._over.wait()
        finally:
            self._over.set()
            for task in self._tasks.values():
                task.cancel()
            if self._tasks:
                await asyncio.wait(list(self._tasks.values()))
            for waiting in self._said.values():
                if not waiting.done():
                    waiting.set_result(False)

    def interrupt(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._interrupt()

    async def say(self, text: str) -> bool:
        """Put a message beside the next result of a tool; False where the turn ended before it was taken."""
        if self._control is None or self._over.is_set():
            return False
        id_ = str(uuid.uuid4())
        taken: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._said[id_], self._texts[id_] = taken, text
        self._write(_message(text, id_))
        return await taken

    def _take(self, update: told.Update) -> None:
        match update:
            case told.Asks(request=request):
                self._begin(request, self._permit(update))
            case told.Calls(request=request):
                self._begin(request, self._call(update))
            case told.Wants(request=request, what=what):
                self._refuse(request, f"{what} is not served here")
            case told.Drops(request=request):
                if (task := self._tasks.get(request)) is not None:
                    task.cancel()
            case told.Hears(id=id_):
                if (waiting := self._said.get(id_)) is not None and not waiting.done():
                    waiting.set_result(True)
                    self._notes.append(told.Said("notice", self._texts[id_], title="said to it while it worked"))
            case _:
                self._over.set()

    def _begin(self, request: str, work: Coroutine[Any, Any, None]) -> None:
        if self._over.is_set() or request in self._tasks or len(self._tasks) >= _MOST_OPEN:
            work.close()
            return self._refuse(request, "too much at once")
        task = self._tasks[request] = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self._tasks.pop(request, None))

    async def _permit(self, asks: told.Asks) -> None:
        assert self._control is not None
        with self._control.clocks_stop():
            given = await self._watcher.permission(asks.permission)
        meta = {"id": asks.permission.id, "name": asks.permission.tool, "allowed": given.allow}
        self._notes.append(told.Said("permission", given.note, meta=meta))
        if given.allow:
            self._reply(asks.request, {"behavior": "allow", "updatedInput": dict(asks.permission.input)})
        else:
            self._reply(asks.request, {"behavior": "deny", "message": given.note or "A person denied this."})

    async def _call(self, calls: told.Calls) -> None:
        box = self._turn.tools
        if box is None or calls.server != ENGINE:
            return self._refuse(calls.request, f"there is no server {calls.server[:60]!r} here")
        self._reply(calls.request, {"mcp_response": await answer(box, calls.message)})

    def _interrupt(self) -> None:
        self._write({"type": "control_request", "request_id": "stop", "request": {"subtype": "interrupt"}})

    def _reply(self, request: str, response: Mapping[str, Any]) -> None:
        body = {"subtype": "success", "request_id": request, "response": response}
        self._write({"type": "control_response", "response": body})

    def _refuse(self, request: str, why: str) -> None:
        self._write({"type": "control_response", "response": {"subtype": "error", "request_id": request, "error": why}})

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self._control is not None
        self._control.write(json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    # ------------------------------------------------------------------------------------ on the process's thread

    def feed(self, chunk: bytes) -> None:
        self._json.feed(chunk)

    def finish(self) -> None:
        self._json.finish()
        self._write_notes()
        if self._session_cost is not None:
            with contextlib.suppress(OSError):  # then what the session cost so far is known from its lines alone
                record(self._turn, {"cost": self._session_cost})
        if self.error is not None:
            self._writer.add("error", self.error.message, title=self.error.failure, is_error=True)
        if self.stop is not None:
            self._writer.add("stop", self.stop, is_error=self.stop != "end_turn")

    def _read(self, event: dict[str, Any]) -> bool:
        self._synthetic = told.error_of(event) or self._synthetic
        for update in told.updates(event):
            self._tell(update)
        return True

    def _write_notes(self) -> None:
        while self._notes:
            self._say(self._notes.popleft())

    def _tell(self, update: told.Update) -> None:
        match update:
            case told.Said():
                self._say(update)
            case told.Figures():
                self._count(update)
            case told.Ready(version=version, servers=servers):
                self.version = version[:100] or None
                if broken := sorted(name for name, state in servers.items() if state == "failed"):
                    self._fail("tool_missing", f"its MCP server {', '.join(broken)} cannot be reached")
            case told.Limited(until=until):
                self._limited_until = until
            case told.Fails(failure=failure, message=message):
                self._fail(failure, message)
            case told.Ended():
                self._end(update)
            case _:
                self._on_loop(update)

    def _on_loop(self, update: told.Update) -> None:
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._take, update)

    def _say(self, said: told.Said) -> None:
        meta = dict(said.meta)
        if said.kind == "tool_call" and len(self._names) < 10_000:
            self._names[str(meta["id"])] = str(meta["name"])
        elif said.kind == "tool_result":
            meta["name"] = self._names.pop(str(meta["id"]), "")
        elif said.kind == "message" and "parent" not in meta:
            self._last = said.text[-LAST_MESSAGE:]
        self._writer.add(said.kind, said.text, title=said.title, is_error=said.is_error, meta=meta)

    def _fail(self, failure: FailureClass, message: str) -> None:
        """It is told once; what follows from the stop that this brings changes nothing."""
        if self.error is None:
            wait = self._wait_ms(message) if failure in ("rate_limited", "overloaded") else None
            self.error = ErrorSaid(failure, message, wait)
        self._on_loop(told.Fails(failure, message))

    def _wait_ms(self, message: str) -> int | None:
        now = time.time()
        return wait_hint_ms(message, now) if self._limited_until is None else _left_ms(self._limited_until, now)

    # -------------------------------------------------------------------------------------------- what it may use

    def _count(self, figures: told.Figures) -> None:
        known = self._meter.take(figures.event)
        if figures.stop is None:
            return
        self._writer.add("usage", meta={**figures.event, **known})
        if figures.stop == "tool_use" and self.short is None and (kind := self._used_up()) is not None:
            self.short = kind
            self._writer.add("notice", f"What the turn may use of {kind} is used up: it is stopped before it asks on.")
            self._interrupt()

    def _used_up(self) -> BudgetKind | None:
        used, allowed = self._meter.usage(cut=True), self._turn.allowance
        if used is None:
            return None
        if allowed.tokens is not None:
            parts = (used.input, used.output, used.cache_read, used.cache_write)
            if sum(part or 0 for part in parts) >= allowed.tokens:
                return "tokens"
        if allowed.cost is not None and len(used.models) == 1:
            priced = self._turn.access.prices.cost(used.models[0], used)
            if priced is not None and priced.dollars >= allowed.cost:
                return "cost"
        if allowed.requests is not None and (used.requests or 0) > allowed.requests:
            return "requests"  # beyond what its own limit stops
        return None

    def _end(self, ended: told.Ended) -> None:
        self._add_totals(ended)
        if ended.queued and ended.stop is not None:
            return  # it goes on with what was said to it meanwhile
        if ended.aborted and self.short is None:
            pass  # by an interrupt of ours: who asked for that knows why
        elif ended.aborted or ended.short is not None:
            self.short = self.short or ended.short
            self.error = ErrorSaid("budget", f"what it may use of {self.short} is used up", None)
        elif ended.failure is not None:
            failure = self._synthetic if ended.failure == "unknown" and self._synthetic else ended.failure
            self._fail(failure, ended.message)
        elif self.error is None:
            self.stop = ended.stop
        self._on_loop(ended)

    def _add_totals(self, ended: told.Ended) -> None:
        """The figures of the result close the turn's; several results of one turn add up."""
        figures = {name: value for name, value in ended.figures.items() if isinstance(value, int | float)}
        cost, before = ended.session_cost, self._known.cost if self._session_cost is None else self._session_cost
        if cost is not None:
            # A version that tells only the session's cost: what it was before is not of this turn. A sum that is less
            # than before began again at nothing.
            figures.setdefault("cost", cost - before if cost >= before else cost)
            self._session_cost = cost
        for name, value in figures.items():
            self._totals[name] = self._totals.get(name, 0) + value
        if not self._totals:
            return
        known = self._meter.take({**self._totals, "total": True})
        self._writer.add("usage", meta={"total": True, **known})


def _left_ms(until: float, now: float) -> int:
    return max(0, round((until - now) * 1000))


def _message(text: str, id_: str) -> dict[str, Any]:
    return {
        "type": "user",
        "message": {"role": "user", "content": text},
        "parent_tool_use_id": None,
        "session_id": "",
        "uuid": id_,
    }
