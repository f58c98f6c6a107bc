# SPDX-License-Identifier: Apache-2.0
"""What every test stands on: no display, nobody's own configuration, and no process left behind."""

from __future__ import annotations

import contextlib
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

from tests.helpers.command_line import CommandLine

# Before anything imports Qt. A test run under a virtual display names the platform itself.
os.environ["QT_QPA_PLATFORM"] = os.environ.get("PILOTHOUSE_TEST_DISPLAY") or "offscreen"

_TOKEN = uuid.uuid4().hex
_GRACE_S = 3.0
_GITCONFIG = """\
[user]
    name = Test Pilot
    email = pilot@example.invalid
[init]
    defaultBranch = main
[gc]
    auto = 0
[maintenance]
    auto = false
"""


# No clock judges a test: a clean clone has to make hypothesis's table of characters first, which takes seconds there.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Mark this process, so that whatever descends from it is recognised even when its parent has gone."""
    os.environ["PILOTHOUSE_TEST_TOKEN"] = _TOKEN


@pytest.fixture(scope="session", autouse=True)
def _clean_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give git, Qt and ourselves an empty home: no user's configuration, hooks or data reaches a test."""
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(_GITCONFIG, encoding="utf-8")
    (home / "runtime").mkdir(mode=0o700)
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            # A hook of git, or an agent of ours, may be what runs the tests.
            if name.startswith(("GIT_", "PILOTHOUSE_")) and not name.startswith("PILOTHOUSE_TEST_"):
                patch.delenv(name)
        for name in ("HOME", "USERPROFILE"):
            patch.setenv(name, str(home))
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("XDG_RUNTIME_DIR", str(home / "runtime"))
        patch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("GIT_TERMINAL_PROMPT", "0")
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        yield


@pytest.fixture(autouse=True)
def _no_process_left_behind() -> Iterator[None]:
    """Fail a test that leaves a process, running or unreaped, and end that process."""
    before = set(psutil.pids())

    yield

    deadline = time.monotonic() + _GRACE_S
    while (left := _descendants(before)) and time.monotonic() < deadline:
        time.sleep(0.02)
    if left:
        told = [_tell(process) for process in left]
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        pytest.fail("left behind: " + "; ".join(told), pytrace=False)


@pytest.fixture(autouse=True)
def data_dir(_no_process_left_behind: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of this test alone: empty, not yet made, and what ``PILOTHOUSE_DATA_DIR`` names."""
    path = tmp_path / "pilothouse-data"
    monkeypatch.setenv("PILOTHOUSE_DATA_DIR", str(path))
    return path


def _descendants(before: set[int]) -> list[psutil.Process]:
    """Processes newer than ``before`` that come from this one: its children, or orphans that carry its token."""
    found = []
    for pid in set(psutil.pids()) - before:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            if any(parent.pid == os.getpid() for parent in process.parents()) or _carries_token(process):
                found.append(process)
    return found


def _carries_token(process: psutil.Process) -> bool:
    try:
        return process.environ().get("PILOTHOUSE_TEST_TOKEN") == _TOKEN
    except (psutil.AccessDenied, psutil.ZombieProcess, OSError):
        return False


def _tell(process: psutil.Process) -> str:
    try:
        return f"process {process.pid} ({process.status()}): {' '.join(process.cmdline())[:200]}"
    except psutil.Error:
        return f"process {process.pid}"


@pytest.fixture(scope="session")
def _forking(_clean_surroundings: None) -> Iterator[CommandLine]:
    line = CommandLine()
    yield line
    line.close()


@pytest.fixture
def pilothouse(_forking: CommandLine, data_dir: Path) -> CommandLine:
    """The command line, on the data directory of this test; each command is a process of its own."""
    return _forking
