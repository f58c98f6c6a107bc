# SPDX-License-Identifier: Apache-2.0
"""From a workflow and a repository to a run: everything checked, then frozen, then journaled as its first event."""

from __future__ import annotations

import asyncio
import getpass
import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from pydantic import JsonValue, ValidationError
from ruamel.yaml import YAML

from engine.agents import backend
from engine.agents import playbook as playbooks
from engine.agents.installed import key_needed, missing
from engine.agents.pointing import refusal
from engine.definition import coerce, digest, freeze, load, resolve_profile, snapshot
from engine.definition.model import Budgets, Model, Role, Workflow
from engine.definition.trees import parts, rebuilt
from engine.errors import BackendUnknown, DefinitionFaults, LaunchFaults, PilothouseError, RunExists, UsageError
from engine.journal import RunFolder, RunStore, check_run_id, descends_from_attempt
from engine.kernel.events import By, RunCreated
from engine.runtime.follow import was_launched
from engine.runtime.ledger import Ledger
from engine.runtime.settings import NAME, access_of, read_settings
from engine.runtime.threads import to_the_end
from engine.workspace import RunRepository, read_file_at, uncommitted


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks for. `workflow` is a bundled name or a file; `roles` maps NAME to AGENT[:MODEL].

    `argv` maps NAME to the program of a role whose agent is `command` or `acp`.
    """

    workflow: str
    repository: Path
    base: str | None = None
    branch: str | None = None
    inputs: Mapping[str, JsonValue] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    argv: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    budgets: Mapping[str, float | None] = field(default_factory=dict)
    on_provider_limit: Literal["continue", "pause"] | None = None
    playbook: Path | None = None
    profile: str | None = None
    """A profile of the repository's `.pilothouse/profiles.yaml`, in place of the workflow's own."""
    run_id: str | None = None
    via: str = "command line"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that could be launched: the effective workflow and its inputs."""

    workflow: Workflow
    inputs: dict[str, JsonValue]


@contextmanager
def _kept(faults: list[UsageError]) -> Iterator[None]:
    """A refusal is kept, and what comes behind it is looked at all the same."""
    try:
        yield
    except DefinitionFaults:  # each with its line: they are told as they are
        raise
    except UsageError as error:
        faults.append(error)


def _refuse(faults: list[UsageError]) -> None:
    if faults:
        raise faults[0] if len(faults) == 1 else LaunchFaults(faults)


def prepare(request: Request, data_dir: Path | None = None) -> Prepared:
    """Check everything that can be checked before a run exists. Reads files and the repository; writes nothing.

    `data_dir` is where the settings are; the default one otherwise.

    Raises:
        DefinitionFaults: every fault of the workflow at once.
        LaunchFaults, UsageError: what of the request cannot be used, all at once: roles, agents that are not here,
            budgets, inputs; or its playbook, its profile or its repository.
    """
    faults: list[UsageError] = []
    workflow = load(request.workflow).workflow
    with _kept(faults):
        workflow = _with_roles(workflow, request)
    workflow = _with_playbooks(workflow, request.playbook)
    faults += map(UsageError, _who_cannot_work(workflow))
    with _kept(faults):
        workflow = _with_budgets(workflow, request.budgets)
    if request.on_provider_limit is not None:
        workflow = workflow.model_copy(update={"on_provider_limit": request.on_provider_limit})
    if request.profile is not None:
        workflow = workflow.model_copy(update={"profile": request.profile})
    workflow = resolve_profile(workflow, lambda path: read_file_at(request.repository, request.base, path))
    workflow = freeze(workflow, python=sys.executable)
    faults += map(UsageError, _who_is_not_here(workflow, data_dir or RunStore().data_dir))
    inputs: dict[str, JsonValue] = {}
    with _kept(faults):
        inputs = coerce(workflow.inputs, request.inputs)
    _refuse(faults)
    return Prepared(workflow, inputs)


def left_behind(request: Request) -> int:
    """How many files of the person's checkout are not in what the run begins with. Blocks; 0 where nobody can tell."""
    if request.base is not None:
        return 0
    with suppress(PilothouseError):
        return uncommitted(request.repository)
    return 0


