# SPDX-License-Identifier: Apache-2.0
"""Tests compared before and after: every way to weaken one is found, and honest changes are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gates.python_tests import Unparsable, compare

BEFORE = '''\
"""Tests of the cart."""
import sys
from cart import total

LIMIT = 10


class TestCart:
    rate = 2

    def setup_method(self):
        self.xs = [1]

    def test_one(self):
        assert total(self.xs) == 1


def make(n):
    return list(range(n))


def test_empty():
    assert total([]) == 0


@pytest.mark.parametrize("xs, sum_", [([1], 1), ([2], 2)])
def test_many(xs, sum_):
    for x in xs:
        assert x
    with opened() as f:
        assert f
    assert total(xs) == sum_


def test_total():
    """Adds."""
    xs = make(3)
    assert total(xs) == 3, "adds"
    with pytest.raises(ValueError):
        total(None)
'''


def findings(*changes: tuple[str, str], add: str = "") -> list[str]:
    after = BEFORE
    for old, new in changes:
        assert old in after
        after = after.replace(old, new)
    return compare(BEFORE.encode(), (after + add).encode()).findings


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            ("    assert total(xs) == 3", "    assert total(xs) >= 0"),
            "test_total no longer holds `assert total(xs) == 3",
        ),
        (("    assert total([]) == 0", "    pass"), "test_empty no longer holds"),
        (("    assert total([]) == 0", "    return\n    assert total([]) == 0"), "test_empty runs `return` before"),
        (("    assert total([]) == 0", "    assert total([]) == 0 or True"), "test_empty no longer holds"),
        (
            (
                "    assert total([]) == 0",
                "    try:\n        assert total([]) == 0\n    except Exception:\n        pass",
            ),
            "test_empty runs `try",
        ),
        (
            ("    assert total([]) == 0", "    total = lambda xs: 0\n    assert total([]) == 0"),
            "test_empty runs `total",
        ),
        (("    assert total([]) == 0", "    sys.exit(0)\n    assert total([]) == 0"), "test_empty runs `sys.exit(0)`"),
        (
            ("    assert total([]) == 0", "    assert total([]) == 0 and not setattr(sys, 'x', 1)"),
            "test_empty runs `assert",
        ),
        (("    assert total([]) == 0", "    assert total([]) == 0\n    pytest.skip('x')"), "test_empty may be skipped"),
        (("    assert total([]) == 0", "    assert total([]) == 0\n    yield"), "test_empty became a generator"),
        (("def test_empty", "async def test_empty"), "test_empty, which is no test, changed"),
        (("def test_empty", "@pytest.mark.xfail\ndef test_empty"), "test_empty gained @pytest.mark.xfail"),
        (("def test_empty", "@pytest.mark.slow\ndef test_empty"), "test_empty gained @pytest.mark.slow"),
        (("def test_empty()", "def test_empty(monkeypatch)"), "test_empty takes other arguments"),
        (("def test_empty", "def check_empty"), "test_empty deleted"),
        (("def test_empty", "def _test_empty"), "test_empty deleted"),
        (("([1], 1), ([2], 2)", "([1], 1)"), "test_many lost or changed"),
        (("([1], 1)", "([1], 2)"), "test_many lost or changed"),
        (("        assert x\n", "        assert x\n        break\n"), "test_many runs `for x in xs"),
        (("        total(None)", "        total(None)\n        raise ValueError"), "test_total no longer holds `with"),
        (("raises(ValueError)", "raises(Exception)"), "test_total no longer holds `with"),
        (("    return list(range(n))", "    return []"), "make, which is no test, changed"),
        (("LIMIT = 10", "LIMIT = 1"), "`LIMIT = 1` rebinds"),
        (("from cart import total", "from fake import total"), "rebinds a name that older tests use"),
        (("from cart import total", "from cart import total\nfrom fake import *"), "added outside of tests"),
        (("class TestCart:", "class TestCart(Fake):"), "TestCart has other bases"),
        (("class TestCart:", "class Cart:"), "TestCart deleted"),
        (("    rate = 2", "    rate = 2\n    __test__ = False"), "TestCart.`__test__ = False` added outside of tests"),
        (("        self.xs = [1]", "        self.xs = []"), "TestCart.setup_method, which is no test, changed"),
        (("        assert total(self.xs) == 1", "        pass"), "TestCart.test_one no longer holds"),
    ],
)
def test_a_weakened_test_is_found(change: tuple[str, str], words: str) -> None:
    assert any(words in found for found in findings(change)), findings(change)


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("\ndef test_total():\n    assert True\n", "test_total defined 2 times"),
        ("\nclass TestCart:\n    pass\n", "TestCart defined 2 times"),
        ("\npytestmark = pytest.mark.skip\n", "`pytestmark = pytest.mark.skip` added"),
        ('\npytest.importorskip("nothing")\n', "added outside of tests"),
        ("\ntest_total = None\n", "rebinds"),
        ("\ndel test_total\n", "added outside of tests"),
        ("\ndef sum_():\n    return 1\n", "sum_ hides a name"),
        ("\ndef setup_module():\n    import cart\n", "setup_module is a hook"),
        ("\n@pytest.fixture(autouse=True)\ndef calm():\n    pass\n", "autouse"),
        ("\nif True:\n    test_total = None\n", "rebinds"),
        ("\nsys.modules['cart'] = None\n", "added outside of tests"),
        ("\nx = setattr(sys, 'x', 1)\n", "added outside of tests"),
    ],
)
def test_what_an_addition_does_to_older_tests_is_found(added: str, words: str) -> None:
    assert any(words in found for found in findings(add=added)), findings(add=added)


@pytest.mark.parametrize(
    "change",
    [
        ("    assert total([]) == 0", "    assert total([]) == 0 and total(()) == 0"),
        ("    assert total([]) == 0", "    assert total(()) == 0 and total([]) == 0"),
        ("    assert total([]) == 0", "    assert total([]) == 0\n    assert total(()) == 0\n    print('done')"),
        ("    assert total([]) == 0", "    assert len([]) == 0\n    assert total([]) == 0"),
        ("    assert total([]) == 0", "    empty = []\n    assert total(empty) == 0\n    assert total([]) == 0"),
        (', "adds"', ', "it adds up"'),
        ('"""Adds."""', '"""Adds up."""'),
        ("([2], 2)", "([2], 2), ([1, 2], 3)"),
        ("import sys\n", "import os\nimport sys\n"),
        ("import sys\n", ""),
        ("from cart import total", "from cart import average, total"),
        ("LIMIT = 10", "LIMIT = 10\nSIZES = [1, 2]"),
        ("        assert f\n", "        assert f\n        assert f.name\n"),
        ("    rate = 2", "    rate = 2\n    unit = 1"),
        ("class TestCart:", "class TestOther:\n    def test_two(self):\n        assert True\n\n\nclass TestCart:"),
        ("def test_empty", "def test_before():\n    assert True\n\n\ndef test_empty"),
        ("def test_empty", "# a remark\n\n\ndef test_empty"),
    ],
)
def test_an_honest_change_is_no_finding(change: tuple[str, str]) -> None:
    assert findings(change) == []


def test_lifting_a_skip_is_welcome() -> None:
    before = b"@pytest.mark.skip\ndef test_a():\n    assert True\n"

    assert compare(before, before.replace(b"@pytest.mark.skip\n", b"")).findings == []


def test_new_tests_are_counted() -> None:
    after = (
        BEFORE + "\ndef test_new():\n    assert True\n\nclass TestMore:\n    def test_a(self):\n        assert True\n"
    )

    assert compare(BEFORE.encode(), after.encode()).added == 2


def test_a_file_that_cannot_be_parsed_any_more_is_a_finding() -> None:
    assert compare(BEFORE.encode(), b"def test_total(:\n").findings[0].startswith("it cannot be parsed")


def test_what_was_no_python_before_is_not_compared() -> None:
    with pytest.raises(Unparsable):
        compare(b"def (", b"")


def test_deep_nesting_is_survived() -> None:
    deep = b"def test_a():\n    assert " + b"(" * 5000 + b")" * 5000

    assert compare(BEFORE.encode(), deep).findings
    assert compare(BEFORE.encode(), b"x = " + b"-" * 100_000 + b"1").findings


@given(st.permutations(range(4)))
def test_the_order_of_tests_does_not_matter(order: list[int]) -> None:
    parts = [f"def test_{n}():\n    assert {n} == {n}\n" for n in range(4)]

    assert compare("".join(parts).encode(), "".join(parts[n] for n in order).encode()).findings == []
