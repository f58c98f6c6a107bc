# SPDX-License-Identifier: Apache-2.0
"""One turn of a session: ask the model, do what it calls for, until it ends its turn or something else does."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from engine.agents import keys
from engine.agents.anthropic_loop.clock import TurnClock
from engine.agents.anthropic_loop.conversation import Block, Conversation, Said
from engine.agents.anthropic_loop.hands import ARGV, Hands, Result
from engine.agents.anthropic_loop.request import BASH, EDITOR, Bound, head_of, request_of
from engine.agents.edits import edit_call
from engine.agents.output import LAST_MESSAGE, shown
from engine.agents.process_turn import EVIDENCE, class_of, ours_in_attempt_dir, variables
from engine.agents.protocol import BudgetKind, Turn, TurnReason, TurnResult, Usage, Watcher
from engine.agents.provider import Wait
from engine.agents.spending import Fit, Short, Spending, tokens_of
from engine.agents.transcript import TranscriptWriter, printable
from engine.agents.usage import UsageMeter, earlier_figures
from engine.agents.verdict import HISTORY, archive
from engine.errors import PilothouseError, TranscriptUnwritable, UsageError
from engine.placement import IsolationInForce, ProcessSpec, environment, isolation_for
from engine.policy.failures import FailureClass, stop_failure

if TYPE_CHECKING:
    from engine.agents.anthropic_loop.calls import Client, Failed

PROVIDER = "anthropic"
_RAW: Literal["raw.jsonl"] = "raw.jsonl"
_REFUSALS = 8
"""How often in a row the provider may refuse one request before the turn ends; the kernel waits then."""
_UNREACHED_S = (0.5, 1.5)
"""Seconds before each further try where nothing answers at the provider's address: waiting starts no server."""
_CUTS = 2
"""How often an answer that was cut is asked for again: no tool of it has run."""
_PAUSES = 3
_RESULT = 60_000
"""Characters of a result that a model is given."""
_NOT_RUN = "Not run: the answer in which this was called for was cut at its limit. Call it again."
_FIGURES = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_write": "cache_creation_input_tokens",
}


@dataclass(frozen=True, slots=True)
class End:
    """How the turn ended."""

    reason: TurnReason
    failure: FailureClass | None = None
    message: str = ""
    retry_after_ms: int | None = None
    short: BudgetKind | None = None


def failed(failure: FailureClass, message: str, **more: Any) -> End:
    """The turn has failed; `more` are fields of `End`."""
    return End("failed", failure, message, **more)


