# SPDX-License-Identifier: Apache-2.0
"""The monitor's own faults: counted in the status bar, told in a sentence, copied with their details."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from app.faults import KEPT, Faults, FaultsHandler, report_of
from app.faultspanel import FaultsPanel
from tests.app.monitor import find, monitor, until


def raised(text: str) -> ValueError:
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


def test_a_fault_that_repeats_is_one_kind_logged_three_times(caplog: pytest.LogCaptureFixture) -> None:
    faults = Faults()

    for _ in range(50):
        faults.note("A timer failed", raised("bad"))

    (fault,) = faults.all()
    assert (fault.times, faults.count) == (50, 50)
    assert caplog.text.count("ValueError: bad") == 3
    assert "repeats" in caplog.text


def test_what_shows_faults_may_be_at_fault_itself() -> None:
    faults = Faults()
    faults.changed.connect(lambda: faults.note("The panel failed", None))

    faults.note("First", None)

    assert {fault.what for fault in faults.all()} == {"First", "The panel failed"}


def test_only_so_many_kinds_are_kept() -> None:
    faults = Faults()
    for n in range(KEPT + 20):
        faults.note(f"Kind {n}", None)

    assert len(faults.all()) == KEPT
    assert faults.count == KEPT + 20


async def test_a_warning_of_the_log_from_any_thread_is_shown_and_does_not_count(qapp: object) -> None:
    faults = Faults()
    handler = FaultsHandler(faults)
    log = logging.getLogger("pilothouse.test_faults")
    log.addHandler(handler)
    try:
        await asyncio.to_thread(log.warning, "The font %s is missing", "Inter")
        log.info("not told")
        await until(lambda: faults.all())
    finally:
        log.removeHandler(handler)

    assert [fault.what for fault in faults.all()] == ["The font Inter is missing"]
    assert faults.count == 0


async def test_the_status_bar_counts_and_the_panel_hides_tracebacks_until_asked(tmp_path: Path) -> None:
    faults = Faults()
    async with monitor(tmp_path) as window:
        button = find(window, QToolButton, "faultsButton")
        window.know_faults(faults)
        assert button.isHidden()

        faults.note("The timeline could not be drawn", raised("<b>no</b> number"))
        assert not button.isHidden()
        assert button.text() == "1 fault"
        assert window.findChild(FaultsPanel) is None, "nothing comes up by itself"

        button.click()
        panel = find(window, FaultsPanel, "faultsPanel")
        assert "ValueError: <b>no</b> number" in panel.list.item(0).text()
        assert panel.details.isHidden()
        panel.shows.click()
        assert "Traceback" in panel.details.toPlainText()

        panel.copy.click()
        copied = QGuiApplication.clipboard().text()
        assert copied == report_of(faults.all())
        assert "The timeline could not be drawn" in copied
        assert "Traceback" in copied

        panel.clear.click()
        assert button.isHidden()
