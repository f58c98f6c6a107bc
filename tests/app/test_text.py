# SPDX-License-Identifier: Apache-2.0
"""Hostile text is made fit to draw without losing anything that can be seen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import (
    SHOWN_CHARS,
    SHOWN_LINES,
    clean,
    one_line,
    shown_part,
    utf16_index,
    utf16_length,
    utf16_slice,
)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://example.invalid\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b(Btext\x1b7\x1b=", "text"),
        ("50 %\r100 %\r\n", "50 %\n100 %\n"),
        ("bell\x07 null\x00 del\x7f", "bell␇ null␀ del␡"),
        ("lone \x1b escape \x1b", "lone ␛ escape ␛"),
        ("a\u202egnp.exe", "a⟦U+202E⟧gnp.exe"),
        ("half \ud83d of a pair", "half \ufffd of a pair"),
        ("tags \U000e0041\U000e0042", "tags \ufffd\ufffd"),
        ("<b>APPROVED</b> ![x](http://example.invalid/x.png)", "<b>APPROVED</b> ![x](http://example.invalid/x.png)"),
        ("日本語 🚢 é", "日本語 🚢 é"),
        ("ad\u200bmin\xad.py", "ad⟦U+200B⟧min⟦U+00AD⟧.py"),
        ("{ time, \u3164 }", "{ time, ⟦U+3164⟧ }"),
        ("a\u200db\u200c \u2060", "a⟦U+200D⟧b⟦U+200C⟧ ⟦U+2060⟧"),
        ("x\ufe01\ufe02 é\ufe01\U000e0110", "x⟦U+FE01⟧⟦U+FE02⟧ é\ufe01\ufffd"),
        ("👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 1\ufe0f⃣ می\u200cخواهم", "👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 1\ufe0f⃣ می\u200cخواهم"),
    ],
)
def test_br_051_text_is_shown_as_the_characters_it_is_made_of(raw: str, shown: str) -> None:
    assert shown == clean(raw)


@given(st.text(alphabet=st.characters(), max_size=300) | st.binary(max_size=300).map(lambda b: b.decode("latin-1")))
def test_br_019_cleaned_text_never_holds_what_could_reorder_or_hide(text: str) -> None:
    shown = clean(text)
    bidi = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

    shown.encode("utf-16-le")
    assert not {c for c in shown if unicodedata.category(c) in {"Cc", "Cs"}} - {"\n", "\t"}
    assert not bidi & set(shown)
    assert clean(shown) == shown


def test_a_long_text_is_cut_by_characters_and_by_lines() -> None:
    assert shown_part("x" * SHOWN_CHARS) == ("x" * SHOWN_CHARS, False)
    assert shown_part("x" * (SHOWN_CHARS + 1)) == ("x" * SHOWN_CHARS, True)
    body, cut = shown_part("a\n" * (SHOWN_LINES + 5))
    assert (body.count("\n") + 1, cut) == (SHOWN_LINES, True)
    assert shown_part("a\n" * SHOWN_LINES) == (("a\n" * SHOWN_LINES).rstrip("\n"), False)
    assert shown_part("end\n\n\n") == ("end", False)
    assert shown_part("") == ("", False)


def test_one_line_is_the_first_that_holds_something() -> None:
    assert one_line("\n\n  first   line \nsecond") == "first line"
    assert one_line("") == ""
    assert len(one_line("x" * 10_000)) == 400


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_positions_of_qt_and_of_python_agree(text: str, one: int, other: int) -> None:
    text = clean(text)
    start, end = sorted((min(one, len(text)), min(other, len(text))))

    assert utf16_length(text) == len(text.encode("utf-16-le")) // 2
    assert utf16_slice(text, utf16_index(text, start), utf16_index(text, end)) == text[start:end]
