# SPDX-License-Identifier: Apache-2.0
"""From a workflow file to the typed tree, with every fault at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.definition.model import Workflow
from engine.errors import Fault


@dataclass(frozen=True, slots=True)
class Loaded:
    """A workflow without faults, and what is worth saying about it all the same."""

    workflow: Workflow
    warnings: tuple[Fault, ...] = ()


def bundled(directory: Path | None = None) -> dict[str, Path]:
    """The workflows that come with Pilothouse, by name."""
    raise NotImplementedError


def load(source: Path | str, *, bundled: Path | None = None) -> Loaded:
    """The workflow in a file, or the bundled one of that name; schemas and called workflows folded in.

    A `str` without a separator and suffix that names a bundled workflow is that one; anything else is a path. `bundled`
    is the directory of bundled workflows, None for our own. Reads files: call it off the event loop.
    Raises DefinitionFaults with every fault of every file involved.
    """
    raise NotImplementedError


def loads(
    text: str | bytes, *, file: str = "workflow.yaml", directory: Path | None = None, bundled: Path | None = None
) -> Loaded:
    """The workflow in a text, called `file` in faults. Paths are relative to `directory`; None allows none.

    Raises DefinitionFaults.
    """
    raise NotImplementedError