def _with_roles(workflow: Workflow, request: Request) -> Workflow:
    roles = dict(workflow.roles)
    for name in (*request.roles, *request.argv):
        if name not in roles:
            raise UsageError(f"the workflow has no role {name!r}; it has {', '.join(roles) or 'none'}")
    for name, given in request.roles.items():
        agent, _, model = given.partition(":")
        update: dict[str, Any] = {"agent": agent}
        if agent != roles[name].agent:
            update["argv"] = ()  # it starts another agent
        if model:
            update["model"] = (model,)
        roles[name] = roles[name].model_copy(update=update)
    for name, argv in request.argv.items():
        if roles[name].agent not in _PROGRAMS:
            raise UsageError(f"role {name!r} is {roles[name].agent}, which takes no argv; --role {name}=command does")
        roles[name] = roles[name].model_copy(update={"argv": argv})
    return workflow.model_copy(update={"roles": roles})


def _with_playbooks(workflow: Workflow, playbook: Path | None) -> Workflow:
    if playbook is None:
        return workflow
    script = _read_playbook(playbook)

    def scripted(part: Model) -> Model:
        if not isinstance(part, Workflow):
            return part
        given = {
            name: role.model_copy(update={"playbook": script}) if role.agent == "scripted" else role
            for name, role in part.roles.items()
        }
        return part.model_copy(update={"roles": given})

    return rebuilt(workflow, scripted)


def _read_playbook(path: Path) -> JsonValue:
    """The playbook's data, checked. Raises UsageError, with every fault at its line."""
    text = playbooks.read_text(path)
    playbooks.parse(text, file=path.name)
    data: JsonValue = YAML(typ="safe", pure=True).load(text)
    return data


_PROGRAMS = {"command": "a command", "acp": "an agent of the protocol"}
"""Agents whose role says which program it is."""
_EXAMPLES = {"command": "./my-agent", "acp": "'gemini --acp'"}


def _roles(workflow: Workflow) -> Iterator[tuple[str, Role]]:
    for part in parts(workflow):
        if isinstance(part, Workflow):
            yield from part.roles.items()


def _who_cannot_work(workflow: Workflow) -> Iterator[str]:
    """A role that could not even start is known now; it need not become a hold."""
    for name, role in _roles(workflow):
        try:
            able = backend(role).capabilities
        except BackendUnknown as error:
            yield f"role {name!r} cannot work: {error.message}"
            continue
        if role.agent in _PROGRAMS and not role.argv:
            yield (
                f"role {name!r} is {_PROGRAMS[role.agent]} and has no argv; give it (--argv {name}="
                f"{_EXAMPLES[role.agent]}), or add it to the role in the workflow"
            )
        elif role.agent == "scripted" and role.playbook is None:
            yield (
                f"role {name!r} is scripted and has no playbook: give the role to another agent (--role), such as "
                "claude-code, or give the playbook that it acts (--playbook)"
            )
        elif (refused := refusal(role)) is not None:
            yield f"role {name!r} cannot work: {refused}."
        elif able.calls_model and not role.model:
            yield f"role {name!r} has no model; choose one for it (--role), or add it to the workflow"


def _who_is_not_here(workflow: Workflow, data_dir: Path) -> Iterator[str]:
    """An agent that is missing on this machine is known now, too. None is started for it."""
    for name, role in _roles(workflow):
        with suppress(BackendUnknown):  # that is told already
            lacks = missing(role)
            if lacks is not None and (provider := key_needed(role)) is not None:
                lacks = missing(role, access_of(read_settings(data_dir / NAME), provider).base_url)
            if lacks is not None:
                yield (
                    f"role {name!r} cannot work here: {lacks.rstrip('.')}. `pilothouse agents` lists who can"
                    + (f"; --role {name}=AGENT takes another." if workflow.roles.get(name) is role else ".")
                )


