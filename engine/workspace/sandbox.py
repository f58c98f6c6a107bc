# SPDX-License-Identifier: Apache-2.0
"""What a process sees of this machine: bubblewrap's arguments for a closed sandbox, or for a PID namespace alone.

Closed: everything is read-only, the person's home, /tmp, /run and whatever the caller names are empty, and only what is
named can be written. Of rules about nested paths the deepest wins. What mounts and namespaces cannot keep apart is the
business of `engine.placement.confine`.
"""

from __future__ import annotations

import functools
import os
import pwd
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

_NAMESPACE = ("--unshare-pid", "--unshare-ipc", "--die-with-parent", "--as-pid-1")
_ROOT_KEEPS = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID")
"""Capabilities over files and its own processes, which build tools run by root rely on; no power over the machine."""
_SHARED_MEMORY = Path("/dev/shm")
_SYSTEM_HIDDEN = (Path("/tmp"), Path("/var/tmp"), Path("/run"))
_SERVICES = (Path("/var/lib/incus"), Path("/var/lib/lxd"), Path("/var/snap"))
"""Where services that give away the machine listen; a socket can be used though it is seen read-only."""
_KERNEL = tuple(Path("/proc", name) for name in ("acpi", "bus", "fs", "irq", "sys", "sysrq-trigger", "tty"))
"""Where root, even without a capability, could have the kernel run something outside; others have no right there."""
_SHARE = {Path("/tmp"): 4, _SHARED_MEMORY: 8, Path("/var/tmp"): 16}
_SHARE_OF_HOMES, _SHARE_OF_OTHERS = 4, 64
"""Of the memory of this machine one part in so many is the most that an emptied folder takes: together less than all,
for the kernel would end others to give more."""
_GIT_FILES = tuple(f".config/git/{name}" for name in ("attributes", "config", "ignore"))
"""Not that folder: git's own store of passwords lies in it, too."""
_SECRET = re.compile(rb"extraheader|passw|smtppass|token|secret|https?://[^/\s\"']+@", re.IGNORECASE)
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
    homes = _real(_homes(env))
    emptied = _real(path for path in (*_SYSTEM_HIDDEN, *_SERVICES, *homes, *hidden) if path.is_dir())
    shown = _real(_always_readable(env)) | _command_paths(command, env, emptied)
    rules = {path: _Rule(path, "hidden", _room(program, path, homes)) for path in (*emptied, _SHARED_MEMORY)}
    rules |= {path: _Rule(path, "readable") for path in shown - emptied}
    rules |= {path: _Rule(path, "readable") for path in _real(readable)}
    rules |= {path: _Rule(path, "writable") for path in _real(writable)}
    mounts = [word for path in sorted(rules, key=lambda path: len(path.parts)) for word in rules[path].words()]
    base = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
    kernel = (word for path in (_KERNEL if os.geteuid() == 0 else ()) for word in _Rule(path, "readable").words())
    own = () if network else ("--unshare-net",)
    return [program, *_NAMESPACE, *own, *base, *kernel, *mounts, *_capabilities()]


@dataclass(frozen=True, slots=True)
class _Rule:
    path: Path
    kind: Literal["hidden", "readable", "writable"]
    room: int | None = None
    """Bytes that what is hidden may come to hold; None: as the kernel has it."""

    def words(self) -> tuple[str, ...]:
        path = str(self.path)
        match self.kind:
            case "hidden":
                size = () if self.room is None else ("--size", str(self.room))
                mode = "1777" if self.path in (*_SYSTEM_HIDDEN, _SHARED_MEMORY) else "0700"
                return (*size, "--perms", mode, "--tmpfs", path)
            case "readable":
                return ("--ro-bind-try", path, path)
            case "writable":
                return ("--bind", path, path)


def _room(program: str, path: Path, homes: set[Path]) -> int | None:
    if not takes_size(program):
        return None
    part = _SHARE_OF_HOMES * len(homes) if path in homes else _SHARE.get(path, _SHARE_OF_OTHERS)
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // part


@functools.cache
def takes_size(program: str) -> bool:
    """Bubblewrap does from 0.7 on, unless it is set to run as root."""
    if os.stat(program).st_mode & stat.S_ISUID:
        return False
    told = subprocess.run([program, "--help"], capture_output=True, timeout=10, check=False)
    return b"--size" in told.stdout + told.stderr


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
    """Our own interpreter and code, tools of the person, git's settings, and the resolver's configuration."""
    yield from (Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[1], Path("/etc/resolv.conf"))
    yield from (Path(folder) for folder in env.get("PATH", "").split(os.pathsep) if os.path.isabs(folder))
    for home in _homes(env):
        yield from (home / name for name in _TOOLCHAINS)
        yield from (home / name for name in (".gitconfig", *_GIT_FILES) if not _holds_a_secret(home / name))
    if (named := env.get("GIT_CONFIG_GLOBAL")) and not _holds_a_secret(Path(named)):
        yield Path(named)


def _holds_a_secret(path: Path) -> bool:
    """Whether a file of settings looks as if it did; an agent does without it then, its clone has the identity."""
    try:
        return path.is_file() and _SECRET.search(path.read_bytes()) is not None
    except OSError:
        return False


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
