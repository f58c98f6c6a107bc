# SPDX-License-Identifier: Apache-2.0
"""The words and icons around the text of an entry: time, kind, name, first argument, outcome, duration."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QStaticText

from app.theme import Theme
from app.tokens import FontRole
from app.transcript.looks import clock, duration, head_name, head_preview, outcome
from app.transcript.source import Entry

ICON = 16
_SMALL_ICON = 14
_CHEVRON = 12


@dataclass(frozen=True, slots=True)
class Word:
    """A short text, shaped once; `at` is its top left corner."""

    at: QPointF
    text: str
    role: FontRole
    token: str
    shaped: QStaticText


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon; `at` is its top left corner."""

    at: QPointF
    name: str
    token: str
    size: int


@dataclass(slots=True)
class Head:
    """All that is drawn of an entry beside its text, measured once and painted often."""

    words: list[Word] = field(default_factory=list)
    icons: list[Icon] = field(default_factory=list)


class HeadMaker:
    """Measures words and places them on lines."""

    def __init__(self, theme: Theme) -> None:
        self.made = Head()
        self._theme = theme

    def word(self, left: float, line: QRectF, text: str, role: FontRole, token: str) -> float:
        """Puts a text on a line and returns where it ends."""
        metrics = self._theme.metrics(role)
        base = line.center().y() + (metrics.ascent() - metrics.descent()) / 2
        shaped = QStaticText(text)
        shaped.setTextFormat(Qt.TextFormat.PlainText)
        shaped.prepare(font=self._theme.font(role))
        self.made.words.append(Word(QPointF(left, round(base) - metrics.ascent()), text, role, token, shaped))
        return left + metrics.horizontalAdvance(text)

    def icon(self, left: float, line: QRectF, name: str, token: str, size: int = ICON) -> None:
        """Puts an icon on a line."""
        at = QPointF(round(left), round(line.center().y() - size / 2))
        self.made.icons.append(Icon(at, name, token, size))

    def gutter(self, entry: Entry, line: QRectF, time_left: float, icon_left: float, icon: tuple[str, str]) -> None:
        """The time, where there is room for it, and the icon of the kind."""
        if time_left >= 0 and (at := clock(entry)):
            self.word(time_left, line, at, "mono-small", "muted")
        self.icon(icon_left, line, *icon)

    def head(self, entry: Entry, line: QRectF, *, folds: bool, opened: bool, read: bool, role: FontRole) -> None:
        """The line of the name: what it is, what it was asked, what came of it. `read`: its text stands below."""
        left = line.left()
        if folds:
            self.icon(left - 2, line, "chevron-down" if opened else "chevron-right", "muted", _CHEVRON)
            left += 16
        right = self._end(entry, line)
        name = self._fitting(head_name(entry), "strong", right - left)
        left = self.word(left, line, name, "strong", _name_token(entry, folds)) + 10
        previews = entry.kind == "tool_call" or not (read or entry.kind == "error")
        if previews and right - left > 24:
            shown: FontRole = "mono" if role.startswith("mono") else "body"
            self.word(left, line, self._fitting(head_preview(entry), shown, right - left), shown, "muted")

    def _end(self, entry: Entry, line: QRectF) -> float:
        """Outcome and duration, at the right end; returns where the room for the rest ends."""
        right = line.right()
        if took := duration(entry):
            right -= self._theme.metrics("mono-small").horizontalAdvance(took)
            self.word(right, line, took, "mono-small", "muted")
            right -= 10
        if known := outcome(entry):
            icon, token, word = known
            if word:
                right -= self._theme.metrics("small").horizontalAdvance(word)
                self.word(right, line, word, "small", token)
                right -= 4
            right -= _SMALL_ICON
            self.icon(right, line, icon, token, _SMALL_ICON)
            right -= 10
        return right

    def _fitting(self, text: str, role: FontRole, room: float) -> str:
        return self._theme.metrics(role).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, room))


def _name_token(entry: Entry, folds: bool) -> str:
    if entry.kind == "error":
        return "red"
    if entry.kind == "prompt":
        return "accent"
    return "muted" if folds and entry.kind != "tool_call" else "text"
