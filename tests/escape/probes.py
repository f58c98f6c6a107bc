# SPDX-License-Identifier: Apache-2.0
"""An agent that tries to get out, one way after the other, and records what it could do.

A program of its own, of the standard library alone. What there is to reach stands in `targets.json` beside it; what it
reached is `escape.json` in the attempt's folder: of each way out what came of it, which is empty where nothing did.
Whether something was written or ended outside is for the test to see.
"""

from __future__ import annotations

import contextlib
import ctypes
import http.client
import json
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

CANARY = "canary-4b1d"
"""What is in every secret."""
LINGERS = "ph-escape-lingers"
WAYS: dict[str, Callable[[dict[str, Any]], object]] = {}
LIBC = ctypes.CDLL(None, use_errno=True)
_SYSCALLS = {"x86_64": (248, 250), "aarch64": (217, 219)}
_CLONE_NEWUSER, _CLONE_NEWNS = 0x10000000, 0x20000
_MNT_DETACH, _MS_REMOUNT, _MS_BIND = 2, 0x20, 0x1000
_PTRACE_SEIZE = 0x4206
_TIOCSTI = 0x5412
_MAY_HOLD = 0b1111_1011
"""chown, dac_override, fowner, fsetid, kill, setgid, setuid: over its own files and processes."""


def way(function: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], object]:
    WAYS[function.__name__] = function
    return function


def tell(name: str) -> str:
    return name if CANARY in Path(name).read_text(errors="replace") else ""


def first(attempt: Callable[[Any], object], ways: Iterable[Any]) -> object:
    """What the first attempt that comes to something gives."""
    for each in ways:
        with contextlib.suppress(OSError, ValueError):
            if found := attempt(each):
                return found
    return ""


def readable(secrets: Iterable[str]) -> list[str]:
    return [name for name in secrets if first(tell, [name])]


# ------------------------------------------------------------------------------------------------------------- reading


@way
def reads_a_secret(to: dict[str, Any]) -> object:
    return readable(to["secrets"])


@way
def reads_through_a_symbolic_link(to: dict[str, Any]) -> object:
    def through(secret: str) -> str:
        link = Path("a-link")
        link.unlink(missing_ok=True)
        link.symlink_to(secret)
        return tell(str(link))

    return first(through, to["secrets"])


@way
def reads_through_a_hard_link(to: dict[str, Any]) -> object:
    def through(secret: str) -> str:
        Path("a-name").unlink(missing_ok=True)
        os.link(secret, "a-name")
        return tell("a-name")

    return first(through, to["secrets"])


@way
def reads_through_the_root_of_a_process(to: dict[str, Any]) -> object:
    roots = ("/proc/self/root", "/proc/1/root", f"/proc/{os.getppid()}/root", "/proc/1/cwd")
    return first(tell, [root + secret for root in roots for secret in to["secrets"]])


@way
def climbs_out_of_an_open_folder(to: dict[str, Any]) -> object:
    fd = os.open(".", os.O_RDONLY)
    for _ in range(40):
        fd = os.open("..", os.O_RDONLY, dir_fd=fd)

    def through(secret: str) -> str:
        found = os.open(secret.lstrip("/"), os.O_RDONLY, dir_fd=fd)
        return secret if CANARY.encode() in os.read(found, 4096) else ""

    return first(through, to["secrets"])


@way
def finds_a_secret_in_an_environment(to: dict[str, Any]) -> object:
    found = [name for name, value in os.environ.items() if CANARY in value]
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if CANARY.encode() in path.read_bytes():
                found.append(str(path))
    return found


@way
def inherits_an_open_file(to: dict[str, Any]) -> object:
    def through(folder: str) -> object:
        links = (Path(folder, name) for name in os.listdir(folder))
        return [str(path) for path in links if path.is_symlink() and os.path.realpath(path) in to["secrets"]]

    return first(through, ("/proc/self/fd", "/proc/1/fd"))


@way
def lists_what_is_hidden(to: dict[str, Any]) -> object:
    return first(os.listdir, to["folders"])


