# SPDX-License-Identifier: Apache-2.0
"""`main` opens the monitor and, told so, closes it again and asks nothing."""

from __future__ import annotations

from pathlib import Path

from app.main import main
from tests.helpers import stories


def test_quit_after_closes_the_window_again_with_exit_0(data_dir: Path) -> None:
    stories.finished_story("done").write(data_dir)

    assert main(["--run", "done", "--quit-after", "0.5"]) == 0
    assert (data_dir / "monitor.ini").exists()


def test_it_opens_on_a_data_directory_that_is_not_there_yet(data_dir: Path) -> None:
    assert main(["--quit-after", "0.2"]) == 0
    assert data_dir.is_dir()
