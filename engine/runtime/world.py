# SPDX-License-Identifier: Apache-2.0
"""What the effects of one run work on."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ParamSpec, TypeVar

from engine.agents.protocol import Session
from engine.definition.model import Profile
from engine.gates.context import Places
from engine.journal import RunFolder, folder_name
from engine.kernel.places import workflow_of
from engine.kernel.state import Attempt, Node, RunState
from engine.placement import Control
from engine.runtime.effects import Call
from engine.runtime.fleet import FleetLimits, Place, Refusal
from engine.runtime.service import ToolService
from engine.runtime.threads import to_the_end
from engine.runtime.watching import Asking
from engine.workspace import RunRepository, Secured

P = ParamSpec("P")
T = TypeVar("T")

GIT_AT_ONCE = max(2, os.cpu_count() or 1)
"""Git operations of one run at a time; each keeps a processor busy."""


@dataclass
class World:
    """What the effects of one run work on."""

    folder: RunFolder
    repository: RunRepository
    data_dir: Path
    tools: ToolService
    fleet: FleetLimits
    lines: dict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    laying_out: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(GIT_AT_ONCE))
    git: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(GIT_AT_ONCE))
    sessions: dict[tuple[str, int], Session] = field(default_factory=dict)
    controls: dict[tuple[str, int], Control] = field(default_factory=dict)
    waits: dict[tuple[str, int], asyncio.Future[Place | Refusal]] = field(default_factory=dict)
    secured: dict[tuple[str, int], Secured] = field(default_factory=dict)
    last_messages: dict[tuple[str, int], str] = field(default_factory=dict)
    asking: Asking = field(default_factory=dict)
    _tokens: dict[tuple[str, int], str] = field(default_factory=dict)

    @cached_property
    def places(self) -> Places:
        """Where gates measure, out of every agent's reach."""
        return Places(self.folder.path / "scratch")

    def token(self, node: str, attempt: int) -> str:
        """The secret that opens the tools of an attempt while a turn of it runs. Kept in memory alone."""
        return self._tokens.setdefault((node, attempt), secrets.token_urlsafe(32))

    def private(self, node: str, attempt: int) -> Path:
        """The folder for what a backend keeps of an attempt, out of every agent's reach. Blocks."""
        folder = self.folder.path / "sessions" / folder_name(node) / str(attempt)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def forget(self, state: RunState) -> None:
        """Let go of what is kept of attempts that are over: a run may have thousands."""
        for kept in (self.sessions, self.secured, self.last_messages, self._tokens):
            for key in [key for key in kept if _is_over(state.nodes[key[0]].attempts[key[1] - 1])]:
                del kept[key]

    async def prepare(self, line: str, start: str) -> Path:
        """A clean checkout, off the loop. Others that are to be laid out wait; what is done by an agent does not."""
        async with self.lines[line], self.laying_out:
            return await to_the_end(self.repository.prepare, line, start)

    async def on(self, line: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a git operation off the loop: one at a time for a line, and a few for the run."""
        async with self.lines[line], self.git:
            return await to_the_end(function, *args, **kwargs)


def _is_over(attempt: Attempt) -> bool:
    """Whether nothing of it goes on, not even a late turn of one that was superseded."""
    return attempt.outcome is not None and all(turn.ended_seq is not None for turn in attempt.turns)


def node_of(call: Call) -> tuple[Node, Attempt]:
    """The node and the attempt that an effect is of."""
    node = call.state.nodes[call.decision.node]
    return node, node.attempts[call.decision.attempt - 1]


def profile_of(state: RunState, node: Node) -> Profile:
    """The profile of the workflow that a node is of; an empty one where it has none."""
    profile = workflow_of(state, node).profile
    return profile if isinstance(profile, Profile) else Profile()
