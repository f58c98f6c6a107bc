# SPDX-License-Identifier: Apache-2.0
"""What a measurement may know and use: the secured work, the frozen profile, and places of the engine's own."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, ParamSpec, TypeVar

from engine.definition.model import Gate, Profile
from engine.placement import Isolation
from engine.workspace import RunRepository, Secured

P = ParamSpec("P")
T = TypeVar("T")

TIMEOUT_MS = 15 * 60_000
"""Limit of a gate's command where none is given."""


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run what blocks off the loop. Cancelled, it still waits for the end: nobody else finds a half-made place."""
    work = asyncio.ensure_future(asyncio.to_thread(function, *args, **kwargs))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        work.exception()  # seen: whoever cancelled does not want it
        raise


class Places:
    """Folders of one run where gates measure, out of every agent's reach. One for the life of the run's driver."""

    def __init__(self, scratch: Path) -> None:
        """`scratch` is made when first needed; nothing in it must survive."""
        self.scratch = scratch
        self._busy: set[int] = set()

    @contextlib.asynccontextmanager
    async def take(self) -> AsyncIterator[Path]:
        """A folder that nobody else uses meanwhile; the same few come again, with what was left in them."""
        number = next(n for n in range(len(self._busy) + 1) if n not in self._busy)
        self._busy.add(number)
        try:
            yield self.scratch / str(number)
        finally:
            self._busy.remove(number)


@dataclass(frozen=True, slots=True)
class MeasureContext:
    """One turn's work, ready to be measured; no process of the agent is alive any more."""

    repository: RunRepository
    secured: Secured
    node: str
    attempt: int
    turn: int
    attempt_dir: Path
    """Evidence goes to `gate/` in it."""
    places: Places
    token: str
    """Marks the processes of gates, so that survivors are found (see `engine.placement.attempt_token`)."""
    profile: Profile = field(default_factory=Profile)
    """The run's, frozen at launch."""
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    """Those that `tests` gates name, frozen at launch."""
    gates: tuple[Gate, ...] = ()
    """Those of the step: `unweakened` asks the runner that its `tests` gate names."""
    checkout: Path | None = None
    """The agent's checkout; only to tell that a file lies there without being in the commit."""
    scope: tuple[str, ...] | None = None
    """The step's own allowed globs; a `scope` gate without `allow` uses them."""
    isolation: Isolation = "open"
    """Code of the agent runs in tests: give gates no more rights than the attempt had."""
    network: Literal["open", "closed"] = "open"
    """Of what is measured; a profile's `prepare` has its own, for it fetches what the work needs."""
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    """As in `engine.placement.ProcessSpec`."""
    python: str = sys.executable
    """What `{python}` in an argv means."""
