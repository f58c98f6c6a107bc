# SPDX-License-Identifier: Apache-2.0
"""Repositories, agents and workflows to run for real, and what must hold of a run afterwards."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.journal import RunFolder, RunStore, read, verify
from engine.kernel import Event, RunState, fold, replay
from engine.placement import survivors, token_prefix
from engine.runtime.ledger import events_of


def git(repository: Path, *args: str) -> str:
    """What git says, without the last line feed."""
    done = subprocess.run(["git", *args], cwd=repository, capture_output=True, text=True, check=True)
    return done.stdout.rstrip("\n")


def make_repository(path: Path, files: dict[str, str] | None = None) -> Path:
    """A repository with one commit on `main`."""
    path.mkdir(parents=True)
    git(path, "init", "-q", "-b", "main")
    for name, text in (files or {"README.md": "# a project\n"}).items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text)
    git(path, "add", "-A")
    git(path, "commit", "-q", "-m", "base")
    return path


def make_script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\nexit 0\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def make_workflow(
    path: Path, steps: Iterable[str], agent: Path, *, top: str = "", role: str = "isolation: open"
) -> Path:
    """A workflow file: each of `steps` one block in YAML flow; the role `worker` is the script `agent`."""
    head = [
        "pilothouse: 1",
        f"name: {path.stem}",
        "title: A workflow of the tests",
        f"roles: {{worker: {{agent: command, argv: [{json.dumps(str(agent))}]{f', {role}' if role else ''}}}}}",
    ]
    path.write_text("\n".join([*head, *([top] if top else []), "do:", *(f"  - {step}" for step in steps)]) + "\n")
    return path


def eventually(holds: Callable[[], bool], what: str, patience: float = 60.0) -> None:
    """Wait until something holds."""
    until = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < until, f"{what} has not come in {patience:g} s"
        time.sleep(0.01)


def events(folder: RunFolder) -> list[Event]:
    """The events on record."""
    return events_of(read(folder.journal).records)


def kinds(folder: RunFolder) -> list[str]:
    """The kinds of the events on record, in order; those of a run that is not there yet are none."""
    try:
        return [record.type for record in read(folder.journal).records]
    except FileNotFoundError:
        return []


def state(folder: RunFolder) -> RunState:
    """The run as its journal tells it."""
    return fold(events(folder))


def run_folder(run: str) -> RunFolder:
    """The folder of a run in the data directory of this test, whether it is there or not."""
    return RunFolder(RunStore().runs_dir / run)


def assert_sound(folder: RunFolder) -> None:
    """The journal is whole, without a gap, and every decision in it would be taken again; nothing of ours is left."""
    found = verify(folder.journal)
    assert found.intact, found.faults
    records = read(folder.journal).records
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    assert replay(events(folder)).difference is None
    assert_nothing_left(folder)


def assert_nothing_left(folder: RunFolder) -> None:
    """No process of the run lives, nobody holds its lock, and no lock of git stands in anything of the run."""
    assert survivors(token_prefix(folder.path)) == []
    assert folder.holder() is None
    assert locks_of_git(folder.path) == []


def locks_of_git(*folders: Path) -> list[str]:
    """Lock files of git below these folders; what an agent keeps for itself is its own affair."""
    return [
        os.path.join(where, name)
        for folder in folders
        for where, _, names in os.walk(folder)
        for name in names
        if name.endswith(".lock") and name != "engine.lock" and "sessions" not in Path(where).parts
    ]
