# SPDX-License-Identifier: Apache-2.0
"""One module a backend behind one protocol; transcripts, sessions and the tools an agent is given.

The modules are imported when first needed: who only reads a transcript (`engine.agents.transcript`) loads little else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import BackendUnknown

if TYPE_CHECKING:
    from engine.agents.installed import Installed
    from engine.agents.protocol import Backend
    from engine.definition.model import Role

__all__ = ["BackendStatus", "ProgramStatus", "available", "backend"]


@dataclass(frozen=True, slots=True)
class ProgramStatus:
    """One program that a backend can drive, as it stands here."""

    name: str
    works: bool
    version: str | None
    note: str


LISTENING = frozenset({"claude-code"})
"""The backends that take a message while their turn runs; what is said to the others is told with their next prompt."""


@dataclass(frozen=True, slots=True)
class BackendStatus:
    """One backend, as `pilothouse agents` tells of it."""

    name: str
    works: bool
    version: str | None
    """Of the program it drives; None for what is a part of Pilothouse, or not known."""
    note: str
    """What is missing, or how it will run here."""
    programs: tuple[ProgramStatus, ...] = ()
    """For `acp`: the agents that are known, each by its program."""


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
    raise BackendUnknown(
        f"a role names the agent {role.agent!r}: there is no such backend. `pilothouse agents` lists those there are."
    )


def available(base_url: str | None = None) -> list[BackendStatus]:
    """Every backend, with what it misses here. Blocks for seconds: each program is asked how it stands.

    `base_url` is where the models of `anthropic` are, where the settings name a server of one's own.
    """
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
    here.append(_anthropic(base_url))
    codex = installed.codex()
    here.append(BackendStatus("codex", codex.works, codex.version, codex.note))
    here.append(_acp(installed.acp()))
    return here


def _acp(found: dict[str, Installed]) -> BackendStatus:
    """Any program may speak the protocol, so it works; the note tells of those that are known."""
    told = [f"{name} {status.version}: {status.note}" for name, status in found.items() if status.version]
    missing = [name for name, status in found.items() if not status.version]
    if missing:
        told.append(f"not here: {', '.join(missing)}")
    programs = tuple(ProgramStatus(name, one.works, one.version, one.note) for name, one in found.items())
    return BackendStatus("acp", True, None, f"any program that a role's argv starts; {'; '.join(told)}", programs)


def _anthropic(base_url: str | None) -> BackendStatus:
    """Works with a key; a server of one's own, named in the settings, needs none."""
    from importlib.metadata import version

    from engine.agents import keys

    found = keys.key_of("anthropic") is not None
    works = found or base_url is not None
    at = " at a server of your own" if base_url is not None else ""
    told = f"calls the model itself{at}, with{'' if found else 'out'} a key" if works else keys.missing("anthropic")
    return BackendStatus("anthropic", works, version("anthropic"), told)
