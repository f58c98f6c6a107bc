# SPDX-License-Identifier: Apache-2.0
"""The plan in words: what each gate means, and which steps rest on an agent's word alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.definition import Plan, claimed_only, describe, load, outline
from engine.definition.model import (
    AllGate,
    AnyGate,
    ApprovalGate,
    AtLeastGate,
    CommitGate,
    Gate,
    NotGate,
    RunBlock,
    StepBlock,
    VerdictGate,
    Workflow,
)
from tests.engine.definition.conftest import EVERY, EXAMPLES
from tests.engine.definition.test_load import gate

V, C, A = VerdictGate(), CommitGate(), ApprovalGate()


@pytest.mark.parametrize(
    ("gates", "claimed"),
    [
        ((V,), True),
        ((V, C), False),
        ((C,), False),
        ((A,), False),
        ((V, A), False),
        ((AllGate(of=(V, V)),), True),
        ((AllGate(of=(V, C)),), False),
        ((AnyGate(of=(V, C)),), True),
        ((AnyGate(of=(C, A)),), False),
        ((AtLeastGate(k=1, of=(V, C)),), True),
        ((AtLeastGate(k=2, of=(V, C)),), False),
        ((NotGate(of=V),), True),
        ((NotGate(of=C),), False),
    ],
)
def test_a_step_that_can_clear_on_its_word_alone_is_claimed_only(gates: tuple[Gate, ...], claimed: bool) -> None:
    assert claimed_only(StepBlock(id="a", role="r", goal="g", gate=gates)) is claimed


def test_a_command_claims_nothing() -> None:
    assert not claimed_only(RunBlock(id="a", argv=("a",)))


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("verdict", "the agent reports that it is done"),
        ("verdict: {of: a}", "the verdict of a says done"),
        ("commit", "the agent has committed its work, and nothing is left uncommitted"),
        ("file: A.md", "A.md is in the commit and is not empty"),
        ("file: {path: A.md, empty: ok}", "A.md is in the commit"),
        ("file: {path: A.md, matches: x+}", "A.md is in the commit and holds a match of x+"),
        ("tests", "the tests pass on a clean checkout"),
        ("tests: {argv: [pytest, -k, a b]}", "the tests pass (pytest -k 'a b') on a clean checkout"),
        ("tests: {profile: py}", "the tests pass (profile py) on a clean checkout"),
        ("command: {argv: [make, check]}", "make check succeeds"),
        ("approval", "a person accepts"),
        ("approval: {by: model, role: m}", "m accepts with confidence 0.8 or more"),
        (
            "approval: {by: model_then_human, role: m}",
            "m accepts with confidence 0.8 or more, and then a person accepts",
        ),
        ("artifact: plan", "the artifact plan is there and valid"),
        ("scope: {allow: [src/**, a]}", "the change stays within src/** and a"),
        (
            "scope: {allow: src/**, max_files: 1, max_lines: 2000}",
            "the change stays within src/**, 1 file and 2,000 lines",
        ),
        ("red_green: {tests: [a, b, c]}", "a, b and c failed before the change and pass after it"),
        ("red_green", "the new tests failed before the change and pass after it"),
        ("unweakened: {allow: [x.ini]}", "no test was weakened outside x.ini"),
        ("expression: facts.x > 1", "facts.x > 1 holds"),
        ("not: tests", "it was checked and is not so that the tests pass on a clean checkout"),
        (
            "any: [commit, {all: [verdict, approval]}]",
            "the agent has committed its work, and nothing is left uncommitted or "
            "(the agent reports that it is done and a person accepts)",
        ),
        (
            "at_least: {k: 1, of: [verdict, approval]}",
            "at least 1 of these hold: the agent reports that it is done; a person accepts",
        ),
    ],
)
def test_a_gate_reads_as_a_clause_after_done_when(written: str, words: str) -> None:
    assert describe(gate(f"{{{written}}}" if ":" in written else written)) == words


def flat(plan: Plan) -> Iterator[Plan]:
    yield plan
    for child in plan.children:
        yield from flat(child)


def test_the_plan_names_nodes_as_the_run_will(every: Workflow) -> None:
    ids = [plan.id for plan in flat(outline(every))]

    assert ids[:4] == ["", "reproduce", "approaches", "approaches[*]/fix"]
    assert "documents/docs" in ids  # a list of blocks adds nothing to the path
    assert "documents/both/lint" in ids
    assert "size/split" in ids
    assert "second-opinion/polish[*]/review" in ids


def test_the_plan_says_roles_gates_and_bounds(every: Workflow) -> None:
    plans = {plan.id: plan for plan in reversed(list(flat(outline(every))))}

    assert outline(every).title == "Every block"
    assert outline(every).bounds[:3] == ("at most 100 turns", "at most 90m of driving", "at most $5.00")
    assert plans["reproduce"].role == "fixer"
    assert plans["reproduce"].bounds == ("1 re-prompt, 1 retry", "at most 5 turns")
    assert plans["approaches"].bounds == (
        "once for each of inputs.approaches",
        "the first to clear wins",
        "2 at a time",
        "the winner is merged",
    )
    assert plans["documents"].bounds == ("the first 2 to clear count", "merged as one commit each")
    assert plans["documents/wait"].bounds == ("at most 5s",)
    assert plans["crew"].bounds[1:] == ("may spawn 4 of script, 2 at a time", "may run review-loop, at most 1 time")
    assert plans["second-opinion/polish"].bounds == ("at most 3 rounds, then going on",)
    assert plans["hand-over"].gates[-1].endswith("and then a person accepts")
    assert plans["out"].gates == ("the verdict of reproduce says done",)
    assert plans["second-opinion/polish[*]/review"].claimed_only
    assert not plans["reproduce"].claimed_only


def test_every_example_has_a_plan() -> None:
    for file in (EVERY, EXAMPLES / "review-loop.yaml"):
        assert outline(load(file, bundled=EXAMPLES).workflow).children
