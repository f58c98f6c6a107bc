# SPDX-License-Identifier: Apache-2.0
"""Whether a command line agent is here, in which version, and logged in: asked of the program itself, never a model."""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.agents.acp_profiles import AcpProfile
    from engine.definition.model import Role

_PATIENCE_S = 20
_TO_GET = {
    "claude": "get it with `npm install -g @anthropic-ai/claude-code`",
    "codex": "get it with `npm install -g @openai/codex`",
}
_OWN = {"claude-code": "claude", "codex": "codex"}
"""By backend: the program that is started where the role names none."""


@dataclass(frozen=True, slots=True)
class Installed:
    """What was found. `note` says how it stands, or how to get it."""

    works: bool
    version: str | None
    note: str


def missing(role: Role, base_url: str | None = None) -> str | None:
    """What the role's agent lacks to start here, and how to get it; None: nothing that can be seen without asking it.

    `base_url` is of the provider whose key the engine needs (`key_needed`), where it is a server of one's own. Looks
    for a file, or asks the keyring: it blocks.
    """
    if (provider := key_needed(role)) is not None and base_url is None:
        from engine.agents import keys

        if keys.key_of(provider) is None:
            return keys.missing(provider)
    if role.agent == "anthropic":
        return None
    argv = role.argv or ((_OWN[role.agent],) if role.agent in _OWN else ())
    if not argv or role.agent == "scripted":
        return None
    return program_missing(argv[0], _to_get(argv))


def key_needed(role: Role) -> str | None:
    """The provider whose key the engine itself needs for a role; None: none."""
    from engine.agents.pointing import provider_of

    return provider_of(role) if role.agent == "anthropic" or role.network == "model" else None


def program_missing(program: str, to_get: str = "") -> str | None:
    """Why a program cannot be started, and what to do; None: it can, or nothing is seen that forbids it."""
    from engine.placement import environment

    if "/" in program or os.sep in program:
        if not os.path.isfile(program):
            return f"{program!r} was not found"
        allow = "make it executable: `chmod +x " + shlex.quote(program) + "`"
        return None if os.access(program, os.X_OK) else f"{program!r} is not executable; {allow}"
    if shutil.which(program, path=environment()["PATH"]) is not None:
        return None
    return f"{program!r} was not found on the PATH" + (f"; {to_get}" if to_get else "")


def _to_get(argv: tuple[str, ...]) -> str:
    from engine.agents.acp_profiles import PROFILES

    known = next((profile for profile in PROFILES if profile.name == argv[0]), None)
    return _TO_GET.get(argv[0]) or (f"to get it: {known.install}" if known is not None else "")


def claude_code() -> Installed:
    """The person's Claude Code. Blocks for about a second."""
    from engine.agents.acp_profiles import CLAUDE

    program = shutil.which("claude")
    if program is None:
        return Installed(False, None, f"not found on PATH; {_TO_GET['claude']}")
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


def codex() -> Installed:
    """The person's Codex. Blocks for about a second."""
    from engine.agents.acp_profiles import CODEX

    program = shutil.which("codex")
    if program is None:
        return Installed(False, None, f"not found on PATH; {_TO_GET['codex']}")
    version = _version(program, _changed_at(program), CODEX.passes)
    if version is None:
        return Installed(False, None, f"{program} does not tell its version; install it anew")
    if key := next((name for name in ("CODEX_API_KEY", "OPENAI_API_KEY") if os.environ.get(name)), None):
        return Installed(True, version, f"with {key}")
    status = _ran((program, "login", "status"), CODEX.passes)
    if status is None or status[0] != 0:
        return Installed(False, version, "not logged in: run `codex login`, or set CODEX_API_KEY")
    return Installed(True, version, "logged in")


def acp() -> dict[str, Installed]:
    """Each known agent of the Agent Client Protocol, by its program. Blocks for a second or more the first time.

    Only a few have a command that tells of the login: what is looked for is the file, or the key, that holds it.
    """
    from engine.agents.acp_profiles import PROFILES

    with ThreadPoolExecutor(max_workers=len(PROFILES)) as pool:
        return dict(zip((profile.name for profile in PROFILES), pool.map(_of_profile, PROFILES), strict=True))


def _of_profile(profile: AcpProfile) -> Installed:
    program = shutil.which(profile.name)
    if program is None:
        return Installed(False, None, f"not found on PATH; to get it: {profile.install}")
    version = _version(program, _changed_at(program), profile.home.passes)
    if version is None:
        return Installed(False, None, f"{program} does not tell its version; install it anew")
    key = next(
        (name for name in profile.home.passes if name.endswith(("_KEY", "_TOKEN")) and os.environ.get(name)), None
    )
    file = next((name for name in profile.home.login if (Path.home() / name).is_file()), None)
    if key or file:
        return Installed(True, version, f"with {key}" if key else f"logged in (~/{file})")
    return Installed(False, version, "no login found: start it once by itself and log in, or set its key")


@functools.lru_cache(maxsize=64)
def _version(program: str, changed_at: int | None, passes: tuple[str, ...]) -> str | None:
    """What `--version` says, asked once for each program as it stands."""
    found = re.search(r"\d+(?:\.\d+)+\S*", _said((program, "--version"), passes) or "")
    return found[0][:40] if found else None


def _changed_at(program: str) -> int | None:
    try:
        return os.stat(program).st_mtime_ns
    except OSError:
        return None


def _said(argv: tuple[str, ...], passes: tuple[str, ...]) -> str | None:
    """What a program prints, whatever its exit status; None where it does not run."""
    ran = _ran(argv, passes)
    return ran[1] if ran is not None else None


def _ran(argv: tuple[str, ...], passes: tuple[str, ...]) -> tuple[int, str] | None:
    """The exit status of a program and what it prints; None where it does not run."""
    from engine.placement import environment

    env: Mapping[str, str] = environment({name: os.environ[name] for name in passes if name in os.environ}, "open")
    try:
        done = subprocess.run(
            argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.returncode, done.stdout.decode("utf-8", "replace")
