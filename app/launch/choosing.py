# SPDX-License-Identifier: Apache-2.0
"""Files and folders chosen from the disk; the window stays alive behind the dialogs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.translate import tr


def browse_button(title: str, act: Callable[[], None]) -> QPushButton:
    """A button beside a field for a path."""
    button = QPushButton(tr("Browse…"))
    button.setAccessibleName(title)
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button


def choose_file(parent: QWidget, title: str, kinds: str, chosen: Callable[[str], None]) -> None:
    """Ask for a file that is there; `kinds` as Qt writes filters."""
    chooser = QFileDialog(parent, title, str(Path.home()), kinds)
    chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
    _open(chooser, chosen)


def choose_folder(parent: QWidget, title: str, start: str, chosen: Callable[[str], None]) -> None:
    """Ask for a folder, at first at `start`."""
    chooser = QFileDialog(parent, title, start or str(Path.home()))
    chooser.setFileMode(QFileDialog.FileMode.Directory)
    chooser.setOption(QFileDialog.Option.ShowDirsOnly)
    _open(chooser, chosen)


def choose_path(parent: QWidget, title: str, chosen: Callable[[str], None]) -> None:
    """Ask for a file, there or not."""
    chooser = QFileDialog(parent, title, str(Path.home()))
    chooser.setFileMode(QFileDialog.FileMode.AnyFile)
    _open(chooser, chosen)


def _open(chooser: QFileDialog, chosen: Callable[[str], None]) -> None:
    chooser.fileSelected.connect(chosen)
    chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chooser.open()
