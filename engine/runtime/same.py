# SPDX-License-Identifier: Apache-2.0
"""Whether a launch that names a run which exists means that run: the same workflow, repository and inputs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine.definition import digest, load
from engine.errors import RunExists, WorkspaceError
from engine.journal import RunFolder
from engine.kernel import RunState
from engine.runtime.launch import Request, prepare
from engine.workspace import RunRepository
from engine.workspace.source import find


def refuse_another(request: Request, folder: RunFolder, state: RunState) -> None:
    """Refuse a request that means another run than the one of its id. Reads files and the repositories.

    Raises:
        RunExists: it does, and this is the difference.
        DefinitionFaults, UsageError: as `prepare`.
    """
    differences = "; ".join(_differences(request, folder, state))
    if differences:
        raise RunExists(
            f"run {state.run!r} is there already, and is another: {differences}. Give another --id, or go on with "
            f"that run by `pilothouse resume {state.run}`"
        )


def _differences(request: Request, folder: RunFolder, state: RunState) -> Iterator[str]:
    asked, recorded = find(request.repository).path, _repository(folder, state)
    if asked.resolve() != recorded.resolve():
        yield f"it works on {str(recorded)!r}, not on {str(asked)!r}"
    if request.branch is not None and request.branch != state.branch:
        yield f"its branch is {state.branch!r}, not {request.branch!r}"
    assert state.workflow is not None, "it was launched"
    given = load(request.workflow).workflow
    if given.name != state.workflow.name:
        yield f"its workflow is {state.workflow.name!r}, not {given.name!r}"
        return
    kept = {name: value for name, value in state.inputs.items() if name in given.inputs}
    prepared = prepare(replace(request, inputs=kept | dict(request.inputs)))
    if digest(prepared.workflow) != digest(state.workflow):
        yield f"its workflow {given.name!r} was another: the file, its roles, budgets, playbook or profile differ"
    for name in request.inputs:
        if prepared.inputs[name] != state.inputs.get(name):
            yield f"its input {name!r} is {state.inputs.get(name)!r:.80}, not {prepared.inputs[name]!r:.80}"


def _repository(folder: RunFolder, state: RunState) -> Path:
    """Where it works now: a run that was taken in may work elsewhere than it was launched."""
    try:
        return RunRepository.open(folder.path).source
    except WorkspaceError:
        return Path(state.repository)
