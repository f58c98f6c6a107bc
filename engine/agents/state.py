# SPDX-License-Identifier: Apache-2.0
"""What a command line agent keeps from turn to turn: its own folder, and what we know of its session.

The agent may write its folder. The session's id and cumulative figures are lines of a file that it does not see.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.agents.acp_profiles import Home
from engine.agents.files import open_to_append, read_inside, replace_inside
from engine.agents.protocol import Turn

SESSIONS = "sessions.jsonl"
STATE = "agent"
"""The folder, beside that file, in which the agent keeps its sessions."""
_MOST = 4 << 20


@dataclass(frozen=True, slots=True)
class AgentHome:
    """How one turn finds what its agent keeps."""

    env: Mapping[str, str]
    readable: tuple[Path, ...]
    writable: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What earlier turns left on record."""

    session: str | None = None
    mode: str | None = None
    """That the session was put in."""
    cost: float = 0.0
    """Of the session so far, in US dollars."""
    tokens: Mapping[str, int] | None = None
    """Of the session so far, by kind."""


def home_of(turn: Turn, home: Home) -> AgentHome:
    """Make the agent's own folders, linked to the person's login. Blocks.

    Where its network leads to the gateway alone, or nowhere, it gets neither login nor key: the gateway has the key.

    Raises:
        OSError: they cannot be made; the agent put something in their way.
    """
    root, own = _folder(_private(turn), STATE), turn.role.network == "open"
    env = {name: os.environ[name] for name in home.passes if own and name in os.environ}
    for name, folder in home.state.items():
        env[name] = str(_folder(root, folder))
    for path, content in home.files.items():
        replace_inside(_folder(root, str(Path(path).parent)), Path(path).name, content.encode())
    logins = []
    for source, target in home.login.items() if own else ():
        at_home = Path.home() / source
        if at_home.is_file():
            logins.append(at_home)
            here = _folder(root, str(Path(target).parent)) / Path(target).name
            with contextlib.suppress(FileExistsError):
                here.symlink_to(at_home)
    return AgentHome(env | dict(turn.env), tuple(logins), (root,))


def _folder(root: Path, relative: str) -> Path:
    """A folder below `root` that is one, and no link of an agent's to somewhere else."""
    folder = root
    for part in Path(relative).parts:
        folder /= part
        if folder.is_symlink():
            folder.unlink()
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _private(turn: Turn) -> Path:
    return turn.private if turn.private is not None else turn.attempt_dir


def record(turn: Turn, told: Mapping[str, object]) -> None:
    """Keep something of the agent's session, on disk before this returns. Blocks.

    Raises:
        OSError: it cannot be written.
    """
    with open(open_to_append(_private(turn), SESSIONS), "ab") as file:
        file.write(json.dumps({"turn": turn.turn, **told}).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def recall(turn: Turn) -> Known:
    """What is on record; a line that makes no sense is passed over. Blocks.

    Raises:
        OSError: it cannot be read.
    """
    session = mode = None
    cost, tokens = 0.0, None
    for line in (read_inside(_private(turn), SESSIONS, _MOST) or b"").splitlines():
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(line):
                case {"session": str(name)}:
                    session, mode = name, None
                    cost, tokens = 0.0, None
                case {"mode": str(name)}:
                    mode = name
                case {"cost": int(amount) | float(amount)}:
                    cost = float(amount)
                case {"tokens": dict(counts)}:
                    tokens = {str(key): int(value) for key, value in counts.items() if isinstance(value, int)}
    return Known(session, mode, cost, tokens)
