# SPDX-License-Identifier: Apache-2.0
"""Where workflows are kept: those that come along, a person's own, those of repositories; what a list says of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from engine.definition.artifacts import confined, read_bounded
from engine.definition.load import bundled
from engine.definition.source import Node, parse
from engine.errors import Fault

OWN = "workflows"
"""The folder of a person's own workflows, in the data directory."""

IN_REPOSITORY = ".pilothouse/workflows"
"""Where a repository keeps its workflows."""

MOST_FILES = 200
"""Files of one folder that are listed."""

MOST_READ = 64 * 1024
"""Bytes up to which a file is read for the list; a larger one is listed by its name, and read when it is opened."""

_MOST_WORDS = 20_000
_MOST_LOOKED_AT = 10_000
_SPOKEN = ("name", "title", "description", "goal")

Origin = Literal["bundled", "own", "repository"]


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One workflow file.

    Attributes:
        place: the repository that keeps it; empty for the others.
        words: its titles, descriptions and goals, to be searched.
        fault: why it is no workflow at first sight; empty where it may be one. Opening it tells all faults.
    """

    path: Path
    origin: Origin
    place: str
    name: str
    title: str = ""
    words: str = ""
    fault: str = ""


class Shelf:
    """Looks through the folders; a file is read again only when it has changed. Blocks: for a thread, one at a time."""

    def __init__(self, data_dir: Path, bundled: Path | None = None) -> None:
        self.own = data_dir / OWN
        self._bundled = bundled
        self._kept: dict[Path, tuple[object, Entry]] = {}

    def look(self, repositories: Iterable[str] = ()) -> tuple[Entry, ...]:
        """Every workflow file there is now, in a stable order. Never raises for what a folder or file holds."""
        found = [self._entry(path, "bundled", "") for path in bundled(self._bundled).values()]
        found += [self._entry(path, "own", "") for path in _files(self.own)]
        for repository in dict.fromkeys(repositories):
            folder = Path(repository, IN_REPOSITORY)
            found += [self._entry(path, "repository", repository) for path in _files(folder)]
        self._kept = {entry.path: self._kept[entry.path] for entry in found}
        return tuple(found)

    def _entry(self, path: Path, origin: Origin, place: str) -> Entry:
        try:
            seen = os.stat(path)
            stamp: object = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
        except OSError:
            stamp = None
        kept = self._kept.get(path)
        if kept is None or kept[0] != stamp or kept[1].place != place:
            self._kept[path] = kept = (stamp, _read(path, origin, place))
        return kept[1]


def _files(folder: Path) -> list[Path]:
    """The workflow files right in a folder. A link that leads out of it is left out: its file is somebody else's."""
    found: list[Path] = []
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, _MOST_LOOKED_AT):
                stem, dot, kind = entry.name.rpartition(".")
                if kind not in ("yaml", "yml") or not dot or "." in stem or not stem or not entry.is_file():
                    continue
                confined(entry.name, folder)
                found.append(folder / entry.name)
                if len(found) == MOST_FILES:
                    break
    except (OSError, ValueError):
        pass
    return sorted(found)


def _read(path: Path, origin: Origin, place: str) -> Entry:
    try:
        data = read_bounded(path, path.name)
    except ValueError as error:
        return Entry(path, origin, place, path.stem, fault=str(error))
    if len(data) > MOST_READ:
        return Entry(path, origin, place, path.stem)
    faults: list[Fault] = []
    root = parse(data, path.name, faults)
    if root is None or not isinstance(root.value, dict):
        why = str(faults[0]) if faults else f"{path.name}: the file is empty" if root is None else _NO_MAP
        return Entry(path, origin, place, path.stem, fault=why)
    fault = str(faults[0]) if faults else "" if "pilothouse" in root.value else _NO_MAP
    words = "\n".join(_spoken(root))[:_MOST_WORDS]
    return Entry(path, origin, place, _text(root, "name") or path.stem, _text(root, "title"), words, fault)


def _text(root: Node, key: str) -> str:
    found = root.value.get(key) if isinstance(root.value, dict) else None
    return found.value[:200] if found is not None and isinstance(found.value, str) else ""


def _spoken(root: Node) -> Iterator[str]:
    """What people wrote for people, in the order of the file."""
    waiting: list[tuple[str, Node]] = [("", root)]
    while waiting:
        key, node = waiting.pop()
        if isinstance(node.value, dict):
            waiting += reversed(node.value.items())
        elif isinstance(node.value, list):
            waiting += [(key, inner) for inner in reversed(node.value)]
        elif key in _SPOKEN and isinstance(node.value, str):
            yield node.value


_NO_MAP = "it does not begin with 'pilothouse: 1', so it is no workflow"
