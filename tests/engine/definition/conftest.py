# SPDX-License-Identifier: Apache-2.0
"""The examples that the tests of this package share."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.definition import load, loads
from engine.definition.model import Workflow
from engine.errors import DefinitionFaults

EXAMPLES = Path(__file__).parent / "examples"
EVERY = EXAMPLES / "every-block.yaml"


@pytest.fixture(scope="session")
def every() -> Workflow:
    """The example that has everything."""
    return load(EVERY).workflow


def workflow(do: str, top: str = "") -> str:
    """A workflow file around some blocks, each on its line from line 5 on; `top` is one line, the fourth."""
    blocks = "".join(f"  {line}\n" for line in do.strip("\n").split("\n"))
    roles = "roles: {r: {agent: scripted}, m: {agent: scripted, shape: mechanical}}"
    return f"pilothouse: 1\nname: x\n{roles}\n{top or '# nothing'}\ndo:\n{blocks}"


def faults(text: str, directory: Path | None = None) -> list[tuple[int, int, str]]:
    """Line, column and sentence of every fault of a text; none if it is sound."""
    try:
        loads(text, directory=directory, bundled=EXAMPLES)
    except DefinitionFaults as error:
        return [(fault.line, fault.column, f"{fault.what}; {fault.todo}") for fault in error.faults]
    return []
