# SPDX-License-Identifier: Apache-2.0
"""Figures over the runs of a workflow, each with the size of its sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.figures import amount, duration, numeral, percent
from app.labels import plain_label
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr
from app.words import failure_word
from engine.projections import TurnCounts
from engine.projections.history import LEAST_SIDE, Median, Statistics

_NOTE = QT_TR_NOOP(
    "Medians, with the number of figures they rest on. A share of fewer than {least} is told in counts: "
    "a percentage of so few says nothing."
)


class Figures(QFrame):
    """Lines of a title, a figure and its sample, in groups."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("historyFigures")
        self.setAccessibleName(tr("Figures"))
        self._body = QWidget(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self._body)
        layout.addWidget(plain_label(tr(_NOTE).format(least=LEAST_SIDE), "small", wrap=True))
        layout.addStretch(1)
        self._shown: Statistics | None = None

    def show_figures(self, found: Statistics) -> None:
        """Show these."""
        if found == self._shown:
            return
        self._shown = found
        body = QWidget(self)
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(0, 1)
        row = 0
        for title, lines in lines_of(found):
            head = plain_label(title, "section")
            grid.addWidget(head, row, 0, 1, 3)
            grid.setRowMinimumHeight(row, 26)
            row += 1
            for name, figure, sample in lines:
                grid.addWidget(plain_label(name, wrap=True), row, 0)
                value = plain_label(figure, "strong")
                value.setAccessibleName(f"{name}: {figure}, {sample}" if sample else f"{name}: {figure}")
                grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
                grid.addWidget(plain_label(sample, "small"), row, 2, Qt.AlignmentFlag.AlignRight)
                row += 1
        layout = self.layout()
        assert layout is not None
        layout.replaceWidget(self._body, body)
        self._body.deleteLater()
        self._body = body


Line = tuple[str, str, str]
"""What it is, the figure, and what it rests on."""


def lines_of(found: Statistics) -> list[tuple[str, list[Line]]]:
    """All figures in words, in groups."""
    landed = [
        (
            tr("Landed a change, of those that ended"),
            share(found.landed, found.ended) if found.ended else tr("none ended"),
            _sample(found.ended) if found.ended else "",
        )
    ]
    gates = [(one.gate, share(one.cleared, one.judged), _sample(one.judged)) for one in found.gates]
    ms, dollars = duration, lambda value: amount("cost", value)
    costs = [
        _line(tr("A run that landed"), found.cost, dollars),
        (
            tr("All runs, for each landed"),
            amount("cost", found.cost_a_landing),
            _sample(found.ended - found.unknown_costs),
        ),
    ]
    if found.unknown_costs:
        costs.append((tr("Runs whose cost is unknown"), numeral(found.unknown_costs), ""))
    return [
        (tr("OUTCOME"), landed),
        (tr("GATES THAT CLEARED"), gates or [(tr("No gate was judged yet"), "", "")]),
        (tr("CYCLES TO GREEN"), [_line(tr("Turns until a step cleared"), found.cycles, lambda value: f"{value:g}")]),
        (
            tr("WHERE THE TIME WENT"),
            [
                _line(tr("Working"), found.working, ms),
                _line(tr("Needing a person"), found.person, ms),
                _line(tr("Waiting for provider"), found.provider, ms),
            ],
        ),
        (tr("COST"), costs),
        (tr("TURNS THAT FAILED"), failures_of(found.backends) or [(tr("No turn is over yet"), "", "")]),
    ]


def failures_of(backends: Mapping[str, TurnCounts]) -> list[Line]:
    """Of each backend how many turns failed, and why."""
    lines: list[Line] = []
    for name, counts in backends.items():
        lines.append((name, share(counts.failed, counts.turns), _sample(counts.turns)))
        lines += [(f"    {failure_word(why)}", numeral(number), "") for why, number in counts.failures.items()]
    return lines


def share(part: int, whole: int) -> str:
    """A share in words: a percentage of a sample that bears one, else the two counts."""
    if whole >= LEAST_SIDE:
        return percent(100 * part / whole)
    return tr("{n} of {all}").format(n=numeral(part), all=numeral(whole))


def _sample(size: int) -> str:
    return tr("n {n}").format(n=numeral(size))


def _line(name: str, figure: Median, words: Callable[[float], str]) -> Line:
    return name, "—" if figure.value is None else words(figure.value), _sample(figure.n)
