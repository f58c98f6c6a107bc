# SPDX-License-Identifier: Apache-2.0
"""Whether a command line agent is here, in which version, and logged in: asked of the program itself, never a model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

_PATIENCE_S = 20


@dataclass(frozen=True, slots=True)
class Installed:
    """What was found. `note` says how it stands, or how to get it."""

    works: bool
    version: str | None
    note: str


def claude_code() -> Installed:
    """The person's Claude Code. Blocks for about a second."""
    from engine.agents.acp_profiles import CLAUDE

    program = shutil.which("claude")
    if program is None:
        return Installed(False, None, "not found on PATH; get it with `npm install -g @anthropic-ai/claude-code`")
    version = (_said((program, "--version"), CLAUDE.passes) or "").split()
    if not version:
        return Installed(False, None, f"{program} does not tell its version; install it anew")
    try:
        status = json.loads(_said((program, "auth", "status", "--json"), CLAUDE.passes) or "")
        logged_in, method = status["loggedIn"] is True, str(status.get("authMethod", ""))[:40]
    except (ValueError, KeyError, TypeError):
        return Installed(True, version[0], "whether it is logged in is not known; `claude auth status` may tell")
    if not logged_in:
        return Installed(False, version[0], "not logged in: run `claude auth login`, or set ANTHROPIC_API_KEY")
    return Installed(True, version[0], f"logged in ({method.replace('_', ' ')})")


def _said(argv: tuple[str, ...], passes: tuple[str, ...]) -> str | None:
    """What a program prints, whatever its exit status; None where it does not run."""
    from engine.placement import environment

    env: Mapping[str, str] = environment({name: os.environ[name] for name in passes if name in os.environ}, "open")
    try:
        done = subprocess.run(
            argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace")
