# SPDX-License-Identifier: Apache-2.0
"""Facts as a grid: a name a row, one or two columns of values; where two differ the row stands out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.attempts.facts import Fact
from app.labels import WrapLabel
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, status_look
from app.widgets import StatusPill, plain_label

_DROP = 2
"""By what small names stand lower, so that they are in line with what they name, in pixels."""

_SHORT = 24
"""So many characters stand beside the name; more of them below it, where there is one column."""


class FactGrid(QScrollArea):
    """Shows one list of facts, or two beside each other."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: tuple[tuple[Fact, ...], ...] = ()
        theme().changed.connect(self._rebuild)

    def show_facts(self, *columns: Sequence[Fact]) -> None:
        """Show these facts, a column each; facts of the same name stand in one row."""
        wanted = tuple(tuple(column) for column in columns)
        if wanted != self._shown:
            self._shown = wanted
            self._rebuild()

    def text_of(self, name: str) -> list[str]:
        """What the columns say under a name."""
        return [next((fact.text for fact in column if fact.name == name), "") for column in self._shown]

    def wanted_height(self) -> int:
        """How high it is where nothing is scrolled, at its width."""
        inner = self.widget()
        layout = inner.layout() if inner is not None else None
        return layout.totalHeightForWidth(max(1, self.viewport().width())) + 2 if layout is not None else 0

    def _rebuild(self) -> None:
        inner = QWidget(self)
        grid = QGridLayout(inner)
        grid.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        grid.setHorizontalSpacing(SPACE_L)
        grid.setVerticalSpacing(SPACE_S if len(self._shown) == 1 else SPACE_XS)
        names = list(dict.fromkeys(fact.name for column in self._shown for fact in column))
        for column in range(len(self._shown)):
            grid.setColumnStretch(column + 1, 1)
        for row, name in enumerate(names):
            facts = [next((one for one in column if one.name == name), None) for column in self._shown]
            if len(facts) == 1 and facts[0] is not None and facts[0].status and len(facts[0].text) > _SHORT:
                grid.addLayout(_stacked(facts[0], inner), row, 0, 1, 2)
                continue
            differ = len(facts) > 1 and len({fact.text if fact else None for fact in facts}) > 1
            label = plain_label(name, "strong" if differ else "small", parent=inner)
            label.setContentsMargins(0, 0 if differ else _DROP, 0, 0)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            for column, fact in enumerate(facts):
                if fact is not None:
                    grid.addLayout(_cell(fact, inner, word=len(facts) == 1), row, column + 1)
        grid.setRowStretch(len(names), 1)
        self.setWidget(inner)


def _stacked(fact: Fact, parent: QWidget) -> QGridLayout:
    """Glyph, name and label in a line, and what is said below it at the whole width."""
    cell = QGridLayout()
    cell.setHorizontalSpacing(SPACE_S)
    cell.setVerticalSpacing(2)
    cell.setColumnStretch(1, 1)
    cell.addWidget(_glyph(fact, parent), 0, 0)
    cell.addWidget(plain_label(fact.name, "strong", parent=parent), 0, 1)
    if fact.label:
        cell.addWidget(StatusPill(fact.label, parent=parent), 0, 2)
    cell.addWidget(WrapLabel(fact.text, parent=parent), 1, 1, 1, 2)
    return cell


def _glyph(fact: Fact, parent: QWidget) -> QLabel:
    look = status_look(fact.status)
    glyph = QLabel(parent)
    glyph.setPixmap(theme().pixmap(look.icon, look.tone, 14))
    glyph.setAccessibleName(look.word)
    return glyph


def _cell(fact: Fact, parent: QWidget, *, word: bool) -> QHBoxLayout:
    cell = QHBoxLayout()
    cell.setSpacing(SPACE_S)
    if fact.status:
        cell.addWidget(_glyph(fact, parent), 0, Qt.AlignmentFlag.AlignTop)
    text = QVBoxLayout()
    text.addWidget(WrapLabel(fact.text or "unknown", parent=parent))
    cell.addLayout(text, 1)
    if fact.label:
        cell.addWidget(StatusPill(fact.label, word=word, parent=parent), 0, Qt.AlignmentFlag.AlignTop)
    return cell
