# SPDX-License-Identifier: Apache-2.0
"""What a run keeps of its workflow: the effective definition as text, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from engine.definition.model import Model, Workflow
from engine.definition.trees import rebuilt
from engine.definition.write import written

PYTHON = "{python}"
"""Stands in any argv for the interpreter that runs Pilothouse."""


def freeze(workflow: Workflow, *, python: str) -> Workflow:
    """The workflow as this launch runs it: `{python}` in every argv is the interpreter `python`."""

    def put(part: Model) -> Model:
        argv = getattr(part, "argv", None)
        if not argv or not any(PYTHON in word for word in argv):
            return part
        return part.model_copy(update={"argv": tuple(word.replace(PYTHON, python) for word in argv)})

    return rebuilt(workflow, put)


def snapshot(workflow: Workflow) -> str:
    """The effective definition as a workflow file, always the same text: `loads(snapshot(w)).workflow == w`."""
    return written(workflow)


def digest(workflow: Workflow) -> str:
    """SHA-256 of the definition's canonical JSON, as 64 hexadecimal digits."""
    data: Any = workflow.model_dump(mode="json", by_alias=True)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
