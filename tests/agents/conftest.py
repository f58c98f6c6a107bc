# SPDX-License-Identifier: Apache-2.0
"""Runs each scenario with each real agent, and prints how it went as a table. Not a part of the ordinary suite."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

from tests.agents.agents import AGENTS, CACHE, Agent

collect_ignore_glob = [] if CACHE in os.environ else ["test_*.py"]
_table: dict[str, dict[str, str]] = defaultdict(dict)


@pytest.fixture(params=AGENTS, ids=lambda agent: agent.row)
def agent(request: pytest.FixtureRequest) -> Agent:
    """One of the agents, if it is installed and offers the scenario."""
    found: Agent = request.param
    scenario = request.function.__name__.removeprefix("test_")
    if scenario in found.cannot:
        pytest.skip(found.cannot[scenario])
    if not found.programs.is_dir():
        pytest.skip("not installed")
    return found


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    outcome = yield
    report = outcome.get_result()
    row = getattr(getattr(item, "callspec", None), "params", {}).get("agent")
    if row is not None and (report.when == "call" or report.outcome != "passed"):
        scenario = item.function.__name__.removeprefix("test_")  # type: ignore[attr-defined]
        skipped = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else ""
        words = {"passed": f"{report.duration:.1f} s", "failed": "FAILED", "skipped": f"- {skipped}"}
        if _table[scenario].get(row.row) != words["failed"]:  # of several, one that fails tells
            _table[scenario][row.row] = words[report.outcome].replace("Skipped: ", "")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _table:
        return
    rows = [agent.row for agent in AGENTS]
    terminalreporter.section("real agents")
    terminalreporter.line("| scenario | " + " | ".join(rows) + " |")
    terminalreporter.line("|---|" + "---|" * len(rows))
    for scenario, cells in _table.items():
        name = scenario.replace("_", " ")
        terminalreporter.line(f"| {name} | " + " | ".join(cells.get(row, "") for row in rows) + " |")
