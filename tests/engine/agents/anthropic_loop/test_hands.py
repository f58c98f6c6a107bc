# SPDX-License-Identifier: Apache-2.0
"""The hands of a model: a shell that lasts, an editor, and a process that is gone with the turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.agents.anthropic_loop import hands_worker
from engine.agents.anthropic_loop.hands import ARGV, Hands, Result
from engine.errors import ToolsUnusable
from engine.placement import ProcessSpec, attempt_token, environment, isolation_for, survivors


@asynccontextmanager
async def hands_in(folder: Path) -> AsyncIterator[Hands]:
    isolation = isolation_for(None)
    spec = ProcessSpec(
        argv=ARGV,
        cwd=folder,
        env=environment({}, isolation),
        token=attempt_token(folder, "s", 1),
        interactive=True,
        isolation=isolation,
        writable=(folder,),
        grace_ms=500,
    )
    async with Hands(spec, lambda pid, isolation: None, lambda: None, lambda chunk: None) as hands:
        yield hands
    assert not survivors(spec.token)


async def bash(hands: Hands, command: str) -> Result:
    return await hands.use("bash", {"command": command})


async def test_folder_variables_and_functions_last_from_call_to_call(tmp_path: Path) -> None:
    async with hands_in(tmp_path) as hands:
        await bash(hands, "mkdir sub && cd sub; A=1; export B='two words'; f() { echo \"$A $B\"; }")

        assert await bash(hands, "pwd; f") == Result(f"{tmp_path}/sub\n1 two words\n")


async def test_what_commands_do_to_the_shell_breaks_nothing(tmp_path: Path) -> None:
    async with hands_in(tmp_path) as hands:
        assert await bash(hands, "echo out; echo err >&2; false") == Result("out\nerr\n\n[exit 1]", True)
        assert (await bash(hands, "cat; read x; echo got:$x")).text == "got:\n"  # its input is empty
        assert "unexpected" in (await bash(hands, "if true; then (")).text
        assert "unexpected EOF" in (await bash(hands, "echo 'open")).text
        assert await bash(hands, "sleep 300 & echo left one behind") == Result("left one behind\n")
        assert await bash(hands, "cat <<X\n$((1+1))\nX") == Result("2\n")
        ended = await bash(hands, "echo bye; exit 7")
        assert ended == Result("bye\n\n[the shell ended with status 7, and was restarted]", True)
        assert await bash(hands, "echo again") == Result("again\n")
        assert (await hands.use("bash", {"restart": True})).text == "The shell was restarted."
        assert (await hands.use("bash", {})).is_error
        assert "command not found" in (await bash(hands, "exec 2>&1; no-such-thing")).text


async def test_of_a_flood_the_beginning_and_the_end_are_told(tmp_path: Path) -> None:
    async with hands_in(tmp_path) as hands:
        told = await bash(hands, "echo first; head -c 3000000 /dev/zero | tr '\\0' x; printf '\\xff'; echo last")

    assert len(told.text) < 31_000
    assert told.text.startswith("first\n")
    assert told.text.endswith("\ufffdlast\n")
    assert "left out" in told.text


async def test_hands_that_were_ended_are_there_again_a_few_times(tmp_path: Path) -> None:
    async with hands_in(tmp_path) as hands:
        for _ in range(4):
            told = await bash(hands, "kill -9 $PPID; sleep 300")
            assert told.is_error
            assert "signal 9" in told.text
        with pytest.raises(ToolsUnusable, match="4 times"):
            await bash(hands, "true")


async def test_a_cancelled_call_leaves_nothing(tmp_path: Path) -> None:
    async def call() -> None:
        async with hands_in(tmp_path) as hands:
            await bash(hands, "touch begun; (trap '' TERM; setsid sleep 300); sleep 300")

    task = asyncio.create_task(call())
    while not (tmp_path / "begun").exists():
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


class TestEditor:
    def edit(self, **given: object) -> str:
        return hands_worker.edit(given)

    def fault(self, **given: object) -> str:
        with pytest.raises(hands_worker.Faulty) as fault:
            hands_worker.edit(given)
        return str(fault.value)

    def test_create_view_replace_insert(self, tmp_path: Path) -> None:
        path = str(tmp_path / "new/a.py")
        self.edit(command="create", path=path, file_text="a = 1\nb = 2\n")
        assert self.edit(command="view", path=path) == "     1\ta = 1\n     2\tb = 2\n     3\t"
        assert self.edit(command="view", path=path, view_range=[2, 2]) == "     2\tb = 2"
        self.edit(command="str_replace", path=path, old_str="b = 2", new_str="b = 3")
        self.edit(command="insert", path=path, insert_line=0, insert_text="# top")
        self.edit(command="insert", path=path, insert_line=3, insert_text="c = 4\n")
        assert Path(path).read_text() == "# top\na = 1\nb = 3\nc = 4\n"

    def test_a_text_that_is_not_there_once_changes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_text("x\nx\n")
        assert "2 times" in self.fault(command="str_replace", path=str(path), old_str="x", new_str="y")
        assert "lines 1, 2" in self.fault(command="str_replace", path=str(path), old_str="x", new_str="y")
        assert "does not stand" in self.fault(command="str_replace", path=str(path), old_str="z", new_str="y")
        assert path.read_text() == "x\nx\n"

    def test_mode_line_ends_links_and_odd_bytes_are_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "run.sh"
        path.write_bytes(b"#!/bin/sh\r\necho \xff one\r\n")
        path.chmod(0o755)
        link = tmp_path / "link"
        link.symlink_to("run.sh")
        self.edit(command="str_replace", path=str(link), old_str="/sh\necho", new_str="/sh\nprintf")
        assert path.read_bytes() == b"#!/bin/sh\r\nprintf \xff one\r\n"
        assert path.stat().st_mode & 0o777 == 0o755
        assert link.is_symlink()

    def test_what_is_no_file_is_told_and_never_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        assert "no regular file" in self.fault(command="view", path=str(tmp_path / "pipe"))
        assert "is not there" in self.fault(command="view", path=str(tmp_path / "none"))
        assert "`path`" in self.fault(command="view")
        assert "view_range" in self.fault(command="view", path=str(Path(__file__)), view_range=[9, 2])
        assert "no command" in self.fault(command="undo_edit", path="x")

    def test_a_folder_is_listed_two_levels_deep(self, tmp_path: Path) -> None:
        (tmp_path / "a/b/c").mkdir(parents=True)
        (tmp_path / "a/b/c/deep").touch()
        (tmp_path / "top").touch()
        (tmp_path / ".git").mkdir()
        assert self.edit(command="view", path=str(tmp_path)) == f"{tmp_path}/\n  a/\n    b/\n  top"