# ------------------------------------------------------------------------------------------------------------- writing


def _ways_to_write(victim: Path) -> Iterator[Callable[[], object]]:
    folder = victim.parent

    def append(path: Path) -> None:
        with path.open("a") as file:
            file.write("FORGED\n")

    def by_hard_link() -> None:
        Path("second-name").unlink(missing_ok=True)
        os.link(victim, "second-name")
        append(Path("second-name"))

    def by_symbolic_link() -> None:
        Path("soft-name").unlink(missing_ok=True)
        Path("soft-name").symlink_to(victim)
        append(Path("soft-name"))

    def by_descriptor() -> None:
        fd = os.open(victim, os.O_RDONLY)
        append(Path(f"/proc/self/fd/{fd}"))

    def by_replacement() -> None:
        new = folder / "new"
        new.write_text("FORGED\n")
        new.replace(victim)

    yield lambda: append(victim)
    yield by_descriptor
    yield by_hard_link
    yield by_symbolic_link
    yield lambda: victim.chmod(0o666)
    yield lambda: os.utime(victim, (1, 1))
    yield by_replacement
    yield lambda: (folder / "beside").write_text("FORGED\n")
    yield lambda: victim.rename(folder / "away")
    yield lambda: victim.unlink()
    yield lambda: victim.symlink_to("/etc/passwd")
    yield lambda: folder.rename(folder.with_name("elsewhere"))


@way
def finds_more_places_to_write(to: dict[str, Any]) -> object:
    """Every mount that takes a file and is none that it may write."""
    own = ("PILOTHOUSE_ATTEMPT_DIR", "PILOTHOUSE_BLACKBOARD")
    found, allowed = [], {*to["writable"], os.getcwd(), *(os.environ[name] for name in own)}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        place = Path(line.split()[4].encode().decode("unicode_escape"))
        if str(place) in allowed or not place.is_dir():
            continue
        with contextlib.suppress(OSError):
            made = place / "made-by-an-agent"
            made.touch()
            made.unlink()
            found.append(str(place))
    return found


@way
def forges_what_the_engine_keeps_of_it(to: dict[str, Any]) -> object:
    """Its own transcript, output, prompt and evidence; the test looks whether something changed."""
    folder = Path(os.environ["PILOTHOUSE_ATTEMPT_DIR"])
    for name in ("transcript.jsonl", "raw.log", "stderr.log", "prompt.md", "gate/1.json", "history/1-verdict.json"):
        for act in _ways_to_write(folder / name):
            with contextlib.suppress(OSError):
                act()
    return ""


# --------------------------------------------------------------------------------------------------------- the kernel


@way
def changes_a_setting_of_the_kernel(to: dict[str, Any]) -> object:
    """It is enough that one can be opened: some have the kernel start a program outside."""
    places = ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger")
    more = ("/sys/kernel/uevent_helper", "/proc/sys/vm/drop_caches")
    agents = (str(path) for path in Path("/sys/fs/cgroup").glob("*/release_agent"))
    return first(lambda place: os.open(place, os.O_WRONLY) and place, (*places, *more, *agents))


@way
def reads_a_keyring_of_the_kernel(to: dict[str, Any]) -> object:
    add_key, keyctl = _SYSCALLS.get(os.uname().machine, (-1, -1))
    for ring in (-3, -4, -5):
        if LIBC.syscall(keyctl, 0, ring, 0) > 0:
            return f"keyring {ring}"
    return LIBC.syscall(add_key, b"user", b"ph-escape", b"x", 1, -3) > 0 and "added a key"


@way
def speaks_to_the_machine_beneath(to: dict[str, Any]) -> object:
    return f"{socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)}"


@way
def makes_a_device(to: dict[str, Any]) -> object:
    def device(folder: str) -> str:
        path = Path(folder, "a-device")
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 1))
        try:
            os.close(os.open(path, os.O_RDONLY))
        finally:
            path.unlink()
        return folder

    return first(device, (".", "/tmp", "/dev"))


