# SPDX-License-Identifier: Apache-2.0
"""What stands folded until somebody unfolds it."""

from __future__ import annotations

from app.models.folding import LARGE, MANY, Folding
from engine.projections import NodeView


def node(id_: str, parent: str | None = None, kind: str = "step", state: str = "cleared") -> NodeView:
    return NodeView(id_, parent, 0, id_, kind, None, state, "", False, None, ())  # type: ignore[arg-type]


def test_what_is_large_is_folded_once_it_is_settled_and_not_before() -> None:
    inner = [node(f"s/{n}", "s") for n in range(LARGE + 1)]

    assert Folding().folded([node("s", kind="sequence"), *inner]) == {"s"}
    assert Folding().folded([node("s", kind="sequence", state="running"), *inner]) == frozenset()
    assert Folding().folded([node("s", kind="sequence"), *inner[:-1]]) == frozenset()


def test_past_rounds_are_folded_and_the_latest_is_not() -> None:
    rounds = [part for n in (1, 2, 3) for part in (node(f"l[{n}]", "l", "round"), node(f"l[{n}]/a", f"l[{n}]"))]

    assert Folding().folded([node("l", kind="loop", state="running"), *rounds]) == {"l[1]", "l[2]"}


def test_settled_branches_among_many_are_folded_and_those_at_work_are_not() -> None:
    branches = []
    for n in range(MANY + 1):
        state = "running" if n == 0 else "cleared"
        branches += [node(f"p[{n}]", "p", "branch", state), node(f"p[{n}]/a", f"p[{n}]", state=state)]

    folded = Folding().folded([node("p", kind="parallel", state="running"), *branches])

    assert folded == {f"p[{n}]" for n in range(1, MANY + 1)}


def test_what_was_done_by_hand_counts_until_another_run_is_shown() -> None:
    nodes = [node("s", kind="sequence"), *(node(f"s/{n}", "s") for n in range(LARGE + 1))]
    folding = Folding()

    folding.fold("s", False)
    assert folding.folded(nodes) == frozenset()
    folding.begin()
    assert folding.folded(nodes) == {"s"}
