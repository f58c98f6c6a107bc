# SPDX-License-Identifier: Apache-2.0
"""Where the boxes of the graph are: sequences go downwards, branches and children stand side by side. No Qt in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil

from engine.projections import NodeView

LEAST, MOST, MOST_BESIDE = 140.0, 320.0, 220.0
"""How narrow and how wide a box is drawn for its title: alone in its row, and beside others."""

LEAF_HEIGHT, LINE = 44.0, 18.0
"""A box with one line of title, and what a second one adds."""

MARGINS, CHEVRON, WORDS = 46.0, 20.0, 104.0
"""What a box has beside its title: icon and margins; the mark that folds; where it is open, its state."""

LEAST_FOLDED = 190.0
"""A folded box says how much is inside, too."""

HEAD, PAD = 34.0, 12.0
GAP_DOWN, GAP_ASIDE = 26.0, 18.0
MOST_ASIDE = 6
"""So many boxes stand side by side; more begin another row."""

BESIDE = frozenset({"parallel", "orchestrate"})
"""Blocks whose children stand side by side; those of a definition that are arms of a choice do, too."""


@dataclass(slots=True)
class Box:
    """One block's place, in pixels; `inner` counts its direct children, drawn or `folded` away; `lines` of title."""

    node: NodeView
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0
    folded: bool = False
    inner: int = 0
    lines: int = 1


@dataclass(slots=True)
class Boxes:
    """All boxes, outer before inner, and which follows which in a sequence."""

    boxes: list[Box] = field(default_factory=list)
    follows: list[tuple[int, int]] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0


Measure = Callable[[str], float]


def _about(title: str) -> float:
    return 7.0 * len(title)


def lay_out(
    nodes: Sequence[NodeView],
    folded: frozenset[str] = frozenset(),
    measure: Measure = _about,
    scale: float = 1.0,
) -> Boxes:
    """
    Place the blocks of a tree, parents before children, without what is inside `folded` ones.

    `measure` gives how wide a title is drawn, in pixels; `scale` is how large text is against the normal size.
    """
    return _Layout(nodes, folded, measure, scale).place()


class _Layout:
    def __init__(self, nodes: Sequence[NodeView], folded: frozenset[str], measure: Measure, scale: float) -> None:
        self._folded = folded
        self._measure = measure
        self._scale = scale
        self._side: set[str | None] = {node.id for node in nodes if node.kind in BESIDE}
        self._side |= {node.parent for node in nodes if node.kind == "arm"}
        self._children: dict[str, list[NodeView]] = {}
        for node in nodes:
            self._children.setdefault(node.parent or "", []).append(node)
        self._lines: dict[str, int] = {}
        self._sizes: dict[str, tuple[float, float]] = {}
        for parent, kids in self._children.items():
            self._size_leaves(parent, kids)
        for node in reversed(nodes):
            if node.id not in self._sizes:
                self._sizes[node.id] = self._open_size(node)

    def _size_leaves(self, parent: str, kids: list[NodeView]) -> None:
        """Boxes in which nothing is drawn are as wide as the widest title among siblings; in a row as high, too."""
        leaves = [kid for kid in kids if kid.id not in self._children or kid.id in self._folded]
        if not leaves:
            return
        beside, scale = parent in self._side, self._scale
        widths = [self._wanted(leaf) for leaf in leaves]
        least = LEAST_FOLDED if any(leaf.id in self._children for leaf in leaves) else LEAST
        width = min(max(*widths, least * scale), (MOST_BESIDE if beside else MOST) * scale)
        tallest = 2 if max(widths) > width else 1
        for leaf, wanted in zip(leaves, widths, strict=True):
            lines = self._lines[leaf.id] = tallest if beside else 2 if wanted > width else 1
            self._sizes[leaf.id] = width, (LEAF_HEIGHT + LINE * (lines - 1)) * scale

    def _wanted(self, node: NodeView) -> float:
        more = MARGINS + (CHEVRON if node.id in self._children else 0.0)
        return self._measure(node.name) + more * self._scale

    def place(self) -> Boxes:
        top = self._children.get("", [])
        boxes: list[Box] = []
        todo = self._down(top, 0.0, 0.0)
        for node, x, y in todo:  # grows while it is gone through
            kids = self._children.get(node.id, [])
            folded = bool(kids) and node.id in self._folded
            lines = self._lines.get(node.id, 1)
            boxes.append(Box(node, *self._sizes[node.id], x, y, folded, len(kids), lines))
            if kids and not folded:
                todo += self._inside(node, kids, x, y)
        return Boxes(boxes, self._follows(boxes), *self._down_size(top))

    def _inside(self, node: NodeView, kids: list[NodeView], x: float, y: float) -> list[tuple[NodeView, float, float]]:
        width = self._sizes[node.id][0]
        if node.id in self._side:
            return self._beside(kids, x, y + HEAD * self._scale, width)
        return self._down(kids, x + (width - self._down_size(kids)[0]) / 2, y + HEAD * self._scale)

    def _follows(self, boxes: list[Box]) -> list[tuple[int, int]]:
        """Neighbours in a sequence; places in `boxes`."""
        at = {box.node.id: place for place, box in enumerate(boxes)}
        chains = [kids for parent, kids in self._children.items() if parent not in self._side]
        pairs = [(one.id, two.id) for kids in chains for one, two in pairwise(kids)]
        return [(at[one], at[two]) for one, two in pairs if one in at and two in at]

    def _open_size(self, node: NodeView) -> tuple[float, float]:
        kids = self._children[node.id]
        width, height = self._beside_size(kids) if node.id in self._side else self._down_size(kids)
        head = min(MOST * self._scale, self._wanted(node) + WORDS * self._scale)
        return max(head, width + 2 * PAD), HEAD * self._scale + height + PAD

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
