# SPDX-License-Identifier: Apache-2.0
"""Everything that can be done, as data: menus, shortcuts and the command palette are made of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
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
        keys: its shortcut in Qt's portable form, several separated by "; "; empty for none. None approves by itself.
        usable: asked each time it is offered.
        repeats: done again and again while its key is held down.
    """

    id: str
    title: str
    do: Callable[[], None]
    keys: str = ""
    icon: str = ""
    usable: Callable[[], bool] = _always
    repeats: bool = False


def add_shortcuts(
    widget: QWidget, acts: list[Act], context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut
) -> None:
    """Gives a widget the shortcuts of these acts, for as long as `context` says; a key held down does it once."""
    for act in acts:
        if act.keys:
            action = QAction(act.title, widget)
            action.setObjectName(f"action:{act.id}")
            action.setShortcuts(QKeySequence.listFromString(act.keys))
            action.setShortcutContext(context)
            action.setAutoRepeat(act.repeats)
            action.setData(act)
            action.triggered.connect(when_usable(act))
            widget.addAction(action)


def when_usable(act: Act) -> Callable[[], None]:
    """What a signal is connected to, whatever it tells beside: the act, if it is usable then."""

    def run() -> None:
        if act.usable():
            act.do()

    return run


def keys_shown(act: Act) -> str:
    """The shortcut as this platform writes it, the first where it has several."""
    keys = QKeySequence.listFromString(act.keys)
    return keys[0].toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
