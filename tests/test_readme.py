# SPDX-License-Identifier: Apache-2.0
"""What the README shows works as it stands there, names every command, and is small enough to be read."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from engine.cli import _parser
from engine.definition import loads
from tests.helpers.command_line import CommandLine
from tests.helpers.runs import assert_sound, git, make_repository, run_folder

_ROOT = Path(__file__).parents[1]
README = (_ROOT / "README.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 400_000


def shown(language: str) -> str:
    """The one block of this language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return str(text)


def commands() -> list[list[str]]:
    """Every line that starts with `.venv/bin/pilothouse`, without what stands behind it as a comment."""
    lines = re.findall(r"^    \.venv/bin/pilothouse ([^#\n]*)", README, re.MULTILINE)
    return [line.split() for line in lines]


def test_the_workflow_of_one_s_own_runs_as_it_is_told(tmp_path: Path, pilothouse: CommandLine) -> None:
    (tmp_path / "notes.yaml").write_text(shown("yaml"))
    (tmp_path / "agent.sh").write_text(shown("sh"))
    (tmp_path / "agent.sh").chmod(0o755)
    repository = make_repository(tmp_path / "repo")

    done = {argv[0]: _run(pilothouse, tmp_path, argv, repository) for argv in commands()}

    assert done == {"check": 0, "run": 3, "holds": 0, "answer": 0, "resume": 0}
    assert git(repository, "show", "pilothouse/notes-1:CHANGES.md").startswith("# Changes")
    assert git(repository, "status", "--porcelain") == ""
    assert_sound(run_folder("notes-1"))


def _run(pilothouse: CommandLine, folder: Path, argv: list[str], repository: Path) -> int:
    return pilothouse(*(str(repository) if word == "PATH" else word for word in argv), cwd=folder).code


def test_the_workflow_of_the_help_has_no_fault(tmp_path: Path) -> None:
    page = (_ROOT / "resources/help/15-workflows.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^    pilothouse: 1\n(?:(?:    .*)?\n)+", page, re.MULTILINE)

    workflow = loads(textwrap.dedent(text), directory=tmp_path).workflow

    assert {block.kind for block in workflow.do} == {"loop", "run", "parallel", "choose", "step"}


def test_its_table_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _parser().parse_args(["--help"])
    known = set(re.findall(r"^    (\w+)  ", capsys.readouterr().out, re.MULTILINE))

    rows = re.findall(r"^\| (`.*?) \|", README, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}

    assert named - {"pilothouse"} == known


def test_its_links_and_pictures_are_there_and_small() -> None:
    targets = {Path(target) for target in re.findall(r"\]\(([^):#]+)\)", README)}

    assert [str(target) for target in targets if not (_ROOT / target).is_file()] == []
    pictures = [_ROOT / target for target in targets if target.suffix == ".png"]
    assert pictures
    assert [picture.name for picture in pictures if picture.stat().st_size > LARGEST_PICTURE] == []
