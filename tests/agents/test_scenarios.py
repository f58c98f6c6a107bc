# SPDX-License-Identifier: Apache-2.0
"""What a run needs of an agent, each with the real program against a provider of ours on loopback."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.agents.transcript import TranscriptReader
from engine.journal import RunFolder, RunStore
from engine.kernel.events import (
    Answered,
    AttemptOpened,
    Body,
    MessageGiven,
    MessageSent,
    MessageTaken,
    PauseRequested,
    TurnEnded,
    TurnLost,
)
from engine.kernel.state import Hold
from engine.placement import survivors, token_prefix
from engine.runtime.drive import drive, driving
from engine.runtime.driver import Driver
from engine.runtime.launch import Request, launch
from tests.agents.agents import Agent
from tests.agents.providers import INPUT, OUTPUT, Call, Provider, Say
from tests.helpers.runs import assert_sound, events, eventually, git, make_repository, state

PATIENCE = 100.0
COST = (2 * INPUT + 10 * OUTPUT) / 1e6
"""US dollars of an answer, at the price of the model that is asked where a cost is told."""


@pytest.fixture
def provider(agent: Agent, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with Provider() as running:
        if told := agent.settings(running.url):
            data_dir.mkdir(exist_ok=True)
            (data_dir / "settings.yaml").write_text(told)
        for name, value in agent.env(running.url).items():
            monkeypatch.setenv(name, value)
        yield running


class Place:
    """A repository and its workflow of one step."""

    def __init__(self, path: Path, agent: Agent) -> None:
        self.path = path
        self.repository = make_repository(path / "repo")
        self.agent = agent

    async def launch(
        self, goal: str, gate: str, role: dict[str, Any] | None = None, top: str = "", **step: Any
    ) -> RunFolder:
        whole = {"isolation": "sandboxed", **self.agent.role(self.agent.programs), **(role or {})}
        more = "".join(f", {key}: {json.dumps(value)}" for key, value in step.items())
        lines = [
            "pilothouse: 1",
            "name: w",
            "title: A workflow of the tests",
            f"roles: {{worker: {json.dumps(whole)}}}",
            *([top] if top else []),
            f"do: [{{step: one, role: worker, goal: {json.dumps(goal)}, gate: {gate}{more}}}]",
        ]
        workflow = self.path / "w.yaml"
        workflow.write_text("\n".join(lines) + "\n")
        return await launch(Request(str(workflow), self.repository, run_id="r", branch="work/r"), RunStore())


@pytest.fixture
def place(tmp_path: Path, agent: Agent) -> Place:
    return Place(tmp_path, agent)


@asynccontextmanager
async def running(folder: RunFolder) -> AsyncIterator[tuple[Driver, asyncio.Task[None]]]:
    async with asyncio.timeout(PATIENCE), driving(folder, RunStore().data_dir) as driver:
        task = asyncio.create_task(drive(driver, folder))
        yield driver, task
        await task


async def until(holds: Callable[[], bool], task: asyncio.Task[None]) -> None:
    while not holds():
        assert not task.done(), task
        await asyncio.sleep(0.02)


async def driven(folder: RunFolder) -> None:
    async with running(folder):
        pass


def answer(driver: Driver, hold: Hold, given: str, note: str = "") -> None:
    driver.observe(Answered(hold=hold.id, answer=given, note=note, expect=hold.seq, node=hold.node))


def ends(folder: RunFolder) -> list[TurnEnded]:
    return [event.body for event in events(folder) if isinstance(event.body, TurnEnded)]


def of_kind(folder: RunFolder, kind: type[Body]) -> int:
    return sum(isinstance(event.body, kind) for event in events(folder))


def entries(folder: RunFolder, *kinds: str) -> list[str]:
    with TranscriptReader(folder.attempt("one", 1) / "transcript.jsonl") as reader:
        reader.refresh()
        return [entry.text for entry in reader if entry.kind in kinds]


def asked(provider: Provider) -> str:
    """All that the model was told with the last request."""
    return json.dumps(provider.seen[-1], default=str)


ANY = "[{file: README.md}]"
"""A gate that anything clears, so that a turn's end is all that counts."""


async def test_plain_answer(place: Place, provider: Provider) -> None:
    folder = await place.launch("PLAIN", ANY)
    await driven(folder)

    [ended] = ends(folder)
    assert (ended.reason, ended.failure) == ("end_turn", None), ended
    assert "Hello there." in entries(folder, "message")
    assert ended.usage is not None
    assert ended.usage.input
    assert state(folder).outcome == "succeeded"
    assert_sound(folder)


async def test_tool_call_that_edits_and_runs(place: Place, provider: Provider) -> None:
    folder = await place.launch("EDIT", "[{file: a.py}]")
    await driven(folder)

    assert state(folder).outcome == "succeeded"
    assert git(place.repository, "show", "work/r:a.py") == "x = 2"
    assert any("x = 2" in text for text in entries(folder, "tool_call", "tool_result"))


async def test_a_tool_of_the_engine(place: Place, provider: Provider) -> None:
    folder = await place.launch("REPORT", "[verdict]")
    await driven(folder)

    assert state(folder).outcome == "succeeded", entries(folder, "message", "tool_result")
    assert json.loads((folder.attempt("one", 1) / "verdict.json").read_text())["summary"] == "reported"


