# SPDX-License-Identifier: Apache-2.0
"""A person's own failure signatures: faults at their line, matching that takes no longer than the text is long."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import DefinitionFaults
from engine.policy.failures import LOOKED_AT
from engine.policy.signatures import Signatures, parse_signatures, read_signatures


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(DefinitionFaults) as caught:
        parse_signatures(text)
    return [(fault.line, fault.column, fault.what) for fault in caught.value.faults]


def one(pattern: str, name: str = "overloaded") -> Signatures:
    return parse_signatures(f"signatures:\n  - pattern: '{pattern}'\n    class: {name}\n")


def test_the_first_that_matches_wins_and_case_does_not_count() -> None:
    known = parse_signatures(
        "signatures:\n"
        "  - {pattern: 'the llama (sleeps|dreams)', class: overloaded}\n"
        "  - {pattern: llama, class: refusal}\n"
    )
    assert known.classify("Error: The Llama SLEEPS now") == "overloaded"
    assert known.classify("a llama said no") == "refusal"
    assert known.classify("an alpaca") is None


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "signatures: []\n"])
def test_nothing_said_is_no_signature(text: str) -> None:
    assert parse_signatures(text) == Signatures()


def test_a_missing_file_is_no_signature(tmp_path: Path) -> None:
    assert read_signatures(tmp_path / "failures.yaml") == Signatures()


def test_every_fault_is_told_at_its_line_and_column() -> None:
    found = faults(
        "signatures:\n"
        "  - pattern: '('\n"
        "    class: overloaded\n"
        "  - {pattern: fine, class: nonsense}\n"
        "  - {pattern: fine, class: crashed, colour: red}\n"
    )
    assert sorted((line, column) for line, column, _ in found) == [(2, 14), (4, 28), (5, 37)]
    assert any("unclosed group" in what for _, _, what in found)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(", "unclosed group"),
        ("[a", "unclosed character class"),
        ("x(?=y)", "look-around"),
        (r"(a)\1", "backreferences"),
        (r"(\w{500}){500}", "size limit"),
        ("((a{100}){100}){100}", "size limit"),
        ("x*", "matches the empty text"),
    ],
)
def test_a_pattern_that_cannot_be_matched_in_bounded_time_is_refused(pattern: str, why: str) -> None:
    [(line, column, what)] = faults(f"signatures:\n  - pattern: '{pattern}'\n    class: overloaded\n")
    assert (line, column) == (2, 14)
    assert why in what


@pytest.mark.parametrize("text", ["- one\n", "signatures: x\n", "signatures: {pattern: x}\n", "{", "a: 1\n"])
def test_what_is_no_list_of_signatures_is_refused(text: str) -> None:
    assert faults(text)


def test_a_pattern_that_would_be_catastrophic_elsewhere_is_only_slow_once() -> None:
    known = one(r"(a+)+$", "crashed")
    assert known.classify("a" * 200_000 + "!") is None
    assert known.classify("b" * 200_000 + "aaa") == "crashed"


def test_only_the_end_of_a_long_text_is_looked_at() -> None:
    assert one("sleeps").classify("sleeps" + "x" * LOOKED_AT) is None
