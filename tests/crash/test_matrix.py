# SPDX-License-Identifier: Apache-2.0
"""The driver is killed at each point of its work: the run ends as one that nobody disturbed, each effect once.

Points are every record, the boundaries of every effect and of every report that it gives, and (for `GIT`) every call of
git. The next driver is killed too, now and then, while it recovers.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.crash.reference import REFERENCES, Reference
from tests.crash.world import Left, World
from tests.helpers.command_line import CommandLine

EVERY = int(os.environ.get("PILOTHOUSE_TEST_EVERY", "0"))
"""Every how manieth point of every workflow is taken, 1 by `make crash`; 0: a few of some."""
PARTS = 16 if EVERY else 1
SAMPLE = {"step": (0.5,), "all": (0.35, 0.7), "orchestrate": (0.6,), "conflict": (0.55,)}
"""Where a few workflows are killed in the suite, from the beginning (0) to the end (1)."""
GIT = ("step", "conflict")
"""Workflows that are killed at each call of git as well, by `make crash`."""
TWICE = 3
"""Every how manieth time the next driver is killed as well."""

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Undisturbed:
    """A run whose driver lived: what it left, and the points it came by."""

    left: Left
    points: tuple[str, ...]


NewWorld = Callable[[str], World]


@pytest.fixture
def new_world(reference: Reference, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NewWorld:
    """Makes worlds, each with a data directory of its own; the newest one counts."""

    def make(name: str) -> World:
        home = tmp_path / name
        home.mkdir()
        monkeypatch.setenv("PILOTHOUSE_DATA_DIR", str(home / "data"))
        return World(home, reference)

    return make


_undisturbed: dict[tuple[str, bool], Undisturbed] = {}


@pytest.fixture
def undisturbed(reference: Reference, git: bool, new_world: NewWorld, pilothouse: CommandLine) -> Undisturbed:
    """Runs once a process and workflow."""
    key = (reference.name, git)
    if key not in _undisturbed:
        world = new_world("undisturbed")
        pilothouse("drive", first=world.life(None, git=git, log=True)).ended(0)
        _undisturbed[key] = Undisturbed(world.left(), tuple(world.log.read_text().splitlines()))
    return _undisturbed[key]


def killed_at(world: World, point: int, git: bool, pilothouse: CommandLine) -> int:
    """Kill a driver at that point, perhaps the next one as well, and let another end the run; gives the kills."""
    deaths = [point, 1 + point % 7] if point % TWICE == 0 else [point]
    kills, journal, kept = 0, b"", dict[Path, bytes]()
    for last in deaths:
        kills += pilothouse("drive", first=world.life(last, git=git)).ended(0, -9).code == -9
        journal, kept = world.journal(), world.kept()
    pilothouse("drive", first=world.life(None)).ended(0)
    world.assert_kept(journal, kept)
    return kills


def the_points(reference: Reference, points: tuple[str, ...], git: bool, part: int) -> list[int]:
    """Which points of a workflow are this part's; those of git alone where they are asked for."""
    if not EVERY:
        return [max(1, round(len(points) * place)) for place in SAMPLE[reference.name]]
    wanted = [n for n, name in enumerate(points, 1) if not git or name.startswith("git ")]
    return wanted[part * EVERY :: PARTS * EVERY]


CASES = [
    pytest.param(reference, git, part, id=f"{reference.name}{', git' if git else ''}{f', {part}' if EVERY else ''}")
    for git in (False, True)
    for reference in REFERENCES
    if (reference.name in GIT if git else True) and (EVERY or (reference.name in SAMPLE and not git))
    for part in range(PARTS)
]


@pytest.mark.parametrize(("reference", "git", "part"), CASES)
def test_br_031_a_run_whose_driver_is_killed_anywhere_ends_as_one_that_nobody_disturbed(
    reference: Reference,
    git: bool,
    part: int,
    undisturbed: Undisturbed,
    new_world: NewWorld,
    pilothouse: CommandLine,
    record_property: Callable[[str, object], None],
) -> None:
    diverged: list[str] = []
    tried = kills = 0
    for point in the_points(reference, undisturbed.points, git, part):
        world = new_world(str(point))
        tried += 1
        try:
            kills += killed_at(world, point, git, pilothouse)
            left = world.left()
            assert left == undisturbed.left
        except (AssertionError, OSError):
            name = undisturbed.points[point - 1]
            diverged.append(f"killed at {point} ({name}), in {world.folder.path}:\n{traceback.format_exc()}")
    record_property("crash", (tried, kills, len(diverged)))
    assert not diverged, "\n\n".join(diverged)
