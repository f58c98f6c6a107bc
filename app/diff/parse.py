# SPDX-License-Identifier: Apache-2.0
"""Reads a unified diff as git prints it. Never raises: what is not understood is kept as a note. No Qt in here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from app.translate import tr

FileStatus = Literal["added", "deleted", "renamed", "copied", "modified", "binary"]
LineKind = Literal["context", "added", "removed", "hunk", "note"]

_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$", re.DOTALL)
_ESCAPE = re.compile(r'\\([abfnrtv"\\]|[0-7]{1,3})')
_ESCAPED = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, '"': 34, "\\": 92}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a diff, without its sign; `old` and `new` are line numbers from 1, None on the other side."""

    kind: LineKind
    text: str
    old: int | None = None
    new: int | None = None


@dataclass(slots=True)
class FileDiff:
    """What changed in one file; `old` and `new` differ for a rename or a copy."""

    old: str
    new: str
    status: FileStatus = "modified"
    lines: list[Line] = field(default_factory=list)
    added: int = 0
    removed: int = 0

    @property
    def name(self) -> str:
        """The name to show: that of today, or the last one of a deleted file."""
        return self.old if self.status == "deleted" else self.new


def parse_diff(text: str) -> list[FileDiff]:
    """
    The files of a diff, in its order; costs about 1 s for a million lines, so give large ones to a thread.

    Lines are told apart by the counts in the hunk heads, so a removed line that looks like a file head stays a line.
    """
    parser = _Parser()
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    for line in lines:
        parser.take(line)
    return parser.files


class _Parser:
    def __init__(self) -> None:
        self.files: list[FileDiff] = []
        self._old_left = self._new_left = 0
        self._old = self._new = 0

    def take(self, line: str) -> None:
        if self._old_left > 0 or self._new_left > 0:
            if self._in_hunk(line):
                return
            self._old_left = self._new_left = 0
        if line.startswith("diff --git "):
            old, new = _names(line[len("diff --git ") :])
            self.files.append(FileDiff(old, new))
        elif not self.files:
            return  # a commit message or the like before the first file
        elif (hunk := _HUNK.match(line)) is not None:
            self._open_hunk(line, hunk)
        elif line.startswith("\\"):
            self._add("note", line[1:].strip())
        else:
            self._head(line)

    def _open_hunk(self, line: str, hunk: re.Match[str]) -> None:
        self._old, self._new = int(hunk[1]), int(hunk[3])
        self._old_left = int(hunk[2]) if hunk[2] is not None else 1
        self._new_left = int(hunk[4]) if hunk[4] is not None else 1
        self._add("hunk", line)

    def _in_hunk(self, line: str) -> bool:
        """Takes a line of a hunk; False if it cannot be one."""
        file, sign = self.files[-1], line[:1]
        if sign == "+":
            file.lines.append(Line("added", line[1:], None, self._new))
            file.added += 1
        elif sign == "-":
            file.lines.append(Line("removed", line[1:], self._old, None))
            file.removed += 1
        elif sign in {" ", ""}:
            file.lines.append(Line("context", line[1:], self._old, self._new))
        elif sign == "\\":
            self._add("note", line[1:].strip())
            return True
        else:
            return False
        if sign != "+":
            self._old += 1
            self._old_left -= 1
        if sign != "-":
            self._new += 1
            self._new_left -= 1
        return True

    def _head(self, line: str) -> None:
        file = self.files[-1]
        word, _, rest = line.partition(" ")
        if line.startswith("--- ") or line.startswith("+++ "):
            self._side(file, word, rest)
        elif line.startswith(("rename from ", "copy from ")):
            file.old = _unquoted(line.split(" ", 2)[2])
            file.status = "renamed" if word == "rename" else "copied"
        elif line.startswith(("rename to ", "copy to ")):
            file.new = _unquoted(line.split(" ", 2)[2])
        elif line.startswith("new file mode "):
            file.status = "added"
            self._add_odd_mode(line.rsplit(" ", 1)[1])
        elif line.startswith("deleted file mode "):
            file.status = "deleted"
        elif line.startswith(("Binary files ", "GIT binary patch")):
            if file.status == "modified":
                file.status = "binary"
            self._add("note", tr("Binary file, not shown"))
        elif line.startswith("old mode "):
            self._add("note", tr("Mode was {line}").format(line=line.rsplit(" ", 1)[1]))
        elif line.startswith("new mode "):
            self._add("note", tr("Mode is now {line}").format(line=line.rsplit(" ", 1)[1]))

    def _side(self, file: FileDiff, word: str, rest: str) -> None:
        name = _unquoted(rest.removesuffix("\t"))
        if name == "/dev/null":
            return
        if word == "---":
            file.old = name.removeprefix("a/")
        else:
            file.new = name.removeprefix("b/")

    def _add_odd_mode(self, mode: str) -> None:
        odd = {
            "120000": tr("A symbolic link; its target is shown"),
            "160000": tr("A submodule"),
            "100755": tr("Executable"),
        }
        if mode in odd:
            self._add("note", odd[mode])

    def _add(self, kind: LineKind, text: str) -> None:
        self.files[-1].lines.append(Line(kind, text))


def _names(rest: str) -> tuple[str, str]:
    """Both names of a `diff --git` line; only the lines below it are unambiguous."""
    if rest.startswith('"'):
        end = re.match(r'"(?:[^"\\]|\\.)*"', rest)
        if end is not None:
            old = _unquoted(end[0])
            return old.removeprefix("a/"), _unquoted(rest[end.end() :].strip()).removeprefix("b/")
    half = len(rest) // 2
    if (
        len(rest) % 2 == 1
        and rest[half] == " "
        and rest[:half].removeprefix("a/") == rest[half + 1 :].removeprefix("b/")
    ):
        name = rest[:half].removeprefix("a/")
        return name, name
    old, _, new = rest.partition(" b/")
    return old.removeprefix("a/"), _unquoted(new).removeprefix("b/") or old.removeprefix("a/")


def _unquoted(name: str) -> str:
    """A name as it is, of one that git put into quotes; bytes that are not UTF-8 become replacement signs."""
    if len(name) < 2 or not (name.startswith('"') and name.endswith('"')):
        return name
    raw = bytearray()
    at = 0
    inner = name[1:-1]
    for match in _ESCAPE.finditer(inner):
        raw += inner[at : match.start()].encode("utf-8", "surrogatepass")
        code = match[1]
        raw.append(_ESCAPED[code] if code in _ESCAPED else int(code, 8) & 0xFF)
        at = match.end()
    raw += inner[at:].encode("utf-8", "surrogatepass")
    return raw.decode("utf-8", "replace")
