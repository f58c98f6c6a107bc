# SPDX-License-Identifier: Apache-2.0
"""The help: every page is there, links lead somewhere, the keys are those that hold, and nothing is loaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.actions import Act
from app.around import _PAGES
from app.help.pages import KEYBOARD, HelpPage, page_of_link, read_pages, search
from app.help.view import HelpWindow, open_help
from app.settings.dialog import _HELP

_LINK = re.compile(r"\]\(([^)]+)\)")


def nothing() -> None:
    pass


ACTS = [Act("go", "Go | there", nothing, "Ctrl+G"), Act("stay", "Stay", nothing)]


def test_every_page_has_a_title_and_every_link_between_pages_leads_to_one() -> None:
    pages = read_pages()
    ids = {page.id for page in pages}

    assert {"first-steps", "workflows", "what-waits-for-you", "out-of-the-window", KEYBOARD} <= ids
    assert {*_PAGES.values(), *_HELP.values()} <= ids, "F1 leads to pages that are there"
    for page in pages:
        assert page.title
        for link in _LINK.findall(page.text):
            assert page_of_link(link) in ids or link.startswith("https://"), (page.id, link)


def test_the_keyboard_page_is_made_of_the_acts_that_have_a_key() -> None:
    page = read_pages(acts=ACTS)[-1]

    assert "Go \\| there" in page.text
    assert "Ctrl+G" in page.text
    assert "Stay" not in page.text


def test_search_finds_all_words_and_puts_titles_first() -> None:
    pages = [HelpPage("a", "Alpha", "# Alpha\nabout budgets"), HelpPage("b", "Budgets", "# Budgets\nof *money*")]

    assert [found.page.id for found in search(pages, "budgets")] == ["b", "a"]
    assert [found.page.id for found in search(pages, "money BUDGETS")] == ["b"]
    assert search(pages, "zebra") == []
    assert len(search(pages, "")) == 2


def test_br_051_a_page_loads_nothing_and_opens_only_web_links_by_a_click(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = tmp_path / "p.png"
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    text = f"# Page\n![x](file://{picture}) <img src='file://{picture}'> <b>bold</b> [other](20-other.md)"
    parent = QWidget()
    qtbot.addWidget(parent)
    window = HelpWindow([HelpPage("first-steps", "Page", text), HelpPage("other", "Other", "# Other")], parent)

    shown = window.text
    assert shown.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl.fromLocalFile(str(picture))) is None
    assert "<b>bold</b>" in shown.toPlainText()
    assert opened == []

    shown.anchorClicked.emit(QUrl("file:///etc/passwd"))
    shown.anchorClicked.emit(QUrl("javascript:alert(1)"))
    shown.anchorClicked.emit(QUrl("https://example.org/"))
    assert opened == ["https://example.org/"]

    shown.anchorClicked.emit(QUrl("20-other.md"))
    assert window.page() == "other"


def test_typing_finds_pages_and_enter_opens_the_first(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = open_help(lambda: read_pages(acts=ACTS), parent, "budgets")
    assert window.page() == "budgets"

    window.field.setFocus()
    qtbot.keyClicks(window.field, "scripted agent demo")
    assert 0 < window.list.count() < 5
    qtbot.keyClick(window.field, Qt.Key.Key_Return)

    assert window.page()
    assert open_help(lambda: [], parent, "agents") is window
    assert window.page() == "agents"
    window.close()
