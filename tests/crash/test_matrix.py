# SPDX-License-Identifier: Apache-2.0
"""Drivers are killed at each point of their work: the run ends as one that nobody disturbed, each effect once.

Points are every record, the boundaries of every effect and of every report that it gives, in recovery as well; apart
from these, the calls of git. A run's drivers die one after the other, each at the first point where none died before;
runs follow each other until one of them meets no such point.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.crash.reference import REFERENCES, Reference
from tests.crash.world import Left, World
from tests.helpers.command_line import CommandLine

ALL = os.environ.get("PILOTHOUSE_TEST_EVERY") == "1"
"""Every point of every workflow, as `make crash` has it; else a part of the points of some."""
PARTS = 4 if ALL else 12
"""A run's drivers die at every fourth point, the next run's at the others: so a crash meets work of all ages."""
SAMPLE = ("all", "orchestrate", "conflict")
GIT = ("step", "all", "conflict")
"""Workflows whose drivers die at calls of git as well, by `make crash`."""
MOST = 200
"""More deaths than any run has points."""

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Undisturbed:
    """A run whose driver lived: what it left, and the points it came by."""

    left: Left
    points: frozenset[str]


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


def points_in(seen: Path) -> list[str]:
    """The points that are written down in a file."""
    return seen.read_text().splitlines()


_undisturbed: dict[tuple[str, bool], Undisturbed] = {}


@pytest.fixture
def undisturbed(
    reference: Reference, git: bool, new_world: NewWorld, tmp_path: Path, pilothouse: CommandLine
) -> Undisturbed:
    """Runs once a process and workflow."""
    key = (reference.name, git)
    if key not in _undisturbed:
        world, seen = new_world("undisturbed"), tmp_path / "met"
        pilothouse("drive", first=world.life(seen, 0, 0, git=git)).ended(0)
        _undisturbed[key] = Undisturbed(world.left(), frozenset(points_in(seen)))
    return _undisturbed[key]


CASES = [
    pytest.param(reference, git, part, id=f"{reference.name}{', git' if git else ''}, part {part}")
    for git in (False, True)
    for reference in REFERENCES
    if (ALL and not git) or reference.name in (GIT if ALL and git else () if git else SAMPLE)
    for part in (range(PARTS) if ALL else [0])
]


@pytest.mark.parametrize(("reference", "git", "part"), CASES)
def test_br_031_a_run_whose_drivers_are_killed_anywhere_ends_as_one_that_nobody_disturbed(
    reference: Reference,
    git: bool,
    part: int,
    undisturbed: Undisturbed,
    new_world: NewWorld,
    pilothouse: CommandLine,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    seen = tmp_path / "seen"
    seen.touch()
    for run in range(MOST):
        world = new_world(f"killed-{run}")
        deaths = killed(world, world.life(seen, part, PARTS, git=git), pilothouse)
        left = world.left()
        record_property("crash", (deaths, left != undisturbed.left))
        assert left == undisturbed.left, "\n".join(["drivers died at:", *points_in(seen)[-deaths:]])
        if not deaths:  # nor was there any point left to die at
            break
    met = {point for point in undisturbed.points if zlib.crc32(point.encode()) % PARTS == part}
    assert met <= set(points_in(seen)), "a point was passed alive"


def killed(world: World, life: str, pilothouse: CommandLine) -> int:
    """Let one driver after the other die, until one brings the run to its end; gives the number of deaths."""
    journal, kept = b"", dict[Path, bytes]()
    for deaths in range(MOST):
        code = pilothouse("drive", first=life).ended(0, -9).code
        world.assert_kept(journal, kept)
        journal, kept = world.journal(), world.kept()
        if code == 0:
            return deaths
    pytest.fail("drivers die for ever")
