# SPDX-License-Identifier: Apache-2.0
"""What was done, in a real window: two attempts compared, and the message found in which a file was deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import stories
from tests.helpers.screen import Monitor, Screen, needs_screen
from tests.helpers.told import speak, story_with_two_attempts

pytestmark = [pytest.mark.display, pytest.mark.slow, pytest.mark.timeout(400), needs_screen]


@pytest.fixture
def screen() -> Iterator[Screen]:
    with Screen() as shown:
        yield shown


def test_two_attempts_are_compared_in_two_acts(
    screen: Screen, data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTHOUSE_DATA_DIR", str(tmp_path / "data"))
    story_with_two_attempts(tmp_path)
    monitor = Monitor(screen, tmp_path)

    monitor.click_row("blockTree", "reproduce")  # one
    monitor.click("compareButton")  # two

    seen = monitor.until(lambda seen: "comparePane" in seen.widgets, "both attempts")
    assert "attempt 1" in seen.text("compareChooser:left")
    assert "attempt 2" in seen.text("compareChooser:right")
    monitor.until(lambda seen: {"compareDiff:left", "compareDiff:right"} <= seen.widgets.keys(), "both diffs")


def test_the_message_in_which_a_file_was_deleted_is_found_in_three_acts(
    screen: Screen, data_dir: Path, tmp_path: Path
) -> None:
    for n in range(4):
        stories.finished_story(f"r-{n}").write(data_dir)
        speak(data_dir, f"r-{n}", "fix", 1, *((1, "message", f"look {i}\n" * 5, i) for i in range(60)))
    speak(data_dir, "r-2", "check", 1, (1, "message", "Now I clear up.", 1), (1, "tool_call", "git rm -q legacy.py", 2))
    monitor = Monitor(screen, tmp_path)
    monitor.click("statusBar")
    monitor.until(lambda seen: len(seen.rows("runsTree")) >= 4, "the runs")

    screen.press("ctrl+shift+f")  # one
    monitor.until(lambda seen: seen.focus == "transcriptSearchField", "the field")
    screen.type("rm -q legacy.py")  # two
    monitor.until(lambda seen: len(seen.rows("transcriptSearchHits")) == 1, "where it was said")
    screen.press("Return")  # three

    monitor.until(lambda seen: seen.enabled("transcriptView"), "the transcript")
    monitor.click("transcriptView")
    screen.press("ctrl+a", "ctrl+c")
    monitor.until(lambda seen: "git rm -q legacy.py" in seen.clipboard, "the message itself")
