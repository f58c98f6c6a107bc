# SPDX-License-Identifier: Apache-2.0
"""Everything that can be done, as data: menus, shortcuts and the command palette are made of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Act:
    """
    One thing that can be done.

    Attributes:
        id: stable, lower case with dashes.
        keys: its shortcut in Qt's portable form; empty for none. Approvals never have one.
        usable: asked each time it is offered.
    """

    id: str
    title: str
    do: Callable[[], None]
    keys: str = ""
    icon: str = ""
    usable: Callable[[], bool] = _always


def add_shortcuts(window: QWidget, acts: list[Act]) -> None:
    """Gives the window the shortcuts of these acts."""
    for act in acts:
        if act.keys:
            action = QAction(act.title, window)
            action.setObjectName(f"action:{act.id}")
            action.setShortcut(QKeySequence(act.keys))
            action.triggered.connect(_when_usable(act))
            window.addAction(action)


def _when_usable(act: Act) -> Callable[[], None]:
    def run() -> None:
        if act.usable():
            act.do()

    return run


def keys_shown(act: Act) -> str:
    """The shortcut as this platform writes it."""
    return QKeySequence(act.keys).toString(QKeySequence.SequenceFormat.NativeText) if act.keys else ""
