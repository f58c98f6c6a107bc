# SPDX-License-Identifier: Apache-2.0
"""The sheet of keys: read from the shortcuts that are live where the keyboard is, so that it cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QGridLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.actions import Act
from app.labels import plain_label
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from app.translate import tr

_NATIVE = QKeySequence.SequenceFormat.NativeText
_HERE = frozenset({Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut})


@runtime_checkable
class TellsKeys(Protocol):
    """A widget that takes keys by itself, beside its shortcuts."""

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What one widget takes: its name, and each key with what it does."""

    where: str
    keys: tuple[tuple[str, str], ...]


def live_keys(focus: QWidget | None, window: QWidget) -> list[Keys]:
    """The keys that do something now, nearest to the focus first, the window's last."""
    found, widget = [], focus
    while widget is not None:
        keys = tuple(_keys_of(widget, focused=widget is focus))
        if keys:
            found.append(Keys(tr("Everywhere") if widget is window else widget.accessibleName() or tr("Here"), keys))
        if widget is window:
            return found
        widget = widget.parentWidget()
    return [*found, Keys(tr("Everywhere"), tuple(_keys_of(window, focused=False)))]


def _keys_of(widget: QWidget, *, focused: bool) -> Iterator[tuple[str, str]]:
    for action in widget.actions():
        if action.shortcuts() and _is_live(action, focused=focused):
            yield tr(" or ").join(keys.toString(_NATIVE) for keys in action.shortcuts()), action.text()
    if focused and isinstance(widget, TellsKeys):
        yield from widget.key_help()


def _is_live(action: QAction, *, focused: bool) -> bool:
    if not action.isEnabled() or (action.shortcutContext() is Qt.ShortcutContext.WidgetShortcut and not focused):
        return False
    act = action.data()
    return act.usable() if isinstance(act, Act) else True


class KeySheet(QDialog):
    """Shows the keys of what had the focus. Escape, `?` and Enter close it."""

    def __init__(self, focus: QWidget | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("keySheet")
        self.setAccessibleName(tr("Keys"))
        self.setWindowTitle(tr("Keys"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        scroll = QScrollArea(self)
        scroll.setAccessibleName(tr("Keys, and what they do"))
        scroll.setWidgetResizable(True)
        sheet = _sheet(live_keys(focus, parent))
        scroll.setWidget(sheet)
        column.addWidget(scroll)
        close = QPushButton(tr("Close"), self)
        close.setObjectName("keySheetClose")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        room = QApplication.primaryScreen().availableGeometry().height()
        self.resize(sheet.sizeHint().width() + 2 * SPACE_XL, min(sheet.sizeHint().height() + 110, room - 80))
        close.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?" or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.reject()
            return
        super().keyPressEvent(event)


def _sheet(found: Sequence[Keys]) -> QWidget:
    sheet = QWidget()
    grid = QGridLayout(sheet)
    grid.setContentsMargins(0, 0, SPACE_S, 0)
    grid.setHorizontalSpacing(SPACE_XL)
    grid.setVerticalSpacing(SPACE_S)
    grid.setColumnStretch(1, 1)
    row = 0
    for group in found:
        head = plain_label(group.where, "section", parent=sheet)
        head.setContentsMargins(0, SPACE_M if row else 0, 0, 0)
        grid.addWidget(head, row, 0, 1, 2)
        for keys, does in group.keys:
            row += 1
            grid.addWidget(plain_label(keys, "mono", parent=sheet), row, 0)
            grid.addWidget(plain_label(does, parent=sheet), row, 1)
        row += 1
    grid.setRowStretch(row, 1)
    return sheet