def _with_budgets(workflow: Workflow, overrides: Mapping[str, float | None]) -> Workflow:
    if not overrides:
        return workflow
    unknown = set(overrides) - set(Budgets.model_fields)
    if unknown:
        raise UsageError(
            f"there is no budget {sorted(unknown)[0]!r}; there are turns, wall_clock, requests, tokens, cost"
        )
    try:
        budgets = Budgets.model_validate(workflow.budgets.model_dump() | dict(overrides))
    except ValidationError as error:
        raise UsageError(f"the budgets cannot be used: {error.errors()[0]['msg']}") from error
    return workflow.model_copy(update={"budgets": budgets})


async def launch(request: Request, store: RunStore) -> RunFolder:
    """Make the run: its folder, its repository, its first event, all durable. It is not driven yet.

    Raises:
        As `begin`.
    """
    folder, ledger = await begin(request, store)
    await ledger.close()
    return folder


async def begin(request: Request, store: RunStore) -> tuple[RunFolder, Ledger]:
    """`launch`, keeping the run's lock: who drives it on with this ledger is the first to drive it.

    Raises:
        UsageError, DefinitionFaults, RunExists, WorkspaceError: nothing is left behind that counts as a run.
    """
    if descends_from_attempt(_own_pid(), store.data_dir) is not None:
        raise UsageError("an agent cannot launch runs; a person can, or a lead through its workflow")
    prepared = await asyncio.to_thread(prepare, request, store.data_dir)
    run_id = check_run_id(request.run_id or _new_id(prepared.workflow))
    branch = request.branch or f"pilothouse/{run_id}"
    folder, cut = await to_the_end(_make_folder, store, run_id, prepared, request, branch)
    ledger = await Ledger.open(folder.journal)  # with the lock: nobody else launches this run, or drives it yet
    try:
        if ledger.state.run:
            raise RunExists(f"run {run_id!r} was launched just now; go on with it by `pilothouse resume {run_id}`")
        try:
            if cut:
                await to_the_end(_begin_anew, store, folder, _description(run_id, prepared, request, branch))
            repository = await to_the_end(
                RunRepository.create, folder.path, request.repository, request.base, branch, run_id
            )
            ledger.observe(
                RunCreated(
                    run=run_id,
                    workflow=prepared.workflow,
                    inputs=prepared.inputs,
                    repository=str(repository.source),
                    base=repository.base,
                    base_name=request.base,
                    branch=branch,
                    engine=version("pilothouse"),
                    by=By(user=getpass.getuser(), via=request.via, pid=_own_pid()),
                )
            )
            await ledger.durable()
        except BaseException:
            await to_the_end(shutil.rmtree, folder.path, ignore_errors=True)
            raise
    except BaseException:
        await ledger.close()
        raise
    return folder, ledger


def _make_folder(
    store: RunStore, run_id: str, prepared: Prepared, request: Request, branch: str
) -> tuple[RunFolder, bool]:
    """A new folder, or the one that a launch left which was cut before its first event (True): no run ever was."""
    try:
        return store.create(run_id, **_description(run_id, prepared, request, branch)), False
    except RunExists:
        folder = store.folder(run_id)
        if was_launched(folder):
            raise
        return folder, True


def _begin_anew(store: RunStore, folder: RunFolder, description: dict[str, Any]) -> None:
    """What is asked for now counts, not what a launch that was cut was asked for."""
    store.describe(folder, **description)
    if (folder.path / "store.git").exists():
        shutil.rmtree(folder.path / "store.git")


def _description(run_id: str, prepared: Prepared, request: Request, branch: str) -> dict[str, Any]:
    """What the run's folder says of it, for people: the journal is the truth."""
    manifest = {
        "run": run_id,
        "workflow": prepared.workflow.name,
        "digest": digest(prepared.workflow),
        "repository": str(request.repository.absolute()),
        "base": request.base,
        "branch": branch,
        "engine": version("pilothouse"),
    }
    task = "\n".join(f"{name}: {value}" for name, value in prepared.inputs.items())
    return {"manifest": manifest, "workflow": snapshot(prepared.workflow), "task": task}


def _new_id(workflow: Workflow) -> str:
    return f"{workflow.name[:40]}-{datetime.now():%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _own_pid() -> int:
    return os.getpid()
