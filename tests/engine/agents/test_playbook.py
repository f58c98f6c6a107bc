# SPDX-License-Identifier: Apache-2.0
"""Playbooks: what is meant, and every fault at its line."""

from __future__ import annotations

import json

import pytest

from engine.agents.playbook import Step, from_data, matches, parse
from engine.errors import DefinitionFaults

EXAMPLE = """\
playbook: 1
nodes:
  reproduce:
    - turns:
        - say: I can reproduce it.
          write: {tests/test_total.py: "…"}
          run: [python, -m, pytest, -q]
          commit: Add a failing test
          usage: {input: 1200, output: 300}
          takes: 400ms
        - verdict: done
    - turns: [{crash: 139}]
  polish[*]/mend:
    - turns: [{verdict: {result: revise, detail: more}}]
  polish[2]/mend:
    - turns: [{verdict: done}]
  "**":
    - turns: []
"""


def test_the_example_is_read_in_the_order_in_which_it_is_written() -> None:
    book = parse(EXAMPLE)

    first, second = book.turns("reproduce", 1)
    assert first == (
        Step("say", ["I can reproduce it."]),
        Step("write", {"tests/test_total.py": "…"}),
        Step("run", [["python", "-m", "pytest", "-q"]]),
        Step("commit", "Add a failing test"),
        Step("usage", first[4].value),
        Step("takes", 400),
    )
    assert {key: value for key, value in first[4].value.items() if value is not None} == {"input": 1200, "output": 300}
    assert [step.key for step in second] == ["verdict"]
    assert book.turns("reproduce", 2) == ((Step("crash", {"exit": 139, "signal": None}),),)


def test_an_attempt_that_is_not_written_does_what_the_last_one_does() -> None:
    book = parse(EXAMPLE)

    assert book.turns("reproduce", 7) == book.turns("reproduce", 2)


def test_the_first_pattern_that_matches_wins() -> None:
    book = parse(EXAMPLE)

    assert book.turns("polish[2]/mend", 1)[0][0].value["result"] == "revise"
    assert book.turns("elsewhere/x", 1) == ()


@pytest.mark.parametrize(
    ("pattern", "node", "expected"),
    [
        ("reproduce", "reproduce", True),
        ("reproduce", "reproduce-2", False),
        ("polish[*]/mend", "polish[12]/mend", True),
        ("polish[*]/mend", "polish[1]/x[2]/mend", False),
        ("polish[*]/mend", "polish/mend", False),
        ("*", "a", True),
        ("*", "a/b", False),
        ("*/b", "a/b", True),
        ("**", "a[1]/b/c", True),
        ("**/c", "a[1]/b/c", True),
        ("crew/child-*", "crew/child-3", True),
        ("a.b", "axb", False),
        ("approaches[min*]/fix", "approaches[minimal]/fix", True),
    ],
)
def test_patterns(pattern: str, node: str, expected: bool) -> None:
    assert matches(pattern, node) is expected


def test_plain_data_means_the_same() -> None:
    book = parse(EXAMPLE)

    assert from_data(json.loads(json.dumps(book.data))) == book


SHORT_FORMS = {
    "say: a": Step("say", ["a"]),
    "say: [a, b]": Step("say", ["a", "b"]),
    "run: [a, b]": Step("run", [["a", "b"]]),
    "run: [[a], [b, c]]": Step("run", [["a"], ["b", "c"]]),
    "delete: a": Step("delete", ["a"]),
    "takes: 2s": Step("takes", 2_000),
    "takes: 1.5m": Step("takes", 90_000),
    "crash: SIGKILL": Step("crash", {"exit": None, "signal": "SIGKILL"}),
    "hang: true": Step("hang", {"for": None, "stubborn": False}),
    "hang: 3s": Step("hang", {"for": 3_000, "stubborn": False}),
    "hang: {stubborn: true}": Step("hang", {"for": None, "stubborn": True}),
    "flood: 60MB": Step("flood", {"bytes": 60_000_000, "lines": True}),
    "flood: true": Step("flood", {"bytes": None, "lines": True}),
    "fail: rate_limited": Step("fail", {"class": "rate_limited", "message": "", "retry_after_s": None}),
    "verdict: blocked": Step("verdict", {"result": "blocked", "summary": None, "detail": None, "raw": None}),
    "ask: Why?": Step("ask", [{"question": "Why?"}]),
    "spawn: Do it.": Step("spawn", [{"role": "", "goal": "Do it."}]),
    "spawn: [a, {role: r, goal: b}]": Step("spawn", [{"role": "", "goal": "a"}, {"role": "r", "goal": "b"}]),
    "answer: {child: c, text: yes it is}": Step("answer", [{"child": "c", "text": "yes it is"}]),
    "skip_child: c": Step("skip_child", [{"child": "c"}]),
    "retry_child: {child: c, guidance: g}": Step("retry_child", [{"child": "c", "guidance": "g"}]),
    "run_workflow: {workflow: w, with: {a: 1}}": Step("run_workflow", [{"workflow": "w", "with": {"a": 1}}]),
    "stage_done: true": Step("stage_done", [{}]),
    "escalate: Help.": Step("escalate", [{"text": "Help."}]),
    "write: {a: |\n            x\n            y\n          }": None,
}


@pytest.mark.parametrize(("text", "step"), [(text, step) for text, step in SHORT_FORMS.items() if step is not None])
def test_short_forms_are_written_out(text: str, step: Step) -> None:
    book = parse(f"playbook: 1\nnodes:\n  s:\n    - turns:\n        - {text}\n")

    assert book.turns("s", 1) == ((step,),)


FAULTY = """\
playbook: 1
nodes:
  s:
    - turns:
        - say: 7
          brand_new: x
        - takes: soon
        - write: {../outside: x, /etc/passwd: y, fine: z}
        - verdict: maybe
        - verdict: {result: done, gate: cleared}
        - fail: no_such_class
        - crash: 300
        - flood: many
        - run: []
        - usage: {input: -1, output: 1.5}
  t: {}
extra: 1
"""


def test_every_fault_is_told_at_once_with_its_line() -> None:
    with pytest.raises(DefinitionFaults) as caught:
        parse(FAULTY, file="book.yaml")

    lines = {fault.line for fault in caught.value.faults}
    assert lines == {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}
    text = str(caught.value)
    assert (
        "book.yaml:7:11: nodes / s / 1 / turns / 2 / takes: an amount with its unit is expected, such as 400ms" in text
    )
    assert "book.yaml:6:11: nodes / s / 1 / turns / 1 / brand_new: there is no such key; known here: say, think" in text
    assert "book.yaml:8:19: " in text
    assert "without '..'" in text


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("nodes: {}", "playbook: missing"),
        ("playbook: 2\nnodes: {}", "playbook: "),
        ("playbook: 1\nnodes: {a: [}", "book.yaml:2:"),
        ("playbook: 1\nplaybook: 1\nnodes: {}", "duplicate key"),
        ("", "valid dictionary"),
        ("- a", "valid dictionary"),
        ("a: !!python/object:os.system x", "book.yaml"),
        ("nodes:\n  s: 1\n", "nodes / s: "),
    ],
)
def test_what_is_no_playbook_is_told_apart(text: str, what: str) -> None:
    with pytest.raises(DefinitionFaults, match=r"book\.yaml") as caught:
        parse(text, file="book.yaml")

    assert what in str(caught.value)
