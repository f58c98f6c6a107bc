# SPDX-License-Identifier: Apache-2.0
"""Settings: every fault with its line, written in one step, read again when they change, never lost to a slip."""

from __future__ import annotations

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.errors import DefinitionFaults, UsageError
from engine.runtime import settings as settings_module
from engine.runtime.settings import Settings, SettingsFile, change_settings, parse_settings, read_settings

FAULTY = "fleet:\n  concurent: 3\n  paused: maybe\n  per_day: {cost: -1}\nprices:\n  x: {input: 2}\n"


def test_without_a_file_nothing_is_limited(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "settings.yaml") == Settings()
    assert SettingsFile(tmp_path).current() == Settings()


def test_every_fault_is_told_at_once_with_its_line() -> None:
    with pytest.raises(DefinitionFaults) as caught:
        parse_settings(FAULTY)

    assert [fault.line for fault in caught.value.faults] == [2, 3, 4, 6]


@pytest.mark.parametrize("text", ["[1]", "fleet: 3", "fleet:", "3", "{", "fleet: {concurrent: 0}", "a: !!python/x b"])
def test_whatever_is_no_settings_is_a_fault_and_no_crash(text: str) -> None:
    with pytest.raises(DefinitionFaults):
        parse_settings(text)


def test_one_setting_is_changed_and_the_rest_kept_with_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("# mine\nfleet:\n  concurrent: 2  # small machine\n")
    changed = change_settings(
        path, {"fleet.per_day.cost": "2.5", "prices.gpt-4.1.input": "2", "prices.gpt-4.1.output": "8"}
    )

    assert (changed.fleet.concurrent, changed.fleet.per_day.cost) == (2, 2.5)
    assert changed.prices["gpt-4.1"].output == 8
    assert "# mine" in path.read_text()
    assert "# small machine" in path.read_text()
    assert read_settings(path) == changed
    assert change_settings(path, {"fleet.concurrent": "null"}).fleet.concurrent is None


@pytest.mark.parametrize("change", [{"fleet.concurrent": "many"}, {"fleet.nothing": "1"}, {"fleet": "1"}])
def test_a_change_that_makes_no_sense_writes_nothing(change: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("fleet: {concurrent: 2}\n")
    with pytest.raises((DefinitionFaults, UsageError)):
        change_settings(path, change)

    assert path.read_text() == "fleet: {concurrent: 2}\n"
    assert [name for name in os.listdir(tmp_path) if not name.endswith(".lock")] == ["settings.yaml"]


def test_a_faulty_file_keeps_the_last_good_settings_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text("fleet: {concurrent: 2}\n")
    assert file.current().fleet.concurrent == 2
    file.path.write_text(FAULTY)
    with caplog.at_level(logging.ERROR):
        assert file.current().fleet.concurrent == 2
    assert "concurent" in caplog.text
    assert file.fault
    file.path.write_text("fleet: {concurrent: 33}\n")

    assert file.current().fleet.concurrent == 33
    assert not file.fault


def test_a_file_that_was_never_good_pauses_the_fleet(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text(FAULTY)

    assert file.current().fleet.paused


def test_an_entry_of_ones_own_is_taken_out_again(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    change_settings(path, {"prices.gpt-4.1.input": "2", "prices.gpt-4.1.output": "8", "fleet.concurrent": "3"})

    changed = change_settings(path, {"prices.gpt-4.1": None, "prices.never-there": None})

    assert changed.prices == {}
    assert changed.fleet.concurrent == 3


def test_what_a_person_saves_while_it_is_changed_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("fleet: {concurrent: 2}\n")
    asked = settings_module.read_settings

    def read_and_have_somebody_save(where: Path) -> Settings:
        monkeypatch.setattr(settings_module, "read_settings", asked)
        found = asked(where)
        path.write_text("# by hand\nfleet: {concurrent: 2, per_day: {turns: 9}}\n")
        return found

    monkeypatch.setattr(settings_module, "read_settings", read_and_have_somebody_save)
    changed = change_settings(path, {"fleet.concurrent": "5"})

    assert (changed.fleet.concurrent, changed.fleet.per_day.turns) == (5, 9)
    assert "# by hand" in path.read_text()


def test_changes_of_several_at_once_all_count(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: change_settings(path, {f"fleet.backends.b-{n}.concurrent": "1"}), range(8)))

    assert sorted(read_settings(path).fleet.backends) == [f"b-{n}" for n in range(8)]
