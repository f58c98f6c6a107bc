# SPDX-License-Identifier: Apache-2.0
"""Fields made from what a workflow asks for: its inputs, its roles, its budgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from app.labels import tip
from engine.definition.model import Budgets, Input, Role
from engine.projections.words import METER_NAMES

_TEXT_ROWS_PX = 76
_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: its widget and how to read it. `value` gives None where nothing was typed."""

    name: str
    title: str
    hint: str
    widget: QWidget
    value: Callable[[], JsonValue]


def input_field(name: str, asked: Input, changed: Callable[[], None]) -> FormField:
    """The field of an input, by its type. `changed` is called after each edit."""
    title = asked.title or name
    hint = asked.description or ""
    widget, value = _input_widget(asked, changed)
    widget.setObjectName(f"input:{name}")
    widget.setAccessibleName(title)
    widget.setToolTip(tip(hint))
    return FormField(name, f"{title} *" if asked.required and asked.default is None else title, hint, widget, value)


def _input_widget(asked: Input, changed: Callable[[], None]) -> tuple[QWidget, Callable[[], JsonValue]]:
    default = asked.default
    if asked.type == "text":
        area = QPlainTextEdit()
        area.setTabChangesFocus(True)
        area.setFixedHeight(_TEXT_ROWS_PX)
        area.setPlainText(default if isinstance(default, str) else "")
        area.textChanged.connect(changed)
        return area, lambda: area.toPlainText() or None
    if asked.type == "bool":
        box = QCheckBox("yes")
        box.setChecked(default is True)
        box.toggled.connect(changed)
        return box, box.isChecked
    if asked.type == "choice":
        chooser = QComboBox()
        chooser.addItems(list(asked.choices))
        if isinstance(default, str) and default in asked.choices:
            chooser.setCurrentText(default)
        chooser.currentTextChanged.connect(changed)
        return chooser, chooser.currentText
    line = QLineEdit()
    line.setPlaceholderText("" if default is None else _shown(default))
    line.textChanged.connect(changed)
    return line, lambda: line.text() or None


def _shown(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return str(value)


def role_field(name: str, role: Role, agents: list[str], changed: Callable[[], None]) -> FormField:
    """Who works in a role: as the workflow says, or `AGENT` or `AGENT:MODEL`."""
    chooser = QComboBox()
    chooser.setEditable(True)
    chooser.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    own = f"{role.agent}:{role.model[0]}" if role.model else role.agent
    chooser.addItems([own, *(agent for agent in agents if agent != own)])
    chooser.setObjectName(f"role:{name}")
    chooser.setAccessibleName(f"Who works as {name}")
    chooser.setToolTip(f"An agent, or an agent and a model joined by a colon; the workflow says {tip(own) or own}")
    chooser.currentTextChanged.connect(changed)

    def value() -> JsonValue:
        text = chooser.currentText().strip()
        return text if text and text != own else None

    return FormField(name, name, "", chooser, value)


def budget_field(kind: str, budgets: Budgets, changed: Callable[[], None]) -> FormField:
    """A cap of the run; what is left empty stays as the workflow says."""
    own = getattr(budgets, kind)
    line = QLineEdit()
    line.setObjectName(f"budget:{kind}")
    line.setAccessibleName(f"Budget: {METER_NAMES[kind]}")
    line.setPlaceholderText(spelt(kind, own) if own is not None else "no limit")
    line.setToolTip(_BUDGET_TIPS[kind])
    line.textChanged.connect(changed)
    return FormField(kind, METER_NAMES[kind], "", line, lambda: line.text().strip() or None)


_BUDGET_TIPS = {
    "turns": "How many turns all agents together may take",
    "wall_clock": "How long the run may be driven, for example 90s, 30m or 2h; waiting for you costs nothing",
    "requests": "How many calls of a model are allowed",
    "tokens": "How many tokens may be used, of all kinds together",
    "cost": "US dollars that may be spent",
}


def spelt(kind: str, value: float) -> str:
    """A cap as it may be typed."""
    if kind != "wall_clock":
        return f"{value:g}" if kind == "cost" else f"{int(value)}"
    for unit in ("h", "m", "s"):
        if value % _UNITS[unit] == 0:
            return f"{int(value // _UNITS[unit])}{unit}"
    return f"{int(value)}ms"


def read_budgets(typed: Mapping[str, JsonValue]) -> tuple[dict[str, float | None], dict[str, str]]:
    """Caps that were typed, clocks in ms, and what is wrong with those that are none, by kind."""
    caps: dict[str, float | None] = {}
    wrong: dict[str, str] = {}
    for kind, text in typed.items():
        try:
            caps[kind] = _cap(kind, str(text))
        except ValueError as error:
            wrong[kind] = str(error)
    return caps, wrong


def _cap(kind: str, text: str) -> float | None:
    text = text.strip().lower().removeprefix("$").replace("_", "").replace(",", "")
    if text in ("none", "no limit", "unlimited"):
        return None
    if kind == "wall_clock":
        unit = next((unit for unit in sorted(_UNITS, key=len, reverse=True) if text.endswith(unit)), None)
        if unit is None:
            raise ValueError("a clock needs a unit: 90s, 30m, 2h")
        return _positive(text.removesuffix(unit)) * _UNITS[unit]
    value = _positive(text)
    if kind != "cost" and value != int(value):
        raise ValueError("expected a whole number")
    return value if kind == "cost" else int(value)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise ValueError("expected a number") from error
    if not 0 <= value < 1e15:
        raise ValueError("expected a number that is not negative")
    return value
