# SPDX-License-Identifier: Apache-2.0
"""Limits of the fleet: who waits, who is refused, what a day used; over tasks, drivers and processes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.errors import FleetUnrecorded
from engine.journal import RunFolder, RunStore, read
from engine.kernel import RunState
from engine.kernel.events import Answered, PauseRequested, TurnEnded, TurnRefused, Usage
from engine.runtime.drive import drive, driving
from engine.runtime.fleet import FleetLimits, Place, Refusal
from engine.runtime.launch import Request, launch
from engine.runtime.ledger import events_of
from engine.runtime.settings import change_settings
from engine.runtime.usage import ALL, Day, entries_of, rebuild, today
from tests.helpers.runs import assert_sound, events, make_repository, make_script, make_workflow

USED = Usage(requests=1, input=60, output=40, cost=1.0)


def settings(home: Path, **changes: str) -> None:
    change_settings(home / "settings.yaml", {name.replace("__", "."): value for name, value in changes.items()})


def key(n: int) -> tuple[str, str, int, int]:
    return "r", "s", 1, n


async def admitted(fleet: FleetLimits, n: int, backend: str = "scripted") -> Place:
    async with asyncio.timeout(60):
        place = await fleet.admit(key(n), backend)
    assert isinstance(place, Place), place
    return place


async def refused(fleet: FleetLimits, n: int, backend: str = "scripted") -> Refusal:
    async with asyncio.timeout(60):
        found = await fleet.admit(key(n), backend)
    assert isinstance(found, Refusal), found
    return found


def running(home: Path) -> int:
    return len(list((home / "fleet" / "running").iterdir()))


async def test_of_many_turns_as_many_run_as_there_are_places(tmp_path: Path) -> None:
    settings(tmp_path, fleet__concurrent="2")
    fleets = [FleetLimits(tmp_path), FleetLimits(tmp_path)]  # as two processes would have them
    now = most = 0

    async def turn(n: int) -> None:
        nonlocal now, most
        async with await admitted(fleets[n % 2], n):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1

    await asyncio.gather(*(turn(n) for n in range(9)))
    assert most <= 2
    assert running(tmp_path) == 0
    assert fleets[0].used()[ALL].turns == 9


async def test_a_backend_has_places_of_its_own_and_no_other_waits_for_them(tmp_path: Path) -> None:
    settings(tmp_path, fleet__backends__codex__concurrent="1")
    fleet = FleetLimits(tmp_path)
    first = await admitted(fleet, 1, "codex")
    second = asyncio.create_task(fleet.admit(key(2), "codex"))
    other = await admitted(fleet, 3, "scripted")
    assert not second.done()
    await first.leave()

    assert isinstance(await second, Place)
    await other.leave()


async def test_a_wait_that_is_cancelled_leaves_nothing_behind(tmp_path: Path) -> None:
    settings(tmp_path, fleet__concurrent="1")
    fleet = FleetLimits(tmp_path)
    first = await admitted(fleet, 1)
    waiting = [asyncio.create_task(fleet.admit(key(n), "scripted")) for n in (2, 3)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    assert running(tmp_path) == 1
    await first.leave()

    await (await admitted(fleet, 4)).leave()
    assert fleet.used()[ALL].turns == 2


def another_process(home: Path) -> subprocess.Popen[str]:
    """A process that has a place, and keeps it until it is killed."""
    code = (
        "import asyncio, sys, pathlib\n"
        "from engine.runtime.fleet import FleetLimits\n"
        "asyncio.run(FleetLimits(pathlib.Path(sys.argv[1])).admit(('x', 's', 1, 1), 'scripted'))\n"
        "print('in', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, str(home)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "in\n"
    return child


async def test_a_process_that_died_leaves_its_places(tmp_path: Path) -> None:
    settings(tmp_path, fleet__concurrent="1")
    child = another_process(tmp_path)
    fleet = FleetLimits(tmp_path)
    waiting = asyncio.create_task(fleet.admit(key(1), "scripted"))
    done, _ = await asyncio.wait([waiting], timeout=0.2)
    assert not done
    child.kill()
    child.communicate()

    async with asyncio.timeout(60):
        assert isinstance(await waiting, Place)


async def test_a_day_of_n_turns_permits_exactly_n(tmp_path: Path) -> None:
    settings(tmp_path, fleet__per_day__turns="3")
    fleets = [FleetLimits(tmp_path), FleetLimits(tmp_path)]
    found = await asyncio.gather(*(fleets[n % 2].admit(key(n), "scripted") for n in range(8)))

    assert sum(isinstance(one, Place) for one in found) == 3
    refusal = next(one for one in found if isinstance(one, Refusal))
    assert refusal.limit == "fleet.per_day.turns"
    assert refusal.sentence.startswith("The fleet's turns of today are spent: 3 of 3.")


async def test_a_turn_that_a_crash_cut_before_it_began_is_not_counted_twice(tmp_path: Path) -> None:
    settings(tmp_path, fleet__per_day__turns="1")
    await (await admitted(FleetLimits(tmp_path), 1)).leave()

    await (await admitted(FleetLimits(tmp_path), 1)).leave()
    await refused(FleetLimits(tmp_path), 2)


@pytest.mark.parametrize(("kind", "cap"), [("tokens", "100"), ("cost", "1")])
async def test_a_spent_day_refuses_says_so_and_goes_on_when_it_is_raised(kind: str, cap: str, tmp_path: Path) -> None:
    settings(tmp_path, **{f"fleet__per_day__{kind}": cap})
    fleet = FleetLimits(tmp_path)
    async with await admitted(fleet, 1) as place:
        await place.used("m", USED)
    assert f"{kind} of today" in (await refused(fleet, 2)).sentence
    settings(tmp_path, **{f"fleet__per_day__{kind}": "1000"})

    await (await admitted(fleet, 2)).leave()


async def test_a_backends_day_is_its_own(tmp_path: Path) -> None:
    settings(tmp_path, fleet__backends__codex__per_day__turns="1")
    fleet = FleetLimits(tmp_path)
    await (await admitted(fleet, 1, "codex")).leave()
    await (await admitted(fleet, 2, "scripted")).leave()

    assert (await refused(fleet, 3, "codex")).limit == "fleet.backends.codex.per_day.turns"


async def test_a_project_has_places_and_a_day_of_its_own_and_no_other_waits_for_them(tmp_path: Path) -> None:
    settings(tmp_path, fleet__projects__webshop__concurrent="1", fleet__projects__webshop__per_day__turns="2")
    fleet, other = FleetLimits(tmp_path), FleetLimits(tmp_path)
    async with asyncio.timeout(60):
        first = await fleet.admit(key(1), "scripted", project="/home/ann/webshop")
        waiting = asyncio.create_task(other.admit(key(2), "codex", project="/home/ann/webshop"))
        elsewhere = await other.admit(key(3), "codex", project="/home/ann/blog")
        assert isinstance(first, Place)
        assert isinstance(elsewhere, Place)
        assert not waiting.done()
        await first.used("m", USED)
        await first.leave()
        second = await waiting
        assert isinstance(second, Place)
        await second.leave()
        refusal = await fleet.admit(key(4), "scripted", project="/home/ann/webshop")
    assert isinstance(refusal, Refusal)
    assert refusal.limit == "fleet.projects.webshop.per_day.turns"
    assert refusal.sentence.startswith("Project webshop's turns of today are spent: 2 of 2.")
    turns = {name: one.turns for name, one in fleet.used_by_project().items()}
    assert turns == {"/home/ann/webshop": 2, "/home/ann/blog": 1}


async def test_of_two_limits_that_name_a_project_its_path_counts(tmp_path: Path) -> None:
    settings(tmp_path, **{"fleet__projects__shop__per_day__cost": "1", "fleet__projects__/a/shop__per_day__cost": "5"})
    fleet = FleetLimits(tmp_path)
    wanted = [("/a/shop", True), ("/b/shop", True), ("/a/shop", True), ("/b/shop", False)]
    for n, (project, fits) in enumerate(wanted):
        found = await fleet.admit(key(n), "scripted", project=project)
        assert isinstance(found, Place) == fits
        if isinstance(found, Place):
            await found.used("m", USED)
            await found.leave()


async def test_br_023_an_unknown_cost_stops_a_fleet_with_a_limit_on_it_until_it_has_a_price(tmp_path: Path) -> None:
    settings(tmp_path, fleet__per_day__cost="100")
    fleet = FleetLimits(tmp_path)
    async with await admitted(fleet, 1) as place:
        await place.used("new-model", Usage(input=1_000_000, output=0))
    assert "unknown" in (await refused(fleet, 2)).sentence
    settings(tmp_path, **{"prices__new-model__input": "3", "prices__new-model__output": "4"})
    await (await admitted(fleet, 2)).leave()
    assert fleet.used()[ALL].cost == 3


async def test_an_unknown_cost_may_be_accepted(tmp_path: Path) -> None:
    settings(tmp_path, fleet__per_day__cost="100", fleet__per_day__accept_unknown="true")
    fleet = FleetLimits(tmp_path)
    async with await admitted(fleet, 1) as place:
        await place.used(None, None)

    await (await admitted(fleet, 2)).leave()
    assert fleet.used()[ALL].at_least == {"tokens", "cost"}


async def test_a_paused_fleet_starts_nothing_and_lets_what_runs_go_on(tmp_path: Path) -> None:
    fleet = FleetLimits(tmp_path)
    place = await admitted(fleet, 1)
    settings(tmp_path, fleet__paused="true")
    waiting = [asyncio.create_task(fleet.admit(key(2), "scripted")), asyncio.create_task(fleet.admit(key(3), None))]
    done, _ = await asyncio.wait(waiting, timeout=0.2)
    assert not done
    await place.used("m", USED)
    await place.leave()
    settings(tmp_path, fleet__paused="false")

    async with asyncio.timeout(60):
        assert all(isinstance(found, Place) for found in await asyncio.gather(*waiting))


async def test_damage_in_the_figures_is_unknown_and_a_torn_line_spoils_no_other(tmp_path: Path) -> None:
    fleet = FleetLimits(tmp_path)
    async with await admitted(fleet, 1) as place:
        await place.used("m", USED)
    path = tmp_path / "fleet" / f"{today()}.jsonl"
    path.write_text(path.read_text() + '{"what": "ended", "run')
    async with await admitted(fleet, 2) as place:
        await place.used("m", USED)

    used = FleetLimits(tmp_path).used()[ALL]
    assert (used.turns, used.cost) == (2, 2.0)
    assert "cost" in used.at_least


def test_figures_that_cannot_be_written_are_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(FleetUnrecorded):
        Day(tmp_path / "missing", "2026-01-01").add(*rebuild(tmp_path, "2026-01-01"))


# ------------------------------------------------------------------------------------------------------------ for real

STEP = "{step: one, role: worker, goal: Do it., gate: [{file: done.txt}]}"
TWO = STEP.replace("step: one", "step: two")
TELLS = """cat > /dev/null; echo > done.txt
echo '{"type":"usage","id":"m1","model":"claude-opus-5","input":1000000,"output":100000}'
"""


@pytest.fixture
def home() -> Path:
    return RunStore().data_dir


async def launched(tmp_path: Path, steps: list[str], agent: str = TELLS, **more: Any) -> RunFolder:
    repository = make_repository(tmp_path / "repo")
    script = make_script(tmp_path / "agent.sh", agent)
    role = "isolation: open, output: jsonl"
    return await launch(
        Request(str(make_workflow(tmp_path / "w.yaml", steps, script, role=role, **more)), repository, run_id="r"),
        RunStore(),
    )


async def driven(folder: RunFolder) -> RunState:
    async with asyncio.timeout(60), driving(folder, RunStore().data_dir) as driver:
        await drive(driver, folder)
        return driver.state


def bodies(folder: RunFolder, kind: type[Any]) -> list[Any]:
    return [event.body for event in events(folder) if isinstance(event.body, kind)]


async def test_a_run_that_meets_the_days_limit_holds_and_is_resumed_where_it_stood(tmp_path: Path, home: Path) -> None:
    settings(home, fleet__per_day__turns="1")
    folder = await launched(tmp_path, [STEP, TWO])
    state = await driven(folder)
    [hold] = state.open_holds
    assert (hold.kind, hold.node, hold.answers) == ("budget", "two", ("retry", "stop", "quit"))
    assert "fleet" in hold.sentence
    assert len(bodies(folder, TurnRefused)) == 1
    settings(home, fleet__per_day__turns="2")
    async with asyncio.timeout(60), driving(folder, home) as driver:
        driver.report(Answered(hold=hold.id, answer="retry", expect=hold.seq, node=hold.node))
        await drive(driver, folder)
        assert driver.state.status == "succeeded"
    assert_sound(folder)
    assert state.meters["turns"].spent == 1
    assert FleetLimits(home).used()[ALL].turns == 2


async def test_a_known_model_without_a_cost_gets_it_from_the_price_table(tmp_path: Path, home: Path) -> None:
    folder = await launched(tmp_path, [STEP])
    state = await driven(folder)

    [ended] = bodies(folder, TurnEnded)
    assert ended.usage.cost == pytest.approx(7.5)
    assert ended.usage.priced
    assert state.meters["cost"].spent == pytest.approx(7.5)
    assert FleetLimits(home).used()["command"].cost == pytest.approx(7.5)


async def test_br_023_an_unpriced_model_pauses_a_run_with_a_cost_budget(tmp_path: Path) -> None:
    agent = TELLS.replace("claude-opus-5", "who-knows")
    folder = await launched(tmp_path, [STEP, TWO], agent, top="budgets: {cost: 5}")
    state = await driven(folder)

    [ended] = bodies(folder, TurnEnded)
    assert ended.usage.cost is None
    [hold] = state.open_holds
    assert "unknown" in hold.sentence


async def test_a_paused_fleet_keeps_a_run_waiting_and_a_pause_ends_the_wait(tmp_path: Path, home: Path) -> None:
    folder = await launched(tmp_path, [STEP])
    settings(home, fleet__paused="true")
    async with asyncio.timeout(60), driving(folder, home) as driver:
        driving_ = asyncio.create_task(drive(driver, folder))
        while not driver.state.outstanding:
            await asyncio.sleep(0.01)
        driver.report(PauseRequested(now=True))
        await driving_
        assert [hold.kind for hold in driver.state.open_holds] == ["pause"]
        assert driver.state.meters["turns"].spent == 0
        assert driver.state.nodes["one"].attempts[0].turns == []
    settings(home, fleet__paused="false")
    async with asyncio.timeout(60), driving(folder, home) as driver:
        [hold] = driver.state.open_holds
        driver.report(Answered(hold=hold.id, answer="resume", expect=hold.seq))
        await drive(driver, folder)
        assert driver.state.status == "succeeded"
    assert_sound(folder)


async def test_the_days_figures_follow_from_the_journals(tmp_path: Path, home: Path) -> None:
    folder = await launched(tmp_path, [STEP, TWO, "{run: three, argv: ['true']}"])
    await driven(folder)
    fleet = FleetLimits(home)
    before, projects = fleet.used(), fleet.used_by_project()
    assert before[ALL].turns == 2
    assert [one.turns for one in projects.values()] == [2]
    (home / "fleet" / f"{today()}.jsonl").unlink()

    assert FleetLimits(home).used() == before
    assert FleetLimits(home).used_by_project() == projects
    assert entries_of(events_of(read(folder.journal).records), "1999-01-01") == []
