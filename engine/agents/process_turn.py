# SPDX-License-Identifier: Apache-2.0
"""One turn of an agent that is a supervised process of its own: folder, environment, isolation, transcript, end.

What the process says is an `Output`'s business. Where it is spoken with while it works, that is a `Dialogue`.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.agents.mask import Mask
from engine.agents.output import ErrorSaid, JsonlOutput, Output, TextOutput
from engine.agents.protocol import BudgetKind, Request, Turn, TurnReason, TurnResult, Unwatched, Watcher
from engine.agents.transcript import STDERR, TRANSCRIPT, TranscriptWriter, printable, prompt_name
from engine.agents.usage import UsageMeter, earlier_figures
from engine.agents.verdict import ARTIFACTS, HISTORY, VERDICT, archive
from engine.errors import PilothouseError, TranscriptUnwritable, UsageError, VerdictUnmovable
from engine.placement import (
    Control,
    IsolationInForce,
    ProcessResult,
    ProcessSpec,
    Stream,
    environment,
    isolation_for,
    run,
)
from engine.policy.failures import FailureClass, classify, stop_failure

EVIDENCE = "gate"
"""Folder of an attempt for what gates measured."""
_USAGE_EVERY_S = 0.2
_STDERR_TAIL = 4_000
_INTERRUPTED = "interrupted by the engine or a person"
_LEAVE_S = 2.0
"""How long a process may take to end once its input has ended."""


class Dialogue(ABC):
    """An `Output` of a process that is spoken with while it works."""

    def __init__(self) -> None:
        self.stop: str | None = None
        self.error: ErrorSaid | None = None
        self.requests: list[Request] = []
        self.short: BudgetKind | None = None
        """The budget that ended the turn."""
        self.version: str | None = None
        """Of the program, as it tells."""

    @abstractmethod
    async def talk(self, control: Control, watcher: Watcher) -> None:
        """Speak with the process, on the loop; returns when the turn is over, and then the process is to go.

        `stop` is set where the agent came to an end of its own. Cancelled when the process ends before that.
        """

    @abstractmethod
    def interrupt(self) -> None:
        """Ask the agent to stop, in its own language; signals follow where it does not."""

    @abstractmethod
    def feed(self, chunk: bytes) -> None: ...

    @abstractmethod
    def finish(self) -> None: ...

    @property
    @abstractmethod
    def last_message(self) -> str: ...


MakeOutput = Callable[[TranscriptWriter, UsageMeter], Output]


@dataclass(frozen=True, slots=True)
class Invocation:
    """How one turn is run."""

    argv: tuple[str, ...]
    output: MakeOutput
    """Makes what takes the standard output; a `Dialogue` is fed nothing but what it writes itself."""
    raw: Literal["raw.jsonl", "raw.log"]
    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    says_stop: bool = False
    """The output ends with a stop event, or it was cut."""
    always_stops: bool = False
    """It never ends a turn well without saying so."""


def text_output(writer: TranscriptWriter, _: UsageMeter) -> Output:
    """Plain text."""
    return TextOutput(writer)


def jsonl_output(writer: TranscriptWriter, meter: UsageMeter) -> Output:
    """One event of the `command` backend a line."""
    return JsonlOutput(writer, meter)


def own_output(writer: TranscriptWriter, meter: UsageMeter) -> Output:
    """The same, of a program of ours, whose requests count."""
    return JsonlOutput(writer, meter, requests=True)


class ProcessSession:
    """A session of processes: what lasts from turn to turn is the id, the checkout and the attempt's folder."""

    def __init__(self, invoke: Callable[[Turn], Invocation]) -> None:
        """`invoke` may block; it is called off the loop, before each turn, and may raise `UsageError` or `OSError`."""
        self._invoke = invoke
        self._running: _RunningTurn | None = None

    async def prompt(self, turn: Turn, watcher: Watcher | None = None) -> TurnResult:
        assert self._running is None, "one turn at a time"
        self._running = running = _RunningTurn(turn, watcher or Unwatched(), asyncio.get_running_loop())
        try:
            return await running.run(self._invoke)
        except (PilothouseError, OSError) as error:
            return running.failed(error)
        finally:
            self._running = None
            running.let_go()

    async def interrupt(self) -> None:
        if self._running is not None:
            self._running.interrupt()

    async def close(self) -> None:
        await self.interrupt()