async def test_api_error(place: Place, provider: Provider) -> None:
    folder = await place.launch("ERROR", ANY)
    await driven(folder)

    ended = ends(folder)[-1]
    assert ended.reason == "failed"
    assert "bad request here" in ended.message
    assert [hold.kind for hold in state(folder).open_holds] == ["failure"]


async def test_interrupt(place: Place, provider: Provider) -> None:
    folder = await place.launch("SLOW", "[{file: begun.txt}]")
    async with running(folder) as (driver, task):
        begun = folder.path / "checkout" / "begun.txt"
        await until(begun.exists, task)
        driver.observe(PauseRequested(now=True))

    [ended] = ends(folder)
    assert ended.reason == "interrupted"
    assert not survivors(token_prefix(folder.path))
    assert [hold.kind for hold in state(folder).open_holds] == ["pause"]


async def test_session_goes_on_after_a_blocked_gate(place: Place, provider: Provider) -> None:
    folder = await place.launch("PLAIN", "[{file: missing.txt}]", reprompts=1)
    await driven(folder)

    assert [ended.reason for ended in ends(folder)] == ["end_turn", "end_turn"]
    assert "Hello there." in asked(provider), "the second prompt does not see the first answer"
    usage = [ended.usage for ended in ends(folder)]
    assert usage[0] is not None
    assert usage[1] is not None
    assert usage[1].output == usage[0].output, "the second turn counts the first again"


async def test_crash_in_a_tool_call_and_resume(place: Place, provider: Provider) -> None:
    folder = await place.launch("SLOW", "[{file: begun.txt}]")
    script = "import sys; from engine.cli import main; sys.exit(main())"
    first = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, "resume", "r", stdout=asyncio.subprocess.DEVNULL
    )
    begun = folder.path / "checkout" / "begun.txt"
    await asyncio.to_thread(eventually, lambda: begun.exists() and bool(begun.read_text()), "the tool call", PATIENCE)
    first.kill()
    await first.wait()
    lost = len(provider.seen)
    provider.reply = lambda prompt, answered, tools: Say("Again.")  # type: ignore[method-assign]
    await driven(folder)

    assert of_kind(folder, TurnLost) == 1
    assert of_kind(folder, AttemptOpened) == 1, "the same attempt goes on"
    assert state(folder).outcome == "succeeded", state(folder).open_holds
    assert not survivors(token_prefix(folder.path))
    assert "SLOW" in asked(provider)
    assert not provider.refused, "a history that no provider takes"
    usage = ends(folder)[-1].usage
    assert usage is not None
    assert (usage.input, usage.output, usage.requests) == (INPUT, OUTPUT, 1), "the lost turn counts in this one"
    since = len(provider.seen) - lost
    assert usage.cost is None or usage.cost <= since * COST * 1.01, "more than what was asked since the kill"
    meters = state(folder).meters
    assert [meters[kind].spent for kind in ("requests", "tokens")] == [1, INPUT + OUTPUT], "counted twice"
    assert meters["tokens"].at_least, "what the lost turn used is not known, and not nothing"


@pytest.mark.parametrize("given", ["allow", "deny"])
async def test_permission_prompt(place: Place, provider: Provider, given: str) -> None:
    folder = await place.launch("ASK", ANY, role={"isolation": "open", "permissions": "ask"})
    async with running(folder) as (driver, task):
        await until(lambda: bool(driver.state.open_holds), task)
        [hold] = driver.state.open_holds
        assert hold.kind == "permission"
        assert "asked.txt" in json.dumps(hold.evidence)
        assert driver.state.status == "paused"
        answer(driver, hold, given, "not here")

    assert state(folder).outcome == "succeeded", state(folder).open_holds
    assert (folder.path / "checkout" / "asked.txt").exists() == (given == "allow")


async def test_budget_stop(place: Place, provider: Provider) -> None:
    folder = await place.launch("LOOP", ANY, top="budgets: {requests: 3}")
    await driven(folder)

    calls = [seen for seen in provider.seen if isinstance(seen["reply"], Call)]
    assert len(calls) <= 3 + place.agent.overshoot
    [hold] = state(folder).open_holds
    assert hold.kind == "budget", hold
    [ended] = ends(folder)
    assert (ended.reason, ended.failure) == ("failed", "budget"), ended


async def test_message_while_it_works(place: Place, provider: Provider) -> None:
    folder = await place.launch("STEER", "[{file: begun.txt}]")
    async with running(folder) as (driver, task):
        begun = folder.path / "checkout" / "begun.txt"
        await until(begun.exists, task)
        driver.observe(MessageGiven(node="one", message_id="m", text="mind the docs"))
        if place.agent.steers:
            await until(lambda: bool(of_kind(folder, MessageSent)), task)
        else:  # it comes with the next prompt, which tells the goal again
            provider.reply = lambda prompt, answered, tools: Say("Steered.")  # type: ignore[method-assign]
        (folder.path / "checkout" / "go").touch()

    assert state(folder).outcome == "succeeded", state(folder).open_holds
    assert "mind the docs" in asked(provider)
    [taken] = [event.body for event in events(folder) if isinstance(event.body, MessageTaken)]
    assert taken.taken == (len(ends(folder)) == 1)
