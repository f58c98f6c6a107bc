# SPDX-License-Identifier: Apache-2.0
"""The words of the screens in the person's language: `tr` marks and translates, `make translations` collects them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.assets import RESOURCES

FOLDER = RESOURCES / "translations"
"""Holds `pilothouse_<language>.ts`, and `.qm` made of it; the words of the source are English."""

ENGLISH = "en"

_NO_PLACE = QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
"""How figures and dates are written where the system names no place of people."""

_place = _NO_PLACE


def tr(text: str) -> str:
    """The text in the language of the application; itself where there is none. Never call it before that is set."""
    try:
        return QCoreApplication.translate("", text)
    except UnicodeEncodeError:  # half a character, from a word that is not ours
        return text


def QT_TR_NOOP(text: str) -> str:
    """Marks a text in a table, which `tr` translates where it is shown; lupdate knows this name."""
    return text


def place() -> QLocale:
    """Where the person is: how figures, money, dates and times are written."""
    return _place


def set_place(locale: QLocale) -> None:
    """Writes figures as in `locale` from now on."""
    global _place
    _place = _NO_PLACE if locale.language() == QLocale.Language.C else locale
    QLocale.setDefault(_place)


def languages(folder: Path = FOLDER) -> list[str]:
    """The languages that the screens can speak, as in `pilothouse_<language>.qm`; English always is one."""
    return sorted({ENGLISH, *(path.stem.partition("_")[2] for path in folder.glob("pilothouse_*.qm"))})


def install_language(app: QCoreApplication, language: str = "", folder: Path = FOLDER) -> bool:
    """
    Speaks `language` (by default the system's) where it was translated; False where the screens stay English.

    Figures and dates follow the system, unless another language was chosen than it has. Where the language is written
    from right to left, so is the window.
    """
    system = QLocale.system()
    locale = QLocale(language) if language else system
    set_place(system if locale.language() == system.language() else locale)
    translator = QTranslator(app)
    if language == ENGLISH or not translator.load(locale, "pilothouse", "_", str(folder)):
        translator.deleteLater()
        return False
    standard = QTranslator(app)
    if standard.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(standard)
    if isinstance(app, QApplication):
        app.setLayoutDirection(QLocale(translator.language()).textDirection())
    return app.installTranslator(translator)
