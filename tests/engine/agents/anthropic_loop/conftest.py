# SPDX-License-Identifier: Apache-2.0
"""A model that is a script, in front of an attempt of `tests/engine/agents`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from engine.agents.protocol import Access, TurnResult, Watcher
from engine.agents.tools import Reply, Toolbox
from engine.definition.model import Role
from tests.engine.agents.conftest import Attempt, attempt
from tests.helpers.keyrings import MemoryKeyring, memory_keyring
from tests.helpers.messages_server import MODEL, MessagesServer, Script

__all__ = ["attempt"]

KEY = "sk-ant-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    """A keyring with a key in it; the environment holds none."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with memory_keyring() as ours:
        ours.set_password("pilothouse", "anthropic", KEY)
        yield ours


@dataclass
class Playing:
    """An attempt, and the model that it is in the hands of."""

    attempt: Attempt
    api: MessagesServer
    asked: list[tuple[str, dict[str, JsonValue]]] = field(default_factory=list)

    @property
    def private(self) -> Path:
        folder = self.attempt.folder.parents[2] / "sessions/s/1"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    async def prompt(self, watcher: Watcher | None = None, role: Role | None = None, **changes: Any) -> TurnResult:
        async def ask(kind: str, data: dict[str, JsonValue], key: str) -> Reply:
            self.asked.append((kind, data))
            return Reply("Granted.")

        box = Toolbox(self.attempt.folder, {}, leads=False, ask=ask)
        told = {"access": Access(base_url=self.api.url), "private": self.private, "tools": box}
        role = role or Role(agent="anthropic", model=(MODEL,))
        return await self.attempt.prompt(role, watcher, **(told | changes))

    def results(self, request: int = -1) -> list[tuple[str, bool]]:
        """The results of tools that a request ends with."""
        last = self.api.requests[request].messages[-1]["content"]
        return [(b["content"], b.get("is_error", False)) for b in last if b["type"] == "tool_result"]

    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.private / "conversation.jsonl").read_text().splitlines()]


Play = Callable[..., Any]


@pytest.fixture
def play(attempt: Attempt) -> Iterator[Play]:
    """`play(answer, …)`: the attempt, with a model that gives these answers."""
    open_servers: list[MessagesServer] = []

    def begin(*script: Any, **settings: Any) -> Playing:
        given: Script = script[0] if len(script) == 1 and callable(script[0]) else script
        api = MessagesServer(given, key=KEY, **settings)
        open_servers.append(api)
        api.__enter__()
        return Playing(attempt, api)

    yield begin
    for api in open_servers:
        api.close()
