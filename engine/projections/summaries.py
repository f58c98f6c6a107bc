# SPDX-License-Identifier: Apache-2.0
"""The cache of run summaries: one small file a run, believed only for the very journal it was made from."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.projections.views import Summary

Stamp = tuple[int, int]
"""Size in bytes and modification time in ns of a journal."""

_FORM = 3
_Kept = TypeAdapter(tuple[int, str, int, int, Summary])


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
        with suppress(OSError):
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
