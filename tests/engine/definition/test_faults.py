# SPDX-License-Identifier: Apache-2.0
"""Every fault of a workflow file is told at once: line, column, what is wrong, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.definition import loads
from engine.errors import DefinitionFaults
from tests.engine.definition.conftest import faults, workflow

HEAD = "pilothouse: 1\nname: x\n"
STEP = "- {step: a, role: r, goal: g, gate: [verdict], %s}"
GATED = "- {step: a, role: r, goal: g, gate: [%s]}"

FORMS = [
    (
        "name: x\ndo: [{run: a, argv: [a]}]",
        [(1, 1, "the format version is missing; begin the file with 'pilothouse: 1'")],
    ),
    (
        "playbook: 1\nnodes: {}",
        [(1, 1, "this is a playbook, no workflow; give it to a run or a simulation: --playbook FILE")],
    ),
    (
        "pilothouse: 2\nname: x\ndo: [{run: a, argv: [a]}]",
        [(1, 13, "this version reads format 1, not 2; install a newer Pilothouse")],
    ),
    ("pilothouse: yes\nname: x\ndo: [{run: a, argv: [a]}]", [(1, 13, "write 'pilothouse: 1'")]),
    ("pilothouse: 1\ndo: [{run: a, argv: [a]}]", [(1, 1, "the workflow has no 'name'")]),
    ("pilothouse: 1\nname: x", [(1, 1, "the workflow has no 'do'; add the blocks")]),
    (HEAD + "do: []", [(3, 5, "the workflow does nothing; add a block to 'do'")]),
    (HEAD + "do: {run: a}", [(3, 5, "a list of blocks is expected here; put '- ' before each block")]),
    (HEAD + "do: [x]", [(3, 6, "'x' is no block; write {step: ID, ...} or another kind of block")]),
    ("- a", [(1, 1, "names with values are expected here; write 'name: value' lines, or {name: value}")]),
    ("", [(1, 1, "the file is empty; begin with 'pilothouse: 1'")]),
    (
        "pilothouse: 1\nname: X y\ndo: [{run: a, argv: [a]}]",
        [(2, 7, "'name' cannot be 'X y'; use small letters, digits and '-'")],
    ),
    (
        HEAD + "titel: x\nformat: 1\ndo: [{run: a, argv: [a]}]",
        [
            (3, 1, "there is no setting 'titel' at the top; did you mean 'title'?"),
            (4, 1, "there is no setting 'format' here"),
        ],
    ),
    (HEAD + "title: 12\ndo: [{run: a, argv: [a]}]", [(3, 8, "'title' cannot be 12; write a text, in quotes")]),
]

BLOCKS = [
    ("- {stp: a}", [(6, 5, "this block has no kind; did you mean 'step'?")]),
    ("- {run: a, argv: [a], loop: b}", [(6, 25, "this block is both 'run' and 'loop'; make two blocks of them")]),
    ("- {run: A_b, argv: [a]}", [(6, 11, "'id' cannot be 'A_b'; use small letters, digits and '-'")]),
    ("- {run: [a], argv: [a]}", [(6, 11, "the id of this run is no name; write 'run: some-name', settings beside it")]),
    ("- {run: a, argv: [a], id: b}", [(6, 25, "there is no setting 'id' here; known here: run")]),
    ("- {run: a, argv: [a], as_: b}", [(6, 25, "there is no setting 'as_' in the run 'a'")]),
    ("- {step: a, role: r, goal: g}", [(6, 6, "the step 'a' has no 'gate'; add what proves that it is done")]),
    ("- {step: a, role: r, goal: g, gate: []}", [(6, 39, "'gate' of the step 'a' is empty; give what proves")]),
    (
        "- {step: a, gate: commit}",
        [(6, 6, "has no 'goal'"), (6, 6, "the step 'a' has no 'role'; add one of the roles")],
    ),
    (
        "- {run: a, argv: [a]}\n- {run: b, argv: [a]}\n- {run: a, argv: [a]}",
        [(8, 11, "the id 'a' is taken by its sibling in line 6; choose another")],
    ),
    ("- {run: a, argv: [a]}\n- - {run: a, argv: [a]}", [(7, 13, "the id 'a' is taken by its sibling in line 6")]),
    ("- {step: a, role: rr, goal: g, gate: commit}", [(6, 21, "there is no role 'rr'; did you mean 'r'?")]),
    (STEP % "retrys: 2", [(6, 50, "there is no setting 'retrys' in the step 'a'; did you mean 'retries'?")]),
    (
        "- loop: l\n  max: 2\n  until: [verdict: {of: a}]\n  do: [{step: a, role: r, goal: g, gate: commit, gates: a}]",
        [(9, 52, "there is no setting 'gates' in the step 'a'; did you mean 'gate'?")],
    ),
    (STEP % "reprompts: -1", [(6, 61, "'reprompts' is -1; write 0 or more")]),
    (STEP % "reprompts: 1.5", [(6, 61, "'reprompts' cannot be 1.5; write a whole number")]),
    (STEP % "commit: me", [(6, 58, "'commit' cannot be 'me'; write: engine or agent")]),
    (
        "- {step: a, role: r, goal: g, gate: commit, commit: engine}",
        [
            (
                6,
                55,
                "'commit: engine' contradicts the commit gate, which asks the agent to commit; remove one of the two",
            )
        ],
    ),
    ("- {step: a, role: m, goal: g, gate: verdict}", [(6, 39, "nothing checks 'a': its role 'm' is mechanical")]),
    ("- {step: a, role: m, goal: g, gate: [any: [verdict, commit]]}", [(6, 39, "nothing checks 'a'")]),
    ("- {run: a}", [(6, 6, "'a' names no command; give either argv: [...] or profile: NAME")]),
    ("- {run: a, argv: a b}", [(6, 20, "a command is a list of words, never one text; write [a, b]")]),
    ("- {run: a, argv: []}", [(6, 20, "'argv' of the run 'a' is empty")]),
    ("- {run: a, profile: lint}", [(6, 23, "there is no profile to run from; add a profile, or give argv")]),
    ("- {run: a, argv: [a], timeout: 5}", [(6, 34, "the duration 5 has no unit; write 5s for seconds")]),
    ("- {run: a, argv: [a], timeout: 5 minutes}", [(6, 34, "'5 minutes' is no duration; write a number and its unit")]),
    ("- {run: a, argv: [a], timeout: 0s}", [(6, 34, "'timeout' must be positive")]),
    ("- {run: a, argv: [a], timeout: 99999d}", [(6, 34, "'99999d' is longer than ten years")]),
    ("- {run: a, argv: [a], budget: {turns: 0}}", [(6, 41, "'turns' must be positive; write a positive one, or null")]),
    ("- {parallel: p, do: []}", [(6, 23, "'p' has nothing to do")]),
    (
        "- {parallel: p, join: most, do: [{run: a, argv: [a]}]}",
        [(6, 25, "this is no join; write all, any or {at_least: 2}")],
    ),
    ("- {parallel: p, join: {at_least: 0}, do: [{run: a, argv: [a]}]}", [(6, 25, "this is no join")]),
    (
        "- {parallel: p, join: {at_least: 2}, do: [{run: a, argv: [a]}]}",
        [(6, 25, "2 children have to clear, and there are 1")],
    ),
    (
        "- {parallel: p, integrate: winner, do: [{run: a, argv: [a]}]}",
        [(6, 30, "several children can clear, so none is the winner")],
    ),
    (
        "- {parallel: p, workspace: shared, integrate: merge, do: [{run: a, argv: [a]}]}",
        [(6, 49, "children that share a checkout leave nothing to integrate")],
    ),
    (
        "- {parallel: p, for_each: {list: '[1]', as: run}, do: [{run: a, argv: [a]}]}",
        [(6, 47, "'run' cannot name the item; choose a plain word")],
    ),
    ("- {parallel: p, for_each: {as: x}, do: [{run: a, argv: [a]}]}", [(6, 29, "'for_each' has no 'list'")]),
    (
        "- {loop: l, until: [tests: {argv: [a]}], do: [{run: a, argv: [a]}]}",
        [(6, 6, "the loop 'l' has no 'max'; add how many rounds")],
    ),
    (
        "- {loop: l, max: 0, until: [tests: {argv: [a]}], do: [{run: a, argv: [a]}]}",
        [(6, 20, "'max' is 0; write 1 or more")],
    ),
    ("- {loop: l, max: 2, until: [tests: {argv: [a]}], do: []}", [(6, 56, "the loop 'l' has nothing to repeat")]),
    ("- {choose: c}", [(6, 6, "'c' has nothing to choose from; add an arm to 'when'")]),
    (
        "- {choose: c, when: [{iff: x}]}",
        [(6, 24, "'when' has no 'if'"), (6, 25, "there is no setting 'iff' in 'when'; did you mean 'if'?")],
    ),
    (
        "- {orchestrate: o, role: r, goal: g, gate: commit, children: {max: 2}}",
        [(6, 64, "children are allowed, but no role for them")],
    ),
    (
        "- {orchestrate: o, role: r, goal: g, gate: commit, children: {max: 2, roles: [m]}}",
        [(6, 64, "nothing checks the mechanical role 'm'; add a measured gate under children")],
    ),
    ("- {call: c, workflow: review-lop}", [(6, 25, "there is no workflow 'review-lop'; did you mean 'review-loop'?")]),
    ("- {call: c, workflow: /etc/x.yaml}", [(6, 25, "'/etc/x.yaml' is relative to a file, and there is none")]),
    (
        "- {call: c, workflow: review-loop}",
        [(6, 25, "the workflow 'review-loop' requires the input 'subject'; add with: {subject: ...}")],
    ),
    (
        "- {call: c, workflow: review-loop, with: {subject: x, round: 1, rounds: many}}",
        [
            (6, 57, "has no input 'round'; did you mean 'rounds'?"),
            (6, 75, "expected a whole number such as 3, not 'many'"),
        ],
    ),
    ("- {publish: p, require: [verdict]}", [(6, 28, "whose verdict is not said; write {verdict: {of: STEP}}")]),
]

GATES = [
    ("flie: x", [(6, 40, "there is no gate 'flie'; did you mean 'file'?")]),
    ("tets", [(6, 40, "there is no gate 'tets'; did you mean 'tests'?")]),
    ("tests.passed", [(6, 40, "there is no gate 'tests.passed'; a condition is {expression: CEL}")]),
    ("file", [(6, 40, "the gate 'file' needs settings; write {file: PATH} or {file: {path: PATH, matches: PATTERN}}")]),
    ("{file: a, commit: }", [(6, 40, "a gate is one name with its settings; write {file: PATH}")]),
    ("file: {matches: x}", [(6, 40, "the gate 'file' has no 'path'")]),
    (
        "file: ../x",
        [(6, 46, "the path '../x' leads out of the checkout; give one relative to the checkout, without '..'")],
    ),
    ("file: sub/../../x", [(6, 46, "leads out of the checkout")]),
    ('file: "sub\\\\..\\\\x"', [(6, 46, "leads out of the checkout")]),
    ("file: /etc/passwd", [(6, 46, "the path '/etc/passwd' is absolute")]),
    ('file: "C:/x"', [(6, 46, "the path 'C:/x' is absolute")]),
    ("file: ~/x", [(6, 46, "is absolute")]),
    ("file: docs/", [(6, 46, "is a folder")]),
    ("file: .git/config", [(6, 46, "lies in .git, which no commit holds")]),
    ("file: ''", [(6, 46, "is empty")]),
    ("file: {path: x, matches: (}", [(6, 65, "the pattern '(' is no regular expression")]),
    ("file: {path: x, matches: " + "a" * 1001 + "}", [(6, 65, "the pattern has 1001 characters; keep it under 1000")]),
    ("file: {path: x, empty: yes}", [(6, 63, "'empty' cannot be 'yes'; write: ok")]),
    ("scope: {allow: [../x]}", [(6, 56, "leads out of the checkout")]),
    ("scope: {}", [(6, 40, "this scope sets no bounds; add allow: [GLOB], max_files or max_lines")]),
    ("artifact: plan", [(6, 50, "'a' produces no artifact 'plan'; add produces: {plan: SCHEMA}")]),
    (
        "tests",
        [(6, 40, "there is no test command; add profile: {tests: {argv: [...]}} at the top, or argv to the gate")],
    ),
    ("red_green", [(6, 40, "there is no test command")]),
    ("tests: {argv: pytest -q}", [(6, 54, "a command is a list of words, never one text; write [pytest, -q]")]),
    ("tests: {argv: [a], report: ../r.xml}", [(6, 67, "leads out of the checkout")]),
    ("command: {}", [(6, 40, "the gate 'command' has no 'argv'")]),
    ("approval: human", [(6, 40, "these are no settings of the gate 'approval'; write {approval: {by: human}}")]),
    ("approval: {by: humann}", [(6, 55, "'by' cannot be 'humann'; did you mean 'human'?")]),
    ("approval: {by: model}", [(6, 40, "a model is to judge, and none is named; add role: ROLE")]),
    ("approval: {threshold: 2}", [(6, 62, "'threshold' is 2; write 1 or less")]),
    ("not: approval", [(6, 45, "an approval cannot stand under 'not': a refusal is an answer, never a pass")]),
    ("not: {any: [commit, approval]}", [(6, 46, "an approval cannot stand under 'not'")]),
    ("not: flie", [(6, 45, "there is no gate 'flie'")]),
    ("all: []", [(6, 40, "'all' takes a list of gates; write {all: [GATE, ...]}")]),
    ("any: commit", [(6, 40, "'any' takes a list of gates")]),
    ("[]", [(6, 40, "this list of gates is empty")]),
    ("at_least: {k: 3, of: [commit]}", [(6, 54, "3 gates have to clear, and there are 1; write 1 or less")]),
    ("at_least: {k: 1}", [(6, 40, "'at_least' needs the gates to count")]),
    ("at_least: {of: [commit]}", [(6, 40, "the gate 'at_least' has no 'k'")]),
    ("verdict: {of: b}", [(6, 54, "no step 'b' stands before or around this; there are: a")]),
    ("verdict: {kind: x}", [(6, 50, "there is no setting 'kind' here")]),
    ("expression: a >", [(6, 52, "the expression 'a >' does not parse: unexpected end at column 4")]),
    ("expression: fact.x > 1", [(6, 52, "there is nothing called 'fact' here; did you mean 'facts'?")]),
    ("expression: inputs.x > 1", [(6, 52, "there is no input 'x' here")]),
    ("expression: sise(facts) > 1", [(6, 52, "calls 'sise', which does not exist")]),
]

NAMES = [
    ("{{ nope }}", ["there is nothing called 'nope' here"]),
    ("{{ input.a }}", ["there is nothing called 'input' here; did you mean 'inputs'?"]),
    ("{{ inputs.repot }}", ["there is no input 'repot' here; did you mean 'report'?"]),
    ("{{ verdicts.later.detail }}", ["there is no step with a verdict 'later' here; there are: earlier"]),
    ("{{ verdicts.earlier.details }}", ["a verdict has no 'details'; did you mean 'detail'?"]),
    ("{{ verdicts['earlier'].detail }}", []),
    ("{{ artifacts.plan }}{{ artifacts.plans.x }}", ["there is no artifact 'plans' here; did you mean 'plan'?"]),
    ("{{ item }}", ["'item' is only known inside a 'for_each'"]),
    ("{% if inputs.report %}", ["does not parse: Unexpected end of template"]),
    ("{{ inputs.report.upper() }}", ["'call' is not allowed in a prompt; use a filter"]),
    ("{{ inputs.report | uper }}", ["No filter named 'uper'"]),
    ("{% for x in inputs.report %}{{ x }}{{ loop.index }}{% endfor %}", []),
    ("{{ run.branch }} {{ facts.diff.files }} {{ feedback }}", []),
]


def check(found: list[tuple[int, int, str]], expected: list[tuple[int, int, str]]) -> None:
    assert [(line, column) for line, column, _ in found] == [(line, column) for line, column, _ in expected], found
    for (_, _, sentence), (_, _, part) in zip(found, expected, strict=True):
        assert part in sentence


@pytest.mark.parametrize(("text", "expected"), FORMS)
def test_a_faulty_file_is_told(text: str, expected: list[tuple[int, int, str]]) -> None:
    check(faults(text), expected)


@pytest.mark.parametrize(("do", "expected"), BLOCKS)
def test_a_faulty_block_is_told(do: str, expected: list[tuple[int, int, str]]) -> None:
    check(faults(workflow(do)), expected)


@pytest.mark.parametrize(("gate", "expected"), GATES)
def test_a_faulty_gate_is_told(gate: str, expected: list[tuple[int, int, str]]) -> None:
    check(faults(workflow(GATED % gate)), expected)


@pytest.mark.parametrize(("goal", "expected"), NAMES)
def test_a_name_that_means_nothing_is_told(goal: str, expected: list[str]) -> None:
    do = (
        "- {step: earlier, role: r, goal: g, gate: verdict, produces: {plan: {}}}\n"
        f'- {{step: a, role: r, goal: "{goal}", gate: [verdict]}}\n'
        "- {step: later, role: r, goal: g, gate: verdict}"
    )

    check(faults(workflow(do, "inputs: {report: {type: text}}")), [(7, 30, part) for part in expected])


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ("{bug-report: {}}", [(4, 10, "'bug-report' is no name of an input; use letters, digits and '_'")]),
        ("{a: {type: choice}}", [(4, 13, "the input 'a' is a choice without choices")]),
        ("{a: {choices: [b]}}", [(4, 23, "the input 'a' has choices but is no choice")]),
        ("{a: {type: integer}}", [(4, 20, "'type' cannot be 'integer'; did you mean 'int'?")]),
        ("{a: {type: int, default: x}}", [(4, 34, "does not fit: expected a whole number such as 3, not 'x'")]),
        ("{a: {type: int, default: '3'}}", [(4, 34, "does not fit: it is text; write one of type int")]),
        ("{a: {type: bool, default: 1}}", [(4, 35, "expected true or false")]),
        ("{a: {type: list, default: b}}", [(4, 35, "it is text")]),
        ("{a: {type: choice, choices: [b, c], default: d}}", [(4, 54, "'d' is not a choice; choose: b or c")]),
        ("{a: text}", [(4, 13, "names with values are expected here")]),
    ],
)
def test_a_faulty_input_is_told(inputs: str, expected: list[tuple[int, int, str]]) -> None:
    check(faults(workflow("- {run: a, argv: [a]}", f"inputs: {inputs}")), expected)


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ("budgets: {turns: 0, cost: -1}", [(4, 18, "'turns' must be positive"), (4, 27, "write a positive number")]),
        ("budgets: {wall_clock: 90}", [(4, 23, "the duration 90 has no unit; write 90s for seconds")]),
        ("budgets: {turn: 1}", [(4, 11, "there is no setting 'turn' in 'budgets'; did you mean 'turns'?")]),
        ("budgets: {attempt: {idle: 0s}}", [(4, 27, "'idle' must be positive")]),
        ("budgets: 100", [(4, 10, "names with values are expected here")]),
        ("profile: {env: {A: 1}}", [(4, 20, "'A' cannot be 1; write a text, in quotes")]),
        ("profile: {env: {A-b: x}}", [(4, 17, "'A-b' is no name of a variable")]),
        ("profile: {tests: {}}", [(4, 18, "'tests' has no 'argv'; add the command as a list of words")]),
        ("profile: {test: {}}", [(4, 11, "there is no setting 'test' in 'profile'; did you mean 'tests'?")]),
        ("profile: {prepare: {argv: [a], key: [/etc/x]}}", [(4, 38, "is absolute")]),
        ("profile: {commands: {a: {argv: [b], timeout: 0s}}}", [(4, 46, "'timeout' must be positive")]),
    ],
)
def test_a_faulty_budget_or_profile_is_told(top: str, expected: list[tuple[int, int, str]]) -> None:
    check(faults(workflow("- {run: a, argv: [a]}", top)), expected)


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("{model: x}", [(3, 12, "the role 'r' has no 'agent'; add a backend: claude-code")]),
        ("{agent: command}", [(3, 12, "the role 'r' runs a command and names none")]),
        ("{agent: command, argv: [./a]}", [(3, 35, "'./a' is relative to a file, and there is none")]),
        ("{agent: command, argv: ['']}", [(3, 35, "the command of the role 'r' is empty")]),
        ("{agent: scripted, shape: open}", [(3, 37, "'shape' cannot be 'open'")]),
        ("{agent: codex, network: model, isolation: open}", [(3, 36, "no open network and no sandbox")]),
        ("{agent: scripted, model: a, alternate: by_round}", [(3, 51, "alternates between fewer than two models")]),
    ],
)
def test_a_faulty_role_is_told(role: str, expected: list[tuple[int, int, str]]) -> None:
    text = f"pilothouse: 1\nname: x\nroles: {{r: {role}}}\ndo: [{{run: a, argv: [a]}}]"

    check(faults(text), expected)


@pytest.mark.parametrize(
    ("produces", "part"),
    [
        ("missing.json", "there is no file 'missing.json'; create it, or correct the path"),
        ("../outside.json", "lies outside the workflow's folder"),
        ("linked.json", "lies outside the workflow's folder"),
        ("/etc/hostname", "lies outside the workflow's folder"),
        ("broken.json", "is not JSON"),
        ("twice.json", "a key stands twice"),
        ("list.json", "is no JSON Schema; write an object"),
        ("deep.json", "nests"),
        ("large.json", "has more than"),
        ("3", "a JSON Schema is expected here"),
        ("{type: objekt}", "is no JSON Schema: 'objekt'"),
        ("{$ref: 'http://x.invalid/y'}", "it refers to 'http://x.invalid/y'; only parts of itself"),
        ("{properties: {a: {$ref: other.json}}}", "it refers to 'other.json'"),
        ("{$schema: 3}", "is no JSON Schema"),
        ("{pattern: '('}", "is no JSON Schema"),
    ],
)
def test_a_faulty_schema_is_told(produces: str, part: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "outside.json").write_text("{}")
    (home / "linked.json").symlink_to(tmp_path / "outside.json")
    for name, content in {
        "broken.json": "{",
        "twice.json": '{"a": 1, "a": 2}',
        "list.json": "[]",
        "deep.json": '{"not": ' * 100 + "{}" + "}" * 100,
        "large.json": " " * 300_000,
    }.items():
        (home / name).write_text(content)
    text = workflow(f"- {{step: a, role: r, goal: g, gate: commit, produces: {{p: {produces}}}}}")

    assert len(faults(text, home)) == 1
    assert part in faults(text, home)[0][2]
    assert faults(text, home)[0][:2] == (6, 61)


def test_every_fault_is_told_at_once_in_the_order_of_the_file() -> None:
    text = workflow(
        """
