# SPDX-License-Identifier: Apache-2.0
"""The hands of a model, inside the attempt's sandbox: a shell that lasts for the turn, and an editor of files.

A script for `python -I -S`: the standard library only. Each line of its input is a call, `{"id", "tool", "input"}`;
each line of its output the result, `{"id", "output", "is_error"}`, or a sign of life, `{"beat": true}`. The end of its
input is the end of its work.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SHOWN = 30_000
"""Characters of a result; of a longer one the beginning and the end."""
LARGEST = 10 << 20
"""Bytes of a file that is viewed or edited."""
_TIMEOUT_S = 600.0
_BEAT_S = 1.0
_ENTRIES = 500


class Faulty(Exception):
    """The call cannot be done; the message is for the model."""


def main() -> None:
    """Answer calls until there are no more."""
    with tempfile.TemporaryDirectory(prefix="ph-hands-") as folder:
        shell = Shell(Path(folder))
        try:
            for line in sys.stdin.buffer:
                call = json.loads(line)
                output, failed = act(shell, call["tool"], call["input"])
                tell(id=call["id"], output=output, is_error=failed)
        finally:
            shell.end()


def tell(**what: Any) -> None:
    """One line to the engine."""
    sys.stdout.buffer.write(json.dumps(what).encode() + b"\n")
    sys.stdout.buffer.flush()


def act(shell: Shell, tool: str, given: dict[str, Any]) -> tuple[str, bool]:
    """What a call gives, and whether it failed."""
    try:
        if tool == "bash":
            return shown(_bash(shell, given)), False
        return shown(edit(given)), False
    except Faulty as error:
        return shown(str(error)), True
    except (OSError, UnicodeError, ValueError) as error:
        return shown(f"{type(error).__name__}: {error}"), True


def shown(text: str) -> str:
    """The text, or its beginning and its end."""
    if len(text) <= SHOWN:
        return text
    head, tail = SHOWN // 3, SHOWN - SHOWN // 3
    return f"{text[:head]}\n[{len(text) - SHOWN:,} characters left out]\n{text[-tail:]}"


# -------------------------------------------------------------------------------------------------------------- shell


def _bash(shell: Shell, given: dict[str, Any]) -> str:
    if given.get("restart"):
        shell.end()
        return "The shell was restarted."
    command = given.get("command")
    if not isinstance(command, str):
        raise Faulty("`command` is missing: a string is expected.")
    return shell.run(command)


class Shell:
    """One bash for all commands of a turn: folder, variables and functions last from one to the next."""

    def __init__(self, folder: Path) -> None:
        self._script = folder / "command"
        self._process: subprocess.Popen[bytes] | None = None
        self._output = self._status = self._status_end = -1

    def run(self, command: str) -> str:
        """The output of a command, with its exit status where that is not 0. Raises Faulty for a failure."""
        self._begin()
        assert self._process is not None
        assert self._process.stdin is not None
        self._script.write_text(command + "\n", encoding="utf-8", errors="replace")
        fd = self._status_end
        line = f". '{self._script}' </dev/null {fd}>&-\nprintf '%s\\n' \"$?\" >&{fd}\n"
        kept, said = _Kept(), b""
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
            said = self._follow(kept)
        except BrokenPipeError:
            pass
        except TimeoutError:
            self.end()
            raise Faulty(f"{kept.text()}\n[stopped after {_TIMEOUT_S:g} s; the shell was restarted]".lstrip()) from None
        if not said:
            code = self._process.wait()
            self.end()
            raise Faulty(f"{kept.text()}\n[the shell ended with status {code}, and was restarted]".lstrip())
        if said != b"0\n":
            raise Faulty(f"{kept.text()}\n[exit {said.decode().strip()}]".lstrip())
        return kept.text()

    def _begin(self) -> None:
        if self._process is not None:
            return
        self._output, output_end = os.pipe()
        self._status, self._status_end = os.pipe()
        os.set_blocking(self._output, False)
        try:
            self._process = subprocess.Popen(
                ["bash", "--noprofile", "--norc"],
                stdin=subprocess.PIPE,
                stdout=output_end,
                stderr=output_end,
                pass_fds=(self._status_end,),
                start_new_session=True,
            )
        except OSError:
            for fd in (self._output, self._status):
                os.close(fd)
            raise
        finally:
            os.close(output_end)
            os.close(self._status_end)

    def _follow(self, kept: _Kept) -> bytes:
        """Take output until the command's status is told; b"": the shell has ended. Raises TimeoutError."""
        until, beat, said = time.monotonic() + _TIMEOUT_S, time.monotonic(), b""
        watched = [self._output, self._status]
        while not said.endswith(b"\n"):
            now = time.monotonic()
            if now >= until:
                raise TimeoutError
            ready, _, _ = select.select(watched, [], [], until - now)
            if self._output in ready:
                if not self._take(kept):
                    watched = [self._status]
                if now - beat >= _BEAT_S:
                    beat = now
                    tell(beat=True)
            if self._status in ready:
                chunk = os.read(self._status, 64)
                if not chunk:
                    said = b""
                    break
                said += chunk
        while self._take(kept) and select.select([self._output], [], [], 0)[0]:
            pass
        return said

    def _take(self, kept: _Kept) -> bool:
        """False at the end of the output."""
        try:
            chunk = os.read(self._output, 65_536)
        except BlockingIOError:
            return True
        kept.add(chunk)
        return bool(chunk)

    def end(self) -> None:
        """End the shell and what runs in its session; the next command begins another."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        os.close(self._output)
        os.close(self._status)


class _Kept:
    """Output, of which at most the beginning and the end are kept."""

    _MOST = 4 * SHOWN

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = 0

    def add(self, chunk: bytes) -> None:
        room = self._MOST - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[max(0, room) :]
        if len(self._tail) > 2 * self._MOST:
            surplus = len(self._tail) - self._MOST
            self._dropped += surplus
            del self._tail[:surplus]

    def text(self) -> str:
        middle = f"\n[{self._dropped:,} bytes left out]\n".encode() if self._dropped else b""
        return bytes(self._head + middle + self._tail).decode("utf-8", "replace")


# ------------------------------------------------------------------------------------------------------------- editor


def edit(given: dict[str, Any]) -> str:
    """One command of the editor."""
    command, path = given.get("command"), _path(given)
    match command:
        case "view":
            return view(path, given.get("view_range"))
        case "create":
            return create(path, _text(given, "file_text"))
        case "str_replace":
            return replace(path, _text(given, "old_str"), _text(given, "new_str", ""))
        case "insert":
            line = given.get("insert_line")
            if not isinstance(line, int) or isinstance(line, bool):
                raise Faulty("`insert_line` is missing: a line number is expected; 0 is before the first.")
            return insert(path, line, _text(given, "insert_text"))
    raise Faulty(f"There is no command {str(command)[:60]!r}; there are view, create, str_replace and insert.")


def view(path: Path, lines: object = None) -> str:
    """A file with line numbers, or what is in a folder, two levels deep."""
    if path.is_dir():
        return "\n".join(_listing(path))
    rows = _read(path).split("\n")
    first, last = 1, len(rows)
    if lines is not None:
        if not isinstance(lines, list) or len(lines) != 2 or not all(type(n) is int for n in lines):
            raise Faulty("`view_range` is to be two line numbers; the second may be -1 for the end.")
        first, last = max(1, lines[0]), len(rows) if lines[1] == -1 else min(lines[1], len(rows))
        if first > last:
            raise Faulty(f"`view_range` is empty: {path} has {len(rows)} lines.")
    return "\n".join(f"{n:6}\t{rows[n - 1]}" for n in range(first, last + 1))


def create(path: Path, text: str) -> str:
    """Write a file, and the folders it needs."""
    if path.exists():
        _check(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, text)
    return f"{path} is written."


def replace(path: Path, old: str, new: str) -> str:
    """Put one text in the place of another that stands exactly once in the file."""
    if not old:
        raise Faulty("`old_str` is empty.")
    text = _read(path)
    if "\r\n" in text and "\r\n" not in old:
        old, new = old.replace("\n", "\r\n"), new.replace("\n", "\r\n")
    found = text.count(old)
    if found == 0:
        raise Faulty(f"`old_str` does not stand in {path}: it has to match exactly, white space and all.")
    if found > 1:
        at = ", ".join(str(n) for n in _lines_of(text, old)[:20])
        raise Faulty(f"`old_str` stands {found} times in {path} (lines {at}): give more of what is around it.")
    _write(path, text.replace(old, new))
    line = text[: text.index(old)].count("\n") + 1
    return f"{path} is changed:\n{_around(path, line, new.count(chr(10)))}"


def insert(path: Path, line: int, text: str) -> str:
    """Put text after a line; 0 is before the first."""
    rows = _read(path).splitlines(keepends=True)
    if not 0 <= line <= len(rows):
        raise Faulty(f"`insert_line` is to be between 0 and {len(rows)}.")
    if line and not rows[line - 1].endswith("\n"):
        rows[line - 1] += "\n"
    more = text if text.endswith("\n") or line == len(rows) else text + "\n"
    _write(path, "".join([*rows[:line], more, *rows[line:]]))
    return f"{path} is changed:\n{_around(path, line + 1, text.count(chr(10)))}"


def _path(given: dict[str, Any]) -> Path:
    path = given.get("path")
    if not isinstance(path, str) or not path or "\0" in path:
        raise Faulty("`path` is missing: a string is expected.")
    return Path(path)


def _text(given: dict[str, Any], name: str, default: str | None = None) -> str:
    value = given.get(name, default)
    if not isinstance(value, str):
        raise Faulty(f"`{name}` is missing: a string is expected.")
    return value


def _check(path: Path) -> None:
    """Raises Faulty for what is no regular file of a size that can be edited: opening some things never ends."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise Faulty(f"{path} is no regular file.")
    if found.st_size > LARGEST:
        raise Faulty(f"{path} has {found.st_size:,} bytes: too large. Use the shell to look at a part of it.")


