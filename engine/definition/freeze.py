# SPDX-License-Identifier: Apache-2.0
"""What a run keeps of its workflow: the effective definition as text, and its digest."""

from __future__ import annotations

from engine.definition.model import Workflow


def freeze(workflow: Workflow, *, python: str) -> Workflow:
    """The workflow as this launch runs it: `{python}` in every argv is the interpreter `python`."""
    raise NotImplementedError


def snapshot(workflow: Workflow) -> str:
    """The effective definition as a workflow file, always the same text: `loads(snapshot(w)).workflow == w`."""
    raise NotImplementedError


def digest(workflow: Workflow) -> str:
    """SHA-256 of the definition's canonical JSON, as 64 hexadecimal digits."""
    raise NotImplementedError
