# SPDX-License-Identifier: Apache-2.0
"""What models cost: the bundled table with its date, and a person's own prices, which go before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.figures import spelt
from app.labels import plain_label
from app.models.sync import TOP, Index
from app.settings.store import Snapshot, Store, typed
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr
from app.words import tier_word

KINDS = ("input", "output", "cache_read", "cache_write")
COLUMNS = (
    QT_TR_NOOP("Model"),
    QT_TR_NOOP("Input"),
    QT_TR_NOOP("Output"),
    QT_TR_NOOP("Cache read"),
    QT_TR_NOOP("Cache write"),
    QT_TR_NOOP("Tier"),
    QT_TR_NOOP("Origin"),
)
_TIER = 5
OWN_SOURCE = QT_TR_NOOP("yours")
_ABOUT = QT_TR_NOOP(
    "US dollars for a million tokens. What a run cost is computed when a turn ends, from the price that holds then. "
    "A model without a price has an unknown cost, never none."
)


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One model; `prices` in the order of KINDS, None where unknown. `own`: a person wrote it; `bundled` as well."""

    model: str
    prices: tuple[float | None, ...]
    own: bool
    bundled: bool
    source: str
    tier: str = ""


def rows_of(snapshot: Snapshot) -> list[PriceRow]:
    """Every model that has a price, a person's own first, then by tier."""
    table = snapshot.settings.price_table
    found, tiers = [], table.by_tier()
    ranked = [model for models in tiers.values() for model in models]
    for model in sorted(ranked, key=lambda name: name not in table.own):
        own, bundled = model in table.own, model in table.bundled
        price = table.own[model] if own else table.bundled[model]
        source = tr(OWN_SOURCE) if own else tr("bundled, {date}").format(date=table.date)
        prices = tuple(getattr(price, kind) for kind in KINDS)
        found.append(PriceRow(model, prices, own, bundled, source, table.tier(model) or ""))
    return found


