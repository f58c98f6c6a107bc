# SPDX-License-Identifier: Apache-2.0
"""Reads a JUnit report that hostile code may have written: no document type, no entities, bounded depth and size."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

MAX_BYTES = 64 * 1024 * 1024
_MAX_DEPTH = 64
_MAX_NAMES = 20


class ReportUnreadable(Exception):
    """The file is no JUnit report; the message says why, in half a sentence."""


@dataclass(slots=True)
class Tally:
    """Tests by result, and the names of the first that did not pass. Skipped ones did not run."""

    passed: int = 0
    failed: int = 0
    errors: int = 0
    skipped: int = 0
    failing: list[str] = field(default_factory=list)

    @property
    def ran(self) -> int:
        """Tests that ran to a result."""
        return self.passed + self.failed + self.errors

    def note(self, name: str) -> None:
        """Keep the name of a test that did not pass; only the first few are kept."""
        if name and len(self.failing) < _MAX_NAMES:
            self.failing.append(name)


def read_junit(data: bytes) -> Tally:
    """The tests of a report, counted one by one; a suite that claims more failures than it lists is believed.

    Raises:
        ReportUnreadable: not well-formed, cut short, with a document type, too deep, or not a JUnit report.
    """
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = reader.refuse_doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ReportUnreadable(f"not well-formed: {error}") from error
    return reader.total()


class _Reader:
    def __init__(self) -> None:
        self._path: list[str] = []
        self._tally = Tally()
        self._case = ""
        self._results: set[str] = set()
        self._claimed = {"failures": 0, "errors": 0}

    def refuse_doctype(self, *_: object) -> None:
        raise ReportUnreadable("it has a document type")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._path) >= _MAX_DEPTH:
            raise ReportUnreadable(f"elements nested more than {_MAX_DEPTH} deep")
        name = tag.rsplit(":", 1)[-1]
        if not self._path and name not in ("testsuites", "testsuite"):
            raise ReportUnreadable(f"its root is <{name[:40]}>, not <testsuites>")
        if name == "testsuite" and "testsuite" not in self._path:
            for kind in self._claimed:
                self._claimed[kind] += _number(attributes.get(kind, ""))
        if name == "testcase":
            self._case = "::".join(part for part in (attributes.get("classname"), attributes.get("name")) if part)
            self._results = set()
        elif self._path and self._path[-1] == "testcase" and name in ("failure", "error", "skipped"):
            self._results.add(name)
        self._path.append(name)

    def end(self, _: str) -> None:
        if self._path.pop() != "testcase":
            return
        if "error" in self._results:
            self._tally.errors += 1
        elif "failure" in self._results:
            self._tally.failed += 1
        elif "skipped" in self._results:
            self._tally.skipped += 1
        else:
            self._tally.passed += 1
        if self._results & {"error", "failure"}:
            self._tally.note(self._case[:300])

    def total(self) -> Tally:
        missing = sum(self._claimed.values()) - self._tally.failed - self._tally.errors
        self._tally.errors += max(0, missing)
        return self._tally


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
