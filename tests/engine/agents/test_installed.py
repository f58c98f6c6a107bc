# SPDX-License-Identifier: Apache-2.0
"""What is told of command line agents that are here, missing, or logged out."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.agents import installed


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only programs there are, beside the shell's; a home without any login, and no keys."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CODEX_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return folder


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_codex_is_asked_for_its_version_and_its_login(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "npm install" in installed.codex().note
    program(programs, "codex", 'if [ "$1" = login ]; then exit 1; fi; echo codex-cli 9.8.7')

    out = installed.codex()
    monkeypatch.setenv("CODEX_API_KEY", "k")
    in_ = installed.codex()

    assert (out.works, out.version) == (False, "9.8.7")
    assert "codex login" in out.note
    assert (in_.works, in_.note) == (True, "with CODEX_API_KEY")


def test_agents_of_the_protocol_are_told_with_their_login(programs: Path, tmp_path: Path) -> None:
    program(programs, "gemini", "echo 0.61.0")
    program(programs, "opencode", "exit 1")
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/oauth_creds.json").write_text("{}")

    found = installed.acp()

    assert found["gemini"] == installed.Installed(True, "0.61.0", "logged in (~/.gemini/oauth_creds.json)")
    assert found["opencode"].works is False
    assert "install -g" in found["codex-acp"].note
