# SPDX-License-Identifier: Apache-2.0
"""The words of the screens in the person's language: `tr` marks and translates, `make translations` collects them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from app.assets import RESOURCES

FOLDER = RESOURCES / "translations"
"""Holds `pilothouse_<language>.ts`, and `.qm` made of it; the words of the source are English."""


def tr(text: str) -> str:
    """The text in the language of the application; itself where there is none. Never call it before that is set."""
    return QCoreApplication.translate("", text)


def QT_TR_NOOP(text: str) -> str:
    """Marks a text in a table, which `tr` translates where it is shown; lupdate knows this name."""
    return text


def install_language(app: QCoreApplication, locale: QLocale | None = None) -> bool:
    """Speaks the language of `locale` (by default the system's) where it was translated; False where it was not."""
    translator = QTranslator(app)
    if not translator.load(locale or QLocale.system(), "pilothouse", "_", str(FOLDER)):
        translator.deleteLater()
        return False
    return app.installTranslator(translator)
