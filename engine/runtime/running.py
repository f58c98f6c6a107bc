# SPDX-License-Identifier: Apache-2.0
"""The turns that run now, over all processes of a data directory: one locked file each, gone with its process."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from engine.errors import FleetUnrecorded
from engine.journal import OwnerLock, folder_name, holder, node_of


@dataclass(frozen=True, slots=True)
class Running:
    """What one running turn counts for."""

    backend: str
    account: str
    project: str

    @property
    def backend_name(self) -> str:
        """The backend, as roles call it."""
        return node_of(Path(self.backend))

    @classmethod
    def of(cls, backend: str, account: str, project: str) -> Running:
        """In the short form that file names have; equal for the same only."""
        return cls(folder_name(backend), _short(account), _short(project))


class RunningTurns:
    """Those of one data directory. Blocks; one thread of all processes at a time takes, any may count."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, turn: Running) -> OwnerLock:
        """One more. Raises FleetUnrecorded."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            name = f"{turn.backend}.{turn.account}.{turn.project}.{uuid4().hex}"
            return OwnerLock.take(self.folder / name)
        except OSError as error:
            raise unusable(self.folder, error) from error

    def all(self, *, tidy: bool = True) -> list[Running]:
        """Each turn that runs; with `tidy` what a process that is gone left behind is cleared away.

        Raises:
            FleetUnrecorded: they cannot be counted.
        """
        found = []
        try:
            for name in os.listdir(self.folder):
                path = self.folder / name
                if holder(path) is None:
                    if tidy:
                        path.unlink(missing_ok=True)
                    continue
                parts = name.rsplit(".", 3)
                found.append(Running(*parts[:3]) if len(parts) == 4 else Running(parts[0], "", ""))
        except FileNotFoundError:
            return found
        except OSError as error:
            raise unusable(self.folder, error) from error
        return found


def unusable(path: Path, error: OSError) -> FleetUnrecorded:
    """The turns of the fleet cannot be counted."""
    return FleetUnrecorded(
        f"running turns cannot be counted in {str(path)!r} ({error.strerror}); make it writable, then retry"
    )


def _short(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