class _RunningTurn:
    """One turn, from its preparation to its result."""

    def __init__(self, turn: Turn, watcher: Watcher, loop: asyncio.AbstractEventLoop) -> None:
        self._turn = turn
        self._watcher = watcher
        self._loop = loop
        self._stderr = b""
        secret = turn.env.get("PILOTHOUSE_MCP_TOKEN", "").encode()
        self._masks: dict[Stream, Mask] = {"stdout": Mask(secret), "stderr": Mask(secret)}
        self._told_usage_at = 0.0
        self._started: tuple[int, IsolationInForce] | None = None
        self._writer: TranscriptWriter | None = None
        self._dialogue: Dialogue | None = None
        self._asked_to_stop = False
        self._signals: asyncio.TimerHandle | None = None
        self._control = Control(self._on_started, self._on_quiet)

    async def run(self, invoke: Callable[[Turn], Invocation]) -> TurnResult:
        spec = await asyncio.to_thread(self._prepare, invoke)
        dialogue = self._dialogue
        if dialogue is None:
            result = await run(spec, self._on_output, self._control)
        else:
            result = await self._speak(dialogue, spec)
        await asyncio.to_thread(self._finish)
        return self._judge(result)

    async def _speak(self, dialogue: Dialogue, spec: ProcessSpec) -> ProcessResult:
        """Run the process and speak with it; once the turn is over its input ends, and soon it is gone."""
        async with asyncio.TaskGroup() as group:
            talk = group.create_task(dialogue.talk(self._control, self._watcher))  # there before anything is said
            process = group.create_task(run(spec, self._on_output, self._control))
            await asyncio.wait((process, talk), return_when=asyncio.FIRST_COMPLETED)
            self._control.close_input()
            await asyncio.wait((process,), timeout=_LEAVE_S)
            if not process.done():
                self._control.interrupt()
            await asyncio.wait((process,))
            talk.cancel()
        return process.result()

    def interrupt(self) -> None:
        """Ask the agent in its own language first, where it has one; then by signals; then kill."""
        dialogue = self._dialogue
        if dialogue is not None and dialogue.stop is not None:  # the turn has come to its end; what is left goes
            return self._control.interrupt()
        self._asked_to_stop = True
        if dialogue is None:
            self._control.interrupt()
        elif self._signals is None:
            dialogue.interrupt()
            self._signals = self._loop.call_later(self._turn.grace_ms / 1000, self._control.interrupt)

    def failed(self, error: PilothouseError | OSError) -> TurnResult:
        """The turn could not be run, or not be recorded."""
        pid, isolation = self._started or (None, None)
        return TurnResult("failed", class_of(error), str(error), isolation=isolation, pid=pid)

    def let_go(self) -> None:
        if self._signals is not None:
            self._signals.cancel()
        if self._writer is not None:
            with contextlib.suppress(TranscriptUnwritable):  # it was said already, or nobody listens any more
                self._writer.close()

    # ------------------------------------------------------------------------------------------- before the process

    def _prepare(self, invoke: Callable[[Turn], Invocation]) -> ProcessSpec:
        turn = self._turn
        archive(turn.attempt_dir, fresh=turn.turn == 1)
        for name in (HISTORY, EVIDENCE):
            (turn.attempt_dir / name).mkdir(exist_ok=True)
        self._invocation = invocation = invoke(turn)
        self._writer = writer = TranscriptWriter(turn.attempt_dir, turn.turn, invocation.raw)
        writer.prompt(turn.prompt)
        writer.flush()
        self._meter = UsageMeter(earlier_figures(turn.attempt_dir, turn.turn) if turn.turn > 1 else None)
        self._output = invocation.output(writer, self._meter)
        self._dialogue = self._output if isinstance(self._output, Dialogue) else None
        isolation = isolation_for(turn.role.isolation)
        return ProcessSpec(
            argv=invocation.argv,
            cwd=turn.checkout,
            env=environment(variables(turn) | dict(invocation.env), isolation, network=turn.role.network == "open"),
            token=turn.token,
            stdin=turn.prompt.encode("utf-8", "replace") if self._dialogue is None else None,
            interactive=self._dialogue is not None,
            isolation=isolation,
            writable=(turn.checkout, turn.attempt_dir, turn.blackboard, *invocation.writable, *turn.writable),
            readable=(*ours_in_attempt_dir(turn, invocation.raw), *invocation.readable, *turn.readable),
            hidden=turn.hidden,
            network="open" if turn.role.network == "open" else "closed",
            relays=turn.relays,
            wall_ms=turn.wall_ms,
            idle_ms=turn.idle_ms,
            grace_ms=turn.grace_ms,
        )

    # --------------------------------------------------------------------------------------------------- while it runs

    def _on_started(self, pid: int, isolation: IsolationInForce) -> None:
        self._started = pid, isolation
        self._watcher.started(pid, isolation)

    def _on_output(self, chunk: bytes, stream: Stream) -> None:
        self._take_output(self._masks[stream].feed(chunk), stream)

    def _take_output(self, chunk: bytes, stream: Stream) -> None:
        assert self._writer is not None
        if stream == "stderr":
            self._writer.stderr(chunk)
            self._stderr = (self._stderr + chunk)[-_STDERR_TAIL:]
        else:
            counted = self._meter.events
            self._output.feed(chunk)
            if self._output.short is not None and self._dialogue is None:
                self._control.interrupt()
            if self._meter.events > counted:
                self._tell_usage()
        self._writer.flush()

    def _tell_usage(self) -> None:
        now = time.monotonic()
        if now - self._told_usage_at >= _USAGE_EVERY_S and (usage := self._meter.usage()) is not None:
            self._told_usage_at = now
            with contextlib.suppress(RuntimeError):  # the loop was closed: nobody listens any more
                self._loop.call_soon_threadsafe(self._watcher.usage, usage)

    def _on_quiet(self, silence_ms: int) -> None:
        assert self._writer is not None
        silence = round(silence_ms / 1000, 1)
        self._writer.add("notice", f"No output and no CPU use for {silence:g} s: is it waiting for input?")
        self._writer.flush()

    # ---------------------------------------------------------------------------------------------- after the process

    def _finish(self) -> None:
        assert self._writer is not None
        for stream, mask in self._masks.items():
            if held := mask.rest():
                self._take_output(held, stream)
        self._output.finish()
        self._cut = self._invocation.says_stop and self._output.stop is None
        if self._cut and self._output.last_message:
            self._writer.add(
                "notice", "The output ended without a stop event: no artifact is taken from what was said."
            )
        self._writer.close()

    def _judge(self, result: ProcessResult) -> TurnResult:
        reason, failure, message = self._verdict_on(result)
        return TurnResult(
            reason=reason,
            failure=failure,
            message=message,
            exit_code=result.exit_code,
            signal=result.signal,
            usage=self._meter.usage(cut=reason != "end_turn"),
            last_message="" if self._cut else self._output.last_message,
            isolation=result.isolation,
            pid=result.pid,
            duration_ms=result.duration_ms,
            retry_after_ms=self._output.error.retry_after_ms if self._output.error and failure else None,
            requests=tuple(self._output.requests),
            version=self._dialogue.version if self._dialogue is not None else None,
            short=self._output.short if failure == "budget" else None,
        )

    def _verdict_on(self, result: ProcessResult) -> tuple[TurnReason, FailureClass | None, str]:
        """Why the turn ended. Exit status 0 counts only where nothing of ours ended it."""
        short = self._output.short
        if short is not None and result.ended == "interrupted" and not self._asked_to_stop:
            return "failed", "budget", f"what it may use of {short} is used up"
        if self._dialogue is not None:
            if self._asked_to_stop:
                return "interrupted", None, _INTERRUPTED
            if self._dialogue.stop is not None or self._dialogue.error is not None:
                # It came to an end by its own word; how its process went after that tells nothing.
                return ("end_turn", None, "") if (said := self._said()) is None else ("failed", *said)
        match result.ended:
            case "interrupted" if self._dialogue is None:
                return "interrupted", None, _INTERRUPTED
            case "timed_out":
                return "timed_out", "timed_out", f"over its wall clock of {_seconds(self._turn.wall_ms)}"
            case "idle":
                return "stalled", "stalled", f"silent for {_seconds(self._turn.idle_ms)}"
            case "not_found" | "not_executable":
                from engine.agents.installed import missing  # seldom needed

                return "failed", "tool_missing", missing(self._turn.role) or result.detail
            case "spawn_failed":
                return "failed", "unknown", result.detail
        said = self._said()
        if result.exit_code != 0 or self._dialogue is not None:
            failure, words = said or (self._signature(), "")
            return "failed", failure, _joined(_how_it_ended(result), words or self._last_words())
        if said is not None:
            return "failed", *said
        if self._invocation.always_stops and self._output.stop is None:
            return "failed", "incomplete", "exited without saying that the turn was over"
        return "end_turn", None, ""

    def _said(self) -> tuple[FailureClass, str] | None:
        """The failure that the agent itself reported."""
        if (error := self._output.error) is not None:
            return error.failure, one_line(error.message) or error.failure.replace("_", " ")
        if self._output.stop is not None and (failure := stop_failure(self._output.stop)) is not None:
            what = "declined" if failure == "refusal" else "unknown stop" if failure == "unknown" else "stopped"
            return failure, f"{what}: stop reason {one_line(self._output.stop)!r}"
        return None

    def _signature(self) -> FailureClass:
        texts = self._stderr.decode("utf-8", "replace"), self._output.last_message
        return next((found for text in texts if (found := classify(text)) is not None), "crashed")

    def _last_words(self) -> str:
        lines = self._stderr.decode("utf-8", "replace").strip().splitlines()
        return one_line(lines[-1]) if lines else ""