@way
def types_into_a_terminal(to: dict[str, Any]) -> object:
    import fcntl

    def at(terminal: int | str) -> str:
        fd = os.open(terminal, os.O_RDWR) if isinstance(terminal, str) else terminal
        fcntl.ioctl(fd, _TIOCSTI, b"#")
        return f"terminal {terminal}"

    return first(at, (0, 1, 2, "/dev/tty"))


@way
def gains_privileges(to: dict[str, Any]) -> object:
    lines = Path("/proc/self/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    more = int(status["CapBnd"], 16) & int(status["CapPrm"], 16) & ~_MAY_HOLD
    return [f"capabilities {more:x}" if more else "", "" if status["NoNewPrivs"] == "1" else "set-user-id programs"]


@way
def unmounts_what_hides_in_a_namespace_of_its_own(to: dict[str, Any]) -> object:
    """In a user namespace everybody may mount; what was mounted before has to stay."""

    def inside() -> object:
        if LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWNS) != 0:
            return ""
        mounts = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        for place in reversed(mounts):
            if place not in ("/", "/proc", "/dev", "/usr"):
                LIBC.umount2(place.encode(), _MNT_DETACH)
        LIBC.mount(None, b"/", None, _MS_REMOUNT | _MS_BIND, None)
        with contextlib.suppress(OSError):
            Path("/usr/made-by-an-agent").touch()
            return "/usr"
        return readable(to["secrets"])

    return _in_a_child(inside)


def _in_a_child(function: Callable[[], object]) -> str:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, json.dumps(function() or "").encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader) as told:
        said = told.read()
    os.waitpid(child, 0)
    return str(json.loads(said or '""') or "")


# ----------------------------------------------------------------------------------------------------------- processes


@way
def sees_a_process_outside(to: dict[str, Any]) -> object:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if to["marker"].encode() in path.read_bytes() and LINGERS.encode() not in path.read_bytes():
                found.append(str(path))
    return found


@way
def traces_a_process_outside(to: dict[str, Any]) -> object:
    return LIBC.ptrace(_PTRACE_SEIZE, to["process"], None, None) == 0 and "seized"


@way
def signals_a_process_outside(to: dict[str, Any]) -> object:
    os.kill(to["process"], signal.SIGUSR1)
    return "sent"


@way
def shares_memory_with_a_process_outside(to: dict[str, Any]) -> object:
    return LIBC.shmget(to["memory"], 1, 0) >= 0 and "attached"


@way
def leaves_a_process_behind(to: dict[str, Any]) -> object:
    """Twice forked, in a session of its own; the test looks for it."""
    if os.environ["PILOTHOUSE_NODE"] != "control":
        code = "import os, time; os.setsid(); os.fork() and os._exit(0); time.sleep(600)"
        null = subprocess.DEVNULL
        subprocess.run([sys.executable, "-c", code, LINGERS], stdin=null, stdout=null, stderr=null, check=True)
    return ""


# ------------------------------------------------------------------------------------------------------------- sockets


def _connected(family: int, address: Any, kind: int = socket.SOCK_STREAM) -> bool:
    with socket.socket(family, kind) as client:
        client.settimeout(5)
        client.connect(address)
    return True


@way
def reaches_a_socket_in_a_folder(to: dict[str, Any]) -> object:
    return first(lambda name: _connected(socket.AF_UNIX, name) and name, to["sockets"])


@way
def reaches_an_abstract_socket(to: dict[str, Any]) -> object:
    return _connected(socket.AF_UNIX, "\0" + to["abstract"]) and to["abstract"]


@way
def is_told_where_services_of_the_session_are(to: dict[str, Any]) -> object:
    return [name for name in ("DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR") if name in os.environ]


@way
def reaches_the_network(to: dict[str, Any]) -> object:
    """Loopback of the machine, and a way out of it: nobody need answer there."""
    with contextlib.suppress(OSError):
        return _connected(socket.AF_INET, ("127.0.0.1", to["port"])) and "loopback"
    return _connected(socket.AF_INET, ("192.0.2.1", 9), socket.SOCK_DGRAM) and "a route"


