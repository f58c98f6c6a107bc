# SPDX-License-Identifier: Apache-2.0
"""The words of the screens go through the translator: with a made-up language they come out in it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

from app import translate
from app.actions import Act
from app.figures import counted, duration, money
from app.help.pages import read_pages
from app.panels import PAGES
from app.run.answers import answer_look
from app.sentences import activity_words, event_words
from app.tokens import status_look
from app.words import failure_word, meter_word
from tests.app.monitor import find, monitor, until
from tests.helpers import stories

LRELEASE = Path(sys.executable).parent / "pyside6-lrelease"


class Pseudo(QTranslator):
    """Puts every text between brackets."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return f"⟦{text}⟧"


@pytest.fixture
def pseudo(qapp: QApplication) -> Iterator[None]:
    translator = Pseudo()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("pseudo")
async def test_the_main_screens_speak_the_language(tmp_path: Path) -> None:
    stories.approval_story("a", report="Totals <b>wrong</b>").write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)

        buttons = [find(window, QToolButton, f"page:{page}").text() for page in PAGES]
        names = [
            find(window, QWidget, name).accessibleName() for name in ("launchButton", "menuButton", "schemeButton")
        ]
        own = [action for action in window.actions() if isinstance(action.data(), Act)]
        headline = window.side.needs_model.needs()[0].headline
        words = [find(window, QPushButton, "launchButton").text(), *buttons, *names, *(act.text() for act in own)]

        english = [word for word in words if not word.startswith("⟦")]
        assert [word for word in english if not word.startswith("Show ")] == [], "names of tabs are put together"
        assert headline == "⟦Approval⟧ · hand-over", "what a run says is never translated"
        assert window.side.needs_model.needs()[0].title == "Totals <b>wrong</b>"

        window.around.start_tour()
        assert find(window, QPushButton, "tour:skip").text() == "⟦Leave the tour⟧"
        assert read_pages(acts=[one.data() for one in window.findChildren(QAction) if isinstance(one.data(), Act)])


@pytest.mark.usefixtures("pseudo")
def test_the_engine_s_own_words_speak_the_language_and_what_is_free_stays() -> None:
    assert event_words("run_resumed", "The run goes on.") == "⟦The run goes on.⟧"
    said = event_words("attempt_ended", "Attempt 2 ended: failed: the process crashed.")
    assert said == "⟦Attempt 2 ended: ⟦failed⟧: ⟦the process crashed⟧.⟧"
    assert event_words("hold_opened", "Somebody wrote this by hand") == "Somebody wrote this by hand"
    assert event_words("answered", "ann answered “retry”: use {0} braces.") == "⟦ann answered “retry”: use {0} braces.⟧"
    assert activity_words("round 2 of 4") == "⟦round 2 of 4⟧"
    assert (status_look("cleared").word, status_look("of-tomorrow").word) == ("⟦cleared⟧", "⟦of-tomorrow⟧")
    assert (answer_look("accept").text, failure_word("crashed")) == ("⟦Accept⟧", "⟦the process crashed⟧")
    assert meter_word("fix:turns") == "⟦⟦turns⟧ of fix⟧"


def test_a_language_that_was_not_made_leaves_english(qapp: QApplication, tmp_path: Path) -> None:
    assert not translate.install_language(qapp, "tlh_001")
    assert translate.tr("Help") == "Help"


CATALOGUES = sorted(translate.FOLDER.glob("pilothouse_*.ts"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_translation_keeps_the_places_and_has_every_plural_form(path: Path) -> None:
    tree = ElementTree.parse(path)
    faults = []
    for message in tree.iter("message"):
        source, translation = message.findtext("source", ""), message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation] or [translation.text or ""]
        if translation.get("type") != "unfinished":
            faults += [form for form in forms if places(form) != places(source)]

    assert faults == []


def places(text: str) -> list[str]:
    """The names of the places of a template; raises ValueError where it is none."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_what_the_window_loads_is_made_of_the_translation(path: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.qm"
    subprocess.run([str(LRELEASE), "-silent", str(path), "-qm", str(made)], check=True)

    assert made.read_bytes() == path.with_suffix(".qm").read_bytes(), "make translations"


def test_the_language_that_was_chosen_is_spoken_with_its_figures(qapp: QApplication) -> None:
    before = qapp.layoutDirection()
    try:
        assert translate.install_language(qapp, "de")
        assert (translate.tr("Launch a run"), meter_word("wall_clock")) == ("Lauf starten", "Laufzeit")
        assert event_words("attempt_ended", "Attempt 2 ended: failed: the process crashed.") == (
            "Versuch 2 endete: gescheitert: der Prozess stürzte ab."
        )
        said = [counted("{n} files", "{n} file", n) for n in (0, 1, 1234)]
        assert said == ["0 Dateien", "1 Datei", "1.234 Dateien"]
        assert (money(1234.5), duration(4_200)) == ("1.234,50\u00a0$", "4,2 s")
        assert qapp.layoutDirection() == before
    finally:
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
            translator.deleteLater()
        translate.set_place(QLocale.c())


def test_english_counts_one_and_many_without_a_catalogue(qapp: QApplication) -> None:
    assert not translate.install_language(qapp, "en")
    assert [counted("{n} runs of {who}", "{n} run of {who}", n, who="{n}") for n in (0, 1, 2)] == [
        "0 runs of {n}",
        "1 run of {n}",
        "2 runs of {n}",
    ]


def test_every_marked_text_is_in_the_template() -> None:
    template = (translate.FOLDER / "pilothouse.ts").read_text(encoding="utf-8")

    texts = ("Leave the tour", "Launch a run", "Everything that needs you", "Gate blocked")
    for text in (*texts, "Quiet for an hour", "Still driving.", "needs you"):
        assert f"<source>{text}</source>" in template, "make translations"
