# SPDX-License-Identifier: Apache-2.0
"""A walk over every screen: each control that is shown has a name for screen readers, and Tab reaches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.faults import Faults
from app.settings.dialog import SettingsDialog
from app.tour import Tour
from app.window import MonitorWindow
from engine.agents import BackendStatus
from tests.app.monitor import monitor, until
from tests.helpers import stories

CONTROLS = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit),
    *(QTextEdit, QTabBar),
)
PARTS_OF = (QComboBox, QAbstractSpinBox, QLineEdit, QTabBar, QAbstractItemView)
"""What is inside one of these is a part of it: it is named by it, and reached through it."""

NOT_BY_TAB = {
    "commandPaletteList": "the field above it moves it, by the arrow keys",
}
"""Controls that Tab does not stop at, with the reason."""


def controls(top: QWidget) -> list[QWidget]:
    """Whatever a person acts on there now."""
    found = []
    for widget in top.findChildren(QWidget):
        own = isinstance(widget, CONTROLS) and not isinstance(widget, (QScrollBar, QHeaderView))
        if own and widget.isVisible() and widget.isEnabled() and widget.window() is top and not _inside(widget, top):
            found.append(widget)
    return found


def _inside(widget: QWidget, top: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and above is not top:
        if isinstance(above, PARTS_OF):
            return True
        above = above.parentWidget()
    return False


def name_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def told(widget: QWidget) -> str:
    above = widget.parentWidget()
    inside = type(above).__name__ if above is not None else ""
    return widget.objectName() or f"{type(widget).__name__} {name_of(widget)!r} in {inside}"


def walk(top: QWidget) -> list[QWidget]:
    """Where the focus stops as the key Tab is pressed, from its first stop around to it again."""
    stops: list[QWidget] = []
    for _ in range(200):
        here: QWidget | None = top.focusWidget()
        QTest.keyClick(here or top, Qt.Key.Key_Tab)
        now: QWidget | None = top.focusWidget()
        assert now is not None, f"nothing has the focus after {told(stops[-1]) if stops else 'the first Tab'}"
        if now in stops:
            assert now is stops[0], f"a trap: Tab comes back to {told(now)}"
            break
        stops.append(now)
    return stops


def faults_of(top: QWidget) -> list[str]:
    reached = walk(top)
    found = [f"no name: {told(one)}" for one in controls(top) if not name_of(one)]
    for one in controls(top):
        proxy = one.focusProxy() or one
        if proxy not in reached and one.objectName() not in NOT_BY_TAB and not _one_of_a_group(one, reached):
            found.append(f"not by Tab: {told(one)}")
    return found


def _one_of_a_group(widget: QWidget, reached: list[QWidget]) -> bool:
    """Of buttons that exclude each other Tab stops at one, and the arrow keys go on."""
    if not isinstance(widget, QAbstractButton) or not (widget.autoExclusive() and widget.isCheckable()):
        return False
    above = widget.parentWidget()
    return above is not None and any(one in reached for one in above.findChildren(type(widget)))


PAGES = ("home", "run", "fleet", "history", "library")


async def test_every_page_of_the_window(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    stories.budget_story("b", report="Search").write(tmp_path)
    found = {}
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        window.resize(1500, 950)
        for page in PAGES:
            window.do_act(f"page-{page}")
            QApplication.sendPostedEvents()
            found[page] = faults_of(window)
        window.open_node("a", "fix")
        await until(lambda: window.feed.picture)
        for tabs in (window.inspector.tabs, window.run_view.tabs):
            for at in range(tabs.count()):
                tabs.setCurrentIndex(at)
                found[f"run, {tabs.tabText(at)}"] = faults_of(window)

    assert {page: faults for page, faults in found.items() if faults} == {}


@pytest.fixture
def _agents(monkeypatch: pytest.MonkeyPatch) -> None:
    status = BackendStatus("scripted", True, None, "sandboxed by bubblewrap")
    monkeypatch.setattr("engine.agents.available", lambda base_url=None: [status])


def opened(window: MonitorWindow) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every dialog that stands by itself, and what opens it."""
    faults = Faults(window)
    faults.note("The timeline could not be drawn", None)
    window.know_faults(faults)
    yield "launch", window.open_launch
    yield "settings", window.open_settings
    yield "palette", window.open_palette
    yield "help", window.around.open_help
    yield "faults", window.around.open_faults
    yield "keys", lambda: window.do_act("keys")
    yield "cancel", lambda: window.do_act("cancel")
    yield "new workflow", lambda: window.do_act("new-workflow")


@pytest.mark.usefixtures("_agents")
async def test_every_dialog(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    found: dict[str, list[str]] = {}
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        for name, act in opened(window):
            act()
            dialogs = [one for one in window.findChildren(QDialog) if one.isVisible()]
            assert dialogs, name
            dialog = dialogs[-1]
            found[name] = faults_of(dialog)
            if isinstance(dialog, SettingsDialog):
                for at in range(dialog.tabs.count()):
                    dialog.tabs.setCurrentIndex(at)
                    found[f"settings, {dialog.tabs.tabText(at)}"] = faults_of(dialog)
            assert dialog.accessibleName() or dialog.windowTitle(), name
            for one in dialogs:
                one.close()
                QApplication.sendPostedEvents(one, QEvent.Type.DeferredDelete)
        window.around.start_tour()
        tour = window.findChild(Tour)
        assert tour is not None
        found["tour"] = faults_of(window)
        tour.leave()

    assert {name: faults for name, faults in found.items() if faults} == {}


def test_no_exception_to_tab_is_left_over() -> None:
    import app

    source = "".join(path.read_text(encoding="utf-8") for path in Path(str(app.__file__)).parent.rglob("*.py"))
    assert [name for name in NOT_BY_TAB if name not in source] == []
