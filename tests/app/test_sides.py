# SPDX-License-Identifier: Apache-2.0
"""A narrow window is a whole one: nothing keeps it wide, and the selected block is a tab of its run."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.window import MonitorWindow
from tests.app.monitor import monitor, until
from tests.helpers import stories

PAGES = ("home", "run", "fleet", "history", "library")
WIDE, NARROW = QSize(1280, 800), QSize(820, 700)


def take(window: MonitorWindow, size: QSize) -> None:
    window.resize(size)
    QApplication.sendPostedEvents()


def shows(window: MonitorWindow, run: str) -> bool:
    return window.feed.picture is not None and window.feed.picture.summary.run == run


def in_a_tab(window: MonitorWindow) -> bool:
    return window.run_view.tabs.indexOf(window.inspector) >= 0


async def test_no_page_keeps_the_window_wide(tmp_path: Path) -> None:
    stories.approval_story("a").write(tmp_path)
    stories.running_story("b").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture)
        for page in PAGES:
            window.do_act(f"page-{page}")
        widths = {}
        for run in ("a", "b"):
            window.open_node(run, "fix")
            await until(partial(shows, window, run))
            for at in range(window.inspector.tabs.count()):
                window.inspector.show_tab(at)
                QApplication.sendPostedEvents()
                widths[f"{run} {at}"] = window.minimumSizeHint().width()
        assert {shown: width for shown, width in widths.items() if width > 800} == {}

        window.memory.text_scale = 2.0
        QApplication.sendPostedEvents()
        assert window.minimumSizeHint().width() <= 1024
        assert in_a_tab(window), "so large, text needs all of the room"
        take(window, QSize(1024, 720))
        assert window.width() == 1024


async def test_in_a_narrow_window_the_inspector_is_a_tab_and_keeps_the_keyboard(tmp_path: Path) -> None:
    stories.running_story("r").write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        await until(lambda: window.feed.picture and window.inspector.speech.field.isVisible())
        assert not in_a_tab(window)
        field, tabs = window.inspector.speech.field, window.run_view.tabs
        field.setFocus()
        field.setPlainText("half a th")

        take(window, NARROW)
        assert in_a_tab(window)
        assert window.focusWidget() is field
        assert field.isVisible()
        take(window, WIDE)
        assert not in_a_tab(window)
        assert window.inspector.isVisible()
        assert window.focusWidget() is field
        assert field.toPlainText() == "half a th"
        assert min(window._main.sizes()) >= 200

        # What is asked of it comes to the front.
        window.run_view.tree.setFocus()
        take(window, NARROW)
        assert tabs.currentWidget() is window.run_view.tree
        assert not window.inspector.isVisible()
        window.do_act("tab-2")
        assert tabs.currentWidget() is window.inspector
        assert window.inspector.gates.isVisible()
        tabs.setCurrentWidget(window.run_view.journal)
        window.do_act("message")
        assert window.focusWidget() is field

        window.do_act("page-fleet")
        take(window, WIDE)
        assert not window.inspector.isVisible(), "another page is shown"
        window.do_act("page-run")
        assert window.inspector.isVisible()
