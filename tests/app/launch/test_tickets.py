# SPDX-License-Identifier: Apache-2.0
"""Tickets and launches that are kept: what becomes of lines, CSV and JSON, and of a damaged list."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.launch.recipes import MOST_RECENT, Recipe, Recipes
from app.launch.tickets import MOST_TICKETS, Ticket, of_file, of_lines, requests_of
from app.layout import Memory
from engine.errors import UsageError
from engine.journal import check_run_id
from engine.runtime.launch import Request


def file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def given(tickets: list[Ticket]) -> list[dict[str, object]]:
    return [dict(ticket.inputs) for ticket in tickets]


def test_lines_are_one_ticket_each() -> None:
    assert given(of_lines("one\n\n  two  \r\n", "report")) == [{"report": "one"}, {"report": "two"}]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.csv", 'id,report,depth\n1,"a, b",2\n2,c,\n', [{"report": "a, b", "depth": "2"}, {"report": "c"}]),
        ("a.csv", "summary\nx\ny\n", [{"report": "x"}, {"report": "y"}]),
        ("a.json", '["x", "y"]', [{"report": "x"}, {"report": "y"}]),
        ("a.json", '[{"report": "x", "depth": 3, "more": 1}]', [{"report": "x", "depth": 3}]),
        ("a.txt", "x\ny", [{"report": "x"}, {"report": "y"}]),
    ],
)
def test_a_file_gives_its_columns_to_the_inputs_of_their_names(
    tmp_path: Path, name: str, text: str, expected: list[dict[str, object]]
) -> None:
    assert given(of_file(file(tmp_path, name, text), "report", ("report", "depth"))) == expected


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", "{"),
        ("a.json", '{"report": 1}'),
        ("a.json", "[" * 9_000),
        ("a.csv", 'a,b\n"x'),
        ("a.txt", b"\xff\xfe"),
        ("a.txt", "x\n" * (MOST_TICKETS + 1)),
        ("a.txt", "x" * 400_000),
    ],
)
def test_what_is_no_list_of_tickets_is_refused_with_the_reason(tmp_path: Path, name: str, data: str | bytes) -> None:
    with pytest.raises(UsageError, match=r"ticket|JSON|CSV|text"):
        of_file(file(tmp_path, name, data), "report", ("report",))


def test_every_ticket_has_an_id_of_its_own() -> None:
    requests = requests_of(of_lines("a\nb\nc", "report"), Request("w", Path("r"), inputs={"depth": 1}), "a-name")

    assert [request.inputs for request in requests] == [{"depth": 1, "report": one} for one in "abc"]
    assert len({check_run_id(request.run_id or "") for request in requests}) == 3


def test_launches_are_kept_the_latest_first_and_pinned_ones_for_good(tmp_path: Path) -> None:
    recipes = Recipes(Memory(tmp_path))
    pinned = Recipe("fix-bug", "/src/shop", inputs={"report": 'a, b\n"c"', "deep": True}, budgets={"turns": None})
    recipes.launched(pinned)
    recipes.pin(pinned, True)
    for number in range(MOST_RECENT + 5):
        recipes.launched(Recipe("race", "/src/shop", inputs={"task": f"{number}", "long": "x" * 30_000}))
    recipes.launched(pinned)

    kept = Recipes(Memory(tmp_path)).all()

    assert kept[0].same(pinned)
    assert kept[0].pinned
    assert [one.inputs for one in kept[1:3]] == [{"task": "16"}, {"task": "15"}]
    assert len(kept) == 1 + MOST_RECENT
    recipes.forget(pinned)
    assert len(recipes.all()) == MOST_RECENT


def test_a_damaged_list_is_as_if_it_were_new(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    memory.keep_text("launches", '[{"workflow": 1}')

    assert Recipes(memory).all() == []
