# SPDX-License-Identifier: Apache-2.0
"""Facts as a grid: a name a row, one or two columns of values; where two differ the row stands out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.compare.facts import Fact
from app.labels import WrapLabel
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, status_look
from app.widgets import StatusPill, plain_label


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

    def _rebuild(self) -> None:
        inner = QWidget(self)
        grid = QGridLayout(inner)
        grid.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        grid.setHorizontalSpacing(SPACE_L)
        grid.setVerticalSpacing(SPACE_S)
        names = list(dict.fromkeys(fact.name for column in self._shown for fact in column))
        for column in range(len(self._shown)):
            grid.setColumnStretch(column + 1, 1)
        for row, name in enumerate(names):
            facts = [next((one for one in column if one.name == name), None) for column in self._shown]
            differ = len(facts) > 1 and len({fact.text if fact else None for fact in facts}) > 1
            label = plain_label(name, "strong" if differ else "small", parent=inner)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            for column, fact in enumerate(facts):
                if fact is not None:
                    grid.addLayout(_cell(fact, inner), row, column + 1)
        grid.setRowStretch(len(names), 1)
        self.setWidget(inner)


def _cell(fact: Fact, parent: QWidget) -> QHBoxLayout:
    cell = QHBoxLayout()
    cell.setSpacing(SPACE_S)
    if fact.status:
        look = status_look(fact.status)
        glyph = QLabel(parent)
        glyph.setPixmap(theme().pixmap(look.icon, look.tone, 14))
        glyph.setAccessibleName(look.word)
        cell.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
    text = QVBoxLayout()
    text.addWidget(WrapLabel(fact.text or "unknown", parent=parent))
    cell.addLayout(text, 1)
    if fact.label:
        cell.addWidget(StatusPill(fact.label, word=False, parent=parent), 0, Qt.AlignmentFlag.AlignTop)
    return cell
