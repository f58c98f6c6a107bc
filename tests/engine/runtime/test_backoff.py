# SPDX-License-Identifier: Apache-2.0
"""The shared back-off: one for all runs and processes, as long as the provider asks, spread, and soon forgotten."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from engine.agents.provider import UNLIMITED, Wait
from engine.definition.model import Role
from engine.runtime import backoff as module
from engine.runtime.backoff import LONGEST, LONGEST_HINT, SPREAD, Backoff, utc
from engine.runtime.fleet import FleetLimits, Place, Refusal
from engine.runtime.settings import change_settings

NOW = 1_800_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_br_059_a_refusal_holds_back_everybody_on_the_account_and_nobody_else(tmp_path: Path, clock: Clock) -> None:
    one, other = Backoff(tmp_path, clock), Backoff(tmp_path, clock)  # as two processes would have them
    one.limited("codex", "rate_limited", 5_000, begun=NOW)

    wait = other.wait_of("codex", "r:s:1:1")
    assert wait is not None
    assert wait.until >= NOW + 5
    assert (wait.failure, wait.refusals) == ("rate_limited", 1)
    assert other.wait_of("anthropic") is None
    clock.now += 5 + SPREAD[1]
    assert other.wait_of("codex", "r:s:1:1") is None
    assert other.waits() == {}


def test_br_059_the_wait_that_the_provider_asks_for_is_never_shortened(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    backoff.limited("codex", "rate_limited", 5_000, begun=NOW)
    backoff.limited("codex", "rate_limited", 60_000, begun=NOW - 1)
    backoff.limited("codex", "rate_limited", 1_000, begun=NOW - 1)
    backoff.limited("codex", "rate_limited", None, begun=NOW - 1)

    assert backoff.waits()["codex"].until == NOW + 60
    assert backoff.waits()["codex"].refusals == 1


def test_br_059_the_restarts_are_spread_and_each_has_the_same_place_every_time(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    held = backoff.limited("codex", "rate_limited", 40_000, begun=NOW)
    starts = [held.start_of(f"r:s:1:{n}") for n in range(200)]

    assert len(set(starts)) == 200
    assert all(NOW + 40 <= start <= NOW + 50 for start in starts)
    assert max(starts) - min(starts) > 8
    assert starts == [held.start_of(f"r:s:1:{n}") for n in range(200)]


def test_without_a_hint_the_wait_doubles_up_to_its_longest(tmp_path: Path, clock: Clock) -> None:
    backoff, waits = Backoff(tmp_path, clock), []
    for _ in range(12):
        clock.now += 10
        held = backoff.limited("codex", "overloaded", None, begun=clock.now)
        waits.append(held.until - clock.now)
        clock.now = held.until

    assert waits[:3] == [5, 10, 20]
    assert max(waits) == waits[-1] == LONGEST


def test_a_burst_of_refusals_of_what_began_before_counts_once(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    held = backoff.limited("codex", "rate_limited", None, begun=NOW, running=5)
    for _ in range(4):
        clock.now += 1
        held = backoff.limited("codex", "rate_limited", None, begun=NOW, running=5)

    assert held.refusals == 1
    assert held.until == NOW + 15
    assert held.turns == 2


def test_a_hint_is_believed_up_to_the_longest_limit_there_is(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    assert backoff.limited("codex", "rate_limited", 10**15, begun=NOW).until == NOW + LONGEST_HINT


def test_only_a_success_of_what_began_after_the_refusal_ends_the_wait(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    backoff.limited("codex", "rate_limited", 5_000, begun=NOW)
    backoff.succeeded("codex", begun=NOW - 10)
    assert backoff.waits()
    backoff.succeeded("codex", begun=NOW + 6)

    assert backoff.waits() == {}
    assert backoff.limited("codex", "rate_limited", None, begun=NOW + 7).refusals == 1


def test_br_059_the_number_of_turns_at_a_time_shrinks_and_grows_again(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    backoff.limited("codex", "rate_limited", 5_000, begun=NOW, running=6)
    assert backoff.turns_of("codex") == 3
    clock.now += 10
    backoff.limited("codex", "rate_limited", 5_000, begun=clock.now, running=3)
    assert backoff.turns_of("codex") == 1
    seen = []
    for _ in range(6):
        clock.now += 10
        backoff.succeeded("codex", begun=clock.now)
        seen.append(backoff.turns_of("codex"))

    assert seen == [2, 3, 4, 5, None, None]


def test_a_person_may_say_that_the_account_takes_requests_again(tmp_path: Path, clock: Clock) -> None:
    backoff = Backoff(tmp_path, clock)
    backoff.limited("codex", "rate_limited", 3_600_000, begun=NOW)

    assert Backoff(tmp_path, clock).forget("codex")
    assert backoff.wait_of("codex") is None
    assert not backoff.forget("codex")


@pytest.mark.parametrize("content", [b"", b"{", b'{"codex": {"until": "soon"}}', b"\xff", b'{"codex": {"until": NaN}}'])
def test_a_damaged_file_stops_nobody_and_is_replaced(tmp_path: Path, clock: Clock, content: bytes) -> None:
    (tmp_path / "fleet").mkdir()
    (tmp_path / "fleet" / "backoff.json").write_bytes(content)
    backoff = Backoff(tmp_path, clock)
    assert backoff.wait_of("codex") is None
    backoff.limited("codex", "rate_limited", 5_000, begun=NOW)

    assert Backoff(tmp_path, clock).wait_of("codex") is not None


def test_where_the_file_cannot_be_written_a_process_keeps_its_own(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "fleet").write_text("no folder")
    backoff = Backoff(tmp_path, clock)
    backoff.limited("codex", "rate_limited", 5_000, begun=NOW)

    assert backoff.wait_of("codex") is not None
    assert Backoff(tmp_path, clock).wait_of("codex") is None


async def test_whoever_sends_requests_waits_before_the_next_and_says_so(tmp_path: Path) -> None:
    told: list[Wait | None] = []
    backoff = Backoff(tmp_path)
    provider = backoff.provider("anthropic", "r:s:1:1", told.append)
    first = await provider.ready()
    assert not isinstance(first, Wait)
    wait = await first.limited("rate_limited", 600_000)
    assert wait.until > backoff.clock() + 590
    assert isinstance(await provider.ready(patience_s=60), Wait)
    assert told == []

    waiting = asyncio.create_task(provider.ready(patience_s=10_000))
    while not told:
        await asyncio.sleep(0.01)
    Backoff(tmp_path).forget("anthropic")  # as another process would
    async with asyncio.timeout(60):
        permit = await waiting
    assert not isinstance(permit, Wait)
    assert [one is None for one in told] == [False, True]
    await permit.succeeded()


async def test_a_wait_that_is_cancelled_is_over(tmp_path: Path) -> None:
    told: list[Wait | None] = []
    backoff = Backoff(tmp_path)
    backoff.limited("anthropic", "overloaded", 600_000, begun=backoff.clock())
    waiting = asyncio.create_task(backoff.provider("anthropic", "", told.append).ready(patience_s=10_000))
    while not told:
        await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.wait([waiting])

    assert told[-1] is None


async def test_what_is_not_driven_by_the_engine_never_waits() -> None:
    permit = await UNLIMITED.ready()
    assert not isinstance(permit, Wait)
    await permit.limited()
    await permit.succeeded()


def test_two_processes_count_every_refusal(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib, time\n"
        "from engine.runtime.backoff import Backoff\n"
        "backoff = Backoff(pathlib.Path(sys.argv[1]))\n"
        "for _ in range(20): backoff.limited(sys.argv[2], 'overloaded', None, begun=time.time() + 1e6)\n"
    )
    names = ("codex", "codex", "anthropic")
    children = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name]) for name in names]
    assert [child.wait(120) for child in children] == [0, 0, 0]

    waits = Backoff(tmp_path).waits()
    assert (waits["codex"].refusals, waits["anthropic"].refusals) == (40, 20)


# -------------------------------------------------------------------------------------------------------------- turns


def key(n: int) -> tuple[str, str, int, int]:
    return "r", "s", 1, n


async def test_a_turn_waits_for_its_account_and_others_do_not(tmp_path: Path) -> None:
    fleet, told = FleetLimits(tmp_path), list[Wait | None]()
    fleet.backoff.limited("acp:gemini", "rate_limited", 3_600_000, begun=fleet.backoff.clock())
    waiting = asyncio.create_task(fleet.admit(key(1), "acp", account="acp:gemini", on_wait=told.append))
    async with asyncio.timeout(60):
        other = await fleet.admit(key(2), "acp", account="acp:opencode")
        command = await fleet.admit(key(3), None)
        while not told:
            await asyncio.sleep(0.01)
    assert isinstance(other, Place)
    assert isinstance(command, Place)
    assert not waiting.done()

    fleet.backoff.forget("acp:gemini")
    async with asyncio.timeout(60):
        assert isinstance(await waiting, Place)
    assert told[-1] is None


async def test_a_run_that_asks_is_refused_with_the_moment_and_one_that_insists_starts(tmp_path: Path) -> None:
    fleet = FleetLimits(tmp_path)
    fleet.backoff.limited("codex", "rate_limited", 3_600_000, begun=fleet.backoff.clock())
    refused = await fleet.admit(key(1), "codex", on_limit="pause")
    assert isinstance(refused, Refusal)
    assert refused.wait is not None
    assert refused.limit == "provider"
    assert utc(refused.wait.until)[:16].replace("T", " ") in refused.sentence

    place = await fleet.admit(key(1), "codex", on_limit="now")
    assert isinstance(place, Place)
    await place.answered(None)
    assert fleet.backoff.wait_of("codex") is None


async def test_br_059_a_fan_out_of_six_passes_an_account_that_takes_two_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SPREAD", (0.01, 0.02))
    monkeypatch.setattr(module, "LOOK", 0.01)
    fleets = [FleetLimits(tmp_path), FleetLimits(tmp_path)]
    now, refused, served, tries = 0, 0, list[int](), dict.fromkeys(range(6), 0)

    async def branch(n: int) -> None:
        nonlocal now, refused
        while n not in served:
            tries[n] += 1
            place = await fleets[n % 2].admit(("r", f"p/{n}", 1, tries[n]), "codex")
            assert isinstance(place, Place)
            async with place:
                now += 1
                fits = now <= 2
                await asyncio.sleep(0.005)
                now -= 1
                if fits:
                    served.append(n)
                else:
                    refused += 1
                await place.answered(None if fits else "rate_limited", 20)

    async with asyncio.timeout(90), asyncio.TaskGroup() as group:
        for n in range(6):
            group.create_task(branch(n))
    assert sorted(served) == list(range(6))
    assert refused >= 1


def test_an_account_is_the_program_unless_the_settings_name_one(tmp_path: Path) -> None:
    fleet = FleetLimits(tmp_path)
    assert fleet.account_of(Role(agent="claude-code")) == "claude-code"
    assert fleet.account_of(Role(agent="acp", argv=("/opt/bin/gemini", "--acp"))) == "acp:gemini"
    change_settings(
        tmp_path / "settings.yaml",
        {"fleet.backends.claude-code.account": "team", "fleet.backends.anthropic.account": "team"},
    )
    assert {fleet.account_of(Role(agent=name)) for name in ("claude-code", "anthropic")} == {"team"}
