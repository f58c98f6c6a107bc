# SPDX-License-Identifier: Apache-2.0
"""Summaries of runs: counted together; and their cache, a small file a run, believed only for the very journal."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.projections.views import Summary, TurnCounts

Stamp = tuple[int, int]
"""Size in bytes and modification time in ns of a journal."""

_FORM = 4
_Kept = TypeAdapter(tuple[int, str, int, int, Summary])


def turns_by_backend(backends: Iterable[Mapping[str, TurnCounts]]) -> dict[str, TurnCounts]:
    """The turns of several runs together, by backend."""
    turns: Counter[str] = Counter()
    failures: dict[str, Counter[str]] = {}
    for run in backends:
        for name, counts in run.items():
            turns[name] += counts.turns
            failures.setdefault(name, Counter()).update(counts.failures)
    return {name: TurnCounts(turns[name], dict(failures[name].most_common())) for name in sorted(failures)}


class SummaryCache:
    """Summaries under `folder`, made when first needed. What cannot be read or written is simply not cached."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._version = our_version()

    def get(self, run: str, stamp: Stamp) -> Summary | None:
        """The summary of a run whose journal has this stamp."""
        try:
            form, made_by, size, mtime, summary = _Kept.validate_json((self._folder / f"{run}.json").read_bytes())
        except (OSError, ValidationError):
            return None
        fits = (form, made_by, size, mtime, summary.run) == (_FORM, self._version, *stamp, run)
        return summary if fits else None

    def put(self, run: str, stamp: Stamp, summary: Summary) -> None:
        """Keep a summary."""
        path = self._folder / f"{run}.json"
        with suppress(OSError, ValueError):  # half a character, as agents may tell it, has no bytes
            self._folder.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(f".{os.getpid()}")
            draft.write_bytes(_Kept.dump_json((_FORM, self._version, *stamp, summary)))
            draft.replace(path)


def our_version() -> str:
    """The version of Pilothouse that runs."""
    try:
        return version("pilothouse")
    except PackageNotFoundError:
        return "unknown"
