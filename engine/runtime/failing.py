# SPDX-License-Identifier: Apache-2.0
"""What a failed turn means: a person's own signatures before what the backend made of it, and how long to wait."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from engine.agents.protocol import TurnResult
from engine.policy.failures import LOOKED_AT, follow_up
from engine.policy.hints import wait_hint_ms
from engine.runtime.settings import SignaturesFile

_STDERR = "stderr.log"


def printed(attempt_dir: Path) -> int:
    """Bytes of error output that earlier turns of the attempt left. Blocks."""
    with suppress(OSError):
        return (attempt_dir / _STDERR).stat().st_size
    return 0


def understood(result: TurnResult, attempt_dir: Path, earlier: int, signatures: SignaturesFile) -> TurnResult:
    """The same result with the class of its failure, and how long its provider asks to wait. Blocks.

    Only a turn that failed is looked at: what an agent says in one that ended well is its own affair.
    """
    if result.reason != "failed":
        return result
    texts = [text for text in (result.message, _tail(attempt_dir, earlier), result.last_message) if text]
    own = signatures.current()
    failure = next((found for text in texts if (found := own.classify(text)) is not None), result.failure)
    wait = result.retry_after_ms
    if wait is None and failure is not None and follow_up(failure) == "wait":
        now = time.time()
        wait = next((ms for text in texts if (ms := wait_hint_ms(text, now)) is not None), None)
    return replace(result, failure=failure, retry_after_ms=wait)


def _tail(attempt_dir: Path, earlier: int) -> str:
    with suppress(OSError), open(attempt_dir / _STDERR, "rb") as file:
        end = file.seek(0, 2)
        file.seek(max(earlier, end - LOOKED_AT))
        return file.read(LOOKED_AT).decode("utf-8", "replace")
    return ""
