# SPDX-License-Identifier: Apache-2.0
"""Where the boxes of the graph are: sequences go downwards, branches and children stand side by side. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil

from engine.projections import NodeView

LEAF_WIDTH, LEAF_HEIGHT = 184.0, 44.0
HEAD, PAD = 34.0, 12.0
GAP_DOWN, GAP_ASIDE = 26.0, 18.0
MOST_ASIDE = 6
"""So many boxes stand side by side; more begin another row."""

BESIDE = frozenset({"parallel", "orchestrate"})
"""Blocks whose children stand side by side; those of a definition that are arms of a choice do, too."""


@dataclass(slots=True)
class Box:
    """One block's place, in pixels; `inner` counts its direct children, drawn or `folded` away."""

    node: NodeView
    width: float = LEAF_WIDTH
    height: float = LEAF_HEIGHT
    x: float = 0.0
    y: float = 0.0
    folded: bool = False
    inner: int = 0


@dataclass(slots=True)
class Boxes:
    """All boxes, outer before inner, and which follows which in a sequence."""

    boxes: list[Box] = field(default_factory=list)
    follows: list[tuple[int, int]] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0

    @property
    def shape(self) -> list[tuple[str, float, float, float, float, bool]]:
        """What must be the same for the drawing to stay."""
        return [(box.node.id, box.x, box.y, box.width, box.height, box.folded) for box in self.boxes]


def lay_out(nodes: Sequence[NodeView], folded: frozenset[str] = frozenset()) -> Boxes:
    """Place the blocks of a tree, parents before children, without what is inside `folded` ones."""
    return _Layout(nodes, folded).place()


class _Layout:
    def __init__(self, nodes: Sequence[NodeView], folded: frozenset[str]) -> None:
        self._folded = folded
        self._side: set[str | None] = {node.id for node in nodes if node.kind in BESIDE}
        self._side |= {node.parent for node in nodes if node.kind == "arm"}
        self._children: dict[str, list[NodeView]] = {}
        for node in nodes:
            self._children.setdefault(node.parent or "", []).append(node)
        self._sizes: dict[str, tuple[float, float]] = {}
        for node in reversed(nodes):
            self._sizes[node.id] = self._size(node)

    def place(self) -> Boxes:
        top = self._children.get("", [])
        boxes: list[Box] = []
        todo = self._down(top, 0.0, 0.0)
        for node, x, y in todo:  # grows while it is gone through
            kids = self._children.get(node.id, [])
            folded = bool(kids) and node.id in self._folded
            boxes.append(Box(node, *self._sizes[node.id], x, y, folded, len(kids)))
            if kids and not folded:
                todo += self._inside(node, kids, x, y)
        return Boxes(boxes, self._follows(boxes), *self._down_size(top))

    def _inside(self, node: NodeView, kids: list[NodeView], x: float, y: float) -> list[tuple[NodeView, float, float]]:
        width = self._sizes[node.id][0]
        if node.id in self._side:
            return self._beside(kids, x, y + HEAD, width)
        return self._down(kids, x + (width - self._down_size(kids)[0]) / 2, y + HEAD)

    def _follows(self, boxes: list[Box]) -> list[tuple[int, int]]:
        """Neighbours in a sequence; places in `boxes`."""
        at = {box.node.id: place for place, box in enumerate(boxes)}
        chains = [kids for parent, kids in self._children.items() if parent not in self._side]
        pairs = [(one.id, two.id) for kids in chains for one, two in pairwise(kids)]
        return [(at[one], at[two]) for one, two in pairs if one in at and two in at]

    def _size(self, node: NodeView) -> tuple[float, float]:
        kids = self._children.get(node.id, [])
        if not kids or node.id in self._folded:
            return LEAF_WIDTH, LEAF_HEIGHT
        width, height = self._beside_size(kids) if node.id in self._side else self._down_size(kids)
        return max(LEAF_WIDTH, width + 2 * PAD), HEAD + height + PAD

    def _down_size(self, kids: list[NodeView]) -> tuple[float, float]:
        sizes = [self._sizes[kid.id] for kid in kids]
        width = max((width for width, _ in sizes), default=0.0)
        return width, sum(height for _, height in sizes) + GAP_DOWN * max(0, len(sizes) - 1)

    def _beside_size(self, kids: list[NodeView]) -> tuple[float, float]:
        rows = [[self._sizes[kid.id] for kid in row] for row in _rows(kids)]
        width = max(sum(w for w, _ in row) + GAP_ASIDE * (len(row) - 1) for row in rows)
        return width, sum(max(h for _, h in row) for row in rows) + GAP_ASIDE * (len(rows) - 1)

    def _down(self, kids: list[NodeView], x: float, y: float) -> list[tuple[NodeView, float, float]]:
        widest, placed = self._down_size(kids)[0], []
        for kid in kids:
            width, height = self._sizes[kid.id]
            placed.append((kid, x + (widest - width) / 2, y))
            y += height + GAP_DOWN
        return placed

    def _beside(self, kids: list[NodeView], x: float, y: float, room: float) -> list[tuple[NodeView, float, float]]:
        placed = []
        for row in _rows(kids):
            sizes = [self._sizes[kid.id] for kid in row]
            left = x + (room - sum(w for w, _ in sizes) - GAP_ASIDE * (len(row) - 1)) / 2
            for kid, (width, _) in zip(row, sizes, strict=True):
                placed.append((kid, left, y))
                left += width + GAP_ASIDE
            y += max(h for _, h in sizes) + GAP_ASIDE
        return placed


def _rows(kids: list[NodeView]) -> list[list[NodeView]]:
    """Rows of about the same length, none longer than `MOST_ASIDE`."""
    rows = ceil(len(kids) / MOST_ASIDE)
    each = ceil(len(kids) / rows)
    return [kids[start : start + each] for start in range(0, len(kids), each)]
