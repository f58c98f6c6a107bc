# SPDX-License-Identifier: Apache-2.0
"""Searching goes once round the transcript and misses nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.text import SHOWN_CHARS
from app.transcript import Entry, ListSource
from app.transcript.search import Hit, Search


def _find(entries: list[Entry], needle: str, start: tuple[int, int] = (0, 0), *, forward: bool = True) -> Hit | None:
    source = ListSource(entries)
    search = Search(source, len(source), needle, start, forward=forward)
    while not search.done:
        if (hit := search.step(0)) is not None:
            return hit
    return None


def _texts(*texts: str) -> list[Entry]:
    return [Entry("message", text) for text in texts]


def test_upper_and_lower_case_are_alike_and_signs_are_taken_as_they_stand() -> None:
    assert _find(_texts("abc", "x ERROR. y"), "error.") == Hit(1, 2, 8, "body")
    assert _find(_texts("errorx"), "error.") is None
    assert _find(_texts("a(b"), "(") == Hit(0, 1, 2, "body")


def test_the_next_hit_is_behind_the_last_and_the_search_goes_round() -> None:
    entries = _texts("aXa", "none", "Xb X")

    assert _find(entries, "x", (0, 2)) == Hit(2, 0, 1, "body")
    assert _find(entries, "x", (2, 1)) == Hit(2, 3, 4, "body")
    assert _find(entries, "x", (2, 4)) == Hit(0, 1, 2, "body")


def test_backward_finds_the_hit_before() -> None:
    entries = _texts("aXa", "none", "Xb X")

    assert _find(entries, "x", (2, 3), forward=False) == Hit(2, 0, 1, "body")
    assert _find(entries, "x", (2, 0), forward=False) == Hit(0, 1, 2, "body")
    assert _find(entries, "x", (0, 1), forward=False) == Hit(2, 3, 4, "body")


def test_heads_are_searched_too() -> None:
    entries = [Entry("tool_call", "{}", meta={"name": "Bash", "argument": "git status"})]

    assert _find(entries, "git st") == Hit(0, 0, 0, "head")
    assert _find(entries, "nothing") is None


def test_a_hit_in_the_part_that_is_not_shown_is_not_called_no_match() -> None:
    entries = _texts("x" * SHOWN_CHARS + " needle")

    assert _find(entries, "needle") == Hit(0, 0, 0, "hidden")


def test_an_empty_transcript_and_an_empty_needle_end_at_once() -> None:
    assert _find([], "x") is None
    assert _find(_texts("x"), "") is None


@given(st.lists(st.text(alphabet="ab", max_size=6), min_size=1, max_size=6), st.booleans())
def test_going_on_visits_every_hit_once_before_it_comes_back(texts: list[str], forward: bool) -> None:
    entries = _texts(*texts)
    # Hits as a person counts them: one after the other, never overlapping.
    hits = {(i, at) for i, text in enumerate(texts) for at in range(len(text)) if text[at] == "a"}
    seen: list[tuple[int, int]] = []
    start = (0, 0)
    for _ in range(len(hits)):
        hit = _find(entries, "a", start, forward=forward)
        assert hit is not None
        seen.append((hit.entry, hit.start))
        start = (hit.entry, hit.end if forward else hit.start)

    assert sorted(seen) == sorted(hits)
