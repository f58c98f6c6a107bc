# SPDX-License-Identifier: Apache-2.0
"""The whole way of a run through the command line, as a person goes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.helpers.runs import assert_sound, git, make_repository, make_script, make_workflow, run_folder

STEPS = (
    "{step: one, role: worker, goal: Write one.txt., gate: [verdict, commit]}",
    "{step: two, role: worker, goal: Write two.txt., gate: [verdict, commit, approval]}",
)
AGENT = """
cat > /dev/null
echo "work of $PILOTHOUSE_NODE" > "$PILOTHOUSE_NODE.txt"
git add -A && git commit -q -m "$PILOTHOUSE_NODE"
printf '{"result": "done", "summary": "wrote it"}' > "$PILOTHOUSE_VERDICT"
"""


def cli(*argv: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "engine.cli", *argv], cwd=cwd, capture_output=True, text=True)


def test_a_run_is_launched_approved_resumed_and_lands_on_its_branch(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repo")
    base = git(repository, "rev-parse", "HEAD")
    workflow = make_workflow(tmp_path / "two.yaml", STEPS, make_script(tmp_path / "agent.sh", AGENT))

    started = cli("run", str(workflow), "--repo", str(repository), "--id", "r", "--branch", "work/r", cwd=tmp_path)
    assert started.returncode == 3, started.stdout + started.stderr
    assert "approval" in started.stdout
    assert cli("answer", "r", "h1", "accept", cwd=tmp_path).returncode == 0
    assert cli("resume", "r", cwd=tmp_path).returncode == 0

    assert git(repository, "log", "--format=%s", f"{base}..work/r").splitlines() == ["two", "one"]
    assert git(repository, "show", "work/r:two.txt") == "work of two"
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "symbolic-ref", "HEAD") == "refs/heads/main"
    assert git(repository, "rev-parse", "HEAD") == base
    for command in ("verify", "replay", "resume"):
        assert cli(command, "r", cwd=tmp_path).returncode == 0
    assert_sound(run_folder("r"))
