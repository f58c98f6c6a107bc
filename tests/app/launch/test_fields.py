# SPDX-License-Identifier: Apache-2.0
"""Fields from what a workflow asks: each with its stable name, and budgets read as people type them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from app.launch.checks import Agents
from app.launch.fields import FormField, budget_field, input_field, read_budgets, role_field, spelt
from app.longtext import SHOWN_CHARS, LongText
from app.translate import set_place
from engine.agents import BackendStatus
from engine.definition.inputs import MAX_TEXT
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
        (Input(type="choice", choices=("x", "y"), required=True), QComboBox, None),
        (Input(type="number"), QLineEdit, None),
        (Input(type="path"), QLineEdit, None),
        (Input(type="list", default=["a", "b"]), QLineEdit, None),
        (Input(type="int", default=3), QLineEdit, None),
    ],
)
def test_an_input_is_asked_by_its_type(qapp: object, asked: Input, kind: type[QWidget], default: object) -> None:
    field = input_field("subject", asked, nothing)

    (part,) = field.typed
    assert isinstance(part, kind)
    assert part.objectName() == "input:subject"
    assert part.accessibleName() == "subject"
    assert field.value() == default


def chosen(field: FormField, agent: str, model: str = "") -> object:
    for part, text in zip(field.typed, (agent, model), strict=True):
        assert isinstance(part, QComboBox)
        if text:
            part.setCurrentText(text)
    return field.value()


HERE = Agents(
    (
        BackendStatus("scripted", True, None, ""),
        BackendStatus("anthropic", True, "1", ""),
        BackendStatus("codex", False, None, "not logged in: run codex login"),
    ),
    ("claude-x", "gpt-y"),
)


def test_what_is_left_alone_stays_as_the_workflow_says(qapp: object) -> None:
    role = role_field("fixer", Role(agent="anthropic", model=("claude-x",)), HERE, nothing)
    budget = budget_field("turns", Budgets(), nothing)

    assert [part.objectName() for part in role.typed] == ["role:fixer", "model:fixer"]
    assert role.value() is None
    assert (budget.widget.objectName(), budget.value()) == ("budget:turns", None)


def test_an_agent_and_a_model_are_chosen_from_what_there_is(qapp: object) -> None:
    role = role_field("fixer", Role(agent="scripted"), HERE, nothing)

    assert chosen(role, "anthropic") == "anthropic"
    model = role.typed[1]
    assert isinstance(model, QComboBox)
    assert [model.itemText(at) for at in range(model.count())] == ["claude-x"]
    assert chosen(role, "anthropic", "claude-x") == "anthropic:claude-x"
    assert chosen(role, "anthropic", "my-own") == "anthropic:my-own"


def test_an_agent_that_cannot_work_says_so_before_anything_is_launched(qapp: object) -> None:
    role = role_field("fixer", Role(agent="codex"), HERE, nothing)
    assert role.wrong.text() == "codex does not work here: not logged in: run codex login"

    chosen(role, "scripted")

    assert role.wrong.text() == ""


def test_budgets_are_read_with_their_units_and_every_fault_is_named() -> None:
    caps, wrong = read_budgets(
        {"turns": "12", "wall_clock": "1.5h", "cost": "$2.50", "tokens": "100_000", "requests": "none"}
    )
    assert caps == {"turns": 12, "wall_clock": 5_400_000, "cost": 2.5, "tokens": 100_000, "requests": None}
    assert wrong == {}

    caps, wrong = read_budgets({"turns": "1.5", "wall_clock": "20", "cost": "-1"})
    assert caps == {}
    assert set(wrong) == {"turns", "wall_clock", "cost"}


def pasted(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def test_more_text_than_an_input_takes_is_refused_at_once_and_the_field_says_so(qapp: object) -> None:
    field = input_field("task", Input(type="text", required=True), nothing)
    area = field.typed[0]
    assert isinstance(area, LongText)

    area.insertFromMimeData(pasted("x" * 1_600_000))
    assert field.value() is None
    assert "1,600,000 characters; at most 1,048,576 are taken" in field.wrong.text()
    field.say("")  # a check that finds nothing else
    assert field.wrong.text()

    QTest.keyClicks(area, "a")
    assert (field.value(), field.wrong.text()) == ("a", "")


@pytest.mark.parametrize("text", ["word " * 200_000, "x" * MAX_TEXT, "a line\n" * 9_000])
def test_long_text_is_given_whole_and_never_laid_out_whole(qapp: object, text: str) -> None:
    field = input_field("task", Input(type="text"), nothing)
    area = field.typed[0]
    assert isinstance(area, LongText)

    area.insertFromMimeData(pasted(text))
    assert field.value() == text
    assert area.document().characterCount() < SHOWN_CHARS
    assert f"{len(text):,} characters, kept whole" in area.document().toPlainText()

    QTest.keyClicks(area, "typed by accident")
    assert field.value() == text
    QTest.keyClick(area, Qt.Key.Key_Delete)
    assert field.value() is None
    QTest.keyClicks(area, "short")
    assert field.value() == "short"


def test_what_is_pasted_goes_where_the_cursor_is_also_where_it_makes_the_text_long(qapp: object) -> None:
    area = LongText(MAX_TEXT)
    area.setPlainText("\U0001f600 head tail")
    cursor = area.textCursor()
    cursor.setPosition(len("xx head "))  # the smiley counts twice
    area.setTextCursor(cursor)

    area.insertFromMimeData(pasted("x\n" * SHOWN_CHARS))
    assert area.toPlainText() == "\U0001f600 head " + "x\n" * SHOWN_CHARS + "tail"


def test_a_line_that_is_cut_as_it_was_pasted_says_so(qapp: object) -> None:
    field = input_field("title", Input(type="string"), nothing)
    line = field.typed[0]
    assert isinstance(line, QLineEdit)
    line.insert("x" * (line.maxLength() + 1))

    assert "32,767" in field.wrong.text()
    line.setText("short")
    assert field.wrong.text() == ""


@pytest.mark.parametrize("place", ["en_US", "de_DE", "fr_FR"])
@pytest.mark.parametrize("cap", [0.125, 12.345, 1_234_567.0])
def test_a_cap_that_is_put_into_the_form_again_is_read_as_the_same_cap(place: str, cap: float) -> None:
    set_place(QLocale(place))
    try:
        assert read_budgets({"cost": spelt("cost", cap)}) == ({"cost": cap}, {})
    finally:
        set_place(QLocale.c())


def test_what_is_kept_whole_is_copied_whole_counted_as_it_is_and_gone_when_the_field_is_emptied(qapp: object) -> None:
    area = LongText(MAX_TEXT)
    area.insertFromMimeData(pasted("word " * SHOWN_CHARS))
    area.selectAll()
    assert area.createMimeDataFromSelection().text() == "word " * SHOWN_CHARS

    area.clear()  # as after a note was sent: it must not be sent again
    assert (area.toPlainText(), area.isReadOnly()) == ("", False)

    small = LongText(100)
    small.setPlainText("\U0001f600" * 90)
    small.selectAll()
    small.insertFromMimeData(pasted("x" * 101))
    assert small.toPlainText() == "\U0001f600" * 90, "a smiley is one character, not two"
