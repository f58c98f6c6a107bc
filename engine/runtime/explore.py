# SPDX-License-Identifier: Apache-2.0
"""Every path that a workflow can take: each turn may clear, block, ask for changes or crash; each ends somewhere."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from engine.definition.model import Workflow
from engine.kernel import RunState
from engine.kernel.budgets import attempt_budget
from engine.kernel.events import TurnStarted, Usage
from engine.kernel.scopes import is_asked
from engine.runtime.simulate import Deed, Outcome, Simulation, agreeable

MOST_PATHS = 2_000
"""Paths that are tried; what is left out is said."""


_NOTHING = Usage(requests=1, input=0, output=0, cache_read=0, cache_write=0, cost=0.0)
"""Unknown usage would stop every path at a cap on it; how much a turn uses is no matter of paths."""


@dataclass(frozen=True, slots=True)
class Path:
    """One way through: what happened, turn by turn, and where it ends."""

    turns: tuple[str, ...]
    status: str
    cause: str
    spent_turns: int
    most_ms: int
    """The longest it can take: every turn to the limit of its attempt. In milliseconds."""


@dataclass(slots=True)
class Explored:
    """All paths found. `complete`: none was left out."""

    paths: list[Path] = field(default_factory=list)
    complete: bool = True

    @property
    def worst_turns(self) -> int:
        """The most turns that any path uses."""
        return max((path.spent_turns for path in self.paths), default=0)

    @property
    def worst_ms(self) -> int:
        """The longest that any path can take, in milliseconds of driving time."""
        return max((path.most_ms for path in self.paths), default=0)

    @property
    def ends(self) -> Counter[str]:
        """How many paths end how."""
        return Counter(f"{path.status}{f' ({path.cause})' if path.cause else ''}" for path in self.paths)


def explore(workflow: Workflow, inputs: Mapping[str, JsonValue], *, most: int = MOST_PATHS) -> Explored:
    """Try every combination of outcomes, depth first; approvals are accepted, any other hold ends the path."""
    exploration = Exploration(workflow, inputs, most=most)
    while exploration.go_on(math.inf):
        pass
    return exploration.found


class Exploration:
    """
    What `explore` does, a stretch at a time.

    Attributes:
        found: all paths so far; `complete` is True only at the end, and where none was left out.
        most: paths after which it ends anyway.
    """

    def __init__(self, workflow: Workflow, inputs: Mapping[str, JsonValue], *, most: int = MOST_PATHS) -> None:
        self.found = Explored(complete=False)
        self.most = most
        self._workflow, self._inputs = workflow, inputs
        self._choices: list[int] | None = []
        self._stopped = False

    def go_on(self, seconds: float) -> bool:
        """Try more paths for about so long, at least one; False when there are no more, or no more are tried."""
        end = time.monotonic() + seconds
        while self._choices is not None and not self._stopped:
            self._try(self._choices)
            if time.monotonic() >= end:
                break
        return self.more

    @property
    def more(self) -> bool:
        """Whether there are paths still to be tried."""
        return self._choices is not None and not self._stopped

    def stop(self) -> None:
        """Try no more, even in the middle of a path. From any thread."""
        self._stopped = True

    def _try(self, choices: list[int]) -> None:
        walk = _Walk(choices, lambda: self._stopped)
        simulation = Simulation(self._workflow, self._inputs, walk.agent, agreeable)
        try:
            state = simulation.run()
        except _Stopped:
            return
        spent = int(state.meters["turns"].spent)
        self.found.paths.append(Path(tuple(walk.told), state.status, state.cause, spent, walk.ms))
        more = walk.advance()
        self.found.complete = not more
        self._choices = walk.choices if more and len(self.found.paths) < self.most else None


class _Stopped(Exception):
    """No more is wanted."""


class _Walk:
    """One path: repeats the choices given, then takes the first of each; knows how many there were."""

    def __init__(self, choices: list[int], stopped: Callable[[], bool]) -> None:
        self._stopped = stopped
        self.choices = list(choices)
        self.told: list[str] = []
        self.ms = 0
        self._options: list[int] = []

    def agent(self, state: RunState, turn: TurnStarted) -> Deed:
        if self._stopped():
            raise _Stopped
        outcomes = self._outcomes(state, turn)
        place = len(self._options)
        self._options.append(len(outcomes))
        if place == len(self.choices):
            self.choices.append(0)
        outcome = outcomes[self.choices[place]]
        self.told.append(f"{turn.node} {outcome}")
        self.ms += self._longest(state, turn)
        return Deed(outcome, usage=_NOTHING)

    @staticmethod
    def _outcomes(state: RunState, turn: TurnStarted) -> tuple[Outcome, ...]:
        if turn.kind == "command":
            return ("clears", "blocks")
        if is_asked(state, state.nodes[turn.node]):
            return ("clears", "revises", "blocks", "crashes")
        return ("clears", "blocks", "crashes")

    @staticmethod
    def _longest(state: RunState, turn: TurnStarted) -> int:
        if turn.wall is not None:
            return turn.wall
        return attempt_budget(state, state.nodes[turn.node]).wall_clock or 0

    def advance(self) -> bool:
        """On to the next path; False when this was the last."""
        del self.choices[len(self._options) :]
        while self.choices:
            last = len(self.choices) - 1
            if self.choices[last] + 1 < self._options[last]:
                self.choices[last] += 1
                return True
            self.choices.pop()
        return False
