# SPDX-License-Identifier: Apache-2.0
"""What a key asks of a transcript."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

Asked = Literal[
    "copy", "all", "find", "next", "previous", "clear", "start", "end", "on", "back", "activate", "open", "fold"
]

_Key = Qt.Key
_STANDARD: dict[QKeySequence.StandardKey, Asked] = {
    QKeySequence.StandardKey.Copy: "copy",
    QKeySequence.StandardKey.SelectAll: "all",
    QKeySequence.StandardKey.Find: "find",
    QKeySequence.StandardKey.FindNext: "next",
    QKeySequence.StandardKey.FindPrevious: "previous",
}
_PLAIN: dict[Qt.Key, Asked] = {_Key.Key_Escape: "clear", _Key.Key_Home: "start", _Key.Key_End: "end"}
_ENTRIES: dict[Qt.Key, Asked] = {
    _Key.Key_J: "on",
    _Key.Key_K: "back",
    _Key.Key_Return: "activate",
    _Key.Key_Enter: "activate",
    _Key.Key_Right: "open",
    _Key.Key_Left: "fold",
}
_WITH_ALT: dict[Qt.Key, Asked] = {_Key.Key_Down: "on", _Key.Key_Up: "back"}

STEPS: dict[Qt.Key, tuple[int, int]] = {
    _Key.Key_Up: (-1, 0),
    _Key.Key_Down: (1, 0),
    _Key.Key_PageUp: (0, -1),
    _Key.Key_PageDown: (0, 1),
    _Key.Key_Space: (0, 1),
}
"""By how many lines and pages a key scrolls."""


def asked_by(event: QKeyEvent) -> Asked | tuple[int, int] | None:
    """What a key asks for: an act, or to scroll by lines and pages; None for nothing of ours."""
    for standard, asked in _STANDARD.items():
        if event.matches(standard):
            return asked
    key = _Key(event.key())
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return _WITH_ALT.get(key) or _ENTRIES.get(key)
    return _PLAIN.get(key) or STEPS.get(key) or _ENTRIES.get(key)
