# SPDX-License-Identifier: Apache-2.0
"""Evidence in short: the decisive first, every line with where it comes from, nothing assumed of its shape."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from app.inspector.gates import fact_lines, spelt_out
from app.run.answers import LOOKS, answer_look
from app.run.evidence import evidence_lines, sentence_of
from engine.projections import HoldView, RunProjection
from tests.helpers import stories
from tests.helpers.stories import Story

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = (
    "gates",
    "verdict",
    "diff",
    "head",
    "budget",
    "spend",
    "cycles",
    "failure",
    "signal",
    "recorded",
    "observed",
    "paths",
    "child",
)


def hold_of(story: Story) -> HoldView:
    projection = RunProjection()
    projection.apply(story.events)
    return projection.holds()[0]


def test_a_blocked_gate_is_told_before_what_the_agent_claims() -> None:
    lines = [(line.name, line.status, line.label) for line in evidence_lines(hold_of(stories.blocked_story()))]

    assert lines[0] == ("tests", "blocked", "measured")
    assert lines[1] == ("agent says", "", "claimed")


def test_the_reasons_of_a_blocked_gate_are_told_once() -> None:
    hold = hold_of(stories.blocked_story())
    reasons = " ".join(line.text for line in evidence_lines(hold))

    assert sentence_of(hold) == "The gate of fix is blocked."
    assert hold.sentence.removeprefix("The gate of fix is blocked. tests: ") in reasons
    assert sentence_of(replace(hold, evidence={})) == hold.sentence


def test_a_failure_tells_its_class_and_its_signal() -> None:
    assert [line.text for line in evidence_lines(hold_of(stories.failed_story()))] == ["the process crashed, signal 11"]


def test_a_budget_tells_what_is_spent_of_what() -> None:
    assert [(line.name, line.text) for line in evidence_lines(hold_of(stories.budget_story()))] == [("turns", "1 of 1")]


@given(st.dictionaries(st.sampled_from(KEYS), json_values))
def test_no_shape_of_evidence_raises(evidence: dict[str, object]) -> None:
    hold = hold_of(stories.approval_story())
    shown = HoldView(**{name: getattr(hold, name) for name in HoldView.__slots__} | {"evidence": evidence})

    for line in evidence_lines(shown):
        assert "\n" not in line.text


@given(st.dictionaries(st.text(max_size=12), json_values, max_size=6))
def test_no_shape_of_facts_raises(facts: dict[str, object]) -> None:
    assert len(fact_lines(facts)) == len(facts)  # type: ignore[arg-type]
    assert isinstance(spelt_out(facts), str)  # type: ignore[arg-type]


def test_facts_say_unknown_where_nothing_is_known_and_cut_what_is_long() -> None:
    lines = {name: (value, cut) for name, value, cut in fact_lines({"count": None, "output": "x\n" * 500, "ok": True})}

    assert lines["count"] == ("unknown", False)
    assert lines["ok"] == ("yes", False)
    assert lines["output"] == ("x\nx\nx", True)


def test_every_answer_of_the_kernel_has_a_button_of_its_own() -> None:
    from engine.commands.answers import WORDS
    from engine.kernel import holds, permissions

    assert LOOKS.keys() == WORDS.keys()
    known = set(permissions.ANSWERS) | {
        answer for name in dir(holds) if name.endswith("_ANSWERS") for answer in getattr(holds, name)
    }
    known |= {"accept", "refine", "restart_from", "jump_to", "quit", "resume", "wait", "answer"}
    known |= {"resolve", "resolved", "drop"}

    assert known - LOOKS.keys() == set()
    assert answer_look("something_new").text == "Something new"


def test_a_permission_shows_what_the_tool_would_be_called_with_and_what_confines_it() -> None:
    hold = hold_of(stories.approval_story())
    asked = {"tool": "Bash", "input": {"command": "rm -r build\n# all of it"}, "isolation": "open"}
    shown = HoldView(
        **{name: getattr(hold, name) for name in HoldView.__slots__} | {"kind": "permission", "evidence": asked}
    )
    lines = {line.name: (line.text, line.label) for line in evidence_lines(shown)}
    assert lines["wants to use"] == ("Bash", "claimed")
    assert lines["command"] == ("rm -r build # all of it", "claimed")
    assert lines["isolation"] == ("open", "measured")


def test_a_permission_to_edit_says_how_much_of_which_file_would_change() -> None:
    asked: dict[str, JsonValue] = {"file_path": "src/a.py", "old_string": "x = 1", "new_string": "x = 2\ny = 3"}
    hold = HoldView("h1", "r", "fix", 1, "permission", "", ("allow", "deny"), 9, "", {"tool": "Edit", "input": asked})

    lines = [(line.name, line.text) for line in evidence_lines(hold)]

    assert lines[:2] == [
        ("wants to use", "Edit"),
        ("to change", "src/a.py, +2 −1: its transcript shows the lines"),
    ]
    assert ("old_string", "x = 1") in lines
