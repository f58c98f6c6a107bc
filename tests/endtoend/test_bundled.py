# SPDX-License-Identifier: Apache-2.0
"""The bundled workflows, each acted for real by its playbook on the demo's repository."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.agents.playbook import parse
from engine.definition import load
from engine.definition.load import BUNDLED, bundled
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import assert_sound, git, run_folder, state

DEMO = Path(__file__).parents[2] / "resources" / "demo" / "repository"
MENDED = "hours = sum(leg.hours for leg in legs)\n    return distance(legs) / hours if hours else 0.0\n"


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """The demo's repository, its bug in it."""
    repository = tmp_path / "passage"
    shutil.copytree(DEMO, repository, ignore=shutil.ignore_patterns("__pycache__"))
    (repository / "gitignore").rename(repository / ".gitignore")
    git(repository, "init", "-q", "-b", "main")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "Passage planning")
    return repository


def run(pilothouse: CommandLine, workflow: str, repository: Path, *more: str) -> None:
    playbook = BUNDLED / f"{workflow}.playbook.yaml"
    pilothouse(
        "run", workflow, "--repo", repository, "--id", "r", "--branch", "work/r", "--playbook", playbook, *more
    ).ended(0, 3)


@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_bundled_workflow_loads_without_a_fault_or_a_warning(name: str, pilothouse: CommandLine) -> None:
    assert load(name).warnings == ()
    pilothouse("check", name).ended(0)


@pytest.mark.parametrize("playbook", sorted(BUNDLED.glob("*.playbook.yaml")), ids=lambda path: path.name)
def test_a_playbook_belongs_to_a_bundled_workflow_and_has_no_fault(playbook: Path) -> None:
    assert playbook.name.removesuffix(".playbook.yaml") in bundled()
    parse(playbook.read_text(), file=playbook.name)


def test_race_takes_the_first_approach_that_is_green_and_stops_the_others(demo: Path, pilothouse: CommandLine) -> None:
    run(pilothouse, "race", demo, "--input", "task=Mend the mean speed.")
    pilothouse("answer", "r", "h1", "accept").ended(0)
    pilothouse("resume", "r").ended(0)

    found = state(run_folder("r"))
    tries = {key: found.nodes[f"approaches[{key}]"] for key in ("smallest-change", "clean-rewrite", "test-first")}
    assert {key: node.outcome for key, node in tries.items()} == {
        "smallest-change": "withdrawn",
        "clean-rewrite": "cleared",
        "test-first": "withdrawn",
    }
    assert git(demo, "log", "--format=%s %p", "main..work/r").splitlines() == [
        f"Hand over {git(demo, 'rev-parse', '--short', 'work/r~1')}",
        f"Weigh each leg by its time {git(demo, 'rev-parse', '--short', 'main')}",
    ]
    assert (
        "Leave out legs"
        in pilothouse("diff", "r", "approaches[smallest-change]/try").out
        + pilothouse("transcript", "r", "approaches[smallest-change]/try").out
    )
    assert_sound(run_folder("r"))


def test_review_loop_mends_until_the_reviewer_is_content(demo: Path, pilothouse: CommandLine) -> None:
    run(pilothouse, "review-loop", demo, "--input", "subject=The mean speed.")

    found = state(run_folder("r"))
    assert found.status == "succeeded"
    assert found.nodes["rounds"].children == ["rounds[1]", "rounds[2]"]
    assert "rounds[2]/mend" not in found.nodes
    assert git(demo, "log", "--format=%s", "main..work/r").splitlines() == ["Weigh each leg by its time"]
    assert_sound(run_folder("r"))


def test_split_and_merge_does_the_parts_side_by_side_merges_and_verifies(demo: Path, pilothouse: CommandLine) -> None:
    log = demo / "passage" / "log.py"
    text = log.read_text()
    log.write_text(text[: text.index("    if not legs:")] + f"    {MENDED}")
    git(demo, "commit", "-q", "-am", "Mend the mean speed")

    run(pilothouse, "split-and-merge", demo, "--input", "task=Three small things.")

    found = state(run_folder("r"))
    assert found.status == "succeeded"
    assert found.nodes["parts"].keys == ("longest", "knots", "sample")
    first_parents = git(demo, "log", "--first-parent", "--format=%s", "main..work/r").splitlines()
    assert first_parents == [
        "Do the parts: bring in parts[sample]",
        "Do the parts: bring in parts[knots]",
        "Tell the longest leg",
    ]
    assert set(git(demo, "ls-tree", "--name-only", "work/r", "tests/").splitlines()) >= {
        f"tests/test_{name}.py" for name in ("log", "longest", "knots", "sample")
    }
    assert found.nodes["verify"].attempts[0].fork_point == git(demo, "rev-parse", "work/r")
    assert_sound(run_folder("r"))
