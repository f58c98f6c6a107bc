# SPDX-License-Identifier: Apache-2.0
"""A user's repository, a run on it, and agents as shell scripts that act in its checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.workspace import RunRepository, Secured
from engine.workspace.facts import CommitBy

FILES = {
    "cart.py": "def total(xs):\n    return sum(xs[1:])\n",
    "tests/test_cart.py": "from cart import total\n\n\ndef test_total():\n    assert total([1, 2, 3]) == 6\n",
    "README.md": "# cart\n",
    ".gitignore": "__pycache__/\n*.log\n",
}
PRELUDE = """set -eu
ci() { git add -A && git commit -qm "${1:-work}"; }
fix() { printf 'def total(xs):\\n    return sum(xs)\\n' > cart.py; }
"""


def git(where: Path, *args: str, **variables: str) -> str:
    """Plain git as a person would call it; its output without the last line feed."""
    done = subprocess.run(
        ["git", "-C", str(where), *args], env=os.environ | variables, capture_output=True, check=False
    )
    assert done.returncode == 0, f"git {args}: {os.fsdecode(done.stderr)}"
    return os.fsdecode(done.stdout).removesuffix("\n")


@dataclass
class Desk:
    """One user's repository with one run on it."""

    home: Path
    """A scratch folder that scripts see as ``$T``."""
    repo: Path
    base: str = ""
    _run: list[RunRepository] = field(default_factory=list)

    @property
    def run(self) -> RunRepository:
        """The run, launched when first asked for."""
        if not self._run:
            self._run.append(RunRepository.create(self.home / "run", self.repo, None, "ph/one", "run-1"))
            self.base = self._run[0].base
        return self._run[0]

    @property
    def checkout(self) -> Path:
        return self.run.checkout()

    def user(self, *args: str) -> str:
        return git(self.repo, *args)

    def agent(self, *args: str) -> str:
        return git(self.checkout, *args)

    def store(self, *args: str) -> str:
        return git(self.run.store, *args)

    def act(self, script: str, checkout: Path | None = None) -> None:
        """What an agent does in the checkout (the main line's), as a shell script."""
        done = subprocess.run(
            ["bash", "-c", PRELUDE + script], cwd=checkout or self.checkout, env=os.environ | {"T": str(self.home)},
            stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, os.fsdecode(done.stderr)

    def secure(self, commit: CommitBy = "agent", *, node: str = "s", attempt: int = 1, fork: str = "") -> Secured:
        return self.run.secure(
            "main",
            node=node,
            attempt=attempt,
            fork_point=fork or self.run.base,
            commit=commit,
            message="Work of a step",
        )

    def turn(self, script: str, commit: CommitBy = "agent", *, node: str = "s", attempt: int = 1) -> Secured:
        """One attempt of one turn, from the run's base."""
        self.run.prepare("main", self.run.base)
        self.act(script)
        return self.secure(commit, node=node, attempt=attempt)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    repo = tmp_path_factory.mktemp("template") / "repo"
    for name, text in FILES.items():
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(repo, "init", "-q", "-b", "main")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "base")
    return repo


@pytest.fixture
def new_desk(template: Path, tmp_path: Path) -> Callable[[str], Desk]:
    """Makes a desk with a repository of its own."""

    def make(name: str) -> Desk:
        home = tmp_path / name
        shutil.copytree(template, home / "repo", symlinks=True)
        return Desk(home, home / "repo")

    return make


@pytest.fixture
def desk(new_desk: Callable[[str], Desk]) -> Desk:
    return new_desk("desk")
