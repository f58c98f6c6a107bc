# SPDX-License-Identifier: Apache-2.0
"""The table of agents: columns as wide as what they hold, those that tell least left out where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from app.fleet.cells import FleetDelegate
from app.fleet.model import AGENT, COLUMNS, COST, CPU, DOING, FOR, MEMORY, PROJECT, RUN, STEP, FleetModel, text_of
from app.fleet.widths import share
from app.theme import theme
from app.translate import tr
from app.widgets.tables import dress_table

_NAMES = (STEP, RUN, PROJECT, AGENT)
_FIGURES = (FOR, COST, CPU, MEMORY)

_FROM = {PROJECT: 1_150, CPU: 840, MEMORY: 840, AGENT: 760, COST: 560}
"""From which width of the table on, in pixels, a column is shown; what is left out is in the tool tip."""

_PADDING, _ICON = 22, 24
_LEAST, _MOST = 84, 420
_LEAST_DOING = 200
_MEASURED = 200
"""So many characters are wider than any column."""


class FleetTable(QTableView):
    """
    One agent a row; Enter or a double click goes to it.

    Names are as wide as what they hold, what an agent does takes the rest. A width that a person gave a column stays.
    """

    chosen = Signal(object)  # the AgentRow that was asked for

    def __init__(self, model: FleetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fleetTable")
        self.setAccessibleName(tr("Agents of all runs"))
        self._agents = model
        self.setModel(model)
        self.setItemDelegate(FleetDelegate(self))
        dress_table(self)
        self.setSortingEnabled(True)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(48)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        for column in range(len(COLUMNS)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(DOING, QHeaderView.ResizeMode.Stretch)
        header.sectionResized.connect(self._on_resized)
        self.doubleClicked.connect(self._on_double_clicked)
        self._scale = theme().text_scale
        self._texts: dict[str, float] = {}
        self._own: dict[int, int] = {}
        self._fitted: object = None
        self._fitting = False
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def fit(self) -> None:
        """As wide as what is shown asks for; nothing is moved while that is the same."""
        rows, width = self._agents.rows, self.viewport().width()
        has = {CPU: any(row.live.cpu is not None for row in rows)}
        has[MEMORY] = any(row.live.memory is not None for row in rows)
        shown = [at for at in range(len(COLUMNS)) if width >= _FROM.get(at, 0) * self._scale and has.get(at, True)]
        wanted = {at: self._wanted(at) for at in shown if at != DOING}
        if self._fitted == (plan := (width, wanted)):
            return
        self._fitted, self._fitting = plan, True
        for column in range(len(COLUMNS)):
            self.setColumnHidden(column, column not in shown)
        names = [at for at in _NAMES if at in wanted and at not in self._own]
        room = width - sum(self._own.get(at, size) for at, size in wanted.items() if at not in names)
        shares = share(room, [wanted[at] for at in names], _LEAST_DOING * self._scale)
        widths = (
            wanted | dict(zip(names, shares, strict=True)) | {at: self._own[at] for at in self._own if at in wanted}
        )
        for column, size in widths.items():
            self.horizontalHeader().resizeSection(column, int(size))
        self._fitting = False

    def _wanted(self, column: int) -> float:
        widest = max((self._measure(text_of(row, column)) for row in self._agents.rows), default=0.0)
        if column == STEP:
            widest += _ICON
        head = self._measure(str(self._agents.headerData(column, Qt.Orientation.Horizontal))) + 12
        return min(max(widest + _PADDING, head + _PADDING, _LEAST if column in _NAMES else 0), _MOST * self._scale)

    def _measure(self, text: str) -> float:
        if len(self._texts) > 10_000:
            self._texts.clear()
        width = self._texts.get(text)
        if width is None:
            width = self._texts[text] = theme().metrics("body").horizontalAdvance(text[:_MEASURED])
        return width

    def _on_resized(self, column: int, before: int, after: int) -> None:
        """A person drew the edge of a column; by hand only, the stretched one follows by itself."""
        if not self._fitting and column != DOING and after and before:
            self._own[column] = after

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return ((tr("Enter"), tr("Show the attempt in its run")),)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._on_double_clicked(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _on_double_clicked(self, index: QModelIndex) -> None:
        row = self._agents.row(index)
        if row is not None:
            self.chosen.emit(row)

    def _on_theme(self) -> None:
        self._scale = theme().text_scale
        self._texts.clear()
        self._fitted = None
        self.verticalHeader().setDefaultSectionSize(int(theme().metrics("body").height()) + 12)
        self.fit()
