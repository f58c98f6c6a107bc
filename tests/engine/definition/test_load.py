# SPDX-License-Identifier: Apache-2.0
"""Workflow files become typed trees; what a file may abbreviate means what it says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.definition import bundled, load, loads
from engine.definition.load import BUNDLED
from engine.definition.model import (
    AllGate,
    AnyGate,
    ApprovalGate,
    ArtifactGate,
    AtLeastGate,
    AttemptBudget,
    CallBlock,
    ChooseBlock,
    CommandGate,
    CommitGate,
    ExpressionGate,
    FileGate,
    Gate,
    LoopBlock,
    NotGate,
    OrchestrateBlock,
    ParallelBlock,
    Profile,
    RedGreenGate,
    RunBlock,
    ScopeGate,
    SequenceBlock,
    StepBlock,
    TestsGate,
    UnweakenedGate,
    VerdictGate,
    Workflow,
)
from engine.errors import DefinitionFaults
from tests.engine.definition.conftest import EVERY, EXAMPLES, faults, workflow


def step(text: str, top: str = "") -> StepBlock:
    """The one step of a workflow."""
    block = loads(workflow(text, top)).workflow.do[0]
    assert isinstance(block, StepBlock)
    return block


def gate(text: str) -> Gate:
    """The one gate of a step, as it is written."""
    top = "profile: {tests: {argv: [pytest]}}"
    return step(f"- {{step: a, role: r, goal: g, produces: {{plan: {{}}}}, gate: [{text}]}}", top).gate[0]


def test_every_block_is_read(every: Workflow) -> None:
    kinds = [type(block) for block in every.do]

    assert kinds[:4] == [StepBlock, ParallelBlock, ParallelBlock, ChooseBlock]
    assert kinds[4:7] == [OrchestrateBlock, CallBlock, StepBlock]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("verdict", VerdictGate()),
        ("{verdict: }", VerdictGate()),
        ("{verdict: {of: a}}", VerdictGate(of="a")),
        ("commit", CommitGate()),
        ("{file: A.md}", FileGate(path="A.md")),
        ("{file: 2024}", FileGate(path="2024")),
        ("{file: {path: A.md, matches: x, empty: ok}}", FileGate(path="A.md", matches="x", empty="ok")),
        ("tests", TestsGate()),
        (
            "{tests: {argv: [a, -b, 3], timeout: 1m, report: r.xml}}",
            TestsGate(argv=("a", "-b", "3"), timeout=60_000, report="r.xml"),
        ),
        ("{tests: {profile: py}}", TestsGate(profile="py")),
        ("{command: {argv: [a]}}", CommandGate(argv=("a",))),
        ("approval", ApprovalGate()),
        ("{approval: {by: model, role: m, cycles: 0}}", ApprovalGate(by="model", role="m", cycles=0)),
        ("{artifact: plan}", ArtifactGate(name="plan")),
        ("{scope: {allow: src/**}}", ScopeGate(allow=("src/**",))),
        ("{red_green: {argv: [a], tests: [t]}}", RedGreenGate(argv=("a",), tests=("t",))),
        ("unweakened", UnweakenedGate()),
        ("{expression: 1 < 2}", ExpressionGate(cel="1 < 2")),
        ("{all: [commit, tests]}", AllGate(of=(CommitGate(), TestsGate()))),
        ("[commit, tests]", AllGate(of=(CommitGate(), TestsGate()))),
        ("{any: [commit, {not: tests}]}", AnyGate(of=(CommitGate(), NotGate(of=TestsGate())))),
        ("{not: [commit, tests]}", NotGate(of=AllGate(of=(CommitGate(), TestsGate())))),
        ("{at_least: {k: 1, of: [commit]}}", AtLeastGate(k=1, of=(CommitGate(),))),
    ],
)
def test_a_gate_is_a_name_or_a_name_with_its_settings(written: str, expected: Gate) -> None:
    assert gate(written) == expected


def test_a_single_gate_needs_no_list() -> None:
    assert step("- {step: a, role: r, goal: g, gate: verdict}").gate == (VerdictGate(),)


@pytest.mark.parametrize(
    ("written", "milliseconds"),
    [("500ms", 500), ("90s", 90_000), ("15m", 900_000), ("2h", 7_200_000), ("1h30m", 5_400_000), ("1d", 86_400_000)],
)
def test_a_duration_is_a_number_with_its_unit(written: str, milliseconds: int) -> None:
    assert gate(f"{{command: {{argv: [a], timeout: {written}}}}}") == CommandGate(argv=("a",), timeout=milliseconds)


def test_null_means_no_limit_and_an_empty_value_means_not_given() -> None:
    loaded = loads(workflow("- {run: a, argv: [a]}", "budgets: {turns: null, attempt: {idle: }}\ninputs:")).workflow

    assert (loaded.budgets.turns, loaded.budgets.attempt, loaded.inputs) == (None, AttemptBudget(idle=None), {})


def test_a_step_with_a_commit_gate_leaves_committing_to_the_agent() -> None:
    assert step("- {step: a, role: r, goal: g, gate: [verdict]}").commit == "engine"
    assert step("- {step: a, role: r, goal: g, gate: [{any: [verdict, commit]}]}").commit == "agent"
    assert step("- {step: a, role: r, goal: g, gate: [verdict], commit: agent}").commit == "agent"


@pytest.mark.parametrize(
    ("settings", "integrate"),
    [("", "merge"), ("join: any,", "winner"), ("join: {at_least: 1},", "merge"), ("workspace: shared,", "none")],
)
def test_what_joins_says_how_it_is_integrated(settings: str, integrate: str) -> None:
    block = loads(workflow(f"- {{parallel: p, {settings} do: [{{run: a, argv: [a]}}]}}")).workflow.do[0]

    assert isinstance(block, ParallelBlock)
    assert block.integrate == integrate


def test_a_list_of_blocks_is_a_sequence(every: Workflow) -> None:
    documents = every.do[2]
    assert isinstance(documents, ParallelBlock)
    sequence = documents.do[1]

    assert isinstance(sequence, SequenceBlock)
    assert sequence.id is None
    assert [block.id for block in sequence.do] == ["docs", "wait"]


def test_numbers_in_a_command_are_words_as_they_are_written() -> None:
    block = loads(workflow("- {run: a, argv: [sleep, 0.10, 007, true, no]}")).workflow.do[0]

    assert isinstance(block, RunBlock)
    assert block.argv == ("sleep", "0.10", "007", "true", "no")


def test_a_program_with_a_slash_is_found_from_the_workflow_file(every: Workflow) -> None:
    assert every.roles["script"].argv == (str(EXAMPLES / "tools" / "agent.sh"), "--fast", "3")


def test_a_program_without_a_slash_is_left_to_the_path() -> None:
    loaded = loads(
        workflow("- {run: a, argv: [./b]}").replace("{r: {agent: scripted}", "{r: {agent: command, argv: [a]}")
    )

    assert loaded.workflow.roles["r"].argv == ("a",)


def test_schemas_are_folded_in(every: Workflow) -> None:
    first = every.do[0]
    assert isinstance(first, StepBlock)

    assert first.produces["reproduction"]["required"] == ["test"]
    assert first.produces["notes"] == {"type": "object"}


def test_called_workflows_are_folded_in(every: Workflow) -> None:
    crew, call = every.do[4], every.do[5]
    assert isinstance(crew, OrchestrateBlock)
    assert isinstance(call, CallBlock)

    assert call.body is not None
    assert call.body.name == "review-loop"
    assert crew.compose.bodies == {"review-loop": call.body}


def test_a_called_workflow_beside_the_file_comes_before_a_bundled_one(tmp_path: Path) -> None:
    (tmp_path / "review-loop.yaml").write_text("pilothouse: 1\nname: mine\ndo: [{run: a, argv: [a]}]\n")
    caller = tmp_path / "caller.yaml"
    caller.write_text("pilothouse: 1\nname: caller\ndo: [{call: c, workflow: review-loop}]\n")
    block = load(caller, bundled=EXAMPLES).workflow.do[0]

    assert isinstance(block, CallBlock)
    assert block.body is not None
    assert block.body.name == "mine"


def test_faults_of_called_files_are_told_with_their_file(tmp_path: Path) -> None:
    (tmp_path / "inner.yaml").write_text("pilothouse: 1\nname: inner\ndo: []\n")
    (tmp_path / "outer.yaml").write_text("pilothouse: 1\nname: outer\ntitel: x\ndo: [{call: c, workflow: inner}]\n")
    with pytest.raises(DefinitionFaults) as caught:
        load(tmp_path / "outer.yaml")

    assert [(Path(fault.file).name, fault.line) for fault in caught.value.faults] == [
        ("inner.yaml", 3),
        ("outer.yaml", 3),
    ]


def test_workflows_that_call_each_other_in_a_ring_are_refused(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"pilothouse: 1\nname: {name}\ndo: [{{call: c, workflow: {other}}}]\n")
    with pytest.raises(DefinitionFaults, match="calls itself"):
        load(tmp_path / "a.yaml")


def test_calls_that_multiply_are_refused(tmp_path: Path) -> None:
    for number in range(7):
        calls = ", ".join(f"{{call: c{place}, workflow: w{number + 1}}}" for place in range(9))
        (tmp_path / f"w{number}.yaml").write_text(f"pilothouse: 1\nname: w{number}\ndo: [{calls}]\n")
    (tmp_path / "w7.yaml").write_text("pilothouse: 1\nname: w7\ndo: [{run: a, argv: [a]}]\n")
    with pytest.raises(DefinitionFaults, match="exceeds"):
        load(tmp_path / "w0.yaml")


def test_bundled_workflows_are_found_by_name_and_sound() -> None:
    for name, file in bundled().items():
        assert load(name).workflow == load(file).workflow
        assert load(name).workflow.name == name


def test_schemas_and_playbooks_are_no_bundled_workflows() -> None:
    assert BUNDLED.is_dir()
    assert set(bundled(EXAMPLES)) == {"every-block", "review-loop"}


def test_an_unknown_name_is_told_with_what_there_is() -> None:
    with pytest.raises(DefinitionFaults, match="did you mean 'review-loop'") as caught:
        load("reviewloop", bundled=EXAMPLES)

    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", ["missing.yaml", "a/b", ".", "ring.yaml", "a" * 300, "a\0b", "ring.yaml/b"])
def test_a_file_that_cannot_be_read_is_a_fault(name: str, tmp_path: Path) -> None:
    (tmp_path / "ring.yaml").symlink_to("ring.yaml")
    call = workflow(f"- {{call: c, workflow: {name}}}") if "\0" not in name else ""
    produce = workflow(f"- {{step: a, role: r, goal: g, gate: commit, produces: {{p: {name}}}}}") if call else ""

    assert len(faults(call, tmp_path)) == 1
    assert len(faults(produce, tmp_path)) == 1
    with pytest.raises(DefinitionFaults):
        load(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "schema.json")
    text = workflow("- {step: a, role: r, goal: g, gate: verdict, produces: {p: schema.json}}")

    assert len(faults(text, tmp_path)) == 1
    with pytest.raises(DefinitionFaults, match="no file"):
        load(tmp_path / "pipe.yaml")


def test_an_agent_that_does_not_exist_is_a_fault_with_its_line_and_what_was_meant() -> None:
    text = workflow("- {run: a, argv: [a]}").replace("m: {agent: scripted", "m: {agent: claude-cod")
    with pytest.raises(DefinitionFaults) as error:
        loads(text)

    assert error.value.message == "workflow.yaml:3:42: there is no agent 'claude-cod'; did you mean 'claude-code'?"


def test_a_profile_can_be_a_name() -> None:
    assert loads(workflow("- {step: a, role: r, goal: g, gate: tests}", "profile: py")).workflow.profile == "py"
    assert isinstance(loads(workflow("- {run: a, argv: [a]}", "profile: {}")).workflow.profile, Profile)


def test_loops_within_loops_see_their_own_steps() -> None:
    text = workflow(
        """
