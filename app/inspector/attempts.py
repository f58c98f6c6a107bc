# SPDX-License-Identifier: Apache-2.0
"""The strip of attempts: one chip each, the latest last."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QScrollArea, QToolButton, QWidget

from app.figures import amount, counted, duration
from app.labels import set_tip
from app.selection import Selection
from app.theme import theme
from app.tokens import SPACE_S, SPACE_XS, status_look
from app.translate import tr
from app.words import short
from engine.projections import AttemptView, NodeView
from engine.projections.words import one_line


class AttemptStrip(QScrollArea):
    """Chips of the selected block's attempts; choosing one shows it in all tabs."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attemptStrip")
        self.setAccessibleName(tr("Attempts of this block"))
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._selection = selection
        self._node: str | None = None
        self._shown: tuple[AttemptView, ...] = ()
        self._chips: list[QToolButton] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._on_clicked)
        inner = QWidget(self)
        self._row = QHBoxLayout(inner)
        self._row.setContentsMargins(0, SPACE_XS, 0, SPACE_XS)
        self._row.setSpacing(SPACE_S)
        self._row.addStretch(1)
        self.setWidget(inner)
        for ground in (inner, self.viewport()):
            ground.setAutoFillBackground(False)
        theme().changed.connect(self._on_theme)
        self._fit()

    def show_node(self, node: NodeView | None, attempt: int | None) -> None:
        """Show a block's attempts, with `attempt` chosen; None for the latest."""
        attempts = node.attempts if node is not None else ()
        if (node.id if node else None, len(attempts)) != (self._node, len(self._chips)):
            self._rebuild(len(attempts))
            self._node = node.id if node else None
            self._shown = ()
        if attempts != self._shown:
            self._shown = attempts
            for chip, one in zip(self._chips, attempts, strict=True):
                _dress(chip, one)
        if self._chips:
            chosen = attempt or len(self._chips)
            self._chips[min(chosen, len(self._chips)) - 1].setChecked(True)
        self.setVisible(bool(self._chips))

    def _rebuild(self, number: int) -> None:
        for chip in self._chips:
            self._group.removeButton(chip)
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for n in range(1, number + 1):
            chip = QToolButton(self.widget())
            chip.setObjectName(f"attempt:{n}")
            chip.setCheckable(True)
            chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self._group.addButton(chip, n)
            self._row.insertWidget(n - 1, chip)
            QWidget.setTabOrder(self._chips[-1] if self._chips else self, chip)
            self._chips.append(chip)

    def _on_clicked(self, n: int) -> None:
        if self._node is not None:
            self._selection.choose_node(self._node, n)

    def _on_theme(self) -> None:
        for chip, one in zip(self._chips, self._shown, strict=False):
            _dress(chip, one)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(int(theme().metrics("body").height()) + 22)


def _dress(chip: QToolButton, attempt: AttemptView) -> None:
    look = status_look(attempt.state)
    chip.setText(f" {attempt.n}  {look.word}")
    chip.setIcon(theme().icon(look.icon, look.tone))
    chip.setAccessibleName(tr("Attempt {n}, {word}").format(n=attempt.n, word=look.word))
    set_tip(chip, _told(attempt))


def _told(attempt: AttemptView) -> str:
    lines = [tr("Attempt {n}: {word}").format(n=attempt.n, word=status_look(attempt.state).word)]
    if attempt.reason:
        lines.append(one_line(attempt.reason, 300))
    who = " · ".join(part for part in (attempt.backend, attempt.model, attempt.isolation) if part)
    if who:
        lines.append(who)
    lines.append(counted("{n} turns, {time}", "{n} turn, {time}", len(attempt.turns), time=duration(attempt.spent)))
    usage = attempt.usage
    if usage is None:
        lines.append(tr("usage unknown"))
    else:
        parts = [usage.get(part) for part in ("input", "output", "cache_read", "cache_write")]
        known = [part for part in parts if part is not None]
        lines.append(
            tr("{tokens} tokens, cost {cost}").format(
                tokens=amount("tokens", sum(known) if known else None), cost=amount("cost", usage["cost"])
            )
        )
    lines.append(tr("from {start} to {end}").format(start=short(attempt.fork_point), end=short(attempt.head)))
    lines.append(tr("session {session}").format(session=attempt.session))
    return "\n".join(lines)
