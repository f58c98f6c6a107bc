# SPDX-License-Identifier: Apache-2.0
"""The one place that calls git: bounded, deaf to prompts and hooks, and independent of what surrounds it."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import psutil
import pytest

from engine.errors import GitFailed, GitTimedOut
from engine.workspace.calls import Git
from tests.engine.workspace.conftest import Desk, git


def at(desk: Desk) -> Git:
    return Git(desk.repo / ".git").at(desk.repo, desk.repo / ".git" / "index")


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_an_environment_made_by_a_hook_of_the_user_s_misleads_us_nowhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, "/nowhere")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.bare")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "nonsense")
    monkeypatch.setenv("GIT_TRACE", "1")

    assert at(desk).line("status", "--porcelain") == ""
    assert len(at(desk).line("rev-parse", "HEAD")) == 40


def test_a_fault_names_the_command_the_place_and_what_git_said(desk: Desk) -> None:
    with pytest.raises(
        GitFailed, match=r"git cat-file in '.*' ended with 128: fatal: Not a valid object name nonsense"
    ):
        at(desk).out("cat-file", "-p", "nonsense")


def test_a_call_that_does_not_end_is_ended_with_its_whole_group(desk: Desk) -> None:
    filter_ = script(desk.home / "slow", f"sleep 300 & echo $! > {desk.home}/pid; wait")
    desk.user("config", "filter.slow.clean", filter_)
    (desk.repo / ".gitattributes").write_text("*.slow filter=slow\n")
    (desk.repo / "a.slow").write_text("x\n")
    started = time.monotonic()

    with pytest.raises(GitTimedOut, match=r"git add .* did not end within 2 s"):
        at(desk).run("add", "a.slow", limit=2)
    assert time.monotonic() - started < 60
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(int((desk.home / "pid").read_text())).wait(timeout=60)


def test_output_beyond_a_cap_ends_the_call(desk: Desk) -> None:
    out, more = at(desk).head("log", "-p", cap=50)

    assert (len(out), more) == (50, True)
    assert at(desk).head("rev-parse", "--is-bare-repository", cap=50) == (b"false\n", False)
    with pytest.raises(GitFailed):
        at(desk).head("cat-file", "blob", "nonsense", cap=50)


def test_br_009_nothing_of_ours_waits_for_a_signature_an_editor_or_a_password(desk: Desk) -> None:
    sleeper = script(desk.home / "sleeper", "sleep 300")
    for key in ("gpg.program", "core.editor", "core.askPass", "sequence.editor", "core.pager"):
        desk.user("config", key, sleeper)
    desk.user("config", "commit.gpgSign", "true")
    desk.user("config", "credential.helper", sleeper)
    started = time.monotonic()
    seen = desk.turn("fix", "engine")
    desk.run.land(seen.head, None)
    with pytest.raises(GitFailed):
        at(desk).run("commit", "--allow-empty")  # asks for a message: the editor fails at once

    assert time.monotonic() - started < 60
    assert "gpgsig" not in desk.store("cat-file", "-p", seen.head)


def test_a_command_that_reads_its_input_sees_its_end_at_once(desk: Desk) -> None:
    assert at(desk).line("hash-object", "--stdin") == git(desk.repo, "hash-object", "-t", "blob", os.devnull)


def test_hooks_of_the_user_s_repository_do_not_run_in_our_calls(desk: Desk) -> None:
    hook = desk.repo / ".git" / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    script(hook, f"touch {desk.home}/hooked; exit 1")
    seen = desk.turn("fix", "engine")
    desk.run.land(seen.head, None)

    assert desk.user("rev-parse", "ph/one") == seen.head
    assert not (desk.home / "hooked").exists()


def test_a_missing_folder_is_a_named_fault(tmp_path: Path) -> None:
    with pytest.raises(GitFailed, match="could not be started"):
        Git(tmp_path / "gone").out("version")
