# SPDX-License-Identifier: Apache-2.0
"""What a run keeps reads back to the same workflow; the same workflow gives the same text and digest."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition import bundled, digest, freeze, load, loads, snapshot
from engine.definition.model import (
    AttemptBudget,
    CallBlock,
    ChildrenSpec,
    CommandGate,
    Input,
    OrchestrateBlock,
    RunBlock,
    SequenceBlock,
    StepBlock,
    StepBudget,
    VerdictGate,
    Workflow,
)
from engine.definition.source import parse
from engine.definition.write import _lines
from engine.errors import Fault
from tests.engine.definition.conftest import EXAMPLES
from tests.engine.definition.test_source import plain


@pytest.mark.parametrize("file", sorted([*EXAMPLES.glob("*.yaml"), *bundled().values()]), ids=lambda file: file.stem)
def test_a_snapshot_reads_back(file: Any) -> None:
    workflow = freeze(
        load(file, bundled=EXAMPLES if file.parent == EXAMPLES else None).workflow, python="/usr/bin/python3"
    )

    assert loads(snapshot(workflow)).workflow == workflow
    assert snapshot(loads(snapshot(workflow)).workflow) == snapshot(workflow)


def test_a_snapshot_stands_alone(every: Workflow) -> None:
    """No schema, called workflow or other file is needed to read it."""
    assert loads(snapshot(every), directory=None, bundled=EXAMPLES / "schemas").workflow == every


def test_a_snapshot_reads_like_a_file_that_a_person_wrote(every: Workflow) -> None:
    text = snapshot(every)

    assert text.startswith("pilothouse: 1\nname: every-block\ntitle: Every block\n")
    assert "wall_clock: 90m" in text
    assert "  - step: reproduce\n    role: fixer\n    goal: |2\n      Write a failing test" in text
    assert "argv: [ruff, check, .]" in text
    assert "      at_least: 2\n" in text


def test_a_snapshot_spells_defaults_out(every: Workflow) -> None:
    """So that another version, with other defaults, reads the same workflow."""
    text = snapshot(Workflow(name="x", do=(StepBlock(id="a", role="r", goal="g", gate=(VerdictGate(),)),)))

    assert "reprompts: 1" in text
    assert "retries: 1" in text
    assert "turns: 100" in text


def test_limits_that_are_off_stay_off() -> None:
    budget = StepBudget(attempt=AttemptBudget(turns=None, wall_clock=None, idle=None))
    crew = OrchestrateBlock(
        id="o", role="r", goal="g", gate=(CommandGate(argv=("a",)),), children=ChildrenSpec(gate=())
    )
    workflow = Workflow(
        name="x",
        roles=loads("pilothouse: 1\nname: x\nroles: {r: {agent: scripted}}\ndo: [{run: a, argv: [a]}]").workflow.roles,
        do=(RunBlock(id="a", argv=("a",), budget=budget), SequenceBlock(do=(RunBlock(id="b", argv=("b",)),)), crew),
    )

    assert loads(snapshot(workflow)).workflow == workflow


def test_freezing_puts_the_interpreter_into_every_command(every: Workflow) -> None:
    caller = Workflow(
        name="x",
        do=(
            CallBlock(
                id="c", workflow="y", body=Workflow(name="y", do=(RunBlock(id="a", argv=("{python}", "-m", "x")),))
            ),
            RunBlock(id="b", argv=("env", "PY={python}"), gate=(CommandGate(argv=("{python}",)),)),
        ),
    )
    frozen = freeze(caller, python="/opt/py")
    call, run = frozen.do
    assert isinstance(call, CallBlock)
    assert isinstance(run, RunBlock)
    assert call.body is not None

    assert call.body.do[0] == RunBlock(id="a", argv=("/opt/py", "-m", "x"))
    assert run.argv == ("env", "PY=/opt/py")
    assert run.gate == (CommandGate(argv=("/opt/py",)),)
    assert "{python}" not in snapshot(freeze(every, python="/opt/py"))
    assert freeze(frozen, python="/other") is frozen


def test_digests_tell_workflows_apart(every: Workflow) -> None:
    assert len(digest(every)) == 64
    assert digest(every) == digest(Workflow.model_validate_json(every.model_dump_json(by_alias=True)))
    assert digest(every) != digest(every.model_copy(update={"title": "another"}))


def test_a_digest_does_not_depend_on_the_order_of_names() -> None:
    a, b = Input(type="int"), Input(type="text")
    do = (RunBlock(id="a", argv=("a",)),)

    assert digest(Workflow(name="x", inputs={"a": a, "b": b}, do=do)) == digest(
        Workflow(name="x", inputs={"b": b, "a": a}, do=do)
    )


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
LINES = st.lists(TEXT | st.sampled_from(["", " ", "- a", "# b", "a: b", "---", "  c", "\t"]), max_size=5).map("\n".join)
AWKWARD = st.sampled_from(
    ["null", "true", "1", "1e3", "0x1", "", " a", "a ", "- a", "a: b", "a #b", "...", "---", "!x", "&x", "*x"]
)
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
    | LINES
    | AWKWARD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT | AWKWARD, inner, max_size=4),
    max_leaves=15,
)


@settings(deadline=None)
@given(st.dictionaries(TEXT | AWKWARD, DATA, min_size=1, max_size=4))
def test_any_data_that_is_written_reads_back(data: dict[str, Any]) -> None:
    faults: list[Fault] = []
    node = parse("\n".join(_lines(data)) + "\n", "f", faults)

    assert faults == []
    assert node is not None
    assert plain(node) == data


def test_long_keys_read_back() -> None:
    data = {"a" * 3000: {"b" * 2000: [1, {"c" * 1500: "x\ny"}]}}
    faults: list[Fault] = []
    node = parse("\n".join(_lines(data)), "f", faults)

    assert node is not None
    assert plain(node) == data
