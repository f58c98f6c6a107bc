# SPDX-License-Identifier: Apache-2.0
"""YAML text becomes plain values with places; a hostile text ends in faults, quickly."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition.source import MAX_BYTES, MAX_DEPTH, Node, parse, resolve
from engine.errors import Fault


def read(text: bytes | str) -> tuple[Any, list[str]]:
    """The values of a text, and its faults as people see them."""
    faults: list[Fault] = []
    node = parse(text, "f", faults)
    return (plain(node) if node else None), [str(fault) for fault in faults]


def plain(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {key: plain(value) for key, value in node.value.items()}
    return [plain(value) for value in node.value] if isinstance(node.value, list) else node.value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("2001-01-01", "2001-01-01"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("-5", -5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("'1'", "1"),
        ("=", "="),
        ("<<", "<<"),
    ],
)
def test_scalars_mean_what_the_core_schema_says(written: str, value: object) -> None:
    assert read(f"a: {written}") == ({"a": value}, [])


def test_places_count_from_1() -> None:
    faults: list[Fault] = []
    node = parse("a: 1\nb:\n  - x\n  - {c: y}\n", "f", faults)
    assert node is not None
    assert isinstance(node.value, dict)
    items = node.value["b"]
    assert isinstance(items.value, list)

    assert (items.line, items.column) == (3, 3)
    assert (items.value[0].line, items.value[0].column) == (3, 5)
    assert (items.value[1].line, items.value[1].keys["c"]) == (4, (4, 6))
    assert node.keys == {"a": (1, 1), "b": (2, 1)}


def test_a_byte_order_mark_is_no_content() -> None:
    assert read(b"\xef\xbb\xbfa: 1") == ({"a": 1}, [])
    assert read("\ufeffa: 1") == ({"a": 1}, [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: 1\na: 2", "f:2:1: 'a' stands here twice, first in line 1; keep one"),
        ("{a: 1, 'a': 2}", "f:1:8: 'a' stands here twice"),
        ("a: &x {b: 1}\nc: {<<: *x, <<: *x}", "f:2:13: '<<' stands here twice"),
        ("? [a]\n: b", "f:1:3: a list or a map cannot be a key; write a name"),
        ("a: !!python/object:os.system x", "f:1:4: the tag 'tag:yaml.org,2002:python/object:os.system' is not allowed"),
        ("a: !!python/object/apply:os.system [x]", "f:1:4: the tag"),
        ("a: !include /etc/passwd", "f:1:4: the tag '!include' is not allowed"),
        ("a: !!int 1", "f:1:4: the tag"),
        ("a: 1\n---\na: 2", "f:2:1: a second document begins here; keep one workflow in a file"),
        ("&a [*a]", "f:1:5: the alias *a stands inside what it names"),
        ("a: *b", "f:1:4: the alias *b names nothing before it"),
        ("a: .inf", "f:1:4: .inf: infinite and undefined numbers mean nothing here"),
        ("a: 1e999", "f:1:4: 1e999: this number is too large"),
        ("a: 9999999999999999999", "f:1:4: 9999999999999999999: this number needs more than 64 bits"),
        ("a: " + "9" * 5000, "this number needs more than 64 bits"),
        ('a: "\\0"', "f:1:4: a text holds the character NUL or half a character"),
        ('a: "\\ud800"', "f:1:4: a text holds the character NUL or half a character"),
        ("a:\n  b: \x00", "f:2:6: this character may not stand in YAML"),
        (b"a: 1\nb: \xc3\x28", "f:2:4: these bytes are not UTF-8; save the file as UTF-8"),
        ("a: b: c", "f:1:5: this is not YAML: mapping values are not allowed here"),
        ("a: [b", "f:1:6: this is not YAML"),
        ("\ta: 1", "f:1:1: this is not YAML"),
        ("a: @b", "f:1:4: this is not YAML"),
        ('a: "\\UFFFFFFFF"', "cannot be read"),
    ],
)
def test_what_is_not_allowed_is_told_at_its_place(text: bytes | str, fault: str) -> None:
    faults = read(text)[1]

    assert len(faults) == 1
    assert fault in faults[0]


def test_merge_keys_are_ordinary_keys() -> None:
    assert read("a: &x {b: 1}\nc: {<<: *x}")[0]["c"] == {"<<": {"b": 1}}


def test_aliases_are_written_out() -> None:
    assert read("a: &x [1, 2]\nb: *x") == ({"a": [1, 2], "b": [1, 2]}, [])


LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (LAUGHS, "with its aliases the file holds more than 50,000 values"),
        ("x" * 10_000_000, "the file has 10,000,000 bytes; keep it under 262,144"),
        ("[" * 100_000, "the file nests deeper than 60"),
        ("{a: " * 40_000, "the file nests deeper than 60"),
        ("- " * 100_000, "the file nests deeper than 60"),
        ("? " * 100_000, "the file nests deeper than 60"),
        ("".join(" " * depth + "a:\n" for depth in range(600)), "the file nests deeper than 60"),
        ("a: [" + "1," * 60_000 + "]", "the file holds more than 50,000 values"),
        ("a: &a " + "[" * 50 + "]" * 50 + "\nb: " + "[" * 30 + "*a" + "]" * 30, "the file nests deeper than 60"),
        ("&a " * 50_000, "this is not YAML"),
        ("%YAML 1.2\n" * 20_000, "this is not YAML"),
        ("a: '" + "''" * 100_000, "this is not YAML"),
    ],
    ids=[
        "laughs",
        "large",
        "lists",
        "maps",
        "dashes",
        "keys",
        "indents",
        "many",
        "alias",
        "anchors",
        "directives",
        "quotes",
    ],
)
def test_a_hostile_text_ends_in_one_fault_soon(text: str, part: str) -> None:
    before = time.process_time()
    faults = read(text)[1]

    assert len(faults) == 1
    assert part in faults[0]
    assert time.process_time() - before < 20  # a hang, not a slow machine


def test_the_bounds_leave_room_for_real_files() -> None:
    assert read("a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1))[1] == []
    assert read("# " + "x" * (MAX_BYTES - 2))[1] == []


TOKENS = (
    *(
        "a",
        "b",
        ":",
        ": ",
        "- ",
        "\n",
        "\n  ",
        "\n    ",
        "[",
        "]",
        "{",
        "}",
        ",",
        "'",
        '"',
        "&a ",
        "*a ",
        "!",
        "!!str ",
    ),
    *("!<", "|", ">", "? ", "#", "%YAML 1.2\n", "---", "...", "\t", "\x00", "\x85", "\u2028", "\ufeff", "\\", "\\x41"),
    *("\\U", "é", "😀", "~", "null", "1", "0x", "1e9", "@", "`", "%TAG ! ", "<<", "=", "\x7f", "\r", "|+2\n", ">-\n"),
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=30).map("".join))
def test_no_arrangement_of_signs_raises(text: str) -> None:
    read(text)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    read(data)


@settings(deadline=None)
@given(st.text(max_size=30))
def test_what_is_not_quoted_is_a_scalar_or_refused(text: str) -> None:
    try:
        assert isinstance(resolve(text), (str, int, float, bool, type(None)))
    except ValueError:
        assert text[-1] in "0123456789aAfFnNeE.xX" or text.lower().endswith(("inf", "nan"))
