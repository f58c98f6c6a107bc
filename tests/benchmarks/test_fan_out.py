# SPDX-License-Identifier: Apache-2.0
"""Fifty scripted agents, each in a checkout of its own of a repository with 2,000 files, brought together again."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.journal import RunStore
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from engine.workspace import RunRepository
from tests.helpers.runs import assert_sound, events, git, make_repository

AGENTS = 50
FILES = 2_000
LINES = 60

WORKFLOW = f"""\
pilothouse: 1
name: fifty
inputs: {{parts: {{type: list, default: {json.dumps([f"part-{n}" for n in range(1, AGENTS + 1)])}}}}}
roles: {{worker: {{agent: scripted}}}}
budgets: {{turns: 200}}
do:
  - parallel: parts
    for_each: {{list: inputs.parts, key: item}}
    integrate: merge
    do:
      - {{step: work, role: worker, goal: Do it., gate: [verdict, commit]}}
"""


def say(figures: str) -> None:
    sys.stdout.write(f"{figures}\n")


def playbook() -> str:
    """Each agent changes its own line of one common file, an old file of its own, and adds a new one."""
    nodes = {}
    for n in range(1, AGENTS + 1):
        lines = [f"line {line}" for line in range(AGENTS * 10)]
        lines[n * 10 - 5] = f"line of part {n}"
        nodes[f"parts[part-{n}]/work"] = [
            {
                "turns": [
                    {
                        "write": {
                            "common.txt": "\n".join(lines) + "\n",
                            f"folder-{n}/file-1.txt": f"changed by {n}\n",
                            f"new/{n}.txt": f"{n}\n",
                        },
                        "commit": f"Part {n}",
                        "takes": "500ms",
                        "verdict": "done",
                    }
                ]
            }
        ]
    return json.dumps({"playbook": 1, "nodes": nodes})


class Clock:
    """Seconds spent in git operations of the run, by name,"""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def watching(self, patch: pytest.MonkeyPatch) -> Iterator[None]:
        for name in ("prepare", "secure", "integrate", "land"):
            patch.setattr(RunRepository, name, self._timed(name, getattr(RunRepository, name)))
        yield

    def _timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def inner(*args: Any, **kwargs: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.spent[name].append(time.perf_counter() - began)

        return inner


def disk(folder: Path) -> int:
    """Bytes that a folder takes on disk; what is linked twice counts once."""
    seen: dict[int, int] = {}
    for where, _, names in os.walk(folder):
        for name in names:
            stat = os.lstat(os.path.join(where, name))
            seen[stat.st_ino] = stat.st_blocks * 512
    return sum(seen.values())


async def test_fifty_agents_in_fifty_checkouts_of_two_thousand_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"folder-{n % 100}/file-{n // 100}.txt": f"file {n}\n" * LINES for n in range(FILES - 1)}
    files["common.txt"] = "".join(f"line {line}\n" for line in range(AGENTS * 10))
    repository = make_repository(tmp_path / "repo", files)
    git(repository, "repack", "-a", "-d", "-q")  # as any clone is
    (tmp_path / "fifty.yaml").write_text(WORKFLOW)
    (tmp_path / "playbook.json").write_text(playbook())
    store = RunStore()
    request = Request(
        workflow=str(tmp_path / "fifty.yaml"), repository=repository, branch="work/fifty", run_id="fifty",
        playbook=tmp_path / "playbook.json",
    )  # fmt: skip

    clock = Clock()
    began = time.perf_counter()
    folder = await launch(request, store)
    launched = time.perf_counter() - began
    with clock.watching(monkeypatch):
        async with driving(folder, store.data_dir) as driver:
            await drive(driver, folder)
            assert driver.state.status == "succeeded", driver.state.open_holds
    took = time.perf_counter() - began

    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    checkouts, whole = disk(folder.path / "checkouts"), disk(folder.path)
    at: dict[str, list[int]] = defaultdict(list)
    for event in events(folder):
        at[event.body.type].append(event.driven)
    took_in = (at["integrated"][0] - at["integration_started"][0]) / 1000
    say(f"{AGENTS} agents, {FILES} files: {took:.1f} s, {launched:.1f} s of it to launch; merged in {took_in:.1f} s")
    for kind in ("agent_started", "work_secured"):
        say(f"  {kind}: first at {min(at[kind]) / 1000:.1f} s, last at {max(at[kind]) / 1000:.1f} s of driving")
    for name, seconds in sorted(clock.spent.items(), key=lambda item: -sum(item[1])):
        say(f"  {name}: {len(seconds)} calls, {sum(seconds):.1f} s, longest {max(seconds):.2f} s")
    say(f"  the driver's peak memory {kilobytes / 1024:.0f} MB, {sum(map(len, at.values()))} records")
    say(f"  on disk: checkouts {checkouts / 1e6:.0f} MB, the whole run {whole / 1e6:.0f} MB")
    assert min(at["work_secured"]) < max(at["agent_started"]), "who is done waits for others' checkouts"
    assert kilobytes < 400_000
    assert len(git(repository, "ls-tree", "--name-only", "work/fifty", "new/").splitlines()) == AGENTS
    assert git(repository, "show", "work/fifty:common.txt").count("line of part") == AGENTS
    assert_sound(folder)
