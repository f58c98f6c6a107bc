# SPDX-License-Identifier: Apache-2.0
"""Settings, and all runs paused and resumed, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli import main
from engine.journal import RunStore
from engine.runtime.backoff import Backoff
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import eventually, make_repository, make_script, make_workflow, run_folder, state

STEP = "{step: one, role: worker, goal: Do it., gate: [{file: done.txt}, {approval: {cycles: 1}}]}"


def open_holds(run: str) -> list[str]:
    return [hold.kind for hold in state(run_folder(run)).open_holds]


def test_settings_are_set_shown_and_refused_with_their_faults(pilothouse: CommandLine) -> None:
    pilothouse("settings", "set", "fleet.concurrent=4", "fleet.per_day.cost=2.5").ended(0)
    shown = pilothouse("settings", "--json").ended(0).json()
    assert shown["fleet"]["concurrent"] == 4
    assert shown["fleet"]["per_day"]["cost"] == 2.5
    assert shown["prices"]["models"]["claude-opus-5"]["own"] is False
    assert shown["today"]["all"]["turns"] == 0
    assert "fleet.concurrent: no limit" in pilothouse("settings", "set", "fleet.concurrent=none").ended(0).out

    url = "providers.anthropic.base_url=http://me:s3cret@127.0.0.1:11434/under?token=s3cret"
    pilothouse("settings", "set", url, "providers.anthropic.extra_body.word=s3cret").ended(0)
    told = pilothouse("settings").ended(0).out
    assert "providers.anthropic.base_url: http://127.0.0.1:11434/under\n" in told
    assert "providers.anthropic.extra_body.word: (set)" in told
    assert "s3cret" not in told + pilothouse("settings", "--json").ended(0).out

    assert "concurent" in pilothouse("settings", "set", "fleet.concurent=4").ended(2).err
    refused = pilothouse("settings", "set", "providers.anthropic.base_url=notaurl").ended(2).err
    assert "providers.anthropic.base_url: 'notaurl' is no address of a server; write one such as http://" in refused
    pilothouse("settings", "set").ended(2)
    (RunStore().data_dir / "settings.yaml").write_text("fleet: {concurrent: x}\n")
    assert "settings.yaml:1:" in pilothouse("settings").ended(2).err


def test_usage_tells_who_waits_for_a_provider_and_lets_go_of_the_wait(pilothouse: CommandLine) -> None:
    backoff = Backoff(RunStore().data_dir)
    backoff.limited("codex", "rate_limited", 3_600_000, begun=backoff.clock())
    shown = pilothouse("usage", "--json").ended(0).json()
    assert [wait["account"] for wait in shown["provider_waits"]] == ["codex"]
    assert shown["failures"]["rate_limited"] == 0
    assert "codex takes no requests until" in pilothouse("usage").ended(0).out

    pilothouse("usage", "--forget", "codex").ended(0)
    assert "codex" in pilothouse("usage", "--forget", "codex").ended(2).err


def test_a_switch_that_no_run_has_is_refused(pilothouse: CommandLine) -> None:
    assert "on_provider_limit=continue|pause" in pilothouse("set", "r", "on_provider_limit=maybe").ended(2).err


def test_a_paused_fleet_is_told_by_the_list(pilothouse: CommandLine) -> None:
    assert pilothouse("list", "--json").ended(0).json()["fleet"] == {"paused": False}
    pilothouse("settings", "set", "fleet.paused=true").ended(0)

    assert pilothouse("list", "--json").ended(0).json()["fleet"] == {"paused": True}
    assert "The fleet is paused" in pilothouse("list").ended(0).out


@pytest.mark.parametrize("command", ["pause", "resume"])
@pytest.mark.parametrize("which", [[], ["r", "--all"]])
def test_one_run_or_all_of_them(command: str, which: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, *which])

    assert ended.value.code == 2


def test_every_live_run_is_paused_and_those_go_on_together(tmp_path: Path, pilothouse: CommandLine) -> None:
    agent = make_script(tmp_path / "agent.sh", "cat > /dev/null; echo > done.txt")
    workflow = make_workflow(tmp_path / "w.yaml", [STEP], agent)
    repository = make_repository(tmp_path / "repo")
    for run in ("a", "b", "c"):
        pilothouse("run", workflow, "--repo", repository, "--id", run).ended(3)
    pilothouse("cancel", "c").ended(0, 4)

    paused = pilothouse("pause", "--all", "--json").ended(0).json()
    assert {one["run"] for one in paused["runs"]} == {"a", "b"}
    assert {tuple(open_holds(run)) for run in ("a", "b")} == {("approval", "pause")}
    assert pilothouse("pause", "--all", "--json").ended(0).json() == {"runs": []}

    try:
        resumed = pilothouse("resume", "--all", "--json").ended(0).json()
        assert {one["run"] for one in resumed["runs"]} == {"a", "b"}
        eventually(lambda: {*open_holds("a"), *open_holds("b")} == {"approval"}, "the pauses to end")
    finally:
        pilothouse("engine", "--stop").ended(0)
