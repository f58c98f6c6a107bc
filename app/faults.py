# SPDX-License-Identifier: Apache-2.0
"""What went wrong inside the monitor itself: noted once a kind, counted, and shown to whoever asks."""

from __future__ import annotations

import logging
import platform
import traceback
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QObject, Signal, qVersion
from PySide6.QtGui import QGuiApplication

from app.clock import now

KEPT = 100
"""So many kinds of faults are kept, the latest."""

_LOGGED = 3
_logger = logging.getLogger("pilothouse.app")


@dataclass(frozen=True, slots=True)
class Fault:
    """
    One kind of fault.

    Attributes:
        at: when it came last, ISO 8601 in UTC.
        what: what was being done, a sentence without the error.
        error: the error's type and text; empty where there was none.
        details: the traceback.
        times: how often it came.
    """

    at: str
    what: str
    error: str = ""
    details: str = ""
    times: int = 1


class Faults(QObject):
    """
    All faults since the start.

    Attributes:
        count: how many were unhandled; warnings of the log are not among them.
    """

    changed = Signal()  # after a fault was noted, or all were put away
    _arrived = Signal(object)  # a Fault, from any thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self._telling = False
        self._kinds: dict[tuple[str, str], Fault] = {}
        self._arrived.connect(self._add)

    def all(self) -> list[Fault]:
        """The latest first."""
        return sorted(self._kinds.values(), key=lambda fault: fault.at, reverse=True)

    def note(self, what: str, error: BaseException | None) -> None:
        """An unhandled error; each kind is logged a few times only, for a faulty timer repeats for ever."""
        self.count += 1
        told = "" if error is None else f"{type(error).__name__}: {error}"
        known = self._kinds.get((what, told))
        seen = 1 if known is None else known.times + 1
        if seen <= _LOGGED:
            _logger.error("%s", what, exc_info=error, extra={"noted": True})
        elif seen == _LOGGED + 1:
            _logger.error("%s: repeats, not shown any more", what, extra={"noted": True})
        self._add(Fault(_stamp(), what, told, "" if error is None else "".join(traceback.format_exception(error))))

    def note_record(self, record: logging.LogRecord) -> None:
        """What the monitor wrote into its log; from any thread."""
        error = record.exc_info[1] if record.exc_info else None
        told = "" if error is None else f"{type(error).__name__}: {error}"
        details = "" if error is None else "".join(traceback.format_exception(error))
        self._arrived.emit(Fault(_stamp(), record.getMessage(), told, details))

    def put_away(self) -> None:
        """Forget what was shown; the count for the exit code stays."""
        self._kinds.clear()
        self._tell()

    def _add(self, fault: Fault) -> None:
        key = (fault.what, fault.error)
        known = self._kinds.get(key)
        self._kinds[key] = fault if known is None else replace(fault, times=known.times + 1)
        if len(self._kinds) > KEPT:
            del self._kinds[min(self._kinds, key=lambda one: self._kinds[one].at)]
        self._tell()

    def _tell(self) -> None:
        """Once at a time: what shows the faults may be what is at fault."""
        if not self._telling:
            self._telling = True
            self.changed.emit()
            self._telling = False


class FaultsHandler(logging.Handler):
    """Hands the monitor's own warnings and errors to `Faults`."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(logging.WARNING)
        self._faults = faults

    def emit(self, record: logging.LogRecord) -> None:
        if not getattr(record, "noted", False):
            self._faults.note_record(record)


def report_of(faults: list[Fault]) -> str:
    """All of it as text, to be sent to whoever can mend it."""
    lines = [
        f"Pilothouse {_version()}, Python {platform.python_version()}, Qt {qVersion()}"
        f" ({QGuiApplication.platformName()}), {platform.platform()}"
    ]
    for fault in faults:
        lines.append(f"\n{fault.at} · {fault.times}× · {fault.what}")
        lines.append(fault.details.rstrip() or fault.error)
    return "\n".join(line for line in lines if line) + "\n"


def _version() -> str:
    try:
        return version("pilothouse")
    except PackageNotFoundError:
        return "from source"


def _stamp() -> str:
    return now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
