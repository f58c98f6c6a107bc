# SPDX-License-Identifier: Apache-2.0
"""The settings file as the window reads and changes it: always in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app import figures
from app.tasks import Loader, Tasks
from engine.errors import DefinitionFaults, PilothouseError

if TYPE_CHECKING:
    from engine.runtime.settings import Settings
    from engine.runtime.usage import Used

ALL = ""
"""Stands for every backend together."""

_REST_S = 0.004
"""How long reading rests now and then, in seconds, so that the window has the interpreter meanwhile."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """
    The settings that hold, and what they limit.

    Attributes:
        used: what was used today (UTC) by backend; empty where the figures cannot be read, and `fault` says why.
        projects: what was used today by the runs of each repository, by its path.
        running: how many turns run now by backend.
        fault: a sentence where the file or the figures cannot be read; empty otherwise.
    """

    settings: Settings
    used: Mapping[str, Used] = field(default_factory=dict)
    running: Mapping[str, int] = field(default_factory=dict)
    fault: str = ""
    projects: Mapping[str, Used] = field(default_factory=dict)


def look(data_dir: Path) -> Snapshot:
    """The settings now. Blocks."""
    from engine.runtime.fleet import FleetLimits

    fleet = FleetLimits(data_dir, rest=_REST_S)
    settings = fleet.settings.current()
    fault, used, projects = fleet.settings.fault, {}, {}
    try:
        used, projects = fleet.used(), fleet.used_by_project()
    except PilothouseError as error:
        fault = fault or error.message
    return Snapshot(settings, used, fleet.running(), fault, projects)


def change(data_dir: Path, changes: Mapping[str, str | None]) -> Snapshot:
    """Write some settings, and look anew. Blocks. Raises PilothouseError for what is refused."""
    from engine.runtime.settings import NAME, change_settings

    change_settings(data_dir / NAME, changes)
    return look(data_dir)


def sentence(error: Exception) -> str:
    """Why a change was refused, for the place where it was typed."""
    if isinstance(error, DefinitionFaults):
        fault = error.faults[0]
        return f"{fault.what}; {fault.todo}." if fault.todo else f"{fault.what}."
    return error.message if isinstance(error, PilothouseError) else str(error)


def typed(text: str) -> str:
    """What a person typed into a field for a number or nothing, as the settings file says it."""
    return figures.typed(text) or "null"


class Store(QObject):
    """The settings of a data directory for the screens that show them. Nothing here blocks."""

    looked = Signal(object)  # a Snapshot, after each look and each change
    refused = Signal(str, str)  # the first name of a change, and why it was refused

    def __init__(self, data_dir: Path, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.snapshot: Snapshot | None = None
        self._data_dir = data_dir
        self._tasks = tasks
        self._loader = Loader(tasks, self, "look at the settings")
        self._changing = 0
        self._looking = False

    def look(self) -> None:
        """Look anew, unless a look or a change is under way."""
        if not self._changing and not self._looking:
            self._looking = True
            self._loader.load(lambda: look(self._data_dir), self._on_looked, self._on_failed)

    def change_all(self, changes: Mapping[str, str | None]) -> None:
        """Write settings by their dotted names, all or none; what becomes of it comes by signal."""
        self._loader.stop()
        self._looking = False
        if self._tasks.spawn(self._change(dict(changes)), "change the settings") is not None:
            self._changing += 1

    async def _change(self, changes: dict[str, str | None]) -> None:
        try:
            snapshot = await asyncio.to_thread(change, self._data_dir, changes)
        except (PilothouseError, OSError) as error:
            if isValid(self):
                self.refused.emit(next(iter(changes)), sentence(error))
        else:
            if isValid(self):  # written it is, whether or not the dialog was closed meanwhile
                self._on_looked(snapshot)
        finally:
            self._changing -= 1

    def _on_looked(self, snapshot: Snapshot) -> None:
        self._looking = False
        self.snapshot = snapshot
        self.looked.emit(snapshot)

    def _on_failed(self, error: Exception) -> None:
        self._looking = False
        if self.snapshot is not None:
            self.looked.emit(Snapshot(self.snapshot.settings, fault=str(error)))


def value_at(settings: Any, name: str) -> Any:
    """The value of a dotted name; None where it is not set."""
    from engine.runtime.settings import keys_of

    here = settings
    for part in keys_of(name):
        here = here.get(part) if isinstance(here, Mapping) else getattr(here, part, None)
        if here is None:
            return None
    return here
