# SPDX-License-Identifier: Apache-2.0
"""Under a made-up language every page and dialog speaks it, and from right to left the window is mirrored."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QTabWidget,
    QTreeView,
    QWidget,
)

from app.figures import money
from app.labels import ElidedLabel, WrapLabel
from app.text import clean
from app.translate import set_place
from app.window import MonitorWindow
from tests.app.monitor import find, monitor, until
from tests.app.test_accessibility import PAGES, opened
from tests.helpers import stories

TOOL = Path(__file__).resolve().parents[2] / "packaging" / "translations" / "collect.py"

DATA = re.compile(
    r"""[\W\d_]*|                                       # signs and figures
    [\w./-]*[/.\d][\w./: -]*|                           # paths, versions, times
    (Pilothouse|Enter|Escape|Esc|Return|Home|End|PgUp|PgDown|Tab|Del|Space|F\d+|(Ctrl|Alt|Shift)\+.+|[A-Za-z?])
    """,
    re.VERBOSE,
)
"""What is no word: figures, paths, keys and the product."""

TOLD = {
    *("Totals", "Search", "webshop", "Totals\nwebshop", "fix", "hand-over", "verdict", "commit", "scope", "tests"),
    *("file", "found", "failed", "duration ms", "exit code", "result", "summary", "detail"),  # names of measured facts
    "hand-over asks for your approval: every other gate cleared.",
    *("NOTES.md is there, 1,204 bytes", "2 commits past the fork point, clean"),
    *("done", "done: Notes for the reviewer are written.", "The total now counts the discount."),
    *("Scroll Left", "Scroll Right"),  # Qt's own, which speaks other languages by itself
}
"""What a person, a model, the engine or Qt says."""

STORIED = {"helpText", "helpList", "helpContents"}
"""Widgets that show files: they are in English."""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pseudo")
    subprocess.run([sys.executable, str(TOOL), "--pseudo", str(folder)], check=True)
    return folder / "pilothouse_en.qm"


@pytest.fixture
def spoken(qapp: QApplication, catalogue: Path) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(catalogue))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.fixture
def _agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.agents.available", lambda base_url=None: [])


def words_of(widget: QWidget) -> Iterator[str]:
    """What a person reads on it, or hears of it."""
    yield widget.accessibleName()
    yield re.sub("<[^>]*>", "", widget.toolTip())
    if isinstance(widget, (QLabel, QAbstractButton, ElidedLabel, WrapLabel)):
        yield widget.text()
    if isinstance(widget, (QLineEdit, QPlainTextEdit)):
        yield widget.placeholderText()
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QTabWidget):
        yield from (widget.tabText(at) for at in range(widget.count()))
    if isinstance(widget, (QTableView, QTreeView)) and widget.model() is not None:
        model = widget.model()
        yield from (str(model.headerData(at, Qt.Orientation.Horizontal) or "") for at in range(model.columnCount()))
    if isinstance(widget, QDialog):
        yield widget.windowTitle()


def english(top: QWidget) -> set[str]:
    """What is read there that did not go through the translator."""
    found = set()
    for widget in (top, *top.findChildren(QWidget)):
        if widget.window() is not top or not widget.isVisible() or widget.objectName() in STORIED:
            continue
        for text in words_of(widget):
            bare = text.replace("&", "").strip()
            if bare and "⟦" not in bare and bare not in TOLD and not DATA.fullmatch(bare):
                found.add(f"{widget.objectName() or type(widget).__name__}: {bare[:80]}")
    return found


@pytest.mark.usefixtures("spoken", "_agents")
async def test_every_page_and_dialog_speaks_the_language(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    stories.budget_story("b", report="Search").write(tmp_path)
    found: dict[str, set[str]] = {}
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.loaded)
        window.resize(1500, 950)
        for page in PAGES:
            window.do_act(f"page-{page}")
            QApplication.sendPostedEvents()
            found[page] = english(window)
        window.open_node("a", "fix")
        await until(lambda: window.feed.picture)
        for tabs in (window.inspector.tabs, window.run_view.tabs):
            for at in range(tabs.count()):
                tabs.setCurrentIndex(at)
                found[f"run, {tabs.tabText(at)}"] = english(window)
        for name, act in opened(window):
            act()
            dialogs = [one for one in window.findChildren(QDialog) if one.isVisible()]
            for dialog in dialogs:
                found[name] = english(dialog)
                for tabs in dialog.findChildren(QTabWidget):
                    for at in range(tabs.count()):
                        tabs.setCurrentIndex(at)
                        found[f"{name}, {tabs.tabText(at)}"] = english(dialog)
                dialog.close()
                QApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)

    assert sorted({fault for faults in found.values() for fault in faults}) == []


@pytest.mark.usefixtures("spoken")
async def test_from_right_to_left_the_window_is_mirrored(tmp_path: Path, qapp: QApplication) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    set_place(QLocale("ar_EG"))
    try:
        async with monitor(tmp_path) as window:
            await until(lambda: window.feed.picture)
            for page in PAGES:
                window.do_act(f"page-{page}")
                window.grab()
            assert left(find(window, QWidget, "launchButton"), window) < window.width() / 2
            assert left(window.side, window) > window.width() / 2
            code = find(window, QWidget, "diffText")
            assert code.layoutDirection() is Qt.LayoutDirection.LeftToRight
            assert money(1234.5) == clean(money(1234.5))
    finally:
        set_place(QLocale.c())
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def left(widget: QWidget, window: MonitorWindow) -> int:
    return widget.mapTo(window, widget.rect().topLeft()).x()