def _read(path: Path) -> str:
    """The text of a file; bytes that are no UTF-8 come through an edit as they are."""
    if not path.exists():
        raise Faulty(f"{path} is not there.")
    _check(path)
    return path.read_bytes().decode("utf-8", "surrogateescape")


def _write(path: Path, text: str) -> None:
    """In one step, with the mode that the file had; a link stays a link."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _around(path: Path, line: int, more: int) -> str:
    return view(path, [max(1, line - 3), line + more + 3])


def _lines_of(text: str, part: str) -> list[int]:
    found, at = [], text.find(part)
    while at >= 0:
        found.append(text[:at].count("\n") + 1)
        at = text.find(part, at + 1)
    return found


def _listing(folder: Path) -> list[str]:
    rows: list[str] = [f"{folder}/"]

    def add(where: Path, level: int) -> None:
        for entry in sorted(os.scandir(where), key=lambda entry: entry.name):
            if entry.name.startswith(".") or len(rows) > _ENTRIES:
                continue
            below = entry.is_dir(follow_symlinks=False)
            rows.append("  " * level + entry.name + ("/" if below else ""))
            if below and level < 2:
                try:
                    add(Path(entry.path), level + 1)
                except OSError as error:
                    rows.append("  " * (level + 1) + f"[{error.strerror}]")

    add(folder, 1)
    return rows if len(rows) <= _ENTRIES else [*rows[:_ENTRIES], "[more is left out]"]


if __name__ == "__main__":
    main()
