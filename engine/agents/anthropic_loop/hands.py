# SPDX-License-Identifier: Apache-2.0
"""A model's hands, from the engine's side: a process in the attempt's sandbox that is given calls and tells results.

What comes from it is an agent's word like any other: a sandboxed process could write there too.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.agents.output import Lines
from engine.errors import ToolsUnusable
from engine.placement import Control, IsolationInForce, ProcessResult, ProcessSpec, Stream, run

WORKER = Path(__file__).with_name("hands_worker.py")
ARGV = (sys.executable, "-I", "-S", str(WORKER))
_LINE = 4 << 20
_LEAVE_S = 2.0
_STARTS = 4
"""How often the process is started in one turn: a model may well end it by accident."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave."""

    text: str
    is_error: bool = False


class Hands:
    """The tools' process of one turn. An async context manager: left, nothing of it is alive."""

    def __init__(
        self,
        spec: ProcessSpec,
        on_started: Callable[[int, IsolationInForce], None],
        on_life: Callable[[], None],
        on_stderr: Callable[[bytes], None],
    ) -> None:
        """`spec` is interactive and runs `ARGV`. `on_started` is called for the first process; `on_life`, on the loop,
        whenever the process shows that it works; `on_stderr` from the process's thread."""
        self._spec = spec
        self._on_started = on_started
        self._on_life = on_life
        self._on_stderr = on_stderr
        self._loop = asyncio.get_running_loop()
        self._numbers = itertools.count(1)
        self._starts = 0
        self._waiting: tuple[int, asyncio.Future[Result]] | None = None
        self._control = Control()
        self._running: asyncio.Task[ProcessResult] | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self._stop(politely=False)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop(politely=kind is None)

    async def use(self, tool: str, given: Mapping[str, Any]) -> Result:
        """Have one call done; one at a time.

        Raises:
            ToolsUnusable: the process has ended too often.
        """
        if self._running is None or self._running.done():
            await self._start()
        number = next(self._numbers)
        result: asyncio.Future[Result] = self._loop.create_future()
        self._waiting = number, result
        assert self._running is not None
        line = json.dumps({"id": number, "tool": tool, "input": given})
        self._control.write(line.encode() + b"\n")
        try:
            await asyncio.wait((result, self._running), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._waiting = None
        if result.done():
            return result.result()
        return Result(f"The process of the tools ended meanwhile ({_how(self._running.result())}); call again.", True)

    async def _start(self) -> None:
        """Start the process, and wait until it lives."""
        if self._starts == _STARTS:
            raise ToolsUnusable(f"the process of the tools ended {_STARTS} times in one turn; look at stderr.log")
        self._starts += 1
        first, alive = self._starts == 1, asyncio.Event()

        def started(pid: int, isolation: IsolationInForce) -> None:
            alive.set()
            if first:
                self._on_started(pid, isolation)

        self._control, lines = Control(started), Lines(_LINE)
        self._running = asyncio.create_task(run(self._spec, self._taker(lines), self._control))
        lives = asyncio.ensure_future(alive.wait())
        try:
            await asyncio.wait((lives, self._running), return_when=asyncio.FIRST_COMPLETED)
        finally:
            lives.cancel()
        if not alive.is_set():
            result = self._running.result()
            raise ToolsUnusable(f"the process of the tools does not start: {result.detail or _how(result)}")

    def _taker(self, lines: Lines) -> Callable[[bytes, Stream], None]:
        def take(chunk: bytes, stream: Stream) -> None:
            if stream == "stderr":
                return self._on_stderr(chunk)
            for line, dropped in lines.feed(chunk):
                if not dropped:
                    self._loop.call_soon_threadsafe(self._take, line)

        return take

    def _take(self, line: bytes) -> None:
        self._on_life()
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            return
        match told, self._waiting:
            case {"id": int(number), "output": str(output), "is_error": bool(failed)}, (expected, result):
                if number == expected and not result.done():
                    result.set_result(Result(output, failed))

    async def _stop(self, *, politely: bool) -> None:
        running = self._running
        if running is None:
            return
        if politely and not running.done():
            self._control.close_input()
            await asyncio.wait((running,), timeout=_LEAVE_S)
        self._control.interrupt()
        while not running.done():
            try:
                await asyncio.wait((running,))
            except asyncio.CancelledError:
                self._control.kill()
                await asyncio.wait((running,))
                raise


def _how(result: ProcessResult) -> str:
    return f"signal {result.signal}" if result.signal is not None else f"exit {result.exit_code}"
