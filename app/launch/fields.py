# SPDX-License-Identifier: Apache-2.0
"""Fields made from what a workflow asks for: its inputs, its roles, its budgets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QWidget,
)

from app import figures
from app.figures import numeral, typed
from app.labels import WrapLabel, set_tip, tip
from app.launch.checks import Agents
from app.launch.choosing import browse_button, choose_path
from app.longtext import LongText
from app.tokens import SPACE_S
from app.translate import QT_TR_NOOP, tr
from app.words import meter_word
from engine.definition.inputs import MAX_TEXT
from engine.definition.model import Budgets, Input, Role

_TEXT_ROWS_PX = 76
_REFUSED = "refused"
_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True, slots=True)
class FormField:
    """
    One field: its widget and how to read it. `value` gives None where nothing was typed.

    Attributes:
        typed: what a person types or chooses in; the widget itself, or parts of it.
        wrong: says below the widget what is wrong with it, or what it did not take.
    """

    name: str
    title: str
    hint: str
    widget: QWidget
    value: Callable[[], JsonValue]
    typed: tuple[QWidget, ...]
    wrong: WrapLabel

    def say(self, why: str) -> None:
        """Say what is wrong with it, or nothing but what it did not take."""
        shown = why or str(self.wrong.property(_REFUSED) or "")
        self.wrong.set_text(shown)
        self.wrong.setVisible(bool(shown))

    def refuse(self, why: str) -> None:
        """Something was pasted that it did not take; empty once it has changed."""
        if why != (self.wrong.property(_REFUSED) or ""):
            self.wrong.setProperty(_REFUSED, why)
            self.say("")


def input_field(name: str, asked: Input, changed: Callable[[], None]) -> FormField:
    """The field of an input, by its type. `changed` is called after each edit."""
    title = asked.title or name
    hint = asked.description or ""
    widget, value = _input_widget(asked, changed)
    widget.setObjectName(f"input:{name}")
    widget.setAccessibleName(title)
    set_tip(widget, hint)
    shown = tr("{title} (required)").format(title=title) if asked.required and asked.default is None else title
    whole = widget
    if asked.type == "path" and isinstance(widget, QLineEdit):
        told = tr("Choose a path for {title}").format(title=title)
        whole = _row(widget, browse_button(told, partial(choose_path, widget, told, widget.setText)))
    field = FormField(name, shown, hint, whole, value, (widget,), _wrong(widget))
    if isinstance(widget, LongText):
        widget.refused.connect(lambda why: field.refuse(why))
    elif isinstance(widget, QLineEdit):
        widget.textChanged.connect(lambda text: field.refuse(_full(widget) if len(text) >= widget.maxLength() else ""))
    return field


def _full(line: QLineEdit) -> str:
    told = tr("This field holds {n} characters and no more: what was pasted may go on.")
    return told.format(n=numeral(line.maxLength()))


def _input_widget(asked: Input, changed: Callable[[], None]) -> tuple[QWidget, Callable[[], JsonValue]]:
    default = asked.default
    if asked.type == "text":
        area = LongText(MAX_TEXT)
        area.setFixedHeight(_TEXT_ROWS_PX)
        area.setPlainText(default if isinstance(default, str) else "")
        area.textChanged.connect(changed)
        return area, lambda: area.toPlainText() or None
    if asked.type == "bool":
        box = QCheckBox(tr("yes"))
        box.setChecked(default is True)
        box.toggled.connect(changed)
        return box, box.isChecked
    if asked.type == "choice":
        chooser = QComboBox()
        if not isinstance(default, str) or default not in asked.choices:
            chooser.addItem(tr("choose…") if asked.required else tr("none"), "")
        for choice in asked.choices:
            chooser.addItem(choice, choice)
        if isinstance(default, str) and default in asked.choices:
            chooser.setCurrentText(default)
        chooser.currentTextChanged.connect(changed)
        return chooser, lambda: chooser.currentData() or None
    line = QLineEdit()
    line.setPlaceholderText(
        (tr(_HINTS[asked.type]) if asked.type in _HINTS else "") if default is None else _shown(default)
    )
    line.textChanged.connect(changed)
    return line, lambda: line.text() or None


def _shown(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return str(value)


def as_typed(value: JsonValue) -> str | None:
    """A value as it may be typed again; None for none."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)


_HINTS = {
    "list": QT_TR_NOOP("separated by commas, or a JSON array"),
    "int": QT_TR_NOOP("a whole number"),
    "number": QT_TR_NOOP("a number"),
    "path": QT_TR_NOOP("a file or a folder"),
}