- {step: a, role: rr, goal: "{{ nope }}", gate: [verdict, {file: /x}, tests], retrys: 1}
- {step: a, role: r, gate: [flie: x], budget: {turns: 0}}
- {loop: l, max: 0, until: [{verdict: {of: reviw}}], do: [{step: review, role: r, goal: g, gate: [{artifact: x}]}]}
""",
        "budgets: {wall_clock: 8}",
    )

    assert [(line, sentence.partition(";")[0]) for line, _, sentence in faults(text)] == [
        (4, "the duration 8 has no unit"),
        (6, "there is no role 'rr'"),
        (6, "there is nothing called 'nope' here"),
        (6, "the path '/x' is absolute"),
        (6, "there is no test command"),
        (6, "there is no setting 'retrys' in the step 'a'"),
        (7, "the step 'a' has no 'goal'"),
        (7, "the id 'a' is taken by its sibling in line 6"),
        (7, "there is no gate 'flie'"),
        (7, "'turns' must be positive"),
        (8, "'max' is 0"),
        (8, "no step 'reviw' stands in the loop 'l'"),
        (8, "'review' produces no artifact 'x'"),
    ]


def test_what_was_faulty_already_is_not_told_again() -> None:
    text = workflow("- {step: a, role: m, goal: g, gate: [verdict, flie: x]}")

    assert [sentence for _, _, sentence in faults(text)] == ["there is no gate 'flie'; did you mean 'file'?"]


def test_a_fault_reads_file_line_column() -> None:
    with pytest.raises(DefinitionFaults) as caught:
        loads(HEAD + "do: []", file="my.yaml")

    assert str(caught.value) == "my.yaml:3:5: the workflow does nothing; add a block to 'do'"
    assert (caught.value.code, caught.value.exit_code) == ("definition-faulty", 2)


def test_too_many_blocks_are_told_once() -> None:
    text = workflow("\n".join(f"- {{run: b{number}, argv: [a]}}" for number in range(5003)))

    check(faults(text), [(5006, 5, "the file has more than 5,000 blocks; make it smaller")])


def test_a_fault_holds_nothing_that_a_terminal_would_obey() -> None:
    with pytest.raises(DefinitionFaults) as caught:
        loads(workflow('- {step: a, role: r, goal: g, gate: [{file: {path: x, matches: "(?\\e[2J"}}]}'), file="a\x1bb")

    assert len(caught.value.faults) == 1
    assert str(caught.value).isprintable()


def test_until_sees_only_the_body() -> None:
    text = workflow(
        """
- {step: before, role: r, goal: g, gate: verdict}
- {loop: l, max: 2, until: [{verdict: {of: before}}], do: [{step: review, role: r, goal: g, gate: verdict}]}
- {loop: k, max: 2, until: [verdict], do: [{step: review, role: r, goal: g, gate: verdict}]}
"""
    )

    check(
        faults(text),
        [
            (7, 46, "no step 'before' stands in the loop 'l'; there are: review"),
            (8, 31, "whose verdict is not said; write {verdict: {of: review}}"),
        ],
    )


def test_children_side_by_side_do_not_see_each_other() -> None:
    text = workflow(
        """
- parallel: p
  do:
    - {step: a, role: r, goal: g, gate: verdict}
    - {step: b, role: r, goal: "{{ verdicts.a.detail }}", gate: verdict}
- {step: c, role: r, goal: "{{ verdicts.a.detail }}", gate: verdict}
"""
    )

    check(faults(text), [(9, 34, "there is no step with a verdict 'a' here")])
