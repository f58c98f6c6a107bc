# SPDX-License-Identifier: Apache-2.0
"""The demo: a small real repository with a real bug, and what the scripted agent does about it."""

from __future__ import annotations

import shutil
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from git import Actor, Repo

from engine.runtime.launch import Request

REPORT = (
    "A passage with a slow leg and a fast one gets too high a mean speed: 10 nm in 5 h and 10 nm in 1 h gives 6 kn, "
    "but 20 nm in 6 h is 3.3 kn."
)
_AUTHOR = Actor("Pilothouse demo", "demo@example.org")


def make_demo(data_dir: Path) -> Request:
    """A fresh demo repository under the data directory, and the request that launches the demo run on it."""
    home = data_dir / "demo"
    home.mkdir(parents=True, exist_ok=True)
    target = Path(tempfile.mkdtemp(prefix="passage-", dir=home))
    with as_file(files("resources") / "demo") as source:
        shutil.copytree(source / "repository", target, dirs_exist_ok=True)
        playbook = home / "playbook.yaml"
        shutil.copyfile(source / "playbook.yaml", playbook)
    (target / "gitignore").rename(target / ".gitignore")
    with Repo.init(target, initial_branch="main") as repository:
        repository.git.add(all=True)
        repository.index.commit("Passage planning, with a bug in the mean speed", author=_AUTHOR, committer=_AUTHOR)
        with repository.config_writer() as config:
            config.set_value("user", "name", _AUTHOR.name)
            config.set_value("user", "email", _AUTHOR.email)
    return Request(
        workflow="fix-bug",
        repository=target,
        inputs={"report": REPORT},
        playbook=playbook,
        via="demo",
    )
