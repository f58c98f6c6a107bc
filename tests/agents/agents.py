# SPDX-License-Identifier: Apache-2.0
"""The real agents of `make test-agents`: how each is started and pointed at a provider of ours, and what it can."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CACHE = "PILOTHOUSE_TEST_AGENTS"
"""Names the folder of installed agents; without it nothing here is collected."""


@dataclass(frozen=True)
class Agent:
    """One row of the table."""

    row: str
    package: str
    """What `packaging/agents/install.py` calls it."""
    role: Callable[[Path], dict[str, Any]]
    """The role of a workflow, given the folder of its programs."""
    env: Callable[[str], Mapping[str, str]]
    """What our own process gets, given the provider's URL."""
    cannot: Mapping[str, str] = field(default_factory=dict)
    """Scenarios that it does not offer, and why."""
    overshoot: int = 0
    """Requests beyond its budget, at most."""

    @property
    def programs(self) -> Path:
        """The folder that npm links programs in."""
        folder: Path = _installer().folder_of(Path(os.environ[CACHE]), self.package)
        return folder / "node_modules" / ".bin"


def _installer() -> Any:
    path = Path(__file__).parents[2] / "packaging" / "agents" / "install.py"
    spec = importlib.util.spec_from_file_location("install_agents", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


AGENTS = [
    Agent(
        row="claude-code",
        package="claude-code",
        role=lambda bin_: {"agent": "claude-code", "argv": [str(bin_ / "claude")], "model": "claude-sonnet-5-5"},
        env=lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "sk-of-the-tests"},
    ),
]
