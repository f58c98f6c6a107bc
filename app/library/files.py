# SPDX-License-Identifier: Apache-2.0
"""Workflow files as the editor reads and writes them: never more than can be shown, never over what is newer."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from app.figures import numeral
from app.text import clean
from app.translate import QT_TR_NOOP, tr
from engine.definition.source import MAX_BYTES
from engine.errors import FileMoved
from engine.journal import DISK, write_atomic, write_new

LONGEST_LINE = 2_000
"""Characters of a line that is laid out whole: a longer one would be felt while it is drawn."""

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Document:
    """
    A file as it was read. What an editor would change by showing it is shown, and cannot be edited.

    Attributes:
        text: what is shown; lines end in line feeds.
        digest: of the bytes on disk; None where there is no file.
        locked: why it cannot be edited here, a sentence; empty where it can.
        fault: why it cannot be a workflow at all; empty where it may be one.
    """

    path: Path
    text: str
    digest: str | None
    locked: str = ""
    fault: str = ""
    newline: str = "\n"
    bom: bool = False

    def encoded(self, text: str) -> bytes:
        """What is written for an edited text: with the line ends that the file had."""
        return ((_BOM if self.bom else "") + text.replace("\n", self.newline)).encode()


def read_document(path: Path) -> Document:
    """Read a file, whatever it is. Blocks. Raises OSError where it cannot be read."""
    data = _bytes(path)
    if data is None:
        return Document(path, "", None, tr("The file is not there any more."), tr("There is no such file."))
    if len(data) > MAX_BYTES:
        text = _cut(data[:MAX_BYTES].decode("utf-8", "replace"))
        too_large = tr(_TOO_LARGE).format(max_kib=MAX_BYTES // 1024)
        return Document(path, text, "", too_large, too_large)
    digest = sha256(data).hexdigest()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Document(path, _cut(data.decode("utf-8", "replace")), digest, tr(_BINARY), tr(_BINARY))
    bom = text.startswith(_BOM)
    text = text.removeprefix(_BOM)
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    text = text.replace("\r\n", "\n")
    shown = _cut(text)
    locked = "" if shown == text else tr(_ODD)
    return Document(path, shown, digest, locked, "", newline, bom)


def save_document(document: Document, text: str, *, over: bool = False) -> Document:
    """
    Write an edited text over the file, whole or not at all. Blocks.

    Raises:
        FileMoved: the file is not as it was read; `over` writes all the same.
        OSError: it cannot be written.
    """
    target = document.path.resolve()
    if not over and digest_of(target) != document.digest:
        raise FileMoved(
            tr("{name} has changed on disk since it was opened; look at both, then choose").format(
                name=repr(document.path.name)
            )
        )
    data = document.encoded(text)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(DISK, target, data)
    if mode is not None:
        os.chmod(target, mode)
    return Document(document.path, text, sha256(data).hexdigest(), "", "", document.newline, document.bom)


def create_files(folder: Path, within: Path, files: dict[str, bytes], name: str) -> Path:
    """
    Write new files into a folder of `within`; the one called `name` last, and its path is given back. Blocks.

    A file that holds the same already is left as it is. Raises FileMoved where another one would be overwritten, or
    where the folder leads elsewhere by a link; then nothing was written.
    """
    if not folder.resolve().is_relative_to(within.resolve()):
        raise FileMoved(
            tr("{folder} leads out of {within} by a link; nothing was written").format(
                folder=repr(str(folder)), within=repr(str(within))
            )
        )
    for file, data in files.items():
        there = _bytes(folder / file)
        if there is not None and (file == name or there != data):
            raise FileMoved(
                tr("there is a file {file} already in {folder}; choose another name").format(
                    file=repr(file), folder=repr(str(folder))
                )
            )
    for file, data in sorted(files.items(), key=lambda one: one[0] == name):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_new(DISK, path, data)
            os.chmod(path, 0o644)
    return folder / name


def digest_of(path: Path) -> str | None:
    """The digest of a file as it is now; None where there is none. Blocks."""
    data = _bytes(path)
    return None if data is None else "" if len(data) > MAX_BYTES else sha256(data).hexdigest()


def _bytes(path: Path) -> bytes | None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(tr("{name} is no regular file").format(name=repr(path.name)))
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None


def _cut(text: str) -> str:
    lines = clean(text).split("\n")
    if all(len(line) <= LONGEST_LINE for line in lines):
        return "\n".join(lines)
    return "\n".join(
        line
        if len(line) <= LONGEST_LINE
        else tr("{line} … {n} characters").format(line=line[:LONGEST_LINE], n=numeral(len(line)))
        for line in lines
    )


_TOO_LARGE = QT_TR_NOOP("The file is larger than a workflow can be: {max_kib} KiB. Its beginning is shown.")
_BINARY = QT_TR_NOOP("The file is not text in UTF-8, so it can be neither a workflow nor edited.")
_ODD = QT_TR_NOOP("It holds very long lines or hidden characters, which editing here would change. Edit it elsewhere.")