class PricesModel(QAbstractTableModel):
    """The price table; an edited cell is written as a price of one's own."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.rows: list[PriceRow] = []

    def show(self, rows: list[PriceRow]) -> None:
        """Show these."""
        if rows == self.rows:
            return
        if [row.model for row in rows] == [row.model for row in self.rows]:
            self.rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = TOP) -> int:
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return tr(COLUMNS[section]) if role == Qt.ItemDataRole.DisplayRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if 0 < index.column() <= len(KINDS) else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self._text(row, column, editing=role == Qt.ItemDataRole.EditRole)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(column)
            case Qt.ItemDataRole.FontRole if row.own:
                return theme().font("strong")
            case Qt.ItemDataRole.ForegroundRole if column == len(COLUMNS) - 1 or self._is_unknown(row, column):
                return theme().colour("muted")
            case Qt.ItemDataRole.AccessibleTextRole:
                text = self._text(row, column, editing=False)
                return (
                    text
                    if column == 0
                    else tr("{column} of {model}: {text}").format(
                        column=tr(COLUMNS[column]), model=row.model, text=text
                    )
                )
            case Qt.ItemDataRole.UserRole:
                return row
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        text = typed(str(value))
        if role != Qt.ItemDataRole.EditRole or text == typed(self.data(index, Qt.ItemDataRole.EditRole)):
            return False
        row = self.rows[index.row()]
        changed = KINDS[index.column() - 1]
        whole = {kind: _spelt(price) for kind, price in zip(KINDS, row.prices, strict=True)} if not row.own else {}
        self._store.change_all({f"prices.{row.model}.{kind}": word for kind, word in {**whole, changed: text}.items()})
        return True

    def _is_unknown(self, row: PriceRow, column: int) -> bool:
        return 0 < column <= len(KINDS) and row.prices[column - 1] is None

    def _text(self, row: PriceRow, column: int, *, editing: bool) -> str:
        if column == 0:
            return row.model
        if column > len(KINDS):
            return tier_word(row.tier) if column == _TIER else row.source
        price = row.prices[column - 1]
        return ("" if editing else tr("unknown")) if price is None else spelt(price)


class PricesPage(QWidget):
    """The table, a line that adds a model, and a button that goes back to the bundled price."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pricesPage")
        self._store = store
        self._asked = ""
        self.model = PricesModel(store, self)
        self.table = self._make_table()
        self._about = plain_label(tr(_ABOUT), "muted", wrap=True)
        self._wrong = plain_label("", "wrong", wrap=True)
        self._wrong.setObjectName("pricesProblem")
        self._wrong.hide()
        self._name = self._field("newPrice:model", tr("Model"), tr("Model, as agents call it"))
        self._input = self._field("newPrice:input", tr("Price of input"), tr("Input"))
        self._output = self._field("newPrice:output", tr("Price of output"), tr("Output"))
        self._add = self._button("newPrice:add", tr("Add"), tr("Add this price"), self._on_add)
        self._back = self._button("ownPrice:remove", tr("Remove your price"), "", self._on_back)
        self._back.setEnabled(False)
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(self._name, 3)
        line.addWidget(self._input, 1)
        line.addWidget(self._output, 1)
        line.addWidget(self._add)
        line.addWidget(self._back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self._about)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._wrong)
        layout.addLayout(line)
        store.looked.connect(self._on_looked)
        store.refused.connect(self._on_refused)

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setObjectName("pricesTable")
        table.setAccessibleName(tr("Prices of models, in US dollars for a million tokens"))
        table.setModel(self.model)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setStyleSheet("QTableView::item { padding: 0 8px; }")
        table.setAlternatingRowColors(True)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(int(theme().metrics("body").height()) + 12)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate((0, 84, 84, 96, 100, 84, 150)):
            header.resizeSection(column, width)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(len(COLUMNS) - 1, QHeaderView.ResizeMode.ResizeToContents)
        table.selectionModel().currentChanged.connect(self._on_current)
        return table

    def _field(self, name: str, title: str, hint: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setAccessibleName(title)
        field.setPlaceholderText(hint)
        field.setMinimumWidth(70)
        field.returnPressed.connect(self._on_add)
        return field

    def _button(self, name: str, text: str, tip: str, act: Any) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(tip or text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button

    def _on_looked(self, snapshot: Snapshot) -> None:
        rows = rows_of(snapshot)
        self.model.show(rows)
        self._say("")
        if self._asked and any(row.model == self._asked and row.own for row in rows):
            for field in (self._name, self._input, self._output):
                field.clear()
            at = next(at for at, row in enumerate(rows) if row.model == self._asked)
            self.table.setCurrentIndex(self.model.index(at, 0))
            self._asked = ""
        self._on_current(self.table.currentIndex())

    def _on_refused(self, name: str, why: str) -> None:
        if name.startswith("prices."):
            self._asked = ""
            self._say(why)

    def _on_current(self, current: QModelIndex) -> None:
        row = current.data(Qt.ItemDataRole.UserRole)
        own = isinstance(row, PriceRow) and row.own
        self._back.setEnabled(own)
        bundled = isinstance(row, PriceRow) and row.bundled
        self._back.setText(tr("Back to the bundled price") if own and bundled else tr("Remove your price"))

    def _on_add(self) -> None:
        model = self._name.text().strip()
        if not model:
            self._say(tr("Name the model whose price this is."))
            return
        self._asked = model
        prices = {"input": typed(self._input.text()), "output": typed(self._output.text())}
        self._store.change_all({f"prices.{model}.{kind}": text for kind, text in prices.items()})

    def _on_back(self) -> None:
        row = self.table.currentIndex().data(Qt.ItemDataRole.UserRole)
        if isinstance(row, PriceRow) and row.own:
            self._store.change_all({f"prices.{row.model}": None})

    def _say(self, why: str) -> None:
        self._wrong.setText(why)
        self._wrong.setVisible(bool(why))


def _side(column: int) -> Qt.AlignmentFlag:
    right = 0 < column <= len(KINDS)
    return Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)


def _spelt(price: float | None) -> str:
    return "null" if price is None else f"{price:.10g}"
