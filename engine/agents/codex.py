# SPDX-License-Identifier: Apache-2.0
"""The `codex` backend: Codex's own command line, one process a turn, its thread taken up again by its id.

It cannot be asked anything while it runs: what would need a permission is refused by it. An `acp` role with codex-acp
can; this is for where there is no adapter.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.agents.acp_profiles import CODEX
from engine.agents.codex_output import CodexOutput
from engine.agents.pointing import codex_settings
from engine.agents.process_turn import Invocation, ProcessSession
from engine.agents.protocol import Capabilities, Session, Turn, permission_policy
from engine.agents.state import home_of, recall
from engine.placement import isolation_for

_FREE = ("--dangerously-bypass-approvals-and-sandbox",)
"""In our sandbox, where its own could not be set up, or where the role allows everything."""


class CodexBackend:
    """`codex exec --json`."""

    name = "codex"
    capabilities = Capabilities(resume=True, interrupt=True, messages=False, usage="after", tools="http")

    async def start(self, session: str) -> Session:
        return ProcessSession(_invocation)

    async def resume(self, session: str) -> Session:
        return ProcessSession(_invocation)


def _invocation(turn: Turn) -> Invocation:
    """Codex on the turn's checkout, with the thread that earlier turns began.

    Raises:
        OSError: the agent's folder cannot be written.
    """
    home, known = home_of(turn, CODEX), recall(turn)
    return Invocation(
        argv=command_line(turn, known.session),
        output=lambda writer, meter: CodexOutput(turn, known, writer, meter),
        raw="raw.jsonl",
        readable=home.readable,
        writable=home.writable,
        env=home.env,
        says_stop=True,
        always_stops=True,
    )


def command_line(turn: Turn, thread: str | None) -> tuple[str, ...]:
    """The command of a turn; its prompt comes on the standard input."""
    role = turn.role
    isolation = isolation_for(role.isolation)
    free = isolation == "sandboxed" or permission_policy(role, isolation) == "allow"
    options = ["--json", "--skip-git-repo-check", *_settings(turn)]
    if role.model:
        options += ["-m", role.model[0]]
    limits = list(_FREE) if free else ["-s", "workspace-write", *_add_dirs(turn.attempt_dir, turn.blackboard)]
    words = ["exec", "-C", str(turn.checkout), *limits, *options]
    if thread is not None:
        words += ["resume", thread]
    return (*(role.argv or ("codex",)), *words, "-")


def _settings(turn: Turn) -> list[str]:
    """What has no option of its own, as TOML."""
    role = turn.role
    told: dict[str, object] = {}
    if role.effort:
        told["model_reasoning_effort"] = role.effort
    if role.instructions:
        told["developer_instructions"] = role.instructions
    if (url := turn.env.get("PILOTHOUSE_MCP_URL")) and "PILOTHOUSE_MCP_TOKEN" in turn.env:
        told["mcp_servers.engine.url"] = url
        told["mcp_servers.engine.bearer_token_env_var"] = "PILOTHOUSE_MCP_TOKEN"
        told["mcp_servers.engine.required"] = True
    if role.network == "model":
        told |= codex_settings()
    return [word for key, value in told.items() for word in ("-c", f"{key}={json.dumps(value)}")]


def _add_dirs(*folders: Path) -> list[str]:
    return [word for folder in folders for word in ("--add-dir", str(folder))]
