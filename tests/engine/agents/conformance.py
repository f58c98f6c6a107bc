# SPDX-License-Identifier: Apache-2.0
"""What must hold for every backend. A backend's test module subclasses `Conformance` and says how to play each part."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest

from engine.agents import backend
from engine.agents.protocol import Unwatched, Usage
from engine.definition.model import Role
from engine.placement import IsolationInForce, survivors
from tests.engine.agents.conftest import Attempt, until

Part = Literal[
    "says hello and writes a verdict",
    "writes a file",
    "leaves a daemon",
    "exits 0 without an end",
    "exits 3",
    "is killed",
    "hangs",
    "hangs and ignores signals",
    "writes a verdict and exits 0 when interrupted",
    "declines",
    "reports a rate limit",
    "tells its usage",
    "floods",
    "does nothing",
]


class Watching(Unwatched):
    """Remembers what it is told, and can be waited for."""

    def __init__(self) -> None:
        self.pids: list[int] = []
        self.usages: list[Usage] = []
        self.alive = asyncio.Event()

    def started(self, pid: int, isolation: IsolationInForce) -> None:
        self.pids.append(pid)
        self.alive.set()

    def usage(self, usage: Usage) -> None:
        self.usages.append(usage)


class Conformance:
    """Subclass as `TestX`; every test of it runs against that backend."""

    def role(self, part: Part) -> Role:
        raise NotImplementedError

    async def until_it_hangs(self, attempt: Attempt) -> None:
        """Wait until the part's first message is in the transcript."""
        await until(lambda: "ready" in attempt.said())

    # ------------------------------------------------------------------------------------------------ the good case

    async def test_a_turn_that_ends_well(self, attempt: Attempt) -> None:
        watching = Watching()
        result = await attempt.prompt(self.role("says hello and writes a verdict"), watching)

        assert (result.reason, result.failure, result.message) == ("end_turn", None, "")
        assert result.exit_code == 0
        assert watching.pids == [result.pid]
        assert result.isolation is not None
        assert result.duration_ms > 0
        assert attempt.verdict().result == "done"
        assert "hello" in attempt.said()
        assert result.last_message == "hello"

    async def test_the_prompt_is_kept_as_file_and_entry(self, attempt: Attempt) -> None:
        await attempt.prompt(self.role("does nothing"))
        await attempt.prompt(self.role("does nothing"), prompt="Again.")

        assert (attempt.folder / "prompt.md").read_text() == "Do it: é\n"
        assert (attempt.folder / "prompt-2.md").read_text() == "Again."
        assert attempt.said("prompt") == ["Do it: é\n", "Again."]

    async def test_it_works_in_the_checkout(self, attempt: Attempt) -> None:
        await attempt.prompt(self.role("writes a file"))

        assert (attempt.checkout / "made.txt").exists()

    async def test_a_session_goes_on_in_a_later_process(self, attempt: Attempt) -> None:
        await attempt.prompt(self.role("does nothing"))
        role = self.role("says hello and writes a verdict")
        chosen = backend(role)
        again = chosen.resume if chosen.capabilities.resume else chosen.start
        attempt.session = await again(attempt.turn.session)

        result = await attempt.prompt(role)

        assert result.reason == "end_turn"

    async def test_usage_is_known_and_told_while_the_turn_runs(self, attempt: Attempt) -> None:
        watching = Watching()
        result = await attempt.prompt(self.role("tells its usage"), watching)

        assert result.usage == Usage(input=1200, output=300, requests=1)
        assert watching.usages

    async def test_usage_that_nobody_told_is_unknown(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("says hello and writes a verdict"))

        assert result.usage is None

    # ---------------------------------------------------------------------------------------------------- failures

    async def test_another_exit_status_is_a_failure(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("exits 3"))

        assert (result.reason, result.failure, result.exit_code) == ("failed", "crashed", 3)
        assert "exit 3" in result.message

    async def test_a_signal_is_a_failure(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("is killed"))

        assert (result.reason, result.failure, result.signal) == ("failed", "crashed", 9)
        assert "SIGKILL" in result.message

    async def test_br_064_a_refusal_is_no_good_end(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("declines"))

        assert (result.reason, result.failure) == ("failed", "refusal")

    async def test_a_failure_that_was_reported_has_its_class_and_wait(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("reports a rate limit"))

        assert (result.reason, result.failure, result.retry_after_ms) == ("failed", "rate_limited", 5_000)

    async def test_br_018_an_interrupted_turn_that_exits_0_is_interrupted(self, attempt: Attempt) -> None:
        role = self.role("writes a verdict and exits 0 when interrupted")
        async with asyncio.TaskGroup() as group:
            task = group.create_task(attempt.prompt(role))
            await self.until_it_hangs(attempt)
            assert attempt.session is not None
            await attempt.session.interrupt()

        assert (task.result().reason, task.result().failure) == ("interrupted", None)

    @pytest.mark.parametrize("part", ["hangs", "hangs and ignores signals"])
    async def test_closing_ends_whatever_runs(self, attempt: Attempt, part: Part) -> None:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(attempt.prompt(self.role(part)))
            await self.until_it_hangs(attempt)
            assert attempt.session is not None
            await attempt.session.close()

        assert task.result().reason == "interrupted"
        assert not survivors(attempt.turn.token)

    async def test_cancelling_a_prompt_ends_the_turn(self, attempt: Attempt) -> None:
        task = asyncio.create_task(attempt.prompt(self.role("hangs and ignores signals")))
        await self.until_it_hangs(attempt)
        task.cancel()

        with pytest.raises(asyncio.CancelledError):
            await task
        assert not survivors(attempt.turn.token)
        assert (await attempt.prompt(self.role("does nothing"))).reason == "end_turn"

    async def test_over_its_wall_clock_it_is_timed_out(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("hangs"), wall_ms=1_000)

        assert (result.reason, result.failure) == ("timed_out", "timed_out")
        assert "wall clock of 1 s" in result.message

    async def test_in_silence_beyond_the_limit_it_is_stalled(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("hangs"), idle_ms=1_000)

        assert (result.reason, result.failure) == ("stalled", "stalled")
        assert any("waiting for input?" in text for text in attempt.said("notice"))

    async def test_br_015_a_flood_is_bounded_and_ends_on_time(self, attempt: Attempt) -> None:
        result = await attempt.prompt(self.role("floods"), wall_ms=2_500)

        assert result.reason == "timed_out"
        assert 2_500 <= result.duration_ms < 8_000
        sizes = sum(path.stat().st_size for path in attempt.folder.iterdir() if path.is_file())
        assert sizes < 140 << 20

    async def test_br_012_nothing_is_left_after_a_turn(self, attempt: Attempt) -> None:
        await attempt.prompt(self.role("leaves a daemon"))

        assert not survivors(attempt.turn.token)

    # ---------------------------------------------------------------------------------------------- stale verdicts

    async def test_br_038_a_verdict_of_an_earlier_turn_is_not_there_in_the_next(self, attempt: Attempt) -> None:
        await attempt.prompt(self.role("says hello and writes a verdict"))
        assert attempt.verdict().state == "read"

        await attempt.prompt(self.role("does nothing"))

        assert attempt.verdict().state == "missing"

    async def test_where_it_cannot_be_archived_nothing_is_sent(self, attempt: Attempt) -> None:
        (attempt.folder / "verdict.json").write_text('{"result": "done"}')
        (attempt.folder / "history").symlink_to(attempt.checkout)

        result = await attempt.prompt(self.role("writes a file"))

        assert (result.reason, result.failure, result.pid) == ("failed", "state_divergence", None)
        assert not (attempt.checkout / "made.txt").exists()
        assert not (attempt.folder / "prompt.md").exists()
