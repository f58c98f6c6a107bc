# SPDX-License-Identifier: Apache-2.0
"""Profiles named by a workflow, resolved from the target repository."""

from __future__ import annotations

from collections.abc import Callable

from engine.definition.model import Workflow

PROFILES_FILE = ".pilothouse/profiles.yaml"
"""Where a repository keeps its profiles: a map from name to profile."""


def resolve_profile(workflow: Workflow, read: Callable[[str], bytes | str | None]) -> Workflow:
    """The workflow with every profile it names folded in: its own in `profile`, those of `tests` gates in `profiles`.

    `read` gives the content of a path of the repository at the base commit, None if there is none. It is called at most
    once, with PROFILES_FILE, and only if a name has to be resolved. Raises DefinitionFaults.
    """
    raise NotImplementedError
