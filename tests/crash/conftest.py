# SPDX-License-Identifier: Apache-2.0
"""Says at the end how often drivers were killed, and how often it made a difference."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for all of the crash matrix."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    counted = [value for report in reports for name, value in report.user_properties if name == "crash"]
    if counted:
        points, diverged = (sum(column) for column in zip(*counted, strict=True))
        terminalreporter.write_line(
            f"crash matrix: drivers died at {points} points of {len(counted)} runs, {diverged} divergences"
        )
