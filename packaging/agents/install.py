# SPDX-License-Identifier: Apache-2.0
"""Installs the command line agents that the tests know, at pinned versions, into a folder; needs node and npm.

Usage: install.py FOLDER [NAME...]. What is there already is left alone. Prints one line an agent.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PINS = {
    "claude-code": ("@anthropic-ai/claude-code@2.1.332",),
    "codex": ("@openai/codex@0.171.0",),
    "codex-acp": ("@agentclientprotocol/codex-acp@2.6.0",),
    "claude-agent-acp": ("@agentclientprotocol/claude-agent-acp@0.101.0",),
    "gemini": ("@google/gemini-cli@0.61.0",),
    "opencode": ("opencode-ai@1.18.33",),
}
"""The packages of each agent. A folder is named after the agent and the versions in it, so that another pin is anew."""


def folder_of(cache: Path, name: str) -> Path:
    """Where the agent is installed."""
    versions = "+".join(spec.rpartition("@")[2] for spec in PINS[name])
    return cache / f"{name}-{versions}"


def install(cache: Path, name: str) -> str | None:
    """Why the agent could not be installed; None: it is there."""
    target, begun = folder_of(cache, name), cache / f".{name}.part"
    if target.is_dir():
        return None
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not here"
    shutil.rmtree(begun, ignore_errors=True)
    begun.mkdir(parents=True)
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    done = subprocess.run(
        [npm, "install", *quiet, "--prefix", str(begun), *PINS[name]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return (done.stderr.strip().splitlines() or [f"npm ended with {done.returncode}"])[-1]
    begun.rename(target)
    return None


def main() -> int:
    """Install what is asked for, or everything."""
    cache, names = Path(sys.argv[1]).absolute(), sys.argv[2:] or list(PINS)
    for name in names:
        problem = install(cache, name)
        sys.stdout.write(f"{name}: {problem or folder_of(cache, name)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
