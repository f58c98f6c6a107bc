# SPDX-License-Identifier: Apache-2.0
"""Whatever a file says, loading ends in a workflow or in faults, never in another error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from engine.definition import digest, freeze, loads, outline, snapshot
from engine.errors import DefinitionFaults, Fault
from tests.engine.definition.conftest import EVERY, EXAMPLES

TEXT = EVERY.read_text(encoding="utf-8")
TREE = YAML(typ="safe", pure=True).load(TEXT)
SLIPS = (
    "",
    ": ",
    "- ",
    "\n",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "*a",
    "&a ",
    "!x ",
    "0",
    "null",
    " ",
    "\t",
    "{{",
    "}}",
    "\x00",
    "é",
)
VALUES: tuple[Any, ...] = (
    *(None, True, 1, 0, -1, 2.5, "x", "", "a" * 70, 10**15, "../x", "90s", "a >", "{{ x }}", "{% for", "\u2028", "*"),
    *([], {}, [[]], [{}], [None], {"a": 1}, {"of": "a"}, {"kind": "step"}, {"id": 1}, {"as_": "x"}, {"if": 1}),
    *("verdict", ["verdict"], {"verdict": {}}, {"not": []}, {"all": [{"all": ["x"]}]}, {"step": "q"}, [1, [2, [3]]]),
)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*at, key))


PLACES = [at for at in places(TREE) if at]
KEYS = sorted({at[-1] for at in PLACES if isinstance(at[-1], str)} | {"kind", "format", "body", "bodies", "if_"})
CHANGE = st.tuples(st.sampled_from(PLACES), st.sampled_from(["put", "remove", "rename", "copy"]), st.sampled_from(KEYS))


def changed(tree: Any, at: tuple[Any, ...], how: str, key: str, value: Any) -> None:
    """Change one place of the tree, if it is still there."""
    holder = tree
    for step in at[:-1]:
        if not isinstance(holder, (dict, list)) or (isinstance(holder, dict) and step not in holder):
            return
        if isinstance(holder, list) and not (isinstance(step, int) and step < len(holder)):
            return
        holder = holder[step]
    if isinstance(holder, dict) and at[-1] in holder:
        old = holder.pop(at[-1])
        holder |= {"put": {at[-1]: value}, "remove": {}, "rename": {key: old}, "copy": {at[-1]: old, key: old}}[how]
    elif isinstance(holder, list) and isinstance(at[-1], int) and at[-1] < len(holder):
        holder[at[-1]] = value


def survives(text: str | bytes) -> None:
    """Load a text; if it is sound, all that follows works too."""
    faults: tuple[Fault, ...] = ()
    try:
        workflow = loads(text, directory=EXAMPLES, bundled=EXAMPLES).workflow
    except DefinitionFaults as error:
        faults = error.faults
    else:
        assert loads(snapshot(workflow), limit=10**7).workflow == workflow
        assert freeze(workflow, python="p") is not None
        assert outline(workflow) is not None
        assert digest(workflow)
        return
    assert faults
    assert all(fault.what and fault.line >= 0 for fault in faults)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(CHANGE, st.sampled_from(VALUES)), min_size=1, max_size=6))
def test_no_change_of_a_sound_file_raises(changes: list[tuple[tuple[tuple[Any, ...], str, str], Any]]) -> None:
    tree = copy.deepcopy(TREE)
    for (at, how, key), value in changes:
        changed(tree, at, how, key, copy.deepcopy(value))

    survives(json.dumps(tree, ensure_ascii=False))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 12), st.sampled_from(SLIPS)), min_size=1, max_size=8)
)
def test_no_slip_of_the_hand_raises(slips: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for start, length, put in slips:
        text = text[:start] + put + text[start + length :]

    survives(text)


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    survives(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["verdict", "a", "x y", "{{ a }}"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*TREE, "do"]), JSON, max_size=5))
def test_no_data_raises(data: dict[str, Any]) -> None:
    survives(json.dumps({"pilothouse": 1, "name": "x", **data}))


def test_a_lead_that_names_no_list_of_workflows_raises_nothing_else() -> None:
    text = """
pilothouse: 1
name: w
roles: {a: {agent: command, argv: [x]}}
do:
  - orchestrate: o
    role: a
    goal: g
    gate: [verdict]
    compose: {workflows: null, bodies: null}
"""
    with suppress(DefinitionFaults):
        loads(text)
