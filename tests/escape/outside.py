# SPDX-License-Identifier: Apache-2.0
"""What lies outside of a sandbox: a person's home, repository and session, other runs; and what became of them."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import pwd
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.escape import probes
from tests.escape.probes import CANARY, LINGERS
from tests.helpers.runs import make_repository

_IPC_CREAT, _IPC_RMID = 0o1000, 0


@dataclass
class Outside:
    """Everything that an agent may want, below `root`; `data` is the data directory."""

    root: Path
    data: Path
    home: Path
    repository: Path
    program: Path
    process: subprocess.Popen[bytes]
    port: int
    targets: dict[str, Any] = field(default_factory=dict)

    @property
    def trap(self) -> Path:
        return self.root / "trap-went-off"

    def aim(self, **more: Any) -> None:
        """Tell the program what there is to reach."""
        self.targets |= more
        (self.program.parent / "targets.json").write_text(json.dumps(self.targets))

    def traces(self) -> dict[str, str]:
        """What has to be afterwards as it was before."""
        places = [self.home, self.root / "own", self.program.parent, self.data / "runs" / "other"]
        places += [path for path in self.repository.iterdir() if path.name != ".git"]
        places += [self.repository / ".git" / "config", self.repository / ".git" / "hooks"]
        found = (path for place in places for path in (place, *sorted(place.rglob("*"))))
        return {str(path): _trace(path) for path in found if os.path.lexists(path)}

    def lingering(self) -> list[int]:
        """Processes that an agent left behind."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if LINGERS in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process.pid)
        return found


def _trace(path: Path) -> str:
    found = path.lstat()
    content = os.readlink(path) if path.is_symlink() else "" if path.is_dir() else _digest(path)
    return f"{stat.filemode(found.st_mode)} {found.st_nlink if path.is_file() else ''} {content}"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else "no file"


@contextmanager
def outside(root: Path, data: Path) -> Iterator[Outside]:
    """Make it; the environment of this process and a descriptor of it hold a secret, too."""
    home, own, agents = root / "home", root / "own", root / "agents"
    secrets = [
        home / ".ssh/id_ed25519",
        home / ".netrc",
        home / ".gitconfig",
        home / ".config/git/credentials",
        home / ".config/gh/hosts.yml",
        home / ".local/share/keyrings/login.keyring",
        own / "notes.txt",
        data / "runs/other/journal.jsonl",
        data / "runs/other/inbox/key",
        data / "runs/other/attempts/s/1/transcript.jsonl",
    ]
    repository = make_repository(root / "repository", {"README.md": "# project\n", "tools/a.sh": "true\n"})
    secrets.append(repository / ".env")
    for path in secrets:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"[http]\n\textraheader = {CANARY}\n")
    (repository / ".git/info/exclude").write_text(".env\n")
    agents.mkdir()
    program = agents / "probes"
    program.write_text(f"#!{sys.executable}\n{Path(probes.__file__).read_text()}")
    program.chmod(0o755)
    marker = f"ph-escape-outside-{os.getpid()}-{time.monotonic_ns()}"
    with ExitStack() as stack:
        short = Path(tempfile.mkdtemp(prefix="ph-"))  # a socket's path has to be
        stack.callback(shutil.rmtree, short, ignore_errors=True)
        listening = [_listen(stack, socket.AF_UNIX, name) for name in (str(short / "bus"), f"\0{marker}")]
        listening.append(_listen(stack, socket.AF_INET, ("127.0.0.1", 0)))
        if os.access("/dev/shm", os.W_OK):
            secrets.append(Path("/dev/shm", marker))
            secrets[-1].write_text(CANARY)
            stack.callback(secrets[-1].unlink, missing_ok=True)
        sleep = [sys.executable, "-c", "import time; time.sleep(600)", marker]
        process = stack.enter_context(subprocess.Popen(sleep, stdin=subprocess.DEVNULL))
        stack.callback(process.kill)
        made = Outside(root, data, home, repository, program, process, listening[-1].getsockname()[1])
        inherited = os.open(secrets[0], os.O_RDONLY)
        stack.callback(os.close, inherited)
        os.set_inheritable(inherited, True)
        made.aim(
            secrets=[str(path) for path in secrets],
            folders=[str(path) for path in (own, home / ".ssh", data / "runs/other")],
            victims=[str(path) for path in (own / "notes.txt", *secrets[:2], repository / "README.md", secrets[7])],
            writable=["/tmp", "/var/tmp", "/run", "/dev", "/dev/shm", str(home), str(_home()), str(data)],
            process=process.pid,
            marker=marker,
            memory=_segment(stack),
            sockets=[str(short / "bus")],
            abstract=marker,
            port=made.port,
            repository=str(repository),
            trap=str(made.trap),
        )
        yield made


def _listen(stack: ExitStack, family: int, address: Any) -> socket.socket:
    listening = stack.enter_context(socket.socket(family))
    listening.bind(address)
    listening.listen(64)
    return listening


def _home() -> Path:
    """The person's real one, which is hidden, too."""
    return Path(pwd.getpwuid(os.getuid()).pw_dir)


def _segment(stack: ExitStack) -> int:
    """The key of a piece of shared memory."""
    libc = ctypes.CDLL(None, use_errno=True)
    key = time.monotonic_ns() & 0x7FFFFFFF
    segment = libc.shmget(key, 4096, _IPC_CREAT | 0o600)
    stack.callback(libc.shmctl, segment, _IPC_RMID, None)
    return key
