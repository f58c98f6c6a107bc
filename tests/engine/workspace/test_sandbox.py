# SPDX-License-Identifier: Apache-2.0
"""What a sandboxed process can see and write: tried from inside."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.workspace import sandbox

Inside = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def inside(tmp_path: Path) -> Inside:
    """Runs a shell script in a sandbox, with a home of the test's own."""
    program = sandbox.bubblewrap()
    if program is None:
        pytest.skip("bubblewrap does not work here")
    home = tmp_path / "home"
    home.mkdir()

    def run(
        script: str,
        command: str = "bash",
        writable: tuple[Path, ...] = (),
        readable: tuple[Path, ...] = (),
        hidden: tuple[Path, ...] = (),
        **env: str,
    ) -> subprocess.CompletedProcess[str]:
        complete = {"PATH": os.defpath, "HOME": str(home), "LC_ALL": "C.UTF-8"} | env
        wrapper = sandbox.closed(program, command, complete, writable, readable, hidden)
        # Process 1 of the namespace must not be the script itself, which would get no signals.
        words = [*wrapper, "bash", "-c", 'bash -c "$1"', "_", script]
        return subprocess.run(words, capture_output=True, text=True, env=complete, timeout=30, check=False)

    return run


@pytest.fixture
def home(inside: Inside, tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_the_home_of_the_person_is_empty(inside: Inside, home: Path) -> None:
    (home / ".ssh").mkdir()
    (home / ".ssh/id_ed25519").write_text("secret")
    (home / ".netrc").write_text("secret")

    assert inside("ls -A ~").stdout == ""
    assert inside(f"cat {home}/.ssh/id_ed25519").returncode != 0


def test_the_real_home_is_hidden_even_where_another_is_named(inside: Inside) -> None:
    real = inside("getent passwd $(id -u) | cut -d: -f6").stdout.strip()

    if Path(real).is_dir() and real != "/":
        shown = inside(f"ls -A {real}").stdout.split()
        assert not {".ssh", ".bashrc", ".profile", ".netrc", ".npmrc", ".aws", ".docker"} & set(shown)


def test_tmp_is_private_and_writable_and_gone_afterwards(inside: Inside, tmp_path: Path) -> None:
    mark = f"mark-{os.getpid()}"

    assert inside(f"touch /tmp/{mark} /var/tmp/{mark} && ls -A /var/tmp").stdout == f"{mark}\n"
    assert inside("ls -A /var/tmp").stdout == ""
    assert not Path("/tmp", mark).exists()


def test_everything_else_is_read_only(inside: Inside) -> None:
    for folder in ("/", "/usr", "/etc", "/opt", "/var"):
        done = inside(f"touch {folder}/mark")
        assert done.returncode != 0
        assert "Read-only" in done.stderr


def test_only_what_is_named_can_be_written_and_what_is_named_inside_it_not(inside: Inside, tmp_path: Path) -> None:
    attempt = tmp_path / "attempt"
    (attempt / "gate").mkdir(parents=True)
    (attempt / "transcript.jsonl").write_text("truth\n")
    protected = (attempt / "gate", attempt / "transcript.jsonl", attempt / "not-there")

    done = inside(
        f"cd {attempt} && echo ok > verdict.json; echo lie >> transcript.jsonl; rm transcript.jsonl;"
        "mv transcript.jsonl x; touch gate/evidence; rm -rf gate; mv gate other; ln -sf /etc/passwd transcript.jsonl",
        writable=(attempt,),
        readable=protected,
    )

    assert "Device or resource busy" in done.stderr
    assert (attempt / "verdict.json").read_text() == "ok\n"
    assert (attempt / "transcript.jsonl").read_text() == "truth\n"
    assert (attempt / "gate").is_dir()
    assert not (attempt / "gate/evidence").exists()


def test_of_nested_rules_the_deepest_wins(inside: Inside, tmp_path: Path) -> None:
    data = tmp_path / "data"
    for name in (
        "runs/r/journal.jsonl",
        "runs/r/attempts/s/1/verdict.json",
        "runs/r/inbox/x",
        "runs/r/attempts/s/1/deep/secret",
    ):
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text("x")
    attempt = data / "runs/r/attempts/s/1"

    done = inside(f"cd {data} && find . -type f | sort", writable=(attempt,), hidden=(data, attempt / "deep"))

    assert done.stdout == "./runs/r/attempts/s/1/verdict.json\n"
    inside(f"mkdir -p {data}/runs/r/inbox && echo forged > {data}/runs/r/inbox/0-answer.json", hidden=(data,))
    assert sorted(path.name for path in (data / "runs/r/inbox").iterdir()) == ["x"]


def test_a_link_in_a_named_path_is_resolved_before_it_counts(inside: Inside, tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)

    assert inside(f"touch {real}/made", writable=(link,)).returncode == 0
    assert (real / "made").exists()


def test_git_identity_is_readable_and_read_only(inside: Inside, home: Path) -> None:
    (home / ".gitconfig").write_text("[user]\n  name = Ada\n")

    assert inside("git config user.name").stdout == "Ada\n"
    assert inside("git config --global user.name Eve").returncode != 0
    assert "Ada" in (home / ".gitconfig").read_text()


def test_our_interpreter_works(inside: Inside) -> None:
    done = inside(f"{sys.executable} -I -c 'import engine.placement, sys; print(sys.prefix)'", PYTHONPATH="")

    assert done.returncode == 0 or "No module named 'engine'" in done.stderr
    assert inside(f"{sys.executable} -c 'import pydantic'").returncode == 0


def _script(path: Path, text: str = "#!/bin/sh\necho it runs\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_a_program_in_the_home_and_its_folder_are_readable_the_rest_of_the_home_not(inside: Inside, home: Path) -> None:
    program = _script(home / "agents/mine/agent.sh", '#!/bin/sh\ncat "$(dirname "$0")/prompt.txt"\n')
    (home / "agents/mine/prompt.txt").write_text("beside it\n")
    (home / "agents/secret").write_text("x")

    done = inside(f"{program}; ls {home}/agents", command=str(program))

    assert done.stdout == "beside it\nmine\n"


def test_a_program_directly_in_the_home_shows_itself_alone(inside: Inside, home: Path) -> None:
    program = _script(home / "agent.sh")
    (home / ".netrc").write_text("secret")

    done = inside(f"{program}; ls -A {home}", command=str(program))

    assert done.stdout == "it runs\nagent.sh\n"


def test_a_program_on_the_path_is_found_through_its_links(inside: Inside, home: Path) -> None:
    _script(home / "versions/7/agent")
    (home / "bin").mkdir()
    (home / "bin/hop").symlink_to(home / "versions/7/agent")
    (home / "bin/agent").symlink_to("hop")

    done = inside("agent", command="agent", PATH=f"{home}/bin:{os.defpath}")

    assert done.stdout == "it runs\n"


def test_an_installation_that_a_program_belongs_to_is_readable(inside: Inside, home: Path) -> None:
    program = _script(home / "venvs/tool/bin/tool", '#!/bin/sh\ncat "$(dirname "$0")/../lib/module"\n')
    (home / "venvs/tool/pyvenv.cfg").touch()
    (home / "venvs/tool/lib").mkdir()
    (home / "venvs/tool/lib/module").write_text("imported\n")

    assert inside(str(program), command=str(program)).stdout == "imported\n"


def test_a_path_entry_that_is_the_home_itself_does_not_open_it(inside: Inside, home: Path) -> None:
    (home / "secret").write_text("x")

    assert inside("ls -A ~", PATH=f"{home}:{os.defpath}").stdout == ""


def test_sockets_of_the_machine_are_out_of_reach(inside: Inside, tmp_path: Path) -> None:
    """A service that listens in /run or in /tmp (a container engine, a session bus) would undo the sandbox."""
    folder = Path("/run") if os.access("/run", os.W_OK) else Path("/tmp")
    path = folder / f"ph-test-{os.getpid()}.sock"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        try:
            assert path.exists()
            assert inside(f"test -e {path}").returncode == 1
        finally:
            path.unlink()


def test_no_capability_over_the_machine_and_no_new_privileges(inside: Inside) -> None:
    status = dict(line.split(":\t") for line in inside("cat /proc/self/status").stdout.splitlines() if ":\t" in line)

    allowed = 0b1111_1011  # chown, dac_override, fowner, fsetid, kill, setgid, setuid
    assert int(status["CapEff"], 16) & ~allowed == 0
    assert status["NoNewPrivs"] == "1"
    assert inside("mount -o remount,rw / ; mknod /tmp/disk b 8 0; mount -t tmpfs none /mnt").returncode != 0


def test_a_bubblewrap_that_does_not_work_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _script(tmp_path / "bwrap", "#!/bin/sh\nexit 1\n")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert sandbox.bubblewrap.__wrapped__() is None