class RunningTurn:
    """One turn, from its preparation to its result. Use once: `run`."""

    def __init__(self, turn: Turn, watcher: Watcher) -> None:
        self._turn = turn
        self._watcher = watcher
        self._clock = TurnClock(turn.wall_ms, turn.idle_ms)
        self._started: tuple[int, IsolationInForce] | None = None
        self._writing = threading.Lock()
        self._writer: TranscriptWriter | None = None
        self._conversation: Conversation | None = None
        self._spending: Spending | None = None
        self._last_message = ""
        self._bound = Bound()
        self._untold: dict[str, dict[str, object]] = {}

    def interrupt(self) -> None:
        """End the turn now."""
        self._clock.interrupt()

    async def run(self) -> TurnResult:
        """Never raises for what a model or a provider does."""
        try:
            end = await self._run()
        except (PilothouseError, OSError) as error:
            end = failed(class_of(error), str(error))
        finally:
            await asyncio.shield(asyncio.to_thread(self._let_go))
        return self._result(end)

    async def _run(self) -> End:
        spec = await asyncio.to_thread(self._prepare)
        calls = await asyncio.to_thread(importlib.import_module, "engine.agents.anthropic_loop.calls")
        access = self._turn.access
        self._key = key = await asyncio.to_thread(keys.key_of, PROVIDER)
        if key is None and access.base_url is None:
            return failed("authentication", f"nobody was asked, as {keys.missing(PROVIDER)}")

        async def work() -> End:
            hands = Hands(spec, self._on_started, self._clock.life, self._on_stderr)
            async with hands, calls.client(key or "none", access.base_url) as client:
                return await self._converse(calls, client, hands)

        end = await self._clock.during(work) or self._cut_short()
        await self._write(lambda writer: self._tell_end(writer, end))
        return end

    # ------------------------------------------------------------------------------------------------ before and after

    def _prepare(self) -> ProcessSpec:
        turn = self._turn
        if turn.private is None:
            raise UsageError("a session of this backend needs a folder that its agent does not see.")
        archive(turn.attempt_dir, fresh=turn.turn == 1)
        for name in (HISTORY, EVIDENCE):
            (turn.attempt_dir / name).mkdir(exist_ok=True)
        self._writer = writer = TranscriptWriter(turn.attempt_dir, turn.turn, _RAW)
        writer.prompt(turn.prompt)
        self._meter = UsageMeter(earlier_figures(turn.attempt_dir, turn.turn) if turn.turn > 1 else None)
        self._conversation, trouble = Conversation.open(turn.private, turn.session)
        if not trouble and turn.turn > 1 and self._conversation.head is None:
            trouble = "The conversation of this session is not there; a fresh one begins."
        if trouble:
            writer.add("notice", trouble)
        if turn.role.mcp_servers:
            writer.add(
                "notice", "The role's mcp_servers are left out: this backend has its own tools and the engine's."
            )
        writer.flush()
        isolation = isolation_for(turn.role.isolation)
        return ProcessSpec(
            argv=ARGV,
            cwd=turn.checkout,
            env=environment(variables(turn), isolation, network=turn.role.network == "open"),
            token=turn.token,
            interactive=True,
            isolation=isolation,
            writable=(turn.checkout, turn.attempt_dir, turn.blackboard, *turn.writable),
            readable=(*ours_in_attempt_dir(turn, _RAW), *turn.readable),
            hidden=turn.hidden,
            network="open" if turn.role.network == "open" else "closed",
            grace_ms=turn.grace_ms,
        )

    def _let_go(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
        if self._writer is not None:
            with self._writing, contextlib.suppress(TranscriptUnwritable):  # said already, or nobody listens any more
                self._writer.close()

    def _cut_short(self) -> End:
        turn = self._turn
        match self._clock.ended:
            case "timed_out":
                return End("timed_out", "timed_out", f"over its wall clock of {(turn.wall_ms or 0) / 1000:g} s")
            case "stalled":
                return End("stalled", "stalled", f"silent for {(turn.idle_ms or 0) / 1000:g} s")
        return End("interrupted", None, "interrupted by the engine or a person")

    def _result(self, end: End) -> TurnResult:
        pid, isolation = self._started or (None, None)
        return TurnResult(
            reason=end.reason,
            failure=end.failure,
            message=end.message,
            usage=self._usage(),
            last_message=self._last_message,
            isolation=isolation,
            pid=pid,
            duration_ms=self._clock.elapsed_ms,
            retry_after_ms=end.retry_after_ms,
            short=end.short,
        )

    def _usage(self) -> Usage | None:
        if self._spending is None:
            return None
        known = self._meter.usage() or Usage(input=0, output=0, cache_read=0, cache_write=0)
        return replace(known, requests=self._spending.requests, at_least=not self._spending.complete)

    # ------------------------------------------------------------------------------------------------------- the loop

    async def _converse(self, calls: ModuleType, client: Client, hands: Hands) -> End:
        turn, conversation = self._turn, self._conversation
        assert conversation is not None
        if conversation.head is None:
            if not turn.role.model:
                return failed("tool_missing", "a role with `agent: anthropic` needs a `model`; add it to the workflow")
            model = turn.role.model[0]
            can = await calls.abilities(client, model)
            head = head_of(turn, model, max_output=can.max_output, thinking=can.thinking, efforts=can.efforts)
            await asyncio.to_thread(conversation.begin, head)
        await asyncio.to_thread(conversation.prompt, turn.prompt)
        assert conversation.head is not None
        price = turn.access.prices.price(conversation.head.model)
        self._price = price[0] if price is not None else None
        self._spending = Spending(turn.allowance)
        pauses = 0
        while True:
            said = await self._ask(calls, client, conversation, self._spending)
            if isinstance(said, End):
                return said
            message, fit = said
            pauses = pauses + 1 if message.stop == "pause_turn" else 0
            if message.stop == "tool_use" and message.calls:
                for block in message.calls:
                    await self._call(block, message.id, hands, conversation)
            elif message.stop != "pause_turn" or pauses > _PAUSES:
                return _end_of(message, fit)

    async def _ask(
        self, calls: ModuleType, client: Client, conversation: Conversation, spending: Spending
    ) -> tuple[Said, Fit] | End:
        """The model's next message, on disk; or the end of the turn."""
        refusals = cuts = unreached = 0
        while True:
            assert conversation.head is not None
            request = request_of(conversation, conversation.head.max_output)
            bound = self._bound.of(request)
            fit = spending.fits(bound, conversation.head.max_output, self._price)
            if isinstance(fit, Short):
                told = f"The next request was not sent. {fit.sentence}"
                return failed("budget", told, short=fit.kind)
            with self._clock.waiting():
                permit = await self._turn.provider.ready()
            if isinstance(permit, Wait):
                left = permit.left_ms(time.time())
                return failed(permit.failure, "the provider asked to wait", retry_after_ms=left)
            found = await self._send(calls, client, request | {"max_tokens": fit.max_tokens}, bound, spending)
            if isinstance(found, Said):
                await permit.succeeded()
                await self._keep(found, request, conversation, spending)
                return found, fit
            end = failed(found.failure, printable(found.message), retry_after_ms=found.retry_after_ms)
            if found.failure in ("rate_limited", "overloaded"):
                refusals += 1
                wait = await permit.limited(found.failure, found.retry_after_ms)
                if refusals >= _REFUSALS:
                    return replace(end, retry_after_ms=found.retry_after_ms or wait.left_ms(time.time()))
            elif found.failure == "unreachable" and unreached < len(_UNREACHED_S):
                with self._clock.waiting():
                    await asyncio.sleep(_UNREACHED_S[unreached])
                unreached += 1
            elif found.what == "cut" and cuts < _CUTS:
                cuts += 1
            else:
                return end

    async def _send(
        self, calls: ModuleType, client: Client, request: Mapping[str, Any], bound: int, spending: Spending
    ) -> Said | Failed:
        """One request. Cancelled while its answer comes, its worst case counts."""
        sent = spending.sent(bound, request["max_tokens"], self._price)
        try:
            message: Said = await calls.ask(
                client,
                request,
                on_event=self._clock.life,
                on_usage=self._on_usage,
                extra_body=self._turn.access.extra_body,
            )
        except calls.ERRORS as error:
            found: Failed = calls.failure_of(error, (self._key or "",), time.time())
            if found.what == "cut":
                spending.lost(sent)
            else:
                spending.refused(sent)
            told = found
            await self._write(lambda writer: self._tell_failure(writer, told))
            return found
        except asyncio.CancelledError:
            spending.lost(sent)
            raise
        spending.used(sent, tokens_of(message.usage))
        return message

    async def _keep(
        self, message: Said, request: Mapping[str, Any], conversation: Conversation, spending: Spending
    ) -> None:
        """The message is on disk before anything of it is done."""
        kept = message.stop != "refusal" and bool(message.content)
        await asyncio.to_thread(conversation.said, message, kept=kept)
        tokens = tokens_of(message.usage)
        if tokens is not None:
            self._bound.measured(request, list(message.content), tokens.all)
        await self._write(lambda writer: self._tell_message(writer, message))
        if message.stop not in ("tool_use", "pause_turn"):
            await asyncio.to_thread(conversation.settle, _NOT_RUN)
        if (usage := self._usage()) is not None:
            self._watcher.usage(usage)

    async def _call(self, block: Block, message: str, hands: Hands, conversation: Conversation) -> None:
        """Do one call of a tool in a message of this id; its result is on disk before the next."""
        name, given = str(block.get("name")), block.get("input")
        arguments: dict[str, Any] = given if isinstance(given, dict) else {}
        if name in (BASH, EDITOR):
            result = await hands.use(name, arguments)
        elif self._turn.tools is not None:
            reply = await self._turn.tools.use(name, arguments, f"{message}:{block['id']}")
            result = Result(reply.text, reply.refused)
        else:
            result = Result(f"There is no tool {name[:60]!r}.", True)
        self._clock.life()
        text = result.text[:_RESULT] or "(no output)"
        await asyncio.to_thread(conversation.result, str(block["id"]), text, is_error=result.is_error)
        meta = {"id": block["id"], "name": name, "outcome": "error" if result.is_error else "ok"}
        await self._write(
            lambda writer: writer.add("tool_result", result.text, is_error=result.is_error, meta=meta),
        )

    # ------------------------------------------------------------------------------------------------- what is written

    async def _write(self, write: Callable[[TranscriptWriter], None]) -> None:
        await asyncio.to_thread(self._write_now, write)

    def _write_now(self, write: Callable[[TranscriptWriter], None]) -> None:
        with self._writing:
            assert self._writer is not None
            write(self._writer)
            self._writer.flush()

    def _tell_message(self, writer: TranscriptWriter, message: Said) -> None:
        told = {"id": message.id, "content": message.content, "stop": message.stop, "usage": message.usage}
        writer.raw(_line(type="message", **told))
        for block in message.content:
            match block:
                case {"type": "text", "text": str(text)} if text:
                    writer.add("message", text)
                    self._last_message = text[-LAST_MESSAGE:]
                case {"type": "thinking", "thinking": str(text)} if text:
                    writer.add("thought", text)
                case {"type": "tool_use", "name": str(name), "input": dict(given)}:
                    text, more = edit_call(name, given) or (shown(given), {})
                    meta = {"id": block.get("id"), "name": name[:200], "argument": _first(given), **more}
                    writer.add("tool_call", text, meta=meta)
        self._tell_figures(writer)

    def _tell_failure(self, writer: TranscriptWriter, found: Failed) -> None:
        self._tell_figures(writer)
        writer.raw(_line(type="error", failure=found.failure, message=found.message))
        writer.add("error", printable(found.message), title=found.failure, is_error=True)

    def _tell_figures(self, writer: TranscriptWriter) -> None:
        """One entry a message, with its last figures."""
        for id in list(self._untold):
            writer.add("usage", meta=self._untold.pop(id))

    def _tell_end(self, writer: TranscriptWriter, end: End) -> None:
        self._tell_figures(writer)
        writer.add("stop", end.message or "end_turn", is_error=end.reason != "end_turn")

    # ------------------------------------------------------------------------------------------------- what is told us

    def _on_started(self, pid: int, isolation: IsolationInForce) -> None:
        self._started = pid, isolation
        self._watcher.started(pid, isolation)

    def _on_stderr(self, chunk: bytes) -> None:
        self._write_now(lambda writer: writer.stderr(chunk))

    def _on_usage(self, id: str, model: str, figures: Mapping[str, Any]) -> None:
        told = {ours: figures[theirs] for ours, theirs in _FIGURES.items() if theirs in figures}
        self._untold[id] = self._meter.take({"id": id, "model": model, **told}) | {"id": id, "model": model}


def _end_of(message: Said, fit: Fit) -> End:
    """What a stop reason means; only one ends a turn well."""
    stop = message.stop or ""
    if stop in ("end_turn", "stop_sequence"):
        return End("end_turn")
    if stop == "max_tokens" and fit.lowered_by is not None:
        told = f"The answer was cut at {fit.max_tokens:,} tokens: no more were left."
        return failed("budget", told, short=fit.lowered_by)
    if stop == "tool_use":
        return failed("unknown", "the model stopped for a tool, and called none")
    failure = "incomplete" if stop == "pause_turn" else stop_failure(stop)
    why = " ".join(str(message.details[name]) for name in ("category", "explanation") if message.details.get(name))
    what = "declined" if failure == "refusal" else "unknown stop" if failure == "unknown" else "stopped"
    told = f"{what}: stop reason {printable(stop)[:200]!r}" + (f" ({printable(why)[:500]})" if why else "")
    return failed(failure or "unknown", told)


def _first(given: Mapping[str, Any]) -> str:
    return " ".join(str(next(iter(given.values()), ""))[:400].split())[:200]


def _line(**what: Any) -> bytes:
    return json.dumps(what, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
