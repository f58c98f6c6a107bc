# SPDX-License-Identifier: Apache-2.0
"""Fields from what a workflow asks: each with its stable name, and budgets read as people type them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from app.launch.fields import budget_field, input_field, read_budgets, role_field
from engine.definition.model import Budgets, Input, Role


def nothing() -> None:
    """Nobody listens."""


@pytest.mark.parametrize(
    ("asked", "kind", "default"),
    [
        (Input(type="text", default="a\nb"), QPlainTextEdit, "a\nb"),
        (Input(type="string"), QLineEdit, None),
        (Input(type="bool", default=True), QCheckBox, True),
        (Input(type="choice", choices=("x", "y"), default="y"), QComboBox, "y"),
        (Input(type="list", default=["a", "b"]), QLineEdit, None),
        (Input(type="int", default=3), QLineEdit, None),
    ],
)
def test_an_input_is_asked_by_its_type(qapp: object, asked: Input, kind: type[QWidget], default: object) -> None:
    field = input_field("subject", asked, nothing)

    assert isinstance(field.widget, kind)
    assert field.widget.objectName() == "input:subject"
    assert field.value() == default


def test_what_is_left_alone_stays_as_the_workflow_says(qapp: object) -> None:
    role = role_field("fixer", Role(agent="claude-code", model=("sonnet",)), ["scripted", "command"], nothing)
    budget = budget_field("turns", Budgets(), nothing)

    assert (role.widget.objectName(), role.value()) == ("role:fixer", None)
    assert (budget.widget.objectName(), budget.value()) == ("budget:turns", None)
    assert isinstance(role.widget, QComboBox)
    role.widget.setCurrentText("command")
    assert role.value() == "command"


def test_budgets_are_read_with_their_units_and_every_fault_is_named() -> None:
    caps, wrong = read_budgets(
        {"turns": "12", "wall_clock": "1.5h", "cost": "$2.50", "tokens": "100_000", "requests": "none"}
    )
    assert caps == {"turns": 12, "wall_clock": 5_400_000, "cost": 2.5, "tokens": 100_000, "requests": None}
    assert wrong == {}

    caps, wrong = read_budgets({"turns": "1.5", "wall_clock": "20", "cost": "-1"})
    assert caps == {}
    assert set(wrong) == {"turns", "wall_clock", "cost"}