def variables(turn: Turn) -> dict[str, str]:
    """What an agent's process is told of its attempt, beside the turn's own variables."""
    folder = turn.attempt_dir
    return {
        **turn.env,
        "PILOTHOUSE_RUN": turn.run,
        "PILOTHOUSE_NODE": turn.node,
        "PILOTHOUSE_ATTEMPT": str(turn.attempt),
        "PILOTHOUSE_SESSION": turn.session,
        "PILOTHOUSE_TURN": str(turn.turn),
        "PILOTHOUSE_ATTEMPT_DIR": str(folder),
        "PILOTHOUSE_VERDICT": str(folder / VERDICT),
        "PILOTHOUSE_ARTIFACTS": str(folder / ARTIFACTS),
        "PILOTHOUSE_BLACKBOARD": str(turn.blackboard),
    }


def ours_in_attempt_dir(turn: Turn, raw: str) -> tuple[Path, ...]:
    """What the engine writes in the attempt's folder: a sandboxed agent may read it, and no more."""
    prompts = (prompt_name(n) for n in range(1, turn.turn + 1))
    return tuple(turn.attempt_dir / name for name in (TRANSCRIPT, raw, STDERR, HISTORY, EVIDENCE, *prompts))


def one_line(text: str, limit: int = 300) -> str:
    """Text of an agent on one line, fit to be shown anywhere."""
    return printable(" ".join(text[: 2 * limit].split()))[:limit]


def _how_it_ended(result: ProcessResult) -> str:
    if result.signal is None:
        return f"exit {result.exit_code}"
    try:
        name = signal.Signals(result.signal).name
    except ValueError:
        name = "unknown"
    return f"killed by signal {result.signal} ({name})"


def _joined(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


def _seconds(ms: int | None) -> str:
    return f"{(ms or 0) / 1000:g} s"


def class_of(error: PilothouseError | OSError) -> FailureClass:
    """The failure that it is, where a turn could not be run, or not be recorded."""
    if isinstance(error, VerdictUnmovable):
        return "state_divergence"
    return "tool_missing" if isinstance(error, UsageError) else "unknown"
