# SPDX-License-Identifier: Apache-2.0
"""The backend that calls a model of Anthropic, or of a server that speaks its API, by itself."""

from __future__ import annotations

from engine.agents.anthropic_loop.turn import RunningTurn
from engine.agents.protocol import Capabilities, Session, Turn, TurnResult, Unwatched, Watcher


class AnthropicBackend:
    """The model is called from the engine; what it does, it does in the attempt's sandbox."""

    name = "anthropic"
    capabilities = Capabilities(
        resume=True, interrupt=True, messages=False, usage="live", tools="in-band", calls_model=True
    )

    async def start(self, session: str) -> Session:
        return AnthropicSession()

    async def resume(self, session: str) -> Session:
        """The same: what a session is stands in the attempt's folder, under the session's id."""
        return AnthropicSession()


class AnthropicSession:
    """A conversation on disk; what runs is one turn of it."""

    def __init__(self) -> None:
        self._running: RunningTurn | None = None

    async def prompt(self, turn: Turn, watcher: Watcher | None = None) -> TurnResult:
        assert self._running is None, "one turn at a time"
        self._running = running = RunningTurn(turn, watcher or Unwatched())
        try:
            return await running.run()
        finally:
            self._running = None

    async def interrupt(self) -> None:
        if self._running is not None:
            self._running.interrupt()

    async def close(self) -> None:
        await self.interrupt()
