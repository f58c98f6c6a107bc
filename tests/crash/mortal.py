# SPDX-License-Identifier: Apache-2.0
"""What is done to a driver's process before it begins: to die after a record, or to find the disk full."""

from __future__ import annotations

import errno
import os
import signal
from pathlib import Path

from engine.journal.file import JournalFile
from engine.journal.storage import Disk


def die_after(records: str) -> None:
    """Write each record by itself, and be killed right after so many."""
    left = int(records)
    append = JournalFile.append

    def one_by_one(file: JournalFile, data: bytes) -> None:
        nonlocal left
        for line in data.splitlines(keepends=True):
            append(file, line)
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    JournalFile.append = one_by_one  # type: ignore[method-assign, assignment]


def no_space(flag: str) -> None:
    """While the file `flag` is there, the disk takes nothing that is written through the storage seam."""
    write = Disk.write

    def refuse(disk: Disk, handle: int, data: bytes) -> int:
        if Path(flag).exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(disk, handle, data)

    Disk.write = refuse  # type: ignore[method-assign, assignment]
