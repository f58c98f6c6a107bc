# SPDX-License-Identifier: Apache-2.0
"""What an attempt and the blackboard hold, listed and read without ever following a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UsageError
from engine.journal.store import RunFolder

MOST_FILES = 2_000
"""How many files one listing gives at most."""

_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file below a root: its path with `/` between parts, its size in bytes, and whether it is a regular file."""

    path: str
    size: int
    regular: bool


@dataclass(frozen=True, slots=True)
class DiffText:
    """A unified diff as git prints it; `cut` where it goes on."""

    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file that differs between two commits; lines are None where it is no text."""

    path: str
    added: int | None
    removed: int | None


def attempt_files(data_dir: Path, run: str, node: str, attempt: int) -> tuple[FileEntry, ...]:
    """What one attempt left in its own folder, sorted by path."""
    return _listing(_attempt_root(data_dir, run, node, attempt))


def blackboard_files(data_dir: Path, run: str) -> tuple[FileEntry, ...]:
    """What stands on the run's blackboard, sorted by path."""
    return _listing(RunFolder(data_dir / "runs" / run).blackboard)


def read_attempt_file(data_dir: Path, run: str, node: str, attempt: int, path: str, limit: int = 200_000) -> str:
    """The text of a file of an attempt, at most `limit` bytes. Raises UsageError for what is no file inside."""
    return _read(_attempt_root(data_dir, run, node, attempt), path, limit)


def read_blackboard_file(data_dir: Path, run: str, path: str, limit: int = 200_000) -> str:
    """The text of a file of the blackboard, at most `limit` bytes. Raises UsageError for what is no file inside."""
    return _read(RunFolder(data_dir / "runs" / run).blackboard, path, limit)


def transcript_path(data_dir: Path, run: str, node: str, attempt: int) -> Path:
    """Where the transcript of an attempt is, or will be."""
    return _attempt_root(data_dir, run, node, attempt) / "transcript.jsonl"


def commit_diff(data_dir: Path, run: str, base: str, head: str, limit: int = 2_000_000) -> DiffText:
    """The net change between two commits of a run, from the engine's own store.

    Raises:
        PilothouseError: the store cannot be read, or does not hold the commits.
    """
    from engine.workspace import RunRepository  # git's machinery: not needed to list runs

    repository = RunRepository.open(data_dir / "runs" / run)
    found = repository.diff(base, head, limit=limit)
    return DiffText(found.text, found.truncated)


def changed_files(data_dir: Path, run: str, base: str, head: str) -> tuple[FileChange, ...]:
    """Which files differ between two commits of a run, by path, from the engine's own store.

    Raises:
        PilothouseError: the store cannot be read, or does not hold the commits.
    """
    from engine.workspace import RunRepository, printable  # git's machinery: not needed to list runs

    found = RunRepository.open(data_dir / "runs" / run).changes(base, head)
    return tuple(FileChange(printable(one.path), one.added, one.deleted) for one in found)


def _attempt_root(data_dir: Path, run: str, node: str, attempt: int) -> Path:
    return RunFolder(data_dir / "runs" / run).attempt(node, attempt)


def _listing(root: Path) -> tuple[FileEntry, ...]:
    found: list[FileEntry] = []
    for entry in _walk(root, "", 0):
        found.append(entry)
        if len(found) >= MOST_FILES:
            break
    return tuple(sorted(found, key=lambda entry: entry.path))


def _walk(folder: Path, prefix: str, depth: int) -> Iterator[FileEntry]:
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in listed:
        path = f"{prefix}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if depth < _DEEPEST:
                yield from _walk(folder / entry.name, f"{path}/", depth + 1)
            continue
        try:
            found = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        yield FileEntry(path, found.st_size, stat.S_ISREG(found.st_mode))


def _read(root: Path, path: str, limit: int) -> str:
    """Open part by part below `root`, refusing links: a file may be swapped for one between listing and reading."""
    parts = path.split("/")
    if not parts or any(part in ("", ".", "..") for part in parts):
        raise UsageError(f"{path!r} is no file inside this folder")
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if os.open in os.supports_dir_fd:
            handle = _open_below(root, parts, flags)
        else:
            handle = os.open(_resolved(root, path), flags)
    except OSError as error:
        raise UsageError(f"{path!r} cannot be opened: {error.strerror or error}") from error
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise UsageError(f"{path!r} is no regular file")
        return file.read(limit).decode("utf-8", "replace")


def _open_below(root: Path, parts: list[str], flags: int) -> int:
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            deeper = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = deeper
        return os.open(parts[-1], flags, dir_fd=folder)
    finally:
        os.close(folder)


def _resolved(root: Path, path: str) -> Path:
    target = (root / path).resolve()
    if not target.is_relative_to(root.resolve()):
        raise UsageError(f"{path!r} leads outside this folder")
    return target
