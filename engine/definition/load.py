# SPDX-License-Identifier: Apache-2.0
"""From a workflow file to the typed tree, with every fault of every file involved at once."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.definition.artifacts import confined, read_bounded
from engine.definition.checks import check
from engine.definition.model import Workflow
from engine.definition.shape import shaped
from engine.definition.source import MAX_BYTES, parse
from engine.definition.surface import DROPPED, Surface
from engine.definition.words import did_you_mean
from engine.errors import DefinitionFaults, Fault

BUNDLED = Path(__file__).resolve().parents[2] / "workflows"
"""The folder of the workflows that come with Pilothouse."""

MAX_CALLS = 8
"""Workflows that call each other in a row."""

MAX_FOLDED = 1024 * 1024
"""Characters of all called workflows of one, each counted as often as it is called."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A workflow without faults, and what is worth saying about it all the same."""

    workflow: Workflow
    warnings: tuple[Fault, ...] = ()


def bundled(directory: Path | None = None) -> dict[str, Path]:
    """The workflows that come with Pilothouse, by name."""
    found = sorted((directory or BUNDLED).glob("*.yaml"))
    return {file.stem: file for file in found if "." not in file.stem}


def load(source: Path | str, *, bundled: Path | None = None) -> Loaded:
    """The workflow in a file, or the bundled one of that name; schemas and called workflows folded in.

    A `str` without a separator and suffix that names a bundled workflow is that one; anything else is a path. `bundled`
    is the directory of bundled workflows, None for our own. Reads files: call it off the event loop.
    Raises DefinitionFaults with every fault of every file involved.
    """
    loader = _Loader(bundled)
    known = loader.bundled
    file = known.get(source, Path(source)) if isinstance(source, str) else source
    bare = isinstance(source, str) and Path(source).name == source and not Path(source).suffix
    if isinstance(source, str) and bare and source not in known and not os.path.exists(source):
        loader.faults.append(
            Fault(source, 0, 0, "there is no such workflow", did_you_mean(source, known, "bundled are"))
        )
        return loader.finished(None)
    return loader.finished(loader.file(file, str(file)))


def loads(
    text: str | bytes,
    *,
    file: str = "workflow.yaml",
    directory: Path | None = None,
    bundled: Path | None = None,
    limit: int = MAX_BYTES,
) -> Loaded:
    """The workflow in a text, called `file` in faults. Paths are relative to `directory`; None allows none.

    `limit` bounds the length of the text, in bytes. Raises DefinitionFaults.
    """
    loader = _Loader(bundled)
    return loader.finished(loader.text(text, file, directory, limit))


class _Loader:
    """Loads one workflow and those that it calls; each file is read once."""

    def __init__(self, directory: Path | None) -> None:
        self.bundled = bundled(directory)
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.done: dict[Path, Workflow | None] = {}
        self.chain: list[Path] = []
        self.folded = 0

    def finished(self, workflow: Workflow | None) -> Loaded:
        if self.faults or workflow is None:
            raise DefinitionFaults(self.faults)
        return Loaded(workflow, tuple(sorted(set(self.warnings))))

    def file(self, file: Path, shown: str) -> Workflow | None:
        try:
            key = file.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            self.faults.append(Fault(shown, 0, 0, f"the path cannot be followed: {error}", "correct it"))
            return None
        if key not in self.done:
            self.chain.append(key)
            try:
                self.done[key] = self._read(key, shown)
            finally:
                self.chain.pop()
        return self.done[key]

    def _read(self, file: Path, shown: str) -> Workflow | None:
        try:
            data = read_bounded(file, shown)
        except ValueError as error:
            what, _, todo = str(error).partition("; ")
            self.faults.append(Fault(shown, 0, 0, what, todo))
            return None
        return self.text(data, shown, file.parent, MAX_BYTES)

    def text(self, data: str | bytes, shown: str, directory: Path | None, limit: int) -> Workflow | None:
        before = len(self.faults)
        root = parse(data, shown, self.faults, limit=limit)
        if root is None:
            if len(self.faults) == before:
                self.faults.append(Fault(shown, 1, 1, "the file is empty", "begin with 'pilothouse: 1'"))
            return None
        surface = Surface(shown, directory, self.faults, lambda *call: self.fold(surface, *call))
        plain = surface.workflow(root)
        workflow = None if plain is DROPPED else shaped(plain, surface, Workflow)
        if workflow is not None:
            self.warnings += check(workflow, surface)
        return workflow if len(self.faults) == before else None

    def fold(self, caller: Surface, name: str, place: tuple[int, int]) -> Any:
        """The data of the workflow that `caller` calls `name`; DROPPED, with a fault told, if there is none."""
        try:
            file = self._called(name, caller.directory)
        except ValueError as error:
            what, _, todo = str(error).partition("; ")
            caller.fault(*place, what, todo)
            return DROPPED
        if file.resolve() in self.chain:
            caller.fault(
                *place, f"the workflow {name!r:.60} calls itself in the end", "a workflow may not; break the ring"
            )
            return DROPPED
        if len(self.chain) >= MAX_CALLS:
            caller.fault(*place, f"more than {MAX_CALLS} workflows call each other in a row", "make it flatter")
            return DROPPED
        workflow = self.file(file, str(file))
        if workflow is None:
            return DROPPED
        self.folded += len(workflow.model_dump_json())
        if self.folded > MAX_FOLDED:
            caller.fault(*place, f"with what it calls the workflow exceeds {MAX_FOLDED:,} characters", "call less")
            return DROPPED
        return workflow.model_dump(mode="json", by_alias=True)

    def _called(self, name: str, directory: Path | None) -> Path:
        """The file of a called workflow: beside the caller, else bundled. Raises ValueError."""
        if "/" in name or Path(name).suffix in (".yaml", ".yml"):
            return confined(name, directory)
        if directory is not None:
            beside = confined(f"{name}.yaml", directory)
            if os.path.isfile(beside):
                return beside
        if name not in self.bundled:
            raise ValueError(f"there is no workflow {name!r:.60}; {did_you_mean(name, self.bundled, 'bundled are')}")
        return self.bundled[name]
