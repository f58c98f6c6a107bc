# SPDX-License-Identifier: Apache-2.0
"""A small repository with one failing test, a run on it, and an agent that is a shell script."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.definition.model import Gate, Profile, TestsGate
from engine.gates import MeasureContext, Places, measure
from engine.kernel.events import JudgedGate
from engine.kernel.judging import judge_all, leaves, needs_measuring
from engine.placement import attempt_token
from engine.workspace import RunRepository, Secured

CART = "def total(xs):\n    return sum(xs[1:])\n"
TEST_CART = (
    'import sys; sys.path.insert(0, ".")\nfrom cart import total\n\n\n'
    "def test_empty():\n    assert total([]) == 0\n\n\n"
    "def test_total():\n    assert total([1, 2, 3]) == 6\n"
)
PRELUDE = r"""
set -e
fix() { printf 'def total(xs):\n    return sum(xs)\n' > cart.py; }
ci() { git add -A && git commit -qm "${1:-work}"; }
"""
PYTEST = (sys.executable, "-m", "pytest", "-q")
TESTS = TestsGate(argv=(*PYTEST, "--junitxml=report.xml"), timeout=60_000, report="report.xml")
PLAIN = TestsGate(argv=PYTEST, timeout=60_000)


def shell(script: str, cwd: Path) -> None:
    """Run a script of the story, with `fix` and `ci` at hand; a fault in it fails the test."""
    subprocess.run(["bash", "-c", PRELUDE + script], cwd=cwd, check=True, capture_output=True, stdin=subprocess.DEVNULL)


class Bench:
    """One run with one attempt, measured as often as asked."""

    def __init__(self, folder: Path, source: Path, profile: Profile) -> None:
        self.folder = folder
        self.source = source
        self.run_dir = folder / "run"
        self.attempt_dir = self.run_dir / "attempts" / "s" / "1"
        self.attempt_dir.mkdir(parents=True)
        # Other people's plugins only cost time here.
        self.profile = profile.model_copy(update={"env": {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **profile.env}})
        self.repository = RunRepository.create(self.run_dir, source, None, "ph/s", "r")
        self.checkout = self.repository.prepare("main", self.repository.base)
        self.fork_point = self.repository.base
        self.places = Places(self.run_dir / "scratch")
        self.turn = 0
        self.secured: Secured | None = None
        self.facts: dict[str, dict[str, Any]] = {}
        self.more: dict[str, Any] = {}

    def agent(self, script: str, commit: Any = "engine") -> Secured:
        """One turn: the script in the checkout, then its work secured."""
        self.turn += 1
        shell(script, self.checkout)
        self.secured = self.repository.secure(
            "main", node="s", attempt=1, fork_point=self.fork_point, commit=commit, message="Left by s"
        )
        return self.secured

    def context(self, gates: Sequence[Gate] = ()) -> MeasureContext:
        assert self.secured is not None
        return MeasureContext(
            repository=self.repository,
            secured=self.secured,
            node="s",
            attempt=1,
            turn=self.turn,
            attempt_dir=self.attempt_dir,
            places=self.places,
            token=attempt_token(self.run_dir, "s", 1),
            profile=self.profile,
            gates=tuple(gates),
            checkout=self.checkout,
            **self.more,
        )

    async def judge(self, *gates: Gate) -> list[JudgedGate]:
        """Measure every gate of the list and judge it; the agent says done."""
        ctx = self.context(gates)
        self.facts = {"verdict": {"state": "read", "result": "done"}}
        for key, gate in leaves(gates):
            if needs_measuring(gate):
                self.facts[key] = await measure(gate, key, ctx)
        diff = {"files": len(ctx.secured.changes)}
        return judge_all(gates, self.facts, {}, {"facts": {"diff": diff}})


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a fault in `cart.py` that one of its two tests shows."""
    source = tmp_path_factory.mktemp("template") / "repo"
    (source / "tests").mkdir(parents=True)
    (source / "cart.py").write_text(CART)
    (source / "tests" / "test_cart.py").write_text(TEST_CART)
    (source / "README.md").write_text("# cart\n")
    (source / ".gitignore").write_text("__pycache__/\n.pytest_cache/\nreport.xml\n")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=source, check=True)
    shell("ci base", source)
    return source


@pytest.fixture
def bench(template: Path, tmp_path: Path) -> Callable[..., Bench]:
    """Makes a run; `setup` is a script that changes the repository first, and is committed."""

    def make(setup: str = "", profile: Profile | None = None) -> Bench:
        source = tmp_path / "repo"
        shutil.copytree(template, source, symlinks=True)
        if setup:
            shell(setup + '\ngit diff --quiet HEAD && [ -z "$(git status --porcelain)" ] || ci setup', source)
        return Bench(tmp_path, source, profile or Profile())

    return make
