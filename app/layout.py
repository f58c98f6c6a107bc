# SPDX-License-Identifier: Apache-2.0
"""What the window remembers from one time to the next, in the data directory: sizes, selection, look."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from app.theme import LARGEST_TEXT, SMALLEST_TEXT, Scheme, theme

_RECENT = 12


class Memory:
    """A small INI file; what it does not hold, or holds wrongly, is as if it were new."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._settings = QSettings(str(data_dir / "monitor.ini"), QSettings.Format.IniFormat)

    def restore(self, window: QWidget, splitters: dict[str, QSplitter], tabs: dict[str, QTabWidget]) -> None:
        """Sizes and open tabs as they were, so far as anything is known of them."""
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        for name, splitter in splitters.items():
            state = self._settings.value(f"splitter/{name}")
            if isinstance(state, QByteArray):
                splitter.restoreState(state)
        for name, tab in tabs.items():
            tab.setCurrentIndex(self._int(f"tab/{name}", 0))

    def keep(self, window: QWidget, splitters: dict[str, QSplitter], tabs: dict[str, QTabWidget]) -> None:
        """Keep sizes and open tabs."""
        self._settings.setValue("geometry", window.saveGeometry())
        for name, splitter in splitters.items():
            self._settings.setValue(f"splitter/{name}", splitter.saveState())
        for name, tab in tabs.items():
            self._settings.setValue(f"tab/{name}", tab.currentIndex())
        self._settings.sync()

    @property
    def run(self) -> str | None:
        """The run that was selected last."""
        value = self._settings.value("run")
        return value if isinstance(value, str) and value else None

    @run.setter
    def run(self, run: str | None) -> None:
        self._settings.setValue("run", run or "")

    @property
    def scheme(self) -> Scheme:
        """Light, dark, or as the system says."""
        value = self._settings.value("scheme")
        return value if value in get_args(Scheme) else "system"

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._settings.setValue("scheme", scheme)
        theme().set_scheme(scheme)

    @property
    def language(self) -> str:
        """The language of the screens, as in `de`; empty for the system's."""
        return self.word("language")

    @language.setter
    def language(self, language: str) -> None:
        self.set_word("language", language)

    @property
    def text_scale(self) -> float:
        """How large text is; 1.0 is the normal size."""
        value = self._settings.value("textScale")
        try:
            return min(LARGEST_TEXT, max(SMALLEST_TEXT, float(str(value))))
        except ValueError:
            return 1.0

    @text_scale.setter
    def text_scale(self, scale: float) -> None:
        self._settings.setValue("textScale", f"{scale:.2f}")
        theme().set_text_scale(scale)

    @property
    def reduced_motion(self) -> bool:
        """Whether nothing moves that need not."""
        return str(self._settings.value("reducedMotion")) == "yes"

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self._settings.setValue("reducedMotion", "yes" if reduced else "no")
        theme().set_reduced_motion(reduced)

    def flag(self, name: str, default: bool) -> bool:
        """A yes or no that is kept under a name of its own."""
        return {"yes": True, "no": False}.get(self.word(name), default)

    def set_flag(self, name: str, value: bool) -> None:
        """Keep a yes or no."""
        self.set_word(name, "yes" if value else "no")

    def word(self, name: str, default: str = "") -> str:
        """A short text that is kept under a name of its own."""
        value = self._settings.value(name)
        return value if isinstance(value, str) else default

    def set_word(self, name: str, value: str) -> None:
        """Keep a short text."""
        self._settings.setValue(name, value)

    def numbers(self, name: str) -> list[int]:
        """Whole numbers that are kept under a name of their own; none where anything else is."""
        parts = self.word(name).split(" ")
        return [int(part) for part in parts] if all(part.isdecimal() and len(part) < 6 for part in parts) else []

    def set_numbers(self, name: str, numbers: list[int]) -> None:
        """Keep whole numbers from 0 to 99,999."""
        self.set_word(name, " ".join(map(str, numbers)))

    def dress(self) -> None:
        """Gives the application the look that is kept."""
        theme().set_look(self.scheme, self.text_scale)
        theme().set_reduced_motion(self.reduced_motion)

    def recent(self, what: str) -> list[str]:
        """What was used lately, the latest first: `repositories`, `workflows`."""
        value = self._settings.value(f"recent/{what}")
        if isinstance(value, str):
            value = [value]
        return [one for one in value if isinstance(one, str) and one][:_RECENT] if isinstance(value, list) else []

    def used(self, what: str, value: str) -> None:
        """Note that this was used just now."""
        kept = [value, *(one for one in self.recent(what) if one != value)]
        self._settings.setValue(f"recent/{what}", kept[:_RECENT])

    def text(self, key: str) -> str:
        """A text that a screen kept under its own name; empty where there is none."""
        value = self._settings.value(f"text/{key}")
        return value if isinstance(value, str) else ""

    def keep_text(self, key: str, text: str) -> None:
        """Keep a text of a screen."""
        self._settings.setValue(f"text/{key}", text)
        self._settings.sync()

    def _int(self, key: str, default: int) -> int:
        value = self._settings.value(key)
        try:
            return int(str(value))
        except ValueError:
            return default