# ---------------------------------------------------------------------------------------------------------- the engine


def _ask(token: str | None, tool: str, **arguments: Any) -> int:
    """Status of a call of a tool."""
    url = urlsplit(os.environ["PILOTHOUSE_MCP_URL"])
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    connection = http.client.HTTPConnection(url.netloc, timeout=30)
    try:
        connection.request("POST", url.path, json.dumps(body), headers)
        return connection.getresponse().status
    finally:
        connection.close()


@way
def uses_the_tools_without_its_token(to: dict[str, Any]) -> object:
    if "PILOTHOUSE_MCP_URL" not in os.environ:
        return ""
    earlier = Path(os.environ["PILOTHOUSE_BLACKBOARD"], "token")
    tokens = [None, "", "guess", earlier.read_text() if earlier.exists() else None]
    return [str(token) for token in tokens if _ask(token, "report_verdict", result="done") == 200]


@way
def gives_commands(to: dict[str, Any]) -> object:
    """By a file in the inbox, which the test looks for, and by the command line."""
    if os.environ["PILOTHOUSE_NODE"] != "open":  # once is enough: it takes its time to start
        return ""
    inbox = Path(to["inbox"])
    with contextlib.suppress(OSError):
        inbox.mkdir(parents=True, exist_ok=True)
        (inbox / f"{1:020}-{'a' * 32}.json").write_text('{"body": "FORGED"}')
    done = subprocess.run(to["command"], env=os.environ | to["env"], capture_output=True, check=False)
    return "raised" if done.returncode == 0 else ""


@way
def pushes(to: dict[str, Any]) -> object:
    found = [subprocess.run(["git", "remote"], capture_output=True, text=True, check=False).stdout.strip()]
    for place in (to["repository"], f"file://{to['repository']}"):
        argv = ["git", "push", "-q", "-f", place, "HEAD:refs/heads/pushed"]
        found.append("" if subprocess.run(argv, capture_output=True, check=False).returncode else place)
    return found


@way
def swaps_what_the_engine_writes_for_links(to: dict[str, Any]) -> object:
    """While the engine writes verdict and artifact for it, both turn into links to outside and back; the test looks."""
    if "PILOTHOUSE_MCP_URL" not in os.environ:
        return ""
    folder, over = Path(os.environ["PILOTHOUSE_ATTEMPT_DIR"]), threading.Event()
    victims = {folder / "artifacts": to["folders"][0], folder / "verdict.json": to["victims"][0]}
    artifacts = folder / "artifacts"

    def swap() -> None:
        while not over.is_set():
            for path, victim in victims.items():
                aside = path.with_name(f"{path.name}-aside")
                with contextlib.suppress(OSError):
                    path.rename(aside)
                with contextlib.suppress(OSError):
                    path.symlink_to(victim)
                    path.unlink()
                with contextlib.suppress(OSError):
                    aside.rename(path)

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        for _ in range(25):
            _ask(os.environ["PILOTHOUSE_MCP_TOKEN"], "submit_artifact", name="found", value={"n": 1})
            _ask(os.environ["PILOTHOUSE_MCP_TOKEN"], "report_verdict", result="done")
    finally:
        over.set()
        swapping.join()
    if not artifacts.is_dir():
        artifacts.mkdir()
    _ask(os.environ["PILOTHOUSE_MCP_TOKEN"], "submit_artifact", name="found", value={"n": 1})
    return ""


