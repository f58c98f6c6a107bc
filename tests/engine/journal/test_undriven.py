# SPDX-License-Identifier: Apache-2.0
"""Why nobody drives a run: kept for people as it was said, and never a reason to hang or to tell of other files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from engine.journal import RunFolder, forget_why, keep_why, why_undriven
from engine.journal.undriven import MOST_BYTES


def test_words_of_any_kind_are_kept_cut_and_forgotten(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    for words in ("its profile is gone", "é" * 10_000, "half \ud800", "{name} %1 \0"):
        keep_why(folder, words)
        assert why_undriven(folder)[:5] == words[:5]
        assert len(why_undriven(folder).encode()) <= MOST_BYTES
    forget_why(folder)
    assert why_undriven(folder) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_br_044_a_pipe_a_link_or_a_folder_in_its_place_says_nothing_and_blocks_nobody(tmp_path: Path) -> None:
    folder, other = RunFolder(tmp_path), tmp_path / "other"
    other.write_text("of somebody else")
    os.mkfifo(folder.undriven)
    assert why_undriven(folder) == ""
    folder.undriven.unlink()
    folder.undriven.symlink_to(other)
    assert why_undriven(folder) == ""
    keep_why(folder, "its profile is gone")
    assert (why_undriven(folder), other.read_text()) == ("its profile is gone", "of somebody else")
    folder.undriven.unlink()
    folder.undriven.mkdir()
    keep_why(folder, "it is only logged")
    assert why_undriven(folder) == ""
