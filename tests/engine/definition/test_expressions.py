# SPDX-License-Identifier: Apache-2.0
"""Conditions: what they mean, what they refuse, and that none can take time or the process."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition import expressions
from engine.errors import ExpressionError, PilothouseError

CONTEXT: dict[str, Any] = {
    "inputs": {"approaches": ["minimal", "refactor"], "n": 3, "x": 1.5, "name": "héllo", "all": True},
    "artifacts": {"plan": {"items": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}},
    "verdicts": {"hand-over": {"result": "done"}},
    "facts": {"diff": {"files": 21}, "nothing": None},
    "item": "a",
}


@pytest.mark.parametrize(
    ("cel", "value"),
    [
        ("facts.diff.files > 20", True),
        ("has(facts.missing) && facts.missing > 1", False),
        ("verdicts['hand-over'].result == 'done'", True),
        ("'minimal' in inputs.approaches", True),
        ("inputs.n == 3.0 && inputs.n != 'a'", True),
        ("facts.nothing == null", True),
        ("artifacts.plan.items.exists(i, i.n == 2)", True),
        ("artifacts.plan.items.map(i, i.id)", ["a", "b"]),
        ("artifacts.plan.items.filter(i, i.n > 1)[0].id", "b"),
        ("inputs.n > 2 ? 'y' : 'n'", "y"),
        ("inputs.name.matches('^h.llo$')", True),
        ("size(inputs.approaches)", 2),
        ("false && 1 / 0 == 1", False),
        ("{'a': [1, null]}", {"a": [1, None]}),
    ],
)
def test_an_expression_has_a_value(cel: str, value: object) -> None:
    assert expressions.compile(cel).evaluate(CONTEXT) == value


@pytest.mark.parametrize(
    ("cel", "part"),
    [
        ("facts.diff.fils > 1", "there is no fils"),
        ("item > 1", "No such overload"),
        ("nope == 1", "there is no 'nope'"),
        ("inputs.approaches[7]", "index out of bounds"),
        ("1 / 0", "division by zero"),
        ("9223372036854775807 + 1", "overflow"),
        ("timestamp('2020-01-01T00:00:00Z')", "gives a datetime, not plain data"),
        ("[b'x']", "gives a bytes, not plain data"),
        ("[1e308 * 10.0]", "gives a number beyond all bounds"),
        ("inputs.name.matches('(')", "matches"),
    ],
)
def test_an_expression_without_a_value_says_why(cel: str, part: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        expressions.compile(cel).evaluate(CONTEXT)

    assert part in caught.value.message
    assert repr(cel)[1:-1] in caught.value.message


@pytest.mark.parametrize(
    ("cel", "part"),
    [
        ("a >", "does not parse: unexpected end at column 4"),
        ("a\n\n  b", "unexpected 'b' at line 3, column 3"),
        ("", "unexpected end at column 1"),
        ("'a", "does not parse"),
        ("run(1)", "calls 'run', which does not exist"),
        ("x" * 1001, "1001 characters; 1000 are allowed"),
        ("(" * 40 + "1" + ")" * 40, "nests deeper than 32 brackets"),
    ],
)
def test_a_faulty_expression_says_where(cel: str, part: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        expressions.compile(cel)

    assert part in caught.value.message


@pytest.mark.parametrize("value", [1, "true", [], None, {"a": True}])
def test_only_a_boolean_is_true(value: object) -> None:
    with pytest.raises(ExpressionError, match="neither true nor false"):
        expressions.compile("inputs.v").holds({"inputs": {"v": value}})


def test_true_holds_and_false_does_not() -> None:
    assert expressions.compile("inputs.v").holds({"inputs": {"v": True}}) is True
    assert expressions.compile("inputs.v").holds({"inputs": {"v": False}}) is False


def test_an_expression_knows_what_it_reads() -> None:
    read = expressions.compile(
        "inputs.l.exists(i, i.x == item) && artifacts['a-b'].c == 'facts.no' && type(run.n) == int"
    )

    assert read.variables == {"inputs", "item", "artifacts", "run"}
    assert read.members == {("inputs", "l"), ("artifacts", "a-b"), ("run", "n")}


def test_errors_are_ours() -> None:
    assert issubclass(ExpressionError, PilothouseError)


@pytest.mark.parametrize(
    "cel",
    [
        "inputs.l.all(a, inputs.l.all(b, inputs.l.all(c, true)))",
        "inputs.l.map(a, inputs.l.map(b, inputs.l))",
        "inputs.l.map(a, inputs.l)",
        "[[[[[inputs.l].map(y, y+y)[0]].map(y, y+y)[0]].map(y, y+y)[0]].map(y, y+y)[0]].map(y, y+y)[0]",
        "inputs.l.all(a, " * 20 + "true" + ")" * 20,
    ],
)
def test_what_could_take_long_is_refused_before_it_does(cel: str) -> None:
    before = time.process_time()
    with pytest.raises(ExpressionError, match="could take too long"):
        expressions.compile(cel).evaluate({"inputs": {"l": list(range(5000))}})

    assert time.process_time() - before < 5


def test_ordinary_work_on_much_data_is_allowed() -> None:
    findings = [{"id": str(number), "severity": number % 4} for number in range(500)]

    assert expressions.compile("artifacts.f.filter(i, i.severity > 2).size() == 125").holds(
        {"artifacts": {"f": findings}}
    )
    assert expressions.compile("inputs.text.contains('x')").holds({"inputs": {"text": "x" * 1_000_000}})


def test_data_that_nests_deep_is_refused() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(ExpressionError, match="nests deeper"):
        expressions.compile("inputs.d == 1").evaluate({"inputs": {"d": deep}})


CHAINS = (
    "'1' + '+1' * 499",
    "'!' * 990 + 'true'",
    "'a' + '.b' * 499",
    "'{1:' * 30 + '1' + '}' * 30",
    "'(1+' * 30 + '1' + ')' * 30",
)


@pytest.mark.parametrize("chain", CHAINS)
def test_no_chain_ends_the_process_even_on_a_small_stack(chain: str) -> None:
    """The library has no bound of its own: what outgrows the stack ends the process."""
    code = f"""
import threading
from engine.definition import expressions
from engine.errors import ExpressionError
def work():
    try:
        expressions.compile({chain}).evaluate({{"a": {{}}}})
    except ExpressionError:
        pass
    print("alive")
threading.stack_size(512 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.strip()) == (0, "alive"), done.stderr


TOKENS = (
    *(
        "a",
        "s",
        "1",
        "2.5",
        "'x'",
        "true",
        "null",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "!=",
        "<",
    ),
    *(">=", "&&", "||", "!", "?", ":", ".", ",", "in", "size", "s.map(i, i)", "has(a.b)", "9223372036854775807", "1u"),
    *(
        "b'a'",
        "r'\\d'",
        "x.y",
        "int('z')",
        "type(1)",
        "\\",
        "`",
        "#",
        "//",
        "\n",
        "'",
        '"',
        "é",
        "😀",
        "duration('1h')",
    ),
    *("timestamp('9999-12-31T23:59:59Z')", "'a'.matches('(')", "1e400", "uint(-1)", "s[100]", "optional.of(1)", "'''"),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join))
def test_no_expression_raises_another_error(cel: str) -> None:
    try:
        expressions.compile(cel).evaluate({"a": {"b": 1}, "s": [1, 2, 3], "x": {"y": None}})
    except ExpressionError as error:
        str(error)
