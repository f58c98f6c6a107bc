# SPDX-License-Identifier: Apache-2.0
"""An attempt with everything it needs, in a data directory of the test's own."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine.agents import backend
from engine.agents.protocol import Session, Turn, TurnResult, Watcher
from engine.agents.transcript import TRANSCRIPT, Entry, TranscriptReader
from engine.agents.verdict import VerdictFacts, read_verdict
from engine.definition.model import Role
from engine.placement import attempt_token


@dataclass
class Attempt:
    """One attempt of a node `s`: prompts in turn, and what is left afterwards."""

    turn: Turn
    session: Session | None = None

    @property
    def folder(self) -> Path:
        return self.turn.attempt_dir

    @property
    def checkout(self) -> Path:
        return self.turn.checkout

    async def prompt(self, role: Role, watcher: Watcher | None = None, **changes: Any) -> TurnResult:
        """Send the next prompt of the attempt."""
        if self.session is None:
            self.session = await backend(role).start(self.turn.session)
        turn = replace(self.turn, **({"role": role} | changes))
        self.turn = replace(self.turn, turn=self.turn.turn + 1)
        return await self.session.prompt(turn, watcher)

    def entries(self) -> list[Entry]:
        with TranscriptReader(self.folder / TRANSCRIPT) as reader:
            reader.refresh()
            return list(reader)

    def said(self, kind: str = "message") -> list[str]:
        return [entry.text for entry in self.entries() if entry.kind == kind]

    def verdict(self) -> VerdictFacts:
        return read_verdict(self.folder)

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.checkout, capture_output=True, text=True, check=True)
        return done.stdout.strip()


@pytest.fixture
def attempt(data_dir: Path, tmp_path: Path) -> Attempt:
    """Attempt 1 of node `s` of run `r`, with a checkout of one commit."""
    run_dir, checkout = data_dir / "runs/r", data_dir / "work/r"
    for folder in (run_dir / "attempts/s/1", run_dir / "blackboard", checkout):
        folder.mkdir(parents=True)
    (checkout / "README.md").write_text("# base\n")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run(["git", *words], cwd=checkout, check=True)
    return Attempt(
        Turn(
            run="r",
            node="s",
            attempt=1,
            session=str(uuid.uuid4()),
            turn=1,
            prompt="Do it: é\n",
            checkout=checkout,
            attempt_dir=run_dir / "attempts/s/1",
            blackboard=run_dir / "blackboard",
            role=Role(agent="command", argv=("true",)),
            token=attempt_token(run_dir, "s", 1),
            wall_ms=60_000,
            grace_ms=500,
            hidden=(data_dir,),
        )
    )


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that another process does; the test's own time limit is the limit."""
    while not condition():
        await asyncio.sleep(0.02)


def script(text: str, output: str = "text", **fields: Any) -> Role:
    """A `command` role that runs a shell script."""
    shell = shutil.which("bash")
    assert shell is not None
    return Role.model_validate({"agent": "command", "argv": ("bash", "-c", text), "output": output} | fields)
