# SPDX-License-Identifier: Apache-2.0
"""Where the boxes of the graph are."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from app.graph.boxes import LEAF_HEIGHT, LEAST, LINE, MOST, MOST_ASIDE, MOST_BESIDE, Box, Boxes, lay_out
from engine.projections import NodeView, RunProjection
from tests.helpers.nested import nested_story


def tree() -> tuple[NodeView, ...]:
    projection = RunProjection()
    projection.apply(nested_story().events)
    return projection.tree()


def node(id_: str, parent: str | None = None, kind: str = "step", state: str = "running") -> NodeView:
    depth = 0 if parent is None else 1
    return NodeView(id_, parent, depth, id_, kind, None, state, "", False, None, ())  # type: ignore[arg-type]


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def apart(one: Box, two: Box) -> bool:
    return (
        one.x + one.width <= two.x
        or two.x + two.width <= one.x
        or one.y + one.height <= two.y
        or two.y + two.height <= one.y
    )


def by_id(found: Boxes) -> dict[str, Box]:
    return {box.node.id: box for box in found.boxes}


def test_every_block_is_inside_the_box_of_its_parent_and_apart_from_its_siblings() -> None:
    found = lay_out(tree())
    boxes = by_id(found)

    assert len(boxes) == len(tree())
    assert all(inside(box, boxes[box.node.parent]) for box in found.boxes if box.node.parent)
    for one, two in combinations(found.boxes, 2):
        if one.node.parent == two.node.parent:
            assert apart(one, two), (one.node.id, two.node.id)


def test_a_sequence_goes_downwards_and_branches_stand_side_by_side() -> None:
    boxes = by_id(lay_out(tree()))

    assert boxes["reproduce"].y < boxes["approaches"].y < boxes["polish"].y < boxes["crew"].y < boxes["hand-over"].y
    assert boxes["approaches[minimal]"].y == boxes["approaches[refactor]"].y
    assert boxes["approaches[minimal]"].x < boxes["approaches[refactor]"].x
    assert boxes["polish[1]"].y < boxes["polish[2]"].y < boxes["polish[3]"].y
    assert boxes["crew/child-1"].y == boxes["crew/child-2"].y


def test_what_follows_in_a_sequence_is_joined_and_branches_are_not() -> None:
    found = lay_out(tree())
    joined = {(found.boxes[one].node.id, found.boxes[two].node.id) for one, two in found.follows}

    assert {("reproduce", "approaches"), ("polish[1]", "polish[2]")} <= joined
    assert not any(two.startswith("approaches[") for _, two in joined)


def test_a_folded_block_is_a_leaf_and_nothing_inside_it_is_drawn() -> None:
    found = lay_out(tree(), frozenset({"approaches"}))
    boxes = by_id(found)

    assert boxes["approaches"].folded
    assert boxes["approaches"].height == LEAF_HEIGHT
    assert not any(id_.startswith("approaches[") for id_ in boxes)


def test_many_branches_take_several_rows() -> None:
    nodes = [node("p", kind="parallel"), *(node(f"p[{n}]", "p", "branch") for n in range(40))]
    boxes = [box for box in lay_out(nodes).boxes if box.node.parent]

    assert len({box.y for box in boxes}) == 7
    assert max(sum(box.y == y for box in boxes) for y in {box.y for box in boxes}) <= MOST_ASIDE


def test_boxes_are_as_wide_as_their_titles_ask_for_within_bounds() -> None:
    short, long = (
        lay_out([replace(node("a"), name="Fix")]),
        lay_out([replace(node("a"), name="Reproduce the bug " * 9)]),
    )
    middle = lay_out([replace(node("a"), name="Reproduce the bug in a test"), replace(node("b"), name="Fix")])

    assert (short.width, short.height) == (LEAST, LEAF_HEIGHT)
    assert (long.width, long.height) == (MOST, LEAF_HEIGHT + LINE)  # a second line, where one does not hold it
    assert {box.lines for box in long.boxes} == {2}
    assert LEAST < middle.width < MOST
    assert len({box.width for box in middle.boxes}) == 1  # siblings stand in one column
    assert lay_out([replace(node("a"), name="Fix")], scale=1.5).width == LEAST * 1.5


def test_two_hundred_children_with_titles_of_any_length_do_not_overlap() -> None:
    kids = [replace(node(f"p/c-{n}", "p"), name="Port the report " * (n % 5) + str(n)) for n in range(200)]
    found = lay_out([node("p", kind="orchestrate"), *kids])
    boxes = by_id(found)

    assert len(boxes) == 201
    assert all(inside(box, boxes["p"]) for box in found.boxes)
    assert all(apart(one, two) for one, two in combinations(found.boxes[1:], 2))
    assert max(box.width for box in found.boxes[1:]) == MOST_BESIDE


def test_no_block_at_all_is_no_box() -> None:
    assert lay_out(()).boxes == []
