# SPDX-License-Identifier: Apache-2.0
"""Snapshots of long runs: believed for exactly the journal they were made from, and of no consequence when they go."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from engine.kernel import Event
from engine.projections import fleet as fleet_module
from engine.projections.fleet import Fleet, Focus, RunPicture
from engine.projections.snapshots import Snapshots
from tests.helpers import stories
from tests.helpers.stories import journal_lines


@pytest.fixture(autouse=True)
def _small_runs_count_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_module, "LEAST", 3)
    monkeypatch.setattr(fleet_module, "_SMALL", 0)


def opened(data_dir: Path, run: str) -> RunPicture:
    """The picture of a run in a window that was just opened."""
    fleet = Fleet(data_dir)
    picture = fleet.poll(Focus(run)).picture
    assert picture is not None
    return picture


def test_a_run_opened_again_looks_the_same_and_only_what_came_since_is_folded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = stories.finished_story("r")
    folder = story.write(tmp_path)
    lines = [line + b"\n" for line in journal_lines(story.events)]
    (folder / "journal.jsonl").write_bytes(b"".join(lines[:-2]))
    opened(tmp_path, "r")
    assert (tmp_path / "cache" / "snapshots" / "r").is_file()

    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(b"".join(lines[-2:]))
    parsed: list[bytes] = []
    parse = fleet_module._parse

    def counted(line: bytes) -> Event:
        parsed.append(line)
        return parse(line)

    monkeypatch.setattr(fleet_module, "_parse", counted)
    again = opened(tmp_path, "r")
    assert len(parsed) == 2

    (tmp_path / "cache" / "snapshots" / "r").unlink()
    assert opened(tmp_path, "r") == again
    assert len(again.rows) == len(lines)


def test_a_snapshot_of_another_journal_is_not_believed(tmp_path: Path) -> None:
    folder = stories.finished_story("r").write(tmp_path)
    opened(tmp_path, "r")
    other = b"".join(line + b"\n" for line in journal_lines(stories.approval_story("r").events))
    (folder / "journal.jsonl").write_bytes(other)
    assert opened(tmp_path, "r").summary.state == "paused"


@pytest.mark.parametrize("damage", [b"", b"\x80\x05.", os.urandom(4000)])
def test_a_damaged_snapshot_is_of_no_consequence(tmp_path: Path, damage: bytes) -> None:
    stories.finished_story("r").write(tmp_path)
    first = opened(tmp_path, "r")
    (tmp_path / "cache" / "snapshots" / "r").write_bytes(damage)
    assert opened(tmp_path, "r") == first


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch evil",)


def test_a_hostile_snapshot_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r").write_bytes(pickle.dumps(_Evil()))
    assert Snapshots(tmp_path).get("r") is None
    assert not (tmp_path / "evil").exists()