- loop: outer
  max: 2
  until: [{verdict: {of: review}}]
  do:
    - {loop: inner, max: 2, until: [{verdict: {of: check}}], do: [{step: check, role: r, goal: g, gate: verdict}]}
    - {step: review, role: r, goal: "{{ verdicts.check.summary }}", gate: verdict}
- {loop: next, max: 2, until: [{verdict: {of: review}}], do: [{step: review, role: r, goal: g, gate: verdict}]}
"""
    )
    last = loads(text).workflow.do[1]

    assert isinstance(last, LoopBlock)
    assert last.until == (VerdictGate(of="review"),)


def test_importing_is_cheap() -> None:
    heavy = "[name for name in ('ruamel.yaml', 'jinja2', 'jsonschema', 'cel', 'asyncio') if name in sys.modules]"
    code = f"import sys, engine.definition; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_loading_needs_no_template_or_expression_library_without_any(tmp_path: Path) -> None:
    file = tmp_path / "w.yaml"
    file.write_text("pilothouse: 1\nname: w\ndo: [{run: a, argv: [a]}]\n")
    loaded = "[name for name in ('jinja2', 'cel', 'jsonschema') if name in sys.modules]"
    code = f"import sys, engine.definition as d; d.load({str(file)!r}); print({loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_example_of_every_block_has_no_warning() -> None:
    assert load(EVERY).warnings == ()


def test_an_input_that_is_read_and_may_be_left_empty_is_worth_a_word() -> None:
    text = """pilothouse: 1
name: x
inputs:
  plain: {type: text}
  given: {default: ""}
  needed: {required: true}
  unread: {type: text}
roles: {r: {agent: scripted}}
do: [{step: a, role: r, goal: "{{ inputs.plain }} {{ inputs.given }} {{ inputs.needed }}", gate: [verdict]}]
"""

    (warning,) = loads(text).warnings

    assert (warning.line, str(warning).partition(": ")[2]) == (
        4,
        "the input 'plain' is read, and may be left empty; add required: true or a default",
    )
