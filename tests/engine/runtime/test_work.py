# SPDX-License-Identifier: Apache-2.0
"""The effects of a run for real: turns that are interrupted before they begin, and commands that end in every way."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from engine.journal import RunFolder, RunStore
from engine.kernel import RunState
from engine.kernel.events import PauseRequested, TurnEnded, TurnStarted
from engine.runtime import turns as turns_of_agents
from engine.runtime.client import send
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from tests.helpers.runs import assert_sound, events, git, make_repository, make_script, make_workflow


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo")


async def launched(home: Path, repository: Path, steps: list[str], agent: str = "cat > /dev/null") -> RunFolder:
    workflow = make_workflow(home / "w.yaml", steps, make_script(home / "agent.sh", agent))
    return await launch(Request(str(workflow), repository, run_id="r", branch="work/r"), RunStore())


async def driven(folder: RunFolder) -> RunState:
    async with asyncio.timeout(60), driving(folder, RunStore().data_dir) as driver:
        await drive(driver, folder)
        return driver.state


def turns(folder: RunFolder) -> list[TurnEnded]:
    return [event.body for event in events(folder) if isinstance(event.body, TurnEnded)]


@pytest.mark.parametrize(
    ("at", "step"),
    [
        ("_mark", "{step: one, role: worker, goal: Do it., gate: [{file: done.txt}]}"),
        ("printed", "{step: one, role: worker, goal: Do it., gate: [{file: done.txt}]}"),
        ("_mark", "{run: one, argv: [sh, -c, 'echo > done.txt'], gate: [{file: done.txt}]}"),
    ],
)
async def test_a_turn_interrupted_before_its_process_is_there_starts_none(
    at: str, step: str, tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked, go = threading.Event(), threading.Event()
    done = getattr(turns_of_agents, at)

    def slowly(path: Path) -> object:
        found = done(path)
        marked.set()
        go.wait(60)
        return found

    folder = await launched(tmp_path, repository, [step], "cat > prompt; echo > done.txt")
    monkeypatch.setattr(turns_of_agents, at, slowly)
    async with driving(folder, RunStore().data_dir) as driver:
        driving_ = asyncio.create_task(drive(driver, folder))
        await asyncio.to_thread(marked.wait, 60)
        driver.observe(PauseRequested(now=True))
        go.set()
        await driving_
        assert [hold.kind for hold in driver.state.open_holds] == ["pause"]
        assert not (folder.path / "checkout" / "done.txt").exists()
        [ended] = turns(folder)
        assert (ended.reason, ended.exit_code) == ("interrupted", None)
    assert "agent_started" not in [event.body.type for event in events(folder)]
    assert_sound(folder)


async def test_a_turn_that_was_to_be_interrupted_when_the_driver_died_starts_no_process(
    tmp_path: Path, repository: Path
) -> None:
    step = "{step: one, role: worker, goal: Do it., gate: [{file: done.txt}]}"
    folder = await launched(tmp_path, repository, [step], "cat > prompt; echo > done.txt")
    async with driving(folder, RunStore().data_dir) as driver:
        driver.ledger.observe(PauseRequested(now=True))
    state = await driven(folder)
    assert [hold.kind for hold in state.open_holds] == ["pause"]
    assert not (folder.path / "checkout" / "prompt").exists()
    assert_sound(folder)


COMMANDS = {
    "[sh, -c, 'exit 0']": None,
    "[sh, -c, 'exit 3']": "the command exited 3",
    "[sh, -c, 'kill -9 $$']": "signal 9",
    "[no-such-program]": "no-such-program",
    "[sh, -c, 'sleep 60'], timeout: 1s": "timed out",
}


@pytest.mark.parametrize("argv", COMMANDS)
async def test_a_command_that_does_not_exit_0_is_held_with_how_it_ended(
    argv: str, tmp_path: Path, repository: Path
) -> None:
    state = await driven(await launched(tmp_path, repository, [f"{{run: check, argv: {argv}}}"]))
    says = COMMANDS[argv]
    if says is None:
        assert state.outcome == "succeeded"
    else:
        [hold] = state.open_holds
        assert says in hold.sentence, hold.sentence


async def test_what_a_command_writes_is_committed_and_what_it_prints_is_its_transcript(
    tmp_path: Path, repository: Path
) -> None:
    folder = await launched(tmp_path, repository, ["{run: make-it, argv: [sh, -c, 'echo made; echo x > made.txt']}"])
    state = await driven(folder)
    assert state.outcome == "succeeded"
    assert git(repository, "show", "work/r:made.txt") == "x"
    assert "made" in (folder.attempt("make-it", 1) / "transcript.jsonl").read_text()


async def test_a_flood_of_a_command_is_survived_and_bounded(tmp_path: Path, repository: Path) -> None:
    flood = "{run: flood, argv: [sh, -c, 'yes xxxxxxxxxxxxxxxx | head -c 30000000']}"
    folder = await launched(tmp_path, repository, [flood])
    state = await driven(folder)
    assert state.outcome == "succeeded"
    assert (folder.attempt("flood", 1) / "transcript.jsonl").stat().st_size < 2_000_000


@pytest.mark.parametrize(("answer", "text", "attempts"), [("adopt", "another hand", 1), ("discard", "the agent", 2)])
async def test_a_checkout_that_changed_while_nobody_drove_is_shown_with_both_sides_and_judged_only_when_decided(
    answer: str, text: str, attempts: int, tmp_path: Path, repository: Path
) -> None:
    step = "{step: one, role: worker, goal: g, gate: [{file: it.txt}, approval]}"
    folder = await launched(tmp_path, repository, [step], "cat > /dev/null; echo the agent > it.txt")
    [hold] = (await driven(folder)).open_holds
    lines = folder.journal.read_bytes().splitlines(keepends=True)
    measuring = [event.body.type for event in events(folder)].index("measuring_started")
    folder.journal.write_bytes(b"".join(lines[: measuring + 1]))
    (folder.path / "checkout" / "it.txt").write_text("another hand\n")

    state = await driven(folder)
    [hold] = state.open_holds
    assert (hold.kind, hold.answers) == ("reconcile", ("adopt", "redo", "discard"))
    recorded, observed = str(hold.evidence["recorded"]), str(hold.evidence["observed"])
    assert recorded == state.nodes["one"].attempts[0].head
    assert git(folder.path / "store.git", "show", f"{observed}:it.txt") == "another hand"
    assert "gates_judged" not in [event.body.type for event in events(folder)]

    redone = await answered(folder, hold.id, "redo")
    assert [hold.kind for hold in redone.open_holds] == ["reconcile"], "it was not moved back"
    decided = await answered(folder, redone.open_holds[0].id, answer)
    [hold] = decided.open_holds
    assert hold.kind == "approval"
    assert len(decided.nodes["one"].attempts) == attempts
    await answered(folder, hold.id, "accept")
    assert git(repository, "show", "work/r:it.txt") == text
    for commit in (recorded, observed):
        held = git(folder.path / "store.git", "for-each-ref", "--contains", commit)
        assert held, "what was secured stays on a ref"
    assert_sound(folder)


async def answered(folder: RunFolder, hold: str, answer: str) -> RunState:
    await send(folder, {"command": "answer", "hold": hold, "answer": answer})
    return await driven(folder)


async def test_nothing_is_kept_of_attempts_that_are_over(tmp_path: Path, repository: Path) -> None:
    steps = [f"{{step: {name}, role: worker, goal: Do it., gate: [{{file: {name}.txt}}]}}" for name in ("a", "b", "c")]
    folder = await launched(tmp_path, repository, steps, "cat > /dev/null; for n in a b c; do echo $n > $n.txt; done")
    async with asyncio.timeout(60), driving(folder, RunStore().data_dir) as driver:
        await drive(driver, folder)

        effect = driver._effects[TurnStarted]
        assert isinstance(effect, turns_of_agents.TakeTurn)
        assert driver.state.outcome == "succeeded"
        world = effect.world
        assert [set(kept) for kept in (world.sessions, world.secured, world.last_messages)] == [{("c", 1)}] * 3
