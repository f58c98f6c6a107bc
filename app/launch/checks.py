# SPDX-License-Identifier: Apache-2.0
"""What the launch dialog finds out in a thread: which workflows there are, their faults, whether a request would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.agents import available
from engine.definition import Plan, bundled, load, outline
from engine.definition.model import Workflow
from engine.errors import DefinitionFaults, InputFaults, PilothouseError
from engine.runtime.launch import Request, prepare


@dataclass(frozen=True, slots=True)
class Read:
    """A workflow that was read, with its plan; or None and every fault, each with its place."""

    workflow: Workflow | None = None
    plan: Plan | None = None
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def read_workflow(source: str) -> Read:
    """Read a workflow by its bundled name or its path. Never raises for what is in it."""
    try:
        loaded = load(source)
        return Read(loaded.workflow, outline(loaded.workflow), (), tuple(str(one) for one in loaded.warnings))
    except DefinitionFaults as error:
        return Read(problems=tuple(str(fault) for fault in error.faults))
    except (PilothouseError, OSError) as error:
        return Read(problems=(str(error),))


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be chosen here: bundled workflows with their titles, and the agents that work."""

    workflows: dict[str, str]
    agents: tuple[str, ...]


def offer() -> Offer:
    """Look what there is."""
    names: dict[str, str] = {}
    for name, path in sorted(bundled().items()):
        read = read_workflow(str(path))
        names[name] = read.workflow.title or "" if read.workflow is not None else ""
    return Offer(names, tuple(status.name for status in available() if status.works))


def problems_of(request: Request) -> tuple[str, ...]:
    """Everything that stands against launching this; empty if nothing that can be known before."""
    if not str(request.repository).strip() or str(request.repository) == ".":
        return ("Choose a repository.",)
    if not Path(request.repository).is_dir():
        return (f"There is no folder {str(request.repository)!r}.",)
    try:
        prepared = prepare(request)
    except DefinitionFaults as error:
        return tuple(str(fault) for fault in error.faults)
    except InputFaults as error:
        return tuple(f"{name}: {what}" for name, what in error.faults.items())
    except (PilothouseError, OSError) as error:
        return (str(error),)
    return tuple(_missing_agents(prepared.workflow))


def _missing_agents(workflow: Workflow) -> Iterator[str]:
    """Roles whose agent does not work here, each with what is missing."""
    known = {status.name: status for status in available()}
    for name, role in workflow.roles.items():
        status = known.get(role.agent)
        if status is None or not status.works:
            yield f"role {name}: {role.agent} does not work here: {status.note if status else 'there is no such agent'}"