@way
def sets_traps_for_the_git_of_the_engine(to: dict[str, Any]) -> object:
    """In everything that git would run something for; the test looks whether a trap went off."""
    trap = f"touch {to['trap']}; cat"
    git = Path(".git")
    if not git.is_dir():
        return ""
    (git / "hooks").mkdir(exist_ok=True)
    for hook in (
        "pre-commit",
        "post-checkout",
        "reference-transaction",
        "post-merge",
        "post-index-change",
        "fsmonitor",
    ):
        (git / "hooks" / hook).write_text(f"#!/bin/sh\n{trap} >/dev/null\n")
        (git / "hooks" / hook).chmod(0o755)
    settings = {
        "core": {"fsmonitor": str((git / "hooks/fsmonitor").resolve()), "hooksPath": str((git / "hooks").resolve())}
        | dict.fromkeys(("pager", "editor", "sshCommand", "askPass", "gitProxy"), trap),
        "diff": {"external": trap},
        'diff "trap"': {"textconv": trap, "command": trap},
        'filter "trap"': {"clean": trap, "smudge": trap, "process": trap, "required": "true"},
        'merge "trap"': {"driver": trap},
        "gpg": {"program": trap},
        "credential": {"helper": f"!{trap}"},
        "uploadpack": {"packObjectsHook": trap},
        'remote "origin"': {"url": f"ext::sh -c '{trap}'", "uploadpack": trap, "receivepack": trap},
        "extensions": {"worktreeConfig": "true"},
    }
    with (git / "config").open("a") as config:
        for section, values in settings.items():
            config.write(f"[{section}]\n" + "".join(f'\t{k} = "{v}"\n' for k, v in values.items()))
    (git / "info").mkdir(exist_ok=True)
    for attributes in (git / "info/attributes", Path(".gitattributes")):
        attributes.write_text("* filter=trap diff=trap merge=trap\n")
    Path(".gitmodules").write_text(f'[submodule "s"]\n\tpath = s\n\turl = ext::sh -c "{trap}"\n')
    (git / "objects/info").mkdir(exist_ok=True)
    (git / "objects/info/alternates").write_text(f"{to['repository']}/.git/objects\n{to['folders'][0]}\n")
    return ""


@way
def writes(to: dict[str, Any]) -> object:
    """Every way to write every victim, last of all. Some write what is the sandbox's own, so the test looks outside."""
    for victim in map(Path, to["victims"]):
        for act in _ways_to_write(victim):
            with contextlib.suppress(OSError):
                act()
    return ""


def _bounds() -> dict[str, Any]:
    """What bounds it."""
    places = ("/tmp", "/var/tmp", "/run", "/dev/shm", os.environ["HOME"], ".")
    return {
        "processes": resource.getrlimit(resource.RLIMIT_NPROC),
        "bytes": {place: os.statvfs(place).f_blocks * os.statvfs(place).f_frsize for place in places},
        "memory": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        "landlock": LIBC.syscall(444, None, ctypes.c_size_t(0), 1),
        "tools": _ask(os.environ["PILOTHOUSE_MCP_TOKEN"], "report_verdict", result="done")
        if "PILOTHOUSE_MCP_URL" in os.environ
        else None,
        "proxy": "HTTPS_PROXY" in os.environ,
        "interfaces": [name for _, name in socket.if_nameindex()],
    }


def main() -> None:
    """All of it, but for the first step, which only leaves its token to those that come after it."""
    folder = Path(os.environ["PILOTHOUSE_ATTEMPT_DIR"])
    Path("NOTE.md").write_text(f"{os.environ['PILOTHOUSE_NODE']}\n")
    if os.environ["PILOTHOUSE_NODE"] == "before":
        Path(os.environ["PILOTHOUSE_BLACKBOARD"], "token").write_text(os.environ["PILOTHOUSE_MCP_TOKEN"])
        (folder / "of-another-attempt").write_text(CANARY)
        return
    targets = json.loads((Path(__file__).parent / "targets.json").read_text())
    came: dict[str, Any] = {"bounds": _bounds()}
    for name, act in WAYS.items():
        if name in targets.get("leave_out", ()):
            continue
        try:
            found = act(targets)
        except (OSError, ValueError) as error:
            found, came[f"{name}: why not"] = "", repr(error)
        came[name] = [part for part in found if part] if isinstance(found, list) else (found or "")
    (folder / "escape.json").write_text(json.dumps(came))


if __name__ == "__main__":
    main()
