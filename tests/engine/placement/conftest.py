# SPDX-License-Identifier: Apache-2.0
"""Real processes under every isolation there is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from engine.placement import Control, Isolation, ProcessResult, ProcessSpec, Stream, attempt_token, environment, run
from engine.workspace import sandbox

Mode = Literal["sandboxed", "open", "without bubblewrap"]


@dataclass
class Ran:
    """A finished process and what it printed."""

    result: ProcessResult
    stdout: bytes
    stderr: bytes


@dataclass
class Runner:
    """Runs scripts in a folder of the test, under one isolation."""

    mode: Mode
    folder: Path
    control: Control = field(default_factory=Control)
    token: str = ""

    @property
    def isolation(self) -> Isolation:
        return "sandboxed" if self.mode == "sandboxed" else "open"

    def spec(self, *argv: str, **changes: Any) -> ProcessSpec:
        given: dict[str, Any] = {
            "argv": argv,
            "cwd": self.folder,
            "env": environment(isolation=self.isolation),
            "token": self.token,
            "isolation": self.isolation,
            "writable": (self.folder,),
            "wall_ms": 60_000,
        }
        return ProcessSpec(**(given | changes))

    async def __call__(
        self, *argv: str, on_output: Callable[[bytes, Stream], None] | None = None, **changes: Any
    ) -> Ran:
        taken: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        take = on_output or (lambda chunk, stream: taken[stream].extend(chunk))
        result = await run(self.spec(*argv, **changes), take, self.control)
        return Ran(result, bytes(taken["stdout"]), bytes(taken["stderr"]))

    async def sh(self, script: str, **changes: Any) -> Ran:
        return await self("bash", "-c", script, **changes)

    async def py(self, script: str, **changes: Any) -> Ran:
        return await self(sys.executable, "-c", script, **changes)


def runner(mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of that mode; skips where this machine has no bubblewrap that works."""
    if mode == "without bubblewrap":
        monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    elif sandbox.bubblewrap() is None:
        pytest.skip("bubblewrap does not work here")
    folder = tmp_path / "work"
    folder.mkdir()
    return Runner(mode, folder, token=attempt_token(tmp_path, "s", 1))


@pytest.fixture(params=["sandboxed", "open", "without bubblewrap"])
def every(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Each isolation in turn."""
    return runner(request.param, tmp_path, monkeypatch)


@pytest.fixture
def sandboxed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    return runner("sandboxed", tmp_path, monkeypatch)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Whatever isolation is the default on this machine."""
    return runner("sandboxed" if sandbox.bubblewrap() else "without bubblewrap", tmp_path, monkeypatch)
