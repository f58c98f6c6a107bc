# SPDX-License-Identifier: Apache-2.0
"""Every agent of cases.yaml in a run of its own, with real processes, git and tests: it ends as the case says."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from engine.journal import RunFolder, RunStore
from engine.kernel import RunState
from engine.projections import evidence_json
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from engine.workspace import RunRepository, sandbox
from tests.helpers.runs import assert_sound, git, make_repository

PYTEST = ["{python}", "-m", "pytest", "-q"]
MACROS: dict[str, Any] = {
    "TESTS": {"tests": {"argv": [*PYTEST, "--junitxml=report.xml"], "timeout": "1m", "report": "report.xml"}},
    "PLAIN": {"tests": {"argv": PYTEST, "timeout": "1m"}},
}
PROJECT = {
    "README.md": "# basket\n",
    ".gitignore": "__pycache__/\n.pytest_cache/\nreport.xml\n",
    "basket.py": "def price(items):\n    return sum(cost for _, cost in items[:-1])\n",
    "tests/test_basket.py": (
        "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\n"
        "from basket import price\n\n\n"
        "def test_nothing_costs_nothing():\n    assert price([]) == 0\n\n\n"
        'def test_everything_is_paid():\n    assert price([("tea", 2), ("cup", 5)]) == 7\n'
    ),
}
PRELUDE = r"""
verdict() { printf '{"result": "%s", "summary": "s"}' "${1:-done}" > "$PILOTHOUSE_VERDICT"; }
mend() { printf 'def price(items):\n    return sum(cost for _, cost in items)\n' > basket.py; }
save() { git add -A && git commit -q -m "${1:-work}"; }
"""
RUN, BRANCH = "r", "work/r"


@dataclass(frozen=True)
class Case:
    """See cases.yaml."""

    group: str
    name: str
    agent: str
    gate: list[Any]
    ends: str
    says: str = ""
    before: str = ""
    after: str = ""
    step: str = ""
    role: str = ""
    top: str = ""


def cases() -> list[Case]:
    text = (Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8")
    groups = YAML(typ="safe", pure=True).load(text)
    return [Case(group=group, **given) for group, listed in groups.items() for given in listed]


@dataclass
class Stage:
    """Where a case plays: `home` is outside of everything that the engine makes."""

    home: Path
    repository: Path
    variables: dict[str, str]

    def script(self, text: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run a script of the case."""
        argv = ["bash", "-eu", "-c", text]
        return subprocess.run(
            argv, cwd=cwd, env=os.environ | self.variables, capture_output=True, text=True, timeout=90, check=False
        )


@pytest.fixture
def stage(tmp_path: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    home = tmp_path / "home"
    (home / "tmp").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    tools = Path(sys.executable).parent  # where the environment's own pytest is, activated or not
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    command = home / "pilothouse"
    command.write_text(
        "#!/bin/sh\n"
        f"PILOTHOUSE_DATA_DIR={shlex.quote(str(data_dir))} PYTHONPATH={shlex.quote(os.pathsep.join(sys.path))} "
        f'exec {shlex.quote(sys.executable)} -m engine.cli "$@"\n'
    )
    command.chmod(0o755)
    repository = make_repository(tmp_path / "repo", PROJECT)
    variables = {
        "PYTHON": sys.executable,
        "PILOTHOUSE": str(command),
        "HOME_OF_CASE": str(home),
        "REPOSITORY": str(repository),
        "BRANCH": BRANCH,
    }
    return Stage(home, repository, variables)


def prepare(case: Case, stage: Stage) -> Path:
    """Set the stage: the repository, the agent, the workflow."""
    if case.before:
        done = stage.script(case.before, stage.repository)
        assert done.returncode == 0, done.stderr
        if git(stage.repository, "status", "--porcelain"):
            git(stage.repository, "add", "-A")
            git(stage.repository, "commit", "-q", "-m", "before")
    stage.variables["BASE"] = git(stage.repository, "rev-parse", "main")
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in stage.variables.items())
    agent = stage.home / "agent.sh"
    agent.write_text(f"#!/bin/bash\n{exports}{PRELUDE}\n{case.agent}\nexit 0\n")
    agent.chmod(0o755)
    (stage.home / "count.schema.json").write_text('{"type": "object", "required": ["n"]}')
    gates = [MACROS.get(gate, gate) if isinstance(gate, str) else gate for gate in case.gate]
    role = "".join(f", {part}" for part in (case.role, "" if "isolation" in case.role else "isolation: open") if part)
    fields = {"retries": "0", "reprompts": "0"} | dict(part.split(": ", 1) for part in [case.step] if part)
    more = ", ".join(f"{name}: {value}" for name, value in fields.items())
    profile = "profile: {env: {PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', PYTHONDONTWRITEBYTECODE: '1'}}"
    workflow = stage.home / "w.yaml"
    workflow.write_text(
        "pilothouse: 1\nname: adversary\ntitle: An agent\n"
        f"roles: {{a: {{agent: command, argv: [{json.dumps(str(agent))}]{role}}}}}\n"
        + ("" if "profile" in case.top else f"{profile}\n")
        + (f"{case.top}\n" if case.top else "")
        + f"do:\n  - {{step: step, role: a, goal: g, {more}, gate: {json.dumps(gates)}}}\n"
    )
    return workflow


async def play(workflow: Path, stage: Stage) -> tuple[RunFolder, RunState]:
    """Launch the run, and drive it until it rests."""
    store = RunStore()
    folder = await launch(Request(str(workflow), stage.repository, branch=BRANCH, run_id=RUN), store)
    async with asyncio.timeout(90), driving(folder, store.data_dir) as driver:
        await drive(driver, folder)
        return folder, driver.state


def shown(folder: RunFolder, state: RunState) -> str:
    """What a person is shown: the holds that wait, else the evidence and the diff."""
    if state.open_holds:
        return "\n".join(hold.sentence for hold in state.open_holds)
    repository = RunRepository.open(folder.path)
    return json.dumps(evidence_json(state, "step")) + repository.diff(state.base, state.tip).text


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.group}: {case.name}")
def test_an_agent_ends_as_it_must(case: Case, stage: Stage) -> None:
    if "sandboxed" in case.role and sandbox.bubblewrap() is None:
        pytest.skip("there is no sandbox here")
    workflow = prepare(case, stage)
    began = time.monotonic()
    folder, state = asyncio.run(play(workflow, stage))
    stage.variables["SECONDS_TAKEN"] = str(int(time.monotonic() - began))
    stage.variables["PILOTHOUSE_DATA_DIR"] = str(RunStore().data_dir)

    told = shown(folder, state)
    ended = state.outcome or "|".join(hold.kind for hold in state.open_holds)
    assert ended in case.ends.split("|"), told
    assert re.search(case.says, told, re.DOTALL), told
    if case.after:
        done = stage.script(case.after, stage.home)
        assert done.returncode == 0, f"afterwards it is not so: {done.stdout}{done.stderr}"
    assert git(stage.repository, "rev-parse", "main") == stage.variables["BASE"]
    assert git(stage.repository, "status", "--porcelain") == ""
    assert_sound(folder)
