# SPDX-License-Identifier: Apache-2.0
"""One module a backend behind one protocol; transcripts, sessions and the tools an agent is given.

The modules are imported when first needed: who only reads a transcript (`engine.agents.transcript`) loads little else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import BackendUnknown

if TYPE_CHECKING:
    from engine.agents.protocol import Backend
    from engine.definition.model import Role

__all__ = ["BackendStatus", "available", "backend"]

_LATER = ("codex", "acp")


@dataclass(frozen=True, slots=True)
class BackendStatus:
    """One backend, as `pilothouse agents` tells of it."""

    name: str
    works: bool
    version: str | None
    """Of the program it drives; None for what is a part of Pilothouse, or not known."""
    note: str
    """What is missing, or how it will run here."""


def backend(role: Role) -> Backend:
    """The backend that a role names.

    Raises:
        BackendUnknown: this version has no such backend.
    """
    match role.agent:
        case "command":
            from engine.agents.command import CommandBackend

            return CommandBackend()
        case "anthropic":
            from engine.agents.anthropic_loop.backend import AnthropicBackend

            return AnthropicBackend()
        case "scripted":
            from engine.agents.scripted import ScriptedBackend

            return ScriptedBackend()
        case "claude-code":
            from engine.agents.claude_code import ClaudeCodeBackend

            return ClaudeCodeBackend()
        case "acp":
            from engine.agents.acp import AcpBackend

            return AcpBackend()
        case "codex":
            from engine.agents.codex import CodexBackend

            return CodexBackend()
    known = "it is not yet in this version" if role.agent in _LATER else "there is no such backend"
    raise BackendUnknown(f"a role names the agent {role.agent!r}: {known}. Use `command` or `scripted`.")


def available() -> list[BackendStatus]:
    """Every backend, with what it misses here. Blocks for seconds: each program is asked how it stands."""
    from engine.agents import installed
    from engine.workspace.sandbox import bubblewrap

    isolation = (
        "sandboxed by bubblewrap"
        if bubblewrap()
        else "runs open: bubblewrap is missing or forbidden here, and a role that asks for a sandbox is refused"
    )
    here = [BackendStatus(name, True, None, isolation) for name in ("command", "scripted")]
    claude = installed.claude_code()
    here.append(BackendStatus("claude-code", claude.works, claude.version, claude.note))
    here.append(_anthropic())
    return here + [BackendStatus(name, False, None, "not yet in this version") for name in _LATER]


def _anthropic() -> BackendStatus:
    """Works with a key; a server of one's own, named in the settings, needs none."""
    from importlib.metadata import version

    from engine.agents import keys

    found = keys.key_of("anthropic") is not None
    told = "calls the model itself, with a key" if found else keys.missing("anthropic")
    return BackendStatus("anthropic", found, version("anthropic"), told)
