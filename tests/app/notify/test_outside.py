# SPDX-License-Identifier: Apache-2.0
"""Out of the window: what comes while nobody looks is told once, and a click opens the exact hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from app.notify import outside
from app.notify.buckets import Buckets
from app.notify.desktop import OPEN, QUIET
from app.notify.notices import Notice
from app.notify.tray import Tray, tray_icon
from app.settings.dialog import SettingsDialog
from app.settings.notices import NoticesPage
from engine.projections import Summary
from tests.app.monitor import find, monitor, until
from tests.helpers import stories


@pytest.fixture(autouse=True)
def _no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    """No notice of a test reaches the desktop of whoever runs it."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere")
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    monkeypatch.setattr(outside, "BURST_MS", 50)


async def test_what_comes_in_a_burst_is_told_once_and_a_click_opens_the_hold(tmp_path: Path) -> None:
    stories.finished_story("old").write(tmp_path)
    shown: list[Notice] = []

    async def show(notice: Notice) -> bool:
        shown.append(notice)
        return True

    async with monitor(tmp_path) as window:
        out = window.around.outside
        out.desktop.show = show  # type: ignore[method-assign]
        await until(lambda: window.feed.loaded)
        window.open_fleet()

        stories.blocked_story("b", report="Totals").write(tmp_path)
        stories.budget_story("c", report="Search").write(tmp_path)
        await until(lambda: shown)

        (notice,) = shown
        assert notice.title == "2 things wait for you"
        out._on_acted(notice, OPEN)
        assert (window.selection.run, window.selection.hold) == (notice.run, notice.hold)
        assert window.page == "run"

        out._on_acted(notice, QUIET)
        stories.failed_story("d").write(tmp_path)
        await until(lambda: window.feed.summary("d") is not None and not out._due and not out._burst.isActive())
        assert shown == [notice], "quiet for an hour"


async def test_the_tray_has_three_buckets_and_opens_the_exact_hold(tmp_path: Path) -> None:
    stories.approval_story("a", report="<b>APPROVED</b> & done").write(tmp_path)
    stories.budget_story("b").write(tmp_path)
    async with monitor(tmp_path) as window:
        tray = window.around.outside.tray
        await until(lambda: window.feed.loaded and "2 need you" in tray.tooltip())

        lines = [action.text() for action in tray.menu.actions()]
        assert [line for line in lines if line.endswith(")")] == [
            "Needs you (2)",
            "Working (0)",
            "Done since you looked (0)",
        ]
        next(a for a in tray.menu.actions() if a.text().startswith("Budget reached")).trigger()
        assert (window.selection.run, window.page) == ("b", "run")
        assert window.selection.hold is not None


def test_the_tray_shows_how_much_there_is_at_most_and_no_mnemonics(qapp: object) -> None:
    parent = QWidget()
    tray = Tray(parent)
    working = tuple(
        Summary(f"r{n}", "Rock & roll " * 12, "w", "/x", "b", "m", "running", "", "", "", 1) for n in range(20)
    )

    tray.show_buckets(Buckets(working=working))

    texts = [action.text() for action in tray.menu.actions()]
    assert sum("Rock && roll" in text for text in texts) == 8
    assert "and 12 more…" in texts
    for needs, busy, done in ((0, False, 0), (3, True, 1), (250, False, 0)):
        assert not tray_icon(needs, busy, done).isNull()
    parent.deleteLater()


async def test_the_settings_say_how_notices_come_and_refuse_what_are_no_hours(tmp_path: Path) -> None:
    async with monitor(tmp_path) as window:
        window.open_settings("notices")
        page = find(window, NoticesPage, "noticesPage")
        prefs = window.around.outside.prefs
        assert "shows no notices and has no tray" in page.ways.text()

        page.quiet.setText("at night")
        page.quiet.editingFinished.emit()
        assert page.fault.text()
        assert prefs.quiet_hours is None

        page.quiet.setText("22-7")
        page.quiet.editingFinished.emit()
        assert page.quiet.text() == "22:00-07:00"
        assert str(prefs.quiet_hours) == "22:00-07:00"

        page.notices.click()
        assert not prefs.notices
        assert not page.ends.isEnabled()
        find(window, SettingsDialog, "settingsDialog").close()
