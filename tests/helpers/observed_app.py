# SPDX-License-Identifier: Apache-2.0
"""The command line, with a monitor that writes down where its widgets stand: what a person sees, a test must be told.

As a script: `observed_app.py FILE [ARGUMENT…]` is `pilothouse [ARGUMENT…]`. Nothing of this is in the product, and the
monitor does nothing else than without it.
"""

from __future__ import annotations

import faulthandler
import itertools
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QModelIndex, QPoint, QRect, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from app.window import MonitorWindow
from engine.cli import main

EVERY_MS = 100
_ROW_STEP = 8
"""Rows are looked for at so many pixels from each other; none is lower."""


class ObservedWindow(MonitorWindow):
    """The monitor; every tenth of a second it writes what is on screen into a file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._numbers = itertools.count(1)
        self._written = Path(sys.argv[1])
        self._look = QTimer(self)
        self._look.timeout.connect(self._write)
        self._look.start(EVERY_MS)

    def _write(self) -> None:
        focus = QApplication.focusWidget()
        seen = {
            "number": next(self._numbers),
            "title": self.windowTitle(),
            "focus": _name_above(focus),
            "active": QApplication.activeWindow() is not None,
            "clipboard": QGuiApplication.clipboard().text(),
            "widgets": dict(_widgets()),
        }
        part = self._written.with_suffix(".part")
        part.write_text(json.dumps(seen), encoding="utf-8")
        os.replace(part, self._written)


def _widgets() -> list[tuple[str, dict[str, Any]]]:
    """Every widget that has a name and of which something is visible, with where that is on the screen."""
    modal = QApplication.activeModalWidget()
    found = []
    for top in QApplication.topLevelWidgets():
        for widget in (top, *top.findChildren(QWidget)):
            region = widget.visibleRegion().boundingRect() if widget.isVisible() else QRect()
            if widget.objectName() and not region.isEmpty():
                reached = modal is None or modal is widget.window()
                found.append((widget.objectName(), _told(widget, region, reached)))
    return found


def _told(widget: QWidget, region: QRect, reached: bool) -> dict[str, Any]:
    told = {"place": _on_screen(widget, region), "enabled": widget.isEnabled() and reached, "text": _text(widget)}
    if isinstance(widget, QAbstractItemView):
        told["rows"] = _rows(widget)
    return told


def _text(widget: QWidget) -> str:
    for name in ("toPlainText", "currentText", "text"):
        read = getattr(widget, name, None)
        if callable(read):
            return str(read())
    return ""


def _rows(view: QAbstractItemView) -> list[dict[str, Any]]:
    """The visible rows: the texts of their columns, and where the first column is on the screen."""
    rows = []
    shown = view.viewport().rect()
    known = set()
    for y in range(0, shown.height(), _ROW_STEP):
        index = view.indexAt(QPoint(shown.width() // 2, y)).siblingAtColumn(0)
        place = view.visualRect(index).intersected(shown)
        if not index.isValid() or place.isEmpty() or place.y() in known:
            continue
        known.add(place.y())
        columns = itertools.takewhile(QModelIndex.isValid, map(index.siblingAtColumn, itertools.count()))
        texts = [str(cell.data() or "") for cell in columns]
        rows.append({"texts": texts, "place": _on_screen(view.viewport(), place)})
    return rows


def _on_screen(widget: QWidget, part: QRect) -> tuple[int, int, int, int]:
    at = widget.mapToGlobal(part.topLeft())
    return at.x(), at.y(), part.width(), part.height()


def _name_above(widget: QWidget | None) -> str:
    """The name of the widget, or of the nearest above it that has one."""
    while widget is not None and (not widget.objectName() or widget.objectName().startswith("qt_")):
        widget = widget.parentWidget()
    return widget.objectName() if widget is not None else ""


if __name__ == "__main__":
    faulthandler.register(signal.SIGUSR1)
    with patch("app.main.MonitorWindow", ObservedWindow):
        sys.exit(main(sys.argv[2:]))
