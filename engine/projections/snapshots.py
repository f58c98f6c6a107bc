# SPDX-License-Identifier: Apache-2.0
"""Snapshots of long runs: a folded journal kept beside the runs, so that opening one again folds only what came since.

A snapshot is believed only for the journal it was made from, and may be deleted at any moment. It is read and written
in small pieces, so that a thread that does it lets others on all the time.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from engine.projections.run import RunProjection
from engine.projections.summaries import our_version

LEAST = 5_000
"""Records that a journal must have grown by before a snapshot pays."""

_FORM = 1
_PIECE = 1 << 16
_CODE = ("engine.kernel", "engine.projections")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run as folded up to byte `offset` of its journal; `mark` are the bytes before that."""

    offset: int
    mark: bytes
    projection: RunProjection


class Snapshots:
    """Snapshots under `folder`, made when first needed. What cannot be read or written is simply not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, run: str) -> Snapshot | None:
        """The snapshot of a run, if this very code made it."""
        try:
            with (self._folder / run).open("rb", buffering=0) as file:
                source = Unpickler(Pieces(file))
                if source.load() != _made_by():
                    return None
                offset, mark = source.load()
                projection = source.load()
        except Exception:  # noqa: BLE001 - whatever a broken one raises: the journal is the truth
            return None
        return Snapshot(offset, mark, projection) if isinstance(projection, RunProjection) else None

    def put(self, run: str, snapshot: Snapshot) -> None:
        """Keep a snapshot."""
        path = self._folder / run
        draft = path.with_name(f".{run}.{os.getpid()}")
        with suppress(OSError, RecursionError, pickle.PicklingError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with draft.open("wb", buffering=0) as file, _deep():
                sink = pickle.Pickler(Pieces(file), protocol=5)
                for part in (_made_by(), (snapshot.offset, snapshot.mark), snapshot.projection):
                    sink.dump(part)
            draft.replace(path)

    def forget(self, run: str) -> None:
        """Drop what is kept of a run."""
        with suppress(OSError):
            (self._folder / run).unlink()


class Pieces(io.RawIOBase):
    """A file in Python's own hands: between two pieces other threads get their turn."""

    def __init__(self, file: io.RawIOBase | Any) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        data: bytes = self._file.read(size)
        while 0 <= len(data) < size and (more := self._file.read(size - len(data))):
            data += more
        return data

    def readline(self, size: int | None = -1) -> bytes:
        line: bytes = self._file.readline(size)
        return line

    def write(self, data: Any) -> int:
        view = memoryview(data)
        for start in range(0, len(view), _PIECE):
            self._file.write(view[start : start + _PIECE])
        return len(view)


class Unpickler(pickle.Unpickler):
    """Makes records of ours and plain values, nothing else: no function is ever called."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        plain = module in ("builtins", "collections") and name in ("set", "frozenset", "deque", "OrderedDict")
        ours = module.startswith("engine.") and isinstance(found, type)
        if plain or (ours and (is_dataclass(found) or issubclass(found, BaseModel | RunProjection))):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a snapshot")


@contextmanager
def _deep() -> Iterator[None]:
    """A tree of blocks is deeper than Python's own limit for pickling allows."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 5_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _made_by() -> tuple[Any, ...]:
    """What must be the same for a snapshot to be read: the code that made it."""
    folders = (Path(str(sys.modules[name].__file__)).parent for name in _CODE)
    stamps = tuple(file.stat().st_mtime_ns for folder in folders for file in sorted(folder.rglob("*.py")))
    return (_FORM, our_version(), sys.version, stamps)
