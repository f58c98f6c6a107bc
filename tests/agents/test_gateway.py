# SPDX-License-Identifier: Apache-2.0
"""The real agents behind the model gateway: no key, no other network, and not one request beyond the budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.agents.keys import VARIABLES
from engine.agents.pointing import provider_of
from engine.definition.model import Role
from engine.workspace import sandbox
from tests.agents.agents import Agent
from tests.agents.providers import Provider
from tests.agents.test_scenarios import ANY, Place, driven, ends
from tests.helpers.runs import git, state

pytestmark = pytest.mark.skipif(sandbox.bubblewrap() is None, reason="a closed network needs bubblewrap")
KEY = "sk-of-the-gateway"


@dataclass
class Behind:
    """An agent's repository, its role, and the provider that only the gateway knows."""

    place: Place
    role: dict[str, object]
    provider: Provider


@pytest.fixture
def behind(agent: Agent, tmp_path: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Behind]:
    """Nothing of the person's environment leads to the provider; the settings do."""
    role = {**agent.behind(agent.programs), "network": "model"}
    name = provider_of(Role.model_validate(role | {"model": [role["model"]] if "model" in role else []}))
    assert name is not None
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setenv(VARIABLES[name], KEY)
    data_dir.mkdir(exist_ok=True)
    with Provider() as provider:
        (data_dir / "settings.yaml").write_text(f"providers: {{{name}: {{base_url: '{provider.url}'}}}}\n")
        yield Behind(Place(tmp_path, agent), role, provider)


async def test_work_behind_the_gateway(behind: Behind) -> None:
    folder = await behind.place.launch("LOOK", "[{file: seen.txt}]", role=behind.role)
    await driven(folder)

    assert state(folder).outcome == "succeeded", state(folder).open_holds
    seen = git(behind.place.repository, "show", "work/r:seen.txt")
    assert "PILOTHOUSE_SESSION" in seen
    assert KEY not in seen
    [ended] = ends(folder)
    assert ended.usage is not None
    assert ended.usage.requests == len(behind.provider.seen) >= 2
    assert ended.usage.output == 20 * len(behind.provider.seen)
    assert all(KEY in " ".join(seen["headers"].values()) for seen in behind.provider.seen)


async def test_budget_behind_the_gateway(behind: Behind) -> None:
    folder = await behind.place.launch("LOOP", ANY, role=behind.role, top="budgets: {requests: 3}")
    await driven(folder)

    assert len(behind.provider.seen) == 3
    [hold] = state(folder).open_holds
    assert hold.kind == "budget", hold
    [ended] = ends(folder)
    assert (ended.reason, ended.failure) == ("failed", "budget"), ended
    files = [path for path in folder.path.rglob("*") if path.is_file() and not path.is_symlink()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
