# SPDX-License-Identifier: Apache-2.0
"""What the launch dialog finds out in a thread: which workflows there are, their faults, whether a request would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.translate import tr
from engine.agents import BackendStatus, available
from engine.definition import Plan, Shelf, coerce, load, outline
from engine.definition.model import Input, Workflow
from engine.errors import DefinitionFaults, InputFaults, LaunchFaults, PilothouseError
from engine.runtime.launch import Request, left_behind, prepare
from engine.runtime.settings import GATEWAY, SettingsFile, access_of


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
class Agents:
    """Who can work here, and the models that are known: those with a price."""

    backends: tuple[BackendStatus, ...]
    models: tuple[str, ...]

    @property
    def working(self) -> tuple[str, ...]:
        """The agents that work here."""
        return tuple(one.name for one in self.backends if one.works)

    def missing(self, agent: str) -> str:
        """Why an agent does not work here; empty where it does, and while nobody has been asked."""
        if not self.backends:
            return ""
        status = next((one for one in self.backends if one.name == agent), None)
        if status is None:
            return tr("there is no such agent")
        return "" if status.works else status.note or tr("it is not installed")

    def models_of(self, agent: str) -> tuple[str, ...]:
        """Models that an agent is likely to know; others can be typed."""
        families = _FAMILIES.get(agent)
        if families is None:
            return () if agent in ("command", "scripted") else self.models
        return (*_ALIASES.get(agent, ()), *(name for name in self.models if name.startswith(families)))


_FAMILIES = {"claude-code": ("claude-",), "anthropic": ("claude-",), "codex": ("gpt-", "o3", "o4")}
_ALIASES = {"claude-code": ("opus", "sonnet", "haiku")}


def workflows(data_dir: Path, repositories: Sequence[str]) -> dict[str, str]:
    """What can be launched, with titles: bundled workflows by name, a person's own and repositories' by path."""
    entries = Shelf(data_dir).look(repositories)
    return {entry.name if entry.origin == "bundled" else str(entry.path): entry.title for entry in entries}


def agents(data_dir: Path) -> Agents:
    """Ask every agent how it stands. Blocks for seconds."""
    settings = SettingsFile(data_dir).current()
    prices, base_url = settings.price_table, access_of(settings, GATEWAY).base_url
    return Agents(tuple(available(base_url)), tuple(dict.fromkeys((*prices.own, *prices.bundled))))


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that stands against a launch; `field` is the object name of the field that is to be changed."""

    text: str
    field: str = ""

    def __str__(self) -> str:
        name = self.field.partition(":")[2]
        return f"{name}: {self.text}" if name else self.text


@dataclass(frozen=True, slots=True)
class Checked:
    """What stands against a launch, and how many files of the checkout the run would begin without."""

    problems: tuple[Problem, ...]
    left: int = 0


def checked(requests: Sequence[Request], asked: Mapping[str, Input], known: Agents) -> Checked:
    """Look at these requests, which differ in their inputs only. Blocks."""
    if len(requests) > 1:
        problems = problems_of_all(requests, asked, known)
    else:
        problems = tuple(found for request in requests for found in problems_of(request, known))
    return Checked(problems, 0 if problems or not requests else left_behind(requests[0]))


def problems_of(request: Request, known: Agents) -> tuple[Problem, ...]:
    """Everything that stands against launching this; empty if nothing that can be known before."""
    if not str(request.repository).strip() or str(request.repository) == ".":
        return (Problem(tr("Choose a repository."), "repositoryField:"),)
    if not Path(request.repository).is_dir():
        return (
            Problem(
                tr("There is no folder {repository}.").format(repository=repr(str(request.repository))),
                "repositoryField:",
            ),
        )
    try:
        prepared = prepare(request)
    except (PilothouseError, OSError) as error:
        return tuple(_told(error))
    return tuple(_missing_agents(prepared.workflow, known))


def _told(error: Exception) -> Iterator[Problem]:
    match error:
        case LaunchFaults():
            for fault in error.faults:
                yield from _told(fault)
        case DefinitionFaults():
            yield from (Problem(str(fault)) for fault in error.faults)
        case InputFaults():
            yield from (Problem(what, f"input:{name}") for name, what in error.faults.items())
        case _:
            yield Problem(str(error))


def problems_of_all(requests: Sequence[Request], asked: Mapping[str, Input], known: Agents) -> tuple[Problem, ...]:
    """As `problems_of`, for requests that differ in their inputs only; what is wrong with one names its number."""
    first, *others = requests
    found = list(problems_of(first, known))
    for number, request in enumerate(others, 2):
        try:
            coerce(asked, request.inputs)
        except InputFaults as error:
            found += [
                Problem(tr("ticket {number}, {name}: {what}").format(number=number, name=name, what=what))
                for name, what in error.faults.items()
            ]
    return tuple(found)


def _missing_agents(workflow: Workflow, known: Agents) -> Iterator[Problem]:
    """Roles whose agent does not work here, each with what is missing."""
    for name, role in workflow.roles.items():
        if why := known.missing(role.agent):
            yield Problem(tr("{agent} does not work here: {why}").format(agent=role.agent, why=why), f"role:{name}")
