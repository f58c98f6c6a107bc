# SPDX-License-Identifier: Apache-2.0
"""Inputs given at launch: every type, from text and from JSON, every fault at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.definition import coerce
from engine.definition.model import Input
from engine.errors import InputFaults


def one(type_: Any, value: Any, **settings: Any) -> Any:
    return coerce({"a": Input(type=type_, **settings)}, {"a": value})["a"]


@pytest.mark.parametrize(
    ("type_", "given_", "value"),
    [
        ("text", " a\nb ", " a\nb "),
        ("string", " a ", "a"),
        ("path", " src/x ", "src/x"),
        ("int", "12", 12),
        ("int", " -3 ", -3),
        ("int", 12, 12),
        ("number", "2", 2),
        ("number", "2.5", 2.5),
        ("number", 1e3, 1000.0),
        ("bool", "yes", True),
        ("bool", "False", False),
        ("bool", True, True),
        ("list", "a, b,,c", ["a", "b", "c"]),
        ("list", '["a, b", 1, null]', ["a, b", 1, None]),
        ("list", ["a", {"b": 1}], ["a", {"b": 1}]),
    ],
)
def test_a_value_becomes_its_type(type_: str, given_: Any, value: Any) -> None:
    assert one(type_, given_) == value
    assert type(one(type_, given_)) is type(value)


@pytest.mark.parametrize(
    ("type_", "given_", "part"),
    [
        ("int", "1.5", "expected a whole number such as 3, not '1.5'"),
        ("int", True, "expected a whole number"),
        ("int", "9" * 5000, "expected a whole number"),
        ("int", 2**63, "expected a whole number"),
        ("int", "٣", "expected a whole number"),
        ("number", "nan", "expected a number"),
        ("number", "1e999", "expected a number"),
        ("number", [], "expected a number"),
        ("bool", "maybe", "expected true or false, not 'maybe'"),
        ("bool", 1, "expected true or false"),
        ("list", "[1,", "expected a JSON array or values separated by commas"),
        ("list", "[NaN]", "NaN is no JSON"),
        ("list", "[" * 100_000, "expected a JSON array"),
        ("list", "[1e999]", "Out of range"),
        ("list", "[" * 300 + "]" * 300, "nests deeper than 100 levels"),
        ("list", 3, "expected text"),
        ("text", 3, "expected text, not 3"),
        ("text", "a\0b", "the character NUL"),
        ("text", "\ud800", "valid Unicode"),
        ("list", ["\ud800"], ""),
        ("text", "x" * 1_100_000, "1100000 characters are too many"),
    ],
)
def test_a_value_that_does_not_fit_is_told(type_: str, given_: Any, part: str) -> None:
    with pytest.raises(InputFaults) as caught:
        one(type_, given_)

    assert part in caught.value.faults["a"]


def test_a_choice_is_one_of_its_choices() -> None:
    assert one("choice", "main", choices=("main", "next")) == "main"
    with pytest.raises(InputFaults, match="'mian' is not a choice; did you mean 'main'"):
        one("choice", "mian", choices=("main", "next"))


def test_what_is_not_given_is_the_default_or_empty() -> None:
    spec = {
        "a": Input(type="int", default=3),
        "b": Input(type="int"),
        "c": Input(type="text"),
        "d": Input(type="list"),
        "e": Input(type="bool"),
        "f": Input(type="choice", choices=("x",)),
    }

    assert coerce(spec, {"a": "", "c": "  "}) == {"a": 3, "b": None, "c": "", "d": [], "e": False, "f": ""}


def test_every_fault_is_told_at_once() -> None:
    spec = {"report": Input(type="text", title="Bug report", required=True), "n": Input(type="int")}
    with pytest.raises(InputFaults) as caught:
        coerce(spec, {"n": "x", "repot": "y", "report": " "})

    assert caught.value.faults == {
        "repot": "this workflow has no such input; did you mean 'report'?",
        "report": "a value is required: Bug report",
        "n": "expected a whole number such as 3, not 'x'",
    }
    assert caught.value.exit_code == 2


def test_a_required_input_with_a_default_need_not_be_given() -> None:
    assert coerce({"a": Input(type="int", required=True, default=0)}, {}) == {"a": 0}


JSON = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.lists(st.text(max_size=3), max_size=3)
)


@given(st.sampled_from(["text", "string", "int", "number", "bool", "path", "list"]), JSON)
def test_nothing_given_raises_another_error(type_: Any, value: Any) -> None:
    try:
        first = one(type_, value)
    except InputFaults:
        return
    assert one(type_, first) == first
