# SPDX-License-Identifier: Apache-2.0
"""Holds that were put aside until their evidence changes, kept in the data directory. No Qt in here."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engine.projections import HoldView

NAME = "snoozed.json"


class Snoozed:
    """A small file that all windows of a data directory share; where it is gone or damaged, nothing is snoozed."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / NAME
        self._stamp: tuple[int, int] | None = None
        self._kept: dict[str, str] = {}

    def refresh(self) -> bool:
        """Read the file again if another window has written it; True if it has."""
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        kept: object = {}
        with suppress(OSError, ValueError, RecursionError):
            kept = json.loads(self._path.read_bytes())
        self._kept = {str(key): str(value) for key, value in kept.items()} if isinstance(kept, dict) else {}
        return True

    def has(self, hold: HoldView) -> bool:
        """Whether it was put aside as it stands now."""
        kept = self._kept.get(_key(hold))
        return kept is not None and kept == fingerprint(hold)

    def put(self, hold: HoldView, known: Iterable[HoldView]) -> None:
        """Put one aside; what is not among the `known` holds any more is forgotten. Raises OSError."""
        self.refresh()
        open_ = {_key(one) for one in known}
        self._write({key: value for key, value in self._kept.items() if key in open_} | {_key(hold): fingerprint(hold)})

    def take_back(self, hold: HoldView) -> None:
        """Show one again. Raises OSError."""
        self.refresh()
        self._write({key: value for key, value in self._kept.items() if key != _key(hold)})

    def _write(self, kept: dict[str, str]) -> None:
        part = self._path.with_name(f"{NAME}.{os.getpid()}.part")
        part.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        os.replace(part, self._path)
        self._kept, self._stamp = kept, self._stamp_now()

    def _stamp_now(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = self._path.stat()
            return found.st_mtime_ns, found.st_size
        return None


def fingerprint(hold: HoldView) -> str:
    """What changes with anything that a person would look at again."""
    seen = json.dumps([hold.seq, hold.commit, hold.sentence, dict(hold.evidence)], sort_keys=True, default=str)
    return hashlib.sha256(seen.encode()).hexdigest()


def _key(hold: HoldView) -> str:
    return f"{hold.run}/{hold.id}"
