# SPDX-License-Identifier: Apache-2.0
"""Gate evidence: for each gate its outcome, the reason, the facts it was judged by, and where they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.figures import duration
from app.labels import WrapLabel
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, status_look
from app.transcript import PlainViewer
from app.translate import tr
from app.widgets import EmptyState, StatusPill, plain_label
from app.words import short
from engine.projections import GateView
from engine.projections.describe import DULL, TIMES

_LINE_CHARS = 200
_MOST_FACTS = 7


class GateEvidence(QScrollArea):
    """One card a gate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("gateView")
        self.setAccessibleName(tr("Gate evidence"))
        self.setWidgetResizable(True)
        self._gates: Sequence[GateView] | None = None
        self._note = ""
        self._inner = QWidget(self)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        self._column.setSpacing(SPACE_S)
        self.setWidget(self._inner)
        theme().changed.connect(self._on_theme)
        self.show_gates(())

    def show_gates(self, gates: Sequence[GateView], note: str = "") -> None:
        """Show these gates; `note` says why there are none."""
        if gates == self._gates and note == self._note:
            return
        self._gates, self._note = gates, note
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if not gates:
            self._column.addWidget(EmptyState("gate", tr("Nothing measured yet"), note))
            return
        for gate in gates:
            self._column.addWidget(_GateCard(gate, self._inner))
        self._column.addStretch(1)

    def _on_theme(self) -> None:
        gates, self._gates = self._gates, None
        self.show_gates(gates or (), self._note)


class _GateCard(QFrame):
    """One gate."""

    def __init__(self, gate: GateView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._gate = gate
        look = status_look(gate.outcome if gate.outcome != "waiting" else "pending")
        word = tr("waits") if gate.outcome == "waiting" else look.word
        self.setAccessibleName(
            tr("Gate {gate}, {word}: {reason} ({label})").format(
                gate=gate.gate, word=word, reason=gate.reason, label=gate.label
            )
        )
        glyph = QLabel(self)
        glyph.setPixmap(theme().pixmap(look.icon, look.tone, 18))
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(glyph)
        head.addWidget(plain_label(gate.gate, "strong"))
        head.addWidget(plain_label(word, "small"))
        head.addStretch(1)
        if gate.outcome != "waiting":  # nothing was measured or decided yet
            head.addWidget(StatusPill(gate.label))
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_XS)
        column.addLayout(head)
        reason = QHBoxLayout()
        reason.setContentsMargins(26, 0, 0, 0)
        reason.addWidget(WrapLabel(gate.reason))
        column.addLayout(reason)
        lines = fact_lines(_unwrapped(gate.facts))
        if lines:
            column.addLayout(self._facts(lines[:_MOST_FACTS]))
        if len(lines) > _MOST_FACTS or any(cut for _, _, cut in lines):
            column.addWidget(self._all_button(), 0, Qt.AlignmentFlag.AlignLeft)

    def _facts(self, lines: list[tuple[str, str, bool]]) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(26, SPACE_XS, 0, 0)
        grid.setHorizontalSpacing(SPACE_L)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, (name, value, _) in enumerate(lines):
            grid.addWidget(plain_label(name, "small"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(WrapLabel(value, "mono"), row, 1)
        return grid

    def _all_button(self) -> QPushButton:
        button = QPushButton(tr("Show all facts"), self)
        button.setProperty("kind", "quiet")
        button.setAutoDefault(False)
        button.clicked.connect(self._show_all)
        return button

    def _show_all(self) -> None:
        PlainViewer(
            tr("Facts of the gate {gate}").format(gate=self._gate.gate), spelt_out(self._gate.facts), self.window()
        ).open()


def _unwrapped(facts: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """A gate composed of one other shows the facts of that one."""
    only = next(iter(facts.values())) if len(facts) == 1 else None
    return only if isinstance(only, dict) else facts


def fact_lines(facts: Mapping[str, JsonValue]) -> list[tuple[str, str, bool]]:
    """Facts as (name, value, whether the value was cut): what tells first, what only identifies last."""
    ranked: list[tuple[int, tuple[str, str, bool]]] = []
    for key, value in facts.items():
        text, cut = _value(key, value)
        rank = 2 if key in DULL else 1 if cut or "\n" in text or isinstance(value, (list, dict)) else 0
        ranked.append((rank, (key.replace("_", " "), text, cut)))
    return [line for _, line in sorted(ranked, key=lambda one: one[0])]


def _value(key: str, value: JsonValue) -> tuple[str, bool]:
    if value is None:
        return tr("unknown"), False
    if key in TIMES and isinstance(value, (int, float)):
        return duration(value), False
    if isinstance(value, bool):
        return (tr("yes") if value else tr("no")), False
    if isinstance(value, float):
        return f"{value:g}", False
    if isinstance(value, str):
        if len(value) in (40, 64) and all(c in "0123456789abcdef" for c in value):
            return short(value), False
        lines = value.strip().splitlines() or [tr("(empty)")]
        first = "\n".join(lines[:3])[:_LINE_CHARS]
        return first, len(value.strip()) > len(first)
    if isinstance(value, (list, dict)) and not value:
        return "none", False
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        text = ", ".join(str(one) for one in value)
        return text[:_LINE_CHARS], len(text) > _LINE_CHARS
    if isinstance(value, (list, dict)):
        text = json.dumps(value, ensure_ascii=False)
        return text[:_LINE_CHARS], len(text) > _LINE_CHARS
    return str(value), False


def spelt_out(facts: Mapping[str, JsonValue]) -> str:
    """All facts as text: long ones under their names as they stand, the rest as JSON."""
    parts = []
    for key, value in facts.items():
        if isinstance(value, str) and "\n" in value:
            parts.append(f"{key}:\n{value.rstrip()}\n")
        else:
            parts.append(f"{key}: {json.dumps(value, ensure_ascii=False, indent=2)}")
    return "\n".join(parts)
