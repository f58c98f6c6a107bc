# SPDX-License-Identifier: Apache-2.0
"""Claude Code behind the model gateway: it has no key, no other network, and not one request beyond its budget."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.workspace import sandbox
from tests.agents.agents import AGENTS, Agent
from tests.agents.providers import Call, Provider
from tests.agents.test_scenarios import ANY, Place, driven, ends
from tests.helpers.runs import state

pytestmark = pytest.mark.skipif(sandbox.bubblewrap() is None, reason="a closed network needs bubblewrap")


@pytest.fixture(params=[agent for agent in AGENTS if agent.row == "claude-code"], ids=lambda agent: agent.row)
def agent(request: pytest.FixtureRequest) -> Agent:
    """The one that can be pointed at it."""
    found: Agent = request.param
    if not found.programs.is_dir():
        pytest.skip("not installed")
    return found


async def test_budget_behind_the_gateway(
    agent: Agent, tmp_path: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tmp_path, agent)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-gateway")
    data_dir.mkdir(exist_ok=True)
    with Provider() as provider:
        (data_dir / "settings.yaml").write_text(f"providers: {{anthropic: {{base_url: '{provider.url}'}}}}\n")
        folder = await place.launch("LOOP", ANY, role={"network": "model"}, top="budgets: {requests: 3}")
        await driven(folder)

    assert len([seen for seen in provider.seen if isinstance(seen["reply"], Call)]) == 3
    [hold] = state(folder).open_holds
    assert hold.kind == "budget", hold
    [ended] = ends(folder)
    assert (ended.reason, ended.failure) == ("failed", "budget"), ended
    attempt = folder.attempt("one", 1)
    assert not [path for path in attempt.rglob("*") if path.is_file() and b"sk-of-the-gateway" in path.read_bytes()]
