# SPDX-License-Identifier: Apache-2.0
"""What a process sees of this machine: bubblewrap's arguments for a closed sandbox, or for a PID namespace alone.

Closed: everything is read-only, the person's home, /tmp, /run and whatever the caller names are empty, and only what is
named can be written. Of rules about nested paths the deepest wins.
"""

from __future__ import annotations

import functools
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

_NAMESPACE = ("--unshare-pid", "--unshare-ipc", "--die-with-parent", "--as-pid-1")
_ROOT_KEEPS = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID")
"""Capabilities over files and its own processes, which build tools run by root rely on; no power over the machine."""
_SYSTEM_HIDDEN = (Path("/tmp"), Path("/var/tmp"), Path("/run"))
_TOOLCHAINS = (
    ".asdf",
    ".bun",
    ".deno",
    ".local/bin",
    ".local/share/mise",
    ".local/share/uv",
    ".nvm",
    ".pyenv",
    ".rustup",
    ".sdkman",
    ".volta",
)
"""Where tools that a person installed for herself live; none of them keeps credentials there."""
_LINK_HOPS = 16


@functools.cache
def bubblewrap() -> str | None:
    """Path of a bubblewrap that works here (tried once: many containers forbid namespaces), else None. Blocks."""
    program = shutil.which("bwrap")
    if program is None or sys.platform != "linux":
        return None
    try:
        tried = subprocess.run([*open_(program), "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return program if tried.returncode == 0 else None


def open_(program: str) -> list[str]:
    """The whole file system as it is, in a PID namespace that ends with us."""
    return [program, *_NAMESPACE, "--dev-bind", "/", "/", "--proc", "/proc", *_capabilities()]


def closed(
    program: str,
    command: str,
    env: Mapping[str, str],
    writable: Iterable[Path],
    readable: Iterable[Path],
    hidden: Iterable[Path],
    *,
    network: bool = True,
) -> list[str]:
    """A sandbox for `command` (its argv[0], looked up in `env`).

    Args:
        writable: existing files and folders.
        readable: seen, read-only, inside what is hidden or writable; missing ones are left out.
        hidden: existing folders to empty, beyond the home, /tmp, /var/tmp and /run.
        network: False: none but a loopback of its own.
    """
    emptied = _real(path for path in (*_SYSTEM_HIDDEN, *_homes(env), *hidden) if path.is_dir())
    shown = _real(_always_readable(env)) | _command_paths(command, env, emptied)
    rules = {path: _Rule(path, "hidden") for path in emptied}
    rules |= {path: _Rule(path, "readable") for path in shown - emptied}
    rules |= {path: _Rule(path, "readable") for path in _real(readable)}
    rules |= {path: _Rule(path, "writable") for path in _real(writable)}
    mounts = [word for path in sorted(rules, key=lambda path: len(path.parts)) for word in rules[path].words()]
    base = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
    own = () if network else ("--unshare-net",)
    return [program, *_NAMESPACE, *own, *base, *mounts, *_capabilities()]


@dataclass(frozen=True, slots=True)
class _Rule:
    path: Path
    kind: Literal["hidden", "readable", "writable"]

    def words(self) -> tuple[str, ...]:
        path = str(self.path)
        match self.kind:
            case "hidden":
                return ("--perms", "1777" if self.path in _SYSTEM_HIDDEN else "0700", "--tmpfs", path)
            case "readable":
                return ("--ro-bind-try", path, path)
            case "writable":
                return ("--bind", path, path)


def _capabilities() -> tuple[str, ...]:
    kept = _ROOT_KEEPS if os.geteuid() == 0 else ()
    return ("--cap-drop", "ALL", *(word for name in kept for word in ("--cap-add", f"CAP_{name}")))


def _homes(env: Mapping[str, str]) -> set[Path]:
    """The home that the environment names, and the person's real one."""
    homes = {Path(pwd.getpwuid(os.getuid()).pw_dir), Path.home()}
    if os.path.isabs(home := env.get("HOME", "")):
        homes.add(Path(home))
    return homes - {Path("/")}


def _always_readable(env: Mapping[str, str]) -> Iterable[Path]:
    """Our own interpreter and code, tools of the person, git's identity, and the resolver's configuration."""
    yield from (Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[1], Path("/etc/resolv.conf"))
    yield from (Path(folder) for folder in env.get("PATH", "").split(os.pathsep) if os.path.isabs(folder))
    for home in _homes(env):
        yield from (home / name for name in (*_TOOLCHAINS, ".gitconfig", ".config/git"))
    if "GIT_CONFIG_GLOBAL" in env:
        yield Path(env["GIT_CONFIG_GLOBAL"])


def _command_paths(command: str, env: Mapping[str, str], emptied: set[Path]) -> set[Path]:
    """The program, every link on the way to it, and the folder of each: where scripts keep what they need."""
    found = Path(command) if "/" in command else Path(shutil.which(command, path=env.get("PATH", "")) or "/")
    paths: set[Path] = set()
    for _ in range(_LINK_HOPS):
        if not found.is_absolute() or found == Path("/"):
            break
        folder = found.parent.resolve()
        paths |= {folder} if folder not in emptied else {folder / found.name}
        paths |= _prefix(folder)
        if not found.is_symlink():
            break
        found = folder / found.readlink()
    return paths


def _prefix(folder: Path) -> set[Path]:
    """The installation that a folder of programs plainly belongs to: a virtual environment, or one of node."""
    if "node_modules" in folder.parts:  # a package needs those beside it
        return {Path(*folder.parts[: folder.parts.index("node_modules") + 1])}
    root = folder.parent
    marks = (root / "pyvenv.cfg", root / "lib" / "node_modules")
    return {root} if folder.name == "bin" and any(mark.exists() for mark in marks) else set()


def _real(paths: Iterable[Path]) -> set[Path]:
    return {path.resolve() for path in paths if path.exists()}
