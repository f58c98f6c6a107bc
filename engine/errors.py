# SPDX-License-Identifier: Apache-2.0
"""Every error of ours, with a stable code and the exit status a command ends with.

    PilothouseError                 exit 1
    ├── UsageError                  exit 2   faulty arguments, workflow or file
    └── Refused                     exit 5   somebody else drives, or the evidence has moved

A message says what happened, to what (quoted with ``!r``), and what to do next. Keep the cause: ``raise X(...) from error``.
"""

from __future__ import annotations

from typing import ClassVar


class PilothouseError(Exception):
    """Base of every error of ours; catch this at a border, never ``Exception``."""

    code: ClassVar[str] = "internal"
    """Stable across releases, for scripts: lower case, words joined by ``-``."""

    exit_code: ClassVar[int] = 1
    """Status that a command ends with when this error reaches it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UsageError(PilothouseError):
    """Arguments, a workflow or a file that cannot be used as given."""

    code = "usage"
    exit_code = 2


class Refused(PilothouseError):
    """The request is sound but may not happen now: another driver, an outdated or a given answer."""

    code = "refused"
    exit_code = 5
