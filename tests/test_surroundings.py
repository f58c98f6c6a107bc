# SPDX-License-Identifier: Apache-2.0
"""The guards of the root conftest do guard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_LEAKY = """
import subprocess, sys

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
KEPT = []

def test_leaves_a_child():
    KEPT.append(subprocess.Popen(SLEEP))

def test_leaves_an_orphan_in_a_session_of_its_own():
    script = f"import subprocess; subprocess.Popen({SLEEP!r}, start_new_session=True)"
    subprocess.run([sys.executable, "-c", script], check=True)

def test_leaves_nothing():
    subprocess.run([sys.executable, "-c", ""], check=True)
"""


def test_a_test_that_leaves_a_process_fails(tmp_path: Path) -> None:
    guard = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(guard.replace("_GRACE_S = 3.0", "_GRACE_S = 0.2"), encoding="utf-8")
    (tmp_path / "test_leaky.py").write_text(_LEAKY, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert "3 passed, 2 errors" in done.stdout
    assert done.stdout.count("left behind: process") >= 2


def test_nothing_of_the_user_reaches_a_test(data_dir: Path) -> None:
    identity = subprocess.run(["git", "config", "--get", "user.email"], capture_output=True, text=True, timeout=10)

    assert identity.stdout.strip() == "pilot@example.invalid"
    assert os.environ["PILOTHOUSE_DATA_DIR"] == str(data_dir)
    assert not data_dir.exists()
    assert not [name for name in os.environ if name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "PILOTHOUSE_RUN")]


@pytest.mark.skipif(bool(os.environ.get("PILOTHOUSE_TEST_DISPLAY")), reason="this test run was given a display")
def test_no_display_is_touched() -> None:
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
