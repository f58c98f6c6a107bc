# SPDX-License-Identifier: Apache-2.0
"""Why nobody drives a run: the words of who tried and could not, beside its journal until somebody drives it again."""

from __future__ import annotations

import logging
import stat
from contextlib import suppress

from engine.journal.storage import DISK, write_atomic
from engine.journal.store import RunFolder

MOST_BYTES = 4_096
"""How long these words may be."""

log = logging.getLogger("pilothouse.journal")


def keep_why(folder: RunFolder, words: str) -> None:
    """Keep why `folder`'s run is not driven, for people. Where the disk refuses, the log has it. Blocks."""
    said = words.encode("utf-8", "replace")[:MOST_BYTES].decode("utf-8", "ignore")
    try:
        if why_undriven(folder) != said:
            write_atomic(DISK, folder.undriven, said.encode())
    except OSError as error:
        log.error("why run %s is not driven cannot be kept: %s", folder.id, error)


def why_undriven(folder: RunFolder) -> str:
    """The words, while nobody drives the run; empty where nobody left any. Blocks."""
    with suppress(OSError):
        if stat.S_ISREG(folder.undriven.lstat().st_mode):  # a pipe would never end, and a link tells of another file
            with folder.undriven.open("rb") as file:
                return file.read(MOST_BYTES).decode("utf-8", "replace")
    return ""


def forget_why(folder: RunFolder) -> None:
    """Somebody drives the run. Blocks."""
    with suppress(OSError):
        folder.undriven.unlink(missing_ok=True)