def role_field(name: str, role: Role, known: Agents, changed: Callable[[], None]) -> FormField:
    """Who works in a role, and with which model: as the workflow says, or another agent that works here."""
    agent, model = QComboBox(), QComboBox()
    for chooser in (agent, model):
        chooser.setEditable(True)
        chooser.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        chooser.setMinimumContentsLength(8)
    agent.setObjectName(f"role:{name}")
    agent.setAccessibleName(tr("Who works as {name}").format(name=name))
    agent.setToolTip(tr("The agent; the workflow says {agent}").format(agent=tip(role.agent)))
    model.setObjectName(f"model:{name}")
    model.setAccessibleName(tr("The model of {name}").format(name=name))
    model.setToolTip(tr("Choose a model, or type its name"))
    _offer_agents(agent, role.agent, known)

    def offer_models() -> None:
        named = agent.currentText().strip()
        own = role.model if named == role.agent else ()
        model.blockSignals(True)
        model.clear()
        model.addItems(list(dict.fromkeys((*own[:1], *own, *known.models_of(named)))))
        model.setCurrentIndex(0 if own else -1)
        line = model.lineEdit()
        if line is not None:
            line.setPlaceholderText(tr("takes no model") if named in _WITHOUT_MODEL else tr("its own default"))
        model.setEnabled(named not in _WITHOUT_MODEL)
        model.blockSignals(False)

    def value() -> JsonValue:
        named, _, typed = agent.currentText().strip().partition(":")
        wanted = typed or model.currentText().strip()
        own = role.model[0] if role.model else ""
        if not named or (named, wanted) in ((role.agent, own), (role.agent, "")):
            return None
        return f"{named}:{wanted}" if wanted else named

    def say() -> None:
        field.say(
            tr("{agent} does not work here: {why}").format(agent=role_words(agent), why=why)
            if (why := known.missing(role_words(agent)))
            else ""
        )

    agent.currentTextChanged.connect(offer_models)
    agent.currentTextChanged.connect(say)
    for chooser in (agent, model):
        chooser.currentTextChanged.connect(changed)
    offer_models()
    whole = _row(agent, model)
    field = FormField(name, name, "", whole, value, (agent, model), _wrong(agent))
    say()
    return field


def role_words(chooser: QComboBox) -> str:
    """The agent that is chosen, without a model typed behind it."""
    return chooser.currentText().strip().partition(":")[0]


_WITHOUT_MODEL = ("command", "scripted")


def _offer_agents(chooser: QComboBox, own: str, known: Agents) -> None:
    """The workflow's own first, then those that work; those that do not stand last, and say why."""
    here = [own, *(name for name in known.working if name != own)]
    chooser.addItems(here)
    for status in known.backends:
        if status.works or status.name == own:
            continue
        chooser.addItem(f"{status.name}")
        at = chooser.count() - 1
        chooser.setItemData(
            at, tip(tr("does not work here: {note}").format(note=status.note)), Qt.ItemDataRole.ToolTipRole
        )
        model = chooser.model()
        if isinstance(model, QStandardItemModel):
            model.item(at).setEnabled(False)


def _row(first: QWidget, second: QWidget) -> QWidget:
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_S)
    row.addWidget(first, 1)
    row.addWidget(second, 1 if isinstance(second, QComboBox) else 0)
    return whole


def _wrong(below: QWidget) -> WrapLabel:
    label = WrapLabel("", "small", "red")
    label.setObjectName(f"wrong:{below.objectName()}")
    label.hide()
    return label


def budget_field(kind: str, budgets: Budgets, changed: Callable[[], None]) -> FormField:
    """A cap of the run; what is left empty stays as the workflow says."""
    own = getattr(budgets, kind)
    line = QLineEdit()
    line.setObjectName(f"budget:{kind}")
    line.setAccessibleName(tr("Budget: {budget}").format(budget=meter_word(kind)))
    line.setPlaceholderText(spelt(kind, own) if own is not None else tr("no limit"))
    line.setToolTip(tr(_BUDGET_TIPS[kind]))
    line.textChanged.connect(changed)
    return FormField(kind, meter_word(kind), "", line, lambda: line.text().strip() or None, (line,), _wrong(line))


_BUDGET_TIPS = {
    "turns": QT_TR_NOOP("How many turns all agents together may take"),
    "wall_clock": QT_TR_NOOP(
        "How long the run may be driven, for example 90s, 30m or 2h; waiting for you costs nothing"
    ),
    "requests": QT_TR_NOOP("How many calls of a model are allowed"),
    "tokens": QT_TR_NOOP("How many tokens may be used, of all kinds together"),
    "cost": QT_TR_NOOP("US dollars that may be spent"),
}


def spelt(kind: str, value: float) -> str:
    """A cap as it may be typed here: what this gives is read back as the same cap."""
    if kind != "wall_clock":
        return figures.spelt(float(value)) if kind == "cost" else f"{int(value)}"
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
    if text.strip().lower() in ("none", "no limit", "unlimited", tr("no limit").lower()):
        return None
    text = typed(text.strip().lower())
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
