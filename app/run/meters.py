# SPDX-License-Identifier: Apache-2.0
"""The budgets of a run, and of the block that is looked at, as meters; each with a field that raises it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from app.figures import numeral, typed
from app.flow import FlowBox
from app.labels import let_go_of_focus
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import tr
from app.widgets import Meter, Reading
from app.words import meter_word
from engine.errors import UsageError
from engine.projections import MeterView
from engine.projections.words import bare_kind
from engine.runtime.operator import parse_raise

_TOLD_ANYWAY = frozenset({"tokens", "cost"})
"""Budgets that are shown without a cap, once something was spent."""

_LEAST_COLUMN = 84
_SUGGESTED = {"turns": "+10", "wall_clock": "+30m", "requests": "+50", "tokens": "+50000"}


def suggestion(kind: str) -> str:
    """How a raise of this budget may look, as it is typed in this place."""
    if bare_kind(kind) == "cost":
        return f"+{numeral(1.0, 2)}"
    return _SUGGESTED.get(bare_kind(kind), "+10")


class RaiseField(QWidget):
    """A field and a button that add to one budget. What cannot be read as an amount is refused at the field."""

    raised = Signal(str, float)  # kind and amount (ms for clocks), after a raise was asked for

    def __init__(self, kind: str, *, button: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.field = QLineEdit(self)
        self.field.setObjectName(f"raise:{kind}")
        self.field.setAccessibleName(tr("Raise the {budget} budget by").format(budget=meter_word(kind)))
        self.field.setPlaceholderText(suggestion(kind))
        self.field.setToolTip(
            tr("How much to add to the {budget} budget, for example {suggestion}").format(
                budget=meter_word(kind), suggestion=suggestion(kind)
            )
        )
        self.field.setMinimumWidth(48)
        self.field.setMaximumWidth(110)
        self.field.textChanged.connect(self._on_text)
        self.field.returnPressed.connect(self.ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self.field, 2)
        self._button = QToolButton(self)
        self._button.setAccessibleName(tr("Raise the {budget} budget").format(budget=meter_word(kind)))
        self._button.setToolTip(tr("Raise the {budget} budget").format(budget=meter_word(kind)))
        self._button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._button.setVisible(button)
        self._button.clicked.connect(self.ask)
        row.addWidget(self._button)
        theme().changed.connect(self._tint)
        self._tint()
        self._on_text()

    def amount(self) -> float | None:
        """What was typed; None if it is no amount."""
        try:
            return parse_raise(f"{self.kind}={self.typed()}")[1]
        except UsageError:
            return None

    def typed(self) -> str:
        """What was typed, as machines read it; without its sign."""
        return typed(self.field.text().strip().lstrip("$+"))

    def ask(self) -> None:
        """Ask for the raise that was typed."""
        by = self.amount()
        if by is None:
            self._mark(True)
            return
        self.field.clear()
        self.raised.emit(self.kind, by)

    def _tint(self) -> None:
        self._button.setIcon(theme().icon("check", "accent"))

    def _on_text(self) -> None:
        self._button.setEnabled(self.amount() is not None)
        self._mark(False)

    def _mark(self, wrong: bool) -> None:
        if bool(self.field.property("invalid")) != wrong:
            self.field.setProperty("invalid", wrong)
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)


class _Column(QWidget):
    """A meter, and below it what raises the budget."""

    def __init__(self, kind: str, field: RaiseField | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.meter = Meter(parent=self)
        self.field = field
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addWidget(self.meter)
        if field is not None:
            column.addWidget(field)
        column.addStretch(1)
        self.setMinimumWidth(_LEAST_COLUMN)


class BudgetMeters(QWidget):
    """One meter a budget that has a cap, or that is told anyway, the run's first; raise fields unfold below."""

    raised = Signal(str, float)  # kind and amount, after a raise was asked for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("budgetMeters")
        self.setAccessibleName(tr("Budgets"))
        self._columns: dict[str, _Column] = {}
        self._banner_kind: str | None = None
        self._unfold = QToolButton(self)
        self._unfold.setObjectName("raiseToggle")
        self._unfold.setAccessibleName(tr("Show the fields that raise a budget"))
        self._unfold.setToolTip(tr("Raise a budget"))
        self._unfold.setCheckable(True)
        self._unfold.toggled.connect(self._show_fields)
        self._flow = FlowBox(SPACE_M, self, even=True)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        outer.setSpacing(SPACE_S)
        outer.addWidget(self._flow, 1)
        outer.addWidget(self._unfold, 0, Qt.AlignmentFlag.AlignTop)
        theme().changed.connect(self._tint)
        self._tint()
        self.hide()  # until a run is shown

    def _widen(self) -> None:
        """No name is cut: a column is as wide as its words, and what has no room goes into the next row."""
        for column in self._columns.values():
            column.setMinimumWidth(max(_LEAST_COLUMN, column.meter.minimumSizeHint().width()))

    def show_meters(self, meters: tuple[MeterView, ...], *, live: bool, banner_kind: str | None = None) -> None:
        """Show these budgets, named as `raise` takes them.

        `live`: they can be raised; `banner_kind` is raised in the banner, not here.
        """
        shown = [
            meter
            for meter in meters
            if meter.cap is not None or (bare_kind(meter.kind) in _TOLD_ANYWAY and meter.spent)
        ]
        if [meter.kind for meter in shown] != list(self._columns) or banner_kind != self._banner_kind:
            self._banner_kind = banner_kind
            self._rebuild([(meter.kind, meter.cap is not None) for meter in shown])
        for meter in shown:
            self._columns[meter.kind].meter.set_reading(
                Reading(meter.kind, meter.spent, meter.cap, meter.reserved or None, meter.at_least)
            )
        self._widen()
        self._unfold.setVisible(live and any(column.field is not None for column in self._columns.values()))
        self._show_fields()
        self.setVisible(bool(shown))

    def _rebuild(self, kinds: list[tuple[str, bool]]) -> None:
        let_go_of_focus(self)
        for column in self._columns.values():
            if column.field is not None:
                column.field.field.setObjectName("")
        for old in self._flow.clear():
            old.deleteLater()
        self._columns = {}
        for kind, capped in kinds:
            field = RaiseField(kind, parent=self) if capped and kind != self._banner_kind else None
            if field is not None:
                field.raised.connect(self.raised)
            self._columns[kind] = _Column(kind, field, self)
            self._flow.add(self._columns[kind])

    def _show_fields(self) -> None:
        unfolded = self._unfold.isChecked() and self._unfold.isVisibleTo(self)
        for column in self._columns.values():
            if column.field is not None:
                column.field.setVisible(unfolded)

    def _tint(self) -> None:
        self._unfold.setIcon(theme().icon("plus", "muted"))
