# SPDX-License-Identifier: Apache-2.0
"""Whoever has no mouse, or does not see the screen, is told what happens, keeps their place, sees where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.details import details_of
from app.focusring import FocusRing, Ring
from app.labels import ElidedLabel, WrapLabel
from app.theme import theme
from app.widgets import StatusPill
from tests.app.monitor import find, monitor, until
from tests.helpers import stories


async def test_a_hold_that_was_answered_elsewhere_takes_nobody_to_another_run(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    stories.budget_story("b", report="Search").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture)
        window.open_hold(next(one for one in window.feed.summaries if one.run == "a").holds[0])
        assert window.side.needs.currentIndex().isValid()

        stories.finished_story("a", report="Totals").write(tmp_path)
        await until(lambda: window.side.needs_model.rowCount() == 1)

        assert (window.selection.run, window.page) == ("a", "run")


async def test_a_filter_that_hides_the_selected_run_selects_no_other(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    stories.budget_story("b", report="Search").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture)
        window.open_home()

        window.side.runs_model.set_filter("search")

        assert (window.selection.run, window.page) == ("a", "home")


async def test_what_comes_to_wait_is_said_and_takes_no_focus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("app.notify.outside.announce", lambda _, text: said.append(text))
    stories.running_story("a", report="Totals").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture)
        monkeypatch.setattr(window, "isActiveWindow", lambda: True)
        window.around.outside._burst.setInterval(1)
        window.run_view.tree.setFocus()

        stories.approval_story("a", report="Totals").write(tmp_path)
        await until(lambda: said)

        assert said[0].startswith("Approval · hand-over. Totals")
        assert window.focusWidget() is window.run_view.tree


async def test_a_damaged_journal_leads_to_what_repairs_it(tmp_path: Path) -> None:
    folder = stories.finished_story("bad").write(tmp_path)
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "journal.jsonl").write_bytes(b"".join(lines[:6] + lines[7:]))
    async with monitor(tmp_path, run="bad") as window:
        repair = find(window, QPushButton, "repairButton")
        await until(repair.isVisible)

        repair.click()
        assert QGuiApplication.clipboard().text() == "pilothouse repair bad"

        (folder / "journal.jsonl").write_bytes(b"".join(lines[:6]))  # as `repair --cut` leaves it
        await until(lambda: not repair.isVisible())
        assert window.feed.summaries[0].live


async def test_what_is_known_of_a_run_can_be_copied(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals").write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture)

        window.do_act("copy-details")

        copied = QGuiApplication.clipboard().text()
        assert copied == details_of(window.feed.summaries[0])
        for part in ("run: a", "repository: /home/ann/code/webshop", "h1 approval at hand-over", "NOTES.md is there"):
            assert part in copied
        side = ["page:library", "togetherButton", "needsYouList", "pauseAllButton", "resumeAllButton", "runsFilter"]
        assert [name for name in _chain(window) if name in {*side, "runsTree"}] == [*side, "runsTree"]
        window.do_act("copy-said")
        assert "a" in QGuiApplication.clipboard().text() != copied


def test_a_screen_reader_finds_text_and_no_markup(qtbot: QtBot) -> None:
    for label, told in (
        (ElidedLabel("a <b> of & that"), "a <b> of & that"),
        (WrapLabel("two\nlines"), "two\nlines"),
        (StatusPill("waiting"), "needs you"),
    ):
        qtbot.addWidget(label)
        found = QAccessible.queryAccessibleInterface(label)

        assert found.role() == QAccessible.Role.StaticText
        assert found.text(QAccessible.Text.Name) == told
        assert "div" not in found.text(QAccessible.Text.Description)


def test_what_a_label_says_is_copied_whole(qtbot: QtBot) -> None:
    said = "its journal is damaged after line 20"
    for label in (
        ElidedLabel(said),
        WrapLabel(said),
    ):
        qtbot.addWidget(label)
        label.resize(40, 20)
        label.show()
        at = label.rect().center()
        QApplication.sendEvent(label, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, label.mapToGlobal(at)))
        (menu,) = label.findChildren(QMenu)
        menu.actions()[0].trigger()
        menu.close()

        assert QGuiApplication.clipboard().text() == said
        QGuiApplication.clipboard().clear()


def test_what_has_the_keyboard_shows_it(qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    ring = FocusRing(app)
    window = QWidget()
    qtbot.addWidget(window)
    box = QVBoxLayout(window)
    field, shown = QPushButton("before"), QListWidget()
    field.setProperty("kind", "primary")
    box.addWidget(field)
    box.addWidget(shown)
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    field.setFocus()
    assert _edge(field, 3) == theme().colour("on_accent").name(), "a filled button shows it inside"

    QTest.keyClick(field, Qt.Key.Key_Tab)
    with_ring = _edge(shown)
    QTest.keyClick(shown, Qt.Key.Key_Backtab)

    assert with_ring == theme().colour("accent").name()
    assert _edge(shown) != with_ring
    assert [one.parentWidget() for one in window.findChildren(Ring) if one.isVisible()] == [field]
    ring.close()


def _edge(widget: QWidget, x: int = 1) -> str:
    image: QImage = widget.grab().toImage()
    return image.pixelColor(x, image.height() // 2).name()


def _chain(window: QWidget) -> list[str]:
    """Names in the order in which Tab comes to what is shown of them."""
    names, here = [], window.nextInFocusChain()
    while here is not None and here is not window:
        names.append(here.objectName())
        here = here.nextInFocusChain()
    return names
