# SPDX-License-Identifier: Apache-2.0
"""What waits, in a real window: an approval among forty runs is accepted, and a budget raised, in three acts each."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

from engine.kernel.events import Answered, Raised
from engine.runtime.host import host_pid, stop_host
from tests.helpers import stories
from tests.helpers.runs import events, eventually, run_folder
from tests.helpers.screen import Monitor, Screen, needs_screen
from tests.helpers.stories import START

pytestmark = [pytest.mark.display, pytest.mark.slow, pytest.mark.timeout(400), needs_screen]


@pytest.fixture
def screen(data_dir: Path) -> Iterator[Screen]:
    """A screen; whatever drives runs at the end of the test ends with it."""
    try:
        with Screen() as shown:
            yield shown
    finally:
        _end_hosts(data_dir)


def _end_hosts(data_dir: Path) -> None:
    """The engine host, and one that was started a moment ago and has not taken its lock yet."""
    stop_host(data_dir)
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            ours = process.environ().get("PILOTHOUSE_DATA_DIR") == str(data_dir)
            if ours and process.cmdline()[-1:] == ["engine"]:
                process.kill()
                process.wait(20)


def test_among_forty_runs_keys_accept_an_approval_and_the_mouse_raises_a_budget(
    screen: Screen, data_dir: Path, tmp_path: Path
) -> None:
    for n in range(33):
        stories.finished_story(f"done-{n}", start=START + timedelta(minutes=n)).write(data_dir)
    for n in range(5):
        stories.blocked_story(f"blocked-{n}", repository=f"/src/p{n}").write(data_dir)
    stories.budget_story("budget").write(data_dir)
    stories.approval_story("waits", start=START + timedelta(hours=9)).write(data_dir)
    monitor = Monitor(screen, tmp_path)
    monitor.until(lambda seen: len(seen.rows("homeList")) == 13, "what waits")
    monitor.click_row("homeList", "Approval · hand-over · Totals ignore the discount")
    monitor.until(lambda seen: seen.focus == "homeList", "the keyboard in the list")
    screen.do("sleep", 1.2)  # no key answers in the first second

    screen.press("a")
    monitor.until(lambda seen: "Accept: hand-over" in seen.text("needArmed"), "what would be accepted")
    screen.do("sleep", 0.6)  # nor does the second act at once
    screen.press("y")
    eventually(lambda: any(isinstance(e.body, Answered) for e in events(run_folder("waits"))), "the answer")
    [answered] = [e.body for e in events(run_folder("waits")) if isinstance(e.body, Answered)]
    assert (answered.answer, answered.by.via) == ("accept", "monitor")

    monitor.click_row("homeList", "Budget reached · fix · Totals ignore the discount")
    screen.do("sleep", 1.2)
    monitor.click("need:raise")
    monitor.until(lambda seen: seen.focus == "needRaise:turns", "the field")
    screen.press("Return")
    eventually(lambda: any(isinstance(e.body, Raised) for e in events(run_folder("budget"))), "the raise")
    eventually(lambda: host_pid(data_dir) is not None, "the engine host that goes on with it")
